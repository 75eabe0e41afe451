/* One run of a study. Everything of it is made anew: messages, model, system and rows, so that no run can leave
 * anything to the next one. */
#define _XOPEN_SOURCE 700

#include "study/job.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "analysis/observe.h"
#include "base/file.h"
#include "base/index.h"
#include "base/number.h"
#include "base/resource.h"
#include "read/read.h"
#include "result/journal.h"
#include "study/job_parts.h"
#include "study/study.h"

#define HOST_SIZE 256
#define CLOCK_STEPS 64 /* between looks at the clock, which costs as much as a small step */

struct SarJobRunner {
  SarContext *context;
  SarArena *arena;   /* of the runner */
  SarArena *scratch; /* of one run */
  const SarStudy *study;
  SarRunOptions run;
  const char *folder;   /* of results that are kept */
  const char **names;   /* of the parameters: what is differentiated by */
  const char **columns; /* that responses and matches need */
  int32_t ncolumns;
  double *parameters, *responses, *gradient, *keep_scratch;
  double *curves, *curves_by; /* of a fit */
  char host[HOST_SIZE];
  char message[SAR_JOB_MESSAGE];
};

/* ---- the runner ---- */

/* All columns that somebody asks for, each once. */
static SarStatus list_columns(SarJobRunner *r) {
  const SarFitGoal *fit = r->study->fit;
  int32_t count, matches = fit ? fit->nmatches : 0;
  const char *const *of_responses = sar_responses_columns(r->study->responses, &count);
  SarIndex known = {.arena = r->arena};
  r->columns = SAR_NEW(r->arena, count + matches, const char *);
  if (!r->columns) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count + matches; i++) {
    const char *name = i < count ? of_responses[i] : fit->matches[i - count].column;
    if (sar_index_get(&known, name) >= 0) continue;
    if (!sar_index_put(&known, name, i)) return sar_report_no_memory(r->context);
    r->columns[r->ncolumns++] = name;
  }
  return SAR_OK;
}

static SarStatus make_room(SarJobRunner *r) {
  size_t np = (size_t)r->study->sample.nvary, nr = (size_t)sar_study_responses(r->study);
  const SarFitGoal *fit = r->study->fit;
  size_t ncurves = fit ? (size_t)fit->ntimes * (size_t)fit->nmatches : 0;
  r->names = SAR_NEW(r->arena, np, const char *);
  r->parameters = SAR_NEW(r->arena, np, double);
  r->responses = SAR_NEW(r->arena, nr, double);
  r->gradient = SAR_NEW(r->arena, nr * np, double);
  r->keep_scratch = SAR_NEW(r->arena, sar_study_keep_scratch(r->study), double);
  r->curves = SAR_NEW(r->arena, ncurves, double);
  r->curves_by = SAR_NEW(r->arena, ncurves * np, double);
  bool fits = r->names && r->parameters && r->responses && r->gradient && r->keep_scratch && r->curves && r->curves_by;
  for (size_t i = 0; fits && i < np; i++) r->names[i] = r->study->sample.vary[i].name;
  return fits ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_job_runner_create(SarContext *context, const SarStudy *study, const SarRunOptions *run,
                                SarJobRunner **out) {
  SarArena *arena = sar_arena_create();
  SarJobRunner *r = arena ? SAR_NEW(arena, 1, SarJobRunner) : NULL;
  *out = r;
  if (!r) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  *r = (SarJobRunner){.context = context, .arena = arena, .scratch = sar_arena_create(), .study = study, .run = *run};
  const char *slash = run->hdf5 ? strrchr(run->hdf5, '/') : NULL;
  r->folder = slash ? sar_arena_printf(arena, "%.*s/runs", (int)(slash - run->hdf5), run->hdf5) : "runs";
  r->run.csv = r->run.hdf5 = r->run.steps_csv = NULL;
  r->run.no_output = false;
  SarStatus status = r->scratch && r->folder ? list_columns(r) : sar_report_no_memory(context);
  if (status == SAR_OK) status = make_room(r);
  if (status == SAR_OK && run->method && !(r->run.method = sar_arena_copy_text(arena, run->method))) {
    status = sar_report_no_memory(context);
  }
  if (gethostname(r->host, HOST_SIZE - 1) != 0) strcpy(r->host, "unknown");
  if (status != SAR_OK) sar_job_runner_destroy(out);
  return status;
}

void sar_job_runner_destroy(SarJobRunner **runner) {
  if (!runner || !*runner) return;
  SarArena *arena = (*runner)->arena;
  sar_arena_destroy(&(*runner)->scratch);
  sar_arena_destroy(&arena);
  *runner = NULL;
}

/* ---- one run ---- */

typedef struct Attempt {
  SarJobRunner *r;
  const SarJob *job;
  SarContext *context; /* of this run */
  SarModel *model;
  SarSystem *system;
  SarTable *table;
  SarRunSummary summary;
  double cpu_begin;
  int64_t steps_seen;
  bool over_limit;
} Attempt;

/* Ends a run that takes too long, between two steps. A run that hangs within one is ended by whoever has started this
 * process. */
static int watch(void *self, const SarProgress *progress) {
  Attempt *a = self;
  (void)progress;
  if (++a->steps_seen % CLOCK_STEPS) return 0;
  a->over_limit = sar_cpu_seconds() - a->cpu_begin > a->r->study->limit;
  return a->over_limit;
}

/* The texts "NAME=VALUE" of the run. */
static SarStatus settings(Attempt *a, const char ***set, int32_t *nset) {
  SarJobRunner *r = a->r;
  const SarStudy *study = r->study;
  const SarSample *sample = &study->sample;
  *nset = study->nset + sample->nvary;
  *set = SAR_NEW(r->scratch, *nset, const char *);
  if (!*set) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < study->nset; i++) (*set)[i] = study->set[i];
  for (int32_t i = 0; i < sample->nvary; i++) {
    char number[SAR_NUMBER_SIZE];
    number[sar_format_real(number, a->job->values[i])] = 0;
    const char *text =
        sar_arena_printf(r->scratch, "%s=%s%s", sample->vary[i].name, number, sample->vary[i].angle ? " rad" : "");
    if (!text) return SAR_NO_MEMORY;
    (*set)[study->nset + i] = text;
  }
  return SAR_OK;
}

