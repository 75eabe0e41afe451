/* The compliance of a mechanism at rest, shifted: a direction without stiffness must not make it singular. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "analysis/static/stability.h"
#include "base/numbers.h"

#define ROUNDING (256 * DBL_EPSILON) /* of the stiffest direction: an eigenvalue that is none */
#define NEUTRAL_STATES 1e-11         /* rate of states that nothing holds, over the largest of all rates */
#define KNOWN 1e-2                   /* error of a displacement over it */

SarStatus sar_compliance_measure(SarRest *r, double *stiffest) {
  *stiffest = 0;
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(sar_rest_take_masses(r));
  SarStatus status = sar_rest_factor(r, (SarRestMore){0}); /* for its values; it may be singular */
  if (status < 0) return status;
  for (int32_t i = 0; i < r->start->m->problem.n.nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) : 0;
    if (own > 0) *stiffest = fmax(*stiffest, fabs(r->values[r->diagonal[i]]) / own);
  }
  return SAR_OK;
}

SarStatus sar_compliance_make(SarRest *rest, double stiffest, double shift, SarCompliance *out) {
  *out = (SarCompliance){
      .rest = rest, .nv = rest->start->m->problem.n.nv, .shift = shift, .floor = ROUNDING * fmax(stiffest, shift)};
  SarStatus status = sar_rest_factor(rest, (SarRestMore){.mass = shift});
  if (status != SAR_SINGULAR) return status;
  return sar_rest_factor(rest, (SarRestMore){.mass = shift, .rate = NEUTRAL_STATES * rest->rate});
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

bool sar_compliance_is_known(const SarCompliance *c, const double *product, const double *x) {
  SarRest *r = c->rest;
  int32_t n = sar_sizes_unknowns(&r->start->m->problem.n);
  double size = 0, error = 0;
  memcpy(r->probe, product, (size_t)c->nv * sizeof *product);
  memset(r->probe + c->nv, 0, (size_t)(n - c->nv) * sizeof *r->probe);
  sar_linear_subtract(r->linear, r->values, r->room, r->probe);
  sar_linear_solve(r->linear, r->probe);
  r->counts.solves++;
  for (int32_t i = 0; i < c->nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) : 0;
    size += own * x[i] * x[i];
    error += own * r->probe[i] * r->probe[i];
  }
  return error < KNOWN * KNOWN * size;
}
