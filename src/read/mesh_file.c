/* The file of a mesh: found as all files of a model are, and kept with the model, so that results bring their pictures
 * along. Files are kept as texts: one that is not plain ASCII is kept as `base64:` and its bytes in that code (RFC
 * 4648), and so is a text that begins like that. */
#include <string.h>

#include "read/mesh.h"
#include "read/reader.h"

/* All meshes of a model together; results of a run grow by twice as much. */
#define MOST_BYTES ((size_t)20 << 20)

#define MARK "base64:"
#define MARK_LENGTH (sizeof MARK - 1)

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

typedef struct SarReadMesh {
  const char *path;
  const SarMesh *mesh; /* null: too large */
} SarReadMesh;

static bool is_plain(const char *bytes, size_t length) {
  for (size_t i = 0; i < length; i++) {
    unsigned char c = (unsigned char)bytes[i];
    if (!c || c >= 0x80) return false;
  }
  return strncmp(bytes, MARK, MARK_LENGTH) != 0;
}

static char *encode(SarArena *arena, const char *bytes, size_t length) {
  char *text = sar_arena_alloc(arena, MARK_LENGTH + 4 * ((length + 2) / 3) + 1, 1);
  if (!text) return NULL;
  memcpy(text, MARK, MARK_LENGTH);
  char *to = text + MARK_LENGTH;
  for (size_t i = 0; i < length; i += 3) {
    uint32_t group = 0;
    for (size_t k = 0; k < 3; k++) group = group << 8 | (i + k < length ? (unsigned char)bytes[i + k] : 0u);
    for (size_t k = 0; k < 4; k++) *to++ = i + k > length ? '=' : alphabet[group >> (18 - 6 * k) & 63];
  }
  return text; /* the arena gives zeros */
}

/* The bytes of a kept text; SAR_INPUT: it was changed by another hand. */
static SarStatus decode(SarFile *file, SarSource from, const char **bytes, size_t *length) {
  SarReader *reader = file->reader;
  if (strncmp(*bytes, MARK, MARK_LENGTH) != 0) return SAR_OK;
  const char *text = *bytes + MARK_LENGTH;
  size_t count = *length - MARK_LENGTH, used = 0;
  while (count && text[count - 1] == '=') count--;
  unsigned char *out = sar_arena_alloc(reader->arena, count + 1, 1);
  if (!out) return sar_read_no_memory(reader);
  uint32_t group = 0;
  for (size_t i = 0; i < count; i++) {
    const char *digit = strchr(alphabet, text[i]);
    if (!digit) {
      return sar_report(reader->context, SAR_INPUT, from, file->element, "run the model again",
                        "the bytes of this mesh are not as they were kept");
    }
    group = group << 6 | (uint32_t)(digit - alphabet);
    if (i % 4 != 0) out[used++] = (unsigned char)(group >> (6 - 2 * (i % 4)) & 255);
  }
  *bytes = (const char *)out;
  *length = used;
  return SAR_OK;
}

static const SarReadMesh *find(const SarReader *reader, const char *path) {
  for (int32_t i = 0; i < reader->nmeshes; i++) {
    if (strcmp(reader->meshes[i].path, path) == 0) return &reader->meshes[i];
  }
  return NULL;
}

/* Whether its text was given with the model, as results have it. */
static bool is_given(const SarReader *reader, const char *path) {
  for (int32_t i = 0; i < reader->options->nfiles; i++) {
    if (strcmp(reader->options->files[i].path, path) == 0) return true;
  }
  return false;
}

static SarStatus load(SarFile *file, SarSource from, const char *path, const SarMesh **out) {
  SarReader *reader = file->reader;
  const char *name, *bytes;
  size_t length;
  int32_t index;
  *out = NULL;
  bool given = is_given(reader, path);
  if (!given && reader->options->files_only) return SAR_OK; /* too large to be kept: results do not have it */
  SAR_TRY(sar_read_named_file(reader, path, from, &name, &bytes, &length));
  const char *text = bytes;
  if (given) SAR_TRY(decode(file, from, &bytes, &length));
  if (length > MOST_BYTES - reader->mesh_bytes) {
    sar_warn(reader->context, from, file->element, "reduce the mesh, or use a shape",
             "the meshes of the model have more than %zu MB: `%s` is left out, and pictures do not show it",
             MOST_BYTES >> 20, path);
    return SAR_OK;
  }
  reader->mesh_bytes += length;
  SAR_TRY(sar_mesh_parse(reader->context, reader->model->arena, reader->arena, name, bytes, length, out));
  if (!given && !is_plain(bytes, length)) text = encode(reader->arena, bytes, length);
  return text ? sar_read_keep_file(reader, path, text, &index) : sar_read_no_memory(reader);
}

SarStatus sar_read_mesh(SarFile *file, const SarNode *node, SarLook *look) {
  SarReader *reader = file->reader;
  const char *path;
  SAR_TRY(sar_read_path(file, node, "name a file: {mesh: part.stl}", &path));
  look->file = sar_arena_copy_text(reader->model->arena, path);
  if (!look->file) return sar_read_no_memory(reader);
  const SarReadMesh *known = find(reader, path);
  if (known) {
    look->mesh = known->mesh;
    return SAR_OK;
  }
  SAR_TRY(load(file, node->source, path, &look->mesh));
  SarReadMesh *slot =
      sar_arena_append(reader->arena, 8, &reader->meshes, &reader->nmeshes, &reader->meshes_capacity, sizeof *slot);
  if (!slot) return sar_read_no_memory(reader);
  *slot = (SarReadMesh){look->file, look->mesh};
  return SAR_OK;
}
