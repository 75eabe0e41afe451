/* The writing end of a journal. */
#define _DEFAULT_SOURCE
#define _FILE_OFFSET_BITS 64

#include "result/journal_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "result/journal_code.h"
#include "result/text_file.h"

#define BUFFER_SIZE ((size_t)1 << 18)
#define FLUSH_SECONDS 1.0
#define SLOW_SECONDS 0.1 /* between two records */
#define TEXT_SIZE 512

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---- failures ---- */

static SarStatus fail(SarJournalFile *f, int reason) {
  if (f->status != SAR_OK) return f->status;
  char remedy[TEXT_SIZE];
  const char *why = reason == EFBIG                        ? "allow larger files (`ulimit -f`), or give fewer rows"
                    : reason == ENOSPC || reason == EDQUOT ? "free some space"
                                                           : "look at the disk";
  snprintf(remedy, sizeof remedy, "%s", why);
  if (f->rows > 0 && !f->aside) {
    snprintf(remedy, sizeof remedy, "%s; `sarrus recover %s` makes a results file of what was written before", why,
             f->path);
  }
  f->status = sar_report(f->context, SAR_IO, sar_nowhere(), NULL, remedy, "cannot write %s: %s",
                         f->aside ? f->aside : f->path, strerror(reason));
  return f->status;
}

static SarStatus busy(SarContext *context, const char *path) {
  return sar_report(context, SAR_IO, sar_nowhere(), NULL, "wait for it, or give the results another name",
                    "another run is writing %s", path);
}

/* True for a file that a run left which was cut off while it wrote the header: there is no row behind it. */
static bool ends_in_header(int descriptor) {
  uint8_t begin[SAR_JOURNAL_PREAMBLE + SAR_RECORD_HEAD] = {0};
  struct stat about;
  ssize_t got = pread(descriptor, begin, sizeof begin, 0);
  if (got <= 0 || fstat(descriptor, &about) != 0) return false;
  if (memcmp(begin, SAR_JOURNAL_MAGIC, got < 8 ? (size_t)got : 8) != 0) return false;
  if (got < (ssize_t)sizeof begin) return true;
  uint64_t length = sar_get_u64(begin + SAR_JOURNAL_PREAMBLE + 4), left = (uint64_t)(about.st_size - got);
  /* A large file may be a long journal whose length is damaged: nobody but the user shall throw it away. */
  return (left < SAR_RECORD_TAIL || length > left - SAR_RECORD_TAIL) && about.st_size < 1 << 20;
}

/* No row, and behind the header not even room for one. */
static bool is_empty(const SarJournalTally *tally, int32_t ncolumns) {
  int64_t row = SAR_RECORD_HEAD + 8 * ((int64_t)ncolumns + 1) + SAR_RECORD_TAIL;
  return tally->rows == 0 && tally->damaged < row;
}

/* A journal without a row holds nothing that is worth keeping. */
static SarStatus refuse_leftover(SarContext *context, const char *path, int descriptor) {
  if (ends_in_header(descriptor)) return SAR_OK;
  SarContext *quiet = sar_context_create(); /* what is wrong with the file does not matter here */
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  if (!quiet) return sar_report_no_memory(context);
  SarStatus status = sar_journal_open_read(quiet, path, &reader);
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) status = sar_journal_next(reader, &record);
  SarJournalTally tally = {0};
  char unit[sizeof(SarUnits)] = "s";
  double second = 1;
  bool empty = false;
  if (reader) {
    tally = *sar_journal_tally(reader);
    empty = status == SAR_OK && is_empty(&tally, sar_journal_header(reader)->ncolumns);
    second = sar_journal_header(reader)->units.time;
    snprintf(unit, sizeof unit, "%s", sar_journal_header(reader)->units.time_name);
  }
  sar_journal_close(&reader);
  sar_context_destroy(&quiet);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  if (empty) return SAR_OK;
  if (status == SAR_INPUT) {
    return sar_report(context, SAR_IO, sar_nowhere(), NULL, "delete it, or give the results another name",
                      "%s exists and is not the journal of a run", path);
  }
  if (status != SAR_OK) {
    return sar_report(context, SAR_IO, sar_nowhere(), NULL, "look at the disk, or give the results another name",
                      "%s exists and cannot be read", path);
  }
  char remedy[TEXT_SIZE];
  int stem = (int)strlen(path) - 5; /* without `.part` */
  const char *what = "`sarrus resume %.*s` continues it, `sarrus recover %s` makes a results file of it; or delete it";
  if (!tally.has_checkpoint) { /* nothing to go on from */
    stem = 0;
    what = "%.*s`sarrus recover %s` makes a results file of it; or delete it";
  }
  snprintf(remedy, sizeof remedy, what, stem > 0 ? stem : 0, path, path);
  return sar_report(context, SAR_IO, sar_nowhere(), NULL, remedy,
                    "%s holds the results of a run that was cut off at t = %g %s", path, tally.last_time / second,
                    unit);
}

