/* The grammar of a deck's expressions, those that bind tightest first:
 *
 *   **      from right to left; tighter than a sign before it, looser than one behind it: -A**-B = -(A**(-B))
 *   + -     signs, several in a row
 *   * / %   % is the cross product of 3-vectors
 *   + -
 *
 * A line that begins with a comma goes on with the expression. The comma means nothing, but where two operands would
 * stand side by side inside of parentheses it separates them. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "read/adams/expression.h"

enum { DEEPEST = 200, MOST_ARGUMENTS = 64 };

static const SarDeckTerm *sum(SarDeckReading *r);

static bool at(const SarDeckReading *r, char symbol) { return r->token.symbol == symbol; }

static int quoted_length(SarDeckToken token) { return token.length < 40 ? (int)token.length : 40; }

static SarDeckTerm *term(SarDeckReading *r, SarDeckTermKind kind, int32_t offset, int32_t count) {
  SarDeckTerm *made = SAR_NEW(r->deck->arena, 1, SarDeckTerm);
  const SarDeckTerm **arguments = count ? SAR_NEW(r->deck->arena, count, const SarDeckTerm *) : NULL;
  if (!made || (count && !arguments)) {
    r->status = sar_report_no_memory(r->deck->context);
    return NULL;
  }
  *made = (SarDeckTerm){.kind = kind, .offset = offset, .arguments = arguments, .count = count};
  return made;
}

static const SarDeckTerm *copied(SarDeckReading *r, SarDeckTermKind kind, const char *text, int32_t length) {
  SarDeckTerm *made = term(r, kind, r->token.offset, 0);
  if (!made) return NULL;
  made->text = sar_arena_copy_text_n(r->deck->arena, text, (size_t)length);
  if (!made->text) {
    r->status = sar_report_no_memory(r->deck->context);
    return NULL;
  }
  sar_deck_next_token(r);
  return made;
}

/* ---- messages ---- */

static const SarDeckTerm *fail_no_value(SarDeckReading *r) {
  SarDeckToken token = r->token;
  if (token.kind == SAR_DECK_TOKEN_END) {
    sar_deck_fail(r, token.offset, "write a number, a function or ( behind the last sign",
                  "a value is missing at the end of the expression");
  } else if (token.kind == SAR_DECK_TOKEN_UNKNOWN) {
    sar_deck_fail(r, token.offset, "numbers, functions, + - * / ** ( ) and , are allowed",
                  "unexpected character in an expression");
  } else {
    sar_deck_fail(r, token.offset, "write a number, a function or ( here", "a value is missing before `%.*s`",
                  quoted_length(token), r->text + token.offset);
  }
  return NULL;
}

static void fail_after_value(SarDeckReading *r) {
  SarDeckToken token = r->token;
  if (at(r, ')')) {
    sar_deck_fail(r, token.offset, "remove it, or open one before", "this parenthesis closes nothing");
  } else if (at(r, ':')) {
    sar_deck_fail(r, token.offset, "a colon stands in IF(e: negative, zero, positive) only", "unexpected `:`");
  } else if (token.kind == SAR_DECK_TOKEN_UNKNOWN) {
    fail_no_value(r);
  } else if (at(r, ',') || at(r, ']')) {
    sar_deck_fail(r, token.offset, "commas separate arguments of functions", "unexpected `%c`", token.symbol);
  } else if (r->text[token.offset] == 'D' || r->text[token.offset] == 'd') {
    sar_deck_fail(r, token.offset, "write 1E5, not 1D5; a D alone behind a number means degrees",
                  "an operator is missing before `%.*s`", quoted_length(token), r->text + token.offset);
  } else {
    sar_deck_fail(r, token.offset, "write * for a product", "an operator is missing before `%.*s`",
                  quoted_length(token), r->text + token.offset);
  }
}

static bool close_with(SarDeckReading *r, char symbol, int32_t open) {
  if (at(r, symbol)) {
    sar_deck_next_token(r);
    return true;
  }
  if (r->token.kind == SAR_DECK_TOKEN_END) {
    sar_deck_fail(r, open, symbol == ')' ? "add a )" : "add a ]", "this parenthesis is not closed");
  } else {
    fail_after_value(r);
  }
  return false;
}

