/* Sums over the invariants of a modal body. Those over j2 and g1 are all that costs: each number of them is read once,
 * and used for two vectors where two are needed. */
#include "element/flexible/modal_point.h"

#include <string.h>

const int sar_modal_row[6] = {0, 1, 2, 0, 0, 1}, sar_modal_column[6] = {0, 1, 2, 1, 2, 2};

#define AT_ONCE 4 /* rows of a matrix, so that what they are added to is read and written less often */

/* y += sum_j x_j m_j over the rows m_j of an n x n matrix. Rows with x_j = 0 are left out by fours: at rest there is
 * nothing to do. */
static void add_rows(int32_t n, const double *restrict m, const double *restrict x, double *restrict y) {
  int32_t j = 0;
  for (; j + AT_ONCE <= n; j += AT_ONCE) {
    const double a = x[j], b = x[j + 1], c = x[j + 2], d = x[j + 3];
    if (a == 0 && b == 0 && c == 0 && d == 0) continue;
    const double *restrict p = m + (size_t)j * (size_t)n, *restrict q = p + n, *restrict r = q + n, *restrict s = r + n;
    for (int32_t i = 0; i < n; i++) y[i] += a * p[i] + b * q[i] + c * r[i] + d * s[i];
  }
  for (; j < n; j++) {
    const double *restrict p = m + (size_t)j * (size_t)n;
    for (int32_t i = 0; i < n; i++) y[i] += x[j] * p[i];
  }
}

/* The same for two vectors at once, the second one times a factor. */
static void add_rows_twice(int32_t n, const double *restrict m, const double *restrict x, double *restrict y,
                           double factor, const double *restrict x2, double *restrict y2) {
  int32_t j = 0;
  for (; j + AT_ONCE <= n; j += AT_ONCE) {
    const double a = x[j], b = x[j + 1], c = x[j + 2], d = x[j + 3];
    const double e = factor * x2[j], f = factor * x2[j + 1], g = factor * x2[j + 2], h = factor * x2[j + 3];
    if (a == 0 && b == 0 && c == 0 && d == 0 && e == 0 && f == 0 && g == 0 && h == 0) continue;
    const double *restrict p = m + (size_t)j * (size_t)n, *restrict q = p + n, *restrict r = q + n, *restrict s = r + n;
    for (int32_t i = 0; i < n; i++) {
      y[i] += a * p[i] + b * q[i] + c * r[i] + d * s[i];
      y2[i] += e * p[i] + f * q[i] + g * r[i] + h * s[i];
    }
  }
  for (; j < n; j++) {
    const double *restrict p = m + (size_t)j * (size_t)n;
    for (int32_t i = 0; i < n; i++) {
      y[i] += x[j] * p[i];
      y2[i] += factor * x2[j] * p[i];
    }
  }
}

static double dot(int32_t n, const double *restrict a, const double *restrict b) {
  double even = 0, odd = 0;
  int32_t i = 0;
  for (; i + 2 <= n; i += 2) {
    even += a[i] * b[i];
    odd += a[i + 1] * b[i + 1];
  }
  return even + odd + (i < n ? a[i] * b[i] : 0);
}

static SarVec3 dot3(int32_t n, const double *a, const double *b) {
  return sar_vec3(dot(n, a, b), dot(n, a + n, b), dot(n, a + 2 * n, b));
}

/* J,i = j1_i + 2 sum_j j2_ij eta_j; J - j0 = sum_i eta_i (j1_i + J,i)/2; J' = sum_i eta_i' J,i. */
static void inertia(const SarModalBody *body, const SarPartPoint *at, bool matrix, SarModalPoint *p) {
  const SarReduced *b = body->reduced;
  const int32_t n = p->n;
  const size_t square = (size_t)n * (size_t)n;
  p->J = p->J_rate = sar_mat3_zero();
  memset(p->slope, 0, 6 * (size_t)n * sizeof *p->slope);
  if (matrix) memset(p->slope_rate, 0, 6 * (size_t)n * sizeof *p->slope_rate);
  if (body->terms == SAR_MODAL_CONSTANT) return;
  for (int c = 0; c < 6; c++) {
    double *restrict slope = p->slope + c * n;
    const double *restrict j1 = b->j1 + c * n, *restrict eta = at->q;
    if (body->terms == SAR_MODAL_ALL && matrix) {
      add_rows_twice(n, b->j2 + (size_t)c * square, eta, slope, 1, at->v, p->slope_rate + c * n);
    } else if (body->terms == SAR_MODAL_ALL) {
      add_rows(n, b->j2 + (size_t)c * square, eta, slope);
    }
    double sum = 0;
    for (int32_t i = 0; i < n; i++) {
      sum += eta[i] * (j1[i] + slope[i]);
      slope[i] = j1[i] + 2 * slope[i];
    }
    int r = sar_modal_row[c], k = sar_modal_column[c];
    p->J.m[r][k] = p->J.m[k][r] = sum;
    p->J_rate.m[r][k] = p->J_rate.m[k][r] = dot(n, slope, at->v);
  }
}

