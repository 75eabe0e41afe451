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

/* Of a column: what the names of all its derivatives have in common. */
typedef struct Named {
  const SarSinkColumn *of; /* the last one */
  const char *element;     /* d_ before the name of the element, which its columns share; null: it belongs to none */
  char unit[64];
} Named;

static SarStatus name_one(SarRecorder *r, const Named *name, const char *parameter, SarSinkColumn *out) {
  static const char label[] = {SAR_UNIT_LABEL, '\0'};
  const char *const quantity[] = {name->element ? "" : "d_", name->of->quantity, "/d_", parameter};
  const char *const unit[] = {label, name->unit, "/[", parameter, "]"};
  *out = (SarSinkColumn){.element = name->element,
                         .quantity = sar_arena_join(r->arena, SAR_COUNT(quantity), quantity),
                         .unit = sar_arena_join(r->arena, SAR_COUNT(unit), unit),
                         .indeterminate = name->of->indeterminate,
                         .table = table_of(name->of->table)};
  return out->quantity && out->unit ? SAR_OK : sar_report_no_memory(r->context);
}

/* Columns of an element follow each other. */
static SarStatus name_element(SarRecorder *r, const SarSinkColumn *of, Named *name) {
  bool known = name->of && of->element == name->of->element;
  name->of = of;
  if (known) return SAR_OK;
  name->element = NULL;
  if (of->element) {
    const char *const parts[] = {"d_", of->element};
    name->element = sar_arena_join(r->arena, SAR_COUNT(parts), parts);
    if (!name->element) return sar_report_no_memory(r->context);
  }
  return check_name(r, name->element);
}

SarStatus sar_recorder_name_derivatives(SarRecorder *r) {
  const SarDerivatives *d = &r->derivatives;
  const SarUnits *units = &sar_system_model(r->system)->units;
  int32_t count = sar_column_set_count(r->columns), next = count;
  if (!d->nparameters) return SAR_OK;
  static const SarSinkColumn time = {.quantity = "time", .unit = "s"};
  r->factors = SAR_NEW(r->arena, count + 1, double);
  if (!r->factors) return sar_report_no_memory(r->context);
  Named name = {0};
  for (int32_t k = 0; k < count + d->times; k++) {
    const SarSinkColumn *of = k < count ? &r->names[k] : &time;
    r->factors[k] = sar_units_factor(units, of->unit);
    if (!name.of || of->unit != name.of->unit) sar_units_label(units, of->unit, name.unit, sizeof name.unit);
    SAR_TRY(name_element(r, of, &name));
    for (int32_t i = 0; i < d->nparameters; i++) SAR_TRY(name_one(r, &name, d->parameters[i], &r->names[next++]));
  }
  return SAR_OK;
}

SarStatus sar_recorder_derive(SarRecorder *r, const SarPoint *at) {
  const SarDerivatives *d = &r->derivatives;
  int32_t count = sar_column_set_count(r->columns);
  double *row = r->row + count;
  SAR_TRY(d->evaluate(d->self, at, sar_column_set_whole(r->columns, r->row), row));
  for (int32_t k = 0; k < count + d->times; k++) {
    for (int32_t i = 0; i < d->nparameters; i++) *row++ /= r->factors[k];
  }
  return SAR_OK;
}
