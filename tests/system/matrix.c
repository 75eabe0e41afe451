#include "system/matrix.h"

#include <stdlib.h>
#include <string.h>

#define TOLERANCE 1e-7

/* The distance of the slip in frictional joints from where the pieces of the law meet, which are no kinks. */
static double friction_margin(const Bench *b, const SarPoint *at) {
  double least = INFINITY;
  sar_workspace_place(b->m, at->q, at->v);
  for (int32_t e = 0; e < b->model->nelements; e++) {
    const SarModelElement *element = &b->model->elements[e];
    const SarPlace *place = &b->system->places[e];
    if (!element->class->joint || sar_field_index(element->class, "friction") < 0) continue;
    if (sar_model_value(element, "friction")->real == 0) continue;
    double stiction = sar_model_value(element, "stiction_velocity")->real;
    for (int32_t i = 0; i < place->coordinates.count; i++) {
      int32_t y = place->coordinates.first + i;
      bool angle = b->system->coordinates[y].turns >= 0;
      double radius = angle && sar_field_index(element->class, "pin_radius") >= 0
                          ? sar_model_value(element, "pin_radius")->real
                          : 1;
      double slip = fabs(radius * sar_workspace_coordinate(b->m, y, at->t).rate);
      least = fmin(least, fmin(fabs(slip - stiction), fabs(slip - 1.5 * stiction)));
    }
  }
  return least;
}

/* A point away from the kinks and jumps of all expressions, whose branches are those of the point. */
static void draw_point(Bench *b, uint64_t *seed) {
  const double nearest = 0.1; /* differences go 1e-3 times a weight times a derivative, together not so far */
  double roots[MOST], least = 0;
  assert_true(b->m->problem.n.nroots <= MOST);
  for (int tried = 0; tried < 1000 && least < nearest; tried++) {
    case_point(b->system, seed, &b->point);
    SarPoint at = case_view(&b->point);
    b->m->problem.ops->settle(&b->m->problem, &at);
    assert_int_equal(b->m->problem.ops->roots(&b->m->problem, &at, roots), SAR_OK);
    least = 5 * friction_margin(b, &at);
    for (int32_t i = 0; i < b->m->problem.n.nroots; i++) least = fmin(least, fabs(roots[i]));
  }
  if (least < nearest) fail_msg("%s: no point away from kinks", b->label.text);
}

void bench_open(Bench *b, BenchBuild *build, int32_t index) {
  *b = (Bench){.context = sar_context_create()};
  uint64_t seed = 77 + (build == case_build ? case_seed(index) : (uint64_t)index);
  build(b->context, index, &b->label, &b->model, &b->system);
  assert_int_equal(sar_workspace_create(b->context, b->system, NULL, false, &b->m), SAR_OK);
  const SarSizes *n = &b->m->problem.n;
  b->n = sar_sizes_unknowns(n);
  assert_true(b->n <= MOST);
  const int32_t sizes[NROWS] = {n->nv, n->np, n->nn, n->nx, n->nz};
  for (int k = 0; k < NROWS; k++) b->first[k + 1] = b->first[k] + sizes[k];
  draw_point(b, &seed);
  double w[7];
  for (int i = 0; i < 7; i++) w[i] = 1.5 + random_real(&seed);
  for (int32_t i = 0; i < 9 * b->system->nbodies; i++) b->rotation[i] = random_real(&seed) + (i % 9 % 4 == 0);
  b->weights = (SarWeights){w[0], w[1], w[2], w[3], w[4], w[5], w[6], b->rotation, SAR_ROWS_POSITION};
}

void bench_spin(Bench *b, uint64_t *seed) {
  for (int32_t body = 0; body < b->system->nbodies; body++) {
    sar_quat_store(sar_quat_exp(sar_scale(3, random_unit(seed))), b->point.q + 7 * body + 3);
  }
  for (int32_t i = 0; i < sar_system_nv(b->system); i++) {
    b->point.v[i] = 8 * random_real(seed);
    b->point.a[i] = 30 * random_real(seed);
  }
  SarPoint at = case_view(&b->point); /* angles are followed from here: at other rates they keep their turns */
  b->m->problem.ops->accept(&b->m->problem, &at);
}

