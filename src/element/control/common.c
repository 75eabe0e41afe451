/* What controllers share. */
#include "element/control/common.h"

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
