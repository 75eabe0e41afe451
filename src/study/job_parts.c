#include "study/job_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "system/carry.h"

#define ROWS 1000 /* of a run that does not say how many */

/* ---- messages ---- */

/* Cuts a text to the room for it, never within a character, and keeps it in one line. */
static void fit_into(char *text, size_t size, size_t length) {
  if (length >= size) {
    size_t end = size - 4;
    while (end > 0 && ((unsigned char)text[end] & 0xC0) == 0x80) end--;
    memcpy(text + end, "...", 4);
  }
  for (char *c = text; *c; c++) {
    if ((unsigned char)*c < ' ') *c = ' ';
  }
}

void sar_job_limit_message(double limit, char *out, size_t size) {
  snprintf(out, size, "the run took more than %g s of CPU time", limit);
}

void sar_job_message(const SarContext *context, SarRowStatus status, double limit, char out[SAR_JOB_MESSAGE]) {
  int length = 0;
  out[0] = 0;
  if (status == SAR_ROW_DONE || status == SAR_ROW_STOPPED) return;
  if (status == SAR_ROW_LIMIT) {
    sar_job_limit_message(limit, out, SAR_JOB_MESSAGE);
    return;
  }
  const SarDiagnostic *d = NULL;
  for (int32_t i = 0; i < sar_context_count(context) && !d; i++) {
    const SarDiagnostic *one = sar_context_get(context, i);
    if (one->severity == SAR_ERROR) d = one;
  }
  char place[160] = "";
  if (d && d->source.file && d->source.line > 0) {
    const char *slash = strrchr(d->source.file, '/');
    snprintf(place, sizeof place, "%.120s:%d:%d: ", slash ? slash + 1 : d->source.file, (int)d->source.line,
             (int)d->source.column);
  }
  const char *element = d && d->element ? d->element : "";
  length = snprintf(out, SAR_JOB_MESSAGE, "%s%s%s%s%s%s", place, element, element[0] ? ": " : "",
                    d ? d->message : sar_status_text(SAR_FAILED), d && d->remedy ? "; " : "",
                    d && d->remedy ? d->remedy : "");
  fit_into(out, SAR_JOB_MESSAGE, (size_t)length);
}

/* ---- times ---- */

static double rows_every(const SarModel *model, const SarRunOptions *options, double span) {
  const SarSimulation *s = &model->simulation;
  double every = !isnan(options->output_every) ? options->output_every : s->output_every;
  return every > 0 && span / every < 1e8 ? every : span / ROWS;
}

SarStatus sar_job_times(const SarStudy *study, const SarSystem *system, SarArena *arena, SarRunOptions *options,
                        SarRunExtras *extras) {
  const SarFitGoal *fit = study->fit;
  const SarModel *model = study->model;
  double begin = sar_system_begin(system), last = fit->times[fit->ntimes - 1], end = last;
  bool responses = sar_study_responses(study) > 0;
  double usual = !isnan(options->end) ? options->end : model->simulation.end;
  if (responses && usual > end) end = usual;
  double every = rows_every(model, options, end - begin);
  int64_t nrows = responses ? (int64_t)ceil((end - begin) / every) + 1 : 0, count = 0;
  double *times = sar_arena_alloc(arena, (size_t)(nrows + fit->ntimes) + 2, sizeof *times);
  if (!times) return SAR_NO_MEMORY;
  times[count++] = begin;
  for (int64_t i = 0, k = 1; i < fit->ntimes || k < nrows;) {
    double data = i < fit->ntimes ? fit->times[i] : INFINITY;
    double row = k < nrows ? begin + (double)k * every : INFINITY;
    double next = data < row ? data : row;
    if (data == next) i++;
    if (row == next) k++;
    if (next > end) next = end;
    if (next > times[count - 1]) times[count++] = next;
  }
  if (end > times[count - 1]) times[count++] = end;
  options->end = end;
  extras->times = times;
  extras->ntimes = count;
  return SAR_OK;
}

/* ---- curves ---- */

/* Values of a column at the times of the data. Rows have exactly these times; of two at an event the first counts. */
static void pick(const SarFitGoal *fit, const SarTable *table, double unit, const double *values, double *out,
                 int64_t stride) {
  const double *times = sar_table_values(table, 0);
  int64_t rows = sar_table_rows(table), row = 0;
  for (int64_t i = 0; values && i < fit->ntimes; i++) {
    double time = fit->times[i] / unit;
    while (row < rows && times[row] < time) row++;
    if (row < rows && times[row] == time) out[i * stride] = values[row];
  }
}

static const double *find(const SarTable *table, const char *name) {
  int32_t index = sar_table_find(table, name);
  return index >= 0 ? sar_table_values(table, index) : NULL;
}

void sar_job_curves(const SarStudy *study, const SarTable *table, SarArena *arena, bool gradient, double *curves,
                    double *curves_by) {
  const SarFitGoal *fit = study->fit;
  int32_t np = study->sample.nvary;
  double unit = study->model->units.time;
  for (int32_t i = 0; i < fit->nmatches; i++) {
    const char *name = fit->matches[i].column;
    int64_t first = i * fit->ntimes;
    pick(fit, table, unit, find(table, name), curves + first, 1);
    for (int32_t j = 0; gradient && j < np; j++) {
      const char *whole = sar_arena_printf(arena, "d_%s/d_%s", name, study->sample.vary[j].name);
      if (whole) pick(fit, table, unit, find(table, whole), curves_by + first * np + j, np);
    }
  }
}
