/* How accelerations, multipliers and rates of the index-1 system answer to a small change of the state: its first
 * variation, in the chart around the configuration at which it is taken (paper 2, eqs 27-35; numerics 1).
 *
 * With the changes U, W, X of xi, xi' and xi'', Lambda of the multipliers, S and D of states and their rates, Z of the
 * algebraic variables and tau of time, the equations and the constraints at their three levels read
 *
 *   dynamics      F_q U + F_v W~ + F_a X~ + F_lambda Lambda + F_x S + F_xdot D + F_z Z + F_t tau = 0
 *   level 0       Phi_q U + Phi_t tau = 0
 *   level 1       (Phi_q v + Phi_t)_q U + Phi_q W~ + (...)_t tau = 0
 *   level 2       G_q U + G_v W~ + Phi_q X~ + G_t tau = 0,        G = d^2 Phi/dt^2
 *   states, algebraic    as dynamics
 *
 * where on a rotation with angular velocity w and acceleration alpha the chart adds (numerics 1)
 *
 *   W~ = W - 1/2 U x w,     X~ = X - 1/2 U x alpha - 1/2 (U.w) w.
 *
 * The matrix has one column for each component of U, W, X, Lambda, S, D, Z and does not depend on any step. */
#ifndef SAR_METHOD_VARIATION_H
#define SAR_METHOD_VARIATION_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/method.h"

/* coefficient[c] times value s of one of the four matrices of the problem goes to an entry. */
typedef struct SarVariationTerm {
  int32_t slot, source, coefficient;
} SarVariationTerm;

typedef struct SarVariation {
  const SarProblem *problem;
  SarStepStats *stats;
  int32_t level[3], states, nrows;  /* first row of each level, of states (algebraic rows follow); their number */
  int32_t u, w, x, lambda, s, d, z; /* first column of each kind */
  SarPattern pattern;               /* all of them */
  double *values, *by_time;         /* of the matrix, and the column of tau */
  SarVariationTerm *terms;
  int32_t nterms, entries; /* entries: of one matrix of the problem */
  double *matrix;          /* the problem's matrices by a, by v and by q, and the rates' by q: 4 times entries */
  double *coefficient;     /* 1, then per rotation block 9 of w x/2 and 9 of alpha x/2 - w w^T/2 */
  double *time_rows, *time_rates, *time_accelerations;
} SarVariation;

/* False when memory is exhausted. Problems with velocity rows are not for this. */
bool sar_variation_create(SarArena *arena, const SarProblem *problem, SarStepStats *stats, SarVariation *variation);

/* At a consistent point, all its unknowns included. */
SarStatus sar_variation_evaluate(SarVariation *variation, const SarPoint *at);

/* The problem's matrix by accelerations at that point: its position rows are Phi_q. */
static inline const double *sar_variation_by_acceleration(const SarVariation *variation) { return variation->matrix; }

/* Whether some constraint changes with time at that point, at any level. */
bool sar_variation_is_driven(const SarVariation *variation);

/* The matrices as they were last evaluated. */
void sar_variation_archive(SarVariation *variation, SarArchive *archive);

/* y += factor times the `count` columns from `first` times x. */
void sar_variation_add(const SarVariation *variation, int32_t first, int32_t count, double factor, const double *x,
                       double *y);

#endif
