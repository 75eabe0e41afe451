/* Any bytes given as a mesh end in triangles of vertices that are there, all numbers finite, or in a message; never in
 * a crash, a leak or memory beyond a multiple of the file's size. The first byte chooses the format. */
#include <math.h>

#include "read/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const SarMesh *mesh, size_t size) {
  if (mesh->ntriangles < 1 || (size_t)mesh->ntriangles > size || (size_t)mesh->nvertices > size) __builtin_trap();
  for (int32_t i = 0; i < 3 * mesh->ntriangles; i++) {
    if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->nvertices) __builtin_trap();
  }
  for (int32_t i = 0; i < 3 * mesh->nvertices; i++) {
    if (!isfinite(mesh->vertices[i])) __builtin_trap();
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create(), *scratch = sar_arena_create();
  const SarMesh *mesh = NULL;
  if (context && arena && scratch) {
    const char *name = data[0] & 1 ? "fuzz.obj" : "fuzz.stl";
    SarStatus status = sar_mesh_parse(context, arena, scratch, name, (const char *)data + 1, size - 1, &mesh);
    if (status == SAR_OK) check(mesh, size);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
  }
  sar_arena_destroy(&scratch);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
