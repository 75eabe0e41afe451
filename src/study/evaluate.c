#include "study/evaluate.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/context.h"
#include "base/resource.h"
#include "study/crew.h"
#include "study/ledger.h"

#define PATIENCE 0.5 /* s between looks at whether the user has had enough */

/* A row of the journal, by its run. */
typedef struct Recorded {
  int64_t run, index;
} Recorded;

struct SarEvaluator {
  SarContext *context;
  const SarStudy *study;
  SarStudyOptions options;
  int32_t nparameters, nresponses;
  SarLedger *ledger;
  SarCrew crew; /* created when the first run is needed that the journal has not */
  bool crewed;
  Recorded *recorded; /* by run */
  int64_t nrecorded;
  int64_t asked; /* runs so far: the number of the next one */
  SarArena *arena;
  SarJobResult *results; /* of one call */
  bool *known;
  int32_t room;
  SarStudyProgress progress;
  double began;
};

/* ---- life ---- */

static int compare_runs(const void *a, const void *b) {
  int64_t x = ((const Recorded *)a)->run, y = ((const Recorded *)b)->run;
  return (x > y) - (x < y);
}

static SarStatus index_recorded(SarEvaluator *e) {
  int64_t count = sar_ledger_recorded(e->ledger);
  e->recorded = calloc((size_t)count + 1, sizeof *e->recorded);
  if (!e->recorded) return sar_report_no_memory(e->context);
  for (int64_t i = 0; i < count; i++) {
    SarJobResult result;
    if (!sar_ledger_result(e->ledger, i, &result)) break;
    e->recorded[e->nrecorded++] = (Recorded){.run = result.row.run, .index = i};
  }
  qsort(e->recorded, (size_t)e->nrecorded, sizeof *e->recorded, compare_runs);
  return SAR_OK;
}

SarStatus sar_evaluator_create(SarContext *context, const SarStudy *study, const SarStudyOptions *options,
                               SarStudyKind kind, SarEvaluator **out) {
  SarEvaluator *e = calloc(1, sizeof *e);
  if (!e) return sar_report_no_memory(context);
  e->context = context;
  e->study = study;
  e->options = *options;
  e->nparameters = sar_study_parameters(study);
  e->nresponses = sar_study_responses(study);
  e->began = sar_wall_seconds();
  e->progress = (SarStudyProgress){.left = NAN, .objective = NAN, .violation = NAN};
  e->arena = sar_arena_create();
  SarStatus status = e->arena ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = sar_ledger_open(context, study, options, kind, &e->ledger);
  if (status == SAR_OK) status = index_recorded(e);
  if (status != SAR_OK) sar_evaluator_destroy(&e);
  *out = e;
  return status;
}

void sar_evaluator_destroy(SarEvaluator **evaluator) {
  SarEvaluator *e = *evaluator;
  if (!e) return;
  if (e->crewed) sar_crew_destroy(&e->crew);
  if (e->ledger) sar_ledger_close(&e->ledger);
  sar_arena_destroy(&e->arena);
  free(e->recorded);
  free(e->results);
  free(e->known);
  free(e);
  *evaluator = NULL;
}

/* ---- answers of this call ---- */

static const double *copy_reals(SarEvaluator *e, const double *values, int64_t count, bool *failed) {
  if (!values) return NULL;
  double *copy = SAR_NEW(e->arena, count, double);
  if (copy) memcpy(copy, values, (size_t)count * sizeof *copy);
  *failed = *failed || !copy;
  return copy;
}

static const char *copy_text(SarEvaluator *e, const char *text, bool *failed) {
  const char *copy = sar_arena_copy_text(e->arena, text ? text : "");
  *failed = *failed || !copy;
  return copy;
}

static SarStatus keep(SarEvaluator *e, int32_t k, const SarJobResult *from) {
  bool failed = false;
  SarJobResult *to = &e->results[k];
  *to = *from;
  to->row.message = copy_text(e, from->row.message, &failed);
  to->row.host = copy_text(e, from->row.host, &failed);
  to->row.parameters = copy_reals(e, from->row.parameters, e->nparameters, &failed);
  to->row.responses = copy_reals(e, from->row.responses, e->nresponses, &failed);
  to->row.gradient = copy_reals(e, from->row.gradient, (int64_t)e->nresponses * e->nparameters, &failed);
  to->curves = from->ncurves ? copy_reals(e, from->curves, from->ncurves, &failed) : NULL;
  to->curves_by = from->ncurves ? copy_reals(e, from->curves_by, from->ncurves * e->nparameters, &failed) : NULL;
  e->known[k] = true;
  return failed ? sar_report_no_memory(e->context) : SAR_OK;
}

static SarStatus make_room(SarEvaluator *e, int32_t count) {
  sar_arena_clear(e->arena);
  if (count > e->room) {
    SarJobResult *results = realloc(e->results, (size_t)count * sizeof *results);
    if (results) e->results = results;
    bool *known = realloc(e->known, (size_t)count * sizeof *known);
    if (known) e->known = known;
    if (!results || !known) return sar_report_no_memory(e->context);
    e->room = count;
  }
  memset(e->known, 0, (size_t)count * sizeof *e->known);
  return SAR_OK;
}

