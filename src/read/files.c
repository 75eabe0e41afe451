/* Files that a model names: sub-models and tables. They are found from the folder of the file that names them and never
 * outside the folder of the model; their texts are kept with the model, so that it can be read again without the disk.
 */
#include <string.h>

#include "read/reader.h"

SarStatus sar_read_path(SarFile *file, const SarNode *node, const char *remedy, const char **out) {
  SarReader *reader = file->reader;
  const char *text;
  SAR_TRY(sar_read_text(file, node, "file", &text));
  if (reader->options->no_include) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "put everything into one file",
                      "files cannot be included here");
  }
  if (!text[0]) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, remedy, "`file` has no value");
  }
  if (strncmp(text, SAR_PACKAGE, sizeof SAR_PACKAGE - 1) == 0) { /* kept under this name */
    *out = text;
    return SAR_OK;
  }
  if (text[0] == '/') {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "write the path from the folder of this file", "the path `%s` is absolute", text);
  }
  *out = sar_path_join(reader->arena, file->folder, text);
  if (*out && (*out)[0]) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                    "keep all files in the folder of the model or below it",
                    "the path `%s` leaves the folder of the model", text);
}

SarStatus sar_read_named_file(SarReader *reader, const char *path, SarSource from, const char **name, const char **text,
                              size_t *length) {
  const SarReadOptions *options = reader->options;
  bool packaged = strncmp(path, SAR_PACKAGE, sizeof SAR_PACKAGE - 1) == 0;
  const char *folder = reader->top_folder,
             *whole = packaged ? path : sar_arena_printf(reader->arena, "%s/%s", folder, path);
  if (!whole) return sar_read_no_memory(reader);
  if (strncmp(whole, "./", 2) == 0) whole += 2;
  *name = sar_intern(reader->context, whole);
  if (!*name) return sar_read_no_memory(reader);
  for (int32_t i = 0; i < options->nfiles; i++) {
    if (strcmp(options->files[i].path, path) != 0) continue;
    *text = options->files[i].text;
    *length = strlen(*text);
    return SAR_OK;
  }
  if (options->files_only) {
    return sar_report(reader->context, SAR_INPUT, from, NULL, "give its text as well",
                      "cannot read `%s`: it is not among the files that were given", path);
  }
  if (packaged) SAR_TRY(sar_read_package(reader, path, from, &folder, &whole));
  SAR_TRY(sar_path_check_links(reader->context, folder, whole, path, from));
  return sar_read_bytes(reader->context, reader->arena, whole, path, from, text, length);
}

SarStatus sar_read_keep_file(SarReader *reader, const char *path, const char *text, int32_t *index) {
  SarArena *arena = reader->model->arena;
  for (*index = 0; *index < reader->nfiles; ++*index) {
    if (strcmp(reader->files[*index].path, path) == 0) return SAR_OK;
  }
  if (reader->nfiles == reader->files_capacity) {
    int32_t capacity = reader->files_capacity ? 2 * reader->files_capacity : 8;
    reader->files =
        sar_arena_grow(arena, reader->files, (size_t)reader->nfiles, (size_t)capacity, sizeof(SarModelFile));
    if (!reader->files) return sar_read_no_memory(reader);
    reader->files_capacity = capacity;
  }
  SarModelFile kept = {sar_arena_copy_text(arena, path), sar_arena_copy_text(arena, text)};
  if (!kept.path || !kept.text) return sar_read_no_memory(reader);
  reader->files[reader->nfiles++] = kept;
  return SAR_OK;
}