/* ---- calls ---- */

static void fail_unknown(SarDeckReading *r, SarDeckToken token) {
  char name[48];
  snprintf(name, sizeof name, "%.*s", quoted_length(token), r->text + token.offset);
  SarSuggestion suggestion = sar_suggestion(name);
  const SarDeckFunction *known;
  for (int32_t i = 0; (known = sar_deck_function_number(i)); i++) sar_suggestion_offer(&suggestion, known->name);
  const char *constants[] = {"TIME", "PI", "DTOR", "RTOD", "MODE"};
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) sar_suggestion_offer(&suggestion, constants[i]);
  char remedy[96] = "use a function of the Adams/Solver language";
  const char *best = sar_suggestion_best(&suggestion);
  if (best) snprintf(remedy, sizeof remedy, "did you mean `%s`?", best);
  sar_deck_fail(r, token.offset, remedy, "unknown function `%s`", name);
}

static bool begins_operand(const SarDeckReading *r) {
  return r->token.kind == SAR_DECK_TOKEN_NUMBER || r->token.kind == SAR_DECK_TOKEN_NAME || at(r, '(') || at(r, '[');
}

/* What stands between two arguments. */
static bool separates(const SarDeckReading *r, bool colon) {
  if (at(r, colon ? ':' : ',')) return true;
  return !colon && r->token.continued && begins_operand(r);
}

static bool is_marker(char letter) { return letter == 'm' || letter == 'M'; }

/* One argument, null where a marker is left out between commas. */
static bool read_argument(SarDeckReading *r, char letter, const SarDeckTerm **out) {
  *out = NULL;
  if (is_marker(letter) && (at(r, ',') || at(r, ')'))) return true;
  *out = sum(r);
  return *out != NULL;
}

/* Where a signature says how an argument is meant, and it is meant so for all behind a *. */
static char letter_of(const char *signature, int32_t index) {
  int32_t length = (int32_t)strlen(signature);
  if (index < length && signature[index] != '*') return signature[index];
  return 'e';
}

static bool read_arguments(SarDeckReading *r, const SarDeckFunction *function, const SarDeckTerm **arguments,
                           int32_t *count) {
  int32_t open = r->token.offset;
  bool condition = strcmp(function->name, "IF") == 0;
  sar_deck_next_token(r);
  *count = 0;
  if (at(r, ')')) {
    sar_deck_next_token(r);
    return true;
  }
  for (;;) {
    if (*count == MOST_ARGUMENTS) {
      sar_deck_fail(r, r->token.offset, "use fewer", "`%s` has more than %d arguments", function->name,
                    (int)MOST_ARGUMENTS);
      return false;
    }
    if (!read_argument(r, letter_of(function->signature, *count), &arguments[*count])) return false;
    bool colon = condition && *count == 0;
    ++*count;
    if (!separates(r, colon)) {
      if (colon && (at(r, ',') || at(r, ')'))) {
        sar_deck_fail(r, r->token.offset, "write IF(e: negative, zero, positive)",
                      "a colon is missing behind the condition of `IF`");
        return false;
      }
      return close_with(r, ')', open);
    }
    if (at(r, ',') || at(r, ':')) sar_deck_next_token(r);
  }
}

static bool check_count(SarDeckReading *r, SarDeckToken token, const SarDeckFunction *function, int32_t count) {
  int32_t least, most;
  sar_deck_function_counts(function, &least, &most);
  if (count >= least && (most < 0 || count <= most)) return true;
  const char *how = most < 0 ? "at least " : "";
  char range[40];
  if (most > least) {
    snprintf(range, sizeof range, "%d to %d", (int)least, (int)most);
  } else {
    snprintf(range, sizeof range, "%s%d", how, (int)least);
  }
  sar_deck_fail(r, token.offset, "give as many as it takes, separated by commas", "`%s` takes %s argument%s, not %d",
                function->name, range, least == 1 && most == 1 ? "" : "s", (int)count);
  return false;
}

