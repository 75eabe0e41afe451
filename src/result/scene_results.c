/* A scene without a model: a small box for every element that has the columns of a pose, so that a motion can be seen
 * even where the file holds nothing but numbers. */
#include <math.h>
#include <string.h>

#include "result/page_parts.h"

#define SMALL 0.125 /* of what the bodies cover: a typical length */

typedef struct Extent {
  const SarResults *results;
  double least[3], most[3];
} Extent;

/* x, y or z: 0, 1, 2; -1: another quantity. */
static int axis_of(const char *name) {
  const char *quantity = sar_page_quantity(name);
  return quantity[0] >= 'x' && quantity[0] <= 'z' && !quantity[1] ? quantity[0] - 'x' : -1;
}

static SarStatus widen(void *self, int32_t column, double *values) {
  Extent *e = self;
  int axis = axis_of(sar_results_name(e->results, column));
  for (int64_t i = 0; i < sar_results_rows(e->results); i++) {
    if (!isfinite(values[i])) continue;
    e->least[axis] = fmin(e->least[axis], values[i]);
    e->most[axis] = fmax(e->most[axis], values[i]);
  }
  return SAR_OK;
}

static SarStatus measure(SarContext *context, SarResults *results, const SarPagePoses *poses, SarScene *scene) {
  int32_t columns = sar_results_columns(results);
  bool *wanted = SAR_NEW(scene->arena, columns, bool);
  Extent e = {results, {INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  if (!wanted) return sar_report_no_memory(context);
  for (int32_t i = 1; i < columns; i++) {
    const char *name = sar_results_name(results, i), *quantity = sar_page_quantity(name);
    if (axis_of(name) < 0 || quantity == name) continue;
    char *element = sar_arena_copy_text_n(scene->arena, name, (size_t)(quantity - name) - 1);
    if (!element) return sar_report_no_memory(context);
    wanted[i] = sar_page_has_pose(poses, element);
  }
  SAR_TRY(sar_page_each_column(context, results, wanted, widen, &e));
  double sum = 0;
  for (int i = 0; i < 3; i++) sum += e.most[i] > e.least[i] ? pow(e.most[i] - e.least[i], 2) : 0;
  scene->length = sum > 0 && isfinite(sum) ? SMALL * sqrt(sum) : 1;
  return SAR_OK;
}

/* Frames have poses too: "crank.pin" is one where "crank" has a pose. */
static bool is_frame(const SarPagePoses *poses, char *name) {
  char *dot = strrchr(name, '.');
  if (!dot) return false;
  *dot = 0;
  bool frame = sar_page_has_pose(poses, name);
  *dot = '.';
  return frame;
}

static SarStatus fill(SarContext *context, SarResults *results, SarScene *scene) {
  SarPagePoses poses;
  SAR_TRY(sar_page_find_poses(context, results, scene->arena, &poses));
  scene->bodies = SAR_NEW(scene->arena, poses.count + 1, SarSceneBody);
  if (!scene->bodies) return sar_report_no_memory(context);
  if (poses.count) SAR_TRY(measure(context, results, &poses, scene));
  for (int32_t i = 0; i < poses.count; i++) {
    char *name = sar_arena_copy_text(scene->arena, poses.names[i]);
    if (!name) return sar_report_no_memory(context);
    if (is_frame(&poses, name)) continue;
    SarSceneBody *body = &scene->bodies[scene->nbodies++];
    *body = (SarSceneBody){.name = name, .turn = sar_quat_identity()};
    SarSceneShape *shape = sar_scene_add_shape(scene, body);
    if (!shape) return sar_report_no_memory(context);
    const double size[3] = {0.5 * scene->length, 0.3 * scene->length, 0.15 * scene->length};
    shape->kind = SAR_SCENE_BOX;
    shape->origin = SAR_SCENE_DEFAULT;
    memcpy(shape->size, size, sizeof size);
  }
  return SAR_OK;
}

SarStatus sar_scene_from_results(SarContext *context, SarResults *results, SarScene **out) {
  *out = NULL;
  SarArena *arena = sar_arena_create();
  SarScene *scene = arena ? SAR_NEW(arena, 1, SarScene) : NULL;
  if (!scene) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  *scene = (SarScene){.arena = arena, .length = 1, .length_unit = 1, .up = 'z'};
  scene->ground = (SarSceneBody){.name = "ground", .turn = sar_quat_identity()};
  SarStatus status = fill(context, results, scene);
  if (status != SAR_OK) sar_scene_destroy(&scene);
  *out = scene;
  return status;
}
