/* The arguments of a call, from `(` to `)`. */
#include "expr/parsing.h"

static bool keep(SarParser *p, SarArguments *arguments, const SarExpr *argument, int32_t offset) {
  if (arguments->count == SAR_EXPR_MOST_ARGUMENTS) {
    sar_parse_fail(p, offset, "use fewer", "a function cannot have more than %d arguments", SAR_EXPR_MOST_ARGUMENTS);
    return false;
  }
  const SarExpr **slot =
      sar_arena_append(p->arena, 0, &arguments->items, &arguments->count, &arguments->capacity, sizeof *slot);
  if (!slot) return false;
  *slot = argument;
  arguments->last = offset;
  return true;
}

/* Whether a constant condition, the first argument, never takes the one that comes next. */
static bool is_dead(const SarArguments *arguments) {
  double condition = 0;
  int32_t next = arguments->count;
  if (!arguments->conditional || next == 0 || !sar_expr_is_constant(arguments->items[0], &condition)) return false;
  int32_t taken = condition != 0 ? 1 : 2;
  if (arguments->colon) taken = condition < 0 ? 1 : condition > 0 ? 3 : 2;
  return next != taken;
}

bool sar_parse_arguments(SarParser *p, SarArguments *arguments) {
  bool conditional = arguments->conditional;
  *arguments = (SarArguments){.capacity = sizeof arguments->few / sizeof *arguments->few, .conditional = conditional};
  arguments->items = arguments->few;
  int32_t open = p->token.offset;
  sar_parse_advance(p);
  if (sar_parse_at(p, ')')) {
    sar_parse_advance(p);
    return true;
  }
  for (;;) {
    int32_t offset = p->token.offset;
    bool dead = is_dead(arguments);
    p->dead += dead;
    const SarExpr *argument = p->grammar->binary(p, 0);
    p->dead -= dead;
    if (!argument || !keep(p, arguments, argument, offset)) return false;
    bool colon = conditional && arguments->count == 1 && sar_parse_at(p, ':');
    if (colon) arguments->colon = true;
    if (!colon && !sar_parse_at(p, ',')) break;
    sar_parse_advance(p);
  }
  return sar_parse_close(p, open);
}
