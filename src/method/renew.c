/* A problem whose pattern has changed between two steps: everything that was made for the old one is made anew, and the
 * past is taken over as it is. */
#include "method/step.h"

/* Methods whose past is not ours begin anew; what they have done is counted on. */
static SarStatus start_anew(SarIntegrator *integrator, const SarPoint *at, const SarStepStats *stats) {
  SAR_TRY(sar_integrator_start(integrator, at));
  integrator->stats = *stats;
  return SAR_OK;
}

static SarStatus load(SarIntegrator *integrator, const SarArchive *past) {
  SarArchive archive = sar_archive_load(past->bytes, past->count);
  archive.no_matrices = true;
  SAR_TRY(sar_integrator_archive(integrator, &archive));
  return sar_archive_end(&archive);
}

static SarStatus replace(SarIntegrator **integrator, const SarMethodChoice *choice, SarArchive *past) {
  SarIntegrator *old = *integrator, *fresh;
  SarStepOptions options = old->options;
  bool keeps_past = !old->family->advance;
  SarPoint at = sar_node_point(old->problem, sar_history_at(&old->history, 0));
  if (keeps_past) SAR_TRY(sar_integrator_archive(old, past));
  SAR_TRY(sar_integrator_create(old->context, old->problem, choice, &options, &fresh));
  SarStatus status = keeps_past ? load(fresh, past) : start_anew(fresh, &at, &old->stats);
  sar_integrator_destroy(integrator);
  *integrator = fresh;
  return status;
}

SarStatus sar_integrator_renew(SarIntegrator **integrator, const SarMethodChoice *choice, bool *renewed) {
  SarProblem *problem = (*integrator)->problem;
  int32_t before = problem->generation;
  *renewed = false;
  if (!problem->ops->refresh) return SAR_OK;
  SarPoint at = sar_node_point(problem, sar_history_at(&(*integrator)->history, 0));
  SAR_TRY(problem->ops->refresh(problem, &at));
  if (problem->generation == before) return SAR_OK;
  SarArchive past = sar_archive_save();
  past.no_matrices = true;
  *renewed = true;
  SarStatus status = replace(integrator, choice, &past);
  sar_archive_destroy(&past);
  return status;
}
