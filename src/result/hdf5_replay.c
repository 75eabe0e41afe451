/* From an HDF5 file back to the records of a run, as a resumed run needs them. The file holds columns, a run gives
 * rows: blocks of rows of all columns are read at once, as many as a bounded memory takes. */
#include <math.h>
#include <stdlib.h>

#include "result/columns.h"
#include "result/hdf5_common.h"
#include "result/hdf5_read.h"
#include "result/steps.h"

#define BLOCK_BYTES ((int64_t)32 << 20)
#define STEP_BLOCK 1024

typedef struct Replay {
  SarContext *context;
  SarHdf5File *file;
  SarSink *into;
  SarColumns columns, step_columns;
  bool has_step[SAR_STEP_COLUMNS];
  int64_t rows, steps;           /* up to the checkpoint */
  int64_t block, first, held;    /* rows: room, number of the first one in memory, number of those in memory */
  double *values, *row;          /* column after column; one row in SI */
  int64_t next_step, first_step; /* the next to give, the first in memory */
  double *step_values;           /* STEP_BLOCK of every column */
  int64_t next_event, events;
  double *event_values; /* all of every column */
} Replay;

static SarStatus load_rows(Replay *r, int64_t first) {
  r->first = first;
  r->held = r->rows - first < r->block ? r->rows - first : r->block;
  for (int32_t i = 0; i < r->columns.count; i++) {
    SAR_TRY(sar_hdf5_read_column(r->file, i, first, r->held, r->values + i * r->block));
  }
  return SAR_OK;
}

static SarStatus load_steps(Replay *r) {
  int64_t count = r->steps - r->next_step < STEP_BLOCK ? r->steps - r->next_step : STEP_BLOCK;
  r->first_step = r->next_step;
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    if (!r->has_step[i]) continue;
    SAR_TRY(
        sar_hdf5_read(r->file, sar_step_columns[i], r->first_step, count, r->step_values + (int64_t)i * STEP_BLOCK));
  }
  return SAR_OK;
}

static int32_t whole(double value) { return value >= 0 && value < INT32_MAX ? (int32_t)value : 0; }

/* Gives the next step and tells its time. */
static SarStatus give_step(Replay *r, double *time) {
  if (r->next_step == 0 || r->next_step == r->first_step + STEP_BLOCK) SAR_TRY(load_steps(r));
  const double *at = r->step_values + (r->next_step++ - r->first_step);
  SarStepRecord step = sar_step_unknown();
  *time = at[SAR_STEP_TIME * STEP_BLOCK];
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    if (r->has_step[i]) {
      sar_step_set(&step, i, sar_columns_origin(at[(int64_t)i * STEP_BLOCK], r->step_columns.factors[i]));
    }
  }
  return r->into->step ? r->into->step(r->into->self, &step) : SAR_OK;
}

/* Those that lie within the steps given so far. */
static SarStatus give_events(Replay *r, double until) {
  while (r->next_event < r->events && r->event_values[r->next_event] <= until) {
    const double *at = r->event_values + r->next_event++;
    SarEventRecord event = {.time = sar_columns_origin(at[0], r->columns.factors[0]),
                            .event = whole(at[SAR_EVENT_INDEX * r->events]),
                            .direction = at[SAR_EVENT_DIRECTION * r->events] < 0 ? -1 : 1};
    if (r->into->event) SAR_TRY(r->into->event(r->into->self, &event));
  }
  return SAR_OK;
}

static SarStatus load_events(Replay *r) {
  for (int32_t i = 0; i < SAR_EVENT_COLUMNS && r->events; i++) {
    SAR_TRY(sar_hdf5_read(r->file, sar_hdf5_event_columns[i], 0, r->events, r->event_values + i * r->events));
  }
  return SAR_OK;
}

static SarStatus give_row(Replay *r, int64_t k) {
  const double *at = r->values + (k - r->first);
  for (int32_t i = 1; i < r->columns.count; i++) {
    r->row[i - 1] = sar_columns_origin(at[i * r->block], r->columns.factors[i]);
  }
  return r->into->row(r->into->self, sar_columns_origin(at[0], r->columns.factors[0]), r->row);
}

/* The first row is the start; every other one lies inside the last step given or in one that is still to come. */
static SarStatus give_all(Replay *r) {
  double reached = -INFINITY;
  SAR_TRY(load_events(r));
  for (int64_t k = 0; k < r->rows; k++) {
    if (k == r->first + r->held || k == 0) SAR_TRY(load_rows(r, k));
    double time = r->values[k - r->first];
    while (k > 0 && reached < time && r->next_step < r->steps) SAR_TRY(give_step(r, &reached));
    SAR_TRY(give_events(r, reached));
    SAR_TRY(give_row(r, k));
  }
  while (r->next_step < r->steps) SAR_TRY(give_step(r, &reached));
  return give_events(r, reached);
}

static SarStatus prepare(Replay *r) {
  SAR_TRY(sar_columns_create(r->context, sar_hdf5_header(r->file), &r->columns));
  SAR_TRY(sar_step_columns_create(r->context, sar_hdf5_header(r->file), &r->step_columns));
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    r->has_step[i] = true;
    if (i >= SAR_STEP_POSITION) SAR_TRY(sar_hdf5_has(r->file, sar_step_columns[i], &r->has_step[i]));
  }
  r->block = BLOCK_BYTES / (8 * (int64_t)r->columns.count) + 1;
  if (r->block > r->rows) r->block = r->rows + 1;
  r->values = calloc((size_t)r->block * (size_t)r->columns.count, sizeof *r->values);
  r->row = calloc((size_t)r->columns.count, sizeof *r->row);
  r->step_values = calloc((size_t)SAR_STEP_COLUMNS * STEP_BLOCK, sizeof *r->step_values);
  r->events = sar_hdf5_events(r->file);
  r->event_values = calloc((size_t)SAR_EVENT_COLUMNS * (size_t)r->events + 1, sizeof *r->event_values);
  return r->values && r->row && r->step_values && r->event_values ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_hdf5_replay_to_checkpoint(SarContext *context, SarHdf5File *file, const SarHdf5Checkpoint *checkpoint,
                                        SarSink *into) {
  Replay r = {.context = context, .file = file, .into = into, .rows = checkpoint->rows, .steps = checkpoint->steps};
  SarStatus status = prepare(&r);
  if (status == SAR_OK) status = into->begin(into->self, sar_hdf5_header(file));
  if (status == SAR_OK) status = give_all(&r);
  if (status == SAR_OK && into->checkpoint) {
    status = into->checkpoint(into->self, checkpoint->bytes, checkpoint->count);
  }
  sar_columns_destroy(&r.columns);
  sar_columns_destroy(&r.step_columns);
  free(r.values);
  free(r.row);
  free(r.step_values);
  free(r.event_values);
  return status;
}
