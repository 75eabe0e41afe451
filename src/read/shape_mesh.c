/* `mesh: part.stl` among `shapes:`: a solid bounded by triangles. It has to be closed, with all triangles anticlockwise
 * seen from outside. Convex ones are hulls, pulled in by their radius; others grow by it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "geometry/mesh.h"
#include "geometry/mesh_check.h"
#include "geometry/shape_classes.h"
#include "read/values.h"

#define ROUNDING 0.02 /* of the smallest size, as of boxes */

/* A mesh in metres, its vertices at one place joined. */
typedef struct Solid {
  double *numbers; /* x y z of each vertex */
  SarVec3 *vertices;
  int32_t *triangles;
  int32_t nvertices, ntriangles;
  double unit, smallest; /* m: of the file's numbers; the smallest side of the box around it */
} Solid;

typedef struct Ranked {
  float v[3];
  int32_t index;
} Ranked;

static int compare(const void *x, const void *y) {
  const Ranked *a = x, *b = y;
  for (int i = 0; i < 3; i++) {
    if (a->v[i] != b->v[i]) return a->v[i] < b->v[i] ? -1 : 1;
  }
  return (a->index > b->index) - (a->index < b->index);
}

static bool is_same(const Ranked *a, const Ranked *b) {
  return a->v[0] == b->v[0] && a->v[1] == b->v[1] && a->v[2] == b->v[2];
}

/* OBJ files may have a vertex for every corner of a face. */
static bool join(SarArena *scratch, const SarMesh *mesh, Solid *s) {
  size_t n = (size_t)mesh->nvertices, corners = 3 * (size_t)mesh->ntriangles;
  Ranked *ranked = SAR_NEW(scratch, n + 1, Ranked);
  int32_t *to = SAR_NEW(scratch, n + 1, int32_t);
  s->numbers = SAR_NEW(scratch, 3 * n + 3, double);
  s->vertices = SAR_NEW(scratch, n + 1, SarVec3);
  s->triangles = SAR_NEW(scratch, corners + 1, int32_t);
  if (!ranked || !to || !s->numbers || !s->vertices || !s->triangles) return false;
  for (size_t i = 0; i < n; i++) {
    memcpy(ranked[i].v, mesh->vertices + 3 * i, sizeof ranked[i].v);
    ranked[i].index = (int32_t)i;
  }
  qsort(ranked, n, sizeof *ranked, compare);
  for (size_t i = 0; i < n; i++) {
    bool same = i > 0 && is_same(&ranked[i], &ranked[i - 1]);
    if (!same) {
      for (int k = 0; k < 3; k++) s->numbers[3 * s->nvertices + k] = s->unit * (double)ranked[i].v[k];
      s->vertices[s->nvertices] = sar_vec3_load(s->numbers + 3 * (size_t)s->nvertices);
      s->nvertices++;
    }
    to[ranked[i].index] = s->nvertices - 1;
  }
  for (size_t i = 0; i < corners; i++) s->triangles[i] = to[mesh->triangles[i]];
  s->ntriangles = mesh->ntriangles;
  return true;
}

static double smallest_side(const Solid *s) {
  SarVec3 low = s->vertices[0], high = low;
  for (int32_t i = 1; i < s->nvertices; i++) {
    SarVec3 v = s->vertices[i];
    low = sar_vec3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
    high = sar_vec3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
  }
  SarVec3 side = sar_sub(high, low);
  return fmin(side.x, fmin(side.y, side.z));
}

/* ---- what is wrong ---- */

static SarStatus report(SarFile *file, const SarNode *node, const char *remedy, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy, "%s", what);
}

/* "(0, 1, 2) - (3, 4, 5), ..." in the numbers of the file. */
static SarStatus report_edges(SarFile *file, const SarNode *node, const Solid *s, int32_t count,
                              int32_t edges[SAR_MESH_NAMED][2], const char *remedy, const char *what) {
  char list[SAR_MESH_NAMED * 128] = "";
  for (int32_t i = 0; i < count && i < SAR_MESH_NAMED; i++) {
    SarVec3 a = sar_scale(1 / s->unit, s->vertices[edges[i][0]]), b = sar_scale(1 / s->unit, s->vertices[edges[i][1]]);
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s(%.5g, %.5g, %.5g) - (%.5g, %.5g, %.5g)", i ? ", " : "", a.x, a.y, a.z,
             b.x, b.y, b.z);
  }
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, remedy,
                    "the mesh `%s` %s; edges: %d, %s%s", node->text, what, (int)count,
                    count > SAR_MESH_NAMED ? "first " : "", list);
}

