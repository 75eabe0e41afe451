/* The columns of a header as the files show them: time first, names joined, values and labels in the model's units. */
#ifndef SAR_RESULT_COLUMNS_H
#define SAR_RESULT_COLUMNS_H

#include "base/arena.h"
#include "result/sink.h"

#define SAR_ERROR_ENDING "_error" /* of the name of a column with error bars */

typedef struct SarColumns {
  SarArena *arena;
  int32_t count;       /* time included */
  const char **names;  /* "time", "crank.pin.x" */
  const char **units;  /* the user's: "ms", "mm/s^2" */
  double *factors;     /* SI value of one user unit */
  bool *indeterminate; /* one share of many, numerics section 6 */
} SarColumns;

/* Destroy with sar_columns_destroy, also after a failure. */
SarStatus sar_columns_create(SarContext *context, const SarSinkHeader *header, SarColumns *out);
void sar_columns_destroy(SarColumns *columns);

/* One row in the model's units, values[i * stride] for column i. */
void sar_columns_convert(const SarColumns *columns, double time, const double *si, double *values, int64_t stride);

/* An SI value that converts into exactly `value`, for values that were converted before. */
double sar_columns_origin(double value, double factor);

#endif
