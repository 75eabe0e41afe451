#include "study/fit_step.h"

#include <math.h>

#include "study/fit_matrix.h"

int64_t sar_fit_step_work(int32_t n) { return (int64_t)2 * n * (n + 1) + (int64_t)4 * n; }

/* The minimum over the free variables, the others stay as they are in p: the least squares of
 *   [ R_free        ]       [ c + R_held p_held ]
 *   [ sqrt(mu) D    ] q = - [ 0                 ]       */
static void solve_free(const SarFitStep *s, const bool *held, double *work, const double *p, double *out) {
  int32_t n = s->n, nfree = 0;
  for (int32_t j = 0; j < n; j++) nfree += !held[j];
  int32_t columns = nfree + 1;
  double *a = work, root = sqrt(s->damping);
  for (int32_t i = 0; i < n; i++) {
    double right = s->c[i];
    int32_t at = 0;
    for (int32_t j = 0; j < n; j++) {
      double entry = j >= i ? s->r[i * s->stride + j] : 0;
      if (held[j])
        right += entry * p[j];
      else
        a[i * columns + at++] = entry;
    }
    a[i * columns + nfree] = -right;
  }
  int32_t row = n;
  for (int32_t j = 0; j < n; j++) {
    if (held[j]) continue;
    for (int32_t k = 0; k < columns; k++) a[row * columns + k] = 0;
    a[row * columns + row - n] = root * s->d[j];
    row++;
  }
  double *right = work + (int64_t)2 * n * (n + 1), *solution = right + n;
  sar_fit_triangle(row, columns, a);
  for (int32_t i = 0; i < nfree; i++) right[i] = a[i * columns + nfree];
  sar_fit_solve_triangle(nfree, a, columns, right, solution);
  int32_t at = 0;
  for (int32_t j = 0; j < n; j++) out[j] = held[j] ? p[j] : solution[at++];
}

/* Half the gradient: R^T (c + R p) + mu D^2 p; room: n */
static void find_gradient(const SarFitStep *s, const double *p, double *room, double *gradient) {
  for (int32_t i = 0; i < s->n; i++) {
    room[i] = s->c[i];
    for (int32_t j = i; j < s->n; j++) room[i] += s->r[i * s->stride + j] * p[j];
  }
  for (int32_t j = 0; j < s->n; j++) {
    gradient[j] = s->damping * s->d[j] * s->d[j] * p[j];
    for (int32_t i = 0; i <= j; i++) gradient[j] += s->r[i * s->stride + j] * room[i];
  }
}

/* Goes from p towards `to` until a free variable meets its bound, which is held from then on; false: none does. */
static bool go_to_bound(const SarFitStep *s, const double *to, bool *held, double *p) {
  double part = 1;
  int32_t meets = -1;
  for (int32_t j = 0; j < s->n; j++) {
    if (held[j] || (to[j] >= s->lower[j] && to[j] <= s->upper[j])) continue;
    double bound = to[j] < s->lower[j] ? s->lower[j] : s->upper[j], here = (bound - p[j]) / (to[j] - p[j]);
    if (meets < 0 || here < part) part = here, meets = j;
  }
  for (int32_t j = 0; j < s->n; j++) {
    if (!held[j]) p[j] = fmin(fmax(p[j] + part * (to[j] - p[j]), s->lower[j]), s->upper[j]);
  }
  if (meets < 0) return false;
  p[meets] = to[meets] < s->lower[meets] ? s->lower[meets] : s->upper[meets];
  held[meets] = true;
  return true;
}

/* The held variable that wants back inside most, by what it would gain; -1: none. */
static int32_t find_released(const SarFitStep *s, const bool *held, const double *p, const double *gradient) {
  int32_t found = -1;
  double most = 0;
  for (int32_t j = 0; j < s->n; j++) {
    bool inward = (p[j] <= s->lower[j] && gradient[j] < 0) || (p[j] >= s->upper[j] && gradient[j] > 0);
    if (!held[j] || !inward || s->lower[j] == s->upper[j]) continue;
    if (fabs(gradient[j]) / s->d[j] > most) most = fabs(gradient[j]) / s->d[j], found = j;
  }
  return found;
}

void sar_fit_step(const SarFitStep *s, double *work, bool *held, double *p) {
  int32_t n = s->n;
  double *gradient = work + (int64_t)2 * n * (n + 1) + (int64_t)2 * n, *to = gradient + n;
  for (int32_t j = 0; j < n; j++) p[j] = 0;
  find_gradient(s, p, to, gradient);
  for (int32_t j = 0; j < n; j++) {
    held[j] =
        s->lower[j] == s->upper[j] || (s->lower[j] == 0 && gradient[j] > 0) || (s->upper[j] == 0 && gradient[j] < 0);
  }
  for (int32_t round = 0; round < 10 * n + 10; round++) { /* the bound is for rounding alone */
    solve_free(s, held, work, p, to);
    if (go_to_bound(s, to, held, p)) continue;
    find_gradient(s, p, to, gradient);
    int32_t released = find_released(s, held, p, gradient);
    if (released < 0) return;
    held[released] = false;
  }
}

double sar_fit_step_gain(const SarFitStep *s, const double *p) {
  double gain = 0;
  for (int32_t i = 0; i < s->n; i++) {
    double sum = 0;
    for (int32_t j = i; j < s->n; j++) sum += s->r[i * s->stride + j] * p[j];
    gain -= sum * (2 * s->c[i] + sum); /* c^2 - (c + s)^2 */
  }
  return gain;
}
