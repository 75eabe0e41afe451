/* Tables that splines run through: a curve y(x), or a family of curves y(x, z), linear in z between them.
 *
 * The call in an expression says how (SarSplineMethod); a table has the coefficients of all ways, so it is made once.
 */
#ifndef SAR_EXPR_SPLINE_H
#define SAR_EXPR_SPLINE_H

#include "base/interval.h"
#include "expr/expr.h"

typedef enum SarSplineMethod {
  SAR_SPLINE_AKIMA, /* H. Akima, J. ACM 17 (1970) 589-602: local, slopes continuous */
  SAR_SPLINE_CUBIC, /* second derivatives continuous, zero at both ends if there are any, or slopes given there */
  SAR_SPLINE_LINEAR,
  SAR_SPLINE_METHODS,
  SAR_SPLINE_KNOTS =
      SAR_SPLINE_METHODS /* not the table: a continuous function that changes its sign at every x of it */
} SarSplineMethod;

/* Beyond the first and the last x. A parabola runs through the last three points. */
typedef enum SarExtrapolation {
  SAR_EXTRAPOLATE_PARABOLA,
  SAR_EXTRAPOLATE_LINEAR, /* the tangent at the end */
  SAR_EXTRAPOLATE_CONSTANT,
  SAR_EXTRAPOLATE_PERIODIC /* the table again; its last y is its first one, and the seam as smooth as any point */
} SarExtrapolation;

typedef struct SarSplineTable {
  const char *name; /* for messages */
  const double *x;  /* nx, increasing */
  const double *z;  /* nz, increasing; null where nz = 1 */
  const double *y;  /* nz x nx: one curve after the other */
  int32_t nx, nz;
  SarExtrapolation extrapolation; /* in z: linear, or constant */
  const double *end_slopes;       /* or null: of the cubic spline at its first and its last x, nz = 1 */
} SarSplineTable;

/* A copy of the table with its coefficients, in the arena. Tables need two points at least (then all methods are a
 * line); wrong ones are reported at `source`: x or z that do not increase, numbers that are not finite, a period whose
 * ends differ. */
SarStatus sar_spline_create(SarContext *context, SarArena *arena, const SarSplineTable *table, SarSource source,
                            const SarSpline **out);

const SarSplineTable *sar_spline_table(const SarSpline *spline);

/* What of a spline: the method and how often it is differentiated in x and in z. */
static inline int32_t sar_spline_detail(SarSplineMethod method, int32_t order_x, int32_t order_z) {
  return (int32_t)method | order_x << 4 | order_z << 8;
}
static inline SarSplineMethod sar_spline_method(int32_t detail) { return (SarSplineMethod)(detail & 15); }
static inline int32_t sar_spline_order_x(int32_t detail) { return detail >> 4 & 15; }
static inline int32_t sar_spline_order_z(int32_t detail) { return detail >> 8; }

/* Whether it is zero everywhere: too high a derivative. */
bool sar_spline_vanishes(const SarSpline *spline, int32_t detail);

/* z is ignored where there is a single curve. */
double sar_spline_evaluate(const SarSpline *spline, int32_t detail, double x, double z);

/* Bounds on it for all x and z of the intervals. */
SarInterval sar_spline_enclose(const SarSpline *spline, int32_t detail, SarInterval x, SarInterval z);

/* Whether it is one polynomial there. Between two of them the value is continuous, but derivatives may jump. */
bool sar_spline_is_one_piece(const SarSpline *spline, SarInterval x, SarInterval z);

/* Whether value, slope and curvature of the spline itself are continuous at both ends. */
bool sar_spline_ends_are_smooth(const SarSpline *spline, SarSplineMethod method);

/* Whether the slope of every curve is zero at both ends, beside its slopes elsewhere. */
bool sar_spline_ends_are_level(const SarSpline *spline, SarSplineMethod method);

#endif
