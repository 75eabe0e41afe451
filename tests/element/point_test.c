/* The inline rows of point.h and dot1.h, as the system's loops use them. */
#include "element/primitive/point.h"

#include "element/support.h"

#define CASES 25
#define STEP 1e-5
#define RELATIVE 1e-7

typedef struct Case {
  Pair pair;
  SarVec3 sa, sb, lambda;
} Case;

static Case random_case(uint64_t *seed) {
  Case c = {.pair.a = random_kin(seed), .pair.b = random_kin(seed)};
  c.sa = random_vector(seed);
  c.sb = random_vector(seed);
  c.lambda = random_vector(seed);
  return c;
}

static SarVec3 gap(const Case *c, const Pair *p) { return sar_point_value(&p->a, c->sa, &p->b, c->sb); }

/* The twelve generalised forces of lambda, in the order (r_a, theta_a, r_b, theta_b). */
static void load(const Case *c, const Pair *p, double q[12]) {
  sar_vec3_store(sar_neg(c->lambda), q);
  sar_vec3_store(sar_neg(sar_point_torque(&p->a.A, c->sa, c->lambda)), q + 3);
  sar_vec3_store(c->lambda, q + 6);
  sar_vec3_store(sar_point_torque(&p->b.A, c->sb, c->lambda), q + 9);
}

static void test_jacobian(void **state) {
  (void)state;
  uint64_t seed = 3;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    double numeric[12][3], q[12], lambda_q[12];
    for (int j = 0; j < 12; j++) {
      Pair plus = position_perturbed(&c.pair, j, STEP), minus = position_perturbed(&c.pair, j, -STEP);
      SarVec3 d = sar_scale(1 / (2 * STEP), sar_sub(gap(&c, &plus), gap(&c, &minus)));
      sar_vec3_store(d, numeric[j]);
      lambda_q[j] = sar_dot(c.lambda, d);
    }
    SarMat3 ja = sar_point_jacobian(&c.pair.a.A, c.sa), jb = sar_point_jacobian(&c.pair.b.A, c.sb);
    for (int j = 0; j < 3; j++) {
      double a[3], b[3];
      sar_vec3_store(sar_neg(sar_column(&ja, j)), a);
      sar_vec3_store(sar_column(&jb, j), b);
      check_block("dPhi/dtheta_a", a, numeric[3 + j], 3, RELATIVE);
      check_block("dPhi/dtheta_b", b, numeric[9 + j], 3, RELATIVE);
    }
    load(&c, &c.pair, q);
    check_block("Phi_q^T lambda", q, lambda_q, 12, RELATIVE);
  }
}

static void test_stiffness(void **state) {
  (void)state;
  uint64_t seed = 4;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    SarMat3 ka = sar_point_stiffness(&c.pair.a.A, c.sa, c.lambda),
            kb = sar_point_stiffness(&c.pair.b.A, c.sb, c.lambda);
    double exact[12][12] = {{0}}, numeric[12][12];
    for (int i = 0; i < 3; i++) {
      for (int j = 0; j < 3; j++) exact[3 + i][3 + j] = -ka.m[i][j], exact[9 + i][9 + j] = kb.m[i][j];
    }
    for (int j = 0; j < 12; j++) {
      Pair plus = position_perturbed(&c.pair, j, STEP), minus = position_perturbed(&c.pair, j, -STEP);
      double qp[12], qm[12];
      load(&c, &plus, qp);
      load(&c, &minus, qm);
      for (int i = 0; i < 12; i++) numeric[i][j] = (qp[i] - qm[i]) / (2 * STEP);
    }
    check_block("(Phi_q^T lambda)_q", &exact[0][0], &numeric[0][0], 144, RELATIVE);
  }
}

