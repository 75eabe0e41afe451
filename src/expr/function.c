/* The table behind function.h. To add a function, add a line to functions.def. */
#include "expr/function.h"

#include <string.h>

#include "base/text.h"

static const SarFunction functions[SAR_EXPR_OPERATIONS] = {
    [SAR_EXPR_CONSTANT] = {NULL, 0, {NULL, NULL}},
    [SAR_EXPR_VARIABLE] = {NULL, 0, {NULL, NULL}},
#define SAR_FUNCTION(id, name, narguments, value, dx, dy) [SAR_EXPR_##id] = {name, narguments, {dx, dy}},
#include "expr/functions.def"
#undef SAR_FUNCTION
};

const SarFunction *sar_function_get(SarOperation operation) { return &functions[operation]; }

bool sar_function_is_callable(SarOperation operation) { return sar_text_is_name(functions[operation].name); }

SarOperation sar_function_find(const char *name) {
  for (int i = 0; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    if (functions[i].name && strcmp(functions[i].name, name) == 0 && sar_function_is_callable(operation)) {
      return operation;
    }
  }
  return SAR_EXPR_CONSTANT;
}
