#include "linear/block_kernel.h"

#include "linear/block_inverse.h"

/* Sizes are constants where these are inlined, so that the compiler unrolls and keeps columns in registers. */
#define ALWAYS static inline __attribute__((always_inline))

/* One column: c (m) -= a (m x k) b (k) */
ALWAYS void subtract_product(int32_t m, int32_t k, const double *restrict a, const double *restrict b,
                             double *restrict c) {
  for (int32_t p = 0; p < k; p++) {
    for (int32_t i = 0; i < m; i++) c[i] -= a[i + p * m] * b[p];
  }
}

ALWAYS void update(int32_t m, int32_t k, const SarBlockOperation *o, double *restrict store) {
  const double *restrict a = store + o->a, *restrict b = store + o->b;
  double *restrict c = store + o->c;
  for (int32_t j = 0; j < o->columns; j++) {
    if (m > 6) {
      subtract_product(m, k, a, b + j * k, c + j * m);
      continue;
    }
    double column[6];
    for (int32_t i = 0; i < m; i++) column[i] = c[i + j * m];
    subtract_product(m, k, a, b + j * k, column);
    for (int32_t i = 0; i < m; i++) c[i + j * m] = column[i];
  }
}

/* c (rows x columns) := a c, a column at a time. */
ALWAYS void scale(int32_t m, const SarBlockOperation *o, double *restrict store, double *restrict scratch) {
  const double *restrict a = store + o->a;
  double *restrict c = store + o->c;
  for (int32_t j = 0; j < o->columns; j++) {
    double small[6], *restrict column = m > 6 ? scratch : small;
    for (int32_t i = 0; i < m; i++) column[i] = 0;
    for (int32_t p = 0; p < m; p++) {
      for (int32_t i = 0; i < m; i++) column[i] += a[i + p * m] * c[p + j * m];
    }
    for (int32_t i = 0; i < m; i++) c[i + j * m] = column[i];
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
    default: update(o->rows, o->inner, o, store);
  }
#undef CALL
}

static void run_scale(const SarBlockOperation *o, double *store, double *scratch) {
  switch (o->rows) {
    case 1: scale(1, o, store, scratch); break;
    case 2: scale(2, o, store, scratch); break;
    case 3: scale(3, o, store, scratch); break;
    case 4: scale(4, o, store, scratch); break;
    case 5: scale(5, o, store, scratch); break;
    case 6: scale(6, o, store, scratch); break;
    default: scale(o->rows, o, store, scratch);
  }
}

bool sar_block_factor(int32_t count, const SarBlockOperation *operations, double *store, double *scratch) {
  for (const SarBlockOperation *o = operations, *end = operations + count; o < end; o++) {
    switch (o->kind) {
      case SAR_BLOCK_INVERT:
        if (!sar_block_invert(o->rows, store + o->c, scratch)) return false;
        break;
      case SAR_BLOCK_SCALE: run_scale(o, store, scratch); break;
      case SAR_BLOCK_UPDATE: run_update(o, store); break;
    }
  }
  return true;
}

/* x := a x */
ALWAYS void multiply(int32_t m, const double *restrict a, double *restrict x, double *restrict scratch) {
  double small[6], *restrict y = m > 6 ? scratch : small;
  for (int32_t i = 0; i < m; i++) y[i] = 0;
  for (int32_t p = 0; p < m; p++) {
    for (int32_t i = 0; i < m; i++) y[i] += a[i + p * m] * x[p];
  }
  for (int32_t i = 0; i < m; i++) x[i] = y[i];
}

ALWAYS void subtract(int32_t m, int32_t k, const double *restrict a, const double *restrict b, double *restrict c) {
  if (m > 6) {
    subtract_product(m, k, a, b, c);
    return;
  }
  double column[6];
  for (int32_t i = 0; i < m; i++) column[i] = c[i];
  subtract_product(m, k, a, b, column);
  for (int32_t i = 0; i < m; i++) c[i] = column[i];
}

static void run_multiply(int32_t m, const double *a, double *x, double *scratch) {
  switch (m) {
    case 1: multiply(1, a, x, scratch); break;
    case 2: multiply(2, a, x, scratch); break;
    case 3: multiply(3, a, x, scratch); break;
    case 4: multiply(4, a, x, scratch); break;
    case 5: multiply(5, a, x, scratch); break;
    case 6: multiply(6, a, x, scratch); break;
    default: multiply(m, a, x, scratch);
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
      default: subtract(o->rows, o->inner, store + o->a, x + o->b, x + o->c);
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
