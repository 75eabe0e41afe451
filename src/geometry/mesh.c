/* Making a solid of triangles, and looking for what of it is near a point. */
#include "geometry/mesh.h"

#include <math.h>
#include <stdlib.h>

#include "geometry/round.h"

/* ---- the tree of boxes ---- */

typedef struct Run {
  int32_t box, first, count;
} Run;

static Run half_of(Run run, int which) {
  int32_t half = run.count / 2;
  return which ? (Run){run.box + 2 * half, run.first + half, run.count - half} : (Run){run.box + 1, run.first, half};
}

static SarMeshBox box_of(const SarHull *hull, int32_t t) {
  SarMeshBox box = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
  for (int k = 0; k < 3; k++) {
    SarVec3 v = hull->vertices[hull->triangles[t].vertex[k]];
    box.low = sar_vec3(fmin(box.low.x, v.x), fmin(box.low.y, v.y), fmin(box.low.z, v.z));
    box.high = sar_vec3(fmax(box.high.x, v.x), fmax(box.high.y, v.y), fmax(box.high.z, v.z));
  }
  return box;
}

static SarMeshBox both(SarMeshBox a, SarMeshBox b) {
  return (SarMeshBox){sar_vec3(fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z)),
                      sar_vec3(fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y), fmax(a.high.z, b.high.z))};
}

typedef struct Ranked {
  double place;
  int32_t triangle;
} Ranked;

static int compare(const void *x, const void *y) {
  const Ranked *a = x, *b = y;
  if (a->place != b->place) return a->place < b->place ? -1 : 1;
  return (a->triangle > b->triangle) - (a->triangle < b->triangle);
}

/* Along the longest side of the box: the lower half of the triangles, then the upper one. */
static void sort_run(const SarHull *hull, SarMeshBox box, Run run, int32_t *order, Ranked *ranked) {
  SarVec3 side = sar_sub(box.high, box.low);
  int axis = side.x >= side.y && side.x >= side.z ? 0 : side.y >= side.z ? 1 : 2;
  for (int32_t i = 0; i < run.count; i++) {
    SarMeshBox own = box_of(hull, order[run.first + i]);
    SarVec3 middle = sar_add(own.low, own.high);
    ranked[i] = (Ranked){axis == 0 ? middle.x : axis == 1 ? middle.y : middle.z, order[run.first + i]};
  }
  qsort(ranked, (size_t)run.count, sizeof *ranked, compare);
  for (int32_t i = 0; i < run.count; i++) order[run.first + i] = ranked[i].triangle;
}

/* Halves of halves: as deep as the number has bits. */
static void build_run(const SarHull *hull, Run run, SarMeshBox *boxes, int32_t *order, Ranked *ranked) {
  SarMeshBox box = box_of(hull, order[run.first]);
  for (int32_t i = 1; i < run.count; i++) box = both(box, box_of(hull, order[run.first + i]));
  boxes[run.box] = box;
  if (run.count == 1) return;
  sort_run(hull, box, run, order, ranked);
  for (int k = 0; k < 2; k++) build_run(hull, half_of(run, k), boxes, order, ranked);
}

static bool build_tree(SarArena *arena, SarMeshSolid *mesh) {
  int32_t n = mesh->surface.ntriangles, *order = SAR_NEW(arena, n, int32_t);
  SarMeshBox *boxes = SAR_NEW(arena, 2 * (size_t)n, SarMeshBox);
  Ranked *ranked = malloc((size_t)n * sizeof *ranked);
  if (order && boxes && ranked) {
    for (int32_t i = 0; i < n; i++) order[i] = i;
    build_run(&mesh->surface, (Run){0, 0, n}, boxes, order, ranked);
  }
  mesh->order = order;
  mesh->boxes = boxes;
  free(ranked);
  return order && boxes && ranked;
}

/* ---- corners ---- */

