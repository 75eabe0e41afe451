/* An expression of a deck between its text and ours: tokens, a tree of terms, and the functions that there are.
 *
 *   text --expression_token.c--> tokens --expression_parse.c--> terms --expression_write.c, expression_functions.c-->
 * text
 *
 * Our language follows Adams', so most of a term is written as it was. Numbers of markers and elements become names,
 * and 3-vectors are written out by components: only the tree knows which of its terms are vectors. */
#ifndef SAR_READ_ADAMS_EXPRESSION_H
#define SAR_READ_ADAMS_EXPRESSION_H

#include "read/adams/deck.h"

typedef enum SarDeckTokenKind {
  SAR_DECK_TOKEN_END,
  SAR_DECK_TOKEN_NUMBER,
  SAR_DECK_TOKEN_NAME,
  SAR_DECK_TOKEN_SYMBOL,
  SAR_DECK_TOKEN_UNKNOWN
} SarDeckTokenKind;

typedef struct SarDeckToken {
  SarDeckTokenKind kind;
  char symbol;                    /* ** is '^' */
  int32_t offset, length, before; /* bytes; before: where the token before it ends */
  bool continued;                 /* a line that begins with a comma begins before it */
} SarDeckToken;

typedef enum SarDeckTermKind {
  SAR_DECK_TERM_NUMBER,   /* with its D */
  SAR_DECK_TERM_CONSTANT, /* t, pi, dtor, rtod, mode */
  SAR_DECK_TERM_CALL,
  SAR_DECK_TERM_SIGN,
  SAR_DECK_TERM_BINARY,
  SAR_DECK_TERM_GROUP, /* ( ... ) */
  SAR_DECK_TERM_VECTOR /* [a, b, c] */
} SarDeckTermKind;

typedef struct SarDeckFunction SarDeckFunction;

typedef struct SarDeckTerm SarDeckTerm;
struct SarDeckTerm {
  SarDeckTermKind kind;
  int32_t offset;
  char symbol;
  bool vector;
  const char *text; /* number, constant; calls: the function as it is written */
  const SarDeckFunction *function;
  const SarDeckTerm **arguments; /* calls: null where one is left out */
  int32_t count;
  int32_t height; /* of vectors: of operators below each other */
};

/* Text that grows at its end. */
typedef struct SarDeckText {
  SarArena *arena;
  char *bytes;
  int32_t length, room;
  bool out_of_memory;
} SarDeckText;

typedef struct SarDeckReading SarDeckReading;
struct SarDeckReading {
  SarDeck *deck;
  const SarStatement *statement;
  const SarArgument *argument;
  const char *text;
  SarDeckToken token;
  int32_t depth; /* of terms in terms */
  bool refused;  /* and left out, with --skip-unsupported */
  /* Writes the FUNCTION of a VARIABLE where its name would not do; null: names do. */
  void (*write_out)(SarDeckReading *r, SarDeckText *out, const SarStatement *variable, int32_t offset);
  const SarDeckReading *within; /* the expression that this one is written out in, or null */
  SarStatus status;
};

struct SarDeckFunction {
  const char *name, *signature;
  /* axis 0 .. 2: a component of a vector; scalars are not asked for any. */
  void (*write)(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int axis);
  const char *ours, *kind;
};

/* ---- expression_token.c ---- */
void sar_deck_next_token(SarDeckReading *r); /* into r->token */
SarDeckToken sar_deck_peek_token(const SarDeckReading *r);
bool sar_deck_token_is(const SarDeckReading *r, const char *word); /* a name, in capitals */

/* ---- expression_parse.c ---- */
/* Null after an error, or when memory is exhausted: r->status says which. */
const SarDeckTerm *sar_deck_parse(SarDeckReading *r);

/* ---- expression_functions.c ---- */
const SarDeckFunction *sar_deck_function(const char *name, size_t length); /* any case; null: there is none */
const SarDeckFunction *sar_deck_function_number(int32_t index);            /* null past the end */
bool sar_deck_function_is_vector(const SarDeckFunction *function);
/* The numbers of arguments that a signature allows; *most is -1: any. */
void sar_deck_function_counts(const SarDeckFunction *function, int32_t *least, int32_t *most);

/* ---- expression_spectrum.c ---- */
void sar_deck_write_spectrum(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call); /* INVPSD */

/* ---- expression_write.c ---- */
void sar_deck_write(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *term, int axis);
void sar_deck_write_argument(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, int32_t index);
void sar_deck_write_call(SarDeckReading *r, SarDeckText *out, const SarDeckTerm *call, const char *name, size_t length);
void sar_deck_append(SarDeckText *out, const char *text, size_t length);
void sar_deck_appendf(SarDeckText *out, const char *format, ...) SAR_PRINTF(2, 3);

/* The whole number that an argument is; reports what is none. */
bool sar_deck_whole(SarDeckReading *r, const SarDeckTerm *call, int32_t index, int64_t *out);
/* The same, within bounds. */
bool sar_deck_whole_within(SarDeckReading *r, const SarDeckTerm *call, int32_t index, int64_t least, int64_t most,
                           int64_t *out);
/* The statement of the function's kind, or of another one, that an argument is the number of; null and reported, or
 * left out, and the expression is given up. */
const SarStatement *sar_deck_named(SarDeckReading *r, const SarDeckTerm *call, int32_t index, const char *kind);

/* False: what a call speaks of is left out, and the expression is given up. */
bool sar_deck_use(SarDeckReading *r, const SarDeckTerm *call, const SarStatement *used);

/* ---- expression_report.c ---- */
SarSource sar_deck_source(const SarDeckReading *r, int32_t offset);
void sar_deck_fail(SarDeckReading *r, int32_t offset, const char *remedy, const char *format, ...) SAR_PRINTF(4, 5);
/* What is not supported: an error, or with --skip-unsupported the statement is left out. */
void sar_deck_give_up(SarDeckReading *r, int32_t offset, const char *remedy, const char *format, ...) SAR_PRINTF(4, 5);

#endif
