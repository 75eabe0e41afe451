/* Rows of a run: points of it, recorded. */
#include "analysis/run.h"

SarStatus sar_run_record(SarRun *r, double t, double h, bool solved) {
  SarStepper *s = r->stepper;
  const SarStepView *view = h > 0 ? sar_integrator_view(s->integrator) : NULL;
  SarPoint at = sar_stepper_point(s, t);
  SarEnergyRecord energy;
  SAR_TRY(sar_audit_energy(r->audit, s->start->m, &at, view ? (t - view->t0) / h : 0, h, &energy));
  SAR_TRY(sar_recorder_row(r->recorder, s->start->m, &at, &energy));
  r->row_time = t;
  return sar_audit_row(r->audit, s->start->m, &at, r->recorder, solved);
}

SarStatus sar_run_record_inside(SarRun *r, double t) {
  SarStepper *s = r->stepper;
  const SarStepView *view = sar_integrator_view(s->integrator);
  sar_stepper_interpolate(s, t);
  bool raw = s->plan.settings.output_raw, solved = false, shown = !raw && sar_stepper_show_asleep(s, t);
  SarStatus status = raw ? SAR_OK : sar_stepper_refine(s, t, &solved);
  if (status == SAR_OK) status = sar_run_record(r, t, view->t1 - view->t0, solved);
  if (shown) sar_stepper_hide_asleep(s);
  return status;
}
