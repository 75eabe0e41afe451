/* The JSON part of a glTF file: nodes, meshes, materials, skins and the animation. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "result/gltf_parts.h"
#include "sarrus/base.h"

static int32_t node_of(const SarGltf *g, int32_t shape) { return SAR_GLTF_BODIES + g->scene->nbodies + shape; }
static int32_t node_of_body(int32_t body) {
  return body == SAR_SCENE_GROUND ? SAR_GLTF_GROUND : SAR_GLTF_BODIES + body;
}

static void put_vector(SarJson *json, const char *key, SarVec3 v) {
  sar_json_put_reals(json, key, (const double[3]){v.x, v.y, v.z}, 3);
}
static void put_turn(SarJson *json, SarQuat q) {
  sar_json_put_reals(json, "rotation", (const double[4]){q.x, q.y, q.z, q.w}, 4);
}

/* ---- nodes ---- */

/* The axis that points up becomes y. */
static SarQuat turn_up(char up) {
  double half = sqrt(0.5);
  return up == 'z' ? (SarQuat){half, -half, 0, 0} : up == 'x' ? (SarQuat){half, 0, 0, half} : sar_quat_identity();
}

static void put_root(const SarGltf *g, SarJson *json) {
  double unit = g->scene->length_unit;
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", "mechanism");
  put_turn(json, turn_up(g->scene->up));
  put_vector(json, "scale", sar_vec3(unit, unit, unit));
  sar_json_key(json, "children");
  sar_json_begin_array(json);
  sar_json_int(json, SAR_GLTF_GROUND);
  for (int32_t b = 0; b < g->scene->nbodies; b++) sar_json_int(json, SAR_GLTF_BODIES + b);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

/* Shapes stand in the order of their bodies: *next is the first that is not behind this one. */
static void put_body(const SarGltf *g, int32_t body, int32_t *next, SarJson *json) {
  const SarSceneBody *own = sar_scene_body(g->scene, body);
  int32_t end = *next;
  while (end < g->nodes.count && g->nodes.list[end].body == body) end++;
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", own->name);
  if (body != SAR_SCENE_GROUND) {
    put_vector(json, "translation", own->position);
    put_turn(json, own->turn);
  }
  if (end > *next) {
    sar_json_key(json, "children");
    sar_json_begin_array(json);
    for (int32_t i = *next; i < end; i++) sar_json_int(json, node_of(g, i));
    sar_json_end_array(json);
  }
  sar_json_end_object(json);
  *next = end;
}

static void put_shape(const SarGltfNode *node, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_int(json, "mesh", node->mesh);
  if (node->skin >= 0) {
    sar_json_put_int(json, "skin", node->skin);
  } else {
    put_vector(json, "translation", node->at);
    put_turn(json, node->turn);
  }
  sar_json_end_object(json);
}

static void put_nodes(const SarGltf *g, SarJson *json) {
  int32_t next = 0;
  sar_json_key(json, "nodes");
  sar_json_begin_array(json);
  put_root(g, json);
  for (int32_t b = SAR_SCENE_GROUND; b < g->scene->nbodies; b++) put_body(g, b, &next, json);
  for (int32_t i = 0; i < g->nodes.count; i++) put_shape(&g->nodes.list[i], json);
  sar_json_end_array(json);
  /* what is skinned is placed by its joints: it stands beside the root */
  sar_json_key(json, "scenes");
  sar_json_begin_array(json);
  sar_json_begin_object(json);
  sar_json_key(json, "nodes");
  sar_json_begin_array(json);
  sar_json_int(json, SAR_GLTF_ROOT);
  for (int32_t i = 0; i < g->nodes.count; i++) {
    if (g->nodes.list[i].skin >= 0) sar_json_int(json, node_of(g, i));
  }
  sar_json_end_array(json);
  sar_json_end_object(json);
  sar_json_end_array(json);
  sar_json_put_int(json, "scene", 0);
}

/* ---- meshes ---- */

static void put_mesh(const SarGltfMesh *m, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", m->name);
  sar_json_key(json, "primitives");
  sar_json_begin_array(json);
  sar_json_begin_object(json);
  sar_json_key(json, "attributes");
  sar_json_begin_object(json);
  sar_json_put_int(json, "POSITION", m->points);
  if (m->normals >= 0) sar_json_put_int(json, "NORMAL", m->normals);
  if (m->joints >= 0) sar_json_put_int(json, "JOINTS_0", m->joints);
  if (m->weights >= 0) sar_json_put_int(json, "WEIGHTS_0", m->weights);
  sar_json_end_object(json);
  sar_json_put_int(json, "indices", m->triangles);
  sar_json_put_int(json, "material", m->material);
  if (m->ntargets) {
    sar_json_key(json, "targets");
    sar_json_begin_array(json);
    for (int32_t i = 0; i < m->ntargets; i++) {
      sar_json_begin_object(json);
      sar_json_put_int(json, "POSITION", m->targets[i]);
      sar_json_end_object(json);
    }
    sar_json_end_array(json);
  }
  sar_json_end_object(json);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

/* The part of a colour, 0 to 255, as light: colours of screens are not linear. */
static double light(unsigned value) {
  double c = value / 255.0;
  return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static void put_material(const char *colour, SarJson *json) {
  unsigned long rgb = strtoul(colour + 1, NULL, 16);
  double factor[4] = {light(rgb >> 16 & 255), light(rgb >> 8 & 255), light(rgb & 255), 1};
  sar_json_begin_object(json);
  sar_json_put_bool(json, "doubleSided", true);
  sar_json_key(json, "pbrMetallicRoughness");
  sar_json_begin_object(json);
  sar_json_put_reals(json, "baseColorFactor", factor, 4);
  sar_json_put_real(json, "metallicFactor", 0.1);
  sar_json_put_real(json, "roughnessFactor", 0.6);
  sar_json_end_object(json);
  sar_json_end_object(json);
}

static void put_skin(const SarGltfSkin *skin, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_int(json, "inverseBindMatrices", skin->matrices);
  sar_json_key(json, "joints");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < skin->nbodies; i++) sar_json_int(json, node_of_body(skin->bodies[i]));
  sar_json_end_array(json);
  sar_json_end_object(json);
}

/* ---- the animation ---- */

static void put_channel(SarJson *json, int32_t sampler, int32_t node, const char *path) {
  sar_json_begin_object(json);
  sar_json_put_int(json, "sampler", sampler);
  sar_json_key(json, "target");
  sar_json_begin_object(json);
  sar_json_put_int(json, "node", node);
  sar_json_put_text(json, "path", path);
  sar_json_end_object(json);
  sar_json_end_object(json);
}

static void put_sampler(SarJson *json, int32_t times, int32_t values) {
  sar_json_begin_object(json);
  sar_json_put_int(json, "input", times);
  sar_json_put_int(json, "output", values);
  sar_json_end_object(json);
}

static void put_animation(const SarGltf *g, SarJson *json) {
  int32_t n = g->scene->nbodies, count = 2 * n + g->morphs.count;
  if (count == 0) return;
  sar_json_key(json, "animations");
  sar_json_begin_array(json);
  sar_json_begin_object(json);
  sar_json_put_text(json, "name", "motion");
  sar_json_key(json, "channels");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < 2 * n; i++) put_channel(json, i, SAR_GLTF_BODIES + i % n, i < n ? "translation" : "rotation");
  for (int32_t i = 0; i < g->morphs.count; i++)
    put_channel(json, 2 * n + i, node_of(g, g->morphs.list[i].node), "weights");
  sar_json_end_array(json);
  sar_json_key(json, "samplers");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < 2 * n; i++) put_sampler(json, g->seconds, g->places[i]);
  for (int32_t i = 0; i < g->morphs.count; i++) put_sampler(json, g->seconds, g->morphs.list[i].values);
  sar_json_end_array(json);
  sar_json_end_object(json);
  sar_json_end_array(json);
}

