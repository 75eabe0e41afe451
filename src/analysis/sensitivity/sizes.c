/* How large variations are, and how wrong. */
#include <math.h>

#include "analysis/sensitivity/parts.h"

/* The weighted sizes of y, or of what would have to be added to it: positions, velocities, and states. */
static void find_sizes(const SarSensitivity *x, const double *y, double size[SAR_SIZES]) {
  const SarProblem *p = &x->m->problem;
  int32_t nv = p->n.nv;
  for (int k = 0; k < SAR_SIZES; k++) size[k] = 0;
  for (int32_t i = 0; i < nv; i++) {
    size[0] = fmax(size[0], p->weight[i] * fabs(y[i]));
    size[1] = fmax(size[1], p->weight[i] * fabs(y[nv + i]));
  }
  for (int32_t i = 0; i < p->n.nx; i++) size[2] = fmax(size[2], fabs(p->weight_x[i] * y[2 * nv + i]));
}

double sar_sensitivity_error(const SarSensitivity *x, const double *error, const double *y) {
  double worst = 0;
  for (int32_t p = 0; p < x->count; p++, error += x->ny, y += x->ny) {
    double wrong[SAR_SIZES], now[SAR_SIZES];
    find_sizes(x, error, wrong);
    find_sizes(x, y, now);
    for (int k = 0; k < SAR_SIZES; k++) {
      double size = fmax(x->largest[p * SAR_SIZES + k], now[k]);
      if (size > 0) worst = fmax(worst, wrong[k] / (x->tolerance * size));
    }
  }
  return worst;
}

void sar_sensitivity_note_size(SarSensitivity *x, const double *y) {
  for (int32_t p = 0; p < x->count; p++) {
    double now[SAR_SIZES], *largest = x->largest + (int64_t)p * SAR_SIZES;
    find_sizes(x, y + (int64_t)p * x->ny, now);
    for (int k = 0; k < SAR_SIZES; k++) largest[k] = fmax(largest[k], now[k]);
  }
}
