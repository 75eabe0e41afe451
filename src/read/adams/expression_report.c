/* What is wrong in an expression of a deck, and where. */
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
