#include "expr/spline_slopes.h"

#include <math.h>

static double chord(const double *x, const double *y, int32_t i) { return sar_spline_chord(x, y, i); }

/* The chord of interval i, also two intervals beyond the ends, where a parabola through the last three points continues
 * the data (Akima 1970, section 2.3). */
static double extended_chord(const double *x, const double *y, int32_t n, int32_t i) {
  int32_t last = n - 2;
  if (last == 0) return chord(x, y, 0);
  if (i < 0) return (1 - i) * chord(x, y, 0) + i * chord(x, y, 1);
  if (i > last) return (1 + i - last) * chord(x, y, last) - (i - last) * chord(x, y, last - 1);
  return chord(x, y, i);
}

static double repeated_chord(const double *x, const double *y, int32_t n, int32_t i) {
  int32_t count = n - 1;
  return chord(x, y, ((i % count) + count) % count);
}

/* Akima 1970, eq (1). */
void sar_spline_akima(const double *x, const double *y, int32_t n, bool periodic, double *slopes) {
  for (int32_t i = 0; i < n; i++) {
    double d[4];
    for (int32_t k = 0; k < 4; k++) d[k] = (periodic ? repeated_chord : extended_chord)(x, y, n, i - 2 + k);
    double left = fabs(d[3] - d[2]), right = fabs(d[1] - d[0]), sum = left + right;
    slopes[i] = sum > 0 ? (left / sum) * d[1] + (right / sum) * d[2] : 0.5 * (d[1] + d[2]);
  }
}

/* A tridiagonal system, solved without pivots because its diagonal is dominant. */
void sar_spline_cubic(const double *x, const double *y, int32_t n, const double *ends, double *slopes, double *work) {
  double pivot = 2;
  slopes[0] = ends ? ends[0] : 3 * chord(x, y, 0) / pivot;
  for (int32_t i = 1; i < n; i++) {
    double before = x[i] - x[i - 1], share = i < n - 1 ? before / (x[i + 1] - x[i]) : 0;
    /* the row times `before`: m[i-1] + 2 (1 + share) m[i] + share m[i+1] */
    double right = 3 * chord(x, y, i - 1) + (i < n - 1 ? 3 * share * chord(x, y, i) : 0);
    double upper = i > 1 ? (x[i - 1] - x[i - 2]) / before : ends ? 0 : 1; /* of the row before */
    work[i - 1] = upper / pivot;
    pivot = 2 * (1 + share) - work[i - 1];
    slopes[i] = (right - slopes[i - 1]) / pivot;
  }
  if (ends) slopes[n - 1] = ends[1];
  for (int32_t i = n - 2; i >= 0; i--) slopes[i] -= work[i] * slopes[i + 1];
}

/* Every point has the row of an inner one,
 *
 *   m[i-1]/h[i-1] + 2 (1/h[i-1] + 1/h[i]) m[i] + m[i+1]/h[i] = 3 (d[i-1]/h[i-1] + d[i]/h[i])
 *
 * counted round. With m[0] taken for known, the others are a[i] - b[i] m[0] by two solutions of the tridiagonal system
 * of the rows 1 to n - 2; row 0 then gives m[0]. */
void sar_spline_cubic_periodic(const double *x, const double *y, int32_t n, double *slopes, double *work) {
  int32_t last = n - 2; /* of the intervals, and of the slopes that differ */
  double *a = slopes, *b = work, *upper = work + n;
  a[0] = 0, b[0] = -1, upper[0] = 0;
  for (int32_t i = 1; i <= last; i++) {
    double before = 1 / (x[i] - x[i - 1]), after = 1 / (x[i + 1] - x[i]), lower = i > 1 ? before : 0;
    double pivot = 2 * (before + after) - lower * upper[i - 1];
    double right = 3 * (before * chord(x, y, i - 1) + after * chord(x, y, i));
    double first = (i == 1 ? before : 0) + (i == last ? after : 0); /* what m[0] is multiplied by */
    upper[i] = i < last ? after / pivot : 0;
    a[i] = (right - lower * a[i - 1]) / pivot;
    b[i] = (first - lower * b[i - 1]) / pivot;
  }
  for (int32_t i = last - 1; i >= 1; i--) a[i] -= upper[i] * a[i + 1], b[i] -= upper[i] * b[i + 1];
  int32_t next = last > 0 ? 1 : 0;
  double before = 1 / (x[last + 1] - x[last]), after = 1 / (x[1] - x[0]);
  double right = 3 * (before * chord(x, y, last) + after * chord(x, y, 0)) - before * a[last] - after * a[next];
  double m = right / (2 * (before + after) - before * b[last] - after * b[next]);
  for (int32_t i = 0; i <= last; i++) slopes[i] = a[i] - b[i] * m;
  slopes[last + 1] = slopes[0];
}
