/* The motion itself as one of the two sides that differences are taken between,
 *
 *   ( F+(point displaced by e (theta, dv, dx, u)) - F(point) ) / e:
 *
 * it is the same for all parameters, and what it has at a point is computed once. So each parameter takes one set of
 * rows where two sides of its own take two. Such a difference is the derivative at p + e/2, but for terms of e^2: with
 * e = 1e-6 of p that is more exact than the steps of a run at usual tolerances are. It has a mechanism of its own,
 * which remembers what the sides remember: the run is one step ahead of them while its step is gone over. */
#include "analysis/sensitivity/parts.h"

/* A tolerance with which variations are wrong by more than that as a rule: at 1e-7, the default, by some 1e-5. With
 * fixed steps nobody says how exact the run is meant to be. */
#define LOOSE 0.99e-7

SarStatus sar_base_create(SarSensitivity *x) {
  SarBase *b = &x->base;
  const SarSizes *n = &x->m->problem.n;
  b->used = x->tolerance >= LOOSE;
  if (!b->used) return SAR_OK;
  SAR_TRY(sar_twin_create_still(x, &b->twin));
  for (int k = 0; k < 2; k++) b->gaps[k] = SAR_NEW(x->arena, n->np + n->nn + 1, double);
  return b->gaps[0] && b->gaps[1] ? SAR_OK : sar_report_no_memory(x->context);
}

void sar_base_forget(SarSensitivity *x) {
  SarBase *b = &x->base;
  b->has_rows = b->has_gaps[0] = b->has_gaps[1] = b->has_powers = false;
}
