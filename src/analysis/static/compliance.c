/* The compliance of a mechanism at rest, shifted: a direction without stiffness must not make it singular. */
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/static/stability.h"
#include "base/numbers.h"

#define ROUNDING (256 * DBL_EPSILON) /* of the stiffest direction: an eigenvalue that is none */
#define NEUTRAL_STATES 1e-11         /* rate of states that nothing holds, over the largest of all rates */
#define MOST_TRIALS 16               /* of shifts */
#define NOTHING 1e-12                /* of the shift: a stiffness that is rounding */
#define HIGH 10.0                    /* times what is guessed */
#define GOLDEN 0.6180339887498949
#define KNOWN 1e-2 /* error of a displacement over it */

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
  sar_rest_invert(r, r->room);
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
  sar_rest_invert(r, r->probe);
  for (int32_t i = 0; i < c->nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) : 0;
    size += own * x[i] * x[i];
    error += own * r->probe[i] * r->probe[i];
  }
  return error < KNOWN * KNOWN * size;
}

/* Ratios of single coordinates, of stiffness to mass and of loads to mass and L: somewhere to begin. */
static SarStatus guess_stiffness(SarRest *r, double *stiffness, double *load) {
  const SarProblem *p = &r->start->m->problem;
  double L = p->length > 0 ? p->length : 1, mass = 0;
  SarRestGap gap;
  *stiffness = *load = 0;
  SAR_TRY(sar_rest_evaluate(r));
  SAR_TRY(sar_rest_measure(r, &gap));
  SAR_TRY(sar_rest_take_masses(r));
  SarStatus status = sar_rest_factor(r, (SarRestMore){0}); /* for its values; it may be singular */
  if (status < 0) return status;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) : 0, w = L * p->weight[i];
    if (!(own > 0)) continue;
    *stiffness = fmax(*stiffness, fabs(r->values[r->diagonal[i]]) / own);
    mass = fmax(mass, own / (w * w));
  }
  if (mass > 0) *load = gap.force / (mass * L);
  return SAR_OK;
}

/* The Rayleigh quotient of a displacement in which all modes take part that are softer than the shift. */
static SarStatus sample(const SarCompliance *c, double *room, double *quotient) {
  SarRest *r = c->rest;
  const SarProblem *p = &r->start->m->problem;
  double *z = room, *product = z + c->nv, *y = product + c->nv, *image = y + c->nv, with = 0, own = 0;
  for (int32_t i = 0; i < c->nv; i++) {
    double spread = (i + 1) * GOLDEN;
    z[i] = (spread - floor(spread) - 0.5) / p->weight[i];
  }
  sar_rest_mass_product(r, z, product);
  SAR_TRY(sar_compliance_apply(c, product, y));
  sar_rest_mass_product(r, y, image);
  for (int32_t i = 0; i < c->nv; i++) {
    with += y[i] * product[i];
    own += y[i] * image[i];
  }
  *quotient = own > 0 ? fabs(with / own - c->shift) : 0;
  return SAR_OK;
}

/* A shift far above all eigenvalues makes the quotient their mean, whatever else is neutral; far above rounding, too.
 */
SarStatus sar_compliance_measure(SarRest *r, double *stiffest) {
  double load, shift, quotient = 0;
  int32_t nv = r->start->m->problem.n.nv;
  SAR_TRY(guess_stiffness(r, stiffest, &load));
  shift = HIGH * fmax(*stiffest, load);
  if (!(shift > 0)) shift = 1;
  double *room = calloc(4 * (size_t)nv + 1, sizeof *room);
  if (!room) return sar_report_no_memory(r->context);
  SarStatus status = SAR_OK;
  for (int i = 0; i < MOST_TRIALS; i++) { /* forces that are variables have no stiffness on the diagonal */
    SarCompliance c;
    status = sar_compliance_make(r, shift, shift, &c);
    if (status == SAR_OK) status = sample(&c, room, &quotient);
    if (status < 0 || (status == SAR_OK && quotient <= shift)) break;
    shift *= status == SAR_OK ? fmax(HIGH, HIGH * quotient / shift) : 1 / HIGH; /* singular: masses swamp the rest */
  }
  free(room);
  if (quotient <= NOTHING * shift) quotient = 0;
  *stiffest = fmax(*stiffest > NOTHING * shift ? *stiffest : 0, quotient);
  return status;
}
