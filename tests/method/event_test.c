/* Switching functions: steps end on their crossings, whatever the step and the kind of the function. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "method/run.h"

#define G 9.81
#define PI 3.14159265358979323846

/* ---- a ball that bounces: the test itself turns the velocity round ---- */

#define RESTITUTION 0.8

static void ball_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0] + G;
  if (m) m[0] = fabs(p->a[0]) + G;
}
static void ball_map(double t, const double *y, ToyPoint *p) { (void)t, (void)y, p->q[0] = 1, p->a[0] = -G; }
static void height(const SarPoint *p, double *values) { values[0] = p->q[0]; }

static ToyClass ball(int32_t direction) {
  return (ToyClass){.name = "ball",
                    .n = {.nq = 1, .nv = 1, .nroots = 1},
                    .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                    .nblocks = 1,
                    .rows = ball_rows,
                    .map = ball_map,
                    .roots = {{.kind = SAR_ROOT_EVENT, .direction = direction, .returns = true}},
                    .switches = height};
}

static void bounce(Run *run, double restitution) {
  const SarStepView *view = sar_integrator_view(run->integrator);
  double q = view->q[0], v = -restitution * view->v[0], a = -G;
  SarPoint at = {.t = view->t1, .q = &q, .v = &v, .a = &a};
  assert_int_equal(sar_integrator_start(run->integrator, &at), SAR_OK);
}

static void bounces(int32_t direction, const SarStepOptions *options) {
  ToyClass class = ball(direction);
  Run run;
  begin(&run, &class, options);
  double exact = sqrt(2 / G), v = sqrt(2 * G), worst = 0;
  for (int k = 0; k < 20; k++) {
    const SarStepView *view = next_event(&run, options->end);
    assert_non_null(view);
    assert_int_equal(view->nfired, 1);
    assert_int_equal(view->fired[0], 0);
    assert_int_equal(view->fired_sign[0], -1);
    assert_true(view->q[0] <= 0 && view->q[0] > -1e-10);
    worst = fmax(worst, fabs(view->t1 / exact - 1));
    bounce(&run, RESTITUTION);
    v *= RESTITUTION;
    exact += 2 * v / G;
  }
  print_cost("ball", &run);
  print_message("impact times within %.3g\n", worst);
  assert_true(worst <= 1e-9);
  const SarStepStats *stats = sar_integrator_stats(run.integrator);
  assert_int_equal(stats->events, 20);
  assert_true(stats->repeats <= 3 * 20);
  if (options->fixed_step == 0) assert_true(stats->steps <= 20 * 8);
  finish(&run);
}

static void impacts_of_a_ball(void **state) {
  (void)state;
  bounces(-1, &(SarStepOptions){.end = 5, .tolerance = 1e-8});
  bounces(0, &(SarStepOptions){.end = 5, .tolerance = 1e-8});
  bounces(-1, &(SarStepOptions){.end = 5, .tolerance = 1e-4});
  bounces(-1, &(SarStepOptions){.end = 5, .fixed_step = 0.01});
  bounces(0, &(SarStepOptions){.end = 5, .fixed_step = 0.003});
}

/* The bounces have a point of accumulation at 4.06 s: there the run ends with an error instead of looping, and the ball
 * has not fallen through the floor. */
static void bounces_without_end(void **state) {
  (void)state;
  const double restitutions[] = {0.8, 0.5, 0.1, 0.95, 0.05, 0.02, 1e-4, 1e-9, 0};
  for (int i = 0; i < 9; i++) {
    for (int fixed = 0; fixed < 2; fixed++) {
      ToyClass class = ball(0);
      Run run;
      begin(&run, &class, &(SarStepOptions){.end = 30, .tolerance = 1e-6, .fixed_step = fixed ? 0.01 : 0});
      double e = restitutions[i], limit = sqrt(2 / G) * (1 + 2 * e / (1 - e));
      int count = 0;
      while (sar_integrator_view(run.integrator)->chattering < 0) {
        const SarStepView *view = next_event(&run, 30);
        assert_non_null(view);
        assert_true(view->q[0] > -1e-9);
        bounce(&run, e);
        assert_true(++count < 2000);
      }
      CHECK_NEAR(sar_integrator_view(run.integrator)->t1, limit, 1.01e-7 * 30);
      assert_int_equal(sar_integrator_view(run.integrator)->chattering, 0);
      assert_int_equal(sar_integrator_step(run.integrator), SAR_CHATTERING);
      print_cost("ball that comes to rest", &run);
      finish(&run);
    }
  }
}

