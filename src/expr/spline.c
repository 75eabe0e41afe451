/* Piecewise cubics in Hermite form: on each interval from the values and slopes at its ends,
 *
 *   y = y0 + u (m0 + u (c2 + u c3)),   u = x - x0,   c2 = (3 d - 2 m0 - m1)/h,   c3 = (m0 + m1 - 2 d)/h^2
 *
 * with d the slope of the chord. The methods differ in the slopes only.
 *
 * A periodic table has no ends: an argument is brought into [first x, last x) by whole periods, and what spans more
 * than one of them is bounded by all of the table. */
#include "expr/spline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "expr/spline_slopes.h"

#define LEVEL 1e-9 /* of the steepest slope between points, of the range of values: rounding */

#define BLOCK 64 /* pieces of a curve that have bounds together, so that a long one has bounds within few steps */
#define ORDERS 3 /* the value and its first two derivatives have them */

struct SarSpline {
  SarSplineTable table;
  const double *slopes[SAR_SPLINE_LINEAR]; /* of Akima and cubic, nz x nx */
  const SarInterval *blocks;               /* of curve, method and order: of BLOCK pieces after BLOCK pieces */
  int32_t nblocks;
};

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

/* A curve that does not come back to where it began would jump once in every period. */
static SarStatus check_period(SarContext *context, const SarSplineTable *table, SarSource source) {
  size_t n = (size_t)table->nx;
  for (int32_t k = 0; k < table->nz; k++) {
    const double *y = table->y + (size_t)k * n;
    double lowest = y[0], highest = y[0];
    for (size_t i = 1; i < n; i++) lowest = fmin(lowest, y[i]), highest = fmax(highest, y[i]);
    if (fabs(y[n - 1] - y[0]) <= LEVEL * (highest - lowest)) continue;
    return sar_report(context, SAR_INPUT, source, table->name,
                      "let the last point repeat the first one, one period later, or leave out `extrapolate: periodic`",
                      "first and last y of the periodic spline differ: %.10g at x = %.6g, %.10g at x = %.6g", y[0],
                      table->x[0], y[n - 1], table->x[n - 1]);
  }
  return SAR_OK;
}

static SarStatus check_ends(SarContext *context, const SarSplineTable *table, SarSource source) {
  bool periodic = table->extrapolation == SAR_EXTRAPOLATE_PERIODIC;
  if (periodic || table->nz > 1) {
    return sar_report(context, SAR_INPUT, source, table->name, "leave out the slopes at its ends",
                      periodic ? "a periodic spline has no ends" : "a family of curves has many ends");
  }
  if (isfinite(table->end_slopes[0]) && isfinite(table->end_slopes[1])) return SAR_OK;
  return sar_report(context, SAR_INPUT, source, table->name, "give finite numbers",
                    "the slopes at the ends of the spline are %g and %g", table->end_slopes[0], table->end_slopes[1]);
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
  if (table->end_slopes) SAR_TRY(check_ends(context, table, source));
  return table->extrapolation == SAR_EXTRAPOLATE_PERIODIC ? check_period(context, table, source) : SAR_OK;
}

static SarStatus copy_ends(SarContext *context, SarArena *arena, const double *ends, const double **out) {
  double *copy = SAR_NEW(arena, 2, double);
  if (!copy) return sar_report_no_memory(context);
  copy[0] = ends[0], copy[1] = ends[1];
  *out = copy;
  return SAR_OK;
}

static bool make_blocks(SarArena *arena, SarSpline *s);

