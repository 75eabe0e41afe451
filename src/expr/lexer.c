/* Tokens are numbers, names and single characters; blanks separate them and mean nothing else. */
#include "expr/lexer.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/text.h"

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || is_digit(c);
}

/* 1e-400 is not zero: nan if all of a number was lost below the smallest one. */
static double refuse_underflow(const char *text, int32_t length, double value) {
  if (value != 0) return value;
  for (int32_t i = 0; i < length && text[i] != 'e' && text[i] != 'E'; i++) {
    if (text[i] >= '1' && text[i] <= '9') return NAN;
  }
  return value;
}

/* The bytes of one UTF-8 character, so that a message can quote it. */
static int32_t character_length(const char *text) {
  int32_t length = 1;
  while (((unsigned char)text[length] & 0xc0) == 0x80 && length < 4) length++;
  return length;
}

static void read_word(const char *rest, int32_t left, SarToken *token) {
  if (is_name_character(*rest) && !is_digit(*rest)) {
    token->kind = SAR_TOKEN_NAME;
    while (token->length < left && is_name_character(rest[token->length])) token->length++;
  } else if (strchr("+-*/^(),", *rest)) {
    token->kind = SAR_TOKEN_SYMBOL;
    token->symbol = *rest;
    token->length = 1;
  } else {
    token->kind = SAR_TOKEN_UNKNOWN;
    token->length = character_length(rest);
  }
}

SarToken sar_lexer_next(SarLexer *lexer) {
  int32_t start = lexer->position;
  while (start < lexer->length && is_blank(lexer->text[start])) start++;
  SarToken token = {.kind = SAR_TOKEN_END, .offset = lexer->position};
  if (start == lexer->length) return token;
  token.offset = start;
  const char *rest = lexer->text + start;
  int32_t left = lexer->length - start;
  if (is_digit(*rest) || *rest == '.') token.length = (int32_t)sar_text_number(rest, (size_t)left, &token.value);
  if (token.length) {
    token.kind = SAR_TOKEN_NUMBER;
    token.value = refuse_underflow(rest, token.length, token.value);
  } else {
    read_word(rest, left, &token);
  }
  lexer->position = start + token.length;
  return token;
}
