/* Reading results files of Adams in their XML form. */
#ifndef SAR_RESULT_XRF_READ_H
#define SAR_RESULT_XRF_READ_H

#include "sarrus/result.h"

/* Whether a file begins as such a results file does. */
bool sar_xrf_is_one(const char *path);

/* Fills a table from a `.res` file: columns `ENTITY.COMPONENT`, as the file names them. Rows of the model's input are
 * left out. */
SarStatus sar_xrf_read(SarTable *table, const char *path);
SarStatus sar_xrf_read_text(SarTable *table, const char *name, const char *bytes, size_t length);

/* Gives columns the names that both sides agree on: small letters, no `_`, no `_XFORM`: part2.x for PART_2_XFORM.X. */
SarStatus sar_xrf_plain_names(SarTable *table);

#endif
