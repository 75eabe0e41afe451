/* The index-1 system: accelerations, multipliers, rates of states and algebraic variables of a state (t, q, v, x) that
 * is known (paper 2, eq 3; paper 1, eqs 7c-7d),
 *
 *   M a + ... + Phi_q^T lambda + A^T mu - Q = 0
 *   Phi_q a = -(Phi_q v)_q v - 2 Phi_qt v - Phi_tt + correction
 *   A a = -... + correction
 *
 * and the rows of states and algebraic variables as they stand. Explicit methods and methods in independent coordinates
 * know no other equations. The correction is that of Baumgarte (paper 5, eq 33) or nothing. */
#ifndef SAR_METHOD_INDEX1_H
#define SAR_METHOD_INDEX1_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/method.h"

typedef struct SarIndex1 {
  const SarProblem *problem;
  SarLinear *linear; /* with the problem's pattern; not owned */
  SarStepStats *stats;
  double *values;     /* of the matrix last factorised */
  double *r;          /* residual, then correction */
  double *right;      /* np + nn: acceleration level */
  double *terms;      /* n: of rows, where rounding is suspected */
  int32_t iterations; /* of the last solve */
  int32_t culprit;    /* row or unknown to blame for a failure; -1: not known */
  double usual;       /* the least magnification so far; 0: none yet */
} SarIndex1;

/* False when memory is exhausted. */
bool sar_index1_create(SarArena *arena, const SarProblem *problem, SarLinear *linear, SarStepStats *stats,
                       SarIndex1 *index1);

/* Fills u = (a, lambda, mu, xdot, z), which comes in as a first guess. `correction`: np + nn numbers, null: none.
 * SAR_OK; > 0: singular, not converged, not to be evaluated; < 0: stop. The matrix stays factorised: see below. */
SarStatus sar_index1_solve(SarIndex1 *index1, const SarPoint *at, const double *correction, double *u);

/* Makes and factorises the matrix at the point, unknowns included. SAR_SINGULAR with the culprit. */
SarStatus sar_index1_factor(SarIndex1 *index1, const SarPoint *at);

/* How much nearer than usual the point of the last matrix is to a singular pose: by which factor positions that answer
 * errors in constraints are larger than at the best point so far, which is the inverse of the distance from the pose.
 * *row: the constraint at fault, as a culprit. 1 without constraints. */
double sar_index1_nearness(SarIndex1 *index1, int32_t *row);

/* `at` with the unknowns u. */
SarPoint sar_index1_point(const SarProblem *problem, const SarPoint *at, const double *u);

/* The pivots in use: whoever continues from here gets the same bits. */
SarStatus sar_index1_archive(SarIndex1 *index1, SarArchive *archive);

#endif
