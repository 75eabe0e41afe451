/* When `auto` takes blocks in the place of KLU, when it goes back, and that a checkpoint carries the choice. */
#include "check.h"
#include "linear/matrices.h"

enum { BODIES = 60, UNKNOWNS = 9 * BODIES, LATEST = 30 }; /* matrices by which the choice is made */

typedef struct Fixture {
  SarContext *context;
  Matrix a;
  SarPartition parts; /* the six of a body, all others alone */
  SarLinear *linear;
  double *values; /* a little other than those of a, and each time others */
} Fixture;

static SarLinear *make(const Fixture *f, const char *name, bool in_parts) {
  SarLinear *linear = NULL;
  const SarPattern pattern = matrix_pattern(&f->a);
  const SarPartition none = {0};
  assert_int_equal(sar_linear_create_in_parts(f->context, name, &pattern, in_parts ? &f->parts : &none, &linear),
                   SAR_OK);
  return linear;
}

static void set_up(Fixture *f, int32_t nbodies, bool in_parts) {
  f->context = sar_context_create();
  matrix_chain(&f->a, nbodies, true);
  const int32_t count = f->a.nrows - 5 * nbodies;
  int32_t *start = calloc((size_t)count + 1, sizeof *start);
  f->values = calloc((size_t)f->a.count + 1, sizeof *f->values);
  assert_true(start && f->values);
  for (int32_t k = 0; k <= count; k++) start[k] = k < nbodies ? 6 * k : k + 5 * nbodies;
  f->parts = (SarPartition){count, start};
  f->linear = make(f, "auto", in_parts);
}

static void move(Fixture *f) {
  for (int32_t p = 0; p < f->a.count; p++) f->values[p] = f->a.values[p] * (1 + 1e-3 * matrix_random(&f->a.seed));
}

static void answer(SarLinear *linear, double *x) {
  for (int32_t i = 0; i < UNKNOWNS; i++) x[i] = cos(3 * i);
  sar_linear_solve(linear, x);
}

/* So many matrices, with ten solutions each, as steps have them. */
static void move_and_factor(Fixture *f, int count) {
  double x[UNKNOWNS];
  for (int k = 0; k < count; k++) {
    move(f);
    assert_int_equal(sar_linear_factor(f->linear, f->values), SAR_OK);
    for (int i = 0; i < 10; i++) answer(f->linear, x);
  }
}

static void tear_down(Fixture *f) {
  sar_linear_destroy(&f->linear);
  matrix_free(&f->a);
  free((void *)f->parts.start);
  free(f->values);
  assert_int_equal(sar_context_errors(f->context), 0);
  sar_context_destroy(&f->context);
}

/* Entries of the factors of another solver, by which the one at work is known. */
static int64_t fill_of(const Fixture *f, const char *name) {
  SarLinear *other = make(f, name, true);
  assert_int_equal(sar_linear_factor(other, f->a.values), SAR_OK);
  const int64_t fill = sar_linear_stats(other).fill;
  sar_linear_destroy(&other);
  return fill;
}

/* The blocks of a chain cost half of KLU. They are taken when some matrices have come, not when one is factored again
 * and again; what a new matrix is said to cost stays KLU's. */
static void test_blocks_are_taken(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, BODIES, true);
  const int64_t klu = fill_of(&f, "klu"), block = fill_of(&f, "block");
  assert_true(klu != block);
  double x[UNKNOWNS], y[UNKNOWNS], size = 0, difference = 0;
  for (int k = 0; k < LATEST; k++) assert_int_equal(sar_linear_factor(f.linear, f.a.values), SAR_OK);
  move_and_factor(&f, 1);
  assert_int_equal(sar_linear_stats(f.linear).fill, klu);
  const double cost_ratio = sar_linear_stats(f.linear).cost_ratio;
  move_and_factor(&f, LATEST - 1);
  const SarLinearStats stats = sar_linear_stats(f.linear);
  assert_int_equal(stats.fill, block);
  assert_true(stats.cost_ratio == cost_ratio);
  assert_true(stats.fallbacks == 0 && stats.factorisations >= 2 * LATEST);
  SarLinear *other = make(&f, "klu", true);
  assert_int_equal(sar_linear_factor(other, f.values), SAR_OK);
  answer(f.linear, x);
  answer(other, y);
  for (int32_t i = 0; i < UNKNOWNS; i++) {
    size = fmax(size, fabs(y[i]));
    difference = fmax(difference, fabs(x[i] - y[i]));
  }
  assert_true(difference < 1e-11 * size); /* rounding times the condition of the matrix, about 1e4 */
  sar_linear_destroy(&other);
  tear_down(&f);
}

