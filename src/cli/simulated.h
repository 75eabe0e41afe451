/* A run and what came of it, for what is printed and written of it. */
#ifndef SAR_CLI_SIMULATED_H
#define SAR_CLI_SIMULATED_H

#include "cli/cli.h"

/* What has been run. */
typedef struct SarSimulated {
  const SarModel *model;
  const SarRunOptions *options;
  SarRunSummary summary;
  bool kinematic;
  bool paged;                        /* `--page` has been written */
  double load_seconds, page_seconds; /* CPU time of the process before the analysis, and of the page after it */
} SarSimulated;

#endif
