#include "study/fit_matrix.h"

#include <math.h>

/* The norm of column k from row k on, safe against overflow. */
static double column_norm(int64_t rows, int32_t columns, const double *a, int32_t k) {
  double largest = 0, sum = 0;
  for (int64_t i = k; i < rows; i++) largest = fmax(largest, fabs(a[i * columns + k]));
  if (largest == 0) return 0;
  for (int64_t i = k; i < rows; i++) {
    double part = a[i * columns + k] / largest;
    sum += part * part;
  }
  return largest * sqrt(sum);
}

void sar_fit_triangle(int64_t rows, int32_t columns, double *a) {
  for (int32_t k = 0; k < columns; k++) {
    double norm = column_norm(rows, columns, a, k);
    if (norm == 0) continue;
    /* v = x + sign(x_k) |x| e_k; H = 1 - v v^T / (|x| |v_k|) */
    double diagonal = a[(int64_t)k * columns + k], alpha = diagonal < 0 ? norm : -norm;
    double head = diagonal - alpha, factor = 1 / (norm * fabs(head));
    a[(int64_t)k * columns + k] = head;
    for (int32_t j = k + 1; j < columns; j++) {
      double dot = 0;
      for (int64_t i = k; i < rows; i++) dot += a[i * columns + k] * a[i * columns + j];
      dot *= factor;
      for (int64_t i = k; i < rows; i++) a[i * columns + j] -= dot * a[i * columns + k];
    }
    a[(int64_t)k * columns + k] = alpha;
    for (int64_t i = k + 1; i < rows; i++) a[i * columns + k] = 0;
  }
}

void sar_fit_solve_triangle(int32_t n, const double *r, int32_t stride, const double *b, double *x) {
  for (int32_t i = n - 1; i >= 0; i--) {
    double sum = b[i];
    for (int32_t j = i + 1; j < n; j++) sum -= r[i * stride + j] * x[j];
    x[i] = sum / r[i * stride + i];
  }
}

static void rotate(int32_t n, double *a, int32_t p, int32_t q, double c, double s) {
  for (int32_t i = 0; i < n; i++) {
    double x = a[i * n + p], y = a[i * n + q];
    a[i * n + p] = c * x - s * y;
    a[i * n + q] = s * x + c * y;
  }
}

/* Makes columns p and q orthogonal; returns the cosine of the angle between them before. */
static double rotate_pair(int32_t n, double *a, double *v, int32_t p, int32_t q) {
  double pp = 0, qq = 0, pq = 0;
  for (int32_t i = 0; i < n; i++) {
    pp += a[i * n + p] * a[i * n + p];
    qq += a[i * n + q] * a[i * n + q];
    pq += a[i * n + p] * a[i * n + q];
  }
  double cosine = pp > 0 && qq > 0 ? fabs(pq) / sqrt(pp) / sqrt(qq) : 0;
  if (cosine < 1e-16) return cosine;
  double zeta = (qq - pp) / (2 * pq);
  double t = (zeta < 0 ? -1 : 1) / (fabs(zeta) + sqrt(1 + zeta * zeta)), c = 1 / sqrt(1 + t * t);
  rotate(n, a, p, q, c, c * t);
  rotate(n, v, p, q, c, c * t);
  return cosine;
}

static void swap_columns(int32_t n, double *a, int32_t p, int32_t q) {
  for (int32_t i = 0; i < n; i++) {
    double keep = a[i * n + p];
    a[i * n + p] = a[i * n + q];
    a[i * n + q] = keep;
  }
}

void sar_fit_singular(int32_t n, double *a, double *values, double *v) {
  for (int32_t i = 0; i < n * n; i++) v[i] = i / n == i % n;
  double worst = 1;
  for (int sweep = 0; sweep < 60 && worst > 1e-15; sweep++) {
    worst = 0;
    for (int32_t p = 0; p < n; p++) {
      for (int32_t q = p + 1; q < n; q++) worst = fmax(worst, rotate_pair(n, a, v, p, q));
    }
  }
  for (int32_t j = 0; j < n; j++) {
    double sum = 0;
    for (int32_t i = 0; i < n; i++) sum = hypot(sum, a[i * n + j]);
    values[j] = sum;
  }
  for (int32_t j = 0; j < n; j++) {
    int32_t largest = j;
    for (int32_t k = j + 1; k < n; k++) {
      if (values[k] > values[largest]) largest = k;
    }
    double keep = values[j];
    values[j] = values[largest];
    values[largest] = keep;
    swap_columns(n, a, j, largest);
    swap_columns(n, v, j, largest);
  }
}
