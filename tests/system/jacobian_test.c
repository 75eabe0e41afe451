/* The iteration matrix of every element class against differences of the residual, at random points that satisfy no
 * equation and with random weights, so that no term can hide behind another.
 *
 * The weights say how an unknown moves the point (method/problem.h): the dynamics rows see a, v and q move by their
 * weights, the position rows see q move by N alone, the velocity rows v by one and q by velocity_q N. */
#include <stdlib.h>
#include <string.h>

#include "system/cases.h"

#define MOST 160 /* unknowns of one case */
#define TOLERANCE 1e-7

typedef enum Rows { DYNAMICS, POSITION, VELOCITY, STATES, NROWS } Rows;

typedef struct Bench {
  SarContext *context;
  CaseLabel label;
  SarModel *model;
  SarSystem *system;
  SarMechanism *m;
  int32_t n, first[NROWS + 1]; /* rows, and unknowns, of one kind: first[k] .. first[k + 1] - 1 */
  CasePoint point;
  SarWeights weights;
  double rotation[9 * CASE_MOST / 7];
  /* what `move` moves */
  Rows rows;
  int32_t unknown;
} Bench;

static void open_bench(Bench *b, int32_t index) {
  *b = (Bench){.context = sar_context_create()};
  uint64_t seed = 77 + (uint64_t)index;
  case_build(b->context, index, &b->label, &b->model, &b->system);
  assert_int_equal(sar_mechanism_create(b->context, b->system, NULL, false, &b->m), SAR_OK);
  const SarSizes *n = &b->m->problem.n;
  b->n = sar_sizes_unknowns(n);
  assert_true(b->n <= MOST);
  const int32_t sizes[NROWS] = {n->nv, n->np, n->nn, n->nx};
  for (int k = 0; k < NROWS; k++) b->first[k + 1] = b->first[k] + sizes[k];
  case_point(b->system, &seed, &b->point);
  double w[7];
  for (int i = 0; i < 7; i++) w[i] = 1.5 + random_real(&seed);
  for (int32_t i = 0; i < 9 * b->system->nbodies; i++) b->rotation[i] = random_real(&seed) + (i % 9 % 4 == 0);
  b->weights = (SarWeights){w[0], w[1], w[2], w[3], w[4], w[5], w[6], b->rotation};
}

static void close_bench(Bench *b) {
  sar_mechanism_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

/* ---- the matrix by differences ---- */

/* Moves acceleration unknown j by s as the rows of one kind see it. */
static void move_acceleration(const Bench *b, double s, CasePoint *p) {
  int32_t j = b->unknown, body = j / 6, axis = j % 6;
  double dq[CASE_MOST] = {0}, q = 0;
  switch (b->rows) {
    case POSITION: q = 1; break;
    case VELOCITY: q = b->weights.velocity_q, p->v[j] += s; break;
    default: q = b->weights.q, p->a[j] += s * b->weights.a, p->v[j] += s * b->weights.v; break;
  }
  if (axis < 3) {
    dq[j] = 1;
  } else {
    for (int i = 0; i < 3; i++) dq[6 * body + 3 + i] = b->rotation[9 * body + 3 * i + axis - 3];
  }
  case_move(b->system, s * q, dq, p->q);
}

static void move_state(const Bench *b, double s, CasePoint *p) {
  int32_t j = b->unknown - b->first[STATES];
  p->xdot[j] += s * b->weights.xdot;
  p->x[j] += s * (b->rows == VELOCITY ? b->weights.velocity_x : b->weights.x);
}

static void residual_moved(void *self, double s, double *r) {
  const Bench *b = self;
  CasePoint p = b->point;
  int32_t j = b->unknown;
  if (j < b->first[POSITION]) {
    move_acceleration(b, s, &p);
  } else if (j < b->first[VELOCITY]) {
    p.lambda[j - b->first[POSITION]] += s;
  } else if (j < b->first[STATES]) {
    p.mu[j - b->first[VELOCITY]] += s;
  } else {
    move_state(b, s, &p);
  }
  SarPoint at = case_view(&p);
  assert_int_equal(sar_mechanism_residual(&b->m->problem, &at, r), SAR_OK);
}

static void differences(Bench *b, double (*dense)[MOST]) {
  double column[MOST];
  for (b->unknown = 0; b->unknown < b->n; b->unknown++) {
    for (b->rows = DYNAMICS; b->rows < NROWS; b->rows++) {
      case_derivative(residual_moved, b, b->n, column);
      for (int32_t i = b->first[b->rows]; i < b->first[b->rows + 1]; i++) dense[i][b->unknown] = column[i];
    }
  }
}

/* ---- the matrix by the mechanism ---- */

static void check_pattern(const SarPattern *p, int32_t n) {
  assert_int_equal(p->nrows, n);
  assert_int_equal(p->ncolumns, n);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      assert_in_range(p->row[k], 0, n - 1);
      assert_true(k == p->column[j] || p->row[k] > p->row[k - 1]);
    }
  }
}

