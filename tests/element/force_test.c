/* Every force of the registry: derivatives against differences, balance of momentum, and where its power goes. */
#include <stdlib.h>
#include <string.h>

#include "element/force/law.h"
#include "element/support.h"

#define MAX_FIELDS 32
#define STEP 1e-5
#define RELATIVE 1e-7
#define TIME 0.6

/* One force with random numbers in its fields, between two random bodies whose frames are turned by a known angle. */
typedef struct Scene {
  SarContext *context;
  SarArena *arena;
  const SarElementClass *element_class;
  SarValue values[MAX_FIELDS];
  SarForceSetup setup;
  Pair pair;
  void *param; /* classes with a load of their own */
  SarLawSetup law;
} Scene;

static SarStatus resolve_t(void *self, const char *name, double *constant, int32_t *variable) {
  const char *const *names = self;
  (void)constant;
  for (*variable = 0; names[*variable]; ++*variable) {
    if (strcmp(names[*variable], name) == 0) return SAR_OK;
  }
  return SAR_INPUT;
}

static const SarExpr *parse(Scene *s, const char *text, const char *const *names) {
  const SarExpr *f = NULL;
  SarScope scope = {.resolve = resolve_t, .self = (void *)names};
  assert_int_equal(sar_expr_parse(s->context, s->arena, text, sar_nowhere(), "f", &scope, &f), SAR_OK);
  return f;
}

/* A value for every kind of field a force has: positive numbers, functions of time. */
static void fill(Scene *s, const SarField *field, SarValue *value, int variant, uint64_t *seed) {
  static const char *const texts[3] = {"3*sin(2*t) + 1", "exp(-t) - 2", "1.5 + t^2"};
  static const char *const t_only[] = {"t", NULL};
  SarVec3 random = random_vector(seed);
  value->given = true;
  switch (field->kind) {
    case SAR_FIELD_REAL: value->real = 0.5 + fabs(random.x); break;
    case SAR_FIELD_BOOL: value->real = variant; break;
    case SAR_FIELD_VECTOR:
      value->vector = sar_vec3(0.5 + fabs(random.x), 0.5 + fabs(random.y), 0.5 + fabs(random.z));
      break;
    case SAR_FIELD_FUNCTIONS3:
      for (int i = 0; i < 3; i++) value->function[i] = parse(s, texts[i], t_only);
      break;
    case SAR_FIELD_SIDES:
    case SAR_FIELD_AXIS:
    case SAR_FIELD_FUNCTION: value->given = false; break; /* the sides are made below, laws have tests of their own */
    default: fail_msg("teach this test to fill the field `%s`", field->name);
  }
}

static void place(Scene *s, double angle, uint64_t *seed) {
  s->pair.a = random_kin(seed);
  s->pair.b = random_kin(seed);
  s->pair.b.r = sar_add(s->pair.b.r, sar_vec3(2.5, 0, 0));
  s->setup.a = (SarSide){.body = 0, .point = random_vector(seed), .axes = random_rotation(seed)};
  s->setup.b = (SarSide){.body = 1, .point = random_vector(seed), .axes = random_rotation(seed)};
  /* A_b = A_a axes_a exp(angle) axes_b^T */
  SarMat3 turn = rotation_of(sar_scale(angle, random_unit(seed)));
  SarMat3 frame_a = sar_mat3_mul(&s->pair.a.A, &s->setup.a.axes), frame_b = sar_mat3_mul(&frame_a, &turn);
  s->pair.b.A = sar_mat3_mult(&frame_b, &s->setup.b.axes);
}

static void open_scene(Scene *s, const SarElementClass *element_class, int variant, double angle, uint64_t *seed) {
  *s = (Scene){.context = sar_context_create(), .arena = sar_arena_create(), .element_class = element_class};
  assert_true(element_class->nfields <= MAX_FIELDS);
  for (int32_t i = 0; i < element_class->nfields; i++) {
    fill(s, &element_class->fields[i], &s->values[i], variant, seed);
  }
  place(s, angle, seed);
  s->setup.context = s->context;
  s->setup.arena = s->arena;
  s->setup.name = "f";
  s->setup.values = s->values;
  s->setup.ka = &s->pair.a;
  s->setup.kb = &s->pair.b;
  if (element_class->force->law) {
    assert_int_equal(element_class->force->law(&s->setup, &s->law), SAR_OK);
    return;
  }
  s->param = calloc(1, element_class->force->param_size);
  assert_non_null(s->param);
  assert_int_equal(element_class->force->prepare(&s->setup, s->param), SAR_OK);
}

