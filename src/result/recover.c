/* A results file from the journal of a run that was cut off. */
#define _DEFAULT_SOURCE

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "result/journal.h"
#include "result/journal_code.h"
#include "sarrus/result.h"

static SarStatus choose_path(SarContext *context, const char *part, const char *hdf5_path, char **out) {
  static const char ending[] = ".part";
  size_t length = strlen(part), cut = sizeof ending - 1;
  bool named = length > cut && strcmp(part + length - cut, ending) == 0;
  if (!hdf5_path && !named) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL,
                      "give a journal, OUT.h5.part, or say where the results go: `-o OUT.h5`",
                      "the name of %s does not end in .part", part);
  }
  *out = hdf5_path ? strdup(hdf5_path) : strndup(part, length - cut);
  return *out ? SAR_OK : sar_report_no_memory(context);
}

static SarStatus require_rows(SarContext *context, const char *part, SarUnits *units) {
  SarJournalReader *reader = NULL;
  SarJournalRecord record = {.kind = SAR_JOURNAL_HEADER};
  SAR_TRY(sar_journal_open_read(context, part, &reader));
  *units = sar_journal_header(reader)->units;
  SarStatus status = SAR_OK;
  while (status == SAR_OK && record.kind != SAR_JOURNAL_NONE && record.kind != SAR_JOURNAL_ROW) {
    status = sar_journal_next(reader, &record);
  }
  sar_journal_close(&reader);
  if (status != SAR_OK || record.kind == SAR_JOURNAL_ROW) return status;
  return sar_report(context, SAR_INPUT, (SarSource){sar_intern(context, part), 0, 0}, NULL,
                    "delete it and run the model again", "the run was cut off before its first row: nothing to rescue");
}

/* The journal is deleted in the end: the results must not stand under its name. */
static SarStatus require_other(SarContext *context, const char *journal, const char *path) {
  if (!sar_file_is_same(journal, path)) return SAR_OK;
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give the results another name",
                    "%s is the journal itself", path);
}

/* ---- what must not be overwritten ---- */

static SarStatus refuse(SarContext *context, const char *path, const char *what) {
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give the results another name, or delete it first",
                    "%s is there already and %s", path, what);
}

static bool same_header(const SarSinkHeader *a, const SarSinkHeader *b) {
  size_t na = 0, nb = 0;
  uint8_t *x = sar_header_encode(a, &na), *y = sar_header_encode(b, &nb);
  bool same = x && y && na == nb && memcmp(x, y, na) == 0;
  free(x);
  free(y);
  return same;
}

/* Results of the same model with the same settings begin with the same rows: only a file that has more is lost. */
static SarStatus compare_with(SarContext *context, const char *part, const char *path) {
  SarContext *silent = sar_context_create(); /* why the file there cannot be read is no matter here */
  SarResultFile there = {0}, journal = {0};
  if (!silent) return sar_report_no_memory(context);
  SarStatus status = sar_result_file_open(context, part, &journal);
  bool results = status == SAR_OK && sar_result_file_open(silent, path, &there) == SAR_OK;
  if (status == SAR_OK && sar_context_out_of_memory(silent)) {
    status = sar_report_no_memory(context);
  } else if (status == SAR_OK && !results) {
    status = refuse(context, path, "holds something else than results");
  } else if (status == SAR_OK && !same_header(&there.header, &journal.header)) {
    status = refuse(context, path, "holds the results of another run");
  } else if (status == SAR_OK && there.rows > journal.rows) {
    status = refuse(context, path, "holds more rows of this run than the journal");
  }
  sar_result_file_close(&there);
  sar_result_file_close(&journal);
  sar_context_destroy(&silent);
  return status;
}

/* The name that the run had is the one that it would have replaced itself; another one is the user's choice, and may be
 * a slip of the hand. */
static SarStatus require_free(SarContext *context, const char *part, const char *path) {
  struct stat facts;
  size_t length = strlen(path);
  if (strncmp(part, path, length) == 0 && strcmp(part + length, ".part") == 0) return SAR_OK;
  if (stat(path, &facts) != 0 || (S_ISREG(facts.st_mode) && facts.st_size == 0)) return SAR_OK;
  if (!S_ISREG(facts.st_mode)) return refuse(context, path, "is no plain file");
  return compare_with(context, part, path);
}

SarStatus sar_recover(SarContext *context, const char *part, const char *hdf5_path, SarRecovery *out) {
  SAR_NEED(context, context && part && out);
  *out = (SarRecovery){0};
  SAR_TRY(choose_path(context, part, hdf5_path, &out->path));
  int lock = -1;
  SAR_TRY(sar_journal_lock(context, part, &lock));
  SarJournalTally tally = {0};
  SarUnits units = sar_units_si();
  SarStatus status = require_other(context, part, out->path);
  if (status == SAR_OK) status = require_rows(context, part, &units);
  if (status == SAR_OK) status = require_free(context, part, out->path);
  if (status == SAR_OK) status = sar_journal_convert(context, part, out->path, &tally);
  if (status == SAR_OK) {
    out->rows = tally.rows;
    out->steps = tally.steps;
    out->last_time = tally.last_time / units.time;
    snprintf(out->time_unit, sizeof out->time_unit, "%s", units.time_name);
    out->ended = tally.ended;
    out->damaged_bytes = tally.damaged;
    unlink(part);
  }
  close(lock);
  return status;
}

void sar_recovery_free(SarRecovery *recovery) {
  if (!recovery) return;
  free(recovery->path);
  *recovery = (SarRecovery){0};
}
