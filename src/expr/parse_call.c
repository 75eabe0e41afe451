/* Calls of functions of the language: operations of functions.def, definitions, splines; all others are handed on. */
#include <stdio.h>
#include <string.h>

#include "expr/definition.h"
#include "expr/parsing.h"

/* "x, x0, h0" from "x x0 h0". */
static void list_parameters(const char *parameters, char *out, size_t size) {
  size_t used = 0;
  for (const char *c = parameters; *c && used + 3 < size; c++) {
    if (*c == ' ') out[used++] = ',';
    out[used++] = *c;
  }
  out[used] = 0;
}

/* `parameters` may be null; `more`: there may be more than `wanted`. */
static const SarExpr *fail_count(SarParser *p, SarToken token, int32_t wanted, bool more, const char *parameters,
                                 int32_t count) {
  char list[80] = "";
  if (parameters) list_parameters(parameters, list, sizeof list);
  return sar_parse_fail(p, token.offset, "give as many as it takes, separated by commas",
                        "`%.*s` takes %s%d argument%s%s%s%s%s, not %d", sar_parse_quoted_length(token),
                        sar_parse_quoted(p, token), more ? "at least " : "", (int)wanted, wanted == 1 ? "" : "s",
                        parameters ? " (" : "", list, parameters && more ? ", ..." : "", parameters ? ")" : "",
                        (int)count);
}

/* ---- the kinds of functions ---- */

static const SarExpr *expand(SarParser *p, SarToken token, const SarDefinition *definition,
                             const SarArguments *arguments) {
  bool divided_by_zero = false;
  const char *name = definition->name[0] == '_' ? (definition->name[1] == 's' ? "sign" : "if") : definition->name;
  const SarExprPlace *place = sar_parse_place(p, name, token.offset);
  const SarExpr *value =
      p->grammar->expand(p->arena, definition, arguments->items, arguments->count, place, &divided_by_zero);
  p->divided_by_zero |= divided_by_zero;
  if (!sar_parse_is_lenient(p) && divided_by_zero) {
    return sar_parse_fail(p, token.offset, "let its range have a length other than zero",
                          "`%.*s` divides by zero with these arguments", sar_parse_quoted_length(token),
                          sar_parse_quoted(p, token));
  }
  char room[SAR_PARSE_QUOTED + 1];
  snprintf(room, sizeof room, "%.*s", sar_parse_quoted_length(token), sar_parse_quoted(p, token));
  return sar_parse_finite(p, value, room, token.offset);
}

static const SarExpr *call_definition(SarParser *p, SarToken token, const SarDefinition *definition) {
  SarArguments arguments = {.conditional = false};
  if (!sar_parse_arguments(p, &arguments)) return NULL;
  int32_t wanted = sar_definition_parameters(definition);
  bool series = !definition->body;
  if (arguments.count < wanted || (arguments.count > wanted && !series)) {
    return fail_count(p, token, wanted, series, definition->parameters, arguments.count);
  }
  return expand(p, token, definition, &arguments);
}

/* min and max of more than two. */
static const SarExpr *fold(SarParser *p, SarToken token, SarOperation operation, const SarArguments *arguments) {
  if (arguments->count < 2) return fail_count(p, token, 2, true, NULL, arguments->count);
  const SarExpr *value = arguments->items[0];
  for (int32_t i = 1; i < arguments->count && value; i++) {
    value = sar_parse_apply(p, operation, (const SarExpr *[]){value, arguments->items[i]}, token.offset);
  }
  return value;
}

static const SarExpr *call_operation(SarParser *p, SarToken token, SarOperation operation) {
  SarArguments arguments = {.conditional = operation == SAR_EXPR_IF};
  if (!sar_parse_arguments(p, &arguments)) return NULL;
  int32_t count = arguments.count, wanted = sar_function_get(operation)->narguments;
  if (operation == SAR_EXPR_MIN || operation == SAR_EXPR_MAX) return fold(p, token, operation, &arguments);
  if (operation == SAR_EXPR_SIGN && count == 2) {
    return expand(p, token, sar_definition_find("_sign2", true), &arguments);
  }
  if (arguments.colon) {
    if (count != 4) return fail_count(p, token, 4, false, "e: negative zero positive", count);
    return expand(p, token, sar_definition_find("_if3", true), &arguments);
  }
  if (count != wanted) {
    return fail_count(p, token, wanted, false, operation == SAR_EXPR_IF ? "condition value otherwise" : NULL, count);
  }
  bool remainder = operation == SAR_EXPR_MOD || operation == SAR_EXPR_MODULO;
  if (remainder && !sar_parse_is_lenient(p) && sar_node_is(arguments.items[1], 0)) {
    return sar_parse_fail(p, arguments.last, "give a period other than zero", "`%s` by zero",
                          sar_function_name(operation));
  }
  return sar_parse_apply(p, operation, arguments.items, token.offset);
}

/* ---- functions of the scope that take whole expressions: max(abs(x)) over rows ---- */

static bool is_over(SarParser *p, const char *name) {
  const SarScope *scope = p->parameters ? NULL : p->scope;
  const SarExpr *ignored = NULL;
  SarOverCall question = {.name = name, .narguments = -1};
  return scope && scope->over && scope->over(scope->self, p->arena, &question, &ignored) == SAR_OK;
}

static const SarExpr *call_over(SarParser *p, SarToken token, const char *name) {
  SarArguments arguments = {.conditional = false};
  SarSource source = sar_parse_source(p, token.offset);
  if (!sar_parse_arguments(p, &arguments)) return NULL;
  SarOverCall call = {name, source, arguments.items, arguments.count};
  SarOperation operation = sar_function_find(name, false);
  const SarExpr *value = NULL;
  SarStatus status = p->scope->over(p->scope->self, p->arena, &call, &value);
  bool shared = operation == SAR_EXPR_MIN || operation == SAR_EXPR_MAX;
  if (status == SAR_INPUT && shared) return fold(p, token, operation, &arguments);
  return status == SAR_OK ? sar_parse_answered(p, value, token.offset) : sar_parse_fail_reported(p, status);
}

const SarExpr *sar_parse_call(SarParser *p, SarToken token) {
  char room[SAR_PARSE_WORD];
  const char *name = sar_parse_word(p, token, room);
  if (!name) return NULL;
  bool internal = p->parameters != NULL;
  if (is_over(p, name)) return call_over(p, token, name);
  SarOperation operation = sar_function_find(name, internal);
  if (operation != SAR_EXPR_CONSTANT) return call_operation(p, token, operation);
  const SarDefinition *definition = sar_definition_find(name, internal);
  if (definition) return call_definition(p, token, definition);
  int32_t method = sar_parse_spline_method(name);
  if (method >= 0) return sar_parse_spline(p, token, name, method);
  return sar_parse_outside(p, token, name);
}
