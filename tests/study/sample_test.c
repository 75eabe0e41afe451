/* Samples: the theory that each of them promises, and that a run's values depend on its number alone. */
#include "study/sample.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "study/random.h"
#include "study/sobol.h"

/* ---- quantiles ---- */

/* Against the distribution itself, whose tail erfc gives to a few units of the last place. */
static void test_normal_quantile(void **state) {
  (void)state;
  for (int k = -500; k <= 500; k++) {
    double p = k < 0 ? exp2(k / 10.0) / 2 : k == 0 ? 0.5 : 1 - exp2(-k / 10.0) / 2;
    if (!(p < 1)) continue;
    double x = sar_normal_quantile(p), tail = p < 0.5 ? p : 1 - p;
    double reached = 0.5 * erfc(fabs(x) / sqrt(2));
    /* a unit of the last place of x changes the tail by x^2 units */
    CHECK_NEAR(reached / tail, 1, 4e-16 * (4 + x * x));
    assert_true(p == 0.5 ? fabs(x) < 1e-15 : (x < 0) == (p < 0.5));
  }
  CHECK_NEAR(sar_normal_quantile(0.975), 1.959963984540054, 5e-16);
  CHECK_NEAR(sar_normal_quantile(1e-10), -6.361340902404056, 5e-15);
}

/* ---- grids ---- */

static void test_grid(void **state) {
  (void)state;
  static const double list[] = {500, 800};
  SarVary vary[] = {{.name = "k", .kind = SAR_VARY_RANGE, .a = 1e2, .b = 1e4, .count = 3, .log = true},
                    {.name = "c", .kind = SAR_VARY_LIST, .values = list, .count = 2},
                    {.name = "x", .kind = SAR_VARY_RANGE, .a = 1, .b = -1, .count = 3}};
  SarSample sample = {.kind = SAR_SAMPLE_GRID, .vary = vary, .nvary = 3, .seed = 1};
  assert_int_equal(sar_sample_grid(&sample), 18);
  static const double k[] = {1e2, 1e3, 1e4}, x[] = {1, 0, -1};
  for (int run = 0; run < 18; run++) {
    double values[3];
    sar_sample_values(&sample, run, values);
    CHECK_NEAR(values[0], k[run / 6], 1e-12 * k[run / 6]);
    assert_true(values[1] == list[run / 3 % 2]);
    assert_true(values[2] == x[run % 3]);
    if (run / 6 != 1) assert_true(values[0] == k[run / 6]); /* ends are exact */
  }
}

static void test_grid_with_draws(void **state) {
  (void)state;
  SarVary vary[] = {{.name = "k", .kind = SAR_VARY_RANGE, .a = 0, .b = 1, .count = 2},
                    {.name = "m", .kind = SAR_VARY_NORMAL, .a = 10, .b = 2}};
  SarSample sample = {.kind = SAR_SAMPLE_GRID, .vary = vary, .nvary = 2, .seed = 7, .count = 20000};
  assert_int_equal(sar_sample_grid(&sample), 40000);
  double sum = 0, squares = 0;
  for (int64_t run = 0; run < 40000; run++) {
    double values[2];
    sar_sample_values(&sample, run, values);
    assert_true(values[0] == (double)(run / 20000));
    sum += values[1];
    squares += (values[1] - 10) * (values[1] - 10);
  }
  /* five standard deviations of these estimates */
  CHECK_NEAR(sum / 40000, 10, 5 * 2 / sqrt(40000));
  CHECK_NEAR(squares / 40000, 4, 5 * 4 * sqrt(2.0 / 40000));
}

static void test_too_many(void **state) {
  (void)state;
  SarVary vary[4];
  for (int i = 0; i < 4; i++) vary[i] = (SarVary){.kind = SAR_VARY_RANGE, .a = 0, .b = 1, .count = 1000};
  SarSample sample = {.kind = SAR_SAMPLE_GRID, .vary = vary, .nvary = 3};
  assert_int_equal(sar_sample_grid(&sample), SAR_SAMPLE_RUNS);
  sample.nvary = 4;
  assert_int_equal(sar_sample_grid(&sample), -1);
}

/* ---- chance ---- */

static SarSample sample_of(SarSampleKind kind, const SarVary *vary, int32_t nvary, int64_t count) {
  return (SarSample){.kind = kind, .vary = vary, .nvary = nvary, .count = count, .runs = count, .seed = 3};
}

