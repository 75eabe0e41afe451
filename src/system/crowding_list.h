/* The list of what is near in crowds. */
#ifndef SAR_SYSTEM_CROWDING_LIST_H
#define SAR_SYSTEM_CROWDING_LIST_H

#include "system/workspace.h"

/* Parts for all pairs of shapes that may touch and are within the margins of where the list is made (SarCrowding.q), in
 * place of those that are there; the same pair of bodies remembers what it did. Bodies are placed at the point. */
SarStatus sar_crowding_make_list(SarWorkspace *m, const SarPoint *at);

#endif
