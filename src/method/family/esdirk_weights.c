#include "method/family/esdirk_weights.h"

#include <math.h>
#include <stdbool.h>

#define STEPS 40           /* in which the method settles on the given motion, before the stage that is predicted */
#define CONDITIONS 6       /* at most: powers 0 to 3 and two motions */
#define SINGULAR 1e-12     /* pivots against 1 */
#define LARGEST_WEIGHTS 20 /* sum of their absolute values */

/* Times and accelerations of all stages of STEPS steps of length 1, the last of which ends at 0, when every stage lies
 * on q = t^power. */
typedef struct Sequence {
  double t[STEPS * SAR_ESDIRK_STAGES], a[STEPS * SAR_ESDIRK_STAGES];
} Sequence;

static void follow(const SarTableau *t, int32_t power, Sequence *sequence) {
  double v[SAR_ESDIRK_STAGES], a[SAR_ESDIRK_STAGES];
  int32_t last = t->stages - 1, count = 0;
  v[last] = power * pow(-STEPS, power - 1);
  a[last] = power * (power - 1) * pow(-STEPS, power - 2);
  for (int32_t n = 0; n < STEPS; n++) {
    double begin = n - STEPS;
    v[0] = v[last], a[0] = a[last];
    for (int32_t i = 1; i < t->stages; i++) {
      double moved = pow(begin + t->c[i], power) - pow(begin, power), changed = -v[0];
      for (int32_t j = 0; j < i; j++) moved -= t->a[i][j] * v[j], changed -= t->a[i][j] * a[j];
      v[i] = moved / t->gamma;
      a[i] = (v[i] + changed) / t->gamma;
      sequence->t[count] = begin + t->c[i];
      sequence->a[count++] = a[i];
    }
  }
}

/* Solves the symmetric system in place; false: singular. */
static bool solve(int32_t n, double m[CONDITIONS][CONDITIONS], double *x) {
  for (int32_t k = 0; k < n; k++) {
    if (!(m[k][k] > SINGULAR)) return false;
    for (int32_t i = k + 1; i < n; i++) {
      double factor = m[i][k] / m[k][k];
      for (int32_t j = k; j < n; j++) m[i][j] -= factor * m[k][j];
      x[i] -= factor * x[k];
    }
  }
  for (int32_t k = n - 1; k >= 0; k--) {
    for (int32_t j = k + 1; j < n; j++) x[k] -= m[k][j] * x[j];
    x[k] /= m[k][k];
  }
  return true;
}

/* One condition on the weights: the sum of weight times row is right. Rows are scaled to length 1. */
typedef struct Condition {
  double row[SAR_ESDIRK_BACK], right;
} Condition;

static Condition scaled(Condition c) {
  double square = 0;
  for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) square += c.row[k] * c.row[k];
  double factor = square > 0 ? 1 / sqrt(square) : 0;
  for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) c.row[k] *= factor;
  c.right *= factor;
  return c;
}

/* Powers of time below `powers`, and motions of degree 3 to 2 + motions. Time counts from the stage that is predicted;
 * of the motions' accelerations their true values are taken off, as far as the powers care for them. */
static int32_t conditions(const SarTableau *t, int32_t i, int32_t powers, int32_t motions, Condition *c) {
  int32_t target = (STEPS - 1) * (t->stages - 1) + i - 1, count = 0;
  Sequence sequence;
  follow(t, 3, &sequence);
  for (int32_t power = 0; power < powers; power++) {
    Condition condition = {.right = power == 0};
    for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) {
      condition.row[k] = pow(sequence.t[target - 1 - k] - sequence.t[target], power);
    }
    c[count++] = scaled(condition);
  }
  for (int32_t degree = 3; degree < 3 + motions; degree++) {
    Condition condition;
    follow(t, degree, &sequence);
    double factor = degree * (degree - 1);
    condition.right = sequence.a[target] - factor * pow(sequence.t[target], degree - 2);
    for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) {
      int32_t at = target - 1 - k;
      condition.row[k] = sequence.a[at] - factor * pow(sequence.t[at], degree - 2);
    }
    c[count++] = scaled(condition);
  }
  return count;
}

/* The weights of least squares that fulfil the conditions; false: there are none, or they are too large. */
static bool least_squares(int32_t n, const Condition *c, double *weight) {
  double gram[CONDITIONS][CONDITIONS], share[CONDITIONS], size = 0;
  for (int32_t m = 0; m < n; m++) {
    share[m] = c[m].right;
    for (int32_t l = 0; l < n; l++) {
      gram[m][l] = 0;
      for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) gram[m][l] += c[m].row[k] * c[l].row[k];
    }
  }
  if (!solve(n, gram, share)) return false;
  for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) {
    weight[k] = 0;
    for (int32_t m = 0; m < n; m++) weight[k] += share[m] * c[m].row[k];
    size += fabs(weight[k]);
  }
  return size <= LARGEST_WEIGHTS;
}

void sar_esdirk_weights(const SarTableau *t, int32_t i, double weight[SAR_ESDIRK_BACK]) {
  Condition c[CONDITIONS];
  if (least_squares(conditions(t, i, 4, 2, c), c, weight) || least_squares(conditions(t, i, 3, 1, c), c, weight))
    return;
  for (int32_t k = 0; k < SAR_ESDIRK_BACK; k++) weight[k] = k == 0;
}
