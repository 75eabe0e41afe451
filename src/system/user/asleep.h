/* Jumps that have no effect: in branches that are not taken, or multiplied by zero. */
#ifndef SAR_SYSTEM_USER_ASLEEP_H
#define SAR_SYSTEM_USER_ASLEEP_H

#include "system/workspace.h"

/* Which jumps have no effect with the branches as they are: m->asleep. Room for it; false: memory is exhausted. */
void sar_user_find_asleep(SarWorkspace *m);
bool sar_user_make_asleep(SarWorkspace *m);

#endif