/* Results that are kept have what the model says; of others nobody sees more than what is asked for here. */
static SarStatus choose_columns(Attempt *a, bool keep) {
  SarJobRunner *r = a->r;
  const SarNameList *own = &a->model->output_of;
  if (a->model->nphases || !r->ncolumns || (keep && !own->names)) return SAR_OK;
  int32_t count = keep ? own->count : 0;
  const char **names = SAR_NEW(r->scratch, count + r->ncolumns, const char *);
  if (!names) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) names[i] = own->names[i];
  for (int32_t i = 0; i < r->ncolumns; i++) names[count + i] = r->columns[i];
  return sar_model_set_output_of(a->model, names, count + r->ncolumns);
}

static SarStatus read_and_compile(Attempt *a, bool keep) {
  SarJobRunner *r = a->r;
  const char **set;
  int32_t nset;
  SAR_TRY(settings(a, &set, &nset));
  SAR_TRY(sar_model_read_set(a->context, r->study->model, set, nset, &a->model));
  bool judged = a->model->simulation.error_bars || a->model->naccuracy_goals || !isnan(a->model->simulation.accuracy);
  if (!judged) SAR_TRY(choose_columns(a, keep));
  return sar_system_compile(a->context, a->model, &a->system);
}

static SarStatus run_once(Attempt *a, const char *hdf5) {
  SarJobRunner *r = a->r;
  const SarStudy *study = r->study;
  SarRunOptions options = r->run;
  SarRunExtras extras = {.follow_rows = true};
  SAR_TRY(read_and_compile(a, hdf5 != NULL));
  SAR_TRY(sar_table_create(a->context, &a->table));
  options.table = a->table;
  options.hdf5 = hdf5;
  options.sensitivity = a->job->gradient ? r->names : NULL;
  options.nsensitivity = a->job->gradient ? study->sample.nvary : 0;
  options.progress = isfinite(study->limit) ? watch : NULL;
  options.progress_self = a;
  bool curves = a->job->curves && study->fit;
  if (!curves && !options.nsensitivity) return sar_run(a->context, a->system, &options, &a->summary);
  SAR_TRY(sar_run_check_sensitivity(a->context, a->system, &options));
  if (curves) SAR_TRY(sar_job_times(study, a->system, r->scratch, &options, &extras));
  return sar_run_with(a->context, a->system, &options, &extras, &a->summary);
}

