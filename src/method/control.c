#include "method/control.h"

#include <math.h>

#define SAFETY 0.9
#define WORTH_GROWING 1.2
#define MOST_GROWTH 2.0
#define MOST_GROWTH_FIRST 5.0
#define LEAST_SHRINKING 0.1
#define SPREAD 5    /* steps over which what remains is spread evenly */
#define SLIVER 1e-6 /* of a step: a remainder that small is taken along */

double sar_control_factor(SarErrorEstimate error) {
  if (error.factor > 0) return error.factor;
  if (isnan(error.ratio)) return 0;
  if (!(error.ratio > 1e-9)) return 1e3;
  return SAFETY * pow(error.ratio, -1.0 / error.power);
}

double sar_control_grow(double factor, bool first_steps, bool after_rejection) {
  if (after_rejection) return fmin(factor, 1);
  if (factor < 1) return fmax(factor, 0.5);
  if (factor < WORTH_GROWING) return 1;
  return fmin(factor, first_steps ? MOST_GROWTH_FIRST : MOST_GROWTH);
}

double sar_control_shrink(double factor) { return fmin(SAFETY, fmax(LEAST_SHRINKING, factor)); }

double sar_control_fit(double t, double h, double end, bool *last) {
  double left = end - t, count = ceil(left / h - SLIVER);
  *last = count <= 1;
  if (*last) return left;
  return count <= SPREAD ? left / count : h;
}

int64_t sar_control_fixed_count(double span, double h) {
  double count = ceil(span / h - SLIVER);
  return count < 1 ? 1 : (int64_t)count;
}
