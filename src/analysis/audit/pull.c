#include "analysis/audit/pull.h"

#include <math.h>
#include <stdio.h>

#include "model/model.h"
#include "system/ask.h"

#define NOTICED 1e-3 /* of the largest contact force: multipliers of steps may be off by less than that */

void sar_pull_note(SarPull *pull, const SarSystem *system, const SarPoint *at) {
  for (int32_t i = 0, n = sar_system_presses(system); i < n; i++) {
    SarPressing one = sar_system_pressing(system, i);
    double force = -at->lambda[one.row];
    pull->largest = fmax(pull->largest, fabs(force));
    if (!(force < -NOTICED * pull->largest)) continue;
    if (pull->force == 0) pull->first = at->t;
    if (force < pull->force) pull->force = force, pull->element = one.element;
  }
}

void sar_pull_summarise(const SarPull *pull, const SarSystem *system, SarRunSummary *out) {
  if (!(pull->force < -NOTICED * pull->largest)) return;
  snprintf(out->pulling_element, sizeof out->pulling_element, "%s", sar_system_element(system, pull->element)->name);
  out->pulling_force = -pull->force;
  out->pulling_time = pull->first;
}

void sar_pull_warn(SarContext *context, const SarSystem *system, const SarRunSummary *summary) {
  if (!summary->pulling_element[0]) return;
  const SarModel *model = sar_system_model(system);
  const SarModelElement *element = &model->elements[sar_model_find(model, summary->pulling_element)];
  sar_warn(context, element->source, element->name,
           "let a stronger spring press it on, or let shapes touch (`contacts:`) where it may lift off",
           "`%s` pulls, first at t = %.6g %s and by up to %.4g %s: a real follower would lift off there", element->name,
           summary->pulling_time / model->units.time, model->units.time_name,
           summary->pulling_force / model->units.force, model->units.force_name);
}
