/* Sums over the invariants of a modal body. Those over j2 and g1 are all that costs: each number of them is read once,
 * and used for two vectors where two are needed. */
#include "element/flexible/modal_point.h"

#include <string.h>

const int sar_modal_row[6] = {0, 1, 2, 0, 0, 1}, sar_modal_column[6] = {0, 1, 2, 1, 2, 2};

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Rows of a matrix are taken by eights and fours, so that what they are added to is read and written less often. */
enum { EIGHT = 8, FOUR = 4 };

static bool is_zero(int count, const double *x) {
  for (int k = 0; k < count; k++) {
    if (x[k] != 0) return false;
  }
  return true;
}

/* y += sum_j x_j m_j over `count` rows m_j of a matrix with rows of n numbers, of which the first `width` are used. At
 * rest there is nothing to do. */
INLINE void add_some(int count, int32_t n, int32_t width, const double *restrict m, const double *restrict x,
                     double *restrict y) {
  double a[EIGHT];
  if (is_zero(count, x)) return;
  for (int k = 0; k < count; k++) a[k] = x[k];
  for (int32_t i = 0; i < width; i++) {
    double sum = y[i];
    for (int k = 0; k < count; k++) sum += a[k] * m[k * n + i];
    y[i] = sum;
  }
}

/* The same for two vectors and eight rows, the second one times a factor. */
static void add_eight_twice(int32_t n, int32_t width, const double *restrict m, const double *restrict x,
                            double *restrict y, double factor, const double *restrict x2, double *restrict y2) {
  const double *restrict p0 = m, *restrict p1 = p0 + n, *restrict p2 = p1 + n, *restrict p3 = p2 + n;
  const double *restrict p4 = p3 + n, *restrict p5 = p4 + n, *restrict p6 = p5 + n, *restrict p7 = p6 + n;
  const double a0 = x[0], a1 = x[1], a2 = x[2], a3 = x[3], a4 = x[4], a5 = x[5], a6 = x[6], a7 = x[7];
  const double b0 = factor * x2[0], b1 = factor * x2[1], b2 = factor * x2[2], b3 = factor * x2[3];
  const double b4 = factor * x2[4], b5 = factor * x2[5], b6 = factor * x2[6], b7 = factor * x2[7];
  for (int32_t i = 0; i < width; i++) {
    y[i] += a0 * p0[i] + a1 * p1[i] + a2 * p2[i] + a3 * p3[i] + a4 * p4[i] + a5 * p5[i] + a6 * p6[i] + a7 * p7[i];
    y2[i] += b0 * p0[i] + b1 * p1[i] + b2 * p2[i] + b3 * p3[i] + b4 * p4[i] + b5 * p5[i] + b6 * p6[i] + b7 * p7[i];
  }
}

/* What is below the diagonal in `count` rows from the j-th on, within these rows. */
static void add_triangle(int count, int32_t n, int32_t j, const double *rows, const double *x, double *y) {
  for (int k = 1; k < count; k++) {
    for (int32_t i = j; i < j + k; i++) y[i] += x[j + k] * rows[k * n + i];
  }
}

/* All rows of an n x n matrix; `lower`: what is below its diagonal. */
INLINE void add_all(bool lower, int32_t n, const double *m, const double *x, double *y) {
  int32_t j = 0;
  for (; j + EIGHT <= n; j += EIGHT) {
    add_some(EIGHT, n, lower ? j : n, m + (size_t)j * (size_t)n, x + j, y);
    if (lower) add_triangle(EIGHT, n, j, m + (size_t)j * (size_t)n, x, y);
  }
  for (; j + FOUR <= n; j += FOUR) {
    add_some(FOUR, n, lower ? j : n, m + (size_t)j * (size_t)n, x + j, y);
    if (lower) add_triangle(FOUR, n, j, m + (size_t)j * (size_t)n, x, y);
  }
  for (; j < n; j++) add_some(1, n, lower ? j : n, m + (size_t)j * (size_t)n, x + j, y);
}