/* The values in a full matrix: what is not in the pattern stays zero and is compared as zero. */
static void assembled(const Bench *b, const SarMechanism *m, double (*dense)[MOST]) {
  const SarPattern *p = &m->problem.pattern;
  double *values = calloc((size_t)p->column[b->n], sizeof *values);
  SarPoint at = case_view(&b->point);
  check_pattern(p, b->n);
  for (int32_t k = 0; k < p->column[b->n]; k++) values[k] = 1e30; /* whatever was there */
  assert_int_equal(sar_mechanism_jacobian(&m->problem, &at, &b->weights, values), SAR_OK);
  memset(dense, 0, sizeof(double) * MOST * MOST);
  for (int32_t j = 0; j < b->n; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) dense[p->row[k]][j] = values[k];
  }
  free(values);
}

static void compare_block(const Bench *b, Rows rows, Rows columns, double (*exact)[MOST], double (*measured)[MOST]) {
  double largest = 0;
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) largest = fmax(largest, fabs(measured[i][j]));
  }
  if (largest < 1e-9) largest = 1; /* nothing but rounding: must be zero */
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) {
      if (fabs(exact[i][j] - measured[i][j]) <= TOLERANCE * largest) continue;
      fail_msg("%s: row %d (kind %d), unknown %d (kind %d): %.12g, by differences %.12g, largest of the block %g",
               b->label.text, (int)(i - b->first[rows]), rows, (int)(j - b->first[columns]), columns, exact[i][j],
               measured[i][j], largest);
    }
  }
}

typedef double Matrix[MOST][MOST];

static void matrix_is_the_derivative(void **state) {
  (void)state;
  Matrix *exact = malloc(sizeof *exact), *measured = malloc(sizeof *measured);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    open_bench(&b, index);
    assembled(&b, b.m, *exact);
    differences(&b, *measured);
    for (int rows = 0; rows < NROWS; rows++) {
      for (int columns = 0; columns < NROWS; columns++) {
        compare_block(&b, (Rows)rows, (Rows)columns, *exact, *measured);
      }
    }
    close_bench(&b);
  }
  free(exact);
  free(measured);
  print_message("%d models\n", (int)case_count());
}

/* N = I when no rotation is given. */
static void no_rotation_means_identity(void **state) {
  (void)state;
  Matrix *with = malloc(sizeof *with), *without = malloc(sizeof *without);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    open_bench(&b, index);
    for (int32_t i = 0; i < 9 * b.system->nbodies; i++) b.rotation[i] = i % 9 % 4 == 0;
    assembled(&b, b.m, *with);
    b.weights.rotation = NULL;
    assembled(&b, b.m, *without);
    assert_memory_equal(*with, *without, sizeof *with);
    close_bench(&b);
  }
  free(with);
  free(without);
}

