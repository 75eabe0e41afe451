#include "analysis/record/recorder.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/record/settings.h"
#include "analysis/start/assembly.h"
#include "base/numbers.h"
#include "base/resource.h"
#include "element/body/modal.h"
#include "element/fmu/link.h"
#include "result/bars.h"

#define INDETERMINATE 1e-6 /* N or N m per unit of multipliers that act on nothing */
#define DRAWS 2            /* such multipliers that are tried: one could miss by chance what it is made to find */
#define FURTHER 0.01       /* in L, rad, or of the time of the run: where else columns are looked at */
#define TIMED 13    /* of the rows after the first, one in so many is timed: the clock costs as much as a small row */
#define CLOSED 1e-9 /* |Phi|/L there: null vectors are exact to this */

/* The answer, whether to go on, does not matter any more: what was computed is kept. */
static void tell_written(void *self, double part) {
  const SarRecorder *r = self;
  SarProgress progress = {.time = r->last_time, .end = r->last_time, .written = part > 0 ? part : 1e-9};
  r->progress(r->progress_self, &progress);
}

/* The next sink has been made; the CPU time that it takes counts there. */
static void count_sink(SarRecorder *r, double *spent) { r->spent[r->nsinks++] = spent; }

/* The sink that has just been made waits for the error bars, should there be any. */
static SarStatus defer(SarRecorder *r, const SarRecorderPlan *plan) {
  SarSink *sink = &r->sinks[r->nsinks], inner = *sink;
  return plan->bars ? sar_sink_deferred(r->context, inner, SAR_BARS_BEHIND_EACH, sink) : SAR_OK;
}

static void leave(void *self) { (void)self; }

static SarStatus open_sinks(SarRecorder *r, const SarRecorderPlan *plan) {
  const SarRunOptions *options = plan->options;

  if (plan->sink) {
    r->sinks[r->nsinks] = *plan->sink;
    r->sinks[r->nsinks].destroy = leave;
    count_sink(r, &r->other_seconds);
  }
  if (options->table) {
    SAR_TRY(sar_sink_table(r->context, options->table, &r->sinks[r->nsinks]));
    SAR_TRY(defer(r, plan));
    count_sink(r, &r->other_seconds);
  }
  if (options->csv) {
    SAR_TRY(sar_sink_csv(r->context, options->csv, &r->sinks[r->nsinks]));
    SAR_TRY(defer(r, plan));
    count_sink(r, &r->csv_seconds);
  }
  if (options->steps_csv && !plan->kinematic) {
    SAR_TRY(sar_sink_steps_csv(r->context, options->steps_csv, &r->sinks[r->nsinks]));
    count_sink(r, &r->csv_seconds);
  }
  if (!options->hdf5) return SAR_OK;
  SarSink *journal = &r->sinks[r->nsinks];
  SAR_TRY(plan->resumed ? sar_journal_continue(r->context, options->hdf5, plan->resumed, journal)
                        : sar_sink_journal(r->context, options->hdf5, journal));
  count_sink(r, &r->hdf5_seconds);
  r->progress = options->progress;
  r->progress_self = options->progress_self;
  if (r->progress) sar_sink_journal_watch(journal, (SarSinkWatch){tell_written, r});
  const SarModel *model = sar_system_model(r->system);
  r->keeps_checkpoints = !plan->kinematic && plan->plan && !sar_method_info_of(&plan->plan->method).independent &&
                         sar_fmu_links_save(model->fmus, model->nfmus);
  return SAR_OK;
}

/* What has one number or two, and there may be many of it, stands in one table. */
static SarSinkTable table_of(const SarModel *model, const char *element) {
  int32_t index = element ? sar_model_find(model, element) : -1;
  const SarModelElement *part = index < 0 || !model->elements[index].beam ? NULL : &model->elements[index];
  if (part && strcmp(part->name, element) != 0) return SAR_TABLE_OWN; /* a node by another name */
  if (part) return part->class->section == SAR_SECTION_BODIES ? SAR_TABLE_NODES : SAR_TABLE_ELEMENTS;
  switch (index < 0 ? SAR_SECTION_BODIES : model->elements[index].class->section) {
    case SAR_SECTION_INPUTS:
    case SAR_SECTION_VARIABLES: return SAR_TABLE_VARIABLES;
    case SAR_SECTION_MEASURES: return SAR_TABLE_MEASURES;
    case SAR_SECTION_STATES: return SAR_TABLE_STATES;
    default: return SAR_TABLE_OWN;
  }
}

