/* Joints that close in two ways: angles known from triangles. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/start/start.h"
#include "analysis/support.h"
#include "check.h"

static const SarAssembly *report_of(Fixture *f) {
  const SarAssembly *report;
  SarStatus status = sar_assemble_report(f->context, f->system, NULL, &report);
  if (status != SAR_OK) fail_msg("%s", fixture_message(f, SAR_ERROR));
  return report;
}

static bool has_warning(const Fixture *f, const char *part) {
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    const SarDiagnostic *d = sar_context_get(f->context, i);
    if (d->severity == SAR_WARNING && strstr(d->message, part)) return true;
  }
  return false;
}

static const SarMirror *mirror_with(const SarAssembly *report, const char *first, const char *middle) {
  for (int32_t i = 0; i < report->nmirrors; i++) {
    const SarMirror *m = &report->mirrors[i];
    bool outer = strcmp(m->joints[0], first) == 0 || (m->njoints > 2 && strcmp(m->joints[2], first) == 0);
    if (outer && strcmp(m->joints[1], middle) == 0) return m;
  }
  fail_msg("no mirror at %s, %s", first, middle);
  return NULL;
}

/* Crank 1 upright, coupler 2, rocker sqrt(2) at 45 degrees, pivots at 0 and 3 (C = (2, 1), D = (3, 0)). */
#define FOURBAR(last, more)                                                    \
  "bodies:\n"                                                                  \
  "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0.5, 0]}\n"            \
  "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 1, 0]}\n"            \
  "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2.5, 0.5, 0]}\n" more    \
  "joints:\n"                                                                  \
  "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"  \
  "  B: {type: revolute, between: [crank, coupler], at: [0, 1, 0], axis: z}\n" \
  "  C: {type: " last                                                          \
  ", between: [coupler, rocker], at: [2, 1, 0], axis: z}\n"                    \
  "  D: {type: revolute, between: [ground, rocker], at: [3, 0, 0], axis: z}\n"

/* Twice the angle at a vertex of a triangle with the sides a, b and the opposite side c. */
static double twice_angle(double a, double b, double c) { return 2 * acos((a * a + b * b - c * c) / (2 * a * b)); }

static void fourbar_has_two_dyads(void **state) {
  (void)state;
  Fixture f = fixture_of(FOURBAR("revolute", ""));
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 2);
  double BD = sqrt(10), r = sqrt(2), AC = sqrt(5);
  const SarMirror *m = mirror_with(report, "D", "C"); /* rocker and coupler, the crank held */
  assert_string_equal(m->turned, "rocker");
  CHECK_NEAR(m->angle, twice_angle(r, BD, 2), 1e-9);
  assert_false(m->suspicious);
  m = mirror_with(report, "A", "B"); /* crank and coupler, the rocker held */
  assert_string_equal(m->turned, "crank");
  CHECK_NEAR(m->angle, twice_angle(1, AC, 2), 1e-9);
  assert_non_null(strstr(fixture_message(&f, SAR_NOTE), "close in two ways; the other one turns `crank`"));
  assert_string_equal(fixture_message(&f, SAR_ERROR), "");
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* What drives the crank holds it; what hangs on the coupler goes along. */
static void a_drive_leaves_one_dyad(void **state) {
  (void)state;
  Fixture f = fixture_of(
      FOURBAR("point-on-line", "  bell: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.5, 0]}\n")
      "  E: {type: revolute, between: [coupler, bell], at: [1, 1, 0], axis: z}\n"
      "motions: {drive: {joint: A, rotation: \"t\"}}\n");
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 1);
  CHECK_NEAR(mirror_with(report, "D", "C")->angle, twice_angle(sqrt(2), sqrt(10), 2), 1e-9);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* The other pose is one: written, it closes, and its own mirror is the first pose. */