static void test_rate_and_bias(void **state) {
  (void)state;
  uint64_t seed = 5;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    Pair plus = {drifted(&c.pair.a, STEP), drifted(&c.pair.b, STEP)};
    Pair minus = {drifted(&c.pair.a, -STEP), drifted(&c.pair.b, -STEP)};
    double exact[3], numeric[3];
    sar_vec3_store(sar_point_rate(&c.pair.a, c.sa, &c.pair.b, c.sb), exact);
    sar_vec3_store(sar_scale(1 / (2 * STEP), sar_sub(gap(&c, &plus), gap(&c, &minus))), numeric);
    check_block("rate", exact, numeric, 3, RELATIVE);
    SarVec3 rp = sar_point_rate(&plus.a, c.sa, &plus.b, c.sb), rm = sar_point_rate(&minus.a, c.sa, &minus.b, c.sb);
    sar_vec3_store(sar_point_bias(&c.pair.a, c.sa, &c.pair.b, c.sb), exact);
    sar_vec3_store(sar_scale(1 / (2 * STEP), sar_sub(rp, rm)), numeric);
    check_block("bias", exact, numeric, 3, RELATIVE);
  }
}

/* The second time derivatives with accelerations, from the motion itself: the body after the time s turns by
 * s w + s^2/2 alpha. */
static SarKin accelerated(const SarKin *k, SarVec3 alpha, double s) {
  SarKin m = moved(k, 1, sar_scale(s, k->v), sar_axpy(s * s / 2, alpha, sar_scale(s, k->w)));
  m.w = sar_axpy(s, alpha, k->w);
  return m;
}

static SarVec3 point_second(const SarKin *k, SarVec3 s, SarVec3 alpha) {
  return sar_mul(&k->A, sar_spin(alpha, k->w, s));
}

static double dot1_second(const Pair *p, SarVec3 u, SarVec3 w, SarVec3 alpha_a, SarVec3 alpha_b) {
  SarMat3 ab = sar_mat3_tmul(&p->a.A, &p->b.A);
  SarDot1Gradient g = sar_dot1_gradient(&ab, u, w);
  return sar_dot(g.a, alpha_a) + sar_dot(g.b, alpha_b) + sar_dot1_bias(&ab, u, w, p->a.w, p->b.w);
}

static void test_second_derivatives_of_points(void **state) {
  (void)state;
  uint64_t seed = 8;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    const SarKin *b = &c.pair.b;
    SarVec3 alpha = sar_scale(3, random_vector(&seed));
    SarKin plus = accelerated(b, alpha, STEP), minus = accelerated(b, alpha, -STEP);
    double exact[3], numeric[3];
    sar_vec3_store(point_second(b, c.sb, alpha), exact);
    SarVec3 rates = sar_sub(sar_kin_arm_rate(&plus, c.sb), sar_kin_arm_rate(&minus, c.sb));
    sar_vec3_store(sar_scale(1 / (2 * STEP), rates), numeric);
    check_block("second derivative", exact, numeric, 3, RELATIVE);
    SarMat3 by_rotation = sar_point_second_by_rotation(&b->A, c.sb, b->w, alpha);
    SarMat3 by_velocity = sar_point_second_by_velocity(&b->A, c.sb, b->w);
    for (int j = 0; j < 3; j++) {
      Pair p = position_perturbed(&c.pair, 9 + j, STEP), m = position_perturbed(&c.pair, 9 + j, -STEP);
      SarVec3 d = sar_sub(point_second(&p.b, c.sb, alpha), point_second(&m.b, c.sb, alpha));
      sar_vec3_store(sar_scale(1 / (2 * STEP), d), numeric);
      sar_vec3_store(sar_column(&by_rotation, j), exact);
      check_block("second derivative by rotation", exact, numeric, 3, RELATIVE);
      p = velocity_perturbed(&c.pair, 9 + j, STEP), m = velocity_perturbed(&c.pair, 9 + j, -STEP);
      d = sar_sub(point_second(&p.b, c.sb, alpha), point_second(&m.b, c.sb, alpha));
      sar_vec3_store(sar_scale(1 / (2 * STEP), d), numeric);
      sar_vec3_store(sar_column(&by_velocity, j), exact);
      check_block("second derivative by angular velocity", exact, numeric, 3, RELATIVE);
    }
  }
}

