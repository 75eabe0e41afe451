/* The reading end of a journal: made for files that were cut off anywhere, or are no journal at all. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "result/crc32c.h"
#include "result/journal.h"
#include "result/journal_code.h"

struct SarJournalReader {
  SarContext *context;
  FILE *stream;
  SarArena *arena; /* of the header */
  SarCrc32c crc;
  SarSinkHeader header;
  SarJournalTally tally;
  int64_t size, first; /* of the file when it was opened; where the records behind the header begin */
  uint8_t *payload;    /* of the current record */
  size_t capacity;
  double *values; /* of a row */
};

/* One record as it stands in the file. SAR_INPUT: there is no right one here. */
static SarStatus read_frame(SarJournalReader *r, uint32_t *kind, size_t *count) {
  uint8_t head[SAR_RECORD_HEAD], tail[SAR_RECORD_TAIL];
  int64_t left = r->size - r->tally.good - SAR_RECORD_HEAD - SAR_RECORD_TAIL;
  if (left < 0 || fread(head, 1, sizeof head, r->stream) != sizeof head) return SAR_INPUT;
  uint64_t length = sar_get_u64(head + 4);
  *kind = sar_get_u32(head);
  if (*kind < SAR_JOURNAL_HEADER || *kind > SAR_JOURNAL_END || length > (uint64_t)left) return SAR_INPUT;
  if (length > r->capacity) {
    uint8_t *larger = realloc(r->payload, length);
    if (!larger) return SAR_NO_MEMORY;
    r->payload = larger;
    r->capacity = length;
  }
  if (length && fread(r->payload, 1, length, r->stream) != length) return SAR_INPUT;
  if (fread(tail, 1, sizeof tail, r->stream) != sizeof tail) return SAR_INPUT;
  uint32_t checksum = sar_crc32c(&r->crc, 0, head, sizeof head);
  if (length) checksum = sar_crc32c(&r->crc, checksum, r->payload, length);
  if (checksum != sar_get_u32(tail)) return SAR_INPUT;
  *count = length;
  return SAR_OK;
}

static void accept(SarJournalReader *r, size_t count) {
  r->tally.good += SAR_RECORD_HEAD + (int64_t)count + SAR_RECORD_TAIL;
  r->tally.damaged = r->size - r->tally.good;
}

/* ---- opening ---- */

static bool has_magic(FILE *stream, uint32_t *version) {
  uint8_t preamble[SAR_JOURNAL_PREAMBLE];
  if (fread(preamble, 1, sizeof preamble, stream) != sizeof preamble) return false;
  *version = sar_get_u32(preamble + 8);
  return memcmp(preamble, SAR_JOURNAL_MAGIC, 8) == 0;
}

bool sar_journal_is_one(const char *path) {
  FILE *stream = fopen(path, "rbe");
  uint32_t version;
  bool is = stream && has_magic(stream, &version);
  if (stream) fclose(stream);
  return is;
}

static SarStatus open_stream(SarJournalReader *r, SarSource source) {
  struct stat about;
  r->stream = fopen(source.file, "rbe");
  if (!r->stream || fstat(fileno(r->stream), &about) != 0 || !S_ISREG(about.st_mode)) {
    const char *reason = r->stream ? "it is no file" : strerror(errno);
    return sar_report(r->context, SAR_INPUT, source, NULL, "check the path", "cannot read: %s", reason);
  }
  r->size = about.st_size;
  setvbuf(r->stream, NULL, _IOFBF, (size_t)1 << 18);
  uint32_t version = 0;
  if (!has_magic(r->stream, &version)) {
    return sar_report(r->context, SAR_INPUT, source, NULL, "give the `.part` file of a run",
                      "the file is not the journal of a run");
  }
  if (version != SAR_JOURNAL_VERSION) {
    return sar_report(r->context, SAR_INPUT, source, NULL, "use the version of the program that wrote it",
                      "the journal has format %u, this program knows format %d", version, SAR_JOURNAL_VERSION);
  }
  r->tally.good = SAR_JOURNAL_PREAMBLE;
  return SAR_OK;
}

static SarStatus read_header(SarJournalReader *r, SarSource source) {
  uint32_t kind = 0;
  size_t count = 0;
  SarStatus status = read_frame(r, &kind, &count);
  if (status == SAR_OK && kind != SAR_JOURNAL_HEADER) status = SAR_INPUT;
  if (status == SAR_OK) status = sar_header_decode(r->payload, count, r->arena, &r->header);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK) {
    return sar_report(r->context, SAR_INPUT, source, NULL, "nothing can be rescued from it; delete it",
                      "the header of the journal is damaged");
  }
  accept(r, count);
  r->first = r->tally.good;
  r->values = malloc(((size_t)r->header.ncolumns + 1) * sizeof *r->values);
  return r->values ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_journal_open_read(SarContext *context, const char *path, SarJournalReader **out) {
  *out = NULL;
  SarJournalReader *r = calloc(1, sizeof *r);
  const char *name = sar_intern(context, path);
  if (!r || !name || !(r->arena = sar_arena_create())) {
    free(r);
    return sar_report_no_memory(context);
  }
  r->context = context;
  sar_crc32c_prepare(&r->crc);
  SarSource source = {name, 0, 0};
  SarStatus status = open_stream(r, source);
  if (status == SAR_OK) status = read_header(r, source);
  if (status != SAR_OK) sar_journal_close(&r);
  *out = r;
  return status;
}