static bool build_corners(SarArena *arena, SarMeshSolid *mesh) {
  const SarHull *h = &mesh->surface;
  size_t n = (size_t)h->nvertices;
  int32_t *owner = SAR_NEW(arena, n, int32_t), *star = SAR_NEW(arena, n + 2, int32_t);
  int32_t *around = SAR_NEW(arena, 2 * (size_t)h->nedges, int32_t);
  SarVec3 *outward = SAR_NEW(arena, n, SarVec3);
  double *weight = SAR_NEW(arena, n, double), largest = 0;
  if (!owner || !star || !around || !outward || !weight) return false;
  for (int32_t t = h->ntriangles - 1; t >= 0; t--) {
    const int32_t *v = h->triangles[t].vertex;
    SarVec3 a = h->vertices[v[0]];
    double area = sar_norm(sar_cross(sar_sub(h->vertices[v[1]], a), sar_sub(h->vertices[v[2]], a))) / 2;
    for (int k = 0; k < 3; k++) {
      owner[v[k]] = t;
      weight[v[k]] += area / 3;
      outward[v[k]] = sar_axpy(area, h->triangles[t].normal, outward[v[k]]);
    }
  }
  for (int32_t e = 0; e < h->nedges; e++) star[h->edges[e].ends[0] + 2]++, star[h->edges[e].ends[1] + 2]++;
  for (size_t i = 2; i < n + 2; i++) star[i] += star[i - 1];
  for (int32_t e = 0; e < h->nedges; e++) {
    for (int s = 0; s < 2; s++) around[star[h->edges[e].ends[s] + 1]++] = e;
  }
  for (size_t i = 0; i < n; i++) largest = fmax(largest, weight[i]);
  for (size_t i = 0; i < n; i++) {
    weight[i] /= largest;
    mesh->reach = fmax(mesh->reach, sar_norm(h->vertices[i]));
  }
  mesh->owner = owner, mesh->star = star, mesh->around = around, mesh->outward = outward, mesh->weight = weight;
  return true;
}

const SarMeshSolid *sar_mesh_create(SarArena *arena, const double *vertices, int32_t nvertices,
                                    const int32_t *triangles, int32_t ntriangles, double radius, SarHullFault *fault) {
  SarHull *surface = sar_hull_surface(arena, vertices, nvertices, triangles, ntriangles, radius, fault);
  SarMeshSolid *mesh = surface ? SAR_NEW(arena, 1, SarMeshSolid) : NULL;
  if (!mesh) return NULL;
  mesh->surface = *surface;
  *fault = (SarHullFault){NULL, {-1, -1}, -1, false};
  return build_tree(arena, mesh) && build_corners(arena, mesh) ? mesh : NULL;
}

/* ---- near a point ---- */

enum { MOST_FACES = 32 };

typedef struct Search {
  const SarMeshSolid *mesh;
  SarVec3 x;
  double far;
  void (*found)(void *self, const SarSpot *spot);
  void *self;
  int32_t faces[MOST_FACES], nfaces; /* found so far: triangles of one face share their edges */
  bool any;                          /* something was found */
} Search;

static void give(Search *s, const SarSpot *spot) {
  s->any = true;
  s->found(s->self, spot);
}

/* How far x is inside of side k of a triangle. */
static double inside_of(const SarHull *h, const SarHullTriangle *t, int k, SarVec3 x) {
  SarVec3 a = h->vertices[t->vertex[k]], along = sar_sub(h->vertices[t->vertex[(k + 1) % 3]], a);
  return sar_dot(sar_cross(t->normal, along), sar_sub(x, a));
}

static void give_face(Search *s, const SarHullTriangle *t, double above) {
  const SarHull *h = &s->mesh->surface;
  SarSpot spot = {.c = sar_axpy(-above, t->normal, s->x),
                  .normal = t->normal,
                  .distance = above,
                  .radius = h->radius,
                  .feature = h->nvertices + h->nsharp + t->face,
                  .nparameters = 2,
                  .deep = above < 0};
  sar_across(t->normal, spot.tangent);
  give(s, &spot);
}

static double height_above(const Search *s, const SarHullTriangle *t) {
  return sar_dot(t->normal, sar_sub(s->x, s->mesh->surface.vertices[t->vertex[0]]));
}

static bool is_over(const Search *s, const SarHullTriangle *t) {
  for (int k = 0; k < 3; k++) {
    if (inside_of(&s->mesh->surface, t, k, s->x) < 0) return false;
  }
  return true;
}

static void look_at_face(Search *s, const SarHullTriangle *t) {
  double above = height_above(s, t);
  if (!(above <= s->far && above > -s->mesh->surface.radius) || !is_over(s, t)) return;
  for (int32_t i = 0; i < s->nfaces; i++) {
    if (s->faces[i] == t->face) return;
  }
  if (s->nfaces < MOST_FACES) s->faces[s->nfaces++] = t->face;
  give_face(s, t, above);
}

/* Which side of a triangle an edge is. */
static int side_of(const SarHullTriangle *t, int32_t edge) {
  return t->edge[0] == edge ? 0 : t->edge[1] == edge ? 1 : 2;
}

static void look_at_edge(Search *s, int32_t index) {
  const SarHull *h = &s->mesh->surface;
  const SarHullEdge *edge = &h->edges[index];
  SarVec3 a = h->vertices[edge->ends[0]], along = sar_sub(h->vertices[edge->ends[1]], a);
  double u = sar_dot(along, sar_sub(s->x, a)) / sar_dot(along, along);
  if (!(u > 0 && u < 1)) return;
  for (int k = 0; k < 2; k++) {
    const SarHullTriangle *t = &h->triangles[edge->triangles[k]];
    if (inside_of(h, t, side_of(t, index), s->x) >= 0) return;
  }
  SarSpot spot = {.c = sar_axpy(u, along, a),
                  .radius = h->radius,
                  .feature = h->nvertices + edge->sharp,
                  .nparameters = 1,
                  .tangent = {along}};
  sar_spot_towards(&spot, s->x);
  if (spot.distance <= s->far) give(s, &spot);
}