static int compare(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

/* Kolmogorov and Smirnov: the largest distance of the empirical distribution from that of u, times sqrt(count), is
 * above 1.95 in one of 1000 samples of chance. */
static double distance_from_uniform(double *u, int64_t count) {
  double largest = 0;
  qsort(u, (size_t)count, sizeof *u, compare);
  for (int64_t i = 0; i < count; i++) {
    largest = fmax(largest, fmax((double)(i + 1) / (double)count - u[i], u[i] - (double)i / (double)count));
  }
  return largest * sqrt((double)count);
}

static double probability(const SarVary *v, double x) {
  switch (v->kind) {
    case SAR_VARY_NORMAL: return 0.5 * erfc((v->a - x) / v->b / sqrt(2));
    case SAR_VARY_LOGNORMAL: return 0.5 * erfc((log(v->a) - log(x)) / v->b / sqrt(2));
    default: return v->log ? log(x / v->a) / log(v->b / v->a) : (x - v->a) / (v->b - v->a);
  }
}

static const SarVary drawn[] = {{.kind = SAR_VARY_RANGE, .a = -2, .b = 5},
                                {.kind = SAR_VARY_RANGE, .a = 1e-2, .b = 1e3, .log = true},
                                {.kind = SAR_VARY_UNIFORM, .a = 3, .b = 4},
                                {.kind = SAR_VARY_NORMAL, .a = 10, .b = 0.5},
                                {.kind = SAR_VARY_LOGNORMAL, .a = 2, .b = 0.3}};
enum { DRAWN = 5, COUNT = 4096 };

static void test_distributions(void **state) {
  (void)state;
  static double u[DRAWN][COUNT];
  for (int kind = SAR_SAMPLE_RANDOM; kind <= SAR_SAMPLE_SOBOL; kind++) {
    SarSample sample = sample_of((SarSampleKind)kind, drawn, DRAWN, COUNT);
    double products[DRAWN][DRAWN] = {{0}};
    for (int64_t run = 0; run < COUNT; run++) {
      double values[DRAWN];
      sar_sample_values(&sample, run, values);
      for (int i = 0; i < DRAWN; i++) {
        u[i][run] = probability(&drawn[i], values[i]);
        assert_true(u[i][run] > 0 && u[i][run] < 1);
      }
      for (int i = 0; i < DRAWN; i++) {
        for (int j = 0; j < i; j++) products[i][j] += 12 * (u[i][run] - 0.5) * (u[j][run] - 0.5) / COUNT;
      }
    }
    for (int i = 0; i < DRAWN; i++) {
      for (int j = 0; j < i; j++) CHECK_NEAR(products[i][j], 0, 5 / sqrt(COUNT)); /* correlation */
      assert_true(distance_from_uniform(u[i], COUNT) < (kind == SAR_SAMPLE_RANDOM ? 1.95 : 0.05));
    }
  }
}

/* Values of a run do not depend on who asked for what before; other seeds give others. */
static void test_by_number(void **state) {
  (void)state;
  for (int kind = SAR_SAMPLE_RANDOM; kind <= SAR_SAMPLE_SOBOL; kind++) {
    SarSample sample = sample_of((SarSampleKind)kind, drawn, DRAWN, 1000), other = sample;
    double forward[1000][DRAWN], values[DRAWN];
    int64_t same = 0;
    other.seed = 4;
    for (int64_t run = 0; run < 1000; run++) sar_sample_values(&sample, run, forward[run]);
    for (int64_t run = 999; run >= 0; run--) {
      sar_sample_values(&sample, run, values);
      assert_memory_equal(values, forward[run], sizeof values);
      sar_sample_values(&other, run, values);
      same += values[0] == forward[run][0];
    }
    assert_true(same < 10);
  }
}

/* Of every parameter one value in each of `count` equally probable parts. */
static void test_latin(void **state) {
  (void)state;
  static const int64_t counts[] = {1, 2, 3, 7, 64, 1000, 1025};
  for (int k = 0; k < 7; k++) {
    SarSample sample = sample_of(SAR_SAMPLE_LATIN, drawn, DRAWN, counts[k]);
    bool *met = calloc((size_t)counts[k] * DRAWN, sizeof *met);
    for (int64_t run = 0; run < counts[k]; run++) {
      double values[DRAWN];
      sar_sample_values(&sample, run, values);
      for (int i = 0; i < DRAWN; i++) {
        double u = probability(&drawn[i], values[i]);
        int64_t part = (int64_t)(u * (double)counts[k]);
        assert_true(part < counts[k] && !met[i * counts[k] + part]);
        met[i * counts[k] + part] = true;
      }
    }
    free(met);
  }
}

/* A list gives each of its values about as often as the others. */
static void test_lists(void **state) {
  (void)state;
  static const double values[] = {2, 3, 5};
  SarVary vary = {.kind = SAR_VARY_LIST, .values = values, .count = 3};
  SarSample sample = sample_of(SAR_SAMPLE_LATIN, &vary, 1, 300);
  int counts[6] = {0};
  for (int64_t run = 0; run < 300; run++) {
    double value;
    sar_sample_values(&sample, run, &value);
    counts[(int)value]++;
  }
  assert_int_equal(counts[2], 100);
  assert_int_equal(counts[3], 100);
  assert_int_equal(counts[5], 100);
}

/* ---- Sobol sequences ---- */

/* x^s + ... + 1 is primitive: x has the order 2^s - 1 modulo it. */
static void test_primitive(void **state) {
  (void)state;
  for (int32_t d = 1; d < SAR_SOBOL_DIMENSIONS; d++) {
    const SarSobolDimension *dimension = sar_sobol_dimension(d);
    int32_t s = dimension->degree;
    uint32_t polynomial = (1u << s) | (dimension->coefficients << 1) | 1u, power = 1, order = 0;
    do {
      power <<= 1;
      if (power >> s) power ^= polynomial;
      order++;
    } while (power != 1 && order < 1u << s);
    assert_int_equal(order, (1u << s) - 1);
    for (int32_t k = 0; k < s; k++) {
      assert_true(dimension->m[k] % 2 == 1 && dimension->m[k] < 2u << k);
    }
    for (int32_t other = 1; other < d; other++) { /* each polynomial once */
      const SarSobolDimension *before = sar_sobol_dimension(other);
      assert_true(before->degree != s || before->coefficients != dimension->coefficients);
    }
  }
  assert_null(sar_sobol_dimension(SAR_SOBOL_DIMENSIONS));
}

/* Property A of Sobol: of 2^n points from a multiple of it, n dimensions, there is one in each of the 2^n parts that
 * come of halving every side. It holds if the first bits of the first n direction numbers make a regular matrix. */
static void test_property_a(void **state) {
  (void)state;
  for (int32_t n = 1; n <= SAR_SOBOL_DIMENSIONS; n++) {
    uint64_t rows[SAR_SOBOL_DIMENSIONS];
    for (int32_t d = 0; d < n; d++) {
      rows[d] = 0;
      for (int32_t k = 0; k < n; k++) rows[d] |= (sar_sobol((int64_t)1 << k, d) >> (SAR_SOBOL_BITS - 1)) << k;
    }
    int32_t rank = 0;
    for (int32_t k = 0; k < n; k++) {
      int32_t pivot = rank;
      while (pivot < n && !((rows[pivot] >> k) & 1)) pivot++;
      if (pivot == n) continue;
      uint64_t row = rows[pivot];
      rows[pivot] = rows[rank];
      rows[rank] = row;
      for (int32_t i = 0; i < n; i++) {
        if (i != rank && ((rows[i] >> k) & 1)) rows[i] ^= row;
      }
      rank++;
    }
    assert_int_equal(rank, n);
  }
}

/* Two dimensions are a (0, m, 2) net in base 2, and the shift keeps that: of 2^m points every box of 2^a times 2^(m -
 * a) parts holds one. */
static void test_net(void **state) {
  (void)state;
  const SarVary vary[] = {{.kind = SAR_VARY_UNIFORM, .a = 0, .b = 1}, {.kind = SAR_VARY_UNIFORM, .a = 0, .b = 1}};
  for (int32_t m = 0; m <= 8; m++) {
    SarSample sample = sample_of(SAR_SAMPLE_SOBOL, vary, 2, 2 << m);
    for (int32_t a = 0; a <= m; a++) {
      for (int64_t first = 0; first <= 1 << m; first += 1 << m) {
        int met[256] = {0};
        for (int64_t i = 0; i < 1 << m; i++) {
          double u[2];
          sar_sample_values(&sample, first + i, u);
          met[((int)(u[0] * (1 << a)) << (m - a)) + (int)(u[1] * (1 << (m - a)))]++;
        }
        for (int i = 0; i < 1 << m; i++) assert_int_equal(met[i], 1);
      }
    }
  }
}

/* Every dimension alone: of 2^m points one in each of 2^m parts. */
static void test_every_dimension(void **state) {
  (void)state;
  for (int32_t d = 0; d < SAR_SOBOL_DIMENSIONS; d++) {
    bool met[1024] = {false};
    for (int64_t i = 1024; i < 2048; i++) {
      uint64_t part = sar_sobol(i, d) >> (SAR_SOBOL_BITS - 10);
      assert_true(part < 1024 && !met[part]);
      met[part] = true;
    }
  }
}

/* Permutations: every place once. */
static void test_places(void **state) {
  (void)state;
  for (int64_t count = 1; count < 300; count += 1 + count / 7) {
    bool met[300] = {false};
    for (int64_t i = 0; i < count; i++) {
      int64_t place = sar_random_place(12345, count, i);
      assert_true(place >= 0 && place < count && !met[place]);
      met[place] = true;
    }
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_normal_quantile),
                                     cmocka_unit_test(test_grid),
                                     cmocka_unit_test(test_grid_with_draws),
                                     cmocka_unit_test(test_too_many),
                                     cmocka_unit_test(test_distributions),
                                     cmocka_unit_test(test_by_number),
                                     cmocka_unit_test(test_latin),
                                     cmocka_unit_test(test_lists),
                                     cmocka_unit_test(test_primitive),
                                     cmocka_unit_test(test_property_a),
                                     cmocka_unit_test(test_net),
                                     cmocka_unit_test(test_every_dimension),
                                     cmocka_unit_test(test_places)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
