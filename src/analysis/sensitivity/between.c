/* Inside the last step: the cubic through values and rates of the instants on both sides. */
#include "analysis/sensitivity/parts.h"

SarBetween sar_sensitivity_between(const SarSensitivity *x, double t) {
  int32_t k = 1;
  while (k < x->last && x->instants[k].t < t) k++;
  const SarInstant *from = &x->instants[x->last ? k - 1 : 0], *to = &x->instants[x->last ? k : 0];
  double h = to->t - from->t, s = h > 0 ? (t - from->t) / h : 1, s2 = s * s, s3 = s2 * s;
  return (SarBetween){from, to, 3 * s2 - 2 * s3, {h * (s3 - 2 * s2 + s), h * (s3 - s2)}};
}

void sar_sensitivity_interpolate(const SarSensitivity *x, double t, double *y) {
  SarBetween b = sar_sensitivity_between(x, t);
  const SarInstant *from = b.from, *to = b.to;
  for (int64_t i = 0; i < (int64_t)x->count * x->ny; i++) {
    y[i] = from->y[i] + b.value * (to->y[i] - from->y[i]) + b.slope[0] * from->rate[i] + b.slope[1] * to->rate[i];
  }
}