INLINE void add_all_twice(bool lower, int32_t n, const double *m, const double *x, double *y, double factor,
                          const double *x2, double *y2) {
  int32_t j = 0;
  for (; j + EIGHT <= n; j += EIGHT) {
    const double *rows = m + (size_t)j * (size_t)n;
    if (is_zero(EIGHT, x + j) && is_zero(EIGHT, x2 + j)) continue;
    add_eight_twice(n, lower ? j : n, rows, x + j, y, factor, x2 + j, y2);
    if (lower) add_triangle(EIGHT, n, j, rows, x, y);
    if (lower) add_triangle(EIGHT, n, j, rows, x2, y2);
  }
  for (; j < n; j++) {
    const double second = factor * x2[j];
    add_some(1, n, lower ? j : n, m + (size_t)j * (size_t)n, x + j, y);
    add_some(1, n, lower ? j : n, m + (size_t)j * (size_t)n, &second, y2);
  }
}

static void add_rows(int32_t n, const double *m, const double *x, double *y) { add_all(false, n, m, x, y); }

static void add_lower(int32_t n, const double *m, const double *x, double *y) { add_all(true, n, m, x, y); }

static void add_rows_twice(int32_t n, const double *m, const double *x, double *y, double factor, const double *x2,
                           double *y2) {
  add_all_twice(false, n, m, x, y, factor, x2, y2);
}

static void add_lower_twice(int32_t n, const double *m, const double *x, double *y, const double *x2, double *y2) {
  add_all_twice(true, n, m, x, y, 1, x2, y2);
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

/* eta j2 eta by what is below the diagonal, twice, and by the diagonal. */
static double square_of(int32_t n, const double *j2, const double *q, double *below) {
  double sum = 0;
  memset(below, 0, (size_t)n * sizeof *below);
  add_lower(n, j2, q, below);
  for (int32_t i = 0; i < n; i++) sum += q[i] * (2 * below[i] + j2[(size_t)i * (size_t)n + (size_t)i] * q[i]);
  return sum;
}

/* sum_ij eta_j' g1_ij eta_i, likewise. */
static double turning_of(int32_t n, const double *g1, const double *q, const double *v, double *below) {
  memset(below, 0, 2 * (size_t)n * sizeof *below);
  add_lower_twice(n, g1, q, below, v, below + n);
  return dot(n, below, v) - dot(n, below + n, q);
}

static void make_state(const SarModalBody *body, const SarPartPoint *at, SarModalState *out) {
  const SarReduced *b = body->reduced;
  const int32_t n = b->n;
  const size_t square = (size_t)n * (size_t)n;
  const bool all = body->terms == SAR_MODAL_ALL;
  double G[3];
  *out = (SarModalState){.s = dot3(n, b->psi, at->q), .s_rate = dot3(n, b->psi, at->v)};
  sar_vec3_store(dot3(n, b->g0, at->v), G);
  for (int c = 0; c < 6 && body->terms != SAR_MODAL_CONSTANT; c++) {
    int r = sar_modal_row[c], k = sar_modal_column[c];
    double sum = dot(n, b->j1 + c * n, at->q);
    if (all) sum += square_of(n, b->j2 + (size_t)c * square, at->q, at->scratch);
    out->J.m[r][k] = out->J.m[k][r] = sum;
  }
  for (int c = 0; c < 3 && all; c++) G[c] += turning_of(n, b->g1 + (size_t)c * square, at->q, at->v, at->scratch);
  out->G_rate = sar_vec3_load(G);
}

/* Kept are: one if there is something, the amplitudes, their rates, and the state. */
#define STATE (sizeof(SarModalState) / sizeof(double))

int32_t sar_modal_kept(const void *part) { return 1 + 2 * ((const SarModalBody *)part)->reduced->n + (int32_t)STATE; }

void sar_modal_state(const SarModalBody *body, const SarPartPoint *at, SarModalState *out) {
  const size_t n = (size_t)body->reduced->n, bytes = n * sizeof(double);
  double *q = at->kept ? at->kept + 1 : NULL, *v = q ? q + n : NULL, *state = v ? v + n : NULL;
  if (at->kept && at->kept[0] != 0 && memcmp(q, at->q, bytes) == 0 && memcmp(v, at->v, bytes) == 0) {
    memcpy(out, state, sizeof *out);
    return;
  }
  make_state(body, at, out);
  if (!at->kept) return;
  at->kept[0] = 1;
  memcpy(q, at->q, bytes);
  memcpy(v, at->v, bytes);
  memcpy(state, out, sizeof *out);
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
