/* What the parts of the parser share: grammar.c, parse_common.c (tokens and places), parse_error.c (messages),
 * parse_name.c (names), parse_function.c (which functions there are), parse_arguments.c, parse_call.c (functions),
 * parse_outside.c (splines, external functions, calls of the scope). Nobody else needs it.
 *
 * A function that fails records the error (only the first counts) and returns null; null without a recorded error means
 * exhausted memory. */
#ifndef SAR_EXPR_PARSING_H
#define SAR_EXPR_PARSING_H

#include "expr/lexer.h"
#include "expr/node.h"
#include "expr/parser.h"

#define SAR_PARSE_QUOTED 40 /* most bytes of the text that a message repeats */
#define SAR_PARSE_WORD 64   /* names below this length need no memory */
#define SAR_PARSE_PI 3.14159265358979323846

typedef struct SarParser SarParser;
struct SarDefinition;

/* What the parts ask the grammar for, which knows them all and starts them: an expression within theirs, of operators
 * of at least the given strength (0: a whole one); and a definition written out. */
typedef struct SarGrammar {
  const SarExpr *(*binary)(SarParser *p, int32_t weakest);
  const SarExpr *(*expand)(SarArena *arena, const struct SarDefinition *definition, const SarExpr *const *arguments,
                           int32_t narguments, const SarExprPlace *place, bool *divided_by_zero);
} SarGrammar;

struct SarParser {
  const SarGrammar *grammar;
  SarArena *arena;
  SarLexer lexer;
  SarToken token; /* the one to be looked at next */
  const SarScope *scope;
  SarSource at;                    /* of the text */
  int32_t counted_offset, counted; /* up to which byte columns have been counted, and how many there were */
  const char *parameters;          /* of rules and definitions; null: a user's text */
  const SarExpr *const *bound;     /* what they stand for */
  const SarExprPlace *place;       /* of the call that a definition is written out for; null in rules */
  SarParseError *error;
  int32_t depth;
  int32_t dead; /* > 0: in a branch that a constant condition never takes; there a constant needs no finite value */
  bool has_angle_unit;
  bool divided_by_zero; /* in a definition */
};

/* Arguments of a call. */
typedef struct SarArguments {
  const SarExpr **items, *few[8];
  int32_t count, capacity;
  int32_t last;     /* offset of the last one */
  bool conditional; /* in: the first one is a condition, and a `:` may stand behind it */
  bool colon;       /* out: it did: IF(e: a, b, c) */
} SarArguments;

/* Whether constants without a finite value are no error here: in rules, since what multiplies them may vanish. */
static inline bool sar_parse_is_lenient(const SarParser *p) { return p->parameters || p->dead > 0; }

/* ---- parse_common.c ---- */
void sar_parse_advance(SarParser *p);
static inline bool sar_parse_at(const SarParser *p, char symbol) { return p->token.symbol == symbol; }
SarToken sar_parse_peek(const SarParser *p); /* the one behind p->token */
/* Applies an operation written at `offset`; a user's text may not contain constants without a finite value. */
const SarExpr *sar_parse_apply(SarParser *p, SarOperation operation, const SarExpr *const *arguments, int32_t offset);
/* Where a function or operator of this name stands, for messages; null where memory is exhausted, which does no harm.
 */
const SarExprPlace *sar_parse_place(SarParser *p, const char *name, int32_t offset);

/* Notes where a name or a call that the scope has answered stands: on the variable, also where the answer is it times a
 * factor. */
const SarExpr *sar_parse_answered(SarParser *p, const SarExpr *value, int32_t offset);
/* Checks a value made at `offset` by a function of this name in the same way. */
const SarExpr *sar_parse_finite(SarParser *p, const SarExpr *value, const char *name, int32_t offset);
/* The word of a token as text that ends: in `room`, or in the arena if it is long. */
const char *sar_parse_word(SarParser *p, SarToken token, char room[SAR_PARSE_WORD]);
SarSource sar_parse_source(SarParser *p, int32_t offset); /* of calls: offsets must not go back far */
/* Expects the `)` that closes the one at `open`. */
bool sar_parse_close(SarParser *p, int32_t open);

/* ---- parse_error.c ---- */
SAR_PRINTF(4, 5)
const SarExpr *sar_parse_fail(SarParser *p, int32_t offset, const char *remedy, const char *format, ...);
const SarExpr *sar_parse_fail_no_value(SarParser *p);
const SarExpr *sar_parse_fail_after_value(SarParser *p);
const SarExpr *sar_parse_fail_reported(SarParser *p, SarStatus status); /* by the scope */
static inline int sar_parse_quoted_length(SarToken token) {
  return token.length < SAR_PARSE_QUOTED ? token.length : SAR_PARSE_QUOTED;
}
static inline const char *sar_parse_quoted(const SarParser *p, SarToken token) { return p->lexer.text + token.offset; }

/* ---- parse_name.c ---- */
const SarExpr *sar_parse_name(SarParser *p, SarToken token);
/* Whether a constant of the language (pi, dtor, rtod) has this name. */
bool sar_parse_constant(const char *name, double *value);

/* ---- parse_call.c ---- */
const SarExpr *sar_parse_call(SarParser *p, SarToken token);

/* ---- parse_arguments.c ---- */

bool sar_parse_arguments(SarParser *p, SarArguments *arguments); /* from `(` to `)` */

/* ---- parse_function.c ---- */

/* The i-th function of the language, null past the end. */
const char *sar_parse_function(int32_t index);
bool sar_parse_is_function(const char *name);
/* The word of a spline function, or -1. */
int32_t sar_parse_spline_method(const char *name);
const char *sar_parse_spline_name(int32_t method); /* null past the end */

/* ---- parse_outside.c ---- */
const SarExpr *sar_parse_spline(SarParser *p, SarToken token, const char *name, int32_t method);
const SarExpr *sar_parse_outside(SarParser *p, SarToken token, const char *name);

#endif
