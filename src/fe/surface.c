#include "fe/surface.h"

#include <stdlib.h>
#include <string.h>

#include "fe/elements/shape.h"

#define FACES 6 /* of an element, at most */

/* A face by its corners in ascending order; the fourth is -1 for triangles. */
typedef struct Face {
  int32_t key[4];
  int32_t element, face;
} Face;

static int compare_faces(const void *a, const void *b) {
  const Face *x = a, *y = b;
  for (int i = 0; i < 4; i++) {
    if (x->key[i] != y->key[i]) return x->key[i] < y->key[i] ? -1 : 1;
  }
  return (x->element > y->element) - (x->element < y->element);
}

static Face face_of(const SarFeModel *model, int32_t element, int32_t index) {
  const SarFeElement *e = &model->elements[element];
  Face face = {{-1, -1, -1, -1}, element, index};
  SarFeFace local;
  sar_fe_face(e->kind, index, &local);
  for (int i = 0; i < local.corners; i++) {
    const int32_t node = model->connectivity[e->first + local.node[i]];
    int k = i;
    for (; k > 0 && face.key[k - 1] > node; k--) face.key[k] = face.key[k - 1];
    face.key[k] = node;
  }
  return face;
}

/* Those that occur once, at the begin of the array; how many. */
static int32_t keep_outer(Face *faces, int32_t count) {
  int32_t kept = 0;
  for (int32_t i = 0; i < count;) {
    int32_t end = i + 1;
    while (end < count && memcmp(faces[i].key, faces[end].key, sizeof faces[i].key) == 0) end++;
    if (end == i + 1) faces[kept++] = faces[i];
    i = end;
  }
  return kept;
}

/* ---- triangles ---- */

static const signed char split_tri6[][3] = {{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}};
static const signed char split_quad4[][3] = {{0, 1, 2}, {0, 2, 3}};
static const signed char split_quad8[][3] = {{0, 4, 7}, {4, 1, 5}, {5, 2, 6}, {6, 3, 7}, {4, 5, 6}, {4, 6, 7}};
static const signed char split_tri3[][3] = {{0, 1, 2}};

static int32_t split(const SarFeModel *model, const Face *face, bool corners, int32_t (*out)[3]) {
  const SarFeElement *e = &model->elements[face->element];
  SarFeFace local;
  sar_fe_face(e->kind, face->face, &local);
  const bool quad = local.corners == 4, second = !corners && sar_fe_first_order(e->kind) != e->kind;
  const signed char(*pieces)[3] = quad ? (second ? split_quad8 : split_quad4) : (second ? split_tri6 : split_tri3);
  const int32_t count = quad ? (second ? 6 : 2) : (second ? 4 : 1);
  for (int32_t i = 0; i < count; i++) {
    for (int k = 0; k < 3; k++) {
      out[i][k] = model->connectivity[e->first + local.node[pieces[i][k]]];
    }
  }
  return count;
}

/* Of the tetrahedron of a triangle and a point; positive where the point is behind it. */
static double volume_to(const SarFeModel *model, const int32_t t[3], SarVec3 from) {
  const SarVec3 a = model->at[t[0]], b = model->at[t[1]], c = model->at[t[2]];
  return sar_dot(sar_sub(a, from), sar_cross(sar_sub(b, from), sar_sub(c, from))) / 6;
}

/* ---- hollows ---- */

/* The first node of the piece of the surface that a node belongs to; ways to it become shorter by going them. */
static int32_t first_of(int32_t *way, int32_t node) {
  while (way[node] != node) node = way[node] = way[way[node]];
  return node;
}

/* Pieces of the surface hang together by their nodes. Triangles are counter-clockwise as seen from where no material
 * is: from inside of a hollow, so that the volume which its walls enclose comes out negative. Those are left out. */
