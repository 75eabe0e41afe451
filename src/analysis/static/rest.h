/* The equations of a mechanism at rest, v = a = xdot = 0 (docs/theory/statics.md):
 *
 *   dynamics    Phi_q^T lambda + A^T mu - Q(q, 0, x, z, t) = 0
 *   position    Phi(q, t) = 0
 *   velocity    A dq = 0: what moves only along these rows is held where it is
 *   states      d(0, x, q, 0, 0, lambda, z, t) = 0, algebraic: as they are
 *
 * for q, lambda, mu, x, z, with the problem's own residual and jacobian (weights q = x = 1), so that whatever brings
 * these has its statics, too. The point is that of the start: it moves as the iterations go on. */
#ifndef SAR_ANALYSIS_REST_H
#define SAR_ANALYSIS_REST_H

#include "analysis/start/start.h"

typedef struct SarRestCounts {
  int64_t residuals, factorisations, solves;
} SarRestCounts;

/* How far the point is from satisfying the equations. */
typedef struct SarRestGap {
  double force;     /* the largest scale of the forces at hand, N */
  double dynamics;  /* left over on a body, over it or what stiffness makes of forces that vanish */
  double position;  /* |Phi| over L */
  double equations; /* states and variables, over the terms of the row */
  double largest;   /* of the three */
} SarRestGap;

typedef struct SarRest {
  SarContext *context;
  SarStart *start;
  double t;
  SarLinear *linear;
  double *memory, *matrices; /* behind the arrays below */
  int32_t generation;        /* of the pattern that `matrices` and solver are made for */
  double *r, *magnitude;     /* rows at the point, and the sums of their absolute terms; n each */
  double *reach;             /* n: what the last matrix says that rows are where bodies move by L (reach.c) */
  double *step;              /* what was solved for; n */
  double *probe, *room;      /* n each */
  double *zero;              /* n zeros: velocities, accelerations, rates */
  double *values, *mass;     /* by entries of the pattern */
  double *scale;             /* n: powers of two by which rows and columns are multiplied for the solver ... */
  double *scaled;            /* ... and the values then */
  double *ridge;             /* nv: what a regularised matrix has more on its diagonal, for a factor of 1 */
  double *before;            /* nq: where the last move began */
  double *kept;              /* SAR_REST_PLACES points to come back to */
  int32_t *diagonal;         /* n: places of the diagonal among the values, -1: none */
  bool *held;                /* nx: states that are left where they are */
  int32_t nheld;
  double rate;    /* the largest coefficient of the state rows, 1/s */
  bool warned;    /* of states that do not come to rest */
  double epsilon; /* factor of the ridge: 0 until the matrix turns out to be singular */
  SarRestCounts counts;
} SarRest;

SarStatus sar_rest_create(SarContext *context, SarStart *start, SarRest **out);
void sar_rest_destroy(SarRest **rest);

/* Velocities, accelerations and rates become zero; states that cannot come to rest, or that nothing depends on, are
 * held. Warns of the former. */
SarStatus sar_rest_begin(SarRest *rest, double t);

SarPoint sar_rest_point(const SarRest *rest);

/* Rows into rest->r. SAR_RETRY: one of them is no number. What is near each other is looked for anew where bodies have
 * gone far; matrices are void then (generation), masses too. */
SarStatus sar_rest_evaluate(SarRest *rest);
/* Of what stands in rest->r. */
SarStatus sar_rest_measure(SarRest *rest, SarRestGap *out);

/* What the matrix has more than the stiffness. */
typedef struct SarRestMore {
  double ridge; /* a factor of it */
  double mass;  /* 1/s^2: a factor of the masses, which have been taken */
  double rate;  /* 1/s: a change of a state counts as that much of its rate */
} SarRestMore;

/* The matrix there, into rest->values. rate: what a change of a state counts as a rate of it, 1/s. */
SarStatus sar_rest_evaluate_matrix(SarRest *rest, double rate);
/* The matrix there, factorised. SAR_SINGULAR: it is singular, or so nearly that solutions say nothing. */
SarStatus sar_rest_factor(SarRest *rest, SarRestMore more);
/* The stiffness alone or, where it is singular, with a ridge, which is kept for later. */
SarStatus sar_rest_factor_safely(SarRest *rest);

/* rest->reach of the matrix in rest->values. */
void sar_rest_take_reach(SarRest *rest);

/* The factors of what stands in rest->values, and matrix^-1 times a vector, in place (balance.c). */
SarStatus sar_rest_decompose(SarRest *rest);
void sar_rest_invert(SarRest *rest, double *rhs);

/* rest->step = - matrix^-1 rest->r; its largest displacement (in L, rad) and rotation (rad). */
SarStatus sar_rest_solve(SarRest *rest, double *displacement, double *rotation);
/* The point moves by the step. */
void sar_rest_move(SarRest *rest);
/* Angles are followed through their turns from here. */
void sar_rest_accept(SarRest *rest);

/* A point to come back to. */
#define SAR_REST_PLACES 4
void sar_rest_keep(SarRest *rest, int place);
void sar_rest_go_back(SarRest *rest, int place);

/* masses times a vector of nv numbers. After sar_rest_take_masses. */
SarStatus sar_rest_take_masses(SarRest *rest);
void sar_rest_mass_product(const SarRest *rest, const double *v, double *out);

#endif
