/* Steps of 1e-8 s. Over beta h^2 = 4e-17 the rounding of positions becomes metres per second squared; a corrector
 * without a floor would never be content, and a matrix whose constraint rows are not divided by c_q would be singular
 * to working precision. So: a thousand such steps, none rejected; positions right to 1e-13 (m or rad), velocities to
 * 1e-6 (m/s or rad/s), reported reactions to 1e-5 (N or N m; absolute, the reactions of these models are 0.1 to 100);
 * and the condition number of the iteration matrix the same from h = 1e-2 to 1e-10.
 *
 * What is right comes from outside the run: from series in time with coefficients from a closed form or an independent
 * solution. Pendulum, squeezer and chain start from rest without dissipation, so that every coordinate is an even
 * function of time, q(t) = q0 + q2 t^2/2 + q4 t^4/24; the four-bar and the heavy top start in motion. */
#include <string.h>

#include "analysis/start/start.h"
#include "base/numbers.h"
#include "method/method.h"
#include "model/model.h"
#include "physics/support.h"
#include "system/system.h"

#define STEP 1e-8
#define STEPS 1000
#define END (STEP * STEPS)
#define POSITION_LIMIT 1e-13
#define VELOCITY_LIMIT 1e-6
#define REACTION_LIMIT 1e-5

static Run run_tiny(const char *model) {
  Run run = physics_run(&(Setup){.model = model, .step = STEP, .end = END, .every = 100 * STEP});
  assert_int_equal(run.summary.steps, STEPS);
  assert_int_equal(run.summary.rejected, 0);
  assert_int_equal(physics_rows(&run), 11);
  return run;
}

typedef struct Errors {
  double position, velocity, reaction;
} Errors;

static void worse(double *largest, double error) { *largest = sar_larger(*largest, error); /* keeps nan */ }

static void judge(const char *model, const Errors *e) {
  print_message("%-18s after %d steps of %g s: position %.1e, velocity %.1e, reaction %.1e\n", model, STEPS, STEP,
                e->position, e->velocity, e->reaction);
  assert_true(e->position <= POSITION_LIMIT);
  assert_true(e->velocity <= VELOCITY_LIMIT);
  assert_true(e->reaction <= REACTION_LIMIT);
}

/* 4.1 th'' = 19.62 cos th: th = k t^2/2 with k = 19.62/4.1; the next term is k^3 t^6. The joint holds m (a - g). */
static void pendulum(void **state) {
  (void)state;
  Run run = run_tiny("pendulum");
  const double k = 2 * 9.81 / 4.1;
  const double *t = physics_column(&run, "time");
  Errors e = {0};
  for (int i = 0; i < 11; i++) {
    double th = k * t[i] * t[i] / 2, w = k * t[i];
    worse(&e.position, fabs(physics_column(&run, "joint.angle")[i] - th));
    worse(&e.position, fabs(physics_column(&run, "body.x")[i] - 2 * cos(th)));
    worse(&e.position, fabs(physics_column(&run, "body.z")[i] + 2 * sin(th)));
    worse(&e.velocity, fabs(physics_column(&run, "body.wy")[i] - w));
    worse(&e.velocity, fabs(physics_column(&run, "body.vz")[i] + 2 * w * cos(th)));
    worse(&e.reaction, fabs(physics_column(&run, "joint.fx2")[i] - (-2 * k * sin(th) - 2 * w * w * cos(th))));
    worse(&e.reaction, fabs(physics_column(&run, "joint.fz2")[i] - (9.81 - 2 * k * cos(th) + 2 * w * w * sin(th))));
  }
  physics_finish(&run);
  judge("pendulum", &e);
}

/* Largest difference of all reaction columns from those of a run whose step is a hundred times larger: there beta h^2
 * is four decades above the rounding. */
static double reactions_apart(const Run *run, const Run *coarse) {
  const char *const kinds[] = {".fx", ".fy", ".fz", ".tx", ".ty", ".tz"};
  double largest = 0;
  int compared = 0;
  for (int32_t c = 0; c < sar_table_columns(run->table); c++) {
    const char *dot = strrchr(sar_table_name(run->table, c), '.');
    for (int k = 0; dot && k < 6; k++) {
      if (strcmp(dot, kinds[k]) != 0) continue;
      const double *fine = sar_table_values(run->table, c), *other = sar_table_values(coarse->table, c);
      worse(&largest, fabs(fine[10] - other[10]));
      compared++;
    }
  }
  assert_true(compared >= 18);
  return largest;
}

/* beta's fourth derivative from the second row of the reference, 2e-4 s after the start: its next term there is 1e-3 of
 * it, that is 1e-15 rad at our times. */
