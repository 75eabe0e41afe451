/* The scene of a page as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/page_modal.h"

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
  for (int32_t i = 0; i < body->nshapes; i++) {
    if (!body->shapes[i].bends) SAR_TRY(put_shape(context, &body->shapes[i], json)); /* the others stand in "bending" */
  }
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
    if (link->mark.shape == SAR_MARK_ROD) sar_json_put_text(json, "mark", "rod");
    if (link->mark.shape == SAR_MARK_SPRING) sar_json_put_text(json, "mark", "spring");
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

/* ---- beams ---- */

static SarStatus put_packed(SarContext *context, const char *key, const double *values, size_t count, SarJson *json) {
  SarPack pack = {0};
  SarStatus status = sar_pack_reals(context, &pack, values, count);
  if (status == SAR_OK) {
    sar_json_key(json, key);
    sar_json_plain(json, pack.text, pack.length);
  }
  sar_pack_free(&pack);
  return status;
}

/* How the sections sit on their nodes: thousands of numbers that are nearly all alike. */
static SarStatus put_sections(SarContext *context, SarArena *arena, const SarSceneBeam *beam, SarJson *json) {
  size_t count = (size_t)beam->nelements * (size_t)(beam->order + 1);
  double *at = SAR_NEW(arena, 3 * count, double), *turn = SAR_NEW(arena, 4 * count, double);
  if (!at || !turn) return sar_report_no_memory(context);
  for (size_t i = 0; i < count; i++) {
    const SarQuat *q = &beam->sections[i].turn;
    const double numbers[4] = {q->w, q->x, q->y, q->z};
    memcpy(turn + 4 * i, numbers, sizeof numbers);
    sar_vec3_store(beam->sections[i].at, at + 3 * i);
  }
  SAR_TRY(put_packed(context, "at", at, 3 * count, json));
  return put_packed(context, "turn", turn, 4 * count, json);
}

static void put_outline(const SarSceneOutline *outline, SarJson *json) {
  sar_json_key(json, "outline");
  sar_json_begin_object(json);
  sar_json_put_bool(json, "round", outline->round);
  sar_json_put_reals(json, "outer", outline->corners[0], 2 * outline->nouter);
  sar_json_put_reals(json, "inner", outline->corners[outline->nouter], 2 * outline->ninner);
  sar_json_key(json, "caps");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < 3 * outline->ncaps; i++) sar_json_int(json, outline->caps[i]);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static SarStatus put_beam(SarContext *context, const SarScene *scene, const SarSceneBeam *beam, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", beam->name);
  sar_json_put_text(json, "colour", beam->colour);
  sar_json_put_int(json, "order", beam->order);
  sar_json_key(json, "nodes");
  sar_json_begin_array(json);
  for (int32_t node = 0; node <= beam->nelements * beam->order; node++) {
    int32_t e = node == 0 ? 0 : (node - 1) / beam->order; /* the element that ends there, or has it inside */
    const SarSceneSide *section = &beam->sections[e * (beam->order + 1) + node - e * beam->order];
    sar_json_text(json, sar_scene_body(scene, section->body)->name);
  }
  sar_json_end_array(json);
  SAR_TRY(put_sections(context, scene->arena, beam, json));
  put_outline(&beam->outline, json);
  sar_json_end_object(json);
  return SAR_OK;
}

static SarStatus put_beams(SarContext *context, const SarScene *scene, SarJson *json) {
  sar_json_key(json, "beams");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < scene->nbeams; i++) SAR_TRY(put_beam(context, scene, &scene->beams[i], json));
  sar_json_end_array(json);
  return SAR_OK;
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
  SAR_TRY(put_beams(context, scene, json));
  SAR_TRY(sar_page_put_modal(context, run, scene, SAR_PAGE_MODAL_BYTES, json));
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
