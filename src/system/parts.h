/* Parts at work (element/part.h): every loop over them. The others of this folder call these, and know no more of
 * parts. */
#ifndef SAR_SYSTEM_PARTS_H
#define SAR_SYSTEM_PARTS_H

#include "system/compiled.h"
#include "system/workspace.h"

/* Adds the parts of one element of the model while compiling (compile_part.c). */
SarStatus sar_compile_beam(SarSystem *s, int32_t element);
SarStatus sar_system_add_part(SarSystem *s, int32_t element, const SarPartClass *class, const void *part,
                              const int32_t *bodies, int32_t nnodes);

/* Bodies are placed; f: the dynamics rows, six per body. */
SarStatus sar_parts_add_residual(const SarWorkspace *m, const SarPoint *at, double *f);
void sar_parts_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f);
SarStatus sar_parts_add_by_time(const SarWorkspace *m, const SarPoint *at, double *f);
SarStatus sar_parts_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values);
void sar_parts_add_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);

/* What one element takes from the coordinates, with the sign of Q: nv numbers are added to. */
SarStatus sar_parts_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);

/* What is recorded of an element: the columns of its first part. */
const SarPartClass *sar_parts_recorded(const SarSystem *s, int32_t element); /* null: nothing */
void sar_parts_record(const SarWorkspace *m, int32_t element, const SarPoint *at, double *values);

#endif
