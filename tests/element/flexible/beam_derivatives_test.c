/* Derivatives of a beam element against central differences: every order, curved and twisted elements, frames and
 * offsets, full stiffnesses, damping, cables, large rotations. */
#include "element/flexible/beams.h"

enum { ROWS = SAR_PART_ROWS };
#define STEP 2e-4
#define RELATIVE 1e-7

/* Central differences of fourth order: at this step neither truncation nor rounding reaches the tolerance. */
static void difference(const Beam *b, int column, void (*change)(Beam *, int, double), double *out) {
  static const double at[4] = {-2, -1, 1, 2}, weight[4] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};
  for (int i = 0; i < ROWS; i++) out[i] = 0;
  for (int k = 0; k < 4; k++) {
    Beam moved = *b;
    double rows[ROWS];
    beam_at(&moved);
    change(&moved, column, at[k] * STEP);
    beam_residual(&moved, rows);
    for (int i = 0; i < beam_rows(b); i++) out[i] += weight[k] * rows[i] / STEP;
  }
}

static void compare(const Beam *b, const char *what, const double *matrix, void (*change)(Beam *, int, double)) {
  int n = beam_rows(b);
  double largest = 0, worst = 0;
  for (int j = 0; j < n; j++) {
    double column[ROWS];
    difference(b, j, change, column);
    for (int i = 0; i < n; i++) {
      largest = fmax(largest, fabs(column[i]));
      worst = fmax(worst, fabs(column[i] - matrix[n * j + i]));
    }
  }
  if (!(worst <= RELATIVE * largest)) {
    fail_msg("%s, order %d: differs from differences by %g of %g", what, (int)b->setup.order, worst, largest);
  }
}

/* The matrix by positions is the same where that by velocities is not asked for. */
static void check_alone(const Beam *b, const double *position) {
  double alone[ROWS * ROWS];
  beam_matrix(b, alone, NULL);
  for (int i = 0; i < beam_rows(b) * beam_rows(b); i++) assert_true(alone[i] == position[i]);
}

static void check(const BeamKind *kind) {
  for (int k = 0; k < 10; k++) {
    Beam b;
    double position[ROWS * ROWS], velocity[ROWS * ROWS];
    beam_random(kind, &b);
    beam_matrix(&b, position, velocity);
    compare(&b, "by positions", position, beam_move);
    if (kind->damped) compare(&b, "by velocities", velocity, beam_accelerate);
    assert_int_equal(sar_part_beam.damped(&b.element), kind->damped);
    for (int i = 0; !kind->damped && i < beam_rows(&b) * beam_rows(&b); i++) assert_true(velocity[i] == 0);
    check_alone(&b, position);
  }
}

static void test_all_kinds(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    for (int choice = 0; choice < 16; choice++) {
      BeamKind kind = {order, choice & 1, choice & 2, choice & 4, choice & 8, 0.4};
      check(&kind);
    }
  }
}

/* Up to 129 degrees between neighbours. */
static void test_large_rotations(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    BeamKind kind = {.order = order, .frames = true, .damped = true, .turn = 1.3};
    check(&kind);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_all_kinds),
      cmocka_unit_test(test_large_rotations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
