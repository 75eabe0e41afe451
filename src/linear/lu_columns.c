#include "linear/lu_columns.h"

#include <math.h>
#include <stddef.h>

/* c - a b as KLU has it: libraries are compiled with contraction where the processor has it. */
static inline double minus_product(double c, double a, double b) {
#ifdef __FP_FAST_FMA
  return fma(-a, b, c);
#else
  return c - a * b;
#endif
}

void sar_lu_gather(int32_t n, const int32_t *restrict index, const double *restrict from, double *restrict to) {
  int32_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int32_t j = 0; j < 4; j++) to[k + j] = from[index[k + j]];
  }
  for (; k < n; k++) to[k] = from[index[k]];
}

void sar_lu_scatter(int32_t n, const int32_t *restrict index, const double *restrict from, double *restrict to) {
  int32_t k = 0;
  for (; k + 4 <= n; k += 4) {
    for (int32_t j = 0; j < 4; j++) to[index[k + j]] = from[k + j];
  }
  for (; k < n; k++) to[index[k]] = from[k];
}

static inline void subtract_two(const int32_t *restrict row, const double *restrict value, double factor,
                                double *restrict x) {
  double *x0 = x + row[0], *x1 = x + row[1];
  const double y0 = minus_product(*x0, value[0], factor), y1 = minus_product(*x1, value[1], factor);
  *x0 = y0, *x1 = y1;
}

static inline void subtract(int32_t count, const int32_t *restrict row, const double *restrict value, double factor,
                            double *restrict x) {
  for (; count >= 4; count -= 4, row += 4, value += 4) {
    double *x0 = x + row[0], *x1 = x + row[1], *x2 = x + row[2], *x3 = x + row[3];
    const double y0 = minus_product(*x0, value[0], factor), y1 = minus_product(*x1, value[1], factor);
    const double y2 = minus_product(*x2, value[2], factor), y3 = minus_product(*x3, value[3], factor);
    *x0 = y0, *x1 = y1, *x2 = y2, *x3 = y3;
  }
  if (count & 2) {
    subtract_two(row, value, factor, x);
    row += 2, value += 2;
  }
  if (count & 1) x[*row] = minus_product(x[*row], *value, factor);
}

void sar_lu_subtract(int32_t count, const int32_t *row, const double *value, double factor, double *x) {
  subtract(count, row, value, factor, x);
}

static inline void subtract_column(SarLuColumns f, int32_t k, double factor, double *x) {
  const int32_t count = f.length[k];
  const double *column = f.store + f.place[k];
  subtract(count, (const int32_t *)(const void *)column, column + ((uint32_t)count + 1) / 2, factor, x);
}

void sar_lu_down(int32_t n, SarLuColumns l, double *x) {
  for (int32_t k = 0; k < n; k++) subtract_column(l, k, x[k], x);
}

void sar_lu_up(int32_t n, SarLuColumns u, const double *diagonal, double *x) {
  for (int32_t k = n - 1; k >= 0; k--) {
    const double xk = x[k] / diagonal[k];
    x[k] = xk;
    subtract_column(u, k, xk, x);
  }
}
