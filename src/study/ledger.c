#define _POSIX_C_SOURCE 200809L

#include "study/ledger.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/context.h"
#include "base/file.h"
#include "study/journal.h"
#include "study/source.h"

/* Numbers of a row that the table does not hold. */
typedef struct Curves {
  int64_t count;
  const double *values, *by; /* by: null where nobody asked */
} Curves;

struct SarLedger {
  SarContext *context;
  SarArena *arena;
  SarStudyHead head;
  SarStudyTable *table;
  const char *output, *csv; /* in the arena, or null */
  char *part;
  bool journaled, started, complete; /* started: the journal is ours to write to */
  SarStudyJournal journal;
  int64_t recorded;
  Curves *curves; /* of the recorded rows; null: they have none */
  int32_t ncurves, room;
};

/* ---- what is there already ---- */

static SarStatus refuse(SarLedger *l, const char *path, const char *what) {
  return sar_report(l->context, SAR_INPUT, sar_nowhere(), NULL,
                    "`--again` throws it away, `-o` gives the new one another name", "%s %s", path, what);
}

/* Of another study, by its head. */
static SarStatus refuse_other(SarLedger *l, const char *path, const SarStudyHead *there) {
  char what[512];
  const char *why = "the study, the model, a file that they name or an option is not as it was";
  if (strcmp(there->version, l->head.version) != 0) why = "another version of the program made them";
  if (there->kind != l->head.kind) why = "they were made for something else";
  snprintf(what, sizeof what, "holds runs of `sarrus %s` (%s%sversion %s) that do not belong to this study: %s",
           there->kind == SAR_STUDY_SWEEP ? "sweep" : "optimize", there->title, there->title[0] ? ", " : "",
           there->version, why);
  return refuse(l, path, what);
}

static bool is_same(const SarLedger *l, const SarStudyHead *there) {
  return there->kind == l->head.kind && strcmp(there->hash, l->head.hash) == 0 &&
         strcmp(there->version, l->head.version) == 0;
}

static SarStatus keep_curves(SarLedger *l, const SarJobResult *r) {
  size_t nvalues = (size_t)r->ncurves, nby = r->curves_by ? nvalues * (size_t)l->head.nparameters : 0;
  double *values = SAR_NEW(l->arena, nvalues + nby, double);
  Curves *c = sar_append(&l->curves, &l->ncurves, &l->room, sizeof *c);
  if (!values || !c) return sar_report_no_memory(l->context);
  if (nvalues) memcpy(values, r->curves, nvalues * sizeof *values);
  if (nby) memcpy(values + nvalues, r->curves_by, nby * sizeof *values);
  *c = (Curves){r->ncurves, nvalues ? values : NULL, nby ? values + nvalues : NULL};
  return SAR_OK;
}

static SarStatus take_recorded(void *self, const SarJobResult *result) {
  SarLedger *l = self;
  SAR_TRY(sar_study_table_add(l->context, l->table, &result->row));
  l->recorded++;
  return l->head.kind == SAR_STUDY_SWEEP ? SAR_OK : keep_curves(l, result);
}

/* A journal without a head that can be read: it was cut off before its first row, or somebody should look at it. */
static SarStatus take_up_headless(SarLedger *l) {
  int64_t least = 0;
  SAR_TRY(sar_study_journal_head_bytes(&l->journal, &l->head, &least));
  if (sar_study_journal_bytes(&l->journal) < least) return SAR_OK;
  return refuse(l, l->part, "exists, but its head is damaged, or of another format");
}

static SarStatus take_up_rows(SarLedger *l, int64_t *good) {
  SarJournalEnd end = {0};
  SAR_TRY(sar_study_journal_rows(l->context, l->part, take_recorded, l, &end));
  *good = end.good;
  if (end.damaged) {
    sar_warn(l->context, sar_nowhere(), NULL, "look at the disk; the runs whose rows are lost are made again",
             "%s is damaged behind its first %lld rows: %lld bytes are dropped", l->part, (long long)l->recorded,
             (long long)(sar_study_journal_bytes(&l->journal) - end.good));
  }
  return SAR_OK;
}

/* Under the lock of the journal, which has some bytes. */
static SarStatus take_up(SarLedger *l, int64_t *good) {
  SarStudyHead there;
  SarContext *quiet = sar_context_create();
  if (!quiet) return sar_report_no_memory(l->context);
  bool is_one = sar_study_journal_is_one(l->part);
  SarStatus status = is_one ? sar_study_journal_head(quiet, l->part, l->arena, &there) : SAR_INPUT;
  sar_context_destroy(&quiet);
  *good = 0;
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(l->context);
  if (!is_one) return refuse(l, l->part, "exists and is not the journal of a study");
  if (status == SAR_IO) return refuse(l, l->part, "exists and cannot be read");
  if (status != SAR_OK) return take_up_headless(l);
  if (!is_same(l, &there)) return refuse_other(l, l->part, &there);
  return take_up_rows(l, good);
}

static SarStatus open_journal(SarLedger *l, bool again) {
  int64_t good = 0;
  l->journaled = true;
  SAR_TRY(sar_study_journal_open(l->context, l->part, &l->journal));
  int64_t bytes = sar_study_journal_bytes(&l->journal);
  if (bytes && !again) SAR_TRY(take_up(l, &good));
  if (bytes && again && !sar_study_journal_is_one(l->part)) {
    return sar_report(l->context, SAR_INPUT, sar_nowhere(), NULL, "delete it, or give the table another name",
                      "%s exists and is not the journal of a study", l->part);
  }
  l->journal.rows = l->recorded;
  l->started = true;
  return sar_study_journal_start(&l->journal, &l->head, good);
}