static void close_scene(Scene *s) {
  free(s->param);
  sar_arena_destroy(&s->arena);
  sar_context_destroy(&s->context);
}

static double law_argument(const SarLawSetup *law, const Pair *p) {
  return law->primitive->value(&law->data, &p->a, &p->b) - law->offset;
}

/* The load of a law as the system forms it. */
static SarLoad law_load(const Scene *s, const Pair *p) {
  const SarLawSetup *law = &s->law;
  double scratch[64];
  SarGradient g;
  law->primitive->gradient(&law->data, &p->a, &p->b, &g);
  double force = sar_law_evaluate(law, law_argument(law, p), sar_gradient_rate(&g, &p->a, &p->b), TIME, scratch).force;
  return (SarLoad){sar_scale(force, g.d), sar_scale(-force, g.a), sar_scale(-force, g.d), sar_scale(-force, g.b)};
}

static SarLoad load_of(const Scene *s, const Pair *p) {
  SarLoad load;
  if (!s->param) return law_load(s, p);
  assert_int_equal(s->element_class->force->load(s->param, TIME, &p->a, &p->b, &load), SAR_OK);
  return load;
}

static SarEnergy energy_of(const Scene *s, const Pair *p) {
  SarEnergy energy;
  if (s->param) {
    s->element_class->force->energy(s->param, TIME, &p->a, &p->b, &energy);
    return energy;
  }
  double scratch[64], y = law_argument(&s->law, p);
  SarGradient g;
  s->law.primitive->gradient(&s->law.data, &p->a, &p->b, &g);
  double rate = sar_gradient_rate(&g, &p->a, &p->b);
  return sar_law_energy(&s->law, y, rate, sar_law_evaluate(&s->law, y, rate, TIME, scratch).force);
}

static void flat(const SarLoad *load, double q[12]) {
  sar_vec3_store(load->fa, q), sar_vec3_store(load->ta, q + 3);
  sar_vec3_store(load->fb, q + 6), sar_vec3_store(load->tb, q + 9);
}

/* ---- what every force must do ---- */

typedef Pair Perturb(const Pair *p, int component, double s);

static void check_jacobian(const Scene *s, double exact[12][12], Perturb *perturb, const char *what) {
  double numeric[12][12];
  for (int j = 0; j < 12; j++) {
    Pair plus = perturb(&s->pair, j, STEP), minus = perturb(&s->pair, j, -STEP);
    SarLoad lp = load_of(s, &plus), lm = load_of(s, &minus);
    double qp[12], qm[12];
    flat(&lp, qp);
    flat(&lm, qm);
    for (int i = 0; i < 12; i++) numeric[i][j] = (qp[i] - qm[i]) / (2 * STEP);
  }
  for (int block = 0; block < 16; block++) {
    double got[9], expected[9];
    for (int k = 0; k < 9; k++) {
      got[k] = exact[3 * (block / 4) + k / 3][3 * (block % 4) + k % 3];
      expected[k] = numeric[3 * (block / 4) + k / 3][3 * (block % 4) + k % 3];
    }
    check_block(what, got, expected, 9, RELATIVE);
  }
}

/* Forces cancel, and so do their moments about the origin. */
static void check_balance(const Scene *s) {
  SarLoad l = load_of(s, &s->pair);
  const SarKin *a = &s->pair.a, *b = &s->pair.b;
  SarVec3 force = sar_add(l.fa, l.fb);
  SarVec3 moment = sar_add(sar_cross(a->r, l.fa), sar_mul(&a->A, l.ta));
  moment = sar_add(moment, sar_add(sar_cross(b->r, l.fb), sar_mul(&b->A, l.tb)));
  double scale = 1 + sar_norm(l.fa) + sar_norm(l.ta) + sar_norm(l.tb);
  CHECK_NEAR(sar_norm(force), 0, 1e-14 * scale);
  CHECK_NEAR(sar_norm(moment), 0, 1e-13 * scale);
}

