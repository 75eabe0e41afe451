/* Every primitive of the registry: derivatives against central differences, and what they must not depend on. */
#include "element/primitive/primitive.h"

#include "element/support.h"

#define CASES 25
#define STEP 1e-5 /* truncation and rounding of a second-order difference are then both near 1e-10 */
#define RELATIVE 1e-7

typedef struct Case {
  SarPrimitive p;
  Pair pair;
} Case;

/* The length of w seen in the plane of u and u2. The derivatives of the angle grow without bound as it goes to zero,
 * and central differences lose their meaning before the formulas do. */
static double projection(const Case *c) {
  const SarKin *a = &c->pair.a, *b = &c->pair.b;
  SarVec3 w = sar_mul(&b->A, c->p.w);
  return hypot(sar_dot(sar_mul(&a->A, c->p.u), w), sar_dot(sar_mul(&a->A, c->p.u2), w));
}

static Case random_case(uint64_t *seed) {
  Case c;
  c.pair.a = random_kin(seed);
  c.pair.b = random_kin(seed);
  c.pair.b.r = sar_add(c.pair.b.r, sar_vec3(3, 0, 0)); /* the points stay apart */
  c.p.pa = random_vector(seed);
  c.p.pb = random_vector(seed);
  c.p.u = random_unit(seed);
  SarVec3 across = sar_cross(c.p.u, random_unit(seed));
  c.p.u2 = sar_scale(1 / sar_norm(across), across);
  do {
    c.p.w = random_unit(seed);
  } while (projection(&c) < 0.2);
  c.p.w2 = random_unit(seed);
  c.p.length = 1.5 + random_real(seed);
  return c;
}

static double difference(const SarPrimitiveClass *k, double plus, double minus) {
  double d = plus - minus;
  return k->period > 0 ? remainder(d, k->period) : d;
}

/* The gradient over (delta, theta_a, theta_b) as nine numbers. */
static void flat_gradient(const SarPrimitiveClass *k, const SarPrimitive *p, const Pair *m, double g[9]) {
  SarGradient grad;
  k->gradient(p, &m->a, &m->b, &grad);
  sar_vec3_store(grad.d, g), sar_vec3_store(grad.a, g + 3), sar_vec3_store(grad.b, g + 6);
}

/* Column of (delta, theta_a, theta_b) -> component of (r_a, theta_a, r_b, theta_b). */
static const int component_of[9] = {6, 7, 8, 3, 4, 5, 9, 10, 11};

static void check_gradient(const SarPrimitiveClass *k, const Case *c) {
  double exact[9], numeric[9];
  flat_gradient(k, &c->p, &c->pair, exact);
  for (int j = 0; j < 9; j++) {
    Pair plus = position_perturbed(&c->pair, component_of[j], STEP);
    Pair minus = position_perturbed(&c->pair, component_of[j], -STEP);
    numeric[j] = difference(k, k->value(&c->p, &plus.a, &plus.b), k->value(&c->p, &minus.a, &minus.b)) / (2 * STEP);
  }
  for (int block = 0; block < 3; block++) {
    check_block(k->name, exact + 3 * block, numeric + 3 * block, 3, RELATIVE);
  }
}

static void check_hessian(const SarPrimitiveClass *k, const Case *c) {
  SarHessian h;
  k->hessian(&c->p, &c->pair.a, &c->pair.b, &h);
  const SarMat3 *blocks[3][3] = {{&h.dd, &h.da, &h.db}, {&h.ad, &h.aa, &h.ab}, {&h.bd, &h.ba, &h.bb}};
  double numeric[3][3][9];
  for (int j = 0; j < 9; j++) {
    double gp[9], gm[9];
    Pair plus = position_perturbed(&c->pair, component_of[j], STEP);
    Pair minus = position_perturbed(&c->pair, component_of[j], -STEP);
    flat_gradient(k, &c->p, &plus, gp);
    flat_gradient(k, &c->p, &minus, gm);
    for (int i = 0; i < 9; i++) numeric[i / 3][j / 3][3 * (i % 3) + j % 3] = (gp[i] - gm[i]) / (2 * STEP);
  }
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) check_block(k->name, &blocks[i][j]->m[0][0], numeric[i][j], 9, RELATIVE);
  }
}

