/* What pictures show of modal bodies: their surface. A mesh of many nodes is thinned: space is divided into cells, and
 * of each the node nearest to the middle of its nodes stands for all of them. Nodes, and not places between them, since
 * shapes and stresses are known there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "element/body/modal.h"
#include "result/scene.h"
#include "system/modal.h"

#define COARSER 1.25 /* the next size of cells that is tried */

typedef struct Node {
  int32_t cell[3], node;
} Node;

static int by_cell(const void *a, const void *b) {
  const Node *x = a, *y = b;
  for (int k = 0; k < 3; k++) {
    if (x->cell[k] != y->cell[k]) return x->cell[k] < y->cell[k] ? -1 : 1;
  }
  return (x->node > y->node) - (x->node < y->node);
}

static bool same_cell(const Node *a, const Node *b) { return memcmp(a->cell, b->cell, sizeof a->cell) == 0; }

/* The node of a cell that is nearest to the mean of all of them. */
static int32_t middle_of(const SarReducedMesh *mesh, const Node *nodes, int32_t count) {
  double mean[3] = {0, 0, 0}, best = INFINITY;
  int32_t nearest = nodes[0].node;
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) mean[k] += (double)mesh->at[3 * (size_t)nodes[i].node + (size_t)k] / count;
  }
  for (int32_t i = 0; i < count; i++) {
    double distance = 0;
    for (int k = 0; k < 3; k++) {
      distance += pow((double)mesh->at[3 * (size_t)nodes[i].node + (size_t)k] - mean[k], 2);
    }
    if (!(distance < best)) continue;
    best = distance;
    nearest = nodes[i].node;
  }
  return nearest;
}

/* Sorts the nodes by cells of this size; how many cells there are. */
static int32_t sort_by_cells(const SarReducedMesh *mesh, double size, Node *nodes) {
  int32_t cells = 0;
  for (int32_t i = 0; i < mesh->nnodes; i++) {
    nodes[i].node = i;
    for (int k = 0; k < 3; k++) {
      nodes[i].cell[k] = (int32_t)floor((double)mesh->at[3 * (size_t)i + (size_t)k] / size);
    }
  }
  qsort(nodes, (size_t)mesh->nnodes, sizeof *nodes, by_cell);
  for (int32_t i = 0; i < mesh->nnodes; i++) cells += i == 0 || !same_cell(&nodes[i - 1], &nodes[i]);
  return cells;
}

/* A size of cells to begin with: surface by number. */
static double first_size(const SarReducedMesh *mesh) {
  double area = 0;
  for (int32_t t = 0; t < mesh->ntriangles; t++) {
    SarVec3 p[3];
    for (int k = 0; k < 3; k++) {
      const float *at = mesh->at + 3 * (size_t)mesh->triangle[3 * (size_t)t + (size_t)k];
      p[k] = sar_vec3((double)at[0], (double)at[1], (double)at[2]);
    }
    area += 0.5 * sar_norm(sar_cross(sar_sub(p[1], p[0]), sar_sub(p[2], p[0])));
  }
  return sqrt(area / SAR_SCENE_VERTICES);
}

/* vertex[node]: which vertex stands for it. */
static bool choose_vertices(SarArena *arena, const SarReducedMesh *mesh, int32_t *vertex, SarSceneModal *out) {
  int32_t *nodes = SAR_NEW(arena, mesh->nnodes, int32_t);
  double size = first_size(mesh);
  if (!nodes) return false;
  out->nodes = nodes;
  out->nvertices = mesh->nnodes;
  for (int32_t i = 0; i < mesh->nnodes; i++) nodes[i] = vertex[i] = i;
  if (mesh->nnodes <= SAR_SCENE_VERTICES || !(size > 0) || !isfinite(size)) return true;
  Node *sorted = malloc((size_t)mesh->nnodes * sizeof *sorted);
  if (!sorted) return false;
  while (sort_by_cells(mesh, size, sorted) > SAR_SCENE_VERTICES) size *= COARSER;
  out->nvertices = 0;
  for (int32_t i = 0; i < mesh->nnodes;) {
    int32_t end = i + 1;
    while (end < mesh->nnodes && same_cell(&sorted[i], &sorted[end])) end++;
    nodes[out->nvertices] = middle_of(mesh, sorted + i, end - i);
    for (; i < end; i++) vertex[sorted[i].node] = out->nvertices;
    out->nvertices++;
  }
  free(sorted);
  return true;
}

