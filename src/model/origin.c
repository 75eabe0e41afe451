#include "model/origin.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *name, const void *origin) {
  return strcmp(name, ((const SarModelOrigin *)origin)->name);
}

const SarModelOrigin *sar_model_origin(const SarModel *model, const char *name) {
  if (!model->norigins) return NULL;
  return bsearch(name, model->origins, (size_t)model->norigins, sizeof *model->origins, by_name);
}