static void end_attempt(Attempt *a) {
  sar_table_destroy(&a->table);
  sar_system_destroy(&a->system);
  sar_model_destroy(&a->model);
}

/* ---- results ---- */

static SarRowStatus row_status(const Attempt *a, SarStatus status) {
  if (status == SAR_OK) return a->summary.status == SAR_RUN_STOPPED ? SAR_ROW_STOPPED : SAR_ROW_DONE;
  if (a->over_limit) return SAR_ROW_LIMIT;
  return status == SAR_INPUT || status == SAR_USAGE ? SAR_ROW_INPUT : SAR_ROW_FAILED;
}

static const double *column(void *self, const char *name) {
  const Attempt *a = self;
  int32_t index = sar_table_find(a->table, name);
  return index >= 0 ? sar_table_values(a->table, index) : NULL;
}

static const double *derivative(void *self, const char *name, int32_t parameter) {
  Attempt *a = self;
  const char *whole = sar_arena_printf(a->r->scratch, "d_%s/d_%s", name, a->r->names[parameter]);
  return whole ? column(a, whole) : NULL;
}

/* Parameters that do not vary, with the values of this run: they may follow others. */
static SarStatus constants(const Attempt *a, double **out) {
  const SarStudy *study = a->r->study;
  *out = SAR_NEW(a->r->scratch, study->nconstants, double);
  if (!*out) return SAR_NO_MEMORY;
  for (int32_t i = 0, k = 0; i < study->nconstants; i++) {
    const char *name;
    double value = NAN;
    (*out)[i] = NAN;
    for (int32_t left = a->model->nparameters; left > 0; left--, k++) { /* they come in the same order */
      if (!sar_model_parameter(a->model, k, &name, &value)) k = -1;
      if (k < 0 || strcmp(name, study->constants[i]) != 0) continue;
      (*out)[i] = value;
      break;
    }
  }
  return SAR_OK;
}

static SarStatus respond(Attempt *a, SarRowStatus *status) {
  SarJobRunner *r = a->r;
  double *fixed = NULL;
  const char *missing = NULL;
  SAR_TRY(constants(a, &fixed));
  SarResponseRun run = {.rows = sar_table_rows(a->table),
                        .column = column,
                        .derivative = derivative,
                        .self = a,
                        .parameters = r->parameters,
                        .constants = fixed,
                        .follows = r->study->follows};
  SAR_TRY(
      sar_responses_evaluate(r->study->responses, &run, r->responses, a->job->gradient ? r->gradient : NULL, &missing));
  if (missing) {
    *status = SAR_ROW_INPUT;
    (void)sar_report(a->context, SAR_INPUT, sar_nowhere(), NULL, "ask for columns that it has with all parameters",
                     "with these parameters the model has no column `%s`", missing);
  }
  return SAR_OK;
}

static void forget(SarJobRunner *r) {
  int32_t np = r->study->sample.nvary, nr = sar_study_responses(r->study);
  const SarFitGoal *fit = r->study->fit;
  int64_t ncurves = fit ? fit->ntimes * fit->nmatches : 0;
  for (int32_t i = 0; i < nr; i++) r->responses[i] = NAN;
  for (int32_t i = 0; i < nr * np; i++) r->gradient[i] = NAN;
  for (int64_t i = 0; i < ncurves; i++) r->curves[i] = NAN;
  for (int64_t i = 0; i < ncurves * np; i++) r->curves_by[i] = NAN;
}

/* Only what the environment could not do ends a study: a broken disk, exhausted memory. */
static bool ends_all(SarStatus status) { return sar_status_exit_code(status) == 3; }

/* ---- kept results ---- */

/* What a worker that was killed has left of the same run: it is made anew, and nobody goes on with that. */
static SarStatus drop_leftover(Attempt *a, const char *path) {
  const char *part = sar_arena_printf(a->r->scratch, "%s.part", path);
  SarContext *quiet = sar_context_create();
  bool is_journal = false;
  int descriptor = -1;
  if (part && quiet && sar_journal_is_one(quiet, part, &is_journal) == SAR_OK && is_journal &&
      sar_journal_lock(quiet, part, &descriptor) == SAR_OK) {
    unlink(part);
    close(descriptor);
  }
  bool memory = part && quiet;
  sar_context_destroy(&quiet);
  return memory ? SAR_OK : SAR_NO_MEMORY;
}

