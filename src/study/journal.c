#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64

#include "study/journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "result/journal.h"
#include "result/journal_code.h"

#define MAGIC "\x89SARS\r\n\x1a"
#define VERSION 1
#define PREAMBLE 16
#define TEXT_SIZE 512

enum { HEAD = 1, ROW, KINDS = ROW };

/* ---- reading ---- */

typedef struct Reader {
  SarContext *context;
  SarSource source;
  FILE *stream;
  int64_t size, good;
  bool damaged; /* a record that is wrong, and not only cut off by the end of the file */
  SarCrc32c crc;
  SarBytes record;
} Reader;

static bool read_preamble(FILE *stream, uint32_t *version) {
  uint8_t preamble[PREAMBLE];
  bool ok = fread(preamble, 1, sizeof preamble, stream) == sizeof preamble && memcmp(preamble, MAGIC, 8) == 0;
  *version = ok ? sar_get_u32(preamble + 8) : 0;
  return ok;
}

bool sar_study_journal_is_one(const char *path) {
  uint32_t version;
  FILE *stream = sar_file_is_regular(path) ? fopen(path, "rbe") : NULL;
  bool is = stream && read_preamble(stream, &version);
  if (stream) fclose(stream);
  return is;
}

static SarStatus open_reader(Reader *r, const char *path) {
  struct stat about;
  uint32_t version = 0;
  r->source = (SarSource){sar_intern(r->context, path), 0, 0};
  sar_crc32c_prepare(&r->crc);
  if (!r->source.file) return sar_report_no_memory(r->context);
  SAR_TRY(sar_file_check_regular(r->context, path, NULL, r->source, "give the `.part` file of a study"));
  r->stream = fopen(path, "rbe");
  if (!r->stream || fstat(fileno(r->stream), &about) != 0) {
    return sar_file_report_unreadable(r->context, NULL, r->source, errno);
  }
  r->size = about.st_size;
  if (!read_preamble(r->stream, &version)) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "give the `.part` file of a study",
                      "the file is not the journal of a study");
  }
  if (version != VERSION) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "use the version of the program that wrote it",
                      "the journal has format %u, this program knows format %d", version, VERSION);
  }
  r->good = PREAMBLE;
  return SAR_OK;
}

static void close_reader(Reader *r) {
  if (r->stream) fclose(r->stream);
  sar_bytes_free(&r->record);
}

static bool read_more(Reader *r, size_t count) {
  uint8_t *room = sar_bytes_reserve(&r->record, count);
  if (!room || fread(room, 1, count, r->stream) != count) return false;
  r->record.used += count;
  return true;
}

/* The next record. SAR_INPUT, not reported: no right one stands here. SAR_IO, SAR_NO_MEMORY: reported. */
static SarStatus read_record(Reader *r, SarFrame *out) {
  int64_t left = r->size - r->good - SAR_FRAME_AROUND;
  if (left < 0) return SAR_INPUT;
  sar_bytes_clear(&r->record);
  bool read = read_more(r, SAR_RECORD_HEAD);
  uint64_t length = read ? sar_get_u64(r->record.at + 4) : 0;
  if (read && length > (uint64_t)left) return SAR_INPUT;
  read = read && read_more(r, (size_t)length + SAR_RECORD_TAIL);
  if (r->record.no_memory) return sar_report_no_memory(r->context);
  if (!read && ferror(r->stream)) return sar_file_report_unreadable(r->context, NULL, r->source, errno);
  if (!read) return SAR_INPUT;
  SarFrameFound found = sar_frame_find(&r->crc, r->record.at, r->record.used, KINDS, (uint64_t)left, out);
  r->damaged = found != SAR_FRAME_WHOLE;
  return r->damaged ? SAR_INPUT : SAR_OK;
}

static SarStatus read_head(Reader *r, SarArena *arena, SarStudyHead *out) {
  SarFrame frame = {0};
  int32_t errors = sar_context_errors(r->context);
  SarStatus status = read_record(r, &frame);
  if (sar_context_errors(r->context) > errors) return status;
  SarByteReader bytes = sar_byte_reader(frame.payload, frame.length);
  if (status == SAR_OK) status = frame.kind == HEAD ? sar_study_head_decode(&bytes, arena, out) : SAR_INPUT;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(r->context);
  if (status != SAR_OK) {
    return sar_report(r->context, SAR_INPUT, r->source, NULL, "nothing can be rescued from it; delete it",
                      "the head of the journal is damaged");
  }
  r->good += (int64_t)frame.bytes;
  return SAR_OK;
}

SarStatus sar_study_journal_head(SarContext *context, const char *path, SarArena *arena, SarStudyHead *out) {
  Reader r = {.context = context};
  SarStatus status = open_reader(&r, path);
  if (status == SAR_OK) status = read_head(&r, arena, out);
  close_reader(&r);
  return status;
}

