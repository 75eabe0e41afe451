/* From a finite-element model to a reduced body: Craig-Bampton with all constraint shapes of its interfaces and some
 * shapes with interfaces held, made orthonormal; the six rigid motions leave, or the axes are fixed to an interface
 * (docs/theory/reduction.md). */
#ifndef SAR_FE_REDUCE_H
#define SAR_FE_REDUCE_H

#include "fe/asked.h"
#include "store/reduced.h"

/* What comes out lives in the arena. Wrong input is SAR_INPUT and says what to do. */
SarStatus sar_fe_reduce(SarContext *context, const SarFeModel *model, const SarReduceOptions *options, SarArena *arena,
                        SarReduced *out, SarReduceReport *report);

#endif
