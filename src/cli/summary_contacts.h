/* What bodies that touched have done to each other during a run. */
#ifndef SAR_CLI_SUMMARY_CONTACTS_H
#define SAR_CLI_SUMMARY_CONTACTS_H

#include "base/json.h"
#include "cli/cli.h"

void sar_summary_print_contacts(const SarRunSummary *s, const SarUnits *u, bool verbose, FILE *stream);
void sar_summary_put_contacts(const SarRunSummary *s, const SarUnits *u, SarJson *json);

#endif
