/* A file replaced as a whole: written beside its place under another name, and put there when it is complete. Whatever
 * stops the program, what stood there before stands there still. */
#ifndef SAR_BASE_REPLACE_H
#define SAR_BASE_REPLACE_H

#include "base/context.h"

typedef struct SarReplacement {
  SarContext *context;
  const char *shown; /* the path as the user gave it */
  char *target;      /* where a link leads, so that the link stays */
  char *fresh;       /* the new file: to be written by the caller, and closed before it is finished */
} SarReplacement;

/* `path` outlives it. End with one of the two below, also after a failure. */
SarStatus sar_replace_begin(SarContext *context, const char *path, SarReplacement *out);

/* With SAR_OK: puts the new file in its place, on the disk. Otherwise removes it. Returns the status, or what went
 * wrong here, reported. */
SarStatus sar_replace_end(SarReplacement *replacement, SarStatus status);

#endif
