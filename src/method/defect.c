#include "method/defect.h"

#include <math.h>

#define SAME_STEP 1e-9 /* fixed steps differ by the rounding of the time */
#define WORTH 0.8      /* what is added must have left at most that part of what was missed without it */

bool sar_defect_create(SarArena *arena, int32_t unknowns, SarDefect *defect) {
  bool complete = true;
  *defect = (SarDefect){.step = 0};
  for (int32_t k = 0; k < SAR_DEFECT_TERMS; k++) {
    defect->difference[k] = SAR_NEW(arena, unknowns, double);
    complete = complete && defect->difference[k];
  }
  return complete;
}

void sar_defect_forget(SarDefect *defect) {
  defect->step = 0;
  defect->known = defect->terms = 0;
  defect->useful = false;
}

static bool comparable(const SarDefect *defect, double step) { return fabs(defect->step - step) <= SAME_STEP * step; }

bool sar_defect_useful(const SarDefect *defect, double step) { return defect->useful && comparable(defect, step); }

void sar_defect_predict(const SarDefect *defect, const double *rule, SarNode *node) {
  double take[SAR_DEFECT_TERMS];
  for (int32_t k = 0; k < SAR_DEFECT_TERMS; k++) take[k] = k < defect->terms;
  const double *d0 = defect->difference[0], *d1 = defect->difference[1];
  const double *d2 = defect->difference[2], *d3 = defect->difference[3];
  for (int32_t i = 0; i < node->nu; i++) {
    node->u[i] = rule[i] + (take[0] * d0[i] + take[1] * d1[i] + (take[2] * d2[i] + take[3] * d3[i]));
  }
}

/* The differences of unknowns [first, end) with the new defect. */
static void update(SarDefect *defect, int32_t first, int32_t end, const double *rule, const double *u) {
  double *d0 = defect->difference[0], *d1 = defect->difference[1];
  double *d2 = defect->difference[2], *d3 = defect->difference[3];
  for (int32_t i = first; i < end; i++) {
    double n0 = u[i] - rule[i], n1 = n0 - d0[i], n2 = n1 - d1[i], n3 = n2 - d2[i];
    d0[i] = n0, d1[i] = n1, d2[i] = n2, d3[i] = n3;
  }
}

/* Weighted sums of squares of what was missed. */
typedef struct Missed {
  double before;                     /* by the stage before */
  double rule[SAR_DEFECT_TERMS + 1]; /* by the rule with no, one, two, ... terms */
} Missed;

/* The same as update for n unknowns that are measured. */
static void measure(SarDefect *defect, int32_t first, int32_t n, const double *weight, const double *rule,
                    const double *before, const double *u, Missed *missed) {
  double *d0 = defect->difference[0] + first, *d1 = defect->difference[1] + first;
  double *d2 = defect->difference[2] + first, *d3 = defect->difference[3] + first;
  double sum0 = 0, sum1 = 0, sum2 = 0, sum3 = 0, sum4 = 0, sum = 0;
  for (int32_t i = 0; i < n; i++) {
    double n0 = u[first + i] - rule[first + i], n1 = n0 - d0[i], n2 = n1 - d1[i], n3 = n2 - d2[i], n4 = n3 - d3[i];
    double w = weight[i] * weight[i], last = u[first + i] - before[first + i];
    d0[i] = n0, d1[i] = n1, d2[i] = n2, d3[i] = n3;
    sum0 += w * n0 * n0, sum1 += w * n1 * n1, sum2 += w * n2 * n2, sum3 += w * n3 * n3, sum4 += w * n4 * n4;
    sum += w * last * last;
  }
  missed->before += sum;
  missed->rule[0] += sum0, missed->rule[1] += sum1, missed->rule[2] += sum2, missed->rule[3] += sum3;
  missed->rule[4] += sum4;
}

void sar_defect_learn(SarDefect *defect, double step, const double *rule, const double *before, const SarNode *node,
                      const SarDefectScale *scale) {
  const SarSizes *n = scale->n;
  int32_t states = n->nv + n->np + n->nn, known = comparable(defect, step) ? defect->known : 0, best = 0;
  Missed missed = {0};
  measure(defect, 0, n->nv, scale->weight, rule, before, node->u, &missed);
  update(defect, n->nv, states, rule, node->u);
  measure(defect, states, n->nx, scale->weight_x, rule, before, node->u, &missed);
  update(defect, states + n->nx, node->nu, rule, node->u);
  for (int32_t k = 1; k <= known; k++) {
    if (missed.rule[k] <= WORTH * WORTH * missed.rule[best]) best = k;
  }
  defect->terms = best;
  defect->useful = missed.rule[best] <= WORTH * WORTH * missed.before;
  defect->known = known < SAR_DEFECT_TERMS ? known + 1 : known;
  defect->step = step;
}

void sar_defect_archive(SarDefect *defect, int32_t unknowns, SarArchive *archive) {
  SAR_ARCHIVE(archive, defect->step);
  sar_archive_int(archive, &defect->known, 0, SAR_DEFECT_TERMS);
  sar_archive_int(archive, &defect->terms, 0, SAR_DEFECT_TERMS);
  sar_archive_flag(archive, &defect->useful);
  for (int32_t k = 0; k < SAR_DEFECT_TERMS; k++) sar_archive_reals(archive, defect->difference[k], unknowns);
}
