/* All statements of a deck, by their translators, in the order of the deck. */
#include <string.h>

#include "read/adams/classes.h"
#include "read/adams/deck_index.h"
#include "read/adams/left_out.h"

/* Statements and arguments that cannot be translated, or that nobody knows. */
SarStatus sar_deck_refuse_unknown(SarDeck *deck, const SarStatements *statements) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < statements->nunknown; i++) {
    const SarUnknownArgument *unknown = &statements->unknown[i];
    SarStatement *statement = &statements->all[unknown->statement];
    if (strcmp(statement->class->name, "OUTPUT") == 0) continue; /* which files are written */
    if (strcmp(statement->class->name, "GRAPHICS") == 0) {       /* it is drawn, or touches, without it */
      sar_deck_remark(deck, statement, unknown->source, "unknown argument `%.40s`: it does not count", unknown->name);
      continue;
    }
    const char *remedy = unknown->meant ? sar_arena_printf(deck->arena, "did you mean `%s`?", unknown->meant) : NULL;
    SarStatus one =
        sar_deck_refuse_detail(deck, statement, unknown->source, remedy, "unknown argument `%.40s`", unknown->name);
    if (one != SAR_OK) statement->faulty = true, status = one;
  }
  return status;
}

static SarStatus translate(SarDeck *deck, const SarStatement *statement) {
  const SarStatementClass *class = statement->class;
  if (class->support == SAR_DECK_IGNORED || statement->faulty) return SAR_OK;
  if (class->support == SAR_DECK_USED) {
    bool out;
    SAR_TRY(sar_deck_follow_arguments(deck, statement, &out));
    return out ? SAR_OK : class->translate(deck, statement);
  }
  bool known = sar_deck_class(class->name);
  return sar_deck_refuse(deck, statement, statement->source, class->remark,
                         known ? "%s cannot be translated" : "unknown statement `%s`", class->name);
}

static SarStatus translate_all(SarDeck *deck) {
  SarStatus status = sar_deck_refuse_unknown(deck, &deck->statements);
  SarStatus first = sar_deck_units(deck);
  if (first != SAR_OK) status = first;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    SarStatus one = translate(deck, &deck->statements.all[i]);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  SarStatus last = sar_deck_frames(deck);
  return last != SAR_OK ? last : status;
}

/* What translators remember belongs to the statements as they were. */
void sar_deck_forget(SarDeck *deck) {
  deck->users = NULL;
  deck->parts = NULL;
  deck->arrays = NULL;
  deck->pairs = NULL;
  deck->floats = NULL;
}

SarStatus sar_deck_translate(SarDeck *deck) {
  SarNode before = *deck->tree.root;
  SarDeckIndex index = *deck->index;
  int32_t messages = sar_context_count(deck->context);
  bool again = false;
  SarStatus status = translate_all(deck);
  if (status == SAR_OK) status = sar_deck_spread_left_out(deck, &again);
  if (status != SAR_OK || !again) return status;
  deck->tree.root->count = before.count;
  deck->tree.root->comment = before.comment;
  deck->index->nnotes = index.nnotes;
  deck->index->nusers = index.nusers;
  sar_context_take_back(deck->context, messages);
  sar_deck_forget(deck);
  return translate_all(deck);
}