/* A column `mode7` of a modal body. */
static bool is_amplitude(const SarModel *model, const SarColumn *column) {
  if (strncmp(column->quantity, "mode", 4) != 0) return false;
  int32_t index = column->element ? sar_model_find(model, column->element) : -1;
  return index >= 0 && model->elements[index].class == &sar_body_modal;
}

static SarStatus make_columns(SarRecorder *r) {
  SAR_TRY(sar_column_set_create(r->system, r->arena, &r->columns));
  int32_t count = sar_column_set_count(r->columns), all = count + sar_derivatives_count(r);
  const SarColumn *columns = sar_column_set_get(r->columns);
  r->names = SAR_NEW(r->arena, all + 1, SarSinkColumn);
  r->row = SAR_NEW(r->arena, all + 1, double);
  if (!r->names || !r->row) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count; i++) {
    bool known = i > 0 && columns[i].element == columns[i - 1].element;
    SarSinkTable table = known ? r->names[i - 1].table : table_of(sar_system_model(r->system), columns[i].element);
    if (table == SAR_TABLE_OWN && is_amplitude(sar_system_model(r->system), &columns[i])) table = SAR_TABLE_MODES;
    r->names[i] = (SarSinkColumn){columns[i].element, columns[i].quantity, columns[i].unit, false, table, false};
  }
  return sar_recorder_name_derivatives(r);
}

/* ---- measures, and variables that no equation needs, without a value ---- */

static SarStatus list_measures(SarRecorder *r) {
  const SarModel *model = sar_system_model(r->system);
  int32_t count = sar_column_set_count(r->columns);
  r->measures = SAR_NEW(r->arena, count + 1, SarRecordedMeasure);
  if (!r->measures) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count; i++) {
    int32_t element = r->names[i].element ? sar_model_find(model, r->names[i].element) : -1;
    SarSection section = element < 0 ? SAR_NSECTIONS : model->elements[element].class->section;
    if (section != SAR_SECTION_MEASURES && section != SAR_SECTION_VARIABLES) continue;
    r->measures[r->nmeasures++] = (SarRecordedMeasure){.column = i, .element = element};
  }
  return SAR_OK;
}

static void look_at_measures(SarRecorder *r, double t) {
  for (int32_t i = 0; i < r->nmeasures; i++) {
    SarRecordedMeasure *measure = &r->measures[i];
    double value = r->row[measure->column];
    if (isfinite(value)) continue;
    if (measure->missing++ == 0) measure->first = t, measure->value = value;
  }
}

static void warn_of_measures(const SarRecorder *r) {
  const SarModel *model = sar_system_model(r->system);
  const SarUnits *units = &model->units;
  for (int32_t i = 0; i < r->nmeasures; i++) {
    const SarRecordedMeasure *measure = &r->measures[i];
    const SarModelElement *element = &model->elements[measure->element];
    if (!measure->missing) continue;
    sar_warn(r->context, sar_model_value(element, "value")->source, element->name,
             "keep its expression where it has a value, as by max(x, 0) or if(..)",
             "the %s `%s` %s at t = %.9g %s; %lld of %lld rows of the results have no number for it",
             element->class->name, element->name, isnan(measure->value) ? "has no value" : "is infinite",
             measure->first / units->time, units->time_name, (long long)measure->missing, (long long)r->rows);
  }
}

/* ---- rows without a number ---- */

static bool is_measure(const SarRecorder *r, int32_t column) {
  for (int32_t i = 0; i < r->nmeasures; i++) {
    if (r->measures[i].column == column) return true;
  }
  return false;
}