/* Nonzero progress ends it. */
static SarStatus tell(SarEvaluator *e, const SarStudyRow *row) {
  SarStudyProgress *p = &e->progress;
  p->row = row;
  p->seconds = sar_wall_seconds() - e->began;
  p->workers = e->crewed ? sar_crew_workers(&e->crew) : 0;
  if (!e->options.progress) return SAR_OK;
  return e->options.progress(e->options.progress_self, p) ? SAR_INTERRUPTED : SAR_OK;
}

static void count_row(SarEvaluator *e, const SarStudyRow *row) {
  e->progress.done++;
  e->progress.failed += row->status != SAR_ROW_DONE && row->status != SAR_ROW_STOPPED;
}

/* ---- from the journal ---- */

/* Bits, not values: the search went this way before, or it did not. */
static bool is_same(const SarEvaluator *e, const SarJobResult *result, const double *point, bool gradient,
                    bool curves) {
  bool ran = result->row.status == SAR_ROW_DONE || result->row.status == SAR_ROW_STOPPED;
  if (memcmp(result->row.parameters, point, (size_t)e->nparameters * sizeof *point) != 0) return false;
  return !ran || ((!gradient || result->row.gradient || result->curves_by) && (!curves || result->ncurves > 0));
}

static SarStatus recall(SarEvaluator *e, int32_t k, const double *point, bool gradient, bool curves) {
  Recorded wanted = {.run = e->asked + k};
  const Recorded *found = bsearch(&wanted, e->recorded, (size_t)e->nrecorded, sizeof *e->recorded, compare_runs);
  SarJobResult result;
  if (!found || !sar_ledger_result(e->ledger, found->index, &result)) return SAR_OK;
  if (!is_same(e, &result, point, gradient, curves)) {
    return sar_report(e->context, SAR_INPUT, sar_nowhere(), NULL, "begin anew with --again",
                      "the journal of %s holds another search: its run %lld has other parameters", e->options.output,
                      (long long)wanted.run);
  }
  SAR_TRY(keep(e, k, &result));
  count_row(e, &result.row);
  e->progress.before++;
  return tell(e, NULL);
}

/* ---- by workers ---- */

static SarStatus take(SarEvaluator *e, int32_t count, int32_t *missing) {
  SarJobResult result;
  SAR_TRY(sar_crew_take(&e->crew, PATIENCE, &result));
  int64_t k = result.row.run - e->asked;
  if (result.row.run < 0 || k < 0 || k >= count || e->known[k]) return tell(e, NULL);
  SAR_TRY(sar_ledger_add(e->ledger, &result));
  SAR_TRY(keep(e, (int32_t)k, &result));
  --*missing;
  count_row(e, &result.row);
  return tell(e, &e->results[k].row);
}

static SarStatus make_runs(SarEvaluator *e, const double *points, int32_t count, bool gradient, bool curves,
                           int32_t missing) {
  if (missing && !e->crewed) {
    SAR_TRY(sar_crew_create(e->context, e->study, &e->options, &e->crew));
    e->crewed = true;
  }
  for (int32_t next = 0; missing > 0;) {
    while (next < count && e->known[next]) next++;
    if (next < count && sar_crew_idle(&e->crew) > 0) {
      SarJob job = {.run = e->asked + next,
                    .values = points + (int64_t)next * e->nparameters,
                    .gradient = gradient,
                    .curves = curves};
      SAR_TRY(sar_crew_give(&e->crew, &job));
      next++;
    } else {
      SAR_TRY(take(e, count, &missing));
    }
  }
  return SAR_OK;
}

SarStatus sar_evaluate(void *self, const double *points, int32_t count, bool gradient, bool curves,
                       const SarJobResult **results) {
  SarEvaluator *e = self;
  int32_t missing = 0;
  SAR_TRY(make_room(e, count));
  for (int32_t k = 0; k < count; k++) {
    SAR_TRY(recall(e, k, points + (int64_t)k * e->nparameters, gradient, curves));
    missing += !e->known[k];
  }
  SAR_TRY(make_runs(e, points, count, gradient, curves, missing));
  e->asked += count;
  *results = e->results;
  return SAR_OK;
}

/* ---- a search that is complete ---- */

bool sar_evaluator_is_complete(const SarEvaluator *e) { return sar_ledger_is_complete(e->ledger); }

SarStatus sar_evaluator_recall_all(SarEvaluator *e) {
  SarStudyRow row;
  for (int64_t i = 0; sar_study_table_row(sar_ledger_table(e->ledger), i, &row); i++) count_row(e, &row);
  e->progress.before = e->progress.done;
  return tell(e, NULL);
}

/* ---- */

void sar_evaluator_better(void *self, double objective, double violation) {
  SarEvaluator *e = self;
  e->progress.objective = objective;
  e->progress.violation = violation;
}

SarStatus sar_evaluator_finish(SarEvaluator *e, const SarStudyFound *found) {
  if (e->crewed) sar_crew_destroy(&e->crew);
  e->crewed = false;
  return sar_ledger_finish(e->ledger, found);
}

SarStudyTable *sar_evaluator_take_table(SarEvaluator *e) { return sar_ledger_take_table(e->ledger); }
