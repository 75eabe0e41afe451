#include "result/vtk_motion.h"

#include <stdlib.h>

#include "base/rotation.h"
#include "result/gltf_parts.h"
#include "result/vtk_file.h"

/* A place and a turn: x -> at + turn x. */
typedef struct Pose {
  SarVec3 at;
  SarMat3 turn;
} Pose;

typedef struct Pen {
  SarGltf g;
  const SarVtkMotion *motion;
  Pose *poses; /* of bodies, at the frame */
  size_t points, triangles;
  float *place;
  uint32_t *corners;
  int32_t *body;         /* by triangle */
  unsigned char *colour; /* by triangle, three each */
} Pen;

/* ---- what stays the same ---- */

static int32_t number_of(const SarGltfNode *node) {
  if (node->body == SAR_GLTF_BEAM) return -1;
  return node->body == SAR_SCENE_GROUND ? 0 : node->body + 1;
}

static void put_triangles(Pen *pen, const SarGltfNode *node, size_t first_point, size_t *at) {
  const SarGltf *g = &pen->g;
  const SarGltfMesh *mesh = &g->meshes.list[node->mesh];
  size_t corners = sar_gltf_count(&g->bin, mesh->triangles);
  unsigned long rgb = strtoul(g->materials.list[mesh->material] + 1, NULL, 16);
  for (size_t i = 0; i < corners; i++) {
    pen->corners[3 * *at + i] = (uint32_t)first_point + sar_gltf_index(&g->bin, mesh->triangles, i);
  }
  for (size_t i = 0; i < corners / 3; i++) {
    pen->body[*at + i] = number_of(node);
    for (int k = 0; k < 3; k++) pen->colour[3 * (*at + i) + (size_t)k] = (unsigned char)(rgb >> (16 - 8 * k) & 255);
  }
  *at += corners / 3;
}

static void count(Pen *pen) {
  const SarGltf *g = &pen->g;
  for (int32_t i = 0; i < g->nodes.count; i++) {
    const SarGltfMesh *mesh = &g->meshes.list[g->nodes.list[i].mesh];
    pen->points += sar_gltf_count(&g->bin, mesh->points);
    pen->triangles += sar_gltf_count(&g->bin, mesh->triangles) / 3;
  }
}

static SarStatus prepare(Pen *pen) {
  SarGltf *g = &pen->g;
  count(pen);
  if (pen->points > INT32_MAX || 3 * pen->triangles > INT32_MAX) {
    return sar_report(g->context, SAR_INPUT, sar_nowhere(), NULL, "leave out `looks:` with fine meshes",
                      "the surfaces have too many points for one file");
  }
  pen->poses = SAR_NEW(g->arena, (size_t)g->scene->nbodies + 1, Pose);
  pen->place = SAR_NEW(g->arena, 3 * pen->points + 1, float);
  pen->corners = SAR_NEW(g->arena, 3 * pen->triangles + 1, uint32_t);
  pen->body = SAR_NEW(g->arena, pen->triangles + 1, int32_t);
  pen->colour = SAR_NEW(g->arena, 3 * pen->triangles + 1, unsigned char);
  if (!pen->poses || !pen->place || !pen->corners || !pen->body || !pen->colour)
    return sar_report_no_memory(g->context);
  size_t point = 0, triangle = 0;
  for (int32_t i = 0; i < g->nodes.count; i++) {
    put_triangles(pen, &g->nodes.list[i], point, &triangle);
    point += sar_gltf_count(&g->bin, g->meshes.list[g->nodes.list[i].mesh].points);
  }
  return SAR_OK;
}

/* ---- one picture ---- */

static SarVec3 get_vec3(const SarGltfBin *bin, int32_t accessor, size_t index) {
  return sar_vec3((double)sar_gltf_float(bin, accessor, 3 * index),
                  (double)sar_gltf_float(bin, accessor, 3 * index + 1),
                  (double)sar_gltf_float(bin, accessor, 3 * index + 2));
}

static SarVec3 move(const Pose *pose, SarVec3 point) { return sar_add(pose->at, sar_mul(&pose->turn, point)); }

static void read_poses(Pen *pen, int32_t frame) {
  const SarGltf *g = &pen->g;
  int32_t n = g->scene->nbodies;
  for (int32_t b = 0; b < n; b++) {
    double q[4]; /* x, y, z, w */
    for (size_t k = 0; k < 4; k++) q[k] = (double)sar_gltf_float(&g->bin, g->places[n + b], 4 * (size_t)frame + k);
    SarQuat turn = {.w = q[3], .x = q[0], .y = q[1], .z = q[2]};
    pen->poses[b] = (Pose){get_vec3(&g->bin, g->places[b], (size_t)frame), sar_quat_matrix(sar_quat_normalise(turn))};
  }
}

static Pose pose_of(const Pen *pen, int32_t body) {
  return body == SAR_SCENE_GROUND ? (Pose){.turn = sar_quat_matrix(sar_quat_identity())} : pen->poses[body];
}

static const SarGltfMorph *morph_of(const SarGltf *g, int32_t node) {
  for (int32_t i = 0; i < g->morphs.count; i++) {
    if (g->morphs.list[i].node == node) return &g->morphs.list[i];
  }
  return NULL;
}

