/* How far the bodies of crowds may go before the list of what is near must be made anew. */
#ifndef SAR_SYSTEM_CROWDING_MARGIN_H
#define SAR_SYSTEM_CROWDING_MARGIN_H

#include "system/workspace.h"

/* Sizes of the shapes of all bodies. */
void sar_crowding_measure(SarWorkspace *m);

/* Margins for a list made here; v may be null. */
void sar_crowding_choose_margins(SarWorkspace *m, const double *q, const double *v);

/* Whether some body has left its margin. False where there are no crowds. */
bool sar_crowding_is_left(const SarWorkspace *m, const double *q);
/* The body that has gone farthest beyond it, and how far it has gone; -1: none. */
int32_t sar_crowding_runaway(const SarWorkspace *m, const double *q, double *gone);

/* Whether some body has used up half of its margin, or might leave it soon. */
bool sar_crowding_is_due(const SarWorkspace *m, const SarPoint *at);

#endif
