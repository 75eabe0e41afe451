#include "analysis/static/free.h"

#include <math.h>

#define FIRST 1e-6 /* ridge ... */
#define SECOND                                                                                          \
  1e-8 /* ... and a hundred times less of it: what moves a hundred times as far is held by nothing else \
        */
#define PROPORTIONAL 50
#define FAR 100 /* in L, rad: what a load moves with the first ridge alone */

SarStatus sar_static_free_direction(SarRest *r, SarFreeDirection *out) {
  const SarProblem *p = &r->start->m->problem;
  double first, second, turned, largest = 0;
  *out = (SarFreeDirection){.unknown = -1};
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(sar_rest_factor(r, (SarRestMore){.ridge = FIRST, .rate = FIRST * r->rate}));
  SAR_TRY(sar_rest_solve(r, &first, &turned));
  if (first < FAR) return SAR_OK;
  SAR_TRY(sar_rest_factor(r, (SarRestMore){.ridge = SECOND, .rate = SECOND * r->rate}));
  SAR_TRY(sar_rest_solve(r, &second, &turned));
  if (!(second > PROPORTIONAL * first)) return SAR_OK;
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