/* A row that is not carried is lambda = 0 and nothing else depends on it; the others stay as they were. */
static void check_dropped(Bench *b, const bool *carried, double (*full)[MOST], double (*part)[MOST]) {
  SarMechanism *m;
  double r[MOST];
  SarPoint at = case_view(&b->point);
  assert_int_equal(sar_mechanism_create(b->context, b->system, carried, false, &m), SAR_OK);
  assembled(b, b->m, full);
  assembled(b, m, part);
  assert_int_equal(sar_mechanism_residual(&m->problem, &at, r), SAR_OK);
  for (int32_t i = 0; i < b->n; i++) {
    for (int32_t j = 0; j < b->n; j++) {
      int32_t ri = i - b->first[POSITION], rj = j - b->first[POSITION], np = b->system->nposition;
      bool dropped = (ri >= 0 && ri < np && !carried[ri]) || (rj >= 0 && rj < np && !carried[rj]);
      double expected = dropped ? (i == j) : full[i][j];
      if (part[i][j] != expected) {
        fail_msg("%s: entry (%d, %d) is %g, expected %g", b->label.text, (int)i, (int)j, part[i][j], expected);
      }
    }
  }
  for (int32_t i = 0; i < b->system->nposition; i++) {
    if (!carried[i]) assert_true(r[b->first[POSITION] + i] == b->point.lambda[i]);
  }
  sar_mechanism_destroy(&m);
}

static void rows_not_carried_are_identity(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *part = malloc(sizeof *part);
  uint64_t seed = 5;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    bool carried[CASE_MOST];
    open_bench(&b, index);
    for (int32_t i = 0; i < b.system->nposition; i++) carried[i] = i != 0 && random_real(&seed) > -0.2;
    check_dropped(&b, carried, *full, *part);
    close_bench(&b);
  }
  free(full);
  free(part);
}

/* The regularised pattern has the whole diagonal and gives the same values elsewhere. */
static void regularised_has_the_diagonal(void **state) {
  (void)state;
  Matrix *full = malloc(sizeof *full), *part = malloc(sizeof *part);
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    SarMechanism *m;
    open_bench(&b, index);
    assert_int_equal(sar_mechanism_create(b.context, b.system, NULL, true, &m), SAR_OK);
    assembled(&b, b.m, *full);
    assembled(&b, m, *part);
    assert_memory_equal(*full, *part, sizeof *full);
    const SarPattern *p = &m->problem.pattern;
    for (int32_t i = 0; i < m->problem.n.np + m->problem.n.nn; i++) {
      int32_t column = b.first[POSITION] + i, slot = m->constraint_diagonal[i];
      assert_in_range(slot, p->column[column], p->column[column + 1] - 1);
      assert_int_equal(p->row[slot], column);
    }
    sar_mechanism_destroy(&m);
    close_bench(&b);
  }
  free(full);
  free(part);
}

/* The same point gives the same bits, whatever was evaluated before. */
static void evaluation_leaves_nothing_behind(void **state) {
  (void)state;
  for (int32_t index = 0; index < case_count(); index++) {
    Bench b;
    CasePoint other;
    uint64_t seed = 9;
    double first[MOST], again[MOST];
    open_bench(&b, index);
    case_point(b.system, &seed, &other);
    SarPoint at = case_view(&b.point), elsewhere = case_view(&other);
    assert_int_equal(sar_mechanism_residual(&b.m->problem, &at, first), SAR_OK);
    assert_int_equal(sar_mechanism_residual(&b.m->problem, &elsewhere, again), SAR_OK);
    assert_int_equal(sar_mechanism_residual(&b.m->problem, &at, again), SAR_OK);
    assert_memory_equal(first, again, (size_t)b.n * sizeof(double));
    close_bench(&b);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(matrix_is_the_derivative),         cmocka_unit_test(no_rotation_means_identity),
      cmocka_unit_test(rows_not_carried_are_identity),    cmocka_unit_test(regularised_has_the_diagonal),
      cmocka_unit_test(evaluation_leaves_nothing_behind),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
