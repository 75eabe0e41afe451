/* Mass properties of shapes, against sums over small cubes. */
#include "check.h"
#include "model/model.h"

typedef struct Shape {
  SarShapeKind kind;
  SarVec3 size;
  SarVec3 half; /* of the box around it */
  double density;
} Shape;

static bool contains(const Shape *s, SarVec3 p) {
  double r = s->size.x;
  switch (s->kind) {
    case SAR_SHAPE_BOX: return true;
    case SAR_SHAPE_SPHERE: return sar_dot(p, p) <= r * r;
    case SAR_SHAPE_CYLINDER: return p.x * p.x + p.y * p.y <= r * r;
    case SAR_SHAPE_ROD: return p.y * p.y + p.z * p.z <= r * r;
  }
  return false;
}

/* Mass and diagonal of the inertia by midpoints. */
static void sum(const Shape *s, double *mass, SarVec3 *inertia) {
  enum { N = 80 };
  SarVec3 d = sar_scale(2.0 / N, s->half);
  *mass = 0;
  *inertia = sar_vec3(0, 0, 0);
  for (int i = 0; i < N * N * N; i++) {
    SarVec3 p = sar_vec3((i % N + 0.5) * d.x - s->half.x, (i / N % N + 0.5) * d.y - s->half.y,
                         (i / N / N + 0.5) * d.z - s->half.z);
    if (!contains(s, p)) continue;
    double m = s->density * d.x * d.y * d.z;
    *mass += m;
    *inertia = sar_axpy(m, sar_vec3(p.y * p.y + p.z * p.z, p.x * p.x + p.z * p.z, p.x * p.x + p.y * p.y), *inertia);
  }
}

static SarMassProperties properties_of(const Shape *s, const double *mass) {
  SarContext *context = sar_context_create();
  SarModel *model;
  SarElementId id;
  assert_int_equal(sar_model_create(context, &model), SAR_OK);
  assert_int_equal(sar_model_add(model, "bodies", NULL, "a", &id), SAR_OK);
  SarModelElement *body = &model->elements[id.index];
  SarValue *shape = &body->values[sar_field_index(body->class, "shape")];
  shape->given = true;
  shape->shape = s->kind;
  shape->vector = s->size;
  sar_model_set_vector(model, id, "com", 1, 2, 3);
  if (mass) sar_model_set_real(model, id, "mass", *mass);
  if (!mass) sar_model_set_real(model, id, "density", s->density);
  SarMassProperties properties = sar_model_mass(body);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return properties;
}

static void shapes_have_their_inertia(void **state) {
  (void)state;
  static const Shape shapes[] = {{SAR_SHAPE_BOX, {1, 2, 3}, {0.5, 1, 1.5}, 7},
                                 {SAR_SHAPE_SPHERE, {2, 0, 0}, {2, 2, 2}, 5},
                                 {SAR_SHAPE_CYLINDER, {0.5, 4, 0}, {0.5, 0.5, 2}, 3},
                                 {SAR_SHAPE_ROD, {0.5, 4, 0}, {2, 0.5, 0.5}, 3}};
  for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
    double mass;
    SarVec3 inertia;
    sum(&shapes[i], &mass, &inertia);
    SarMassProperties p = properties_of(&shapes[i], NULL);
    CHECK_NEAR(p.mass, mass, 2e-3 * mass); /* the cubes cut curved surfaces */
    CHECK_NEAR(p.inertia.m[0][0], inertia.x, 3e-3 * inertia.x);
    CHECK_NEAR(p.inertia.m[1][1], inertia.y, 3e-3 * inertia.y);
    CHECK_NEAR(p.inertia.m[2][2], inertia.z, 3e-3 * inertia.z);
    CHECK_NEAR(p.inertia.m[0][1], 0, 0);
    CHECK_NEAR(p.com.y, 2, 0);
  }
}

static void a_given_mass_scales_the_shape(void **state) {
  (void)state;
  static const Shape box = {SAR_SHAPE_BOX, {1, 2, 3}, {0.5, 1, 1.5}, 7};
  const double mass = 12;
  SarMassProperties p = properties_of(&box, &mass);
  CHECK_NEAR(p.mass, 12, 0);
  CHECK_NEAR(p.inertia.m[0][0], 13, 1e-14);
  CHECK_NEAR(p.inertia.m[2][2], 5, 1e-14);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(shapes_have_their_inertia),
                                     cmocka_unit_test(a_given_mass_scales_the_shape)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
