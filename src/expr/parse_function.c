/* The functions of the language: operations, definitions, splines. */
#include "expr/definition.h"
#include "expr/parsing.h"
#include "expr/words.h"

static const char *const methods[] = {"akispl", "cubspl", "linspl", "interp"}; /* by SarSplineMethod */
enum { NMETHODS = sizeof methods / sizeof *methods };

int32_t sar_parse_spline_method(const char *name) {
  for (int32_t i = 0; i < NMETHODS; i++) {
    if (sar_word_is(methods[i], name)) return i;
  }
  return -1;
}

const char *sar_parse_spline_name(int32_t method) { return method >= 0 && method < NMETHODS ? methods[method] : NULL; }

const char *sar_parse_function(int32_t index) {
  for (int i = SAR_EXPR_VARIABLE + 1; i < SAR_EXPR_OPERATIONS; i++) {
    if (sar_function_is_callable((SarOperation)i) && index-- == 0) return sar_function_get((SarOperation)i)->name;
  }
  const SarDefinition *definition = NULL;
  for (int32_t i = 0; (definition = sar_definition_get(i)); i++) {
    if (definition->name[0] != '_' && index-- == 0) return definition->name;
  }
  return sar_parse_spline_name(index);
}

bool sar_parse_is_function(const char *name) {
  return sar_function_find(name, false) != SAR_EXPR_CONSTANT || sar_definition_find(name, false) ||
         sar_parse_spline_method(name) >= 0;
}
