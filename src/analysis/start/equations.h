/* The saddle-point system of a mechanism,
 *
 *   [ M      Phi_q^T  A^T ] [ . ]
 *   [ Phi_q                ] [ . ]      (paper 2, eq 3; paper 1, eqs 7c-7d)
 *   [ A                    ] [ . ]
 *
 * solved for consistent accelerations and reactions (index 1), and for the projection of positions and velocities onto
 * the constraints: the smallest change in the norm of M. */
#ifndef SAR_ANALYSIS_EQUATIONS_H
#define SAR_ANALYSIS_EQUATIONS_H

#include "analysis/start/null_space.h"
#include "base/archive.h"
#include "linear/linear.h"
#include "system/workspace.h"

/* What has been done so far: evaluations of rows (of positions, velocities or the whole residual), matrices, solves. */
typedef struct SarEquationCounts {
  int64_t residuals, factorisations, solves;
} SarEquationCounts;

typedef struct SarEquations {
  SarContext *context;
  SarWorkspace *m;
  SarLinear *linear;
  double *values;                        /* of the matrix */
  double *memory;                        /* one block behind the arrays below */
  double *rhs, *zero, *residual;         /* zero: n zeros */
  double *magnitude, *right, *solution;  /* of refined solves: terms of each row, right-hand side, solution */
  double *trial, *step, *before, *scale; /* of the iteration for accelerations; null where one solve is exact */
  double floor;                          /* of it: weighted accelerations that rounding of the forces may leave */
  double *x, *z;                         /* states and variables as last seen: the matrix is evaluated there */
  int32_t culprit;                       /* the row that did not converge, -1: none */
  bool whole;                            /* the matrix has all of user-defined physics, not constraints and M alone */
  bool nearby;                           /* the factors are those of another pose, which is near enough: ... */
  double t;                              /* ... of this time, ... */
  double moved, distance, *left;         /* ... so far away; rates left by velocities, over those before; as they are */
  SarNullSpace *null;                    /* of redundant rows, for reactions of least norm; null: all are carried */
  SarEquationCounts counts;
  int32_t generation; /* of the pattern they are made for */
} SarEquations;

SarStatus sar_equations_create(SarContext *context, SarWorkspace *m, SarEquations **out);
void sar_equations_destroy(SarEquations **equations);

/* Makes anew what is made for a pattern of the mechanism that is no longer the one it has (problem.h: generation). */
SarStatus sar_equations_renew(SarEquations *e);
SarStatus sar_equations_make_matrix(SarEquations *e); /* all of it */
SarStatus sar_equations_make_solver(SarEquations *e); /* the solver alone: it forgets its pivots */

/* Factorises at (t, q). SAR_SINGULAR is left to the caller to report. With user-defined physics the matrix has the
 * constraints and M alone, for projections: user forces and variables do not take part in them. */
SarStatus sar_equations_factor(SarEquations *e, double t, const double *q, const double *v);

/* The same at a point of a motion, near which accelerations, multipliers and variables are known already, for what
 * looks at the residuals of its solutions: the factors then serve for poses nearby, too (nearby.c). With user-defined
 * physics that does not come between the constraints and what they act on, the matrix is that of the accelerations
 * themselves, which does for projections as well. What follows is the projection of positions and velocities, and then
 * the accelerations, with a guess. */
SarStatus sar_equations_factor_near(SarEquations *e, const SarPoint *at);

/* Those factors, for who makes the matrix of a point nearby at the same time and refines solutions with it; null: there
 * are none, or of another matrix. They hold until the equations are factorised again. */
SarLinear *sar_equations_lend(const SarEquations *e, double t);

/* The positions have moved by so much since then, in L and rad: factorises again where that is too far. */
SarStatus sar_equations_follow(SarEquations *e, const SarPoint *at, double moved);

/* One Gauss-Newton step onto Phi = 0 with the current factorisation; *moved: largest weighted displacement. */
SarStatus sar_equations_project_position(SarEquations *e, double t, double *q, double *moved);

/* v onto Phi_q v + Phi_t = 0, A v + b = 0 (exact: the rows are linear in v). Factorised at q, or near: then SAR_RETRY
 * says that the pivots are not good enough, and that positions should be projected anew with better ones. */
SarStatus sar_equations_project_velocity(SarEquations *e, double t, const double *q, double *v, const double *x);

