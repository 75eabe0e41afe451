/* A recursive-descent parser with precedence climbing for the binary operators:
 *
 *   binary   = unary { operator unary }            + - weakest, then * /
 *   unary    = ( "-" | "+" ) unary | power
 *   power    = angle [ "^" unary ]                 so -2^2 = -4, 2^3^2 = 2^9, 2^-1 = 1/2
 *   angle    = primary [ "deg" | "rad" ]
 *   primary  = number | name | name "(" binary { "," binary } ")" | "(" binary ")"
 *
 * A function that fails records the error (only the first counts) and returns null; null without a recorded error
 * means exhausted memory. Every nesting passes through unary(), where depth is limited. */
#include "expr/parser.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "base/units.h"
#include "expr/lexer.h"
#include "expr/node.h"

#define DEEPEST 200
#define LONGEST 1000000
#define PI 3.14159265358979323846
#define QUOTED 40 /* most bytes of the text that a message repeats */

typedef struct Parser {
  SarArena *arena;
  SarLexer lexer;
  SarToken token; /* the one to be looked at next */
  const SarScope *scope;
  const SarExpr *const *bound; /* for rules: what x and y stand for */
  SarParseError *error;
  int32_t depth;
  bool has_angle_unit;
} Parser;

static const SarExpr *binary(Parser *p, int32_t weakest);

static void advance(Parser *p) { p->token = sar_lexer_next(&p->lexer); }

static bool at_symbol(const Parser *p, char symbol) { return p->token.symbol == symbol; }

SAR_PRINTF(4, 5)
static const SarExpr *fail(Parser *p, int32_t offset, const char *remedy, const char *format, ...) {
  SarParseError *error = p->error;
  if (error->status != SAR_OK) return NULL;
  error->status = SAR_INPUT;
  error->offset = offset;
  snprintf(error->remedy, sizeof error->remedy, "%s", remedy);
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(error->message, sizeof error->message, format, arguments);
  va_end(arguments);
  return NULL;
}

static int quoted_length(SarToken token) { return token.length < QUOTED ? token.length : QUOTED; }
static const char *quoted(const Parser *p, SarToken token) { return p->lexer.text + token.offset; }

/* The current token cannot stand where a value is expected. */
static const SarExpr *fail_no_value(Parser *p) {
  SarToken token = p->token;
  if (token.kind == SAR_TOKEN_END) {
    return fail(p, token.offset, "write a number, a name or ( after the last sign", "a value is missing at the end");
  }
  if (token.kind == SAR_TOKEN_UNKNOWN) {
    return fail(p, token.offset, "numbers, names, + - * / ^ ( ) and , are allowed", "unexpected character `%.*s`",
                quoted_length(token), quoted(p, token));
  }
  bool stars = token.symbol == '*' && token.offset > 0 && quoted(p, token)[-1] == '*';
  return fail(p, token.offset, stars ? "powers are written with ^" : "write a number, a name or ( here",
              "a value is missing before `%c`", token.symbol);
}

/* 1_000 and 0x10 are numbers elsewhere. `token` is a name directly behind a number. */
static const SarExpr *fail_at_foreign_number(Parser *p, SarToken token) {
  const char *text = quoted(p, token);
  bool grouped = text[0] == '_';
  return fail(p, token.offset, grouped ? "write 1000, not 1_000" : "write the number with decimal digits",
              grouped ? "digits cannot be grouped by `_`" : "there are no hexadecimal numbers");
}

static bool is_foreign_number(const Parser *p, SarToken token) {
  if (token.kind != SAR_TOKEN_NAME || token.offset == 0 || token.length < 2) return false;
  const char *text = quoted(p, token);
  bool digit = text[1] >= '0' && text[1] <= '9';
  return (text[0] == '_' && digit && text[-1] >= '0' && text[-1] <= '9') ||
         (text[0] == 'x' && digit && text[-1] == '0');
}

/* Whether the token is the word of a unit, as in `10 mm`. */
static bool is_unit(const Parser *p, SarToken token) {
  static const char *const kinds[] = {"length", "mass", "time", "force"};
  if (token.kind != SAR_TOKEN_NAME) return false;
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    for (const char *word = sar_units_known(kinds[i]); *(word += strspn(word, " "));) {
      size_t length = strcspn(word, " ");
      if (length == (size_t)token.length && memcmp(word, quoted(p, token), length) == 0) return true;
      word += length;
    }
  }
  return false;
}

