/* Pages of studies from the command line. */
#ifndef SAR_CLI_PAGE_STUDY_H
#define SAR_CLI_PAGE_STUDY_H

#include "cli/cli.h"
#include "result/page.h"
#include "study/page.h"

/* Whether the file is the table of a study, or the journal of one. */
SarStatus sar_cli_is_study(SarCli *cli, const char *path, bool *out);

/* Makes the page of a table or a journal, with the runs that were kept beside it. */
SarStatus sar_cli_make_study_page(SarCli *cli, const char *path, const char *output, const SarPageOptions *options,
                                  SarStudyPageSummary *summary);

#define SAR_STUDY_PAGE_OPTION \
  { "--page", "OUT.html", "show the table as a page for any browser: response curves, scatter matrix, every run" }

/* SAR_USAGE where `--page` is given and cannot be made of this table; null: there is none. */
SarStatus sar_cli_check_study_page(SarCli *cli, const char *table);

/* The page of a study that has ended with `status`, where `--page` asks for one. *page: what was made; null: nothing.
 */
SarStatus sar_cli_page_study(SarCli *cli, SarStatus status, const char *table, const char **page);

#endif
