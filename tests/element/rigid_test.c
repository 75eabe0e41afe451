/* Bodies: what check() accepts and refuses, and the principal moments behind it. */
#include <string.h>

#include "element/body/principal.h"
#include "element/support.h"

#define MAX_FIELDS 32

typedef struct Body {
  const SarElementClass *element_class;
  SarValue values[MAX_FIELDS];
} Body;

static Body empty_body(void) {
  Body body = {.element_class = sar_element_class_find(SAR_SECTION_BODIES, NULL)};
  assert_non_null(body.element_class);
  assert_true(body.element_class->nfields <= MAX_FIELDS);
  return body;
}

static SarValue *field(Body *body, const char *name) {
  int32_t index = sar_field_index(body->element_class, name);
  assert_true(index >= 0);
  return &body->values[index];
}

static void give(Body *body, const char *name, double real) {
  field(body, name)->given = true;
  field(body, name)->real = real;
}

static void give_inertia(Body *body, const SarMat3 *tensor) {
  field(body, "inertia")->given = true;
  memcpy(field(body, "inertia")->tensor, tensor->m, sizeof tensor->m);
}

static SarMat3 diagonal(double x, double y, double z) { return (SarMat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}}; }

static Body body_with(double mass, const SarMat3 *tensor) {
  Body body = empty_body();
  give(&body, "mass", mass);
  give_inertia(&body, tensor);
  return body;
}

static Body body_of_shape(SarShapeKind shape, SarVec3 sizes, double density) {
  Body body = empty_body();
  *field(&body, "shape") = (SarValue){.given = true, .shape = shape, .vector = sizes};
  give(&body, "density", density);
  return body;
}

/* Checks the status and, for errors, that the message says `word` and what to do. */
static void expect(const Body *body, SarStatus status, const char *word) {
  SarContext *context = sar_context_create();
  assert_int_equal(body->element_class->check(context, "crank", body->values), status);
  assert_int_equal(sar_context_errors(context), status == SAR_OK ? 0 : 1);
  if (status != SAR_OK) {
    const SarDiagnostic *d = sar_context_get(context, 0);
    assert_non_null(strstr(d->message, word));
    assert_string_equal(d->element, "crank");
    assert_non_null(d->remedy);
  }
  sar_context_destroy(&context);
}

static void test_mass_and_inertia(void **state) {
  (void)state;
  SarMat3 good = diagonal(1, 2, 2.5), nothing = diagonal(0, 0, 0);
  Body body = body_with(3, &good);
  expect(&body, SAR_OK, "");
  body = body_with(0, &nothing);
  expect(&body, SAR_OK, "");
  body = body_with(-1, &good);
  expect(&body, SAR_INPUT, "mass must not be negative");
  body = body_with(NAN, &good);
  expect(&body, SAR_INPUT, "mass");
  body = empty_body();
  expect(&body, SAR_INPUT, "mass and inertia");
  give(&body, "mass", 1);
  expect(&body, SAR_INPUT, "inertia");
  body = empty_body();
  give_inertia(&body, &good);
  expect(&body, SAR_INPUT, "no mass");
}

static void test_shape_and_density(void **state) {
  (void)state;
  Body body = body_of_shape(SAR_SHAPE_BOX, sar_vec3(1, 2, 3), 7800);
  expect(&body, SAR_OK, "");
  give(&body, "mass", 1);
  expect(&body, SAR_INPUT, "exclude");
  body = body_of_shape(SAR_SHAPE_BOX, sar_vec3(1, 2, 0), 7800);
  expect(&body, SAR_INPUT, "size 3");
  body = body_of_shape(SAR_SHAPE_CYLINDER, sar_vec3(1, -2, 0), 7800);
  expect(&body, SAR_INPUT, "size 2");
  body = body_of_shape(SAR_SHAPE_ROD, sar_vec3(1, 2, 0), 7800);
  expect(&body, SAR_OK, "");
  body = body_of_shape(SAR_SHAPE_SPHERE, sar_vec3(1, 0, 0), 7800);
  expect(&body, SAR_OK, "");
  body = body_of_shape(SAR_SHAPE_SPHERE, sar_vec3(1, 0, 0), -1);
  expect(&body, SAR_INPUT, "density");
  field(&body, "shape")->given = false;
  expect(&body, SAR_INPUT, "needs a shape");
}

static void test_weight(void **state) {
  (void)state;
  SarMat3 tensor = diagonal(1, 1, 1);
  Body body = body_with(1, &tensor);
  give(&body, "weight", 0.5);
  expect(&body, SAR_OK, "");
  give(&body, "weight", 0);
  expect(&body, SAR_INPUT, "weight must be positive");
}

/* R diag(d) R^T */
static SarMat3 turned(const SarMat3 *R, SarVec3 d) {
  SarMat3 D = diagonal(d.x, d.y, d.z), RD = sar_mat3_mul(R, &D);
  return sar_mat3_mult(&RD, R);
}

static void test_triangle_inequality(void **state) {
  (void)state;
  uint64_t seed = 21;
  for (int n = 0; n < 20; n++) {
    SarMat3 R = random_rotation(&seed), tensor = turned(&R, sar_vec3(1, 2, 3));
    Body body = body_with(1, &tensor);
    expect(&body, SAR_OK, ""); /* a plate: equality */
    tensor = turned(&R, sar_vec3(0, 2, 2));
    body = body_with(1, &tensor);
    expect(&body, SAR_OK, ""); /* a rod */
    tensor = turned(&R, sar_vec3(1, 2, 3 * (1 + 5e-10)));
    body = body_with(1, &tensor);
    expect(&body, SAR_OK, "");
    tensor = turned(&R, sar_vec3(1, 2, 3 * (1 + 1e-8)));
    body = body_with(1, &tensor);
    expect(&body, SAR_INPUT, "principal moments");
    give(&body, "unphysical", 1);
    expect(&body, SAR_OK, "");
    tensor = turned(&R, sar_vec3(-1e-6, 2, 2));
    body = body_with(1, &tensor);
    give(&body, "unphysical", 1);
    expect(&body, SAR_INPUT, "negative");
  }
  SarMat3 tiny = diagonal(2, -1e-15, 2);
  Body body = body_with(1, &tiny);
  expect(&body, SAR_INPUT, "negative"); /* given, not computed: no rounding to forgive */
}

static void test_principal_moments(void **state) {
  (void)state;
  uint64_t seed = 22;
  for (int n = 0; n < 50; n++) {
    SarMat3 R = random_rotation(&seed);
    double low = fabs(random_real(&seed)) * 1e-6, middle = 1 + fabs(random_real(&seed));
    double high = n % 2 ? middle : middle + 1; /* also equal ones */
    SarMat3 tensor = turned(&R, sar_vec3(high, low, middle));
    double moment[3];
    assert_false(sar_principal_moments(tensor.m, moment));
    CHECK_NEAR(moment[0], low, 1e-14);
    CHECK_NEAR(moment[1], middle, 1e-14);
    CHECK_NEAR(moment[2], high, 1e-14);
  }
  double moment[3];
  SarMat3 tensor = diagonal(3, -1, 2);
  assert_true(sar_principal_moments(tensor.m, moment));
  CHECK_NEAR(moment[0], -1, 0);
  CHECK_NEAR(moment[2], 3, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_mass_and_inertia),
      cmocka_unit_test(test_shape_and_density),
      cmocka_unit_test(test_weight),
      cmocka_unit_test(test_triangle_inequality),
      cmocka_unit_test(test_principal_moments),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
