/* Piecewise cubics in Hermite form: on each interval from the values and slopes at its ends,
 *
 *   y = y0 + u (m0 + u (c2 + u c3)),   u = x - x0,   c2 = (3 d - 2 m0 - m1)/h,   c3 = (m0 + m1 - 2 d)/h^2
 *
 * with d the slope of the chord. The methods differ in the slopes only. */
#include "expr/spline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LEVEL 1e-9 /* of the steepest slope between points: rounding */

struct SarSpline {
  SarSplineTable table;
  const double *slopes[SAR_SPLINE_LINEAR]; /* of Akima and cubic, nz x nx */
};

static double chord(const double *x, const double *y, int32_t i) { return (y[i + 1] - y[i]) / (x[i + 1] - x[i]); }

/* ---- slopes --------------------------------------------------------------------------------------------------- */

/* The chord of interval i, also two intervals beyond the ends, where a parabola through the last three points continues
 * the data (Akima 1970, section 2.3). */
static double extended_chord(const double *x, const double *y, int32_t n, int32_t i) {
  int32_t last = n - 2;
  if (last == 0) return chord(x, y, 0);
  if (i < 0) return (1 - i) * chord(x, y, 0) + i * chord(x, y, 1);
  if (i > last) return (1 + i - last) * chord(x, y, last) - (i - last) * chord(x, y, last - 1);
  return chord(x, y, i);
}

/* Akima 1970, eq (1). */
static void akima_slopes(const double *x, const double *y, int32_t n, double *slopes) {
  for (int32_t i = 0; i < n; i++) {
    double d[4];
    for (int32_t k = 0; k < 4; k++) d[k] = extended_chord(x, y, n, i - 2 + k);
    double left = fabs(d[3] - d[2]), right = fabs(d[1] - d[0]), sum = left + right;
    slopes[i] = sum > 0 ? (left / sum) * d[1] + (right / sum) * d[2] : 0.5 * (d[1] + d[2]);
  }
}

/* Continuous second derivatives that are zero at the ends: a tridiagonal system, solved without pivots because its
 * diagonal is dominant. `work`: n doubles. */
static void cubic_slopes(const double *x, const double *y, int32_t n, double *slopes, double *work) {
  double pivot = 2;
  slopes[0] = 3 * chord(x, y, 0) / pivot;
  for (int32_t i = 1; i < n; i++) {
    double before = x[i] - x[i - 1], share = i < n - 1 ? before / (x[i + 1] - x[i]) : 0;
    /* the row times `before`: m[i-1] + 2 (1 + share) m[i] + share m[i+1] */
    double right = 3 * chord(x, y, i - 1) + (i < n - 1 ? 3 * share * chord(x, y, i) : 0);
    work[i - 1] = (i == 1 ? 1 : (x[i - 1] - x[i - 2]) / before) / pivot;
    pivot = 2 * (1 + share) - work[i - 1];
    slopes[i] = (right - slopes[i - 1]) / pivot;
  }
  for (int32_t i = n - 2; i >= 0; i--) slopes[i] -= work[i] * slopes[i + 1];
}

/* ---- making ---------------------------------------------------------------------------------------------------- */

static SarStatus check_axis(SarContext *context, const SarSplineTable *table, SarSource source, char axis,
                            const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(values[i])) {
      return sar_report(context, SAR_INPUT, source, table->name, "give finite numbers",
                        "%c number %d of the spline is %g", axis, (int)i + 1, values[i]);
    }
    if (i > 0 && values[i] <= values[i - 1]) {
      return sar_report(context, SAR_INPUT, source, table->name, "sort the points and remove those that stand twice",
                        "%c of the spline must increase, but %.6g (number %d) follows %.6g", axis, values[i],
                        (int)i + 1, values[i - 1]);
    }
  }
  return SAR_OK;
}

