/* When `auto` leaves zeros out, that solutions are the same, what happens when zeros cease to be, and checkpoints. The
 * matrix is that of a belt: bodies in a ring, and hubs each of which touches a few of them at a time. */
#include "check.h"
#include "linear/matrices.h"

enum { SMALL = 20, LARGE = 60, HUBS = 4, MOST = 6 * (LARGE + HUBS), TOUCHING = 4, LATEST = 40 };

typedef struct Fixture {
  SarContext *context;
  Matrix a;
  int32_t bodies, turn; /* turn: of the ring, in bodies */
  SarLinear *linear;
  double *values;
} Fixture;

static void add_block(Matrix *a, int32_t row, int32_t column) {
  for (int32_t i = 0; i < 6; i++) {
    for (int32_t j = 0; j < 6; j++) {
      double own = row == column && i == j ? 20 : 0;
      matrix_add(a, 6 * row + i, 6 * column + j, own + matrix_random(&a->seed));
    }
  }
}

static SarLinear *make(const Fixture *f, const char *name) {
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(&f->a);
  assert_int_equal(sar_linear_create(f->context, name, &pattern, &linear), SAR_OK);
  return linear;
}

static void set_up(Fixture *f, int32_t bodies) {
  *f = (Fixture){.context = sar_context_create(), .bodies = bodies};
  f->a.seed = 7;
  f->a.nrows = f->a.ncolumns = 6 * (bodies + HUBS);
  for (int32_t b = 0; b < bodies; b++) {
    add_block(&f->a, b, b);
    add_block(&f->a, b, (b + 1) % bodies);
    add_block(&f->a, (b + 1) % bodies, b);
    for (int32_t h = 0; h < HUBS; h++) add_block(&f->a, b, bodies + h), add_block(&f->a, bodies + h, b);
  }
  for (int32_t h = 0; h < HUBS; h++) add_block(&f->a, bodies + h, bodies + h);
  matrix_finish(&f->a);
  f->values = calloc((size_t)f->a.count + 1, sizeof *f->values);
  assert_non_null(f->values);
  f->linear = make(f, "auto");
}

static void tear_down(Fixture *f) {
  sar_linear_destroy(&f->linear);
  matrix_free(&f->a);
  free(f->values);
  assert_int_equal(sar_context_errors(f->context), 0);
  sar_context_destroy(&f->context);
}

/* Whether the hub touches the body: at its own place of the ring. */
static bool touches(const Fixture *f, int32_t body, int32_t hub) {
  return (body + f->turn + hub * f->bodies / HUBS) % f->bodies < TOUCHING;
}

/* Other values; hubs and bodies that do not touch have zeros, of any sign. */
static void move(Fixture *f, bool at_random) {
  for (int32_t c = 0; c < f->a.ncolumns; c++) {
    for (int32_t p = f->a.column[c]; p < f->a.column[c + 1]; p++) {
      int32_t x = f->a.row[p] / 6, y = c / 6, hub = x > y ? x : y, body = x > y ? y : x;
      bool is_touch = hub >= f->bodies && body < f->bodies;
      bool zero = is_touch && (at_random ? matrix_random(&f->a.seed) < 0.8 : !touches(f, body, hub - f->bodies));
      f->values[p] = f->a.values[p] * (zero ? (p % 2 ? -0.0 : 0.0) : 1 + 1e-3 * matrix_random(&f->a.seed));
    }
  }
}

static void answer(SarLinear *linear, int32_t n, double *x) {
  for (int32_t i = 0; i < n; i++) x[i] = cos(3 * i);
  sar_linear_solve(linear, x);
}

static void check_answer(Fixture *f) {
  double x[MOST], y[MOST], size = 0, difference = 0;
  SarLinear *other = make(f, "klu");
  assert_int_equal(sar_linear_factor(other, f->values), SAR_OK);
  answer(f->linear, f->a.nrows, x);
  answer(other, f->a.nrows, y);
  for (int32_t i = 0; i < f->a.nrows; i++) {
    size = fmax(size, fabs(y[i]));
    difference = fmax(difference, fabs(x[i] - y[i]));
  }
  assert_true(difference < 1e-13 * size);
  sar_linear_destroy(&other);
}

/* So many matrices with five solutions each; the ring turns by a body every fifth. */
static void run(Fixture *f, int count, bool at_random) {
  double x[MOST];
  for (int k = 0; k < count; k++) {
    f->turn += k % 5 == 4;
    move(f, at_random);
    assert_int_equal(sar_linear_factor(f->linear, f->values), SAR_OK);
    for (int i = 0; i < 5; i++) answer(f->linear, f->a.nrows, x);
  }
}

static int64_t whole_fill(const Fixture *f) {
  SarLinear *other = make(f, "klu");
  assert_int_equal(sar_linear_factor(other, f->values), SAR_OK);
  const int64_t fill = sar_linear_stats(other).fill;
  sar_linear_destroy(&other);
  return fill;
}

/* All entries first, then without zeros; what a matrix is said to cost stays. */
static void test_zeros_are_left_out(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, SMALL);
  run(&f, 1, false);
  const SarLinearStats first = sar_linear_stats(f.linear);
  assert_int_equal(first.fill, whole_fill(&f));
  for (int k = 0; k < 8; k++) {
    run(&f, LATEST / 8, false);
    check_answer(&f);
  }
  const SarLinearStats later = sar_linear_stats(f.linear);
  assert_true(later.fill < 0.85 * (double)first.fill && later.operations < 0.7 * first.operations);
  assert_true(later.cost_ratio == first.cost_ratio);
  tear_down(&f);
}

