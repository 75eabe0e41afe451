/* The columns of the solver's steps, for every file and picture that shows them. */
#ifndef SAR_RESULT_STEPS_H
#define SAR_RESULT_STEPS_H

#include "result/columns.h"

enum {
  SAR_STEP_TIME,
  SAR_STEP_SIZE,
  SAR_STEP_ITERATIONS,
  SAR_STEP_ORDER,
  SAR_STEP_ERROR,
  SAR_STEP_REJECTIONS,
  SAR_STEP_POSITION, /* this one and the next: not in files that programs before format 2 of the journal wrote */
  SAR_STEP_VELOCITY,
  SAR_STEP_COLUMNS
};

extern const char *const sar_step_columns[SAR_STEP_COLUMNS]; /* "solver.time", ... */

const char *sar_step_name(int32_t column); /* "time", ... */
int32_t sar_step_find(const char *name);   /* of "time", ...; -1: there is none */
bool sar_step_is_whole(int32_t column);    /* it counts something */

/* The same columns with units and factors of the model. Destroy with sar_columns_destroy, also after a failure. */
SarStatus sar_step_columns_create(SarContext *context, const SarSinkHeader *header, SarColumns *out);

/* One value of a record, in SI; and the other way round, into a record in which nan says what a file does not know. */
double sar_step_value(const SarStepRecord *record, int32_t column);
SarStepRecord sar_step_unknown(void);
void sar_step_set(SarStepRecord *record, int32_t column, double value);

#endif