static SarStatus check(SarFile *file, const SarNode *node, const Solid *s) {
  SarMeshFaults f;
  if (!sar_mesh_check(file->reader->arena, s->vertices, s->nvertices, s->triangles, s->ntriangles, &f)) {
    return sar_read_no_memory(file->reader);
  }
  if (f.degenerate >= 0) {
    const int32_t *v = s->triangles + 3 * (size_t)f.degenerate;
    SarVec3 at = sar_scale(1 / s->unit, s->vertices[v[0]]);
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      "remove it, or merge its corners, in the program that made the mesh",
                      "triangle %d of the mesh `%s`, at (%.5g, %.5g, %.5g), has no area", (int)f.degenerate + 1,
                      node->text, at.x, at.y, at.z);
  }
  if (f.nopen) {
    return report_edges(file, node, s, f.nopen, f.open, "close the holes in the program that made it",
                        "is open: edges with one triangle alone bound no solid");
  }
  if (f.ncrowded) {
    return report_edges(file, node, s, f.ncrowded, f.crowded, "make it one surface around one solid",
                        "has edges with more than two triangles");
  }
  if (f.nturned) {
    return report_edges(file, node, s, f.nturned, f.turned, "let all triangles run anticlockwise seen from outside",
                        "has neighbours that run against each other: one of them is inside out");
  }
  if (f.volume > 0) return SAR_OK;
  return report(file, node, "turn the triangles round: anticlockwise seen from outside", "the mesh is inside out");
}

static SarStatus report_hull(SarFile *file, const SarNode *node, const Solid *s, const SarHullFault *fault) {
  if (!fault->what) return sar_read_no_memory(file->reader);
  char where[160] = "";
  if (fault->vertex[0] >= 0) {
    SarVec3 at = sar_scale(1 / s->unit, s->vertices[fault->vertex[0]]);
    snprintf(where, sizeof where, ", at (%.5g, %.5g, %.5g)", at.x, at.y, at.z);
  }
  return sar_report(
      file->reader->context, SAR_INPUT, node->source, file->element,
      "split it into convex pieces, each a shape of the body; give a smaller `radius` if that is at fault",
      "the mesh `%s` cannot touch: %s%s", node->text, fault->what, where);
}

/* ---- reading ---- */

static SarStatus read_positive(SarFile *file, const SarNode *node, const char *what, double *out) {
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_number(file, node, what, "m", out));
  if (*out > 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give a positive number",
                    "`%s` is not positive", what);
}

SarStatus sar_read_shape_mesh(SarFile *file, const SarNode *node, const SarNode *path, SarShape *shape) {
  SarReader *reader = file->reader;
  SarLook look = {0};
  Solid s = {.unit = sar_units_factor(&file->units, "m")};
  SarHullFault fault;
  SAR_TRY(sar_read_mesh(file, path, &look));
  if (!look.mesh) {
    return report(file, path, "reduce the mesh, or run the model itself instead of its results",
                  "this mesh is too large to be kept, and a shape needs it");
  }
  SAR_TRY(read_positive(file, sar_node_get(node, "scale"), "scale", &s.unit));
  if (!join(reader->arena, look.mesh, &s)) return sar_read_no_memory(reader);
  if (s.nvertices < 4) return report(file, path, "give a closed surface", "this mesh bounds no solid");
  SAR_TRY(check(file, path, &s));
  shape->radius = ROUNDING * smallest_side(&s);
  SAR_TRY(read_positive(file, sar_node_get(node, "radius"), "radius", &shape->radius));
  SarArena *arena = reader->model->arena;
  shape->data = sar_hull_create(arena, s.numbers, s.nvertices, s.triangles, s.ntriangles, shape->radius, &fault);
  if (shape->data) return SAR_OK;
  if (!fault.concave) return report_hull(file, path, &s, &fault);
  shape->class = &sar_shape_mesh;
  shape->data = sar_mesh_create(arena, s.numbers, s.nvertices, s.triangles, s.ntriangles, shape->radius, &fault);
  return shape->data ? SAR_OK : report_hull(file, path, &s, &fault);
}
