/* The parser without its reporting: used on the user's texts and on the derivative rules of functions.def. */
#ifndef SAR_EXPR_PARSER_H
#define SAR_EXPR_PARSER_H

#include "expr/expr.h"

typedef struct SarParseError {
  SarStatus status;
  bool reported;  /* by the scope, so there is nothing to add */
  int32_t offset; /* bytes from the start of the text */
  char message[160], remedy[200];
} SarParseError;

/* Parses a user's text. Null with *error filled if it is wrong. */
const SarExpr *sar_parse_text(SarArena *arena, const char *text, const SarScope *scope, SarParseError *error);

/* Parses a rule whose names x and y stand for arguments[0] and [1]. Null only when memory is exhausted. */
const SarExpr *sar_parse_rule(SarArena *arena, const char *rule, const SarExpr *const *arguments);

#endif
