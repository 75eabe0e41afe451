/* Options of a run with hht at 1e-5: for tests that are about this method, or whose numbers are. */
#ifndef SAR_TESTS_HHT_OPTIONS_H
#define SAR_TESTS_HHT_OPTIONS_H

#include "sarrus/analysis.h"

static inline SarRunOptions hht_options(void) {
  SarRunOptions options = sar_run_options_default();
  options.method = "hht";
  return options;
}

#endif
