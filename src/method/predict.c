#include "method/predict.h"

#include "method/norm.h"

#define CLEARLY_SMALLER 0.5 /* of the term before: what a further term must be to be believed */
#define NOISE 0.9           /* differences that do not fall are noise */

int32_t sar_predictor_order(const double *term, int32_t count) {
  int32_t order = 0;
  while (order + 1 < count && term[order + 1] <= CLEARLY_SMALLER * term[order]) order++;
  /* When the first term left out is as large as the last one taken, that one is noise as well. */
  if (order > 0 && order + 1 < count && term[order + 1] > NOISE * term[order]) order--;
  return order;
}

/* Newton's interpolant at the new time t: the k-th term f[t_0, ..., t_k] (t - t_0) ... (t - t_{k-1}) is a sum over the
 * nodes; share[k][j] is the part of node j in it. The nodes count back from the newest; missing ones have no share. */
typedef struct Terms {
  int32_t count;
  const double *value[SAR_PREDICTOR_HIGHEST + 1];
  double share[SAR_PREDICTOR_HIGHEST + 1][SAR_PREDICTOR_HIGHEST + 1];
} Terms;

static Terms newton_terms(const SarNode *const *nodes, double t, int32_t count) {
  Terms terms = {.count = count};
  double time[SAR_PREDICTOR_HIGHEST + 1] = {0}, product = 1;
  for (int32_t k = 0; k <= SAR_PREDICTOR_HIGHEST; k++) {
    const SarNode *node = nodes[k < count ? k : 0];
    terms.value[k] = node->u;
    time[k] = node->t;
  }
  for (int32_t k = 0; k < count; k++) {
    for (int32_t j = 0; j <= k; j++) {
      double share = product;
      for (int32_t m = 0; m <= k; m++) share /= m == j ? 1 : time[j] - time[m];
      terms.share[k][j] = share;
    }
    product *= t - time[k];
  }
  return terms;
}

/* Two numbers at once, at any address. */
typedef double Pair __attribute__((vector_size(16), aligned(8), may_alias));

/* Only the first where there is no second one. */
static inline Pair pair_at(const double *x, bool both) { return both ? *(const Pair *)x : (Pair){*x, 0}; }

/* Adds the squares of the weighted terms of components [first, first + n). */
static void add_terms(const Terms *terms, int32_t first, int32_t n, const double *weight, double *sum) {
  const double *v0 = terms->value[0] + first, *v1 = terms->value[1] + first;
  const double *v2 = terms->value[2] + first, *v3 = terms->value[3] + first;
  const double(*c)[SAR_PREDICTOR_HIGHEST + 1] = terms->share;
  Pair sum0 = {0, 0}, sum1 = sum0, sum2 = sum0, sum3 = sum0;
  for (int32_t i = 0; i < n; i += 2) {
    const bool both = i + 1 < n;
    const Pair w = pair_at(weight + i, both), f0 = w * pair_at(v0 + i, both), f1 = w * pair_at(v1 + i, both);
    const Pair f2 = w * pair_at(v2 + i, both), f3 = w * pair_at(v3 + i, both);
    const Pair term1 = c[1][0] * f0 + c[1][1] * f1, term2 = c[2][0] * f0 + c[2][1] * f1 + c[2][2] * f2;
    const Pair term3 = c[3][0] * f0 + c[3][1] * f1 + c[3][2] * f2 + c[3][3] * f3;
    sum0 += f0 * f0, sum1 += term1 * term1, sum2 += term2 * term2, sum3 += term3 * term3;
  }
  sum[0] += sum0[0] + sum0[1], sum[1] += sum1[0] + sum1[1];
  sum[2] += sum2[0] + sum2[1], sum[3] += sum3[0] + sum3[1];
}

static int32_t choose_order(const Terms *terms, const SarSizes *n, const double *weight, const double *weight_x) {
  double size[SAR_PREDICTOR_HIGHEST + 1] = {0};
  add_terms(terms, 0, n->nv, weight, size);
  add_terms(terms, n->nv + n->np + n->nn, n->nx, weight_x, size);
  for (int32_t k = 0; k < terms->count; k++) size[k] = sqrt(size[k]);
  return sar_predictor_order(size, terms->count);
}

