#define _POSIX_C_SOURCE 200809L

#include "result/gltf.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/replace.h"
#include "base/units.h"
#include "result/gltf_parts.h"
#include "result/snapshot_pose.h"
#include "result/surface.h"

/* ---- bodies ---- */

static SarStatus add_shape(SarGltf *g, int32_t body, const SarSceneShape *shape) {
  SarSurface s;
  const char *colour = shape->colour ? shape->colour : sar_surface_colour(body);
  SAR_TRY(sar_surface_of_shape(g->context, g->arena, shape, &s));
  if (s.ntriangles == 0) return SAR_OK;
  SarGltfMesh *mesh = sar_gltf_add_mesh(g, sar_scene_body(g->scene, body)->name);
  SarGltfNode *node = mesh ? sar_gltf_add_node(g) : NULL;
  if (!node) return SAR_NO_MEMORY;
  node->body = body;
  node->at = shape->at;
  node->turn = shape->turn;
  SAR_TRY(sar_gltf_material(g, colour, &mesh->material));
  size_t n = (size_t)s.npoints;
  mesh->points = sar_gltf_floats(&g->bin, s.points, n, 3, SAR_GLTF_VERTICES, true);
  if (s.normals) mesh->normals = sar_gltf_floats(&g->bin, s.normals, n, 3, SAR_GLTF_VERTICES, false);
  mesh->triangles = sar_gltf_indices(&g->bin, s.triangles, 3 * (size_t)s.ntriangles);
  return shape->bends ? sar_gltf_add_modes(g, body, mesh) : g->bin.status;
}

static SarStatus add_bodies(SarGltf *g) {
  for (int32_t b = SAR_SCENE_GROUND; b < g->scene->nbodies; b++) {
    const SarSceneBody *body = sar_scene_body(g->scene, b);
    for (int32_t k = 0; k < body->nshapes; k++) SAR_TRY(add_shape(g, b, &body->shapes[k]));
  }
  return SAR_OK;
}

/* ---- key frames ---- */

/* All rows, or one in so many; the last one is among them. */
static SarStatus choose_rows(SarGltf *g) {
  int64_t all = sar_results_rows(g->results);
  if (all == 0) {
    return sar_report(g->context, SAR_INPUT, sar_nowhere(), NULL, "run the model again", "the results hold no rows");
  }
  g->frames = (int32_t)(all < g->most_frames ? all : g->most_frames);
  g->rows = SAR_NEW(g->arena, g->frames, int64_t);
  g->times = SAR_NEW(g->arena, g->frames, double);
  double *recorded = malloc((size_t)all * sizeof *recorded);
  SarStatus status =
      g->rows && g->times && recorded ? sar_results_column(g->results, 0, recorded) : sar_report_no_memory(g->context);
  int32_t kept = 0; /* two rows may stand at one time: before and after an event */
  for (int32_t i = 0; status == SAR_OK && i < g->frames; i++) {
    int64_t row = g->frames > 1 ? i * (all - 1) / (g->frames - 1) : 0;
    if (kept > 0 && !((float)recorded[row] > (float)g->times[kept - 1])) continue;
    g->rows[kept] = row;
    g->times[kept++] = recorded[row];
  }
  g->frames = kept;
  free(recorded);
  return status;
}

/* Seconds; where the unit is not known, it is seconds. */
static int32_t add_times(SarGltf *g) {
  SarUnits units = sar_units_si();
  bool known = sar_units_choose(&units, "time", sar_results_unit(g->results, 0)) == SAR_OK;
  float *seconds = SAR_NEW(g->arena, g->frames, float);
  if (!seconds) {
    g->bin.status = sar_report_no_memory(g->context);
    return 0;
  }
  for (int32_t i = 0; i < g->frames; i++) {
    seconds[i] = (float)((g->times[i] - g->times[0]) * (known ? units.time : 1));
  }
  return sar_gltf_floats(&g->bin, seconds, (size_t)g->frames, 1, SAR_GLTF_DATA, true);
}

/* Of a quaternion and its negative, which are the same turn, the one that is nearer to the frame before. */
static void put_turn(SarQuat q, const float *before, float *to) {
  double numbers[4] = {q.x, q.y, q.z, q.w}, along = 0;
  for (int k = 0; before && k < 4; k++) along += numbers[k] * (double)before[k];
  for (int k = 0; k < 4; k++) to[k] = (float)(along < 0 ? -numbers[k] : numbers[k]);
}