static SarStatus report_column(SarRecorder *r, const SarWorkspace *m, const SarPoint *at, int32_t column) {
  const SarModel *model = sar_system_model(r->system);
  const SarSinkColumn *name = &r->names[column];
  const char *what = isnan(r->row[column]) ? "has no value" : "is infinite", *owner = name->element;
  int32_t element = owner ? sar_model_find(model, owner) : -1;
  double t = at->t / model->units.time;
  SarFault fault;
  if (sar_workspace_explain_value(m, at, &fault)) {
    return sar_report(r->context, SAR_FAILED, fault.source, fault.element, fault.remedy,
                      "at t = %.9g %s %s, and so `%s%s%s` of the results %s", t, model->units.time_name, fault.what,
                      owner ? owner : "", owner ? "." : "", name->quantity, what);
  }
  return sar_report(
      r->context, SAR_FAILED, element >= 0 ? model->elements[element].source : sar_nowhere(), owner,
      "look for a force or motion that grows without bound there, and for very large numbers in the model",
      "at t = %.9g %s `%s%s%s` of the results %s", t, model->units.time_name, owner ? owner : "", owner ? "." : "",
      name->quantity, what);
}

/* Measures are for looking at, and have their own words; everything else is computed with. */
static SarStatus refuse_infinite(SarRecorder *r, const SarWorkspace *m, const SarPoint *at) {
  int32_t count = sar_column_set_count(r->columns);
  if (sar_all_finite(count, r->row)) return SAR_OK;
  for (int32_t i = 0; i < count; i++) {
    if (!isfinite(r->row[i]) && !is_measure(r, i)) return report_column(r, m, at, i);
  }
  return SAR_OK;
}

/* ---- indeterminate columns ---- */

/* Columns that change, at a pose, under multipliers which the motion cannot feel, of size one in every loop. scratch:
 * twice np + nn and as many numbers as columns. */
static SarStatus mark_at(SarRecorder *r, SarStart *s, double t, const double *q, double *scratch) {
  SarEquations *e = s->equations;
  int32_t count = sar_column_set_count(r->columns), rows = s->m->problem.n.np + s->m->problem.n.nn,
          np = s->m->problem.n.np;
  double *zero = scratch, *vector = scratch + rows, *base = vector + rows;
  for (int32_t i = 0; i < rows; i++) zero[i] = 0;
  SAR_TRY(sar_equations_factor(e, t, q, s->v));
  SarEnergyRecord none = {0};
  SarPoint at = {
      .t = t, .q = q, .v = s->v, .a = s->a, .lambda = zero, .mu = zero + np, .x = s->x, .xdot = s->xdot, .z = s->z};
  SAR_TRY(sar_column_set_evaluate(r->columns, s->m, &at, &none, base));
  at.lambda = vector;
  at.mu = vector + np;
  for (int32_t k = 0; k < DRAWS; k++) {
    SAR_TRY(sar_equations_draw(e, k, vector));
    SAR_TRY(sar_column_set_evaluate(r->columns, s->m, &at, &none, r->row));
    for (int32_t i = 0; i < count; i++) r->names[i].indeterminate |= fabs(r->row[i] - base[i]) > INDETERMINATE;
  }
  return SAR_OK;
}

/* At the start, and a little further along the motion: a pose with links along the axes hides components that are open
 * everywhere else. Where nothing is free to move, time moves it. */
static SarStatus mark_indeterminate(SarRecorder *r, SarStart *s, double end) {
  const SarSizes *n = &s->m->problem.n;
  double *scratch = SAR_NEW(r->arena, 2 * (n->np + n->nn) + sar_column_set_count(r->columns) + 1, double);
  double *direction = SAR_NEW(r->arena, n->nv + 1, double), *nearby = SAR_NEW(r->arena, n->nq + 1, double), error;
  if (!scratch || !direction || !nearby) return sar_report_no_memory(r->context);
  double t = s->degrees_of_freedom == 0 && end > 0 ? s->t + FURTHER * (end - s->t) : s->t;
  memcpy(nearby, s->q, (size_t)n->nq * sizeof *nearby);
  SAR_TRY(sar_free_direction(r->context, s->all, s->t, s->q, s->v, direction));
  for (int32_t i = 0; i < n->nv; i++) direction[i] *= FURTHER;
  sar_move(&s->m->problem, direction, nearby);
  SAR_TRY(sar_assemble_position(r->context, s->all, t, nearby, &error));
  if (error < CLOSED) {
    SarStatus status = mark_at(r, s, t, nearby, scratch);
    if (status < 0) return status; /* > 0: a singular pose, which says nothing */
  }
  return mark_at(r, s, s->t, s->q, scratch);
}

