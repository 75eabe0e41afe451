/* An Adams deck or a robot as the text of a model file. */
#include <string.h>

#include "read/adams/adams.h"
#include "read/read.h"
#include "read/reader.h"
#include "read/urdf/urdf.h"
#include "read/yaml_write.h"

typedef struct Disk {
  SarContext *context;
  SarArena *arena;
} Disk;

/* A command file that another one calls, from the folder of that one. */
static SarStatus open_called(void *self, const char *path, SarSource from, SarCommandFile *out) {
  const Disk *disk = self;
  const char *folder = sar_path_folder(disk->arena, from.file), *whole = NULL;
  if (folder) whole = sar_path_join(disk->arena, folder, path);
  if (!whole || !whole[0]) {
    return sar_report(disk->context, SAR_INPUT, from, "FILE", "write its path from the folder of this file",
                      "the command file `%s` cannot be read from here", path);
  }
  out->file = sar_intern(disk->context, whole);
  if (!out->file) return sar_report_no_memory(disk->context);
  return sar_read_bytes(disk->context, disk->arena, whole, whole, from, &out->text, &out->length);
}

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
  Disk disk = {context, arena};
  SarAdamsOptions options = {
      .skip_unsupported = deck.skip_unsupported, .user_zero = deck.user_zero, .open = open_called, .open_self = &disk};
  if (commands.path) {
    options.commands = commands.text;
    options.commands_length = strlen(commands.text);
    options.commands_file = file ? file : sar_arena_printf(arena, "%.*s.acf", (int)strlen(path) - 4, path);
    if (!options.commands_file) return sar_report_no_memory(context);
  }
  SarAdamsDeck read;
  SAR_TRY(sar_adams_read(context, arena, name, text, length, &options, &read));
  *root = read.root;
  return SAR_OK;
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
