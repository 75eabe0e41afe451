/* Files with reduced bodies (store/reduced.h). Their numbers are not kept with the model, as texts of other files are:
 * they are too many. What is kept says which body it was, so that one that has changed is noticed. */
#include <string.h>

#include "element/body/modal.h"
#include "read/reader.h"
#include "read/values.h"

/* Null: nothing was kept of it. */
static const char *kept_before(const SarReader *reader, const char *path) {
  const SarReadOptions *options = reader->options;
  for (int32_t i = 0; i < options->nfiles; i++) {
    if (strcmp(options->files[i].path, path) == 0) return options->files[i].text;
  }
  return NULL;
}

static SarStatus find_file(SarReader *reader, const char *path, SarSource from, const char **whole) {
  *whole = sar_arena_printf(reader->arena, "%s/%s", reader->top_folder, path);
  if (!*whole) return sar_read_no_memory(reader);
  if (strncmp(*whole, "./", 2) == 0) *whole += 2;
  if (reader->options->files_only && !kept_before(reader, path)) {
    return sar_report(reader->context, SAR_INPUT, from, NULL, "read the model from its file",
                      "cannot read `%s`: reduced bodies cannot be given as text", path);
  }
  return sar_path_check_links(reader->context, reader->top_folder, *whole, path, from);
}

SarStatus sar_read_body_file(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  const char *path, *whole;
  int32_t index;
  (void)field;
  SAR_TRY(sar_read_path(file, node, "name the file: frame.h5", &path));
  SAR_TRY(find_file(reader, path, node->source, &whole));
  struct SarBodyFile *read = SAR_NEW(arena, 1, struct SarBodyFile);
  if (!read) return sar_read_no_memory(reader);
  SAR_TRY(sar_reduced_read(reader->context, node->source, whole, false, arena, &read->body));
  read->path = sar_arena_copy_text(arena, path);
  read->whole = sar_arena_copy_text(arena, whole);
  const char *text = sar_reduced_fingerprint(arena, &read->body), *before = kept_before(reader, path);
  if (!read->path || !read->whole || !text) return sar_read_no_memory(reader);
  if (before && strcmp(before, text) != 0) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "put the body back that the results were made with, or run the model again",
                      "the reduced body `%s` is not the one that these results were made with", path);
  }
  value->body_file = read;
  return sar_read_keep_file(reader, path, text, &index);
}