/* Somebody else's solutions are right, and the choice does not know of them. */
static void test_solutions_aside(void **state) {
  (void)state;
  Fixture f, g;
  set_up(&f, BODIES, true);
  set_up(&g, BODIES, true);
  double x[UNKNOWNS], y[UNKNOWNS];
  int64_t changed = 0, before = 0;
  for (int k = 0; k < 2 * LATEST; k++) {
    move_and_factor(&f, 1);
    move_and_factor(&g, 1);
    for (int i = 0; i < 7 * k; i++) {
      for (int32_t j = 0; j < UNKNOWNS; j++) y[j] = cos(3 * j);
      sar_linear_solve_aside(g.linear, y);
    }
    answer(f.linear, x);
    assert_true(k == 0 || memcmp(x, y, sizeof x) == 0);
    answer(g.linear, y);
    assert_memory_equal(x, y, sizeof x);
    const int64_t fill = sar_linear_stats(g.linear).fill;
    assert_int_equal(sar_linear_stats(f.linear).fill, fill);
    changed += k > 0 && fill != before;
    before = fill;
  }
  assert_true(changed > 0); /* there was a choice */
  tear_down(&f);
  tear_down(&g);
}

static void check_stays_with_klu(int32_t nbodies, bool in_parts) {
  Fixture f;
  set_up(&f, nbodies, in_parts);
  assert_int_equal(sar_linear_factor(f.linear, f.a.values), SAR_OK);
  move_and_factor(&f, 2 * LATEST);
  assert_int_equal(sar_linear_stats(f.linear).fill, fill_of(&f, "klu"));
  tear_down(&f);
}

static void test_small_ones_stay_with_klu(void **state) { (void)state, check_stays_with_klu(6, true); }
static void test_others_stay_with_klu(void **state) { (void)state, check_stays_with_klu(BODIES, false); }

/* Bodies without mass are no pivots. */
static void take_masses_away(Fixture *f) {
  for (int32_t i = 0; i < 6 * BODIES; i++) {
    if (i % 6 < 3) f->values[matrix_entry(&f->a, i, i) - f->a.values] = 0;
  }
}

/* A matrix that the blocks cannot do, and the next ones, are KLU's; blocks come back later. */
static void test_back_to_klu(void **state) {
  (void)state;
  Fixture f;
  set_up(&f, BODIES, true);
  const int64_t block = fill_of(&f, "block");
  move_and_factor(&f, LATEST);
  assert_int_equal(sar_linear_stats(f.linear).fill, block);
  take_masses_away(&f);
  assert_int_equal(sar_linear_factor(f.linear, f.values), SAR_OK);
  assert_int_equal(sar_linear_stats(f.linear).fallbacks, 1);
  assert_int_equal(sar_linear_factor(f.linear, f.a.values), SAR_OK);
  assert_int_equal(sar_linear_stats(f.linear).fallbacks, 1);
  assert_true(sar_linear_stats(f.linear).fill != block);
  move_and_factor(&f, 4 * LATEST);
  assert_int_equal(sar_linear_stats(f.linear).fill, block);
  assert_int_equal(sar_linear_stats(f.linear).fallbacks, 1);
  tear_down(&f);
}

/* A new solver that loads what was saved and factors the matrix at hand has the same bits, now and later. */
static void check_resumption(Fixture *f) {
  SarArchive out = sar_archive_save();
  assert_int_equal(sar_linear_archive(f->linear, &out), SAR_OK);
  SarLinear *other = make(f, "auto", true);
  SarArchive in = sar_archive_load(out.bytes, out.count);
  assert_int_equal(sar_linear_archive(other, &in), SAR_OK);
  assert_int_equal(sar_archive_end(&in), SAR_OK);
  assert_int_equal(sar_linear_factor(other, f->values), SAR_OK);
  double x[UNKNOWNS], y[UNKNOWNS];
  answer(f->linear, x);
  answer(other, y);
  assert_memory_equal(x, y, sizeof x);
  assert_int_equal(sar_linear_stats(f->linear).fill, sar_linear_stats(other).fill);
  assert_true(sar_linear_stats(f->linear).cost_ratio == sar_linear_stats(other).cost_ratio);
  sar_linear_destroy(&f->linear);
  f->linear = other;
  sar_archive_destroy(&out);
}

/* Which solver is at work after each matrix, of a run that is saved and resumed after each, or never. */
static void follow(bool resumes, int count, bool *by_blocks) {
  Fixture f;
  set_up(&f, BODIES, true);
  const int64_t block = fill_of(&f, "block");
  double x[UNKNOWNS];
  for (int k = 0; k < count; k++) {
    move(&f);
    if (k == LATEST) take_masses_away(&f);
    assert_int_equal(sar_linear_factor(f.linear, f.values), SAR_OK);
    by_blocks[k] = sar_linear_stats(f.linear).fill == block;
    for (int i = 0; i < 10; i++) answer(f.linear, x);
    if (resumes) {
      check_resumption(&f);
    } else {
      answer(f.linear, x);
    }
  }
  tear_down(&f);
}

static void test_resumption(void **state) {
  (void)state;
  enum { COUNT = 5 * LATEST };
  bool never[COUNT], always[COUNT];
  follow(false, COUNT, never);
  follow(true, COUNT, always);
  assert_memory_equal(never, always, sizeof never);
  assert_true(!never[0] && never[LATEST - 1] && !never[LATEST] && never[COUNT - 1]);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_blocks_are_taken),     cmocka_unit_test(test_small_ones_stay_with_klu),
      cmocka_unit_test(test_others_stay_with_klu), cmocka_unit_test(test_back_to_klu),
      cmocka_unit_test(test_resumption),           cmocka_unit_test(test_solutions_aside),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
