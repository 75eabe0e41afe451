/* What a run needs to go on, from the journal or the HDF5 file that it left. */
#include <stdlib.h>
#include <string.h>

#include "result/hdf5_read.h"
#include "result/journal.h"
#include "result/journal_code.h"

/* A copy in the arena of the file: through the bytes of a journal's header, which hold everything. */
static SarStatus copy_header(SarContext *context, const SarSinkHeader *header, SarResultFile *out) {
  size_t count = 0;
  uint8_t *bytes = sar_header_encode(header, &count);
  SarStatus status = bytes ? sar_header_decode(bytes, count, out->arena, &out->header) : SAR_NO_MEMORY;
  free(bytes);
  return status == SAR_OK ? SAR_OK : sar_report_no_memory(context);
}

/* The last checkpoint, in memory of its own until the next one. */
static SarStatus keep(SarContext *context, const SarJournalRecord *record, void **bytes, size_t *count) {
  void *copy = realloc(*bytes, record->count ? record->count : 1);
  if (!copy) return sar_report_no_memory(context);
  if (record->count) memcpy(copy, record->bytes, record->count);
  *bytes = copy;
  *count = record->count;
  return SAR_OK;
}

static SarStatus read_journal(SarContext *context, SarJournalReader *reader, SarResultFile *out) {
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  void *bytes = NULL;
  SarStatus status = copy_header(context, sar_journal_header(reader), out);
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) {
    status = sar_journal_next(reader, &record);
    if (status == SAR_OK && record.kind == SAR_JOURNAL_CHECKPOINT) {
      status = keep(context, &record, &bytes, &out->checkpoint_size);
    }
  }
  const SarJournalTally *t = sar_journal_tally(reader);
  out->is_journal = true;
  out->rows = t->rows;
  out->steps = t->steps;
  out->last_time = t->last_time;
  out->checkpoint_rows = t->checkpoint_rows;
  out->checkpoint_steps = t->checkpoint_steps;
  if (status == SAR_OK && out->checkpoint_size) { /* an empty one takes the earlier ones back */
    uint8_t *copy = SAR_NEW(out->arena, out->checkpoint_size, uint8_t);
    if (copy) memcpy(copy, bytes, out->checkpoint_size);
    if (!copy) status = sar_report_no_memory(context);
    out->checkpoint = copy;
  }
  free(bytes);
  return status;
}

static SarStatus read_hdf5(SarContext *context, SarHdf5File *file, SarResultFile *out) {
  SarHdf5Checkpoint checkpoint;
  SAR_TRY(copy_header(context, sar_hdf5_header(file), out));
  SAR_TRY(sar_hdf5_checkpoint(file, out->arena, &checkpoint));
  out->has_tables = sar_hdf5_has_tables(file);
  out->rows = sar_hdf5_rows(file);
  out->steps = sar_hdf5_steps(file);
  if (out->rows) SAR_TRY(sar_hdf5_read(file, "time", out->rows - 1, 1, &out->last_time));
  out->last_time *= out->header.units.time;
  out->checkpoint = checkpoint.bytes;
  out->checkpoint_size = checkpoint.count;
  out->checkpoint_rows = checkpoint.rows;
  out->checkpoint_steps = checkpoint.steps;
  return SAR_OK;
}

static SarStatus open_any(SarContext *context, const char *path, bool left, SarResultFile *out) {
  *out = (SarResultFile){.arena = sar_arena_create()};
  if (!out->arena) return sar_report_no_memory(context);
  bool is_journal = false;
  SarStatus status = sar_journal_is_one(context, path, &is_journal);
  if (status != SAR_OK) return status;
  if (is_journal) {
    SarJournalReader *reader = NULL;
    status = sar_journal_open_read(context, path, &reader);
    if (status == SAR_OK) status = read_journal(context, reader, out);
    sar_journal_close(&reader);
  } else {
    SarHdf5File *file = NULL;
    status = left ? sar_hdf5_open_left(context, path, &file) : sar_hdf5_open(context, path, &file);
    if (status == SAR_OK) status = read_hdf5(context, file, out);
    sar_hdf5_close(&file);
  }
  return status;
}

SarStatus sar_result_file_open(SarContext *context, const char *path, SarResultFile *out) {
  return open_any(context, path, false, out);
}

SarStatus sar_result_file_open_left(SarContext *context, const char *path, SarResultFile *out) {
  return open_any(context, path, true, out);
}

void sar_result_file_close(SarResultFile *file) {
  sar_arena_destroy(&file->arena);
  *file = (SarResultFile){0};
}
