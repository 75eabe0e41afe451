/* What contacts mean: the pairs of shapes, against a search that knows nothing of groups' order; laws, with numbers of
 * docs/theory/contact.md; masses by shapes, against sums over small cubes. Models are built by the C interface. */
#include "model/contacts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "element/contact/contact_fields.h"

typedef struct Fixture {
  SarContext *context;
  SarModel *model;
  SarArena *arena;
} Fixture;

static Fixture begin(void) {
  Fixture f = {sar_context_create(), NULL, sar_arena_create()};
  assert_int_equal(sar_model_create(f.context, &f.model), SAR_OK);
  return f;
}

static void end(Fixture *f) {
  sar_model_destroy(&f->model);
  sar_arena_destroy(&f->arena);
  sar_context_destroy(&f->context);
}

static const double origin[3] = {0, 0, 0}, upright[4] = {1, 0, 0, 0};

static void add_shape(Fixture *f, SarElementId body, const char *name, const char *kind, const double *sizes,
                      const SarShapeTraits *traits) {
  int32_t count = sar_shape_class_named(kind)->nsizes;
  assert_int_equal(sar_model_add_shape(f->model, body, name, kind, sizes, count, origin, upright, traits), SAR_OK);
}

static void add_sphere(Fixture *f, SarElementId body, const char *name, const char *group) {
  const double radius = 0.1;
  add_shape(f, body, name, "sphere", &radius, &(SarShapeTraits){.group = group});
}

static SarElementId add_body(Fixture *f, const char *name) {
  static const double one[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  SarElementId id;
  assert_int_equal(sar_model_add(f->model, "bodies", NULL, name, &id), SAR_OK);
  assert_int_equal(sar_model_set_real(f->model, id, "mass", 1), SAR_OK);
  assert_int_equal(sar_model_set_inertia(f->model, id, "inertia", one), SAR_OK);
  return id;
}

static SarElementId add_contact(Fixture *f, const char *name) {
  SarElementId id;
  assert_int_equal(sar_model_add(f->model, "contacts", NULL, name, &id), SAR_OK);
  return id;
}

static void set(Fixture *f, SarElementId id, const char *field, double value) {
  assert_int_equal(sar_model_set_real(f->model, id, field, value), SAR_OK);
}

static SarElementId add_groups(Fixture *f, const char *name, const char *const *groups, int32_t count) {
  SarElementId id = add_contact(f, name);
  assert_int_equal(sar_model_set_names(f->model, id, "groups", groups, count), SAR_OK);
  set(f, id, "stiffness", 1e6);
  return id;
}

static SarElementId add_between(Fixture *f, const char *name, const char *first, const char *second) {
  SarElementId id = add_contact(f, name);
  assert_int_equal(sar_model_set_sides(f->model, id, "between", first, second), SAR_OK);
  return id;
}

static void validate(Fixture *f) {
  if (sar_model_validate(f->model) == SAR_OK) return;
  fail_msg("%s", sar_context_get(f->context, 0)->message);
}

/* "a.s-ground.floor b.s-c.s" */
static void check_pairs(Fixture *f, SarElementId contact, const char *expected) {
  SarModelPair *pairs;
  int32_t count;
  char text[2000] = "";
  assert_int_equal(sar_model_contact_pairs(f->model, contact.index, f->arena, &pairs, &count), SAR_OK);
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < 2; k++) {
      int32_t element = pairs[i].element[k], shapes;
      const SarModelShape *shape = &sar_model_shapes(f->model, element, &shapes)[pairs[i].shape[k]];
      size_t used = strlen(text);
      snprintf(text + used, sizeof text - used, "%s%s.%s",
               k   ? "-"
               : i ? " "
                   : "",
               element < 0 ? "ground" : f->model->elements[element].name, shape->name);
    }
  }
  assert_string_equal(text, expected);
}

/* ---- pairs ---- */