SarStatus sar_spline_create(SarContext *context, SarArena *arena, const SarSplineTable *table, SarSource source,
                            const SarSpline **out) {
  *out = NULL;
  SAR_TRY(check(context, table, source));
  size_t nx = (size_t)table->nx, nz = (size_t)table->nz;
  SarSpline *spline = SAR_NEW(arena, 1, SarSpline);
  double *x = SAR_NEW(arena, nx, double), *z = SAR_NEW(arena, nz, double), *y = SAR_NEW(arena, nx * nz, double);
  double *akima = SAR_NEW(arena, nx * nz, double), *cubic = SAR_NEW(arena, nx * nz, double);
  const char *name = sar_arena_copy_text(arena, table->name ? table->name : "");
  double *work = malloc(2 * nx * sizeof *work);
  if (!spline || !x || !z || !y || !akima || !cubic || !name || !work) {
    free(work);
    return sar_report_no_memory(context);
  }
  memcpy(x, table->x, nx * sizeof *x);
  if (nz > 1) memcpy(z, table->z, nz * sizeof *z);
  memcpy(y, table->y, nx * nz * sizeof *y);
  bool periodic = table->extrapolation == SAR_EXTRAPOLATE_PERIODIC;
  for (size_t k = 0; k < nz; k++) {
    if (periodic) y[(k + 1) * nx - 1] = y[k * nx];
    sar_spline_akima(x, y + k * nx, table->nx, periodic, akima + k * nx);
    if (periodic) {
      sar_spline_cubic_periodic(x, y + k * nx, table->nx, cubic + k * nx, work);
    } else {
      sar_spline_cubic(x, y + k * nx, table->nx, table->end_slopes, cubic + k * nx, work);
    }
  }
  free(work);
  const double *ends = NULL;
  if (table->end_slopes) SAR_TRY(copy_ends(context, arena, table->end_slopes, &ends));
  *spline = (SarSpline){.table = {name, x, z, y, table->nx, table->nz, table->extrapolation, ends},
                        .slopes = {akima, cubic},
                        .nblocks = (table->nx - 1) / BLOCK};
  if (!make_blocks(arena, spline)) return sar_report_no_memory(context);
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
static void beyond(const SarSpline *s, const double *y, const double *slopes, int32_t e, int32_t inner, double *c) {
  const double *x = s->table.x;
  int32_t n = s->table.nx, p = e + inner, q = e + 2 * inner;
  double first = (y[p] - y[e]) / (x[p] - x[e]);
  c[0] = y[e], c[1] = slopes ? slopes[e] : first, c[2] = 0, c[3] = 0;
  if (s->table.extrapolation == SAR_EXTRAPOLATE_CONSTANT) c[1] = 0;
  if (s->table.extrapolation == SAR_EXTRAPOLATE_PARABOLA) {
    if (n > 2) c[2] = ((y[q] - y[p]) / (x[q] - x[p]) - first) / (x[q] - x[e]);
    c[1] = first - c[2] * (x[p] - x[e]);
  }
}

/* `at` less whole periods, and their number; only of a periodic table. */
static double within_period(const SarSplineTable *table, double at, double *periods) {
  double first = table->x[0], last = table->x[table->nx - 1], period = last - first;
  double count = floor((at - first) / period), rest = at - count * period;
  if (rest >= last) count++, rest -= period; /* rounding, at the seam */
  *periods = count;
  return fmin(fmax(rest, first), last);
}

static bool is_periodic(const SarSplineTable *table) { return table->extrapolation == SAR_EXTRAPOLATE_PERIODIC; }

/* The piece of a curve on which `at` lies: -1 before the first point, the index of the last one beyond that. */
static int32_t piece_at(const SarSplineTable *table, double at) {
  int32_t last = table->nx - 1;
  if (at < table->x[0]) return -1;
  return at > table->x[last] ? last : interval(table->x, last + 1, at);
}

/* The coefficients of a piece in powers of the distance from the point that is given back. */
static double piece(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t i, double *c) {
  const double *x = s->table.x, *y = s->table.y + (size_t)number * (size_t)s->table.nx;
  int32_t last = s->table.nx - 1;
  const double *slopes = method == SAR_SPLINE_LINEAR ? NULL : s->slopes[method] + (size_t)number * (size_t)(last + 1);
  if (i < 0 || i == last) {
    beyond(s, y, slopes, i < 0 ? 0 : last, i < 0 ? 1 : -1, c);
    return x[i < 0 ? 0 : last];
  }
  double h = x[i + 1] - x[i], d = sar_spline_chord(x, y, i);
  c[0] = y[i], c[1] = d, c[2] = 0, c[3] = 0;
  if (slopes) {
    double m0 = slopes[i], m1 = slopes[i + 1];
    c[1] = m0;
    c[2] = (3 * d - 2 * m0 - m1) / h;
    c[3] = (m0 + m1 - 2 * d) / (h * h);
  }
  return x[i];
}

static double curve(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order, double at) {
  double periods;
  if (is_periodic(&s->table)) at = within_period(&s->table, at, &periods);
  double c[4], from = piece(s, number, method, piece_at(&s->table, at), c);
  return polynomial(c, order, at - from);
}

/* Half a wave of a sine on each interval, straight on beyond the ends. */
static double knots_of_table(const SarSplineTable *table, double at) {
  const double *x = table->x;
  int32_t i = interval(x, table->nx, at);
  double u = (at - x[i]) / (x[i + 1] - x[i]), wave = u < 0 ? u : u > 1 ? 1 - u : sin(3.14159265358979323846 * u);
  return i % 2 ? -wave : wave;
}

/* The sign with which a period begins: an odd number of half waves ends in the other one. */
static double sign_of_period(const SarSplineTable *table, double periods) {
  return table->nx % 2 == 0 && fmod(periods, 2) != 0 ? -1 : 1;
}

static double knots(const SarSplineTable *table, double at) {
  double periods;
  if (!is_periodic(table)) return knots_of_table(table, at);
  at = within_period(table, at, &periods);
  return sign_of_period(table, periods) * knots_of_table(table, at);
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
  if (extrapolation == SAR_EXTRAPOLATE_PERIODIC) return true; /* as smooth as at every other point */
  if (extrapolation == SAR_EXTRAPOLATE_CONSTANT) return false;
  if (spline->table.end_slopes && method == SAR_SPLINE_CUBIC) return false;
  return spline->table.nx == 2 || (extrapolation == SAR_EXTRAPOLATE_LINEAR && method != SAR_SPLINE_AKIMA);
}

bool sar_spline_ends_are_level(const SarSpline *spline, SarSplineMethod method) {
  const SarSplineTable *table = &spline->table;
  int32_t n = table->nx;
  for (int32_t k = 0; k < table->nz; k++) {
    const double *y = table->y + (size_t)k * (size_t)n;
    double steepest = 0;
    for (int32_t i = 0; i + 1 < n; i++) steepest = fmax(steepest, fabs(sar_spline_chord(table->x, y, i)));
    double first = curve(spline, k, method, 1, table->x[0]), last = curve(spline, k, method, 1, table->x[n - 1]);
    if (fmax(fabs(first), fabs(last)) > LEVEL * steepest) return false;
  }
  return true;
}

/* ---- bounds ---------------------------------------------------------------------------------------------------- */

/* Of a derivative of a cubic on [a, b], by its coefficients in Bernstein's form. */
static SarInterval polynomial_range(const double *c, int32_t order, double a, double b) {
  double w = b - a, d[4], bernstein[4], scale = 1;
  if (!isfinite(a) || !isfinite(b)) return sar_interval_whole();
  for (int32_t k = 0; k < 4; k++, scale *= w / k) d[k] = scale * polynomial(c, order + k, a);
  bernstein[0] = d[0], bernstein[1] = d[0] + d[1] / 3;
  bernstein[2] = d[0] + (2 * d[1] + d[2]) / 3, bernstein[3] = d[0] + d[1] + d[2] + d[3];
  double lo = bernstein[0], hi = bernstein[0];
  for (int k = 1; k < 4; k++) lo = fmin(lo, bernstein[k]), hi = fmax(hi, bernstein[k]);
  const double sizes[4] = {fabs(c[0]), fabs(c[1]), fabs(c[2]), fabs(c[3])};
  double rounding = 4e-15 * polynomial(sizes, order, fmax(fabs(a), fabs(b))); /* terms that cancel each other */
  return sar_interval(lo - rounding, hi + rounding);
}

/* An interval of a periodic table, less whole periods: one part of the table, or two on both sides of its seam.
 * `periods` are those taken off the first one. */
static int32_t parts_of_period(const SarSplineTable *table, SarInterval at, SarInterval parts[2], double *periods) {
  double first = table->x[0], last = table->x[table->nx - 1], width = at.hi - at.lo;
  *periods = 0;
  parts[0] = parts[1] = (SarInterval){first, last};
  if (width >= last - first) return 2;
  double lo = within_period(table, at.lo, periods), hi = lo + width;
  parts[0] = (SarInterval){lo, fmin(hi, last)};
  parts[1] = (SarInterval){first, fmin(first + (hi - last), last)};
  return hi >= last ? 2 : 1;
}

static SarInterval piece_range(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order, int32_t i,
                               double a, double b) {
  double c[4], from = piece(s, number, method, i, c);
  return polynomial_range(c, order, a - from, b - from);
}

/* Of whole blocks of pieces, from piece BLOCK block on. */
static int64_t block_at(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order, int32_t block) {
  return (((int64_t)number * SAR_SPLINE_METHODS + method) * ORDERS + order) * s->nblocks + block;
}

static SarInterval whole_block(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order,
                               int32_t block) {
  const double *x = s->table.x;
  SarInterval range = {INFINITY, -INFINITY};
  for (int32_t i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
    range = sar_interval_hull(range, piece_range(s, number, method, order, i, x[i], x[i + 1]));
  }
  return range;
}

static bool make_blocks(SarArena *arena, SarSpline *s) {
  SarInterval *blocks = SAR_NEW(arena, block_at(s, s->table.nz, 0, 0, 0) + 1, SarInterval);
  if (!blocks) return false;
  for (int32_t number = 0; number < s->table.nz; number++) {
    for (int method = 0; method < SAR_SPLINE_METHODS; method++) {
      for (int32_t order = 0; order < ORDERS; order++) {
        for (int32_t block = 0; block < s->nblocks; block++) {
          SarInterval range = whole_block(s, number, (SarSplineMethod)method, order, block);
          blocks[block_at(s, number, (SarSplineMethod)method, order, block)] = range;
        }
      }
    }
  }
  s->blocks = blocks;
  return true;
}

static SarInterval curve_range(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order,
                               SarInterval at) {
  const double *x = s->table.x;
  SarInterval range = {INFINITY, -INFINITY};
  int32_t first = piece_at(&s->table, at.lo), last = piece_at(&s->table, at.hi);
  for (int32_t i = first; i <= last; i++) {
    bool block = order < ORDERS && i > first && i % BLOCK == 0 && i + BLOCK <= last;
    if (block) {
      range = sar_interval_hull(range, s->blocks[block_at(s, number, method, order, i / BLOCK)]);
      i += BLOCK - 1;
    } else {
      double a = i == first ? at.lo : x[i], b = i == last ? at.hi : x[i + 1];
      range = sar_interval_hull(range, piece_range(s, number, method, order, i, a, b));
    }
  }
  return range;
}

static SarInterval any_curve_range(const SarSpline *s, int32_t number, SarSplineMethod method, int32_t order,
                                   SarInterval at) {
  SarInterval parts[2], range = {INFINITY, -INFINITY};
  double periods;
  if (!is_periodic(&s->table)) return curve_range(s, number, method, order, at);
  int32_t count = parts_of_period(&s->table, at, parts, &periods);
  for (int32_t i = 0; i < count; i++) {
    range = sar_interval_hull(range, curve_range(s, number, method, order, parts[i]));
  }
  return range;
}

/* Bounds of the waves of `knots`, or of their slopes. */
static SarInterval knots_range(const SarSplineTable *table, int32_t order, SarInterval at) {
  const double pi = 3.14159265358979323846, *x = table->x;
  int32_t first = interval(x, table->nx, at.lo), last = interval(x, table->nx, at.hi);
  SarInterval range = {INFINITY, -INFINITY};
  for (int32_t i = first; i <= last; i++) {
    double h = x[i + 1] - x[i], a = i == first ? at.lo : x[i], b = i == last ? at.hi : x[i + 1];
    double fa = knots_of_table(table, a), fb = i == last ? knots_of_table(table, b) : 0, sign = i % 2 ? -1 : 1;
    bool straight = b <= x[0] || a >= x[table->nx - 1], top = a <= x[i] + h / 2 && b >= x[i] + h / 2;
    bool mixed = a < x[0] || b > x[table->nx - 1];
    SarInterval here = sar_interval(fmin(fa, fb), fmax(fa, fb));
    if (top) here = sar_interval_hull(here, sar_interval_point(sign));
    if (order > 0) {
      double left = cos(pi * fmin(fmax((a - x[i]) / h, 0), 1)), right = cos(pi * fmin(fmax((b - x[i]) / h, 0), 1));
      here = sar_interval(sign * (sign > 0 ? right : left) * pi / h, sign * (sign > 0 ? left : right) * pi / h);
      SarInterval beyond_ends = sar_interval_point(sign * (b <= x[0] || a < x[0] ? 1 : -1) / h);
      if (straight) here = beyond_ends;
      if (mixed) here = sar_interval_hull(here, sar_interval(-pi / h, pi / h));
    }
    range = sar_interval_hull(range, here);
  }
  return range;
}

static SarInterval any_knots_range(const SarSplineTable *table, int32_t order, SarInterval at) {
  SarInterval parts[2], range = {INFINITY, -INFINITY};
  double periods;
  if (!is_periodic(table)) return knots_range(table, order, at);
  int32_t count = parts_of_period(table, at, parts, &periods);
  bool whole = at.hi - at.lo >= table->x[table->nx - 1] - table->x[0];
  for (int32_t i = 0; i < count; i++) {
    SarInterval sign = whole ? (SarInterval){-1, 1} : sar_interval_point(sign_of_period(table, periods + i));
    range = sar_interval_hull(range, sar_interval_mul(sign, knots_range(table, order, parts[i])));
  }
  return range;
}

/* Between and beyond two curves, with weights of the second in `weight`: straight in the weight, so its ends decide. */
static SarInterval blend(SarInterval a, SarInterval b, SarInterval weight) {
  SarInterval at_lo = sar_interval_add(sar_interval_mul(sar_interval_point(1 - weight.lo), a),
                                       sar_interval_mul(sar_interval_point(weight.lo), b));
  SarInterval at_hi = sar_interval_add(sar_interval_mul(sar_interval_point(1 - weight.hi), a),
                                       sar_interval_mul(sar_interval_point(weight.hi), b));
  return sar_interval_hull(at_lo, at_hi);
}

SarInterval sar_spline_enclose(const SarSpline *spline, int32_t detail, SarInterval x, SarInterval z) {
  const SarSplineTable *table = &spline->table;
  SarSplineMethod method = sar_spline_method(detail);
  int32_t order_x = sar_spline_order_x(detail), order_z = sar_spline_order_z(detail);
  bool bounded = sar_interval_is_finite(x) && (table->nz == 1 || sar_interval_is_finite(z));
  if (!bounded || (method == SAR_SPLINE_KNOTS && order_x > 1)) return sar_interval_whole();
  if (method == SAR_SPLINE_KNOTS) return order_z ? sar_interval_point(0) : any_knots_range(table, order_x, x);
  if (table->nz == 1) return order_z ? sar_interval_point(0) : any_curve_range(spline, 0, method, order_x, x);
  SarInterval range = {INFINITY, -INFINITY};
  double lowest = table->z[0], highest = table->z[table->nz - 1];
  bool constant = table->extrapolation == SAR_EXTRAPOLATE_CONSTANT;
  if (constant && order_z && (z.lo < lowest || z.hi > highest)) range = sar_interval_point(0);
  if (constant) z = (SarInterval){fmin(fmax(z.lo, lowest), highest), fmin(fmax(z.hi, lowest), highest)};
  int32_t first = interval(table->z, table->nz, z.lo), last = interval(table->z, table->nz, z.hi);
  for (int32_t k = first; k <= last; k++) {
    double low = table->z[k], width = table->z[k + 1] - low;
    SarInterval a = any_curve_range(spline, k, method, order_x, x),
                b = any_curve_range(spline, k + 1, method, order_x, x);
    SarInterval weight = {((k == first ? z.lo : low) - low) / width, k == last ? (z.hi - low) / width : 1};
    SarInterval slope = sar_interval_mul(sar_interval_sub(b, a), sar_interval_point(1 / width));
    range = sar_interval_hull(range, order_z ? slope : blend(a, b, weight));
  }
  return range;
}

bool sar_spline_is_one_piece(const SarSpline *spline, SarInterval x, SarInterval z) {
  const SarSplineTable *table = &spline->table;
  double periods[2];
  if (is_periodic(table)) {
    x = (SarInterval){within_period(table, x.lo, &periods[0]), within_period(table, x.hi, &periods[1])};
    if (periods[0] != periods[1]) return false;
  }
  if (piece_at(table, x.lo) != piece_at(table, x.hi)) return false;
  return table->nz == 1 || (z.lo >= table->z[0] && z.hi <= table->z[table->nz - 1] &&
                            interval(table->z, table->nz, z.lo) == interval(table->z, table->nz, z.hi));
}
