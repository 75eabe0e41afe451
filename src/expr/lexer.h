/* Text into tokens. */
#ifndef SAR_EXPR_LEXER_H
#define SAR_EXPR_LEXER_H

#include <stdint.h>

typedef enum SarTokenKind {
  SAR_TOKEN_END,
  SAR_TOKEN_NUMBER,
  SAR_TOKEN_NAME,
  SAR_TOKEN_SYMBOL, /* one of + - * / ^ ( ) , */
  SAR_TOKEN_UNKNOWN /* a character that the language does not have */
} SarTokenKind;

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
