#include "analysis/recorder.h"

#include <stdlib.h>

static SarStatus open_sinks(SarRecorder *r, const SarRunOptions *options, bool kinematic) {
  if (options->table) SAR_TRY(sar_sink_table(r->context, options->table, &r->sinks[r->nsinks]));
  r->nsinks += options->table != NULL;
  if (options->csv) SAR_TRY(sar_sink_csv(r->context, options->csv, &r->sinks[r->nsinks]));
  r->nsinks += options->csv != NULL;
  if (options->steps_csv && !kinematic) {
    SAR_TRY(sar_sink_steps_csv(r->context, options->steps_csv, &r->sinks[r->nsinks]));
    r->nsinks++;
  }
  if (options->hdf5) SAR_TRY(sar_sink_hdf5(r->context, options->hdf5, &r->sinks[r->nsinks]));
  r->nsinks += options->hdf5 != NULL;
  return SAR_OK;
}

static SarStatus make_columns(SarRecorder *r) {
  SAR_TRY(sar_column_set_create(r->system, r->arena, &r->columns));
  int32_t count = sar_column_set_count(r->columns);
  const SarColumn *columns = sar_column_set_get(r->columns);
  r->names = SAR_NEW(r->arena, count + 1, SarSinkColumn);
  r->row = SAR_NEW(r->arena, count + 1, double);
  if (!r->names || !r->row) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < count; i++) {
    r->names[i] = (SarSinkColumn){columns[i].element, columns[i].quantity, columns[i].unit};
  }
  return SAR_OK;
}

SarStatus sar_recorder_create(SarContext *context, const SarSystem *system, const SarRunOptions *options,
                              const char *method, bool kinematic, SarRecorder **out) {
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
  SAR_TRY(make_columns(r));
  SAR_TRY(open_sinks(r, options, kinematic));
  SarSinkHeader header = {.model = system->model,
                          .columns = r->names,
                          .ncolumns = sar_column_set_count(r->columns),
                          .method = method,
                          .kinematic = kinematic};
  for (int32_t i = 0; i < r->nsinks; i++) SAR_TRY(r->sinks[i].begin(r->sinks[i].self, &header));
  return SAR_OK;
}

SarStatus sar_recorder_row(SarRecorder *r, const SarMechanism *m, const SarPoint *at, const SarEnergyRecord *energy) {
  if (!r->nsinks) return SAR_OK;
  sar_column_set_evaluate(r->columns, m, at, energy, r->row);
  for (int32_t i = 0; i < r->nsinks; i++) SAR_TRY(r->sinks[i].row(r->sinks[i].self, at->t, r->row));
  return SAR_OK;
}

SarStatus sar_recorder_step(SarRecorder *r, const SarStepRecord *step) {
  for (int32_t i = 0; i < r->nsinks; i++) {
    if (r->sinks[i].step) SAR_TRY(r->sinks[i].step(r->sinks[i].self, step));
  }
  return SAR_OK;
}

SarStatus sar_recorder_finish(SarRecorder *r) {
  SarStatus worst = SAR_OK;
  for (int32_t i = 0; i < r->nsinks; i++) {
    SarStatus status = r->sinks[i].finish(r->sinks[i].self);
    if (status != SAR_OK) worst = status;
  }
  return worst;
}

void sar_recorder_destroy(SarRecorder **recorder) {
  if (!recorder || !*recorder) return;
  SarRecorder *r = *recorder;
  for (int32_t i = 0; i < r->nsinks; i++) r->sinks[i].destroy(r->sinks[i].self);
  sar_arena_destroy(&r->arena);
  free(r);
  *recorder = NULL;
}