/* A corner of the surface of a modal body: every target times its weight is added. */
static SarVec3 bend(const SarGltf *g, const SarGltfMesh *mesh, const SarGltfMorph *morph, int32_t frame,
                    size_t corner) {
  SarVec3 point = get_vec3(&g->bin, mesh->points, corner);
  for (int32_t k = 0; morph && k < mesh->ntargets; k++) {
    size_t at = (size_t)frame * (size_t)mesh->ntargets + (size_t)k;
    double weight = (double)sar_gltf_float(&g->bin, morph->values, at);
    point = sar_axpy(weight, get_vec3(&g->bin, mesh->targets[k], corner), point);
  }
  return point;
}

/* A corner of a beam: its joints carry it, each by its weight. */
static SarVec3 carry(const Pen *pen, const SarGltfMesh *mesh, const SarGltfSkin *skin, size_t corner) {
  const SarGltf *g = &pen->g;
  SarVec3 point = get_vec3(&g->bin, mesh->points, corner), sum = sar_vec3(0, 0, 0);
  for (size_t k = 0; k < 4; k++) {
    double weight = (double)sar_gltf_float(&g->bin, mesh->weights, 4 * corner + k);
    if (weight == 0) continue;
    int32_t body = skin->bodies[sar_gltf_index(&g->bin, mesh->joints, 4 * corner + k)];
    const SarSceneBody *written = sar_scene_body(g->scene, body);
    SarMat3 axes = sar_quat_matrix(written->turn);
    Pose pose = pose_of(pen, body);
    sum = sar_axpy(weight, move(&pose, sar_mul_t(&axes, sar_sub(point, written->position))), sum);
  }
  return sum;
}

static void draw_node(Pen *pen, int32_t index, int32_t frame, float *to) {
  const SarGltf *g = &pen->g;
  const SarGltfNode *node = &g->nodes.list[index];
  const SarGltfMesh *mesh = &g->meshes.list[node->mesh];
  const SarGltfMorph *morph = morph_of(g, index);
  size_t corners = sar_gltf_count(&g->bin, mesh->points);
  Pose shape = {node->at, sar_quat_matrix(node->turn)};
  Pose body = node->skin < 0 ? pose_of(pen, node->body) : shape;
  for (size_t i = 0; i < corners; i++, to += 3) {
    SarVec3 point;
    if (node->skin < 0) {
      point = bend(g, mesh, morph, frame, i);
      point = move(&shape, point);
      point = move(&body, point);
    } else {
      point = carry(pen, mesh, &g->skins.list[node->skin], i);
    }
    to[0] = (float)point.x, to[1] = (float)point.y, to[2] = (float)point.z;
  }
}

static void draw(Pen *pen, int32_t frame) {
  const SarGltf *g = &pen->g;
  float *to = pen->place;
  read_poses(pen, frame);
  for (int32_t i = 0; i < g->nodes.count; i++) {
    draw_node(pen, i, frame, to);
    to += 3 * sar_gltf_count(&g->bin, g->meshes.list[g->nodes.list[i].mesh].points);
  }
}

static SarStatus put_surface(Pen *pen, const char *path, SarVtkFile *f) {
  SAR_TRY(sar_vtk_begin(f, path, (int64_t)pen->points, (int64_t)pen->triangles));
  sar_vtk_put(f, "<CellData Scalars=\"body\">\n");
  SAR_TRY(sar_vtk_array(f, "Int32", "body", 1, pen->body, pen->triangles * sizeof *pen->body));
  SAR_TRY(sar_vtk_array(f, "UInt8", "colour", 3, pen->colour, 3 * pen->triangles));
  sar_vtk_put(f, "</CellData>\n<Points>\n");
  SAR_TRY(sar_vtk_array(f, "Float32", "points", 3, pen->place, 3 * pen->points * sizeof *pen->place));
  sar_vtk_put(f, "</Points>\n");
  return sar_vtk_triangles(f, pen->corners, pen->triangles);
}

static SarStatus write_picture(Pen *pen, int32_t frame) {
  SarVtkFile file = {.context = pen->g.context};
  const char *name = sar_vtk_name(pen->g.arena, pen->motion->stem, frame);
  const char *path = name ? sar_arena_printf(pen->g.arena, "%s/%s", pen->motion->folder, name) : NULL;
  if (!path) return sar_report_no_memory(pen->g.context);
  draw(pen, frame);
  return sar_vtk_end(&file, put_surface(pen, path, &file));
}

static SarStatus write_all(Pen *pen, SarVtkMotionSummary *summary) {
  SarGltf *g = &pen->g;
  SAR_TRY(sar_gltf_build(g));
  SAR_TRY(prepare(pen));
  SAR_TRY(sar_vtk_make_folder(g->context, pen->motion->folder));
  for (int32_t i = 0; i < g->frames; i++) SAR_TRY(write_picture(pen, i));
  *summary = (SarVtkMotionSummary){.rows = sar_results_rows(g->results),
                                   .pictures = g->frames,
                                   .points = (int64_t)pen->points,
                                   .triangles = (int64_t)pen->triangles};
  return sar_vtk_list(g->context, g->arena, pen->motion->folder, pen->motion->stem, g->times, g->frames);
}

SarStatus sar_vtk_motion_write(SarContext *context, const SarVtkMotion *motion, const SarScene *scene,
                               SarResults *results, SarVtkMotionSummary *summary) {
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  Pen pen = {.motion = motion};
  pen.g =
      (SarGltf){.context = context, .arena = arena, .scene = scene, .results = results, .most_frames = motion->frames};
  SarStatus status = write_all(&pen, summary);
  sar_gltf_free(&pen.g.bin);
  sar_arena_destroy(&arena);
  return status;
}
