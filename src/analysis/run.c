/* A run as its user asks for it: plain, with error bars, or with an accuracy. */
#include <math.h>

#include "analysis/accuracy/accuracy.h"
#include "analysis/bars/bars.h"
#include "analysis/observe.h"
#include "analysis/run_again.h"

static bool wants_bars(const SarSystem *system, const SarRunOptions *options) {
  return options->error_bars || sar_system_model(system)->simulation.error_bars;
}

SarStatus sar_run_check_sensitivity(SarContext *context, const SarSystem *system, const SarRunOptions *options) {
  const SarModel *model = sar_system_model(system);
  bool bars = wants_bars(system, options) || sar_accuracy_is_asked(system, options);
  if (!options->nsensitivity || (!bars && !model->nphases)) return SAR_OK;
  if (model->nphases) {
    return sar_report(context, SAR_INPUT, model->phases[0].source, NULL, "write `simulate: {end: 2}` without phases",
                      "a run of phases has no sensitivities");
  }
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give a `tolerance`, and compare runs of two",
                    "a run with sensitivities has neither error bars nor an accuracy");
}

SarStatus sar_run(SarContext *context, const SarSystem *system, const SarRunOptions *options, SarRunSummary *summary) {
  SAR_NEED(context, context && system && options);
  if (!isnan(options->accuracy) && (!isnan(options->tolerance) || !isnan(options->step))) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give one of them",
                      "accuracy chooses the tolerance: it excludes tolerance and step");
  }
  bool bars = wants_bars(system, options) || sar_accuracy_is_asked(system, options);
  if (sar_system_model(system)->nphases && bars) {
    return sar_report(context, SAR_INPUT, sar_system_model(system)->phases[0].source, NULL,
                      "give a `tolerance`, and compare runs of two",
                      "a run of phases has neither error bars nor an accuracy");
  }
  SAR_TRY(sar_run_check_sensitivity(context, system, options));
  bool read = !options->study && !options->no_output; /* by somebody who wants to know how wrong it is */
  if (read && sar_accuracy_is_asked(system, options)) return sar_accuracy_run(context, system, options, summary);
  if (read && wants_bars(system, options)) return sar_bars_run(context, system, options, NULL, NULL, summary);
  return sar_run_with(context, system, options, &(SarRunExtras){0}, summary);
}

SarStatus sar_run_again(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                        const SarAgain *again, SarRunSummary *summary) {
  bool bars = wants_bars(system, options) && !again->without_bars;
  if (bars && again->judging.judged) return sar_accuracy_repeat(context, system, options, again, summary);
  if (bars) return sar_bars_run(context, system, options, again->resumed, NULL, summary);
  SarRunExtras extras = {.resumed = again->resumed, .judging = again->judging};
  return sar_run_with(context, system, options, &extras, summary);
}
