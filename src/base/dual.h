/* Numbers that carry their derivatives: value and gradient by a few inputs, so that a formula written once gives both.
 * Exact to rounding; where a function has a kink, the derivative is that of the branch that is taken. */
#ifndef SAR_BASE_DUAL_H
#define SAR_BASE_DUAL_H

#include <math.h>

enum { SAR_DUAL_INPUTS = 14 }; /* as many as the largest formula has */

typedef struct SarDual {
  double v;
  double d[SAR_DUAL_INPUTS];
} SarDual;

static inline SarDual sar_dual(double value) { return (SarDual){.v = value}; }

static inline SarDual sar_dual_input(double value, int input) {
  SarDual out = {.v = value};
  out.d[input] = 1;
  return out;
}

/* f(a) with the derivative of f there. */
static inline SarDual sar_dual_chain(SarDual a, double f, double slope) {
  SarDual out = {.v = f};
  for (int i = 0; i < SAR_DUAL_INPUTS; i++) out.d[i] = slope * a.d[i];
  return out;
}

/* f(a, b) with both. */
static inline SarDual sar_dual_chain2(SarDual a, SarDual b, double f, double by_a, double by_b) {
  SarDual out = {.v = f};
  for (int i = 0; i < SAR_DUAL_INPUTS; i++) out.d[i] = by_a * a.d[i] + by_b * b.d[i];
  return out;
}

static inline SarDual sar_dual_add(SarDual a, SarDual b) { return sar_dual_chain2(a, b, a.v + b.v, 1, 1); }
static inline SarDual sar_dual_sub(SarDual a, SarDual b) { return sar_dual_chain2(a, b, a.v - b.v, 1, -1); }
static inline SarDual sar_dual_mul(SarDual a, SarDual b) { return sar_dual_chain2(a, b, a.v * b.v, b.v, a.v); }
static inline SarDual sar_dual_div(SarDual a, SarDual b) {
  return sar_dual_chain2(a, b, a.v / b.v, 1 / b.v, -a.v / (b.v * b.v));
}
/* factor a + constant */
static inline SarDual sar_dual_line(double factor, SarDual a, double constant) {
  return sar_dual_chain(a, factor * a.v + constant, factor);
}
static inline SarDual sar_dual_scale(double factor, SarDual a) { return sar_dual_line(factor, a, 0); }
static inline SarDual sar_dual_shift(SarDual a, double constant) { return sar_dual_line(1, a, constant); }
static inline SarDual sar_dual_neg(SarDual a) { return sar_dual_scale(-1, a); }
static inline SarDual sar_dual_square(SarDual a) { return sar_dual_chain(a, a.v * a.v, 2 * a.v); }
static inline SarDual sar_dual_abs(SarDual a) { return sar_dual_chain(a, fabs(a.v), a.v < 0 ? -1 : 1); }

static inline SarDual sar_dual_sqrt(SarDual a) {
  double root = sqrt(a.v);
  return sar_dual_chain(a, root, 0.5 / root);
}
static inline SarDual sar_dual_exp(SarDual a) {
  double f = exp(a.v);
  return sar_dual_chain(a, f, f);
}
static inline SarDual sar_dual_sin(SarDual a) { return sar_dual_chain(a, sin(a.v), cos(a.v)); }
static inline SarDual sar_dual_cos(SarDual a) { return sar_dual_chain(a, cos(a.v), -sin(a.v)); }
static inline SarDual sar_dual_atan(SarDual a) { return sar_dual_chain(a, atan(a.v), 1 / (1 + a.v * a.v)); }
static inline SarDual sar_dual_asin(SarDual a) { return sar_dual_chain(a, asin(a.v), 1 / sqrt(1 - a.v * a.v)); }

#endif
