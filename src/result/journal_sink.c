/* The sink of a run: a journal while it lasts, HDF5 at the end. */
#define _DEFAULT_SOURCE

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/replace.h"
#include "result/bars.h"
#include "result/hdf5_read.h"
#include "result/journal_file.h"
#include "result/text_file.h"

/* What must be done to the files of an earlier run before something can be appended. */
typedef enum Pending {
  PENDING_NONE,
  PENDING_CUT,    /* cut the journal off behind its checkpoint */
  PENDING_REMAKE, /* make a journal from the HDF5 file */
} Pending;

typedef struct Journal {
  SarContext *context;
  char *path, *part; /* OUT.h5, OUT.h5.part */
  bool straight;     /* the path is no plain file: `direct` writes to it */
  SarSink direct;
  SarJournalFile file;
  bool begun, finished;
  const SarResultFile *read; /* what a run that goes on knows of its file; null: a new run */
  Pending pending;
  int64_t kept;      /* bytes in front of the cut */
  int64_t kept_rows; /* and rows */
  int32_t ncolumns;  /* of them */
  bool remade;       /* the journal was made from the HDF5 file */
  bool appended;     /* something of this run is in it */
  SarSinkWatch watch;
  const SarBars *bars; /* for the HDF5 file; null: none */
} Journal;

/* Text and ending, allocated; null when memory is exhausted. */
static char *joined(const char *text, const char *ending) {
  size_t length = strlen(text), more = strlen(ending);
  char *out = malloc(length + more + 1);
  if (!out) return NULL;
  snprintf(out, length + more + 1, "%s%s", text, ending);
  return out;
}

/* ---- making the HDF5 file ---- */

/* HDF5 files are smallest and quickest to read where it is known how long they will be. */
static SarStatus count_records(SarContext *context, const char *part, SarSinkCounts *out) {
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  SarStatus status = sar_journal_open_read(context, part, &reader);
  *out = (SarSinkCounts){0};
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE) {
    status = sar_journal_next(reader, &record);
    out->rows += record.kind == SAR_JOURNAL_ROW;
    out->steps += record.kind == SAR_JOURNAL_STEP;
    out->events += record.kind == SAR_JOURNAL_EVENT;
  }
  sar_journal_close(&reader);
  return status;
}

/* What an HDF5 file gets besides what stands in the journal. */
typedef struct Besides {
  const SarBars *bars; /* null: none */
  SarSinkWatch watch;
} Besides;

static SarStatus replay_to(SarContext *context, const char *part, const char *path, const SarSinkCounts *counts,
                           const Besides *besides, SarJournalTally *tally) {
  SarSink sink, barred;
  SAR_TRY(sar_sink_hdf5_counted(context, path, counts, besides->watch, &sink));
  if (besides->bars) {
    SarStatus made = sar_sink_barred(context, sink, besides->bars, SAR_BARS_BEHIND_ALL, &barred);
    if (made != SAR_OK) sink.destroy(sink.self);
    SAR_TRY(made);
    sink = barred;
  }
  SarStatus status = sar_journal_replay(context, part, &sink, tally);
  SarStatus finished = sink.finish(sink.self);
  sink.destroy(sink.self);
  return status == SAR_OK ? finished : status;
}

/* rows: that there must be, else the file is not finished; negative: any number. */
static SarStatus convert_rows(SarContext *context, const char *part, const char *hdf5_path, int64_t rows,
                              const Besides *besides, SarJournalTally *tally) {
  SarReplacement file;
  SarSinkCounts counts;
  SarStatus status = sar_replace_begin(context, hdf5_path, &file);
  if (status == SAR_OK) status = count_records(context, part, &counts);
  if (status == SAR_OK && rows >= 0 && counts.rows != rows) {
    status =
        sar_report(context, SAR_IO, sar_nowhere(), NULL, "look at the disk",
                   "of %" PRId64 " rows that were written to %s only %" PRId64 " are right", rows, part, counts.rows);
  }
  if (status == SAR_OK) status = replay_to(context, part, file.fresh, &counts, besides, tally);
  return sar_replace_end(&file, status);
}

SarStatus sar_journal_convert(SarContext *context, const char *part, const char *hdf5_path, SarJournalTally *tally) {
  SarJournalTally unused;
  return convert_rows(context, part, hdf5_path, -1, &(Besides){0}, tally ? tally : &unused);
}