/* Power of the load = -dV/dt - dissipation + work. */
static void check_power(const Scene *s) {
  SarLoad l = load_of(s, &s->pair);
  const SarKin *a = &s->pair.a, *b = &s->pair.b;
  double power = sar_dot(l.fa, a->v) + sar_dot(l.ta, a->w) + sar_dot(l.fb, b->v) + sar_dot(l.tb, b->w);
  Pair plus = {drifted(a, STEP), drifted(b, STEP)}, minus = {drifted(a, -STEP), drifted(b, -STEP)};
  double rate = (energy_of(s, &plus).potential - energy_of(s, &minus).potential) / (2 * STEP);
  SarEnergy energy = energy_of(s, &s->pair);
  assert_true(energy.dissipation >= 0);
  CHECK_NEAR(power, -rate - energy.dissipation + energy.work, 1e-8 * (1 + fabs(power)));
}

/* A world that is moved as a whole: the loads turn with it. Only what is fixed in ground axes may differ. */
static void check_invariance(const Scene *s, uint64_t *seed) {
  SarMat3 R = random_rotation(seed);
  SarVec3 shift = random_vector(seed);
  Pair far = {transported(&s->pair.a, &R, shift), transported(&s->pair.b, &R, shift)};
  SarLoad here = load_of(s, &s->pair), there = load_of(s, &far);
  double expected[12], got[12];
  here.fa = sar_mul(&R, here.fa);
  here.fb = sar_mul(&R, here.fb);
  flat(&here, expected);
  flat(&there, got);
  check_block(s->element_class->name, got, expected, 12, 1e-12);
}

static void check_scene(Scene *s, int variant, uint64_t *seed) {
  int32_t follow = sar_field_index(s->element_class, "follow");
  check_balance(s);
  check_power(s);
  if (follow < 0 || variant == 1) check_invariance(s, seed);
  if (!s->param) return;
  SarLoadJacobian jacobian;
  memset(&jacobian, 0x7f, sizeof jacobian); /* every entry must be written */
  assert_int_equal(s->element_class->force->jacobian(s->param, TIME, &s->pair.a, &s->pair.b, &jacobian), SAR_OK);
  check_jacobian(s, jacobian.q, position_perturbed, s->element_class->name);
  check_jacobian(s, jacobian.v, velocity_perturbed, s->element_class->name);
}

static void test_every_force(void **state) {
  (void)state;
  /* relative rotations: none, where series and closed forms meet, large */
  static const double angles[] = {0, 1e-9, 1e-3, 0.1, 0.2499, 0.2501, 1, 2.5};
  uint64_t seed = 31;
  int32_t forces = 0;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *c = sar_element_class(i);
    if (c->section != SAR_SECTION_FORCES || !c->force) continue; /* those of equations have tests of their own */
    forces++;
    for (int32_t n = 0; n < 2 * SAR_COUNT(angles); n++) {
      Scene s;
      open_scene(&s, c, n % 2, angles[n / 2], &seed);
      check_scene(&s, n % 2, &seed);
      close_scene(&s);
    }
  }
  assert_true(forces >= 5);
}

/* ---- known values ---- */

static const SarElementClass *class_of(const char *name) {
  const SarElementClass *c = sar_element_class_find(SAR_SECTION_FORCES, name);
  assert_non_null(c);
  return c;
}

static SarValue *value_of(Scene *s, const char *field) {
  int32_t index = sar_field_index(s->element_class, field);
  assert_true(index >= 0);
  return &s->values[index];
}

/* Frames at the centres of mass, along the bodies' axes, bodies at rest and aligned, b at (2, 0, 0). */
static void open_plain(Scene *s, const char *name) {
  *s = (Scene){.context = sar_context_create(), .arena = sar_arena_create(), .element_class = class_of(name)};
  s->pair = (Pair){kin_at_rest(), kin_at_rest()};
  s->pair.b.r = sar_vec3(2, 0, 0);
  s->setup = (SarForceSetup){.context = s->context, .arena = s->arena, .name = "f", .values = s->values};
  s->setup.a.axes = s->setup.b.axes = sar_mat3_identity();
  s->setup.ka = &s->pair.a;
  s->setup.kb = &s->pair.b;
}

