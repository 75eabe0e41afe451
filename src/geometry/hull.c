/* Convex solids from triangles: edges, flat faces, checks, the core. */
#include "geometry/hull.h"

#include <math.h>
#include <stdlib.h>

#define FLAT 1e-6        /* relative: what is flat, what sticks out */
#define DEGENERATE 1e-12 /* area over the square of the size */

typedef struct HalfEdge {
  int32_t low, high, triangle, side;
  bool forward; /* from low to high */
} HalfEdge;

typedef struct Build {
  SarArena *arena;
  SarHull *hull;
  SarHullFault *fault;
  double size; /* m, of the mesh */
} Build;

static bool wrong(Build *b, const char *what, int32_t low, int32_t high, int32_t triangle) {
  *b->fault = (SarHullFault){what, {low, high}, triangle, false};
  return false;
}

static SarVec3 corner(const SarHull *hull, int32_t t, int k) { return hull->written[hull->triangles[t].vertex[k % 3]]; }

static bool read_triangles(Build *b, const int32_t *triangles) {
  SarHull *hull = b->hull;
  SarVec3 low = hull->written[0], high = low;
  for (int32_t i = 0; i < hull->nvertices; i++) {
    SarVec3 v = hull->written[i];
    low = sar_vec3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
    high = sar_vec3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
  }
  b->size = sar_norm(sar_sub(high, low));
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    SarHullTriangle *triangle = &hull->triangles[t];
    for (int k = 0; k < 3; k++) {
      triangle->vertex[k] = triangles[3 * t + k];
      bool there = triangle->vertex[k] >= 0 && triangle->vertex[k] < hull->nvertices;
      if (!there) return wrong(b, "a triangle has a vertex that does not exist", -1, -1, t);
    }
    SarVec3 a = corner(hull, t, 0);
    SarVec3 n = sar_cross(sar_sub(corner(hull, t, 1), a), sar_sub(corner(hull, t, 2), a));
    if (!(sar_norm(n) > DEGENERATE * b->size * b->size)) return wrong(b, "a triangle has no area", -1, -1, t);
    triangle->normal = sar_scale(1 / sar_norm(n), n);
  }
  return true;
}

static int compare(const void *x, const void *y) {
  const HalfEdge *a = x, *b = y;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  if (a->high != b->high) return a->high < b->high ? -1 : 1;
  return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/* Pairs of half edges: every edge has two triangles, which run along it in opposite directions. */
static bool find_edges(Build *b) {
  SarHull *hull = b->hull;
  int32_t n = 3 * hull->ntriangles;
  HalfEdge *half = SAR_NEW(b->arena, n, HalfEdge);
  hull->edges = SAR_NEW(b->arena, n / 2 + 1, SarHullEdge);
  if (!half || !hull->edges) return wrong(b, NULL, -1, -1, -1);
  for (int32_t i = 0; i < n; i++) {
    const int32_t *v = hull->triangles[i / 3].vertex;
    int32_t from = v[i % 3], end = v[(i + 1) % 3];
    half[i] = (HalfEdge){from < end ? from : end, from < end ? end : from, i / 3, i % 3, from < end};
  }
  qsort(half, (size_t)n, sizeof *half, compare);
  for (int32_t i = 0; i < n; i += 2) {
    const HalfEdge *x = &half[i], *y = i + 1 < n ? &half[i + 1] : NULL;
    bool pair = y && x->low == y->low && x->high == y->high;
    if (!pair) return wrong(b, "the mesh is open: an edge has one triangle only", x->low, x->high, x->triangle);
    if (x->forward == y->forward)
      return wrong(b, "two triangles at an edge run against each other", x->low, x->high, -1);
    hull->edges[hull->nedges] =
        (SarHullEdge){{x->low, x->high}, {x->triangle, y->triangle}, {x->triangle, y->triangle}, -1};
    hull->triangles[x->triangle].edge[x->side] = hull->triangles[y->triangle].edge[y->side] = hull->nedges++;
  }
  return true;
}

/* Every vertex below every triangle. */
static bool is_convex(Build *b, const SarVec3 *vertices) {
  const SarHull *hull = b->hull;
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    SarVec3 at = vertices[hull->triangles[t].vertex[0]];
    for (int32_t i = 0; i < hull->nvertices; i++) {
      double above = sar_dot(hull->triangles[t].normal, sar_sub(vertices[i], at));
      if (above > FLAT * b->size) return wrong(b, "the mesh is not convex: a vertex lies above a triangle", i, -1, t);
    }
  }
  return true;
}