/* One message: why it failed, and where the results are. */
static void keep_part(Journal *j, const SarContext *why, SarStatus status) {
  const SarDiagnostic *first = why ? sar_context_get(why, 0) : NULL;
  const char *message = first ? first->message : "out of memory";
  if (!sar_journal_file_is_there(&j->file)) {
    sar_report(j->context, status, sar_nowhere(), NULL, "run the model again", "%s; %s was deleted: its rows are lost",
               message, j->part);
    return;
  }
  char *remedy = joined(
      status == SAR_NO_MEMORY ? "close other programs, then `sarrus recover " : "make room, then `sarrus recover ",
      j->part);
  char *whole = remedy ? joined(remedy, "` makes the results file of it") : NULL;
  sar_report(j->context, status, sar_nowhere(), NULL, whole ? whole : "`sarrus recover` makes the results file of it",
             "%s; the results are kept in %s", message, j->part);
  free(remedy);
  free(whole);
}

static SarStatus convert(Journal *j) {
  SarJournalTally tally = {0};
  SarContext *own = sar_context_create();
  bool there = sar_journal_file_is_there(&j->file);
  char open_one[64]; /* a file that was deleted can still be read by whoever has it open */
  snprintf(open_one, sizeof open_one, "/proc/self/fd/%d", j->file.descriptor);
  Besides besides = {j->bars, j->watch};
  SarStatus status =
      own ? convert_rows(own, there ? j->part : open_one, j->path, j->file.rows, &besides, &tally) : SAR_NO_MEMORY;
  if (status != SAR_OK) keep_part(j, own, status);
  sar_context_destroy(&own);
  if (status == SAR_OK && there) unlink(j->part);
  return status;
}

/* ---- the sink ---- */

/* An older file is replaced only at the end; whether that may be done is better known at the beginning. */
static SarStatus look_at_target(Journal *j) {
  struct stat about;
  if (stat(j->path, &about) != 0) return SAR_OK;
  if (!S_ISREG(about.st_mode)) {
    SAR_TRY(sar_sink_hdf5(j->context, j->path, &j->direct));
    j->straight = true;
    return SAR_OK;
  }
  if (access(j->path, W_OK) == 0) return SAR_OK;
  return sar_report_write(j->context, j->path, errno, "");
}

static SarStatus begin(void *self, const SarSinkHeader *header) {
  Journal *j = self;
  SAR_TRY(look_at_target(j));
  if (j->straight) return j->direct.begin(j->direct.self, header);
  SarStatus status = sar_journal_file_create(j->context, j->part, j->path, &j->file);
  if (status == SAR_OK) status = sar_journal_file_header(&j->file, header);
  j->begun = status == SAR_OK;
  if (!j->begun && j->file.descriptor >= 0) unlink(j->part); /* ours, and without a row */
  return status;
}

static SarStatus make_ready(Journal *j);

static SarStatus row(void *self, double time, const double *values) {
  Journal *j = self;
  if (j->straight) return j->direct.row(j->direct.self, time, values);
  SAR_TRY(make_ready(j));
  return sar_journal_file_row(&j->file, time, values);
}

static SarStatus step(void *self, const SarStepRecord *record) {
  Journal *j = self;
  if (j->straight) return j->direct.step(j->direct.self, record);
  SAR_TRY(make_ready(j));
  return sar_journal_file_step(&j->file, record);
}

static SarStatus event(void *self, const SarEventRecord *record) {
  Journal *j = self;
  if (j->straight) return j->direct.event(j->direct.self, record);
  if (j->read && record->event >= j->read->header.nevents) return SAR_OK; /* the file is from before there were any */
  SAR_TRY(make_ready(j));
  return sar_journal_file_event(&j->file, record);
}

static SarStatus checkpoint(void *self, const void *bytes, size_t count) {
  Journal *j = self;
  if (j->straight) return j->direct.checkpoint(j->direct.self, bytes, count);
  SAR_TRY(make_ready(j));
  return sar_journal_file_checkpoint(&j->file, bytes, count);
}

static void discard(void *self) {
  Journal *j = self;
  if (j->straight || !j->begun || j->finished) return;
  j->finished = true;
  bool there = sar_journal_file_is_there(&j->file);
  sar_journal_file_close(&j->file);
  if (there) unlink(j->part);
}

static void take_bars(void *self, const SarBars *bars) { ((Journal *)self)->bars = bars; }

/* Where writing failed the journal stays as it is: the message has said what to do. */
static SarStatus finish(void *self) {
  Journal *j = self;
  if (j->straight) return j->direct.finish(j->direct.self);
  if (!j->begun || j->finished) return j->file.status;
  j->finished = true;
  if (j->read && !j->appended) {
    if (j->remade) unlink(j->part); /* the HDF5 file has all of it */
    return j->file.status;
  }
  SarStatus status = sar_journal_file_end(&j->file);
  if (j->file.rows == 0 && sar_journal_file_is_there(&j->file)) unlink(j->part); /* nothing that is worth a file */
  bool whole = status == SAR_OK && j->file.rows > 0 && sar_hdf5_is_built_in();   /* else the journal is all there is */
  return whole ? convert(j) : status;
}

