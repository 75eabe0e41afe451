#include "result/snapshot_solid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846
#define SHARP 0.85 /* cosine of the angle between two faces from which on the edge between them is drawn */

/* ---- outlines ---- */

/* The point of a circle about `at` with this axis that lies farthest in a direction. */
static SarVec3 circle_support(SarVec3 at, SarVec3 axis, double radius, SarVec3 direction) {
  SarVec3 across = sar_axpy(-sar_dot(direction, axis), axis, direction);
  double size = sar_norm(across);
  return size > 1e-9 ? sar_axpy(radius / size, across, at) : at;
}

static SarVec3 support(const SarSolid *s, SarVec3 d) {
  SarVec3 end = sar_dot(s->a, d) > sar_dot(s->b, d) ? s->a : s->b;
  switch (s->kind) {
    case SAR_SOLID_SPHERE: return sar_axpy(s->radius, d, s->a);
    case SAR_SOLID_CAPSULE:
    case SAR_SOLID_SPRING: return sar_axpy(s->radius, d, end);
    case SAR_SOLID_CYLINDER: {
      SarVec3 axis = sar_sub(s->b, s->a);
      double length = sar_norm(axis);
      if (!(length > 0)) return sar_axpy(s->radius, d, s->a);
      axis = sar_scale(1 / length, axis);
      SarVec3 p = circle_support(s->a, axis, s->radius, d), q = circle_support(s->b, axis, s->radius, d);
      return sar_dot(p, d) > sar_dot(q, d) ? p : q;
    }
    default: break;
  }
  SarVec3 best = s->vertices[0];
  for (int32_t i = 1; i < s->nvertices; i++) {
    if (sar_dot(s->vertices[i], d) > sar_dot(best, d)) best = s->vertices[i];
  }
  return best;
}

static double middle_depth(const SarSolid *s) {
  if (s->kind != SAR_SOLID_FACES) return (s->a.z + s->b.z) / 2;
  double sum = 0;
  for (int32_t i = 0; i < s->nvertices; i++) sum += s->vertices[i].z;
  return sum / s->nvertices;
}

void sar_solid_measure(SarSolid *s) {
  if (s->kind == SAR_SOLID_SPHERE) s->b = s->a;
  s->nhull = 0;
  s->low[0] = s->low[1] = INFINITY, s->high[0] = s->high[1] = -INFINITY;
  for (int32_t k = 0; k < SAR_HULL; k++) {
    double angle = 2 * PI * (k + 0.37) / SAR_HULL; /* not along the edges of boxes */
    SarVec3 p = support(s, sar_vec3(cos(angle), sin(angle), 0));
    const double *last = s->nhull ? s->hull[s->nhull - 1] : NULL;
    if (last && last[0] == p.x && last[1] == p.y) continue;
    s->hull[s->nhull][0] = p.x, s->hull[s->nhull][1] = p.y;
    s->nhull++;
    s->low[0] = fmin(s->low[0], p.x), s->high[0] = fmax(s->high[0], p.x);
    s->low[1] = fmin(s->low[1], p.y), s->high[1] = fmax(s->high[1], p.y);
  }
  s->depth = middle_depth(s);
}

/* ---- depth ---- */

/* z of the plane of a triangle at (x, y), if that lies in it. */
static bool triangle_depth(SarVec3 a, SarVec3 b, SarVec3 c, double x, double y, double *z) {
  double area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
  if (area == 0) return false;
  double u = ((x - a.x) * (c.y - a.y) - (y - a.y) * (c.x - a.x)) / area;
  double v = ((b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)) / area;
  if (u < -1e-9 || v < -1e-9 || u + v > 1 + 1e-9) return false;
  *z = a.z + u * (b.z - a.z) + v * (c.z - a.z);
  return true;
}

static double faces_front(const SarSolid *s, double x, double y) {
  double front = -INFINITY, z;
  for (int32_t i = 0; i < s->nfaces; i++) {
    const int32_t *c = s->faces[i].corner;
    if (triangle_depth(s->vertices[c[0]], s->vertices[c[1]], s->vertices[c[2]], x, y, &z)) front = fmax(front, z);
    if (c[3] < 0) continue;
    if (triangle_depth(s->vertices[c[0]], s->vertices[c[2]], s->vertices[c[3]], x, y, &z)) front = fmax(front, z);
  }
  return isfinite(front) ? front : s->depth; /* in the outline of a mesh, but beside it */
}

