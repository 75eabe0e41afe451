/* Starts of joints: the values given are reached, the rest follows; what contradicts them is named. */
#include "analysis/start/joint_start.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "read/read.h"

#define PI 3.14159265358979323846

static double first(const Ran *r, const char *column) { return ran_column(r, column)[0]; }

/* warning: the only one. */
static Ran started_with(const char *text, const char *warning) {
  Ran r = run_text(text, 0);
  if (r.status != SAR_OK) fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  int count = 0;
  for (int32_t i = 0; i < sar_context_count(r.f.context); i++) {
    count += sar_context_get(r.f.context, i)->severity == SAR_WARNING;
  }
  assert_int_equal(count, warning[0] ? 1 : 0);
  assert_non_null(strstr(fixture_message(&r.f, SAR_WARNING), warning));
  return r;
}

static Ran started(const char *text) { return started_with(text, ""); }

#define CHAIN(start1, start2, more)                                           \
  "gravity: [0, -9.81, 0]\n"                                                  \
  "bodies:\n"                                                                 \
  "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]" more             \
  "}\n"                                                                       \
  "  b: {mass: 2, inertia: [0.1, 0.1, 0.1], at: [1.5, 0, 0]}\n"               \
  "joints:\n"                                                                 \
  "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z" start1 \
  "}\n"                                                                       \
  "  B: {type: revolute, between: [a, b], at: [1, 0, 0], axis: z" start2      \
  "}\n"                                                                       \
  "simulate: {end: 0.01}\n"

/* What hangs on a joint goes along as a whole: the second joint keeps its angle, and its rate of zero. */
static void a_chain_turns_as_a_whole(void **state) {
  (void)state;
  Ran r = started(CHAIN(", start: {angle: 30 deg, angle_rate: 5}", "", ""));
  CHECK_NEAR(first(&r, "A.angle"), PI / 6, 1e-14);
  CHECK_NEAR(first(&r, "A.angle_rate"), 5, 1e-13);
  CHECK_NEAR(first(&r, "B.angle"), 0, 1e-14);
  CHECK_NEAR(first(&r, "B.angle_rate"), 0, 1e-13);
  CHECK_NEAR(first(&r, "b.x"), 1.5 * cos(PI / 6), 1e-14);
  CHECK_NEAR(first(&r, "b.y"), 1.5 * sin(PI / 6), 1e-14);
  CHECK_NEAR(first(&r, "b.vx"), -7.5 * sin(PI / 6), 1e-12);
  CHECK_NEAR(first(&r, "b.wz"), 5, 1e-12);
  ran_free(&r);
}

/* Angles beyond half a turn, both joints, one rate only. */
static void angles_are_reached_turns_away(void **state) {
  (void)state;
  Ran r = started(CHAIN(", start: {angle: 400 deg}", ", start: {angle: -7, angle_rate: -2}", ""));
  CHECK_NEAR(first(&r, "A.angle"), 400 * PI / 180, 1e-12);
  CHECK_NEAR(first(&r, "B.angle"), -7, 1e-12);
  CHECK_NEAR(first(&r, "A.angle_rate"), 0, 1e-12);
  CHECK_NEAR(first(&r, "B.angle_rate"), -2, 1e-12);
  CHECK_NEAR(first(&r, "b.wz"), -2, 1e-12);
  CHECK_NEAR(first(&r, "b.x"), cos(400 * PI / 180) + 0.5 * cos(400 * PI / 180 - 7), 1e-12);
  ran_free(&r);
}

/* Written velocities turn with what hangs on the joint: a rotor keeps its spin about its own axis. */
static void written_velocities_go_along(void **state) {
  (void)state;
  Ran r = started(
      "gravity: [0, 0, -9.81]\nbodies:\n"
      "  arm: {mass: 1, inertia: [1, 1, 1], at: [0.5, 0, 0]}\n"
      "  rotor: {mass: 1, inertia: [2, 1, 1], at: [1, 0, 0], omega: [50, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: z, start: {angle: 90 deg}}\n"
      "  R: {type: revolute, between: [arm, rotor], at: [1, 0, 0], axis: x}\n"
      "simulate: {end: 0.001}\n");
  CHECK_NEAR(first(&r, "A.angle_rate"), 0, 1e-12);
  CHECK_NEAR(first(&r, "R.angle_rate"), 50, 1e-12);
  CHECK_NEAR(first(&r, "rotor.wy"), 50, 1e-12);
  CHECK_NEAR(first(&r, "rotor.y"), 1, 1e-12);
  ran_free(&r);
}

