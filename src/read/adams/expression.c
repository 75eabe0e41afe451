/* Expressions of a deck as expressions of the model. */
#include "read/adams/expression.h"

static SarStatus finish(SarDeckReading *r, const SarDeckText *out, const char **text) {
  if (r->status != SAR_OK) return r->status;
  if (out->out_of_memory || !out->bytes) return sar_report_no_memory(r->deck->context);
  *text = r->refused ? NULL : out->bytes;
  return SAR_OK;
}

static SarDeckReading reading(SarDeck *deck, const SarStatement *statement, const SarArgument *argument) {
  return (SarDeckReading){.deck = deck,
                          .statement = statement,
                          .argument = argument,
                          .text = argument->expression ? argument->expression : "",
                          .status = SAR_OK};
}

SarStatus sar_deck_expression(SarDeck *deck, const SarStatement *statement, const char *argument, const char **text) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  *text = NULL;
  if (!given) return SAR_OK;
  SarDeckReading r = reading(deck, statement, given);
  const SarDeckTerm *term = sar_deck_parse(&r);
  if (!term) return r.status;
  SAR_TRY(sar_deck_look_for_left_out(&r));
  if (term->vector) sar_deck_fail(&r, term->offset, "give one of its components", "a number is needed, not a vector");
  SarDeckText out = {.arena = deck->arena};
  sar_deck_append(&out, "", 0);
  sar_deck_write(&r, &out, term, 0);
  return finish(&r, &out, text);
}

SarStatus sar_deck_expression3(SarDeck *deck, const SarStatement *statement, const char *argument,
                               const char *text[3]) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  text[0] = text[1] = text[2] = NULL;
  if (!given) return SAR_OK;
  SarDeckReading r = reading(deck, statement, given);
  const SarDeckTerm *term = sar_deck_parse(&r);
  if (!term) return r.status;
  SAR_TRY(sar_deck_look_for_left_out(&r));
  if (!term->vector)
    sar_deck_fail(&r, term->offset, "write [x, y, z], or a function such as DXYZ", "a vector is needed");
  for (int i = 0; i < 3; i++) {
    SarDeckText out = {.arena = deck->arena};
    sar_deck_append(&out, "", 0);
    sar_deck_write(&r, &out, term, i);
    SAR_TRY(finish(&r, &out, &text[i]));
  }
  if (r.refused) text[0] = text[1] = text[2] = NULL;
  return SAR_OK;
}
