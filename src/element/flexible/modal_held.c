/* Where the interface P is held the amplitudes move the body: by (6), (7) of docs/theory/modal-bodies.md, linear, the
 * rates are
 *
 *   w = -Theta_P eta',   v = X_P x w - Phi_P eta'                                                               (a)
 *
 * and the kinetic energy of the unloaded body, (2) there, becomes 1/2 eta'.M eta' with
 *
 *   M eta = eta + psi^T v + g0^T w - Phi^T a + Theta^T (X_P x a) - Theta^T b,
 *   a = m v + psi eta,   b = j0 w + g0 eta                                                                      (b)
 *
 * Its lowest frequency is one over the largest eigenvalue of K^-1/2 M K^-1/2. Products with M cost 24 n, so that powers
 * of it are cheaper than any decomposition; Rayleigh's quotient converges with the square of what is left in the
 * vector, and equal frequencies (of a square bar) do no harm to it. */
#include "element/flexible/modal_held.h"

#include <math.h>

#define MOST_POWERS 400
#define CLOSE 1e-7 /* change of the quotient that ends the iteration */

static SarVec3 times(const double *shape, int32_t n, const double *eta) {
  double sum[3] = {0, 0, 0};
  for (int32_t k = 0; k < 3; k++) {
    for (int32_t i = 0; i < n; i++) sum[k] += shape[k * n + i] * eta[i];
  }
  return sar_vec3_load(sum);
}

static void add_transposed(const double *shape, int32_t n, SarVec3 by, double *out) {
  for (int32_t i = 0; i < n; i++) out[i] += shape[i] * by.x + shape[n + i] * by.y + shape[2 * n + i] * by.z;
}

/* M eta, by (a) and (b). */
static void mass_times(const SarReduced *body, const SarReducedInterface *held, const double *eta, double *out) {
  int32_t n = body->n;
  SarVec3 w = sar_scale(-1, times(held->theta, n, eta));
  SarVec3 v = sar_sub(sar_cross(held->at, w), times(held->phi, n, eta));
  SarVec3 a = sar_add(sar_scale(body->mass, v), times(body->psi, n, eta));
  SarVec3 b = sar_add(sar_mul(&body->j0, w), times(body->g0, n, eta));
  for (int32_t i = 0; i < n; i++) out[i] = eta[i];
  add_transposed(body->psi, n, v, out);
  add_transposed(body->g0, n, w, out);
  add_transposed(held->phi, n, sar_scale(-1, a), out);
  add_transposed(held->theta, n, sar_sub(sar_cross(held->at, a), b), out);
}

double sar_modal_held(const SarReduced *body, int32_t interface, double *scratch) {
  int32_t n = body->n;
  double *x = scratch, *eta = x + n, *y = eta + n, *flexible = y + n, quotient = 0;
  if (n == 0) return 0;
  for (int32_t i = 0; i < n; i++) {
    flexible[i] = body->stiffness[i] > 0 ? 1 / sqrt(body->stiffness[i]) : 0;
    x[i] = flexible[i] * (1 + 0.5 * sin(1.0 + i)); /* of all shapes, slow ones most */
  }
  for (int power = 0; power < MOST_POWERS; power++) {
    double norm = 0, last = quotient, product = 0;
    for (int32_t i = 0; i < n; i++) norm += x[i] * x[i];
    if (!(norm > 0)) return 0;
    for (int32_t i = 0; i < n; i++) x[i] /= sqrt(norm), eta[i] = flexible[i] * x[i];
    mass_times(body, &body->interfaces[interface], eta, y);
    for (int32_t i = 0; i < n; i++) y[i] *= flexible[i], product += x[i] * y[i];
    quotient = product;
    for (int32_t i = 0; i < n; i++) x[i] = y[i];
    if (fabs(quotient - last) <= CLOSE * quotient) break;
  }
  return quotient > 0 ? 1 / quotient : 0;
}
