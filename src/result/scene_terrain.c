/* Ground that is not flat, as pictures show it: a net of triangles over it. Where a road is the same along a direction,
 * the net has one mesh that way. */
#include <math.h>

#include "result/scene.h"

enum { MOST = 240 }; /* meshes of the net along one direction */

/* Places along one axis: what is known of the ground and what is to be seen, at even distances. */
typedef struct Places {
  double low, high;
  int32_t count;
} Places;

static double at(const Places *p, int32_t i) { return p->low + (p->high - p->low) * i / (p->count - 1); }

static Places along_x(const SarTerrain *t, double reach) {
  Places p = {-reach, reach, 2};
  if (t->nx) p = (Places){fmin(-reach, t->x[0]), fmax(reach, t->x[t->nx - 1]), MOST + 1};
  if (t->kind == SAR_TERRAIN_BUMP)
    p = (Places){fmin(-reach, t->start - reach), fmax(reach, t->start + t->length + reach), 0};
  if (t->kind == SAR_TERRAIN_BUMP || t->kind == SAR_TERRAIN_SINE) p.count = MOST + 1;
  return p;
}

static Places along_y(const SarTerrain *t, double reach) {
  if (t->kind != SAR_TERRAIN_FIELD) return (Places){-reach, reach, 2};
  return (Places){fmin(-reach, t->y[0]), fmax(reach, t->y[t->ny - 1]), MOST / 2 + 1};
}

bool sar_scene_put_terrain(SarScene *scene, const SarTerrain *terrain, double reach, SarSceneShape *out) {
  double unit = scene->length_unit;
  Places x = along_x(terrain, reach * unit), y = along_y(terrain, reach * unit);
  int32_t count = 0;
  float *vertices = SAR_NEW(scene->arena, 3 * x.count * y.count, float);
  uint32_t *triangles = SAR_NEW(scene->arena, 6 * (x.count - 1) * (y.count - 1), uint32_t);
  if (!vertices || !triangles) return false;
  for (int32_t i = 0; i < x.count * y.count; i++) {
    SarTerrainPoint p;
    double px = at(&x, i % x.count), py = at(&y, i / x.count);
    sar_terrain_at(terrain, px, py, &p);
    float *to = vertices + 3 * i;
    to[0] = (float)(px / unit), to[1] = (float)(py / unit), to[2] = (float)(p.z / unit);
  }
  for (int32_t k = 0; k + 1 < y.count; k++) {
    for (int32_t i = 0; i + 1 < x.count; i++) {
      uint32_t a = (uint32_t)(k * x.count + i), b = a + 1, c = b + (uint32_t)x.count, d = c - 1;
      const uint32_t both[6] = {a, b, c, a, c, d};
      for (int n = 0; n < 6; n++) triangles[count++] = both[n];
    }
  }
  out->kind = SAR_SCENE_MESH;
  out->vertices = vertices;
  out->triangles = triangles;
  out->nvertices = x.count * y.count;
  out->ntriangles = count / 3;
  return true;
}
