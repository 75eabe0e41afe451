/* Sub-models in motion: mirror images whose forces are expressions of components, bodies of the including model, and
 * parameters that are set from outside. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/support.h"
#include "check.h"
#include "hht_options.h"
#include "model/model.h"
#include "read/read.h"

/* Reads a model with one included file, `sub.yaml`, and runs it. set: may be null. */
static Ran run_with(const char *text, const char *sub, const char *set) {
  SarModelFile file = {"sub.yaml", sub};
  SarReadOptions options = {.files = &file, .nfiles = 1, .files_only = true, .set = &set, .nset = set ? 1 : 0};
  Ran r = {.f = {.context = sar_context_create()}};
  if (sar_model_read_text(r.f.context, "test.yaml", text, strlen(text), &options, &r.f.model) != SAR_OK) {
    fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  }
  if (sar_system_compile(r.f.context, r.f.model, &r.f.system) != SAR_OK) {
    fail_msg("%s", fixture_message(&r.f, SAR_ERROR));
  }
  SarRunOptions run = hht_options();
  assert_int_equal(sar_table_create(r.f.context, &r.table), SAR_OK);
  run.table = r.table;
  r.status = sar_run(r.f.context, r.f.system, &run, &r.summary);
  assert_int_equal(r.status, SAR_OK);
  return r;
}

/* %1$c, %2$c: the axes that keep their sign, %3$c: the mirrored one. The body is free and turns in space. */
static const char mirrored[] =
    "bodies:\n"
    "  w: {mass: 2, inertia: [[1, 0.1, 0.2], [0.1, 2, 0.3], [0.2, 0.3, 2.5]], at: [0.3, 0.5, 0.7], com: [0.1, 0.05, "
    "0.02],\n"
    "      velocity: [0.1, -0.3, 0.2], omega: [0.5, 0.7, -0.4], frames: {p: {at: [0.2, 0.1, 0.3]}}}\n"
    "forces:\n"
    "  f: {type: force, between: [ground, w.p], force: [\"-9*d%c(w) + 2*v%c(w.p)\", \"4*d%c(w)*d%c(w.p)\", \"-w%c(w) - "
    "3*dm(w)\"]}\n"
    "  g: {type: torque, between: [ground, w], torque: [\"d%c(w)\", \"-w%c(w, ground, w)\", \"2*v%c(w, ground, "
    "w.p)\"]}\n"
    "  h: {type: force, between: [ground, w], force: [\"a%c(w)\", 1, \"t\"], follow: true}\n"
    "variables: {u: \"2*d%c(w) + acc%c(w)\"}\n"
    "measures: {m: \"u + fm(f) + f%c(f)\"}\n";

static const char *const axes = "xyz";

static void check_mirrored(int mirror, const char *placement) {
  char sub[2048], text[512];
  char p = axes[(mirror + 1) % 3], q = axes[(mirror + 2) % 3], m = axes[mirror];
  snprintf(sub, sizeof sub, mirrored, p, q, q, p, m, p, m, q, m, q, p, q);
  snprintf(text, sizeof text,
           "include:\n  L: {file: sub.yaml%s}\n  R: {file: sub.yaml, mirror: %c%s}\n"
           "simulate: {end: 1, tolerance: 1e-6}\noutput: {every: 0.1}\n",
           placement, m, placement);
  Ran r = run_with(text, sub, NULL);
  static const char *const polar[] = {"x", "y", "z", "vx", "vy", "vz"}, *const axial[] = {"wx", "wy", "wz"};
  for (int i = 0; i < 9; i++) {
    const char *quantity = i < 6 ? polar[i] : axial[i - 6];
    char left[16], right[16];
    snprintf(left, sizeof left, "L.w.%s", quantity);
    snprintf(right, sizeof right, "R.w.%s", quantity);
    double sign = (i % 3 == mirror) == (i < 6) ? -1 : 1;
    for (int64_t k = 0; k < sar_table_rows(r.table); k++) {
      CHECK_NEAR(ran_column(&r, right)[k], sign * ran_column(&r, left)[k], 1e-9); /* same steps, other rounding */
    }
  }
  for (int64_t k = 0; k < sar_table_rows(r.table); k++) {
    CHECK_NEAR(ran_column(&r, "R.m.value")[k], ran_column(&r, "L.m.value")[k], 1e-8);
  }
  ran_free(&r);
}

static void components_that_the_mirror_keeps_may_be_used(void **state) {
  (void)state;
  for (int mirror = 0; mirror < 3; mirror++) check_mirrored(mirror, "");
  check_mirrored(1, ", turn: {axis: y, angle: 90 deg}"); /* y stays y, so that the plane of the mirror stays */
}

