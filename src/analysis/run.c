/* A run as its user asks for it: plain, with error bars, or with an accuracy. */
#include "analysis/accuracy/accuracy.h"
#include "analysis/bars/bars.h"

static bool wants_bars(const SarSystem *system, const SarRunOptions *options) {
  return options->error_bars || sar_system_model(system)->simulation.error_bars;
}

SarStatus sar_run(SarContext *context, const SarSystem *system, const SarRunOptions *options, SarRunSummary *summary) {
  SAR_NEED(context, context && system && options);
  bool read = !options->study && !options->no_output; /* by somebody who wants to know how wrong it is */
  if (read && sar_accuracy_is_asked(system, options)) return sar_accuracy_run(context, system, options, summary);
  if (read && wants_bars(system, options)) return sar_bars_run(context, system, options, NULL, NULL, summary);
  return sar_run_with(context, system, options, &(SarRunExtras){0}, summary);
}
