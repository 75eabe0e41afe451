/* The values that the defaults in the field tables stand for.
 *
 * Defaults are text in the tables, in SI units and constant: "0", "1e-3", "[0, 0, 1]", "z", "false", a word, or an
 * expression. They are turned into values once per model and class. */
#include <string.h>

#include "base/text.h"
#include "model/model.h"

static SarStatus resolve_nothing(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self, (void)name;
  *constant = 0;
  *variable = -1;
  return SAR_INPUT;
}

static SarStatus parse_expression(SarModel *model, const SarField *field, const char *text, const SarExpr **out) {
  SarScope scope = {.resolve = resolve_nothing};
  return sar_expr_parse(model->context, model->arena, text, sar_nowhere(), field->name, &scope, out);
}

static SarStatus bad_default(SarModel *model, const SarField *field) {
  return sar_report(model->context, SAR_FAILED, sar_nowhere(), field->name, "correct the field table of the class",
                    "the default `%s` of the field `%s` cannot be read", field->fallback, field->name);
}

/* Reads up to `capacity` numbers separated by blanks, commas and brackets. */
static int32_t parse_numbers(const char *text, double *values, int32_t capacity) {
  int32_t count = 0;
  while (*(text += strspn(text, " ,[]")) && count < capacity) {
    size_t used = sar_text_number(text, strlen(text), &values[count]);
    if (!used) return -1;
    text += used;
    count++;
  }
  return *text ? -1 : count;
}

static SarStatus default_real(SarModel *model, const SarField *field, SarValue *value) {
  const SarExpr *expression;
  SAR_TRY(parse_expression(model, field, field->fallback, &expression));
  return sar_expr_is_constant(expression, &value->real) ? SAR_OK : bad_default(model, field);
}

static SarStatus default_axis(SarModel *model, const SarField *field, SarValue *value) {
  const char *text = field->fallback;
  double sign = *text == '-' ? -1 : 1, n[3];
  const char *letter = text + (*text == '-');
  if (letter[0] && strchr("xyz", letter[0]) && !letter[1]) {
    value->vector = sar_vec3(sign * (letter[0] == 'x'), sign * (letter[0] == 'y'), sign * (letter[0] == 'z'));
    return SAR_OK;
  }
  if (parse_numbers(text, n, 3) != 3 || !(sar_norm(sar_vec3_load(n)) > 0)) return bad_default(model, field);
  value->vector = sar_scale(1 / sar_norm(sar_vec3_load(n)), sar_vec3_load(n));
  return SAR_OK;
}

static SarStatus default_numbers(SarModel *model, const SarField *field, SarValue *value) {
  double n[16];
  int32_t count = parse_numbers(field->fallback, n, 16);
  if (field->kind == SAR_FIELD_REALS && count >= 0) {
    value->list = sar_arena_grow(model->arena, n, (size_t)count, (size_t)count, sizeof *n);
    value->nlist = count;
    return value->list ? SAR_OK : sar_report_no_memory(model->context);
  }
  if (field->kind == SAR_FIELD_TURN && count == 4) {
    value->turn = sar_quat_normalise(sar_quat_load(n));
    return SAR_OK;
  }
  if (count != 3) return bad_default(model, field);
  if (field->kind == SAR_FIELD_VECTOR) value->vector = sar_vec3_load(n);
  for (int i = 0; i < 3 && field->kind == SAR_FIELD_INERTIA; i++) value->tensor[i][i] = n[i];
  return SAR_OK;
}

/* One expression, or three between brackets and commas. */
static SarStatus default_functions(SarModel *model, const SarField *field, SarValue *value) {
  const char *at = field->fallback;
  for (int i = 0; i < (field->kind == SAR_FIELD_FUNCTION ? 1 : 3); i++) {
    at += strspn(at, " ,[]");
    size_t length = strcspn(at, ",[]");
    const char *text = sar_arena_copy_text_n(model->arena, at, length);
    if (!text) return sar_report_no_memory(model->context);
    SAR_TRY(parse_expression(model, field, text, &value->function[i]));
    at += length;
  }
  return SAR_OK;
}

static SarStatus default_word(SarModel *model, const SarField *field, SarValue *value) {
  const char *choices = field->kind == SAR_FIELD_BOOL ? "false true" : field->choices;
  int32_t index = sar_field_choice(choices, field->fallback);
  if (index < 0) return bad_default(model, field);
  value->real = index;
  return SAR_OK;
}

static SarStatus default_side(SarModel *model, const SarField *field, SarValue *value) {
  return sar_model_split_side(model, field->fallback, sar_nowhere(), &value->side[0]);
}

static SarStatus fill_default(SarModel *model, const SarField *field, SarValue *value) {
  if (field->kind == SAR_FIELD_TURN) value->turn = sar_quat_identity();
  if (!field->fallback || !field->fallback[0]) return SAR_OK;
  switch (field->kind) {
    case SAR_FIELD_REAL: return default_real(model, field, value);
    case SAR_FIELD_AXIS: return default_axis(model, field, value);
    case SAR_FIELD_VECTOR:
    case SAR_FIELD_REALS:
    case SAR_FIELD_TURN:
    case SAR_FIELD_INERTIA: return default_numbers(model, field, value);
    case SAR_FIELD_FUNCTION:
    case SAR_FIELD_FUNCTIONS3: return default_functions(model, field, value);
    case SAR_FIELD_BOOL:
    case SAR_FIELD_CHOICE: return default_word(model, field, value);
    case SAR_FIELD_SIDE: return default_side(model, field, value);
    default: return bad_default(model, field);
  }
}

SarStatus sar_model_class_defaults(SarModel *model, const SarElementClass *element_class, const SarValue **out) {
  int32_t index = 0;
  while (sar_element_class(index) != element_class) index++;
  *out = model->class_defaults[index];
  if (*out) return SAR_OK;
  SarValue *values = SAR_NEW(model->arena, element_class->nfields, SarValue);
  if (!values) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < element_class->nfields; i++) {
    SAR_TRY(fill_default(model, &element_class->fields[i], &values[i]));
  }
  *out = model->class_defaults[index] = values;
  return SAR_OK;
}
