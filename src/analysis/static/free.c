#include "analysis/static/free.h"

#include <math.h>

#define FIRST 1e-6 /* ridge ... */
#define LESS 1e-2  /* ... and less of it: what moves a hundred times as far is held by nothing else */
#define LAST 1e-10
#define PROPORTIONAL 50
#define FAR 100 /* in L, rad: what a load moves with a ridge alone */

/* Whether the load moves something on and on: with each ridge as much further as that is smaller. Beams are so stiff
 * that the first ones hold them near. */
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
  return SAR_OK;
}

SarStatus sar_static_free_direction(SarRest *r, SarFreeDirection *out) {
  const SarProblem *p = &r->start->m->problem;
  double largest = 0;
  bool found;
  *out = (SarFreeDirection){.unknown = -1};
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(follow_load(r, &found));
  if (!found) return SAR_OK;
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
