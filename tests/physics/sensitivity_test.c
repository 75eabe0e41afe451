/* label: numbers. Sensitivities against closed forms, and against differences of tight runs: of ten models, all
 * columns. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sarrus/sarrus.h"

#define PLACES 4

/* What is differentiated, and how. Steps of the differences are `apart` of the value. */
typedef struct Case {
  const char *model, *parameter;
  double value;
  const char *method;
  double tolerance, end, every;
  double apart, bound;
} Case;

typedef struct Rows {
  SarContext *context;
  SarTable *table;
} Rows;

static void say(const SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) print_message("%s\n", sar_context_get(context, i)->message);
}

static Rows run(const Case *c, const char *set, bool sensitivity, double tolerance) {
  char path[512];
  Rows rows = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(rows.context, &rows.table), SAR_OK);
  bool example = strncmp(c->model, "examples/", 9) == 0;
  snprintf(path, sizeof path, example ? "%s/../%s/model.yaml" : "%s/models/sensitivity/%s.yaml", SAR_TEST_DIR,
           c->model);
  assert_int_equal(sar_model_read(rows.context, path, &set, set ? 1 : 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(rows.context, model, &system), SAR_OK);
  options.table = rows.table;
  options.method = c->method;
  options.tolerance = tolerance;
  if (c->end > 0) options.end = c->end;
  if (c->every > 0) options.output_every = c->every;
  options.sensitivity = &c->parameter;
  options.nsensitivity = sensitivity ? 1 : 0;
  SarStatus status = sar_run(rows.context, system, &options, NULL);
  if (status != SAR_OK) say(rows.context);
  assert_int_equal(status, SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return rows;
}

typedef struct Fixed {
  const char *path, *parameter;
  double step, end, every;
} Fixed;

static Rows run_fixed(const Fixed *f, const char *method, const char *const *sets, int32_t nsets, bool sensitivity) {
  Rows rows = {.context = sar_context_create()};
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  assert_int_equal(sar_table_create(rows.context, &rows.table), SAR_OK);
  assert_int_equal(sar_model_read(rows.context, f->path, sets, nsets, &model), SAR_OK);
  assert_int_equal(sar_system_compile(rows.context, model, &system), SAR_OK);
  options.table = rows.table;
  options.method = method;
  options.step = f->step;
  options.end = f->end;
  options.output_every = f->every;
  options.sensitivity = &f->parameter;
  options.nsensitivity = sensitivity ? 1 : 0;
  assert_int_equal(sar_run(rows.context, system, &options, NULL), SAR_OK);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return rows;
}

static void finish(Rows *rows) {
  sar_table_destroy(&rows->table);
  sar_context_destroy(&rows->context);
}

static const double *column(const Rows *rows, const char *name) {
  int32_t index = sar_table_find(rows->table, name);
  assert_true(index >= 0);
  return sar_table_values(rows->table, index);
}

/* The row at that time, if it is the only one: events have two. */
static int64_t row_at(const SarTable *table, double t) {
  const double *time = sar_table_values(table, 0);
  int64_t found = -1;
  for (int64_t i = 0; i < sar_table_rows(table); i++) {
    if (time[i] != t) continue;
    if (found >= 0) return -1;
    found = i;
  }
  return found;
}

/* The largest |value| of all columns with the unit of this one: what vanishes beside it is rounding. */
static double largest_of_unit(const SarTable *table, int32_t of) {
  double largest = 0;
  for (int32_t i = 1; i < sar_table_columns(table); i++) {
    if (strcmp(sar_table_unit(table, i), sar_table_unit(table, of)) != 0) continue;
    for (int64_t k = 0; k < sar_table_rows(table); k++) largest = fmax(largest, fabs(sar_table_values(table, i)[k]));
  }
  return largest;
}

/* The difference of the other runs at that time; false: not all of them have the row. */
static bool find_difference(const Rows *others, int32_t index, double t, double step, double *out) {
  double value[PLACES];
  for (int i = 0; i < PLACES; i++) {
    int64_t row = row_at(others[i].table, t);
    if (row < 0) return false;
    value[i] = sar_table_values(others[i].table, index)[row];
  }
  *out = (8 * (value[2] - value[1]) - (value[3] - value[0])) / (12 * step);
  return true;
}

/* The energies that runs sum up are off by what the sum of all is off: as far as that changes with the parameter it is
 * an error of their differences. */
static double find_doubt(const Rows *own, const Rows *others, int32_t index, double step) {
  const char *name = sar_table_name(others[0].table, index);
  int32_t balance = sar_table_find(others[0].table, "energy.balance");
  double largest = 0, difference;
  if (strcmp(name, "energy.dissipated") != 0 && strcmp(name, "energy.work") != 0) return 0;
  for (int64_t k = 0; k < sar_table_rows(own->table); k++) {
    double t = sar_table_values(own->table, 0)[k];
    if (find_difference(others, balance, t, step, &difference)) largest = fmax(largest, fabs(difference));
  }
  return largest;
}

/* One column: its derivative against the difference, over the largest derivative; -1: nothing changes with it. */
static double compare(const Case *c, const Rows *own, const Rows *others, int32_t index, double step) {
  const SarTable *table = others[0].table;
  char name[256];
  snprintf(name, sizeof name, "d_%s/d_%s", sar_table_name(table, index), c->parameter);
  int32_t derived = sar_table_find(own->table, name);
  assert_true(derived >= 0);
  double worst = 0, largest = 0, difference, doubt = find_doubt(own, others, index, step);
  for (int64_t k = 0; k < sar_table_rows(own->table); k++) {
    double t = sar_table_values(own->table, 0)[k];
    if (row_at(own->table, t) < 0 || !find_difference(others, index, t, step, &difference)) continue;
    worst = fmax(worst, fabs(sar_table_values(own->table, derived)[k] - difference) - doubt);
    largest = fmax(largest, fabs(difference));
  }
  double floor = 1e-5 * largest_of_unit(table, index) / (c->value != 0 ? fabs(c->value) : 1);
  return largest > floor ? worst / largest : -1;
}

/* What energies change by is in balance, at every row: over the largest of the changes. */
static double compare_balance(const Case *c, const Rows *own) {
  static const char *const energies[] = {"kinetic", "potential", "dissipated", "work", "balance"};
  double largest = 0, last = 0;
  for (size_t i = 0; i < sizeof energies / sizeof *energies; i++) {
    char name[256];
    snprintf(name, sizeof name, "d_energy.%s/d_%s", energies[i], c->parameter);
    const double *values = column(own, name);
    last = 0;
    for (int64_t k = 0; k < sar_table_rows(own->table); k++) last = fmax(last, fabs(values[k]));
    largest = fmax(largest, last);
  }
  return largest > 0 ? last / largest : 0;
}

static bool is_of_motion(const char *name) {
  static const char *const quantities[] = {".x", ".y", ".z", ".vx", ".vy", ".vz"};
  for (size_t i = 0; i < sizeof quantities / sizeof *quantities; i++) {
    const char *dot = strrchr(name, '.');
    if (dot && strcmp(dot, quantities[i]) == 0) return true;
  }
  return false;
}

/* motion: only places and velocities are compared, not where things touch, nor what vibrates too fast to be exact. */
static void check_case(const Case *c, bool motion) {
  static const double places[PLACES] = {-2, -1, 1, 2};
  double step = c->apart * (c->value != 0 ? fabs(c->value) : 1);
  Rows own = run(c, NULL, true, c->tolerance), others[PLACES];
  for (int i = 0; i < PLACES; i++) {
    char set[128];
    snprintf(set, sizeof set, "%s=%.17g", c->parameter, c->value + places[i] * step);
    others[i] = run(c, set, false, 0.1 * c->tolerance);
  }
  int32_t compared = 0;
  for (int32_t i = 1; i < sar_table_columns(others[0].table); i++) {
    const char *name = sar_table_name(others[0].table, i);
    if ((motion && !is_of_motion(name)) || strcmp(name, "energy.balance") == 0) continue;
    double error = compare(c, &own, others, i, step);
    compared += error >= 0;
    if (error > c->bound) {
      print_message("%s by %s: %s is wrong by %.3g\n", c->model, c->parameter, name, error);
    }
    assert_true(error <= c->bound);
  }
  assert_true(compared >= 3);
  if (!motion) assert_true(compare_balance(c, &own) <= c->bound);
  finish(&own);
  for (int i = 0; i < PLACES; i++) finish(&others[i]);
}

static void check_cases(const Case *cases, int count) {
  for (int i = 0; i < count; i++) check_case(&cases[i], false);
}
#define CHECK_CASES(cases) check_cases(cases, (int)(sizeof(cases) / sizeof *(cases)))

/* ---- closed forms ---- */

static void oscillator_has_its_closed_form(void **state) {
  (void)state;
  const double k = 3, inertia = 0.2, phi0 = 0.5, w0 = 0.7, w = sqrt(k / inertia);
  Case by_k = {.model = "oscillator", .parameter = "k", .method = "radau5", .tolerance = 1e-10};
  Case by_speed = by_k;
  by_speed.parameter = "w0";
  Rows one = run(&by_k, NULL, true, by_k.tolerance), other = run(&by_speed, NULL, true, by_k.tolerance);
  const double *t = column(&one, "time");
  assert_true(sar_table_rows(one.table) > 20);
  for (int64_t i = 0; i < sar_table_rows(one.table); i++) {
    double c = cos(w * t[i]), s = sin(w * t[i]), dw = 1 / (2 * w * inertia);
    double angle = dw * (-phi0 * t[i] * s + w0 / w * t[i] * c - w0 / (w * w) * s);
    double rate = dw * (-phi0 * s - phi0 * w * t[i] * c - w0 * t[i] * s);
    CHECK_NEAR(column(&one, "d_pin.angle/d_k")[i], angle, 1e-8);
    CHECK_NEAR(column(&one, "d_pin.angle_rate/d_k")[i], rate, 1e-7);
    CHECK_NEAR(column(&other, "d_pin.angle/d_w0")[i], s / w, 1e-8);
  }
  finish(&one);
  finish(&other);
}

/* Methods of all kinds, each to what its run is worth. */
static void pendulum_scales_with_gravity(void **state) {
  (void)state;
  const struct {
    const char *method;
    double tolerance, bound;
  } runs[] = {{"auto", 1e-9, 1e-6},
              {"hht", 1e-9, 5e-5},
              {"radau5", 1e-9, 1e-7},
              {"dopri5", 1e-9, 1e-7},
              {"esdirk436l2sa2", 1e-9, 5e-6},
              {"rosenbrock-nystrom", 1e-9, 1e-6},
              {"ida", 1e-9, 1e-5}};
  for (size_t k = 0; k < sizeof runs / sizeof *runs; k++) {
    Case c = {.model = "pendulum", .parameter = "g", .method = runs[k].method};
    Rows rows = run(&c, "c=0", true, runs[k].tolerance);
    const double *t = column(&rows, "time"), *rate = column(&rows, "pin.angle_rate");
    const double *derivative = column(&rows, "d_pin.angle/d_g");
    for (int64_t i = 0; i < sar_table_rows(rows.table); i++) {
      double expected = t[i] / (2 * 9.81) * rate[i];
      if (fabs(derivative[i] - expected) > runs[k].bound) print_message("%s\n", runs[k].method);
      CHECK_NEAR(derivative[i], expected, runs[k].bound);
    }
    finish(&rows);
  }
}

/* A rod on its end, phi'' = w^2 sin(phi) + push: (cosh(w t) - 1)/w^2, until a push of 1e-5 has turned it over. What
 * follows is said once, and no number. */
static void what_is_not_determined_is_no_number(void **state) {
  (void)state;
  const double w = 10;
  Case c = {.model = "balanced", .parameter = "push", .tolerance = 1e-9};
  Rows rows = run(&c, NULL, true, c.tolerance);
  const double *t = column(&rows, "time"), *derivative = column(&rows, "d_pin.angle/d_push");
  int64_t count = sar_table_rows(rows.table), first = 0;
  while (first < count && !isnan(derivative[first])) first++;
  assert_in_range(first, 10, count - 5);
  for (int64_t i = 0; i < first; i++) {
    double expected = (cosh(w * t[i]) - 1) / (w * w), displaced = 1e-5 * expected;
    CHECK_NEAR(derivative[i], expected, (1e-4 + displaced * displaced) * expected + 1e-9);
  }
  for (int64_t i = first; i < count; i++) {
    assert_true(isnan(derivative[i]));
    CHECK_NEAR(column(&rows, "pin.angle")[i], 0, 1e-12);
  }
  int32_t said = 0;
  for (int32_t i = 0; i < sar_context_count(rows.context); i++) {
    const SarDiagnostic *d = sar_context_get(rows.context, i);
    said += d->severity == SAR_WARNING && strstr(d->message, "their columns are NaN") != NULL;
  }
  assert_int_equal(said, 1);
  finish(&rows);
}

/* A follower that hops from bounce to bounce. Differences of tight runs (radau5 at 1e-10, steps of 1e-6) say that its
 * height changes by 3.6e-5 m per N/m at most, and by -1.995e-6 at 0.375 s, in its first hop. The run of the example is
 * not that exact; variations that follow its kinks more closely than it does itself were a thousand times larger. */
static void hopping_follower_stays_in_bounds(void **state) {
  (void)state;
  Case c = {.model = "examples/cam_follower", .parameter = "c"};
  Rows rows = run(&c, NULL, true, 1e-7);
  const double *derivative = column(&rows, "d_follower.y/d_c");
  double largest = 0;
  for (int64_t i = 0; i < sar_table_rows(rows.table); i++) largest = fmax(largest, fabs(derivative[i]));
  assert_true(largest > 1e-5 && largest < 3e-4);
  int64_t hop = row_at(rows.table, 0.375);
  assert_true(hop >= 0);
  CHECK_NEAR(derivative[hop], -1.995e-6, 0.6e-6);
  finish(&rows);
}

/* ---- differences ---- */

static void pendulum_by_all(void **state) {
  (void)state;
  const Case cases[] = {{"pendulum", "l", 0.5, "radau5", 1e-11, 0, 0, 3e-3, 1e-6},
                        {"pendulum", "phi0", 1.2, "radau5", 1e-11, 0, 0, 3e-3, 1e-6},
                        {"pendulum", "c", 0.05, "radau5", 1e-11, 0, 0, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

/* With fixed steps nothing is tested but the formula: derivatives are those of the run with its errors, as differences
 * of such runs are (a chain of three, whose own error is a hundred times as large). */
static void fixed_steps(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "generalized-alpha", "lms3", "bdf"};
  const Fixed chain = {SAR_TEST_DIR "/models/sensitivity/chain.yaml", "g", 2.5e-3, 1, 0.05};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    double worst = 0, largest = 0;
    Rows rows[3];
    for (int k = 0; k < 3; k++) {
      char g[64];
      snprintf(g, sizeof g, "g=%.17g", 9.81 * (1 + 1e-4 * (k - 1)));
      const char *sets[] = {"N=3", g};
      rows[k] = run_fixed(&chain, methods[i], sets, 2, k == 1);
    }
    const double *low = column(&rows[0], "rod2.x"), *high = column(&rows[2], "rod2.x");
    const double *derivative = column(&rows[1], "d_rod2.x/d_g");
    for (int64_t k = 0; k < sar_table_rows(rows[1].table); k++) {
      double difference = (high[k] - low[k]) / (2e-4 * 9.81);
      worst = fmax(worst, fabs(derivative[k] - difference));
      largest = fmax(largest, fabs(difference));
    }
    print_message("%s: %.2g of %.2g\n", methods[i], worst, largest);
    assert_true(largest > 0.01);
    assert_true(worst < 5e-3 * largest);
    for (int k = 0; k < 3; k++) finish(&rows[k]);
  }
}

static bool says(SarContext *context, const char *text) {
  for (int i = 0; i < sar_context_count(context); i++) {
    if (strstr(sar_context_get(context, i)->message, text)) return true;
  }
  return false;
}

/* The velocity of one rod against the other decays in a twentieth of the first step. Along the alpha family derivatives
 * are those of the formula all the same (they were 0.083 along hht, and 0.71 along bdf, without a word); others look at
 * the ends of such steps alone, and say so. */
static void fixed_steps_that_pass_over_something(void **state) {
  (void)state;
  const Fixed rods = {SAR_TEST_DIR "/../examples/stiff_double_pendulum/model.yaml", "m1", 2e-4, 0.3, 0.3};
  static const char *const exact[] = {"hht", "generalized-alpha"}, *const rough[] = {"bdf", "radau5"};
  static const char passes[] = "passes over something that decays much faster";
  const double m1 = 3, shift = 3e-3, truth = 0.132765; /* differences of runs along radau5, 5e-5 s */
  for (size_t i = 0; i < 2; i++) {
    Rows rows[3];
    for (int k = 0; k < 3; k++) {
      char set[64];
      const char *const sets[] = {set};
      snprintf(set, sizeof set, "m1=%.17g", m1 + shift * (k - 1));
      rows[k] = run_fixed(&rods, exact[i], sets, 1, k == 1);
    }
    double difference = (column(&rows[2], "rod1.x")[1] - column(&rows[0], "rod1.x")[1]) / (2 * shift);
    CHECK_NEAR(column(&rows[1], "d_rod1.x/d_m1")[1], difference, 2e-3 * truth);
    CHECK_NEAR(difference, truth, 2e-3 * truth);
    assert_false(says(rows[1].context, passes));
    for (int k = 0; k < 3; k++) finish(&rows[k]);
  }
  for (size_t i = 0; i < 2; i++) {
    Rows rows = run_fixed(&rods, rough[i], NULL, 0, true);
    CHECK_NEAR(column(&rows, "d_rod1.x/d_m1")[1], truth, 0.1 * truth);
    assert_true(says(rows.context, passes));
    finish(&rows);
  }
}

/* A force that grows smoothly from rest, and an oscillation in long steps that are right: nothing decays within them,
 * and nobody says so. */
static void fixed_steps_that_pass_over_nothing(void **state) {
  (void)state;
  static const char *const all[] = {"radau5", "bdf", "rkf45"};
  static const char passes[] = "passes over something that decays much faster";
  const Fixed onset = {SAR_TEST_DIR "/models/onset.yaml", "k", 0.1, 1, 1};
  const Fixed wave = {SAR_TEST_DIR "/models/oscillator.yaml", "k", 0.8, 24, 24};
  for (size_t i = 0; i < 3; i++) {
    Rows rows = run_fixed(&onset, all[i], NULL, 0, true);
    CHECK_NEAR(column(&rows, "d_b.x/d_k")[1], 1.0 / 12, 2e-2 / 12);
    assert_false(says(rows.context, passes));
    finish(&rows);
  }
  Rows rows = run_fixed(&wave, "radau5", NULL, 0, true); /* x = cos(sqrt(k) t) */
  CHECK_NEAR(column(&rows, "d_b.x/d_k")[1], -12 * sin(24), 0.01 * 12);
  assert_false(says(rows.context, passes));
  finish(&rows);
}

static void squeezer(void **state) {
  (void)state;
  const Case cases[] = {{"examples/andrews_squeezer", "torque", 0.033, "radau5", 1e-10, 0.01, 5e-4, 1e-4, 1e-6},
                        {"examples/andrews_squeezer", "Ax", -0.06934, "radau5", 1e-10, 0.01, 5e-4, 1e-4, 1e-6}};
  CHECK_CASES(cases);
}

static void bouncing_ball(void **state) {
  (void)state;
  const Case cases[] = {{"ball", "height", 1, "auto", 1e-10, 0, 0, 1e-4, 1e-6},
                        {"ball", "e", 0.8, "auto", 1e-10, 0, 0, 1e-4, 1e-6},
                        {"ball", "c", 0.3, "radau5", 1e-11, 0, 0, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

static void stiff_state(void **state) {
  (void)state;
  const Case cases[] = {{"stiff_state", "k", 1000, "auto", 1e-10, 0, 0, 3e-3, 1e-6},
                        {"stiff_state", "m", 2, "radau5", 1e-11, 0, 0, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

static void beam(void **state) {
  (void)state;
  const Case cases[] = {{"soft_beam", "bend", 2, "radau5", 1e-10, 0.3, 0.05, 3e-3, 1e-6},
                        {"soft_beam", "l", 1, "radau5", 1e-10, 0.3, 0.05, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

static void contact(void **state) {
  (void)state;
  const Case cases[] = {{"sliding_ball", "mu", 0.3, "radau5", 1e-11, 0, 0, 1e-3, 1e-6},
                        {"sliding_ball", "k", 1e5, "radau5", 1e-11, 0, 0, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

/* Several balls, found by groups, that land, slip, roll and hit each other. */
/* A mass between two springs, whose bounces make x change by 2, -4, 6, ... per d: at 3 s, after ten of them, by -20.
 * Near the springs' ends the displaced sides lie on both sides of a kink: what is lost there grows as time goes by. */
static void between_springs(void **state) {
  (void)state;
  static const struct {
    const char *method;
    double tolerance, bound;
  } runs[] = {{"auto", 1e-7, 2e-3},
              {"bdf", 1e-9, 1e-4},
              {"radau5", 1e-9, 1e-5},
              {"radau5", 1e-11, 1e-6},
              {"dopri5", 1e-9, 1e-4}};
  for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
    const Case c = {.model = "between_springs", .parameter = "d", .method = runs[i].method};
    Rows rows = run(&c, NULL, true, runs[i].tolerance);
    int64_t last = sar_table_rows(rows.table) - 1;
    double x = column(&rows, "d_b.x/d_d")[last], v = column(&rows, "d_b.vx/d_d")[last];
    print_message("%s at %.0e: %.6f, %.6f\n", runs[i].method, runs[i].tolerance, x, v);
    CHECK_NEAR(x, -20, 20 * runs[i].bound);
    CHECK_NEAR(v, 0, 20 * runs[i].bound);
    finish(&rows);
  }
}

/* What sticks gives way in proportion to the pull, as springs do: x = pull dx/dpull, at any tolerance. The friction
 * remembers its places from step to step, and the run is one step ahead when derivatives are looked for. */
static void held_by_friction(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "bdf", "radau5"};
  for (size_t i = 0; i < sizeof methods / sizeof *methods; i++) {
    const Case c = {.model = "held", .parameter = "pull", .value = 2, .method = methods[i]};
    Rows rows = run(&c, NULL, true, 1e-7);
    const double *x = column(&rows, "block.x"), *dx = column(&rows, "d_block.x/d_pull");
    double largest = 0, off = 0;
    for (int64_t k = 0; k < sar_table_rows(rows.table); k++) {
      largest = fmax(largest, fabs(x[k]));
      off = fmax(off, fabs(c.value * dx[k] - x[k]));
    }
    print_message("%s: %.2g of %.2g\n", methods[i], off, largest);
    assert_true(largest > 5e-5);
    assert_true(off < 0.01 * largest);
    finish(&rows);
  }
}

static void crowd(void **state) {
  (void)state;
  const Case by_spin = {"crowd", "spin", 20, "radau5", 1e-11, 0.1, 0.01, 1e-3, 1e-6};
  check_case(&by_spin, true);
}

/* A reduced flexible body, whose matrices leave out derivatives. */
static void modal_body(void **state) {
  (void)state;
  const Case by_angle = {"../modal/loaded_arm", "angle", 1, "bdf", 1e-10, 0, 0, 1e-3, 1e-6};
  check_case(&by_angle, true);
}

static void fourbar_by_a_length(void **state) {
  (void)state;
  const Case cases[] = {{"examples/fourbar", "a", 0.1, "radau5", 1e-10, 0.5, 0.05, 3e-3, 1e-6},
                        {"examples/fourbar", "b", 0.35, "auto", 1e-10, 0.5, 0.05, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

static void redundant_joints(void **state) {
  (void)state;
  const Case cases[] = {{"examples/bricard", "side", 0.1, "radau5", 1e-11, 0.5, 0.05, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

/* A controller with a state, a variable, a motion, an input, a parameter of a sub-model, an event in time and a kink.
 */
static void controlled(void **state) {
  (void)state;
  const Case cases[] = {{"driven", "kp", 40, "radau5", 1e-11, 0, 0, 3e-3, 1e-6},
                        {"driven", "left.ks", 30, "radau5", 1e-11, 0, 0, 3e-3, 1e-6},
                        {"driven", "T", 0.31, "radau5", 1e-11, 0, 0, 1e-4, 1e-6},
                        {"driven", "gap", 0.08, "radau5", 1e-11, 0, 0, 1e-3, 1e-6},
                        {"driven", "bias", 0.2, "radau5", 1e-11, 0, 0, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

static void from_static_equilibrium(void **state) {
  (void)state;
  const Case cases[] = {{"from_rest", "k", 300, "radau5", 1e-11, 0.5, 0.05, 3e-3, 1e-6},
                        {"from_rest", "g", 9.81, "radau5", 1e-11, 0.5, 0.05, 3e-3, 1e-6}};
  CHECK_CASES(cases);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(oscillator_has_its_closed_form),
                                     cmocka_unit_test(pendulum_scales_with_gravity),
                                     cmocka_unit_test(what_is_not_determined_is_no_number),
                                     cmocka_unit_test(hopping_follower_stays_in_bounds),
                                     cmocka_unit_test(pendulum_by_all),
                                     cmocka_unit_test(fixed_steps),
                                     cmocka_unit_test(fixed_steps_that_pass_over_something),
                                     cmocka_unit_test(fixed_steps_that_pass_over_nothing),
                                     cmocka_unit_test(squeezer),
                                     cmocka_unit_test(bouncing_ball),
                                     cmocka_unit_test(stiff_state),
                                     cmocka_unit_test(beam),
                                     cmocka_unit_test(contact),
                                     cmocka_unit_test(between_springs),
                                     cmocka_unit_test(held_by_friction),
                                     cmocka_unit_test(crowd),
                                     cmocka_unit_test(modal_body),
                                     cmocka_unit_test(fourbar_by_a_length),
                                     cmocka_unit_test(redundant_joints),
                                     cmocka_unit_test(controlled),
                                     cmocka_unit_test(from_static_equilibrium)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
