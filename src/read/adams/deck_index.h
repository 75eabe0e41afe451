/* What a deck knows about its statements beyond them; for deck*.c and translate.c. */
#ifndef SAR_READ_ADAMS_DECK_INDEX_H
#define SAR_READ_ADAMS_DECK_INDEX_H

#include "read/adams/deck.h"

typedef struct SarDeckIndex {
  int32_t *slots; /* by hash of kind and number: index of the statement, or -1 */
  uint64_t mask;
  const char **frames; /* of each statement that is a marker: its whole name */
  bool *named;         /* markers whose names somebody has asked for */
  const char **notes;  /* lines of the comment before the model */
  int32_t nnotes, notes_capacity;
  int32_t nusers; /* USER(...) of the deck that are taken as 0 */
  bool users_told;
  const SarStatement *user; /* the first of them, and where */
  SarSource user_source;
} SarDeckIndex;

/* deck_index.c: makes the index; two statements of a kind with one number are reported. */
SarStatus sar_deck_number_statements(SarDeck *deck);

/* deck_names.c: gives all statements their names, and markers their parts. */
SarStatus sar_deck_name_statements(SarDeck *deck);

/* deck_index.c: the warning of all USER(...) that are taken as 0. */
void sar_deck_tell_users(SarDeck *deck);

/* commands.c: deck->commands of the command file and of those that it calls. */
SarStatus sar_deck_commands(SarDeck *deck);

/* translate_all.c: all statements into deck->tree, and before that what statements or commands say that nobody knows.
 */
SarStatus sar_deck_translate(SarDeck *deck);
void sar_deck_forget(SarDeck *deck); /* before statements that have changed are translated again */
SarStatus sar_deck_refuse_unknown(SarDeck *deck, const SarStatements *statements);

#endif
