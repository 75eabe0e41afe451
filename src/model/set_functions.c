/* Setters of expressions and lists, and the tables of a model that expressions use: parameters and splines. Expressions
 * are in SI units here. A parameter is a number that events may change, so that it is a reference in expressions. */
#include <string.h>

#include "base/text.h"
#include "expr/spline.h"
#include "model/set.h"

/* ---- names in expressions ---- */

typedef struct Scope {
  SarModel *model;
  const char *owner;
  const SarVariables *variables;
} Scope;

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  const SarVariables *variables = ((const Scope *)self)->variables;
  *constant = 0;
  for (*variable = 0; *variable < variables->count; ++*variable) {
    if (strcmp(variables->list[*variable].name, name) == 0) return SAR_OK;
  }
  return SAR_INPUT;
}

static const char *list(void *self, int32_t index) {
  const SarVariables *variables = ((const Scope *)self)->variables;
  return index < variables->count ? variables->list[index].name : NULL;
}

static int32_t find_parameter(const SarModel *model, const char *name) {
  for (int32_t i = 0; i < model->nparameters; i++) {
    if (strcmp(model->parameters[i].name, name) == 0) return i;
  }
  return -1;
}

static SarStatus call(void *self, SarArena *arena, const SarCall *call, const SarExpr **out) {
  const Scope *scope = self;
  SarReference reference;
  int32_t index, parameter = call->narguments < 0 ? find_parameter(scope->model, call->name) : -1;
  static const SarNameScope whole = {.prefix = ""};
  SAR_TRY(sar_model_make_reference(scope->model, call, &whole, scope->owner, &reference));
  reference.parameter = parameter;
  SAR_TRY(sar_model_add_reference(scope->model, &reference, &index));
  *out = sar_expr_variable(arena, SAR_REFERENCES + index);
  return *out ? SAR_OK : sar_report_no_memory(scope->model->context);
}

static const char *list_calls(void *self, int32_t index) {
  (void)self;
  const SarMeasureClass *measure = sar_measure_class(index);
  return measure ? measure->name : NULL;
}

static SarStatus find_spline(void *self, const char *name, const SarSpline **out) {
  const SarModel *model = ((const Scope *)self)->model;
  for (int32_t i = 0; i < model->nsplines; i++) {
    *out = model->splines[i].spline;
    if (strcmp(model->splines[i].name, name) == 0) return SAR_OK;
  }
  return SAR_INPUT;
}

static SarStatus parse(SarModel *model, const SarSlot *slot, const char *text, const SarExpr **out) {
  SarVariables variables = sar_field_variables(slot->field);
  Scope self = {model, slot->owner, &variables};
  SarScope scope = {
      .resolve = resolve, .list = list, .self = &self, .call = call, .list_calls = list_calls, .spline = find_spline};
  SarStatus status = sar_expr_parse(model->context, model->arena, text, sar_nowhere(), slot->owner, &scope, out);
  return status == SAR_FAILED ? SAR_INPUT : status; /* reported by the scope */
}

/* ---- functions ---- */

static void drop_reference(void *self, int32_t variable) {
  SarModel *model = self;
  if (variable >= SAR_REFERENCES) model->references[variable - SAR_REFERENCES] = (SarReference){.parameter = -1};
}

/* What the references of an expression that is replaced speak of no longer matters: they are emptied. */
static void drop(SarModel *model, const SarExpr *f) {
  if (f) sar_expr_each_variable(f, drop_reference, model);
}

/* Parses `count` texts; where one of them is wrong, nothing of them remains. */
static SarStatus parse_all(SarModel *model, const SarSlot *slot, const char *const *texts, int32_t count,
                           const SarExpr **out) {
  int32_t before = model->nreferences;
  for (int32_t i = 0; i < count; i++) {
    SarStatus status = parse(model, slot, texts[i], &out[i]);
    if (status == SAR_OK) continue;
    model->nreferences = before;
    return status;
  }
  return SAR_OK;
}

