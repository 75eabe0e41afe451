/* Property files of tyres (.tir): sections in brackets, `NAME = value` in them, comments behind $ or !, tables under a
 * line in braces. Files are not trusted: whatever they hold, reading them ends in numbers or in a message. */
#ifndef SAR_READ_TIR_H
#define SAR_READ_TIR_H

#include "base/context.h"
#include "element/tyre/tyre_file.h"

/* `name`: of the file, for messages; it must outlive the context. */
SarStatus sar_tir_parse(SarContext *context, const char *name, const char *text, size_t length, SarTyreFile *out);

#endif