/* The second side may be the ground: the first hangs on the joint then, and turns the other way. */
static void sides_may_be_exchanged(void **state) {
  (void)state;
  Ran r = started(
      "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
      "bodies: {s: {mass: 1, inertia: [1, 1, 1]}, w: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints:\n"
      "  S: {type: prismatic, between: [s, ground], at: [0, 0, 0], axis: x, start: {displacement: 20, "
      "displacement_rate: -3}}\n"
      "  W: {type: revolute, between: [w, s], at: [0, 0, 0], axis: y, start: {angle: 30, angle_rate: 90}}\n"
      "simulate: {end: 0.01}\n");
  CHECK_NEAR(first(&r, "S.displacement"), 20, 1e-12);
  CHECK_NEAR(first(&r, "S.displacement_rate"), -3, 1e-12);
  CHECK_NEAR(first(&r, "s.x"), -20, 1e-12);
  CHECK_NEAR(first(&r, "s.vx"), 3, 1e-12);
  CHECK_NEAR(first(&r, "W.angle"), 30, 1e-12);
  CHECK_NEAR(first(&r, "w.wy"), -90, 1e-12);
  CHECK_NEAR(first(&r, "w.vx"), 3, 1e-12);
  ran_free(&r);
}

/* All joints with coordinates, on one free body after the other. */
static void all_coordinates_have_starts(void **state) {
  (void)state;
  static const struct {
    const char *type, *start, *columns[4];
    double values[4];
  } cases[] = {
      {"cylindrical, axis: z",
       "angle: 1, displacement_rate: 2",
       {"J.angle", "J.displacement_rate", "J.displacement"},
       {1, 2, 0}},
      {"screw, pitch: 0.1, axis: y", "angle: 8", {"J.angle", "J.displacement"}, {8, 0.8}},
      {"screw, pitch: 0.1, axis: y",
       "displacement: 0.1, angle: 1, displacement_rate: -0.2",
       {"J.angle", "J.displacement", "J.angle_rate"},
       {1, 0.1, -2}},
      {"universal, axis: x, axis2: y",
       "angle1: 0.4, angle2: -0.7, angle1_rate: 3, angle2_rate: 4",
       {"J.angle1", "J.angle2", "J.angle1_rate", "J.angle2_rate"},
       {0.4, -0.7, 3, 4}},
      {"planar, axis: z",
       "angle: 2, displacement_x: 0.3, displacement_y: -0.4, displacement_y_rate: 1",
       {"J.angle", "J.displacement_x", "J.displacement_y", "J.displacement_y_rate"},
       {2, 0.3, -0.4, 1}},
      {"point-on-line, axis: [1, 2, 2]", "displacement: 3", {"J.displacement", "w.x", "w.y"}, {3, 1, 2}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[512];
    snprintf(text, sizeof text,
             "bodies: {w: {mass: 1, inertia: [1, 2, 3]}}\n"
             "joints: {J: {type: %s, between: [ground, w], at: [0, 0, 0], start: {%s}}}\nsimulate: {end: 0.01}\n",
             cases[i].type, cases[i].start);
    Ran r = started(text);
    for (int k = 0; k < 4 && cases[i].columns[k]; k++)
      CHECK_NEAR(first(&r, cases[i].columns[k]), cases[i].values[k], 1e-12);
    ran_free(&r);
  }
}

/* ---- loops ---- */

/* Crank 1 upright at 0, coupler 2, rocker sqrt(2), pivots 3 apart; C = (2, 1) in the written pose. */
#define FOURBAR(start1, start2)                                                      \
  "gravity: [0, -9.81, 0]\n"                                                         \
  "bodies:\n"                                                                        \
  "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"                  \
  "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"                  \
  "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2.5, 0.5, 0]}\n"               \
  "joints:\n"                                                                        \
  "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z" start1    \
  "}\n"                                                                              \
  "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n"       \
  "  C: {type: point-on-line, between: [coupler, rocker], at: [2, 1, 0], axis: z}\n" \
  "  D: {type: revolute, between: [ground, rocker], at: [3, 0, 0], axis: z" start2   \
  "}\n"                                                                              \
  "simulate: {end: 0.01}\n"

/* C of the four-bar whose crank is at `angle`, on the branch of the written pose (left of the way from B to D). */
static void find_c(double angle, double c[2]) {
  double b[2] = {cos(angle), sin(angle)}, d[2] = {3 - b[0], -b[1]}, l = hypot(d[0], d[1]);
  double along = (4 - 2 + l * l) / (2 * l), across = sqrt(4 - along * along);
  c[0] = b[0] + (along * d[0] - across * d[1]) / l;
  c[1] = b[1] + (along * d[1] + across * d[0]) / l;
}

static void a_loop_stays_on_its_branch(void **state) {
  (void)state;
  Ran r = started(FOURBAR(", start: {angle: -100 deg, angle_rate: 2}", ""));
  SarAssembly const *report;
  assert_int_equal(sar_assemble_report(r.f.context, r.f.system, NULL, &report), SAR_OK);
  for (int32_t i = 0; i < report->nmirrors; i++) assert_false(report->mirrors[i].suspicious);
  sar_assembly_destroy(&report);
  double c[2], before[2], after[2], h = 1e-5, angle = PI / 2 - 100 * PI / 180;
  find_c(angle, c);
  find_c(angle - h, before);
  find_c(angle + h, after);
  CHECK_NEAR(first(&r, "A.angle"), -100 * PI / 180, 1e-12);
  CHECK_NEAR(first(&r, "A.angle_rate"), 2, 1e-12);
  CHECK_NEAR(first(&r, "rocker.x"), (c[0] + 3) / 2, 1e-12);
  CHECK_NEAR(first(&r, "rocker.y"), c[1] / 2, 1e-12);
  CHECK_NEAR(first(&r, "rocker.vx"), 2 * (after[0] - before[0]) / (4 * h), 1e-7); /* h^2 and rounding over h */
  ran_free(&r);
}

/* The rocker's start is given, at another joint of the loop. */
static void any_joint_of_a_loop_may_start(void **state) {
  (void)state;
  Ran r = started(FOURBAR("", ", start: {angle: 20 deg}"));
  CHECK_NEAR(first(&r, "D.angle"), 20 * PI / 180, 1e-12);
  double c[2];
  find_c(PI / 2 + first(&r, "A.angle"), c);
  CHECK_NEAR(c[0], 3 + sqrt(2) * cos(155 * PI / 180), 1e-12);
  CHECK_NEAR(c[1], sqrt(2) * sin(155 * PI / 180), 1e-12);
  ran_free(&r);
}

static void gears_follow_through_turns(void **state) {
  (void)state;
  Ran r = started_with(
      "bodies: {a: {mass: 1, inertia: [1, 1, 1]}, b: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z, start: {angle: 200 deg, angle_rate: 1}}\n"
      "  B: {type: revolute, between: [ground, b], at: [1, 0, 0], axis: z}\n"
      "  G: {type: gear, joints: [A, B], ratio: -3}\n"
      "forces: {s: {type: rotational-spring-damper, between: [ground, b], at: [1, 0, 0], axis: z, stiffness: 2}}\n"
      "simulate: {end: 0.01}\n",
      "`G` (gear) acts by torques about the axes of its joints alone"); /* said of all gears */
  double ratio = first(&r, "B.angle") / first(&r, "A.angle");
  assert_true(fabs(ratio + 3) < 1e-12 || fabs(ratio + 1.0 / 3) < 1e-12);
  CHECK_NEAR(first(&r, "A.angle"), 200 * PI / 180, 1e-12);
  CHECK_NEAR(first(&r, "B.angle_rate"), ratio, 1e-12);
  CHECK_NEAR(first(&r, "s.angle"), first(&r, "B.angle"), 1e-12); /* the spring is wound up as far */
  ran_free(&r);
}

/* ---- what cannot be ---- */

/* place: the text at which the error stands. */
static void check_place(const char *text, const char *place, SarSource source) {
  const char *at = strstr(text, place);
  int line = 1, column = 1;
  assert_non_null(at);
  for (const char *c = text; c < at; c++) {
    column = *c == '\n' ? 1 : column + 1;
    line += *c == '\n';
  }
  assert_int_equal(source.line, line);
  assert_int_equal(source.column, column);
}

static void refused(const char *text, SarStatus status, const char *message, const char *place) {
  Ran r = run_text(text, 0);
  assert_int_equal(r.status, status);
  const SarDiagnostic *d = NULL;
  for (int32_t i = 0; i < sar_context_count(r.f.context) && !d; i++) {
    if (sar_context_get(r.f.context, i)->severity == SAR_ERROR) d = sar_context_get(r.f.context, i);
  }
  assert_non_null(d);
  if (!strstr(d->message, message)) fail_msg("%s", d->message);
  assert_non_null(d->remedy);
  assert_true(d->source.line > 0); /* of several starts that exclude each other any may be named */
  if (place) check_place(text, place, d->source);
  ran_free(&r);
}

static void what_cannot_be_reached_is_named(void **state) {
  (void)state;
  /* B would be 3.90 from D, and the links reach 3.41 */
  refused(FOURBAR(", start: {angle: 60 deg}", ""), SAR_CONFLICT,
          "do not allow the start angle = 1.0472 rad: the nearest pose leaves", "angle: 60");
  refused(FOURBAR(", start: {angle: -1}", ", start: {angle: 0.3}"), SAR_CONFLICT, "together with the others", NULL);
  refused(FOURBAR(", start: {angle_rate: 1}", ", start: {angle_rate: 2}"), SAR_CONFLICT,
          " rad/s together with the others: the nearest velocities leave", NULL);
  refused(CHAIN(", start: {angle: 1e9}", "", ""), SAR_INPUT, "more than can be followed", "angle: 1e9");
  /* a screw turns as far as it goes */
  refused(
      "bodies: {w: {mass: 1, inertia: [1, 2, 3]}}\njoints:\n"
      "  J: {type: screw, pitch: 0.1, between: [ground, w], at: [0, 0, 0], axis: z, start: {angle: 1, displacement: "
      "1}}\n"
      "simulate: {end: 1}\n",
      SAR_CONFLICT, "together with the others", NULL);
}

static void excluded(const char *text, const char *message, const char *place) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  assert_int_equal(sar_model_read_text(context, "test.yaml", text, strlen(text), NULL, &model), SAR_INPUT);
  const SarDiagnostic *d = sar_context_get(context, sar_context_count(context) - 1);
  assert_string_equal(d->message, message);
  check_place(text, place, d->source);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* It is said with the other errors of the model. */
static void a_motion_and_a_start_exclude_each_other(void **state) {
  (void)state;
  excluded(CHAIN(", start: {angle: 1}", "", "") "motions: {m: {joint: A, rotation: t}}\n",
           "the angle has a start, but the motion `m` says where it is", "angle: 1");
  excluded(CHAIN(", start: {angle_rate: 1}", "", "") "motions: {m: {joint: A, rotation: t}}\n",
           "the angle has a start, but the motion `m` says where it is", "angle_rate: 1");
  excluded(CHAIN(", start: {angle_rate: 1}", "", "") "motions: {m: {joint: A, rotation_velocity: 1}}\n",
           "the angle has a start, but the motion `m` says how fast it moves", "angle_rate: 1");
}

/* A motion that gives a velocity begins where the start says, one that gives an acceleration also as fast. */
static void rates_begin_at_the_start(void **state) {
  (void)state;
  Ran r = started(CHAIN(", start: {angle: 1}", "", "") "motions: {m: {joint: A, rotation_velocity: 3}}\n");
  CHECK_NEAR(first(&r, "A.angle"), 1, 1e-13);
  CHECK_NEAR(first(&r, "A.angle_rate"), 3, 1e-12);
  ran_free(&r);
  r = started(
      CHAIN(", start: {angle: 1, angle_rate: 2}", "", "") "motions: {m: {joint: A, rotation_acceleration: 3}}\n");
  CHECK_NEAR(first(&r, "A.angle"), 1, 1e-13);
  CHECK_NEAR(first(&r, "A.angle_rate"), 2, 1e-12);
  ran_free(&r);
}

/* A body that keeps its place and one that does not: the lock contradicts the start. */
static void locks_are_kept(void **state) {
  (void)state;
  refused(CHAIN(", start: {angle: 1}", "", ", lock: position"), SAR_CONFLICT, "do not allow the start angle = 1 rad",
          "angle: 1");
  Ran r = started(CHAIN("", ", start: {angle: 1}", ", lock: position"));
  CHECK_NEAR(first(&r, "B.angle"), 1, 1e-13);
  CHECK_NEAR(first(&r, "a.x"), 0.5, 0);
  ran_free(&r);
}

/* Other motions and equations of time are where they are at t = 0, whatever path leads to the starts. */
static void motions_elsewhere_stay_at_their_start(void **state) {
  (void)state;
  Ran r = started(
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0]}\n"
      "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [3, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: z}\n"
      "  B: {type: prismatic, between: [ground, b], at: [2, 0, 0], axis: x, start: {displacement: 0.7}}\n"
      "  C: {type: revolute, between: [ground, c], at: [3, 0, 0], axis: z}\n"
      "equations:\n"
      "  e: {position: angle(C) - 3*t}\n"
      "motions:\n"
      "  m: {joint: A, rotation: 2*t}\n"
      "simulate: {end: 0.01}\n");
  CHECK_NEAR(first(&r, "A.angle"), 0, 1e-12);
  CHECK_NEAR(first(&r, "A.angle_rate"), 2, 1e-12);
  CHECK_NEAR(first(&r, "B.displacement"), 0.7, 1e-12);
  CHECK_NEAR(first(&r, "C.angle"), 0, 1e-12);
  CHECK_NEAR(first(&r, "C.angle_rate"), 3, 1e-12);
  ran_free(&r);
}