static void destroy(void *self) {
  Journal *j = self;
  if (!j) return;
  if (j->straight && j->direct.destroy) j->direct.destroy(j->direct.self);
  sar_journal_file_close(&j->file);
  free(j->path);
  free(j->part);
  free(j);
}

static SarStatus create(SarContext *context, const char *path, Journal **out) {
  Journal *j = calloc(1, sizeof *j);
  if (!j) return sar_report_no_memory(context);
  *j = (Journal){.context = context, .path = strdup(path), .part = joined(path, ".part"), .file = {.descriptor = -1}};
  *out = j;
  if (j->path && j->part) return SAR_OK;
  destroy(j);
  return sar_report_no_memory(context);
}

static SarSink sink_of(Journal *j, SarStatus (*begin_as)(void *self, const SarSinkHeader *header)) {
  return (SarSink){j, begin_as, row, step, finish, destroy, checkpoint, event, take_bars, discard};
}

SarStatus sar_sink_journal(SarContext *context, const char *path, SarSink *out) {
  Journal *j = NULL;
  SAR_TRY(create(context, path, &j));
  *out = sink_of(j, begin);
  return SAR_OK;
}

void sar_sink_journal_watch(SarSink *journal, SarSinkWatch watch) { ((Journal *)journal->self)->watch = watch; }

SarStatus sar_journal_checkpoint(SarSink *sink, const void *bytes, size_t count) {
  return sink->checkpoint ? sink->checkpoint(sink->self, bytes, count) : SAR_OK;
}

/* ---- going on ---- */

static SarStatus no_checkpoint(Journal *j, const char *path) {
  return sar_report(j->context, SAR_INPUT, sar_nowhere(), NULL,
                    "run the model again (`--checkpoint SECONDS` makes some)",
                    "%s holds no checkpoint from which the run could go on", path);
}

static bool same_columns(const SarSinkHeader *a, const SarSinkHeader *b) {
  if (a->ncolumns != b->ncolumns || a->kinematic != b->kinematic) return false;
  for (int32_t i = 0; i < a->ncolumns; i++) {
    const SarSinkColumn *x = &a->columns[i], *y = &b->columns[i];
    if (strcmp(x->element, y->element) != 0 || strcmp(x->quantity, y->quantity) != 0) return false;
  }
  return true;
}

static SarStatus check_columns(Journal *j, const char *path, const SarSinkHeader *old, const SarSinkHeader *new) {
  if (same_columns(old, new)) return SAR_OK;
  return sar_report(j->context, SAR_INPUT, sar_nowhere(), NULL, "continue with the model that the results are of",
                    "%s has other columns than the model", path);
}

/* The bytes of the checkpoint were read before the lock was taken: they must be those that stand there now. */
static bool is_known(const Journal *j, const void *bytes, size_t count, int64_t rows, int64_t steps) {
  const SarResultFile *known = j->read;
  return known->checkpoint && known->checkpoint_rows == rows && known->checkpoint_steps == steps &&
         known->checkpoint_size == count && memcmp(known->checkpoint, bytes, count) == 0;
}

static SarStatus report_changed(Journal *j, const char *path) {
  return sar_report(j->context, SAR_IO, sar_nowhere(), NULL, "run resume again", "%s has changed since it was read",
                    path);
}

static SarStatus look_through(Journal *j, SarJournalReader *reader) {
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  const SarJournalTally *t = sar_journal_tally(reader);
  bool known = false;
  while (record.kind != SAR_JOURNAL_NONE) {
    SAR_TRY(sar_journal_next(reader, &record));
    if (record.kind == SAR_JOURNAL_CHECKPOINT) {
      known = is_known(j, record.bytes, record.count, t->checkpoint_rows, t->checkpoint_steps);
    }
  }
  if (!t->has_checkpoint) return no_checkpoint(j, j->part);
  if (!known) return report_changed(j, j->part);
  j->kept = t->checkpoint_end;
  j->kept_rows = t->checkpoint_rows;
  return SAR_OK;
}

/* Locked first, then read: nobody writes meanwhile. */
static SarStatus look_at_part(Journal *j, const SarSinkHeader *header) {
  SarJournalReader *reader = NULL;
  SAR_TRY(sar_journal_file_open(j->context, j->part, &j->file));
  SarStatus status = sar_journal_open_read(j->context, j->part, &reader);
  if (status == SAR_OK) status = check_columns(j, j->part, sar_journal_header(reader), header);
  if (status == SAR_OK) status = look_through(j, reader);
  sar_journal_close(&reader);
  j->pending = PENDING_CUT;
  return status;
}

