/* The audit's integrals: long steps of methods of high order are not blamed for the audit's own error, and runs that
 * are wrong are. */
#include "analysis/audit/quadrature.h"

#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

#define LENGTH 0.5
#define RATE 5
#define REACH 0.2
#define GRAVITY 9.81

/* The rod hangs on a carriage that is moved to and fro: reach sin(rate t). */
static const char driven[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  carriage: {mass: 1, inertia: [0.01, 0.01, 0.01], velocity: [1, 0, 0]}\n"
    "  rod: {mass: 0.6, inertia: [1e-4, 0.0125, 0.0125], at: [0.25, 0, 0], velocity: [1, 0, 0],\n"
    "        frames: {pin: {at: [-0.25, 0, 0]}}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, carriage], at: [0, 0, 0], axis: x}\n"
    "  pin: {type: revolute, between: [carriage, rod.pin], axis: y}\n"
    "motions:\n"
    "  drive: {joint: rail, translation: \"0.2*sin(5*t)\"}\n"
    "simulate: {end: 1}\n"
    "output: {every: 0.1}\n";

/* Its angle about y from the horizontal, by Lagrange's equation: phi'' = 3/(2 l) (g cos(phi) + x'' sin(phi)). */
static double acceleration(double t, double angle) {
  double pivot = -REACH * RATE * RATE * sin(RATE * t);
  return 1.5 / LENGTH * (GRAVITY * cos(angle) + pivot * sin(angle));
}

/* The classical Runge-Kutta method with steps that leave nothing but rounding. */
static double angle_at(double end) {
  const int steps = 4000;
  double h = end / steps, y = 0, v = 0;
  for (int i = 0; i < steps; i++) {
    double t = i * h;
    double a1 = acceleration(t, y), v2 = v + h / 2 * a1;
    double a2 = acceleration(t + h / 2, y + h / 2 * v), v3 = v + h / 2 * a2;
    double a3 = acceleration(t + h / 2, y + h / 2 * v2), v4 = v + h * a3;
    double a4 = acceleration(t + h, y + h * v3);
    y += h / 6 * (v + 2 * v2 + 2 * v3 + v4);
    v += h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
  }
  return y;
}

typedef struct Done {
  SarRunSummary summary;
  double x, z; /* of the rod, at the end; nan without output */
  int32_t warnings;
} Done;

static Done run(const char *method, double tolerance, bool output) {
  Fixture f = fixture_of(driven);
  SarRunOptions options = hht_options();
  SarTable *table = NULL;
  Done done = {.x = NAN, .z = NAN};
  assert_int_equal(sar_table_create(f.context, &table), SAR_OK);
  options.method = method;
  options.tolerance = tolerance;
  options.table = output ? table : NULL;
  options.no_output = !output;
  assert_int_equal(sar_run(f.context, f.system, &options, &done.summary), SAR_OK);
  for (int32_t i = 0; i < sar_context_count(f.context); i++) {
    done.warnings += sar_context_get(f.context, i)->severity == SAR_WARNING;
  }
  if (output) done.x = last_value(table, "rod.x"), done.z = last_value(table, "rod.z");
  sar_table_destroy(&table);
  fixture_free(&f);
  return done;
}

/* The steps are so long that the plain rule misses the energy by 1.3e-4, more than the limit at this tolerance, though
 * the motion is right to 1e-8. */
static void long_steps_are_not_blamed(void **state) {
  (void)state;
  static const char *const methods[] = {"dopri5", "rkf45", "rosenbrock-nystrom"};
  double angle = angle_at(1), x = REACH * sin(RATE) + LENGTH / 2 * cos(angle), z = -LENGTH / 2 * sin(angle);
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    Done done = run(methods[i], 1e-9, true);
    CHECK_NEAR(done.x, x, 2e-8);
    CHECK_NEAR(done.z, z, 2e-8);
    assert_int_equal(done.warnings, 0);
    assert_true(done.summary.energy_balance_max < 2.5e-5); /* a quarter of the limits */
    assert_true(done.summary.momentum_balance_max < 5e-5);
  }
}

/* Without output there is nothing to solve the equations with: the numbers stay, the verdict knows what they are worth.
 */
static void what_cannot_be_solved_is_in_doubt(void **state) {
  (void)state;
  Done done = run("dopri5", 1e-9, false);
  assert_true(done.summary.energy_balance_max > 1e-4);
  assert_int_equal(done.warnings, 0);
}

