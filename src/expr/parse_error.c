/* Messages of the parser: what stands where it cannot, and what to do about it. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/units.h"
#include "expr/parsing.h"

#define ALLOWED "numbers, names, + - * / ^ < > == and or not ( ) and , are allowed"

const SarExpr *sar_parse_fail(SarParser *p, int32_t offset, const char *remedy, const char *format, ...) {
  SarParseError *error = p->error;
  if (error->status != SAR_OK) return NULL;
  error->status = SAR_INPUT;
  error->reported = false;
  error->offset = offset;
  snprintf(error->remedy, sizeof error->remedy, "%s", remedy);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return NULL;
}

const SarExpr *sar_parse_fail_reported(SarParser *p, SarStatus status) {
  if (p->error->status == SAR_OK) *p->error = (SarParseError){.status = status, .reported = true};
  return NULL;
}

static const SarExpr *fail_at_character(SarParser *p, SarToken token) {
  const char *text = sar_parse_quoted(p, token), *remedy = ALLOWED;
  if (text[0] == '=') remedy = "comparisons are written ==; an expression cannot assign";
  if (text[0] == '[') remedy = "expressions have no vectors: write the components one by one";
  if (text[0] == '%') remedy = "write mod(a, b) for a remainder";
  if (text[0] == '&' || text[0] == '|') remedy = "write `and` or `or`";
  return sar_parse_fail(p, token.offset, remedy, "unexpected character `%.*s`", sar_parse_quoted_length(token), text);
}

const SarExpr *sar_parse_fail_no_value(SarParser *p) {
  SarToken token = p->token;
  if (token.kind == SAR_TOKEN_END) {
    return sar_parse_fail(p, token.offset, "write a number, a name or ( after the last sign",
                          "a value is missing at the end");
  }
  if (token.kind == SAR_TOKEN_UNKNOWN) return fail_at_character(p, token);
  return sar_parse_fail(p, token.offset, "write a number, a name or ( here", "a value is missing before `%.*s`",
                        sar_parse_quoted_length(token), sar_parse_quoted(p, token));
}

/* 1_000, 0x10 and 1d5 are numbers elsewhere. `token` is a name directly behind a number. */
static const SarExpr *fail_at_foreign_number(SarParser *p, SarToken token) {
  const char *text = sar_parse_quoted(p, token);
  if (text[0] == 'd' || text[0] == 'D') {
    return sar_parse_fail(p, token.offset, "write 1e5, not 1d5; a D alone behind a number means degrees",
                          "exponents are written with `e`");
  }
  bool grouped = text[0] == '_';
  return sar_parse_fail(p, token.offset, grouped ? "write 1000, not 1_000" : "write the number with decimal digits",
                        grouped ? "digits cannot be grouped by `_`" : "there are no hexadecimal numbers");
}

static bool is_foreign_number(const SarParser *p, SarToken token) {
  if (token.kind != SAR_TOKEN_NAME || token.offset == 0 || token.length < 2) return false;
  const char *text = sar_parse_quoted(p, token);
  bool digit = text[1] >= '0' && text[1] <= '9';
  if ((text[0] == 'd' || text[0] == 'D') && digit) return text[-1] == '.' || (text[-1] >= '0' && text[-1] <= '9');
  return (text[0] == '_' && digit && text[-1] >= '0' && text[-1] <= '9') ||
         (text[0] == 'x' && digit && text[-1] == '0');
}

static bool is_word_of(const char *words, const SarParser *p, SarToken token) {
  for (const char *word = words; *(word += strspn(word, " "));) {
    size_t length = strcspn(word, " ");
    if (length == (size_t)token.length && memcmp(word, sar_parse_quoted(p, token), length) == 0) return true;
    word += length;
  }
  return false;
}

/* Whether the token is the word of a unit, as in `10 mm`. */
static bool is_unit(const SarParser *p, SarToken token) {
  static const char *const kinds[] = {"length", "mass", "time", "force"};
  if (token.kind != SAR_TOKEN_NAME) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    if (is_word_of(sar_units_known(kinds[i]), p, token)) return true;
  }
  return is_word_of("rpm Hz J W kW Pa MPa Nm kNm psi mph", p,
                    token); /* no units of a model, but written all the same */
}

const SarExpr *sar_parse_fail_after_value(SarParser *p) {
  SarToken token = p->token;
  int length = sar_parse_quoted_length(token);
  if (is_foreign_number(p, token)) return fail_at_foreign_number(p, token);
  if (is_word_of("rpm", p, token)) {
    return sar_parse_fail(p, token.offset, "`units:` says what all numbers are in; 100 rpm are 100*2*pi/60 rad/s",
                          "a number has no unit of its own, but `%.*s` follows", length, sar_parse_quoted(p, token));
  }
  if (is_unit(p, token)) {
    return sar_parse_fail(p, token.offset,
                          "leave it out: `units:` says what all numbers are in; or write * for a product",
                          "a number has no unit of its own, but `%.*s` follows", length, sar_parse_quoted(p, token));
  }
  bool letter = token.kind == SAR_TOKEN_NAME && token.length == 1 && (*sar_parse_quoted(p, token) | 32) == 'd';
  if (letter) {
    return sar_parse_fail(p, token.offset, "write * for a product; a D directly behind a number, 30D, means degrees",
                          "an operator is missing before `%.*s`", length, sar_parse_quoted(p, token));
  }
  if (token.kind == SAR_TOKEN_NUMBER || token.kind == SAR_TOKEN_NAME || token.symbol == '(') {
    return sar_parse_fail(p, token.offset, "write * for a product", "an operator is missing before `%.*s`", length,
                          sar_parse_quoted(p, token));
  }
  if (token.symbol == ')') {
    return sar_parse_fail(p, token.offset, "remove it, or open one before", "this parenthesis closes nothing");
  }
  if (token.symbol == ',') {
    return sar_parse_fail(p, token.offset, "commas separate arguments of functions; decimals are written with a point",
                          "unexpected `,`");
  }
  if (token.symbol == ':') {
    return sar_parse_fail(p, token.offset, "a colon stands in IF(e: negative, zero, positive) only", "unexpected `:`");
  }
  return fail_at_character(p, token);
}