/* Triangles of one plane are one face: the numbers spread over edges that do not bend. */
static bool find_faces(Build *b) {
  SarHull *hull = b->hull;
  int32_t *stack = SAR_NEW(b->arena, 3 * (size_t)hull->ntriangles + 1, int32_t);
  hull->sharp = SAR_NEW(b->arena, hull->nedges, int32_t);
  if (!stack || !hull->sharp) return wrong(b, NULL, -1, -1, -1);
  for (int32_t t = 0; t < hull->ntriangles; t++) hull->triangles[t].face = -1;
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    int32_t depth = 0;
    if (hull->triangles[t].face >= 0) continue;
    for (stack[depth++] = t; depth > 0;) {
      SarHullTriangle *at = &hull->triangles[stack[--depth]];
      if (at->face >= 0) continue;
      at->face = hull->nfaces;
      at->normal = hull->triangles[t].normal;
      for (int k = 0; k < 3; k++) {
        const int32_t *sides = hull->edges[at->edge[k]].faces;
        for (int s = 0; s < 2; s++) {
          const SarHullTriangle *other = &hull->triangles[sides[s]];
          double bend = sar_norm(sar_sub(other->normal, at->normal));
          if (other->face < 0 && bend < FLAT) stack[depth++] = sides[s];
        }
      }
    }
    hull->nfaces++;
  }
  for (int32_t e = 0; e < hull->nedges; e++) {
    SarHullEdge *edge = &hull->edges[e];
    for (int s = 0; s < 2; s++) edge->faces[s] = hull->triangles[edge->faces[s]].face;
    if (edge->faces[0] == edge->faces[1]) continue;
    edge->sharp = hull->nsharp;
    hull->sharp[hull->nsharp++] = e;
  }
  return true;
}

/* A vertex moves in so that all faces at it move by the radius: exactly for three of them, else as nearly as can be.
 * Every face counts once, with the angle of none: sums over triangles that know their face. */
static bool pull_in(Build *b) {
  SarHull *hull = b->hull;
  SarMat3 *normals = SAR_NEW(b->arena, hull->nvertices, SarMat3);
  SarVec3 *sums = SAR_NEW(b->arena, hull->nvertices, SarVec3);
  int32_t *last = SAR_NEW(b->arena, (size_t)hull->nvertices, int32_t);
  if (!normals || !sums || !last) return wrong(b, NULL, -1, -1, -1);
  int32_t *order = SAR_NEW(b->arena, hull->ntriangles, int32_t),
          *first = SAR_NEW(b->arena, (size_t)hull->nfaces + 1, int32_t);
  if (!order || !first) return wrong(b, NULL, -1, -1, -1);
  for (int32_t t = 0; t < hull->ntriangles; t++) first[hull->triangles[t].face + 1]++;
  for (int32_t f = 0; f < hull->nfaces; f++) first[f + 1] += first[f];
  for (int32_t t = 0; t < hull->ntriangles; t++) order[first[hull->triangles[t].face]++] = t;
  for (int32_t i = 0; i < hull->ntriangles; i++) { /* face by face: a vertex counts a face when it meets it first */
    const SarHullTriangle *triangle = &hull->triangles[order[i]];
    for (int k = 0; k < 3; k++) {
      int32_t v = triangle->vertex[k];
      if (last[v] == triangle->face + 1) continue;
      last[v] = triangle->face + 1;
      SarMat3 nn = sar_outer(triangle->normal, triangle->normal);
      normals[v] = sar_mat3_axpy(1, &nn, &normals[v]);
      sums[v] = sar_add(sums[v], triangle->normal);
    }
  }
  for (int32_t v = 0; v < hull->nvertices; v++) {
    if (!(sar_mat3_determinant(&normals[v]) > 1e-14))
      return wrong(b, "a vertex is not the corner of three faces", v, -1, -1);
    SarMat3 inverse = sar_mat3_inverse(&normals[v]);
    hull->vertices[v] = sar_axpy(-hull->radius, sar_mul(&inverse, sums[v]), hull->written[v]);
  }
  return true;
}

static SarVec3 core_normal(const SarHull *hull, int32_t t) {
  const int32_t *v = hull->triangles[t].vertex;
  SarVec3 a = hull->vertices[v[0]];
  return sar_cross(sar_sub(hull->vertices[v[1]], a), sar_sub(hull->vertices[v[2]], a));
}

/* Whether the core is a solid with the same flat faces; its triangles get their own normals. */
static bool finish_core(Build *b) {
  SarHull *hull = b->hull;
  SarVec3 *of_face = SAR_NEW(b->arena, hull->nfaces, SarVec3);
  if (!of_face) return wrong(b, NULL, -1, -1, -1);
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    SarHullTriangle *triangle = &hull->triangles[t];
    SarVec3 n = core_normal(hull, t), *face = &of_face[triangle->face];
    double area = sar_norm(n);
    bool turned = !(sar_dot(n, triangle->normal) > 0.5 * area);
    if (turned) return wrong(b, "the radius is too large for the mesh", -1, -1, t);
    n = sar_scale(1 / area, n);
    if (sar_norm(*face) > 0 && sar_norm(sar_sub(*face, n)) > FLAT) hull->grown = true;
    if (!(sar_norm(*face) > 0)) *face = n;
  }
  for (int32_t t = 0; !hull->grown && t < hull->ntriangles; t++) {
    hull->triangles[t].normal = of_face[hull->triangles[t].face];
  }
  for (int32_t i = 0; hull->grown && i < hull->nvertices; i++) hull->vertices[i] = hull->written[i];
  return is_convex(b, hull->vertices);
}

