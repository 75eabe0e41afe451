/* Sections from shapes, against published numbers and against each other. */
#include "element/flexible/section_shapes.h"

#include "check.h"

static SarSectionGeometry geometry(const char *name, double poisson, double a, double b, double c, double d) {
  SarSectionGeometry g;
  double sizes[SAR_SECTION_SIZES] = {a, b, c, d};
  const SarSectionShape *shape = sar_section_shape_named(name);
  assert_non_null(shape);
  assert_null(sar_section_fault(shape, sizes));
  sar_section_geometry(shape, sizes, poisson, &g);
  return g;
}

/* Timoshenko and Goodier, Theory of Elasticity, table in section 109: k1 in torsion = k1 a b^3. */
static void test_rectangle_torsion(void **state) {
  (void)state;
  static const double table[][2] = {{1, 0.1406}, {1.2, 0.166}, {1.5, 0.196}, {2, 0.229}, {2.5, 0.249},
                                    {3, 0.263},  {4, 0.281},   {5, 0.291},   {10, 0.312}};
  for (size_t k = 0; k < sizeof table / sizeof *table; k++) {
    double ratio = table[k][0];
    SarSectionGeometry g = geometry("rectangle", 0.3, 0.1, 0.1 * ratio, 0, 0);
    SarSectionGeometry turned = geometry("rectangle", 0.3, 0.1 * ratio, 0.1, 0, 0);
    CHECK_NEAR(g.torsion / (ratio * 1e-4), table[k][1], ratio == 1 ? 5e-5 : 5.1e-4);
    CHECK_NEAR(turned.torsion, g.torsion, 1e-18);
  }
  /* the same series summed with 30 digits by another program */
  CHECK_NEAR(geometry("rectangle", 0, 1, 1, 0, 0).torsion, 0.14057701495515371559, 1e-15);
}

/* Cowper 1966: circle 6(1 + nu)/(7 + 6 nu) = 0.886 at nu = 0.3; thin tube 2(1 + nu)/(4 + 3 nu) = 0.531. */
static void test_shear_factors(void **state) {
  (void)state;
  SarSectionGeometry full = geometry("circle", 0.3, 0.02, 0, 0, 0);
  SarSectionGeometry thin = geometry("tube", 0.3, 0.02, 0.0199999, 0, 0);
  CHECK_NEAR(full.shear2 / full.area, 0.886, 5e-4);
  CHECK_NEAR(full.shear3, full.shear2, 0);
  CHECK_NEAR(thin.shear2 / thin.area, 2 * 1.3 / 4.9, 1e-5);
  SarSectionGeometry hole = geometry("tube", 0.3, 0.02, 1e-9, 0, 0);
  CHECK_NEAR(hole.shear2, full.shear2, 1e-15);
  CHECK_NEAR(hole.torsion, full.torsion, 1e-20);
  SarSectionGeometry plate = geometry("rectangle", 0.3, 0.1, 0.2, 0, 0);
  CHECK_NEAR(plate.shear2, plate.area * 5 / 6, 1e-17);
  CHECK_NEAR(plate.shear3, plate.area * 5 / 6, 1e-17);
}

/* IPE 200 (EN 10365): A 28.48 cm2, Iy 1943 cm4, Iz 142.4 cm4, It 6.98 cm4, with fillets of 12 mm at the web. Less the
 * fillets (4 x 0.2146 r^2 at 0.2234 r from the corner): 27.24 cm2, 1846 cm4, 142.3 cm4; torsion without them is lower.
 */
static void test_ipe200(void **state) {
  (void)state;
  SarSectionGeometry g = geometry("i", 0.3, 0.1, 0.2, 8.5e-3, 5.6e-3);
  double fillets = 4 * (1 - 3.141592653589793 / 4) * 0.012 * 0.012, arm = 0.1 - 8.5e-3 - 0.2234 * 0.012;
  CHECK_NEAR(g.area, 28.48e-4 - fillets, 0.01e-4);
  CHECK_NEAR(g.I2, 1943e-8 - fillets * arm * arm, 1e-8);
  CHECK_NEAR(g.I3, 142.4e-8 - fillets * (2.8e-3 + 0.2234 * 0.012) * (2.8e-3 + 0.2234 * 0.012), 0.1e-8);
  assert_true(g.torsion > 5e-8 && g.torsion < 6.98e-8);
  CHECK_NEAR(g.shear3, 0.1915 * 5.6e-3, 1e-15);
}

/* A box whose wall is thin: torsion t a^3 of a square, and the closed forms of the difference of two rectangles. */
static void test_box(void **state) {
  (void)state;
  SarSectionGeometry g = geometry("box", 0.3, 0.1, 0.1, 1e-3, 0);
  CHECK_NEAR(g.torsion, 1e-3 * 0.099 * 0.099 * 0.099, 1e-18);
  CHECK_NEAR(g.area, 4 * 0.099 * 1e-3, 1e-16);
  CHECK_NEAR(g.shear2, g.area / 2, 1e-16);
  SarSectionGeometry uneven = geometry("box", 0.3, 0.05, 0.1, 5e-3, 0);
  SarSectionGeometry outer = geometry("rectangle", 0.3, 0.05, 0.1, 0, 0);
  SarSectionGeometry inner = geometry("rectangle", 0.3, 0.04, 0.09, 0, 0);
  CHECK_NEAR(uneven.I2, outer.I2 - inner.I2, 1e-19);
  CHECK_NEAR(uneven.I3, outer.I3 - inner.I3, 1e-19);
  assert_true(uneven.I2 > uneven.I3 && uneven.shear3 > uneven.shear2);
  /* EN 10210, 100 x 50 x 5: I 167, 54.3 cm4 with rounded corners (outer radius 7.5 mm), torsion 135 cm4 */
  CHECK_NEAR(uneven.I2, 167e-8, 10e-8);
  CHECK_NEAR(uneven.I3, 54.3e-8, 4e-8);
  CHECK_NEAR(uneven.torsion, 135e-8, 5e-8);
}

