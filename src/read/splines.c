#include "read/reader.h"

SarStatus sar_read_splines(SarFile *file, const SarNode *node) {
  (void)file, (void)node;
  return SAR_OK;
}

SarStatus sar_read_find_spline(SarFile *file, const char *name, const SarSpline **out) {
  (void)file, (void)name, (void)out;
  return SAR_INPUT;
}
