/* A smooth curve through points. */
#include <math.h>
#include <stddef.h>

#include "geometry/profile_build.h"

/* Second derivatives m of the spline at its points, for one coordinate: rows h_i-1 m_i-1 + 2 (h_i-1 + h_i) m_i + h_i
 * m_i+1 = 6 (slope after - slope before). Closed: the matrix has two corners more, taken by Sherman and Morrison's
 * formula. */
typedef struct Rows {
  int32_t n;
  bool closed;
  const double *h, *y; /* h_i from point i to the next */
  double *m, *z, *w;   /* result, work */
} Rows;

static double slope_after(const Rows *r, int32_t i) { return (r->y[(i + 1) % r->n] - r->y[i]) / r->h[i]; }

/* Thomas' algorithm with the diagonal's ends changed by `first` and `last`; work in w. */
static void sweep(const Rows *r, double first, double last, double *x) {
  int32_t n = r->n;
  for (int32_t i = 0; i < n; i++) {
    double before = r->h[(i + n - 1) % n], diagonal = 2 * (before + r->h[i]);
    if (i == 0) diagonal += first;
    if (i == n - 1) diagonal += last;
    double low = i > 0 ? before : 0;
    if (i > 0) diagonal -= low * r->w[i - 1], x[i] -= low * x[i - 1];
    r->w[i] = r->h[i] / diagonal;
    x[i] /= diagonal;
  }
  for (int32_t i = n - 2; i >= 0; i--) x[i] -= r->w[i] * x[i + 1];
}

static void solve_closed(const Rows *r) {
  int32_t n = r->n;
  double corner = r->h[n - 1], gamma = -corner; /* u = (gamma, 0 ... corner), v = (1, 0 ... corner/gamma) */
  for (int32_t i = 0; i < n; i++) {
    r->m[i] = 6 * (slope_after(r, i) - slope_after(r, (i + n - 1) % n));
    r->z[i] = i == 0 ? gamma : i == n - 1 ? corner : 0;
  }
  sweep(r, -gamma, -corner * corner / gamma, r->m);
  sweep(r, -gamma, -corner * corner / gamma, r->z);
  double f = (r->m[0] + r->m[n - 1] * corner / gamma) / (1 + r->z[0] + r->z[n - 1] * corner / gamma);
  for (int32_t i = 0; i < n; i++) r->m[i] -= f * r->z[i];
}

static void solve_open(const Rows *r) {
  int32_t n = r->n;
  r->m[0] = r->m[n - 1] = 0;
  for (int32_t i = 1; i < n - 1; i++) {
    double diagonal = 2 * (r->h[i - 1] + r->h[i]) - (i > 1 ? r->h[i - 1] * r->w[i - 1] : 0);
    double right = 6 * (slope_after(r, i) - slope_after(r, i - 1)) - (i > 1 ? r->h[i - 1] * r->m[i - 1] : 0);
    r->w[i] = r->h[i] / diagonal;
    r->m[i] = right / diagonal;
  }
  for (int32_t i = n - 3; i >= 1; i--) r->m[i] -= r->w[i] * r->m[i + 1];
}

/* One coordinate of the four Bezier points of all pieces. */
static void add_coordinate(const Rows *r, SarVec2 *bezier, int32_t npieces, bool second) {
  if (r->closed)
    solve_closed(r);
  else
    solve_open(r);
  for (int32_t i = 0; i < npieces; i++) {
    int32_t j = (i + 1) % r->n;
    double h = r->h[i], out = slope_after(r, i) - h * (2 * r->m[i] + r->m[j]) / 6;
    double in = slope_after(r, i) + h * (r->m[i] + 2 * r->m[j]) / 6;
    double b[4] = {r->y[i], r->y[i] + h * out / 3, r->y[j] - h * in / 3, r->y[j]};
    for (int k = 0; k < 4; k++) *(second ? &bezier[4 * i + k].y : &bezier[4 * i + k].x) = b[k];
  }
}

bool sar_profile_spline(SarProfileBuilder *to, const SarVec2 *points, int32_t n, bool closed) {
  if (n < 3) return sar_profile_wrong(to, 0, SAR_PROFILE_FEW_SPLINE);
  int32_t npieces = closed ? n : n - 1;
  double *work = SAR_NEW(to->arena, 5 * (size_t)n, double);
  SarVec2 *bezier = SAR_NEW(to->arena, 4 * (size_t)npieces, SarVec2);
  if (!work || !bezier) return false;
  double *h = work, *y = work + n;
  Rows rows = {n, closed, h, y, work + 2 * n, work + 3 * n, work + 4 * n};
  for (int32_t i = 0; i < n; i++) {
    SarVec2 a = points[i], b = points[(i + 1) % n];
    h[i] = hypot(b.x - a.x, b.y - a.y);
    if (i < npieces && !(h[i] > 0)) return sar_profile_wrong(to, i, SAR_PROFILE_SAME_POINTS);
  }
  for (int k = 0; k < 2; k++) {
    for (int32_t i = 0; i < n; i++) y[i] = k ? points[i].y : points[i].x;
    add_coordinate(&rows, bezier, npieces, k == 1);
  }
  for (int32_t i = 0; i < npieces; i++) {
    if (!sar_profile_cubic(to, bezier + 4 * (size_t)i)) return false;
  }
  return true;
}
