#include "method/defect.h"

#include <math.h>

#define SAME_STEP 1e-9 /* fixed steps differ by the rounding of the time */
#define ALIKE 0.5      /* change over the defect, and change of the change over it: below this they are worth adding */

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect) {
  *defect = (SarDefect){.value = SAR_NEW(arena, unknowns, double), .change = SAR_NEW(arena, unknowns, double)};
  return defect->value && defect->change;
}

void sar_defect_forget(SarDefect *defect) {
  defect->step = 0;
  defect->repeats = defect->drifts = false;
}

static bool comparable(const SarDefect *defect, double step, int32_t order) {
  return fabs(defect->step - step) <= SAME_STEP * step && defect->order == order;
}

void sar_defect_add(SarDefect *defect, double step, int32_t order, SarNode *node) {
  bool same = comparable(defect, step, order);
  defect->added = same && defect->repeats;
  defect->drifted = same && defect->drifts;
  if (defect->added == 0) return;
  double drifted = defect->drifted;
  for (int32_t i = 0; i < node->nu; i++) node->u[i] += defect->value[i] + drifted * defect->change[i];
}

/* Weighted sums of squares. */
typedef struct Squares {
  double value, change, bend; /* bend: change of the change */
} Squares;

static void measure(const SarDefect *defect, int32_t first, int32_t n, const double *weight, const double *predicted,
                    const double *u, Squares *sum) {
  double added = defect->added, drifted = defect->drifted;
  for (int32_t i = 0; i < n; i++) {
    int32_t k = first + i;
    double before = defect->value[k], change_before = defect->change[k];
    double value = u[k] - predicted[k] + added * before + drifted * change_before, change = value - before;
    double a = weight[i] * value, b = weight[i] * change, c = weight[i] * (change - change_before);
    sum->value += a * a, sum->change += b * b, sum->bend += c * c;
  }
}

static void replace(SarDefect *defect, const double *predicted, const SarNode *node) {
  double added = defect->added, drifted = defect->drifted, *value = defect->value, *change = defect->change;
  for (int32_t i = 0; i < node->nu; i++) {
    double before = value[i];
    value[i] = node->u[i] - predicted[i] + added * before + drifted * change[i];
    change[i] = value[i] - before;
  }
}

void sar_defect_learn(SarDefect *defect, double step, int32_t order, const double *predicted, const SarNode *node,
                      const SarDefectScale *scale) {
  const SarSizes *n = scale->n;
  bool same = comparable(defect, step, order), repeated = defect->repeats;
  Squares sum = {0, 0, 0};
  measure(defect, 0, n->nv, scale->weight, predicted, node->u, &sum);
  measure(defect, n->nv + n->np + n->nn, n->nx, scale->weight_x, predicted, node->u, &sum);
  replace(defect, predicted, node);
  defect->repeats = same && sum.change <= ALIKE * ALIKE * sum.value;
  defect->drifts = defect->repeats && repeated && sum.bend <= ALIKE * ALIKE * sum.change;
  defect->step = step;
  defect->order = order;
}

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive) {
  SAR_ARCHIVE(archive, defect->step);
  SAR_ARCHIVE(archive, defect->order);
  sar_archive_flag(archive, &defect->repeats);
  sar_archive_flag(archive, &defect->drifts);
  sar_archive_reals(archive, defect->value, unknowns);
  sar_archive_reals(archive, defect->change, unknowns);
}
