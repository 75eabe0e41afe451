#include "analysis/static/free.h"

#include <math.h>

#define FIRST 1e-6 /* ridge ... */
#define LESS 1e-2  /* ... and less of it: what moves a hundred times as far is held by nothing else */
#define LAST 1e-10
#define PROPORTIONAL 50
#define FAR 100        /* in L, rad: what a load moves with a ridge alone */
#define ROUNDING 1e-13 /* of the terms of a stiffness, which cancel */

/* Whether the stiffness along the step is nothing but rounding. Constraints, which the step keeps, have no part in it.
 */
static SarStatus is_loose(SarRest *r, bool *loose) {
  const SarProblem *p = &r->start->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, multipliers = nv + p->n.np + p->n.nn;
  double sum = 0, terms = 0;
  SAR_TRY(sar_rest_evaluate_matrix(r, 0));
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    if (c >= nv && c < multipliers) continue;
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1] && pattern->row[k] < nv; k++) {
      double term = r->step[pattern->row[k]] * r->values[k] * r->step[c];
      sum += term;
      terms += fabs(term);
    }
  }
  *loose = fabs(sum) <= ROUNDING * terms;
  return SAR_OK;
}

/* Whether the load moves something on and on: with each ridge as much further as that is smaller. Beams are so stiff
 * that ridges hold them near: then the stiffness itself tells. */
static SarStatus follow_load(SarRest *r, bool *found) {
  double before = 0, ridge = FIRST;
  *found = false;
  for (int ratios = -1; ridge > 0.5 * LAST; ridge *= LESS, ratios++) {
    double moved, turned;
    SAR_TRY(sar_rest_factor(r, (SarRestMore){.ridge = ridge, .rate = ridge * r->rate}));
    SAR_TRY(sar_rest_solve(r, &moved, &turned));
    if (ratios >= 0 && !(moved > PROPORTIONAL * before)) return SAR_OK;
    *found = (ratios >= 0 && moved > PROPORTIONAL * FAR) || (ratios >= 1 && moved > FAR);
    if (*found) return SAR_OK;
    before = moved;
  }
  return is_loose(r, found);
}

SarStatus sar_static_free_direction(SarRest *r, SarFreeDirection *out) {
  const SarProblem *p = &r->start->m->problem;
  double largest = 0;
  bool found = false;
  SarWorkspace *m = r->start->m;
  *out = (SarFreeDirection){.unknown = -1};
  double pressure = m->pressure;
  m->pressure = 1; /* a cable that is slack becomes taut somewhere */
  SarStatus status = sar_rest_evaluate(r);
  if (status == SAR_OK) status = follow_load(r, &found);
  m->pressure = pressure;
  if (status != SAR_OK || !found) return status;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double size = fabs(r->step[i]) * p->weight[i];
    if (size <= largest) continue;
    largest = size;
    *out = (SarFreeDirection){.unknown = i, .sign = r->step[i] > 0 ? 1 : -1};
  }
  double work = 0;
  for (int32_t i = 0; i < p->n.nv; i++) work += r->step[i] * r->r[i];
  if (out->unknown >= 0) out->load = fabs(work / r->step[out->unknown]);
  return SAR_OK;
}
