/* Setups of beam elements and what may be wrong with them; shape functions; what is recorded; cables and prestrain. */
#include <string.h>

#include "element/flexible/beam_gauss.h"
#include "element/flexible/beams.h"

static void test_shapes(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    double sum = 0, N[SAR_BEAM_NODES], dN[SAR_BEAM_NODES];
    for (int i = 0; i <= order; i++) {
      sum += sar_beam_weight(order, i);
      sar_beam_shape(order, sar_beam_node(order, i), N, NULL);
      for (int k = 0; k <= order; k++) CHECK_NEAR(N[k], i == k, 1e-15);
    }
    CHECK_NEAR(sum, 2, 1e-15);
    for (int power = 0; power < 2 * order; power++) { /* the weights of Gauss and of Lobatto integrate so much */
      double gauss = 0, lobatto = 0, exact = power % 2 ? 0 : 2.0 / (power + 1);
      for (int k = 0; k < order; k++) {
        gauss += sar_beam_rules[order - 1][k].weight * pow(sar_beam_rules[order - 1][k].xi, power);
      }
      for (int i = 0; i <= order; i++) lobatto += sar_beam_weight(order, i) * pow(sar_beam_node(order, i), power);
      CHECK_NEAR(gauss, exact, 1e-15);
      CHECK_NEAR(lobatto, exact, 1e-15);
    }
    for (int k = 0; k < order; k++) {
      const SarBeamRule *rule = &sar_beam_rules[order - 1][k];
      sar_beam_shape(order, rule->xi, N, dN);
      for (int i = 0; i <= order; i++) {
        CHECK_NEAR(rule->N[i], N[i], 2e-16);
        CHECK_NEAR(rule->dN[i], dN[i], 2e-15);
      }
    }
  }
}

static SarBeamSetup straight(int order) {
  SarBeamSetup setup = sar_beam_setup(order);
  for (int i = 0; i <= order; i++) setup.r[i] = sar_vec3(1 + sar_beam_node(order, i), 0, 0);
  for (int k = 0; k < 6; k++) setup.stiffness[k][k] = 10 + k;
  return setup;
}

static void refused(const SarBeamSetup *setup, const char *word) {
  SarBeamElement element;
  const char *fault = sar_beam_fault(setup);
  if (!fault || !strstr(fault, word)) fail_msg("'%s' lacks '%s'", fault ? fault : "no fault", word);
  assert_int_equal(sar_beam_prepare(setup, &element), SAR_INPUT);
}

static void test_faults(void **state) {
  (void)state;
  SarBeamSetup good = straight(2), s = good;
  assert_null(sar_beam_fault(&good));
  s.order = 4, refused(&s, "order");
  s.order = 0, refused(&s, "order");
  s = good, s.r[1] = s.r[2] = s.r[0], refused(&s, "no length");
  s = good, s.r[2] = s.r[0], refused(&s, "no length");
  s = good, s.r[1].x = 0.2, refused(&s, "unevenly");
  s = good, s.r[1].x = NAN, refused(&s, "not a number");
  s = good, s.stiffness[0][1] = 1, refused(&s, "not symmetric");
  s = good, s.stiffness[2][2] = 0, refused(&s, "positive definite");
  s = good, s.stiffness[2][2] = -3, refused(&s, "positive definite");
  s = good, s.stiffness[4][5] = s.stiffness[5][4] = 15, refused(&s, "positive definite");
  s = good, s.stiffness[4][5] = s.stiffness[5][4] = INFINITY, refused(&s, "not a number");
  s = good, s.damping = -1, refused(&s, "damping");
  s = good, s.slack = NAN, refused(&s, "slack");
  s = good, s.section[1] = sar_quat_exp(sar_vec3(2.7, 0, 0)), refused(&s, "150 degrees");
  s = good, s.tension_only = true, s.stiffness[0][4] = s.stiffness[4][0] = 1, refused(&s, "coupled");
  s = good, s.stiffness[0][4] = s.stiffness[4][0] = 1;
  assert_null(sar_beam_fault(&s));
}

static void test_tilt(void **state) {
  (void)state;
  SarBeamSetup s = straight(3);
  CHECK_NEAR(sar_beam_tilt(&s), 0, 1e-15);
  for (int i = 0; i < 4; i++) s.section[i] = sar_quat_exp(sar_vec3(0.8, 0, 0)); /* about the beam: no tilt */
  CHECK_NEAR(sar_beam_tilt(&s), 0, 1e-15);
  for (int i = 0; i < 4; i++) s.section[i] = sar_quat_exp(sar_vec3(0, 0.3, 0));
  CHECK_NEAR(sar_beam_tilt(&s), 0.3, 1e-15);
  s.section[3] = sar_quat_exp(sar_vec3(0, 0.5, 0));
  CHECK_NEAR(sar_beam_tilt(&s), 0.5, 1e-15);
}

static void test_metric(void **state) {
  (void)state;
  SarBeamSetup s = straight(3);
  for (int i = 0; i < 4; i++) s.r[i] = sar_add(sar_scale(3, s.r[i]), sar_vec3(1e6, 0, 7));
  for (int k = 0; k < 11; k++) CHECK_NEAR(sar_beam_metric(3, s.r, -1 + 0.2 * k), 3, 1e-9);
}

