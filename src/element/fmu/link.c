#include "element/fmu/link.h"

bool sar_fmu_links_save(const SarFmuLink *links, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (!links[i].file || !links[i].file->saves) return false;
  }
  return true;
}

SarStatus sar_fmu_links_refuse(SarContext *context, const SarFmuLink *links, int32_t count, const char *what) {
  if (!count) return SAR_OK;
  return sar_report(context, SAR_INPUT, links->file ? links->file->source : sar_nowhere(), links->name,
                    "run the model, or take the FMU out", "an FMU is stepped in time: %s cannot be made with it", what);
}