void sar_journal_close(SarJournalReader **reader) {
  if (!reader || !*reader) return;
  SarJournalReader *r = *reader;
  if (r->stream) fclose(r->stream);
  sar_arena_destroy(&r->arena);
  free(r->payload);
  free(r->values);
  free(r);
  *reader = NULL;
}

const SarSinkHeader *sar_journal_header(const SarJournalReader *r) { return &r->header; }
const SarJournalTally *sar_journal_tally(const SarJournalReader *r) { return &r->tally; }

SarStatus sar_journal_rewind(SarJournalReader *r) {
  clearerr(r->stream);
  if (fseeko(r->stream, (off_t)r->first, SEEK_SET) != 0) {
    return sar_report(r->context, SAR_IO, sar_nowhere(), NULL, "look at the disk", "cannot read the journal again: %s",
                      strerror(errno));
  }
  r->tally = (SarJournalTally){.good = r->first, .damaged = r->size - r->first};
  return SAR_OK;
}

/* ---- records ---- */

/* False if a record has not the length of its kind. */
static bool decode(SarJournalReader *r, uint32_t kind, size_t count, SarJournalRecord *out) {
  size_t row = ((size_t)r->header.ncolumns + 1) * 8;
  switch (kind) {
    case SAR_JOURNAL_ROW:
      if (count != row) return false;
      out->time = sar_get_real(r->payload);
      for (int32_t i = 0; i < r->header.ncolumns; i++) r->values[i] = sar_get_real(r->payload + 8 + 8 * (size_t)i);
      out->values = r->values;
      return true;
    case SAR_JOURNAL_STEP:
      if (count != SAR_STEP_BYTES) return false;
      sar_step_decode(r->payload, &out->step);
      return true;
    case SAR_JOURNAL_CHECKPOINT:
      out->bytes = r->payload;
      out->count = count;
      return true;
    default: return kind == SAR_JOURNAL_END && count == SAR_END_BYTES;
  }
}

static void count_record(SarJournalTally *t, const SarJournalRecord *record) {
  switch (record->kind) {
    case SAR_JOURNAL_ROW:
      t->rows++;
      t->last_time = record->time;
      break;
    case SAR_JOURNAL_STEP: t->steps++; break;
    case SAR_JOURNAL_CHECKPOINT:
      t->has_checkpoint = record->count > 0; /* an empty one takes the earlier ones back */
      t->checkpoint_rows = t->rows;
      t->checkpoint_steps = t->steps;
      t->checkpoint_end = t->good;
      break;
    default: t->ended = true;
  }
}

SarStatus sar_journal_next(SarJournalReader *r, SarJournalRecord *out) {
  uint32_t kind = 0;
  size_t count = 0;
  *out = (SarJournalRecord){.kind = SAR_JOURNAL_NONE};
  if (r->tally.ended) return SAR_OK;
  SarStatus status = read_frame(r, &kind, &count);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK || !decode(r, kind, count, out)) return SAR_OK;
  out->kind = (SarJournalKind)kind;
  accept(r, count);
  count_record(&r->tally, out);
  return SAR_OK;
}

static SarStatus feed(SarSink *into, const SarJournalRecord *record) {
  switch (record->kind) {
    case SAR_JOURNAL_ROW: return into->row(into->self, record->time, record->values);
    case SAR_JOURNAL_STEP: return into->step ? into->step(into->self, &record->step) : SAR_OK;
    case SAR_JOURNAL_CHECKPOINT:
      return into->checkpoint ? into->checkpoint(into->self, record->bytes, record->count) : SAR_OK;
    default: return SAR_OK;
  }
}

SarStatus sar_journal_replay(SarContext *context, const char *path, SarSink *into, SarJournalTally *tally) {
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  SAR_TRY(sar_journal_open_read(context, path, &reader));
  SarStatus status = into->begin(into->self, sar_journal_header(reader));
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) {
    status = sar_journal_next(reader, &record);
    if (status == SAR_OK) status = feed(into, &record);
  }
  if (tally) *tally = *sar_journal_tally(reader);
  sar_journal_close(&reader);
  return status;
}