/* Rows at the multiples of an interval and at the end; 0 where the plan does not say. */
static int64_t expected_rows(const SarRunPlan *plan) {
  if (!plan || !(plan->settings.output_every > 0)) return 0;
  double intervals = plan->steps.end / plan->settings.output_every;
  return intervals >= 0 && intervals < 1e15 ? (int64_t)ceil(intervals - 1e-9) + 1 : 0;
}

static SarStatus make_header(SarRecorder *r, const SarRecorderPlan *plan, SarSinkHeader *header) {
  const SarModel *model = sar_system_model(r->system);
  SAR_TRY(sar_sink_header_from_model(r->context, model, r->arena, header));
  header->columns = r->names;
  header->ncolumns = sar_column_set_count(r->columns) + sar_derivatives_count(r);
  header->method = plan->method;
  header->kinematic = plan->kinematic;
  header->rows_expected = model->nphases ? 0 : expected_rows(plan->plan);
  if (plan->title) header->title = plan->title;
  if (plan->events) header->events = plan->events, header->nevents = plan->nevents;
  if (!plan->plan && !plan->statics && !model->nphases) return SAR_OK;
  SarSettled settled = {plan->plan,
                        plan->kinematic,
                        plan->judging,
                        model->nphases ? plan->options : NULL,
                        plan->derivatives.parameters,
                        plan->derivatives.nparameters};
  header->settings = plan->statics ? sar_settings_static_text(plan->statics, model, r->arena)
                                   : sar_settings_text(&settled, model, r->arena);
  return header->settings ? SAR_OK : sar_report_no_memory(r->context);
}

/* A sink has been busy since `*begin`, which becomes now; what it did stands for `times` as much. */
static void spend(SarRecorder *r, int32_t sink, int32_t times, double *begin) {
  double now = sar_cpu_seconds();
  *r->spent[sink] += times * (now - *begin);
  *begin = now;
}

SarStatus sar_recorder_create(SarStart *start, const SarRecorderPlan *plan, SarRecorder **out) {
  SarContext *context = start->context;
  const SarSystem *system = start->system;
  SarRecorder *r = calloc(1, sizeof *r);
  SarArena *arena = sar_arena_create();
  *out = r;
  if (!r || !arena) {
    sar_arena_destroy(&arena);
    free(r);
    *out = NULL;
    return sar_report_no_memory(context);
  }
  r->context = context;
  r->system = system;
  r->arena = arena;
  r->derivatives = plan->derivatives;
  SAR_TRY(open_sinks(r, plan));
  if (!r->nsinks) return SAR_OK; /* nobody asks for columns */
  SAR_TRY(make_columns(r));
  SAR_TRY(list_measures(r));
  SAR_TRY(sar_recorder_warn_relations(r));
  if (start->m->ndropped) SAR_TRY(mark_indeterminate(r, start, plan->plan ? plan->plan->steps.end : 0));
  SarSinkHeader header;
  SAR_TRY(make_header(r, plan, &header));
  double begin = sar_cpu_seconds();
  for (int32_t i = 0; i < r->nsinks; i++) {
    SAR_TRY(r->sinks[i].begin(r->sinks[i].self, &header));
    spend(r, i, 1, &begin);
  }
  return SAR_OK;
}

static bool same_column(const SarSinkColumn *a, const SarSinkColumn *b) {
  bool elements = (!a->element && !b->element) || (a->element && b->element && strcmp(a->element, b->element) == 0);
  return elements && strcmp(a->quantity, b->quantity) == 0 && strcmp(a->unit, b->unit) == 0;
}

