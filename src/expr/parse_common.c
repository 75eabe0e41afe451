/* What all parts of the parser use: the next token, places in the text, values with their places. */
#include <math.h>
#include <string.h>

#include "expr/parsing.h"

void sar_parse_advance(SarParser *p) { p->token = sar_lexer_next(&p->lexer); }

SarToken sar_parse_peek(const SarParser *p) {
  SarLexer ahead = p->lexer;
  return sar_lexer_next(&ahead);
}

const char *sar_parse_word(SarParser *p, SarToken token, char room[SAR_PARSE_WORD]) {
  if (token.length >= SAR_PARSE_WORD) {
    return sar_arena_copy_text_n(p->arena, sar_parse_quoted(p, token), (size_t)token.length);
  }
  memcpy(room, sar_parse_quoted(p, token), (size_t)token.length);
  room[token.length] = 0;
  return room;
}

static int32_t begins_character(char c) { return ((unsigned char)c & 0xc0) != 0x80; }

int32_t sar_parse_column(SarSource at, const char *text, int32_t offset) {
  if (at.column <= 0) return at.column;
  int32_t column = at.column;
  for (int32_t i = 0; i < offset; i++) column += begins_character(text[i]);
  return column;
}

SarSource sar_parse_source(SarParser *p, int32_t offset) {
  while (p->counted_offset < offset) p->counted += begins_character(p->lexer.text[p->counted_offset++]);
  while (p->counted_offset > offset) p->counted -= begins_character(p->lexer.text[--p->counted_offset]);
  SarSource source = p->at;
  if (source.column > 0) source.column += p->counted;
  return source;
}

const SarExpr *sar_parse_finite(SarParser *p, const SarExpr *value, const char *name, int32_t offset) {
  double number = 0;
  if (sar_parse_is_lenient(p) || !value || !sar_expr_is_constant(value, &number) || isfinite(number)) return value;
  if (isnan(number)) {
    return sar_parse_fail(p, offset, "change its arguments", "`%s` has no value here (not a number)", name);
  }
  return sar_parse_fail(p, offset, "change its arguments", "the result of `%s` is infinite", name);
}

const SarExprPlace *sar_parse_place(SarParser *p, const char *name, int32_t offset) {
  if (p->parameters) return p->place;
  SarExprPlace *place = SAR_NEW(p->arena, 1, SarExprPlace);
  if (place) *place = (SarExprPlace){name, sar_parse_source(p, offset)};
  return place;
}

const SarExpr *sar_parse_answered(SarParser *p, const SarExpr *value, int32_t offset) {
  const SarExpr *variable = value;
  if (value && value->operation == SAR_EXPR_MULTIPLY) variable = value->arguments[1];
  bool plain = variable && variable->operation == SAR_EXPR_VARIABLE && !variable->place;
  if (plain) sar_node_placed(variable, SAR_EXPR_VARIABLE, NULL, 0, sar_parse_place(p, "", offset));
  return value;
}

/* Sums and products have a value wherever their parts have one, and no kinks: nobody asks where they stand. */
static bool deserves_place(SarOperation operation) {
  return operation != SAR_EXPR_ADD && operation != SAR_EXPR_SUBTRACT && operation != SAR_EXPR_MULTIPLY;
}

const SarExpr *sar_parse_apply(SarParser *p, SarOperation operation, const SarExpr *const *arguments, int32_t offset) {
  const SarExpr *result = sar_node_apply(p->arena, operation, arguments);
  if (result && result->operation == operation && deserves_place(operation)) {
    const SarExprPlace *place = sar_parse_place(p, sar_function_name(operation), offset);
    result = sar_node_placed(result, operation, arguments, result->narguments, place);
  }
  return sar_parse_finite(p, result, sar_function_name(operation), offset);
}

bool sar_parse_close(SarParser *p, int32_t open) {
  if (sar_parse_at(p, ')')) {
    sar_parse_advance(p);
    return true;
  }
  if (p->token.kind == SAR_TOKEN_END) {
    sar_parse_fail(p, open, "add a )", "this parenthesis is not closed");
  } else {
    sar_parse_fail_after_value(p);
  }
  return false;
}