static SarStatus kept_path(Attempt *a, const char **out) {
  const char *folder = a->r->folder;
  if (mkdir(folder, 0777) != 0 && errno != EEXIST) return sar_report_write(a->context, folder, errno, NULL);
  *out = sar_arena_printf(a->r->scratch, "%s/%lld.h5", folder, (long long)a->job->run);
  return *out ? drop_leftover(a, *out) : SAR_NO_MEMORY;
}

/* The run again, this time with its file: what decides is known only after it, or it had columns that the file has not.
 */
static SarStatus run_again(Attempt *first) {
  Attempt a = {.r = first->r, .job = first->job, .context = first->context, .cpu_begin = sar_cpu_seconds()};
  SarJob job = *first->job;
  const char *path = NULL;
  job.gradient = job.curves = false;
  a.job = &job;
  SarStatus status = kept_path(&a, &path);
  if (status == SAR_OK) status = run_once(&a, path);
  end_attempt(&a);
  return status;
}

/* ---- jobs ---- */

static SarStatus make_run(Attempt *a, SarRowStatus *row) {
  SarJobRunner *r = a->r;
  const char *path = NULL;
  bool keep = a->job->keep || sar_study_keeps(r->study, a->job->run);
  bool at_once = keep && !a->job->gradient;
  if (at_once) SAR_TRY(kept_path(a, &path));
  SarStatus status = run_once(a, path);
  if (ends_all(status)) return status;
  *row = row_status(a, status);
  if (*row != SAR_ROW_DONE && *row != SAR_ROW_STOPPED) return SAR_OK;
  SAR_TRY(respond(a, row));
  if (a->job->curves && r->study->fit) {
    sar_job_curves(r->study, a->table, r->scratch, a->job->gradient, r->curves, r->curves_by);
  }
  if (at_once || (!keep && !sar_study_keeps_where(r->study, r->responses, r->parameters, r->keep_scratch)))
    return SAR_OK;
  status = run_again(a);
  return ends_all(status) ? status : SAR_OK;
}

static void pass_on(SarContext *to, const SarContext *from) {
  for (int32_t i = 0; i < sar_context_count(from); i++) {
    const SarDiagnostic *d = sar_context_get(from, i);
    if (d->severity != SAR_ERROR) continue;
    SarSource source = {d->source.file ? sar_intern(to, d->source.file) : NULL, d->source.line, d->source.column};
    (void)sar_report(to, d->status, source, d->element, d->remedy, "%s", d->message);
  }
}

SarStatus sar_job_run(SarJobRunner *r, const SarJob *job, SarJobResult *out) {
  size_t np = (size_t)r->study->sample.nvary;
  const SarFitGoal *fit = job->curves ? r->study->fit : NULL;
  SarRowStatus row = SAR_ROW_FAILED;
  Attempt a = {.r = r, .job = job, .context = sar_context_create(), .cpu_begin = sar_cpu_seconds()};
  if (!a.context) return sar_report_no_memory(r->context);
  memcpy(r->parameters, job->values, np * sizeof *r->parameters);
  forget(r);
  SarStatus status = make_run(&a, &row);
  if (status == SAR_NO_MEMORY && !sar_context_errors(a.context)) sar_report_no_memory(a.context);
  if (status != SAR_OK) pass_on(r->context, a.context);
  bool right = row == SAR_ROW_DONE || row == SAR_ROW_STOPPED;
  if (!right) forget(r);
  sar_job_message(a.context, row, r->study->limit, r->message);
  *out = (SarJobResult){.row = {.run = job->run,
                                .status = row,
                                .message = r->message,
                                .parameters = r->parameters,
                                .responses = r->responses,
                                .gradient = job->gradient ? r->gradient : NULL,
                                .steps = row == SAR_ROW_LIMIT ? 0 : a.summary.steps, /* those in a limit are chance */
                                .cpu_seconds = sar_cpu_seconds() - a.cpu_begin,
                                .host = r->host},
                        .ncurves = fit ? fit->ntimes * fit->nmatches : 0,
                        .curves = fit ? r->curves : NULL,
                        .curves_by = fit && job->gradient ? r->curves_by : NULL};
  end_attempt(&a);
  sar_arena_clear(r->scratch);
  sar_context_destroy(&a.context);
  return status;
}