/* ---- a motion that is wrong ---- */

static const char stone[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  stone: {mass: 2, inertia: [0.1, 0.1, 0.1], velocity: [1, 0, 5]}\n"
    "simulate: {end: 1}\n";

/* A throw under another gravity. */
typedef struct Throw {
  double gravity, q[7], v[6], a[6], none[1];
} Throw;

static SarPoint throw_at(Throw *s, double t) {
  memset(s->q, 0, sizeof s->q);
  s->q[0] = t;
  s->q[2] = t * (5 - s->gravity * t / 2);
  s->q[3] = 1;
  memcpy(s->v, (double[6]){1, 0, 5 - s->gravity * t}, sizeof s->v);
  memcpy(s->a, (double[6]){0, 0, -s->gravity}, sizeof s->a);
  return (SarPoint){.t = t,
                    .q = s->q,
                    .v = s->v,
                    .a = s->a,
                    .lambda = s->none,
                    .mu = s->none,
                    .x = s->none,
                    .xdot = s->none,
                    .z = s->none};
}

static SarStatus throw_inside(void *self, double t, SarPoint *out, bool *solved) {
  *out = throw_at(self, t);
  *solved = true;
  return SAR_OK;
}

/* Audits 20 steps as a run with `dopri5` would at this tolerance. The number of warnings. */
static int32_t judge_throw(double gravity, double tolerance) {
  Fixture f = fixture_of(stone);
  SarStart *s = NULL;
  SarAudit *audit = NULL;
  SarStepOptions steps = {.tolerance = tolerance, .end = 1};
  SarMethodChoice method;
  SarRunSummary summary = {.end_time = 1};
  Throw end = {.gravity = gravity}, inner = end;
  SarInside inside = {throw_inside, &inner};
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_audit_create(f.context, f.system, &audit), SAR_OK);
  assert_int_equal(sar_method_parse(f.context, "dopri5", sar_nowhere(), &method), SAR_OK);
  assert_true(sar_trust_needs_care(&method));
  sar_audit_be_careful(audit, f.system, 1, sar_trust_energy_limit(&steps), sar_trust_momentum_limit(&steps));
  SarPoint at = throw_at(&end, 0);
  assert_int_equal(sar_audit_start(audit, s->m, &at), SAR_OK);
  for (int i = 1; i <= 20; i++) {
    at = throw_at(&end, i / 20.0);
    assert_int_equal(sar_audit_step(audit, s->m, (i - 1) / 20.0, &at, &at, &inside), SAR_OK);
  }
  sar_audit_summarise(audit, f.system, &summary);
  sar_trust_warn(f.context, &summary, sar_audit_doubt(audit), &method, &steps, 1);
  int32_t count = sar_context_count(f.context);
  sar_audit_destroy(&audit);
  sar_start_destroy(&s);
  fixture_free(&f);
  return count;
}

static void a_wrong_motion_is_told(void **state) {
  (void)state;
  assert_int_equal(judge_throw(GRAVITY, 1e-9), 0);
  assert_int_equal(judge_throw(GRAVITY * (1 + 1e-5), 1e-9), 0); /* within 1e-4 of the energy */
  assert_int_equal(judge_throw(GRAVITY * (1 + 1e-3), 1e-9), 1);
  assert_int_equal(judge_throw(GRAVITY * (1 - 1e-3), 1e-9), 1);
}

/* ---- the rules ---- */

/* All flows are 1 + cos(t): the integral from t0 to t is known. */
static SarFlow wave(double t) {
  SarFlow flow;
  for (int i = 0; i < SAR_FLOWS; i++) flow.y[i] = 1 + cos(t);
  return flow;
}

static double wave_integral(double t0, double t) { return t - t0 + sin(t) - sin(t0); }

static SarQuadratureStep wave_step(double t0, double h) {
  SarQuadratureStep s = {.t = t0 + h, .h = h, .begin = wave(t0), .middle = wave(t0 + h / 2), .end = wave(t0 + h)};
  for (int i = 0; i < SAR_FLOWS; i++) s.plain.y[i] = h * (s.begin.y[i] + s.end.y[i]) / 2;
  return s;
}

