/* Profiles as pictures show them: the curve as a polygon, extruded, with two ends of triangles. An open curve is a
 * wall that is seen from both sides. */
#include <math.h>

#include "result/scene.h"

#define CHORD 0.16        /* rad that one chord turns by, about */
#define MOST_CORNERS 6000 /* finer curves get one chord for each piece, or for several */

typedef struct Drawing {
  SarVec2 *corners;
  int32_t n;
  bool closed;
  uint32_t *triangles;
  int32_t count;
} Drawing;

static double turn_of(const SarPiece *piece) {
  if (piece->kind == SAR_PIECE_ARC) return fabs(piece->sweep);
  return piece->kind == SAR_PIECE_LINE ? 0 : 0.35 * piece->parts;
}

static int32_t chords_of(const SarPiece *piece, bool coarse) {
  return coarse ? 1 : 1 + (int32_t)(turn_of(piece) / CHORD);
}

static bool put_corners(SarArena *arena, const SarProfile *profile, Drawing *d) {
  int64_t fine = 1;
  for (int32_t i = 0; i < profile->npieces; i++) fine += chords_of(&profile->pieces[i], false);
  bool coarse = fine > MOST_CORNERS;
  int32_t step = 1 + profile->npieces / MOST_CORNERS;
  d->closed = profile->closed;
  d->corners = SAR_NEW(arena, coarse ? profile->npieces + 1 : fine, SarVec2);
  if (!d->corners) return false;
  SarCurvePoint at;
  for (int32_t i = 0; i < profile->npieces; i += step) {
    int32_t chords = chords_of(&profile->pieces[i], coarse);
    for (int32_t k = 0; k < chords; k++) {
      sar_piece_at(&profile->pieces[i], k / (double)chords, &at);
      d->corners[d->n++] = at.c;
    }
  }
  if (d->closed) return true;
  sar_piece_at(&profile->pieces[profile->npieces - 1], 1, &at);
  d->corners[d->n++] = at.c;
  return true;
}

static void add(Drawing *d, int32_t a, int32_t b, int32_t c) {
  uint32_t *to = d->triangles + 3 * (size_t)d->count++;
  to[0] = (uint32_t)a, to[1] = (uint32_t)b, to[2] = (uint32_t)c;
}

/* ---- the ends: ears are cut off until a triangle is left ---- */

static double side(SarVec2 a, SarVec2 b, SarVec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

static bool is_ear(const Drawing *d, const int32_t *next, int32_t a, int32_t b, int32_t c) {
  SarVec2 pa = d->corners[a], pb = d->corners[b], pc = d->corners[c];
  if (!(side(pa, pb, pc) > 0)) return false;
  for (int32_t i = next[c]; i != a; i = next[i]) {
    SarVec2 p = d->corners[i];
    if (side(pa, pb, p) >= 0 && side(pb, pc, p) >= 0 && side(pc, pa, p) >= 0) return false;
  }
  return true;
}

static void add_ends(Drawing *d, int32_t a, int32_t b, int32_t c) {
  add(d, d->n + a, d->n + b, d->n + c); /* above */
  add(d, a, c, b);
}

static void cut_ears(Drawing *d, int32_t *next) {
  int32_t left = d->n, a = d->n - 1, passed = 0;
  for (int32_t i = 0; i < d->n; i++) next[i] = (i + 1) % d->n;
  while (left > 3 && passed <= left) { /* more is passed over than is left: not a simple polygon, by rounding */
    int32_t b = next[a], c = next[b];
    if (is_ear(d, next, a, b, c)) {
      add_ends(d, a, b, c);
      next[a] = c;
      left--;
      passed = 0;
    } else {
      passed++;
    }
    a = next[a];
  }
  if (left == 3) add_ends(d, a, next[a], next[next[a]]);
}

/* ---- the whole ---- */

static void put_walls(Drawing *d) {
  int32_t last = d->closed ? d->n : d->n - 1;
  for (int32_t i = 0; i < last; i++) {
    int32_t j = (i + 1) % d->n;
    add(d, i, j, d->n + j);
    add(d, i, d->n + j, d->n + i);
    if (d->closed) continue;
    add(d, i, d->n + j, j);
    add(d, i, d->n + i, d->n + j);
  }
}

bool sar_scene_put_profile(SarScene *scene, const SarProfile *profile, SarSceneShape *out) {
  Drawing d = {0};
  if (!put_corners(scene->arena, profile, &d)) return false;
  float *vertices = SAR_NEW(scene->arena, 6 * (size_t)d.n, float);
  int32_t *next = SAR_NEW(scene->arena, d.n, int32_t);
  d.triangles = SAR_NEW(scene->arena, 12 * (size_t)d.n, uint32_t);
  if (!vertices || !next || !d.triangles) return false;
  for (int32_t i = 0; i < 2 * d.n; i++) {
    SarVec2 c = d.corners[i % d.n];
    double z = (i < d.n ? -0.5 : 0.5) * profile->width, unit = scene->length_unit;
    vertices[3 * i] = (float)(c.x / unit), vertices[3 * i + 1] = (float)(c.y / unit);
    vertices[3 * i + 2] = (float)(z / unit);
  }
  put_walls(&d);
  if (d.closed) cut_ears(&d, next);
  out->kind = SAR_SCENE_MESH;
  out->vertices = vertices;
  out->triangles = d.triangles;
  out->nvertices = 2 * d.n;
  out->ntriangles = d.count;
  return true;
}
