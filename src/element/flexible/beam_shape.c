/* Nodes, weights and shape functions of an element, and the metric of its curve. */
#include "element/flexible/beam_gauss.h"

#define INNER 0.44721359549995793928 /* 1/sqrt 5 */

static const double places[SAR_BEAM_ORDER][SAR_BEAM_NODES] = {{-1, 1}, {-1, 0, 1}, {-1, -INNER, INNER, 1}};
static const double weights[SAR_BEAM_ORDER][SAR_BEAM_NODES] = {
    {1, 1}, {1.0 / 3, 4.0 / 3, 1.0 / 3}, {1.0 / 6, 5.0 / 6, 5.0 / 6, 1.0 / 6}};

double sar_beam_node(int32_t order, int32_t i) { return places[order - 1][i]; }
double sar_beam_weight(int32_t order, int32_t i) { return weights[order - 1][i]; }

/* Lagrange's polynomials. Their derivatives as sums of products, which needs no division by xi - place. */
void sar_beam_shape(int32_t order, double xi, double *N, double *dN) {
  const double *x = places[order - 1];
  for (int i = 0; i <= order; i++) {
    double value = 1, slope = 0;
    for (int k = 0; k <= order; k++) {
      if (k == i) continue;
      slope = (slope * (xi - x[k]) + value) / (x[i] - x[k]);
      value *= (xi - x[k]) / (x[i] - x[k]);
    }
    if (N) N[i] = value;
    if (dN) dN[i] = slope;
  }
}

double sar_beam_metric(int32_t order, const SarVec3 *r, double xi) {
  double dN[SAR_BEAM_NODES];
  sar_beam_shape(order, xi, NULL, dN);
  SarVec3 slope = {0, 0, 0};
  for (int i = 1; i <= order; i++) slope = sar_axpy(dN[i], sar_sub(r[i], r[0]), slope);
  return sar_norm(slope);
}

void sar_beam_through_points(int order, double xi, double *factors) {
  const SarBeamRule *rule = sar_beam_rules[order - 1];
  for (int i = 0; i < order; i++) {
    factors[i] = 1;
    for (int k = 0; k < order; k++) {
      if (k != i) factors[i] *= (xi - rule[k].xi) / (rule[i].xi - rule[k].xi);
    }
  }
}