static void squeezer(void **state) {
  (void)state;
  Run run = run_tiny("andrews_squeezer");
  Run coarse = physics_run(&(Setup){.model = "andrews_squeezer", .step = 100 * STEP, .end = END, .every = 100 * STEP});
  Reference reference = reference_load("solutions/andrews_squeezer.csv");
  const double *beta = reference_column(&reference, "beta"), *t = physics_column(&run, "time");
  double q2 = reference_column(&reference, "beta_dd")[0], late = reference_column(&reference, "t")[1];
  double q4 = (beta[1] - beta[0] - q2 * late * late / 2) * 24 / pow(late, 4);
  Errors e = {0};
  for (int i = 0; i < 11; i++) {
    double angle = q2 * t[i] * t[i] / 2 + q4 * pow(t[i], 4) / 24, b = beta[0] + angle;
    worse(&e.position, fabs(physics_column(&run, "O.angle")[i] - angle));
    worse(&e.position, fabs(physics_column(&run, "K2.F.x")[i] - 0.007 * cos(b)));
    worse(&e.position, fabs(physics_column(&run, "K2.F.y")[i] - 0.007 * sin(b)));
    worse(&e.velocity, fabs(physics_column(&run, "O.angle_rate")[i] - (q2 * t[i] + q4 * pow(t[i], 3) / 6)));
  }
  e.reaction = reactions_apart(&run, &coarse);
  reference_free(&reference);
  physics_finish(&coarse);
  physics_finish(&run);
  judge("andrews_squeezer", &e);
}

/* The accelerations at the start are exact (an index-1 solve); within 1e-5 s the fourth derivatives, of the order of
 * (g/l)^2 times lengths = 1e3 m/s^4, move nothing by more than 1e-18 m. */
static void chain(void **state) {
  (void)state;
  Run run = run_tiny("spatial_chain");
  Run coarse = physics_run(&(Setup){.model = "spatial_chain", .step = 100 * STEP, .end = END, .every = 100 * STEP});
  const char *const bodies[] = {"rod0", "rod1", "rod2"};
  const char *const axes[][3] = {{"x", "vx", "ax"}, {"y", "vy", "ay"}, {"z", "vz", "az"}};
  const double *t = physics_column(&run, "time");
  Errors e = {0};
  for (int b = 0; b < 3; b++) {
    for (int c = 0; c < 3; c++) {
      const double *x = physics_of(&run, bodies[b], axes[c][0]), *v = physics_of(&run, bodies[b], axes[c][1]);
      double a = physics_of(&run, bodies[b], axes[c][2])[0];
      for (int i = 0; i < 11; i++) {
        worse(&e.position, fabs(x[i] - x[0] - a * t[i] * t[i] / 2));
        worse(&e.velocity, fabs(v[i] - a * t[i]));
      }
    }
  }
  e.reaction = reactions_apart(&run, &coarse);
  physics_finish(&coarse);
  physics_finish(&run);
  judge("spatial_chain", &e);
}

/* In motion: th'' = k sin th with k = G/M of the model's comment, th(0) = 0, th'(0) = 1, so th = t + k t^3/6 to 1e-24.
 */
static void fourbar(void **state) {
  (void)state;
  Run run = run_tiny("A02_Nfourbar_N2");
  Run coarse = physics_run(&(Setup){.model = "A02_Nfourbar_N2", .step = 100 * STEP, .end = END, .every = 100 * STEP});
  const double k = 9.81 * 3.5 / 3;
  const double *t = physics_column(&run, "time");
  Errors e = {0};
  for (int i = 0; i < 11; i++) {
    double th = t[i] + k * pow(t[i], 3) / 6, w = 1 + k * t[i] * t[i] / 2;
    worse(&e.position, fabs(physics_column(&run, "pivot2.angle")[i] + th));
    worse(&e.position, fabs(physics_column(&run, "crank0.B.x")[i] - sin(th)));
    worse(&e.position, fabs(physics_column(&run, "crank0.B.y")[i] - cos(th)));
    worse(&e.velocity, fabs(physics_column(&run, "pivot2.angle_rate")[i] + w));
    worse(&e.velocity, fabs(physics_column(&run, "crank0.B.vx")[i] - w * cos(th)));
  }
  e.reaction = reactions_apart(&run, &coarse);
  physics_finish(&coarse);
  physics_finish(&run);
  judge("A02_Nfourbar_N2", &e);
}

/* In fast spatial motion: x0 + v0 t + a0 t^2/2 + j t^3/6 with the reference's values at the start and the jerk from its
 * second row, good to some per cent of 4e-14 m. */
