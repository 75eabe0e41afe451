/* Expressions of a deck as expressions of the model. */
#include <stdio.h>
#include <string.h>

#include "read/adams/expression.h"

SarSource sar_deck_source(const SarDeckReading *r, int32_t offset) {
  const SarArgument *argument = r->argument;
  SarSource source = argument->source;
  int32_t low = 0, high = argument->npieces;
  while (high - low > 1) {
    int32_t middle = low + (high - low) / 2;
    if (argument->pieces[middle].offset <= offset) {
      low = middle;
    } else {
      high = middle;
    }
  }
  if (!argument->npieces) return source;
  const SarTextPiece *piece = &argument->pieces[low];
  source.line = piece->line;
  source.column = piece->column;
  for (int32_t i = piece->offset; i < offset; i++) source.column += ((unsigned char)r->text[i] & 0xc0) != 0x80;
  return source;
}

static const char *format_message(SarDeckReading *r, const char *format, va_list arguments) {
  const char *text = sar_arena_vprintf(r->deck->arena, format, arguments);
  return text ? text : "this expression is wrong";
}

void sar_deck_fail(SarDeckReading *r, int32_t offset, const char *remedy, const char *format, ...) {
  if (r->status != SAR_OK) return;
  va_list arguments;
  va_start(arguments, format);
  const char *message = format_message(r, format, arguments);
  va_end(arguments);
  r->status = sar_report(r->deck->context, SAR_INPUT, sar_deck_source(r, offset), sar_deck_title(r->deck, r->statement),
                         remedy, "%s", message);
}

void sar_deck_give_up(SarDeckReading *r, int32_t offset, const char *remedy, const char *format, ...) {
  if (r->status != SAR_OK || r->refused) return;
  va_list arguments;
  va_start(arguments, format);
  const char *message = format_message(r, format, arguments);
  va_end(arguments);
  r->status = sar_deck_refuse(r->deck, r->statement, sar_deck_source(r, offset), remedy, "%s", message);
  r->refused = true;
}

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
  if (term->vector) sar_deck_fail(&r, term->offset, "give one of its components", "a number is needed, not a vector");
  SarDeckText out = {.arena = deck->arena};
  sar_deck_append(&out, "", 0);
  sar_deck_write(&r, &out, term, 0);
  return finish(&r, &out, text);
}

SarStatus sar_deck_vector(SarDeck *deck, const SarStatement *statement, const char *argument, const char *text[3]) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  text[0] = text[1] = text[2] = NULL;
  if (!given) return SAR_OK;
  SarDeckReading r = reading(deck, statement, given);
  const SarDeckTerm *term = sar_deck_parse(&r);
  if (!term) return r.status;
  if (!term->vector) sar_deck_fail(&r, term->offset, "write [x, y, z], or a function such as DXYZ", "a vector is needed");
  for (int i = 0; i < 3; i++) {
    SarDeckText out = {.arena = deck->arena};
    sar_deck_append(&out, "", 0);
    sar_deck_write(&r, &out, term, i);
    SAR_TRY(finish(&r, &out, &text[i]));
  }
  if (r.refused) text[0] = text[1] = text[2] = NULL;
  return SAR_OK;
}
