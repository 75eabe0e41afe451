/* Expressions of a deck as expressions of the model. */
#include "read/adams/expression.h"

#define MOST_WRITTEN_OUT 65536 /* bytes */

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

static bool is_within(const SarDeckReading *r, const SarStatement *statement) {
  for (; r; r = r->within) {
    if (r->statement == statement) return true;
  }
  return false;
}

/* The FUNCTION of a VARIABLE in the place of its name. */
static void write_out(SarDeckReading *r, SarDeckText *out, const SarStatement *variable, int32_t offset) {
  const SarArgument *function = sar_statement_argument(variable, "FUNCTION");
  if (!function || variable->faulty || is_within(r, variable) || out->length > MOST_WRITTEN_OUT) {
    sar_deck_fail(r, offset, "write it as an expression of TIME", "%s %s", sar_deck_title(r->deck, variable),
                  is_within(r, variable)           ? "is a function of itself"
                  : out->length > MOST_WRITTEN_OUT ? "makes the expression too long"
                                                   : "has no FUNCTION that could stand here");
    return;
  }
  SarDeckReading inner = reading(r->deck, variable, function);
  inner.write_out = write_out;
  inner.within = r;
  const SarDeckTerm *term = sar_deck_parse(&inner);
  sar_deck_append(out, "(", 1);
  if (term) sar_deck_write(&inner, out, term, 0);
  sar_deck_append(out, ")", 1);
  r->status = inner.status;
  r->refused = r->refused || inner.refused;
}

static SarStatus translate(SarDeck *deck, const SarStatement *statement, const char *argument, bool of_time,
                           const char **text) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  *text = NULL;
  if (!given) return SAR_OK;
  SarDeckReading r = reading(deck, statement, given);
  if (of_time) r.write_out = write_out;
  const SarDeckTerm *term = sar_deck_parse(&r);
  if (!term) return r.status;
  if (term->vector) sar_deck_fail(&r, term->offset, "give one of its components", "a number is needed, not a vector");
  SarDeckText out = {.arena = deck->arena};
  sar_deck_append(&out, "", 0);
  sar_deck_write(&r, &out, term, 0);
  return finish(&r, &out, text);
}

SarStatus sar_deck_expression(SarDeck *deck, const SarStatement *statement, const char *argument, const char **text) {
  return translate(deck, statement, argument, false, text);
}

SarStatus sar_deck_expression_of_time(SarDeck *deck, const SarStatement *statement, const char *argument,
                                      const char **text) {
  return translate(deck, statement, argument, true, text);
}

SarStatus sar_deck_expression3(SarDeck *deck, const SarStatement *statement, const char *argument,
                               const char *text[3]) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  text[0] = text[1] = text[2] = NULL;
  if (!given) return SAR_OK;
  SarDeckReading r = reading(deck, statement, given);
  const SarDeckTerm *term = sar_deck_parse(&r);
  if (!term) return r.status;
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
