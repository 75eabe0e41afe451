/* Mirror images of shapes. */
#include <string.h>

#include "geometry/mesh.h"
#include "geometry/profile_build.h"
#include "geometry/terrain.h"
#include "read/mirror.h"
#include "read/placement.h"

/* The mesh with its x turned round; its triangles run the other way then. */
static const void *mirrored_mesh(SarArena *arena, const SarHull *hull, bool convex) {
  double *vertices = SAR_NEW(arena, 3 * (size_t)hull->nvertices, double);
  int32_t *triangles = SAR_NEW(arena, 3 * (size_t)hull->ntriangles, int32_t);
  SarHullFault fault;
  if (!vertices || !triangles) return NULL;
  for (int32_t i = 0; i < hull->nvertices; i++) {
    SarVec3 v = hull->written[i];
    sar_vec3_store(sar_vec3(-v.x, v.y, v.z), vertices + 3 * (size_t)i);
  }
  for (int32_t i = 0; i < 3 * hull->ntriangles; i++) triangles[i] = hull->triangles[i / 3].vertex[2 - i % 3];
  int32_t n = hull->nvertices, m = hull->ntriangles;
  if (convex) return sar_hull_create(arena, vertices, n, triangles, m, hull->radius, &fault);
  return sar_mesh_create(arena, vertices, n, triangles, m, hull->radius, &fault);
}

/* A' = M A F: F turns x of the shape round, of which every shape but profiles, terrains and meshes is its own mirror
 * image, so that the axes stay right-handed and a plane keeps its side. */
SarStatus sar_mirror_shape(SarFile *file, const SarPlacement *p, SarShape *shape) {
  SarMat3 A = shape->axes;
  shape->at = sar_mirror(p, shape->at);
  shape->axes = sar_mat3_columns(sar_neg(sar_mirror(p, sar_column(&A, 0))), sar_mirror(p, sar_column(&A, 1)),
                                 sar_mirror(p, sar_column(&A, 2)));
  SarArena *arena = file->reader->model->arena;
  if (strcmp(shape->class->name, "terrain") == 0) {
    SarTerrain *terrain = SAR_NEW(arena, 1, SarTerrain);
    if (!terrain || !sar_terrain_mirrored(arena, shape->data, terrain)) return sar_read_no_memory(file->reader);
    shape->data = terrain;
  }
  bool hull = strcmp(shape->class->name, "hull") == 0, mesh = strcmp(shape->class->name, "mesh") == 0;
  if (hull) shape->data = mirrored_mesh(arena, shape->data, true);
  if (mesh) shape->data = mirrored_mesh(arena, &((const SarMeshSolid *)shape->data)->surface, false);
  if (!shape->data && (hull || mesh)) return sar_read_no_memory(file->reader);
  if (strcmp(shape->class->name, "profile") != 0) return SAR_OK;
  SarProfile *profile = SAR_NEW(arena, 1, SarProfile);
  if (!profile || !sar_profile_mirrored(arena, shape->data, profile)) return sar_read_no_memory(file->reader);
  shape->data = profile;
  return SAR_OK;
}

SarStatus sar_mirror_shapes(SarFile *file, const SarPlacement *p, SarValue *value) {
  size_t count = (size_t)value->nlist;
  if (!count) return SAR_OK;
  SarModelShape *shapes = sar_arena_grow(file->reader->model->arena, value->shapes, count, count, sizeof *shapes);
  if (!shapes) return sar_read_no_memory(file->reader);
  for (size_t i = 0; i < count; i++) SAR_TRY(sar_mirror_shape(file, p, &shapes[i].shape));
  value->shapes = shapes;
  return SAR_OK;
}
