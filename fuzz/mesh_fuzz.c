/* Any bytes given as a mesh end in triangles of vertices that are there, all numbers finite, or in a message; never in
 * a crash, a leak or memory beyond a multiple of the file's size. The first byte chooses the format. */
#include <math.h>

#include "geometry/mesh.h"
#include "geometry/mesh_check.h"
#include "read/mesh.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void found(void *self, const SarSpot *spot) {
  (void)self;
  if (spot->nparameters < 0 || spot->nparameters > 2) __builtin_trap();
}

static void check(const SarMesh *mesh, size_t size) {
  if (mesh->ntriangles < 1 || (size_t)mesh->ntriangles > size || (size_t)mesh->nvertices > size) __builtin_trap();
  for (int32_t i = 0; i < 3 * mesh->ntriangles; i++) {
    if (mesh->triangles[i] < 0 || mesh->triangles[i] >= mesh->nvertices) __builtin_trap();
  }
  for (int32_t i = 0; i < 3 * mesh->nvertices; i++) {
    if (!isfinite(mesh->vertices[i])) __builtin_trap();
  }
}

/* As a shape: what a closed one touches, or what is wrong with it. */
static void touch(SarArena *arena, const SarMesh *mesh) {
  size_t n = (size_t)mesh->nvertices;
  double *numbers = SAR_NEW(arena, 3 * n, double);
  SarVec3 *vertices = SAR_NEW(arena, n, SarVec3);
  SarMeshFaults faults;
  SarHullFault fault;
  if (!numbers || !vertices || mesh->ntriangles > 2000) return;
  for (size_t i = 0; i < 3 * n; i++) numbers[i] = (double)mesh->vertices[i];
  for (size_t i = 0; i < n; i++) vertices[i] = sar_vec3_load(numbers + 3 * i);
  if (!sar_mesh_check(arena, vertices, mesh->nvertices, mesh->triangles, mesh->ntriangles, &faults)) return;
  if (faults.nopen || faults.ncrowded || faults.nturned || faults.degenerate >= 0) return;
  sar_hull_create(arena, numbers, mesh->nvertices, mesh->triangles, mesh->ntriangles, 0.01, &fault);
  const SarMeshSolid *solid =
      sar_mesh_create(arena, numbers, mesh->nvertices, mesh->triangles, mesh->ntriangles, 0.01, &fault);
  if (solid) sar_mesh_each(solid, sar_vec3(0.1, 0.2, 0.3), INFINITY, found, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (!size) return 0;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create(), *scratch = sar_arena_create();
  const SarMesh *mesh = NULL;
  if (context && arena && scratch) {
    const char *name = data[0] & 1 ? "fuzz.obj" : "fuzz.stl";
    SarStatus status = sar_mesh_parse(context, arena, scratch, name, (const char *)data + 1, size - 1, &mesh);
    if (status == SAR_OK) check(mesh, size), touch(arena, mesh);
    if ((status != SAR_OK) != (sar_context_errors(context) > 0)) __builtin_trap();
  }
  sar_arena_destroy(&scratch);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  return 0;
}
