/* Text into tokens. */
#ifndef SAR_EXPR_LEXER_H
#define SAR_EXPR_LEXER_H

#include <stdint.h>

typedef enum SarTokenKind {
  SAR_TOKEN_END,
  SAR_TOKEN_NUMBER,
  SAR_TOKEN_NAME,   /* letters, digits, _; parts of a name are joined by points: left.crank.pin */
  SAR_TOKEN_SYMBOL, /* an operator or a separator */
  SAR_TOKEN_UNKNOWN /* a character that the language does not have */
} SarTokenKind;

/* Symbols of one character are that character; ** is ^. */
enum {
  SAR_SYMBOL_LESS_EQUAL = 'l',
  SAR_SYMBOL_GREATER_EQUAL = 'g',
  SAR_SYMBOL_EQUAL = 'e',
  SAR_SYMBOL_UNEQUAL = 'u',
  SAR_SYMBOL_AND = '&',
  SAR_SYMBOL_OR = '|'
};

typedef struct SarToken {
  SarTokenKind kind;
  int32_t offset, length; /* bytes of the text; the end has the offset behind the last token and length 0 */
  double value;           /* of a number; infinite or nan if it is out of range */
  char symbol;            /* of a symbol, else 0 */
} SarToken;

typedef struct SarLexer {
  const char *text;
  int32_t length, position;
} SarLexer;

SarToken sar_lexer_next(SarLexer *lexer);

#endif