static void the_finding_runs(void **state) {
  (void)state;
  static const char *const names[] = {"L.w.z", "R.w.z"};
  SarContext *context = sar_context_create();
  SarModel *model;
  SarSystem *system;
  assert_int_equal(sar_model_read(context, SAR_TEST_DIR "/data/findings/sup.yaml", NULL, 0, &model), SAR_OK);
  assert_int_equal(sar_system_compile(context, model, &system), SAR_OK);
  SarRunOptions options = hht_options();
  assert_int_equal(sar_table_create(context, &options.table), SAR_OK);
  options.tolerance = 1e-8;
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  for (int i = 0; i < 2; i++) CHECK_NEAR(last_value(options.table, names[i]), cos(10), 1e-4); /* z'' = -100 z */
  sar_table_destroy(&options.table);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* ---- bodies of the including model ---- */

static const char corner[] =
    "needs: [chassis, arm]\n"
    "parameters: {k: 200, l: 1}\n"
    "bodies: {hub: {mass: 1, inertia: [1, 1, 1], at: [0, 1, 0]}}\n"
    "joints:\n"
    "  slide: {type: prismatic, between: [chassis, hub], at: [0, 1, 0], axis: z, start: {displacement: 0.1*l}}\n"
    "forces: {s: {type: spring-damper, between: [arm, hub], stiffness: k, length: 1}}\n"
    "measures: {up: \"dz(hub, chassis)\"}\n";

static void a_sub_model_hangs_on_bodies_of_another(void **state) {
  (void)state;
  static const char text[] =
      "bodies:\n"
      "  frame: {mass: 10, inertia: [5, 5, 5], frames: {top: {at: [0, 1, 1]}, low: {at: [0, -1, 1]}}}\n"
      "joints: {weld: {type: fixed, between: [ground, frame]}}\n"
      "include:\n"
      "  L: {file: sub.yaml, with: {chassis: frame, arm: frame.top}}\n"
      "  R: {file: sub.yaml, mirror: y, with: {chassis: frame, arm: frame.low}}\n"
      "simulate: {end: 1, tolerance: 1e-8}\noutput: {every: 0.1}\n";
  Ran r = run_with(text, corner, "L.k=100");
  const double *t = sar_table_values(r.table, 0);
  for (int64_t i = 0; i < sar_table_rows(r.table); i++) { /* z'' = -k z, from 0.1 */
    CHECK_NEAR(ran_column(&r, "L.slide.displacement")[i], 0.1 * cos(10 * t[i]), 1e-4);
    CHECK_NEAR(ran_column(&r, "R.slide.displacement")[i], 0.1 * cos(sqrt(200) * t[i]), 1e-4);
    CHECK_NEAR(ran_column(&r, "R.up.value")[i], ran_column(&r, "R.hub.z")[i], 1e-12);
    CHECK_NEAR(ran_column(&r, "R.hub.y")[i], -1, 1e-9);
    CHECK_NEAR(ran_column(&r, "frame.z")[i], 0, 1e-9); /* a weld without a place holds it */
  }
  ran_free(&r);
}

/* Names of the including model by default; and through two levels. */
static void needs_are_handed_down(void **state) {
  (void)state;
  static const char outer[] =
      "bodies: {chassis: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {weld: {type: fixed, between: [chassis, ground]}}\n"
      "include: {A: {file: sub.yaml}}\n"
      "simulate: {end: 0.01}\n";
  static const char inner[] =
      "needs: [chassis]\nparameters: {x: 1}\n"
      "bodies: {hub: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {J: {type: revolute, between: [chassis, hub], at: [0, 0, 0], axis: z, start: {angle: x}}}\n";
  SarModelFile files[] = {{"sub.yaml", "needs: [chassis]\ninclude: {B: {file: deep.yaml}}\n"}, {"deep.yaml", inner}};
  const char *set = "A.B.x=0.25";
  SarReadOptions options = {.files = files, .nfiles = 2, .files_only = true, .set = &set, .nset = 1};
  SarContext *context = sar_context_create();
  SarModel *model;
  if (sar_model_read_text(context, "test.yaml", outer, sizeof outer - 1, &options, &model) != SAR_OK) {
    fail_msg("%s", sar_context_get(context, 0)->message);
  }
  const SarModelElement *joint = &model->elements[sar_model_find(model, "A.B.J")];
  assert_string_equal(sar_model_value(joint, "between")->side[0].body, "chassis");
  CHECK_NEAR(sar_model_value(joint, "start")->starts[0].value, 0.25, 0);
  sar_model_destroy(&model);
  set = "A.B.y=0.25";
  assert_int_equal(sar_model_read_text(context, "test.yaml", outer, sizeof outer - 1, &options, &model), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 0)->message, "there is no parameter `A.B.y`; did you mean `A.B.x`?");
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(components_that_the_mirror_keeps_may_be_used),
      cmocka_unit_test(the_finding_runs),
      cmocka_unit_test(a_sub_model_hangs_on_bodies_of_another),
      cmocka_unit_test(needs_are_handed_down),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
