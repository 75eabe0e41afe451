/* A deck from the top: statements, their numbers and names, the translators in the order of the deck, and the phases of
 * the command file. */
#include <ctype.h>
#include <string.h>

#include "read/adams/adams.h"
#include "read/adams/classes.h"
#include "read/adams/deck_index.h"

bool sar_adams_is_deck(const char *path) {
  size_t length = strlen(path);
  const char *end = length > 4 ? path + length - 4 : "";
  return end[0] == '.' && tolower((unsigned char)end[1]) == 'a' && tolower((unsigned char)end[2]) == 'd' &&
         tolower((unsigned char)end[3]) == 'm';
}

/* Statements and arguments that cannot be translated, or that nobody knows. */
static SarStatus refuse_unknown(SarDeck *deck, const SarStatements *statements) {
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < statements->nunknown; i++) {
    const SarUnknownArgument *unknown = &statements->unknown[i];
    SarStatement *statement = &statements->all[unknown->statement];
    const char *remedy = unknown->meant ? sar_arena_printf(deck->arena, "did you mean `%s`?", unknown->meant) : NULL;
    SarStatus one =
        sar_deck_refuse(deck, statement, unknown->source, remedy, "unknown argument `%.40s`", unknown->name);
    if (one != SAR_OK) statement->faulty = true, status = one;
  }
  return status;
}

static SarStatus translate(SarDeck *deck, const SarStatement *statement) {
  const SarStatementClass *class = statement->class;
  if (class->support == SAR_DECK_IGNORED || statement->faulty) return SAR_OK;
  if (class->support == SAR_DECK_USED) return class->translate(deck, statement);
  bool known = sar_deck_class(class->name);
  return sar_deck_refuse(deck, statement, statement->source, class->remark,
                         known ? "%s cannot be translated" : "unknown statement `%s`", class->name);
}

static SarStatus translate_all(SarDeck *deck) {
  SarStatus status = refuse_unknown(deck, &deck->statements);
  SarStatus first = sar_deck_units(deck);
  if (first != SAR_OK) status = first;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    SarStatus one = translate(deck, &deck->statements.all[i]);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  return status;
}

/* What was left out, in front of the whole model. */
static SarStatus write_notes(SarDeck *deck) {
  const SarDeckIndex *index = deck->index;
  size_t length = 0, used = 0;
  for (int32_t i = 0; i < index->nnotes; i++) length += strlen(index->notes[i]) + 1;
  if (length == 0) return SAR_OK;
  char *text = sar_arena_alloc(deck->arena, length, 1);
  if (!text) return sar_report_no_memory(deck->context);
  for (int32_t i = 0; i < index->nnotes; i++) {
    size_t one = strlen(index->notes[i]);
    if (i > 0) text[used++] = '\n';
    memcpy(text + used, index->notes[i], one);
    used += one;
  }
  sar_tree_comment(&deck->tree, deck->tree.root, "%s", text);
  return SAR_OK;
}

static SarStatus scan_all(SarDeck *deck, const char *file, const char *text, size_t length) {
  const SarAdamsOptions *options = deck->options;
  SarStatus status = sar_adams_scan(deck->context, deck->arena, file, text, length, SAR_SCAN_DECK, &deck->statements);
  if (!options->commands_file || status == SAR_NO_MEMORY) return status;
  SarStatus commands = sar_adams_scan(deck->context, deck->arena, options->commands_file, options->commands,
                                      options->commands_length, SAR_SCAN_COMMANDS, &deck->commands);
  return commands != SAR_OK ? commands : status;
}

SarStatus sar_adams_read(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         const SarAdamsOptions *options, const SarNode **root) {
  static const SarAdamsOptions usual = {0};
  SarDeck deck = {.context = context, .arena = arena, .options = options ? options : &usual};
  SarSource top = {sar_intern(context, file), 1, 1};
  *root = NULL;
  deck.tree = (SarTree){.arena = arena};
  deck.tree.root = sar_tree_mapping(&deck.tree, top);
  if (!top.file || !deck.tree.root) return sar_report_no_memory(context);
  deck.tree.root->flow = false;
  SarStatus steps[5] = {scan_all(&deck, file, text, length)};
  if (steps[0] == SAR_NO_MEMORY) return SAR_NO_MEMORY;
  if (deck.statements.title && deck.statements.title[0]) {
    sar_tree_put_text(&deck.tree, deck.tree.root, "title", top, "%s", deck.statements.title);
  }
  steps[1] = sar_deck_number_statements(&deck);
  if (!deck.index) return SAR_NO_MEMORY;
  steps[2] = sar_deck_name_statements(&deck);
  if (steps[2] == SAR_NO_MEMORY) return SAR_NO_MEMORY;
  steps[3] = translate_all(&deck);
  steps[4] = sar_deck_phases(&deck);
  SAR_TRY(write_notes(&deck));
  sar_tree_finish(&deck.tree);
  if (deck.tree.out_of_memory) return sar_report_no_memory(context);
  for (int i = 0; i < 5; i++) SAR_TRY(steps[i]);
  *root = deck.tree.root;
  return SAR_OK;
}
