/* The reading end of a journal: made for files that were cut off anywhere, or are no journal at all. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "result/crc32c.h"
#include "result/journal.h"
#include "result/journal_code.h"

#define STREAM_BYTES ((size_t)1 << 18)

struct SarJournalReader {
  SarContext *context;
  SarSource source;
  FILE *stream;
  char *buffer;    /* of the stream */
  SarArena *arena; /* of the header */
  SarCrc32c crc;
  SarSinkHeader header;
  SarJournalTally tally;
  uint32_t format;
  int64_t size, first; /* of the file when it was opened; where the records behind the header begin */
  uint8_t *payload;    /* of the current record */
  size_t capacity;
  double *values; /* of a row */
};

/* SAR_INPUT: the file ends here. SAR_IO, with errno set: it may go on, but the disk cannot be read. */
static SarStatus read_bytes(FILE *stream, void *bytes, size_t count) {
  if (!count || fread(bytes, 1, count, stream) == count) return SAR_OK;
  return ferror(stream) ? SAR_IO : SAR_INPUT;
}

/* One record as it stands in the file. SAR_INPUT: there is no right one here. */
static SarStatus read_frame(SarJournalReader *r, uint32_t *kind, size_t *count) {
  uint8_t head[SAR_RECORD_HEAD], tail[SAR_RECORD_TAIL];
  int64_t left = r->size - r->tally.good - SAR_RECORD_HEAD - SAR_RECORD_TAIL;
  if (left < 0) return SAR_INPUT;
  SAR_TRY(read_bytes(r->stream, head, sizeof head));
  uint64_t told = sar_get_u64(head + 4);
  *kind = sar_get_u32(head);
  if (*kind < SAR_JOURNAL_HEADER || *kind > SAR_JOURNAL_EVENT || told > (uint64_t)left) return SAR_INPUT;
  if (told > SIZE_MAX) return SAR_NO_MEMORY;
  size_t length = (size_t)told;
  if (length > r->capacity) {
    uint8_t *larger = realloc(r->payload, length);
    if (!larger) return SAR_NO_MEMORY;
    r->payload = larger;
    r->capacity = length;
  }
  SAR_TRY(read_bytes(r->stream, r->payload, length));
  SAR_TRY(read_bytes(r->stream, tail, sizeof tail));
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

/* SAR_INPUT, not reported: it does not begin like a journal. */
static SarStatus read_preamble(FILE *stream, uint32_t *version) {
  uint8_t preamble[SAR_JOURNAL_PREAMBLE];
  SAR_TRY(read_bytes(stream, preamble, sizeof preamble));
  *version = sar_get_u32(preamble + 8);
  return memcmp(preamble, SAR_JOURNAL_MAGIC, 8) == 0 ? SAR_OK : SAR_INPUT;
}

static SarStatus open_plain(SarContext *context, SarSource source, FILE **out) {
  SAR_TRY(sar_file_check_regular(context, source.file, NULL, source, "give a results file of a run"));
  *out = fopen(source.file, "rbe");
  return *out ? SAR_OK : sar_file_report_unreadable(context, NULL, source, errno);
}

SarStatus sar_journal_is_one(SarContext *context, const char *path, bool *out) {
  SarSource source = {sar_intern(context, path), 0, 0};
  FILE *stream = NULL;
  uint32_t version;
  *out = false;
  if (!source.file) return sar_report_no_memory(context);
  SAR_TRY(open_plain(context, source, &stream));
  SarStatus status = read_preamble(stream, &version);
  int reason = errno;
  fclose(stream);
  *out = status == SAR_OK;
  return status == SAR_IO ? sar_file_report_unreadable(context, NULL, source, reason) : SAR_OK;
}

static SarStatus open_stream(SarJournalReader *r) {
  struct stat about;
  SAR_TRY(open_plain(r->context, r->source, &r->stream));
  if (fstat(fileno(r->stream), &about) != 0) return sar_file_report_unreadable(r->context, NULL, r->source, errno);
  r->size = about.st_size;
  if (!(r->buffer = malloc(STREAM_BYTES))) return sar_report_no_memory(r->context);
  setvbuf(r->stream, r->buffer, _IOFBF, STREAM_BYTES); /* without memory of ours the size may be ignored */
  uint32_t version = 0;
  SarStatus status = read_preamble(r->stream, &version);
  r->format = version;
  if (status == SAR_IO) return sar_file_report_unreadable(r->context, NULL, r->source, errno);
  if (status != SAR_OK) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "give the `.part` file of a run",
                      "the file is not the journal of a run");
  }
  if (version < SAR_JOURNAL_OLDEST || version > SAR_JOURNAL_VERSION) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "use the version of the program that wrote it",
                      "the journal has format %u, this program knows formats %d to %d", version, SAR_JOURNAL_OLDEST,
                      SAR_JOURNAL_VERSION);
  }
  r->tally.good = SAR_JOURNAL_PREAMBLE;
  return SAR_OK;
}

static SarStatus read_header(SarJournalReader *r) {
  uint32_t kind = 0;
  size_t count = 0;
  SarStatus status = read_frame(r, &kind, &count);
  if (status == SAR_IO) return sar_file_report_unreadable(r->context, NULL, r->source, errno);
  if (status == SAR_OK && kind != SAR_JOURNAL_HEADER) status = SAR_INPUT;
  if (status == SAR_OK) status = sar_header_decode_format(r->payload, count, r->format, r->arena, &r->header);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "nothing can be rescued from it; delete it",
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
  r->source = (SarSource){name, 0, 0};
  SarStatus status = open_stream(r);
  if (status == SAR_OK) status = read_header(r);
  if (status != SAR_OK) sar_journal_close(&r);
  *out = r;
  return status;
}

void sar_journal_close(SarJournalReader **reader) {
  if (!reader || !*reader) return;
  SarJournalReader *r = *reader;
  if (r->stream) fclose(r->stream);
  free(r->buffer);
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
      sar_get_reals(r->payload + 8, r->header.ncolumns, r->values);
      out->values = r->values;
      return true;
    case SAR_JOURNAL_STEP: return sar_step_decode(r->payload, count, &out->step);
    case SAR_JOURNAL_EVENT:
      if (count != SAR_EVENT_BYTES) return false;
      sar_event_decode(r->payload, &out->event);
      return out->event.event >= 0 && out->event.event < r->header.nevents;
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
    case SAR_JOURNAL_EVENT: break;
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
  if (status == SAR_IO) return sar_file_report_unreadable(r->context, NULL, r->source, errno);
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
    case SAR_JOURNAL_EVENT: return into->event ? into->event(into->self, &record->event) : SAR_OK;
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