static double rate(const SarPrimitiveClass *k, const SarPrimitive *p, const SarKin *a, const SarKin *b) {
  SarGradient g;
  k->gradient(p, a, b, &g);
  return sar_gradient_rate(&g, a, b);
}

/* The bias is the change of g . v along the motion with constant v and w. */
static void check_bias(const SarPrimitiveClass *k, const Case *c) {
  SarKin ap = drifted(&c->pair.a, STEP), bp = drifted(&c->pair.b, STEP);
  SarKin am = drifted(&c->pair.a, -STEP), bm = drifted(&c->pair.b, -STEP);
  double numeric = (rate(k, &c->p, &ap, &bp) - rate(k, &c->p, &am, &bm)) / (2 * STEP);
  double exact = k->bias(&c->p, &c->pair.a, &c->pair.b);
  check_block(k->name, &exact, &numeric, 1, RELATIVE);
}

static void flat(const SarGradient *g, double out[9]) {
  sar_vec3_store(g->d, out), sar_vec3_store(g->a, out + 3), sar_vec3_store(g->b, out + 6);
}

/* By the positions, then by the velocities. */
static void flat_bias_gradient(const SarPrimitiveClass *k, const SarPrimitive *p, const Pair *m, double out[18]) {
  SarGradient by_position, by_velocity;
  k->bias_gradient(p, &m->a, &m->b, &by_position, &by_velocity);
  flat(&by_position, out);
  flat(&by_velocity, out + 9);
}

/* The third derivatives: of the bias by the positions, the velocities held, and by the velocities. */
static void check_bias_gradient(const SarPrimitiveClass *k, const Case *c) {
  double exact[18], numeric[2][9];
  flat_bias_gradient(k, &c->p, &c->pair, exact);
  for (int j = 0; j < 9; j++) {
    Pair plus = position_perturbed(&c->pair, component_of[j], STEP);
    Pair minus = position_perturbed(&c->pair, component_of[j], -STEP);
    numeric[0][j] = (k->bias(&c->p, &plus.a, &plus.b) - k->bias(&c->p, &minus.a, &minus.b)) / (2 * STEP);
    plus = velocity_perturbed(&c->pair, component_of[j], STEP);
    minus = velocity_perturbed(&c->pair, component_of[j], -STEP);
    numeric[1][j] = (k->bias(&c->p, &plus.a, &plus.b) - k->bias(&c->p, &minus.a, &minus.b)) / (2 * STEP);
  }
  for (int block = 0; block < 6; block++) {
    check_block(k->name, exact + 3 * block, numeric[block / 3] + 3 * (block % 3), 3, RELATIVE);
  }
}

/* A common rigid motion of the world changes neither the value nor the torques; g.d turns with it. */
static void check_invariance(const SarPrimitiveClass *k, const Case *c, uint64_t *seed) {
  SarMat3 R = random_rotation(seed);
  SarVec3 shift = random_vector(seed);
  Pair far = {transported(&c->pair.a, &R, shift), transported(&c->pair.b, &R, shift)};
  CHECK_NEAR(k->value(&c->p, &far.a, &far.b), k->value(&c->p, &c->pair.a, &c->pair.b), 1e-13);
  CHECK_NEAR(k->bias(&c->p, &far.a, &far.b), k->bias(&c->p, &c->pair.a, &c->pair.b),
             1e-12 * (1 + fabs(k->bias(&c->p, &far.a, &far.b))));
  double here[9], there[9];
  flat_gradient(k, &c->p, &c->pair, here);
  flat_gradient(k, &c->p, &far, there);
  sar_vec3_store(sar_mul(&R, sar_vec3_load(here)), here);
  check_block(k->name, there, here, 9, 1e-13);
}

