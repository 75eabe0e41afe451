/* Calls that need something from outside the language: tables, external functions, and whatever the scope knows. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expr/external.h"
#include "expr/parsing.h"
#include "expr/spline.h"
#include "expr/words.h"

/* ---- splines: akispl(x, name [, order]), akispl(x, z, name [, order]) ---- */

enum { INTERP = SAR_SPLINE_METHODS }; /* the word behind those of SarSplineMethod */

/* The spline that the token names; null if it names none, with an error if it must or if the scope reported one. */
static const SarSpline *find_spline(SarParser *p, SarToken token, bool must) {
  char room[SAR_PARSE_WORD];
  const char *name = token.kind == SAR_TOKEN_NAME ? sar_parse_word(p, token, room) : "";
  if (!name) return NULL;
  if (token.kind != SAR_TOKEN_NAME) {
    if (must) {
      sar_parse_fail(p, token.offset, "name a table of `splines:`, as in akispl(x, table) or akispl(x, z, table)",
                     "the name of a spline is missing here");
    }
    return NULL;
  }
  const SarSpline *spline = NULL;
  const SarScope *scope = p->scope;
  SarStatus status = scope && scope->spline ? scope->spline(scope->self, name, &spline) : SAR_INPUT;
  if (status == SAR_OK) return spline;
  if (status != SAR_INPUT) {
    sar_parse_fail_reported(p, status);
  } else if (must) {
    sar_parse_fail(p, token.offset, "name a table of `splines:`", "unknown spline `%.*s`",
                   sar_parse_quoted_length(token), sar_parse_quoted(p, token));
  }
  return NULL;
}

static bool expect_comma(SarParser *p, SarToken token) {
  if (sar_parse_at(p, ',')) {
    sar_parse_advance(p);
    return true;
  }
  if (sar_parse_at(p, ')')) {
    sar_parse_fail(p, token.offset,
                   token.length == 6 && sar_word_lower(*sar_parse_quoted(p, token)) == 'i'
                       ? "write interp(x, 1, table) or interp(x, 3, table)"
                       : "write akispl(x, table), akispl(x, z, table) or akispl(x, z, table, order)",
                   "`%.*s` lacks the name of its spline", sar_parse_quoted_length(token), sar_parse_quoted(p, token));
  } else if (p->token.kind == SAR_TOKEN_END) {
    sar_parse_fail(p, token.offset + token.length, "add a )", "this parenthesis is not closed");
  } else {
    sar_parse_fail_after_value(p);
  }
  return false;
}

/* The order of the derivative that is asked for, where there is a comma; -1: wrong. */
static int32_t read_order(SarParser *p) {
  if (!sar_parse_at(p, ',')) return 0;
  sar_parse_advance(p);
  int32_t offset = p->token.offset;
  const SarExpr *f = p->grammar->binary(p, 0);
  double order = 0;
  if (!f) return -1;
  if (sar_expr_is_constant(f, &order) && (order == 0 || order == 1 || order == 2)) return (int32_t)order;
  sar_parse_fail(p, offset, "write 0, 1 or 2", "the order of the derivative of a spline must be 0, 1 or 2");
  return -1;
}

/* The second argument as z, unless it is the name of the spline. */
static bool read_z(SarParser *p, SarToken token, const SarExpr **z, const SarSpline **spline) {
  SarToken next = sar_parse_peek(p);
  bool last = next.symbol == ')' || next.kind == SAR_TOKEN_END;
  if (p->token.kind == SAR_TOKEN_NAME && (last || next.symbol == ',')) *spline = find_spline(p, p->token, last);
  if (*spline || p->error->status != SAR_OK) return *spline != NULL;
  *z = p->grammar->binary(p, 0);
  return *z && expect_comma(p, token);
}

/* The second argument of interp(x, method, table): 1 for straight lines, 3 for a cubic spline, as in Adams. */
static bool read_method(SarParser *p, SarToken token, int32_t *method) {
  int32_t offset = p->token.offset;
  const SarExpr *f = p->grammar->binary(p, 0);
  double number = 0;
  if (!f) return false;
  if (!sar_expr_is_constant(f, &number) || (number != 1 && number != 3)) {
    sar_parse_fail(p, offset, "write 1 for straight lines or 3 for a cubic spline",
                   "the method of `interp` must be 1 or 3");
    return false;
  }
  *method = number == 1 ? SAR_SPLINE_LINEAR : SAR_SPLINE_CUBIC;
  return expect_comma(p, token);
}