/* The current token cannot stand behind a complete value. */
static const SarExpr *fail_after_value(Parser *p) {
  SarToken token = p->token;
  int length = quoted_length(token);
  if (is_foreign_number(p, token)) return fail_at_foreign_number(p, token);
  if (is_unit(p, token)) {
    return fail(p, token.offset, "leave it out: `units:` says what all numbers are in; or write * for a product",
                "a number has no unit of its own, but `%.*s` follows", length, quoted(p, token));
  }
  if (token.kind == SAR_TOKEN_NUMBER || token.kind == SAR_TOKEN_NAME || token.symbol == '(') {
    return fail(p, token.offset, "write * for a product", "an operator is missing before `%.*s`", length,
                quoted(p, token));
  }
  if (token.symbol == ')') {
    return fail(p, token.offset, "remove it, or open one before", "this parenthesis closes nothing");
  }
  if (token.symbol == ',') {
    return fail(p, token.offset, "commas separate arguments of functions; decimals are written with a point",
                "unexpected `,`");
  }
  return fail(p, token.offset, "numbers, names, + - * / ^ ( ) and , are allowed", "unexpected character `%.*s`", length,
              quoted(p, token));
}

/* Expects the `)` that closes the one at `open`. */
static bool close_parenthesis(Parser *p, int32_t open) {
  if (at_symbol(p, ')')) {
    advance(p);
    return true;
  }
  if (p->token.kind == SAR_TOKEN_END) {
    fail(p, open, "add a )", "this parenthesis is not closed");
  } else {
    fail_after_value(p);
  }
  return false;
}

/* Applies an operation written at `offset`. A user's text may not contain constants without a finite value; a rule may,
 * since what multiplies them may vanish. */
static const SarExpr *apply(Parser *p, SarOperation operation, const SarExpr *const *arguments, int32_t offset) {
  const SarExpr *result = sar_node_apply(p->arena, operation, arguments);
  double value = 0;
  if (p->bound || !result || !sar_expr_is_constant(result, &value) || isfinite(value)) return result;
  const char *name = operation == SAR_EXPR_NEGATE ? "-" : sar_function_get(operation)->name;
  if (isnan(value)) return fail(p, offset, "change its arguments", "`%s` has no value here (not a number)", name);
  return fail(p, offset, "change its arguments", "the result of `%s` is infinite", name);
}

/* --- names ---------------------------------------------------------------------------------------------------- */

/* Fills a remedy with the best suggestion or the names that are known. */
static void suggest_name(const SarScope *scope, const char *name, char *remedy, size_t size) {
  SarSuggestion suggestion = sar_suggestion(name);
  size_t used = (size_t)snprintf(remedy, size, "known here: pi");
  sar_suggestion_offer(&suggestion, "pi");
  const char *known = NULL;
  for (int32_t i = 0; scope && scope->list && (known = scope->list(scope->self, i)); i++) {
    sar_suggestion_offer(&suggestion, known);
    if (used + strlen(known) + 8 < size) used += (size_t)snprintf(remedy + used, size - used, ", %s", known);
  }
  const char *best = sar_suggestion_best(&suggestion);
  if (best) snprintf(remedy, size, "did you mean `%s`?", best);
}

static const SarExpr *fail_unknown_name(Parser *p, SarToken token, const char *name) {
  if (sar_function_find(name) != SAR_EXPR_CONSTANT) {
    return fail(p, token.offset, "write its argument in parentheses", "`%s` is a function", name);
  }
  if (strcmp(name, "deg") == 0 || strcmp(name, "rad") == 0) {
    return fail(p, token.offset, "write it behind a value, as in 30 deg", "the unit `%s` has no value before it", name);
  }
  char remedy[sizeof p->error->remedy];
  suggest_name(p->scope, name, remedy, sizeof remedy);
  return fail(p, token.offset, remedy, "unknown name `%.*s`", quoted_length(token), name);
}

static const SarExpr *resolve(Parser *p, SarToken token, const char *name) {
  if (p->bound) return p->bound[strcmp(name, "y") == 0];
  if (strcmp(name, "pi") == 0) return sar_expr_constant(p->arena, PI);
  double constant = 0;
  int32_t variable = -1;
  SarStatus status = p->scope ? p->scope->resolve(p->scope->self, name, &constant, &variable) : SAR_INPUT;
  if (status == SAR_INPUT) return fail_unknown_name(p, token, name);
  if (status != SAR_OK) {
    if (p->error->status == SAR_OK) *p->error = (SarParseError){.status = status, .reported = true};
    return NULL;
  }
  return variable >= 0 ? sar_expr_variable(p->arena, variable) : sar_expr_constant(p->arena, constant);
}

