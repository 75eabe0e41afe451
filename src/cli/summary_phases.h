/* What the phases of a run have done. */
#ifndef SAR_CLI_SUMMARY_PHASES_H
#define SAR_CLI_SUMMARY_PHASES_H

#include "base/json.h"
#include "cli/cli.h"

void sar_summary_print_phases(const SarRunSummary *s, const SarUnits *u, FILE *stream);
void sar_summary_put_phases(const SarRunSummary *s, const SarUnits *u, SarJson *json);

/* "done", "stopped", "interrupted", "failed" */
const char *sar_summary_status(SarRunStatus status);

#endif