static void test_spring_pulls(void **state) {
  (void)state;
  Scene s;
  open_plain(&s, "spring-damper");
  *value_of(&s, "stiffness") = (SarValue){.given = true, .real = 100};
  *value_of(&s, "damping") = (SarValue){.given = true, .real = 5};
  *value_of(&s, "length") = (SarValue){.given = true, .real = 1.5};
  assert_int_equal(s.element_class->force->law(&s.setup, &s.law), SAR_OK);
  assert_true(s.law.linear);
  s.pair.b.v = sar_vec3(2, 7, 0);
  SarLoad load = load_of(&s, &s.pair);
  CHECK_NEAR(load.fb.x, -(100 * 0.5 + 5 * 2), 1e-13); /* stretched: towards a */
  CHECK_NEAR(load.fa.x, 60, 1e-13);
  CHECK_NEAR(load.fb.y, 0, 1e-13);
  CHECK_NEAR(energy_of(&s, &s.pair).potential, 12.5, 1e-13);
  CHECK_NEAR(energy_of(&s, &s.pair).dissipation, 20, 1e-13);

  /* without a free length: relaxed at the written pose, but for the preload */
  value_of(&s, "length")->given = false;
  value_of(&s, "preload")->real = 3;
  s.pair.b.v = sar_vec3(0, 0, 0);
  assert_int_equal(s.element_class->force->law(&s.setup, &s.law), SAR_OK);
  CHECK_NEAR(load_of(&s, &s.pair).fb.x, -3, 1e-15);
  close_scene(&s);
}

static void test_law_is_the_force(void **state) {
  (void)state;
  static const char *const names[] = {"length", "rate", "t", NULL};
  Scene s;
  open_plain(&s, "spring-damper");
  *value_of(&s, "law") = (SarValue){.given = true};
  value_of(&s, "law")->function[0] = parse(&s, "10*length^2 + 2*rate*length + t", names);
  assert_int_equal(s.element_class->force->law(&s.setup, &s.law), SAR_OK);
  assert_false(s.law.linear);
  s.pair.b.v = sar_vec3(3, 0, 0);
  double scratch[64];
  SarLawValue value = sar_law_evaluate(&s.law, 2, 3, TIME, scratch);
  CHECK_NEAR(value.force, 40 + 12 + TIME, 1e-13);
  CHECK_NEAR(value.by_value, 40 + 6, 1e-13);
  CHECK_NEAR(value.by_rate, 4, 1e-13);
  CHECK_NEAR(load_of(&s, &s.pair).fb.x, -(52 + TIME), 1e-13);
  SarEnergy energy = energy_of(&s, &s.pair);
  CHECK_NEAR(energy.work, -3 * (52 + TIME), 1e-12);
  CHECK_NEAR(energy.potential, 0, 0);
  check_balance(&s);
  check_power(&s);
  close_scene(&s);
}

static void test_torsion_spring_turns_back(void **state) {
  (void)state;
  Scene s;
  open_plain(&s, "rotational-spring-damper");
  *value_of(&s, "stiffness") = (SarValue){.given = true, .real = 10};
  value_of(&s, "angle")->real = 0.1;
  s.setup.b.axes = rotation_of(sar_vec3(0, 0, 0.4)); /* the written pose is the zero of the angle all the same */
  assert_int_equal(s.element_class->force->law(&s.setup, &s.law), SAR_OK);
  CHECK_NEAR(s.law.offset, 0.4, 1e-15);
  s.pair.b.A = rotation_of(sar_vec3(0, 0, 0.3));
  SarLoad load = load_of(&s, &s.pair);
  CHECK_NEAR(load.tb.z, -10 * (0.3 - 0.1), 1e-14);
  CHECK_NEAR(load.ta.z, 10 * (0.3 - 0.1), 1e-14);
  CHECK_NEAR(sar_norm(load.fb), 0, 0);
  close_scene(&s);
}