/* Three bodies with a shape each, and a floor. */
static Fixture three(void) {
  Fixture f = begin();
  add_shape(&f, SAR_GROUND, "floor", "plane", NULL, NULL);
  add_sphere(&f, add_body(&f, "a"), "s", "g");
  add_sphere(&f, add_body(&f, "b"), "s", "g");
  add_sphere(&f, add_body(&f, "c"), "s", "h");
  return f;
}

static void pairs_of_between(void **state) {
  (void)state;
  Fixture f = three();
  add_sphere(&f, (SarElementId){sar_model_find(f.model, "a")}, "t", NULL);
  SarElementId one = add_between(&f, "one", "a.t", "ground.floor"), all = add_between(&f, "all", "ground", "a");
  SarElementId two = add_between(&f, "two", "c", "a");
  set(&f, one, "stiffness", 1), set(&f, all, "stiffness", 1), set(&f, two, "stiffness", 1);
  validate(&f);
  check_pairs(&f, one, "a.t-ground.floor");
  check_pairs(&f, all, "ground.floor-a.s ground.floor-a.t"); /* sides as written */
  check_pairs(&f, two, "c.s-a.s c.s-a.t");
  end(&f);
}

static void pairs_of_groups(void **state) {
  (void)state;
  Fixture f = three();
  SarElementId own = add_groups(&f, "own", (const char *const[]){"g"}, 1);
  SarElementId others = add_groups(&f, "others", (const char *const[]){"g", "h", "ground"}, 3);
  SarElementId both = add_groups(&f, "both", (const char *const[]){"g", "g", "h"}, 3);
  SarElementId bodies = add_groups(&f, "bodies", (const char *const[]){"c", "g"}, 2);
  validate(&f);
  check_pairs(&f, own, "a.s-b.s");
  check_pairs(&f, others, "a.s-ground.floor a.s-c.s b.s-ground.floor b.s-c.s c.s-ground.floor");
  check_pairs(&f, both, "a.s-b.s a.s-c.s b.s-c.s");
  check_pairs(&f, bodies, "a.s-c.s b.s-c.s");
  end(&f);
}

/* A contact may be called as the group is that it is of, and a joint as another one. */
static void groups_with_names_of_others(void **state) {
  (void)state;
  Fixture f = three();
  SarElementId joint;
  assert_int_equal(sar_model_add(f.model, "joints", "spherical", "h", &joint), SAR_OK);
  assert_int_equal(sar_model_set_sides(f.model, joint, "between", "ground", "c"), SAR_OK);
  SarElementId same = add_groups(&f, "g", (const char *const[]){"g", "h"}, 2);
  validate(&f);
  check_pairs(&f, same, "a.s-c.s b.s-c.s");
  end(&f);
}

static void pairs_that_are_left_out(void **state) {
  (void)state;
  Fixture f = three();
  SarElementId joint;
  add_sphere(&f, (SarElementId){sar_model_find(f.model, "a")}, "t", "g"); /* two shapes of one body */
  assert_int_equal(sar_model_add(f.model, "joints", "spherical", "joint", &joint), SAR_OK);
  assert_int_equal(sar_model_set_sides(f.model, joint, "between", "c", "b"), SAR_OK);
  assert_int_equal(sar_model_set_vector(f.model, joint, "at", 0, 0, 0), SAR_OK);
  static const char *const all[] = {"a", "b", "c"}, *const pair[] = {"b", "a"};
  SarElementId joined = add_groups(&f, "joined", all, 3), excluded = add_groups(&f, "excluded", all, 3);
  assert_int_equal(sar_model_set_pairs(f.model, excluded, "exclude", pair, 1), SAR_OK);
  SarElementId own = add_groups(&f, "own", (const char *const[]){"g"}, 1);
  validate(&f);
  check_pairs(&f, joined, "a.s-b.s a.s-c.s a.t-b.s a.t-c.s");
  check_pairs(&f, excluded, "a.s-c.s a.t-c.s");
  check_pairs(&f, own, "a.s-b.s a.t-b.s");
  SarElementId declared = add_between(&f, "declared", "b.s", "c.s"), mine = add_between(&f, "mine", "b", "a.t");
  set(&f, declared, "stiffness", 1), set(&f, mine, "stiffness", 1);
  validate(&f);
  check_pairs(&f, declared, "b.s-c.s"); /* though a joint joins them */
  check_pairs(&f, joined, "a.s-b.s a.s-c.s a.t-c.s");
  end(&f);
}

