/* The table behind function.h. To add a function, add a line to functions.def. */
#include "expr/function.h"

#include "base/text.h"
#include "expr/words.h"

static const SarFunction functions[SAR_EXPR_OPERATIONS] = {
    [SAR_EXPR_CONSTANT] = {NULL, 0, {NULL, NULL}},
    [SAR_EXPR_VARIABLE] = {NULL, 0, {NULL, NULL}},
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) [SAR_EXPR_##id] = {name, narguments, {dx, dy}},
#include "expr/functions.def"
#undef SAR_FUNCTION
};

const SarFunction *sar_function_get(SarOperation operation) { return &functions[operation]; }

const char *sar_function_name(SarOperation operation) {
  if (operation == SAR_EXPR_NEGATE) return "-";
  if (operation == SAR_EXPR_SPLINE) return "spline";
  return operation < SAR_EXPR_OPERATIONS ? functions[operation].name : "call";
}

bool sar_function_is_callable(SarOperation operation) {
  const char *name = functions[operation].name;
  return name && name[0] != '_' && sar_text_is_name(name);
}

SarOperation sar_function_find(const char *name, bool internal) {
  if (name[0] == '_' && !internal) return SAR_EXPR_CONSTANT;
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    if (sar_word_is(functions[i].name, name)) return (SarOperation)i; /* operators are not words, so never found */
  }
  return SAR_EXPR_CONSTANT;
}

bool sar_function_jumps(SarOperation operation) {
  switch (operation) {
    case SAR_EXPR_LESS:
    case SAR_EXPR_GREATER:
    case SAR_EXPR_LESS_EQUAL:
    case SAR_EXPR_GREATER_EQUAL:
    case SAR_EXPR_EQUAL:
    case SAR_EXPR_UNEQUAL:
    case SAR_EXPR_SIGN:
    case SAR_EXPR_FLOOR:
    case SAR_EXPR_CEIL:
    case SAR_EXPR_AINT:
    case SAR_EXPR_ANINT:
    case SAR_EXPR_ATAN2:
    case SAR_EXPR_MOD:
    case SAR_EXPR_MODULO: return true;
    default: return false;
  }
}
