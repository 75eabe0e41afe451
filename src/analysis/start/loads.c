#include "analysis/start/loads.h"

#include <math.h>

#include "system/carry.h"
#include "system/columns.h"
#include "system/wrench.h"

static bool is_finite(const double wrench[12]) {
  double sum = 0;
  for (int i = 0; i < 12; i++) sum += fabs(wrench[i]);
  return isfinite(sum);
}

SarStatus sar_loads_check_start(SarContext *context, const SarWorkspace *m, const double *q, const double *v) {
  const SarModel *model = sar_system_model(m->system);
  const SarPoint at = {.t = sar_system_begin(m->system), .q = q, .v = v}; /* no multipliers: forces have none */
  sar_workspace_place(m, q, v);
  sar_workspace_prepare_wrenches(m, &at);
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    double wrench[12];
    const SarPlace *place = sar_system_place(m->system, i);
    if (place->laws.count + place->forces.count == 0) continue; /* user-defined ones are evaluated with the rows */
    if (element->class->section != SAR_SECTION_FORCES) continue;
    SarStatus status = sar_workspace_wrench(m, i, &at, wrench);
    if (status < 0) return status;
    if (status == SAR_OK && is_finite(wrench)) continue;
    SAR_TRY(sar_workspace_check_stop(m, context));
    return sar_report(context, SAR_INPUT, element->source, element->name,
                      "give a force that has a value at t = 0: no division by zero, no root of a negative number, and "
                      "points apart where a direction is needed",
                      "`%s` has no value at the start", element->name);
  }
  return sar_loads_check_turns(context, m, at.t, q, v);
}

SarStatus sar_loads_check_turns(SarContext *context, const SarWorkspace *m, double t, const double *q,
                                const double *v) {
  SarFault fault;
  if (!sar_workspace_explain_turn(m, q, v, &fault)) return SAR_OK;
  return sar_report(context, t > 0 ? SAR_FAILED : SAR_INPUT, fault.source, fault.element, fault.remedy,
                    "at t = %.9g s %s", t, fault.what);
}
