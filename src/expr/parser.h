/* The parser without its reporting: used on the user's texts, on the derivative rules of functions.def and on
 * definitions.def. */
#ifndef SAR_EXPR_PARSER_H
#define SAR_EXPR_PARSER_H

#include "expr/expr.h"

typedef struct SarParseError {
  SarStatus status;
  bool reported;  /* by the scope, so there is nothing to add */
  int32_t offset; /* bytes from the start of the text */
  char message[160], remedy[200];
} SarParseError;

/* Parses a user's text that stands at `at`. Null with *error filled if it is wrong. */
const SarExpr *sar_parse_text(SarArena *arena, const char *text, SarSource at, const SarScope *scope,
                              SarParseError *error);

/* Parses a rule whose names x and y stand for arguments[0] and [1]. Null only when memory is exhausted. */
const SarExpr *sar_parse_rule(SarArena *arena, const char *rule, const SarExpr *const *arguments);

/* The same with names of one's own, separated by blanks. `place`: of the call it is written out for, or null.
 * *divided_by_zero: it divides by a constant zero somewhere. */
const SarExpr *sar_parse_definition(SarArena *arena, const char *body, const char *parameters,
                                    const SarExpr *const *arguments, const SarExprPlace *place, bool *divided_by_zero);

struct SarDefinition;
/* What a call of a definition (definition.h), at `place`, means. Null when memory is exhausted. *divided_by_zero: it
 * divides by a constant zero.
 */
const SarExpr *sar_definition_expand(SarArena *arena, const struct SarDefinition *definition,
                                     const SarExpr *const *arguments, int32_t narguments, const SarExprPlace *place,
                                     bool *divided_by_zero);

/* The column of a byte of a text that stands at `at`: columns count characters, offsets count bytes. */
int32_t sar_parse_column(SarSource at, const char *text, int32_t offset);

/* What to do instead of a function of Adams that the language does not have (refused.def); null: it is none. */
const char *sar_parse_refused(const char *name);

#endif