static const SarDeckTerm *call(SarDeckReading *r) {
  SarDeckToken token = r->token;
  const SarDeckFunction *function = sar_deck_function(r->text + token.offset, (size_t)token.length);
  if (!function) {
    fail_unknown(r, token);
    return NULL;
  }
  sar_deck_next_token(r);
  if (!at(r, '(')) {
    sar_deck_fail(r, token.offset, "write its arguments in parentheses", "`%s` is a function", function->name);
    return NULL;
  }
  const SarDeckTerm *arguments[MOST_ARGUMENTS];
  int32_t count;
  if (!read_arguments(r, function, arguments, &count) || !check_count(r, token, function, count)) return NULL;
  SarDeckTerm *made = term(r, SAR_DECK_TERM_CALL, token.offset, count);
  if (!made) return NULL;
  if (count) memcpy(made->arguments, arguments, (size_t)count * sizeof *arguments);
  for (int32_t i = 0; i < count; i++) {
    if (!arguments[i] || !arguments[i]->vector) continue;
    sar_deck_fail(r, arguments[i]->offset, "give one of its components", "`%s` takes a number here, not a vector",
                  function->name);
    return NULL;
  }
  made->function = function;
  made->vector = sar_deck_function_is_vector(function);
  return made;
}

/* ---- values ---- */

static const SarDeckTerm *name(SarDeckReading *r) {
  static const char *const constants[][2] = {
      {"TIME", "t"}, {"PI", "pi"}, {"DTOR", "dtor"}, {"RTOD", "rtod"}, {"MODE", "mode()"}};
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    if (!sar_deck_token_is(r, constants[i][0])) continue;
    return copied(r, SAR_DECK_TERM_CONSTANT, constants[i][1], (int32_t)strlen(constants[i][1]));
  }
  return call(r);
}

/* The number as it is written, its D directly behind it. */
static const SarDeckTerm *number(SarDeckReading *r) {
  char room[64];
  int32_t length = 0;
  for (int32_t i = 0; i < r->token.length && length < (int32_t)sizeof room; i++) {
    char c = r->text[r->token.offset + i];
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') continue;
    room[length++] = c == 'd' ? 'D' : c;
  }
  if (length < (int32_t)sizeof room) return copied(r, SAR_DECK_TERM_NUMBER, room, length);
  sar_deck_fail(r, r->token.offset, "write it with fewer digits", "this number is too long");
  return NULL;
}

static const SarDeckTerm *group(SarDeckReading *r) {
  int32_t open = r->token.offset;
  sar_deck_next_token(r);
  const SarDeckTerm *inside = sum(r);
  if (!inside || !close_with(r, ')', open)) return NULL;
  SarDeckTerm *made = term(r, SAR_DECK_TERM_GROUP, open, 1);
  if (!made) return NULL;
  made->arguments[0] = inside;
  made->vector = inside->vector;
  return made;
}

static const SarDeckTerm *vector(SarDeckReading *r) {
  int32_t open = r->token.offset;
  SarDeckTerm *made = term(r, SAR_DECK_TERM_VECTOR, open, 3);
  if (!made) return NULL;
  made->vector = true;
  sar_deck_next_token(r);
  for (int i = 0; i < 3; i++) {
    made->arguments[i] = sum(r);
    if (!made->arguments[i]) return NULL;
    if (made->arguments[i]->vector || (i < 2 && !separates(r, false))) {
      sar_deck_fail(r, made->arguments[i]->vector ? made->arguments[i]->offset : r->token.offset,
                    "write [x, y, z] with three numbers", "a vector has three components");
      return NULL;
    }
    if (i < 2 && at(r, ',')) sar_deck_next_token(r);
  }
  return close_with(r, ']', open) ? made : NULL;
}

static const SarDeckTerm *value(SarDeckReading *r) {
  if (r->token.kind == SAR_DECK_TOKEN_NUMBER) return number(r);
  if (r->token.kind == SAR_DECK_TOKEN_NAME) return name(r);
  if (at(r, '(')) return group(r);
  if (at(r, '[')) return vector(r);
  return fail_no_value(r);
}

