/* Differential states: order and steps of stiff ones, their scales; algebraic variables and velocity rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "method/toy.h"

/* ---- x' = -rate (x - sin t) + cos t: the solution sin t attracts the more the stiffer it is ---- */

static double rate; /* of the toy */

static void stiff_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->xdot[0] + rate * p->x[0] - rate * sin(p->t) - cos(p->t);
  if (m) m[0] = fabs(p->xdot[0]) + rate * (fabs(p->x[0]) + fabs(sin(p->t))) + fabs(cos(p->t));
}
static void stiff_map(double t, const double *y, ToyPoint *p) {
  p->x[0] = y[0] + sin(t), p->xdot[0] = -rate * y[0] + cos(t);
}
static const ToyClass stiff = {.name = "stiff", .n = {.nx = 1}, .rows = stiff_rows, .ny = 0, .map = stiff_map};

typedef struct Result {
  double error; /* root mean square of the second half */
  int64_t steps, rejected;
} Result;

static Result run(const ToyClass *class, const char *method, const SarStepOptions *options) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, class);
  SarIntegrator *integrator = toy_start(&toy, method, options);
  const SarStepView *view = sar_integrator_view(integrator);
  double sum = 0;
  int count = 0;
  while (view->t1 < options->end) {
    assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    if (view->t1 < options->end / 2) continue;
    sum += pow(view->x[0] - sin(view->t1), 2);
    count++;
  }
  const SarStepStats *stats = sar_integrator_stats(integrator);
  Result result = {sqrt(sum / count), stats->steps, stats->rejected_error + stats->rejected_corrector};
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
  return result;
}

/* Order 2 at every rate; the step is far beyond 1/rate. */
static void order_of_stiff_states(void **state) {
  (void)state;
  const double rates[] = {1, 1e3, 1e6};
  for (int i = 0; i < 3; i++) {
    double slope = 0;
    rate = rates[i];
    for (int k = 0; k < 4; k++) {
      double h = 0.02 / (1 << k);
      Result r = run(&stiff, "hht", &(SarStepOptions){.end = 4, .fixed_step = h, .corrector_floor = true});
      assert_true(r.error <= 0.1 * h * h);
      slope += (1.5 - k) * log2(r.error) / 5;
    }
    print_message("rate %g: order %.3f\n", rate, slope);
    CHECK_NEAR(slope, 2, 0.1);
  }
}

/* Steps are ruled by the tolerance, as tolerance^(-1/3), not by the rate: on the solution a stiff state takes as many
 * as an easy one; away from it, what the decay itself takes comes on top. */
static void steps_of_stiff_states(void **state) {
  (void)state;
  for (int away = 0; away < 2; away++) {
    ToyClass class = stiff;
    class.y0[0] = away ? 0.5 : 0;
    double easy[4], slope = 0;
    for (int i = 0; i < 3; i++) {
      rate = i == 0 ? 1 : i == 1 ? 1e3 : 1e6;
      for (int k = 0; k < 4; k++) {
        double tolerance = pow(10, -3 - k);
        Result r = run(&class, "hht", &(SarStepOptions){.end = 4, .tolerance = tolerance});
        print_message("%s, rate %g, tolerance %g: error %.3e, %d steps, %d rejected\n", away ? "away" : "on it", rate,
                      tolerance, r.error, (int)r.steps, (int)r.rejected);
        if (i == 0) easy[k] = (double)r.steps;
        assert_true((double)r.steps <= (away ? 2.5 : 1.1) * easy[k]);
        if (i == 2) slope += (k - 1.5) * log10((double)r.steps) / 5;
        if (i == 2) assert_true(r.error < 0.01 * tolerance);
      }
    }
    assert_true(slope <= 1.0 / 3 + 0.06 && (away || slope >= 1.0 / 3 - 0.06));
  }
}