static void coupling(const SarModalBody *body, const SarPartPoint *at, bool matrix, SarModalPoint *p) {
  const SarReduced *b = body->reduced;
  const int32_t n = p->n;
  const size_t square = (size_t)n * (size_t)n;
  const double w[3] = {p->w.x, p->w.y, p->w.z};
  memcpy(p->G, b->g0, 3 * (size_t)n * sizeof *p->G);
  memset(p->turned, 0, (matrix ? 3 : 1) * (size_t)n * sizeof *p->turned);
  if (matrix) memset(p->turned_too, 0, 3 * (size_t)n * sizeof *p->turned_too);
  for (int c = 0; c < 3 && body->terms == SAR_MODAL_ALL; c++) {
    const double *g1 = b->g1 + (size_t)c * square;
    if (matrix) {
      add_rows_twice(n, g1, at->q, p->G + c * n, 1, at->v, p->turned + c * n);
      add_rows(n, g1, at->a, p->turned_too + c * n);
    } else {
      add_rows_twice(n, g1, at->q, p->G + c * n, w[c], at->v, p->turned);
    }
  }
  p->G_rate = dot3(n, p->G, at->v);
  p->G_second = dot3(n, p->G, at->a);
}

void sar_modal_state(const SarModalBody *body, const SarPartPoint *at, SarModalState *out) {
  const SarReduced *b = body->reduced;
  const int32_t n = b->n;
  const size_t square = (size_t)n * (size_t)n;
  const double *q = at->q, *v = at->v;
  double G[3];
  *out = (SarModalState){.s = dot3(n, b->psi, q), .s_rate = dot3(n, b->psi, v)};
  sar_vec3_store(dot3(n, b->g0, v), G);
  for (int c = 0; c < 6 && body->terms != SAR_MODAL_CONSTANT; c++) {
    double sum = dot(n, b->j1 + c * n, q);
    for (int32_t i = 0; i < n && body->terms == SAR_MODAL_ALL; i++) {
      const double *row = b->j2 + (size_t)c * square + (size_t)i * (size_t)n;
      sum += q[i] * (q[i] * row[i] + 2 * dot(i, row, q));
    }
    int r = sar_modal_row[c], k = sar_modal_column[c];
    out->J.m[r][k] = out->J.m[k][r] = sum;
  }
  for (int c = 0; c < 3 && body->terms == SAR_MODAL_ALL; c++) {
    for (int32_t i = 0; i < n; i++) {
      const double *row = b->g1 + (size_t)c * square + (size_t)i * (size_t)n;
      G[c] += q[i] * dot(i, row, v) - v[i] * dot(i, row, q);
    }
  }
  out->G_rate = sar_vec3_load(G);
}

void sar_modal_point(const SarModalBody *body, const SarPartPoint *at, bool matrix, SarModalPoint *out) {
  const SarReduced *b = body->reduced;
  const SarKin *kin = at->nodes[0].kin;
  const double *a = at->nodes[0].acceleration;
  const int32_t n = b->n;
  *out = (SarModalPoint){.n = n, .R = &kin->A, .w = kin->w, .alpha = sar_vec3_load(a + 3)};
  out->u = sar_mul_t(&kin->A, sar_vec3_load(a));
  out->slope = at->scratch;
  out->G = out->slope + 6 * n;
  out->turned = out->G + 3 * n;
  out->slope_rate = out->turned + 3 * n;
  out->turned_too = out->slope_rate + 6 * n;
  out->s = dot3(n, b->psi, at->q);
  out->s_rate = dot3(n, b->psi, at->v);
  out->s_second = dot3(n, b->psi, at->a);
  inertia(body, at, matrix, out);
  coupling(body, at, matrix, out);
}
