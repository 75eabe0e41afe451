/* KLU for the entries that differ from zero, where many of those that are stored do not: shapes that do not touch,
 * motions in a plane written in space, masses beside stiffnesses.
 *
 * An entry that was zero may differ from it in the next matrix: then the part in use is made anew, with what was in use
 * before unless that has become much more than there is now. */
#ifndef SAR_LINEAR_NONZEROS_H
#define SAR_LINEAR_NONZEROS_H

#include "linear/linear.h"

/* Created without entries; the first factorisation takes those of its values. */
extern const SarLinearClass sar_linear_nonzeros;

/* A factorisation like the last one and so many solutions with it (costs.h). */
double sar_nonzeros_cost(const void *self, double solves);
int64_t sar_nonzeros_made(const void *self);    /* how often the part in use was made */
int32_t sar_nonzeros_entries(const void *self); /* that are in use */

#endif
