/* An Adams deck in the place of a model file, and its command file, whose text is kept with the model. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/adams/adams.h"
#include "read/read.h"
#include "read/reader.h"

/* The path of the command file as the model keeps it: from the folder of the deck where it is in there, else in full.
 */
static const char *kept_path(SarArena *arena, const char *deck, const char *path) {
  const char *slash = strrchr(deck, '/');
  size_t folder = slash ? (size_t)(slash - deck) + 1 : 0;
  const char *rest = strncmp(path, deck, folder) == 0 ? path + folder : NULL;
  if (rest && rest[0] != '/' && !strstr(rest, "..")) return sar_arena_copy_text(arena, rest);
  char *whole = realpath(path, NULL);
  const char *copy = sar_arena_copy_text(arena, whole ? whole : path);
  free(whole);
  return copy;
}

SarStatus sar_read_commands(SarContext *context, SarArena *arena, const char *path, SarDeckOptions *options,
                            SarModelFile *out) {
  if (!sar_adams_is_deck(path)) {
    if (!options->commands) return SAR_OK;
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give a deck whose name ends in .adm",
                      "%s has no command file: it is no Adams deck", path);
  }
  const char *file = options->commands;
  if (!file) {
    file = sar_arena_printf(arena, "%.*s.acf", (int)strlen(path) - 4, path);
    if (!file) return sar_report_no_memory(context);
    if (access(file, F_OK) != 0) return SAR_OK;
  }
  if (strcmp(file, "/dev/null") == 0) { /* whoever wants none, though there is one beside the deck */
    options->commands = NULL;
    return SAR_OK;
  }
  size_t length;
  const char *text, *name = sar_intern(context, file);
  SAR_TRY(sar_read_bytes(context, arena, file, file, (SarSource){name, 0, 0}, &text, &length));
  *out = (SarModelFile){kept_path(arena, path, file), sar_adams_clean(arena, text, length)};
  if (!name || !out->path || !out->text) return sar_report_no_memory(context);
  options->commands = out->path;
  return SAR_OK;
}

/* The text of the command file among those that were given. */
static SarStatus find_commands(SarFile *file, SarAdamsOptions *options) {
  SarReader *reader = file->reader;
  const SarReadOptions *given = reader->options;
  const char *path = given->deck.commands;
  int32_t index;
  for (int32_t i = 0; path && i < given->nfiles; i++) {
    if (strcmp(given->files[i].path, path) != 0) continue;
    options->commands = given->files[i].text;
    options->commands_length = strlen(options->commands);
    options->commands_file = path[0] == '/' ? path : sar_arena_printf(reader->arena, "%s/%s", reader->top_folder, path);
    if (!options->commands_file) return sar_read_no_memory(reader);
    if (strncmp(options->commands_file, "./", 2) == 0) options->commands_file += 2;
    return sar_read_keep_file(reader, path, options->commands, &index);
  }
  if (!path) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, sar_nowhere(), NULL, "give its text as well",
                    "the command file `%s` is not among the files that were given", path);
}

/* One outside of the deck's folder, as --acf may name it. */
static SarStatus read_outside(SarReader *reader, const char *path, SarSource from, const char **text, size_t *length) {
  const SarReadOptions *given = reader->options;
  for (int32_t i = 0; i < given->nfiles; i++) {
    if (strcmp(given->files[i].path, path) != 0) continue;
    *text = given->files[i].text;
    *length = strlen(*text);
    return SAR_OK;
  }
  if (!given->files_only) return sar_read_bytes(reader->context, reader->arena, path, path, from, text, length);
  return sar_report(reader->context, SAR_INPUT, from, NULL, "give its text as well",
                    "cannot read `%s`: it is not among the files that were given", path);
}

/* A command file that another one calls: found from the folder of that one, and kept with the model. */
static SarStatus open_called(void *self, const char *path, SarSource from, SarCommandFile *out) {
  SarReader *reader = self;
  const char *caller = from.file, *text = NULL;
  size_t top = strlen(reader->top_folder), length = 0;
  int32_t index;
  if (strncmp(caller, reader->top_folder, top) == 0 && caller[top] == '/') caller += top + 1;
  const char *folder = sar_path_folder(reader->arena, caller);
  const char *kept = folder && !reader->options->no_include ? sar_path_join(reader->arena, folder, path) : NULL;
  if (!kept || !kept[0]) {
    return sar_report(reader->context, SAR_INPUT, from, "FILE", "write its path from the folder of this file",
                      "the command file `%s` cannot be read from here", path);
  }
  if (kept[0] == '/') {
    out->file = sar_intern(reader->context, kept);
    SAR_TRY(read_outside(reader, kept, from, &text, &length));
  } else {
    SAR_TRY(sar_read_named_file(reader, kept, from, &out->file, &text, &length));
  }
  out->text = sar_adams_clean(reader->arena, text, length);
  if (!out->file || !out->text) return sar_read_no_memory(reader);
  out->length = strlen(out->text);
  return sar_read_keep_file(reader, kept, out->text, &index);
}

/* ---- what results say of the elements ---- */

static bool keep_text(SarArena *arena, const char **text) {
  if (*text) *text = sar_arena_copy_text(arena, *text);
  return *text != NULL;
}

static bool keep_request(SarArena *arena, const SarModelRequest **request) {
  SarModelRequest *kept = SAR_NEW(arena, 1, SarModelRequest);
  if (!kept) return false;
  *kept = **request;
  bool all = !kept->title || keep_text(arena, &kept->title);
  for (int32_t i = 0; i < SAR_REQUEST_COMPONENTS; i++) {
    if (kept->components[i]) all = keep_text(arena, &kept->components[i]) && all;
    if (kept->units[i]) all = keep_text(arena, &kept->units[i]) && all;
  }
  *request = kept;
  return all;
}

static SarStatus keep_origins(SarReader *reader, const SarAdamsDeck *read) {
  SarModel *model = reader->model;
  SarModelOrigin *all = SAR_NEW(model->arena, read->norigins + 1, SarModelOrigin);
  if (!all) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < read->norigins; i++) {
    all[i] = read->origins[i];
    bool kept = keep_text(model->arena, &all[i].name);
    if (kept && all[i].request) kept = keep_request(model->arena, &all[i].request);
    if (!kept) return sar_read_no_memory(reader);
  }
  model->origins = all;
  model->norigins = read->norigins;
  return SAR_OK;
}

SarStatus sar_read_deck(SarFile *file, const char *name, const char *text, size_t length) {
  SarReader *reader = file->reader;
  SarModel *model = reader->model;
  const SarDeckOptions *deck = &reader->options->deck;
  SarAdamsOptions options = {.skip_unsupported = deck->skip_unsupported,
                             .user_zero = deck->user_zero,
                             .open = open_called,
                             .open_self = reader};
  SAR_TRY(find_commands(file, &options));
  model->deck = *deck;
  if (deck->commands) {
    model->deck.commands = sar_arena_copy_text(model->arena, deck->commands);
    if (!model->deck.commands) return sar_read_no_memory(reader);
  }
  SarAdamsDeck read;
  SAR_TRY(sar_adams_read(reader->context, reader->arena, name, text, length, &options, &read));
  SAR_TRY(keep_origins(reader, &read));
  file->root = read.root;
  const char *notes = file->root->comment;
  model->notes = notes ? sar_arena_copy_text(model->arena, notes) : NULL;
  return model->notes || !notes ? SAR_OK : sar_read_no_memory(reader);
}
