/* A run as its user asks for it: plain, or with error bars. */
#include "analysis/bars/bars.h"
#include "system/system.h"

static bool wants_bars(const SarSystem *system, const SarRunOptions *options) {
  if (options->study || options->no_output) return false;
  return options->error_bars || sar_system_model(system)->simulation.error_bars;
}

SarStatus sar_run(SarContext *context, const SarSystem *system, const SarRunOptions *options, SarRunSummary *summary) {
  SAR_NEED(context, context && system && options);
  if (wants_bars(system, options)) return sar_bars_run(context, system, options, NULL, summary);
  return sar_run_with(context, system, options, &(SarRunExtras){0}, summary);
}