void bench_close(Bench *b) {
  sar_workspace_destroy(&b->m);
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

/* ---- the matrix by differences ---- */

/* Moves acceleration unknown j by s as the rows of one kind see it. */
static void move_acceleration(const Bench *b, double s, CasePoint *p) {
  int32_t j = b->unknown, body = j / 6, axis = j % 6;
  double dq[CASE_MOST] = {0}, q = 0;
  bool acceleration = b->weights.rows == SAR_ROWS_ACCELERATION;
  switch (acceleration ? DYNAMICS : b->rows) {
    case POSITION: q = 1; break;
    case VELOCITY: q = b->weights.velocity_q, p->v[j] += s; break;
    default: q = b->weights.q, p->a[j] += s * b->weights.a, p->v[j] += s * b->weights.v; break;
  }
  if (axis < 3 || body >= b->system->nbodies) {
    dq[j] = 1;
  } else {
    for (int i = 0; i < 3; i++) dq[6 * body + 3 + i] = b->rotation[9 * body + 3 * i + axis - 3];
  }
  case_move(b->system, s * q, dq, p->q);
}

static void move_state(const Bench *b, double s, CasePoint *p) {
  int32_t j = b->unknown - b->first[STATES];
  p->xdot[j] += s * b->weights.xdot;
  bool own = b->rows == VELOCITY && b->weights.rows != SAR_ROWS_ACCELERATION;
  p->x[j] += s * (own ? b->weights.velocity_x : b->weights.x);
}

/* Rates are affine in v, so Phi_q a is a difference of two of them. */
static void accelerations(const Bench *b, const SarPoint *at, double *rows) {
  const SarSizes *n = &b->m->problem.n;
  double right[MOST], slow[MOST], fast[MOST], v[CASE_MOST];
  SarPoint faster = *at;
  for (int32_t i = 0; i < n->nv; i++) v[i] = at->v[i] + at->a[i];
  faster.v = v;
  assert_int_equal(sar_workspace_acceleration(&b->m->problem, at, right), SAR_OK);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, at, slow), SAR_OK);
  assert_int_equal(sar_workspace_velocity(&b->m->problem, &faster, fast), SAR_OK);
  for (int32_t i = 0; i < n->np + n->nn; i++) rows[i] = fast[i] - slow[i] - right[i];
}

void bench_rows(const Bench *b, const SarPoint *at, double *rows) {
  const SarSizes *n = &b->m->problem.n;
  double rates[MOST];
  assert_int_equal(sar_workspace_residual(&b->m->problem, at, rows), SAR_OK);
  if (b->weights.rows == SAR_ROWS_ACCELERATION) accelerations(b, at, rows + n->nv);
  if (b->weights.rows != SAR_ROWS_VELOCITY) return;
  assert_int_equal(sar_workspace_velocity(&b->m->problem, at, rates), SAR_OK);
  memcpy(rows + n->nv, rates, (size_t)n->np * sizeof *rates);
}

static void rows_moved(void *self, double s, double *r) {
  const Bench *b = self;
  CasePoint p = b->point;
  int32_t j = b->unknown;
  s *= b->shorter;
  if (j < b->first[POSITION]) {
    move_acceleration(b, s, &p);
  } else if (j < b->first[VELOCITY]) {
    p.lambda[j - b->first[POSITION]] += s;
  } else if (j < b->first[STATES]) {
    p.mu[j - b->first[VELOCITY]] += s;
  } else if (j < b->first[ALGEBRAIC]) {
    move_state(b, s, &p);
  } else {
    p.z[j - b->first[ALGEBRAIC]] += s;
  }
  SarPoint at = case_view(&p);
  bench_rows(b, &at, r);
}