/* Consistent a, lambda, mu, xdot, z at (t, q, v, x). Factorised at q. Rows that are not carried get lambda = 0. Where
 * user-defined physics makes the equations nonlinear, what comes in is where the iteration begins, and the matrix is
 * that of the equations afterwards (accelerations.c). SAR_NO_CONVERGENCE: e->culprit is the row furthest from zero. */
SarStatus sar_equations_accelerations(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                      double *a, double *lambda, double *mu, double *xdot, double *z);

/* Of matrix.c. A point without accelerations and multipliers; v and x may be null. */
SarPoint sar_equations_point(const SarEquations *e, double t, const double *q, const double *v, const double *x);
/* The matrix at the pose, with the factors as they are; and its factors. */
SarStatus sar_equations_evaluate(SarEquations *e, double t, const double *q, const double *v);
SarStatus sar_equations_refactor(SarEquations *e);
/* Rows that are not carried, of the position rows. */
void sar_equations_clear_dropped(const SarEquations *e, double *position_rows);
/* Solves with the factors, in place in e->rhs. */
SarStatus sar_equations_solve(SarEquations *e);
/* Solves for e->right as exactly as rounding allows; the solution stands in e->solution. */
SarStatus sar_equations_solve_sharply(SarEquations *e);

/* Of nearby.c: the same as sar_equations_project_velocity and sar_equations_accelerations (y: a, lambda, mu, xdot) with
 * factors of another pose. SAR_RETRY: they are too far away. */
SarStatus sar_equations_velocity_nearby(SarEquations *e, const SarPoint *at, double *v);
SarStatus sar_equations_accelerations_nearby(SarEquations *e, const SarPoint *at, double *const y[4]);
/* The constraint rows at the level of accelerations, behind the nv rows of f: no matrix is looked at. What does not
 * depend on accelerations is evaluated once before, and stands in e->right. */
SarStatus sar_equations_begin_nearby(SarEquations *e, const SarPoint *at);
SarStatus sar_equations_rows_nearby(SarEquations *e, const SarPoint *at, double *f);

/* Of accelerations.c: evaluates rows and matrix there. */
SarStatus sar_equations_iterate(SarEquations *e, const SarPoint *at, double *const y[5]);
/* The point at which it ended, right or wrong. */
SarPoint sar_equations_reached(const SarEquations *e, const SarPoint *at);

/* The velocities after an impulse along the row `b` (nv) that changes b v by `change` and respects the constraints:
 * they hold as they did before (numerics, section 8). Factorised at q. SAR_SINGULAR: the constraints leave no motion
 * along b.
 */
SarStatus sar_equations_impulse(SarEquations *e, const double *b, double change, double *v);

/* What a unit impulse along the row b does to the velocities, the impulses of the constraints included: w, nv numbers.
 * Factorised at q. SAR_SINGULAR: the constraints leave no motion along b. */
SarStatus sar_equations_response(SarEquations *e, const double *b, double *w);

/* Of least_norm.c. Replaces multipliers of a redundant set by the representative of least norm with the same
 * Phi_q^T lambda + A^T mu (numerics, section 6). Factorised at q. Changes nothing where all rows are carried. */
SarStatus sar_equations_least_norm(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                   double *lambda, double *mu);
/* The same where nothing is factorised: nor is it here, unless there is no other way. */
SarStatus sar_equations_least_norm_anew(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                        double *lambda, double *mu);

/* What a row that is not carried repeats: multipliers with a one there and those of carried rows that act on nothing
 * together. vector: position rows, then velocity rows. Factorised at q, and no accelerations since. */
SarStatus sar_equations_null_vector(SarEquations *e, int32_t row, double *vector);

/* A sum of all of these with factors of no order, and of size one in every loop: what feels none of two feels nothing
 * of the null space. */
SarStatus sar_equations_draw(SarEquations *e, int32_t number, double *vector);

/* Of matrix.c: the gradients at (t, q) for e->null, which must be. e->values are those of all rows then. */
SarStatus sar_equations_take_gradients(SarEquations *e, double t, const double *q, const double *v);

/* A new solver, which has chosen no pivots yet. */
SarStatus sar_equations_forget_pivots(SarEquations *e);

/* What later rows of output depend on: the pivots of the factorisation. */
SarStatus sar_equations_archive(SarEquations *e, SarArchive *archive);

/* q (+) dq: translations add, orientations turn by the rotation vector in body axes. */
void sar_move(const SarProblem *p, const double *dq, double *q);

#endif
