#include "linear/block_kernel.h"

#include <math.h>

#include "linear/block_inverse.h"

/* Sizes are constants where these are inlined, so that the compiler unrolls and keeps columns in registers. */
#define ALWAYS static inline __attribute__((always_inline))

/* Two numbers at once, at any address. Columns are always cut in the same way, so that a load never has to wait for two
 * stores. */
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));

/* The pairs have names: an array of them would not stay in registers. */
typedef struct Column {
  Pair first, second, third;
  double last; /* of an odd number */
} Column;

ALWAYS Pair load_pair(const double *x) { return *(const Pair *)x; }
ALWAYS void store_pair(Pair pair, double *x) { *(Pair *)x = pair; }

ALWAYS Column load(int32_t m, const double *x) {
  Column column = {.last = m % 2 ? x[m - 1] : 0};
  if (m >= 2) column.first = load_pair(x);
  if (m >= 4) column.second = load_pair(x + 2);
  if (m >= 6) column.third = load_pair(x + 4);
  return column;
}

ALWAYS void store_column(int32_t m, Column column, double *x) {
  if (m >= 2) store_pair(column.first, x);
  if (m >= 4) store_pair(column.second, x + 2);
  if (m >= 6) store_pair(column.third, x + 4);
  if (m % 2) x[m - 1] = column.last;
}

ALWAYS Column scaled(int32_t m, Column column, double factor) {
  if (m >= 2) column.first *= factor;
  if (m >= 4) column.second *= factor;
  if (m >= 6) column.third *= factor;
  column.last *= factor;
  return column;
}

/* x + factor y */
ALWAYS Column plus(int32_t m, Column x, Column y, double factor) {
  if (m >= 2) x.first += factor * y.first;
  if (m >= 4) x.second += factor * y.second;
  if (m >= 6) x.third += factor * y.third;
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
  double sum[4] = {0, 0, 0, 0}; /* four at once: additions need not wait for each other */
  int32_t i = 0;
  for (; i + 4 <= count; i += 4) {
    for (int32_t k = 0; k < 4; k++) sum[k] += fabs(x[i + k]);
  }
  for (; i < count; i++) sum[0] += fabs(x[i]);
  return sum[0] + sum[1] + (sum[2] + sum[3]);
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

ALWAYS void finish_row(int32_t m, int32_t k, const SarBlockRow *row, const double *store, double *x) {
  const Column own = row->d < 0 ? load(m, x + row->x) : product(m, m, store + row->d, x + row->x);
  store_column(m, plus(m, own, product(m, k, store + row->a, x + row->b), -1), x + row->x);
}

static void finish_row_any(const SarBlockRow *row, const double *store, double *x, double *scratch) {
  if (row->d >= 0) multiply_any(row->rows, store + row->d, x + row->x, scratch);
  subtract_any(row->rows, row->columns, store + row->a, x + row->b, x + row->x);
}

SarBlockRow sar_block_row(int32_t rows, int32_t columns, int32_t x, int32_t b, int32_t d, int32_t a) {
  return (SarBlockRow){columns > 0 ? key(rows, columns) : -1, rows, columns, x, b, d, a};
}

void sar_block_run(const SarBlockRows *rows, const double *store, double *x, double *scratch) {
#define CALL(m, k) finish_row(m, k, row, store, x)
  for (const SarBlockRow *row = rows->row, *end = rows->row + rows->count; row < end; row++) {
    switch (row->shape) {
      WITH_ALL(CALL)
      default: finish_row_any(row, store, x, scratch);
    }
  }
#undef CALL
}

/* y (k) := a^T (k x m) x (m) */
static void transposed_product(int32_t m, int32_t k, const double *a, const double *x, double *restrict y) {
  for (int32_t p = 0; p < k; p++) {
    y[p] = 0;
    for (int32_t i = 0; i < m; i++) y[p] += a[i + p * m] * x[i];
  }
}

void sar_block_run_transposed(const SarBlockRows *rows, const double *store, double *x, double *scratch) {
  for (int32_t at = rows->count - 1; at >= 0; at--) {
    const SarBlockRow *row = &rows->row[at];
    const int32_t m = row->rows;
    transposed_product(m, row->columns, store + row->a, x + row->x, scratch);
    for (int32_t p = 0; p < row->columns; p++) x[row->b + p] -= scratch[p];
    if (row->d < 0) continue;
    transposed_product(m, m, store + row->d, x + row->x, scratch);
    for (int32_t p = 0; p < m; p++) x[row->x + p] = scratch[p];
  }
}