/* A table that is there already is not overwritten: it may be the work of a night. */
static SarStatus look_at_output(SarLedger *l, bool again) {
  SarStudyHead there;
  if (access(l->output, F_OK) != 0) return SAR_OK;
  SarStatus status = sar_study_table_probe(l->context, l->output, l->arena, &there);
  if (status == SAR_NO_MEMORY) return status;
  if (status != SAR_OK) {
    return sar_report(l->context, SAR_INPUT, sar_nowhere(), NULL, "delete it, or give the table another name",
                      "%s exists and is no table of runs", l->output);
  }
  if (again) return SAR_OK;
  if (!is_same(l, &there)) return refuse_other(l, l->output, &there);
  l->complete = true;
  sar_study_table_destroy(&l->table);
  return sar_study_table_read(l->context, l->output, &l->table);
}

/* Where both are there the journal counts: it is that of a study that was begun again. */
static bool has_own_journal(const SarLedger *l) {
  SarStudyHead there;
  SarContext *quiet = sar_context_create();
  bool own = quiet && sar_study_journal_is_one(l->part) &&
             sar_study_journal_head(quiet, l->part, l->arena, &there) == SAR_OK && is_same(l, &there);
  sar_context_destroy(&quiet);
  return own;
}

static SarStatus open_files(SarLedger *l, const SarStudyOptions *options) {
  if (!l->output) return SAR_OK;
  size_t length = strlen(l->output) + sizeof ".part";
  l->part = SAR_NEW(l->arena, length, char);
  if (!l->part) return sar_report_no_memory(l->context);
  snprintf(l->part, length, "%s.part", l->output);
  if (options->again || !has_own_journal(l)) SAR_TRY(look_at_output(l, options->again));
  return l->complete ? SAR_OK : open_journal(l, options->again);
}

SarStatus sar_ledger_open(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarStudyKind kind,
                          SarLedger **out) {
  SarLedger *l = *out = calloc(1, sizeof *l);
  if (!l || !(l->arena = sar_arena_create())) {
    free(l);
    *out = NULL;
    return sar_report_no_memory(context);
  }
  l->context = context;
  l->journal.descriptor = -1;
  l->output = options->output ? sar_arena_copy_text(l->arena, options->output) : NULL;
  l->csv = options->csv ? sar_arena_copy_text(l->arena, options->csv) : NULL;
  SarStatus status = SAR_OK;
  if ((options->output && !l->output) || (options->csv && !l->csv)) status = sar_report_no_memory(context);
  if (status == SAR_OK && l->output) status = sar_study_spare(context, study, l->output);
  if (status == SAR_OK && l->csv) status = sar_study_spare(context, study, l->csv);
  if (status == SAR_OK && l->csv) status = sar_file_check_writable(context, l->csv);
  if (status == SAR_OK) status = sar_study_head(context, study, &options->run, kind, l->arena, &l->head);
  if (status == SAR_OK) status = sar_study_table_create(context, &l->head, &l->table);
  if (status == SAR_OK) status = open_files(l, options);
  if (status != SAR_OK) sar_ledger_close(out);
  return status;
}

/* A journal without a row holds nothing that is worth keeping. */
void sar_ledger_close(SarLedger **ledger) {
  if (!ledger || !*ledger) return;
  SarLedger *l = *ledger;
  if (l->started && l->journal.rows == 0) sar_study_journal_remove(&l->journal);
  if (l->journaled) sar_study_journal_close(&l->journal);
  sar_study_table_destroy(&l->table);
  free(l->curves);
  sar_arena_destroy(&l->arena);
  free(l);
  *ledger = NULL;
}

/* ---- rows ---- */

bool sar_ledger_is_complete(const SarLedger *l) { return l->complete; }
const SarStudyTable *sar_ledger_table(const SarLedger *l) { return l->table; }
int64_t sar_ledger_recorded(const SarLedger *l) { return l->recorded; }

bool sar_ledger_result(const SarLedger *l, int64_t index, SarJobResult *out) {
  if (index >= l->recorded || !sar_study_table_row(l->table, index, &out->row)) return false;
  Curves c = index < l->ncurves ? l->curves[index] : (Curves){0};
  out->ncurves = c.count;
  out->curves = c.values;
  out->curves_by = c.by;
  return true;
}

SarStatus sar_ledger_add(SarLedger *l, const SarJobResult *result) {
  if (l->journaled) SAR_TRY(sar_study_journal_add(&l->journal, result));
  return sar_study_table_add(l->context, l->table, &result->row);
}

/* ---- the end ---- */

SarStatus sar_ledger_finish(SarLedger *l, const SarStudyFound *found) {
  sar_study_table_sort(l->table);
  if (l->output && !l->complete) {
    SarStatus status = sar_study_table_write(l->context, l->table, l->output, found);
    if (status != SAR_OK) {
      sar_note(l->context, status, sar_nowhere(), NULL, NULL,
               "all rows are safe in %s: the same command makes the table of them", l->part);
      return status;
    }
  }
  if (l->csv) SAR_TRY(sar_study_table_write_csv(l->context, l->table, l->csv));
  if (l->started) sar_study_journal_remove(&l->journal);
  return SAR_OK;
}

SarStudyTable *sar_ledger_take_table(SarLedger *l) {
  SarStudyTable *table = l->table;
  l->table = NULL;
  return table;
}
