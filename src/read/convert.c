/* An Adams deck or a robot as the text of a model file. */
#include <string.h>

#include "read/adams/adams.h"
#include "read/read.h"
#include "read/reader.h"
#include "read/urdf/urdf.h"
#include "read/yaml_write.h"

static SarStatus read_tree(SarContext *context, SarArena *arena, const char *path, const SarDeckOptions *given,
                           const SarNode **root) {
  const char *text;
  size_t length;
  SarDeckOptions deck = *given;
  SarModelFile commands = {0};
  const char *name = sar_intern(context, path), *file = given->commands;
  if (!name) return sar_report_no_memory(context);
  SAR_TRY(sar_read_bytes(context, arena, path, path, (SarSource){name, 0, 0}, &text, &length));
  if (sar_urdf_is_robot(path)) {
    SarUrdfOptions robot = {.fixed_base = given->fixed_base};
    return sar_urdf_read(context, arena, name, text, length, &robot, root);
  }
  SAR_TRY(sar_read_commands(context, arena, path, &deck, &commands));
  SarAdamsOptions options = {.skip_unsupported = deck.skip_unsupported, .user_zero = deck.user_zero};
  if (commands.path) {
    options.commands = commands.text;
    options.commands_length = strlen(commands.text);
    options.commands_file = file ? file : sar_arena_printf(arena, "%.*s.acf", (int)strlen(path) - 4, path);
    if (!options.commands_file) return sar_report_no_memory(context);
  }
  return sar_adams_read(context, arena, name, text, length, &options, root);
}

SarStatus sar_deck_convert(SarContext *context, const char *path, const SarDeckOptions *options, FILE *stream) {
  const char *slash = strrchr(path, '/');
  SarArena *arena = sar_arena_create();
  const SarNode *root = NULL;
  if (!arena) return sar_report_no_memory(context);
  SarStatus status = read_tree(context, arena, path, options, &root);
  if (status == SAR_OK) {
    fprintf(stream, SAR_CONVERTED "%s\n", slash ? slash + 1 : path);
    sar_yaml_write(root, stream);
  }
  sar_arena_destroy(&arena);
  return status;
}
