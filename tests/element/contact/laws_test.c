/* Laws of normal force and friction: closed forms, impacts integrated in one dimension, derivatives. */
#include <string.h>

#include "check.h"
#include "element/contact/friction.h"
#include "element/contact/normal.h"

/* What an impact of a mass with the speed v leaves. */
typedef struct Impact {
  double speed;    /* over the speed before: the restitution */
  double depth;    /* m, the largest */
  double duration; /* s, until they part */
  double force;    /* N, the largest */
  double let_go;   /* s, when the force first vanishes on the way out: it may come back where the damping is ramped */
} Impact;

static double acceleration(const SarNormalLaw *law, double mass, double g, double rate) {
  SarNormalForce f;
  sar_normal_force(law, g, rate, &f);
  return -f.force / mass;
}

/* The classical Runge-Kutta method in steps of h; the last one ends by the tangent. */
static Impact collide(const SarNormalLaw *law, double mass, double v, double h) {
  double g = 0, rate = v;
  Impact out = {0};
  for (int k = 0; k < 100000000; k++) {
    double a1 = acceleration(law, mass, g, rate), r2 = rate + h / 2 * a1,
           a2 = acceleration(law, mass, g + h / 2 * rate, r2);
    double r3 = rate + h / 2 * a2, a3 = acceleration(law, mass, g + h / 2 * r2, r3), r4 = rate + h * a3;
    double a4 = acceleration(law, mass, g + h * r3, r4);
    double next = g + h / 6 * (rate + 2 * r2 + 2 * r3 + r4), next_rate = rate + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4);
    if (next <= 0) {
      out.speed = -next_rate / v;
      out.duration = h * k + g / -rate;
      return out;
    }
    g = next, rate = next_rate;
    out.depth = fmax(out.depth, g);
    if (rate < 0 && out.let_go == 0 && acceleration(law, mass, g, rate) == 0) out.let_go = h * (k + 1);
    out.force = fmax(out.force, -mass * acceleration(law, mass, g, rate));
  }
  fail_msg("the impact does not end");
  return out;
}

static SarNormalLaw law(const char *name, double k, double e, double c, double d) {
  SarNormalLaw l = {sar_normal_class_named(name), k, e, c, d};
  assert_non_null(l.class);
  assert_null(sar_normal_fault(&l));
  return l;
}

/* A steel ball of 10 mm on a half-space at 1 m/s. */
static void test_hertz(void **state) {
  (void)state;
  double young[2] = {210e9, 210e9}, poisson[2] = {0.3, 0.3}, radius[2] = {0.01, INFINITY};
  double k = sar_hertz_stiffness(young, poisson, radius), mass = 0.0328820031;
  CHECK_NEAR(k, 1.538461538e10, 10);
  SarNormalLaw hertz = law("hertz", k, 1.5, 0, 0);
  Impact i = collide(&hertz, mass, 1, 2e-9);
  CHECK_NEAR(i.speed, 1, 1e-9);
  CHECK_NEAR(i.depth, 2.348078729e-5, 1e-13);
  CHECK_NEAR(i.duration, 6.911041853e-5, 1e-12);
  CHECK_NEAR(i.force, 1750.47384, 1e-4);
}

static void test_hunt_crossley(void **state) {
  (void)state;
  SarNormalLaw l = law("hunt-crossley", 1e8, 1.5, 0.1, 0);
  Impact i = collide(&l, 1, 1, 1e-7);
  CHECK_NEAR(i.speed, 0.909015741, 2e-9);
  CHECK_NEAR(i.depth, 6.64339422e-4, 1e-11);
  CHECK_NEAR(i.duration, 2.05163e-3, 1e-8);
  CHECK_NEAR(sar_restitution_of(0.1, 1), 0.909015741, 1e-9);
}

/* The damping for a wanted restitution gives it, whatever the stiffness, exponent and mass. */
static void test_restitution(void **state) {
  (void)state;
  CHECK_NEAR(sar_damping_for(0.5, 1), 0.955167022, 1e-9);
  CHECK_NEAR(sar_damping_for(0.7, 1), 0.423218854, 1e-9);
  CHECK_NEAR(sar_damping_for(0.9, 1), 0.110987967, 1e-9);
  CHECK_NEAR(sar_damping_for(0.7, 2), 0.423218854 / 2, 1e-9);
  CHECK_NEAR(sar_damping_for(1, 1), 0, 0);
  static const double exponent[3] = {1, 1.5, 2.2}, wanted[3] = {0.9, 0.5, 0.2};
  for (int k = 0; k < 3; k++) {
    SarNormalLaw l = law("hunt-crossley", 1e7, exponent[k], sar_damping_for(wanted[k], 1.7), 0);
    CHECK_NEAR(collide(&l, 0.3, 1.7, 1e-7).speed, wanted[k], 1e-6);
    CHECK_NEAR(sar_restitution_of(l.damping, 1.7), wanted[k], 1e-12);
  }
  /* small damping: both formulas begin with 1 - e = a v */
  CHECK_NEAR(sar_damping_flores(0.999, 1) / sar_damping_for(0.999, 1), 16.0 / 15, 2e-3);
}

/* Numbers of DOP853 at 1e-11. */
static void test_impact(void **state) {
  (void)state;
  static const struct {
    double k, e, c, restitution, let_go;
  } cases[3] = {{1e8, 1.5, 1000, 0.41655302, 1.700639e-3},
                {1e6, 1, 200, 0.75165971, 2.956374e-3},
                {1e10, 2.2, 1000, 0.32339262, 2.016499e-3}};
  for (int k = 0; k < 3; k++) {
    SarNormalLaw l = law("impact", cases[k].k, cases[k].e, cases[k].c, 1e-4);
    Impact i = collide(&l, 1, 1, 2e-8);
    CHECK_NEAR(i.speed, cases[k].restitution, 2e-7);
    CHECK_NEAR(i.let_go, cases[k].let_go, 5e-8);
  }
}

