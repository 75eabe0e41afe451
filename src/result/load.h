/* Text files that are read as a whole. */
#ifndef SAR_RESULT_LOAD_H
#define SAR_RESULT_LOAD_H

#include <stddef.h>

#include "base/context.h"

/* The whole file with a final zero, to be freed; null after a failure. remedy: what to give in place of a folder, pipe
 * or device. length may be null. */
SarStatus sar_load_text(SarContext *context, const char *path, const char *remedy, char **out, size_t *length);

#endif
