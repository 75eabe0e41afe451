/* What corrections tell of the matrix that they were solved with. With a matrix B of an earlier step in the place of J,
 * r = B^-1 R is not all of the correction that the rows R ask for. One that was made, s, has taken y = r - r' from it,
 * where r' is what the next one would be: J s = B y. So the part of a later r that is along y is answered by s instead,
 * and the rest as if the matrix were right (Broyden's update of the inverse, Math. Comp. 19 (1965)).
 *
 * First corrections of successive steps are what the guess misses, and have nearly the same direction (cosines above
 * 0.98 in half of the steps of most mechanisms): what the first one of a step leaves tells of those of the next steps.
 */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

/* Directions are compared by accelerations and rates of states in their weights. */
static double product(const SarSensitivity *x, const double *a, const double *b) {
  const SarProblem *p = &x->m->problem;
  int32_t states = p->n.nv + p->n.np + p->n.nn;
  double sum = 0;
  for (int32_t i = 0; i < p->n.nv; i++) sum += p->weight[i] * a[i] * (p->weight[i] * b[i]);
  for (int32_t i = 0; i < p->n.nx; i++) sum += p->weight_x[i] * a[states + i] * (p->weight_x[i] * b[states + i]);
  return sum;
}

void sar_broyden_forget(SarSensitivity *x) {
  for (int32_t i = 0; i < x->count; i++) x->varied[i].told.size = 0;
}

void sar_broyden_learn(const SarSensitivity *x, SarTold *told) {
  for (int32_t i = 0; i < x->n; i++) {
    told->seen[i] = x->before[i] - x->right[i];
    told->more[i] = x->made[i] - told->seen[i];
  }
  told->size = product(x, told->seen, told->seen);
}

double sar_broyden_rate(const SarSensitivity *x, const SarTold *told) {
  return told->size > 0 ? sqrt(product(x, told->more, told->more) / told->size) : 0;
}

void sar_broyden_correct(SarSensitivity *x, const SarTold *told) {
  size_t bytes = (size_t)x->n * sizeof(double);
  memcpy(x->before, x->right, bytes);
  if (told->size > 0) {
    double share = product(x, x->right, told->seen) / told->size;
    for (int32_t i = 0; i < x->n; i++) x->right[i] += share * told->more[i];
  }
  memcpy(x->made, x->right, bytes);
}

void sar_broyden_archive(SarSensitivity *x, SarArchive *archive) {
  for (int32_t i = 0; i < x->count; i++) {
    SarTold *told = &x->varied[i].told;
    SAR_ARCHIVE(archive, told->size);
    sar_archive_reals(archive, told->seen, x->n);
    sar_archive_reals(archive, told->more, x->n);
  }
}
