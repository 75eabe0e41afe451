/* A convex solid of triangles, `data` is a SarHull: corners, sharp edges, flat faces, as a box. The nearest point is
 * sought over all triangles.
 *
 * Pieces: vertices first, then sharp edges, then faces. */
#include "geometry/hull.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static const SarHull *hull_of(const SarShape *shape) { return shape->data; }

/* Where on a triangle: at a vertex (k), on an edge (3 + k), inside (6). */
typedef struct Place {
  SarVec3 c;
  int where;
} Place;

/* The nearest point of a triangle: inside, if x is above it; else on the edge that is nearest. */
static Place on_triangle(const SarHull *hull, const SarHullTriangle *triangle, SarVec3 x) {
  Place best = {.where = 6};
  double nearest = INFINITY;
  bool inside = true;
  for (int k = 0; k < 3; k++) {
    SarVec3 a = hull->vertices[triangle->vertex[k]], b = hull->vertices[triangle->vertex[(k + 1) % 3]];
    SarVec3 along = sar_sub(b, a), from = sar_sub(x, a);
    if (sar_dot(sar_cross(triangle->normal, along), from) >= 0) continue;
    inside = false;
    double t = sar_dot(along, from) / sar_dot(along, along);
    int where = t <= 0 ? k : t >= 1 ? (k + 1) % 3 : 3 + k;
    SarVec3 c = sar_axpy(t < 0 ? 0 : t > 1 ? 1 : t, along, a);
    double d = sar_norm(sar_sub(x, c));
    if (d < nearest) nearest = d, best = (Place){c, where};
  }
  if (!inside) return best;
  double above = sar_dot(triangle->normal, sar_sub(x, hull->vertices[triangle->vertex[0]]));
  best.c = sar_axpy(-above, triangle->normal, x);
  return best;
}

static void on_face(const SarHull *hull, int32_t face, SarVec3 normal, SarVec3 x, SarSpot *out) {
  out->feature = hull->nvertices + hull->nsharp + face;
  out->normal = normal;
  out->distance = sar_dot(normal, sar_sub(x, out->c));
  out->nparameters = 2;
  sar_across(normal, out->tangent);
}

static void on_edge(const SarHull *hull, const SarHullEdge *edge, SarVec3 normal, int32_t face, SarVec3 x,
                    SarSpot *out) {
  if (edge->sharp < 0) {
    on_face(hull, face, normal, x, out);
    return;
  }
  sar_spot_towards(out, x);
  out->feature = hull->nvertices + edge->sharp;
  out->nparameters = 1;
  out->tangent[0] = sar_sub(hull->vertices[edge->ends[1]], hull->vertices[edge->ends[0]]);
}

/* Inside: the face that is nearest. */
static void push_out(const SarHull *hull, SarVec3 x, SarSpot *out) {
  double highest = -INFINITY;
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    const SarHullTriangle *triangle = &hull->triangles[t];
    double above = sar_dot(triangle->normal, sar_sub(x, hull->vertices[triangle->vertex[0]]));
    if (above <= highest) continue;
    highest = above;
    *out = (SarSpot){.c = sar_axpy(-above, triangle->normal, x), .radius = hull->radius, .deep = true};
    on_face(hull, triangle->face, triangle->normal, x, out);
  }
}

static void closest(const SarShape *shape, SarVec3 x, SarSpot *out) {
  const SarHull *hull = hull_of(shape);
  const SarHullTriangle *best = NULL;
  Place place = {0};
  double nearest = INFINITY;
  for (int32_t t = 0; t < hull->ntriangles; t++) {
    const SarHullTriangle *triangle = &hull->triangles[t];
    if (sar_dot(triangle->normal, sar_sub(x, hull->vertices[triangle->vertex[0]])) <= 0)
      continue; /* seen from behind */
    Place at = on_triangle(hull, triangle, x);
    double d = sar_norm(sar_sub(x, at.c));
    if (d < nearest) nearest = d, place = at, best = triangle;
  }
  if (!best) {
    push_out(hull, x, out);
    return;
  }
  *out = (SarSpot){.c = place.c, .radius = hull->radius};
  if (place.where == 6) {
    on_face(hull, best->face, best->normal, x, out);
  } else if (place.where >= 3) {
    on_edge(hull, &hull->edges[best->edge[place.where - 3]], best->normal, best->face, x, out);
  } else {
    sar_spot_towards(out, x);
    out->feature = best->vertex[place.where];
  }
}

static int32_t nsupports(const SarShape *shape) { return hull_of(shape)->nvertices; }

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)u;
  sar_spot_vertex(hull_of(shape)->vertices[k], hull_of(shape)->radius, k, out);
}

static int32_t nedges(const SarShape *shape) { return hull_of(shape)->nsharp; }

static void edge(const SarShape *shape, int32_t k, SarEdge *out) {
  const SarHull *hull = hull_of(shape);
  const SarHullEdge *e = &hull->edges[hull->sharp[k]];
  SarVec3 a = hull->vertices[e->ends[0]], b = hull->vertices[e->ends[1]];
  *out = (SarEdge){sar_scale(0.5, sar_add(a, b)), sar_scale(0.5, sar_sub(b, a)), hull->radius, hull->nvertices + k};
}

static double reach(const SarShape *shape, SarVec3 u) {
  const SarHull *hull = hull_of(shape);
  double far = -INFINITY;
  for (int32_t i = 0; i < hull->nvertices; i++) far = fmax(far, sar_dot(u, hull->vertices[i]));
  return far + hull->radius;
}

static void mass(const SarShape *shape, SarShapeMass *out) { *out = hull_of(shape)->mass; }

const SarShapeClass sar_shape_hull = {.name = "hull",
                                      .data = "a mesh",
                                      .convex = true,
                                      .closest = closest,
                                      .nsupports = nsupports,
                                      .support = support,
                                      .nedges = nedges,
                                      .edge = edge,
                                      .reach = reach,
                                      .mass = mass};
