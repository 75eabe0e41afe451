/* Rows that move with a parameter. A column y at the time T(p) of its row changes by
 *
 *   dy/dp + y' dT/dp:
 *
 * by more than at a fixed time where T is that of an event, the end of the run, or a multiple of the time between rows,
 * and the model computes these from the parameter. */
#include "analysis/sensitivity/parts.h"

SarStatus sar_sensitivity_follow_rows(SarSensitivity *x, const SarRunOptions *options, bool given) {
  x->follows_rows = true;
  for (int32_t i = 0; i < x->count && !given; i++) {
    SarVaried *varied = &x->varied[i];
    double span = varied->side[1].shift - varied->side[0].shift;
    SarRunPlan plan[2];
    for (int k = 0; k < 2; k++) SAR_TRY(sar_run_plan(x->quiet, varied->side[k].system, options, &plan[k]));
    varied->end = (plan[1].steps.end - plan[0].steps.end) / span;
    varied->every = (plan[1].settings.output_every - plan[0].settings.output_every) / span;
  }
  return SAR_OK;
}

double sar_sensitivity_row_delay(const SarSensitivity *x, const SarVaried *varied, double t) {
  const SarRunPlan *plan = &x->s->plan;
  if (!x->follows_rows) return 0;
  if (t == x->switched) return varied->delay;
  if (t == plan->steps.end) return varied->end;
  if (varied->every == 0) return 0;
  return (t - x->s->start->t) / plan->settings.output_every * varied->every;
}