/* ---- the file ---- */

/* File systems without locks get none. */
static bool lock(int descriptor) {
  while (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return false;
    if (errno != EINTR) return true;
  }
  return true;
}

/* Whether the path still leads to the open file: whoever had the lock may have deleted it meanwhile. */
static bool still_there(int descriptor, const char *path) {
  struct stat open_one, named;
  return fstat(descriptor, &open_one) == 0 && stat(path, &named) == 0 && open_one.st_dev == named.st_dev &&
         open_one.st_ino == named.st_ino;
}

/* SAR_IO without a message and with errno set if the file cannot be opened. */
static SarStatus open_locked(SarContext *context, const char *path, int flags, int *out) {
  for (;;) {
    int descriptor = open(path, O_RDWR | O_CLOEXEC | flags, 0666);
    *out = descriptor;
    if (descriptor < 0) return SAR_IO;
    bool locked = lock(descriptor);
    if (locked && still_there(descriptor, path)) return SAR_OK;
    close(descriptor);
    *out = -1;
    if (!locked) return busy(context, path);
  }
}

SarStatus sar_journal_lock(SarContext *context, const char *path, int *descriptor) {
  int32_t errors = sar_context_errors(context);
  SarSource source = {sar_intern(context, path), 0, 0};
  *descriptor = -1;
  SAR_TRY(sar_file_check_regular(context, path, NULL, source, "give the `.part` file of a run"));
  SarStatus status = open_locked(context, path, 0, descriptor);
  if (status == SAR_OK || sar_context_errors(context) > errors) return status;
  return sar_file_report_unreadable(context, NULL, source, errno);
}

static SarStatus prepare(SarContext *context, const char *path, SarJournalFile *out) {
  *out = (SarJournalFile){.context = context, .descriptor = -1, .path = strdup(path), .buffer = malloc(BUFFER_SIZE)};
  sar_crc32c_prepare(&out->crc);
  out->last_record = out->last_flush = now();
  if (!out->path || !out->buffer) out->status = sar_report_no_memory(context);
  return out->status;
}

static void write_all(SarJournalFile *f, const uint8_t *bytes, size_t count) {
  while (count && f->status == SAR_OK) {
    ssize_t done = write(f->descriptor, bytes, count);
    if (done < 0 && errno == EINTR) continue;
    if (done <= 0) {
      fail(f, done < 0 ? errno : ENOSPC);
      return;
    }
    bytes += done;
    count -= (size_t)done;
  }
}

static SarStatus create_locked(SarJournalFile *f, const char *path, const char *shown) {
  int32_t errors = sar_context_errors(f->context);
  f->status = open_locked(f->context, path, O_CREAT, &f->descriptor);
  if (f->status == SAR_OK || sar_context_errors(f->context) > errors) return f->status;
  sar_report_write(f->context, shown, errno, "unknown reason");
  return f->status;
}

static SarStatus write_preamble(SarJournalFile *f) {
  uint8_t preamble[SAR_JOURNAL_PREAMBLE] = SAR_JOURNAL_MAGIC;
  sar_put_u32(preamble + 8, SAR_JOURNAL_VERSION);
  sar_put_u32(preamble + 12, 0);
  write_all(f, preamble, sizeof preamble);
  return f->status;
}

