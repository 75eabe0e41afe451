/* Toy problems for the methods: small systems with an independent reference solution.
 *
 * A toy gives its residual, the sum of the absolute terms of every row, and a reference in minimal coordinates y, an
 * ordinary differential equation that the tests integrate with tiny Runge-Kutta steps. The iteration matrix is made by
 * central differences of the residual, with the weights of the contract. */
#ifndef TOY_H
#define TOY_H

#include "method/method.h"

#define TOY_MOST 8 /* entries of any vector of a toy; four times as many unknowns at most */

/* A point with room of its own. */
typedef struct ToyPoint {
  double t, q[TOY_MOST], v[TOY_MOST], a[TOY_MOST], lambda[TOY_MOST], mu[TOY_MOST], x[TOY_MOST], xdot[TOY_MOST],
      z[TOY_MOST];
} ToyPoint;

typedef struct ToyClass {
  const char *name;
  SarSizes n;
  SarBlock blocks[3];
  int32_t nblocks, nrotations;
  double weight[TOY_MOST];
  /* r: residual; m: absolute terms (may be null) */
  void (*rows)(const SarPoint *at, double *r, double *m);
  int32_t ny;
  double y0[TOY_MOST];
  void (*rate)(double t, const double *y, double *dy);
  void (*map)(double t, const double *y, ToyPoint *point); /* everything, consistent */
  SarRoot roots[4];                                        /* n.nroots of them */
  void (*switches)(const SarPoint *at, double *values);
} ToyClass;

typedef struct Toy {
  SarProblem base;
  const ToyClass *class;
  double jacobian_factor; /* 1: right; others: deliberately wrong */
  double *fail_at;        /* not null: residual asks for a retry when t is beyond */
  int32_t column[4 * TOY_MOST + 1], row[16 * TOY_MOST * TOY_MOST];
  double weight[TOY_MOST], weight_x[TOY_MOST];
  int64_t accepted;
} Toy;

extern const ToyClass toy_pendulum, toy_bead, toy_free_top, toy_heavy_top, toy_states, toy_gentle_states,
    toy_only_states, toy_algebraic, toy_skate, toy_spin;

void toy_init(Toy *toy, SarContext *context, const ToyClass *class);
SarPoint toy_view(const ToyPoint *point);
ToyPoint toy_initial(const ToyClass *class);

/* Advances y from t to t + span by n classical Runge-Kutta steps. */
void toy_reference(const ToyClass *class, double *y, double t, double span, int32_t n);

/* The reference at count + 1 times k * h, k = 0..count; free with free(). */
ToyPoint *toy_reference_grid(const ToyClass *class, double h, int32_t count, int32_t substeps);

/* Squared errors against the reference: positions (rotations by angle), velocities, multipliers. */
void toy_errors(const ToyClass *class, const SarStepView *view, const ToyPoint *exact, double squares[3]);

/* An integrator on the toy, started. Asserts success. */
SarIntegrator *toy_start(Toy *toy, const char *method, const SarStepOptions *options);

#endif