/* Steel bar 100 x 100 mm of beam_frequencies.txt: E 210e9, nu 0.3, rho 7850. */
static void test_properties(void **state) {
  (void)state;
  SarSectionGeometry g = geometry("rectangle", 0.3, 0.1, 0.05, 0, 0);
  SarSectionMaterial steel = {210e9, 0.3, 7850};
  SarSectionProperties p;
  assert_null(sar_section_material_fault(&steel));
  sar_section_properties(&g, &steel, &p);
  CHECK_NEAR(p.EA, 210e9 * 5e-3, 1e-3);
  CHECK_NEAR(p.GA2, 210e9 / 2.6 * 5e-3 * 5 / 6, 1e-3);
  CHECK_NEAR(p.EI2, 210e9 * 0.1 * 0.05 * 0.05 * 0.05 / 12, 1e-6);
  CHECK_NEAR(p.EI3, 210e9 * 0.05 * 0.1 * 0.1 * 0.1 / 12, 1e-6);
  CHECK_NEAR(p.GJ, 210e9 / 2.6 * 0.228682 * 0.1 * 0.05 * 0.05 * 0.05, 2);
  CHECK_NEAR(p.mass, 39.25, 1e-12);
  CHECK_NEAR(p.J2, 7850 * g.I2, 1e-18);
  CHECK_NEAR(p.J1, p.J2 + p.J3, 1e-16);
}

/* The stress as the largest over the points of the outline. */
static void test_stress(void **state) {
  (void)state;
  const double n = 2000, m2 = 30, m3 = -40;
  SarSectionGeometry g = geometry("circle", 0.3, 0.01, 0, 0, 0);
  double largest = 0;
  for (int k = 0; k < 3600; k++) {
    double a = k * 3.141592653589793 / 1800, x2 = 0.01 * cos(a), x3 = 0.01 * sin(a);
    largest = fmax(largest, fabs(n / g.area + m2 * x3 / g.I2 - m3 * x2 / g.I3));
  }
  CHECK_NEAR(sar_section_stress(sar_section_shape_named("circle"), &g, n, m2, m3), largest, 1e-6 * largest);
  CHECK_NEAR(sar_section_stress(sar_section_shape_named("circle"), &g, -n, m2, m3), largest, 1e-6 * largest);
  static const char *const names[] = {"rectangle", "box", "i"};
  for (int k = 0; k < 3; k++) {
    g = geometry(names[k], 0.3, 0.03, 0.05, 4e-3, 3e-3);
    largest = 0;
    for (int corner = 0; corner < 4; corner++) {
      double x2 = corner & 1 ? 0.015 : -0.015, x3 = corner & 2 ? 0.025 : -0.025;
      largest = fmax(largest, fabs(n / g.area + m2 * x3 / g.I2 - m3 * x2 / g.I3));
    }
    CHECK_NEAR(sar_section_stress(sar_section_shape_named(names[k]), &g, n, m2, m3), largest, 1e-12 * largest);
  }
}

static void check_wrong(const char *name, double a, double b, double c, double d) {
  double sizes[SAR_SECTION_SIZES] = {a, b, c, d};
  if (!sar_section_fault(sar_section_shape_named(name), sizes))
    fail_msg("%s %g %g %g %g is accepted", name, a, b, c, d);
}

static void test_faults(void **state) {
  (void)state;
  check_wrong("circle", 0, 0, 0, 0);
  check_wrong("circle", NAN, 0, 0, 0);
  check_wrong("circle", INFINITY, 0, 0, 0);
  check_wrong("tube", 0.02, 0.02, 0, 0);
  check_wrong("tube", 0.02, 0.03, 0, 0);
  check_wrong("tube", 0.02, -0.01, 0, 0);
  check_wrong("rectangle", 0.1, -0.1, 0, 0);
  check_wrong("box", 0.1, 0.2, 0.05, 0);
  check_wrong("box", 0.2, 0.1, 0.05, 0);
  check_wrong("box", 0.2, 0.1, 0, 0);
  check_wrong("i", 0.1, 0.2, 0.1, 0.01);
  check_wrong("i", 0.1, 0.2, 0.01, 0.1);
  assert_null(sar_section_shape_named("triangle"));
  SarSectionMaterial wrong[] = {{0, 0.3, 1}, {NAN, 0.3, 1}, {1, -1, 1}, {1, 0.51, 1}, {1, NAN, 1}, {1, 0.3, -1}};
  for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++) assert_non_null(sar_section_material_fault(&wrong[k]));
}

/* Every shape says how its numbers are found. */
static void test_words(void **state) {
  (void)state;
  int count = 0;
  for (const SarSectionShape *s; (s = sar_section_shape_at(count)); count++) {
    assert_ptr_equal(sar_section_shape_named(s->name), s);
    assert_true(s->nsizes >= 1 && s->nsizes <= SAR_SECTION_SIZES);
    for (int k = 0; k < s->nsizes; k++) assert_true(s->sizes[k][0] != 0);
    assert_true(s->shear[0] && s->torsion[0] && s->stress[0]);
  }
  assert_int_equal(count, 5);
  assert_null(sar_section_shape_at(-1));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rectangle_torsion),
      cmocka_unit_test(test_shear_factors),
      cmocka_unit_test(test_ipe200),
      cmocka_unit_test(test_box),
      cmocka_unit_test(test_properties),
      cmocka_unit_test(test_stress),
      cmocka_unit_test(test_faults),
      cmocka_unit_test(test_words),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
