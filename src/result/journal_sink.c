/* The sink of a run: a journal while it lasts, HDF5 at the end. */
#define _DEFAULT_SOURCE

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "result/journal_file.h"
#include "result/text_file.h"

typedef struct Journal {
  SarContext *context;
  char *path, *part; /* OUT.h5, OUT.h5.part */
  bool continued;    /* an older journal goes on */
  bool straight;     /* the path is no plain file: `direct` writes to it */
  SarSink direct;
  SarJournalFile file;
  bool begun, finished;
} Journal;

/* Text and ending, allocated; null when memory is exhausted. */
static char *joined(const char *text, const char *ending) {
  size_t length = strlen(text), more = strlen(ending);
  char *out = malloc(length + more + 1);
  if (!out) return NULL;
  memcpy(out, text, length);
  memcpy(out + length, ending, more + 1);
  return out;
}

/* ---- making the HDF5 file ---- */

static SarStatus replay_to(SarContext *context, const char *part, const char *path, SarJournalTally *tally) {
  SarSink sink;
  SAR_TRY(sar_sink_hdf5(context, path, &sink));
  SarStatus status = sar_journal_replay(context, part, &sink, tally);
  SarStatus finished = sink.finish(sink.self);
  sink.destroy(sink.self);
  return status == SAR_OK ? finished : status;
}

SarStatus sar_journal_convert(SarContext *context, const char *part, const char *hdf5_path, SarJournalTally *tally) {
  char *target = realpath(hdf5_path, NULL); /* where a link leads, so that the link stays */
  if (!target) target = strdup(hdf5_path);
  char *fresh = target ? joined(target, ".new") : NULL;
  SarStatus status = fresh ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = replay_to(context, part, fresh, tally);
  if (status == SAR_OK && rename(fresh, target) != 0) status = sar_report_write(context, hdf5_path, errno, "");
  if (status != SAR_OK && fresh) unlink(fresh);
  free(fresh);
  free(target);
  return status;
}

/* One message: why it failed, and where the results are. */
static SarStatus keep_part(Journal *j, SarContext *why, SarStatus status) {
  const SarDiagnostic *first = sar_context_get(why, 0);
  char *remedy = joined("make room, then `sarrus recover ", j->part);
  char *whole = remedy ? joined(remedy, "` makes the results file of it") : NULL;
  if (whole && first && status != SAR_NO_MEMORY) {
    sar_report(j->context, status, sar_nowhere(), NULL, whole, "%s; the results are kept in %s", first->message,
               j->part);
  } else {
    sar_report_no_memory(j->context);
  }
  free(remedy);
  free(whole);
  return status;
}

static SarStatus convert(Journal *j) {
  SarContext *own = sar_context_create();
  if (!own) return sar_report_no_memory(j->context);
  SarStatus status = sar_journal_convert(own, j->part, j->path, NULL);
  if (status != SAR_OK) keep_part(j, own, status);
  sar_context_destroy(&own);
  if (status == SAR_OK) unlink(j->part);
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
  SAR_TRY(sar_journal_file_create(j->context, j->part, j->path, &j->file));
  j->begun = true;
  return sar_journal_file_header(&j->file, header);
}

static SarStatus row(void *self, double time, const double *values) {
  Journal *j = self;
  return j->straight ? j->direct.row(j->direct.self, time, values) : sar_journal_file_row(&j->file, time, values);
}

static SarStatus step(void *self, const SarStepRecord *record) {
  Journal *j = self;
  return j->straight ? j->direct.step(j->direct.self, record) : sar_journal_file_step(&j->file, record);
}

static SarStatus checkpoint(void *self, const void *bytes, size_t count) {
  Journal *j = self;
  if (j->straight) return j->direct.checkpoint(j->direct.self, bytes, count);
  return sar_journal_file_checkpoint(&j->file, bytes, count);
}

/* Where writing failed the journal stays as it is: the message has said what to do. */
static SarStatus finish(void *self) {
  Journal *j = self;
  if (j->straight) return j->direct.finish(j->direct.self);
  if (!j->begun || j->finished) return j->file.status;
  j->finished = true;
  SAR_TRY(sar_journal_file_end(&j->file));
  if (j->file.rows > 0) return convert(j);
  unlink(j->part); /* no row: nothing that is worth a file */
  return SAR_OK;
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

SarStatus sar_sink_journal(SarContext *context, const char *path, SarSink *out) {
  Journal *j = NULL;
  SAR_TRY(create(context, path, &j));
  *out = (SarSink){j, begin, row, step, finish, destroy, checkpoint};
  return SAR_OK;
}

SarStatus sar_journal_checkpoint(SarSink *sink, const void *bytes, size_t count) {
  return sink->checkpoint ? sink->checkpoint(sink->self, bytes, count) : SAR_OK;
}
