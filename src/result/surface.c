#include "result/surface.h"

#include <math.h>
#include <string.h>

#define AROUND 32 /* corners of what is round */
#define ACROSS 8  /* rings from the middle of a sphere to its pole */
#define PI 3.14159265358979323846

const char *sar_surface_colour(int32_t body) {
  static const char *const palette[] = {"#3d8ec0", "#d9675f", "#5a9e6e", "#d79a37", "#9570bb",
                                        "#35a3a3", "#dd7db1", "#77838f", "#a97b4b", "#93ad3a"};
  int32_t count = (int32_t)(sizeof palette / sizeof *palette);
  return body == SAR_SCENE_GROUND ? "#9aa6b0" : palette[body % count];
}

static bool make_room(SarArena *arena, int32_t npoints, int32_t ntriangles, bool round, SarSurface *s) {
  s->points = SAR_NEW(arena, 3 * (size_t)npoints + 1, float);
  s->normals = round ? SAR_NEW(arena, 3 * (size_t)npoints + 1, float) : NULL;
  s->triangles = SAR_NEW(arena, 3 * (size_t)ntriangles + 1, uint32_t);
  return s->points && s->triangles && (!round || s->normals);
}

static void put_point(SarSurface *s, double x, double y, double z) {
  float *p = s->points + 3 * (size_t)s->npoints++;
  p[0] = (float)x, p[1] = (float)y, p[2] = (float)z;
}

/* Of the point that was put last. */
static void put_normal(SarSurface *s, double x, double y, double z) {
  float *n = s->normals + 3 * (size_t)(s->npoints - 1);
  n[0] = (float)x, n[1] = (float)y, n[2] = (float)z;
}

static void put_triangle(SarSurface *s, int32_t a, int32_t b, int32_t c) {
  uint32_t *t = s->triangles + 3 * (size_t)s->ntriangles++;
  t[0] = (uint32_t)a, t[1] = (uint32_t)b, t[2] = (uint32_t)c;
}

static bool make_box(SarArena *arena, const double size[3], SarSurface *s) {
  static const int32_t faces[6][4] = {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4},
                                      {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};
  if (!make_room(arena, 8, 12, false, s)) return false;
  for (int i = 0; i < 8; i++) {
    put_point(s, (i & 1 ? 0.5 : -0.5) * size[0], (i & 2 ? 0.5 : -0.5) * size[1], (i & 4 ? 0.5 : -0.5) * size[2]);
  }
  for (int i = 0; i < 6; i++) {
    put_triangle(s, faces[i][0], faces[i][1], faces[i][2]);
    put_triangle(s, faces[i][0], faces[i][2], faces[i][3]);
  }
  return true;
}

/* A ring of points at a height, with normals that rise by `rise` (sine). */
static void put_ring(SarSurface *s, double radius, double z, double rise) {
  double flat = sqrt(fmax(0, 1 - rise * rise));
  for (int i = 0; i < AROUND; i++) {
    double angle = 2 * PI * i / AROUND;
    put_point(s, radius * cos(angle), radius * sin(angle), z);
    put_normal(s, flat * cos(angle), flat * sin(angle), rise);
  }
}

/* Between the ring that begins at point a and the one above it that begins at b. */
static void join_rings(SarSurface *s, int32_t a, int32_t b) {
  for (int i = 0; i < AROUND; i++) {
    int k = (i + 1) % AROUND;
    put_triangle(s, a + i, a + k, b + k);
    put_triangle(s, a + i, b + k, b + i);
  }
}

/* Half spheres around the ends of the axis from -half to half: a sphere where half is zero. */
static bool make_capsule(SarArena *arena, double radius, double half, SarSurface *s) {
  int32_t rings = 2 * ACROSS + 2; /* poles included, the middle twice */
  if (!make_room(arena, rings * AROUND, 2 * AROUND * (rings - 1), true, s)) return false;
  for (int32_t i = 0; i < rings; i++) {
    int32_t step = i <= ACROSS ? i - ACROSS : i - ACROSS - 1; /* -ACROSS .. 0, 0 .. ACROSS */
    double angle = 0.5 * PI * step / ACROSS, end = i <= ACROSS ? -half : half;
    put_ring(s, radius * cos(angle), end + radius * sin(angle), sin(angle));
    if (i > 0) join_rings(s, (i - 1) * AROUND, i * AROUND);
  }
  return true;
}

static bool make_cylinder(SarArena *arena, double radius, double half, SarSurface *s) {
  if (!make_room(arena, 4 * AROUND, 2 * AROUND + 2 * (AROUND - 2), true, s)) return false;
  put_ring(s, radius, -half, 0);
  put_ring(s, radius, half, 0);
  join_rings(s, 0, AROUND);
  put_ring(s, radius, -half, -1);
  put_ring(s, radius, half, 1);
  for (int i = 1; i + 1 < AROUND; i++) {
    put_triangle(s, 2 * AROUND, 2 * AROUND + i + 1, 2 * AROUND + i);
    put_triangle(s, 3 * AROUND, 3 * AROUND + i, 3 * AROUND + i + 1);
  }
  return true;
}

static bool copy_mesh(SarArena *arena, const SarSceneShape *shape, SarSurface *s) {
  if (!make_room(arena, shape->nvertices, shape->ntriangles, false, s)) return false;
  memcpy(s->points, shape->vertices, 3 * (size_t)shape->nvertices * sizeof *s->points);
  memcpy(s->triangles, shape->triangles, 3 * (size_t)shape->ntriangles * sizeof *s->triangles);
  s->npoints = shape->nvertices;
  s->ntriangles = shape->ntriangles;
  return true;
}

SarStatus sar_surface_of_shape(SarContext *context, SarArena *arena, const SarSceneShape *shape, SarSurface *out) {
  bool made = true;
  *out = (SarSurface){0};
  switch (shape->kind) {
    case SAR_SCENE_BOX: made = make_box(arena, shape->size, out); break;
    case SAR_SCENE_CYLINDER: made = make_cylinder(arena, shape->size[0], 0.5 * shape->size[1], out); break;
    case SAR_SCENE_CAPSULE: made = make_capsule(arena, shape->size[0], 0.5 * shape->size[1], out); break;
    case SAR_SCENE_SPHERE: made = make_capsule(arena, shape->size[0], 0, out); break;
    case SAR_SCENE_MESH:
      if (shape->nvertices > 0 && shape->ntriangles > 0) made = copy_mesh(arena, shape, out);
      break;
  }
  return made ? SAR_OK : sar_report_no_memory(context);
}
