/* Volume, centre and inertia of every class against a sum over the points of a grid that lie inside. */
#include "geometry/poses.h"

enum { GRID = 120 };

static bool is_inside(const SarShape *shape, SarVec3 x) {
  SarSpot spot;
  shape->class->closest(shape, x, &spot);
  return spot.distance <= spot.radius;
}

static void check_close(const SarMat3 *a, const SarMat3 *b, double tolerance) {
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) CHECK_NEAR(a->m[i][j], b->m[i][j], tolerance);
  }
}

static void test_every_class(void **state) {
  (void)state;
  for (int k = 0; sar_shape_class_any(k); k++) {
    const SarShapeClass *class = sar_shape_class_any(k);
    assert_true(class->unbounded == !class->mass);
    if (!class->mass || !class->closest || class == &sar_shape_hull) continue; /* these have their own tests */
    SarShape shape = sar_shape(class, 0.9, 0.7, 1.1);
    if (class->rounding) shape.radius = 1e-3; /* the mass is that of sharp edges */
    SarPose body = {sar_vec3(0, 0, 0), sar_mat3_identity()};
    SarBounds box = sar_shape_bounds(&shape, &body);
    SarVec3 d = sar_scale(1.0 / GRID, sar_sub(box.high, box.low)), first = {0, 0, 0};
    double cell = d.x * d.y * d.z, volume = 0;
    SarMat3 second = sar_mat3_zero();
    for (int n = 0; n < GRID * GRID * GRID; n++) {
      SarVec3 at = {(n % GRID + 0.5) * d.x, (n / GRID % GRID + 0.5) * d.y, (n / GRID / GRID + 0.5) * d.z};
      SarVec3 x = sar_add(box.low, at);
      if (!is_inside(&shape, x)) continue;
      SarMat3 xx = sar_outer(x, x);
      volume += cell;
      first = sar_axpy(cell, x, first);
      second = sar_mat3_axpy(cell, &xx, &second);
    }
    SarShapeMass mass;
    class->mass(&shape, &mass);
    CHECK_NEAR(mass.volume, volume, 4e-3 * volume);
    SarVec3 c = sar_scale(1 / volume, first);
    CHECK_NEAR(sar_norm(sar_sub(mass.centre, c)), 0, 3e-3);
    SarMat3 cc = sar_outer(c, c), about = sar_mat3_axpy(-volume, &cc, &second), one = sar_mat3_identity();
    double trace = about.m[0][0] + about.m[1][1] + about.m[2][2];
    SarMat3 whole = sar_mat3_scale(trace, &one), inertia = sar_mat3_axpy(-1, &about, &whole);
    check_close(&mass.inertia, &inertia, 6e-3 * trace);
  }
}

static void test_faults(void **state) {
  (void)state;
  SarShape box = sar_shape(&sar_shape_box, 1, 2, 3), torus = sar_shape(&sar_shape_torus, 1, 0.3, 0);
  CHECK_NEAR(box.radius, 0.02, 1e-15);
  assert_null(sar_shape_fault(&box));
  assert_null(sar_shape_fault(&torus));
  box.radius = 0.5;
  assert_non_null(sar_shape_fault(&box));
  box.radius = -1;
  assert_non_null(sar_shape_fault(&box));
  box.radius = 0;
  assert_non_null(sar_shape_fault(&box));
  box.radius = 0.1, box.sizes[1] = 0;
  assert_non_null(sar_shape_fault(&box));
  torus.sizes[1] = 1.2;
  assert_non_null(sar_shape_fault(&torus));
  assert_ptr_equal(sar_shape_class_named("capsule"), &sar_shape_capsule);
  assert_null(sar_shape_class_named("cone"));
  assert_null(sar_shape_class_named("hull")); /* sizes do not describe it */
  SarShape empty = sar_shape(&sar_shape_hull, 0, 0, 0);
  assert_non_null(sar_shape_fault(&empty));
  for (int i = 0; sar_shape_class_any(i); i++) {
    const SarShapeClass *class = sar_shape_class_any(i);
    assert_true(class->data ? !sar_shape_class_at(i) : sar_shape_class_at(i) == class);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_every_class), cmocka_unit_test(test_faults)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
