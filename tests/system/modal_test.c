/* Modal bodies in a mechanism: the matrix against differences of the residual, with all of the amplitudes' block and
 * where its diagonal is all there is; what the diagonal leaves out, and that it grows with the number of shapes alone.
 */
#define _POSIX_C_SOURCE 200809L
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "method/method.h"
#include "read/read.h"
#include "system/matrix.h"
#include "system/modal_body.h"

enum { SHAPES = 9, PER_SHAPE = 2 * (6 + 4 * 6) + 1 };

/* %s: the file, and what else is said of the body. Interfaces hold a wheel, the ground and a spring. */
static const char text[] =
    "gravity: [1, 2, -9.81]\n"
    "bodies:\n"
    "  frame: {type: modal, file: %s, damping: 0.02, omega: [1, 2, 3]%s}\n"
    "  wheel: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [1, -0.5, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [frame.a, wheel], axis: y}\n"
    "  ball: {type: spherical, between: [ground, frame.b]}\n"
    "forces:\n"
    "  wind: {type: modal-load, body: frame, case: wind, factor: \"sin(3*t)\"}\n"
    "  spring: {type: spring-damper, between: [ground, frame.c], stiffness: 30, damping: 2, length: 0.4}\n";

static const char *const kinds[] = {", coupling: full", "", ", terms: first_order",
                                    ", terms: first_order, coupling: full", ", terms: constant"};
enum { FULL, DIAGONAL };

/* Shapes that carry momentum as well, a preload and a load that is spread over the body. */
static void write_body(SarContext *context, int32_t n, const char *path) {
  SarArena *arena = sar_arena_create();
  SarReduced *body = modal_body(arena, n);
  double *numbers = SAR_NEW(arena, 8 * (size_t)n, double);
  uint64_t seed = 9;
  assert_true(body && numbers);
  for (int32_t i = 0; i < 8 * n; i++) numbers[i] = random_real(&seed) / sqrt(n); /* the mass stays definite */
  SarReducedLoad wind = {"wind", {1, 2, 3}, {4, 5, 6}, numbers + 7 * n};
  body->psi = numbers, body->g0 = numbers + 3 * n, body->preload = numbers + 6 * n;
  body->loads = &wind, body->nloads = 1;
  assert_int_equal(sar_reduced_write(context, path, body), SAR_OK);
  sar_arena_destroy(&arena);
}

static void build_of(SarContext *context, int32_t n, const char *kind, SarModel **model, SarSystem **system) {
  char path[] = "modal-XXXXXX", whole[sizeof text + 256];
  int file = mkstemp(path);
  assert_true(file >= 0);
  close(file);
  unlink(path);
  write_body(context, n, path);
  snprintf(whole, sizeof whole, text, path, kind);
  SarStatus status = sar_model_read_text(context, "modal.yaml", whole, strlen(whole), &(SarReadOptions){0}, model);
  unlink(path);
  if (status == SAR_OK) status = sar_system_compile(context, *model, system);
  if (status != SAR_OK) fail_msg("%s: %s", kind, sar_context_get(context, 0)->message);
}

static void build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system) {
  snprintf(label->text, sizeof label->text, "modal body%s", kinds[index]);
  build_of(context, SHAPES, kinds[index], model, system);
}

static void matrix_is_the_derivative(void **state) {
  (void)state;
  for (int32_t index = 0; index < SAR_COUNT(kinds); index++) {
    Bench b;
    bench_open(&b, build, index);
    assert_int_equal(b.m->problem.approximate, index == DIAGONAL);
    if (index != DIAGONAL) bench_compare(&b);
    bench_close(&b);
  }
}

