/* Files with reduced bodies (store/reduced.h). Their numbers are not kept with the model, as texts of other files are:
 * they are too many. What is kept says which body it was, so that one that has changed is noticed. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "element/body/modal.h"
#include "read/reader.h"
#include "read/values.h"

#define PLACE "at " /* begins the line that says where the file was, behind the fingerprint */

/* Null: nothing was kept of it. */
static const char *kept_before(const SarReader *reader, const char *path) {
  const SarReadOptions *options = reader->options;
  for (int32_t i = 0; i < options->nfiles; i++) {
    if (strcmp(options->files[i].path, path) == 0) return options->files[i].text;
  }
  return NULL;
}

/* Null: the program does not carry it. */
static const SarAsset *carried(const SarReader *reader, const char *path) {
  const SarReadOptions *options = reader->options;
  for (int32_t i = 0; i < options->nbodies; i++) {
    if (strcmp(options->bodies[i].name, path) == 0) return &options->bodies[i];
  }
  return NULL;
}

/* Where it was when the results were made, which may stand in another folder than the model; null: not known. */
static const char *place_before(SarArena *arena, const char *text) {
  const char *line = text ? strstr(text, "\n" PLACE) : NULL;
  if (!line) return NULL;
  line += strlen("\n" PLACE);
  return sar_arena_copy_text_n(arena, line, strcspn(line, "\n"));
}

/* Beside the model; for a model that is read from results, where it was, or else beside them. Whatever is found there
 * must be the same body. */
static SarStatus find_file(SarReader *reader, const char *path, SarSource from, const char **whole) {
  const char *before = kept_before(reader, path), *place = place_before(reader->arena, before);
  *whole = sar_arena_printf(reader->arena, "%s/%s", reader->top_folder, path);
  if (!*whole) return sar_read_no_memory(reader);
  if (strncmp(*whole, "./", 2) == 0) *whole += 2;
  if (reader->options->files_only && !before) {
    return sar_report(reader->context, SAR_INPUT, from, NULL, "read the model from its file",
                      "cannot read `%s`: reduced bodies cannot be given as text", path);
  }
  if (place && sar_file_is_regular(place)) {
    *whole = place;
    return SAR_OK;
  }
  return sar_path_check_links(reader->context, reader->top_folder, *whole, path, from);
}

/* What results keep: which body it is, and where. */
static const char *text_of(SarArena *arena, const SarReduced *body, const char *whole) {
  char *place = realpath(whole, NULL);
  const char *mark = sar_reduced_fingerprint(arena, body);
  const char *text = mark && place ? sar_arena_printf(arena, "%s" PLACE "%s\n", mark, place) : mark;
  free(place);
  return text;
}

static bool same_body(const char *before, const char *text) {
  const char *place = strstr(text, "\n" PLACE);
  size_t count = place ? (size_t)(place + 1 - text) : strlen(text);
  return strlen(before) >= count && memcmp(before, text, count) == 0;
}

/* The same file in a model that stays; null: none. */
static const struct SarBodyFile *known(const SarReader *reader, const char *path) {
  const SarModel *like = reader->options->like;
  for (int32_t i = 0; like && i < like->nelements; i++) {
    const SarModelElement *element = &like->elements[i];
    if (element->class != &sar_body_modal) continue;
    const struct SarBodyFile *file = element->values[SAR_MODAL_FIELD_FILE].body_file;
    if (strcmp(file->path, path) == 0) return file;
  }
  return NULL;
}

SarStatus sar_read_body_file(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SarReader *reader = file->reader;
  SarArena *arena = reader->model->arena;
  const char *path, *whole;
  int32_t index;
  (void)field;
  SAR_TRY(sar_read_path(file, node, "name the file: frame.h5", &path));
  if ((value->body_file = known(reader, path)))
    return sar_read_keep_file(reader, path, kept_before(reader, path), &index);
  const SarAsset *asset = carried(reader, path);
  if (asset)
    whole = path;
  else
    SAR_TRY(find_file(reader, path, node->source, &whole));
  struct SarBodyFile *read = SAR_NEW(arena, 1, struct SarBodyFile);
  if (!read) return sar_read_no_memory(reader);
  SAR_TRY(asset ? sar_reduced_read_asset(reader->context, node->source, asset, false, arena, &read->body)
                : sar_reduced_read(reader->context, node->source, whole, false, arena, &read->body));
  read->path = sar_arena_copy_text(arena, path);
  read->whole = sar_arena_copy_text(arena, whole);
  const char *text = asset ? sar_reduced_fingerprint(arena, &read->body) : text_of(arena, &read->body, whole),
             *before = kept_before(reader, path);
  if (!read->path || !read->whole || !text) return sar_read_no_memory(reader);
  if (before && !same_body(before, text)) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element,
                      "put the body back that the results were made with, or run the model again",
                      "the reduced body `%s` is not the one that these results were made with", path);
  }
  value->body_file = read;
  return sar_read_keep_file(reader, path, before ? before : text, &index);
}
