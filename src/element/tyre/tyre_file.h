/* What a property file of a tyre (.tir) has said. */
#ifndef SAR_ELEMENT_TYRE_TYRE_FILE_H
#define SAR_ELEMENT_TYRE_TYRE_FILE_H

#include "base/context.h"
#include "element/tyre/tyre.h"

typedef struct SarTyreFile {
  const char *path;          /* as the model names it */
  const SarTyreModel *model; /* whose format it has */
  SarTyreData data;          /* SI units; fallbacks where the file says nothing */
  bool given[SAR_TYRE_NUMBERS];
} SarTyreFile;

#endif
