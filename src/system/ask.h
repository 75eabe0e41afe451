/* Questions about a compiled system that others ask, so that they need not know how its equations are written. */
#ifndef SAR_SYSTEM_ASK_H
#define SAR_SYSTEM_ASK_H

#include "system/workspace.h"

/* Whether any element consists of equations in symbols; whether an element has such terms in dynamics rows, or parts,
 * or interfaces that are tied to it. */
bool sar_system_has_equations(const SarSystem *system);
bool sar_system_element_acts(const SarSystem *system, int32_t element);

/* Whether a force, a state or a variable depends on reactions. */
bool sar_system_reads_reactions(const SarSystem *system);

/* Whether a scalar coordinate is a length; angles and numbers are not. */
bool sar_system_coordinate_is_length(const SarSystem *system, int32_t coordinate);

/* What an interface of a modal body follows: that body, and n amplitudes from `coordinate` on. n = 0: it is none. */
typedef struct SarTied {
  int32_t body, coordinate, n;
} SarTied;
SarTied sar_system_tied(const SarSystem *system, int32_t body);

/* Whether it is an amplitude of a modal body. */
bool sar_system_coordinate_bends(const SarSystem *system, int32_t coordinate);

int32_t sar_system_presses(const SarSystem *system);
SarPressing sar_system_pressing(const SarSystem *system, int32_t index);

/* What a constraint row (position rows first, then those of velocities) holds against what: bodies, the ground
 * (nbodies) or scalar coordinates (nbodies + 1 and on). A row depends on nothing but the relative motion of its pairs:
 * it acts on both ends of each with equal and opposite loads. */
typedef struct SarRowPair {
  int32_t row, a, b;
} SarRowPair;
/* All pairs of all rows; free *out. */
SarStatus sar_system_row_pairs(SarContext *context, const SarSystem *system, SarRowPair **out, int32_t *count);

/* Adds what the equations, parts and ties of an element do to the coordinates, with the sign of Q, to nv numbers. The
 * wrenches are prepared (wrench.h). */
SarStatus sar_workspace_add_action(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);

/* The same without parts that have mass of their own: what is left changes the momentum of all; and what such parts
 * have of momentum, beside that of the bodies, added to 6 numbers per body: in ground axes, and about its centre of
 * mass in body axes. The bodies are placed. */
SarStatus sar_workspace_add_push(const SarWorkspace *m, int32_t element, const SarPoint *at, double *force);
void sar_workspace_add_momentum(const SarWorkspace *m, const SarPoint *at, double *momentum);

/* The work of the forces with which the parts of an element (a beam) act, along small displacements u (nv numbers): so
 * minus the part of u^T r that it has in the dynamics rows r. The bodies are placed. */
SarStatus sar_workspace_part_work(const SarWorkspace *m, int32_t element, const SarPoint *at, const double *u,
                                  double *work);

#endif