/* ---- kink: stiffness 4 on one side, 1 on the other ---- */

static void kink_rate(double t, const double *y, double *dy) {
  (void)t, dy[0] = y[1], dy[1] = -2.5 * y[0] - 1.5 * fabs(y[0]);
}
static void kink_rows(const SarPoint *p, double *r, double *m) {
  double q = p->q[0];
  r[0] = p->a[0] + 2.5 * q + 1.5 * fabs(q);
  if (m) m[0] = fabs(p->a[0]) + 4 * fabs(q);
}
static void kink_map(double t, const double *y, ToyPoint *p) {
  double dy[2];
  kink_rate(t, y, dy);
  p->q[0] = y[0], p->v[0] = y[1], p->a[0] = dy[1];
}
static const ToyClass kink = {.name = "kink",
                              .n = {.nq = 1, .nv = 1, .nroots = 1},
                              .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                              .nblocks = 1,
                              .rows = kink_rows,
                              .ny = 2,
                              .y0 = {1, 0},
                              .rate = kink_rate,
                              .map = kink_map,
                              .roots = {{.kind = SAR_ROOT_KINK, .direction = 0}},
                              .switches = height};

static void kink_solution(double t, double *q, double *v) {
  double phase = fmod(t + 0.25 * PI, 1.5 * PI); /* 0: upwards through zero */
  if (phase < 0.5 * PI) {
    *q = sin(2 * phase), *v = 2 * cos(2 * phase);
  } else {
    *q = -2 * sin(phase - 0.5 * PI), *v = -2 * cos(phase - 0.5 * PI);
  }
}

typedef struct Outcome {
  double error; /* at the end */
  double steps, rejected;
  int events;
} Outcome;

static Outcome over_kinks(const ToyClass *class, const SarStepOptions *options) {
  Run run;
  begin(&run, class, options);
  const SarStepView *view = sar_integrator_view(run.integrator);
  while (view->t1 < options->end) {
    double before = view->q[0];
    view = step(&run);
    if (class->n.nroots == 0) continue;
    assert_true(before * view->q[0] >= 0 || fabs(before) < 1e-9 || fabs(view->q[0]) < 1e-9); /* no step over it */
    if (view->nfired > 0) assert_true(fabs(view->q[0]) <= 2.1e-10 * options->end / 10);
    assert_true((view->nfired > 0) == (fabs(view->q[0]) < 1e-9));
  }
  double q, v;
  kink_solution(options->end, &q, &v);
  const SarStepStats *stats = sar_integrator_stats(run.integrator);
  Outcome outcome = {.error = hypot(view->q[0] - q, view->v[0] - v),
                     .steps = (double)stats->steps,
                     .rejected = (double)stats->rejected_error,
                     .events = (int)stats->events};
  print_message("error %.3e; ", outcome.error);
  print_cost(class->n.nroots > 0 ? "kink" : "kink, not seen", &run);
  finish(&run);
  return outcome;
}

static void kinks_keep_the_order(void **state) {
  (void)state;
  double end = 10, fixed = 0, adaptive = 0;
  ToyClass blind = kink;
  blind.n.nroots = 0;
  for (int k = 0; k < 5; k++) {
    over_kinks(&blind, &(SarStepOptions){.end = end, .fixed_step = 0.023 / (1 << k)});
    Outcome seen = over_kinks(&kink, &(SarStepOptions){.end = end, .fixed_step = 0.023 / (1 << k)});
    assert_int_equal(seen.events, 4);
    fixed += (2 - k) * log2(seen.error) / 10;
  }
  for (int k = 0; k < 5; k++) {
    double tolerance = pow(10, -4 - k);
    Outcome unseen = over_kinks(&blind, &(SarStepOptions){.end = end, .tolerance = tolerance});
    Outcome seen = over_kinks(&kink, &(SarStepOptions){.end = end, .tolerance = tolerance});
    assert_int_equal(seen.events, 4);
    assert_true(seen.steps <= unseen.steps + 40);
    adaptive += (2 - k) * log10(seen.error) / 10;
  }
  print_message("order %.3f, error over tolerance %.3f\n", fixed, adaptive);
  CHECK_NEAR(fixed, 2, 0.15);
  CHECK_NEAR(adaptive, 2.0 / 3, 0.1);
}

