/* Sub-models: names, parameters, places and mirror images. Numbers are worked out by hand; the mirror images of points
 * and inertias in space are also checked for what they are. */
#include <string.h>

#include "read/reading.h"

static SarMat3 matrix_of(const Reading *r, const char *body) {
  return sar_quat_matrix(value_of(r, body, "turn")->turn);
}

static const SarNamedFrame *frame_of(const Reading *r, const char *body, const char *name) {
  return sar_model_find_frame(r->model, strcmp(body, "ground") == 0 ? -1 : sar_model_find(r->model, body), name);
}

static void names_have_prefixes(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  assert_int_equal(r.model->nelements, 3 * 13 + 2);
  assert_string_equal(value_of(&r, "left.hinge", "between")->side[1].body, "left.arm");
  assert_string_equal(value_of(&r, "left.turning", "joint")->joints[0], "left.hinge");
  const SarValue *link = value_of(&r, "link", "between");
  assert_string_equal(link->side[0].body, "left.arm");
  assert_null(link->side[0].frame);
  assert_string_equal(link->side[1].body, "right.arm");
  assert_string_equal(link->side[1].frame, "tip");
  const SarValue *post = value_of(&r, "post", "between"), *spring = value_of(&r, "right.spring", "between");
  assert_string_equal(post->side[0].body, "ground");
  assert_string_equal(post->side[0].frame, "right.top");
  assert_string_equal(spring->side[0].frame, "right.top");
  check_vector(r.model->gravity, 0, 0, -9.81);
  end_reading(&r);
}

static void parameters_are_given(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  CHECK_NEAR(value_of(&r, "left.spring", "stiffness")->real, 2e4, 0);
  CHECK_NEAR(value_of(&r, "right.spring", "stiffness")->real, 1e4, 0);
  end_reading(&r);
}

static void a_sub_model_is_moved(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  check_vector(value_of(&r, "left.arm", "at")->vector, 1.3, 1.0, 0.2);
  check_vector(value_of(&r, "left.arm", "omega")->vector, 4, 5, 6);
  check_vector(value_of(&r, "left.hinge", "at")->vector, 1.3, 0.9, 0.3);
  check_vector(value_of(&r, "left.hinge", "axis")->vector, 0, 0.6, 0.8);
  check_vector(frame_of(&r, "ground", "left.top")->at, 1.2, 0.9, 0.5);
  check_vector(frame_of(&r, "left.arm", "tip")->at, 0.4, 0.5, 0.6);
  CHECK_NEAR(value_of(&r, "left.thread", "pitch")->real, 0.01, 0);
  /* the plain ground of a spring is the sub-model's origin */
  assert_string_equal(value_of(&r, "left.mount", "between")->side[0].frame, "left");
  check_vector(frame_of(&r, "ground", "left")->at, 1.2, 0.7, 0);
  end_reading(&r);
}

static void a_body_is_mirrored(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  check_vector(value_of(&r, "right.arm", "at")->vector, 1.3, -1.0, 0.2);
  check_vector(value_of(&r, "right.arm", "com")->vector, 0.01, -0.02, 0.03);
  check_vector(value_of(&r, "right.arm", "velocity")->vector, 1, -2, 3);
  check_vector(value_of(&r, "right.arm", "omega")->vector, -4, 5, -6);
  const SarValue *inertia = value_of(&r, "right.arm", "inertia");
  check_vector(sar_vec3_load(inertia->tensor[0]), 0.3, -0.01, 0.02);
  check_vector(sar_vec3_load(inertia->tensor[1]), -0.01, 0.2, -0.03);
  check_vector(sar_vec3_load(inertia->tensor[2]), 0.02, -0.03, 0.25);
  SarMat3 A = matrix_of(&r, "right.arm"); /* a quarter turn about x the other way */
  check_vector(sar_column(&A, 0), 1, 0, 0);
  check_vector(sar_column(&A, 1), 0, 0, -1);
  check_vector(sar_column(&A, 2), 0, 1, 0);
  const SarNamedFrame *tip = frame_of(&r, "right.arm", "tip"), *top = frame_of(&r, "ground", "right.top");
  check_vector(tip->at, 0.4, -0.5, 0.6);
  CHECK_NEAR(tip->turn.z, -sin(acos(-1) / 12), 1e-15);
  check_vector(top->at, 1.2, -0.9, 0.5);
  CHECK_NEAR(top->turn.z, -sin(acos(-1) / 12), 1e-15);
  end_reading(&r);
}

/* Signs: a revolute joint keeps its angle and turns its axis, a prismatic joint keeps its displacement. The screw on
 * frames has z as it was (y is mirrored): its angle changes sign, its thread becomes left-handed. */
