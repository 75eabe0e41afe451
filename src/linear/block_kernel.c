#include "linear/block_kernel.h"

#include <math.h>

#include "linear/block_inverse.h"

/* Sizes are constants where these are inlined, so that the compiler unrolls and keeps columns in registers. */
#define ALWAYS static inline __attribute__((always_inline))

/* Two numbers at once, at any address. Columns are always cut in the same way, so that a load never has to wait for two
 * stores. */
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));

typedef struct Column {
  Pair pair[3];
  double last; /* of an odd number */
} Column;

ALWAYS Column load(int32_t m, const double *x) {
  Column column;
  for (int32_t i = 0; i < m / 2; i++) column.pair[i] = *(const Pair *)(x + 2 * i);
  column.last = m % 2 ? x[m - 1] : 0;
  return column;
}

ALWAYS void store_column(int32_t m, Column column, double *x) {
  for (int32_t i = 0; i < m / 2; i++) *(Pair *)(x + 2 * i) = column.pair[i];
  if (m % 2) x[m - 1] = column.last;
}

ALWAYS Column scaled(int32_t m, Column column, double factor) {
  for (int32_t i = 0; i < m / 2; i++) column.pair[i] *= factor;
  column.last *= factor;
  return column;
}

/* x + factor y */
ALWAYS Column plus(int32_t m, Column x, Column y, double factor) {
  for (int32_t i = 0; i < m / 2; i++) x.pair[i] += factor * y.pair[i];
  x.last += factor * y.last;
  return x;
}

/* a (m x k) b (k): two sums, so that additions wait less for each other */
ALWAYS Column product(int32_t m, int32_t k, const double *a, const double *b) {
  Column even = scaled(m, load(m, a), b[0]);
  if (k == 1) return even;
  Column odd = scaled(m, load(m, a + m), b[1]);
  for (int32_t p = 2; p < k; p++) {
    if (p % 2) {
      odd = plus(m, odd, load(m, a + p * m), b[p]);
    } else {
      even = plus(m, even, load(m, a + p * m), b[p]);
    }
  }
  return plus(m, even, odd, 1);
}

/* c (m) -= a (m x k) b (k), of any size */
static void subtract_any(int32_t m, int32_t k, const double *restrict a, const double *restrict b, double *restrict c) {
  for (int32_t p = 0; p < k; p++) {
    for (int32_t i = 0; i < m; i++) c[i] -= a[i + p * m] * b[p];
  }
}

ALWAYS void subtract(int32_t m, int32_t k, const double *a, const double *b, double *c) {
  store_column(m, plus(m, load(m, c), product(m, k, a, b), -1), c);
}

/* x := a x, of any size */
static void multiply_any(int32_t m, const double *restrict a, double *restrict x, double *restrict scratch) {
  for (int32_t i = 0; i < m; i++) scratch[i] = 0;
  for (int32_t p = 0; p < m; p++) {
    for (int32_t i = 0; i < m; i++) scratch[i] += a[i + p * m] * x[p];
  }
  for (int32_t i = 0; i < m; i++) x[i] = scratch[i];
}

ALWAYS void multiply(int32_t m, const double *a, double *x) { store_column(m, product(m, m, a, x), x); }

ALWAYS void update(int32_t m, int32_t k, const SarBlockOperation *o, double *store) {
  const double *a = store + o->a, *b = store + o->b;
  double *c = store + o->c;
  for (int32_t j = 0; j < o->columns; j++) subtract(m, k, a, b + j * k, c + j * m);
}

static void update_any(const SarBlockOperation *o, double *store) {
  for (int32_t j = 0; j < o->columns; j++) {
    subtract_any(o->rows, o->inner, store + o->a, store + o->b + j * o->inner, store + o->c + j * o->rows);
  }
}

ALWAYS void scale(int32_t m, const SarBlockOperation *o, double *store) {
  const double *a = store + o->a;
  double *c = store + o->c;
  for (int32_t j = 0; j < o->columns; j++) multiply(m, a, c + j * m);
}

static void scale_any(const SarBlockOperation *o, double *store, double *scratch) {
  for (int32_t j = 0; j < o->columns; j++) {
    multiply_any(o->rows, store + o->a, store + o->c + j * o->rows, scratch);
  }
}

ALWAYS void finish(int32_t m, int32_t k, const SarBlockOperation *o, double *store) {
  double copy[36], *c = store + o->c;
  for (int32_t j = 0; j < k; j++) store_column(m, load(m, c + j * m), copy + j * m);
  for (int32_t j = 0; j < k; j++) store_column(m, product(m, k, copy, store + o->a + j * k), c + j * m);
}

static void finish_any(const SarBlockOperation *o, double *store, double *scratch) {
  const int32_t m = o->rows, k = o->inner;
  double *c = store + o->c;
  for (int32_t i = 0; i < m; i++) { /* row by row */
    for (int32_t j = 0; j < k; j++) {
      scratch[j] = 0;
      for (int32_t p = 0; p < k; p++) scratch[j] += c[i + p * m] * store[o->a + p + j * k];
    }
    for (int32_t j = 0; j < k; j++) c[i + j * m] = scratch[j];
  }
}

