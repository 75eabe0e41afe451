#include "method/predict.h"

#include "method/norm.h"

#define HIGHEST 3
#define CLEARLY_SMALLER 0.5 /* of the term before: what a further term must be to be believed */
#define NOISE 0.9           /* differences that do not fall are noise */

int32_t sar_predictor_order(const double *term, int32_t count) {
  int32_t order = 0;
  while (order + 1 < count && term[order + 1] <= CLEARLY_SMALLER * term[order]) order++;
  /* When the first term left out is as large as the last one taken, that one is noise as well. */
  if (order > 0 && order + 1 < count && term[order + 1] > NOISE * term[order]) order--;
  return order;
}

/* What the differences of one component look like at the new time: term[k] for k < count. node[k] is the k-th
 * accepted node counted back; gap[k] = t - t_k. */
typedef struct Differences {
  int32_t count;
  const double *value[HIGHEST + 1];
  double gap[HIGHEST + 1];
  double inverse[HIGHEST + 1][HIGHEST + 1]; /* [k][j]: 1/(t_j - t_{j+k}) */
} Differences;

static Differences differences(const SarHistory *history, double t, int32_t count) {
  Differences d = {.count = count};
  for (int32_t k = 0; k < count; k++) {
    const SarNode *node = sar_history_at(history, k);
    d.value[k] = node->u;
    d.gap[k] = t - node->t;
    for (int32_t j = 0; j + k < count && k > 0; j++) {
      d.inverse[k][j] = 1 / (sar_history_at(history, j)->t - sar_history_at(history, j + k)->t);
    }
  }
  return d;
}

/* Divided differences of component i: c[k] = f[t_0, ..., t_k]. */
static void divide(const Differences *d, int32_t i, double *c) {
  for (int32_t k = 0; k < d->count; k++) c[k] = d->value[k][i];
  for (int32_t k = 1; k < d->count; k++) {
    for (int32_t j = d->count - 1; j >= k; j--) c[j] = (c[j - 1] - c[j]) * d->inverse[k][j - k];
  }
}

/* Adds the squares of the weighted terms of components [first, first + n). */
static void add_terms(const Differences *d, int32_t first, int32_t n, const double *weight, double *sum) {
  for (int32_t i = 0; i < n; i++) {
    double c[HIGHEST + 1], product = weight[i];
    divide(d, first + i, c);
    for (int32_t k = 0; k < d->count; k++) {
      sum[k] += product * c[k] * product * c[k];
      product *= d->gap[k];
    }
  }
}

static int32_t choose_order(const Differences *d, const SarSizes *n, const double *weight, const double *weight_x) {
  double term[HIGHEST + 1] = {0};
  add_terms(d, 0, n->nv, weight, term);
  add_terms(d, n->nv + n->np + n->nn, n->nx, weight_x, term);
  for (int32_t k = 0; k < d->count; k++) term[k] = sqrt(term[k]);
  return sar_predictor_order(term, d->count);
}

void sar_predict(SarPredictor *predictor, const SarProblem *problem, SarHistory *history, const double *weight,
                 const double *weight_x) {
  SarNode *trial = sar_history_trial(history);
  int32_t count = history->count < predictor->most + 1 ? history->count : predictor->most + 1;
  Differences d = differences(history, trial->t, count);
  predictor->order = choose_order(&d, &problem->n, weight, weight_x);
  d.count = predictor->order + 1;
  for (int32_t i = 0; i < sar_sizes_unknowns(&problem->n); i++) {
    double c[HIGHEST + 1];
    divide(&d, i, c);
    double value = c[d.count - 1];
    for (int32_t k = d.count - 2; k >= 0; k--) value = c[k] + d.gap[k] * value; /* Horner */
    trial->u[i] = value;
  }
}

void sar_predictor_start(SarPredictor *predictor) { *predictor = (SarPredictor){.most = HIGHEST, .order = 0}; }

void sar_predictor_accepted(SarPredictor *predictor) {
  if (predictor->most < HIGHEST) predictor->most++;
}

void sar_predictor_rejected(SarPredictor *predictor) {
  if (predictor->most > predictor->order) predictor->most = predictor->order;
  if (predictor->most > 0) predictor->most--;
}
