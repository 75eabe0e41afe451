#include "result/steps.h"

#include <math.h>
#include <string.h>

#define GROUP "solver."

const char *const sar_step_columns[SAR_STEP_COLUMNS] = {
    [SAR_STEP_TIME] = GROUP "time",
    [SAR_STEP_SIZE] = GROUP "step",
    [SAR_STEP_ITERATIONS] = GROUP "iterations",
    [SAR_STEP_ORDER] = GROUP "order",
    [SAR_STEP_ERROR] = GROUP "error",
    [SAR_STEP_REJECTIONS] = GROUP "rejections",
    [SAR_STEP_POSITION] = GROUP "constraint_position",
    [SAR_STEP_VELOCITY] = GROUP "constraint_velocity",
};

const char *sar_step_name(int32_t column) { return sar_step_columns[column] + strlen(GROUP); }

int32_t sar_step_find(const char *name) {
  for (int32_t i = 0; i < SAR_STEP_COLUMNS; i++) {
    if (strcmp(sar_step_name(i), name) == 0) return i;
  }
  return -1;
}

/* In SI symbols. */
static const char *unit_of(int32_t column) {
  switch (column) {
    case SAR_STEP_TIME:
    case SAR_STEP_SIZE: return "s";
    case SAR_STEP_VELOCITY: return "1/s";
    default: return "1";
  }
}

SarStatus sar_step_columns_create(SarContext *context, const SarSinkHeader *header, SarColumns *out) {
  SarSinkColumn columns[SAR_STEP_COLUMNS - 1]; /* time comes by itself */
  for (int32_t i = 1; i < SAR_STEP_COLUMNS; i++) {
    columns[i - 1] = (SarSinkColumn){.quantity = sar_step_name(i), .unit = unit_of(i)};
  }
  SarSinkHeader steps = {.units = header->units, .columns = columns, .ncolumns = SAR_STEP_COLUMNS - 1};
  return sar_columns_create(context, &steps, out);
}

bool sar_step_is_whole(int32_t column) {
  return column == SAR_STEP_ITERATIONS || column == SAR_STEP_ORDER || column == SAR_STEP_REJECTIONS;
}

double sar_step_value(const SarStepRecord *record, int32_t column) {
  switch (column) {
    case SAR_STEP_TIME: return record->time;
    case SAR_STEP_SIZE: return record->step;
    case SAR_STEP_ITERATIONS: return record->iterations;
    case SAR_STEP_ORDER: return record->order;
    case SAR_STEP_ERROR: return record->error;
    case SAR_STEP_REJECTIONS: return record->rejections;
    case SAR_STEP_POSITION: return record->constraint_position;
    default: return record->constraint_velocity;
  }
}

SarStepRecord sar_step_unknown(void) { return (SarStepRecord){.constraint_position = NAN, .constraint_velocity = NAN}; }

static int32_t whole(double value) { return value >= 0 && value < INT32_MAX ? (int32_t)value : 0; }

void sar_step_set(SarStepRecord *record, int32_t column, double value) {
  switch (column) {
    case SAR_STEP_TIME: record->time = value; break;
    case SAR_STEP_SIZE: record->step = value; break;
    case SAR_STEP_ITERATIONS: record->iterations = whole(value); break;
    case SAR_STEP_ORDER: record->order = whole(value); break;
    case SAR_STEP_ERROR: record->error = value; break;
    case SAR_STEP_REJECTIONS: record->rejections = whole(value); break;
    case SAR_STEP_POSITION: record->constraint_position = value; break;
    default: record->constraint_velocity = value;
  }
}
