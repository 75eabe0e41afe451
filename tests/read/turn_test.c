/* Orientations: every form against the rotation it stands for, computed from columns of known matrices. */
#include <stdio.h>

#include "read/reading.h"

static SarMat3 turn_of(const char *form) {
  char text[400];
  snprintf(text, sizeof text, "bodies: {a: {mass: 1, inertia: [1, 1, 1], turn: %s}}\n", form);
  Reading r = read_text(text);
  SarMat3 matrix = sar_quat_matrix(value_of(&r, "a", "turn")->turn);
  end_reading(&r);
  return matrix;
}

static void check_columns(const char *form, SarVec3 x, SarVec3 y, SarVec3 z) {
  SarMat3 matrix = turn_of(form), expected = sar_mat3_columns(x, y, z);
  for (int i = 0; i < 9; i++) CHECK_NEAR(matrix.m[i / 3][i % 3], expected.m[i / 3][i % 3], 1e-15);
}

static void axis_and_angle(void **state) {
  (void)state;
  double c = sqrt(3) / 2;
  check_columns("{axis: z, angle: 30 deg}", sar_vec3(c, 0.5, 0), sar_vec3(-0.5, c, 0), sar_vec3(0, 0, 1));
  check_columns("{angle: 30 deg, axis: -z}", sar_vec3(c, -0.5, 0), sar_vec3(0.5, c, 0), sar_vec3(0, 0, 1));
  check_columns("{axis: [7, 7, 7], angle: 120 deg}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
}

static void quaternions_are_normalised(void **state) {
  (void)state;
  check_columns("{quaternion: [2, 2, 2, 2]}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  check_columns("{quaternion: [0, 0, 0, 1e-200]}", sar_vec3(-1, 0, 0), sar_vec3(0, -1, 0), sar_vec3(0, 0, 1));
}

/* Intrinsic: each rotation about the axis that the ones before have turned. */
static void euler_angles_are_intrinsic(void **state) {
  (void)state;
  check_columns("{euler: zxz, angles: [90 deg, 90 deg, 0]}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  check_columns("{euler: xyz, angles: [90 deg, 90 deg, 0]}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  /* yaw 90 about z, pitch 90 about the new y: x goes to -z; the new y is -x */
  check_columns("{euler: zyx, angles: [90 deg, 90 deg, 0]}", sar_vec3(0, 0, -1), sar_vec3(-1, 0, 0), sar_vec3(0, 1, 0));
}

static void two_axes(void **state) {
  (void)state;
  check_columns("{x: [0, 2, 0], y: [0, 0, 3]}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  check_columns("{z: x, x: y}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  check_columns("{y: z, z: x}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  /* the first stays, the second gives way */
  check_columns("{x: [0, 1, 0], y: [0, 1, 1]}", sar_vec3(0, 1, 0), sar_vec3(0, 0, 1), sar_vec3(1, 0, 0));
  double h = sqrt(0.5);
  check_columns("{y: [0, 1, 1], x: [0, 1, 0]}", sar_vec3(0, h, -h), sar_vec3(0, h, h), sar_vec3(1, 0, 0));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(axis_and_angle),
      cmocka_unit_test(quaternions_are_normalised),
      cmocka_unit_test(euler_angles_are_intrinsic),
      cmocka_unit_test(two_axes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
