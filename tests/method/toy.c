#include "method/toy.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
/* cmocka wants the four above */
#include <cmocka.h>

#include "base/rotation.h"

static SarStatus residual(const SarProblem *self, const SarPoint *at, double *r) {
  const Toy *toy = (const Toy *)self;
  if (toy->fail_at && at->t > *toy->fail_at) return SAR_RETRY;
  toy->class->rows(at, r, NULL);
  return SAR_OK;
}

static SarStatus magnitude(const SarProblem *self, const SarPoint *at, double *m) {
  double r[4 * TOY_MOST];
  ((const Toy *)self)->class->rows(at, r, m);
  return SAR_OK;
}

static void count_accepted(SarProblem *self, const SarPoint *at) {
  (void)at;
  ((Toy *)self)->accepted++;
}

static SarStatus switches(const SarProblem *self, const SarPoint *at, double *values) {
  ((const Toy *)self)->class->switches(at, values);
  return SAR_OK;
}

/* What is not given is zero: constraints need not know all. */
static void copy(double *to, const double *from, int32_t count) {
  if (from && count > 0) memcpy(to, from, sizeof(double) * (size_t)count);
}

static ToyPoint copy_of(const ToyClass *class, const SarPoint *at) {
  ToyPoint p = {.t = at->t};
  copy(p.q, at->q, class->n.nq);
  copy(p.v, at->v, class->n.nv);
  copy(p.a, at->a, class->n.nv);
  copy(p.lambda, at->lambda, class->n.np);
  copy(p.mu, at->mu, class->n.nn);
  copy(p.x, at->x, class->n.nx);
  copy(p.xdot, at->xdot, class->n.nx);
  copy(p.z, at->z, class->n.nz);
  return p;
}

/* Derivative of all rows along a move of the point: `move` applies a perturbation of size s. */
typedef void Move(const ToyClass *class, ToyPoint *p, int32_t i, double s, const SarWeights *weights);

static void slope_over(const ToyClass *class, const ToyPoint *at, Move *move, int32_t i, const SarWeights *weights,
                       double s, double *d) {
  double plus[4 * TOY_MOST], minus[4 * TOY_MOST];
  for (int side = 0; side < 2; side++) {
    ToyPoint p = *at;
    move(class, &p, i, side ? -s : s, weights);
    SarPoint view = toy_view(&p);
    class->rows(&view, side ? minus : plus, NULL);
  }
  for (int32_t k = 0; k < sar_sizes_unknowns(&class->n); k++) d[k] = (plus[k] - minus[k]) / (2 * s);
}

static void slope(const ToyClass *class, const ToyPoint *at, Move *move, int32_t i, const SarWeights *weights,
                  double *d) {
  slope_over(class, at, move, i, weights, 1e-5, d);
}

/* By an acceleration or a multiplier. In steps at rounding level these are as large as eps/h^2, 1e11 for h = 3e-14, and
 * a perturbation of 1e-5 would be lost in them: the matrix would have no masses. All rows are linear in them, so the
 * perturbation can be as large as they are. */
static void linear_slope(const ToyClass *class, const ToyPoint *at, Move *move, int32_t i, const SarWeights *weights,
                         double *d) {
  double largest = 1;
  for (int32_t k = 0; k < TOY_MOST; k++) {
    largest = fmax(largest, fmax(fabs(at->a[k]), fmax(fabs(at->lambda[k]), fabs(at->mu[k]))));
  }
  slope_over(class, at, move, i, weights, 1e-5 * largest, d);
}

/* Position along N times the i-th unit vector. */
static void move_position(const ToyClass *class, ToyPoint *p, int32_t i, double s, const SarWeights *weights) {
  for (int32_t b = 0, k = 0; b < class->nblocks; b++) {
    const SarBlock *block = &class->blocks[b];
    int32_t j = i - block->v;
    if (block->kind == SAR_BLOCK_PLAIN) {
      if (j >= 0 && j < block->count) p->q[block->q + j] += s;
    } else {
      static const double identity[9] = {1, 0, 0, 0, 1, 0, 0, 0, 1}; /* null means N = I */
      const double *n = weights->rotation ? weights->rotation + 9 * k : identity;
      k++;
      if (j < 0 || j > 2) continue;
      SarVec3 d = {s * n[j], s * n[3 + j], s * n[6 + j]};
      sar_quat_store(sar_quat_mul(sar_quat_load(p->q + block->q), sar_quat_exp(d)), p->q + block->q);
    }
  }
}
static void move_velocity(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->v[i] += s;
}
static void move_acceleration(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->a[i] += s;
}
static void move_lambda(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->lambda[i] += s;
}
static void move_mu(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->mu[i] += s;
}
static void move_x(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->x[i] += s;
}
static void move_xdot(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->xdot[i] += s;
}
static void move_z(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, p->z[i] += s;
}