/* The sum of estimates over a period against the sum of errors: never below it, and not far above. */
static void each_rule_knows_its_error(void **state) {
  (void)state;
  SarQuadrature q = {.multipliers = true};
  const double h = 0.4;
  double error[3] = {0}, estimated[3] = {0}, estimate[SAR_BALANCES];
  SarQuadratureStep first = wave_step(-h, h);
  sar_quadrature_close(&q, &first, (double[SAR_BALANCES]){0});
  for (int i = 0; i < 16; i++) {
    double t = i * h, exact = wave_integral(t, t + h);
    SarQuadratureStep s = wave_step(t, h);
    SarFlow inner[3] = {wave(t + h / 4), wave(t + h / 2), wave(t + 3 * h / 4)};
    sar_quadrature_estimate(&q, &s, estimate);
    error[0] += fabs(s.plain.y[2] - exact), estimated[0] += estimate[1] / 3;
    error[1] += fabs(sar_quadrature_simpson(&q, &s, &inner[1], estimate).y[2] - exact), estimated[1] += estimate[1] / 3;
    error[2] += fabs(sar_quadrature_boole(&q, &s, inner, estimate).y[2] - exact), estimated[2] += estimate[1] / 3;
    sar_quadrature_close(&q, &s, (double[SAR_BALANCES]){0});
  }
  assert_true(error[0] > 0.01 && estimated[0] > 0.9 * error[0] && estimated[0] < 2 * error[0]);
  assert_true(error[1] < 1e-3 * error[0] && estimated[1] > error[1] && estimated[1] < 10 * error[1]);
  assert_true(error[2] < 1e-2 * error[1] && estimated[2] > error[2]);
}

/* Errors may be as large as their share of the limit, in proportion to time, and what is left over is kept. */
static void what_weighs_depends_on_the_verdict(void **state) {
  (void)state;
  SarQuadrature q = {.span = 10, .limit = {1e-3, INFINITY, INFINITY}};
  SarQuadratureStep s = {.t = 5, .h = 0.1, .scale = {8, 0, 0}}; /* allowed: 0.25 * 1e-3 * 8 / 2 = 1e-3 */
  assert_false(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){0.9e-3, 1, 1}));
  assert_true(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){1.1e-3, 0, 0}));
  q.doubt[0] = 0.5e-3;
  assert_true(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){0.6e-3, 0, 0}));
  assert_false(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){NAN, 0, 0})); /* not known is not wrong */
  q.doubt[0] = 2e-3; /* too much already: steps that have no more than their part, 2e-3 * 0.1 / 10, are left alone */
  assert_false(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){1.9e-5, 0, 0}));
  assert_true(sar_quadrature_weighs(&q, &s, (double[SAR_BALANCES]){2.1e-5, 0, 0}));
}

/* Quarters are for flows that the middle has made sense of: not for those that ring. */
static void quarters_where_the_middle_has_helped(void **state) {
  (void)state;
  SarQuadrature q = {.span = 10, .limit = {1e-3, INFINITY, 1e-3}, .multipliers = true};
  SarQuadratureStep s = {.t = 5, .h = 0.1, .scale = {8, 0, 8}};
  const double before[SAR_BALANCES] = {8e-3, 0, 8e-3};
  assert_true(sar_quadrature_weighs_still(&q, &s, before, (double[SAR_BALANCES]){3e-3, 0, 0}));
  assert_true(sar_quadrature_weighs_still(&q, &s, before, (double[SAR_BALANCES]){7e-3, 0, 3e-3}));
  assert_false(sar_quadrature_weighs_still(&q, &s, before, (double[SAR_BALANCES]){0.9e-3, 0, 0.9e-3}));
  assert_false(sar_quadrature_weighs_still(&q, &s, before, (double[SAR_BALANCES]){7e-3, 0, 9e-3}));
  q.multipliers = false; /* the estimate before was that of Simpson's rule already */
  assert_true(sar_quadrature_weighs_still(&q, &s, before, (double[SAR_BALANCES]){7e-3, 0, 9e-3}));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(long_steps_are_not_blamed),
      cmocka_unit_test(what_cannot_be_solved_is_in_doubt),
      cmocka_unit_test(a_wrong_motion_is_told),
      cmocka_unit_test(each_rule_knows_its_error),
      cmocka_unit_test(what_weighs_depends_on_the_verdict),
      cmocka_unit_test(quarters_where_the_middle_has_helped),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
