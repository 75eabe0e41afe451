/* An integrator between two steps as bytes. What is set anew in every attempt (stage, residuals, corrections) is left
 * out; everything that a later step reads is in. */
#include "method/step.h"

static void archive_controller(SarIntegrator *integrator, SarArchive *archive) {
  sar_archive_section(archive, "controller");
  SAR_ARCHIVE(archive, integrator->largest_v);
  SAR_ARCHIVE(archive, integrator->largest_a);
  sar_archive_flag(archive, &integrator->started);
  SAR_ARCHIVE(archive, integrator->since_start);
  SAR_ARCHIVE(archive, integrator->start_time);
  SAR_ARCHIVE(archive, integrator->fixed_index);
  SAR_ARCHIVE(archive, integrator->fixed_origin);
  SAR_ARCHIVE(archive, integrator->proposed);
  SAR_ARCHIVE(archive, integrator->limit);
  SAR_ARCHIVE(archive, integrator->min_step);
  SAR_ARCHIVE(archive, integrator->max_step);
  SAR_ARCHIVE(archive, integrator->floor.first_step);
  SAR_ARCHIVE(archive, integrator->floor.seen_step);
  SAR_ARCHIVE(archive, integrator->floor.seen_error);
  SAR_ARCHIVE(archive, integrator->floor.noise);
  SAR_ARCHIVE(archive, integrator->allowed);
  SAR_ARCHIVE(archive, integrator->calm);
  SAR_ARCHIVE(archive, integrator->stats);
  SAR_ARCHIVE(archive, integrator->stage.mass);
  SAR_ARCHIVE(archive, integrator->stage.damping);
  SAR_ARCHIVE(archive, integrator->stage.stiffness);
  sar_archive_int(archive, &integrator->predictor.most, 0, SAR_PREDICTOR_HIGHEST);
  sar_archive_int(archive, &integrator->predictor.order, 0, SAR_PREDICTOR_LARGEST);
}

static void archive_scales(SarIntegrator *integrator, SarArchive *archive) {
  const SarSizes *n = &integrator->problem->n;
  sar_archive_section(archive, "scales");
  sar_archive_reals(archive, integrator->weight, n->nv);
  sar_archive_reals(archive, integrator->weight_x, n->nx);
  sar_archive_reals(archive, integrator->scale_z, n->nz);
  sar_moving_archive(&integrator->moving, integrator->problem, archive);
}

SarStatus sar_integrator_archive(SarIntegrator *integrator, SarArchive *archive) {
  SarStepView view = integrator->view;
  if (integrator->family->advance) {
    return sar_report(integrator->context, SAR_INPUT, sar_nowhere(), NULL, "run it in one go, or choose another method",
                      "the state of %s cannot be saved", integrator->family->name);
  }
  sar_archive_section(archive, integrator->family->name);
  archive_controller(integrator, archive);
  archive_scales(integrator, archive);
  sar_limits_archive(&integrator->limits, archive);
  sar_events_archive(&integrator->events, archive);
  sar_archive_flag(archive, &integrator->keeps);
  if (integrator->keeps) sar_archive_inner(archive, &integrator->kept);
  sar_history_archive(&integrator->history, integrator->problem, archive);
  if (integrator->family->archive) integrator->family->archive(integrator, archive);
  SAR_ARCHIVE(archive, view.t0);
  SAR_ARCHIVE(archive, view.step);
  SAR_ARCHIVE(archive, view.error);
  SAR_ARCHIVE(archive, view.rejections);
  SAR_TRY(archive->status);
  SAR_TRY(sar_newton_archive(&integrator->newton, archive));
  if (archive->loading) sar_step_show(integrator, view.t0, view.step, view.error, view.rejections);
  return SAR_OK;
}