SarStatus sar_model_set_function(SarModel *model, SarElementId element, const char *field, const char *text) {
  SAR_NEED(model ? model->context : NULL, model && field && text);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_FUNCTION, &slot));
  SAR_TRY(parse_all(model, &slot, &text, 1, slot.value.function));
  drop(model, slot.target->function[0]);
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_functions(SarModel *model, SarElementId element, const char *field, const char *x,
                                  const char *y, const char *z) {
  SAR_NEED(model ? model->context : NULL, model && field && x && y && z);
  SarSlot slot;
  const char *const texts[] = {x, y, z};
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_FUNCTIONS3, &slot));
  SAR_TRY(parse_all(model, &slot, texts, 3, slot.value.function));
  for (int i = 0; i < 3; i++) drop(model, slot.target->function[i]);
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_function_list(SarModel *model, SarElementId element, const char *field,
                                      const char *const *texts, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (texts || count <= 0));
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_FUNCTIONS, &slot));
  const SarExpr **functions = SAR_NEW(model->arena, count, const SarExpr *);
  if (!functions) return sar_report_no_memory(model->context);
  SAR_TRY(parse_all(model, &slot, texts, count, functions));
  for (int32_t i = 0; i < slot.value.nlist; i++) drop(model, slot.value.functions[i]);
  slot.value.functions = functions;
  slot.value.nlist = count;
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_settings(SarModel *model, SarElementId element, const char *field, const char *const *names,
                                 const char *const *texts, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (names || count <= 0) && (texts || count <= 0));
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_SETTINGS, &slot));
  SarSetting *settings = SAR_NEW(model->arena, count, SarSetting);
  if (!settings) return sar_report_no_memory(model->context);
  for (int32_t i = 0; i < count; i++) {
    settings[i].parameter = find_parameter(model, names[i]);
    settings[i].source = sar_nowhere();
    if (settings[i].parameter < 0) {
      return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "add it with sar_model_add_parameter",
                        "there is no parameter `%s`", names[i]);
    }
    settings[i].name = model->parameters[settings[i].parameter].name;
    SAR_TRY(parse_all(model, &slot, &texts[i], 1, &settings[i].function));
  }
  for (int32_t i = 0; i < slot.value.nlist; i++) drop(model, slot.value.settings[i].function);
  slot.value.settings = settings;
  slot.value.nlist = count;
  return sar_slot_close(&slot);
}

/* ---- starts, matrices, texts, names ---- */

SarStatus sar_model_set_start(SarModel *model, SarElementId joint, const char *field, const char *coordinate,
                              double value) {
  SAR_NEED(model ? model->context : NULL, model && field && coordinate);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, joint, field, SAR_FIELD_STARTS, &slot));
  SAR_TRY(sar_slot_check(model, &slot, &value, 1));
  SarStartValue start = {sar_field_choice(slot.field->choices, coordinate), value, sar_nowhere()};
  if (start.index < 0) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, slot.field->choices,
                      "it has no coordinate `%s`; these it has", coordinate);
  }
  int32_t at = 0;
  while (at < slot.value.nlist && slot.value.starts[at].index != start.index) at++;
  size_t count = (size_t)slot.value.nlist, more = count + (at == slot.value.nlist);
  SarStartValue *starts = sar_arena_grow(model->arena, slot.value.starts, count, more, sizeof *starts);
  if (!starts) return sar_report_no_memory(model->context);
  starts[at] = start;
  slot.value.starts = starts;
  slot.value.nlist = (int32_t)more;
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_matrix(SarModel *model, SarElementId element, const char *field, const double *values,
                               int32_t rows, int32_t columns) {
  SAR_NEED(model ? model->context : NULL, model && field && values);
  SarSlot slot;
  SAR_TRY(sar_slot_open_either(model, element, field, SAR_FIELD_MATRIX, SAR_FIELD_AXES, &slot));
  if (slot.field->kind == SAR_FIELD_AXES && columns != 3) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give rows of three numbers",
                      "`%s` takes directions", field);
  }
  if (rows < 1 || columns < 1 || rows > SAR_MAX_ELEMENTS / columns) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, "give at least one row and one column",
                      "`%s` has %d rows of %d numbers", field, (int)rows, (int)columns);
  }
  size_t count = (size_t)rows * (size_t)columns;
  SAR_TRY(sar_slot_check(model, &slot, values, rows * columns));
  slot.value.list = sar_arena_grow(model->arena, values, count, count, sizeof *values);
  if (!slot.value.list) return sar_report_no_memory(model->context);
  slot.value.nlist = rows;
  slot.value.columns = columns;
  return sar_slot_close(&slot);
}

SarStatus sar_model_set_text(SarModel *model, SarElementId element, const char *field, const char *text) {
  SAR_NEED(model ? model->context : NULL, model && field && text);
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_TEXT, &slot));
  slot.value.text = sar_arena_copy_text(model->arena, text);
  return slot.value.text ? sar_slot_close(&slot) : sar_report_no_memory(model->context);
}

