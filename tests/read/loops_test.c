/* Loops of chords around wheels: belts, chains, tracks. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rotation.h"
#include "read/reading.h"

#define BODY "bodies: {b: {mass: 1, inertia: [1, 1, 1]}}\n"

static double parameter(const Reading *r, const char *name) {
  for (int32_t i = 0; i < r->model->nparameters; i++) {
    if (strcmp(r->model->parameters[i].name, name) == 0) return r->model->parameters[i].value;
  }
  fail_msg("there is no parameter %s", name);
  return 0;
}

/* The poly-V belt of the publication: four pulleys, one of them on the back. */
static const char belt[] =
    "units: {length: mm, mass: kg, time: ms, force: N, angle: deg}\n"
    "parameters: {l: belt.chord, L: belt.length, gap: belt.gap, n: belt.chords, bend: belt.bend(7), spin: "
    "belt.spin(7),\n"
    "  along: belt.vx(60)*cos(belt.angle(60)) + belt.vy(60)*sin(belt.angle(60)), turns: (belt.angle(99) - "
    "belt.angle(0)),\n"
    "  far: \"hypot(belt.x(100) - belt.x(0), belt.y(-100) - belt.y(0))\", a: 12 deg}\n"
    "loops:\n  belt:\n    sense: clockwise\n    chords: 100\n    start: 5\n    around:\n"
    "      crank: {at: [0, 0], radius: 80}\n"
    "      tensioner: {at: [-228 + 90*cos(a), 30 + 90*sin(a)], radius: 35, outside: true}\n"
    "      alternator: {at: [-235, 165], radius: 30}\n"
    "      pump: {at: [15, 215], radius: 60}\n"
    "bodies:\n  \"s{i}\": {for: {i: 0..99}, mass: 1, inertia: [1, 1, 1], at: [belt.x(i), belt.y(i), 0],\n"
    "    turn: {axis: z, angle: belt.angle(i)}}\n"
    "  m: {mass: 1, inertia: [1, 1, 1], at: [belt.x(7.5), belt.y(7.5), 0]}\n";

static SarVec3 place(const Reading *r, const char *stem, int32_t i) {
  char name[16];
  snprintf(name, sizeof name, "%s%d", stem, (int)i);
  return value_of(r, name, "at")->vector;
}

static void chords_close_a_belt(void **state) {
  (void)state;
  Reading r = read_text(belt);
  CHECK_NEAR(parameter(&r, "l"), 11.320492065, 5e-10); /* as published with the definition */
  CHECK_NEAR(parameter(&r, "L"), 1132.9157, 5e-5);
  assert_true(parameter(&r, "gap") < 1e-9);
  CHECK_NEAR(parameter(&r, "n"), 100, 0);
  CHECK_NEAR(parameter(&r, "far"), 0, 0); /* numbers go round */
  for (int32_t i = 0; i < 100; i++) {
    SarVec3 d = sar_sub(place(&r, "s", (i + 1) % 100), place(&r, "s", i));
    CHECK_NEAR(1e3 * sar_norm(d), parameter(&r, "l"), 1e-9);
  }
  double l = parameter(&r, "l"), on_crank = 2 * asin(l / 160);
  CHECK_NEAR(parameter(&r, "bend"), -on_crank, 1e-12); /* clockwise */
  CHECK_NEAR(parameter(&r, "spin"), -1 / 80.0, 1e-12); /* both ends on the crank: it turns as the crank does */
  CHECK_NEAR(parameter(&r, "along"), 1, 1e-12);        /* on a straight run */
  assert_true(fabs(parameter(&r, "turns") + 6.28) < 0.2);
  SarVec3 middle = value_of(&r, "m", "at")->vector;
  CHECK_NEAR(1e3 * sar_norm(middle), sqrt(80 * 80 - l * l / 4), 1e-9);
  end_reading(&r);
}

/* Angles are radians whatever the file's unit of angle is. */
static void bodies_turn_along_their_chords(void **state) {
  (void)state;
  Reading r = read_text(belt);
  for (int32_t i = 0; i < 100; i++) {
    char name[16];
    snprintf(name, sizeof name, "s%d", (int)i);
    SarMat3 axes = sar_quat_matrix(value_of(&r, name, "turn")->turn);
    SarVec3 x = sar_column(&axes, 0);
    SarVec3 d = sar_sub(place(&r, "s", (i + 1) % 100), place(&r, "s", i));
    CHECK_NEAR(sar_dot(x, d) / sar_norm(d), 1, 1e-12);
  }
  end_reading(&r);
}

/* The table has nine digits. */
static void an_idler_closes_a_track(void **state) {
  (void)state;
  Reading r = read_file("track.yaml");
  FILE *table = fopen(SAR_TEST_DIR "/data/read/track_pins.csv", "r");
  assert_non_null(table);
  double x, z;
  int32_t n = 0;
  for (; fscanf(table, "%lf,%lf", &x, &z) == 2; n++) {
    SarVec3 at = place(&r, "pin", n);
    CHECK_NEAR(at.x, x, 1e-9);
    CHECK_NEAR(at.z, z, 1e-9);
  }
  fclose(table);
  assert_int_equal(n, 46);
  CHECK_NEAR(value_of(&r, "idler", "at")->vector.x, 4.407646, 5e-7);
  for (int32_t i = 0; i < 46; i++) {
    SarVec3 d = sar_sub(place(&r, "pin", (i + 1) % 46), place(&r, "pin", i));
    CHECK_NEAR(sar_norm(d), 0.48, 1e-12);
  }
  end_reading(&r);
}

