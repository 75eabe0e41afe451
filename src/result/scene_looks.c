/* Shapes that the model itself gives: looks of bodies and of the ground, meshes included. */
#include <math.h>

#include "result/scene.h"

/* Vertices in the unit of length and at their size; a mirror image turns its triangles round. */
static bool copy_mesh(SarScene *scene, const SarLook *look, SarSceneShape *shape) {
  const SarMesh *mesh = look->mesh;
  const double scale[3] = {look->scale.x, look->scale.y, look->scale.z};
  bool mirrored = scale[0] * scale[1] * scale[2] < 0;
  float *vertices = SAR_NEW(scene->arena, 3 * (size_t)mesh->nvertices, float);
  uint32_t *triangles = SAR_NEW(scene->arena, 3 * (size_t)mesh->ntriangles, uint32_t);
  if (!vertices || !triangles) return false;
  for (size_t i = 0; i < 3 * (size_t)mesh->nvertices; i++) {
    vertices[i] = (float)(scale[i % 3] * (double)mesh->vertices[i] / scene->length_unit);
  }
  for (size_t i = 0; i < 3 * (size_t)mesh->ntriangles; i++) {
    size_t from = mirrored && i % 3 ? i + 3 - 2 * (i % 3) : i; /* the second and the third change places */
    triangles[i] = (uint32_t)mesh->triangles[from];
  }
  shape->vertices = vertices;
  shape->triangles = triangles;
  shape->nvertices = mesh->nvertices;
  shape->ntriangles = mesh->ntriangles;
  return true;
}

static SarStatus add_look(SarContext *context, SarScene *scene, const SarLook *look, SarVec3 com, SarSceneBody *body) {
  static const SarSceneShapeKind kinds[] = {[SAR_LOOK_BOX] = SAR_SCENE_BOX,
                                            [SAR_LOOK_SPHERE] = SAR_SCENE_SPHERE,
                                            [SAR_LOOK_CYLINDER] = SAR_SCENE_CYLINDER,
                                            [SAR_LOOK_CAPSULE] = SAR_SCENE_CAPSULE,
                                            [SAR_LOOK_MESH] = SAR_SCENE_MESH};
  if (look->kind == SAR_LOOK_MESH && !look->mesh) return SAR_OK; /* too large to be kept */
  SarSceneShape *shape = sar_scene_add_shape(scene, body);
  if (!shape) return sar_report_no_memory(context);
  double size[3], unit = scene->length_unit;
  sar_vec3_store(look->size, size);
  shape->kind = kinds[look->kind];
  shape->origin = SAR_SCENE_GIVEN;
  shape->at = sar_scale(1 / unit, sar_sub(look->at, com));
  shape->turn = sar_quat_normalise(look->turn);
  for (int32_t i = 0; i < sar_look_sizes(look->kind); i++) shape->size[i] = size[i] / unit;
  if (look->colour != SAR_NO_COLOUR) {
    shape->colour = sar_arena_printf(scene->arena, "#%06x", (unsigned)look->colour & 0xffffffU);
    if (!shape->colour) return sar_report_no_memory(context);
  }
  if (look->kind == SAR_LOOK_MESH && !copy_mesh(scene, look, shape)) return sar_report_no_memory(context);
  return SAR_OK;
}

SarStatus sar_scene_add_looks(SarContext *context, SarScene *scene, const SarModel *model, int32_t element, SarVec3 com,
                              SarSceneBody *body) {
  int32_t count = 0;
  const SarLook *looks = sar_model_looks(model, element, &count);
  for (int32_t i = 0; i < count; i++) SAR_TRY(add_look(context, scene, &looks[i], com, body));
  return SAR_OK;
}
