#include "element/tyre/load_curve.h"

void sar_load_curve_prepare(SarLoadCurve *curve) {
  if (curve->count) sar_monotone_slopes(curve->deflection, curve->force, curve->count, 0, curve->slope);
}

double sar_load_curve_at(const SarLoadCurve *curve, double deflection, double *slope) {
  int32_t last = curve->count - 1;
  double out[3];
  *slope = 0;
  if (deflection < curve->deflection[0]) return 0;
  if (deflection >= curve->deflection[last]) {
    *slope = curve->slope[last];
    return curve->force[last] + *slope * (deflection - curve->deflection[last]);
  }
  int32_t i = sar_interval_of(curve->deflection, curve->count, deflection);
  sar_cubic_at(curve->deflection[i + 1] - curve->deflection[i], curve->force + i, curve->slope + i,
               deflection - curve->deflection[i], out);
  *slope = out[1];
  return out[0];
}
