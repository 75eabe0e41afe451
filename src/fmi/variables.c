#include "fmi/variables.h"

#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "system/system.h"

static SarFmuVariable *add(SarFmuVariables *v, SarFmuKind kind, const char *name, const char *unit, double start,
                           int32_t index) {
  SarFmuVariable *one = &v->list[v->count++];
  bool pure = strcmp(unit, "1") == 0;
  *one = (SarFmuVariable){.kind = kind, .name = name, .unit = pure ? "" : unit, .start = start, .index = index};
  v->of[kind]++;
  return one;
}

static int compare(const void *a, const void *b) {
  const SarFmuVariable *const *first = a, *const *second = b;
  return strcmp((*first)->name, (*second)->name);
}

/* A parameter and an input of a sub-model may be called alike in the model, where it is clear which one is meant. */
static SarStatus check_names(SarContext *context, SarArena *arena, const SarFmuVariables *v) {
  const SarFmuVariable **sorted = SAR_NEW(arena, v->count, const SarFmuVariable *);
  if (!sorted) return sar_report_no_memory(context);
  for (int32_t i = 0; i < v->count; i++) sorted[i] = &v->list[i];
  qsort(sorted, (size_t)v->count, sizeof *sorted, compare);
  for (int32_t i = 1; i < v->count; i++) {
    if (strcmp(sorted[i - 1]->name, sorted[i]->name) != 0) continue;
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give one of them another name, or list it once",
                      "two variables of the FMU would be called `%s`", sorted[i]->name);
  }
  return SAR_OK;
}

SarStatus sar_fmu_variables(SarContext *context, SarArena *arena, const SarSystem *system, const SarStepper *stepper,
                            SarFmuVariables *out) {
  const SarModel *model = sar_system_model(system);
  int32_t ninputs = sar_stepper_inputs(stepper), noutputs = sar_stepper_outputs(stepper);
  SarStepperValue value;
  *out = (SarFmuVariables){.list = SAR_NEW(arena, 1 + model->nparameters + ninputs + noutputs, SarFmuVariable)};
  if (!out->list) return sar_report_no_memory(context);
  add(out, SAR_FMU_TIME, "time", "s", 0, 0);
  for (int32_t i = 0; i < model->nparameters; i++) {
    const SarModelParameter *p = &model->parameters[i];
    add(out, p->computed ? SAR_FMU_CALCULATED : SAR_FMU_PARAMETER, p->name, p->angle ? "rad" : "", p->value, i)->angle =
        p->angle;
  }
  for (int32_t i = 0; sar_stepper_input(stepper, i, &value); i++) {
    double start = 0;
    SAR_TRY(sar_stepper_value(stepper, i, &start));
    add(out, SAR_FMU_INPUT, value.name, value.unit, start, i);
  }
  for (int32_t i = 0; sar_stepper_output(stepper, i, &value); i++) {
    add(out, SAR_FMU_OUTPUT, value.name, value.unit, 0, i);
  }
  return check_names(context, arena, out);
}

bool sar_fmu_variables_agree(const SarFmuVariables *a, const SarFmuVariables *b) {
  if (a->count != b->count) return false;
  for (int32_t i = 0; i < a->count; i++) {
    if (a->list[i].kind != b->list[i].kind || strcmp(a->list[i].name, b->list[i].name) != 0) return false;
  }
  return true;
}
