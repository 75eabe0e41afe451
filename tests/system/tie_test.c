/* Interfaces that follow a body and some coordinates (system/tie.h): the six rows at all levels against differences,
 * their transposes, their power, their loads. */
#include "system/tie.h"

#include <stdlib.h>
#include <string.h>

#include "read/read.h"
#include "system/ask.h"
#include "system/matrix.h"
#include "system/wrench.h"

/* Two interfaces on one body with three coordinates, one on another body with one of them; a spring, a joint and a
 * second joint to the ground act on them. */
static const char text[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: [0.1, 0.2, 0.3], com: [0.05, 0, 0.02], at: [0.5, 0, 0], turn: {axis: [0, 1, 0], angle: "
    "0.4}}\n"
    "  b: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [1.5, 0.1, 0]}\n"
    "  p: {mass: 0, inertia: [0, 0, 0], at: [0.9, 0.1, 0.2], turn: {axis: [1, 0, 0], angle: 0.2}}\n"
    "  r: {mass: 0, inertia: [0, 0, 0], at: [0.1, 0.2, 0.2]}\n"
    "  s: {mass: 0, inertia: [0, 0, 0], at: [1.8, 0.2, 0.2]}\n"
    "coordinates:\n"
    "  e1: {kind: number, mass: 2, at: 0.1}\n"
    "  e2: {kind: number, mass: 3, at: -0.2}\n"
    "  e3: {kind: number, mass: 0.5, at: 0.3}\n"
    "joints:\n"
    "  j: {type: revolute, between: [p, b], at: [1.2, 0, 0], axis: y}\n"
    "  k: {type: spherical, between: [ground, r], at: [0, 0, 0]}\n"
    "forces:\n"
    "  f: {type: spring-damper, between: [p, s], stiffness: 30, damping: 2, length: 0.4}\n";

static double shapes[3][6 * 3];

static void tie(SarSystem *s, int32_t which, const char *element, const char *body, const char *node, int32_t n) {
  uint64_t seed = 3 + (uint64_t)which;
  SarTieSetup setup = {.element = sar_model_find(s->model, element), .n = n, .shape = shapes[which]};
  setup.body = s->places[sar_model_find(s->model, body)].body;
  setup.node = s->places[sar_model_find(s->model, node)].body;
  setup.point = random_vector(&seed);
  for (int i = 0; i < 6 * n; i++) shapes[which][i] = 0.5 * random_real(&seed);
  assert_int_equal(sar_system_add_tie(s, &setup), SAR_OK);
}

/* Rows behind those of the joints: nothing else is numbered behind them in this model. */
static void build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system) {
  (void)index;
  strcpy(label->text, "ties");
  SarStatus status = sar_model_read_text(context, "tie.yaml", text, strlen(text), &(SarReadOptions){0}, model);
  if (status == SAR_OK) status = sar_system_compile(context, *model, system);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(context, 0)->message);
  SarSystem *s = *system;
  tie(s, 0, "e1", "a", "p", 3);
  tie(s, 1, "e1", "a", "r", 3);
  tie(s, 2, "e3", "b", "s", 1);
  for (int32_t i = 0; i < s->nscalars; i++) s->scalars[i].scale = s->scalars[i].rotation ? s->length : 1;
  assert_int_equal(sar_compile_tie_coordinates(s), SAR_OK);
  assert_int_equal(s->ties[1].coordinate, 0);
  assert_int_equal(s->ties[2].coordinate, 2);
}

static void matrix_is_the_derivative(void **state) {
  (void)state;
  const SarRowLevel levels[] = {SAR_ROWS_POSITION, SAR_ROWS_VELOCITY, SAR_ROWS_ACCELERATION};
  uint64_t seed = 41;
  for (int k = 0; k < 3; k++) {
    Bench b;
    bench_open(&b, build, 0);
    b.weights.rows = levels[k];
    bench_compare(&b);
    for (int i = 0; k > 0 && i < 3; i++) {
      bench_spin(&b, &seed);
      bench_compare_constraints(&b, 1e-6);
    }
    bench_close(&b);
  }
}

/* ---- levels: each is the derivative of the one before along the motion ---- */

static CasePoint later(const Bench *b, double s) {
  CasePoint p = b->point;
  case_move(b->system, s, p.v, p.q);
  for (int32_t i = 0; i < sar_system_nv(b->system); i++) p.v[i] += s * p.a[i];
  return p;
}

static void position_later(void *self, double s, double *phi) {
  const Bench *b = self;
  CasePoint p = later(b, s);
  assert_int_equal(sar_workspace_position(&b->m->problem, p.t, p.q, phi), SAR_OK);
}

static void velocity_later(void *self, double s, double *out) {
  const Bench *b = self;
  CasePoint p = later(b, s);
  SarPoint at = case_view(&p);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &at, out), SAR_OK);
}

static void check_rows(const char *what, const double *value, const double *expected, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (fabs(value[i] - expected[i]) > 1e-8 * (1 + fabs(expected[i]))) {
      fail_msg("%s, row %d: %.12g, expected %.12g", what, (int)i, value[i], expected[i]);
    }
  }
}

