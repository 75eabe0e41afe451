/* What kind of quantity a column holds follows from its unit. */
#include "analysis/bars/largest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define ROUNDING 1e-9 /* of what is likely: smaller values, with errors as large as they are, are rounding */

static const struct {
  const char *name, *unit;
} kinds_of_columns[SAR_ERROR_KINDS] = {
    [SAR_ERROR_POSITION] = {"position", "m"}, [SAR_ERROR_ANGLE] = {"angle", "rad"},
    [SAR_ERROR_SPEED] = {"speed", "m/s"},     [SAR_ERROR_ANGULAR_SPEED] = {"angular speed", "rad/s"},
    [SAR_ERROR_FORCE] = {"force", "N"},       [SAR_ERROR_TORQUE] = {"torque", "N*m"},
};

const char *sar_error_kind_name(SarErrorKind kind) {
  return kind >= 0 && kind < SAR_ERROR_KINDS ? kinds_of_columns[kind].name : "";
}

static bool is_quaternion(const SarSinkColumn *column) {
  const char *q = column->quantity;
  return q[0] == 'q' && q[1] >= '0' && q[1] <= '3' && !q[2];
}

SarErrorKind sar_bars_kind(const SarSinkColumn *column, double *scale) {
  *scale = 1;
  if (is_quaternion(column)) {
    *scale = 2; /* a quaternion holds half the angle */
    return SAR_ERROR_ANGLE;
  }
  if (column->element && strcmp(column->element, "energy") == 0) return SAR_ERROR_KINDS; /* N*m as well */
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) {
    if (strcmp(column->unit, kinds_of_columns[kind].unit) == 0) return (SarErrorKind)kind;
  }
  return SAR_ERROR_KINDS;
}

void sar_bars_name(const SarSinkColumn *column, char *name, size_t size) {
  const char *element = column->element;
  snprintf(name, size, "%s%s%s", element ? element : "", element ? "." : "", column->quantity);
}

static void look_at_column(const SarKept *kept, const double *bars, int32_t column, double scale, SarErrorBar *out) {
  for (int64_t k = 0; k < kept->count; k++) {
    double bar = scale * bars[k * kept->ncolumns + column];
    if (!(bar > out->largest || isnan(out->largest))) continue;
    out->largest = bar;
    out->time = kept->times[k];
    sar_bars_name(&kept->columns[column], out->column, sizeof out->column);
  }
}

/* Where nothing is as large as rounding leaves it elsewhere, an error as large as the values is none: speeds of a shaft
 * that only turns, torques in a ball joint. What is likely follows from the other kinds. */
static void forgive_rounding(double length, double values[SAR_ERROR_KINDS + 1]) {
  double speed = values[SAR_ERROR_SPEED], turning = values[SAR_ERROR_ANGULAR_SPEED], force = values[SAR_ERROR_FORCE],
         torque = values[SAR_ERROR_TORQUE];
  values[SAR_ERROR_POSITION] = fmax(values[SAR_ERROR_POSITION], ROUNDING * length);
  values[SAR_ERROR_SPEED] = fmax(speed, ROUNDING * length * turning);
  values[SAR_ERROR_ANGULAR_SPEED] = fmax(turning, ROUNDING * speed / length);
  values[SAR_ERROR_FORCE] = fmax(force, ROUNDING * torque / length);
  values[SAR_ERROR_TORQUE] = fmax(torque, ROUNDING * force * length);
}

void sar_bars_largest(const SarKept *kept, const double *bars, double length, SarErrorBar kinds[SAR_ERROR_KINDS]) {
  double values[SAR_ERROR_KINDS + 1] = {[SAR_ERROR_ANGLE] = 1}, scale;
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) kinds[kind] = (SarErrorBar){.largest = NAN, .relative = NAN};
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    SarErrorKind kind = sar_bars_kind(&kept->columns[i], &scale);
    values[kind] = fmax(values[kind], kept->largest[i]);
    if (kind < SAR_ERROR_KINDS) look_at_column(kept, bars, i, scale, &kinds[kind]);
  }
  forgive_rounding(length, values);
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) {
    if (values[kind] > 0) kinds[kind].relative = kinds[kind].largest / values[kind];
  }
}
