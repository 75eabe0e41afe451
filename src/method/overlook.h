/* What smooth tables do between the ends of a step.
 *
 * A step has errors as far as its method sees forces: a pulse that a smooth table makes between the places where they
 * are evaluated is no error for it. So the values of such tables are bounded over the step. Where one may leave what
 * the ends of the step tell by more than a tenth of its range, it is looked at closer, and the step is tried again so
 * that it ends in the pulse: the error test sees it then, and says whether it matters. If it does not, all tables with
 * such values in this step are not looked at for 1, 3, ..., 63 steps from the second time on: but no longer than a part
 * of the time for which this has been so, only while their values are like those that did not matter, and only up to
 * the next new start or jump, behind which the same values may do something else. So it is with half steps from one
 * kink to the next (crossing.c). */
#ifndef SAR_METHOD_OVERLOOK_H
#define SAR_METHOD_OVERLOOK_H

#include "method/event.h"

/* A time in the step, after `least` and before `until`, at which a table has a value that neither the begin of the step
 * nor `until` tells of, and the table; -1: no table has. `again`: in a step that already ends where something was to
 * be seen: then what did not matter before does not count, as with tables that rest, but for values that are not like
 * those. To be called when the bounds over the step and the values at its end are known. */
double sar_overlook_search(SarEvents *events, const SarNode *from, const SarNode *to, double least, double until,
                           bool again, int32_t *root);

/* Is this table, or kink, not to be looked at in the step that begins at t? */
bool sar_overlook_rests(const SarEvents *events, int32_t root, double t);

/* The motion begins anew, or goes on along other branches: nothing is left alone. */
void sar_overlook_wake(SarEvents *events);

/* The step is to be halved so that it is seen what there is before this kink. */
void sar_overlook_half(SarEvents *events, int32_t root);

/* A step up to t is accepted. `idle`: it was made to end where something was to be seen, and that did not matter. */
void sar_overlook_accept(SarEvents *events, bool idle, double t);

#endif
