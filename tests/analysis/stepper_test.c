/* The stepper: the motion does not depend on the pieces in which it is advanced nor on what is read, bit for bit; it
 * can be saved and restored anywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/reading.h"
#include "check.h"
#include "stepping.h"

#define EXAMPLES SAR_TEST_DIR "/../examples/"
#define MODELS SAR_TEST_DIR "/models/"
enum { STOPS = 12 };

/* ---- pieces ---- */

static const SteppedCase cases[] = {
    {EXAMPLES "fourbar/model.yaml", NULL, "hht", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "bdf", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "radau5", 1.5, 1e-5, 0},
    {EXAMPLES "fourbar/model.yaml", NULL, "generalized-alpha", 1.5, 1e-4, 0},
    {EXAMPLES "bouncing_ball/model.yaml", NULL, "hht", 2.5, 1e-6, 0}, /* impacts */
    {EXAMPLES "bouncing_ball/model.yaml", NULL, "bdf", 2.5, 1e-6, 0},
    {EXAMPLES "woodpecker/model.yaml", NULL, "hht", 0.6, 1e-5, 0},
    {EXAMPLES "abs_brake/model.yaml", NULL, "hht", 2, 1e-4, 0}, /* jumps, events that set parameters */
    {EXAMPLES "abs_brake/model.yaml", NULL, "radau5", 1, 1e-4, 0},
    {EXAMPLES "dc_motor_pid/model.yaml", NULL, "bdf", 1.5, 1e-5, 0},   /* states, variables */
    {EXAMPLES "sarrus_linkage/model.yaml", NULL, "hht", 1, 1e-5, 0},   /* redundant rows */
    {EXAMPLES "sarrus_linkage/model.yaml", NULL, "bdf", 0.5, 1e-5, 0}, /* the same */
    {MODELS "A02_Nfourbar_N2.yaml", "N=30", "hht", 0.5, 1e-4, 0},      /* a sparse solver */
    {MODELS "chain.yaml", "N=40", "hht", 0.3, 1e-4, 0},
    {MODELS "switched_pendulum.yaml", NULL, "esdirk325l2sa", 1, 1e-5, 0},
    {MODELS "bouncing_pendulum.yaml", NULL, "rosenbrock-nystrom", 1, 1e-6, 0},
    {MODELS "thermostat.yaml", NULL, "hht", NAN, 1e-5, 0},
    {MODELS "many_events.yaml", NULL, "bdf", NAN, 1e-5, 0},
    {MODELS "chain.yaml", "N=4", "ab4", 0.2, 0, 1e-4},
    {MODELS "chain.yaml", "N=4", "mampc4", 0.2, 0, 1e-4},
    {MODELS "chain.yaml", "N=4", "dopri5", 0.2, 1e-5, 0},
    {MODELS "switched_pendulum.yaml", NULL, "ida", 1, 1e-5, 0}, /* engines from outside */
    {MODELS "switched_pendulum.yaml", NULL, "adams", 1, 1e-5, 0},
    {MODELS "bouncing_pendulum.yaml", NULL, "hht", 1, 0, 1e-3},
};

static double end_of(const Stepped *s) { return s->stepper->plan.steps.end; }

/* The stops in one piece each, and only the last of them is read. */
static void go_straight(const SteppedCase *c, double *values, int32_t *count, int64_t *steps) {
  Stepped s = stepped_case(c);
  advance(&s, end_of(&s));
  *count = get_all(&s, values);
  *steps = steps_of(&s);
  stepped_close(&s);
}

