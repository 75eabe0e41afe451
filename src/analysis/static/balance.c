/* The matrix at rest for a solver that does not scale: stiffnesses of beams of 1e10 stand beside 1e-2 of theirs and the
 * 1 of constraints, and elimination would lose what the small ones say. Rows and columns are multiplied by powers of
 * two, which add no rounding, so that the diagonal and the rows of constraints become about 1. */
#include <math.h>

#include "analysis/static/rest.h"

#define SOFTEST 1e-16 /* of the largest stiffness: smaller ones are rounding, or none */

static double power_of_two(double x) { return x > 0 && isfinite(x) ? exp2(round(log2(x))) : 1; }

static void scale_displacements(SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  double L = p->length > 0 ? p->length : 1, largest = 0;
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t i = 0; i < p->n.nv; i++) {
      double w = L * p->weight[i], own = r->diagonal[i] >= 0 ? fabs(r->values[r->diagonal[i]]) : 0;
      if (pass == 0) largest = fmax(largest, own / (w * w));
      if (pass == 1) r->scale[i] = power_of_two(1 / sqrt(fmax(own, SOFTEST * largest * w * w)));
    }
  }
}

static void scale_multipliers(SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, end = nv + p->n.np + p->n.nn;
  for (int32_t i = nv; i < end; i++) r->scale[i] = 0;
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t row = pattern->row[k];
      if (row >= nv && row < end) r->scale[row] = fmax(r->scale[row], fabs(r->values[k]) * r->scale[c]);
    }
  }
  for (int32_t i = nv; i < end; i++) r->scale[i] = power_of_two(1 / r->scale[i]);
}

SarStatus sar_rest_decompose(SarRest *r) {
  const SarProblem *p = &r->start->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t n = sar_sizes_unknowns(&p->n);
  scale_displacements(r);
  scale_multipliers(r);
  for (int32_t i = p->n.nv + p->n.np + p->n.nn; i < n; i++) r->scale[i] = 1;
  for (int32_t c = 0; c < n; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      r->scaled[k] = r->values[k] * r->scale[pattern->row[k]] * r->scale[c];
    }
  }
  r->counts.factorisations++;
  return sar_linear_factor(r->linear, r->scaled);
}

void sar_rest_invert(SarRest *r, double *rhs) {
  int32_t n = sar_sizes_unknowns(&r->start->m->problem.n);
  for (int32_t i = 0; i < n; i++) rhs[i] *= r->scale[i];
  sar_linear_solve(r->linear, rhs);
  for (int32_t i = 0; i < n; i++) rhs[i] *= r->scale[i];
  r->counts.solves++;
}