/* Two equal wheels, crossed and open: lengths that are known. */
static void lengths_are_those_of_textbooks(void **state) {
  (void)state;
  static const char text[] =
      "parameters: {c: 5, open: o.length, crossed: x.length}\n"
      "loops:\n  o: {around: {a: {at: [0, 0], radius: 1}, b: {at: [c, 0], radius: 1}}, chords: 200}\n"
      "  x: {around: {a: {at: [0, 0], radius: 1}, b: {at: [c, 0], radius: 1, outside: true}}, chords: 200}\n" BODY;
  double pi = acos(-1), s = asin(2 / 5.0);
  Reading r = read_text(text);
  CHECK_NEAR(parameter(&r, "open"), 2 * 5 + 2 * pi, 1e-12);
  CHECK_NEAR(parameter(&r, "crossed"), 2 * sqrt(25 - 4) + 2 * (pi + 2 * s), 1e-12);
  end_reading(&r);
  r = read_with(text, "c=7");
  CHECK_NEAR(parameter(&r, "open"), 2 * 7 + 2 * pi, 1e-12);
  end_reading(&r);
}

static void wrong_loops_are_refused(void **state) {
  (void)state;
#define WHEELS(more) "around: {a: {at: [0, 0], radius: 1}, b: {at: [5, 0], radius: 1}" more "}"
  static const char *const cases[][2] = {
      {"{chords: 9}", "2:3: the loop `l` has no `around`"},
      {"{" WHEELS("") "}", "2:3: the loop `l` has no `chords`"},
      {"{around: {a: {at: [0, 0], radius: 1}}, chords: 9}", "2:15: a loop runs around two wheels at least"},
      {"{around: {a: {radius: 1}}, chords: 9}", "2:16: the wheel `a` has no `at`"},
      {"{around: {a: {at: [0, 0], radius: -1}}, chords: 9}", "2:40: the radius of a wheel must be positive"},
      {"{" WHEELS("") ", chords: 2}", "a loop cannot have 2 chords"},
      {"{" WHEELS("") ", chords: 2.5}", "the number of chords must be a whole number"},
      {"{" WHEELS("") ", chords: 7}", "7 chords are too few: one of 2.32617 reaches over the wheel `"},
      {"{" WHEELS(", c: {at: [6, 0], radius: 3}") ", chords: 90}",
       "2:3: the wheels `b` and `c` lie within each other: "},
      {"{" WHEELS(", c: {at: [5, 2], radius: 1.5, outside: true}") ", chords: 90}",
       "2:3: the wheels `b` and `c` overlap, but the loop runs between them: their centres are 2 apart, their radii 1 "
       "and "
       "1.5"},
      {"{" WHEELS(", c: {at: [2, 0.5], radius: 0.1}") ", chords: 90}", "2:3: the wheel `c` does not touch the loop"},
      {"{" WHEELS("") ", chords: 90, pitch: 0.2}", "90 chords of 0.2 do not close the loop: they miss its end by"},
      {"{" WHEELS("") ", chords: 90, pitch: 0}", "`pitch` must be positive"},
      {"{" WHEELS("") ", chords: 90, close: {x: [1, 2]}}", "without a `pitch` the chords close the loop"},
      {"{around: {a: {at: [0, 0], radius: 1}, b: {at: [x, 0], radius: 1}}, chords: 90, pitch: 0.2, close: {x: [3, 4]}}",
       "no `x` between 3 and 4 closes the loop: the 90 chords of 0.2 miss its end by"},
      {"{" WHEELS("") ", chords: 90, sense: right}", "`sense` cannot be `right`"},
      {"{" WHEELS("") ", chords: 90, plane: xx}", "`plane` cannot be `xx`"},
      {"{" WHEELS("") ", chords: 90, wheels: 2}", "unknown key `wheels` in a loop"},
      {"{" WHEELS("") ", chords: 90, start: q}", "q"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    snprintf(text, sizeof text, "loops:\n  l: %s\n" BODY, cases[i][0]);
    char *error = first_error(text, NULL);
    if (!strstr(error, cases[i][1])) fail_msg("%s: %s, not %s", cases[i][0], error, cases[i][1]);
    free(error);
  }
}

static void wrong_use_is_refused(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"parameters: {q: l.chrod}\n", "1:17: the loop `l` has no `chrod`; did you mean `chord`?"},
      {"parameters: {q: l.x}\n", "1:17: `l.x` is a function of one number"},
      {"parameters: {q: \"1 + l.z(3)\"}\n", "1:22: the loop `l` has no `z`"},
      {"parameters: {q: \"l.x(3, 4)\"}\n", "1:18: `l.x` is a function of one number"},
      {"parameters: {q: l.chord(3)}\n", "1:17: `l.chord` is a number"},
      {"parameters: {r: l.chord}\n", "1:17: parameters depend on each other in a circle: r -> r"},
      {"measures: {q: l.x(t)}\n", "`l.x` takes a constant, not something that moves"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[600];
    const char *r = strstr(cases[i][0], "{r:") ? "r" : "1";
    snprintf(text, sizeof text,
             "%sloops: {l: {around: {a: {at: [0, 0], radius: %s}, b: {at: [5, 0], radius: 1}}, chords: 9}}\n" BODY,
             cases[i][0], r);
    char *error = first_error(text, NULL);
    if (!strstr(error, cases[i][1])) fail_msg("%s: %s, not %s", cases[i][0], error, cases[i][1]);
    free(error);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(chords_close_a_belt),     cmocka_unit_test(bodies_turn_along_their_chords),
      cmocka_unit_test(an_idler_closes_a_track), cmocka_unit_test(lengths_are_those_of_textbooks),
      cmocka_unit_test(wrong_loops_are_refused), cmocka_unit_test(wrong_use_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
