/* What modal bodies are told, where their interfaces are, and what is refused. The body is tests/data/modal/lumped.h5.
 */
#include "model/modal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/rotation.h"
#include "check.h"
#include "read/read.h"

#define FILE_NAME SAR_TEST_DIR "/data/modal/case.yaml"

static SarStatus read_text(SarContext *context, const char *text, SarModel **model) {
  *model = NULL;
  SarStatus status = sar_model_read_text(context, FILE_NAME, text, strlen(text), &(SarReadOptions){0}, model);
  return status == SAR_OK ? sar_model_validate(*model) : status;
}

static SarModel *read_body(SarContext *context, const char *fields) {
  char text[1000];
  SarModel *model;
  snprintf(text, sizeof text, "bodies: {frame: {type: modal, file: lumped.h5%s}}\n", fields);
  assert_int_equal(read_text(context, text, &model), SAR_OK);
  return model;
}

/* ---- damping ---- */

static void check_damping(const char *fields, const double expected[4]) {
  SarContext *context = sar_context_create();
  SarModel *model = read_body(context, fields);
  double ratio[4];
  sar_modal_damping(model->elements[sar_model_find(model, "frame")].values, ratio);
  for (int i = 0; i < 4; i++) CHECK_NEAR(ratio[i], expected[i], 0);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* The frequencies are 0.872, 1.180, 1.424 and 1.883 Hz. */
static void damping_by_frequency(void **state) {
  (void)state;
  check_damping("", (double[]){0, 0, 0, 0});
  check_damping(", damping: 0.02", (double[]){0.02, 0.02, 0.02, 0.02});
  check_damping(", damping: [[1, 0.01], [1.5, 0.1], [.inf, 1]]", (double[]){0.01, 0.1, 0.1, 1});
  check_damping(", damping: [[0.5, 0.01], [1, 0.2]]", (double[]){0.2, 0.2, 0.2, 0.2});
  check_damping(", damping_ratios: [0.3, 0.4]", (double[]){0.3, 0.4, 0.4, 0.4});
}

/* ---- interfaces ---- */

static void interfaces_are_bodies(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = read_body(context,
                              ", at: [1, 2, 3], turn: {axis: z, angle: 0.5}, velocity: [1, 0, 0], omega: [0, 0, 2], "
                              "amplitudes: [0.1, 0.2], frames: {eye: {node: right, at: [0, 0, 1]}}");
  const SarModelElement *right = &model->elements[sar_model_find(model, "frame.right")];
  const SarReduced *body = model->elements[sar_model_find(model, "frame")].modal->body;
  const SarReducedInterface *p = &body->interfaces[1];
  double x[3], turn[3];
  assert_true(right->class->section == SAR_SECTION_BODIES && right->modal && right->number == 1);
  for (int k = 0; k < 3; k++) {
    x[k] = 0.1 * p->phi[k * body->n] + 0.2 * p->phi[k * body->n + 1];
    turn[k] = 0.1 * p->theta[k * body->n] + 0.2 * p->theta[k * body->n + 1];
  }
  SarQuat whole = sar_quat_exp(sar_vec3(0, 0, 0.5));
  SarMat3 R = sar_quat_matrix(whole);
  SarVec3 place = sar_mul(&R, sar_add(sar_add(body->centre, p->at), sar_vec3_load(x)));
  SarVec3 at = sar_model_value(right, "at")->vector, v = sar_model_value(right, "velocity")->vector;
  SarQuat q = sar_model_value(right, "turn")->turn, expected = sar_quat_mul(whole, sar_quat_exp(sar_vec3_load(turn)));
  CHECK_NEAR(sar_norm(sar_sub(at, sar_add(sar_vec3(1, 2, 3), place))), 0, 1e-15);
  CHECK_NEAR(sar_norm(sar_sub(v, sar_vec3(1 - 2 * place.y, 2 * place.x, 0))), 0, 1e-14);
  CHECK_NEAR(fabs(q.w - expected.w) + fabs(q.x - expected.x) + fabs(q.y - expected.y) + fabs(q.z - expected.z), 0,
             1e-15);
  assert_non_null(sar_model_find_frame(model, sar_model_find(model, "frame.right"), "eye"));
  CHECK_NEAR(sar_model_mass(&model->elements[sar_model_find(model, "frame")]).mass, body->mass, 0);
  CHECK_NEAR(sar_model_mass(right).mass, 0, 0);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* The shape that a contact names stands on an interface. */
static void shapes_by_name(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model;
  static const char text[] =
      "bodies: {frame: {type: modal, file: lumped.h5, shapes: {ball: {node: right, sphere: 0.1}}}}\n"
      "ground: {shapes: {floor: {plane: z}}}\n"
      "contacts: {c: {between: [frame.ball, ground.floor], law: linear, stiffness: 1},\n"
      "           d: {between: [frame, ground.floor], law: linear, stiffness: 1}}\n";
  assert_int_equal(read_text(context, text, &model), SAR_OK);
  const SarSideName *side = sar_model_value(&model->elements[sar_model_find(model, "c")], "between")->side;
  assert_string_equal(side[0].body, "frame.right");
  assert_string_equal(side[0].frame, "ball");
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* A body that is held in its middle is no smaller for that. */
static void size_of_a_body(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model = read_body(context, "");
  SarReduced body = *model->elements[sar_model_find(model, "frame")].modal->body;
  SarReducedInterface middle = body.interfaces[0];
  middle.at = sar_vec3(0, 3, 0);
  body.interfaces = &middle;
  body.ninterfaces = 1;
  CHECK_NEAR(sar_reduced_size(&body), 3, 0);
  middle.at = sar_vec3(0, 0, 0);
  double trace = body.j0.m[0][0] + body.j0.m[1][1] + body.j0.m[2][2];
  CHECK_NEAR(sar_reduced_size(&body), sqrt(trace / (2 * body.mass)), 0);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

/* ---- what is refused ---- */

static void check_refused(const char *text, const char *message) {
  SarContext *context = sar_context_create();
  SarModel *model;
  assert_int_equal(read_text(context, text, &model), SAR_INPUT);
  bool found = false;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    found = found || (strstr(d->message, message) && d->remedy && d->remedy[0] && d->source.line > 0);
  }
  if (!found) fail_msg("not said: %s\nbut: %s", message, sar_context_get(context, 0)->message);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

#define BODY(more) "bodies: {frame: {type: modal, file: lumped.h5" more "}}\n"

static void wrong_bodies(void **state) {
  (void)state;
  check_refused("bodies: {frame: {type: modal}}\n", "file");
  check_refused("bodies: {frame: {type: modal, file: nowhere.h5}}\n", "nowhere.h5");
  check_refused("bodies: {frame: {type: modal, file: make-lumped}}\n", "make-lumped");
  check_refused("bodies: {frame: {type: modal, file: ../modal/../../CMakeLists.txt}}\n", "leaves the folder");
  check_refused(BODY(", mass: 3"), "unknown key `mass`");
  check_refused(BODY(", damping: [[1, 0.1], [1, 0.2]]"), "must rise");
  check_refused(BODY(", damping: [[1, -0.1]]"), "must not be negative");
  check_refused(BODY(", damping: [[1, 0.1, 3]]"), "a frequency in Hz and a damping ratio");
  check_refused(BODY(", damping: 0.1, damping_ratios: [0.1]"), "exclude each other");
  check_refused(BODY(", amplitudes: [1, 2, 3, 4, 5]"), "has 4 modes");
  check_refused(BODY(", terms: some"), "some");
  check_refused(BODY(", frames: {eye: {at: [0, 0, 1]}}"), "names no interface");
  check_refused(BODY(", frames: {eye: {node: rihgt}}"), "has no interface `rihgt`");
  check_refused(BODY(", frames: {left: {node: right}}"), "is an interface of this body");
  check_refused(BODY(", frames: {modes: {node: right}}"), "a frame of a modal body cannot be called `modes`");
  check_refused(BODY(", frames: {mode3: {node: right}}"), "a frame of a modal body cannot be called `mode3`");
}

/* Columns that bodies have are names that interfaces cannot have. */
static void columns_are_reserved(void **state) {
  (void)state;
  const char *at = sar_section_outputs(SAR_SECTION_BODIES);
  for (size_t length; (length = strcspn(at, " ")) > 0; at += length + (at[length] == ' ')) {
    char word[16];
    snprintf(word, sizeof word, "%.*s", (int)length, at);
    assert_true(sar_reduced_is_reserved(word));
  }
}

static void wrong_sides(void **state) {
  (void)state;
  check_refused(BODY("") "joints: {j: {type: revolute, between: [ground, frame], at: [0, 0, 0], axis: z}}\n",
                "held at its interfaces only");
  check_refused(BODY("") "joints: {j: {type: revolute, between: [ground, frame.lefd], axis: z}}\n",
                "has no interface `lefd`; did you mean `left`?");
  check_refused(BODY("") "sections: {s: {stiffness: [1, 1, 1, 1, 1, 1], mass: 1, inertia: [1, 1, 1]}}\n"
                         "beams: {b: {section: s, start: frame, points: [[0, 0, 0], [1, 0, 0]]}}\n",
                "held at its interfaces only");
  check_refused(BODY(", shapes: {ball: {node: right, sphere: 0.1}}") "ground: {shapes: {floor: {plane: z}}}\n"
                "contacts: {c: {between: [frame.bal, ground.floor], law: linear, stiffness: 1}}\n",
                "has no interface `bal`");
}

/* A sub-model may hang on an interface; one that is none of them is refused where it is used. */
static void needed_interfaces(void **state) {
  (void)state;
  static const char part[] =
      "needs: [mount]\nbodies: {arm: {mass: 1, inertia: [1, 1, 1]}}\n"
      "joints: {pin: {type: spherical, between: [mount, arm]}}\n";
  SarModelFile file = {.path = "part.yaml", .text = part};
  for (int wrong = 0; wrong < 2; wrong++) {
    SarContext *context = sar_context_create();
    SarModel *model = NULL;
    char text[200];
    snprintf(text, sizeof text, "include: {front: {file: part.yaml, with: {mount: frame.%s}}}\n" BODY(""),
             wrong ? "rihgt" : "right");
    SarReadOptions options = {.files = &file, .nfiles = 1};
    SarStatus status = sar_model_read_text(context, FILE_NAME, text, strlen(text), &options, &model);
    if (status == SAR_OK) status = sar_model_validate(model);
    assert_int_equal(status, wrong ? SAR_INPUT : SAR_OK);
    if (wrong) assert_non_null(strstr(sar_context_get(context, 0)->message, "has no interface `rihgt`"));
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(columns_are_reserved), cmocka_unit_test(needed_interfaces),
      cmocka_unit_test(damping_by_frequency), cmocka_unit_test(interfaces_are_bodies),
      cmocka_unit_test(shapes_by_name),       cmocka_unit_test(size_of_a_body),
      cmocka_unit_test(wrong_bodies),         cmocka_unit_test(wrong_sides),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