/* ---- all of it ---- */

static void put_lists(const SarGltf *g, SarJson *json) {
  if (g->meshes.count) { /* empty lists are not allowed */
    sar_json_key(json, "meshes");
    sar_json_begin_array(json);
    for (int32_t i = 0; i < g->meshes.count; i++) put_mesh(&g->meshes.list[i], json);
    sar_json_end_array(json);
    sar_json_key(json, "materials");
    sar_json_begin_array(json);
    for (int32_t i = 0; i < g->materials.count; i++) put_material(g->materials.list[i], json);
    sar_json_end_array(json);
  }
  if (!g->skins.count) return;
  sar_json_key(json, "skins");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < g->skins.count; i++) put_skin(&g->skins.list[i], json);
  sar_json_end_array(json);
}

SarStatus sar_gltf_put_json(const SarGltf *g, FILE *stream) {
  SarJson json = sar_json(stream);
  char generator[64];
  snprintf(generator, sizeof generator, "sarrus %s", sar_version());
  sar_json_begin_object(&json);
  sar_json_key(&json, "asset");
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "version", "2.0");
  sar_json_put_text(&json, "generator", generator);
  sar_json_end_object(&json);
  put_nodes(g, &json);
  put_lists(g, &json);
  put_animation(g, &json);
  sar_gltf_put_arrays(&g->bin, &json);
  sar_json_end_object(&json);
  return SAR_OK;
}