/* Stops of no order, some of them read, some twice the same. */
static void go_in_pieces(const SteppedCase *c, uint32_t seed, bool reads, double *values, int64_t *steps) {
  Stepped s = stepped_case(c);
  double ignored[STEPPING_ROOM], end = end_of(&s), t = 0;
  while (t < end) {
    t = fmin(t + end * (draw(&seed) < 0.2 ? 0.2 : 0.003) * draw(&seed), end);
    advance(&s, t);
    assert_true(sar_stepper_time(s.stepper) == t || sar_stepper_stopped(s.stepper));
    if (sar_stepper_stopped(s.stepper)) break;
    if (reads && draw(&seed) < 0.5) get_all(&s, ignored);
  }
  get_all(&s, values);
  *steps = steps_of(&s);
  stepped_close(&s);
}

static void pieces_give_the_bits_of_one_advance(void **state) {
  (void)state;
  double one[STEPPING_ROOM], pieces[STEPPING_ROOM];
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    int32_t count;
    int64_t steps, others;
    go_straight(&cases[i], one, &count, &steps);
    for (uint32_t seed = 1; seed <= 2; seed++) {
      go_in_pieces(&cases[i], seed, seed == 1, pieces, &others);
      if (steps != others || memcmp(one, pieces, (size_t)count * sizeof *one) != 0)
        print_message("%s, %s\n", cases[i].file, cases[i].method);
      assert_int_equal(steps, others);
      assert_memory_equal(one, pieces, (size_t)count * sizeof *one);
    }
  }
}

/* Pivots for a matrix of no order, as if a row had needed them. */
static void spoil_pivots(Stepped *s) {
  SarEquations *e = s->stepper->reading->equations;
  const SarPattern *pattern = &e->m->problem.pattern;
  int32_t count = pattern->column[pattern->ncolumns];
  double *values = malloc((size_t)count * sizeof *values);
  uint32_t seed = 5;
  assert_non_null(values);
  for (int32_t i = 0; i < count; i++) values[i] = draw(&seed) - 0.5;
  assert_int_equal(sar_linear_factor(e->linear, values), SAR_OK);
  assert_string_equal(sar_linear_name(e->linear), "klu");
  free(values);
}

static void expect_pivots_of_start(const Stepped *s, bool same) {
  const SarStepperReading *r = s->stepper->reading;
  SarArchive now = sar_archive_save();
  assert_int_equal(sar_linear_archive(r->equations->linear, &now), SAR_OK);
  assert_int_equal(now.count, r->pivots.count);
  assert_int_equal(memcmp(now.bytes, r->pivots.bytes, now.count) == 0, same);
  sar_archive_destroy(&now);
}

/* A row leaves no pivots to the next one. */
static void rows_do_not_notice_each_other(void **state) {
  (void)state;
  static const SteppedCase sparse = {MODELS "A02_Nfourbar_N2.yaml", "N=30", "hht", 0.5, 1e-4, 0};
  double one[STEPPING_ROOM], other[STEPPING_ROOM];
  Stepped a = stepped_case(&sparse), b = stepped_case(&sparse);
  advance(&a, 0.3);
  advance(&b, 0.2);
  expect_pivots_of_start(&b, true);
  spoil_pivots(&b);
  expect_pivots_of_start(&b, false);
  get_all(&b, other);
  expect_pivots_of_start(&b, true);
  advance(&b, 0.3);
  int32_t count = get_all(&a, one);
  get_all(&b, other);
  assert_memory_equal(one, other, (size_t)count * sizeof *one);
  stepped_close(&a);
  stepped_close(&b);
}

/* ---- runs ---- */

