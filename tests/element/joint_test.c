/* Every joint of the registry: rows, names and coordinates; independence of the rows; what moves freely. */
#include <stdio.h>
#include <string.h>

#include "element/primitive/point.h"
#include "element/support.h"

#define PITCH 0.37
#define LENGTH 1.3
#define MAX_ROWS 8

/* The textbook: equations, and the motions that stay, as twists of the second side along the axes of the first frame
 * through the second point: tx ty tz rx ry rz. A screw has both of its letters at once; so has a rack (k),
 * which moves back along x. Where the axes are separate, z
 * of the second frame is x of the first. */
typedef struct Textbook {
  const char *name;
  int32_t equations;
  const char *free;
  const char *coordinates;
} Textbook;

static const Textbook textbook[] = {
    {"fixed", 6, "", ""},
    {"revolute", 5, "rz", "angle"},
    {"prismatic", 5, "tz", "displacement"},
    {"cylindrical", 4, "rz tz", "angle displacement"},
    {"spherical", 3, "rx ry rz", ""},
    {"universal", 4, "rz rx", "angle1 angle2"},
    {"planar", 3, "rz tx ty", "angle displacement_x displacement_y"},
    {"screw", 5, "sz", "angle displacement"},
    {"thread", 1, "tx ty rx ry sz", "angle displacement"},
    {"rack", 1, "ty tz rx ry kz", "angle displacement"},
    {"constant-velocity", 4, "rx ry", ""},
    {"distance", 1, "ty tz rx ry rz", ""},
    {"revolute-spherical", 2, "ty rx ry rz", ""},
    {"point-on-line", 2, "tz rx ry rz", "displacement"},
    {"point-in-plane", 1, "tx ty rx ry rz", ""},
    {"parallel", 2, "tx ty tz rz", ""},
    {"perpendicular", 1, "tx ty tz rx rz", ""},
    {"same-orientation", 3, "tx ty tz", ""},
};

static const char *const relations[] = {"gear", "rack-pinion", "coupler"};

/* A joint at its written pose, with the bodies anywhere and of any velocity. */
typedef struct Scene {
  const SarElementClass *element_class;
  SarSide a, b;
  Pair pair;
  SarMat3 axes;  /* first frame, frame -> ground axes */
  SarVec3 point; /* second point, ground axes */
} Scene;

static bool has_row(const SarJointSpec *spec, SarRowKind kind) {
  for (int32_t i = 0; i < spec->nrows; i++) {
    if (spec->rows[i].kind == kind) return true;
  }
  return false;
}

static SarSide side_at(const SarKin *k, SarVec3 point, const SarMat3 *axes) {
  return (SarSide){.point = sar_mul_t(&k->A, sar_sub(point, k->r)), .axes = sar_mat3_tmul(&k->A, axes)};
}

static Scene scene_of(const SarElementClass *element_class, uint64_t *seed) {
  const SarJointSpec *spec = element_class->joint;
  Scene s = {.element_class = element_class, .pair = {random_kin(seed), random_kin(seed)}};
  s.axes = random_rotation(seed);
  s.point = random_vector(seed);
  SarVec3 x = sar_column(&s.axes, 0), y = sar_column(&s.axes, 1), z = sar_column(&s.axes, 2), first = s.point;
  if (has_row(spec, SAR_ROW_DISTANCE)) first = sar_axpy(-LENGTH, x, s.point);
  SarMat3 second_axes = spec->frames == SAR_FRAMES_SEPARATE ? sar_mat3_columns(y, z, x) : s.axes;
  s.a = side_at(&s.pair.a, first, &s.axes);
  s.b = side_at(&s.pair.b, s.point, &second_axes);
  return s;
}

static SarVec3 axis_of(const SarSide *side, SarAxisName axis) { return sar_column(&side->axes, (int)axis); }

static SarPrimitive primitive_of(const Scene *s, SarAxisName first, SarAxisName second) {
  return (SarPrimitive){
      .pa = s->a.point, .pb = s->b.point, .u = axis_of(&s->a, first), .w = axis_of(&s->b, second), .length = LENGTH};
}

typedef struct Row {
  double value;
  SarGradient g;
} Row;