/* ---- jump: a relay, q'' = -sign(q), whose branch stands still between the events ---- */

static double branch; /* what the problem would remember */

static void relay_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0] + branch;
  if (m) m[0] = fabs(p->a[0]) + fabs(branch);
}
static const ToyClass relay = {.name = "relay",
                               .n = {.nq = 1, .nv = 1, .nroots = 1},
                               .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                               .nblocks = 1,
                               .rows = relay_rows,
                               .map = ball_map,
                               .roots = {{.kind = SAR_ROOT_JUMP, .direction = 0}},
                               .switches = height};

static void settle(Run *run) {
  const SarStepView *view = sar_integrator_view(run->integrator);
  double q = view->q[0], v = view->v[0];
  branch = q < 0 ? -1 : 1;
  double a = -branch;
  SarPoint at = {.t = view->t1, .q = &q, .v = &v, .a = &a};
  assert_int_equal(sar_integrator_start(run->integrator, &at), SAR_OK);
}

static void relay_switches(const SarStepOptions *options) {
  Run run;
  branch = 1;
  begin(&run, &relay, options);
  settle(&run);
  for (int k = 0; k < 10; k++) {
    const SarStepView *view = next_event(&run, options->end);
    assert_non_null(view);
    CHECK_NEAR(view->t1, sqrt(2) * (2 * k + 1), 1e-9 * sqrt(2) * (2 * k + 1));
    CHECK_NEAR(view->v[0], k % 2 ? sqrt(2) : -sqrt(2), 1e-8);
    assert_true(view->q[0] * view->fired_sign[0] > 0); /* really on the new side: settling sees it */
    settle(&run);
  }
  print_cost("relay", &run);
  if (options->fixed_step == 0) assert_true(sar_integrator_stats(run.integrator)->steps <= 10 * 20);
  finish(&run);
}

static void relay_is_exact(void **state) {
  (void)state;
  relay_switches(&(SarStepOptions){.end = 40, .tolerance = 1e-8});
  relay_switches(&(SarStepOptions){.end = 40, .tolerance = 1e-4});
  relay_switches(&(SarStepOptions){.end = 40, .fixed_step = 0.05});
}

/* A jump that begins exactly on zero, with the branch for the wrong side, is settled after a step that does no harm. */
static void at_rest_map(double t, const double *y, ToyPoint *p) { (void)t, (void)y, p->a[0] = -1; }
static void jump_that_begins_on_zero(void **state) {
  (void)state;
  ToyClass class = relay;
  class.map = at_rest_map;
  Run run;
  branch = 1;
  begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-4});
  const SarStepView *view = next_event(&run, 1);
  assert_non_null(view);
  assert_int_equal(view->fired_sign[0], -1);
  assert_true(view->t1 < 1e-5);
  finish(&run);
}

/* Sliding: x' = 0.3 - sign(x) can only stay on x = 0. */
static void slide_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->xdot[0] - 0.3 + branch;
  if (m) m[0] = fabs(p->xdot[0]) + 0.3 + fabs(branch);
}
static void slide_map(double t, const double *y, ToyPoint *p) {
  (void)t, (void)y, p->x[0] = 1, p->xdot[0] = 0.3 - branch;
}
static void first_state(const SarPoint *p, double *values) { values[0] = p->x[0]; }
static void sliding_is_told(void **state) {
  (void)state;
  const ToyClass slide = {.name = "slide",
                          .n = {.nx = 1, .nroots = 1},
                          .rows = slide_rows,
                          .map = slide_map,
                          .roots = {{.kind = SAR_ROOT_JUMP, .direction = 0}},
                          .switches = first_state};
  for (int fixed = 0; fixed < 2; fixed++) {
    Run run;
    branch = 1;
    begin(&run, &slide, &(SarStepOptions){.end = 10, .tolerance = 1e-5, .fixed_step = fixed ? 0.01 : 0});
    int count = 0;
    for (const SarStepView *view; (view = sar_integrator_view(run.integrator))->chattering < 0; count++) {
      view = next_event(&run, 10);
      assert_non_null(view);
      double x = view->x[0], rate;
      branch = x < 0 ? -1 : 1;
      rate = 0.3 - branch;
      SarPoint at = {.t = view->t1, .x = &x, .xdot = &rate};
      assert_int_equal(sar_integrator_start(run.integrator, &at), SAR_OK);
      assert_true(count < 200);
    }
    print_cost("sliding", &run);
    CHECK_NEAR(sar_integrator_view(run.integrator)->t1, 1 / 0.7, 1e-4);
    assert_int_equal(sar_integrator_step(run.integrator), SAR_CHATTERING);
    finish(&run);
  }
}

