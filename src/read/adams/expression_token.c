/* Tokens of an expression of a deck. Blanks mean nothing, even inside of ** and before the D of degrees. */
#include <ctype.h>
#include <string.h>

#include "read/adams/expression.h"

static bool is_digit(char c) { return c >= '0' && c <= '9'; }
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* Bytes above the letters may be blanks of another encoding or letters: they belong to no token. */
static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

static int32_t skip_blanks(const char *text, int32_t at) {
  while (is_blank(text[at])) at++;
  return at;
}

/* Digits with a point, or 0: there are none. */
static int32_t mantissa_length(const char *text) {
  int32_t length = 0, digits = 0;
  while (is_digit(text[length])) length++, digits++;
  if (text[length] == '.') {
    length++;
    while (is_digit(text[length])) length++, digits++;
  }
  return digits ? length : 0;
}

static int32_t exponent_length(const char *text) {
  if (text[0] != 'e' && text[0] != 'E') return 0;
  int32_t length = text[1] == '+' || text[1] == '-' ? 2 : 1;
  if (!is_digit(text[length])) return 0;
  while (is_digit(text[length])) length++;
  return length;
}

static int32_t number_length(const char *text) {
  int32_t length = mantissa_length(text);
  if (!length) return 0;
  length += exponent_length(text + length);
  int32_t suffix = skip_blanks(text, length);
  bool degrees = (text[suffix] == 'd' || text[suffix] == 'D') && !is_letter(text[suffix + 1]) &&
                 !is_digit(text[suffix + 1]) && text[suffix + 1] != '(';
  return degrees ? suffix + 1 : length;
}

static int32_t power_length(const char *text) {
  if (text[0] != '*') return 0;
  int32_t second = skip_blanks(text, 1);
  return text[second] == '*' ? second + 1 : 0;
}

static SarDeckToken read(const char *text, SarDeckToken last) {
  SarDeckToken token = {.before = last.offset + last.length};
  int32_t at = token.before;
  while (is_blank(text[at]) || text[at] == SAR_CONTINUED) {
    if (text[at++] == SAR_CONTINUED) token.continued = true;
  }
  token.offset = at;
  const char *rest = text + at;
  int32_t power = power_length(rest), number = number_length(rest);
  if (!*rest) return token;
  token.length = power ? power : number ? number : 1;
  token.kind = number ? SAR_DECK_TOKEN_NUMBER : SAR_DECK_TOKEN_SYMBOL;
  if (power) {
    token.symbol = '^';
  } else if (is_letter(*rest)) {
    token.kind = SAR_DECK_TOKEN_NAME;
    while (is_letter(rest[token.length]) || is_digit(rest[token.length])) token.length++;
  } else if (!number && strchr("+-*/%(),:[]", *rest)) {
    token.symbol = *rest;
  } else if (!number) {
    token.kind = SAR_DECK_TOKEN_UNKNOWN;
  }
  return token;
}

SarDeckToken sar_deck_peek_token(const SarDeckReading *r) { return read(r->text, r->token); }

void sar_deck_next_token(SarDeckReading *r) { r->token = read(r->text, r->token); }

bool sar_deck_token_is(const SarDeckReading *r, const char *word) {
  if (r->token.kind != SAR_DECK_TOKEN_NAME || strlen(word) != (size_t)r->token.length) return false;
  for (int32_t i = 0; i < r->token.length; i++) {
    if (toupper((unsigned char)r->text[r->token.offset + i]) != word[i]) return false;
  }
  return true;
}
