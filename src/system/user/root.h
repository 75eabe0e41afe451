/* One switching function alone: what it reads of a point, and its value there. */
#ifndef SAR_SYSTEM_USER_ROOT_H
#define SAR_SYSTEM_USER_ROOT_H

#include "system/workspace.h"

/* Fills m->problem.reads; false: memory is exhausted. */
bool sar_user_make_roots(SarWorkspace *m);

#endif
