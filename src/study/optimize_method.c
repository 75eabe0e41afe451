#include "study/optimize_method.h"

#include <stdio.h>
#include <string.h>

static const SarOptimizeMethod methods[] = {
#define SAR_OPTIMIZE_METHOD(id, called, with_gradient, with_limits, with_equalities, whole, words) \
  {.name = called,                                                                                 \
   .summary = words,                                                                               \
   .gradient = with_gradient,                                                                      \
   .limits = with_limits,                                                                          \
   .equalities = with_equalities,                                                                  \
   .global = whole},
#include "study/optimize_method.def"
#undef SAR_OPTIMIZE_METHOD
};

const SarOptimizeMethod *sar_optimize_method(int32_t kind) {
  return kind >= 0 && kind < SAR_OPTIMIZE_METHODS ? &methods[kind] : NULL;
}

/* The names of all methods that can do this, separated by blanks. */
static void list_methods(int32_t nlimits, int32_t nequalities, char *out, size_t size) {
  size_t used = 0;
  out[0] = 0;
  for (int32_t i = 0; i < SAR_OPTIMIZE_METHODS && used < size; i++) {
    if ((nlimits && !methods[i].limits) || (nequalities && !methods[i].equalities)) continue;
    used += (size_t)snprintf(out + used, size - used, "%s%s", used ? " " : "", methods[i].name);
  }
}

SarStatus sar_optimize_method_find(SarContext *context, SarSource at, const char *name, int32_t nlimits,
                                   int32_t nequalities, SarOptimizeMethodKind *out) {
  char known[256], remedy[288];
  list_methods(nlimits, nequalities, known, sizeof known);
  snprintf(remedy, sizeof remedy, "give one of: %s", known);
  int32_t found = 0;
  while (found < SAR_OPTIMIZE_METHODS && strcmp(methods[found].name, name) != 0) found++;
  if (found == SAR_OPTIMIZE_METHODS) {
    return sar_report(context, SAR_INPUT, at, NULL, remedy, "there is no method `%s`", name);
  }
  bool equal = nequalities && !methods[found].equalities;
  if (equal || (nlimits && !methods[found].limits)) {
    return sar_report(context, SAR_INPUT, at, NULL, remedy, "method %s cannot keep constraints%s", name,
                      equal && methods[found].limits ? " with =" : "");
  }
  *out = (SarOptimizeMethodKind)found;
  return SAR_OK;
}
