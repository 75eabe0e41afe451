/* The summary of a run, for people and for programs. */
#ifndef SAR_CLI_SUMMARY_H
#define SAR_CLI_SUMMARY_H

#include "cli/cli.h"

typedef struct SarSummaryView {
  const SarRunSummary *summary;
  const char *title;        /* of the model, or the file's name */
  const SarUnits *units;    /* of the model */
  const char *const *files; /* those written */
  int32_t nfiles;
  bool kinematic;                    /* no integrator */
  double load_seconds, page_seconds; /* CPU time of the process before the analysis, and of the page after it */
  bool verbose;
} SarSummaryView;

void sar_summary_print(const SarSummaryView *view, FILE *stream);

/* The object of `run --json`; context gives the warnings and, after a failure, the errors. exit_code 0: none. */
void sar_summary_json(const SarSummaryView *view, const SarContext *context, int exit_code, FILE *stream);

#endif
