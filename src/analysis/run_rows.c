/* Rows of a run: points of it, recorded. */
#include "analysis/run.h"

SarStatus sar_run_record(SarRun *r, double t, double h, bool solved) {
  const SarStepView *s = h > 0 ? sar_integrator_view(r->integrator) : NULL;
  SarPoint at = sar_run_point(r, t);
  SarEnergyRecord energy;
  SAR_TRY(sar_audit_energy(r->audit, r->start->m, &at, s ? (t - s->t0) / h : 0, h, &energy));
  SAR_TRY(sar_recorder_row(r->recorder, r->start->m, &at, &energy));
  r->row_time = t;
  return sar_audit_row(r->audit, r->start->m, &at, r->recorder, solved);
}

SarStatus sar_run_record_inside(SarRun *r, double t) {
  const SarStepView *s = sar_integrator_view(r->integrator);
  sar_integrator_interpolate(r->integrator, t, r->q, r->v, r->x, r->a, r->lambda, r->mu, r->xdot, r->z);
  bool solved = false, shown = !r->plan.settings.output_raw && sar_run_show_asleep(r, t);
  SarStatus status = r->plan.settings.output_raw ? SAR_OK : sar_run_refine(r, t, &solved);
  if (status == SAR_OK) status = sar_run_record(r, t, s->t1 - s->t0, solved);
  if (shown) sar_run_hide_asleep(r);
  return status;
}