/* Planes and planes do not touch. */
static void planes_among_groups(void **state) {
  (void)state;
  Fixture f = three();
  add_shape(&f, SAR_GROUND, "wall", "plane", NULL, NULL);
  add_shape(&f, (SarElementId){sar_model_find(f.model, "a")}, "p", "plane", NULL, &(SarShapeTraits){.group = "h"});
  SarElementId id = add_groups(&f, "id", (const char *const[]){"h", "ground"}, 2);
  validate(&f);
  check_pairs(&f, id, "c.s-ground.floor c.s-ground.wall");
  end(&f);
}

/* Labels at random: the pairs are those that a search over all shapes finds. */
static void pairs_of_random_groups(void **state) {
  (void)state;
  enum { BODIES = 12, SHAPES = 3 };
  static const char *const labels[] = {"g0", "g1", "g2"};
  uint32_t seed = 1;
  for (int trial = 0; trial < 20; trial++) {
    Fixture f = begin();
    int label[BODIES][SHAPES];
    for (int b = 0; b < BODIES; b++) {
      char name[16];
      snprintf(name, sizeof name, "b%d", b);
      SarElementId body = add_body(&f, name);
      for (int s = 0; s < SHAPES; s++) {
        seed = seed * 1664525u + 1013904223u;
        label[b][s] = b == 0 ? s : (int)(seed >> 24) % 4; /* 3: none */
        snprintf(name, sizeof name, "s%d", s);
        add_sphere(&f, body, name, label[b][s] < 3 ? labels[label[b][s]] : NULL);
      }
    }
    SarElementId id = add_groups(&f, "id", labels, 3);
    SarModelPair *pairs;
    int32_t count, expected = 0;
    validate(&f);
    assert_int_equal(sar_model_contact_pairs(f.model, id.index, f.arena, &pairs, &count), SAR_OK);
    for (int i = 0; i < BODIES * SHAPES; i++) {
      for (int k = i + 1; k < BODIES * SHAPES; k++) {
        int a = label[i / SHAPES][i % SHAPES], b = label[k / SHAPES][k % SHAPES];
        if (i / SHAPES == k / SHAPES || a == 3 || b == 3 || a == b) continue;
        assert_true(expected < count);
        SarModelPair *p = &pairs[expected++];
        assert_true(p->element[0] == i / SHAPES && p->shape[0] == i % SHAPES);
        assert_true(p->element[1] == k / SHAPES && p->shape[1] == k % SHAPES);
      }
    }
    assert_int_equal(count, expected);
    end(&f);
  }
}

/* ---- laws ---- */

static SarContactLaw law_of(Fixture *f, SarElementId contact) {
  SarModelPair *pairs;
  SarContactLaw law;
  int32_t count;
  validate(f);
  assert_int_equal(sar_model_contact_pairs(f->model, contact.index, f->arena, &pairs, &count), SAR_OK);
  assert_true(count > 0);
  assert_int_equal(sar_model_contact_law(f->model, contact.index, &pairs[0], &law), SAR_OK);
  return law;
}