static SarStatus read_rows(Reader *r, SarResultSize size, SarStatus (*each)(void *self, const SarJobResult *result),
                           void *self) {
  SarResultRoom room = {0};
  SarJobResult result;
  SarFrame frame = {0};
  SarStatus status;
  int32_t errors = sar_context_errors(r->context);
  while ((status = read_record(r, &frame)) == SAR_OK && frame.kind == ROW) {
    status = sar_result_decode(frame.payload, frame.length, size, &room, &result);
    if (status == SAR_NO_MEMORY) sar_report_no_memory(r->context);
    r->damaged = status == SAR_INPUT;
    if (status != SAR_OK) break;
    r->good += (int64_t)frame.bytes;
    if ((status = each(self, &result)) != SAR_OK) break;
  }
  sar_result_room_free(&room);
  bool torn = status == SAR_INPUT && sar_context_errors(r->context) == errors;
  return torn ? SAR_OK : status;
}

SarStatus sar_study_journal_rows(SarContext *context, const char *path,
                                 SarStatus (*each)(void *self, const SarJobResult *result), void *self,
                                 SarJournalEnd *end) {
  Reader r = {.context = context};
  SarStudyHead head;
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  SarStatus status = open_reader(&r, path);
  if (status == SAR_OK) status = read_head(&r, arena, &head);
  if (status == SAR_OK) status = read_rows(&r, (SarResultSize){head.nparameters, head.nresponses}, each, self);
  *end = (SarJournalEnd){r.good, r.damaged};
  close_reader(&r);
  sar_arena_destroy(&arena);
  return status;
}

/* ---- writing ---- */

static SarStatus fail(SarStudyJournal *j, int reason) {
  char remedy[TEXT_SIZE];
  const char *why = reason == EFBIG                        ? "allow larger files (`ulimit -f`)"
                    : reason == ENOSPC || reason == EDQUOT ? "free some space"
                                                           : "look at the disk";
  snprintf(remedy, sizeof remedy, "%s; the same command then goes on, %lld rows are in it", why, (long long)j->rows);
  return sar_report(j->context, SAR_IO, sar_nowhere(), NULL, remedy, "cannot write %s: %s", j->path, strerror(reason));
}

SarStatus sar_study_journal_open(SarContext *context, const char *path, SarStudyJournal *out) {
  *out = (SarStudyJournal){.context = context, .descriptor = -1, .path = strdup(path)};
  if (!out->path) return sar_report_no_memory(context);
  sar_crc32c_prepare(&out->crc);
  int made = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (made < 0) return sar_report_write(context, path, errno, "unknown reason");
  close(made);
  return sar_journal_lock(context, path, &out->descriptor);
}

int64_t sar_study_journal_bytes(const SarStudyJournal *j) {
  struct stat about;
  return fstat(j->descriptor, &about) == 0 ? about.st_size : 0;
}

static SarStatus write_record(SarStudyJournal *j) {
  if (j->record.no_memory) return sar_report_no_memory(j->context);
  const uint8_t *at = j->record.at;
  for (size_t left = j->record.used; left;) {
    ssize_t done = write(j->descriptor, at, left);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) return fail(j, done < 0 ? errno : ENOSPC);
    at += done;
    left -= (size_t)done;
  }
  return SAR_OK;
}

/* The record of the head, and what stands before it. */
static void put_head(SarStudyJournal *j, const SarStudyHead *head) {
  uint8_t preamble[PREAMBLE] = MAGIC;
  sar_put_u32(preamble + 8, VERSION);
  sar_put_u32(preamble + 12, 0);
  sar_bytes_clear(&j->record);
  sar_bytes_put(&j->record, preamble, sizeof preamble);
  size_t begun = sar_frame_begin(&j->record, HEAD);
  sar_study_head_encode(&j->record, head);
  sar_frame_end(&j->crc, &j->record, begun);
}

SarStatus sar_study_journal_head_bytes(SarStudyJournal *j, const SarStudyHead *head, int64_t *out) {
  put_head(j, head);
  *out = (int64_t)j->record.used;
  return j->record.no_memory ? sar_report_no_memory(j->context) : SAR_OK;
}

SarStatus sar_study_journal_start(SarStudyJournal *j, const SarStudyHead *head, int64_t good) {
  j->size = (SarResultSize){head->nparameters, head->nresponses};
  if (ftruncate(j->descriptor, (off_t)good) != 0 || lseek(j->descriptor, (off_t)good, SEEK_SET) != (off_t)good) {
    return fail(j, errno);
  }
  if (good) return SAR_OK;
  put_head(j, head);
  return write_record(j);
}

SarStatus sar_study_journal_add(SarStudyJournal *j, const SarJobResult *result) {
  sar_bytes_clear(&j->record);
  size_t begun = sar_frame_begin(&j->record, ROW);
  sar_result_encode(&j->record, j->size, result);
  sar_frame_end(&j->crc, &j->record, begun);
  SAR_TRY(write_record(j));
  j->rows++;
  return SAR_OK;
}

void sar_study_journal_remove(SarStudyJournal *j) {
  struct stat open_one, named;
  bool same = fstat(j->descriptor, &open_one) == 0 && stat(j->path, &named) == 0 && open_one.st_dev == named.st_dev &&
              open_one.st_ino == named.st_ino;
  if (same) unlink(j->path);
}

void sar_study_journal_close(SarStudyJournal *j) {
  if (j->descriptor >= 0) close(j->descriptor);
  j->descriptor = -1;
  free(j->path);
  j->path = NULL;
  sar_bytes_free(&j->record);
}