/* Nothing is missing in the matrix with the diagonal but amplitudes by each other. */
static void diagonal_is_part_of_the_whole(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *diagonal = malloc(sizeof *diagonal);
  Bench a, b;
  bench_open(&a, build, FULL);
  bench_open(&b, build, DIAGONAL);
  b.point = a.point;
  b.weights = a.weights;
  memcpy(b.rotation, a.rotation, sizeof a.rotation);
  b.weights.rotation = b.rotation;
  bench_matrix(&a, a.m, *full);
  bench_matrix(&b, b.m, *diagonal);
  int32_t first = 6 * a.system->nbodies, end = first + SHAPES;
  double left_out = 0;
  assert_int_equal(a.n, b.n);
  assert_int_equal(a.m->problem.n.nv, end);
  for (int32_t i = 0; i < a.n; i++) {
    for (int32_t j = 0; j < a.n; j++) {
      bool other = i != j && i >= first && i < end && j >= first && j < end;
      if (other) left_out = fmax(left_out, fabs((*full)[i][j]));
      CHECK_NEAR((*diagonal)[i][j], other ? 0 : (*full)[i][j], 0);
    }
  }
  assert_true(left_out > 1e-3);
  bench_close(&a);
  bench_close(&b);
  free(full);
  free(diagonal);
}

/* The same rows, whatever is in the matrix. */
static void rows_are_the_same(void **state) {
  (void)state;
  Bench a, b;
  double first[MOST], second[MOST];
  bench_open(&a, build, FULL);
  bench_open(&b, build, DIAGONAL);
  SarPoint at = case_view(&a.point);
  bench_rows(&a, &at, first);
  bench_rows(&b, &at, second);
  assert_memory_equal(first, second, (size_t)a.n * sizeof *first);
  bench_close(&a);
  bench_close(&b);
}

static int32_t entries_with(int32_t n, int64_t *numbers) {
  SarContext *context = sar_context_create();
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  build_of(context, n, kinds[DIAGONAL], &model, &system);
  assert_int_equal(sar_workspace_create(context, system, NULL, false, &m), SAR_OK);
  int32_t entries = m->problem.pattern.column[m->problem.pattern.ncolumns];
  *numbers = (int64_t)system->part_size + system->npart_slots + system->part_space;
  sar_workspace_destroy(&m);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return entries;
}

static void it_grows_with_the_shapes(void **state) {
  (void)state;
  int64_t numbers[3];
  int32_t ten = entries_with(10, &numbers[0]), twenty = entries_with(20, &numbers[1]),
          forty = entries_with(40, &numbers[2]);
  assert_int_equal(twenty - ten, 10 * PER_SHAPE);
  assert_int_equal(forty - twenty, 20 * PER_SHAPE);
  assert_int_equal(numbers[2] - numbers[1], 2 * (numbers[1] - numbers[0]));
}

static SarStatus create_with(Bench *b, const char *method) {
  SarStepOptions options = {.end = 1, .tolerance = 1e-4};
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  assert_int_equal(sar_method_parse(b->context, method, sar_nowhere(), &choice), SAR_OK);
  SarStatus status = sar_integrator_create(b->context, &b->m->problem, &choice, &options, &integrator);
  sar_integrator_destroy(&integrator);
  return status;
}

/* Methods without iterations that need an exact matrix say so, and what to do. */
static void who_needs_an_exact_matrix(void **state) {
  (void)state;
  static const char *const others[] = {"w-method", "hht", "radau5", "bdf"};
  Bench full, diagonal;
  bench_open(&full, build, FULL);
  bench_open(&diagonal, build, DIAGONAL);
  assert_int_equal(create_with(&full, "rosenbrock-nystrom"), SAR_OK);
  for (size_t i = 0; i < SAR_COUNT(others); i++) assert_int_equal(create_with(&diagonal, others[i]), SAR_OK);
  assert_int_equal(sar_context_count(diagonal.context), 0);
  assert_int_equal(create_with(&diagonal, "rosenbrock-nystrom"), SAR_INPUT);
  assert_int_equal(sar_context_count(diagonal.context), 1);
  assert_non_null(strstr(sar_context_get(diagonal.context, 0)->remedy, "coupling: full"));
  bench_close(&full);
  bench_close(&diagonal);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrix_is_the_derivative),  cmocka_unit_test(diagonal_is_part_of_the_whole),
      cmocka_unit_test(rows_are_the_same),         cmocka_unit_test(it_grows_with_the_shapes),
      cmocka_unit_test(who_needs_an_exact_matrix),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