/* ---- uniform motion: q = t, so that steps are as long as they may be ---- */

static void free_rows(const SarPoint *p, double *r, double *m) {
  r[0] = p->a[0];
  if (m) m[0] = fabs(p->a[0]);
}
static void free_map(double t, const double *y, ToyPoint *p) { (void)y, p->q[0] = t, p->v[0] = 1; }
static const ToyClass uniform = {.name = "uniform",
                                 .n = {.nq = 1, .nv = 1},
                                 .blocks = {{SAR_BLOCK_PLAIN, 0, 0, 1}},
                                 .nblocks = 1,
                                 .rows = free_rows,
                                 .map = free_map};

/* Two crossings 0.004 apart in steps of 0.1. */
static void narrow(const SarPoint *p, double *values) {
  values[0] = (p->q[0] - 0.53) * (p->q[0] - 0.53) - 4e-6;
  values[1] = -values[0];
}
static void both_crossings_in_one_step(void **state) {
  (void)state;
  ToyClass class = uniform;
  class.n.nroots = 2, class.roots[0] = (SarRoot){.kind = SAR_ROOT_EVENT},
  class.roots[1] = (SarRoot){.kind = SAR_ROOT_EVENT, .direction = 1};
  class.switches = narrow;
  for (int fixed = 0; fixed < 2; fixed++) {
    Run run;
    begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5, .fixed_step = fixed ? 0.1 : 0});
    const SarStepView *view = next_event(&run, 1);
    assert_non_null(view);
    CHECK_NEAR(view->t1, 0.528, 2e-11);
    assert_int_equal(view->nfired, 2);
    view = next_event(&run, 1);
    assert_non_null(view);
    CHECK_NEAR(view->t1, 0.532, 2e-11);
    assert_int_equal(view->nfired, 1); /* the other counts only upwards */
    assert_int_equal(view->fired[0], 0);
    assert_int_equal(view->fired_sign[0], 1);
    assert_null(next_event(&run, 1));
    finish(&run);
  }
}

/* Functions of one and the same crossing, and others right behind it. */
static void four(const SarPoint *p, double *values) {
  double q = p->q[0] - 0.4567;
  values[0] = q, values[1] = -3e5 * q, values[2] = 1e-7 * q - 1e-20, values[3] = q - 1e-6;
}
static void crossings_together(void **state) {
  (void)state;
  ToyClass class = uniform;
  class.n.nroots = 4;
  class.switches = four;
  class.roots[2].kind = SAR_ROOT_JUMP;
  for (int fixed = 0; fixed < 2; fixed++) {
    Run run;
    begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5, .fixed_step = fixed ? 0.1 : 0});
    const SarStepView *view = next_event(&run, 1);
    assert_non_null(view);
    CHECK_NEAR(view->t1, 0.4567, 2e-11);
    assert_int_equal(view->nfired, 3);
    for (int i = 0; i < 3; i++) assert_int_equal(view->fired[i], i);
    assert_int_equal(view->fired_sign[1], -1);
    view = next_event(&run, 1);
    assert_non_null(view);
    CHECK_NEAR(view->t1, 0.456701, 2e-11);
    assert_int_equal(view->nfired, 1);
    assert_int_equal(view->fired[0], 3);
    assert_null(next_event(&run, 1));
    finish(&run);
  }
}

/* sin(20 q) from zero: which crossings count. */
static void wave(const SarPoint *p, double *values) { values[0] = sin(20 * p->q[0]); }
static void directions(void **state) {
  (void)state;
  const int expected[3] = {3, 6, 3}; /* zeros at k pi/20, k = 1 ... 6 before 1; down, up, down, ... */
  for (int direction = -1; direction <= 1; direction++) {
    ToyClass class = uniform;
    class.n.nroots = 1, class.roots[0] = (SarRoot){.kind = SAR_ROOT_EVENT, .direction = direction},
    class.switches = wave;
    Run run;
    begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
    int count = 0;
    for (const SarStepView *view; (view = next_event(&run, 1)); count++) {
      int k = direction < 0 ? 2 * count + 1 : direction > 0 ? 2 * count + 2 : count + 1;
      CHECK_NEAR(view->t1, k * PI / 20, 2e-11);
      assert_int_equal(view->fired_sign[0], k % 2 ? -1 : 1);
    }
    assert_int_equal(count, expected[direction + 1]);
    finish(&run);
  }
}

