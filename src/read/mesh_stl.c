/* STL: triangles one by one, as text (solid, facet, vertex) or as bytes (80 of a title, the number of triangles, 50 for
 * each: normal, three vertices, two bytes of no meaning; floats, lowest byte first). Vertices that are the same are
 * joined. The normals are not used: they follow from the order of the vertices, and many programs write zeros. */
#include <string.h>

#include "read/mesh.h"

#define TITLE 80
#define HEAD 84
#define TRIANGLE 50

static uint32_t read_u32(const unsigned char *p) {
  return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static double read_float(const unsigned char *p) {
  uint32_t bits = read_u32(p);
  float value;
  memcpy(&value, &bits, sizeof value);
  return (double)value;
}

static SarStatus add_bytes(SarMeshBuilder *builder, const unsigned char *p) {
  int32_t corner[3];
  for (int i = 0; i < 3; i++) {
    double at[3];
    for (int k = 0; k < 3; k++) at[k] = read_float(p + 12 * (i + 1) + 4 * k);
    SAR_TRY(sar_mesh_find_vertex(builder, at, 0, &corner[i]));
  }
  return sar_mesh_add_triangle(builder, corner[0], corner[1], corner[2]);
}

static SarStatus read_binary(SarMeshBuilder *builder, const unsigned char *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) SAR_TRY(add_bytes(builder, bytes + HEAD + TRIANGLE * i));
  return SAR_OK;
}

static SarStatus read_text(SarMeshBuilder *builder, const char *bytes, size_t length) {
  SarMeshText text = {bytes, bytes + length, 1};
  int32_t corner[3];
  int count = 0;
  do {
    const char *word;
    size_t size;
    if (!sar_mesh_word(&text, &word, &size)) continue;
    if (sar_mesh_is(word, size, "vertex")) {
      double at[3];
      if (!sar_mesh_numbers(&text, at)) {
        return sar_mesh_wrong(builder, text.line, "export the mesh again", "`vertex` takes three numbers");
      }
      if (count == 3) return sar_mesh_wrong(builder, text.line, "export the mesh again", "a facet has three vertices");
      SAR_TRY(sar_mesh_find_vertex(builder, at, text.line, &corner[count++]));
    } else if (sar_mesh_is(word, size, "endloop")) {
      if (count != 3) return sar_mesh_wrong(builder, text.line, "export the mesh again", "a facet has three vertices");
      SAR_TRY(sar_mesh_add_triangle(builder, corner[0], corner[1], corner[2]));
      count = 0;
    }
  } while (sar_mesh_next_line(&text));
  if (!count) return SAR_OK;
  return sar_mesh_wrong(builder, text.line, "export the mesh again", "the file ends within a facet");
}

SarStatus sar_mesh_stl(SarMeshBuilder *builder, const char *bytes, size_t length) {
  const unsigned char *p = (const unsigned char *)bytes;
  bool solid = length >= 5 && sar_mesh_is(bytes, 5, "solid");
  uint64_t count = length >= HEAD ? read_u32(p + TITLE) : 0;
  bool exact = length >= HEAD && length - HEAD == TRIANGLE * count;
  /* Titles of bytes may begin with `solid` as well: then the length decides. */
  if (exact) return read_binary(builder, p, (size_t)count);
  if (solid) return read_text(builder, bytes, length);
  static const char remedy[] = "give a mesh in STL or OBJ format; files of the latter end in .obj";
  if (length < HEAD) return sar_mesh_wrong(builder, 0, remedy, "this is not a mesh in STL format");
  if (length - HEAD > TRIANGLE * count) return read_binary(builder, p, (size_t)count); /* some write more at the end */
  return sar_mesh_wrong(
      builder, 0, remedy,
      "this is not a mesh in STL format, or it is cut short: it announces more triangles than it has");
}
