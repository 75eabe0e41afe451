/* The equations of a mechanism, linearised about a state, as matrices M, C, K with one column for every unknown:
 *
 *   M u'' + C u' + K u + ... = 0,        P(s) = s^2 M + s C + K
 *
 * rows and columns as problem.h has them: u (nv), multipliers of position and velocity rows, states x, variables z.
 * Position rows stand in K alone (Phi_q u = 0), velocity rows in C and K, states in C (of x') and K (of x).
 *
 * The changes u are those of positions and, for rotations, of orientations, in the axes of the state: translations in
 * ground axes, rotations in body axes. What ' means for them is a choice: the derivative as it is seen from axes that
 * turn with the angular velocity Omega (0: ground axes; docs/theory/modes.md). With the changes w of velocities,
 *
 *   u' = w - Omega x u,     (dv/dt) = w' + Omega x w  (translations),     w' - (omega - Omega) x w  (rotations)
 *
 * so that a rotor that turns about its axis of symmetry has matrices that do not change while it turns. */
#ifndef SAR_ANALYSIS_MODES_PENCIL_H
#define SAR_ANALYSIS_MODES_PENCIL_H

#include <complex.h>

#include "base/arena.h"
#include "base/vec3.h"
#include "method/problem.h"

typedef struct SarPencil {
  SarContext *context;
  const SarProblem *problem;
  SarArena *arena;
  int32_t n; /* unknowns */
  SarPattern pattern;
  double *m, *c, *k;    /* values */
  SarVec3 rate;         /* Omega, ground axes, 1/s */
  SarVec3 *of_u, *of_w; /* by rotation block: Omega, and omega - Omega, in body axes */
} SarPencil;

/* Destroy in any case. */
SarStatus sar_pencil_create(SarContext *context, const SarProblem *problem, const SarPoint *at, SarVec3 rate,
                            SarPencil *out);
void sar_pencil_destroy(SarPencil *pencil);

/* y += factor times the first nv columns, or (states) those of x, of one of the matrices times x. */
void sar_pencil_add(const SarPencil *pencil, const double *matrix, double factor, const double *x, double *y);
void sar_pencil_add_states(const SarPencil *pencil, const double *matrix, double factor, const double *x, double *y);

/* P(s) with a real or a complex s. */
void sar_pencil_values(const SarPencil *pencil, double s, double *values);
void sar_pencil_complex_values(const SarPencil *pencil, double complex s, double complex *values);

/* The matrix of u'', multipliers, x' and z: of what the rates are asked for. */
void sar_pencil_index1_values(const SarPencil *pencil, double *values);

/* Its right-hand side for displacements, rates and states; room: n numbers. */
void sar_pencil_index1_right(const SarPencil *pencil, const double *u, const double *rate, const double *x,
                             double *room, double *right);

/* The fastest rate that a coordinate has by itself, 1/s; and by its stiffness alone (0: it has none). */
double sar_pencil_fastest(const SarPencil *pencil);
double sar_pencil_stiffest(const SarPencil *pencil);

/* The changes of velocities that belong to u and u'. */
void sar_pencil_velocities(const SarPencil *pencil, const double complex *u, const double complex *rate,
                           double complex *w);

/* And those of accelerations, dv/dt, with u''. */
void sar_pencil_accelerations(const SarPencil *pencil, const double complex *w, const double complex *rate,
                              const double complex *second, double complex *a);

static inline bool sar_pencil_is_carried(const SarPencil *p, int32_t row) {
  return !p->problem->carried || p->problem->carried[row];
}

#endif