/* --- function calls -------------------------------------------------------------------------------------------- */

static const SarExpr *fail_unknown_function(Parser *p, SarToken token, const char *name) {
  double constant = 0;
  int32_t variable = 0;
  bool is_value =
      strcmp(name, "pi") == 0 || (p->scope && p->scope->resolve(p->scope->self, name, &constant, &variable) == SAR_OK);
  if (is_value) return fail(p, token.offset, "write * for a product", "`%s` is not a function", name);
  SarSuggestion suggestion = sar_suggestion(name);
  char remedy[sizeof p->error->remedy] = "the functions are:";
  for (int i = 0; i < SAR_EXPR_OPERATIONS; i++) {
    SarOperation operation = (SarOperation)i;
    if (!sar_function_is_callable(operation)) continue;
    const char *known = sar_function_get(operation)->name;
    size_t used = strlen(remedy);
    sar_suggestion_offer(&suggestion, known);
    if (used + strlen(known) + 2 < sizeof remedy) snprintf(remedy + used, sizeof remedy - used, " %s", known);
  }
  const char *best = sar_suggestion_best(&suggestion);
  if (best) snprintf(remedy, sizeof remedy, "did you mean `%s`?", best);
  return fail(p, token.offset, remedy, "unknown function `%.*s`", quoted_length(token), name);
}

/* Reads up to and including `)`. Returns the number of arguments, of which the first few are stored; -1 if it fails.
 * *last is the offset of the last one. */
static int32_t read_arguments(Parser *p, const SarExpr **arguments, int32_t *last) {
  int32_t open = p->token.offset, count = 0;
  advance(p);
  if (at_symbol(p, ')')) {
    advance(p);
    return 0;
  }
  for (;;) {
    *last = p->token.offset;
    const SarExpr *argument = binary(p, 0);
    if (!argument) return -1;
    if (count < SAR_EXPR_ARGUMENTS) arguments[count] = argument;
    count++;
    if (!at_symbol(p, ',')) break;
    advance(p);
  }
  return close_parenthesis(p, open) ? count : -1;
}

static const SarExpr *call(Parser *p, SarToken token, const char *name) {
  SarOperation operation = sar_function_find(name);
  if (operation == SAR_EXPR_CONSTANT) return fail_unknown_function(p, token, name);
  const SarExpr *arguments[SAR_EXPR_ARGUMENTS] = {NULL};
  int32_t last = 0, count = read_arguments(p, arguments, &last), wanted = sar_function_get(operation)->narguments;
  if (count < 0) return NULL;
  if (count != wanted) {
    return fail(p, token.offset, "give as many as it takes, separated by commas", "`%s` takes %d argument%s, not %d",
                name, (int)wanted, wanted == 1 ? "" : "s", (int)count);
  }
  if (operation == SAR_EXPR_MOD && !p->bound && sar_node_is(arguments[1], 0)) {
    return fail(p, last, "give a period other than zero", "`mod` by zero");
  }
  return apply(p, operation, arguments, token.offset);
}

/* --- the grammar ------------------------------------------------------------------------------------------------ */

static const SarExpr *primary(Parser *p) {
  SarToken token = p->token;
  if (token.kind == SAR_TOKEN_NUMBER) {
    if (!isfinite(token.value)) {
      return fail(p, token.offset, "numbers lie between 1e-308 and 1e308", "the number `%.*s` is out of range",
                  quoted_length(token), quoted(p, token));
    }
    advance(p);
    return sar_expr_constant(p->arena, token.value);
  }
  if (token.kind == SAR_TOKEN_NAME) {
    const char *name = sar_arena_copy_text_n(p->arena, quoted(p, token), (size_t)token.length);
    advance(p);
    if (!name) return NULL;
    return at_symbol(p, '(') ? call(p, token, name) : resolve(p, token, name);
  }
  if (token.symbol == '(') {
    advance(p);
    const SarExpr *inside = binary(p, 0);
    return inside && close_parenthesis(p, token.offset) ? inside : NULL;
  }
  return fail_no_value(p);
}

