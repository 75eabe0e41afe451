/* Work against precision: a body on a spring, whose motion is known, a pendulum and a top. */
#include <string.h>

#include "analysis/race_track.h"
#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"

static const char oscillator[] =
    "bodies: {mass: {mass: 1, inertia: [1, 1, 1], at: [3, 0, 0]}}\n"
    "joints: {slide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: x}}\n"
    "forces: {spring: {type: spring-damper, between: [ground, mass], stiffness: 4, damping: 0, length: 2}}\n"
    "length_scale: 0.5\n"
    "simulate: {end: 3}\n";

static const char pendulum[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies: {rod: {mass: 2, inertia: [0.1, 0.1, 0.2], at: [0.5, 0, 0]}}\n"
    "joints: {hinge: {type: revolute, between: [ground, rod], at: [0, 0, 0], axis: z}}\n"
    "simulate: {end: 1.5}\n";

static const char top[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies: {top: {mass: 1, inertia: [0.02, 0.03, 0.01], at: [0, 0.2, 0.4], omega: [1, 2, 6]}}\n"
    "joints: {tip: {type: spherical, between: [ground, top], at: [0, 0, 0]}}\n"
    "simulate: {end: 1}\n";

static const SarRace *race_of(Fixture *f, SarRaceOptions options, const char *const *methods, int32_t count) {
  const SarRace *race = NULL;
  options.methods = methods;
  options.nmethods = count;
  SarStatus status = sar_race(f->context, f->system, &options, &race);
  if (status != SAR_OK) fail_msg("%s", fixture_message(f, SAR_ERROR));
  assert_non_null(race);
  return race;
}

static void errors_fall(const SarRaceMethod *m) {
  assert_null(m->reason);
  assert_true(m->nruns > 2);
  for (int32_t i = 0; i < m->nruns; i++) {
    const SarRaceRun *run = &m->runs[i], *before = &m->runs[i > 0 ? i - 1 : 0];
    assert_true(run->done);
    assert_true(run->steps > 0 && run->solves >= run->steps && run->factorisations > 0 && run->cpu_seconds >= 0);
    if (i == 0) continue;
    assert_true(run->errors.position < before->errors.position);
    assert_true(run->errors.velocity < before->errors.velocity);
    assert_true(run->errors.reactions < before->errors.reactions);
    assert_true(run->steps > before->steps);
  }
}

static void references_agree_and_errors_fall(void **state) {
  (void)state;
  static const char *const texts[] = {pendulum, top};
  static const char *const methods[] = {"hht", "bdf:formulation=si2,max_order=4", "radau5", "lms3:rho_inf=0.3"};
  for (int32_t i = 0; i < 2; i++) {
    Fixture f = fixture_of(texts[i]);
    const SarRace *race = race_of(&f, sar_race_options_default(), methods, 4);
    assert_string_not_equal(race->references[0], race->references[1]);
    assert_true(race->difference.position > 0 && race->difference.position < 1e-8);
    assert_true(race->difference.reactions > 0 && race->difference.reactions < 1e-6);
    assert_int_equal(race->nmethods, 4);
    for (int32_t k = 0; k < 4; k++) errors_fall(&race->methods[k]);
    const SarRaceRun *lms = race->methods[3].runs; /* of order 2, each step half of the one before */
    assert_true(isnan(lms[0].tolerance) && isnan(race->methods[0].runs[0].step));
    CHECK_NEAR(lms[4].errors.position / lms[5].errors.position, 4, 0.4);
    CHECK_NEAR(lms[4].errors.velocity / lms[5].errors.velocity, 4, 0.4);
    CHECK_NEAR(lms[4].errors.multipliers / lms[5].errors.multipliers, 4, 1);
    sar_race_destroy(&race);
    assert_null(race);
    fixture_free(&f);
  }
}

/* Points far apart, between which the same run is looked at: polynomials of degree five leave (h omega)^6 of their
 * tenth of a turn, anything of lower degree more. */
static void the_reference_is_smooth_between_its_points(void **state) {
  (void)state;
  Fixture f = fixture_of(top);
  SarRaceOptions options = sar_race_options_default();
  SarRaceRunner runner = {.context = f.context, .options = &options, .end = 1};
  SarRaceTrial trial = {.method = "radau5", .tolerance = 1e-11, .step = NAN, .keep_start = true};
  SarRaceTrack far, near;
  SarRaceWork work;
  SarRaceErrors errors;
  assert_int_equal(sar_start_create(f.context, f.system, &runner.start), SAR_OK);
  sar_race_track_create(&runner.start->m->problem, &far);
  sar_race_track_create(&runner.start->m->problem, &near);
  trial.interval = 0.02;
  assert_int_equal(sar_race_follow(&runner, f.context, &trial, &far, &work), SAR_OK);
  trial.interval = 0.003;
  assert_int_equal(sar_race_follow(&runner, f.context, &trial, &near, &work), SAR_OK);
  assert_true(far.count >= 50 && far.count <= 52 && near.count > 300);
  assert_int_equal(sar_race_compare(&runner, &far, &near, &errors), SAR_OK);
  assert_true(errors.position > 0 && errors.position < 1e-8);
  assert_true(errors.velocity > 0 && errors.velocity < 1e-5);
  assert_true(errors.reactions > 0 && errors.reactions < 1e-3);
  sar_race_track_destroy(&far);
  sar_race_track_destroy(&near);
  sar_start_destroy(&runner.start);
  fixture_free(&f);
}

/* The error of a run against the exact solution x = 2 + cos(2 t): over the six coordinates of the body, in units of L.
 */
static void exact_error(Fixture *f, double step, double *position, double *velocity) {
  SarTable *table = NULL;
  SarRunOptions options = hht_options();
  assert_int_equal(sar_table_create(f->context, &table), SAR_OK);
  options.method = "hht";
  options.step = step;
  options.output_every = 0;
  options.table = table;
  options.study = true;
  assert_int_equal(sar_run(f->context, f->system, &options, NULL), SAR_OK);
  const double *t = sar_table_values(table, 0), *x = sar_table_values(table, sar_table_find(table, "mass.x"));
  const double *v = sar_table_values(table, sar_table_find(table, "mass.vx"));
  double sums[2] = {0, 0}, length = 0.5;
  int64_t rows = sar_table_rows(table);
  for (int64_t i = 1; i < rows; i++) {
    sums[0] += pow((x[i] - 2 - cos(2 * t[i])) / length, 2);
    sums[1] += pow((v[i] + 2 * sin(2 * t[i])) / length, 2);
  }
  *position = sqrt(sums[0] / (6 * (double)(rows - 1)));
  *velocity = sqrt(sums[1] / (6 * (double)(rows - 1)));
  sar_table_destroy(&table);
}

static void errors_are_those_against_the_exact_solution(void **state) {
  (void)state;
  static const char *const methods[] = {"hht"};
  static const double steps[] = {0.05, 0.02};
  Fixture f = fixture_of(oscillator);
  SarRaceOptions options = sar_race_options_default();
  options.steps = steps;
  options.nsteps = 2;
  const SarRace *race = race_of(&f, options, methods, 1);
  for (int32_t i = 0; i < 2; i++) {
    const SarRaceRun *run = &race->methods[0].runs[i];
    double position, velocity;
    exact_error(&f, steps[i], &position, &velocity);
    assert_true(run->done && run->step == steps[i] && isnan(run->tolerance));
    assert_int_equal(run->steps, i == 0 ? 60 : 150);
    CHECK_NEAR(run->errors.position, position, 1e-6 * position);
    CHECK_NEAR(run->errors.velocity, velocity, 1e-6 * velocity);
  }
  sar_race_destroy(&race);
  fixture_free(&f);
}

static void what_fails_is_said_and_the_race_goes_on(void **state) {
  (void)state;
  static const char *const methods[] = {"trapezoid", "hht", "ss2", "radau5"};
  static const double tolerances[] = {1e-3, 1e-7};
  Fixture f = fixture_of(pendulum);
  SarRaceOptions options = sar_race_options_default();
  options.tolerances = tolerances;
  options.ntolerances = 2;
  options.most_steps = 300;
  const SarRace *race = race_of(&f, options, methods, 4);
  const SarRaceMethod *m = race->methods;
  assert_int_equal(m[0].nruns, 0);
  assert_non_null(strstr(m[0].reason, "without dissipation"));
  assert_true(m[1].nruns == 2 && m[1].runs[0].done && !m[1].runs[1].done);
  assert_non_null(strstr(m[1].runs[1].reason, "more than 300 steps"));
  assert_true(isnan(m[1].runs[1].errors.position));
  assert_true(m[2].nruns == 6 && m[2].runs[0].done && !isnan(m[2].runs[0].step)); /* no error control: steps */
  assert_true(m[3].runs[0].done && m[3].runs[1].done);
  assert_int_equal(sar_context_errors(f.context), 0);
  sar_race_destroy(&race);
  fixture_free(&f);
}

/* How often each run was seen at its work. */
typedef struct Seen {
  int32_t runs[64];
} Seen;

static int see_run(void *self, const SarRaceProgress *progress) {
  Seen *seen = self;
  assert_in_range(progress->run, 0, 63);
  assert_true(progress->run <= progress->runs || progress->run == 0);
  seen->runs[progress->run]++;
  return 0;
}

static void is_left_out(const SarRaceRun *run, const char *reason) {
  assert_true(run->left_out && !run->done && !run->limited);
  assert_non_null(strstr(run->reason, reason));
  assert_true(run->steps == 0 && run->residuals == 0 && run->solves == 0);
  assert_true(isnan(run->errors.position) && isnan(run->errors.reactions) && isnan(run->cpu_seconds));
}

/* Tolerances and steps in any order: whoever needs too many steps is not asked for more of them. */
static void after_too_many_steps_tighter_runs_are_left_out(void **state) {
  (void)state;
  static const char *const methods[] = {"hht", "ss2", "radau5"};
  static const double tolerances[] = {1e-8, 1e-3, 1e-6, 1e-7}, steps[] = {1e-3, 0.01, 2e-3, 4e-3};
  Fixture f = fixture_of(pendulum);
  Seen seen = {{0}};
  SarRaceOptions options = sar_race_options_default();
  options.tolerances = tolerances, options.ntolerances = 4;
  options.steps = steps, options.nsteps = 4;
  options.most_steps = 300;
  options.progress = see_run, options.progress_self = &seen;
  const SarRace *race = race_of(&f, options, methods, 3);
  const SarRaceRun *hht = race->methods[0].runs, *ss2 = race->methods[1].runs, *radau = race->methods[2].runs;
  assert_true(hht[1].done && !hht[2].done && !hht[2].left_out && hht[2].steps == 300);
  assert_non_null(strstr(hht[2].reason, "more than 300 steps"));
  is_left_out(&hht[0], "more than 300 steps at 1e-06 already");
  is_left_out(&hht[3], "more than 300 steps at 1e-06 already");
  assert_true(ss2[1].done && !ss2[3].done && !ss2[3].left_out);
  is_left_out(&ss2[0], "more than 300 steps with a step of 0.004 s already");
  is_left_out(&ss2[2], "more than 300 steps with a step of 0.004 s already");
  for (int32_t k = 0; k < 4; k++)
    assert_true(radau[k].done && !radau[k].left_out && radau[k].tolerance == tolerances[k]);
  /* In rounds of hht, radau5 and ss2: hht and ss2 are asked twice, radau5 four times. */
  static const int32_t asked[] = {1, 2, 3, 4, 5, 6, 8, 11}, left_out[] = {7, 9, 10, 12, 13};
  for (int32_t i = 0; i < 8; i++) assert_true(seen.runs[asked[i]] > 0 || asked[i] == 6); /* 6: too many at once */
  for (int32_t i = 0; i < 5; i++) assert_int_equal(seen.runs[left_out[i]], 0);
  sar_race_destroy(&race);
  fixture_free(&f);
}

/* A step at which an explicit method is not stable tells nothing about shorter ones. */
static void after_other_failures_shorter_steps_are_run(void **state) {
  (void)state;
  static const char *const methods[] = {"ab3"};
  static const double steps[] = {0.05, 1e-3};
  static const char stiff[] =
      "coordinates: {y: {mass: 1, at: 1}}\n"
      "forces: {spring: {type: generalized, coordinate: y, force: -1e4*y - 100*rate(y)}}\n"
      "simulate: {end: 40}\n";
  Fixture f = fixture_of(stiff);
  SarRaceOptions options = sar_race_options_default();
  options.steps = steps, options.nsteps = 2;
  const SarRace *race = race_of(&f, options, methods, 1);
  const SarRaceRun *runs = race->methods[0].runs;
  assert_true(!runs[0].done && !runs[0].left_out && runs[1].done);
  sar_race_destroy(&race);
  fixture_free(&f);
}

/* Without constraints the trapezoid may race; with them only in the stabilised form. */
static void undamped_methods_are_told_from_others(void **state) {
  (void)state;
  static const char *const methods[] = {"trapezoid", "trapezoid:formulation=si2"};
  static const double steps[] = {0.01};
  Fixture f = fixture_of(pendulum);
  SarRaceOptions options = sar_race_options_default();
  options.steps = steps;
  options.nsteps = 1;
  const SarRace *race = race_of(&f, options, methods, 2);
  assert_non_null(strstr(race->methods[0].reason, "without dissipation"));
  assert_true(race->methods[1].nruns == 1 && race->methods[1].runs[0].done);
  sar_race_destroy(&race);
  fixture_free(&f);
}

static SarStatus refused(const char *text, SarRaceOptions options, const char *message) {
  Fixture f = fixture_of(text);
  const SarRace *race = NULL;
  SarStatus status = sar_race(f.context, f.system, &options, &race);
  assert_null(race);
  assert_non_null(strstr(fixture_message(&f, SAR_ERROR), message));
  fixture_free(&f);
  return status;
}

static int stop_at_once(void *self, const SarRaceProgress *progress) {
  (void)self;
  return progress->time >= 0;
}

static void what_cannot_race_is_refused(void **state) {
  (void)state;
  SarRaceOptions options = sar_race_options_default();
  static const char events[] =
      "coordinates: {y: {mass: 1, at: 1}}\n"
      "forces: {weight: {type: generalized, coordinate: y, force: -9.81}}\n"
      "events: {hit: {when: y, direction: down, restitution: 0.8}}\n"
      "simulate: {end: 1}\n";
  assert_int_equal(refused(events, options, "events or jumps"), SAR_FAILED);
  static const char *const wrong[] = {"hth"};
  options.methods = wrong;
  options.nmethods = 1;
  assert_int_equal(refused(pendulum, options, "hth"), SAR_INPUT);
  options = sar_race_options_default();
  static const double zero[] = {0};
  options.steps = zero;
  options.nsteps = 1;
  assert_int_equal(refused(pendulum, options, "not possible"), SAR_INPUT);
  options = sar_race_options_default();
  options.progress = stop_at_once;
  assert_int_equal(refused(pendulum, options, ""), SAR_INTERRUPTED);
}

/* ---- the budget ---- */

/* A clock that goes on by a millisecond whenever it is looked at, which is once in a step: the same on every machine.
 */
static double tick(void *self) {
  int64_t *ticks = self;
  return 1e-3 * (double)++*ticks;
}

typedef struct Tally {
  int32_t done, stopped, left_out;
} Tally;

/* What is not done says why, and nothing else. */
static Tally tally(const SarRace *race) {
  Tally t = {0};
  for (int32_t i = 0; i < race->nmethods; i++) {
    for (int32_t k = 0; k < race->methods[i].nruns; k++) {
      const SarRaceRun *run = &race->methods[i].runs[k];
      const char *status = sar_race_run_status(run);
      t.done += strcmp(status, "done") == 0;
      t.stopped += strcmp(status, "budget") == 0;
      t.left_out += strcmp(status, "not run") == 0;
      if (strcmp(status, "budget") == 0) assert_non_null(strstr(run->reason, "its share is"));
      if (strcmp(status, "not run") == 0) is_left_out(run, "");
      if (strcmp(status, "done") == 0) assert_null(run->reason);
    }
  }
  assert_int_equal(t.stopped, race->stopped);
  assert_int_equal(t.left_out, race->left_out);
  return t;
}

static const char *const three[] = {"hht", "ss2", "radau5"};

static const SarRace *race_within(Fixture *f, double budget, SarRaceOptions options, int64_t *ticks) {
  options.budget = budget;
  options.clock = tick, options.clock_self = ticks;
  return race_of(f, options, three, 3);
}

/* Errors and counts of all that is done are those of a race without a budget; what is not done is told. */
static void within_a_budget_less_is_done_and_nothing_else(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum);
  SarRaceOptions options = sar_race_options_default();
  const SarRace *all = race_of(&f, options, three, 3);
  Tally complete = tally(all);
  assert_true(complete.done == 18 && all->budget == 0 && !all->interrupted && !all->reference_note);
  static const double budgets[] = {0.75, 2.5, 8.5, 30};
  int32_t before = 0;
  for (int32_t i = 0; i < 4; i++) {
    int64_t ticks = 0, again = 0;
    const SarRace *some = race_within(&f, budgets[i], options, &ticks),
                  *twin = race_within(&f, budgets[i], options, &again);
    Tally t = tally(some);
    assert_true(t.done > before && t.done + t.stopped + t.left_out == 18);
    assert_int_equal(ticks, again);
    assert_true(some->seconds <= budgets[i] * 1.02 && some->budget == budgets[i]);
    for (int32_t k = 0; k < 18; k++) {
      const SarRaceRun *a = &some->methods[k / 6].runs[k % 6], *b = &all->methods[k / 6].runs[k % 6];
      assert_int_equal(a->done, twin->methods[k / 6].runs[k % 6].done);
      if (k % 6 == 0) assert_true(a->done);                             /* the loosest of every method */
      if (!a->done || a->step < b->step || a->step > b->step) continue; /* steps: chosen after a run that was stopped */
      assert_int_equal(a->steps, b->steps);
      if (some->tolerance == all->tolerance) assert_true(a->errors.position == b->errors.position);
    }
    before = t.done;
    sar_race_destroy(&some);
    sar_race_destroy(&twin);
  }
  assert_int_equal(before, 18);
  sar_race_destroy(&all);
  fixture_free(&f);
}

/* References that take too long are made at a larger tolerance; without any time there are none, and no error. */
static void references_keep_to_their_part_of_the_budget(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum);
  SarRaceOptions options = sar_race_options_default();
  int64_t ticks = 0;
  const SarRace *race = race_within(&f, 8.5, options, &ticks);
  assert_non_null(race->references[0]);
  assert_true(race->tolerance > 1e-12 && race->difference.position > 0 && race->difference.position < 1e-4);
  assert_non_null(strstr(race->reference_note, "smaller tolerances take longer"));
  assert_true(tally(race).done > 0);
  sar_race_destroy(&race);
  ticks = 0;
  race = race_within(&f, 1, options, &ticks);
  assert_null(race->references[0]);
  assert_true(isnan(race->tolerance) && isnan(race->difference.position));
  assert_non_null(strstr(race->reference_note, "no time for references"));
  for (int32_t i = 0; i < 3; i++) assert_true(isnan(race->methods[i].runs[0].errors.position));
  assert_true(tally(race).left_out > 0);
  sar_race_destroy(&race);
  fixture_free(&f);
}