static Row evaluate(const SarPrimitiveClass *k, const SarPrimitive *p, const Pair *pair) {
  Row row = {.value = k->value(p, &pair->a, &pair->b)};
  k->gradient(p, &pair->a, &pair->b, &row.g);
  return row;
}

static Row twist_row(const Scene *s) {
  SarPrimitive p = primitive_of(s, SAR_X, SAR_X);
  p.u2 = axis_of(&s->a, SAR_Y);
  p.w2 = axis_of(&s->b, SAR_Y);
  return evaluate(&sar_primitive_twist, &p, &s->pair);
}

static Row coordinate_row(const Scene *s, const SarCoordinateSpec *c) {
  SarPrimitive p = primitive_of(s, SAR_X, SAR_X);
  p.u2 = axis_of(&s->a, SAR_Y);
  if (c->kind == SAR_COORDINATE_ANGLE) return evaluate(&sar_primitive_angle, &p, &s->pair);
  if (c->kind == SAR_COORDINATE_CROSS_FIRST) {
    p.w = axis_of(&s->b, SAR_Z);
    return evaluate(&sar_primitive_angle, &p, &s->pair);
  }
  assert_int_equal(c->kind, SAR_COORDINATE_DISPLACEMENT);
  if (s->element_class->joint->second) {
    Pair turned = {s->pair.b, s->pair.a};
    SarPrimitive q = {.pa = s->b.point, .pb = s->a.point, .u = axis_of(&s->b, c->axis)};
    Row row = evaluate(&sar_primitive_dot2, &q, &turned);
    row.g = (SarGradient){sar_neg(row.g.d), row.g.b, row.g.a};
    return row;
  }
  p.u = axis_of(&s->a, c->axis);
  return evaluate(&sar_primitive_dot2, &p, &s->pair);
}

static Row combine_row(const Scene *s) {
  const SarJointSpec *spec = s->element_class->joint;
  SarValue values[8] = {0};
  SarCoordinateKind kinds[4];
  double coefficient[4];
  int32_t pitch = sar_field_index(s->element_class, "pitch");
  if (pitch < 0) pitch = sar_field_index(s->element_class, "pitch_radius");
  values[pitch].real = PITCH;
  for (int32_t i = 0; i < spec->ncoordinates; i++) kinds[i] = spec->coordinates[i].kind;
  assert_int_equal(spec->combine(NULL, "j", values, spec->ncoordinates, kinds, coefficient), SAR_OK);
  Row sum = {0};
  for (int32_t i = 0; i < spec->ncoordinates; i++) {
    Row c = coordinate_row(s, &spec->coordinates[i]);
    sum.value += coefficient[i] * c.value;
    sum.g.d = sar_axpy(coefficient[i], c.g.d, sum.g.d);
    sum.g.a = sar_axpy(coefficient[i], c.g.a, sum.g.a);
    sum.g.b = sar_axpy(coefficient[i], c.g.b, sum.g.b);
  }
  return sum;
}

static void point_rows(const Scene *s, Row rows[3]) {
  double gap[3];
  sar_vec3_store(sar_point_value(&s->pair.a, s->a.point, &s->pair.b, s->b.point), gap);
  for (int i = 0; i < 3; i++) {
    SarVec3 e = unit_axis(i);
    rows[i] = (Row){gap[i],
                    {.d = e,
                     .a = sar_neg(sar_point_torque(&s->pair.a.A, s->a.point, e)),
                     .b = sar_point_torque(&s->pair.b.A, s->b.point, e)}};
  }
}

static Row scalar_row(const Scene *s, const SarRowSpec *spec) {
  SarPrimitive p = primitive_of(s, spec->first, spec->second);
  switch (spec->kind) {
    case SAR_ROW_DOT1: return evaluate(&sar_primitive_dot1, &p, &s->pair);
    case SAR_ROW_DOT2: return evaluate(&sar_primitive_dot2, &p, &s->pair);
    case SAR_ROW_DISTANCE: return evaluate(&sar_primitive_distance, &p, &s->pair);
    case SAR_ROW_TWIST: return twist_row(s);
    case SAR_ROW_COMBINE: return combine_row(s);
    case SAR_ROW_POINT: break;
  }
  fail_msg("a row of unknown kind");
  return (Row){0};
}