/* ---- operators ---- */

static const SarDeckTerm *fail_vector(SarDeckReading *r, int32_t offset, char symbol) {
  sar_deck_fail(r, offset, "vectors are added, scaled and multiplied: v + w, s*v, v*w (dot), v % w (cross)",
                "`%s` cannot be used between these two", symbol == '^' ? "**" : (const char[]){symbol, 0});
  return NULL;
}

static const SarDeckTerm *fail_depth(SarDeckReading *r, int32_t offset) {
  sar_deck_fail(r, offset, "split it into several VARIABLEs", "the expression is nested too deeply");
  return NULL;
}

/* What an operator makes of numbers and vectors; false: nothing. */
static bool combine(char symbol, bool a, bool b, bool *vector) {
  switch (symbol) {
    case '+':
    case '-': *vector = a; return a == b;
    case '*': *vector = a != b; return true;
    case '/': *vector = a; return !b;
    case '%': *vector = true; return a && b;
    default: *vector = false; return !a && !b;
  }
}

static const SarDeckTerm *join(SarDeckReading *r, char symbol, int32_t offset, const SarDeckTerm *left,
                               const SarDeckTerm *right) {
  if (!right) return NULL;
  bool is_vector = false;
  if (!combine(symbol, left->vector, right->vector, &is_vector)) return fail_vector(r, offset, symbol);
  int32_t height = 1 + (left->height > right->height ? left->height : right->height);
  if (is_vector && height > DEEPEST) return fail_depth(r, offset);
  SarDeckTerm *made = term(r, SAR_DECK_TERM_BINARY, offset, 2);
  if (!made) return NULL;
  made->symbol = symbol;
  made->height = is_vector ? height : 0;
  made->arguments[0] = left;
  made->arguments[1] = right;
  made->vector = is_vector;
  return made;
}

static const SarDeckTerm *signed_value(SarDeckReading *r) {
  if (++r->depth > DEEPEST) return fail_depth(r, r->token.offset);
  const SarDeckTerm *made = NULL;
  if (at(r, '+') || at(r, '-')) {
    char symbol = r->token.symbol;
    SarDeckTerm *sign = term(r, SAR_DECK_TERM_SIGN, r->token.offset, 1);
    sar_deck_next_token(r);
    const SarDeckTerm *inside = sign ? signed_value(r) : NULL;
    if (inside) {
      sign->symbol = symbol;
      sign->arguments[0] = inside;
      sign->vector = inside->vector;
      made = sign;
    }
  } else {
    made = value(r);
    if (made && at(r, '^')) {
      int32_t offset = r->token.offset;
      sar_deck_next_token(r);
      made = join(r, '^', offset, made, signed_value(r));
    }
  }
  r->depth--;
  return made;
}

static const SarDeckTerm *chain(SarDeckReading *r, const char *symbols,
                                const SarDeckTerm *(*operand)(SarDeckReading *r)) {
  const SarDeckTerm *left = operand(r);
  while (left && r->token.symbol && strchr(symbols, r->token.symbol)) {
    char symbol = r->token.symbol;
    int32_t offset = r->token.offset;
    sar_deck_next_token(r);
    left = join(r, symbol, offset, left, operand(r));
  }
  return left;
}

static const SarDeckTerm *product(SarDeckReading *r) { return chain(r, "*/%", signed_value); }
static const SarDeckTerm *sum(SarDeckReading *r) { return chain(r, "+-", product); }

const SarDeckTerm *sar_deck_parse(SarDeckReading *r) {
  sar_deck_next_token(r);
  if (r->token.kind == SAR_DECK_TOKEN_END) {
    sar_deck_fail(r, 0, "write a number or a formula", "the expression is empty");
    return NULL;
  }
  const SarDeckTerm *whole = sum(r);
  if (!whole || r->token.kind == SAR_DECK_TOKEN_END) return whole;
  fail_after_value(r);
  return NULL;
}
