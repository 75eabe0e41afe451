/* label: numbers
 *
 * Rank of the constraints of 10 000 bodies: the time and the memory stay small, whatever the order of the joints. */
#include <sys/resource.h>
#include <time.h>

#include "check.h"
#include "linear/matrices.h"
#include "linear/rank.h"

enum { NBODIES = 10000 };

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

static double peak_megabytes(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}

/* Chain with every `every`-th joint (0: none) written down twice, the copy at the end; revolutes instead of spherical
 * joints if `revolute`. Joint k stands at place[k]. */
static void build(Matrix *a, bool revolute, int32_t every, const int32_t *place) {
  const int32_t nrows = revolute ? 5 : 3, ncopies = every ? NBODIES / every : 0;
  Mechanism m;
  mechanism_start(&m, a, NBODIES, nrows * (NBODIES + ncopies), false);
  for (int32_t k = 0; k < NBODIES; k++) {
    const int32_t first = a->count;
    m.count = nrows * place[k];
    (revolute ? mechanism_revolute : mechanism_spherical)(&m, k - 1, k);
    const int32_t last = a->count, shift = nrows * (NBODIES + (every ? k / every : 0) - place[k]);
    for (int32_t p = first; every && k % every == 0 && p < last; p++) {
      const Triplet t = a->triplets[p];
      matrix_add(a, t.row, t.column + shift, 0.7 * t.value);
    }
  }
  matrix_finish(a);
}

static void check(const Matrix *a, int32_t expected, bool earlier_first) {
  SarContext *context = sar_context_create();
  const SarPattern pattern = matrix_pattern(a);
  bool *dependent = calloc((size_t)a->ncolumns, 1);
  int32_t rank = 0, count = 0;
  const double start = seconds(), memory = peak_megabytes();
  assert_int_equal(sar_rank(context, &pattern, a->values, 1e-9, dependent, &rank, NULL), SAR_OK);
  assert_true(seconds() - start < 5); /* 0.03 to 0.3 s when measured; a wrong order takes minutes */
  assert_true(peak_megabytes() - memory < 300);
  assert_int_equal(rank, expected);
  for (int32_t j = 0; j < a->ncolumns; j++) {
    count += dependent[j];
    if (earlier_first) assert_int_equal(dependent[j], j >= expected);
  }
  assert_int_equal(count, a->ncolumns - expected);

  double *b = calloc((size_t)a->nrows, sizeof *b), *c = calloc((size_t)a->ncolumns, sizeof *c), residual = 1;
  const int32_t last = a->ncolumns - 1;
  for (int32_t p = a->column[last]; p < a->column[last + 1]; p++) b[a->row[p]] = a->values[p];
  assert_int_equal(sar_least_squares(context, &pattern, a->values, dependent, b, c, &residual), SAR_OK);
  assert_true(residual < 1e-12);
  free(b);
  free(c);
  free(dependent);
  sar_context_destroy(&context);
}

static void test_in_order(void **state) {
  (void)state;
  int32_t *place = calloc(NBODIES, sizeof *place);
  for (int32_t k = 0; k < NBODIES; k++) place[k] = k;
  Matrix a;
  build(&a, false, 0, place);
  check(&a, 3 * NBODIES, true);
  matrix_free(&a);
  build(&a, true, 0, place);
  check(&a, 5 * NBODIES, true);
  matrix_free(&a);
  build(&a, true, 10, place);
  check(&a, 5 * NBODIES, true);
  matrix_free(&a);
  free(place);
}

static void test_shuffled(void **state) {
  (void)state;
  int32_t *place = calloc(NBODIES, sizeof *place);
  uint64_t seed = 11;
  for (int32_t k = 0; k < NBODIES; k++) place[k] = k;
  for (int32_t k = NBODIES - 1; k > 0; k--) {
    const int32_t other = (int32_t)((matrix_random(&seed) + 1) / 2 * k), t = place[k];
    place[k] = place[other];
    place[other] = t;
  }
  Matrix a;
  build(&a, false, 10, place);
  check(&a, 3 * NBODIES, false);
  matrix_free(&a);
  build(&a, true, 0, place);
  check(&a, 5 * NBODIES, false);
  matrix_free(&a);
  free(place);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_in_order), cmocka_unit_test(test_shuffled)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
