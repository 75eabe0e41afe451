/* Sums over the invariants of a modal body. Those over j2 and g1 are all that costs: of these only what is below the
 * diagonal is read, and each number is used for both halves. */
#include "element/flexible/modal_point.h"

#include <string.h>

const int sar_modal_row[6] = {0, 1, 2, 0, 0, 1}, sar_modal_column[6] = {0, 1, 2, 1, 2, 2};

#if defined(__GNUC__)
#define INLINE static inline __attribute__((always_inline))
#else
#define INLINE static inline
#endif

/* Two numbers that processors work on together, with the same result as one after the other. */
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Rows of a matrix are taken by eights, so that what they are added to is read and written less often. */
enum { EIGHT = 8 };

/* Columns up to `width` of `count` rows: y += x_j m_j, and their products with x, times `sign`, for the other half:
 * sums of even and of odd columns. */
INLINE void add_mirrored(int count, double sign, int32_t n, int32_t width, const double *restrict m,
                         const double *restrict x, const double *restrict own, double *restrict y, double *sums) {
  Pair sum[EIGHT];
  double factor[EIGHT];
  int32_t i = 0;
  for (int k = 0; k < count; k++) sum[k] = (Pair){0, 0}, factor[k] = own[k];
  for (; i + 2 <= width; i += 2) {
    const Pair at = *(const Pair *)(x + i);
    Pair to = *(Pair *)(y + i);
    for (int k = 0; k < count; k++) {
      const Pair element = *(const Pair *)(m + k * n + i);
      to += factor[k] * element;
      sum[k] += element * at;
    }
    *(Pair *)(y + i) = to;
  }
  for (int k = 0; k < count; k++) {
    sums[k] = sum[k][0] + sum[k][1];
    if (i < width) sums[k] += m[k * n + i] * x[i];
    if (i < width) y[i] += factor[k] * m[k * n + i];
    sums[k] *= sign;
  }
}

/* Rows j to j + count; what is about the diagonal is taken whole. */
INLINE void add_block(int count, double sign, int32_t n, int32_t j, const double *restrict m, const double *restrict x,
                      double *restrict y) {
  const double *rows = m + (size_t)j * (size_t)n;
  double sums[EIGHT];
  add_mirrored(count, sign, n, j, rows, x, x + j, y, sums);
  for (int k = 0; k < count; k++) {
    for (int i = 0; i < count; i++) sums[i] += x[j + k] * rows[k * n + j + i];
  }
  for (int k = 0; k < count; k++) y[j + k] += sums[k];
}

/* y += m x of a symmetric matrix (sign 1), y += m^T x of an antisymmetric one (sign -1). */
INLINE void add_by_half(double sign, int32_t n, const double *restrict m, const double *restrict x,
                        double *restrict y) {
  int32_t j = 0;
  while (j < n && x[j] == 0) j++;
  if (j == n) return; /* at rest there is nothing to do */
  for (j = 0; j + EIGHT <= n; j += EIGHT) add_block(EIGHT, sign, n, j, m, x, y);
  if (j + 4 <= n) add_block(4, sign, n, j, m, x, y), j += 4;
  if (j + 2 <= n) add_block(2, sign, n, j, m, x, y), j += 2;
  if (j < n) add_block(1, sign, n, j, m, x, y);
}

static void add_symmetric(int32_t n, const double *m, const double *x, double *y) { add_by_half(1, n, m, x, y); }

static void add_antisymmetric(int32_t n, const double *m, const double *x, double *y) { add_by_half(-1, n, m, x, y); }

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
    if (body->terms == SAR_MODAL_ALL) {
      add_symmetric(n, b->j2 + (size_t)c * square, eta, slope);
      if (matrix) add_symmetric(n, b->j2 + (size_t)c * square, at->v, p->slope_rate + c * n);
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
  memcpy(p->G, b->g0, 3 * (size_t)n * sizeof *p->G);
  memset(p->turned, 0, 3 * (size_t)n * sizeof *p->turned);
  if (matrix) memset(p->turned_too, 0, 3 * (size_t)n * sizeof *p->turned_too);
  for (int c = 0; c < 3 && body->terms == SAR_MODAL_ALL; c++) {
    const double *g1 = b->g1 + (size_t)c * square;
    add_antisymmetric(n, g1, at->q, p->G + c * n);
    add_antisymmetric(n, g1, at->v, p->turned + c * n);
    if (matrix) add_antisymmetric(n, g1, at->a, p->turned_too + c * n);
  }
  p->G_rate = dot3(n, p->G, at->v);
  p->G_second = dot3(n, p->G, at->a);
}

static void make_state(const SarModalBody *body, const SarPartPoint *at, SarModalState *out) {
  const SarReduced *b = body->reduced;
  const int32_t n = b->n;
  const size_t square = (size_t)n * (size_t)n;
  const bool all = body->terms == SAR_MODAL_ALL;
  double G[3], *product = at->scratch;
  *out = (SarModalState){.s = dot3(n, b->psi, at->q), .s_rate = dot3(n, b->psi, at->v)};
  for (int c = 0; c < 6 && body->terms != SAR_MODAL_CONSTANT; c++) {
    int r = sar_modal_row[c], k = sar_modal_column[c];
    memcpy(product, b->j1 + c * n, (size_t)n * sizeof *product);
    if (all) add_symmetric(n, b->j2 + (size_t)c * square, at->q, product);
    out->J.m[r][k] = out->J.m[k][r] = dot(n, product, at->q);
  }
  for (int c = 0; c < 3; c++) {
    memcpy(product, b->g0 + c * n, (size_t)n * sizeof *product);
    if (all) add_antisymmetric(n, b->g1 + (size_t)c * square, at->q, product);
    G[c] = dot(n, product, at->v);
  }
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