/* All scalar equations with their names. */
static int32_t all_rows(const Scene *s, Row *rows, const char **names) {
  const SarJointSpec *spec = s->element_class->joint;
  int32_t n = 0;
  for (int32_t i = 0; i < spec->nrows; i++) {
    const SarRowSpec *r = &spec->rows[i];
    if (r->kind == SAR_ROW_POINT) {
      point_rows(s, rows + n);
    } else {
      rows[n] = scalar_row(s, r);
    }
    for (int32_t j = 0; j < sar_row_equations(r->kind); j++) names[n++] = sar_row_name(r, j);
    assert_true(n <= MAX_ROWS);
  }
  return n;
}

/* The rate of a row when the second side moves against the first with the velocity v of its point and the angular
 * velocity w, both along the axes of the first frame, and the whole world moves besides. */
static double row_rate(const Scene *s, const Row *row, SarVec3 v, SarVec3 w) {
  SarVec3 world_v = {0.3, -0.8, 0.5}, world_w = {-0.7, 0.2, 0.9};
  SarVec3 spin = sar_add(world_w, sar_mul(&s->axes, w));
  SarKin a = s->pair.a, b = s->pair.b;
  a.v = sar_add(world_v, sar_cross(world_w, a.r));
  a.w = sar_mul_t(&a.A, world_w);
  SarVec3 at_point = sar_add(sar_add(world_v, sar_cross(world_w, s->point)), sar_mul(&s->axes, v));
  b.v = sar_add(at_point, sar_cross(spin, sar_sub(b.r, s->point)));
  b.w = sar_mul_t(&b.A, spin);
  return sar_gradient_rate(&row->g, &a, &b);
}

/* "tx" -> unit translation along x; "rz" -> unit rotation about z; "sz" -> a turn of the screw; "kz" -> of
 * the rack about its pinion. */
static void parse_motion(const char *text, SarVec3 *v, SarVec3 *w) {
  SarVec3 e = unit_axis(text[1] - 'x'), zero = {0, 0, 0};
  *v = text[0] == 't' ? e : text[0] == 's' ? sar_scale(PITCH, e) : zero;
  if (text[0] == 'k') *v = sar_scale(-PITCH, unit_axis(0));
  *w = text[0] == 't' ? zero : e;
}

/* Rank by Gram-Schmidt with reorthogonalisation. */
static int32_t rank_of(const Row *rows, int32_t n) {
  double basis[MAX_ROWS][9];
  int32_t rank = 0;
  for (int32_t i = 0; i < n; i++) {
    double x[9], before = 0, after = 0;
    sar_vec3_store(rows[i].g.d, x), sar_vec3_store(rows[i].g.a, x + 3), sar_vec3_store(rows[i].g.b, x + 6);
    for (int k = 0; k < 9; k++) before += x[k] * x[k];
    for (int32_t pass = 0; pass < 2 * rank; pass++) {
      double dot = 0;
      for (int k = 0; k < 9; k++) dot += basis[pass % rank][k] * x[k];
      for (int k = 0; k < 9; k++) x[k] -= dot * basis[pass % rank][k];
    }
    for (int k = 0; k < 9; k++) after += x[k] * x[k];
    if (after < 1e-12 * before || before == 0) continue;
    for (int k = 0; k < 9; k++) basis[rank][k] = x[k] / sqrt(after);
    rank++;
  }
  return rank;
}

/* "translation along x" answers to tx with 1 and to no other direction of its kind; "rotation about y" likewise. */
static void check_name(const Scene *s, const Row *row, const char *name) {
  char along = 0;
  bool translation = sscanf(name, "translation along %c", &along) == 1;
  if (!translation && sscanf(name, "rotation about %c", &along) != 1) return;
  if (along < 'x' || along > 'z' || strlen(name) != strlen(translation ? "translation along x" : "rotation about x")) {
    return;
  }
  for (char c = 'x'; c <= 'z'; c++) {
    char motion[3] = {translation ? 't' : 'r', c, 0};
    SarVec3 v, w;
    parse_motion(motion, &v, &w);
    CHECK_NEAR(fabs(row_rate(s, row, v, w)), c == along ? 1 : 0, 1e-13);
  }
}