/* The same with rows of both kinds: the criterion of the states must hold as well as that of the positions. */
static void paper_criteria(void **state) {
  (void)state;
  const double tolerances[] = {1e-4, 1e-6};
  double steps[2];
  rate = 1e6;
  for (int k = 0; k < 2; k++) {
    Result r = run(&stiff, "hht:states=paper", &(SarStepOptions){.end = 4, .tolerance = tolerances[k]});
    steps[k] = (double)r.steps;
  }
  CHECK_NEAR(log10(steps[1] / steps[0]) / 2, 0.5, 0.05); /* eq (39): tolerance^(-1/2) */
}

/* ---- scales: the unit of a state must not matter ---- */

static double unit;
static void scaled_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->xdot[0] + p->x[0] - unit * (sin(p->t) + cos(p->t));
  if (m) m[0] = fabs(p->xdot[0]) + fabs(p->x[0]) + 2 * unit;
}
static void scaled_map(double t, const double *y, ToyPoint *p) {
  (void)y, p->x[0] = unit * (1 + sin(t)), p->xdot[0] = unit * (cos(t) - 1);
}
static int64_t scaled_steps(double of_unit, double weight) {
  const ToyClass scaled = {.name = "scaled", .n = {.nx = 1}, .rows = scaled_rows, .map = scaled_map};
  SarContext *context = sar_context_create();
  Toy toy;
  unit = of_unit;
  toy_init(&toy, context, &scaled);
  toy.weight_x[0] = weight;
  SarIntegrator *integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = 10, .tolerance = 1e-6});
  while (sar_integrator_view(integrator)->t1 < 10) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  int64_t steps = sar_integrator_stats(integrator)->steps;
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
  return steps;
}
static void own_scales(void **state) {
  (void)state;
  double usual = (double)scaled_steps(1, -1e6), large = (double)scaled_steps(1e5, -1e6);
  double small = (double)scaled_steps(1e-4, -1e6), tiny = (double)scaled_steps(1e-12, -1e6);
  print_message("steps %g, %g, %g, %g\n", usual, large, small, tiny);
  CHECK_NEAR(large, usual, 0.02 * usual);
  CHECK_NEAR(small, usual, 0.02 * usual);
  assert_true(tiny < usual / 3);                          /* below the least scale it is noise */
  assert_true((double)scaled_steps(1e5, 1) > 20 * usual); /* a scale that is given stands */
}

/* ---- algebraic variables ---- */

/* Orders of position, velocity and variables against a reference, by halving. */
static void orders(const ToyClass *class, double end, int32_t coarse, double order[3]) {
  int32_t finest = coarse << 3;
  ToyPoint *grid = toy_reference_grid(class, end / finest, finest, 4);
  memset(order, 0, 3 * sizeof *order);
  for (int k = 0; k < 4; k++) {
    SarContext *context = sar_context_create();
    Toy toy;
    toy_init(&toy, context, class);
    double h = end / (coarse << k), squares[3] = {0};
    SarIntegrator *integrator = toy_start(&toy, "hht", &(SarStepOptions){.end = end, .fixed_step = h});
    for (int32_t i = 1; i <= coarse << k; i++) {
      assert_int_equal(sar_integrator_step(integrator), SAR_OK);
      if (2 * i < coarse << k) continue;
      toy_errors(class, sar_integrator_view(integrator), &grid[i << (3 - k)], squares);
    }
    for (int i = 0; i < 3; i++) order[i] += (1.5 - k) * log2(squares[i] / (coarse << k)) / 10;
    sar_integrator_destroy(&integrator);
    sar_context_destroy(&context);
  }
  print_message("%s: order %.3f %.3f %.3f\n", class->name, order[0], order[1], order[2]);
  free(grid);
}

/* A loop through the acceleration: q'' = z0, z0 = -4 q + 0.3 z1, z1 = -0.5 q'' + 0.2 sin(z0); and an equation that acts
 * on nothing and converges at its own rate, exp(z2) = 6 + z0. */
