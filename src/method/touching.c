#include "method/touching.h"

#include <math.h>

#include "method/chart.h"
#include "method/norm.h"

#define LARGEST_SHARE 3.0 /* what one body's error may be over the tolerance */
#define MOST_SHORTER 6    /* times that a step is made shorter before it is tried */
#define SHORTEST 0.2      /* factor of one of them */
#define POWER 3.5         /* errors of a force that begins within the step grow with it */
#define SAFETY 0.9
#define TYPICAL_ERROR 0.15 /* size of the constant in eq (26) */

double sar_position_norm(const SarIntegrator *integrator, const double *errors) {
  const SarProblem *p = integrator->problem;
  double all = sar_rms(p->n.nv, errors, integrator->weight), largest = 0;
  for (int32_t b = 0; p->touches && b < p->nrotations; b++) {
    largest = fmax(largest, sar_rms(6, errors + 6 * b, integrator->weight + 6 * b));
  }
  return fmax(all, largest / LARGEST_SHARE);
}

/* Positions and velocities after h by Taylor's series, the rest as it was. */
static void look(SarIntegrator *integrator, double h) {
  const SarProblem *p = integrator->problem;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarNode *trial = sar_history_trial(&integrator->history);
  const double *a = from->u;
  for (int32_t i = 0; i < p->n.nv; i++) trial->v[i] = h * (from->v[i] + h / 2 * a[i]);
  sar_chart_advance(p, from->q, trial->v, trial->q, trial->turn);
  for (int32_t i = 0; i < p->n.nv; i++) trial->v[i] = from->v[i] + h * a[i];
  trial->t = from->t + h;
}

double sar_foreseen_step(SarIntegrator *integrator, double h) {
  const SarProblem *p = integrator->problem;
  if (!p->touches) return h;
  SarPoint from = sar_node_point(p, sar_history_at(&integrator->history, 0));
  for (int k = 0; k < MOST_SHORTER; k++) {
    look(integrator, h);
    SarPoint to = sar_node_point(p, sar_history_trial(&integrator->history));
    double way, error = TYPICAL_ERROR * h * h * p->ops->foresee(p, &from, &to, &way) / integrator->options.tolerance;
    if (!(error > 1) && way >= 1) break;
    if (way < 1) {
      h *= way;
    } else {
      h *= fmax(SHORTEST, SAFETY * pow(error, -1 / POWER));
    }
  }
  return fmax(h, integrator->min_step);
}
