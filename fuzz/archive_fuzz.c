/* Any bytes given as an archive: loading ends with the data untouched or in range, never beyond the bytes. What was
 * loaded completely is saved as the same bytes again. */
#include <string.h>

#include "base/archive.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct Things {
  bool flag;
  int32_t number;
  double reals[3];
  struct {
    int32_t a, b;
  } plain;
} Things;

static void transfer(SarArchive *archive, Things *things) {
  sar_archive_section(archive, "things");
  sar_archive_flag(archive, &things->flag);
  sar_archive_int(archive, &things->number, -5, 1000);
  sar_archive_reals(archive, things->reals, things->flag ? 3 : 1);
  SAR_ARCHIVE(archive, things->plain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  Things things = {0};
  SarArchive in = sar_archive_load(data, size), out = sar_archive_save();
  transfer(&in, &things);
  SarStatus status = sar_archive_end(&in);
  if (things.number < -5 || things.number > 1000) __builtin_trap();
  transfer(&out, &things);
  if (sar_archive_end(&out) != SAR_OK) __builtin_trap();
  bool same = out.count == size && memcmp(out.bytes, data, size) == 0;
  if (status == SAR_OK && !same) __builtin_trap();
  sar_archive_destroy(&out);
  sar_archive_destroy(&in);
  return 0;
}