/* ---- all starts at once ---- */

/* Joints of several kinds, one behind the other, two of them with their sides exchanged. */
static const char mixed[] =
    "bodies:\n"
    "  a: {mass: 1, inertia: [1, 1, 1], at: [1, 0, 0]}\n"
    "  b: {mass: 1, inertia: [1, 1, 1], at: [2, 0.3, 0]}\n"
    "  c: {mass: 1, inertia: [1, 1, 1], at: [3, 0, 0.4]}\n"
    "  d: {mass: 1, inertia: [1, 1, 1], at: [3, 1, 0.4]}\n"
    "joints:\n"
    "  D: {type: revolute, between: [d, c], at: [3, 0.5, 0.4], axis: [1, 1, 0], start: {angle: 0.1, angle_rate: 1}}\n"
    "  A: {type: universal, between: [ground, a], at: [0.5, 0, 0], axis: x, axis2: z,\n"
    "      start: {angle1: 0.1, angle2: 0.1, angle1_rate: -2, angle2_rate: 3}}\n"
    "  B: {type: cylindrical, between: [b, a], at: [1.5, 0, 0], axis: y,\n"
    "      start: {angle: 0.1, displacement: 0.1, angle_rate: 4, displacement_rate: -1}}\n"
    "  C: {type: prismatic, between: [b, c], at: [2, 0, 0], axis: [1, 0, 2], start: {displacement: 0.1, "
    "displacement_rate: 2}}\n"
    "simulate: {end: 1}\n";

