/* Writing a journal: records gather in memory and go to the file when the buffer is full, when a second has passed, or
 * at once where they come slowly, so that a killed run loses at most the last second, and a slow one nothing. The clock
 * decides only when bytes are written, never which. */
#ifndef SAR_RESULT_JOURNAL_FILE_H
#define SAR_RESULT_JOURNAL_FILE_H

#include "result/crc32c.h"
#include "result/journal.h"

typedef struct SarJournalFile {
  SarContext *context;
  char *path;     /* OUT.h5.part */
  char *aside;    /* the name that the file has until it is published; null: its own */
  int descriptor; /* -1: not open */
  SarCrc32c crc;
  uint8_t *buffer;
  size_t used;
  double last_record, last_flush, hurry_until; /* s of a clock that only goes on */
  int32_t ncolumns;
  int64_t rows;
  SarStatus status; /* the first failure */
} SarJournalFile;

/* Creates and locks `path`. shown: the name to give if the file cannot be created. A file with results in it is not
 * touched: SAR_IO. Close with sar_journal_file_close, also after a failure. */
SarStatus sar_journal_file_create(SarContext *context, const char *path, const char *shown, SarJournalFile *out);

/* As before under another name, `aside`, whatever stands there; SAR_IO if somebody has made `path`. Unless it is
 * published the file is deleted when it is closed. */
SarStatus sar_journal_file_create_aside(SarContext *context, const char *path, const char *aside, const char *shown,
                                        SarJournalFile *out);
/* Flushes the file and gives it its name, which nobody else may have taken meanwhile. It stays locked. */
SarStatus sar_journal_file_publish(SarJournalFile *file);

/* Opens and locks a journal that exists. Before anything is written to it it must be cut. */
SarStatus sar_journal_file_open(SarContext *context, const char *path, SarJournalFile *out);
/* Keeps the first `size` bytes, with `rows` rows of `ncolumns` values, and appends behind them. */
SarStatus sar_journal_file_cut(SarJournalFile *file, int64_t size, int32_t ncolumns, int64_t rows);

/* Whether its name still leads to it: somebody may have deleted it, or made another one. */
bool sar_journal_file_is_there(const SarJournalFile *file);

SarStatus sar_journal_file_header(SarJournalFile *file, const SarSinkHeader *header);
SarStatus sar_journal_file_row(SarJournalFile *file, double time, const double *values);
SarStatus sar_journal_file_step(SarJournalFile *file, const SarStepRecord *step);
SarStatus sar_journal_file_event(SarJournalFile *file, const SarEventRecord *event);
SarStatus sar_journal_file_checkpoint(SarJournalFile *file, const void *bytes, size_t count);
SarStatus sar_journal_file_end(SarJournalFile *file);
SarStatus sar_journal_file_flush(SarJournalFile *file);
void sar_journal_file_close(SarJournalFile *file); /* flushes; may be called twice */

#endif