static void the_other_pose_closes(void **state) {
  (void)state;
  Fixture f = fixture_of(FOURBAR("revolute", ""));
  const SarAssembly *report = report_of(&f), *back;
  SarMirror m = *mirror_with(report, "D", "C");
  double pose[3 * 7];
  assert_int_equal(sar_system_nq(f.system), 3 * 7);
  memcpy(pose, sar_system_guess(f.system).q, sizeof pose);
  for (int i = 0; i < 2; i++) {
    double *q = pose + 7 * (strcmp(m.bodies[i], "coupler") == 0 ? 1 : 2);
    memcpy(q, m.at[i], 3 * sizeof *q);
    memcpy(q + 3, m.turn[i], 4 * sizeof *q);
  }
  sar_system_set_pose(f.system, pose);
  back = report_of(&f);
  CHECK_NEAR(back->position_error_written, 0, 1e-9);
  const SarMirror *n = mirror_with(back, "D", "C");
  CHECK_NEAR(n->angle, m.angle, 1e-8);
  for (int i = 0; i < 2; i++) {
    bool coupler = strcmp(n->bodies[i], "coupler") == 0;
    CHECK_NEAR(n->at[i][0], coupler ? 1 : 2.5, 1e-8);
    CHECK_NEAR(n->at[i][1], coupler ? 1 : 0.5, 1e-8);
  }
  sar_assembly_destroy(&back);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

static void slider_crank_slides_to_the_other_side(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0]}\n"
      "  rod: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 3, 0]}\n"
      "  slider: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [4, 0, 0]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: z}\n"
      "  B: {type: revolute, between: [crank, rod], at: [0, 3, 0], axis: z}\n"
      "  C: {type: revolute, between: [rod, slider], at: [4, 0, 0], axis: z}\n"
      "  P: {type: prismatic, between: [ground, slider], at: [4, 0, 0], axis: x}\n"
      "motions: {drive: {joint: A, rotation: \"t\"}}\n");
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 1);
  const SarMirror *m = mirror_with(report, "B", "C");
  assert_string_equal(m->turned, "rod");
  CHECK_NEAR(m->angle, 2 * atan2(4, 3), 1e-9);
  CHECK_NEAR(m->at[strcmp(m->bodies[1], "slider") == 0][0], -4, 1e-9);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* A lever held by a rod without mass. */
static void a_rod_without_mass_counts(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "ground: {frames: {g: {at: [0, 4, 0]}}}\n"
      "bodies: {lever: {mass: 1, inertia: [1, 1, 1], at: [3, 0, 0], frames: {p: {at: [0, 1, 0]}}}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, lever], at: [0, 0, 0], axis: z}\n"
      "  R: {type: distance, between: [ground.g, lever.p]}\n");
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 1);
  const SarMirror *m = mirror_with(report, "A", "R");
  assert_int_equal(m->nbodies, 1);
  assert_int_equal(m->njoints, 2);
  CHECK_NEAR(m->angle, 2 * atan2(3, 1), 1e-9); /* P = (3, 1) to (-3, 1) */
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* RSSR: C on a circle about y through D, at a fixed distance from B; the coupler spins idly. */
static void spatial_dyad(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0.2]}\n"
      "  coupler: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0.4, 0.6]}\n"
      "  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1, 0.8, 0.4]}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground, crank], at: [0, 0, 0], axis: x}\n"
      "  B: {type: spherical, between: [crank, coupler], at: [0, 0, 0.4]}\n"
      "  C: {type: spherical, between: [coupler, rocker], at: [1, 0.8, 0.8]}\n"
      "  D: {type: revolute, between: [ground, rocker], at: [1, 0.8, 0], axis: y}\n"
      "motions: {drive: {joint: A, rotation: \"t\"}}\n");
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 1);
  const SarMirror *m = mirror_with(report, "D", "C");
  /* in the x-z plane through D: B projected is (-1, 0.4), C is (0, 0.8); the angle between them doubles */
  double expected = 2 * acos((0.4 * 0.8) / (0.8 * hypot(1, 0.4)));
  int rocker = strcmp(m->bodies[1], "rocker") == 0;
  double turned = 2 * atan2(sqrt(m->turn[rocker][1] * m->turn[rocker][1] + m->turn[rocker][2] * m->turn[rocker][2] +
                                 m->turn[rocker][3] * m->turn[rocker][3]),
                            fabs(m->turn[rocker][0]));
  CHECK_NEAR(turned, expected, 1e-8);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* Ball joints all over: the middle point runs around the line of the outer ones, both poses belong to one motion. */