static double loop_force(double q) {
  double z = -4 * q;
  for (int k = 0; k < 60; k++) z -= (1.15 * z + 4 * q - 0.06 * sin(z)) / (1.15 - 0.06 * cos(z));
  return z;
}
static void loop_rows(const SarPoint *p, double *r, double *m) {
  const double *z = p->z;
  r[0] = p->a[0] - z[0];
  r[1] = z[0] + 4 * p->q[0] - 0.3 * z[1];
  r[2] = z[1] + 0.5 * p->a[0] - 0.2 * sin(z[0]);
  r[3] = exp(z[2]) - 6 - z[0];
  if (!m) return;
  m[0] = fabs(p->a[0]) + fabs(z[0]);
  m[1] = fabs(z[0]) + fabs(4 * p->q[0]) + fabs(0.3 * z[1]);
  m[2] = fabs(z[1]) + fabs(0.5 * p->a[0]) + 0.2 * fabs(sin(z[0]));
  m[3] = exp(z[2]) + 6 + fabs(z[0]);
}
static void loop_rate(double t, const double *y, double *dy) { (void)t, dy[0] = y[1], dy[1] = loop_force(y[0]); }
static void loop_map(double t, const double *y, ToyPoint *p) {
  (void)t;
  double z = loop_force(y[0]);
  p->q[0] = y[0], p->v[0] = y[1], p->a[0] = p->z[0] = z;
  p->z[1] = -0.5 * z + 0.2 * sin(z), p->z[2] = log(6 + z);
}
static const ToyClass loop = {.name = "loop",
                              .n = {.nq = 1, .nv = 1, .nz = 3},
                              .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                              .nblocks = 1,
                              .rows = loop_rows,
                              .ny = 2,
                              .y0 = {1, 0.5},
                              .rate = loop_rate,
                              .map = loop_map};

/* Friction from a reaction: a pendulum in Cartesian coordinates with drag z0 v, z0 + z0^3 = 0.05 |lambda|, and
 * z1 = a_x lambda, which depends on both. */
static double drag(double lambda) {
  double z = 0.05 * fabs(lambda);
  for (int k = 0; k < 60; k++) z -= (z + z * z * z - 0.05 * fabs(lambda)) / (1 + 3 * z * z);
  return z;
}
static void friction_rows(const SarPoint *p, double *r, double *m) {
  const double *q = p->q, *z = p->z;
  double lambda = p->lambda[0];
  r[0] = p->a[0] + q[0] * lambda + z[0] * p->v[0];
  r[1] = p->a[1] + q[1] * lambda + z[0] * p->v[1] + 9.81;
  r[2] = (q[0] * q[0] + q[1] * q[1] - 1) / 2;
  r[3] = z[0] + z[0] * z[0] * z[0] - 0.05 * fabs(lambda);
  r[4] = z[1] - p->a[0] * lambda;
  if (!m) return;
  m[0] = fabs(p->a[0]) + fabs(q[0] * lambda) + fabs(z[0] * p->v[0]);
  m[1] = fabs(p->a[1]) + fabs(q[1] * lambda) + fabs(z[0] * p->v[1]) + 9.81;
  m[2] = (q[0] * q[0] + q[1] * q[1] + 1) / 2;
  m[3] = fabs(z[0]) + fabs(z[0] * z[0] * z[0]) + 0.05 * fabs(lambda);
  m[4] = fabs(z[1]) + fabs(p->a[0] * lambda);
}
static void friction_rate(double t, const double *y, double *dy) {
  (void)t;
  double lambda = y[1] * y[1] + 9.81 * cos(y[0]);
  dy[0] = y[1], dy[1] = -9.81 * sin(y[0]) - drag(lambda) * y[1];
}
static void friction_map(double t, const double *y, ToyPoint *p) {
  double dy[2], s = sin(y[0]), c = cos(y[0]), w = y[1];
  friction_rate(t, y, dy);
  p->q[0] = s, p->q[1] = -c, p->v[0] = c * w, p->v[1] = s * w;
  p->a[0] = c * dy[1] - s * w * w, p->a[1] = s * dy[1] + c * w * w;
  p->lambda[0] = w * w + 9.81 * c;
  p->z[0] = drag(p->lambda[0]), p->z[1] = p->a[0] * p->lambda[0];
}
static const ToyClass friction = {.name = "friction",
                                  .n = {.nq = 2, .nv = 2, .np = 1, .nz = 2},
                                  .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 2}},
                                  .nblocks = 1,
                                  .rows = friction_rows,
                                  .ny = 2,
                                  .y0 = {1.2, 0.5},
                                  .rate = friction_rate,
                                  .map = friction_map};

