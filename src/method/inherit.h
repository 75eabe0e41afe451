/* Errors that states inherit from the motion they are made of.
 *
 * The error test holds the positions. Velocities and accelerations are of the same order in the end, but at a step they
 * are off by the local error over h and over h^2, and by another amount as soon as the step changes. A state that
 * follows a velocity follows that as well, the faster the stiffer it is. */
#ifndef SAR_METHOD_INHERIT_H
#define SAR_METHOD_INHERIT_H

#include "method/engine.h"

typedef struct SarInheritance {
  bool any;          /* states depend on the motion */
  double *v, *u, *r; /* a disturbed point: velocities, unknowns; the rows there */
} SarInheritance;

bool sar_inheritance_create(SarArena *arena, const SarProblem *problem, SarInheritance *inheritance);

/* How far the states of the trial node, which the corrector has just solved, are moved by the errors of the motion;
 * out: nx numbers, none negative. `error`: the constant in the local error of positions, error h^2 (a*_{n+1} - a*_n).
 * Costs three residuals and solves with the matrix at hand, nothing where no state depends on the motion. */
void sar_inherited(SarInheritance *inheritance, SarIntegrator *integrator, double error, double *out);

/* The same for methods that test states by how far they are from the polynomial of degree `order` through the values
 * before: velocities are off by as much as they are from theirs, accelerations and multipliers from theirs of the
 * degree below. */
void sar_inherited_from_values(SarInheritance *inheritance, SarIntegrator *integrator, int32_t order, double *out);

/* Lessens differences of states by what they may inherit (nx numbers): e X tol/(X tol + 2 inherited), X the size of the
 * state. */
void sar_inheritance_allow(const SarIntegrator *integrator, const double *inherited, double *differences);

#endif