/* Every coordinate goes its way, and gets its rate, without anything being closed afterwards. */
static void coordinates_go_their_ways(void **state) {
  (void)state;
  static const double ways[] = {0.3, -0.2, 0.4, 0.25, 0.15, -0.35};
  double before[6];
  Fixture f = fixture_of(mixed);
  SarStart *s = NULL;
  SarStartTree tree;
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_start_tree_create(s, &tree), SAR_OK);
  assert_int_equal(sar_system_counts(f.system).starts, 6);
  memset(s->v, 0, (size_t)s->all->problem.n.nv * sizeof *s->v);
  sar_workspace_place(s->all, s->q, s->v);
  for (int i = 0; i < 6; i++) {
    before[i] = sar_workspace_coordinate(s->all, sar_system_start(f.system, i)->coordinate, 0).y;
  }
  sar_start_tree_move(&tree, s->all, ways, s->q, s->v);
  sar_start_tree_push(&tree, s->all, s->q, s->v);
  sar_workspace_place(s->all, s->q, s->v);
  for (int i = 0; i < 6; i++) {
    const SarJointStart *start = sar_system_start(f.system, i);
    SarCoordinateValue now = sar_workspace_coordinate(s->all, start->coordinate, 0);
    CHECK_NEAR(now.y - before[i], ways[i], 1e-13);
    CHECK_NEAR(now.rate, start->rate.value, 1e-13);
  }
  sar_start_tree_destroy(&tree);
  sar_start_destroy(&s);
  fixture_free(&f);
}

