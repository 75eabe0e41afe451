/* A results file of which a page is made, with its model. */
#ifndef SAR_CLI_PAGE_SOURCE_H
#define SAR_CLI_PAGE_SOURCE_H

#include "analysis/record/record.h"
#include "cli/cli.h"
#include "result/page_run.h"

/* Start with zeros. */
typedef struct SarPageSource {
  SarContext *messages, *doctor;
  SarRecord *record; /* null: there is no model */
} SarPageSource;

/* Opens run->path and fills in the rest of the run. Close also after a failure. */
SarStatus sar_cli_open_page_source(SarCli *cli, SarPageRun *run, SarPageSource *source);
void sar_cli_close_page_source(SarPageRun *run, SarPageSource *source);

/* A place for a message in another context: names of files belong to the one they were reported to. */
SarSource sar_cli_source_in(SarContext *to, SarSource source);

#endif
