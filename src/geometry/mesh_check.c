#include "geometry/mesh_check.h"

#include <math.h>
#include <stdlib.h>

#define DEGENERATE 1e-12 /* area over the square of the size */

typedef struct HalfEdge {
  int32_t low, high;
  bool forward; /* from low to high */
} HalfEdge;

static int compare(const void *x, const void *y) {
  const HalfEdge *a = x, *b = y;
  if (a->low != b->low) return a->low < b->low ? -1 : 1;
  return (a->high > b->high) - (a->high < b->high);
}

static void note(int32_t *count, int32_t list[SAR_MESH_NAMED][2], const HalfEdge *edge) {
  if (*count < SAR_MESH_NAMED) list[*count][0] = edge->low, list[*count][1] = edge->high;
  ++*count;
}

static double size_of(const SarVec3 *vertices, int32_t n) {
  SarVec3 low = vertices[0], high = low;
  for (int32_t i = 1; i < n; i++) {
    SarVec3 v = vertices[i];
    low = sar_vec3(fmin(low.x, v.x), fmin(low.y, v.y), fmin(low.z, v.z));
    high = sar_vec3(fmax(high.x, v.x), fmax(high.y, v.y), fmax(high.z, v.z));
  }
  return sar_norm(sar_sub(high, low));
}

/* Areas, and the volume from the first vertex. */
static void measure(const SarVec3 *vertices, int32_t nvertices, const int32_t *triangles, int32_t ntriangles,
                    SarMeshFaults *out) {
  double size = size_of(vertices, nvertices);
  for (int32_t t = 0; t < ntriangles; t++) {
    const int32_t *v = triangles + 3 * (size_t)t;
    SarVec3 a = sar_sub(vertices[v[0]], vertices[0]);
    SarVec3 ab = sar_sub(vertices[v[1]], vertices[v[0]]), ac = sar_sub(vertices[v[2]], vertices[v[0]]);
    SarVec3 n = sar_cross(ab, ac);
    if (out->degenerate < 0 && !(sar_norm(n) / 2 > DEGENERATE * size * size)) out->degenerate = t;
    out->volume += sar_dot(a, n) / 6;
  }
}

bool sar_mesh_check(SarArena *scratch, const SarVec3 *vertices, int32_t nvertices, const int32_t *triangles,
                    int32_t ntriangles, SarMeshFaults *out) {
  *out = (SarMeshFaults){.degenerate = -1};
  size_t n = 3 * (size_t)ntriangles;
  HalfEdge *half = SAR_NEW(scratch, n + 1, HalfEdge);
  if (!half) return false;
  for (size_t i = 0; i < n; i++) {
    int32_t from = triangles[i], end = triangles[i % 3 == 2 ? i - 2 : i + 1];
    half[i] = (HalfEdge){from < end ? from : end, from < end ? end : from, from < end};
  }
  qsort(half, n, sizeof *half, compare);
  for (size_t i = 0, next; i < n; i = next) {
    for (next = i + 1; next < n && compare(&half[i], &half[next]) == 0;) next++;
    if (next == i + 1) note(&out->nopen, out->open, &half[i]);
    if (next > i + 2) note(&out->ncrowded, out->crowded, &half[i]);
    if (next == i + 2 && half[i].forward == half[i + 1].forward) note(&out->nturned, out->turned, &half[i]);
  }
  measure(vertices, nvertices, triangles, ntriangles, out);
  return true;
}