/* The sum of the terms up to the order. */
static void extrapolate(const Terms *terms, int32_t order, int32_t n, double *restrict out) {
  double c[SAR_PREDICTOR_HIGHEST + 1] = {0};
  for (int32_t k = 0; k <= order; k++) {
    for (int32_t j = 0; j <= k; j++) c[j] += terms->share[k][j];
  }
  const double *v0 = terms->value[0], *v1 = terms->value[1], *v2 = terms->value[2], *v3 = terms->value[3];
  const double c0 = c[0], c1 = c[1], c2 = c[2], c3 = c[3];
  int32_t i = 0;
  for (; i + 4 <= n; i += 4) {
    for (int32_t j = i; j < i + 4; j++) out[j] = c0 * v0[j] + c1 * v1[j] + c2 * v2[j] + c3 * v3[j];
  }
  for (; i < n; i++) out[i] = c0 * v0[i] + c1 * v1[i] + c2 * v2[i] + c3 * v3[i];
}

void sar_predict(SarPredictor *predictor, const SarProblem *problem, const SarNode *const *nodes, int32_t count,
                 const double *weight, const double *weight_x, SarNode *out) {
  Terms terms = newton_terms(nodes, out->t, count < predictor->most + 1 ? count : predictor->most + 1);
  predictor->order = choose_order(&terms, &problem->n, weight, weight_x);
  extrapolate(&terms, predictor->order, out->nu, out->u);
}

void sar_predict_trial(SarPredictor *predictor, const SarProblem *problem, SarHistory *history, const double *weight,
                       const double *weight_x) {
  const SarNode *nodes[SAR_PREDICTOR_NODES];
  int32_t count = history->count < SAR_PREDICTOR_NODES ? history->count : SAR_PREDICTOR_NODES;
  for (int32_t k = 0; k < count; k++) nodes[k] = sar_history_at(history, k);
  sar_predict(predictor, problem, nodes, count, weight, weight_x, sar_history_trial(history));
}

/* L_j, its slope at t and its slope at t_j, for L_j the polynomial that is one at t_j and zero at the other times. */
static void lagrange(const double *time, int32_t count, int32_t j, double t, double out[3]) {
  out[0] = 1, out[1] = out[2] = 0;
  for (int32_t k = 0; k < count; k++) {
    if (k == j) continue;
    double width = time[j] - time[k], factor = (t - time[k]) / width;
    out[1] = out[1] * factor + out[0] / width;
    out[0] *= factor;
    out[2] += 1 / width;
  }
}

/* The polynomial is sum_j (1 - 2 (t - t_j) L_j'(t_j)) L_j^2 y_j + (t - t_j) L_j^2 y'_j. */
void sar_hermite_slope(const double *time, int32_t count, double t, double *value, double *rate) {
  for (int32_t j = 0; j < count; j++) {
    double l[3], since = t - time[j];
    lagrange(time, count, j, t, l);
    value[j] = -2 * l[2] * l[0] * l[0] + (1 - 2 * since * l[2]) * 2 * l[0] * l[1];
    rate[j] = l[0] * l[0] + since * 2 * l[0] * l[1];
  }
}

int32_t sar_predict_hermite(const SarProblem *problem, SarHistory *history) {
  SarNode *out = sar_history_trial(history);
  const SarNode *n0 = sar_history_at(history, 0), *n1 = history->count > 1 ? sar_history_at(history, 1) : NULL;
  if (!n1) {
    for (int32_t i = 0; i < out->nu; i++) out->u[i] = n0->u[i];
    return 0;
  }
  const double time[2] = {n0->t, n1->t}, ratio = (out->t - n0->t) / (n0->t - n1->t);
  double m[2], n[2];
  sar_hermite_slope(time, 2, out->t, m, n);
  for (int32_t i = 0; i < out->nu; i++) out->u[i] = n0->u[i] + ratio * (n0->u[i] - n1->u[i]);
  for (int32_t i = 0; i < problem->n.nv; i++) {
    out->u[i] = m[0] * (n0->v[i] - n1->v[i]) + n[0] * n0->u[i] + n[1] * n1->u[i];
  }
  for (int32_t i = 0, first = problem->n.nv + problem->n.np + problem->n.nn; i < problem->n.nx; i++) {
    out->u[first + i] = m[0] * (n0->x[i] - n1->x[i]) + n[0] * n0->u[first + i] + n[1] * n1->u[first + i];
  }
  return 2;
}

void sar_predictor_start(SarPredictor *predictor, int32_t highest) {
  *predictor = (SarPredictor){.highest = highest, .most = highest, .order = 0};
}

void sar_predictor_accepted(SarPredictor *predictor) {
  if (predictor->most < predictor->highest) predictor->most++;
}

void sar_predictor_rejected(SarPredictor *predictor) {
  if (predictor->most > predictor->order) predictor->most = predictor->order;
  if (predictor->most > 0) predictor->most--;
}
