/* Intervals: bounds on numbers that are not known exactly. Bounds may be infinite: nothing is known then. */
#ifndef SAR_BASE_INTERVAL_H
#define SAR_BASE_INTERVAL_H

#include <math.h>
#include <stdbool.h>

typedef struct SarInterval {
  double lo, hi;
} SarInterval;

/* All values of a function on an interval of its variable, and of its derivative. Where the function has kinks, of its
 * one-sided derivatives; where it jumps, the derivative is unbounded. */
typedef struct SarEnclosure {
  SarInterval value, rate;
} SarEnclosure;

static inline SarInterval sar_interval_point(double x) { return (SarInterval){x, x}; }
static inline SarInterval sar_interval_whole(void) { return (SarInterval){-INFINITY, INFINITY}; }
static inline bool sar_interval_has(SarInterval a, double x) { return a.lo <= x && x <= a.hi; }
static inline bool sar_interval_is_finite(SarInterval a) { return a.lo > -INFINITY && a.hi < INFINITY; }
static inline double sar_interval_size(SarInterval a) { return fmax(fabs(a.lo), fabs(a.hi)); }

static inline SarInterval sar_interval_hull(SarInterval a, SarInterval b) {
  return (SarInterval){fmin(a.lo, b.lo), fmax(a.hi, b.hi)};
}

/* Made of computed bounds: a few rounding errors wider, the whole line where one is not a number. */
static inline SarInterval sar_interval(double lo, double hi) {
  if (!(lo <= hi)) return sar_interval_whole();
  return (SarInterval){lo - 1e-15 * fabs(lo), hi + 1e-15 * fabs(hi)};
}

static inline SarInterval sar_interval_neg(SarInterval a) { return (SarInterval){-a.hi, -a.lo}; }

static inline SarInterval sar_interval_add(SarInterval a, SarInterval b) {
  return sar_interval(a.lo + b.lo, a.hi + b.hi);
}

static inline SarInterval sar_interval_sub(SarInterval a, SarInterval b) {
  return sar_interval(a.lo - b.hi, a.hi - b.lo);
}

static inline SarInterval sar_interval_mul(SarInterval a, SarInterval b) {
  if ((a.lo == 0 && a.hi == 0) || (b.lo == 0 && b.hi == 0)) return (SarInterval){0, 0};
  double p = a.lo * b.lo, q = a.lo * b.hi, r = a.hi * b.lo, s = a.hi * b.hi;
  if (isnan(p + q + r + s)) return sar_interval_whole(); /* zero times infinity, or infinities of both signs */
  return sar_interval(fmin(fmin(p, q), fmin(r, s)), fmax(fmax(p, q), fmax(r, s)));
}

static inline SarInterval sar_interval_div(SarInterval a, SarInterval b) {
  if (sar_interval_has(b, 0)) return sar_interval_whole();
  return sar_interval_mul(a, sar_interval(1 / b.hi, 1 / b.lo));
}

#endif