SarStatus sar_journal_file_create(SarContext *context, const char *path, const char *shown, SarJournalFile *out) {
  SAR_TRY(prepare(context, path, out));
  SAR_TRY(create_locked(out, path, shown));
  struct stat about;
  if (fstat(out->descriptor, &about) == 0 && about.st_size > 0) {
    out->status = refuse_leftover(context, path, out->descriptor);
    if (out->status == SAR_OK && ftruncate(out->descriptor, 0) != 0) fail(out, errno);
    if (out->status != SAR_OK) {
      close(out->descriptor);
      out->descriptor = -1;
      return out->status;
    }
  }
  return write_preamble(out);
}

/* `path` is looked for under the lock: whoever made it from such a file had the lock before. */
SarStatus sar_journal_file_create_aside(SarContext *context, const char *path, const char *aside, const char *shown,
                                        SarJournalFile *out) {
  SAR_TRY(prepare(context, path, out));
  SAR_TRY(create_locked(out, aside, shown));
  out->aside = strdup(aside);
  if (!out->aside) {
    unlink(aside);
    return out->status = sar_report_no_memory(context);
  }
  if (access(path, F_OK) == 0) return out->status = busy(context, path);
  if (ftruncate(out->descriptor, 0) != 0) return fail(out, errno);
  return write_preamble(out);
}

/* A new name, unlike a changed one, cannot take the place of a journal that another run has begun. Not every file
 * system knows second names. */
static bool give_name(const char *from, const char *to) {
  if (link(from, to) == 0) {
    unlink(from);
    return true;
  }
  if (errno != EPERM && errno != ENOTSUP && errno != ENOSYS) return false;
  if (access(to, F_OK) == 0) {
    errno = EEXIST;
    return false;
  }
  return rename(from, to) == 0;
}

/* On the disk first: a journal without its checkpoint would hide the file that has one. */
SarStatus sar_journal_file_publish(SarJournalFile *f) {
  SAR_TRY(sar_journal_file_flush(f));
  if (fdatasync(f->descriptor) != 0 && errno != EINVAL && errno != ENOTSUP) return fail(f, errno);
  if (!give_name(f->aside, f->path)) {
    return errno == EEXIST ? (f->status = busy(f->context, f->path)) : fail(f, errno);
  }
  free(f->aside);
  f->aside = NULL;
  return SAR_OK;
}

SarStatus sar_journal_file_open(SarContext *context, const char *path, SarJournalFile *out) {
  SAR_TRY(prepare(context, path, out));
  out->status = sar_journal_lock(context, path, &out->descriptor);
  return out->status;
}

bool sar_journal_file_is_there(const SarJournalFile *f) { return still_there(f->descriptor, f->path); }

SarStatus sar_journal_file_cut(SarJournalFile *f, int64_t size, int32_t ncolumns, int64_t rows) {
  f->ncolumns = ncolumns;
  f->rows = rows;
  bool ok = ftruncate(f->descriptor, (off_t)size) == 0 && lseek(f->descriptor, (off_t)size, SEEK_SET) == (off_t)size;
  return ok ? SAR_OK : fail(f, errno);
}

/* ---- records ---- */

SarStatus sar_journal_file_flush(SarJournalFile *f) {
  if (f->descriptor < 0) return f->status;
  write_all(f, f->buffer, f->used);
  f->used = 0;
  f->last_flush = now();
  return f->status;
}

static void put(SarJournalFile *f, const void *bytes, size_t count) {
  if (count > BUFFER_SIZE - f->used) sar_journal_file_flush(f);
  if (count > BUFFER_SIZE) {
    write_all(f, bytes, count);
    return;
  }
  if (count) memcpy(f->buffer + f->used, bytes, count);
  f->used += count;
}

/* After a pause the records that come at once (a step, then its rows) go through too. */
static SarStatus ripen(SarJournalFile *f) {
  double t = now();
  if (t - f->last_record > SLOW_SECONDS) f->hurry_until = t + SLOW_SECONDS;
  f->last_record = t;
  if (t < f->hurry_until || t - f->last_flush >= FLUSH_SECONDS) sar_journal_file_flush(f);
  return f->status;
}

