/* Parts at work (element/part.h): every loop over them. The others of this folder call these, and know no more of
 * parts. */
#ifndef SAR_SYSTEM_PARTS_H
#define SAR_SYSTEM_PARTS_H

#include "system/compiled.h"
#include "system/workspace.h"

/* Adds the parts of one element of the model while compiling (compile_beam.c, compile_part.c); then, when coordinates
 * are known, gives parts theirs. */
SarStatus sar_compile_beam(SarSystem *s, int32_t element);
SarStatus sar_compile_part(SarSystem *s, int32_t element);
SarStatus sar_compile_contact(SarSystem *s, int32_t element);
SarStatus sar_system_add_part(SarSystem *s, int32_t element, const SarPartClass *class, const void *data,
                              const int32_t *bodies, int32_t nnodes);
void sar_compile_part_coordinates(SarSystem *s);

/* Rows of a part, numbers of its matrix, and how many positions in the matrix of all are kept for it: in every column
 * one for each node and one for its coordinates (of a diagonal block: for the column's own). */
static inline int32_t sar_part_rows(const SarPart *part) { return 6 * part->nnodes + part->ncoordinates; }
static inline size_t sar_part_size(const SarPart *part) {
  return sar_part_matrix_size(part->nnodes, part->ncoordinates, part->diagonal);
}
static inline int32_t sar_part_slots(const SarPart *part) {
  return sar_part_rows(part) * (part->nnodes + (part->ncoordinates > 0));
}

/* Bodies are placed; f: m->force, or what is laid out like it. */
SarStatus sar_parts_add_residual(const SarWorkspace *m, const SarPoint *at, double *f);
void sar_parts_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *f);
SarStatus sar_parts_add_by_time(const SarWorkspace *m, const SarPoint *at, double *f);
SarStatus sar_parts_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values);
void sar_parts_add_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *out);
/* What the bodies that are nodes of parts with mass have of momentum beside their own: 6 numbers per body are added to,
 * in ground axes, and in body axes about the centre of mass. */
void sar_parts_add_momentum(const SarWorkspace *m, const SarPoint *at, double *momentum);

/* Moves what parts have added for scalar coordinates from m->force to the rows, of which there are nv. */
void sar_parts_move_coordinates(const SarWorkspace *m, double *rows);

/* What one element takes from the coordinates, with the sign of Q: nv numbers are added to; the work of these forces
 * along u (nv numbers); and the wrench on its i-th node: force, and torque in body axes about the centre of mass. */
SarStatus sar_parts_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);
/* The same of parts without momentum alone: what changes the momentum of all. */
SarStatus sar_parts_add_push(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);
SarStatus sar_parts_work(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *u, double *work);
SarStatus sar_parts_node_action(const SarWorkspace *m, int32_t element, int32_t node, const SarPoint *at,
                                double action[6]);

/* Whether the matrix of some of them is not exact. */
bool sar_parts_are_approximate(const SarSystem *s);

/* Whether some of them begin and end to act where bodies touch; ops of problem.h for these. */
bool sar_parts_touch(const SarSystem *s);

/* What parts remember at the point: in place of what they have remembered, or `begin`, of nothing. What they remembered
 * at the point before stays: whoever asks for times between both, for rows and estimates, sees the step as it was made.
 * near: a mechanism of the same numbering that has accepted a point next to this one, or null. And how many numbers
 * that are. */
static inline int32_t sar_parts_memory(const SarSystem *s) { return s->npart_memory ? 1 + 2 * s->npart_memory : 0; }
void sar_parts_remember(SarWorkspace *m, const SarPoint *at, bool begin, const SarWorkspace *near);
bool sar_parts_remembers(const SarWorkspace *m);

/* Why parts cannot be evaluated at the point: the first one of which something is known. False: there is none. */
bool sar_parts_explain(const SarWorkspace *m, const SarPoint *at, SarFault *out);

/* What is recorded of an element. like: as in SarPartPoint. */
const SarPartClass *sar_parts_recorded(const SarSystem *s, int32_t element); /* null: nothing */
void sar_parts_record(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *like, double *values);

/* Every part of a class, at bodies that are placed. */
typedef void SarPartVisit(const SarPart *part, const SarPartPoint *at, void *self);
void sar_parts_visit(const SarWorkspace *m, const SarPoint *at, const SarPartClass *class, SarPartVisit *visit,
                     void *self);

#endif