/* Turning the whole world by theta changes nothing: A_a g.a + A_b g.b + d x g.d = 0 in ground axes, d = r_b - r_a. */
static void check_moment_balance(const SarPrimitiveClass *k, const Case *c) {
  SarGradient g;
  k->gradient(&c->p, &c->pair.a, &c->pair.b, &g);
  SarVec3 sum = sar_add(sar_mul(&c->pair.a.A, g.a), sar_mul(&c->pair.b.A, g.b));
  sum = sar_add(sum, sar_cross(sar_sub(c->pair.b.r, c->pair.a.r), g.d));
  CHECK_NEAR(sar_norm(sum), 0, 1e-13 * (1 + sar_norm(g.a) + sar_norm(g.b)));
}

static void check_reach(const SarPrimitiveClass *k, const Case *c) {
  SarGradient g;
  SarHessian h;
  k->gradient(&c->p, &c->pair.a, &c->pair.b, &g);
  k->hessian(&c->p, &c->pair.a, &c->pair.b, &h);
  double positions = sar_norm(g.d);
  const SarMat3 *blocks[5] = {&h.dd, &h.da, &h.db, &h.ad, &h.bd};
  double third[18];
  flat_bias_gradient(k, &c->p, &c->pair, third);
  for (int i = 0; i < 5; i++) positions += largest_entry(&blocks[i]->m[0][0], 9);
  positions += largest_entry(third, 3) + largest_entry(third + 9, 3);
  if (k->reach == SAR_REACH_ROTATION) {
    CHECK_NEAR(positions, 0, 0);
  } else {
    assert_true(positions > 0);
  }
}

/* ---- symbols: written with constants in place of symbols, they fold to the value ---- */

typedef struct Placed {
  SarSymbolPair pair; /* first member */
  const Pair *at;
} Placed;

static SarSym3 constant3(SarArena *arena, SarVec3 v) { return sar_sym3_constant(arena, v.x, v.y, v.z); }

static SarSym3 of_a(const SarSymbolPair *pair, SarVec3 v) {
  return constant3(pair->arena, sar_mul(&((const Placed *)pair)->at->a.A, v));
}

static SarSym3 of_b(const SarSymbolPair *pair, SarVec3 v) {
  return constant3(pair->arena, sar_mul(&((const Placed *)pair)->at->b.A, v));
}

static SarSym3 gap(const SarSymbolPair *pair, const SarPrimitive *p) {
  const Pair *at = ((const Placed *)pair)->at;
  SarSym3 d = constant3(pair->arena, sar_sub(at->b.r, at->a.r));
  return sar_sym3_add(pair->arena, d, sar_sym3_sub(pair->arena, of_b(pair, p->pb), of_a(pair, p->pa)));
}

static void check_symbols(const SarPrimitiveClass *k, const Case *c) {
  SarArena *arena = sar_arena_create();
  Placed x = {{arena, of_a, of_b, gap}, &c->pair};
  const SarExpr *f = k->symbols(&c->p, &x.pair);
  double written;
  assert_non_null(f);
  assert_true(sar_expr_is_constant(f, &written));
  CHECK_NEAR(difference(k, written, k->value(&c->p, &c->pair.a, &c->pair.b)), 0, 1e-13); /* of numbers near 10 */
  sar_arena_destroy(&arena);
}

/* Together they are what they are apart, up to products that a compiler contracts with other sums. */
static void check_both(const SarPrimitiveClass *k, const Case *c, double value) {
  SarGradient apart, together;
  k->gradient(&c->p, &c->pair.a, &c->pair.b, &apart);
  CHECK_NEAR(sar_primitive_both(k, &c->p, &c->pair.a, &c->pair.b, &together), value, 1e-14 * (1 + fabs(value)));
  double size = 1 + sar_norm(apart.d) + sar_norm(apart.a) + sar_norm(apart.b);
  CHECK_NEAR(sar_norm(sar_sub(together.d, apart.d)), 0, 1e-14 * size);
  CHECK_NEAR(sar_norm(sar_sub(together.a, apart.a)), 0, 1e-14 * size);
  CHECK_NEAR(sar_norm(sar_sub(together.b, apart.b)), 0, 1e-14 * size);
}

