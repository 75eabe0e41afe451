/* Names: in this order, what the scope resolves, constants of the language, what the scope makes an expression of. */
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "expr/parsing.h"
#include "expr/words.h"

static const struct {
  const char *name;
  double value;
} constants[] = {{"pi", SAR_PARSE_PI}, {"dtor", SAR_PARSE_PI / 180}, {"rtod", 180 / SAR_PARSE_PI}};

bool sar_parse_constant(const char *name, double *value) {
  for (size_t i = 0; i < sizeof constants / sizeof *constants; i++) {
    if (!sar_word_is(constants[i].name, name)) continue;
    *value = constants[i].value;
    return true;
  }
  return false;
}

const char *sar_parse_refused(const char *name) {
  static const char *const refused[][2] = {
#define SAR_REFUSED(word, remedy) {word, remedy},
#include "expr/refused.def"
#undef SAR_REFUSED
  };
  for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
    if (sar_word_is(refused[i][0], name)) return refused[i][1];
  }
  return NULL;
}

/* Fills a remedy with the best suggestion or the names that are known. */
static void suggest_name(const SarScope *scope, const char *name, char *remedy, size_t size) {
  SarSuggestion suggestion = sar_suggestion(name);
  size_t used = (size_t)snprintf(remedy, size, "known here: pi");
  sar_suggestion_offer(&suggestion, "pi");
  const char *known = NULL;
  for (int32_t i = 0; scope && scope->list && (known = scope->list(scope->self, i)); i++) {
    sar_suggestion_offer(&suggestion, known);
    if (strcmp(known, "t") == 0) sar_suggestion_offer(&suggestion, "time"); /* which it may be called, too */
    if (used + strlen(known) + 8 < size) used += (size_t)snprintf(remedy + used, size - used, ", %s", known);
  }
  const char *best = sar_suggestion_best(&suggestion);
  if (best) snprintf(remedy, size, "did you mean `%s`?", best);
}

static const SarExpr *fail_unknown(SarParser *p, SarToken token, const char *name) {
  if (sar_parse_is_function(name)) {
    return sar_parse_fail(p, token.offset, "write its argument in parentheses", "`%.*s` is a function",
                          sar_parse_quoted_length(token), name);
  }
  if (strcmp(name, "deg") == 0 || strcmp(name, "rad") == 0) {
    return sar_parse_fail(p, token.offset, "write it behind a value, as in 30 deg",
                          "the unit `%s` has no value before it", name);
  }
  const char *instead = sar_parse_refused(name);
  if (instead) {
    return sar_parse_fail(p, token.offset, instead, "`%.*s` of Adams is not supported", sar_parse_quoted_length(token),
                          name);
  }
  char remedy[sizeof p->error->remedy];
  suggest_name(p->scope, name, remedy, sizeof remedy);
  return sar_parse_fail(p, token.offset, remedy, "unknown name `%.*s`", sar_parse_quoted_length(token), name);
}

/* A parameter of a rule or a definition; they use no other names but constants. */
static const SarExpr *bound(SarParser *p, SarToken token) {
  const char *name = sar_parse_quoted(p, token), *word = p->parameters;
  for (int32_t i = 0; *word; i++) {
    size_t length = strcspn(word, " ");
    if (length == (size_t)token.length && memcmp(word, name, length) == 0) return p->bound[i];
    word += length;
    word += strspn(word, " ");
  }
  return sar_expr_constant(p->arena, SAR_PARSE_PI);
}

/* Asks the scope for an expression that a bare name means. SAR_INPUT: it knows none. */
static SarStatus call_name(SarParser *p, SarToken token, const SarExpr **out) {
  *out = NULL;
  if (!p->scope || !p->scope->call) return SAR_INPUT;
  const char *name = sar_arena_copy_text_n(p->arena, sar_parse_quoted(p, token), (size_t)token.length);
  if (!name) return SAR_OK;
  SarCall call = {.name = name, .source = sar_parse_source(p, token.offset), .narguments = -1};
  return p->scope->call(p->scope->self, p->arena, &call, out);
}

const SarExpr *sar_parse_name(SarParser *p, SarToken token) {
  if (p->parameters) return bound(p, token);
  char room[SAR_PARSE_WORD];
  const char *name = sar_parse_word(p, token, room);
  if (!name) return NULL;
  double constant = 0;
  int32_t variable = -1;
  const SarScope *scope = p->scope;
  SarStatus status = scope ? scope->resolve(scope->self, name, &constant, &variable) : SAR_INPUT;
  if (status == SAR_INPUT && sar_parse_constant(name, &constant)) {
    variable = -1;
    status = SAR_OK;
  }
  if (status == SAR_INPUT && scope && sar_word_is("time", name)) {
    status = scope->resolve(scope->self, "t", &constant, &variable);
  }
  if (status == SAR_INPUT) {
    const SarExpr *value = NULL;
    status = call_name(p, token, &value);
    if (status == SAR_OK) return sar_parse_answered(p, value, token.offset);
  }
  if (status == SAR_INPUT) return fail_unknown(p, token, name);
  if (status != SAR_OK) return sar_parse_fail_reported(p, status);
  if (variable < 0) return sar_expr_constant(p->arena, constant);
  return sar_parse_answered(p, sar_expr_variable(p->arena, variable), token.offset);
}