static void test_bushing_along_its_axes(void **state) {
  (void)state;
  Scene s;
  open_plain(&s, "bushing");
  value_of(&s, "stiffness")->vector = sar_vec3(100, 200, 300);
  value_of(&s, "torsional_stiffness")->vector = sar_vec3(10, 20, 30);
  value_of(&s, "torsional_damping")->vector = sar_vec3(1, 2, 3);
  s.param = calloc(1, s.element_class->force->param_size);
  assert_int_equal(s.element_class->force->prepare(&s.setup, s.param), SAR_OK);
  s.pair.b.r = sar_vec3(0.01, 0.02, 0.03);
  SarLoad load = load_of(&s, &s.pair);
  CHECK_NEAR(load.fb.x, -1, 1e-14);
  CHECK_NEAR(load.fb.y, -4, 1e-14);
  CHECK_NEAR(load.fb.z, -9, 1e-14);
  s.pair.b.r = sar_vec3(0, 0, 0);
  s.pair.b.A = rotation_of(sar_vec3(0, 1.2, 0));
  s.pair.b.w = sar_vec3(0, 0.5, 0);
  load = load_of(&s, &s.pair);
  CHECK_NEAR(load.tb.y, -(20 * 1.2 + 2 * 0.5), 1e-13);
  CHECK_NEAR(energy_of(&s, &s.pair).potential, 20 * 1.2 * 1.2 / 2, 1e-13);
  CHECK_NEAR(energy_of(&s, &s.pair).dissipation, 2 * 0.25, 1e-14);
  close_scene(&s);
}

static void test_force_acts_on_the_second(void **state) {
  (void)state;
  static const char *const t_only[] = {"t", NULL};
  for (int follow = 0; follow < 2; follow++) {
    Scene s;
    open_plain(&s, "force");
    value_of(&s, "follow")->real = follow;
    const char *const texts[3] = {"2*t", "0", "0"};
    for (int i = 0; i < 3; i++) value_of(&s, "force")->function[i] = parse(&s, texts[i], t_only);
    s.setup.b.point = sar_vec3(0, 1, 0);
    s.param = calloc(1, s.element_class->force->param_size);
    assert_int_equal(s.element_class->force->prepare(&s.setup, s.param), SAR_OK);
    s.pair.b.A = rotation_of(sar_vec3(0, 0, acos(0))); /* a quarter turn */
    SarLoad load = load_of(&s, &s.pair);
    CHECK_NEAR(load.fb.x, follow ? 0 : 2 * TIME, 1e-15);
    CHECK_NEAR(load.fb.y, follow ? 2 * TIME : 0, 1e-15);
    CHECK_NEAR(load.tb.z, follow ? -2 * TIME : 0, 1e-15);
    close_scene(&s);
  }
}

/* ---- checks of the fields ---- */

static void expect(const char *type, const char *given, double real, SarStatus status) {
  Scene s;
  open_plain(&s, type);
  char copy[128];
  strcpy(copy, given);
  for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
    bool vector = s.element_class->fields[sar_field_index(s.element_class, word)].kind == SAR_FIELD_VECTOR;
    *value_of(&s, word) =
        vector ? (SarValue){.given = true, .vector = {1, real, 1}} : (SarValue){.given = true, .real = real};
  }
  assert_int_equal(s.element_class->check(s.context, "f", s.values), status);
  assert_int_equal(sar_context_errors(s.context), status == SAR_OK ? 0 : 1);
  if (status != SAR_OK) assert_non_null(sar_context_get(s.context, 0)->remedy);
  close_scene(&s);
}

static void test_checks(void **state) {
  (void)state;
  static const char *const springs[] = {"spring-damper", "rotational-spring-damper"};
  for (int i = 0; i < 2; i++) {
    expect(springs[i], "", 0, SAR_INPUT);
    expect(springs[i], "stiffness", 1, SAR_OK);
    expect(springs[i], "damping", 1, SAR_OK);
    expect(springs[i], "preload", -1, SAR_OK);
    expect(springs[i], "law", 0, SAR_OK);
    expect(springs[i], "law stiffness", 1, SAR_INPUT);
    expect(springs[i], "stiffness", -1, SAR_INPUT);
    expect(springs[i], "damping", -1, SAR_INPUT);
  }
  expect("spring-damper", "law length", 1, SAR_INPUT);
  expect("spring-damper", "stiffness length", 0, SAR_OK);
  expect("spring-damper", "preload length", -1, SAR_INPUT);
  expect("rotational-spring-damper", "preload angle", -1, SAR_OK);
  expect("bushing", "stiffness damping", 1, SAR_OK);
  expect("bushing", "torsional_damping", -1, SAR_INPUT);
  expect("bushing", "preload", -1, SAR_OK);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_force),
      cmocka_unit_test(test_spring_pulls),
      cmocka_unit_test(test_law_is_the_force),
      cmocka_unit_test(test_torsion_spring_turns_back),
      cmocka_unit_test(test_bushing_along_its_axes),
      cmocka_unit_test(test_force_acts_on_the_second),
      cmocka_unit_test(test_checks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