static void test_every_primitive(void **state) {
  (void)state;
  assert_true(sar_primitive_count() >= 6);
  for (int32_t i = 0; i < sar_primitive_count(); i++) {
    const SarPrimitiveClass *k = sar_primitive_class(i);
    uint64_t seed = 17;
    for (int n = 0; n < CASES; n++) {
      Case c = random_case(&seed);
      check_gradient(k, &c);
      check_hessian(k, &c);
      check_bias(k, &c);
      check_bias_gradient(k, &c);
      check_invariance(k, &c, &seed);
      check_moment_balance(k, &c);
      check_reach(k, &c);
      check_symbols(k, &c);
      double value = k->value(&c.p, &c.pair.a, &c.pair.b);
      check_both(k, &c, value);
      assert_true(!k->bounds || sar_interval_has(k->bounds(&c.p, &c.pair.a, &c.pair.b), value));
      assert_true(k->magnitude(&c.p, &c.pair.a, &c.pair.b) >= (k == &sar_primitive_distance ? 0 : fabs(value)));
    }
  }
}

/* Whatever a class leaves out is found before it is called. */
static void test_a_missing_function_has_a_name(void **state) {
  (void)state;
  SarPrimitiveClass k = sar_primitive_length;
  k.bias_gradient = NULL;
  assert_string_equal(sar_primitive_lacks(&k), "bias_gradient");
  k = sar_primitive_length;
  k.period = 1; /* an angle */
  assert_string_equal(sar_primitive_lacks(&k), "bounds");
  k = sar_primitive_length;
  k.symbols = NULL;
  assert_string_equal(sar_primitive_lacks(&k), "symbols");
  k.value = NULL;
  assert_string_equal(sar_primitive_lacks(&k), "value");
}

static void test_registry_bounds_and_names(void **state) {
  (void)state;
  assert_null(sar_primitive_class(-1));
  assert_null(sar_primitive_class(sar_primitive_count()));
  for (int32_t i = 0; i < sar_primitive_count(); i++) {
    assert_non_null(sar_primitive_class(i)->name);
    assert_non_null(sar_primitive_class(i)->formula);
    assert_null(sar_primitive_lacks(sar_primitive_class(i)));
  }
}

/* Values from first principles, independent of the formulas under test. */
static void test_known_values(void **state) {
  (void)state;
  SarKin a = kin_at_rest(), b = kin_at_rest();
  b.r = sar_vec3(3, 4, 0);
  b.A = rotation_of(sar_vec3(0, 0, 0.7));
  SarPrimitive p = {.u = {1, 0, 0}, .u2 = {0, 1, 0}, .w = {1, 0, 0}, .w2 = {0, 1, 0}, .length = 2};
  CHECK_NEAR(sar_primitive_dot1.value(&p, &a, &b), cos(0.7), 1e-15);
  CHECK_NEAR(sar_primitive_dot2.value(&p, &a, &b), 3, 1e-15);
  CHECK_NEAR(sar_primitive_distance.value(&p, &a, &b), (25.0 - 4) / 4, 1e-14);
  CHECK_NEAR(sar_primitive_length.value(&p, &a, &b), 5, 1e-15);
  CHECK_NEAR(sar_primitive_angle.value(&p, &a, &b), 0.7, 1e-15);
  CHECK_NEAR(sar_primitive_twist.value(&p, &a, &b), -sin(0.7), 1e-15);
  b.A = rotation_of(sar_vec3(0.8, -0.3, 0)); /* bent, not twisted */
  CHECK_NEAR(sar_primitive_twist.value(&p, &a, &b), 0, 1e-15);
  CHECK_NEAR(sar_primitive_turn.value(&p, &a, &b), 0.8, 1e-15);
}