static void test_second_derivatives_of_dot1(void **state) {
  (void)state;
  uint64_t seed = 9;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    SarVec3 u = random_unit(&seed), w = random_unit(&seed);
    SarDot1Motion motion = {c.pair.a.w, c.pair.b.w, random_vector(&seed), sar_scale(2, random_vector(&seed))};
    SarMat3 ab = sar_mat3_tmul(&c.pair.a.A, &c.pair.b.A);
    SarDot1Gradient q = sar_dot1_second_gradient(&ab, u, w, &motion);
    SarDot1Gradient v = sar_dot1_second_by_velocity(&ab, u, w, motion.wa, motion.wb);
    double exact[12], numeric[12];
    sar_vec3_store(q.a, exact), sar_vec3_store(q.b, exact + 3);
    sar_vec3_store(v.a, exact + 6), sar_vec3_store(v.b, exact + 9);
    for (int j = 0; j < 6; j++) {
      int component = j < 3 ? 3 + j : 6 + j;
      Pair p = position_perturbed(&c.pair, component, STEP), m = position_perturbed(&c.pair, component, -STEP);
      numeric[j] = dot1_second(&p, u, w, motion.alpha_a, motion.alpha_b);
      numeric[j] = (numeric[j] - dot1_second(&m, u, w, motion.alpha_a, motion.alpha_b)) / (2 * STEP);
      p = velocity_perturbed(&c.pair, component, STEP), m = velocity_perturbed(&c.pair, component, -STEP);
      numeric[6 + j] = dot1_second(&p, u, w, motion.alpha_a, motion.alpha_b);
      numeric[6 + j] = (numeric[6 + j] - dot1_second(&m, u, w, motion.alpha_a, motion.alpha_b)) / (2 * STEP);
    }
    for (int block = 0; block < 4; block++) {
      check_block("dot-1, second", exact + 3 * block, numeric + 3 * block, 3, RELATIVE);
    }
  }
}

/* Two coincident points far from the origin: the error is rounding of the positions, nothing worse. */
static void test_rounding(void **state) {
  (void)state;
  uint64_t seed = 6;
  for (int n = 0; n < CASES; n++) {
    Case c = random_case(&seed);
    c.pair.a.r = sar_scale(1e6, random_unit(&seed));
    SarVec3 meeting = sar_kin_point(&c.pair.a, c.sa);
    c.pair.b.r = sar_sub(meeting, sar_kin_arm(&c.pair.b, c.sb));
    double bound = 4 * 0x1p-53 * sar_point_magnitude(&c.pair.a, c.sa, &c.pair.b, c.sb);
    CHECK_NEAR(sar_norm(gap(&c, &c.pair)), 0, bound);
  }
}

static void check_matrix(const char *what, SarMat3 got, SarMat3 expected) {
  check_block(what, &got.m[0][0], &expected.m[0][0], 9, 1e-14);
}

/* The short forms of products with skew matrices are the products. */
static void test_skew_products(void **state) {
  (void)state;
  uint64_t seed = 7;
  for (int n = 0; n < CASES; n++) {
    SarVec3 u = random_vector(&seed), w = random_vector(&seed);
    SarMat3 A = random_rotation(&seed), us = sar_skew(u), ws = sar_skew(w);
    SarMat3 Aw = sar_mat3_mul(&A, &ws);
    check_matrix("[u x][w x]", sar_skew_skew(u, w), sar_mat3_mul(&us, &ws));
    check_matrix("A [w x]", sar_mul_skew(&A, w), Aw);
    check_matrix("[u x] A", sar_skew_mul(u, &A), sar_mat3_mul(&us, &A));
    check_matrix("[u x] A [w x]", sar_skew_mul_skew(u, &A, w), sar_mat3_mul(&us, &Aw));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_jacobian),
      cmocka_unit_test(test_stiffness),
      cmocka_unit_test(test_rate_and_bias),
      cmocka_unit_test(test_rounding),
      cmocka_unit_test(test_skew_products),
      cmocka_unit_test(test_second_derivatives_of_points),
      cmocka_unit_test(test_second_derivatives_of_dot1),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
