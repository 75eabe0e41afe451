/* The results page: one HTML file that shows results without anything else. The viewer is a template that the program
 * carries in itself; the page is the template with the data in it, as JSON (docs/results.md, "The page"). */
#ifndef SAR_RESULT_PAGE_H
#define SAR_RESULT_PAGE_H

#include <stdio.h>

#include "result/page_run.h"

#define SAR_PAGE_BYTES 30e6     /* the largest page, unless the user says otherwise, ... */
#define SAR_LIVE_PAGE_BYTES 6e6 /* ... and the largest live one */

/* What was written. */
typedef struct SarPageSummary {
  int64_t bytes;
  int64_t rows, kept;       /* of the first file */
  int32_t columns, omitted; /* of all files, time not counted */
} SarPageSummary;

/* The record of runs as an element of a page, or as a JSON value alone where id is null, with at most so many bytes
 * unless options->full; options->bytes does not count. The same files give the same bytes. */
SarStatus sar_page_put_runs(SarContext *context, const SarPageRun *runs, int32_t nruns, const SarPageOptions *options,
                            double bytes, const char *id, FILE *stream, SarPageSummary *summary);

/* Path "-" is standard output. The same files give the same bytes. SAR_IO if the page cannot be written; a page that
 * failed on the way is removed. */
SarStatus sar_page_write(SarContext *context, const char *path, const SarPageRun *runs, int32_t nruns,
                         const SarPageOptions *options, SarPageSummary *summary);

#endif