/* A function without a value before q = 0.2: it is not missed afterwards, and nobody is stopped by it before. */
static void roots_of_roots(const SarPoint *p, double *values) { values[0] = values[1] = sqrt(p->q[0] - 0.2) - 0.5; }
static void functions_without_a_value(void **state) {
  (void)state;
  for (int fixed = 0; fixed < 2; fixed++) {
    ToyClass class = uniform;
    class.n.nroots = 2, class.roots[0].kind = SAR_ROOT_EVENT, class.roots[1].kind = SAR_ROOT_JUMP;
    class.switches = roots_of_roots;
    Run run;
    begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5, .fixed_step = fixed ? 0.03 : 0});
    const SarStepView *view = next_event(&run, 1);
    assert_non_null(view);
    assert_true(view->t1 > 0.2 && view->t1 < 0.3); /* the jump has a side now, for which nothing was settled yet */
    assert_int_equal(view->nfired, 1);
    assert_int_equal(view->fired[0], 1);
    view = next_event(&run, 1);
    assert_non_null(view);
    CHECK_NEAR(view->t1, 0.45, 2e-11);
    assert_int_equal(view->nfired, 2);
    assert_null(next_event(&run, 1));
    finish(&run);
  }
}

/* Fixed steps go on from the crossing with their own length, and the last one ends at the end. */
static void third(const SarPoint *p, double *values) { values[0] = p->t - 0.333; }
static void the_grid_moves(void **state) {
  (void)state;
  ToyClass class = uniform;
  class.n.nroots = 1, class.switches = third;
  Run run;
  begin(&run, &class, &(SarStepOptions){.end = 1, .fixed_step = 0.1});
  for (int k = 1; k <= 3; k++) CHECK_NEAR(step(&run)->t1, 0.1 * k, 1e-15);
  CHECK_NEAR(step(&run)->t1, 0.333, 1e-11);
  for (int k = 1; k <= 6; k++) {
    CHECK_NEAR(step(&run)->t1, 0.333 + 0.1 * k, 1e-11);
    assert_true(sar_integrator_view(run.integrator)->step == 0.1);
  }
  assert_true(step(&run)->t1 == 1);
  const SarStepLimits *limits = sar_integrator_limits(run.integrator);
  assert_int_equal(limits->counts.steps[SAR_LIMIT_EVENT], 1);
  assert_int_equal(limits->counts.steps[SAR_LIMIT_FIXED], 9);
  assert_int_equal(limits->counts.steps[SAR_LIMIT_END], 1);
  assert_int_equal(sar_limits_tally(limits, SAR_LIMIT_EVENT, 1)->steps, 1); /* one unknown, then the functions */
  assert_null(sar_limits_tally(limits, SAR_LIMIT_EVENT, 0));
  finish(&run);
}

/* A crossing at the very end, and one at the begin. */
static void at_the_ends(const SarPoint *p, double *values) { values[0] = p->t - 1, values[1] = p->t; }
static void crossings_at_the_ends(void **state) {
  (void)state;
  ToyClass class = uniform;
  class.n.nroots = 2, class.switches = at_the_ends;
  class.roots[0] = class.roots[1] = (SarRoot){.kind = SAR_ROOT_EVENT};
  Run run;
  begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5});
  const SarStepView *view = next_event(&run, 1);
  assert_non_null(view); /* it reaches zero there */
  assert_true(view->t1 == 1);
  assert_int_equal(view->fired[0], 0);
  assert_int_equal(view->nfired, 1);
  assert_int_equal(sar_integrator_stats(run.integrator)->events, 1);
  finish(&run);
}

/* A kink that follows itself at once, again and again, is left alone; when that is over, it is stepped onto as before.
 */