#define WITH_INNER(m, k, call) \
  case 8 * m + k:              \
    call(m, k);                \
    break;
#define WITH_ROWS(m, call) \
  WITH_INNER(m, 1, call)   \
  WITH_INNER(m, 2, call) WITH_INNER(m, 3, call) WITH_INNER(m, 4, call) WITH_INNER(m, 5, call) WITH_INNER(m, 6, call)
#define WITH_ALL(call) \
  WITH_ROWS(1, call) WITH_ROWS(2, call) WITH_ROWS(3, call) WITH_ROWS(4, call) WITH_ROWS(5, call) WITH_ROWS(6, call)

static inline int32_t key(int32_t rows, int32_t inner) { return rows <= 6 && inner <= 6 ? 8 * rows + inner : -1; }

static void run_update(const SarBlockOperation *o, double *store) {
#define CALL(m, k) update(m, k, o, store)
  switch (key(o->rows, o->inner)) {
    WITH_ALL(CALL)
    default: update_any(o, store);
  }
#undef CALL
}

static void run_finish(const SarBlockOperation *o, double *store, double *scratch) {
#define CALL(m, k) finish(m, k, o, store)
  switch (key(o->rows, o->inner)) {
    WITH_ALL(CALL)
    default: finish_any(o, store, scratch);
  }
#undef CALL
}

static void run_scale(const SarBlockOperation *o, double *store, double *scratch) {
  switch (o->rows) {
    case 1: scale(1, o, store); break;
    case 2: scale(2, o, store); break;
    case 3: scale(3, o, store); break;
    case 4: scale(4, o, store); break;
    case 5: scale(5, o, store); break;
    case 6: scale(6, o, store); break;
    default: scale_any(o, store, scratch);
  }
}

static double sum_of_sizes(int32_t count, const double *x) {
  double even = 0, odd = 0;
  for (int32_t i = 0; i + 1 < count; i += 2) {
    even += fabs(x[i]);
    odd += fabs(x[i + 1]);
  }
  return even + odd + (count % 2 ? fabs(x[count - 1]) : 0);
}

double sar_block_factor(int32_t count, const SarBlockOperation *operations, double *store, double *scratch) {
  double largest = 0, size;
  for (const SarBlockOperation *o = operations, *end = operations + count; o < end; o++) {
    switch (o->kind) {
      case SAR_KERNEL_INVERT:
        if (!sar_block_invert(o->rows, store + o->c, scratch)) return INFINITY;
        size = sum_of_sizes(o->rows * o->rows, store + o->c);
        if (size > largest) largest = size;
        break;
      case SAR_KERNEL_SCALE: run_scale(o, store, scratch); break;
      case SAR_KERNEL_UPDATE: run_update(o, store); break;
      case SAR_KERNEL_FINISH: run_finish(o, store, scratch); break;
    }
  }
  return largest;
}

static void run_multiply(int32_t m, const double *a, double *x, double *scratch) {
  switch (m) {
    case 1: multiply(1, a, x); break;
    case 2: multiply(2, a, x); break;
    case 3: multiply(3, a, x); break;
    case 4: multiply(4, a, x); break;
    case 5: multiply(5, a, x); break;
    case 6: multiply(6, a, x); break;
    default: multiply_any(m, a, x, scratch);
  }
}

void sar_block_run(int32_t count, const SarBlockSolve *list, const double *store, double *x, double *scratch) {
#define CALL(m, k) subtract(m, k, store + o->a, x + o->b, x + o->c)
  for (const SarBlockSolve *o = list, *end = list + count; o < end; o++) {
    if (o->inner == 0) {
      run_multiply(o->rows, store + o->a, x + o->c, scratch);
      continue;
    }
    switch (key(o->rows, o->inner)) {
      WITH_ALL(CALL)
      default: subtract_any(o->rows, o->inner, store + o->a, x + o->b, x + o->c);
    }
  }
#undef CALL
}

void sar_block_run_transposed(int32_t count, const SarBlockSolve *list, const double *store, double *x,
                              double *scratch) {
  for (int32_t at = count - 1; at >= 0; at--) {
    const SarBlockSolve *o = list + at;
    const int32_t m = o->rows, k = o->inner > 0 ? o->inner : m;
    const double *a = store + o->a;
    for (int32_t p = 0; p < k; p++) {
      double sum = 0;
      for (int32_t i = 0; i < m; i++) sum += a[i + p * m] * x[o->c + i];
      if (o->inner > 0) {
        x[o->b + p] -= sum;
      } else {
        scratch[p] = sum;
      }
    }
    for (int32_t p = 0; p < k && o->inner == 0; p++) x[o->c + p] = scratch[p];
  }
}