static int stop_in_the_fifth(void *self, const SarRaceProgress *progress) {
  assert_true(isinf(progress->left));
  *(int32_t *)self += progress->run == 5;
  return progress->run == 5;
}

static void an_interrupted_race_tells_what_it_has(void **state) {
  (void)state;
  Fixture f = fixture_of(pendulum);
  SarRaceOptions options = sar_race_options_default();
  const SarRace *race = NULL;
  int32_t calls = 0;
  options.methods = three, options.nmethods = 3;
  options.progress = stop_in_the_fifth, options.progress_self = &calls;
  assert_int_equal(sar_race(f.context, f.system, &options, &race), SAR_INTERRUPTED);
  assert_true(race && race->interrupted && calls == 1);
  Tally t = tally(race);
  assert_true(t.done == 4 && t.left_out == 14);
  assert_string_equal(race->methods[2].runs[1].reason, "interrupted"); /* hht, radau5, ss2; hht, radau5 */
  sar_race_destroy(&race);
  fixture_free(&f);
}

static void work_is_interpolated(void **state) {
  (void)state;
  SarRaceRun runs[] = {
      {.done = true, .errors = {.position = 1e-2}, .cpu_seconds = 1, .solves = 100},
      {.done = true, .errors = {.position = 1e-4}, .cpu_seconds = 4, .solves = 1000},
      {.done = false, .errors = {.position = NAN}, .cpu_seconds = 1e-3, .solves = 1},
      {.done = true, .errors = {.position = 1e-6}, .cpu_seconds = 64, .solves = 5000},
  };
  SarRaceMethod m = {.method = "m", .nruns = 4, .runs = runs};
  CHECK_NEAR(sar_race_cpu_for(&m, 1e-1), 1, 1e-12);
  CHECK_NEAR(sar_race_cpu_for(&m, 1e-3), 2, 1e-12);
  CHECK_NEAR(sar_race_solves_for(&m, 1e-3), sqrt(1e5), 1e-9);
  CHECK_NEAR(sar_race_cpu_for(&m, 1e-4), 4, 1e-12);
  CHECK_NEAR(sar_race_cpu_for(&m, 1e-5), 64, 1e-12); /* beside a run that failed there is no line */
  assert_true(isnan(sar_race_cpu_for(&m, 1e-7)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(references_agree_and_errors_fall),
      cmocka_unit_test(the_reference_is_smooth_between_its_points),
      cmocka_unit_test(errors_are_those_against_the_exact_solution),
      cmocka_unit_test(what_fails_is_said_and_the_race_goes_on),
      cmocka_unit_test(after_too_many_steps_tighter_runs_are_left_out),
      cmocka_unit_test(after_other_failures_shorter_steps_are_run),
      cmocka_unit_test(undamped_methods_are_told_from_others),
      cmocka_unit_test(what_cannot_race_is_refused),
      cmocka_unit_test(within_a_budget_less_is_done_and_nothing_else),
      cmocka_unit_test(references_keep_to_their_part_of_the_budget),
      cmocka_unit_test(an_interrupted_race_tells_what_it_has),
      cmocka_unit_test(work_is_interpolated),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
