/* The corrector: modified Newton on one stage, and the decision when a new matrix pays (paper 1, eqs 40-49; numerics 4;
 * the optimal replacement rule).
 *
 * A correction is measured in multiples of what is allowed; 1 is just good enough. With the rate xi of two successive
 * corrections the remaining error is xi/(1 - xi) times the last one (eq 43). When corrections stop shrinking the
 * residual decides: every row within 10 eps of the sum of its absolute terms is the rounding floor, which is as good as
 * the equations can be solved; anything above it is not converged and never accepted.
 *
 * Iterations that must go on to the floor need a second look. Positions are c_q a plus what is known of them, which is
 * (Omega h)^2 times as large as they are where the step is long against the period; their rounding stays in a row whose
 * own terms vanish with them. There it is the floor when the corrections are within 10 eps of the largest accelerations
 * so far, and no longer shrink. */
#ifndef SAR_METHOD_NEWTON_H
#define SAR_METHOD_NEWTON_H

#include <float.h>

#include "method/method.h"
#include "method/stage.h"

#define SAR_NEWTON_FLOOR (10 * DBL_EPSILON) /* of the terms of a row: rounding */

/* What is good enough. */
typedef struct SarNewtonTest {
  double a, x; /* factors from a correction's norm to multiples of what is allowed */
  double left; /* fixed step: the same for the estimate of what is left, over `a`, where that is judged more strictly */
  double tight;  /* not 0: the same as `left` for what accurate methods want, as far as rounding lets them have it */
  double first;  /* largest correction of a (weighted norm) that may be the first and last */
  double z;      /* error allowed in algebraic variables, relative to scale_z or themselves */
  double must_z; /* the same with fixed steps where iterations run out: what must be */
  bool rate;     /* judge by xi/(1 - xi) times the correction (adaptive); false: by the correction (fixed step) */
  bool floor;    /* go on until the residual is at the rounding floor */
  bool insist;   /* shorter steps are no way out: damped corrections are tried too */
  double least;  /* with `floor`: a correction of a (weighted norm) that is rounding */
  const double *weight, *weight_x;
  const double *weight_of_places; /* of positions, as far as rounding lets them be known */
  const double *scale_z;          /* largest |z| so far */
} SarNewtonTest;

typedef struct SarNewton {
  SarStage *stage;
  SarLinear *linear;
  SarStepStats *stats;
  double *values, *r, *du, *magnitude, *predicted;
  double *largest_z; /* of each algebraic variable's values in this solve */

  bool have_matrix, fresh;            /* fresh: made at this attempt's predicted point */
  bool replace;                       /* the replacement rule asks for a new matrix */
  double matrix_step;                 /* step size the matrix was made for */
  uint64_t activity, matrix_activity; /* what touches: at the last residual, and when the matrix was made */
  int64_t steps, sum;                 /* accepted steps and their iterations since the matrix was made */

  /* of the last solve */
  int32_t iterations, wasted; /* wasted: those with an old matrix that was given up */
  bool at_floor, new_matrix;
  bool at_point; /* the node's point is that of its unknowns */
  /* of all solves since sar_newton_begin: the stages of one attempt */
  int32_t all_iterations;
  bool any_new_matrix, any_at_floor;
  double rate;
  double z_size, z_rate; /* the last correction of the algebraic variables over their scale, and its rate */
  bool only_z;           /* all else has converged */
  bool enough;           /* what must be is reached: whatever follows makes it better */
} SarNewton;

bool sar_newton_create(SarArena *arena, SarStage *stage, SarLinear *linear, SarStepStats *stats, SarNewton *newton);

/* Solves the stage from the unknowns that stand in its node (the prediction). SAR_OK, or > 0: not converged, singular,
 * rotation too large, not to be evaluated; < 0: stop. The node's point is complete when SAR_OK is returned. */
SarStatus sar_newton_solve(SarNewton *newton, double step, const SarNewtonTest *test);

/* An attempt of a step begins: one solve, or one for each of its stages. */
void sar_newton_begin(SarNewton *newton);

/* A stage was solved and its result is used: the replacement rule counts it. */
void sar_newton_accepted(SarNewton *newton);

/* With `floor`: is the correction du, when they no longer shrink, rounding? */
bool sar_newton_is_rounding(const SarStage *stage, const double *du, const SarNewtonTest *test);

/* How the unknowns answer when the rows are disturbed by r, to first order and by the last matrix: the newton's own
 * array, until it is used again. */
const double *sar_newton_answer(SarNewton *newton, const double *r);

/* Who is to blame for a solve that failed with this status (limits.h): the row whose residual is largest against its
 * terms, the first that is not finite, the unknown at which the matrix broke down, the body that turned too far. */
int32_t sar_newton_culprit(const SarNewton *newton, SarStatus why);

/* The matrix is not to be used again (a new start). */
void sar_newton_forget(SarNewton *newton);

/* Flags, counts, the matrix and the pivots with which it is factorised. */
SarStatus sar_newton_archive(SarNewton *newton, SarArchive *archive);

/* The replacement rule by itself: a matrix that cost `cost` iterations has served `steps` steps with `sum` iterations,
 * `last` of them in the last step. */
bool sar_newton_replace(double cost, int64_t steps, int64_t sum, int32_t last);

/* ---- newton_point.c and newton_last.c, for newton.c and family/radau.c ---- */

/* The node's point for the unknowns as they stand. */
SarStatus sar_newton_point(SarNewton *newton);

/* The residual at the unknowns as they stand. */
SarStatus sar_newton_evaluate(SarNewton *newton);

/* A new matrix there, factorised. */
SarStatus sar_newton_matrix(SarNewton *newton, double step);

/* Size of the correction du in multiples of what is allowed: accelerations and state rates (paper 1, eqs 48b, 49b). */
double sar_newton_measure(const SarNewton *newton, const SarNewtonTest *test);

/* The largest of n corrections of algebraic variables against their scales. What is within 10 eps of the largest value
 * that a variable took on its way, largest_z, is rounding: the force of a stop that is not touched falls from what was
 * predicted by 16 digits in each iteration, and never to a small part of itself. */
double sar_measure_z(int32_t n, const double *value, const double *correction, const double *scale_z,
                     double *largest_z);

/* The first algebraic variable among the unknowns. */
int32_t sar_newton_first_z(const SarNewton *newton);

/* Moves n accelerations by about the rounding of positions, where these move by c_q times as much: in one of SAR_SHAKES
 * patterns, there (sign 1) and back (-1). */
#define SAR_SHAKES 4
void sar_shake(int32_t n, const double *weight, double c_q, int pattern, double sign, double *a);

/* Is a correction of the motion and of the states no more than rounding? */
bool sar_rests(const SarSizes *n, const double *du, const SarNewtonTest *test, double c_q, double c_x);

/* After corrections of the motion that are rounding, with the residual at the point: is what keeps variables from
 * settling the rounding of the motion? SAR_OK with *shaken set, or SAR_NO_CONVERGENCE. */
SarStatus sar_newton_shaken(SarNewton *newton, const SarNewtonTest *test, bool *shaken);

/* From the prediction towards the solution, by corrections that are shortened until they lead there: for iterations
 * that go back and forth between the sides of a steep law, as that of friction. SAR_OK: close enough for full ones. */
SarStatus sar_newton_approach(SarNewton *newton, double step, const SarNewtonTest *test);

#endif
