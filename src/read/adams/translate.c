/* A deck from the top: statements, their numbers and names, the translators in the order of the deck, and the phases of
 * the command file. */
#define _POSIX_C_SOURCE 200809L

#include <ctype.h>
#include <string.h>
#include <strings.h>

#include "read/adams/adams.h"
#include "read/adams/classes.h"
#include "read/adams/deck_index.h"

bool sar_adams_is_deck(const char *path) {
  size_t length = strlen(path);
  const char *end = length > 4 ? path + length - 4 : "";
  return end[0] == '.' && tolower((unsigned char)end[1]) == 'a' && tolower((unsigned char)end[2]) == 'd' &&
         tolower((unsigned char)end[3]) == 'm';
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
  SarStatus status = sar_adams_scan(deck->context, deck->arena, file, text, length, SAR_SCAN_DECK, &deck->statements);
  if (!deck->options->commands_file || status == SAR_NO_MEMORY) return status;
  SarStatus commands = sar_deck_commands(deck);
  return commands != SAR_OK ? commands : status;
}

/* Adams/View writes "!ADAMS/View model name: car" into the first line, lately "Adams View": the title is "car". */
static const char *name_in(const char *title) {
  static const char *const marks[] = {"ADAMS/View model name:", "Adams View model name:"};
  title += strspn(title, "! \t");
  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    size_t length = strlen(marks[i]);
    if (strncasecmp(title, marks[i], length) == 0) return title + length + strspn(title + length, " \t");
  }
  return title;
}

SarStatus sar_adams_read(SarContext *context, SarArena *arena, const char *file, const char *text, size_t length,
                         const SarAdamsOptions *options, SarAdamsDeck *out) {
  static const SarAdamsOptions usual = {0};
  SarDeck deck = {.context = context, .arena = arena, .options = options ? options : &usual};
  SarSource top = {sar_intern(context, file), 1, 1};
  *out = (SarAdamsDeck){0};
  deck.tree = (SarTree){.arena = arena};
  deck.tree.root = sar_tree_mapping(&deck.tree, top);
  if (!top.file || !deck.tree.root) return sar_report_no_memory(context);
  deck.tree.root->flow = false;
  SarStatus steps[5] = {scan_all(&deck, file, text, length)};
  if (steps[0] == SAR_NO_MEMORY) return SAR_NO_MEMORY;
  const char *title = deck.statements.title ? name_in(deck.statements.title) : NULL;
  if (title && title[0]) sar_tree_put_text(&deck.tree, deck.tree.root, "title", top, "%s", title);
  steps[1] = sar_deck_number_statements(&deck);
  if (!deck.index) return SAR_NO_MEMORY;
  steps[2] = sar_deck_name_statements(&deck);
  if (steps[2] == SAR_NO_MEMORY) return SAR_NO_MEMORY;
  steps[3] = sar_deck_translate(&deck);
  sar_deck_tell_users(&deck);
  SAR_TRY(sar_deck_origins(&deck, &out->origins, &out->norigins));
  steps[4] = sar_deck_phases(&deck);
  SAR_TRY(write_notes(&deck));
  sar_tree_finish(&deck.tree);
  if (deck.tree.out_of_memory) return sar_report_no_memory(context);
  for (int i = 0; i < 5; i++) SAR_TRY(steps[i]);
  out->root = deck.tree.root;
  return SAR_OK;
}