static bool at_name(const Parser *p, const char *name) {
  return p->token.kind == SAR_TOKEN_NAME && p->token.length == (int32_t)strlen(name) &&
         memcmp(quoted(p, p->token), name, strlen(name)) == 0;
}

static const SarExpr *angle(Parser *p) {
  const SarExpr *value = primary(p);
  bool degrees = at_name(p, "deg");
  if (!value || (!degrees && !at_name(p, "rad"))) return value;
  p->has_angle_unit = true;
  int32_t offset = p->token.offset;
  advance(p);
  if (!degrees) return value;
  return apply(p, SAR_EXPR_MULTIPLY, (const SarExpr *[]){sar_expr_constant(p->arena, PI / 180), value}, offset);
}

static const SarExpr *unary(Parser *p) {
  if (p->depth == DEEPEST) {
    return fail(p, p->token.offset, "use fewer parentheses, or give parts names in `parameters:`",
                "the expression is nested too deeply");
  }
  p->depth++;
  SarToken sign = p->token;
  const SarExpr *value = NULL;
  if (sign.symbol == '-' || sign.symbol == '+') {
    advance(p);
    value = unary(p);
    if (value && sign.symbol == '-') value = sar_node_unary(p->arena, SAR_EXPR_NEGATE, value);
  } else {
    value = angle(p);
    int32_t offset = p->token.offset;
    if (value && at_symbol(p, '^')) {
      advance(p);
      const SarExpr *exponent = unary(p);
      value = exponent ? apply(p, SAR_EXPR_POWER, (const SarExpr *[]){value, exponent}, offset) : NULL;
    }
  }
  p->depth--;
  return value;
}

typedef struct Infix {
  char symbol;
  int32_t strength;
  SarOperation operation;
} Infix;

static const Infix *infix_at(const Parser *p) {
  static const Infix infixes[] = {
      {'+', 1, SAR_EXPR_ADD}, {'-', 1, SAR_EXPR_SUBTRACT}, {'*', 2, SAR_EXPR_MULTIPLY}, {'/', 2, SAR_EXPR_DIVIDE}};
  for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
    if (at_symbol(p, infixes[i].symbol)) return &infixes[i];
  }
  return NULL;
}

/* Operators of at least the given strength; all are left-associative. */
static const SarExpr *binary(Parser *p, int32_t weakest) {
  const SarExpr *left = unary(p);
  const Infix *infix = NULL;
  while (left && (infix = infix_at(p)) && infix->strength >= weakest) {
    int32_t offset = p->token.offset;
    advance(p);
    int32_t right_offset = p->token.offset;
    const SarExpr *right = binary(p, infix->strength + 1);
    if (!right) return NULL;
    if (infix->operation == SAR_EXPR_DIVIDE && !p->bound && sar_node_is(right, 0)) {
      return fail(p, right_offset, "check the divisor", "division by zero");
    }
    left = apply(p, infix->operation, (const SarExpr *[]){left, right}, offset);
  }
  return left;
}

static const SarExpr *whole(Parser *p) {
  advance(p);
  if (p->token.kind == SAR_TOKEN_END) return fail(p, 0, "write a number or a formula", "the expression is empty");
  const SarExpr *value = binary(p, 0);
  if (value && p->token.kind != SAR_TOKEN_END) return fail_after_value(p);
  return value && p->has_angle_unit ? sar_node_with_angle_unit(p->arena, value) : value;
}

const SarExpr *sar_parse_text(SarArena *arena, const char *text, const SarScope *scope, SarParseError *error) {
  *error = (SarParseError){.status = SAR_OK};
  Parser p = {.arena = arena, .scope = scope, .error = error};
  size_t length = strlen(text);
  const SarExpr *value = NULL;
  if (length > LONGEST) {
    fail(&p, 0, "split it into `parameters:`", "the expression is too long (%zu characters)", length);
  } else {
    p.lexer = (SarLexer){text, (int32_t)length, 0};
    value = whole(&p);
  }
  if (!value && error->status == SAR_OK) error->status = SAR_NO_MEMORY;
  return value;
}

const SarExpr *sar_parse_rule(SarArena *arena, const char *rule, const SarExpr *const *arguments) {
  SarParseError error = {.status = SAR_OK};
  Parser p = {.arena = arena, .lexer = {rule, (int32_t)strlen(rule), 0}, .bound = arguments, .error = &error};
  return whole(&p);
}
