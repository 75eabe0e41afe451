/* The matrix at rest for a solver that does not scale: stiffnesses of beams of 1e10 stand beside 1e-2 of theirs and the
 * 1 of constraints, and elimination would lose what the small ones say. Rows and columns are multiplied by powers of
 * two, which add no rounding, so that the diagonal and the rows of constraints become about 1. */
#include <math.h>

#include "analysis/static/rest.h"
#include "system/ask.h"

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

/* A coordinate measured as if it were as stiff as this, over the square of its weight, if that is more than it is. */
static void scale_at_least(SarRest *r, int32_t first, double stiffness) {
  const double *weight = r->start->m->problem.weight;
  for (int32_t i = first; i < first + 6; i++) {
    r->scale[i] = fmin(r->scale[i], power_of_two(1 / (sqrt(stiffness) * weight[i])));
  }
}

/* A modal body and its interfaces have no stiffness of their own: what holds them is that of the amplitudes, which
 * stand beside them in the rows of their ties. Where two interfaces are held, all that parts their loads is that these
 * rows can be added up, so the coordinates are scaled alike: as the softest amplitude. */
static void scale_ties(SarRest *r) {
  const SarSystem *s = r->start->m->system;
  const double *weight = r->start->m->problem.weight;
  for (int32_t b = 0; b < sar_system_bodies(s); b++) {
    SarTied tied = sar_system_tied(s, b);
    int32_t first = 6 * sar_system_bodies(s) + tied.coordinate;
    double softest = INFINITY;
    for (int32_t i = first; i < first + tied.n; i++) {
      double own = r->diagonal[i] >= 0 ? fabs(r->values[r->diagonal[i]]) : 0;
      if (own > 0) softest = fmin(softest, own / (weight[i] * weight[i]));
    }
    if (tied.n == 0 || !isfinite(softest)) continue;
    scale_at_least(r, 6 * b, softest);
    scale_at_least(r, 6 * tied.body, softest);
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
  scale_ties(r);
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