/* The line through (x, y) is in the cylinder where it is in the round wall and between both ends. False: nowhere. */
static bool cylinder_front(const SarSolid *s, double x, double y, double *z) {
  SarVec3 axis = sar_sub(s->b, s->a), w = sar_sub(sar_vec3(x, y, 0), s->a);
  double length = sar_norm(axis);
  if (!(length > 0)) return false;
  SarVec3 u = sar_scale(1 / length, axis);
  double along = sar_dot(w, u), least = -INFINITY, most = INFINITY;
  if (fabs(u.z) > 1e-9) {
    double p = -along / u.z, q = (length - along) / u.z;
    least = fmin(p, q), most = fmax(p, q);
  } else if (along < 0 || along > length) {
    return false;
  }
  SarVec3 across = sar_axpy(-along, u, w), step = sar_axpy(-u.z, u, sar_vec3(0, 0, 1));
  double a = sar_dot(step, step), b = sar_dot(across, step), c = sar_dot(across, across) - s->radius * s->radius;
  if (a > 1e-12) {
    double square = b * b - a * c;
    if (square < 0) return false;
    least = fmax(least, (-b - sqrt(square)) / a), most = fmin(most, (-b + sqrt(square)) / a);
  } else if (c > 0) {
    return false;
  }
  *z = most;
  return least <= most && isfinite(most);
}

double sar_solid_front(const SarSolid *s, double x, double y) {
  double z;
  if (s->kind == SAR_SOLID_FACES) return faces_front(s, x, y);
  if (s->kind == SAR_SOLID_CYLINDER && cylinder_front(s, x, y, &z)) return z;
  double dx = s->b.x - s->a.x, dy = s->b.y - s->a.y, square = dx * dx + dy * dy;
  double along = ((x - s->a.x) * dx + (y - s->a.y) * dy) / square;
  if (!(square > 1e-6 * s->radius * s->radius)) along = s->b.z > s->a.z; /* seen along its axis */
  along = fmin(1, fmax(0, along));
  double off = hypot(x - s->a.x - along * dx, y - s->a.y - along * dy);
  double bulge = sqrt(fmax(0, s->radius * s->radius - off * off));
  return s->a.z + along * (s->b.z - s->a.z) + bulge;
}

/* ---- faces ---- */

bool sar_solid_make_box(SarArena *arena, const double size[3], SarSolid *out) {
  static const int32_t corners[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                        {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  out->kind = SAR_SOLID_FACES;
  out->vertices = SAR_NEW(arena, 8, SarVec3);
  out->faces = SAR_NEW(arena, 6, SarFace);
  if (!out->vertices || !out->faces) return false;
  out->nvertices = 8, out->nfaces = 6;
  for (int32_t i = 0; i < 8; i++) {
    out->vertices[i] =
        sar_vec3((i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1], (i & 4 ? 0.5 : -0.5) * size[2]);
  }
  for (int32_t i = 0; i < 6; i++) {
    memcpy(out->faces[i].corner, corners[i], sizeof corners[i]);
    out->faces[i].edges = 0xf;
  }
  return true;
}

typedef struct Edge {
  int32_t low, high; /* vertices */
  int32_t face, side;
} Edge;

static int compare_edges(const void *a, const void *b) {
  const Edge *e = a, *f = b;
  if (e->low != f->low) return e->low < f->low ? -1 : 1;
  if (e->high != f->high) return e->high < f->high ? -1 : 1;
  return (e->face > f->face) - (e->face < f->face);
}

static SarVec3 face_normal(const SarSolid *s, const SarFace *face) {
  SarVec3 a = s->vertices[face->corner[0]];
  SarVec3 n = sar_cross(sar_sub(s->vertices[face->corner[1]], a), sar_sub(s->vertices[face->corner[2]], a));
  double size = sar_norm(n);
  return size > 0 ? sar_scale(1 / size, n) : n;
}

/* An edge of two faces is drawn where they meet at an angle; others are the rim of an open mesh. */
static void mark_edges(SarSolid *s, const Edge *edges, int32_t count) {
  for (int32_t i = 0; i < count;) {
    int32_t end = i + 1;
    while (end < count && edges[end].low == edges[i].low && edges[end].high == edges[i].high) end++;
    bool sharp = end - i != 2;
    if (!sharp) {
      SarVec3 n = face_normal(s, &s->faces[edges[i].face]), m = face_normal(s, &s->faces[edges[i + 1].face]);
      sharp = sar_dot(n, m) < SHARP;
    } else {
      s->open = true;
    }
    for (int32_t k = i; sharp && k < end; k++) s->faces[edges[k].face].edges |= 1U << edges[k].side;
    i = end;
  }
}

bool sar_solid_make_mesh(SarArena *arena, const uint32_t *triangles, int32_t ntriangles, SarSolid *out) {
  out->kind = SAR_SOLID_FACES;
  out->faces = SAR_NEW(arena, ntriangles, SarFace);
  Edge *edges = SAR_NEW(arena, 3 * (size_t)ntriangles, Edge);
  if (!out->faces || !edges) return false;
  out->nfaces = ntriangles;
  for (int32_t i = 0; i < ntriangles; i++) {
    for (int32_t k = 0; k < 3; k++) {
      int32_t one = (int32_t)triangles[3 * i + k], other = (int32_t)triangles[3 * i + (k + 1) % 3];
      out->faces[i].corner[k] = one;
      edges[3 * i + k] = (Edge){one < other ? one : other, one < other ? other : one, i, k};
    }
    out->faces[i].corner[3] = -1;
  }
  qsort(edges, 3 * (size_t)ntriangles, sizeof *edges, compare_edges);
  mark_edges(out, edges, 3 * ntriangles);
  return true;
}