const SarExpr *sar_parse_spline(SarParser *p, SarToken token, const char *name, int32_t method) {
  int32_t open = p->token.offset;
  sar_parse_advance(p);
  if (sar_parse_at(p, ')')) {
    expect_comma(p, token); /* fails */
    return NULL;
  }
  const SarExpr *x = p->grammar->binary(p, 0), *z = NULL;
  const SarSpline *spline = NULL;
  if (!x || !expect_comma(p, token)) return NULL;
  bool read = method == INTERP ? read_method(p, token, &method) : read_z(p, token, &z, &spline);
  if (!read) return NULL;
  SarToken table = p->token;
  if (!spline) spline = find_spline(p, table, true);
  if (!spline) return NULL;
  sar_parse_advance(p);
  int32_t order = read_order(p);
  if (order < 0 || !sar_parse_close(p, open)) return NULL;
  bool family = sar_spline_table(spline)->nz > 1;
  if (family && !z) {
    return sar_parse_fail(p, table.offset, "give z as the second argument of akispl or cubspl: akispl(x, z, table)",
                          "the spline `%.*s` is a family of curves", sar_parse_quoted_length(table),
                          sar_parse_quoted(p, table));
  }
  if (!family) z = sar_expr_constant(p->arena, 0); /* a single curve does not depend on z */
  int32_t detail = sar_spline_detail((SarSplineMethod)method, order, 0);
  const SarExpr *value = sar_node_spline(p->arena, spline, detail, x, z);
  const SarExprPlace *place = sar_parse_place(p, sar_parse_spline_name(method), token.offset);
  value = sar_node_placed(value, SAR_EXPR_SPLINE, (const SarExpr *[]){x, z}, 2, place);
  return sar_parse_finite(p, value, name, token.offset);
}

/* ---- external functions ---- */

static const SarExpr *call_external(SarParser *p, SarToken token, const SarExternal *external, int32_t output,
                                    const char *name) {
  SarArguments arguments = {.conditional = false};
  if (!sar_parse_arguments(p, &arguments)) return NULL;
  if (!external) { /* of a plugin that was not loaded */
    int32_t most = SAR_EXTERNAL_ABSENT_INPUTS;
    external = sar_external_absent(p->arena, name, arguments.count < most ? arguments.count : most);
    if (!external) return NULL;
  }
  if (arguments.count != external->ninputs) {
    return sar_parse_fail(p, token.offset, "give as many as it takes, separated by commas",
                          "`%.*s` takes %d argument%s, not %d", sar_parse_quoted_length(token), name,
                          (int)external->ninputs, external->ninputs == 1 ? "" : "s", (int)arguments.count);
  }
  const SarExpr *call = sar_node_call(p->arena, external, arguments.items);
  const SarExprPlace *place = sar_parse_place(p, external->name, token.offset);
  const SarExpr *value = sar_node_placed(sar_node_pick(p->arena, call, output), SAR_EXPR_PICK, &call, 1, place);
  return sar_parse_finite(p, value, name, token.offset);
}

/* ---- functions of constants: belt.x(i + 1) ---- */

enum { MOST_FIXED_ARGUMENTS = 4 };

static const SarExpr *call_fixed(SarParser *p, SarToken token, const char *name) {
  SarArguments arguments = {.conditional = false};
  SarSource source = sar_parse_source(p, token.offset);
  double values[MOST_FIXED_ARGUMENTS] = {0}, value = 0;
  if (!sar_parse_arguments(p, &arguments)) return NULL;
  for (int32_t i = 0; i < arguments.count && i < MOST_FIXED_ARGUMENTS; i++) {
    if (sar_expr_is_constant(arguments.items[i], &values[i])) continue;
    return sar_parse_fail(p, arguments.last, "use numbers, parameters and counters of `for:`",
                          "`%.*s` takes a constant, not something that moves", sar_parse_quoted_length(token), name);
  }
  SarStatus status = p->scope->fixed(p->scope->self, name, source, values, arguments.count, &value);
  return status == SAR_OK ? sar_expr_constant(p->arena, value) : sar_parse_fail_reported(p, status);
}

/* ---- calls of the scope: dx(a, b.pin, 0) ---- */

static bool is_known_call(const SarScope *scope, const char *name) {
  const char *known = NULL;
  for (int32_t i = 0; scope && scope->list_calls && (known = scope->list_calls(scope->self, i)); i++) {
    if (sar_text_distance(known, name) == 0) return true;
  }
  return false;
}

static const SarExpr *fail_unknown(SarParser *p, SarToken token, const char *name) {
  double constant = 0;
  int32_t variable = 0;
  const SarScope *scope = p->scope;
  bool is_value = sar_parse_constant(name, &constant) ||
                  (scope && scope->resolve(scope->self, name, &constant, &variable) == SAR_OK);
  if (is_value) {
    return sar_parse_fail(p, token.offset, "write * for a product", "`%.*s` is not a function",
                          sar_parse_quoted_length(token), name);
  }
  const char *instead = sar_parse_refused(name);
  if (instead) {
    return sar_parse_fail(p, token.offset, instead, "`%.*s` of Adams is not supported", sar_parse_quoted_length(token),
                          name);
  }
  SarSuggestion suggestion = sar_suggestion(name);
  char remedy[sizeof p->error->remedy] = "`sarrus describe functions` and `sarrus describe measures` list them all";
  const char *known = NULL;
  for (int32_t i = 0; (known = sar_parse_function(i)); i++) sar_suggestion_offer(&suggestion, known);
  for (int32_t i = 0; scope && scope->list_calls && (known = scope->list_calls(scope->self, i)); i++) {
    sar_suggestion_offer(&suggestion, known);
  }
  const char *best = sar_suggestion_best(&suggestion);
  if (best) snprintf(remedy, sizeof remedy, "did you mean `%s`?", best);
  return sar_parse_fail(p, token.offset, remedy, "unknown function `%.*s`", sar_parse_quoted_length(token), name);
}

