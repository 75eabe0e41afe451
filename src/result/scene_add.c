/* One more shape on a body of a scene. */
#include "result/scene.h"

SarSceneShape *sar_scene_add_shape(SarScene *scene, SarSceneBody *body) {
  SarSceneShape *shape =
      sar_arena_append(scene->arena, 4, &body->shapes, &body->nshapes, &body->shapes_capacity, sizeof *body->shapes);
  if (shape) *shape = (SarSceneShape){.turn = sar_quat_identity()};
  return shape;
}