static SarStatus set_names(SarModel *model, SarElementId element, const char *field, SarFieldKind kind,
                           const char *const *names, int32_t count) {
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, kind, &slot));
  for (int32_t i = 0; kind == SAR_FIELD_WORDS && i < count; i++) {
    if (sar_field_choice(slot.field->choices, names[i]) >= 0) continue;
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), slot.owner, slot.field->choices,
                      "`%s` cannot be `%s`; it is made of", field, names[i]);
  }
  slot.value.names = sar_model_copy_names(model, names, count);
  slot.value.nlist = count;
  return slot.value.names ? sar_slot_close(&slot) : sar_report_no_memory(model->context);
}

SarStatus sar_model_set_element(SarModel *model, SarElementId element, const char *field, const char *name) {
  SAR_NEED(model ? model->context : NULL, model && field && name);
  return set_names(model, element, field, SAR_FIELD_ELEMENT, &name, 1);
}

SarStatus sar_model_set_elements(SarModel *model, SarElementId element, const char *field, const char *const *names,
                                 int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (names || count <= 0));
  return set_names(model, element, field, SAR_FIELD_ELEMENTS, names, count);
}

SarStatus sar_model_set_words(SarModel *model, SarElementId element, const char *field, const char *const *words,
                              int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (words || count <= 0));
  return set_names(model, element, field, SAR_FIELD_WORDS, words, count);
}

SarStatus sar_model_set_names(SarModel *model, SarElementId element, const char *field, const char *const *names,
                              int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (names || count <= 0));
  return set_names(model, element, field, SAR_FIELD_NAMES, names, count);
}

SarStatus sar_model_set_pairs(SarModel *model, SarElementId element, const char *field, const char *const *names,
                              int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && field && (names || count <= 0));
  SarSlot slot;
  SAR_TRY(sar_slot_open(model, element, field, SAR_FIELD_PAIRS, &slot));
  slot.value.names = sar_model_copy_names(model, names, 2 * count);
  slot.value.nlist = count;
  return slot.value.names ? sar_slot_close(&slot) : sar_report_no_memory(model->context);
}

/* ---- tables of the model ---- */

static SarStatus check_table_name(SarModel *model, const char *name, bool used, const char *what) {
  if (!sar_text_is_name(name) || sar_text_is_reserved(name)) {
    return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  if (!used) return SAR_OK;
  return sar_report(model->context, SAR_INPUT, sar_nowhere(), NULL, "choose another name",
                    "the model already has a %s `%s`", what, name);
}

SarStatus sar_model_add_parameter(SarModel *model, const char *name, double value) {
  SAR_NEED(model ? model->context : NULL, model && name);
  SAR_TRY(check_table_name(model, name, find_parameter(model, name) >= 0, "parameter"));
  size_t count = (size_t)model->nparameters;
  SarModelParameter *parameters = sar_arena_grow(model->arena, model->parameters, count, count + 1, sizeof *parameters);
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!parameters || !copy) return sar_report_no_memory(model->context);
  parameters[model->nparameters++] = (SarModelParameter){.name = copy, .value = value};
  model->parameters = parameters;
  return SAR_OK;
}

SarStatus sar_model_keep_spline(SarModel *model, const SarModelSpline *spline) {
  if (model->nsplines == model->splines_capacity) {
    int32_t larger = model->splines_capacity ? 2 * model->splines_capacity : 8;
    void *grown =
        sar_arena_grow(model->arena, model->splines, (size_t)model->nsplines, (size_t)larger, sizeof *model->splines);
    if (!grown) return sar_report_no_memory(model->context);
    model->splines = grown;
    model->splines_capacity = larger;
  }
  model->splines[model->nsplines++] = *spline;
  return SAR_OK;
}

SarStatus sar_model_add_spline(SarModel *model, const char *name, const double *x, const double *y, int32_t count) {
  SAR_NEED(model ? model->context : NULL, model && name && x && y);
  const SarSpline *other;
  Scope scope = {model, NULL, NULL};
  SAR_TRY(check_table_name(model, name, find_spline(&scope, name, &other) == SAR_OK, "spline"));
  const char *copy = sar_arena_copy_text(model->arena, name);
  if (!copy) return sar_report_no_memory(model->context);
  SarSplineTable table = {.name = copy, .x = x, .y = y, .nx = count, .nz = 1};
  SarModelSpline spline = {.name = copy, .source = sar_nowhere()};
  SAR_TRY(sar_spline_create(model->context, model->arena, &table, sar_nowhere(), &spline.spline));
  return sar_model_keep_spline(model, &spline);
}