static void check_joint(const Textbook *book, uint64_t *seed) {
  const SarElementClass *element_class = sar_element_class_find(SAR_SECTION_JOINTS, book->name);
  assert_non_null(element_class);
  Scene s = scene_of(element_class, seed);
  Row rows[MAX_ROWS];
  const char *names[MAX_ROWS];
  int32_t n = all_rows(&s, rows, names), free = 0;
  assert_int_equal(n, book->equations);
  assert_int_equal(rank_of(rows, n), n);
  for (int32_t i = 0; i < n; i++) {
    CHECK_NEAR(rows[i].value, 0, 1e-14);
    assert_true(names[i] && names[i][0]);
    for (int32_t j = 0; j < i; j++) assert_string_not_equal(names[i], names[j]);
    check_name(&s, &rows[i], names[i]);
  }
  for (const char *at = book->free; *at; at += 2 + (at[2] == ' '), free++) {
    SarVec3 v, w;
    parse_motion(at, &v, &w);
    for (int32_t i = 0; i < n; i++) CHECK_NEAR(row_rate(&s, &rows[i], v, w), 0, 1e-13);
  }
  assert_int_equal(n + free, 6);
}

static void test_rows(void **state) {
  (void)state;
  uint64_t seed = 11;
  for (int32_t i = 0; i < SAR_COUNT(textbook); i++) {
    for (int n = 0; n < 5; n++) check_joint(&textbook[i], &seed);
  }
}

static void test_coordinates(void **state) {
  (void)state;
  for (int32_t i = 0; i < SAR_COUNT(textbook); i++) {
    const SarJointSpec *spec = sar_element_class_find(SAR_SECTION_JOINTS, textbook[i].name)->joint;
    char names[128] = "";
    for (int32_t j = 0; j < spec->ncoordinates; j++) {
      strcat(strcat(names, j ? " " : ""), spec->coordinates[j].name);
    }
    assert_string_equal(names, textbook[i].coordinates);
  }
}

/* The first coordinate grows with the positive motion of the second side. */
static void test_sense_of_coordinates(void **state) {
  (void)state;
  static const struct {
    const char *joint, *motion;
    int32_t coordinate;
  } cases[] = {{"revolute", "rz", 0},    {"prismatic", "tz", 0}, {"cylindrical", "rz", 0},
               {"cylindrical", "tz", 1}, {"planar", "rz", 0},    {"planar", "tx", 1},
               {"planar", "ty", 2},      {"screw", "rz", 0},     {"point-on-line", "tz", 0}};
  uint64_t seed = 12;
  for (int32_t i = 0; i < SAR_COUNT(cases); i++) {
    const SarElementClass *c = sar_element_class_find(SAR_SECTION_JOINTS, cases[i].joint);
    Scene s = scene_of(c, &seed);
    Row row = coordinate_row(&s, &c->joint->coordinates[cases[i].coordinate]);
    SarVec3 v, w;
    parse_motion(cases[i].motion, &v, &w);
    CHECK_NEAR(row_rate(&s, &row, v, w), 1, 1e-13);
    CHECK_NEAR(row.value, 0, 1e-14);
  }
}

/* Every joint of the registry stands in the textbook or among the relations. */
static void test_registry_is_covered(void **state) {
  (void)state;
  int32_t joints = 0;
  for (int32_t i = 0; i < sar_element_class_count(); i++) {
    const SarElementClass *c = sar_element_class(i);
    if (c->section != SAR_SECTION_JOINTS) continue;
    bool known = c->joint->presses; /* made of equations: tests/physics/cam_test.c */
    for (int32_t j = 0; j < SAR_COUNT(textbook); j++) known |= strcmp(c->name, textbook[j].name) == 0;
    for (int32_t j = 0; j < SAR_COUNT(relations); j++) known |= strcmp(c->name, relations[j]) == 0;
    if (!known) fail_msg("the joint %s has no textbook entry in this test", c->name);
    assert_non_null(c->joint);
    if (!c->joint->relation) assert_int_equal(sar_field_index(c, "between"), 0);
    joints += !c->joint->presses;
  }
  assert_int_equal(joints, SAR_COUNT(textbook) + SAR_COUNT(relations));
}

