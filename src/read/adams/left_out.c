/* With --skip-unsupported: which statements are left out because their expressions, or those of statements that they
 * name, cannot be translated. A force that follows a variable of user code has to go with it. */
#include <stdlib.h>

#include "read/adams/expression.h"

enum { UNKNOWN, KEPT, LEFT_OUT, DEEPEST = 500 };

/* The statement that the call at the present name is about: VARVAL(7); null: none. */
static const SarStatement *named_at(SarDeckReading *r, const SarDeckFunction *function) {
  if (function->signature[0] != 'x') return NULL;
  sar_deck_next_token(r);
  if (r->token.symbol != '(') return NULL;
  sar_deck_next_token(r);
  if (r->token.kind != SAR_DECK_TOKEN_NUMBER) return NULL;
  return sar_deck_find(r->deck, function->kind, strtoll(r->text + r->token.offset, NULL, 10));
}

static bool is_left_out(SarDeck *deck, const SarStatement *statement, int depth);

/* Looks through an expression for the first thing that cannot be translated. */
static bool find(SarDeckReading *r, int depth, int32_t *offset, const SarStatement **because) {
  for (sar_deck_next_token(r); r->token.kind != SAR_DECK_TOKEN_END; sar_deck_next_token(r)) {
    if (r->token.kind != SAR_DECK_TOKEN_NAME) continue;
    const SarDeckFunction *function = sar_deck_function(r->text + r->token.offset, (size_t)r->token.length);
    if (!function) continue;
    *because = NULL;
    *offset = r->token.offset;
    if (sar_deck_function_is_refused(r->deck, function)) return true;
    *because = named_at(r, function);
    if (*because && is_left_out(r->deck, *because, depth)) return true;
  }
  return false;
}

static bool has_left_out(SarDeck *deck, const SarStatement *statement, int depth) {
  if (statement->class->support == SAR_DECK_REFUSED) return true;
  for (int32_t i = 0; i < statement->count; i++) {
    const SarArgument *argument = &statement->arguments[i];
    if (!argument->expression) continue;
    SarDeckReading r = {.deck = deck, .statement = statement, .argument = argument, .text = argument->expression};
    int32_t offset;
    const SarStatement *because;
    if (find(&r, depth, &offset, &because)) return true;
  }
  return false;
}

/* While a statement is looked at it counts as kept: circles do not matter. */
static bool is_left_out(SarDeck *deck, const SarStatement *statement, int depth) {
  char *known = &deck->left_out[statement - deck->statements.all];
  if (*known == UNKNOWN && depth < DEEPEST) {
    *known = KEPT;
    if (has_left_out(deck, statement, depth + 1)) *known = LEFT_OUT;
  }
  return *known == LEFT_OUT;
}

SarStatus sar_deck_look_for_left_out(SarDeckReading *r) {
  SarDeck *deck = r->deck;
  if (!deck->options->skip_unsupported) return SAR_OK;
  if (!deck->left_out) deck->left_out = SAR_NEW(deck->arena, deck->statements.count + 1, char);
  if (!deck->left_out) return sar_report_no_memory(deck->context);
  SarDeckReading again = {.deck = deck, .statement = r->statement, .argument = r->argument, .text = r->text};
  int32_t offset;
  const SarStatement *because;
  if (!find(&again, 0, &offset, &because) || !because)
    return SAR_OK; /* the function itself is refused when it is written */
  sar_deck_give_up(r, offset, NULL, "%s, which it names, is left out", sar_deck_title(deck, because));
  return r->status;
}