static void plain_laws(void **state) {
  (void)state;
  Fixture f = three();
  SarElementId c = add_between(&f, "c1", "a", "ground");
  set(&f, c, "stiffness", 1e8), set(&f, c, "damping", 0.1);
  SarContactLaw law = law_of(&f, c);
  assert_string_equal(law.normal.class->name, "hunt-crossley");
  CHECK_NEAR(law.normal.stiffness, 1e8, 0);
  CHECK_NEAR(law.normal.exponent, 1.5, 0);
  CHECK_NEAR(law.normal.damping, 0.1, 0);
  assert_true(law.friction.fixed == 0 && law.friction.sliding == 0 && law.tangential == 0 && law.radius == 0);
  assert_int_equal(sar_model_set_choice(f.model, c, "law", "impact"), SAR_OK);
  set(&f, c, "exponent", 2.2), set(&f, c, "damping_depth", 1e-4);
  law = law_of(&f, c);
  assert_string_equal(law.normal.class->name, "impact");
  CHECK_NEAR(law.normal.exponent, 2.2, 0);
  CHECK_NEAR(law.normal.depth, 1e-4, 0);
  end(&f);
}

/* Without damping no depth is needed, and the force is that of the spring alone. */
static void linear_without_damping(void **state) {
  (void)state;
  Fixture f = three();
  SarElementId c = add_between(&f, "c1", "a", "ground");
  assert_int_equal(sar_model_set_choice(f.model, c, "law", "linear"), SAR_OK);
  set(&f, c, "stiffness", 1e5);
  SarContactLaw law = law_of(&f, c);
  SarNormalForce force;
  sar_normal_force(&law.normal, 1e-3, 2, &force);
  CHECK_NEAR(force.force, 100, 1e-12);
  end(&f);
}

/* a v = 0.955167022 (e = 0.5), 0.423218854 (0.7), 0.110987967 (0.9) */
static void damping_from_restitution(void **state) {
  (void)state;
  static const double cases[][2] = {{0.5, 0.955167022}, {0.7, 0.423218854}, {0.9, 0.110987967}};
  for (int i = 0; i < 3; i++) {
    Fixture f = three();
    SarElementId c = add_between(&f, "c1", "a", "ground");
    set(&f, c, "stiffness", 1e8), set(&f, c, "restitution", cases[i][0]), set(&f, c, "impact_speed", 2);
    CHECK_NEAR(law_of(&f, c).normal.damping, cases[i][1] / 2, 1e-9);
    end(&f);
  }
}

/* A steel ball of 10 mm on a half-space of steel: 1.538461538e10 N/m^1.5; two of them: sqrt(1/2) of it. */
static void hertz_from_materials(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId steel, soft;
  const double radius = 0.01;
  const SarShapeTraits of_steel = {.material = "steel"};
  assert_int_equal(sar_model_add(f.model, "materials", NULL, "steel", &steel), SAR_OK);
  assert_int_equal(sar_model_add(f.model, "materials", NULL, "soft", &soft), SAR_OK);
  set(&f, steel, "young", 210e9), set(&f, steel, "density", 7850);
  set(&f, soft, "young", 210e8), set(&f, soft, "density", 1), set(&f, soft, "poisson", 0);
  add_shape(&f, SAR_GROUND, "floor", "plane", NULL, NULL);
  add_shape(&f, add_body(&f, "a"), "s", "sphere", &radius, &of_steel);
  add_shape(&f, add_body(&f, "b"), "s", "sphere", &radius, &of_steel);
  SarElementId floor = add_between(&f, "on_floor", "a", "ground"), balls = add_between(&f, "balls", "a", "b");
  assert_int_equal(sar_model_set_choice(f.model, floor, "law", "hertz"), SAR_OK);
  assert_int_equal(sar_model_set_choice(f.model, balls, "law", "hertz"), SAR_OK);
  assert_int_equal(sar_model_set_element(f.model, floor, "material", "steel"), SAR_OK);
  CHECK_NEAR(law_of(&f, floor).normal.stiffness, 1.538461538e10, 10);
  CHECK_NEAR(law_of(&f, balls).normal.stiffness, 1.538461538e10 * sqrt(0.5), 10);
  /* the ground's material is the contact's, the ball keeps its own */
  assert_int_equal(sar_model_set_element(f.model, floor, "material", "soft"), SAR_OK);
  double expected = 4.0 / 3 / (0.91 / 210e9 + 1 / 210e8) * 0.1;
  CHECK_NEAR(law_of(&f, floor).normal.stiffness, expected, 1e-12 * expected);
  end(&f);
}