static SarStatus combine(const char *type, SarContext *context, const SarValue *values, int32_t count,
                         const SarCoordinateKind *kinds, double *coefficient) {
  const SarElementClass *c = sar_element_class_find(SAR_SECTION_JOINTS, type);
  assert_true(c->joint->relation);
  assert_int_equal(c->joint->nrows, 1);
  assert_int_equal(c->joint->rows[0].kind, SAR_ROW_COMBINE);
  return c->joint->combine(context, "link", values, count, kinds, coefficient);
}

static void test_relations(void **state) {
  (void)state;
  const SarCoordinateKind turn = SAR_COORDINATE_ANGLE, slide = SAR_COORDINATE_DISPLACEMENT;
  SarContext *context = sar_context_create();
  SarValue values[3] = {{.given = true, .nlist = 2}, {.given = true, .real = -2.5}};
  double c[3];
  assert_int_equal(combine("gear", context, values, 2, (SarCoordinateKind[]){turn, turn}, c), SAR_OK);
  CHECK_NEAR(c[0] * 2 + c[1] * -5, 0, 1e-15); /* angles 2 and -5 */
  assert_int_equal(combine("gear", context, values, 2, (SarCoordinateKind[]){turn, slide}, c), SAR_INPUT);
  assert_int_equal(combine("gear", context, values, 3, (SarCoordinateKind[]){turn, turn, turn}, c), SAR_INPUT);

  values[1].real = 0.1;
  assert_int_equal(combine("rack-pinion", context, values, 2, (SarCoordinateKind[]){turn, slide}, c), SAR_OK);
  CHECK_NEAR(c[0] * 3 + c[1] * 0.3, 0, 1e-15);
  assert_int_equal(combine("rack-pinion", context, values, 2, (SarCoordinateKind[]){slide, turn}, c), SAR_INPUT);

  const double ratios[3] = {1, -2, 0.5};
  values[1] = (SarValue){.given = true, .list = ratios, .nlist = 3};
  assert_int_equal(combine("coupler", context, values, 3, (SarCoordinateKind[]){turn, turn, slide}, c), SAR_OK);
  for (int i = 0; i < 3; i++) CHECK_NEAR(c[i], ratios[i], 0);
  assert_int_equal(sar_context_errors(context), 3);
  sar_context_destroy(&context);
}

static SarStatus check(const char *type, SarContext *context, const SarValue *values) {
  return sar_element_class_find(SAR_SECTION_JOINTS, type)->check(context, "j", values);
}

static void test_checks(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarValue values[3] = {{0}};
  assert_int_equal(check("distance", context, values), SAR_OK);
  values[1] = (SarValue){.given = true, .real = 0};
  assert_int_equal(check("distance", context, values), SAR_INPUT);
  values[2] = (SarValue){.given = true, .real = -1};
  assert_int_equal(check("revolute-spherical", context, values), SAR_INPUT);
  values[2].real = 1;
  assert_int_equal(check("revolute-spherical", context, values), SAR_OK);
  assert_int_equal(check("gear", context, values), SAR_INPUT);
  assert_int_equal(check("rack-pinion", context, values), SAR_INPUT);

  const double ratios[4] = {1, 0, 2, 3};
  const char *const names[4] = {"A", "B", "C", "D"};
  values[0] = (SarValue){.given = true, .joints = names, .nlist = 2};
  values[1] = (SarValue){.given = true, .list = ratios, .nlist = 2};
  values[2] = (SarValue){0};
  assert_int_equal(check("coupler", context, values), SAR_INPUT); /* a ratio is zero */
  values[1].list = ratios + 2;
  assert_int_equal(check("coupler", context, values), SAR_OK);
  values[1].nlist = 1;
  assert_int_equal(check("coupler", context, values), SAR_INPUT);
  values[0].nlist = values[1].nlist = 4;
  assert_int_equal(check("coupler", context, values), SAR_INPUT);
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    assert_string_equal(d->element, "j");
    assert_non_null(d->remedy);
  }
  assert_int_equal(sar_context_errors(context), 7);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_rows),
      cmocka_unit_test(test_coordinates),
      cmocka_unit_test(test_sense_of_coordinates),
      cmocka_unit_test(test_registry_is_covered),
      cmocka_unit_test(test_relations),
      cmocka_unit_test(test_checks),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
