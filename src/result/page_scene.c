/* The scene of a page as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/page_parts.h"

/* ---- which bodies have poses ---- */

typedef struct Seen {
  const char *element;
  uint32_t quantity; /* a bit of the seven */
} Seen;

static uint32_t pose_bit(const char *quantity) {
  static const char *const names[7] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  for (uint32_t i = 0; i < 7; i++) {
    if (strcmp(quantity, names[i]) == 0) return 1u << i;
  }
  return 0;
}

static int compare_seen(const void *a, const void *b) {
  return strcmp(((const Seen *)a)->element, ((const Seen *)b)->element);
}

SarStatus sar_page_find_poses(SarContext *context, const SarResults *results, SarArena *arena, SarPagePoses *out) {
  int32_t columns = sar_results_columns(results), nseen = 0;
  Seen *seen = SAR_NEW(arena, columns + 1, Seen);
  *out = (SarPagePoses){.names = SAR_NEW(arena, columns / 7 + 1, const char *)};
  if (!seen || !out->names) return sar_report_no_memory(context);
  for (int32_t i = 1; i < columns; i++) {
    const char *name = sar_results_name(results, i), *quantity = sar_page_quantity(name);
    uint32_t bit = quantity > name ? pose_bit(quantity) : 0;
    if (!bit) continue;
    const char *element = sar_arena_copy_text_n(arena, name, (size_t)(quantity - name) - 1);
    if (!element) return sar_report_no_memory(context);
    seen[nseen++] = (Seen){element, bit};
  }
  qsort(seen, (size_t)nseen, sizeof *seen, compare_seen);
  for (int32_t i = 0; i < nseen;) {
    uint32_t bits = 0;
    int32_t first = i;
    for (; i < nseen && strcmp(seen[i].element, seen[first].element) == 0; i++) bits |= seen[i].quantity;
    if (bits == 0x7f) out->names[out->count++] = seen[first].element;
  }
  return SAR_OK;
}

static int compare_name(const void *key, const void *entry) { return strcmp(key, *(const char *const *)entry); }

bool sar_page_has_pose(const SarPagePoses *poses, const char *name) {
  return poses->count && bsearch(name, poses->names, (size_t)poses->count, sizeof *poses->names, compare_name);
}

/* ---- parts ---- */

static void put_vector(SarJson *json, const char *key, SarVec3 v) {
  sar_json_put_reals(json, key, (const double[]){v.x, v.y, v.z}, 3);
}

static void put_turn(SarJson *json, const char *key, SarQuat q) {
  sar_json_put_reals(json, key, (const double[]){q.w, q.x, q.y, q.z}, 4);
}

static SarStatus put_mesh(SarContext *context, const SarSceneShape *shape, SarJson *json) {
  SarPack pack = {0};
  SarStatus status = sar_pack_floats(context, &pack, shape->vertices, 3 * (size_t)shape->nvertices);
  if (status == SAR_OK) {
    sar_json_key(json, "vertices");
    sar_json_plain(json, pack.text, pack.length);
    status = sar_pack_uint32(context, &pack, shape->triangles, 3 * (size_t)shape->ntriangles);
  }
  if (status == SAR_OK) {
    sar_json_key(json, "triangles");
    sar_json_plain(json, pack.text, pack.length);
  }
  sar_pack_free(&pack);
  return status;
}

static SarStatus put_shape(SarContext *context, const SarSceneShape *shape, SarJson *json) {
  static const struct {
    const char *name;
    int sizes;
  } kinds[] = {[SAR_SCENE_BOX] = {"box", 3},
               [SAR_SCENE_CYLINDER] = {"cylinder", 2},
               [SAR_SCENE_CAPSULE] = {"capsule", 2},
               [SAR_SCENE_SPHERE] = {"sphere", 1},
               [SAR_SCENE_MESH] = {"mesh", 0}};
  static const char *const origins[] = {
      [SAR_SCENE_GIVEN] = "given", [SAR_SCENE_INERTIA] = "inertia", [SAR_SCENE_DEFAULT] = "default"};
  sar_json_begin_object(json);
  sar_json_put_text(json, "kind", kinds[shape->kind].name);
  if (shape->kind == SAR_SCENE_MESH) {
    SAR_TRY(put_mesh(context, shape, json));
  } else {
    sar_json_put_reals(json, "size", shape->size, kinds[shape->kind].sizes);
  }
  put_vector(json, "at", shape->at);
  put_turn(json, "turn", shape->turn);
  sar_json_put_text(json, "colour", shape->colour);
  sar_json_put_text(json, "origin", origins[shape->origin]);
  sar_json_end_object(json);
  return SAR_OK;
}

