/* Commands in the order in which they are obeyed: those of a file that FILE/COMMAND names stand in its place, and edits
 * that only list what they name are left out. */
#define _POSIX_C_SOURCE 200809L

#include <string.h>
#include <strings.h>

#include "read/adams/adams.h"
#include "read/adams/classes.h"
#include "read/adams/deck_index.h"

#define DEEPEST 16     /* files that call files */
#define MOST_FILES 256 /* called in all */

typedef struct Commands {
  SarDeck *deck;
  SarStatements all;
  int32_t capacity, unknown_capacity;
  int32_t files;
} Commands;

static SarStatus take_file(Commands *c, const char *file, const char *text, size_t length, int32_t depth);

static SarStatus call(Commands *c, const SarStatement *command, const SarArgument *named, int32_t depth) {
  const SarAdamsOptions *options = c->deck->options;
  SarContext *context = c->deck->context;
  SarCommandFile called;
  if (!named->count || !named->values[0].text[0]) {
    return sar_report(context, SAR_INPUT, command->source, "FILE", "write FILE/COMMAND=name.acf",
                      "COMMAND names no file");
  }
  if (!options->open) {
    return sar_report(context, SAR_INPUT, named->source, "FILE", "write its commands in place of this one",
                      "other command files cannot be read here");
  }
  if (depth >= DEEPEST || c->files >= MOST_FILES) {
    return sar_report(context, SAR_INPUT, named->source, "FILE", "look whether a command file calls itself",
                      "command files call each other more than %d deep, or more than %d of them are called", DEEPEST,
                      MOST_FILES);
  }
  c->files++;
  SAR_TRY(options->open(options->open_self, named->values[0].text, named->source, &called));
  return take_file(c, called.file, called.text, called.length, depth + 1);
}

/* PART/2, LIST: what is known of it is printed, nothing is changed. */
static bool lists(const SarStatements *from, int32_t first, int32_t end) {
  for (int32_t i = first; i < end; i++) {
    if (strcasecmp(from->unknown[i].name, "LIST") == 0) return true;
  }
  return false;
}

static SarStatus append(Commands *c, const SarStatements *from, int32_t index, int32_t first, int32_t end) {
  SarStatements *all = &c->all;
  SarArena *arena = c->deck->arena;
  SarStatement *statement = sar_arena_append(arena, 16, &all->all, &all->count, &c->capacity, sizeof *statement);
  if (!statement) return sar_report_no_memory(c->deck->context);
  *statement = from->all[index];
  for (int32_t i = first; i < end; i++) {
    SarUnknownArgument *unknown =
        sar_arena_append(arena, 8, &all->unknown, &all->nunknown, &c->unknown_capacity, sizeof *unknown);
    if (!unknown) return sar_report_no_memory(c->deck->context);
    *unknown = from->unknown[i];
    unknown->statement = all->count - 1;
  }
  return SAR_OK;
}

static SarStatus take_file(Commands *c, const char *file, const char *text, size_t length, int32_t depth) {
  SarStatements from;
  SarStatus status = sar_adams_scan(c->deck->context, c->deck->arena, file, text, length, SAR_SCAN_COMMANDS, &from);
  if (status == SAR_NO_MEMORY) return status;
  for (int32_t i = 0, end = 0; i < from.count; i++) {
    int32_t first = end;
    while (end < from.nunknown && from.unknown[end].statement == i) end++;
    if (lists(&from, first, end)) continue;
    const SarStatement *command = &from.all[i];
    const SarArgument *named =
        strcmp(command->class->name, "FILE") == 0 ? sar_statement_argument(command, "COMMAND") : NULL;
    SarStatus one = named ? call(c, command, named, depth) : append(c, &from, i, first, end);
    if (one == SAR_NO_MEMORY) return one;
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_deck_commands(SarDeck *deck) {
  const SarAdamsOptions *options = deck->options;
  Commands c = {.deck = deck};
  SarStatus status = take_file(&c, options->commands_file, options->commands, options->commands_length, 0);
  deck->commands = c.all;
  return status;
}
