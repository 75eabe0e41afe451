/* All runs of a study: those that are not in the journal yet are given out in their order, and rows are kept as they
 * come. What this process does grows with the number of runs alone. */
#include <math.h>
#include <stdlib.h>

#include "base/context.h"
#include "base/resource.h"
#include "study/crew.h"
#include "study/goal.h"
#include "study/ledger.h"
#include "study/pool.h"
#include "study/source.h"

#define TELL_SECONDS 1.0

typedef struct Sweep {
  SarContext *context;
  const SarStudy *study;
  SarStudyOptions options;
  SarLedger *ledger;
  SarCrew crew;
  uint8_t *done; /* a bit for every run */
  int64_t runs;
  int64_t next;   /* to be given out, unless it is done */
  int64_t absent; /* runs without a row */
  int64_t failed, before;
  double *values;
  double began, told;
} Sweep;

/* ---- which runs ---- */

static bool is_done(const Sweep *s, int64_t run) { return s->done[run / 8] >> run % 8 & 1; }

static void count_row(Sweep *s, const SarStudyRow *row) {
  if (is_done(s, row->run)) return;
  s->done[row->run / 8] |= (uint8_t)(1 << row->run % 8);
  s->failed += row->status != SAR_ROW_DONE && row->status != SAR_ROW_STOPPED;
  s->absent--;
}

static void find_next(Sweep *s) {
  while (s->next < s->runs && is_done(s, s->next)) s->next++;
}

static void take_up(Sweep *s) {
  SarStudyRow row;
  const SarStudyTable *table = sar_ledger_table(s->ledger);
  for (int64_t i = 0; sar_study_table_row(table, i, &row); i++) {
    if (row.run >= 0 && row.run < s->runs) count_row(s, &row);
  }
  s->before = s->runs - s->absent;
  find_next(s);
}

/* ---- progress ---- */

/* At the pace of this call; what an earlier one has made says nothing about it. */
static double time_left(const Sweep *s, double seconds) {
  int64_t made = s->runs - s->absent - s->before;
  return made > 0 ? seconds / (double)made * (double)s->absent : (double)NAN;
}

static SarStatus tell(Sweep *s, const SarStudyRow *row) {
  if (!s->options.progress) return SAR_OK;
  double now = sar_wall_seconds(), seconds = now - s->began;
  if (!row && now - s->told < TELL_SECONDS) return SAR_OK;
  s->told = now;
  SarStudyProgress progress = {.done = s->runs - s->absent,
                               .failed = s->failed,
                               .runs = s->runs,
                               .before = s->before,
                               .seconds = seconds,
                               .left = time_left(s, seconds),
                               .workers = s->crew.self ? sar_crew_workers(&s->crew) : 0,
                               .objective = NAN,
                               .violation = NAN,
                               .row = row};
  return s->options.progress(s->options.progress_self, &progress) ? SAR_INTERRUPTED : SAR_OK;
}

/* ---- runs ---- */

static SarStatus give_out(Sweep *s) {
  while (s->next < s->runs && sar_crew_idle(&s->crew) > 0) {
    SarJob job = {.run = s->next, .values = s->values};
    SAR_TRY(sar_study_values(s->study, s->next, s->values));
    SAR_TRY(sar_crew_give(&s->crew, &job));
    s->next++;
    find_next(s);
  }
  return SAR_OK;
}

static SarStatus make_runs(Sweep *s) {
  while (s->absent > 0) {
    SarJobResult result;
    SAR_TRY(give_out(s));
    SAR_TRY(sar_crew_take(&s->crew, TELL_SECONDS, &result));
    if (result.row.run >= 0) {
      SAR_TRY(sar_ledger_add(s->ledger, &result));
      count_row(s, &result.row);
    }
    SAR_TRY(tell(s, result.row.run >= 0 ? &result.row : NULL));
  }
  return SAR_OK;
}

/* No more workers than there are runs for them. */
static SarStatus start_crew(Sweep *s) {
  SarStudyOptions options = s->options;
  SAR_TRY(tell(s, NULL));
  if (options.workers <= 0) options.workers = sar_pool_processors();
  if (options.workers > s->absent) options.workers = (int32_t)s->absent;
  return sar_crew_create(s->context, s->study, &options, &s->crew);
}

static SarStatus sweep(Sweep *s) {
  if (!s->runs && (sar_study_optimize_goal(s->study) || sar_study_fit_goal(s->study))) {
    return sar_report(s->context, SAR_INPUT, (SarSource){sar_study_name(s->study), 0, 0}, NULL,
                      "use `sarrus optimize`, or give every range of `vary` a `count`",
                      "the study is a search: it does not say which runs a sweep would make");
  }
  SAR_TRY(sar_ledger_open(s->context, s->study, &s->options, SAR_STUDY_SWEEP, &s->ledger));
  s->done = calloc((size_t)s->runs / 8 + 1, 1);
  s->values = calloc((size_t)sar_study_parameters(s->study) + 1, sizeof *s->values);
  if (!s->done || !s->values) return sar_report_no_memory(s->context);
  take_up(s);
  if (s->absent > 0) {
    SAR_TRY(start_crew(s));
    SAR_TRY(make_runs(s));
  }
  return sar_ledger_finish(s->ledger, NULL);
}

SarStatus sar_sweep(SarContext *context, const SarStudy *study, const SarStudyOptions *options, SarStudyTable **out) {
  SAR_NEED(context, context && study);
  if (out) *out = NULL;
  Sweep s = {.context = context,
             .study = study,
             .options = options ? *options : sar_study_options_default(),
             .runs = sar_study_runs(study),
             .began = sar_wall_seconds()};
  s.absent = s.runs;
  s.told = s.began;
  SarStatus status = sweep(&s);
  sar_crew_destroy(&s.crew);
  if (status == SAR_OK && out) *out = sar_ledger_take_table(s.ledger);
  sar_ledger_close(&s.ledger);
  free(s.done);
  free(s.values);
  return status;
}