static double kink_place, kink_sign;
static void moving_kink(const SarPoint *p, double *values) { values[0] = kink_sign * (p->t - kink_place); }
static void move_kink(const SarStepView *view, double ahead) {
  kink_sign = view->nfired > 0 ? -view->fired_sign[0] : kink_sign;
  kink_place = view->t1 + ahead;
}
static void a_kink_is_watched_again(void **state) {
  (void)state;
  ToyClass class = uniform;
  class.n.nroots = 1, class.switches = moving_kink, class.roots[0] = (SarRoot){.kind = SAR_ROOT_KINK};
  Run run;
  kink_place = 0.1, kink_sign = 1;
  begin(&run, &class, &(SarStepOptions){.end = 1, .tolerance = 1e-5, .max_step = 1e-3});
  const SarStepView *view = next_event(&run, 1);
  int count = 0;
  for (; view->nfired > 0 && count < 100; count++) {
    move_kink(view, 2e-9);
    view = step(&run);
  }
  assert_true(count >= 10 && count < 100);
  for (int k = 0; k < 20; k++) view = step(&run);
  double side = kink_sign * (view->t1 - kink_place);
  kink_place = view->t1 + 0.1;
  kink_sign = side > 0 ? -1 : 1; /* still on the same side */
  view = next_event(&run, 1);
  assert_non_null(view);
  CHECK_NEAR(view->t1, kink_place, 1e-9);
  finish(&run);
}

/* ---- saved and loaded anywhere, also right after an event: the same bits ---- */

typedef struct Trace {
  double t[400], q[400];
  SarStepStats stats;
} Trace;

static void height_and_speed(const SarPoint *p, double *values) { values[0] = p->q[0], values[1] = p->v[0] - 1; }

static void trace_ball(const SarStepOptions *options, int carried_over, Trace *trace) {
  ToyClass class = ball(0);
  class.n.nroots = 2, class.roots[1] = (SarRoot){.kind = SAR_ROOT_JUMP};
  class.switches = height_and_speed;
  Run run;
  memset(trace, 0, sizeof *trace);
  begin(&run, &class, options);
  for (int k = 0; k < 400 && sar_integrator_view(run.integrator)->t1 < options->end; k++) {
    const SarStepView *view = step(&run);
    trace->t[k] = view->t1, trace->q[k] = view->q[0];
    if (k == carried_over) {
      SarMethodChoice choice;
      SarArchive out = sar_archive_save();
      int32_t nfired = view->nfired;
      assert_int_equal(sar_integrator_archive(run.integrator, &out), SAR_OK);
      sar_integrator_destroy(&run.integrator);
      assert_int_equal(sar_method_parse(run.context, "hht", sar_nowhere(), &choice), SAR_OK);
      assert_int_equal(sar_integrator_create(run.context, &run.toy.base, &choice, options, &run.integrator), SAR_OK);
      SarArchive in = sar_archive_load(out.bytes, out.count);
      assert_int_equal(sar_integrator_archive(run.integrator, &in), SAR_OK);
      assert_int_equal(sar_archive_end(&in), SAR_OK);
      sar_archive_destroy(&out);
      view = sar_integrator_view(run.integrator);
      assert_int_equal(view->nfired, nfired);
    }
    for (int i = 0; i < view->nfired; i++) {
      if (view->fired[i] == 0) bounce(&run, RESTITUTION);
    }
  }
  trace->stats = *sar_integrator_stats(run.integrator);
  finish(&run);
}

static void saved_and_loaded(void **state) {
  (void)state;
  static Trace whole, carried;
  const SarStepOptions options[] = {{.end = 3, .tolerance = 1e-6}, {.end = 3, .fixed_step = 0.02}};
  for (int i = 0; i < 2; i++) {
    trace_ball(&options[i], -1, &whole);
    assert_true(whole.stats.events >= 12);
    for (int at = 0; at < 160; at++) {
      trace_ball(&options[i], at, &carried);
      assert_memory_equal(&whole, &carried, sizeof whole);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(impacts_of_a_ball),
      cmocka_unit_test(bounces_without_end),
      cmocka_unit_test(a_kink_is_watched_again),
      cmocka_unit_test(kinks_keep_the_order),
      cmocka_unit_test(relay_is_exact),
      cmocka_unit_test(jump_that_begins_on_zero),
      cmocka_unit_test(sliding_is_told),
      cmocka_unit_test(both_crossings_in_one_step),
      cmocka_unit_test(crossings_together),
      cmocka_unit_test(directions),
      cmocka_unit_test(functions_without_a_value),
      cmocka_unit_test(the_grid_moves),
      cmocka_unit_test(crossings_at_the_ends),
      cmocka_unit_test(saved_and_loaded),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