static void look_at_corner(Search *s, int32_t v) {
  const SarHull *h = &s->mesh->surface;
  SarVec3 at = h->vertices[v], r = sar_sub(s->x, at);
  if (!(sar_dot(s->mesh->outward[v], r) > 0) || !(sar_norm(r) <= s->far)) return;
  for (int32_t i = s->mesh->star[v]; i < s->mesh->star[v + 1]; i++) {
    const SarHullEdge *edge = &h->edges[s->mesh->around[i]];
    SarVec3 other = h->vertices[edge->ends[edge->ends[0] == v ? 1 : 0]];
    if (sar_dot(sar_sub(other, at), r) > 0) return;
  }
  SarSpot spot;
  sar_spot_vertex(at, h->radius, v, &spot);
  sar_spot_towards(&spot, s->x);
  give(s, &spot);
}

static void look_at(Search *s, int32_t index) {
  const SarHull *h = &s->mesh->surface;
  const SarHullTriangle *t = &h->triangles[index];
  look_at_face(s, t);
  for (int k = 0; k < 3; k++) { /* edges and corners once, with the first triangle that has them */
    const SarHullEdge *edge = &h->edges[t->edge[k]];
    if (edge->sharp >= 0 && edge->triangles[0] == index) look_at_edge(s, t->edge[k]);
    if (s->mesh->owner[t->vertex[k]] == index) look_at_corner(s, t->vertex[k]);
  }
}

/* ---- far inside ---- */

/* Whether a ray from x goes through a triangle: its volumes with the three sides have one sign. */
static bool ray_meets(const SarHull *h, const SarHullTriangle *t, SarVec3 x, SarVec3 ray) {
  SarVec3 v[3];
  for (int k = 0; k < 3; k++) v[k] = sar_sub(h->vertices[t->vertex[k]], x);
  bool side[3];
  for (int k = 0; k < 3; k++) side[k] = sar_dot(ray, sar_cross(v[k], v[(k + 1) % 3])) > 0;
  if (side[0] != side[1] || side[1] != side[2]) return false;
  return sar_dot(v[0], t->normal) * sar_dot(ray, t->normal) > 0;
}

/* A point whose nearest wall is farther than the radius has been missed by all regions: it lies deep inside, where only
 * a smaller step can help, or so far away that nothing is near. Deep inside it is the least deep face. */
static void look_inside(Search *s) {
  const SarHull *h = &s->mesh->surface;
  static const SarVec3 ray = {0.5477, 0.3162, 0.7746}; /* along no edge that people draw */
  const SarMeshBox *box = &s->mesh->boxes[0];
  bool within = s->x.x > box->low.x && s->x.x < box->high.x && s->x.y > box->low.y && s->x.y < box->high.y &&
                s->x.z > box->low.z && s->x.z < box->high.z;
  const SarHullTriangle *best = NULL;
  double highest = -INFINITY;
  bool inside = false;
  for (int32_t i = 0; within && i < h->ntriangles; i++) {
    const SarHullTriangle *t = &h->triangles[i];
    if (ray_meets(h, t, s->x, ray)) inside = !inside;
    double above = height_above(s, t);
    if (above <= 0 && above > highest && is_over(s, t)) highest = above, best = t;
  }
  if (inside && best) give_face(s, best, highest);
}

/* ---- all ---- */

static double beyond(double x, double low, double high) { return x < low ? low - x : x > high ? x - high : 0; }

static void descend(Search *s, Run run) {
  const SarMeshBox *box = &s->mesh->boxes[run.box];
  double x = beyond(s->x.x, box->low.x, box->high.x), y = beyond(s->x.y, box->low.y, box->high.y),
         z = beyond(s->x.z, box->low.z, box->high.z);
  if (!(x * x + y * y + z * z <= s->far * s->far)) return;
  if (run.count == 1) {
    look_at(s, s->mesh->order[run.first]);
    return;
  }
  for (int k = 0; k < 2; k++) descend(s, half_of(run, k));
}

void sar_mesh_each(const SarMeshSolid *mesh, SarVec3 x, double far, void (*found)(void *self, const SarSpot *spot),
                   void *self) {
  Search s = {.mesh = mesh, .x = x, .far = far, .found = found, .self = self};
  if (!(far >= 0)) return;
  descend(&s, (Run){0, 0, mesh->surface.ntriangles});
  if (!s.any) look_inside(&s);
}
