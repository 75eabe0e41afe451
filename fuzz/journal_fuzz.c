/* Any bytes given as a journal end in rows or in a message, never in a crash, a leak or memory beyond the file's size.
 * Headers that are right pass into the CSV sink, which uses every name, unit and number of them. */
#define _GNU_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "result/crc32c.h"
#include "result/journal.h"
#include "result/journal_code.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void replay(SarContext *context, const char *path, size_t size) {
  SarSink sink;
  SarJournalTally tally = {0};
  if (sar_sink_csv(context, "/dev/null", &sink) != SAR_OK) return;
  SarStatus status = sar_journal_replay(context, path, &sink, &tally);
  if (status == SAR_OK && tally.good + tally.damaged != (int64_t)size) __builtin_trap();
  if (status != SAR_OK && sar_context_errors(context) == 0) __builtin_trap();
  sink.finish(sink.self);
  sink.destroy(sink.self);
}

static void read_as_file(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  int file = memfd_create("journal", 0);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (context && file >= 0 && write(file, data, size) == (ssize_t)size) {
    replay(context, path, size);
    SarResultFile result = {0};
    bool is_journal = false;
    if (sar_journal_is_one(context, path, &is_journal) != SAR_OK) __builtin_trap();
    if (is_journal) sar_result_file_open(context, path, &result);
    sar_result_file_close(&result);
  }
  if (file >= 0) close(file);
  sar_context_destroy(&context);
}

/* Right checksums, wherever lengths leave room for them: otherwise hardly an input would come past the first record. */
static void mend(uint8_t *data, size_t size) {
  SarCrc32c crc;
  sar_crc32c_prepare(&crc);
  size_t at = SAR_JOURNAL_PREAMBLE;
  while (at < size && size - at >= SAR_RECORD_HEAD + SAR_RECORD_TAIL) {
    uint64_t length = sar_get_u64(data + at + 4);
    if (length > size - at - SAR_RECORD_HEAD - SAR_RECORD_TAIL) break;
    size_t covered = SAR_RECORD_HEAD + (size_t)length;
    sar_put_u32(data + at + covered, sar_crc32c(&crc, 0, data + at, covered));
    at += covered + SAR_RECORD_TAIL;
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  read_as_file(data, size);
  uint8_t *copy = malloc(size ? size : 1);
  if (!copy) return 0;
  if (size) memcpy(copy, data, size);
  mend(copy, size);
  read_as_file(copy, size);
  free(copy);
  return 0;
}