static SarStatus put_looks(SarContext *context, const SarSceneBody *body, SarJson *json) {
  sar_json_key(json, "shapes");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < body->nshapes; i++) SAR_TRY(put_shape(context, &body->shapes[i], json));
  sar_json_end_array(json);
  sar_json_key(json, "frames");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < body->nframes; i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", body->frames[i].name);
    put_vector(json, "at", body->frames[i].at);
    put_turn(json, "turn", body->frames[i].turn);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  return SAR_OK;
}

static void put_pose(const SarSceneBody *body, SarJson *json) {
  const double pose[7] = {body->position.x, body->position.y, body->position.z, body->turn.w,
                          body->turn.x,     body->turn.y,     body->turn.z};
  sar_json_put_bool(json, "fixed", true);
  sar_json_put_reals(json, "pose", pose, 7);
}

static SarStatus put_body(SarContext *context, const SarSceneBody *body, bool moves, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", body->name);
  sar_json_put_real(json, "mass", body->mass);
  sar_json_put_reals(json, "inertia", body->inertia, 6);
  if (!moves) put_pose(body, json);
  SAR_TRY(put_looks(context, body, json));
  sar_json_end_object(json);
  return SAR_OK;
}

static void put_links(const SarScene *scene, const char *key, const SarSceneLinks *links, SarJson *json) {
  sar_json_key(json, key);
  sar_json_begin_array(json);
  for (int32_t i = 0; i < links->count; i++) {
    const SarSceneLink *link = &links->list[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", link->name);
    sar_json_put_text(json, "type", link->type);
    sar_json_key(json, "sides");
    sar_json_begin_array(json);
    for (int k = 0; k < 2; k++) {
      sar_json_begin_object(json);
      sar_json_put_text(json, "body", sar_scene_body(scene, link->sides[k].body)->name);
      put_vector(json, "at", link->sides[k].at);
      put_turn(json, "turn", link->sides[k].turn);
      sar_json_end_object(json);
    }
    sar_json_end_array(json);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static SarStatus put_scene(SarContext *context, const SarPageRun *run, const SarScene *scene, SarJson *json) {
  SarPagePoses poses;
  SAR_TRY(sar_page_find_poses(context, run->results, scene->arena, &poses));
  sar_json_begin_object(json);
  sar_json_put_real(json, "length", scene->length);
  put_vector(json, "gravity", scene->gravity);
  sar_json_put_text(json, "up", (const char[2]){scene->up, 0});
  sar_json_key(json, "ground");
  sar_json_begin_object(json);
  SAR_TRY(put_looks(context, &scene->ground, json));
  sar_json_end_object(json);
  sar_json_key(json, "bodies");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < scene->nbodies; i++) {
    bool moves = sar_page_has_pose(&poses, scene->bodies[i].name);
    SAR_TRY(put_body(context, &scene->bodies[i], moves, json));
  }
  sar_json_end_array(json);
  put_links(scene, "joints", &scene->joints, json);
  put_links(scene, "forces", &scene->forces, json);
  put_links(scene, "motions", &scene->motions, json);
  put_links(scene, "others", &scene->others, json);
  sar_json_end_object(json);
  return SAR_OK;
}

SarStatus sar_page_put_scene(SarContext *context, const SarPageRun *run, SarJson *json) {
  SarScene *scene = NULL;
  sar_json_key(json, "scene");
  SAR_TRY(run->system ? sar_scene_create(context, run->system, &scene)
                      : sar_scene_from_results(context, run->results, &scene));
  if (!scene->nbodies) {
    sar_scene_destroy(&scene);
    sar_json_text(json, NULL);
    return SAR_OK;
  }
  SarStatus status = put_scene(context, run, scene, json);
  sar_scene_destroy(&scene);
  return status;
}
