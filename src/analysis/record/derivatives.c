/* Columns of derivatives: `d_rod.x/d_k` beside `rod.x`, in the column's unit over that of the parameter. A parameter is
 * a number without a unit of its own: what it means depends on the fields that use it. So its unit is written as `[k]`.
 */
#include <string.h>

#include "analysis/record/recorder.h"

/* A column of that name must not be there already. */
static SarStatus check_name(const SarRecorder *r, const char *element) {
  const SarModel *model = sar_system_model(r->system);
  int32_t other = element ? sar_model_find(model, element) : -1;
  if (other < 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, model->elements[other].source, element, "choose another name for it",
                    "sensitivity: columns of derivatives would be called like those of `%s`", element);
}

/* Amplitudes of modal bodies stand in a table by their numbers alone. */
static SarSinkTable table_of(SarSinkTable table) { return table == SAR_TABLE_MODES ? SAR_TABLE_OWN : table; }

static SarStatus name_one(SarRecorder *r, const SarSinkColumn *of, const char *parameter, SarSinkColumn *out) {
  const SarUnits *units = &sar_system_model(r->system)->units;
  char label[64];
  sar_units_label(units, of->unit, label, sizeof label);
  const char *element = of->element ? sar_arena_printf(r->arena, "d_%s", of->element) : NULL;
  const char *quantity = sar_arena_printf(r->arena, "%s%s/d_%s", element ? "" : "d_", of->quantity, parameter);
  const char *unit = sar_arena_printf(r->arena, "%c%s/[%s]", SAR_UNIT_LABEL, label, parameter);
  if (!quantity || !unit || (of->element && !element)) return sar_report_no_memory(r->context);
  *out = (SarSinkColumn){element, quantity, unit, of->indeterminate, table_of(of->table), false};
  return SAR_OK;
}

SarStatus sar_recorder_name_derivatives(SarRecorder *r) {
  const SarDerivatives *d = &r->derivatives;
  const SarUnits *units = &sar_system_model(r->system)->units;
  int32_t count = sar_column_set_count(r->columns), next = count;
  if (!d->nparameters) return SAR_OK;
  static const SarSinkColumn time = {.quantity = "time", .unit = "s"};
  r->factors = SAR_NEW(r->arena, count + 1, double);
  if (!r->factors) return sar_report_no_memory(r->context);
  for (int32_t k = 0; k < count + d->times; k++) {
    const SarSinkColumn *of = k < count ? &r->names[k] : &time;
    bool known = k > 0 && k < count && of->element == r->names[k - 1].element;
    r->factors[k] = sar_units_factor(units, of->unit);
    for (int32_t i = 0; i < d->nparameters; i++) {
      SAR_TRY(name_one(r, of, d->parameters[i], &r->names[next++]));
      if (i == 0 && !known) SAR_TRY(check_name(r, r->names[next - 1].element));
    }
  }
  return SAR_OK;
}

SarStatus sar_recorder_derive(SarRecorder *r, const SarPoint *at) {
  const SarDerivatives *d = &r->derivatives;
  int32_t count = sar_column_set_count(r->columns);
  double *row = r->row + count;
  SAR_TRY(d->evaluate(d->self, at, row));
  for (int32_t k = 0; k < count + d->times; k++) {
    for (int32_t i = 0; i < d->nparameters; i++) *row++ /= r->factors[k];
  }
  return SAR_OK;
}