static void test_length_at_zero(void **state) {
  (void)state;
  SarPrimitive p = {.pa = {1, 0, 0}, .pb = {0, 0, 0}};
  SarKin a = kin_at_rest(), b = kin_at_rest();
  b.r = sar_vec3(1, 0, 0);
  const SarPrimitiveClass *k = &sar_primitive_length;
  SarGradient g;
  SarHessian h;

  k->gradient(&p, &a, &b, &g);
  k->hessian(&p, &a, &b, &h);
  CHECK_NEAR(k->value(&p, &a, &b), 0, 0);
  CHECK_NEAR(sar_norm(g.d) + sar_norm(g.a) + sar_norm(g.b), 0, 0);
  CHECK_NEAR(largest_entry(&h.dd.m[0][0], 81), 0, 0);
  CHECK_NEAR(k->bias(&p, &a, &b), 0, 0);

  /* moving: the direction is that of the relative velocity, also the one that rotation of a gives its point */
  b.v = sar_vec3(0, 3, 0);
  a.w = sar_vec3(0, 0, 1);
  k->gradient(&p, &a, &b, &g);
  CHECK_NEAR(g.d.y, 1, 1e-15);
  CHECK_NEAR(g.d.x, 0, 1e-15);
  CHECK_NEAR(sar_gradient_rate(&g, &a, &b), 2, 1e-15);
  k->hessian(&p, &a, &b, &h);
  CHECK_NEAR(largest_entry(&h.dd.m[0][0], 9), 0, 0);
  double derivatives[18];
  flat_bias_gradient(k, &p, &(Pair){a, b}, derivatives);
  assert_true(isfinite(largest_entry(derivatives, 18)));
}

static void test_angle_without_direction(void **state) {
  (void)state;
  SarPrimitive p = {.u = {1, 0, 0}, .u2 = {0, 1, 0}, .w = {0, 0, 1}};
  SarKin a = kin_at_rest(), b = kin_at_rest();
  SarGradient g;
  SarHessian h;
  sar_primitive_angle.gradient(&p, &a, &b, &g);
  sar_primitive_angle.hessian(&p, &a, &b, &h);
  CHECK_NEAR(sar_primitive_angle.value(&p, &a, &b), 0, 0);
  CHECK_NEAR(sar_norm(g.a) + sar_norm(g.b) + largest_entry(&h.dd.m[0][0], 81), 0, 0);
  a.w = sar_vec3(0.3, -0.2, 1);
  double derivatives[18];
  flat_bias_gradient(&sar_primitive_angle, &p, &(Pair){a, b}, derivatives);
  CHECK_NEAR(largest_entry(derivatives, 18), 0, 0);
  assert_true(isfinite(sar_primitive_angle.bias(&p, &a, &b)));
  assert_true(isfinite(sar_primitive_angle.magnitude(&p, &a, &b)));
}

/* The rotation vector from next to nothing to nearly half a turn: derivatives, the value, and that the three components
 * together turn a onto b. */
static void test_turn_at_every_angle(void **state) {
  (void)state;
  const double angles[] = {0, 1e-9, 1e-4, 0.02, 0.5, 1.5, 3.1};
  const SarPrimitiveClass *k = &sar_primitive_turn;
  uint64_t seed = 5;
  for (size_t i = 0; i < SAR_COUNT(angles); i++) {
    for (int n = 0; n < 10; n++) {
      Case c = random_case(&seed);
      SarVec3 phi = sar_scale(angles[i], random_unit(&seed));
      SarMat3 turned = rotation_of(phi);
      c.pair.b.A = sar_mat3_mul(&c.pair.a.A, &turned);
      CHECK_NEAR(k->value(&c.p, &c.pair.a, &c.pair.b), sar_dot(c.p.u, phi), 3e-15);
      check_gradient(k, &c);
      check_hessian(k, &c);
      check_bias(k, &c);
      check_bias_gradient(k, &c);
      check_invariance(k, &c, &seed);
      check_moment_balance(k, &c);
      check_symbols(k, &c);
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_primitive),
      cmocka_unit_test(test_a_missing_function_has_a_name),
      cmocka_unit_test(test_registry_bounds_and_names),
      cmocka_unit_test(test_known_values),
      cmocka_unit_test(test_length_at_zero),
      cmocka_unit_test(test_angle_without_direction),
      cmocka_unit_test(test_turn_at_every_angle),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
