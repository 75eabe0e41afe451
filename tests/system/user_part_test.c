/* Programs of user-defined physics do no more than they must: of the matrix only what enters, and nothing twice at one
 * point. What they give has the same bits. */
#include <string.h>

#include "check.h"
#include "read/read.h"
#include "system/system.h"
#include "system/user/user.h"

static const char text[] =
    "gravity: [0, 0, -9.81]\n"
    "bodies:\n"
    "  a: {mass: 1, inertia: [0.1, 0.2, 0.3], at: [0.5, 0, 0]}\n"
    "  b: {mass: 2, inertia: [0.1, 0.2, 0.3], at: [1.5, 0.1, 0]}\n"
    "joints:\n"
    "  j: {type: revolute, between: [ground, a], at: [0, 0, 0], axis: y}\n"
    "coordinates:\n"
    "  q: {kind: length, mass: \"2 + 0.1*cos(q)\", at: 0.1}\n"
    "states:\n"
    "  x: {start: 1, rate: \"-3*x*dx(b) + q\"}\n"
    "variables:\n"
    "  w: {value: \"q - 0.1*w^3 + tanh(vx(b)) + accx(b)\"}\n"
    "forces:\n"
    "  f: {type: force, between: [ground, b], force: [\"w*sin(dx(b)) - vx(b)^3\", \"fx(j)*0.1*cos(az(b))\", \"x\"]}\n"
    "  g: {type: force, between: [a, b], force: [\"-30*dx(b, a) + angle(j)\", \"-vy(b, a)*dm(b, a)\", 0]}\n";

typedef struct Bench {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  double numbers[256];
  SarPoint at;
} Bench;

/* A point that is nowhere near anything special. */
static void choose_point(Bench *b) {
  const SarSizes *n = &b->m->problem.n;
  double *next = b->numbers;
  for (size_t i = 0; i < SAR_COUNT(b->numbers); i++) b->numbers[i] = 0.3 + 0.5 * sin(1.7 * (double)i);
  b->at = (SarPoint){.t = 0.2, .q = next, .v = next + 32, .a = next + 64, .lambda = next + 96, .mu = next + 128};
  b->at.x = next + 160, b->at.xdot = next + 192, b->at.z = next + 224;
  assert_true(n->nv <= 32 && n->np <= 32 && n->nn <= 32 && n->nx <= 32 && n->nz <= 32);
  for (int32_t i = 0; i < 2; i++) {
    SarQuat turned = sar_quat_normalise(sar_quat_load(next + 7 * i + 3));
    sar_quat_store(turned, next + 7 * i + 3);
  }
}

static void open_model(Bench *b) {
  *b = (Bench){.context = sar_context_create()};
  SarStatus status = sar_model_read_text(b->context, "part.yaml", text, strlen(text), &(SarReadOptions){0}, &b->model);
  if (status == SAR_OK) status = sar_system_compile(b->context, b->model, &b->system);
  if (status == SAR_OK) status = sar_workspace_create(b->context, b->system, NULL, false, &b->m);
  if (status != SAR_OK) fail_msg("%s", sar_context_get(b->context, 0)->message);
  choose_point(b);
}

static void close_model(Bench *b) {
  sar_workspace_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

/* Operations that it took. */
static int64_t matrix(Bench *b, SarWeights weights, double *values) {
  int64_t before = *b->m->work;
  const SarProblem *p = &b->m->problem;
  assert_int_equal(p->ops->jacobian(p, &b->at, &weights, values), SAR_OK);
  return *b->m->work - before;
}

static void only_what_enters(void **state) {
  (void)state;
  Bench b;
  static double part[1024], whole[1024];
  open_model(&b);
  assert_true(b.m->problem.pattern.column[b.m->problem.pattern.ncolumns] <= 1024);
  int64_t few = matrix(&b, (SarWeights){.a = 1, .xdot = 1}, part);
  int64_t all = matrix(&b, (SarWeights){.a = 1, .xdot = 1, .q = 1e-250}, whole);
  assert_true(few > 0 && 2 * few < all);
  double largest = 0;
  for (int32_t i = 0; i < b.m->problem.pattern.column[b.m->problem.pattern.ncolumns]; i++) {
    assert_true(fabs(part[i] - whole[i]) <
                1e-200); /* what is weighted by next to nothing, where there is nothing else */
    largest = fmax(largest, fabs(part[i]));
  }
  assert_true(largest > 1);
  close_model(&b);
}

static int64_t residual(Bench *b, double *rows) {
  int64_t before = *b->m->work;
  const SarProblem *p = &b->m->problem;
  assert_int_equal(p->ops->residual(p, &b->at, rows), SAR_OK);
  return *b->m->work - before;
}

static void nothing_twice(void **state) {
  (void)state;
  Bench b;
  double first[64], again[64], other[64];
  open_model(&b);
  int32_t n = sar_sizes_unknowns(&b.m->problem.n);
  assert_true(n <= 64);
  assert_true(residual(&b, first) > 0);
  assert_int_equal(residual(&b, again), 0);
  assert_memory_equal(first, again, (size_t)n * sizeof *first);
  double *v = b.numbers + 32, before = v[6];
  v[6] = nextafter(before, 1); /* velocity of b along x */
  assert_true(residual(&b, other) > 0);
  v[6] = before;
  assert_true(residual(&b, again) > 0);
  assert_memory_equal(first, again, (size_t)n * sizeof *first);
  close_model(&b);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(only_what_enters), cmocka_unit_test(nothing_twice)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
