/* What controllers share. */
#include "element/control/common.h"

#include <stdio.h>

SarStatus sar_control_declare_state(SarBuilder *b, double start) {
  SarUnknown x;
  SAR_TRY(b->ops->state(b, NULL, start, &x));
  SAR_TRY(b->ops->offer(b, "value", "", x.value));
  return b->ops->offer(b, "rate", "1/s", x.rate);
}

SarStatus sar_control_declare_states(SarBuilder *b, int32_t count, const SarValue *start, const SarField *field) {
  for (int32_t i = 0; i < count; i++) {
    const char *label = sar_arena_printf(b->arena, "x%d", (int)i + 1);
    if (!label) return sar_report_no_memory(b->context);
    SarUnknown x;
    char room[SAR_FIELD_UNIT];
    SAR_TRY(b->ops->state(b, label, start->given ? start->list[i] : 0, &x));
    SAR_TRY(b->ops->offer(b, label, sar_field_unit_of(field, i, room), x.value));
  }
  return SAR_OK;
}

SarStatus sar_control_values(SarBuilder *b, int32_t first, int32_t count, const SarExpr *const **out) {
  const SarExpr **values = SAR_NEW(b->arena, count + 1, const SarExpr *);
  if (!values) return sar_report_no_memory(b->context);
  for (int32_t i = 0; i < count; i++) values[i] = b->ops->declared(b, first + i).value;
  *out = values;
  return SAR_OK;
}

SarStatus sar_control_declare_output(SarBuilder *b, const char *quantity) {
  SarUnknown y;
  SAR_TRY(b->ops->algebraic(b, quantity, 0, &y));
  return b->ops->offer(b, quantity, "", y.value);
}

SarStatus sar_control_check_start(SarContext *context, const char *name, const SarValue *start, int32_t count) {
  if (!start->given || start->nlist == count) return SAR_OK;
  return sar_report(context, SAR_INPUT, start->source, name, "give one number for each state, or leave `start` out",
                    "`start` has %d numbers, but there are %d states", (int)start->nlist, (int)count);
}

SarStatus sar_control_check_either(SarContext *context, const char *name, const SarField *field, const SarValue *value,
                                   const SarValue *equation, const char *what) {
  if (value->given != equation->given) return SAR_OK;
  char remedy[64];
  snprintf(remedy, sizeof remedy, "give `%s` or `equation`", field->name);
  if (value->given) {
    return sar_report(context, SAR_INPUT, equation->source, name, remedy, "`%s` and `equation` exclude each other",
                      field->name);
  }
  return sar_report(context, SAR_INPUT, equation->source, name, remedy, "this %s has no %s", what, field->name);
}