bool sar_scene_thin_surface(SarArena *arena, SarSceneModal *out) {
  const SarReducedMesh *mesh = &out->reduced->mesh;
  int32_t *vertex = SAR_NEW(arena, mesh->nnodes, int32_t);
  uint32_t *triangles = SAR_NEW(arena, 3 * (size_t)mesh->ntriangles, uint32_t);
  if (!vertex || !triangles || !choose_vertices(arena, mesh, vertex, out)) return false;
  for (int32_t t = 0; t < mesh->ntriangles; t++) {
    uint32_t corner[3];
    for (int k = 0; k < 3; k++) corner[k] = (uint32_t)vertex[mesh->triangle[3 * (size_t)t + (size_t)k]];
    if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0]) continue; /* shrunk to a line */
    memcpy(triangles + 3 * (size_t)out->ntriangles++, corner, sizeof corner);
  }
  out->triangles = triangles;
  return true;
}

/* The surface as it is without bending, for pictures that know no better. */
static bool add_shape(SarScene *scene, const SarSceneModal *modal) {
  SarSceneShape *shape = sar_scene_add_shape(scene, &scene->bodies[modal->body]);
  float *vertices = SAR_NEW(scene->arena, 3 * (size_t)modal->nvertices, float);
  if (!shape || !vertices) return false;
  for (int32_t i = 0; i < modal->nvertices; i++) {
    const float *at = modal->reduced->mesh.at + 3 * (size_t)modal->nodes[i];
    for (int k = 0; k < 3; k++) vertices[3 * (size_t)i + (size_t)k] = (float)((double)at[k] / scene->length_unit);
  }
  shape->kind = SAR_SCENE_MESH;
  shape->origin = SAR_SCENE_GIVEN;
  shape->turn = sar_quat_identity();
  shape->vertices = vertices;
  shape->triangles = modal->triangles;
  shape->nvertices = modal->nvertices;
  shape->ntriangles = modal->ntriangles;
  shape->bends = true;
  return true;
}

static SarStatus add_modal(SarContext *context, SarScene *scene, const SarSystem *s, SarModalPlace place) {
  const SarModelElement *element = &sar_system_model(s)->elements[place.element];
  const struct SarBodyFile *file = element->values[SAR_MODAL_FIELD_FILE].body_file;
  SarSceneModal *modal = &scene->modal[scene->nmodal];
  SarReduced *reduced = SAR_NEW(scene->arena, 1, SarReduced);
  if (!reduced) return sar_report_no_memory(context);
  SAR_TRY(sar_reduced_read(context, element->source, file->whole, true, scene->arena, reduced));
  if (reduced->mesh.nnodes == 0 || reduced->mesh.ntriangles == 0) return SAR_OK; /* drawn as other bodies are */
  *modal = (SarSceneModal){.name = scene->bodies[place.body].name, .body = place.body, .reduced = reduced};
  if (!sar_scene_thin_surface(scene->arena, modal) || !add_shape(scene, modal)) return sar_report_no_memory(context);
  scene->nmodal++;
  return SAR_OK;
}

SarStatus sar_scene_add_modal(SarContext *context, SarScene *scene, const SarSystem *s) {
  int32_t count = sar_system_modal_bodies(s);
  scene->modal = SAR_NEW(scene->arena, count + 1, SarSceneModal);
  if (!scene->modal) return sar_report_no_memory(context);
  for (int32_t i = 0; i < count; i++) SAR_TRY(add_modal(context, scene, s, sar_system_modal_body(s, i)));
  return SAR_OK;
}
