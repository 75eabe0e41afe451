/* Expressions of the model file: which names they may use, and what their values mean in SI units.
 *
 * A name is, in this order, a variable of the field (t, length, ...), a counter of `for:`, or a parameter. Numbers are
 * in the file's units. An expression that uses `deg` or `rad` says itself what its angles are: for it the angle
 * unit of the file does not count. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

typedef struct Scope {
  SarFile *file;
  const SarVariables *variables;
  bool angle; /* a parameter written with deg or rad was used */
} Scope;

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  Scope *scope = self;
  SarFile *file = scope->file;
  *constant = 0;
  for (*variable = 0; *variable < scope->variables->count; ++*variable) {
    if (strcmp(scope->variables->list[*variable].name, name) == 0) return SAR_OK;
  }
  *variable = -1;
  for (int32_t i = 0; i < file->ncounters; i++) {
    *constant = file->counters[i].value;
    if (strcmp(file->counters[i].name, name) == 0) return SAR_OK;
  }
  SarParameter *parameter = sar_parameter_find(file, name);
  if (!parameter) return SAR_INPUT;
  if (sar_parameter_evaluate(file, parameter) != SAR_OK) return SAR_FAILED;
  *constant = parameter->value;
  if (parameter->angle) scope->angle = true;
  return SAR_OK;
}

static const char *list(void *self, int32_t index) {
  const Scope *scope = self;
  if (index < scope->variables->count) return scope->variables->list[index].name;
  index -= scope->variables->count;
  if (index < scope->file->ncounters) return scope->file->counters[index].name;
  index -= scope->file->ncounters;
  return index < scope->file->nparameters ? scope->file->parameters[index].name : NULL;
}

/* Parses with the names of the file; *angle: the expression says itself what its angles are. */
static SarStatus parse(SarFile *file, SarArena *arena, const char *text, SarSource at, const SarVariables *variables,
                       const SarExpr **out, bool *angle) {
  Scope scope = {file, variables, false};
  SarScope names = {resolve, list, &scope};
  SAR_TRY(sar_expr_parse(file->reader->context, arena, text, at, file->element, &names, out));
  *angle = scope.angle || sar_expr_has_angle_unit(*out);
  return SAR_OK;
}

SarStatus sar_read_constant(SarFile *file, const char *text, SarSource at, double *out, bool *angle) {
  static const SarVariables none = {0};
  bool says_angle = false;
  size_t length = strlen(text);
  if (length == 0 || sar_text_number(text, length, out) != length) { /* plain numbers need no tree */
    const SarExpr *expression;
    SAR_TRY(parse(file, file->reader->scratch, text, at, &none, &expression, &says_angle));
    if (!sar_expr_is_constant(expression, out)) return SAR_FAILED; /* cannot be: there are no variables */
  }
  if (!isfinite(*out)) {
    return sar_report(file->reader->context, SAR_INPUT, at, file->element, "give a smaller number",
                      "the number `%s` is too large", text);
  }
  if (angle) *angle = says_angle;
  return SAR_OK;
}

/* The file's units, or those with radians for an expression that says what its angles are. */
static SarUnits units_for(const SarFile *file, bool angle) {
  SarUnits units = file->units;
  if (angle) units.angle = 1;
  return units;
}

static SarStatus scalar_text(SarFile *file, const SarNode *node, const char *what, const char *takes,
                             const char **text) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SCALAR, what, takes));
  SAR_TRY(sar_read_text(file, node, what, text));
  if ((*text)[strspn(*text, " ")]) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a value, or remove the key",
                    "`%s` has no value", what);
}

SarStatus sar_read_number(SarFile *file, const SarNode *node, const char *what, const char *unit, double *out) {
  const char *text;
  bool angle;
  SAR_TRY(scalar_text(file, node, what, "a number", &text));
  SAR_TRY(sar_read_constant(file, text, node->inside, out, &angle));
  if (!unit || !unit[0]) return SAR_OK;
  SarUnits units = units_for(file, angle);
  *out *= sar_units_factor(&units, unit);
  return SAR_OK;
}

SarStatus sar_read_function(SarFile *file, const SarNode *node, const SarField *field, const SarExpr **out) {
  SarReader *reader = file->reader;
  const char *text;
  bool angle;
  SarVariables variables = sar_field_variables(field);
  SAR_TRY(scalar_text(file, node, field->name, "an expression", &text));
  SAR_TRY(parse(file, reader->model->arena, text, node->inside, &variables, out, &angle));
  SarUnits units = units_for(file, angle);
  double factor = sar_units_factor(&units, field->unit ? field->unit : ""), scale[SAR_MAX_VARIABLES] = {0};
  bool same = factor == 1;
  for (int32_t i = 0; i < variables.count; i++) {
    scale[i] = 1 / sar_units_factor(&units, variables.list[i].unit);
    same = same && scale[i] == 1;
  }
  if (same) return SAR_OK;
  *out = sar_expr_rescale(reader->model->arena, *out, factor, scale, variables.count);
  return *out ? SAR_OK : sar_read_no_memory(reader);
}

SarStatus sar_read_integer(SarFile *file, const char *text, SarSource at, const char *what, int64_t *out) {
  double value;
  SAR_TRY(sar_read_constant(file, text, at, &value, NULL));
  double nearest = round(value);
  if (fabs(nearest) > 1e15 || fabs(value - nearest) > 1e-9 * fmax(1, fabs(value))) {
    return sar_report(file->reader->context, SAR_INPUT, at, file->element, "use whole numbers here",
                      "%s must be a whole number, but `%s` is %g", what, text, value);
  }
  *out = (int64_t)nearest;
  return SAR_OK;
}
