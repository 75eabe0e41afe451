/* The file of a page: the template of the viewer, and in the place for data one or several records. */
#ifndef SAR_RESULT_PAGE_FILE_H
#define SAR_RESULT_PAGE_FILE_H

#include <stdbool.h>
#include <stdio.h>

#include "base/context.h"
#include "base/json.h"

#define SAR_PAGE_DATA "sarrus-data" /* id of the element that the viewer reads first */

/* Bytes of a page without any data. */
double sar_page_template_bytes(void);

/* The template with what `fill` puts into the place for data. engine: the page may run one (page_live.h). Path "-" is
 * standard output. SAR_IO if it cannot be written; a page that failed on the way is removed. */
typedef SarStatus SarPageFill(void *self, FILE *stream);
SarStatus sar_page_write_file(SarContext *context, const char *path, bool engine, SarPageFill *fill, void *self,
                              int64_t *bytes);

/* An element with JSON that the viewer reads (without an id: the JSON alone): an object with `format`, `program` and
 * `kind`, to which the caller adds. Nothing in its texts can end the element. */
SarStatus sar_page_begin_record(SarContext *context, FILE *stream, const char *id, const char *kind, SarJson *json);
void sar_page_end_record(FILE *stream, SarJson *json);

#endif
