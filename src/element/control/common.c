/* What controllers share. */
#include "element/control/common.h"

#include <stdio.h>

SarStatus sar_control_declare_state(SarBuilder *b, SarStateStart start) {
  SarUnknown x;
  SAR_TRY(b->ops->state(b, NULL, start, &x));
  SAR_TRY(b->ops->offer(b, "value", "", x.value));
  return b->ops->offer(b, "rate", "1/s", x.rate);
}

static double number_of(const SarValue *list, int32_t i) { return list && list->given ? list->list[i] : 0; }

SarStatus sar_control_declare_states(SarBuilder *b, int32_t count, const SarControlStarts *starts,
                                     const SarField *field) {
  for (int32_t i = 0; i < count; i++) {
    const char *label = sar_arena_printf(b->arena, "x%d", (int)i + 1);
    if (!label) return sar_report_no_memory(b->context);
    SarUnknown x;
    char room[SAR_FIELD_UNIT];
    SarStateStart start = {number_of(starts->value, i), number_of(starts->rate, i), number_of(starts->scale, i),
                           starts->held};
    SAR_TRY(b->ops->state(b, label, start, &x));
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

SarStatus sar_control_check_list(SarContext *context, const char *name, const char *field, const SarValue *list,
                                 int32_t count) {
  if (!list->given || list->nlist == count) return SAR_OK;
  return sar_report(context, SAR_INPUT, list->source, name, "give one number for each state, or leave the list out",
                    "`%s` has %d number%s, but there %s %d state%s", field, (int)list->nlist,
                    list->nlist == 1 ? "" : "s", count == 1 ? "is" : "are", (int)count, count == 1 ? "" : "s");
}

static SarStatus refuse_scale(SarContext *context, const char *name, SarSource source, double scale) {
  return sar_report(context, SAR_INPUT, source, name, "give a size that the state usually has, or leave it out",
                    "a scale must be positive, but is %g", scale);
}

SarStatus sar_control_check_scales(SarContext *context, const char *name, const SarValue *scales, int32_t count) {
  SAR_TRY(sar_control_check_list(context, name, "scale", scales, count));
  for (int32_t i = 0; scales->given && i < count; i++) {
    if (!(scales->list[i] > 0)) return refuse_scale(context, name, scales->source, scales->list[i]);
  }
  return SAR_OK;
}

SarStatus sar_control_check_scale(SarContext *context, const char *name, const SarValue *scale) {
  return scale->given && !(scale->real > 0) ? refuse_scale(context, name, scale->source, scale->real) : SAR_OK;
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
