/* Numbers and free text in SVG and HTML. */
#ifndef SAR_RESULT_MARKUP_H
#define SAR_RESULT_MARKUP_H

#include "result/text_file.h"

/* Free text, UTF-8: what has a meaning in markup is escaped, what XML does not allow becomes a question mark. Fit for
 * element content and for attributes in double quotes. */
void sar_markup_text(SarTextFile *file, const char *text);

/* A coordinate with two decimals at most, whatever the locale. */
void sar_markup_pixels(SarTextFile *file, double value);

/* ` name="value"` */
void sar_markup_attribute(SarTextFile *file, const char *name, double value);

#endif
