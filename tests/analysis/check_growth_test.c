/* label: numbers. What `check` costs: memory in proportion to the bodies and whatever the length of the motion, poses
 * looked at only where loops change their shape. */
#define _DEFAULT_SOURCE /* wait4 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "analysis/audit/loop_shape.h"
#include "analysis/observe.h"
#include "analysis/poses/singular.h"
#include "analysis/start/start.h"
#include "analysis/support.h"
#include "base/rotation.h"
#include "check.h"
#include "hht_options.h"
#include "sanitized.h"

#define LINEAR 3.6 /* times, for three times as many; a square would be nine */

/* ---- bytes ---- */

/* Rods on ball joints: no redundant rows, no loops, and elimination that chooses its columns freely fills in. */
static const char chain[] =
    "gravity: [0, 0, -9.81]\n"
    "parameters: {N: %d, l: 0.1, step: pi/(2*N), R: l/(2*sin(step/2))}\n"
    "bodies:\n"
    "  \"rod{i}\":\n"
    "    for: {i: 0..N-1}\n"
    "    mass: 0.1\n"
    "    inertia: [5e-6, 8.6e-5, 8.6e-5]\n"
    "    at: [\"R*sin(i*step) + l/2*cos((i + 0.5)*step)\", \"R*(1 - cos(i*step)) + l/2*sin((i + 0.5)*step)\", 0]\n"
    "    turn: {axis: z, angle: (i + 0.5)*step}\n"
    "    frames: {start: {at: [-l/2, 0, 0]}, end: {at: [l/2, 0, 0]}}\n"
    "joints:\n"
    "  joint0: {type: spherical, between: [ground, rod0.start]}\n"
    "  \"joint{i}\": {for: {i: 1..N-1}, type: spherical, between: [\"rod{i-1}.end\", \"rod{i}.start\"]}\n"
    "simulate: {end: 1}\n";

static Fixture chain_of(int n) {
  char text[1024];
  snprintf(text, sizeof text, chain, n);
  return fixture_of(text);
}

static void check_and_watch(int n, double end) {
  Fixture f = chain_of(n);
  const SarCheck *check = NULL;
  const SarWatch *watch = NULL;
  assert_int_equal(sar_check_until(f.context, f.system, end, &check), SAR_OK);
  assert_int_equal(sar_watch(f.context, f.system, end, &watch), SAR_OK);
  sar_watch_destroy(&watch);
  sar_check_destroy(&check);
  fixture_free(&f);
}

/* The most memory, in kB, of a process that does nothing else. */
static double memory_of(int n, double end) {
  struct rusage used;
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    check_and_watch(n, end);
    _exit(0);
  }
  assert_true(child > 0);
  assert_int_equal(wait4(child, &status, 0, &used), child);
  assert_int_equal(status, 0);
  return (double)used.ru_maxrss;
}

static void memory_is_linear(void **state) {
  (void)state;
  if (SANITIZED) skip();
  double none = memory_of(3, 0.01), few = memory_of(1000, 0.01) - none, many = memory_of(3000, 0.01) - none;
  print_message("kB: %g and %g, times %.2f\n", few, many, many / few);
  assert_true(few > 0);
  assert_true(many < LINEAR * few);
}

static void a_longer_motion_takes_no_more_memory(void **state) {
  (void)state;
  if (SANITIZED) skip();
  double brief = memory_of(300, 0.01), lengthy = memory_of(300, 0.3);
  print_message("kB: %g and %g\n", brief, lengthy);
  assert_true(lengthy < 1.1 * brief);
}

/* ---- poses ---- */

static void a_chain_is_looked_at_where_it_starts(void **state) {
  (void)state;
  Fixture f = chain_of(10);
  const SarWatch *w = NULL;
  assert_int_equal(sar_watch(f.context, f.system, NAN, &w), SAR_OK);
  print_message("%d poses in %d steps\n", (int)w->poses, (int)w->steps);
  assert_true(w->steps > 100);
  assert_int_equal(w->poses, 1);
  assert_true(w->smallest_singular_value > 0 && isfinite(w->smallest_singular_value));
  sar_watch_destroy(&w);
  fixture_free(&f);
}