static void a_dyad_that_moves_is_none(void **state) {
  (void)state;
  Fixture f = fixture_of(
      "bodies:\n"
      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0.5, 0.5, 0]}\n"
      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [1.5, 0.5, 0]}\n"
      "joints:\n"
      "  A: {type: universal, between: [ground, a], at: [0, 0, 0], axis: x, axis2: y}\n"
      "  B: {type: spherical, between: [a, b], at: [1, 1, 1]}\n"
      "  C: {type: spherical, between: [ground, b], at: [2, 0.7, 0]}\n");
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 0);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

/* Elbow down is written, roughly; a first guess that assembly closes elbow up must be called in question. */
static void a_wrong_branch_is_a_warning(void **state) {
  (void)state;
  static const char text[] =
      "ground: {frames: {A: {at: [0, 0, 0]}, C: {at: [2, 0, 0]}}}\n"
      "bodies:\n"
      "  upper: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [0, 0, 0], turn: {axis: z, angle: %g},\n"
      "    frames: {A: {at: [0, 0, 0]}, B: {at: [1.25, 0, 0]}}}\n"
      "  lower: {mass: 1, inertia: [0.1, 0.1, 0.1], at: [2, 0, 0], turn: {axis: z, angle: %g},\n"
      "    frames: {C: {at: [0, 0, 0]}, B: {at: [-1.25, 0, 0]}}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground.A, upper.A]}\n"
      "  B: {type: revolute, between: [upper.B, lower.B]}\n"
      "  C: {type: revolute, between: [ground.C, lower.C]}\n";
  double elbow = acos(1 / 1.25);
  const double guesses[][2] = {{0.6, -0.6}, {0.15, 0.05}, {1.2, -1.2}};
  const bool doubtful[] = {false, true, false}; /* the last one is far from closed, but clearly elbow up */
  for (int i = 0; i < 3; i++) {
    char model[sizeof text + 64];
    snprintf(model, sizeof model, text, guesses[i][0], guesses[i][1]);
    Fixture f = fixture_of(model);
    const SarAssembly *report = report_of(&f);
    const SarMirror *m = mirror_with(report, "A", "B");
    CHECK_NEAR(m->angle, 2 * elbow, 1e-8);
    assert_int_equal(m->suspicious, doubtful[i]);
    assert_int_equal(has_warning(&f, "wrong branch?"), doubtful[i]);
    sar_assembly_destroy(&report);
    fixture_free(&f);
  }
}

/* The squeezer: two dyads between A and E; O, F, E is at its dead point, where both ways are one. */
static void squeezer(void **state) {
  (void)state;
  Fixture f = {.context = sar_context_create()};
  assert_int_equal(sar_model_read(f.context, SAR_TEST_DIR "/models/andrews_squeezer.yaml", NULL, 0, &f.model), SAR_OK);
  assert_int_equal(sar_system_compile(f.context, f.model, &f.system), SAR_OK);
  const SarAssembly *report = report_of(&f);
  assert_int_equal(report->nmirrors, 2);
  CHECK_NEAR(mirror_with(report, "A5", "G")->angle, mirror_with(report, "A6", "H")->angle, 1e-9);
  sar_assembly_destroy(&report);
  fixture_free(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fourbar_has_two_dyads),
      cmocka_unit_test(a_drive_leaves_one_dyad),
      cmocka_unit_test(the_other_pose_closes),
      cmocka_unit_test(slider_crank_slides_to_the_other_side),
      cmocka_unit_test(a_rod_without_mass_counts),
      cmocka_unit_test(spatial_dyad),
      cmocka_unit_test(a_dyad_that_moves_is_none),
      cmocka_unit_test(a_wrong_branch_is_a_warning),
      cmocka_unit_test(squeezer),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