static void differences(Bench *b, double shorter, double (*dense)[MOST]) {
  double column[MOST];
  b->shorter = shorter;
  for (b->unknown = 0; b->unknown < b->n; b->unknown++) {
    for (b->rows = DYNAMICS; b->rows < NROWS; b->rows++) {
      case_derivative(rows_moved, b, b->n, column);
      for (int32_t i = b->first[b->rows]; i < b->first[b->rows + 1]; i++) dense[i][b->unknown] = column[i] / shorter;
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
void bench_matrix(const Bench *b, const SarWorkspace *m, double (*dense)[MOST]) {
  const SarPattern *p = &m->problem.pattern;
  double *values = calloc((size_t)p->column[b->n], sizeof *values);
  SarPoint at = case_view(&b->point);
  check_pattern(p, b->n);
  for (int32_t k = 0; k < p->column[b->n]; k++) values[k] = 1e30; /* whatever was there */
  assert_int_equal(sar_workspace_jacobian(&m->problem, &at, &b->weights, values), SAR_OK);
  memset(dense, 0, sizeof(double) * MOST * MOST);
  for (int32_t j = 0; j < b->n; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) dense[p->row[k]][j] = values[k];
  }
  free(values);
}

/* Whether a block agrees; it fails where `must` says that it has to. */
static bool compare_block(const Bench *b, Rows rows, Rows columns, double (*exact)[MOST], double (*measured)[MOST],
                          bool must) {
  double largest = 0;
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) largest = fmax(largest, fabs(measured[i][j]));
  }
  if (largest < 1e-9) largest = 1; /* nothing but rounding: must be zero */
  for (int32_t i = b->first[rows]; i < b->first[rows + 1]; i++) {
    for (int32_t j = b->first[columns]; j < b->first[columns + 1]; j++) {
      if (fabs(exact[i][j] - measured[i][j]) <= TOLERANCE * largest) continue;
      if (!must) return false;
      fail_msg("%s: row %d (kind %d), unknown %d (kind %d): %.12g, by differences %.12g, largest of the block %g",
               b->label.text, (int)(i - b->first[rows]), rows, (int)(j - b->first[columns]), columns, exact[i][j],
               measured[i][j], largest);
    }
  }
  return true;
}

static bool compare_blocks(const Bench *b, double (*exact)[MOST], double (*measured)[MOST], bool must) {
  bool agrees = true;
  for (int k = 0; agrees && k < NROWS * NROWS; k++) {
    agrees = compare_block(b, (Rows)(k / NROWS), (Rows)(k % NROWS), exact, measured, must);
  }
  return agrees;
}

void bench_compare(Bench *b) {
  Matrix *exact = malloc(sizeof *exact), *measured = malloc(sizeof *measured);
  assert_true(exact && measured);
  bench_matrix(b, b->m, *exact);
  differences(b, 1, *measured);
  if (!compare_blocks(b, *exact, *measured, false)) {
    differences(b, 0.1, *measured);
    compare_blocks(b, *exact, *measured, true);
  }
  free(exact);
  free(measured);
}

void bench_compare_constraints(Bench *b, double relative) {
  Matrix *exact = malloc(sizeof *exact), *measured = malloc(sizeof *measured);
  assert_true(exact && measured);
  bench_matrix(b, b->m, *exact);
  differences(b, 1, *measured);
  for (int32_t i = b->first[POSITION]; i < b->first[STATES]; i++) {
    double largest = 0;
    for (int32_t j = 0; j < b->n; j++) largest = fmax(largest, fabs((*measured)[i][j]));
    if (largest < 1e-7) largest = 1; /* nothing but rounding: must be zero */
    for (int32_t j = 0; j < b->n; j++) {
      if (fabs((*exact)[i][j] - (*measured)[i][j]) <= relative * largest) continue;
      fail_msg("%s: level %d, constraint %d, unknown %d: %.12g, by differences %.12g, largest of the row %g",
               b->label.text, (int)b->weights.rows, (int)(i - b->first[POSITION]), (int)j, (*exact)[i][j],
               (*measured)[i][j], largest);
    }
  }
  free(exact);
  free(measured);
}