/* Rows of a run, and the same times read. */
static void rows_of_a_run_are_what_is_read(void **state) {
  (void)state;
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    Stepped s = stepped_case(&cases[i]);
    double end = end_of(&s), values[STEPPING_ROOM];
    SarRunOptions options = s.options;
    options.output_every = end / STOPS;
    assert_int_equal(sar_table_create(s.f.context, &options.table), SAR_OK);
    SarRunSummary summary;
    assert_int_equal(sar_run(s.f.context, s.f.system, &options, &summary), SAR_OK);
    const double *times = sar_table_values(options.table, 0);
    int64_t rows = sar_table_rows(options.table);
    for (int64_t row = 0; row < rows; row++) {
      bool before = row + 1 < rows && times[row + 1] == times[row], after = row > 0 && times[row - 1] == times[row];
      if (before || after) continue; /* on events */
      advance(&s, times[row]);
      int32_t count = get_all(&s, values);
      for (int32_t k = 0; k < count; k++) {
        SarStepperValue output;
        assert_true(sar_stepper_output(s.stepper, k, &output));
        int32_t column = sar_table_find(options.table, output.name);
        assert_true(column > 0);
        assert_string_equal(output.unit, sar_table_unit(options.table, column));
        double value = sar_table_values(options.table, column)[row];
        if (memcmp(&values[k], &value, sizeof value) == 0) continue;
        print_message("%s, %s: %s at %g is %.17g, in a run %.17g\n", cases[i].file, cases[i].method, output.name,
                      times[row], values[k], value);
        assert_true(false);
      }
    }
    if (!sar_stepper_stopped(s.stepper)) assert_int_equal(steps_of(&s), summary.steps);
    sar_table_destroy(&options.table);
    stepped_close(&s);
  }
}

/* ---- bytes ---- */

static bool can_be_saved(const SteppedCase *c) {
  return strcmp(c->method, "ida") != 0 && strcmp(c->method, "adams") != 0;
}

/* The bytes of a stepper that has come to t = part of the end, in a copy that outlives it. */
static unsigned char *bytes_at(const SteppedCase *c, double part, size_t *count) {
  Stepped s = stepped_case(c);
  const void *bytes;
  advance(&s, part * end_of(&s));
  assert_int_equal(sar_stepper_save(s.stepper, &bytes, count), SAR_OK);
  unsigned char *copy = malloc(*count);
  assert_non_null(copy);
  memcpy(copy, bytes, *count);
  stepped_close(&s);
  return copy;
}

static void saved_ones_go_on_bit_for_bit(void **state) {
  (void)state;
  double one[STEPPING_ROOM], restored[STEPPING_ROOM];
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    if (!can_be_saved(&cases[i])) continue;
    int32_t count;
    int64_t steps;
    size_t size;
    go_straight(&cases[i], one, &count, &steps);
    unsigned char *bytes = bytes_at(&cases[i], 0.37, &size);
    Stepped s = stepped_case(&cases[i]);
    for (int used = 0; used < 2; used++) { /* a new one, and one that has come to the end */
      assert_int_equal(sar_stepper_restore(s.stepper, bytes, size), SAR_OK);
      assert_true(sar_stepper_time(s.stepper) == 0.37 * end_of(&s) || sar_stepper_stopped(s.stepper));
      advance(&s, end_of(&s));
      get_all(&s, restored);
      if (memcmp(one, restored, (size_t)count * sizeof *one) != 0)
        print_message("%s, %s\n", cases[i].file, cases[i].method);
      assert_int_equal(steps_of(&s), steps);
      assert_memory_equal(one, restored, (size_t)count * sizeof *one);
    }
    stepped_close(&s);
    free(bytes);
  }
}

static void foreign_and_damaged_bytes_are_refused(void **state) {
  (void)state;
  size_t size;
  Stepped s = stepped_case(&cases[0]);
  unsigned char *other = bytes_at(&cases[1], 0.2, &size), *own;
  assert_int_equal(sar_stepper_restore(s.stepper, other, size), SAR_INPUT);
  assert_non_null(strstr(first_message(s.f.context), "another model, or with other options"));
  free(other);
  own = bytes_at(&cases[0], 0.2, &size);
  own[size - 9] ^= 1;
  assert_int_equal(sar_stepper_restore(s.stepper, own, size), SAR_INPUT);
  own[size - 9] ^= 1;
  assert_int_equal(sar_stepper_restore(s.stepper, own, size / 2), SAR_INPUT);
  assert_int_equal(sar_stepper_restore(s.stepper, own, 10), SAR_INPUT);
  advance(&s, 0.1 * end_of(&s)); /* what was refused has changed nothing */
  assert_int_equal(sar_stepper_restore(s.stepper, own, size), SAR_OK);
  assert_true(sar_stepper_time(s.stepper) == 0.2 * end_of(&s));
  free(own);
  stepped_close(&s);
  for (int i = 0; i < SAR_COUNT(cases); i++) {
    const void *bytes;
    if (can_be_saved(&cases[i])) continue;
    Stepped outside = stepped_case(&cases[i]);
    assert_int_equal(sar_stepper_save(outside.stepper, &bytes, &size), SAR_INPUT);
    stepped_close(&outside);
  }
}

