#include "method/baumgarte.h"

#include <math.h>

#define USUAL 0.2 /* of the stability limit (numerics 8) */
#define NEAR 0.5  /* from here on a warning */

bool sar_baumgarte_create(SarArena *arena, const SarProblem *problem, SarBaumgarte *out) {
  const SarSizes *n = &problem->n;
  *out = (SarBaumgarte){.problem = problem};
  out->correction = SAR_NEW(arena, n->np + n->nn, double);
  out->position = SAR_NEW(arena, n->np, double);
  return out->correction && out->position;
}

/* The largest |s| with s^2 + 2 alpha s + beta^2 = 0: that must stay within the stability limit over the step. */
static double fastest(double alpha, double beta) {
  return beta > alpha ? beta : alpha + sqrt((alpha - beta) * (alpha + beta));
}

static SarStatus check(SarContext *context, const SarMethodChoice *choice, double limit, double step,
                       const SarBaumgarte *b) {
  double part = fastest(b->alpha, b->beta) * step / limit;
  bool forced = sar_method_key_is(choice, "baumgarte_force", "true");
  const char *name = sar_method_info_of(choice).name;
  if (part > 1 && !forced) {
    return sar_report(
        context, SAR_INPUT, sar_nowhere(), NULL,
        "give smaller alpha and beta or a shorter step, or leave both out; baumgarte_force=true tries all "
        "the same",
        "alpha = %g, beta = %g are %.2f of what %s can follow with steps of %g s (%g/s)", b->alpha, b->beta, part, name,
        step, limit / step);
  }
  if (part > NEAR) {
    sar_warn(context, sar_nowhere(), NULL, "give smaller alpha and beta or a shorter step, or leave both out",
             "alpha = %g, beta = %g are %.2f of the stability limit of %s with steps of %g s (%g/s)", b->alpha, b->beta,
             part, name, step, limit / step);
  }
  return SAR_OK;
}

SarStatus sar_baumgarte_choose(SarContext *context, const SarMethodChoice *choice, double limit, double step,
                               SarBaumgarte *out) {
  const SarSizes *n = &out->problem->n;
  double alpha = sar_method_key_real(choice, "alpha"), beta = sar_method_key_real(choice, "beta");
  double usual = USUAL * limit / step;
  out->alpha = !isnan(alpha) ? alpha : !isnan(beta) ? beta : usual;
  out->beta = !isnan(beta) ? beta : out->alpha;
  return n->np + n->nn > 0 ? check(context, choice, limit, step, out) : SAR_OK;
}

SarStatus sar_baumgarte_correct(SarBaumgarte *b, const SarPoint *at, const double **correction) {
  const SarProblem *p = b->problem;
  *correction = NULL;
  if (p->n.np + p->n.nn == 0 || (b->alpha == 0 && b->beta == 0)) return SAR_OK;
  if (p->n.np > 0) SAR_TRY(p->ops->position(p, at->t, at->q, b->position));
  SAR_TRY(p->ops->velocity(p, at, b->correction));
  for (int32_t i = 0; i < p->n.np; i++) {
    b->correction[i] = -2 * b->alpha * b->correction[i] - b->beta * b->beta * b->position[i];
  }
  for (int32_t i = p->n.np; i < p->n.np + p->n.nn; i++) b->correction[i] *= -b->alpha;
  *correction = b->correction;
  return SAR_OK;
}