static void algebraic_variables(void **state) {
  (void)state;
  const ToyClass *const classes[] = {&loop, &friction};
  for (int k = 0; k < 2; k++) {
    double order[3];
    orders(classes[k], 3, 100, order);
    for (int i = 0; i < 3; i++) CHECK_NEAR(order[i], 2, 0.15);
  }
}

/* At accepted steps all algebraic equations hold to the tolerance, also the one that acts on nothing. */
static void algebraic_equations_hold(void **state) {
  (void)state;
  const ToyClass *const classes[] = {&loop, &friction};
  for (int k = 0; k < 2; k++) {
    for (int fixed = 0; fixed < 2; fixed++) {
      SarContext *context = sar_context_create();
      Toy toy;
      toy_init(&toy, context, classes[k]);
      SarStepOptions options = {.end = 5, .tolerance = 1e-5, .fixed_step = fixed ? 0.02 : 0};
      SarIntegrator *integrator = toy_start(&toy, "hht", &options);
      const SarStepView *view = sar_integrator_view(integrator);
      double worst = 0, scale[5] = {0};
      while (view->t1 < 5) {
        assert_int_equal(sar_integrator_step(integrator), SAR_OK);
        SarPoint at = {view->t1, view->q, view->v, view->a, view->lambda, view->mu, view->x, view->xdot, view->z};
        double r[5], m[5];
        classes[k]->rows(&at, r, m);
        int32_t first = classes[k]->n.nv + classes[k]->n.np;
        for (int32_t i = first; i < first + classes[k]->n.nz; i++) {
          scale[i] = fmax(scale[i], m[i]);
          worst = fmax(worst, fabs(r[i]) / scale[i]);
        }
      }
      const SarStepStats *stats = sar_integrator_stats(integrator);
      print_message("%s: %.3g left, %.2f iterations per step\n", classes[k]->name, worst,
                    (double)stats->iterations / (double)stats->steps);
      assert_true(worst <= (fixed ? 1e-6 : 1e-5)); /* fixed: 1e-10/c_q is left in accelerations */
      sar_integrator_destroy(&integrator);
      sar_context_destroy(&context);
    }
  }
}

/* ---- Chaplygin's sleigh: centre of mass 0.2 before the blade; against its analytic solution ---- */

#define SLEIGH_J 0.05
#define SLEIGH_A 0.2
static void sleigh_rows(const SarPoint *p, double *r, double *m) {
  double s = sin(p->q[2]), c = cos(p->q[2]), mu = p->mu[0];
  r[0] = p->a[0] - s * mu;
  r[1] = p->a[1] + c * mu;
  r[2] = SLEIGH_J * p->a[2] - SLEIGH_A * mu;
  r[3] = -s * p->v[0] + c * p->v[1] - SLEIGH_A * p->v[2];
  if (!m) return;
  m[0] = fabs(p->a[0]) + fabs(s * mu), m[1] = fabs(p->a[1]) + fabs(c * mu);
  m[2] = SLEIGH_J * fabs(p->a[2]) + SLEIGH_A * fabs(mu);
  m[3] = fabs(s * p->v[0]) + fabs(c * p->v[1]) + SLEIGH_A * fabs(p->v[2]);
}
static void sleigh_map(double t, const double *y, ToyPoint *p) {
  (void)t, (void)y;
  double u = -0.5, w = 2, udot = SLEIGH_A * w * w, wdot = -SLEIGH_A * u * w / (SLEIGH_J + SLEIGH_A * SLEIGH_A);
  p->q[0] = SLEIGH_A, p->v[0] = u, p->v[1] = SLEIGH_A * w, p->v[2] = w;
  p->a[0] = udot - SLEIGH_A * w * w, p->a[1] = u * w + SLEIGH_A * wdot, p->a[2] = wdot;
  p->mu[0] = SLEIGH_J * wdot / SLEIGH_A;
}
static const ToyClass sleigh = {.name = "sleigh",
                                .n = {.nq = 3, .nv = 3, .nn = 1},
                                .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 3}},
                                .nblocks = 1,
                                .rows = sleigh_rows,
                                .map = sleigh_map};