/* Large ones begin so. */
static void test_large_ones(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, LARGE);
  run(&f, 1, false);
  assert_true(sar_linear_stats(f.linear).fill < 0.7 * (double)whole_fill(&f));
  check_answer(&f);
  for (int k = 0; k < 8; k++) { /* once round */
    run(&f, 5 * LARGE / 8, false);
    check_answer(&f);
  }
  assert_true(sar_linear_stats(f.linear).fill < 0.8 * (double)whole_fill(&f));
  tear_down(&f);
}

/* Zeros that are elsewhere in each matrix cost an order each: they are kept again. */
static void test_restless_zeros(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, SMALL);
  run(&f, LATEST, false);
  assert_true(sar_linear_stats(f.linear).fill < 0.85 * (double)whole_fill(&f));
  run(&f, 5 * LATEST, true);
  check_answer(&f);
  assert_true((double)sar_linear_stats(f.linear).fill > 0.99 * (double)whole_fill(&f));
  const int64_t full = sar_linear_stats(f.linear).full;
  run(&f, LATEST, true);
  assert_int_equal(sar_linear_stats(f.linear).full, full);
  tear_down(&f);
}

static void test_singular(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, LARGE);
  run(&f, LATEST, false);
  for (int32_t p = f.a.column[17]; p < f.a.column[18]; p++) f.values[p] = 0;
  assert_int_equal(sar_linear_factor(f.linear, f.values), SAR_SINGULAR);
  assert_int_equal(sar_linear_singular_column(f.linear), 17);
  run(&f, LATEST, false);
  check_answer(&f);
  tear_down(&f);
}

static void resume(Fixture *f) {
  double x[MOST], y[MOST];
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_linear_archive(f->linear, &out), SAR_OK);
  SarLinear *other = make(f, "auto");
  SarArchive in = sar_archive_load(out.bytes, out.count);
  assert_int_equal(sar_linear_archive(other, &in), SAR_OK);
  assert_int_equal(sar_archive_end(&in), SAR_OK);
  assert_int_equal(sar_linear_factor(other, f->values), SAR_OK);
  for (int k = 0; k < 2; k++) answer(f->linear, f->a.nrows, x), answer(other, f->a.nrows, y);
  assert_memory_equal(x, y, (size_t)f->a.nrows * sizeof *x);
  assert_int_equal(sar_linear_stats(f->linear).fill, sar_linear_stats(other).fill);
  assert_true(sar_linear_stats(f->linear).cost_ratio == sar_linear_stats(other).cost_ratio);
  sar_linear_destroy(&f->linear);
  f->linear = other;
  sar_archive_destroy(&out);
}

/* The same bits, now and later, whatever is in use. */
static void follow(int32_t bodies, bool resumes, int64_t *fill, double *last) {
  Fixture f;
  double x[MOST];
  set_up(&f, bodies);
  for (int k = 0; k < 3 * LATEST; k++) {
    run(&f, 1, k > 2 * LATEST);
    f.turn += k % 5 == 4;
    if (resumes) {
      resume(&f);
    } else {
      for (int i = 0; i < 2; i++) answer(f.linear, f.a.nrows, x);
    }
    answer(f.linear, f.a.nrows, x);
    fill[k] = sar_linear_stats(f.linear).fill;
    last[k] = x[0];
  }
  tear_down(&f);
}

static void test_resumption(void **state) {
  (void)state;
  int64_t fill[2][3 * LATEST];
  double last[2][3 * LATEST];
  const int32_t bodies[2] = {SMALL, LARGE};
  for (int k = 0; k < 2; k++) {
    follow(bodies[k], false, fill[0], last[0]);
    follow(bodies[k], true, fill[1], last[1]);
    assert_memory_equal(fill[0], fill[1], sizeof fill[0]);
    assert_memory_equal(last[0], last[1], sizeof last[0]);
    assert_true(fill[0][2 * LATEST] < fill[0][3 * LATEST - 1]); /* it did change */
  }
}

/* Bytes that were cut or changed are refused, or lead to some order: nothing worse. */
static void test_damaged_checkpoints(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, LARGE);
  run(&f, LATEST, false);
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_linear_archive(f.linear, &out), SAR_OK);
  for (size_t k = 0; k < out.count; k += 97) {
    SarLinear *other = make(&f, "auto");
    SarArchive cut = sar_archive_load(out.bytes, k), changed = sar_archive_load(out.bytes, out.count);
    assert_int_not_equal(sar_linear_archive(other, &cut), SAR_OK);
    sar_linear_destroy(&other);
    other = make(&f, "auto");
    out.bytes[k] ^= 0x55;
    sar_linear_archive(other, &changed);
    out.bytes[k] ^= 0x55;
    sar_linear_destroy(&other);
  }
  sar_archive_destroy(&out);
  sar_linear_destroy(&f.linear);
  matrix_free(&f.a);
  free(f.values);
  sar_context_destroy(&f.context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_zeros_are_left_out), cmocka_unit_test(test_large_ones),
      cmocka_unit_test(test_restless_zeros),     cmocka_unit_test(test_singular),
      cmocka_unit_test(test_resumption),         cmocka_unit_test(test_damaged_checkpoints),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
