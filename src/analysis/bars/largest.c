/* What kind of quantity a column holds follows from its unit. */
#include "analysis/bars/largest.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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

void sar_bars_largest(const SarKept *kept, const double *bars, SarErrorBar kinds[SAR_ERROR_KINDS]) {
  double values[SAR_ERROR_KINDS + 1] = {[SAR_ERROR_ANGLE] = 1}, scale;
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) kinds[kind] = (SarErrorBar){.largest = NAN, .relative = NAN};
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    SarErrorKind kind = sar_bars_kind(&kept->columns[i], &scale);
    values[kind] = fmax(values[kind], kept->largest[i]);
    if (kind < SAR_ERROR_KINDS) look_at_column(kept, bars, i, scale, &kinds[kind]);
  }
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) {
    if (values[kind] > 0) kinds[kind].relative = kinds[kind].largest / values[kind];
  }
}