/* Warnings of measures are of the whole run: what they count goes on. The sinks know the names of the first phase. */
SarStatus sar_recorder_turn(SarRecorder *r, const SarSystem *system) {
  SarSinkColumn *names = r->names;
  SarRecordedMeasure *measures = r->measures;
  int32_t count = r->nsinks ? sar_column_set_count(r->columns) : 0, nmeasures = r->nmeasures;
  r->system = system;
  if (!r->nsinks) return SAR_OK;
  SAR_TRY(make_columns(r));
  bool same = sar_column_set_count(r->columns) == count;
  for (int32_t i = 0; same && i < count; i++) same = same_column(&names[i], &r->names[i]);
  if (!same) {
    return sar_report(r->context, SAR_INPUT, sar_system_model(system)->simulation_source, NULL,
                      "let `change:` keep the fields that decide on columns, such as types, names and frames",
                      "this phase would have other columns of results than those before it");
  }
  r->names = names;
  r->nmeasures = 0;
  SAR_TRY(list_measures(r));
  for (int32_t i = 0; i < nmeasures && i < r->nmeasures; i++) {
    int32_t column = r->measures[i].column, element = r->measures[i].element;
    r->measures[i] = measures[i];
    r->measures[i].column = column;
    r->measures[i].element = element;
  }
  return SAR_OK;
}

/* The journal is the last sink. */
SarStatus sar_recorder_repeat(SarRecorder *r) {
  if (r->nsinks < 2) return SAR_OK;
  return sar_journal_repeat(&r->sinks[r->nsinks - 1], r->sinks, r->nsinks - 1);
}

SarStatus sar_recorder_row(SarRecorder *r, const SarWorkspace *m, const SarPoint *at, const SarEnergyRecord *energy) {
  if (!r->nsinks) return SAR_OK;
  SAR_TRY(sar_column_set_evaluate(r->columns, m, at, energy, r->row));
  if (r->derivatives.nparameters) SAR_TRY(sar_recorder_derive(r, at));
  int32_t stands_for = r->rows < TIMED ? 1 : r->rows % TIMED == 0 ? TIMED : 0;
  double begin = stands_for ? sar_cpu_seconds() : 0;
  for (int32_t i = 0; i < r->nsinks; i++) {
    SAR_TRY(r->sinks[i].row(r->sinks[i].self, at->t, r->row));
    if (stands_for) spend(r, i, stands_for, &begin);
  }
  r->rows++;
  r->last_time = at->t;
  look_at_measures(r, at->t);
  return refuse_infinite(r, m, at);
}

SarStatus sar_recorder_step(SarRecorder *r, const SarStepRecord *step) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].step) SAR_TRY(r->sinks[i].step(r->sinks[i].self, step));
  }
  return SAR_OK;
}

SarStatus sar_recorder_event(SarRecorder *r, const SarEventRecord *event) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].event) SAR_TRY(r->sinks[i].event(r->sinks[i].self, event));
  }
  return SAR_OK;
}

SarStatus sar_recorder_checkpoint(SarRecorder *r, const void *bytes, size_t count) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].checkpoint) SAR_TRY(r->sinks[i].checkpoint(r->sinks[i].self, bytes, count));
  }
  return SAR_OK;
}

void sar_recorder_bars(SarRecorder *r, const SarBars *bars) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].bars) r->sinks[i].bars(r->sinks[i].self, bars);
  }
}

SarStatus sar_recorder_finish(SarRecorder *r) {
  SarStatus worst = SAR_OK;
  warn_of_measures(r);
  double begin = sar_cpu_seconds();
  for (int32_t i = 0; i < r->nsinks; i++) {
    SarStatus status = r->sinks[i].finish(r->sinks[i].self);
    spend(r, i, 1, &begin);
    if (status != SAR_OK) worst = status;
  }
  return worst;
}

void sar_recorder_discard(SarRecorder *r) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].discard) r->sinks[i].discard(r->sinks[i].self);
  }
}

void sar_recorder_destroy(SarRecorder **recorder) {
  if (!recorder || !*recorder) return;
  SarRecorder *r = *recorder;
  for (int32_t i = 0; i < r->nsinks; i++) r->sinks[i].destroy(r->sinks[i].self);
  sar_arena_destroy(&r->arena);
  free(r);
  *recorder = NULL;
}
