#ifndef SAR_SYSTEM_CROWDING_FOLLOW_H
#define SAR_SYSTEM_CROWDING_FOLLOW_H

#include "system/workspace.h"

/* The list at the written pose; does nothing for systems without crowds. The rest: workspace.h. */
SarStatus sar_crowding_create(SarWorkspace *m);
void sar_crowding_destroy(SarWorkspace *m);

#endif
