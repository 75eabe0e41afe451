/* A recursive-descent parser with precedence climbing for the binary operators:
 *
 *   binary   = unary { operator unary }            weakest first: or; and; < > <= >= == != (not chained); + -; * /
 *   unary    = ( "-" | "+" ) unary | ( "not" | "!" ) comparison | power
 *   power    = angle [ ( "^" | "**" ) unary ]      so -2^2 = -4, 2^3^2 = 2^9, 2^-1 = 1/2
 *   angle    = primary [ "deg" | "rad" ] | number "D", without a blank: degrees, as in Adams
 *   primary  = number | name | name "(" binary { "," binary } ")" | "(" binary ")"
 *
 * Every nesting passes through unary(), where depth is limited. */
#include <math.h>
#include <string.h>

#include "expr/definition.h"
#include "expr/parsing.h"
#include "expr/words.h"

#define DEEPEST 200
#define LONGEST 1000000
#define COMPARISON 3 /* strength */

static bool at_word(const SarParser *p, const char *word) {
  if (p->token.kind != SAR_TOKEN_NAME || p->token.length != (int32_t)strlen(word)) return false;
  const char *text = sar_parse_quoted(p, p->token);
  for (int32_t i = 0; word[i]; i++) {
    if (word[i] != sar_word_lower(text[i])) return false;
  }
  return true;
}

static const SarExpr *binary(SarParser *p, int32_t weakest);

static const SarExpr *primary(SarParser *p) {
  SarToken token = p->token;
  if (token.kind == SAR_TOKEN_NUMBER) {
    if (!isfinite(token.value)) {
      return sar_parse_fail(p, token.offset, "numbers lie between 1e-308 and 1e308",
                            "the number `%.*s` is out of range", sar_parse_quoted_length(token),
                            sar_parse_quoted(p, token));
    }
    sar_parse_advance(p);
    return sar_expr_constant(p->arena, token.value);
  }
  if (token.kind == SAR_TOKEN_NAME) {
    sar_parse_advance(p);
    return sar_parse_at(p, '(') ? sar_parse_call(p, token) : sar_parse_name(p, token);
  }
  if (token.symbol == '(') {
    sar_parse_advance(p);
    const SarExpr *inside = binary(p, 0);
    return inside && sar_parse_close(p, token.offset) ? inside : NULL;
  }
  return sar_parse_fail_no_value(p);
}

static bool at_name(const SarParser *p, const char *name) {
  return p->token.kind == SAR_TOKEN_NAME && p->token.length == (int32_t)strlen(name) &&
         memcmp(sar_parse_quoted(p, p->token), name, strlen(name)) == 0;
}

static const SarExpr *angle(SarParser *p) {
  SarToken first = p->token;
  const SarExpr *value = primary(p);
  bool suffix = first.kind == SAR_TOKEN_NUMBER && p->token.offset == first.offset + first.length && at_word(p, "d");
  bool degrees = at_name(p, "deg") || suffix;
  if (!value || (!degrees && !at_name(p, "rad"))) return value;
  p->has_angle_unit = true;
  int32_t offset = p->token.offset;
  sar_parse_advance(p);
  if (!degrees) return value;
  const SarExpr *factor = sar_expr_constant(p->arena, SAR_PARSE_PI / 180);
  return sar_parse_apply(p, SAR_EXPR_MULTIPLY, (const SarExpr *[]){factor, value}, offset);
}

static const SarExpr *unary(SarParser *p);

static const SarExpr *power(SarParser *p) {
  const SarExpr *value = angle(p);
  int32_t offset = p->token.offset;
  if (!value || !sar_parse_at(p, '^')) return value;
  sar_parse_advance(p);
  const SarExpr *exponent = unary(p);
  return exponent ? sar_parse_apply(p, SAR_EXPR_POWER, (const SarExpr *[]){value, exponent}, offset) : NULL;
}

static const SarExpr *unary(SarParser *p) {
  if (p->depth == DEEPEST) {
    return sar_parse_fail(p, p->token.offset, "use fewer parentheses, or give parts names in `parameters:`",
                          "the expression is nested too deeply");
  }
  p->depth++;
  SarToken sign = p->token;
  const SarExpr *value = NULL;
  if (sign.symbol == '-' || sign.symbol == '+') {
    sar_parse_advance(p);
    value = unary(p);
    if (value && sign.symbol == '-') value = sar_node_unary(p->arena, SAR_EXPR_NEGATE, value);
  } else if (sign.symbol == '!' || at_word(p, "not")) {
    sar_parse_advance(p);
    value = binary(p, COMPARISON);
    if (value) value = sar_node_unary(p->arena, SAR_EXPR_NOT, value);
  } else {
    value = power(p);
  }
  p->depth--;
  return value;
}

typedef struct Infix {
  char symbol;
  int32_t strength;
  SarOperation operation;
} Infix;

