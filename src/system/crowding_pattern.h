/* Crowds in the pattern of the matrix. */
#ifndef SAR_SYSTEM_CROWDING_PATTERN_H
#define SAR_SYSTEM_CROWDING_PATTERN_H

#include "system/crowding.h"
#include "system/workspace.h"

/* One more pair of bodies, whatever the order; false: no memory. */
bool sar_crowding_add_coupled(SarCrowding *c, SarBodyPair pair);

/* Adds the pairs of the list; those that are no longer in it go when there are many of them. changed: there are others
 * than before. */
SarStatus sar_crowding_couple(SarWorkspace *m, bool *changed);

/* Where the parts of the list stand in the pattern, after it has been made. Does nothing where there are no crowds. */
SarStatus sar_crowding_find_slots(SarWorkspace *m);

#endif
