#include "result/gltf_parts.h"

#include <string.h>

SarStatus sar_gltf_material(SarGltf *g, const char *colour, int32_t *out) {
  for (*out = 0; *out < g->materials.count; ++*out) {
    if (strcmp(g->materials.list[*out], colour) == 0) return SAR_OK;
  }
  const char **slot =
      sar_arena_append(g->arena, 8, &g->materials.list, &g->materials.count, &g->materials.capacity, sizeof *slot);
  if (!slot) return sar_report_no_memory(g->context);
  *slot = colour;
  return SAR_OK;
}

SarGltfMesh *sar_gltf_add_mesh(SarGltf *g, const char *name) {
  SarGltfMesh *mesh =
      sar_arena_append(g->arena, 32, &g->meshes.list, &g->meshes.count, &g->meshes.capacity, sizeof *mesh);
  if (!mesh) {
    sar_report_no_memory(g->context);
    return NULL;
  }
  *mesh = (SarGltfMesh){.name = name, .normals = -1, .joints = -1, .weights = -1};
  return mesh;
}

SarGltfNode *sar_gltf_add_node(SarGltf *g) {
  SarGltfNode *node = sar_arena_append(g->arena, 32, &g->nodes.list, &g->nodes.count, &g->nodes.capacity, sizeof *node);
  if (!node) {
    sar_report_no_memory(g->context);
    return NULL;
  }
  *node = (SarGltfNode){.mesh = g->meshes.count - 1, .turn = sar_quat_identity(), .skin = -1};
  return node;
}
