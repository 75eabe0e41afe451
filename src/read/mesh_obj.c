/* OBJ (Wavefront): lines `v x y z` and `f a b c ...`. Vertices are counted from 1, or backwards from the last one by
 * negative numbers; textures and normals (a/b/c) do not count. A face of more than three corners becomes a fan. All
 * other lines (names, groups, materials) are passed over. */
#include "base/text.h"
#include "read/mesh.h"

/* The index of a corner `a`, `a/b`, `a/b/c` or `a//c`, or -1. */
static int32_t corner_index(const SarMeshBuilder *builder, const char *word, size_t length) {
  bool back = word[0] == '-';
  int64_t value = 0;
  size_t i = back;
  for (; i < length && word[i] >= '0' && word[i] <= '9'; i++) {
    value = 10 * value + (word[i] - '0');
    if (value > INT32_MAX) return -1;
  }
  if (i == (size_t)back || (i < length && word[i] != '/')) return -1;
  int64_t index = back ? builder->nvertices - value : value - 1;
  return value > 0 && index >= 0 && index < builder->nvertices ? (int32_t)index : -1;
}

static SarStatus read_face(SarMeshBuilder *builder, SarMeshText *text) {
  const char *word;
  size_t length;
  int32_t first = 0, last = 0, count = 0;
  for (; sar_mesh_word(text, &word, &length); count++) {
    if (length == 1 && word[0] == '\\') { /* the line goes on */
      if (!sar_mesh_next_line(text)) break;
      count--;
      continue;
    }
    int32_t corner = corner_index(builder, word, length);
    if (corner < 0) {
      return sar_mesh_wrong(builder, text->line, "export the mesh again",
                            "a corner of a face is none of the vertices above it");
    }
    if (count >= 2) SAR_TRY(sar_mesh_add_triangle(builder, first, last, corner));
    if (count == 0) first = corner;
    last = corner;
  }
  if (count >= 3) return SAR_OK;
  return sar_mesh_wrong(builder, text->line, "export the mesh again", "a face has fewer than three corners");
}

SarStatus sar_mesh_obj(SarMeshBuilder *builder, const char *bytes, size_t length) {
  SarMeshText text = {bytes, bytes + length, 1};
  do {
    const char *word;
    size_t size;
    if (!sar_mesh_word(&text, &word, &size)) continue;
    if (size == 1 && word[0] == 'v') {
      double at[3];
      if (!sar_mesh_numbers(&text, at)) {
        return sar_mesh_wrong(builder, text.line, "export the mesh again", "`v` takes three numbers");
      }
      SAR_TRY(sar_mesh_add_vertex(builder, at, text.line));
    } else if (size == 1 && word[0] == 'f') {
      SAR_TRY(read_face(builder, &text));
    }
  } while (sar_mesh_next_line(&text));
  return SAR_OK;
}