/* Sums over tetrahedra from the origin. */
static void weigh(SarHull *hull) {
  double volume = 0;
  SarVec3 first = {0, 0, 0};
  SarMat3 second = sar_mat3_zero(), one = sar_mat3_identity();
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    SarVec3 v[3] = {corner(hull, t, 0), corner(hull, t, 1), corner(hull, t, 2)},
            sum = sar_add(v[0], sar_add(v[1], v[2]));
    double six = sar_dot(v[0], sar_cross(v[1], v[2]));
    SarMat3 ss = sar_outer(sum, sum), part = sar_mat3_scale(six / 120, &ss);
    volume += six / 6;
    first = sar_axpy(six / 24, sum, first);
    second = sar_mat3_axpy(1, &part, &second);
    for (int k = 0; k < 3; k++) {
      SarMat3 vv = sar_outer(v[k], v[k]);
      second = sar_mat3_axpy(six / 120, &vv, &second);
    }
  }
  SarVec3 centre = sar_scale(1 / volume, first);
  SarMat3 cc = sar_outer(centre, centre), about = sar_mat3_axpy(-volume, &cc, &second);
  SarMat3 whole = sar_mat3_scale(about.m[0][0] + about.m[1][1] + about.m[2][2], &one);
  hull->mass = (SarShapeMass){volume, centre, sar_mat3_axpy(-1, &about, &whole)};
}

static SarHull *begin(Build *b, const double *vertices, int32_t nvertices, int32_t ntriangles, double radius) {
  SarHull *hull = SAR_NEW(b->arena, 1, SarHull);
  *b->fault = (SarHullFault){NULL, {-1, -1}, -1, false};
  b->hull = hull;
  if (!hull) return NULL;
  if (nvertices < 4 || ntriangles < 4) {
    wrong(b, "a solid needs four vertices and four triangles", -1, -1, -1);
    return NULL;
  }
  hull->nvertices = nvertices, hull->ntriangles = ntriangles, hull->radius = radius;
  hull->vertices = SAR_NEW(b->arena, nvertices, SarVec3);
  hull->written = SAR_NEW(b->arena, nvertices, SarVec3);
  hull->triangles = SAR_NEW(b->arena, ntriangles, SarHullTriangle);
  if (!hull->vertices || !hull->written || !hull->triangles) return NULL;
  for (int32_t i = 0; i < nvertices; i++) hull->written[i] = sar_vec3_load(vertices + 3 * (size_t)i);
  return hull;
}

SarHull *sar_hull_create(SarArena *arena, const double *vertices, int32_t nvertices, const int32_t *triangles,
                         int32_t ntriangles, double radius, SarHullFault *fault) {
  Build b = {.arena = arena, .fault = fault};
  SarHull *hull = begin(&b, vertices, nvertices, ntriangles, radius);
  bool sound = hull && read_triangles(&b, triangles) && find_edges(&b);
  if (!sound) return NULL;
  bool convex = is_convex(&b, hull->written);
  fault->concave = !convex;
  bool good = convex && find_faces(&b) && pull_in(&b) && finish_core(&b);
  if (!good) return NULL;
  weigh(hull);
  return hull;
}

/* The corner of a triangle that an edge does not have. */
static SarVec3 opposite(const SarHull *hull, const SarHullEdge *edge, int side) {
  const int32_t *v = hull->triangles[edge->triangles[side]].vertex;
  for (int k = 0; k < 2; k++) {
    if (v[k] != edge->ends[0] && v[k] != edge->ends[1]) return hull->written[v[k]];
  }
  return hull->written[v[2]];
}

/* Of the edges that bend, those that bend outwards. */
static void keep_convex_edges(SarHull *hull) {
  hull->nsharp = 0;
  for (int32_t e = 0; e < hull->nedges; e++) {
    SarHullEdge *edge = &hull->edges[e];
    if (edge->sharp < 0) continue;
    SarVec3 away = sar_sub(opposite(hull, edge, 1), hull->written[edge->ends[0]]);
    bool convex = sar_dot(hull->triangles[edge->triangles[0]].normal, away) < 0;
    edge->sharp = convex ? hull->nsharp : -1;
    if (convex) hull->sharp[hull->nsharp++] = e;
  }
}

SarHull *sar_hull_surface(SarArena *arena, const double *vertices, int32_t nvertices, const int32_t *triangles,
                          int32_t ntriangles, double radius, SarHullFault *fault) {
  Build b = {.arena = arena, .fault = fault};
  SarHull *hull = begin(&b, vertices, nvertices, ntriangles, radius);
  if (!hull || !read_triangles(&b, triangles) || !find_edges(&b) || !find_faces(&b)) return NULL;
  keep_convex_edges(hull);
  hull->grown = true;
  for (int32_t i = 0; i < nvertices; i++) hull->vertices[i] = hull->written[i];
  weigh(hull);
  return hull;
}
