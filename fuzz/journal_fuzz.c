/* Any bytes given as a journal end in rows or in a message, never in a crash, a leak or memory beyond the file's size.
 * Headers that are right pass into the CSV sink, which uses every name, unit and number of them. */
#define _GNU_SOURCE

#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#include "result/journal.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  SarContext *context = sar_context_create();
  int file = memfd_create("journal", 0);
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
  if (context && file >= 0 && write(file, data, size) == (ssize_t)size) {
    SarSink sink;
    SarJournalTally tally = {0};
    if (sar_sink_csv(context, "/dev/null", &sink) == SAR_OK) {
      SarStatus status = sar_journal_replay(context, path, &sink, &tally);
      if (status == SAR_OK && tally.good + tally.damaged != (int64_t)size) __builtin_trap();
      if (status != SAR_OK && sar_context_errors(context) == 0) __builtin_trap();
      sink.finish(sink.self);
      sink.destroy(sink.self);
    }
    SarResultFile result;
    if (sar_journal_is_one(path)) {
      sar_result_file_open(context, path, &result);
      sar_result_file_close(&result);
    }
  }
  if (file >= 0) close(file);
  sar_context_destroy(&context);
  return 0;
}