static SarStatus leave_out_hollows(SarContext *context, const SarFeModel *model, SarFeSurface *s) {
  const size_t count = (size_t)model->nnodes + 1;
  int32_t *way = malloc(count * sizeof *way), kept = 0;
  double *volume = calloc(count, sizeof *volume);
  const bool ok = way && volume;
  for (int32_t i = 0; ok && i < model->nnodes; i++) way[i] = i;
  for (int32_t i = 0; ok && i < 3 * s->ntriangles; i++) {
    const int32_t a = first_of(way, s->triangle[i]), b = first_of(way, s->triangle[i - i % 3]);
    way[a > b ? a : b] = a > b ? b : a;
  }
  for (int32_t i = 0; ok && i < s->ntriangles; i++) {
    const int32_t *t = s->triangle + 3 * i, first = first_of(way, t[0]);
    volume[first] += volume_to(model, t, model->at[first]);
  }
  for (int32_t i = 0; ok && i < s->ntriangles; i++) {
    if (volume[first_of(way, s->triangle[3 * i])] < 0) continue;
    memmove(s->triangle + 3 * kept++, s->triangle + 3 * i, 3 * sizeof *s->triangle);
  }
  s->ntriangles = ok ? kept : 0;
  free(way);
  free(volume);
  return ok ? SAR_OK : sar_report_no_memory(context);
}

/* Triangles by index in the model become triangles by place on the surface. */
static SarStatus number(SarContext *context, const SarFeModel *model, SarArena *arena, SarFeSurface *s) {
  int32_t *place = calloc((size_t)model->nnodes + 1, sizeof *place);
  s->nodes = SAR_NEW(arena, model->nnodes + 1, int32_t);
  if (!place || !s->nodes) {
    free(place);
    return sar_report_no_memory(context);
  }
  for (int32_t i = 0; i < 3 * s->ntriangles; i++) place[s->triangle[i]] = 1;
  for (int32_t i = 0; i < model->nnodes; i++) {
    if (!place[i]) continue;
    s->nodes[s->nnodes] = i;
    place[i] = s->nnodes++;
  }
  const SarVec3 from = model->at[s->nodes[0]];
  for (int32_t i = 0; i < s->ntriangles; i++) s->volume += volume_to(model, s->triangle + 3 * i, from);
  for (int32_t i = 0; i < 3 * s->ntriangles; i++) s->triangle[i] = place[s->triangle[i]];
  free(place);
  return SAR_OK;
}

SarStatus sar_fe_surface(SarContext *context, const SarFeModel *model, SarFeSurfaceChoice choice, SarArena *arena,
                         SarFeSurface *out) {
  *out = (SarFeSurface){0};
  if (!model->nelements) return SAR_OK;
  Face *faces = malloc(FACES * (size_t)model->nelements * sizeof *faces);
  if (!faces) return sar_report_no_memory(context);
  int32_t count = 0;
  for (int32_t i = 0; i < model->nelements; i++) {
    const int32_t nfaces = sar_fe_face_count(model->elements[i].kind);
    for (int32_t f = 0; f < nfaces; f++) faces[count++] = face_of(model, i, f);
  }
  qsort(faces, (size_t)count, sizeof *faces, compare_faces);
  count = keep_outer(faces, count);
  out->triangle = SAR_NEW(arena, 18 * (size_t)count + 1, int32_t);
  SarStatus status = out->triangle ? SAR_OK : sar_report_no_memory(context);
  for (int32_t i = 0; i < count && status == SAR_OK; i++) {
    out->ntriangles += split(model, &faces[i], choice.corners, (int32_t(*)[3])(out->triangle + 3 * out->ntriangles));
  }
  free(faces);
  if (status == SAR_OK && choice.outside) status = leave_out_hollows(context, model, out);
  return status == SAR_OK ? number(context, model, arena, out) : status;
}

void sar_fe_area_of_set(const SarFeModel *model, const SarFeSurface *surface, int32_t count, const int32_t *nodes,
                        int32_t *mark, double *area) {
  for (int32_t k = 0; k < count; k++) mark[nodes[k]] = k + 1;
  for (int32_t i = 0; i < surface->ntriangles; i++) {
    int32_t t[3], inside = 0;
    for (int k = 0; k < 3; k++) {
      t[k] = surface->nodes[surface->triangle[3 * i + k]];
      inside += mark[t[k]] > 0;
    }
    if (inside < 3) continue;
    const SarVec3 a = model->at[t[0]], b = model->at[t[1]], c = model->at[t[2]];
    const double third = sar_norm(sar_cross(sar_sub(b, a), sar_sub(c, a))) / 6;
    for (int k = 0; k < 3; k++) area[mark[t[k]] - 1] += third;
  }
  for (int32_t k = 0; k < count; k++) mark[nodes[k]] = 0;
}