/* places[b], and places[nbodies + b] of the turns. */
static SarStatus add_places(SarGltf *g, int32_t *places) {
  SarSnapshotPose *poses;
  int32_t n = g->scene->nbodies, unrecorded = 0;
  SAR_TRY(sar_poses_read(g->context, g->arena, g->scene, g->results, g->times, g->frames, &poses, &unrecorded));
  float *at = SAR_NEW(g->arena, 3 * (size_t)g->frames, float), *turn = SAR_NEW(g->arena, 4 * (size_t)g->frames, float);
  if (!at || !turn) return sar_report_no_memory(g->context);
  for (int32_t b = 0; b < n; b++) {
    for (int32_t i = 0; i < g->frames; i++) {
      const SarSnapshotPose *pose = &poses[(size_t)i * (size_t)n + (size_t)b];
      float *p = at + 3 * (size_t)i, *q = turn + 4 * (size_t)i;
      p[0] = (float)pose->at.x, p[1] = (float)pose->at.y, p[2] = (float)pose->at.z;
      put_turn(pose->turn, i ? q - 4 : NULL, q);
    }
    places[b] = sar_gltf_floats(&g->bin, at, (size_t)g->frames, 3, SAR_GLTF_DATA, false);
    places[n + b] = sar_gltf_floats(&g->bin, turn, (size_t)g->frames, 4, SAR_GLTF_DATA, false);
  }
  if (unrecorded > 0) {
    sar_warn(g->context, sar_nowhere(), NULL, "record them: `output: {of: [...]}` names what is recorded",
             "%d of %d bodies stay where the model has them: their poses are not recorded", (int)unrecorded, (int)n);
  }
  return g->bin.status;
}

/* ---- the file ---- */

static void put_word(FILE *stream, size_t word) {
  for (int k = 0; k < 4; k++) fputc((int)(word >> 8 * k & 255), stream);
}

/* Two chunks, each a multiple of four bytes: JSON, and the numbers. */
static SarStatus write_chunks(SarContext *context, const char *path, const char *text, size_t length,
                              const SarGltfBin *bin) {
  size_t padded = (length + 3) & ~(size_t)3;
  FILE *stream = fopen(path, "wb");
  if (!stream) return sar_report_write(context, path, errno, NULL);
  put_word(stream, 0x46546C67); /* glTF */
  put_word(stream, 2);
  put_word(stream, 12 + 8 + padded + 8 + bin->used);
  put_word(stream, padded);
  put_word(stream, 0x4E4F534A); /* JSON */
  fwrite(text, 1, length, stream);
  for (size_t i = length; i < padded; i++) fputc(' ', stream);
  put_word(stream, bin->used);
  put_word(stream, 0x004E4942); /* BIN */
  if (bin->used) fwrite(bin->bytes, 1, bin->used, stream);
  bool good = !ferror(stream);
  int reason = errno;
  if (fclose(stream) != 0 && good) good = false, reason = errno;
  return good ? SAR_OK : sar_report_write(context, path, reason, NULL);
}

static SarStatus write_file(SarGltf *g, const char *path, int64_t *bytes) {
  char *text = NULL;
  size_t length = 0;
  SarReplacement replacement;
  FILE *stream = open_memstream(&text, &length);
  if (!stream) return sar_report_no_memory(g->context);
  SarStatus status = sar_gltf_put_json(g, stream);
  bool good = !ferror(stream);
  if (fclose(stream) != 0) good = false;
  if (status == SAR_OK && (!good || !text)) status = sar_report_no_memory(g->context);
  if (status == SAR_OK) {
    status = sar_replace_begin(g->context, path, &replacement);
    if (status == SAR_OK) status = write_chunks(g->context, replacement.fresh, text, length, &g->bin);
    status = sar_replace_end(&replacement, status);
  }
  *bytes = (int64_t)(28 + ((length + 3) & ~(size_t)3) + g->bin.used);
  free(text);
  return status;
}

SarStatus sar_gltf_build(SarGltf *g) {
  g->bin = (SarGltfBin){.context = g->context, .arena = g->arena};
  g->places = SAR_NEW(g->arena, 2 * (size_t)g->scene->nbodies + 1, int32_t);
  if (!g->places) return sar_report_no_memory(g->context);
  SAR_TRY(choose_rows(g));
  SAR_TRY(add_bodies(g));
  SAR_TRY(sar_gltf_add_beams(g));
  g->seconds = add_times(g);
  SAR_TRY(add_places(g, g->places));
  return g->bin.status;
}

static SarStatus make(SarGltf *g, const char *path, SarGltfSummary *summary) {
  SAR_TRY(sar_gltf_build(g));
  *summary = (SarGltfSummary){.rows = sar_results_rows(g->results),
                              .kept = g->frames,
                              .nodes = SAR_GLTF_BODIES + g->scene->nbodies + g->nodes.count,
                              .modes = g->modes};
  return write_file(g, path, &summary->bytes);
}

SarStatus sar_gltf_write(SarContext *context, const char *path, const SarScene *scene, SarResults *results,
                         SarGltfSummary *summary) {
  SarArena *arena = sar_arena_create();
  if (!arena) return sar_report_no_memory(context);
  SarGltf g = {.context = context, .arena = arena, .scene = scene, .results = results, .most_frames = SAR_GLTF_FRAMES};
  SarStatus status = make(&g, path, summary);
  sar_gltf_free(&g.bin);
  sar_arena_destroy(&arena);
  return status;
}