static void move_time(const ToyClass *c, ToyPoint *p, int32_t i, double s, const SarWeights *w) {
  (void)c, (void)w, (void)i, p->t += s;
}

/* The motion goes on for s seconds, with its acceleration or without, whatever the states do. The turn s w + s^2/2
 * alpha in the body's axes has the angular velocity w + s alpha + O(s^2). */
static void coast(const ToyClass *class, ToyPoint *p, double s, bool accelerated) {
  double path[TOY_MOST];
  for (int32_t i = 0; i < class->n.nv; i++) path[i] = s * p->v[i] + (accelerated ? 0.5 * s * s * p->a[i] : 0);
  for (int32_t b = 0; b < class->nblocks; b++) {
    const SarBlock *block = &class->blocks[b];
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarVec3 turn = sar_vec3_load(path + block->v);
      sar_quat_store(sar_quat_mul(sar_quat_load(p->q + block->q), sar_quat_exp(turn)), p->q + block->q);
    }
    for (int32_t i = 0; block->kind == SAR_BLOCK_PLAIN && i < block->count; i++)
      p->q[block->q + i] += path[block->v + i];
  }
  for (int32_t i = 0; accelerated && i < class->n.nv; i++) p->v[i] += s * p->a[i];
  p->t += s;
}

/* The derivatives of all constraint rows along the motion: by central differences of eighth order. */
static void derivatives(const ToyClass *class, const SarPoint *at, bool accelerated, double *first, double *second) {
  static const double odd[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  static const double even[5] = {-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};
  const SarSizes *n = &class->n;
  double rows[4 * TOY_MOST], fastest = 1;
  for (int32_t i = 0; i < n->nv; i++) fastest = fmax(fastest, fabs(at->v[i]));
  for (int32_t i = 0; accelerated && i < n->nv; i++) fastest = fmax(fastest, sqrt(fabs(at->a[i])));
  double s = 0.05 / fastest;
  for (int32_t c = 0; c < n->np + n->nn; c++) first[c] = second[c] = 0;
  for (int32_t k = -4; k <= 4; k++) {
    ToyPoint p = copy_of(class, at);
    coast(class, &p, k * s, accelerated);
    SarPoint view = toy_view(&p);
    class->rows(&view, rows, NULL);
    for (int32_t c = 0; c < n->np + n->nn; c++) {
      first[c] += (k < 0 ? -1 : 1) * odd[abs(k)] / s * rows[n->nv + c];
      second[c] += even[abs(k)] / (s * s) * rows[n->nv + c];
    }
  }
}

/* Phi_q v + Phi_t */
static void rates(const ToyClass *class, const SarPoint *at, double *phidot) {
  double first[2 * TOY_MOST], second[2 * TOY_MOST];
  derivatives(class, at, false, first, second);
  memcpy(phidot, first, sizeof(double) * (size_t) class->n.np);
}

static SarStatus velocity(const SarProblem *self, const SarPoint *at, double *phidot) {
  const ToyClass *class = ((const Toy *)self)->class;
  double rows[4 * TOY_MOST];
  ToyPoint p = copy_of(class, at);
  SarPoint whole = toy_view(&p);
  rates(class, at, phidot);
  class->rows(&whole, rows, NULL);
  for (int32_t c = 0; c < class->n.nn; c++) phidot[class->n.np + c] = rows[class->n.nv + class->n.np + c];
  return SAR_OK;
}

static SarStatus position(const SarProblem *self, double t, const double *q, double *phi) {
  const ToyClass *class = ((const Toy *)self)->class;
  double rows[4 * TOY_MOST];
  ToyPoint p = {.t = t};
  memcpy(p.q, q, sizeof(double) * (size_t) class->n.nq);
  SarPoint view = toy_view(&p);
  class->rows(&view, rows, NULL);
  memcpy(phi, rows + class->n.nv, sizeof(double) * (size_t) class->n.np);
  return SAR_OK;
}

/* Without acceleration: minus the second derivative of positions, minus the first one of velocity rows. */
static SarStatus acceleration(const SarProblem *self, const SarPoint *at, double *right) {
  const ToyClass *class = ((const Toy *)self)->class;
  double first[2 * TOY_MOST], second[2 * TOY_MOST];
  derivatives(class, at, false, first, second);
  for (int32_t c = 0; c < class->n.np + class->n.nn; c++) right[c] = c < class->n.np ? -second[c] : -first[c];
  return SAR_OK;
}

/* (Phi_q v + Phi_t)_q N, in the rows of positions. */
static void rates_column(const ToyClass *class, const ToyPoint *at, int32_t i, const SarWeights *w, double *d) {
  double phidot[2][TOY_MOST], s = 1e-4;
  for (int side = 0; side < 2; side++) {
    ToyPoint p = *at;
    move_position(class, &p, i, side ? -s : s, w);
    SarPoint view = toy_view(&p);
    rates(class, &view, phidot[side]);
  }
  for (int32_t c = 0; c < class->n.np; c++) d[class->n.nv + c] = (phidot[0][c] - phidot[1][c]) / (2 * s);
}

/* G of problem.h: position rows twice, velocity rows once differentiated along the motion. */
static void accelerations(const ToyClass *class, const SarPoint *at, double *g) {
  double first[2 * TOY_MOST], second[2 * TOY_MOST];
  derivatives(class, at, true, first, second);
  for (int32_t c = 0; c < class->n.np + class->n.nn; c++) g[c] = c < class->n.np ? second[c] : first[c];
}

/* Derivative of a function of the constraints along a move, by central differences of eighth order: steps are long,
 * because the function is made by differences itself. */
typedef void Rows(const ToyClass *class, const SarPoint *at, double *out);

static void steep(const ToyClass *class, const ToyPoint *at, Rows *rows, int32_t nrows, Move *move, int32_t i,
                  const SarWeights *weights, double *d) {
  static const double odd[5] = {0, 4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
  const double s = 0.02;
  double value[2 * TOY_MOST];
  for (int32_t c = 0; c < nrows; c++) d[c] = 0;
  for (int32_t k = -4; k <= 4; k++) {
    if (k == 0) continue;
    ToyPoint p = *at;
    move(class, &p, i, k * s, weights);
    SarPoint view = toy_view(&p);
    rows(class, &view, value);
    for (int32_t c = 0; c < nrows; c++) d[c] += (k < 0 ? -1 : 1) * odd[abs(k)] / s * value[c];
  }
}

/* a G_a + v G_v + q G_q N, in the rows of constraints. */
static void accelerations_column(const ToyClass *class, const ToyPoint *at, int32_t i, const SarWeights *w, double *d) {
  int32_t nrows = class->n.np + class->n.nn;
  double da[2 * TOY_MOST], dv[2 * TOY_MOST], dq[2 * TOY_MOST];
  steep(class, at, accelerations, nrows, move_acceleration, i, w, da);
  steep(class, at, accelerations, nrows, move_velocity, i, w, dv);
  steep(class, at, accelerations, nrows, move_position, i, w, dq);
  for (int32_t c = 0; c < nrows; c++) d[class->n.nv + c] = w->a * da[c] + w->v * dv[c] + w->q * dq[c];
}

/* The column of one acceleration: a dF/da + v dF/dv + q dF/dq N, and what problem.h says of constraint rows. */
static void acceleration_column(const ToyClass *class, const ToyPoint *at, int32_t i, const SarWeights *w, double *d) {
  const SarSizes *n = &class->n;
  double da[4 * TOY_MOST], dv[4 * TOY_MOST], dq[4 * TOY_MOST];
  linear_slope(class, at, move_acceleration, i, w, da);
  slope(class, at, move_velocity, i, w, dv);
  slope(class, at, move_position, i, w, dq);
  for (int32_t k = 0; k < sar_sizes_unknowns(n); k++) {
    d[k] = w->a * da[k] + w->v * dv[k] + w->q * dq[k];
    if (k >= n->nv && k < n->nv + n->np) d[k] = dq[k];
    if (k >= n->nv + n->np && k < n->nv + n->np + n->nn) d[k] = dv[k] + w->velocity_q * dq[k];
  }
  if (w->rows == SAR_ROWS_VELOCITY) rates_column(class, at, i, w, d);
  if (w->rows == SAR_ROWS_ACCELERATION) accelerations_column(class, at, i, w, d);
}

static void state_column(const ToyClass *class, const ToyPoint *at, int32_t i, const SarWeights *w, double *d) {
  const SarSizes *n = &class->n;
  double dx[4 * TOY_MOST], df[4 * TOY_MOST];
  slope(class, at, move_x, i, w, dx);
  slope(class, at, move_xdot, i, w, df);
  for (int32_t k = 0; k < sar_sizes_unknowns(n); k++) {
    d[k] = w->xdot * df[k] + w->x * dx[k];
    if (k >= n->nv + n->np && k < n->nv + n->np + n->nn) d[k] = w->velocity_x * dx[k];
  }
  if (w->rows != SAR_ROWS_ACCELERATION) return;
  double gx[2 * TOY_MOST];
  steep(class, at, accelerations, n->np + n->nn, move_x, i, w, gx);
  for (int32_t c = 0; c < n->np + n->nn; c++) d[n->nv + c] = w->x * gx[c]; /* coasting, states stand still */
}

static SarStatus jacobian(const SarProblem *self, const SarPoint *view, const SarWeights *w, double *values) {
  const Toy *toy = (const Toy *)self;
  const ToyClass *class = toy->class;
  const SarSizes *n = &class->n;
  ToyPoint at = copy_of(class, view);
  int32_t column = 0, size = sar_sizes_unknowns(n);
  for (int32_t i = 0; i < n->nv; i++) acceleration_column(class, &at, i, w, values + size * column++);
  for (int32_t i = 0; i < n->np; i++) linear_slope(class, &at, move_lambda, i, w, values + size * column++);
  for (int32_t i = 0; i < n->nn; i++) linear_slope(class, &at, move_mu, i, w, values + size * column++);
  for (int32_t i = 0; i < n->nx; i++) state_column(class, &at, i, w, values + size * column++);
  for (int32_t i = 0; i < n->nz; i++) slope(class, &at, move_z, i, w, values + size * column++);
  for (int32_t k = 0; k < size * size; k++) values[k] *= toy->jacobian_factor;
  return SAR_OK;
}

static SarStatus by_time(const SarProblem *self, const SarPoint *view, double *rows, double *of_rates,
                         double *of_accelerations) {
  const ToyClass *class = ((const Toy *)self)->class;
  ToyPoint at = copy_of(class, view);
  slope(class, &at, move_time, 0, NULL, rows);
  steep(class, &at, rates, class->n.np, move_time, 0, NULL, of_rates);
  steep(class, &at, accelerations, class->n.np + class->n.nn, move_time, 0, NULL, of_accelerations);
  return SAR_OK;
}

static const SarProblemOps ops = {.residual = residual,
                                  .jacobian = jacobian,
                                  .magnitude = magnitude,
                                  .position = position,
                                  .velocity = velocity,
                                  .acceleration = acceleration,
                                  .by_time = by_time,
                                  .accept = count_accepted,
                                  .roots = switches};

void toy_init(Toy *toy, SarContext *context, const ToyClass *class) {
  int32_t size = sar_sizes_unknowns(&class->n);
  *toy = (Toy){.class = class, .jacobian_factor = 1};
  for (int32_t j = 0; j <= size; j++) toy->column[j] = j * size;
  for (int32_t k = 0; k < size * size; k++) toy->row[k] = k % size;
  for (int32_t i = 0; i < class->n.nv; i++) toy->weight[i] = class->weight[i] > 0 ? class->weight[i] : 1;
  for (int32_t i = 0; i < class->n.nx; i++) toy->weight_x[i] = 1;
  toy->base = (SarProblem){.ops = &ops,
                           .context = context,
                           .n = class->n,
                           .blocks = class->blocks,
                           .nblocks = class->nblocks,
                           .nrotations = class->nrotations,
                           .pattern = {size, size, toy->column, toy->row},
                           .weight = toy->weight,
                           .weight_x = toy->weight_x,
                           .roots = class->roots};
}

SarPoint toy_view(const ToyPoint *p) {
  return (SarPoint){p->t, p->q, p->v, p->a, p->lambda, p->mu, p->x, p->xdot, p->z};
}

ToyPoint toy_initial(const ToyClass *class) {
  ToyPoint point = {0};
  class->map(0, class->y0, &point);
  point.t = 0;
  return point;
}

static void runge_kutta(const ToyClass *class, double *y, double t, double h) {
  double k[4][TOY_MOST], at[TOY_MOST];
  const double c[4] = {0, 0.5, 0.5, 1}, b[4] = {1.0 / 6, 1.0 / 3, 1.0 / 3, 1.0 / 6};
  for (int s = 0; s < 4; s++) {
    for (int32_t i = 0; i < class->ny; i++) at[i] = y[i] + (s ? c[s] * h * k[s - 1][i] : 0);
    class->rate(t + c[s] * h, at, k[s]);
  }
  for (int s = 0; s < 4; s++) {
    for (int32_t i = 0; i < class->ny; i++) y[i] += h * b[s] * k[s][i];
  }
}

void toy_reference(const ToyClass *class, double *y, double t, double span, int32_t n) {
  for (int32_t i = 0; i < n; i++) runge_kutta(class, y, t + span * i / n, span / n);
}

ToyPoint *toy_reference_grid(const ToyClass *class, double h, int32_t count, int32_t substeps) {
  ToyPoint *grid = calloc((size_t)count + 1, sizeof *grid);
  double y[TOY_MOST];
  assert_non_null(grid);
  memcpy(y, class->y0, sizeof y);
  for (int32_t k = 0; k <= count; k++) {
    if (k > 0) toy_reference(class, y, (k - 1) * h, h, substeps);
    class->map(k * h, y, &grid[k]);
    grid[k].t = k * h;
  }
  return grid;
}

void toy_errors(const ToyClass *class, const SarStepView *view, const ToyPoint *exact, double squares[3]) {
  for (int32_t b = 0; b < class->nblocks; b++) {
    const SarBlock *block = &class->blocks[b];
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarQuat p = sar_quat_normalise(sar_quat_load(exact->q + block->q));
      double angle = sar_norm(sar_quat_log(sar_quat_mul(sar_quat_conjugate(p), sar_quat_load(view->q + block->q))));
      squares[0] += angle * angle;
    }
    for (int32_t i = block->q; block->kind == SAR_BLOCK_PLAIN && i < block->q + block->count; i++) {
      squares[0] += (view->q[i] - exact->q[i]) * (view->q[i] - exact->q[i]);
    }
  }
  for (int32_t i = 0; i < class->n.nv; i++) squares[1] += (view->v[i] - exact->v[i]) * (view->v[i] - exact->v[i]);
  for (int32_t i = 0; i < class->n.nx; i++) squares[1] += (view->x[i] - exact->x[i]) * (view->x[i] - exact->x[i]);
  for (int32_t i = 0; i < class->n.np; i++) {
    squares[2] += (view->lambda[i] - exact->lambda[i]) * (view->lambda[i] - exact->lambda[i]);
  }
  for (int32_t i = 0; i < class->n.nn; i++) squares[2] += (view->mu[i] - exact->mu[i]) * (view->mu[i] - exact->mu[i]);
  for (int32_t i = 0; i < class->n.nz; i++) squares[2] += (view->z[i] - exact->z[i]) * (view->z[i] - exact->z[i]);
}

SarIntegrator *toy_start(Toy *toy, const char *method, const SarStepOptions *options) {
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  ToyPoint point = toy_initial(toy->class);
  SarPoint at = toy_view(&point);
  assert_int_equal(sar_method_parse(toy->base.context, method, sar_nowhere(), &choice), SAR_OK);
  assert_int_equal(sar_integrator_create(toy->base.context, &toy->base, &choice, options, &integrator), SAR_OK);
  assert_int_equal(sar_integrator_start(integrator, &at), SAR_OK);
  return integrator;
}
