/* A robot in the place of a model file, and the packages in which its meshes are. */
#define _XOPEN_SOURCE 700

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "read/reader.h"
#include "read/urdf/urdf.h"

SarStatus sar_read_robot(SarFile *file, const char *name, const char *text, size_t length) {
  SarReader *reader = file->reader;
  SarModel *model = reader->model;
  const SarDeckOptions *given = &reader->options->deck;
  SarUrdfOptions options = {.fixed_base = given->fixed_base};
  model->deck.fixed_base = given->fixed_base;
  SAR_TRY(sar_urdf_read(reader->context, reader->arena, name, text, length, &options, &file->root));
  const char *notes = file->root->comment;
  model->notes = notes ? sar_arena_copy_text(model->arena, notes) : NULL;
  return model->notes || !notes ? SAR_OK : sar_read_no_memory(reader);
}

/* ---- packages ---- */

/* Where the user says that it is; null: nowhere. */
static const char *told(const SarDeckOptions *options, const char *name, size_t length) {
  for (int32_t i = 0; i < options->npackages; i++) {
    const char *text = options->packages[i];
    if (strncmp(text, name, length) == 0 && text[length] == '=' && text[length + 1]) return text + length + 1;
  }
  return NULL;
}

/* The folder of that name above the model that says of itself that it is a package. */
static const char *found_above(SarReader *reader, const char *name, size_t length) {
  char *folder = realpath(reader->top_folder, NULL);
  const char *found = NULL;
  for (char *slash = folder ? strrchr(folder, '/') : NULL; slash && !found; slash = strrchr(folder, '/')) {
    if (strlen(slash + 1) == length && memcmp(slash + 1, name, length) == 0) {
      const char *mark = sar_arena_printf(reader->arena, "%s/package.xml", folder);
      if (mark && access(mark, F_OK) == 0) found = sar_arena_copy_text(reader->arena, folder);
    }
    *slash = 0;
  }
  free(folder);
  return found;
}

SarStatus sar_read_package(SarReader *reader, const char *path, SarSource from, const char **folder,
                           const char **whole) {
  const char *name = path + sizeof SAR_PACKAGE - 1;
  size_t length = strcspn(name, "/");
  const char *inside = name[length] ? sar_path_join(reader->arena, "", name + length + 1) : NULL;
  if (!length || !inside || !inside[0]) {
    return sar_report(reader->context, SAR_INPUT, from, NULL, "write package://NAME/part.stl",
                      "`%.200s` names no file of a package", path);
  }
  *folder = told(&reader->options->deck, name, length);
  if (!*folder) *folder = found_above(reader, name, length);
  if (!*folder) {
    const char *remedy = sar_arena_printf(reader->arena, "give --package %.*s=FOLDER", (int)length, name);
    return sar_report(reader->context, SAR_INPUT, from, NULL, remedy ? remedy : "give --package NAME=FOLDER",
                      "the package `%.*s` is nowhere", (int)length, name);
  }
  *whole = sar_arena_printf(reader->arena, "%s/%s", *folder, inside);
  return *whole ? SAR_OK : sar_read_no_memory(reader);
}
