/* Surfaces of triangles in files: STL, as text or as bytes, and OBJ. Files are not trusted: whatever they hold, reading
 * them ends in a mesh or in a message. */
#ifndef SAR_READ_MESH_H
#define SAR_READ_MESH_H

#include "base/arena.h"
#include "element/look.h"

/* Of a file's bytes; the format is told by them and by the end of the name. The mesh lives in the arena; `scratch` is
 * for what is needed on the way. */
SarStatus sar_mesh_parse(SarContext *context, SarArena *arena, SarArena *scratch, const char *name, const char *bytes,
                         size_t length, const SarMesh **out);

/* ---- for the readers of the formats (mesh_stl.c, mesh_obj.c) ---- */

/* A mesh as it grows. */
typedef struct SarMeshBuilder {
  SarContext *context;
  SarArena *arena;  /* scratch */
  const char *name; /* of the file, for messages */
  float *vertices;
  int32_t *triangles;
  int32_t nvertices, vertices_capacity, ntriangles, triangles_capacity;
  int32_t *slots; /* a hash of the vertices: index + 1, 0: free; open addressing, at most half full */
  int32_t nslots;
} SarMeshBuilder;

/* Adds a vertex; a number that is no finite float is reported at that line (0: none). */
SarStatus sar_mesh_add_vertex(SarMeshBuilder *builder, const double at[3], int32_t line);
/* The same, unless it is there already; *index of it. */
SarStatus sar_mesh_find_vertex(SarMeshBuilder *builder, const double at[3], int32_t line, int32_t *index);
SarStatus sar_mesh_add_triangle(SarMeshBuilder *builder, int32_t a, int32_t b, int32_t c);

/* Reports what is wrong with the file at a line (0: the file as a whole). */
SarStatus sar_mesh_wrong(const SarMeshBuilder *builder, int32_t line, const char *remedy, const char *what);

/* Words of a line of text. */
typedef struct SarMeshText {
  const char *at, *end;
  int32_t line;
} SarMeshText;

/* The next word of the line; false at its end. */
bool sar_mesh_word(SarMeshText *text, const char **word, size_t *length);
/* To the next line; false: there is none. */
bool sar_mesh_next_line(SarMeshText *text);
/* Three numbers that stand next in the line; false: they do not. */
bool sar_mesh_numbers(SarMeshText *text, double out[3]);
/* Whether a word is this one, in upper or lower case. */
bool sar_mesh_is(const char *word, size_t length, const char *what);

SarStatus sar_mesh_stl(SarMeshBuilder *builder, const char *bytes, size_t length);
SarStatus sar_mesh_obj(SarMeshBuilder *builder, const char *bytes, size_t length);

#endif