static void heavy_top(void **state) {
  (void)state;
  Run run = run_tiny("heavy_top");
  Reference r = reference_load("solutions/heavy_top.csv");
  const char *const names[][5] = {
      {"x", "vx", "ax", "top.x", "top.vx"}, {"y", "vy", "ay", "top.y", "top.vy"}, {"z", "vz", "az", "top.z", "top.vz"}};
  const char *const forces[][2] = {{"Fx", "tip.fx2"}, {"Fy", "tip.fy2"}, {"Fz", "tip.fz2"}};
  const double *t = physics_column(&run, "time");
  double late = reference_column(&r, "t")[1];
  Errors e = {0};
  for (int c = 0; c < 3; c++) {
    double x = reference_column(&r, names[c][0])[0], v = reference_column(&r, names[c][1])[0];
    const double *a = reference_column(&r, names[c][2]), *force = reference_column(&r, forces[c][0]);
    double j = (a[1] - a[0]) / late;
    for (int i = 0; i < 11; i++) {
      double value = x + t[i] * (v + t[i] * (a[0] / 2 + t[i] * j / 6)), rate = v + t[i] * (a[0] + t[i] * j / 2);
      worse(&e.position, fabs(physics_column(&run, names[c][3])[i] - value));
      worse(&e.velocity, fabs(physics_column(&run, names[c][4])[i] - rate));
    }
    worse(&e.reaction,
          fabs(physics_column(&run, forces[c][1])[0] - force[0])); /* at the start; then against coarser steps */
  }
  reference_free(&r);
  Run coarse = physics_run(&(Setup){.model = "heavy_top", .step = 10 * STEP, .end = END, .every = 100 * STEP});
  for (int c = 0; c < 3; c++) {
    const char *force = forces[c][1];
    worse(&e.reaction, fabs(physics_column(&run, force)[10] - physics_column(&coarse, force)[10]));
  }
  physics_finish(&coarse);
  physics_finish(&run);
  judge("heavy_top", &e);
}

/* ---- condition ---- */

/* Springs add K c_q to the matrix and so make it depend on the step: they are taken out. */
static void remove_spring(Run *run, const char *name) {
  for (int32_t i = 0; i < run->model->nelements; i++) {
    if (strcmp(run->model->elements[i].name, name) != 0) continue;
    assert_int_equal(sar_model_set_real(run->model, (SarElementId){i}, "stiffness", 0), SAR_OK);
    return;
  }
  fail_msg("there is no spring %s", name);
}

static double condition(const SarStart *start, SarContext *context, double h) {
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  SarStepOptions options = {.end = 3 * h, .fixed_step = h};
  SarPoint at = sar_start_point(start);
  assert_int_equal(sar_method_parse(context, "hht", sar_nowhere(), &choice), SAR_OK);
  assert_int_equal(sar_integrator_create(context, &start->m->problem, &choice, &options, &integrator), SAR_OK);
  assert_int_equal(sar_integrator_start(integrator, &at), SAR_OK);
  assert_int_equal(sar_integrator_step(integrator), SAR_OK);
  double result = sar_integrator_condition(integrator);
  sar_integrator_destroy(&integrator);
  return result;
}

static void condition_is_flat(const Setup *setup, const char *spring) {
  Run run = physics_compile(setup);
  if (spring) { /* a compiled model is not to be changed: once more from the edited one */
    sar_system_destroy(&run.system);
    remove_spring(&run, spring);
    assert_int_equal(sar_system_compile(run.context, run.model, &run.system), SAR_OK);
  }
  SarStart *start = NULL;
  assert_int_equal(sar_start_create(run.context, run.system, &start), SAR_OK);
  double least = INFINITY, most = 0;
  for (int k = 2; k <= 10; k++) {
    double c = condition(start, run.context, pow(10, -k));
    least = fmin(least, c);
    worse(&most, c);
  }
  print_message("%-18s condition %.3g to %.3g\n", setup->model, least, most);
  assert_true(most <= 10 * least);
  sar_start_destroy(&start);
  physics_finish(&run);
}

static void condition_does_not_depend_on_the_step(void **state) {
  (void)state;
  condition_is_flat(&(Setup){.model = "pendulum"}, NULL);
  condition_is_flat(&(Setup){.model = "A02_Nfourbar_N2"}, NULL);
  condition_is_flat(&(Setup){.model = "spatial_chain"}, NULL);
  condition_is_flat(&(Setup){.model = "chain"}, NULL);
  condition_is_flat(&(Setup){.model = "andrews_squeezer"}, "spring");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pendulum), cmocka_unit_test(squeezer),  cmocka_unit_test(chain),
      cmocka_unit_test(fourbar),  cmocka_unit_test(heavy_top), cmocka_unit_test(condition_does_not_depend_on_the_step),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
