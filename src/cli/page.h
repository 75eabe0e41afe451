/* Results pages from the command line. */
#ifndef SAR_CLI_PAGE_H
#define SAR_CLI_PAGE_H

#include "cli/page_make.h"

#define SAR_PAGE_OPTION \
  { "--page", "OUT.html", "show the results as a page for any browser: animation, plots, model" }

#endif