static void levels_follow_from_each_other(void **state) {
  (void)state;
  Bench b;
  double derivative[CASE_MOST], rows[CASE_MOST], all[MOST], right[CASE_MOST], expected[CASE_MOST];
  Matrix *matrix = malloc(sizeof *matrix);
  bench_open(&b, build, 0);
  int32_t np = b.system->nposition, first = b.first[POSITION];
  SarPoint at = case_view(&b.point);
  assert_int_equal(sar_workspace_residual(&b.m->problem, &at, all), SAR_OK);
  position_later(&b, 0, rows);
  check_rows("residual", all + first, rows, np);
  case_derivative(position_later, &b, np, derivative);
  velocity_later(&b, 0, rows);
  check_rows("velocity", rows, derivative, np);

  /* the columns of the multipliers are the rows of the gradient, which takes accelerations to the second derivative */
  b.weights = (SarWeights){.a = 1};
  bench_matrix(&b, b.m, *matrix);
  case_derivative(velocity_later, &b, np, derivative);
  assert_int_equal(sar_workspace_acceleration(&b.m->problem, &at, right), SAR_OK);
  for (int32_t i = 0; i < np; i++) {
    expected[i] = -right[i];
    for (int32_t j = 0; j < first; j++) {
      expected[i] += (*matrix)[j][first + i] * at.a[j];
      assert_true(fabs((*matrix)[j][first + i] - (*matrix)[first + i][j]) < 1e-14);
    }
  }
  check_rows("acceleration", expected, derivative, np);
  free(matrix);
  bench_close(&b);
}

/* ---- loads ---- */

/* What the elements report is what acts on bodies and coordinates: of bodies without mass all there is. */
static void loads_are_those_of_the_rows(void **state) {
  (void)state;
  Bench b;
  double r[MOST], before[MOST], action[CASE_MOST] = {0};
  bench_open(&b, build, 0);
  SarPoint at = case_view(&b.point);
  assert_int_equal(sar_workspace_residual(&b.m->problem, &at, r), SAR_OK);
  for (int32_t e = 0; e < b.model->nelements; e++) {
    if (!b.system->places[e].ties.count) continue;
    assert_true(sar_system_element_acts(b.system, e));
    sar_ties_add_action(b.m, e, at.lambda, action);
  }
  double load[6];
  int32_t node = b.system->ties[0].node;
  sar_workspace_interface_load(b.m, node, &at, load);
  for (int32_t i = 0; i < 3 * 6; i++) b.point.lambda[b.system->ties[0].row + i] = 0;
  assert_int_equal(sar_workspace_residual(&b.m->problem, &at, before), SAR_OK);
  for (int32_t i = 0; i < b.first[POSITION]; i++) CHECK_NEAR(action[i], before[i] - r[i], 1e-12 * (1 + fabs(r[i])));
  for (int i = 0; i < 3; i++) CHECK_NEAR(load[i], action[6 * node + i], 1e-13);
  SarVec3 torque = sar_mul(&b.m->kin[node].A, sar_vec3_load(action + 6 * node + 3));
  CHECK_NEAR(sar_norm(sar_sub(torque, sar_vec3_load(load + 3))), 0, 1e-13);
  bench_close(&b);
}

/* Rounding errors of a row are some eps times its magnitude, so no term of a row is larger. */
static void magnitudes_have_every_term(void **state) {
  (void)state;
  Bench b;
  double r[MOST], size[MOST];
  bench_open(&b, build, 0);
  SarPoint at = case_view(&b.point);
  assert_int_equal(sar_workspace_residual(&b.m->problem, &at, r), SAR_OK);
  assert_int_equal(sar_workspace_magnitude(&b.m->problem, &at, size), SAR_OK);
  for (int32_t i = 0; i < b.n; i++) assert_true(size[i] >= fabs(r[i]) * (1 - 1e-12));
  bench_close(&b);
}

/* Every row holds its node, its body and its coordinates together. */
static void rows_know_what_they_hold(void **state) {
  (void)state;
  Bench b;
  SarRowPair *pairs;
  int32_t count, seen[3] = {0};
  bool rotation[CASE_MOST];
  bench_open(&b, build, 0);
  const SarTie *first = &b.system->ties[0];
  assert_int_equal(sar_system_row_pairs(b.context, b.system, &pairs, &count), SAR_OK);
  for (int32_t i = 0; i < count; i++) {
    if (pairs[i].row != first->row + 5) continue;
    if (pairs[i].a < b.system->nbodies) {
      assert_true(pairs[i].a == first->body && pairs[i].b == first->node);
    } else {
      assert_int_equal(pairs[i].b, first->body);
      seen[pairs[i].a - b.system->nbodies - 1]++;
    }
  }
  for (int i = 0; i < 3; i++) assert_int_equal(seen[i], 1);
  sar_system_rotation_rows(b.system, rotation);
  for (int i = 0; i < 6; i++) assert_int_equal(rotation[first->row + i], i >= 3);
  assert_string_equal(b.system->rows[first->row + 4].name, "rotation about y of the interface");
  assert_int_equal(b.system->rows[first->row].element, b.system->bodies[first->node].element);
  free(pairs);
  bench_close(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrix_is_the_derivative),    cmocka_unit_test(levels_follow_from_each_other),
      cmocka_unit_test(loads_are_those_of_the_rows), cmocka_unit_test(magnitudes_have_every_term),
      cmocka_unit_test(rows_know_what_they_hold),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