static void friction_and_rolling(void **state) {
  (void)state;
  Fixture f = three();
  const double sizes[2] = {0.3, 0.1};
  add_shape(&f, add_body(&f, "wheel"), "tyre", "torus", sizes, NULL);
  SarElementId c = add_between(&f, "c1", "wheel", "ground"), two = add_between(&f, "c2", "wheel", "a");
  set(&f, c, "stiffness", 1), set(&f, c, "friction.static", 0.6), set(&f, c, "rolling", 0.01);
  set(&f, c, "tangential_stiffness", 5), set(&f, c, "tangential_damping", 6);
  set(&f, two, "stiffness", 1), set(&f, two, "friction.sliding", 0.5), set(&f, two, "spinning", 0.002);
  assert_int_equal(sar_model_set_bool(f.model, two, "friction.stick", true), SAR_OK);
  SarContactLaw law = law_of(&f, c);
  assert_true(law.friction.fixed == 0.6 && law.friction.sliding == 0.6 && !law.friction.stick);
  assert_true(law.friction.v_s == 0.1 && law.friction.v_d == 1 && law.tangential == 5 && law.tangential_by == 6);
  CHECK_NEAR(law.radius, 0.4, 1e-15); /* it rolls on its outside */
  law = law_of(&f, two);
  assert_true(law.friction.fixed == 0.5 && law.friction.sliding == 0.5 && law.friction.stick);
  CHECK_NEAR(law.spinning, 0.002, 0);
  CHECK_NEAR(law.radius, 0.4 * 0.1 / 0.5, 1e-15);
  end(&f);
}

/* ---- masses ---- */

/* A box and a sphere, turned and moved, by midpoints. */
static void masses_of_shapes(void **state) {
  (void)state;
  enum { N = 120 };
  static const double edges[3] = {0.1, 0.2, 0.3}, at[3] = {0.1, 0.2, -0.1}, turn[4] = {0.8, 0, 0.6, 0};
  static const double ball[3] = {-0.2, 0, 0.1}, radius = 0.15;
  Fixture f = begin();
  SarElementId body;
  assert_int_equal(sar_model_add(f.model, "bodies", NULL, "a", &body), SAR_OK);
  assert_int_equal(
      sar_model_add_shape(f.model, body, "box", "box", edges, 3, at, turn, &(SarShapeTraits){.density = 1000}), SAR_OK);
  assert_int_equal(sar_model_add_shape(f.model, body, "ball", "sphere", &radius, 1, ball, upright,
                                       &(SarShapeTraits){.density = 2000}),
                   SAR_OK);
  add_sphere(&f, body, "light", NULL); /* without mass */
  validate(&f);
  SarMassProperties m = sar_model_mass(&f.model->elements[body.index]);
  double mass = 0, inertia[3][3] = {{0}};
  SarVec3 first = {0, 0, 0};
  SarMat3 R = sar_quat_matrix(sar_quat_load(turn));
  for (int pass = 0; pass < 2; pass++) { /* the centre, then the inertia about it */
    SarVec3 com = mass > 0 ? sar_scale(1 / mass, first) : first;
    for (int i = 0; i < 2 * N * N * N; i++) {
      int k = i / 2;
      bool of_ball = i % 2;
      SarVec3 u = sar_vec3((k % N + 0.5) / N - 0.5, (k / N % N + 0.5) / N - 0.5, (k / N / N + 0.5) / N - 0.5), p;
      SarVec3 size = of_ball ? sar_vec3(2 * radius, 2 * radius, 2 * radius) : sar_vec3_load(edges);
      SarVec3 local = sar_vec3(u.x * size.x, u.y * size.y, u.z * size.z);
      if (of_ball && sar_norm(local) > radius) continue;
      p = of_ball ? sar_add(sar_vec3_load(ball), local) : sar_add(sar_vec3_load(at), sar_mul(&R, local));
      double dm = (of_ball ? 2000 : 1000) * size.x * size.y * size.z / ((double)N * N * N);
      if (pass == 0) mass += dm, first = sar_axpy(dm, p, first);
      double d[3], square;
      sar_vec3_store(sar_sub(p, com), d);
      square = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
      for (int n = 0; pass == 1 && n < 9; n++)
        inertia[n / 3][n % 3] += dm * ((n / 3 == n % 3 ? square : 0) - d[n / 3] * d[n % 3]);
    }
  }
  CHECK_NEAR(m.mass, mass, 2e-4 * mass);
  SarVec3 com = sar_scale(1 / mass, first);
  CHECK_NEAR(sar_norm(sar_sub(m.com, com)), 0, 1e-4);
  for (int n = 0; n < 9; n++) CHECK_NEAR(m.inertia.m[n / 3][n % 3], inertia[n / 3][n % 3], 5e-4 * inertia[0][0]);
  end(&f);
}

