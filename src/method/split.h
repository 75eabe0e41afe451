/* Coordinate partitioning (paper 2, section 1): of the nv velocity components, each with its direction of motion in the
 * chart around a configuration (cayley.h), as many are dependent, u, as there are constraints; the others are
 * independent, v. The split is such that Phi_u is well conditioned (eq 5); then positions and velocities of the
 * dependent ones follow from those of the independent ones (eqs 7c, 7d). It is an index set of body-frame components,
 * so it stays valid when the chart is centred anew (numerics 1).
 *
 * Only holonomic constraints are known here; rows that are not carried (problem.h) are left out. */
#ifndef SAR_METHOD_SPLIT_H
#define SAR_METHOD_SPLIT_H

#include "base/archive.h"
#include "base/arena.h"
#include "method/method.h"

/* Phi_u at one configuration. */
typedef struct SarSplitFactor {
  SarLinear *linear;    /* null: no constraints, or no split yet */
  double *all, *values; /* the problem's matrix, and Phi_u */
} SarSplitFactor;

typedef struct SarSplit {
  SarContext *context;
  const SarProblem *problem;
  SarStepStats *stats;
  int32_t ndependent, nindependent;
  int32_t *row;                     /* per dependent coordinate: a carried row, in the order of the rows */
  int32_t *dependent, *independent; /* velocity components, ascending */
  int32_t *of_row;                  /* np: index among the carried rows; -1 */

  SarPattern pattern;            /* of Phi_u */
  int32_t *column, *pattern_row; /* behind the pattern */
  int32_t *source;               /* per entry of Phi_u: the entry of the problem's matrix */
  SarSplitFactor centre, place;  /* Phi_u where the step begins, and where a stage is far from it */
  double *scale;                 /* nv: what a unit of each coordinate is */
  double *work;                  /* np + nn */
  double *rotation;              /* T of every rotation block */
  double *zero;                  /* n zeros */

  double condition, reference; /* |Phi_q| |Phi_u^-1| last, and at its best since it was chosen; 0: no split yet */
  double usual_speed;          /* 1/s, set by the owner: rounding of rates is measured against it near rest; 0: none */
  int32_t culprit;             /* row to blame for the last failure; -1: not known */
  int32_t iterations;          /* of the last sar_split_recover */
} SarSplit;

/* False when memory is exhausted. */
bool sar_split_create(SarArena *arena, SarContext *context, const SarProblem *problem, SarStepStats *stats,
                      SarSplit *split);
void sar_split_destroy(SarSplit *split);

/* At the centre of the chart, from the values of the problem's matrix there (position rows: Phi_q): factorises Phi_u,
 * and chooses another split when there is none yet or the one there is has become worse than the paper allows (at most
 * 1.25 times the condition number |Phi_q| |Phi_u^-1| that it had at its best since then), or when `anew`. *chosen
 * tells. SAR_SINGULAR: the constraints are dependent at this pose (culprit). */
SarStatus sar_split_centre(SarSplit *split, const double *values, bool anew, bool *chosen);

/* Solves Phi_u x = b in place, at the centre; b by carried rows. */
void sar_split_solve(SarSplit *split, double *b);
/* Solves Phi_u^T X = B in place, at the centre; B has `count` columns, by dependent components. */
void sar_split_solve_transposed(SarSplit *split, int32_t count, double *b);

/* Recovers dependent components (Algorithm 1, step 13): of xi until the constraints hold at the configuration q that xi
 * leads to from q0 (eq 7c), and of the rate xi' so that the constraints' rates vanish (eq 7d), v = T(xi) xi'. Both come
 * in as a guess. The factors of the centre serve as long as they are near enough, else Phi_u is factorised at xi. `at`:
 * where the problem's matrix can be evaluated, but for q, v and t. turn: 3 per rotation block. SAR_NO_CONVERGENCE,
 * which is also said where the way is so long that it may lead to another branch; SAR_SINGULAR, SAR_ROTATION_TOO_LARGE.
 */
SarStatus sar_split_recover(SarSplit *split, const SarPoint *at, const double *q0, double *xi, double *rate, double *q,
                            double *v, double *turn);

/* Completes a tangent vector: Phi_q x = 0 by its dependent components, at the centre. */
void sar_split_lift(SarSplit *split, double *x);
/* The dependent components -Phi_u^-1 Phi_v of all tangent vectors with one independent component that is 1, column by
 * column (eq 28a). */
void sar_split_lift_all(SarSplit *split, double *b);

SarStatus sar_split_archive(SarSplit *split, SarArchive *archive);

#endif