/* Nodes that one step of the way and the rates take, with a start at every joint of a chain. */
static double visits(int n) {
  char text[1024];
  snprintf(text, sizeof text,
           "parameters: {N: %d}\n"
           "bodies:\n"
           "  \"b{i}\": {for: {i: 1..N}, mass: 1, inertia: [1, 1, 1], at: [i - 0.5, 0, 0],\n"
           "    frames: {l: {at: [-0.5, 0, 0]}, r: {at: [0.5, 0, 0]}}}\n"
           "joints:\n"
           "  j1: {type: revolute, between: [ground, b1.l], axis: z, start: {angle: 0.05, angle_rate: 1}}\n"
           "  \"j{i}\": {for: {i: 2..N}, type: revolute, between: [\"b{i-1}.r\", \"b{i}.l\"], axis: z,\n"
           "    start: {angle: 0.05, angle_rate: 1}}\n"
           "simulate: {end: 1}\n",
           n);
  Fixture f = fixture_of(text);
  SarStart *s = NULL;
  SarStartTree tree;
  double *ways = calloc((size_t)n, sizeof *ways);
  assert_non_null(ways);
  assert_int_equal(sar_start_create(f.context, f.system, &s), SAR_OK);
  assert_int_equal(sar_start_tree_create(s, &tree), SAR_OK);
  assert_int_equal(sar_system_counts(f.system).starts, n);
  for (int i = 0; i < n; i++) ways[i] = 0.01;
  sar_start_tree_move(&tree, s->all, ways, s->q, s->v);
  sar_start_tree_push(&tree, s->all, s->q, s->v);
  double count = (double)tree.visits;
  free(ways);
  sar_start_tree_destroy(&tree);
  sar_start_destroy(&s);
  fixture_free(&f);
  return count;
}

static void starts_of_a_chain_are_linear(void **state) {
  (void)state;
  double few = visits(20), many = visits(60);
  print_message("nodes: %g and %g\n", few, many);
  assert_true(few > 0);
  assert_true(many <= 3 * few);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_chain_turns_as_a_whole),
      cmocka_unit_test(angles_are_reached_turns_away),
      cmocka_unit_test(written_velocities_go_along),
      cmocka_unit_test(sides_may_be_exchanged),
      cmocka_unit_test(all_coordinates_have_starts),
      cmocka_unit_test(a_loop_stays_on_its_branch),
      cmocka_unit_test(any_joint_of_a_loop_may_start),
      cmocka_unit_test(gears_follow_through_turns),
      cmocka_unit_test(what_cannot_be_reached_is_named),
      cmocka_unit_test(a_motion_and_a_start_exclude_each_other),
      cmocka_unit_test(rates_begin_at_the_start),
      cmocka_unit_test(locks_are_kept),
      cmocka_unit_test(motions_elsewhere_stay_at_their_start),
      cmocka_unit_test(coordinates_go_their_ways),
      cmocka_unit_test(starts_of_a_chain_are_linear),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