/* ---- other rows ---- */

/* Which row of the two pins repeats others depends on how far they are turned. */
static const char pins[] =
    "bodies:\n"
    "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.4, 0, 0]}\n"
    "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.75, 0.1, 0]}\n"
    "joints:\n"
    "  pivot: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
    "  near: {type: revolute, between: [a, b], at: [0.5, 0, 0], axis: z}\n"
    "  far: {type: revolute, between: [a, b], at: [1, 0, 0], axis: z}\n"
    "forces: {twist: {type: torque, between: [ground, b], torque: [0, 0, \"2 + sin(7*t)\"]}}\n"
    "simulate: {end: 1.4}\n";

static void stop_picking(void *self, const SarIntegrator *integrator) {
  (void)integrator;
  ((Stepped *)self)->stepper->gap_limit = 1;
}

/* After 1 s the next gap, however small, lets the rows be picked anew. */
static void turn_and_pick(Stepped *s, uint32_t seed) {
  double ignored[STEPPING_ROOM];
  for (double t = 0; seed && t < 1; t += 0.02 * draw(&seed)) {
    advance(s, t);
    get_all(s, ignored);
  }
  advance(s, 1);
  s->stepper->watch = (SarStepperWatch){.self = s, .replaced = stop_picking};
  s->stepper->gap_limit = 1e-13;
  if (seed) get_all(s, ignored);
  advance(s, 1.2);
  assert_true(s->stepper->gap_limit == 1); /* other rows are carried now */
}

static void pieces_with_other_rows(void **state) {
  (void)state;
  static const char *const some[] = {"hht", "bdf", "radau5"};
  for (int i = 0; i < SAR_COUNT(some); i++) {
    double one[STEPPING_ROOM], other[STEPPING_ROOM];
    const void *bytes;
    size_t size;
    Stepped a = stepped_text(pins, some[i], 1e-4), b = stepped_text(pins, some[i], 1e-4),
            c = stepped_text(pins, some[i], 1e-4);
    turn_and_pick(&a, 0);
    turn_and_pick(&b, 3);
    assert_int_equal(sar_stepper_save(b.stepper, &bytes, &size), SAR_OK);
    assert_int_equal(sar_stepper_restore(c.stepper, bytes, size), SAR_OK); /* it carried those of the start */
    c.stepper->gap_limit = 1;
    advance(&a, 1.4);
    advance(&b, 1.3);
    advance(&b, 1.4);
    advance(&c, 1.4);
    int32_t count = get_all(&a, one);
    get_all(&b, other);
    assert_memory_equal(one, other, (size_t)count * sizeof *one);
    get_all(&c, other);
    assert_memory_equal(one, other, (size_t)count * sizeof *one);
    stepped_close(&a);
    stepped_close(&b);
    stepped_close(&c);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pieces_give_the_bits_of_one_advance),   cmocka_unit_test(rows_do_not_notice_each_other),
      cmocka_unit_test(rows_of_a_run_are_what_is_read),        cmocka_unit_test(saved_ones_go_on_bit_for_bit),
      cmocka_unit_test(foreign_and_damaged_bytes_are_refused), cmocka_unit_test(pieces_with_other_rows),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