/* ---- what the C interface refuses ---- */

static void refused_shapes(void **state) {
  (void)state;
  Fixture f = begin();
  SarElementId body = add_body(&f, "a"), none = {99};
  const double one[3] = {1, 1, 1}, minus[3] = {-1, 1, 1}, nan_at[3] = {NAN, 0, 0}, zero[4] = {0};
  const SarShapeTraits wrong[] = {{.radius = 0.6},  {.radius = -0.1},    {.density = -1},
                                  {.density = NAN}, {.group = "ground"}, {.colour = "pin"}};
#define ADD(id, name, kind, sizes, count, at, turn, traits) \
  sar_model_add_shape(f.model, id, name, kind, sizes, count, at, turn, traits)
  for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
    assert_int_equal(ADD(body, "s", "box", one, 3, origin, upright, &wrong[i]), SAR_INPUT);
  }
  assert_int_equal(ADD(body, "s", "bix", one, 3, origin, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "s", "box", one, 2, origin, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "s", "box", minus, 3, origin, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "s", "box", one, 3, nan_at, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "s", "box", one, 3, origin, zero, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "2", "box", one, 3, origin, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(none, "s", "box", one, 3, origin, upright, NULL), SAR_INPUT);
  assert_int_equal(ADD(body, "s", "sphere", one, 1, origin, upright, &wrong[0]), SAR_INPUT); /* no edges */
  assert_int_equal(ADD(body, "s", "plane", NULL, 0, origin, upright, &(SarShapeTraits){.density = 1}), SAR_INPUT);
  int32_t count;
  sar_model_shapes(f.model, body.index, &count);
  assert_int_equal(count, 0);
  for (int i = 0; i < 2; i++) { /* twice: the name is taken */
    SarStatus expected = i ? SAR_INPUT : SAR_OK;
    assert_int_equal(ADD(body, "s", "box", one, 3, origin, upright, NULL), expected);
    assert_int_equal(ADD(SAR_GROUND, "s", "plane", NULL, 0, origin, upright, NULL), expected);
  }
#undef ADD
  end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(pairs_of_between),
      cmocka_unit_test(pairs_of_groups),
      cmocka_unit_test(pairs_that_are_left_out),
      cmocka_unit_test(planes_among_groups),
      cmocka_unit_test(pairs_of_random_groups),
      cmocka_unit_test(plain_laws),
      cmocka_unit_test(linear_without_damping),
      cmocka_unit_test(damping_from_restitution),
      cmocka_unit_test(hertz_from_materials),
      cmocka_unit_test(friction_and_rolling),
      cmocka_unit_test(masses_of_shapes),
      cmocka_unit_test(refused_shapes),
      cmocka_unit_test(groups_with_names_of_others),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