static SarStatus check(SarContext *context, const SarSplineTable *table, SarSource source) {
  if (table->nx < 2 || table->nz < 1) {
    return sar_report(context, SAR_INPUT, source, table->name, "give two points at least",
                      "a spline cannot run through %d point%s", (int)table->nx, table->nx == 1 ? "" : "s");
  }
  SAR_TRY(check_axis(context, table, source, 'x', table->x, table->nx));
  if (table->nz > 1) SAR_TRY(check_axis(context, table, source, 'z', table->z, table->nz));
  for (size_t i = 0; i < (size_t)table->nx * (size_t)table->nz; i++) {
    if (isfinite(table->y[i])) continue;
    return sar_report(context, SAR_INPUT, source, table->name, "give finite numbers",
                      "y number %zu of the spline is %g", i + 1, table->y[i]);
  }
  return SAR_OK;
}

SarStatus sar_spline_create(SarContext *context, SarArena *arena, const SarSplineTable *table, SarSource source,
                            const SarSpline **out) {
  *out = NULL;
  SAR_TRY(check(context, table, source));
  size_t nx = (size_t)table->nx, nz = (size_t)table->nz;
  SarSpline *spline = SAR_NEW(arena, 1, SarSpline);
  double *x = SAR_NEW(arena, nx, double), *z = SAR_NEW(arena, nz, double), *y = SAR_NEW(arena, nx * nz, double);
  double *akima = SAR_NEW(arena, nx * nz, double), *cubic = SAR_NEW(arena, nx * nz, double);
  const char *name = sar_arena_copy_text(arena, table->name ? table->name : "");
  double *work = malloc(nx * sizeof *work);
  if (!spline || !x || !z || !y || !akima || !cubic || !name || !work) {
    free(work);
    return sar_report_no_memory(context);
  }
  memcpy(x, table->x, nx * sizeof *x);
  if (nz > 1) memcpy(z, table->z, nz * sizeof *z);
  memcpy(y, table->y, nx * nz * sizeof *y);
  for (size_t k = 0; k < nz; k++) {
    akima_slopes(x, y + k * nx, table->nx, akima + k * nx);
    cubic_slopes(x, y + k * nx, table->nx, cubic + k * nx, work);
  }
  free(work);
  *spline = (SarSpline){{name, x, z, y, table->nx, table->nz, table->extrapolation}, {akima, cubic}};
  *out = spline;
  return SAR_OK;
}

const SarSplineTable *sar_spline_table(const SarSpline *spline) { return &spline->table; }

/* ---- evaluation ------------------------------------------------------------------------------------------------ */

/* The derivative of a + b u + c u^2 + d u^3. */
static double polynomial(const double *c, int32_t order, double u) {
  switch (order) {
    case 0: return c[0] + u * (c[1] + u * (c[2] + u * c[3]));
    case 1: return c[1] + u * (2 * c[2] + u * 3 * c[3]);
    case 2: return 2 * c[2] + u * 6 * c[3];
    case 3: return 6 * c[3];
    default: return 0;
  }
}

/* The interval that holds `at`; the first or last one beyond the ends. */
static int32_t interval(const double *knots, int32_t count, double at) {
  int32_t low = 0, high = count - 1;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (at < knots[middle]) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return low;
}

/* Beyond the end `e`; `inner` is +1 at the first and -1 at the last point. */
static double beyond(const SarSpline *s, const double *y, const double *slopes, int32_t order, double at, int32_t e,
                     int32_t inner) {
  const double *x = s->table.x;
  int32_t n = s->table.nx, p = e + inner, q = e + 2 * inner;
  double first = (y[p] - y[e]) / (x[p] - x[e]), c[4] = {y[e], slopes ? slopes[e] : first, 0, 0};
  if (s->table.extrapolation == SAR_EXTRAPOLATE_CONSTANT) c[1] = 0;
  if (s->table.extrapolation == SAR_EXTRAPOLATE_PARABOLA) {
    if (n > 2) c[2] = ((y[q] - y[p]) / (x[q] - x[p]) - first) / (x[q] - x[e]);
    c[1] = first - c[2] * (x[p] - x[e]);
  }
  return polynomial(c, order, at - x[e]);
}