/* A linear spring with a damper that is ramped over a vanishing depth: the closed form of the one without a ramp. */
static void test_linear(void **state) {
  (void)state;
  static const double zeta[3] = {0.1, 0.2, 0.4}, expected[3] = {0.744079398, 0.571740028, 0.363526861};
  for (int k = 0; k < 3; k++) {
    SarNormalLaw l = law("linear", 1e6, 1, 2 * zeta[k] * 1e3, 1e-9);
    CHECK_NEAR(collide(&l, 1, 1, 1e-8).speed, expected[k], 1e-5);
  }
}

/* Derivatives by differences; no law pulls; none jumps where it begins. */
static void test_derivatives(void **state) {
  (void)state;
  for (int k = 0; sar_normal_class_at(k); k++) {
    const SarNormalClass *class = sar_normal_class_at(k);
    SarNormalLaw l = law(class->name, 1e6, class->exponent + 0.1, class->needs_depth ? 500 : 0.3, 1e-3);
    for (int i = 0; i < 60; i++) {
      double g = 3.7e-5 * (i + 1), rate = 0.9 * sin(3 * i), h = 1e-4 * g;
      SarNormalForce f, at[4];
      sar_normal_force(&l, g, rate, &f);
      sar_normal_force(&l, g - h, rate, &at[0]);
      sar_normal_force(&l, g + h, rate, &at[1]);
      sar_normal_force(&l, g, rate - 1e-4, &at[2]);
      sar_normal_force(&l, g, rate + 1e-4, &at[3]);
      assert_true(f.force >= 0);
      if (f.force == 0 || at[0].force == 0 || at[2].force == 0 || (g < l.depth) != (g + h < l.depth)) continue;
      CHECK_NEAR(f.by_depth, (at[1].force - at[0].force) / (2 * h), 1e-6 * fabs(f.by_depth) + 1e-3);
      CHECK_NEAR(f.by_rate, (at[3].force - at[2].force) / 2e-4, 1e-6 * fabs(f.by_rate) + 1e-6);
      CHECK_NEAR((at[1].energy - at[0].energy) / (2 * h), f.elastic, 1e-6 * f.elastic);
    }
    SarNormalForce f;
    sar_normal_force(&l, 1e-9, 1, &f);
    assert_true(f.force < 0.01);
    sar_normal_force(&l, 0, 1, &f);
    assert_true(f.force == 0);
    sar_normal_force(&l, 1e-4, -100, &f); /* torn apart */
    assert_true(f.force == 0 && f.by_depth == 0 && f.by_rate == 0 && f.energy > 0);
  }
}

static void test_faults(void **state) {
  (void)state;
  SarNormalLaw l = {sar_normal_class_named("impact"), 1e6, 1.5, 10, 1e-4};
  assert_null(sar_normal_fault(&l));
  l.depth = 0;
  assert_non_null(sar_normal_fault(&l));
  l.depth = 1, l.exponent = 0.9;
  assert_non_null(sar_normal_fault(&l));
  l.exponent = 1, l.stiffness = -1;
  assert_non_null(sar_normal_fault(&l));
  l.stiffness = 1, l.damping = -1;
  assert_non_null(sar_normal_fault(&l));
  assert_null(sar_normal_class_named("springy"));
  SarFriction f = {.fixed = 0.4, .sliding = 0.3, .v_s = 0.1, .v_d = 1};
  assert_null(sar_friction_fault(&f));
  f.sliding = 0.5;
  assert_non_null(sar_friction_fault(&f));
  f.sliding = 0.3, f.v_d = 0.1;
  assert_non_null(sar_friction_fault(&f));
}

static void test_friction(void **state) {
  (void)state;
  SarFriction f = {.fixed = 0.4, .sliding = 0.3, .v_s = 0.1, .v_d = 1};
  CHECK_NEAR(sar_friction_creep(&f, 0.3), 0.0557874698, 1e-10);
  assert_true(isinf(sar_friction_creep(&f, 0.41)));
  CHECK_NEAR(sar_friction_along(&f, 0.1).factor * 0.1, 0.4, 1e-15);
  CHECK_NEAR(sar_friction_along(&f, 5).factor * 5, 0.3, 1e-15);
  CHECK_NEAR(sar_friction_along(&f, 0.55).factor * 0.55, 0.35, 1e-15);
  for (double u = 0.013; u < 2; u *= 1.3) { /* d(f u)/du = f + bend u^2; continuous, and so is its slope */
    double h = 1e-5 * u, low = sar_friction_along(&f, u - h).factor * (u - h);
    double slope = (sar_friction_along(&f, u + h).factor * (u + h) - low) / (2 * h);
    SarAlong a = sar_friction_along(&f, u);
    CHECK_NEAR(a.factor + a.bend * u * u, slope, 1e-7);
  }
  SarAlong rest = sar_friction_along(&f, 0);
  CHECK_NEAR(rest.factor, 1.5 * 0.4 / 0.1, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_hertz),  cmocka_unit_test(test_hunt_crossley), cmocka_unit_test(test_restitution),
      cmocka_unit_test(test_impact), cmocka_unit_test(test_linear),        cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_faults), cmocka_unit_test(test_friction),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
