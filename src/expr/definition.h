/* Functions of the language that are made of others: definitions.def, and series of any length. */
#ifndef SAR_EXPR_DEFINITION_H
#define SAR_EXPR_DEFINITION_H

#include "expr/node.h"

typedef struct SarDefinition {
  const char *name, *parameters; /* those of a series are the ones that must be there */
  const char *body;              /* null: a series */
  /* u = x - x0; w is null where the series has no frequency; count coefficients, one at least. */
  const SarExpr *(*series)(SarArena *arena, const SarExpr *u, const SarExpr *w, const SarExpr *const *coefficients,
                           int32_t count);
} SarDefinition;

/* Upper and lower case alike; null: there is none. `internal`: also those for definitions only. */
const SarDefinition *sar_definition_find(const char *name, bool internal);
const SarDefinition *sar_definition_get(int32_t index); /* null past the end */

/* How many parameters it has; a series may have more arguments. */
int32_t sar_definition_parameters(const SarDefinition *definition);

/* What a call of a series means. Null when memory is exhausted. */
const SarExpr *sar_definition_series(SarArena *arena, const SarDefinition *definition, const SarExpr *const *arguments,
                                     int32_t narguments);

#endif