/* header: what the columns must be; null: they have been looked at. into: gets what the file holds, unless null. */
static SarStatus read_hdf5(Journal *j, const SarSinkHeader *header, SarSink *into) {
  SarHdf5File *file = NULL;
  SarHdf5Checkpoint found = {0};
  SarArena *arena = sar_arena_create();
  SarStatus status = arena ? sar_hdf5_open(j->context, j->path, &file) : sar_report_no_memory(j->context);
  if (status == SAR_OK && header) status = check_columns(j, j->path, sar_hdf5_header(file), header);
  if (status == SAR_OK) status = sar_hdf5_checkpoint(file, arena, &found);
  if (status == SAR_OK && !found.bytes) status = no_checkpoint(j, j->path);
  if (status == SAR_OK && !is_known(j, found.bytes, found.count, found.rows, found.steps)) {
    status = report_changed(j, j->path);
  }
  if (status == SAR_OK && into) status = sar_hdf5_replay_to_checkpoint(j->context, file, &found, into);
  sar_hdf5_close(&file);
  sar_arena_destroy(&arena);
  return status;
}

static SarStatus begin_continued(void *self, const SarSinkHeader *header) {
  Journal *j = self;
  SarStatus status;
  j->ncolumns = header->ncolumns;
  if (access(j->part, F_OK) == 0) {
    status = look_at_part(j, header);
  } else {
    status = read_hdf5(j, header, NULL);
    if (status == SAR_OK) status = look_at_target(j);
    j->pending = PENDING_REMAKE;
  }
  j->begun = status == SAR_OK;
  return status;
}

/* ---- the first append ---- */

static SarStatus file_header(void *self, const SarSinkHeader *header) { return sar_journal_file_header(self, header); }
static SarStatus file_row(void *self, double time, const double *values) {
  return sar_journal_file_row(self, time, values);
}
static SarStatus file_step(void *self, const SarStepRecord *record) { return sar_journal_file_step(self, record); }
static SarStatus file_event(void *self, const SarEventRecord *record) { return sar_journal_file_event(self, record); }
static SarStatus file_checkpoint(void *self, const void *bytes, size_t count) {
  return sar_journal_file_checkpoint(self, bytes, count);
}

/* Under another name until its checkpoint is in it: a journal without one would hide the HDF5 file that has one. */
static SarStatus remake(Journal *j) {
  SarSink into = {.self = &j->file,
                  .begin = file_header,
                  .row = file_row,
                  .step = file_step,
                  .checkpoint = file_checkpoint,
                  .event = file_event};
  char *aside = joined(j->part, ".new");
  if (!aside) return sar_report_no_memory(j->context);
  SarStatus status = sar_journal_file_create_aside(j->context, j->part, aside, j->path, &j->file);
  if (status == SAR_OK) status = read_hdf5(j, NULL, &into);
  if (status == SAR_OK) status = sar_journal_file_publish(&j->file);
  free(aside);
  j->remade = status == SAR_OK;
  j->kept = INT64_MAX;
  if (status != SAR_OK) sar_journal_file_close(&j->file);
  return status;
}

/* After a failure nothing more is written. */
static SarStatus do_pending(Journal *j) {
  Pending pending = j->pending;
  j->pending = PENDING_NONE;
  if (pending == PENDING_CUT) return sar_journal_file_cut(&j->file, j->kept, j->ncolumns, j->kept_rows);
  if (pending == PENDING_REMAKE) j->file.status = remake(j);
  return j->file.status;
}

static SarStatus make_ready(Journal *j) {
  if (j->appended || !j->read) return j->file.status;
  SAR_TRY(do_pending(j));
  j->appended = true;
  return SAR_OK;
}

static SarStatus feed(SarSink *into, const SarJournalRecord *record) {
  if (record->kind == SAR_JOURNAL_ROW) return into->row(into->self, record->time, record->values);
  if (record->kind == SAR_JOURNAL_STEP && into->step) return into->step(into->self, &record->step);
  if (record->kind == SAR_JOURNAL_EVENT && into->event) return into->event(into->self, &record->event);
  return SAR_OK;
}

SarStatus sar_journal_repeat(SarSink *continued, SarSink *into, int32_t count) {
  Journal *j = continued->self;
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  if (j->pending == PENDING_REMAKE) SAR_TRY(do_pending(j));
  SarStatus status = sar_journal_open_read(j->context, j->part, &reader);
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE && sar_journal_tally(reader)->good < j->kept) {
    status = sar_journal_next(reader, &record);
    for (int32_t i = 0; i < count && status == SAR_OK; i++) status = feed(&into[i], &record);
  }
  sar_journal_close(&reader);
  return status;
}

SarStatus sar_journal_continue(SarContext *context, const char *path, const SarResultFile *read, SarSink *out) {
  Journal *j = NULL;
  SAR_TRY(create(context, path, &j));
  j->read = read;
  *out = sink_of(j, begin_continued);
  return SAR_OK;
}