/* Bent by end rotations, stretched, sheared: a state whose strains are known, and vary along the element. */
static void place(Beam *b, double stretch, double shear) {
  beam_at(b);
  for (int i = 0; i <= b->setup.order; i++) {
    SarVec3 r = b->setup.r[i];
    b->kin[i] =
        (SarKin){.r = {(1 + stretch) * r.x + 0.5 * stretch * r.x * r.x, shear * r.x, 0}, .A = sar_mat3_identity()};
    sar_quat_store(sar_quat_identity(), b->rotation[i]);
  }
}

static void test_sections(void **state) {
  (void)state;
  Beam b = {.setup = straight(2)};
  assert_int_equal(sar_beam_prepare(&b.setup, &b.element), SAR_OK);
  place(&b, 0.02, 0.01);
  for (int k = 0; k <= 4; k++) { /* Gamma1 - 1 = 0.02 (1 + x), linear: found everywhere */
    double xi = -1 + 0.5 * k;
    SarBeamSection s;
    assert_true(sar_beam_section(&b.element, &b.at, xi, &s));
    CHECK_NEAR(s.g.x, 0.02 * (2 + xi), 1e-15);
    CHECK_NEAR(s.n.x, 10 * 0.02 * (2 + xi), 1e-14);
    CHECK_NEAR(s.g.y, 0.01, 1e-15);
    CHECK_NEAR(s.n.y, 11 * 0.01, 1e-14);
    CHECK_NEAR(sar_norm(s.m), 0, 1e-15);
  }
  double values[12];
  assert_int_equal(sar_part_beam.ncolumns, 12);
  sar_part_beam.record(&b.element, &b.at, values);
  CHECK_NEAR(values[0], 10 * 0.04, 1e-14);
  CHECK_NEAR(values[6], 0.04, 1e-15);
  CHECK_NEAR(values[7], 0.01, 1e-15);
  SarBeamSection left, right;
  assert_true(sar_beam_section(&b.element, &b.at, 1, &left));
  right = left;
  right.g.x += 0.001;
  SarBeamJump jump = sar_beam_jump(&b.element, &left, &right);
  CHECK_NEAR(jump.jump, sqrt(10) * 0.001, 1e-15);
  CHECK_NEAR(jump.size, sqrt(10 * 0.061 * 0.061 + 11 * 0.01 * 0.01), 1e-14);
}

static void test_prestrain(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    Beam b = {.setup = straight(order)};
    SarBeamSection s;
    b.setup.prestrain[0] = -0.01; /* too short by that */
    b.setup.prestrain[5] = 0.2;
    assert_int_equal(sar_beam_prepare(&b.setup, &b.element), SAR_OK);
    beam_at(&b);
    beam_at_rest(&b);
    assert_true(sar_beam_section(&b.element, &b.at, 0.3, &s));
    CHECK_NEAR(s.n.x, 10 * 0.01, 1e-15);
    CHECK_NEAR(s.m.z, -15 * 0.2, 1e-14);
  }
}

static double axial_force(Beam *b, double stretch) {
  double rows[SAR_PART_ROWS];
  for (int i = 0; i <= b->setup.order; i++) b->kin[i].r.x = (1 + stretch) * b->setup.r[i].x;
  beam_residual(b, rows);
  return rows[6 * b->setup.order];
}

/* A cable pulls and never pushes; with slack its force has no kink, without it is that of a beam as soon as it is taut.
 */
static void test_cable(void **state) {
  (void)state;
  for (int order = 1; order <= 3; order++) {
    Beam b = {.setup = straight(order)};
    SarPartEnergy energy;
    SarBeamSection s;
    b.setup.tension_only = true;
    for (int smooth = 0; smooth < 2; smooth++) {
      b.setup.slack = smooth ? 1e-3 : 0;
      assert_int_equal(sar_beam_prepare(&b.setup, &b.element), SAR_OK);
      beam_at(&b);
      beam_at_rest(&b);
      for (int k = -5; k <= 0; k++) CHECK_NEAR(axial_force(&b, 0.02 * k), 0, 1e-15);
      axial_force(&b, -0.02);
      sar_part_beam.energy(&b.element, &b.at, &energy);
      CHECK_NEAR(energy.potential, 0, 1e-15);
      assert_true(sar_beam_section(&b.element, &b.at, 0, &s));
      CHECK_NEAR(s.g.x, -0.02, 1e-15); /* the strain it has */
      CHECK_NEAR(s.n.x, 0, 1e-15);
      CHECK_NEAR(axial_force(&b, 0.02), 10 * (0.02 - b.setup.slack / 2), 1e-13);
      if (smooth) CHECK_NEAR(axial_force(&b, 5e-4), 10 * 2.5e-7 / 2e-3, 1e-13);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_shapes), cmocka_unit_test(test_faults),   cmocka_unit_test(test_tilt),
      cmocka_unit_test(test_metric), cmocka_unit_test(test_sections), cmocka_unit_test(test_prestrain),
      cmocka_unit_test(test_cable),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