/* A cart that drives away, with a four-bar at rest on it, or one whose crank turns, and a pendulum that swings. */
static const char cart[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  cart: {mass: 100, inertia: [10, 10, 10], velocity: [5, 0, 0]}\n"
    "  bob: {mass: 1, inertia: [0.01, 0.01, 0.01], at: [0.2, -0.2, 1], velocity: [5, 0, 0]}\n"
    "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.25, 0], velocity: [5, 0, 0]}\n"
    "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.75, 0], velocity: [5, 0, 0]}\n"
    "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0.5, 0], velocity: [5, 0, 0]}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], at: [0, 0, 0], axis: x}\n"
    "  hinge: {type: revolute, between: [cart, bob], at: [0, 0, 1], axis: z}\n"
    "  A: {type: revolute, between: [cart, crank], at: [0, 0, 0], axis: z}\n"
    "  B: {type: revolute, between: [crank, coupler], at: [0, 0.5, 0], axis: z}\n"
    "  C: {type: point-on-line, between: [coupler, rocker], at: [2, 1, 0], axis: z}\n"
    "  D: {type: revolute, between: [cart, rocker], at: [2, 0, 0], axis: z}\n"
    "motions: {turn: {joint: A, rotation: \"%s\"}}\n"
    "simulate: {end: 2}\n";

static int poses_of(const char *rotation) {
  char text[2048];
  const SarWatch *w = NULL;
  snprintf(text, sizeof text, cart, rotation);
  Fixture f = fixture_of(text);
  assert_int_equal(sar_watch(f.context, f.system, NAN, &w), SAR_OK);
  int poses = (int)w->poses;
  print_message("%s: %d poses in %d steps\n", rotation, poses, (int)w->steps);
  assert_true(w->steps > 50);
  assert_int_equal(w->nsingular, 0);
  sar_watch_destroy(&w);
  fixture_free(&f);
  return poses;
}

static void only_the_shape_of_loops_counts(void **state) {
  (void)state;
  assert_true(poses_of("0*t") <= 5);
  assert_true(poses_of("pi*t") >= 20); /* a turn in steps of 0.2 rad, or of three steps */
}

/* ---- shapes ---- */

/* All bodies moved and turned about the ground's z as one. */
static void move_all(const SarSystem *system, SarVec3 shift, double angle, const double *from, double *to) {
  SarQuat turn = sar_quat_exp(sar_vec3(0, 0, angle));
  SarMat3 R = sar_quat_matrix(turn);
  for (int32_t b = 0; b < sar_system_bodies(system); b++) {
    const double *q = from + 7 * b;
    sar_vec3_store(sar_add(shift, sar_mul(&R, sar_vec3_load(q))), to + 7 * b);
    sar_quat_store(sar_quat_mul(turn, sar_quat_load(q + 3)), to + 7 * b + 3);
  }
}

static void a_shape_stays_when_all_moves(void **state) {
  (void)state;
  char text[2048];
  snprintf(text, sizeof text, cart, "t");
  Fixture f = fixture_of(text);
  SarStart *s = NULL;
  SarLoopShape shape;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_loop_shape_create(f.context, f.system, s->m->carried, &shape), SAR_OK);
  assert_int_equal(shape.nnodes, 4); /* cart, crank, coupler, rocker */
  double *q = calloc((size_t)s->m->problem.n.nq, sizeof *q);
  const double *weight = s->m->problem.weight, L = sar_system_length(f.system);
  assert_non_null(q);
  move_all(f.system, sar_vec3(7, -2, 0.5), 1.2, s->q, q);
  CHECK_NEAR(sar_loop_shape_change(&shape, weight, s->q, q), 0, 1e-13);
  sar_quat_store(sar_quat_mul(sar_quat_exp(sar_vec3(0, 0, 0.1)), sar_quat_load(q + 7 * 2 + 3)), q + 7 * 2 + 3);
  CHECK_NEAR(sar_loop_shape_change(&shape, weight, s->q, q), 0.1, 1e-4);
  q[7 * 4] += 0.3 * L;
  CHECK_NEAR(sar_loop_shape_change(&shape, weight, s->q, q), 0.3, 1e-12);
  free(q);
  sar_loop_shape_destroy(&shape);
  sar_start_destroy(&s);
  fixture_free(&f);
}

