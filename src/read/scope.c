/* Expressions of the model file and the names they may use: in this order, a variable of the field (t, length, ...), a
 * counter of `for:`, or a parameter.
 *
 * Parameters use each other: they are evaluated depth first, when a name asks for them, so that a circle is found and
 * named. Everything here is in the file's units. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/reader.h"

typedef struct Scope {
  SarFile *file;
  const SarVariables *variables;
  bool angle; /* a parameter written with deg or rad was used */
  const char *text;
  SarSource at;
} Scope;

static SarStatus evaluate_parameter(SarFile *file, SarParameter *parameter);

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
  if (evaluate_parameter(file, parameter) != SAR_OK) return SAR_FAILED;
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

static SarStatus external(void *self, const char *name, const SarExternal **out, int32_t *output) {
  const Scope *scope = self;
  return sar_read_plugin_function(scope->file, name, scope->text, scope->at, out, output);
}

SarStatus sar_read_expression(SarFile *file, SarArena *arena, const char *text, SarSource at,
                              const SarVariables *variables, const SarExpr **out, bool *angle) {
  Scope scope = {.file = file, .variables = variables, .text = text, .at = at};
  SarScope names = {.resolve = resolve, .list = list, .self = &scope, .external = external};
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
    SAR_TRY(sar_read_expression(file, file->reader->scratch, text, at, &none, &expression, &says_angle));
    if (!sar_expr_is_constant(expression, out)) return SAR_FAILED; /* cannot be: there are no variables */
  }
  if (!isfinite(*out)) {
    return sar_report(file->reader->context, SAR_INPUT, at, file->element, "give a smaller number",
                      "the number `%s` is too large", text);
  }
  if (angle) *angle = says_angle;
  return SAR_OK;
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

/* ---- parameters ---- */

/* "a -> b -> a" */
static SarStatus report_cycle(SarFile *file, const SarParameter *again) {
  SarReader *reader = file->reader;
  int32_t first = file->nactive - 1;
  while (file->active[first] != again) first--;
  char *chain = sar_arena_copy_text(reader->scratch, again->name);
  for (int32_t i = first + 1; chain && i <= file->nactive; i++) {
    chain =
        sar_arena_printf(reader->scratch, "%s -> %s", chain, i < file->nactive ? file->active[i]->name : again->name);
  }
  if (!chain) return sar_read_no_memory(reader);
  return sar_report(reader->context, SAR_INPUT, again->source, again->name, "give one of them a number",
                    "parameters depend on each other in a circle: %s", chain);
}

static SarStatus evaluate_parameter(SarFile *file, SarParameter *parameter) {
  if (parameter->state == SAR_KNOWN) return SAR_OK;
  if (parameter->state == SAR_BROKEN) return SAR_INPUT;
  if (parameter->state == SAR_ACTIVE) return report_cycle(file, parameter);
  if (file->nactive == SAR_MAX_PARAMETER_DEPTH) {
    return sar_report(file->reader->context, SAR_INPUT, parameter->source, parameter->name, "shorten the chain",
                      "parameters use each other over more than %d levels", SAR_MAX_PARAMETER_DEPTH);
  }
  file->active[file->nactive++] = parameter;
  parameter->state = SAR_ACTIVE;
  const char *element = file->element;
  file->element = parameter->name;
  SarStatus status = sar_read_constant(file, parameter->text, parameter->source, &parameter->value, &parameter->angle);
  file->element = element;
  parameter->state = status == SAR_OK ? SAR_KNOWN : SAR_BROKEN;
  file->nactive--;
  return status;
}

SarStatus sar_read_evaluate_parameters(SarFile *file) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < file->nparameters; i++) {
    SarStatus one = evaluate_parameter(file, &file->parameters[i]);
    if (one != SAR_OK) status = one;
  }
  return status;
}