static const Infix *infix_at(const SarParser *p) {
  static const Infix infixes[] = {{'+', 4, SAR_EXPR_ADD},
                                  {'-', 4, SAR_EXPR_SUBTRACT},
                                  {'*', 5, SAR_EXPR_MULTIPLY},
                                  {'/', 5, SAR_EXPR_DIVIDE},
                                  {'<', COMPARISON, SAR_EXPR_LESS},
                                  {'>', COMPARISON, SAR_EXPR_GREATER},
                                  {SAR_SYMBOL_LESS_EQUAL, COMPARISON, SAR_EXPR_LESS_EQUAL},
                                  {SAR_SYMBOL_GREATER_EQUAL, COMPARISON, SAR_EXPR_GREATER_EQUAL},
                                  {SAR_SYMBOL_EQUAL, COMPARISON, SAR_EXPR_EQUAL},
                                  {SAR_SYMBOL_UNEQUAL, COMPARISON, SAR_EXPR_UNEQUAL},
                                  {SAR_SYMBOL_AND, 2, SAR_EXPR_AND},
                                  {SAR_SYMBOL_OR, 1, SAR_EXPR_OR}};
  char symbol = p->token.symbol;
  if (p->token.kind == SAR_TOKEN_NAME)
    symbol = at_word(p, "and") ? SAR_SYMBOL_AND : at_word(p, "or") ? SAR_SYMBOL_OR : 0;
  if (!symbol) return NULL;
  for (size_t i = 0; i < sizeof infixes / sizeof *infixes; i++) {
    if (symbol == infixes[i].symbol) return &infixes[i];
  }
  return NULL;
}

/* One operator with what stands right of it. */
static const SarExpr *infix(SarParser *p, const SarExpr *left, const Infix *what) {
  int32_t offset = p->token.offset;
  sar_parse_advance(p);
  int32_t right_offset = p->token.offset;
  const SarExpr *right = binary(p, what->strength + 1);
  if (!right) return NULL;
  if (what->operation == SAR_EXPR_DIVIDE && sar_node_is(right, 0)) {
    if (!sar_parse_is_lenient(p)) return sar_parse_fail(p, right_offset, "check the divisor", "division by zero");
    p->divided_by_zero = true;
  }
  return sar_parse_apply(p, what->operation, (const SarExpr *[]){left, right}, offset);
}

/* All operators are left-associative, but comparisons stand alone. */
static const SarExpr *binary(SarParser *p, int32_t weakest) {
  const SarExpr *left = unary(p);
  const Infix *what = NULL;
  bool compared = false;
  while (left && (what = infix_at(p)) && what->strength >= weakest) {
    if (what->strength == COMPARISON && compared) {
      return sar_parse_fail(p, p->token.offset, "write a < b and b < c", "comparisons cannot be chained");
    }
    compared = what->strength == COMPARISON;
    left = infix(p, left, what);
  }
  return left;
}

static const SarExpr *whole(SarParser *p) {
  sar_parse_advance(p);
  if (p->token.kind == SAR_TOKEN_END) {
    return sar_parse_fail(p, 0, "write a number or a formula", "the expression is empty");
  }
  const SarExpr *value = binary(p, 0);
  if (value && p->token.kind != SAR_TOKEN_END) return sar_parse_fail_after_value(p);
  return value && p->has_angle_unit ? sar_node_with_angle_unit(p->arena, value) : value;
}

static const SarGrammar grammar = {.binary = binary, .expand = sar_definition_expand};

const SarExpr *sar_parse_text(SarArena *arena, const char *text, SarSource at, const SarScope *scope,
                              SarParseError *error) {
  *error = (SarParseError){.status = SAR_OK};
  SarParser p = {.grammar = &grammar, .arena = arena, .scope = scope, .at = at, .error = error};
  size_t length = strlen(text);
  const SarExpr *value = NULL;
  if (length > LONGEST) {
    sar_parse_fail(&p, 0, "split it into `parameters:`", "the expression is too long (%zu characters)", length);
  } else {
    p.lexer = (SarLexer){text, (int32_t)length, 0};
    value = whole(&p);
  }
  if (!value && error->status == SAR_OK) error->status = SAR_NO_MEMORY;
  return value;
}

const SarExpr *sar_parse_definition(SarArena *arena, const char *body, const char *parameters,
                                    const SarExpr *const *arguments, const SarExprPlace *place, bool *divided_by_zero) {
  SarParseError error;
  error.status = SAR_OK;
  SarParser p = {.grammar = &grammar,
                 .arena = arena,
                 .lexer = {body, (int32_t)strlen(body), 0},
                 .parameters = parameters,
                 .bound = arguments,
                 .place = place,
                 .error = &error};
  const SarExpr *value = whole(&p);
  *divided_by_zero = p.divided_by_zero;
  return value;
}

/* Most rules are those of sums and products: "1", "-1", "x" or "y". */
const SarExpr *sar_parse_rule(SarArena *arena, const char *rule, const SarExpr *const *arguments) {
  bool ignored = false, negative = rule[0] == '-';
  const char *first = rule + negative;
  if (first[0] == '1' && !first[1]) return sar_expr_constant(arena, negative ? -1 : 1);
  if (!negative && (first[0] == 'x' || first[0] == 'y') && !first[1]) return arguments[first[0] == 'y'];
  return sar_parse_definition(arena, rule, "x y", arguments, NULL, &ignored);
}

const SarExpr *sar_definition_expand(SarArena *arena, const SarDefinition *definition, const SarExpr *const *arguments,
                                     int32_t narguments, const SarExprPlace *place, bool *divided_by_zero) {
  *divided_by_zero = false;
  if (definition->body) {
    return sar_parse_definition(arena, definition->body, definition->parameters, arguments, place, divided_by_zero);
  }
  return sar_definition_series(arena, definition, arguments, narguments);
}