/* Where two hinges hold a body twice, rows along axes of the ground are left out: how the block stands counts, too. */
static void rows_that_are_left_out_see_the_ground(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  arm: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
      "  tool: {mass: 1, inertia: [1, 1, 1], at: [2, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [arm, tool], at: [1.5, 0.2, 0], axis: z}\n"
      "  C: {type: revolute, between: [arm, tool], at: [1.7, -0.3, 0], axis: z}\n"
      "simulate: {end: 1}\n");
  SarStart *s = NULL;
  SarLoopShape shape;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_true(s->m->ndropped > 0);
  assert_int_equal(sar_loop_shape_create(f.context, f.system, s->m->carried, &shape), SAR_OK);
  assert_int_equal(shape.nnodes, 2);
  for (int i = 0; i < 2; i++) assert_int_equal(shape.nodes[i].from, sar_system_ground(f.system));
  sar_loop_shape_destroy(&shape);
  sar_start_destroy(&s);
  fixture_free(&f);
}

/* Two bodies that tumble freely, and one joint between them. */
static Fixture joined(const char *type) {
  char text[1024];
  snprintf(
      text, sizeof text,
      "bodies:\n"
      "  a: {mass: 1, inertia: [1, 2, 2.5], omega: [2, 1, 3], velocity: [0, 1, 0], frames: {f: {at: [0.3, 0, 0]}}}\n"
      "  b: {mass: 2, inertia: [2, 1, 2.5], at: [0.6, 0.1, 0], omega: [-1, 4, 1], frames: {f: {at: [-0.3, 0, 0]}}}\n"
      "joints: {J: {type: %s, between: [a.f, b.f]}}\n"
      "simulate: {end: 2}\n",
      type);
  return fixture_of(text);
}

static int nodes_of(const char *type) {
  Fixture f = joined(type);
  SarLoopShape shape;
  const bool all[] = {true, true, true, true, true, true};
  assert_int_equal(sar_loop_shape_create(f.context, f.system, all, &shape), SAR_OK);
  int count = (int)shape.nnodes;
  sar_loop_shape_destroy(&shape);
  fixture_free(&f);
  return count;
}

static SarStatus note_smallest(void *self, SarWorkspace *m, const SarPoint *at) {
  SarSingular here;
  double *smallest = self;
  assert_int_equal(sar_singular_diagnose(m->problem.context, m, at->t, at->q, &here), SAR_OK);
  *smallest = fmin(*smallest, here.value);
  return SAR_OK;
}

/* The smallest singular value at any step. */
static double smallest_of(const char *type) {
  Fixture f = joined(type);
  double smallest = INFINITY;
  SarRunOptions options = hht_options();
  SarRunSummary summary;
  SarObserver observer = {note_smallest, &smallest};
  options.no_output = true;
  options.tolerance = 1e-4;
  assert_int_equal(sar_run_with(f.context, f.system, &options, &(SarRunExtras){.observer = &observer}, &summary),
                   SAR_OK);
  fixture_free(&f);
  return smallest;
}

/* Shafts bent by half a turn have no twist: that joint alone can be singular. */
static void a_joint_alone_holds(void **state) {
  (void)state;
  static const char *const types[] = {
      "revolute", "spherical",          "prismatic",       "universal",      "cylindrical", "planar",
      "distance", "screw, pitch: 0.1",  "point-on-line",   "point-in-plane", "parallel",    "perpendicular",
      "fixed",    "revolute-spherical", "same-orientation"};
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    assert_int_equal(nodes_of(types[i]), 0);
    double smallest = smallest_of(types[i]);
    print_message("%s: %g\n", types[i], smallest);
    assert_true(smallest > 0.05);
  }
  assert_int_equal(nodes_of("constant-velocity"), 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(memory_is_linear),
      cmocka_unit_test(a_longer_motion_takes_no_more_memory),
      cmocka_unit_test(a_chain_is_looked_at_where_it_starts),
      cmocka_unit_test(only_the_shape_of_loops_counts),
      cmocka_unit_test(a_shape_stays_when_all_moves),
      cmocka_unit_test(rows_that_are_left_out_see_the_ground),
      cmocka_unit_test(a_joint_alone_holds),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