typedef enum Reading { READ, NO_NAME, NO_MEMORY } Reading;

/* One argument: a name or a number with an optional sign. */
static Reading read_call_argument(SarParser *p, SarCallArgument *argument) {
  argument->source = sar_parse_source(p, p->token.offset);
  double sign = 1;
  if (sar_parse_at(p, '-') || sar_parse_at(p, '+')) {
    sign = sar_parse_at(p, '-') ? -1 : 1;
    sar_parse_advance(p);
    if (p->token.kind != SAR_TOKEN_NUMBER) return NO_NAME;
  }
  SarToken next = sar_parse_peek(p);
  bool ends = next.symbol == ',' || next.symbol == ')' || next.kind == SAR_TOKEN_END;
  bool number = p->token.kind == SAR_TOKEN_NUMBER && isfinite(p->token.value);
  if (!ends || (!number && p->token.kind != SAR_TOKEN_NAME)) return NO_NAME;
  if (number) {
    argument->number = sign * p->token.value;
  } else {
    argument->name = sar_arena_copy_text_n(p->arena, sar_parse_quoted(p, p->token), (size_t)p->token.length);
    if (!argument->name) return NO_MEMORY;
  }
  sar_parse_advance(p);
  return READ;
}

enum { MOST_CALL_ARGUMENTS = 16 };

/* Something else than a name stands at `offset`: wrong where the function is known, else the function is unknown. */
static const SarExpr *fail_call_argument(SarParser *p, SarToken token, const char *name, int32_t open, int32_t offset) {
  if (p->token.kind == SAR_TOKEN_END) {
    sar_parse_close(p, open);
    return NULL;
  }
  if (!is_known_call(p->scope, name)) return fail_unknown(p, token, name);
  if (sar_parse_at(p, ',') || sar_parse_at(p, ')')) {
    return sar_parse_fail(p, offset, "write a frame or an element, 0 for the ground, or one comma less",
                          "an argument of `%.*s` is missing before `%c`", sar_parse_quoted_length(token), name,
                          p->token.symbol);
  }
  return sar_parse_fail(p, offset, "give the name of a frame or an element, or a number",
                        "`%.*s` takes names here, not an expression", sar_parse_quoted_length(token), name);
}

/* Reads `( ... )`. False with an error, or when memory is exhausted. */
static bool read_call_arguments(SarParser *p, SarToken token, const char *name, SarCallArgument *arguments,
                                int32_t *count) {
  int32_t open = p->token.offset;
  sar_parse_advance(p);
  *count = 0;
  if (sar_parse_at(p, ')')) {
    sar_parse_advance(p);
    return true;
  }
  for (;;) {
    int32_t offset = p->token.offset;
    Reading reading = *count < MOST_CALL_ARGUMENTS ? read_call_argument(p, &arguments[*count]) : NO_NAME;
    if (reading == NO_NAME) fail_call_argument(p, token, name, open, offset);
    if (reading != READ) return false;
    ++*count;
    if (!sar_parse_at(p, ',')) return sar_parse_close(p, open);
    sar_parse_advance(p);
  }
}

static const SarExpr *call_scope(SarParser *p, SarToken token, const char *name) {
  SarCallArgument *arguments = SAR_NEW(p->arena, MOST_CALL_ARGUMENTS, SarCallArgument);
  const char *kept = sar_arena_copy_text(p->arena, name);
  SarCall call = {.name = kept, .source = sar_parse_source(p, token.offset), .arguments = arguments};
  if (!arguments || !kept || !read_call_arguments(p, token, name, arguments, &call.narguments)) return NULL;
  const SarExpr *value = NULL;
  SarStatus status = p->scope->call(p->scope->self, p->arena, &call, &value);
  if (status == SAR_INPUT) return fail_unknown(p, token, name);
  return status == SAR_OK ? sar_parse_answered(p, value, token.offset) : sar_parse_fail_reported(p, status);
}

const SarExpr *sar_parse_outside(SarParser *p, SarToken token, const char *name) {
  const SarScope *scope = p->scope;
  const SarExternal *external = NULL;
  int32_t output = 0;
  SarStatus status = scope && scope->external ? scope->external(scope->self, name, &external, &output) : SAR_INPUT;
  if (status == SAR_OK) return call_external(p, token, external, output, name);
  if (status != SAR_INPUT) return sar_parse_fail_reported(p, status);
  double value = 0;
  if (scope && scope->fixed) {
    status = scope->fixed(scope->self, name, sar_parse_source(p, token.offset), NULL, -1, &value);
  }
  if (status == SAR_OK) return call_fixed(p, token, name);
  if (status != SAR_INPUT) return sar_parse_fail_reported(p, status);
  return scope && scope->call ? call_scope(p, token, name) : fail_unknown(p, token, name);
}
