/* Tokens are numbers, names and symbols of one or two characters; blanks separate them and mean nothing else. */
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

/* How many characters a name has. A point joins two names; before a digit it begins a number. */
static int32_t name_length(const char *rest, int32_t left) {
  int32_t length = 0;
  while (length < left) {
    bool joins =
        rest[length] == '.' && length + 1 < left && is_name_character(rest[length + 1]) && !is_digit(rest[length + 1]);
    if (!joins && !is_name_character(rest[length])) break;
    length++;
  }
  return length;
}

/* Two stars are a power, also with blanks between them, as old Adams files have it. Returns their length, or 0. */
static int32_t power_length(const char *rest, int32_t left) {
  int32_t second = 1;
  while (second < left && is_blank(rest[second])) second++;
  return rest[0] == '*' && second < left && rest[second] == '*' ? second + 1 : 0;
}

/* Symbols of two characters. Returns 0 if none stands here. */
static char read_pair(const char *rest, int32_t left) {
  static const struct {
    char text[3], symbol;
  } pairs[] = {{"<=", SAR_SYMBOL_LESS_EQUAL}, {">=", SAR_SYMBOL_GREATER_EQUAL}, {"==", SAR_SYMBOL_EQUAL},
               {"!=", SAR_SYMBOL_UNEQUAL},    {"&&", SAR_SYMBOL_AND},           {"||", SAR_SYMBOL_OR}};
  for (size_t i = 0; left > 1 && i < sizeof pairs / sizeof *pairs; i++) {
    if (rest[0] == pairs[i].text[0] && rest[1] == pairs[i].text[1]) return pairs[i].symbol;
  }
  return 0;
}

static void read_word(const char *rest, int32_t left, SarToken *token) {
  char pair = read_pair(rest, left);
  int32_t power = power_length(rest, left);
  if (is_name_character(*rest) && !is_digit(*rest)) {
    token->kind = SAR_TOKEN_NAME;
    token->length = name_length(rest, left);
  } else if (power) {
    token->kind = SAR_TOKEN_SYMBOL;
    token->symbol = '^';
    token->length = power;
  } else if (pair || strchr("+-*/^(),:<>!", *rest)) {
    token->kind = SAR_TOKEN_SYMBOL;
    token->symbol = pair ? pair : *rest;
    token->length = pair ? 2 : 1;
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