static void joints_and_motions_are_mirrored(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  const double t = 2;
  check_vector(value_of(&r, "right.hinge", "at")->vector, 1.3, -0.9, 0.3);
  check_vector(value_of(&r, "right.hinge", "axis")->vector, 0, 0.6, -0.8);
  check_vector(value_of(&r, "right.slide", "axis")->vector, 0, -0.6, 0.8);
  CHECK_NEAR(value_of(&r, "right.thread", "pitch")->real, -0.01, 0);
  CHECK_NEAR(value_of(&r, "right.wheels", "ratio")->real, -3, 0);
  CHECK_NEAR(evaluate(value_of(&r, "right.turning", "rotation")->function[0], &t), 4, 0);
  CHECK_NEAR(evaluate(value_of(&r, "right.sliding", "translation")->function[0], &t), 6, 0);
  CHECK_NEAR(evaluate(value_of(&r, "right.screwing", "rotation")->function[0], &t), -8, 0);
  CHECK_NEAR(evaluate(value_of(&r, "left.screwing", "rotation")->function[0], &t), 8, 0);
  end_reading(&r);
}

static void check_functions(const Reading *r, const char *element, const char *field, double x, double y, double z) {
  const SarValue *value = value_of(r, element, field);
  const double t = 2;
  double expected[3] = {x, y, z};
  for (int i = 0; i < 3; i++) CHECK_NEAR(evaluate(value->function[i], &t), expected[i], 1e-15);
}

/* (1, 4, 3) at t = 2. rear: first x mirrored, then a quarter turn about z, (x, y) -> (-y, x). */
static void forces_are_mirrored(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  check_functions(&r, "left.push", "force", 1, 4, 3);
  check_functions(&r, "right.push", "force", 1, -4, 3);
  check_functions(&r, "right.twist", "torque", -1, 4, -3);
  check_functions(&r, "rear.push", "force", -4, -1, 3);
  check_functions(&r, "rear.twist", "torque", 4, 1, -3);
  end_reading(&r);
}

/* What a mirror image is: points of the body in space, its inertia in space, its velocity field. */
static void check_image(const Reading *r, const char *image, SarVec3 (*map)(SarVec3), SarVec3 at) {
  SarMat3 A = matrix_of(r, "left.arm"), B = matrix_of(r, image);
  SarVec3 origin = sar_sub(value_of(r, "left.arm", "at")->vector, sar_vec3(1.2, 0.7, 0));
  SarVec3 tip = sar_mul(&A, frame_of(r, "left.arm", "tip")->at);
  SarVec3 image_tip = sar_mul(&B, frame_of(r, image, "tip")->at);
  SarVec3 expected = sar_add(at, map(sar_add(origin, tip)));
  check_vector(sar_sub(sar_add(value_of(r, image, "at")->vector, image_tip), expected), 0, 0, 0);
  SarVec3 v =
      sar_add(value_of(r, "left.arm", "velocity")->vector, sar_cross(value_of(r, "left.arm", "omega")->vector, tip));
  SarVec3 w =
      sar_add(value_of(r, image, "velocity")->vector, sar_cross(value_of(r, image, "omega")->vector, image_tip));
  check_vector(sar_sub(w, map(v)), 0, 0, 0);
  CHECK_NEAR(sar_mat3_determinant(&B), 1, 1e-15);
  SarMat3 I = sar_model_mass(element_of(r, "left.arm")).inertia, J = sar_model_mass(element_of(r, image)).inertia;
  for (int i = 0; i < 3; i++) { /* n . I n for some n in space */
    SarVec3 n = sar_vec3(i == 0, i != 1, 0.3 * i), m = map(n);
    SarVec3 body_n = sar_mul_t(&A, n), body_m = sar_mul_t(&B, m);
    CHECK_NEAR(sar_dot(body_m, sar_mul(&J, body_m)), sar_dot(body_n, sar_mul(&I, body_n)), 1e-15);
  }
}

static SarVec3 map_right(SarVec3 a) { return sar_vec3(a.x, -a.y, a.z); }
static SarVec3 map_rear(SarVec3 a) { return sar_vec3(-a.y, -a.x, a.z); }

static void images_are_images(void **state) {
  (void)state;
  Reading r = read_file("car.yaml");
  check_image(&r, "right.arm", map_right, sar_vec3(1.2, -0.7, 0));
  check_image(&r, "rear.arm", map_rear, sar_vec3(-1, 0, 0.5));
  end_reading(&r);
}

static void sub_models_nest(void **state) {
  (void)state;
  Reading r = read_file("fleet.yaml");
  check_vector(value_of(&r, "car2.right.arm", "at")->vector, 1.3, 19.0, 0.2);
  assert_string_equal(value_of(&r, "car1.link", "between")->side[1].body, "car1.right.arm");
  assert_string_equal(value_of(&r, "car1.post", "between")->side[0].frame, "car1.right.top");
  check_vector(frame_of(&r, "ground", "car1.right.top")->at, 1.2, 9.1, 0.5);
  assert_string_equal(value_of(&r, "car1.left.mount", "between")->side[0].frame, "car1.left");
  check_vector(frame_of(&r, "ground", "car1.left")->at, 1.2, 10.7, 0);
  end_reading(&r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(names_have_prefixes),
      cmocka_unit_test(parameters_are_given),
      cmocka_unit_test(a_sub_model_is_moved),
      cmocka_unit_test(a_body_is_mirrored),
      cmocka_unit_test(joints_and_motions_are_mirrored),
      cmocka_unit_test(forces_are_mirrored),
      cmocka_unit_test(images_are_images),
      cmocka_unit_test(sub_models_nest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