static uint32_t put_head(SarJournalFile *f, SarJournalKind kind, uint64_t length) {
  uint8_t head[SAR_RECORD_HEAD];
  sar_put_u32(head, (uint32_t)kind);
  sar_put_u64(head + 4, length);
  put(f, head, sizeof head);
  return sar_crc32c(&f->crc, 0, head, sizeof head);
}

static void put_tail(SarJournalFile *f, uint32_t checksum) {
  uint8_t tail[SAR_RECORD_TAIL];
  sar_put_u32(tail, checksum);
  put(f, tail, sizeof tail);
}

static SarStatus put_record(SarJournalFile *f, SarJournalKind kind, const void *bytes, size_t count) {
  if (f->status != SAR_OK) return f->status;
  uint32_t checksum = put_head(f, kind, count);
  put(f, bytes, count);
  put_tail(f, sar_crc32c(&f->crc, checksum, bytes, count));
  return ripen(f);
}

SarStatus sar_journal_file_header(SarJournalFile *f, const SarSinkHeader *header) {
  if (f->status != SAR_OK) return f->status;
  size_t count = 0;
  uint8_t *bytes = sar_header_encode(header, &count);
  if (!bytes) return f->status = sar_report_no_memory(f->context);
  f->ncolumns = header->ncolumns;
  put_record(f, SAR_JOURNAL_HEADER, bytes, count);
  free(bytes);
  return sar_journal_file_flush(f);
}

/* Piece by piece, so that a row needs no memory of its own. */
SarStatus sar_journal_file_row(SarJournalFile *f, double time, const double *values) {
  enum { PIECE = 128 };
  uint8_t bytes[8 * PIECE];
  if (f->status != SAR_OK) return f->status;
  uint32_t checksum = put_head(f, SAR_JOURNAL_ROW, 8 * ((uint64_t)f->ncolumns + 1));
  size_t used = 8;
  sar_put_real(bytes, time);
  for (int32_t i = 0; i < f->ncolumns; i++) {
    if (used == sizeof bytes) {
      checksum = sar_crc32c(&f->crc, checksum, bytes, used);
      put(f, bytes, used);
      used = 0;
    }
    sar_put_real(bytes + used, values[i]);
    used += 8;
  }
  put(f, bytes, used);
  put_tail(f, sar_crc32c(&f->crc, checksum, bytes, used));
  f->rows++;
  return ripen(f);
}

SarStatus sar_journal_file_step(SarJournalFile *f, const SarStepRecord *step) {
  uint8_t bytes[SAR_STEP_BYTES];
  sar_step_encode(step, bytes);
  return put_record(f, SAR_JOURNAL_STEP, bytes, sizeof bytes);
}

SarStatus sar_journal_file_event(SarJournalFile *f, const SarEventRecord *event) {
  uint8_t bytes[SAR_EVENT_BYTES];
  sar_event_encode(event, bytes);
  return put_record(f, SAR_JOURNAL_EVENT, bytes, sizeof bytes);
}

SarStatus sar_journal_file_checkpoint(SarJournalFile *f, const void *bytes, size_t count) {
  SAR_TRY(put_record(f, SAR_JOURNAL_CHECKPOINT, bytes, count));
  return sar_journal_file_flush(f);
}

SarStatus sar_journal_file_end(SarJournalFile *f) {
  uint8_t bytes[SAR_END_BYTES] = {0};
  SAR_TRY(put_record(f, SAR_JOURNAL_END, bytes, sizeof bytes));
  return sar_journal_file_flush(f);
}

void sar_journal_file_close(SarJournalFile *f) {
  if (f->aside) unlink(f->aside); /* before the lock is given back */
  if (f->status == SAR_OK && !f->aside) sar_journal_file_flush(f);
  if (f->descriptor >= 0) close(f->descriptor); /* what close could say, the flush has said */
  f->descriptor = -1;
  free(f->path);
  free(f->aside);
  free(f->buffer);
  f->path = f->aside = NULL;
  f->buffer = NULL;
}
