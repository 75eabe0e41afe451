/* The compliance of a mechanism at rest, shifted: a direction without stiffness must not make it singular. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/static/stability.h"
#include "base/numbers.h"

#define SHIFT 1e-3 /* of the acceleration that the forces at hand are, over L */
#define SOFT 1e-9  /* of the stiffest direction, where there are no forces */
#define ZERO 1e-7  /* of the shift: an eigenvalue that is none */

/* The shift, and how exactly an eigenvalue can be known at all. */
static SarStatus choose_shift(SarCompliance *c) {
  SarRest *r = c->rest;
  const SarProblem *p = &r->start->m->problem;
  double mass = 0, stiffest = 0, L = p->length > 0 ? p->length : 1;
  SarRestGap gap;
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(sar_rest_measure(r, &gap));
  SAR_TRY(sar_rest_take_masses(r));
  SarStatus status = sar_rest_factor(r, 0, 0); /* for its values; it may be singular */
  if (status < 0) return status;
  for (int32_t i = 0; i < p->n.nv; i++) {
    if (r->diagonal[i] < 0) continue;
    double own = fabs(r->mass[r->diagonal[i]]), w = L * p->weight[i];
    if (!(own > 0)) continue;
    mass = fmax(mass, own / (w * w));
    stiffest = fmax(stiffest, fabs(r->values[r->diagonal[i]]) / own);
  }
  c->shift = fmax(mass > 0 ? SHIFT * gap.force / (mass * L) : 0, SOFT * stiffest);
  if (!(c->shift > 0)) c->shift = 1;
  c->floor = fmax(ZERO * c->shift, 256 * DBL_EPSILON * stiffest);
  return SAR_OK;
}

SarStatus sar_compliance_make(SarRest *rest, SarCompliance *out) {
  *out = (SarCompliance){.rest = rest, .nv = rest->start->m->problem.n.nv};
  SAR_TRY(choose_shift(out));
  return sar_rest_factor(rest, 0, 1 / out->shift);
}

SarStatus sar_compliance_apply(const SarCompliance *c, const double *product, double *out) {
  SarRest *r = c->rest;
  int32_t n = sar_sizes_unknowns(&r->start->m->problem.n);
  memcpy(r->room, product, (size_t)c->nv * sizeof *product);
  memset(r->room + c->nv, 0, (size_t)(n - c->nv) * sizeof *r->room);
  sar_linear_solve(r->linear, r->room);
  r->counts.solves++;
  memcpy(out, r->room, (size_t)c->nv * sizeof *out);
  return sar_all_finite(n, r->room) ? SAR_OK : SAR_SINGULAR;
}
