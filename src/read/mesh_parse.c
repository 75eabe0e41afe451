/* Meshes: which format, and the whole of it. */
#include <string.h>

#include "read/mesh.h"

static bool ends_with_obj(const char *name) {
  size_t length = strlen(name);
  return length >= 4 && sar_mesh_is(name + length - 4, 4, ".obj");
}

SarStatus sar_mesh_parse(SarContext *context, SarArena *arena, SarArena *scratch, const char *name, const char *bytes,
                         size_t length, const SarMesh **out) {
  SarMeshBuilder builder = {.context = context, .arena = scratch, .name = name};
  SAR_TRY(ends_with_obj(name) ? sar_mesh_obj(&builder, bytes, length) : sar_mesh_stl(&builder, bytes, length));
  if (!builder.ntriangles) {
    return sar_mesh_wrong(&builder, 0, "give a mesh of triangles, in STL or OBJ format", "the mesh has no triangles");
  }
  SarMesh *mesh = SAR_NEW(arena, 1, SarMesh);
  if (!mesh) return sar_report_no_memory(context);
  size_t nvertices = (size_t)builder.nvertices, ntriangles = (size_t)builder.ntriangles;
  mesh->vertices = sar_arena_grow(arena, builder.vertices, 3 * nvertices, 3 * nvertices, sizeof(float));
  mesh->triangles = sar_arena_grow(arena, builder.triangles, 3 * ntriangles, 3 * ntriangles, sizeof(int32_t));
  if (!mesh->vertices || !mesh->triangles) return sar_report_no_memory(context);
  mesh->nvertices = builder.nvertices;
  mesh->ntriangles = builder.ntriangles;
  *out = mesh;
  return SAR_OK;
}