static double curve(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order, double at) {
  const double *x = s->table.x, *y = s->table.y + (size_t)number * (size_t)s->table.nx;
  int32_t last = s->table.nx - 1;
  const double *slopes = method == SAR_SPLINE_LINEAR ? NULL : s->slopes[method] + (size_t)number * (size_t)(last + 1);
  if (at < x[0]) return beyond(s, y, slopes, order, at, 0, 1);
  if (at > x[last]) return beyond(s, y, slopes, order, at, last, -1);
  int32_t i = interval(x, last + 1, at);
  double h = x[i + 1] - x[i], d = chord(x, y, i), c[4] = {y[i], d, 0, 0};
  if (slopes) {
    double m0 = slopes[i], m1 = slopes[i + 1];
    c[1] = m0;
    c[2] = (3 * d - 2 * m0 - m1) / h;
    c[3] = (m0 + m1 - 2 * d) / (h * h);
  }
  return polynomial(c, order, at - x[i]);
}

/* Half a wave of a sine on each interval, straight on beyond the ends. */
static double knots(const SarSplineTable *table, double at) {
  const double *x = table->x;
  int32_t i = interval(x, table->nx, at);
  double u = (at - x[i]) / (x[i + 1] - x[i]), wave = u < 0 ? u : u > 1 ? 1 - u : sin(3.14159265358979323846 * u);
  return i % 2 ? -wave : wave;
}

bool sar_spline_vanishes(const SarSpline *spline, int32_t detail) {
  if (sar_spline_method(detail) == SAR_SPLINE_KNOTS) return detail != SAR_SPLINE_KNOTS;
  return sar_spline_order_x(detail) > 3 || sar_spline_order_z(detail) > (spline->table.nz > 1);
}

double sar_spline_evaluate(const SarSpline *spline, int32_t detail, double x, double z) {
  const SarSplineTable *table = &spline->table;
  SarSplineMethod method = sar_spline_method(detail);
  int32_t order_x = sar_spline_order_x(detail), order_z = sar_spline_order_z(detail);
  if (method == SAR_SPLINE_KNOTS) return knots(table, x);
  if (table->nz == 1) return order_z ? 0 : curve(spline, 0, method, order_x, x);
  int32_t k = interval(table->z, table->nz, z);
  double low = table->z[k], high = table->z[k + 1];
  bool clamped = table->extrapolation == SAR_EXTRAPOLATE_CONSTANT && (z < table->z[0] || z > table->z[table->nz - 1]);
  if (clamped) z = z < low ? low : high;
  double a = curve(spline, k, method, order_x, x), b = curve(spline, k + 1, method, order_x, x);
  if (order_z) return clamped ? 0 : (b - a) / (high - low);
  return a + (b - a) * ((z - low) / (high - low));
}

bool sar_spline_ends_are_smooth(const SarSpline *spline, SarSplineMethod method) {
  SarExtrapolation extrapolation = spline->table.extrapolation;
  if (extrapolation == SAR_EXTRAPOLATE_CONSTANT) return false;
  return spline->table.nx == 2 || (extrapolation == SAR_EXTRAPOLATE_LINEAR && method != SAR_SPLINE_AKIMA);
}

bool sar_spline_ends_are_level(const SarSpline *spline, SarSplineMethod method) {
  const SarSplineTable *table = &spline->table;
  int32_t n = table->nx;
  for (int32_t k = 0; k < table->nz; k++) {
    const double *y = table->y + (size_t)k * (size_t)n;
    double steepest = 0;
    for (int32_t i = 0; i + 1 < n; i++) steepest = fmax(steepest, fabs(chord(table->x, y, i)));
    double first = curve(spline, k, method, 1, table->x[0]), last = curve(spline, k, method, 1, table->x[n - 1]);
    if (fmax(fabs(first), fabs(last)) > LEVEL * steepest) return false;
  }
  return true;
}
