#include "method/defect.h"

#include <math.h>

#define SAME_STEP 1e-9 /* fixed steps differ by the rounding of the time */
#define ALIKE 0.5      /* change of the defect, of the defect: below this it is worth adding */

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect) {
  *defect = (SarDefect){.value = SAR_NEW(arena, unknowns, double)};
  return defect->value;
}

void sar_defect_forget(SarDefect *defect) {
  defect->step = 0;
  defect->recurs = defect->added = false;
}

static bool comparable(const SarDefect *defect, double step, int32_t order) {
  return fabs(defect->step - step) <= SAME_STEP * step && defect->order == order;
}

void sar_defect_add(SarDefect *defect, double step, int32_t order, SarNode *node) {
  defect->added = defect->recurs && comparable(defect, step, order);
  for (int32_t i = 0; i < node->nu && defect->added; i++) node->u[i] += defect->value[i];
}

/* Sums of squares, weighted: the new defects, and how they changed. */
typedef struct Squares {
  double value, change;
} Squares;

static void learn(SarDefect *defect, int32_t first, int32_t n, const double *predicted, const double *u,
                  const double *weight, Squares *sum) {
  for (int32_t i = first; i < first + n; i++) {
    double missed = u[i] - predicted[i], before = defect->value[i];
    double value = defect->added ? before + missed : missed, w = weight ? weight[i - first] : 0;
    double size = w * value, change = w * (value - before);
    sum->value += size * size, sum->change += change * change;
    defect->value[i] = value;
  }
}

void sar_defect_learn(SarDefect *defect, const SarSizes *n, double step, int32_t order, const double *predicted,
                      const SarNode *node, const double *weight, const double *weight_x) {
  int32_t states = n->nv + n->np + n->nn, rest = states + n->nx;
  Squares sum = {0, 0};
  learn(defect, 0, n->nv, predicted, node->u, weight, &sum);
  learn(defect, n->nv, n->np + n->nn, predicted, node->u, NULL, &sum);
  learn(defect, states, n->nx, predicted, node->u, weight_x, &sum);
  learn(defect, rest, node->nu - rest, predicted, node->u, NULL, &sum);
  defect->recurs = comparable(defect, step, order) && sum.change <= ALIKE * ALIKE * sum.value;
  defect->step = step;
  defect->order = order;
}

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive) {
  SAR_ARCHIVE(archive, defect->step);
  SAR_ARCHIVE(archive, defect->order);
  sar_archive_flag(archive, &defect->recurs);
  sar_archive_reals(archive, defect->value, unknowns);
}