enum { T, XP, YP, THETA, U, OMEGA, U_D, OMEGA_D, X_CM, Y_CM, LATERAL, ENERGY, COLUMNS };
#define ROWS 401

static void load_sleigh(double (*rows)[COLUMNS]) {
  FILE *file = fopen(SAR_TEST_DIR "/data/solutions/chaplygin_sleigh.csv", "r");
  char line[512];
  assert_non_null(file);
  assert_non_null(fgets(line, sizeof line, file));
  for (int i = 0; i < ROWS; i++) {
    assert_non_null(fgets(line, sizeof line, file));
    char *at = line;
    for (int k = 0; k < COLUMNS; k++) rows[i][k] = strtod(at, &at), at += *at == ',';
  }
  fclose(file);
}

static void sleigh_errors(double (*rows)[COLUMNS], int per_row, double error[4]) {
  SarContext *context = sar_context_create();
  Toy toy;
  toy_init(&toy, context, &sleigh);
  SarStepOptions options = {.end = rows[ROWS - 1][T], .fixed_step = rows[1][T] / per_row, .corrector_floor = true};
  SarIntegrator *integrator = toy_start(&toy, "hht", &options);
  const SarStepView *view = sar_integrator_view(integrator);
  memset(error, 0, 4 * sizeof *error);
  for (int i = 1; i < ROWS; i++) {
    for (int k = 0; k < per_row; k++) assert_int_equal(sar_integrator_step(integrator), SAR_OK);
    const double *row = rows[i];
    CHECK_NEAR(view->t1, row[T], 1e-12);
    double position = hypot(view->q[0] - row[X_CM], view->q[1] - row[Y_CM]);
    error[0] = fmax(error[0], fmax(position, fabs(view->q[2] - row[THETA])));
    error[1] = fmax(error[1], fabs(view->v[2] - row[OMEGA]));
    if (i > 4) error[2] = fmax(error[2], fabs(fabs(view->mu[0]) - fabs(row[LATERAL])));
    double slip = -sin(view->q[2]) * view->v[0] + cos(view->q[2]) * view->v[1] - SLEIGH_A * view->v[2];
    error[3] = fmax(error[3], fabs(slip));
  }
  sar_integrator_destroy(&integrator);
  sar_context_destroy(&context);
}

static void chaplygin_sleigh(void **state) {
  (void)state;
  static double rows[ROWS][COLUMNS];
  double order[3] = {0}, error[4];
  load_sleigh(rows);
  for (int k = 0; k < 4; k++) {
    sleigh_errors(rows, 2 << k, error);
    print_message("h = %g: errors %.3e %.3e %.3e, slip %.1e\n", rows[1][T] / (2 << k), error[0], error[1], error[2],
                  error[3]);
    for (int i = 0; i < 3; i++) order[i] += (1.5 - k) * log2(error[i]) / 5;
  }
  for (int i = 0; i < 3; i++) CHECK_NEAR(order[i], 2, 0.1);
  assert_true(error[0] < 1e-4 && error[3] < 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(order_of_stiff_states), cmocka_unit_test(steps_of_stiff_states),
      cmocka_unit_test(paper_criteria),        cmocka_unit_test(own_scales),
      cmocka_unit_test(algebraic_variables),   cmocka_unit_test(algebraic_equations_hold),
      cmocka_unit_test(chaplygin_sleigh),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
