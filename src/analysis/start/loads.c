#include "analysis/start/loads.h"

#include <math.h>

#include "system/columns.h"

static bool is_finite(const double wrench[12]) {
  double sum = 0;
  for (int i = 0; i < 12; i++) sum += fabs(wrench[i]);
  return isfinite(sum);
}

SarStatus sar_loads_check_start(SarContext *context, const SarMechanism *m, const double *q, const double *v) {
  const SarModel *model = m->system->model;
  const SarPoint at = {.t = 0, .q = q, .v = v}; /* no multipliers: forces have none */
  sar_mechanism_place(m, q, v);
  sar_mechanism_prepare_wrenches(m, &at);
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    double wrench[12];
    const SarPlace *place = &m->system->places[i];
    if (place->laws.count + place->forces.count == 0) continue; /* user-defined ones are evaluated with the rows */
    if (element->class->section != SAR_SECTION_FORCES) continue;
    SarStatus status = sar_mechanism_wrench(m, i, &at, wrench);
    if (status < 0) return status;
    if (status == SAR_OK && is_finite(wrench)) continue;
    SAR_TRY(sar_mechanism_check_stop(m, context));
    return sar_report(context, SAR_INPUT, element->source, element->name,
                      "give a force that has a value at t = 0: no division by zero, no root of a negative number, and "
                      "points apart where a direction is needed",
                      "`%s` has no value at the start", element->name);
  }
  return SAR_OK;
}
