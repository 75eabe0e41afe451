/* Shapes that touch, as pictures show them: bodies without looks, and the ground, are drawn by them. A plane is a plate
 * that reaches beyond the bodies as they are written. */
#include <math.h>
#include <string.h>

#include "geometry/mesh.h"
#include "model/shapes.h"
#include "result/scene.h"

#define PI 3.14159265358979323846
#define PLATE_MARGIN 3 /* of the scene's length, beyond the farthest body */
#define PLATE_THICKNESS 0.01

enum { AROUND = 32, ACROSS = 16 };

/* ---- surfaces made of triangles ---- */

/* From the middle of one cap over its rim, along the side and over the other rim to the middle of the other cap. */
static SarVec3 point_on_frustum(const double *sizes, double angle, int32_t k) {
  double t = fmin(fmax((k - 1) / (ACROSS - 2.0), 0), 1), r = sizes[0] + t * (sizes[1] - sizes[0]);
  if (k == 0 || k == ACROSS) r = 0;
  return sar_vec3(r * cos(angle), r * sin(angle), (t - 0.5) * sizes[2]);
}

/* A point of a frustum, an ellipsoid (both from pole to pole) or a torus. */
static SarVec3 point_on(const SarShape *shape, bool torus, int32_t i, int32_t k) {
  double u = 2 * PI * i / AROUND, v = (torus ? 2 : 1) * PI * k / ACROSS;
  const double *s = shape->sizes;
  if (shape->class == sar_shape_class_named("frustum")) return point_on_frustum(s, u, k);
  if (!torus) return sar_vec3(s[0] * sin(v) * cos(u), s[1] * sin(v) * sin(u), -s[2] * cos(v));
  double r = s[0] - s[1] * cos(v);
  return sar_vec3(r * cos(u), r * sin(u), -s[1] * sin(v));
}

/* Rows of points around z, the next one further along v; from outside the triangles run anticlockwise. */
static bool put_surface(SarScene *scene, const SarShape *shape, bool torus, SarSceneShape *out) {
  int32_t rows = torus ? ACROSS : ACROSS + 1, count = 0;
  float *vertices = SAR_NEW(scene->arena, 3 * AROUND * rows, float);
  uint32_t *triangles = SAR_NEW(scene->arena, 6 * AROUND * ACROSS, uint32_t);
  if (!vertices || !triangles) return false;
  for (int32_t k = 0; k < rows; k++) {
    for (int32_t i = 0; i < AROUND; i++) {
      SarVec3 p = sar_scale(1 / scene->length_unit, point_on(shape, torus, i, k));
      float *to = vertices + 3 * (k * AROUND + i);
      to[0] = (float)p.x, to[1] = (float)p.y, to[2] = (float)p.z;
    }
  }
  for (int32_t k = 0; k < ACROSS; k++) {
    for (int32_t i = 0; i < AROUND; i++) {
      uint32_t next = (uint32_t)((i + 1) % AROUND), low = (uint32_t)(k * AROUND);
      uint32_t high = (uint32_t)((k + 1) % rows * AROUND), here = (uint32_t)i;
      const uint32_t both[2][3] = {{low + here, low + next, high + next}, {low + here, high + next, high + here}};
      bool needed[2] = {torus || k > 0, torus || k < ACROSS - 1}; /* at a pole one of them has no area */
      for (int n = 0; n < 2; n++) {
        for (int c = 0; needed[n] && c < 3; c++) triangles[3 * count + c] = both[n][c];
        count += needed[n];
      }
    }
  }
  out->kind = SAR_SCENE_MESH;
  out->vertices = vertices;
  out->triangles = triangles;
  out->nvertices = AROUND * rows;
  out->ntriangles = count;
  return true;
}

/* ---- planes ---- */

/* How far the plate reaches from its middle. */
static double plate_reach(const SarScene *scene, const SarSceneBody *body, const SarMat3 *axes, SarVec3 at) {
  double far = 0;
  for (int32_t b = 0; body == &scene->ground && b < scene->nbodies; b++) {
    SarVec3 d = sar_mul_t(axes, sar_sub(scene->bodies[b].position, at));
    far = fmax(far, hypot(d.x, d.y));
  }
  return far + PLATE_MARGIN * scene->length;
}

static void put_plate(const SarScene *scene, const SarSceneBody *body, const SarMat3 *axes, SarSceneShape *out) {
  double edge = 2 * plate_reach(scene, body, axes, out->at), thickness = PLATE_THICKNESS * edge;
  out->kind = SAR_SCENE_BOX;
  out->size[0] = out->size[1] = edge;
  out->size[2] = thickness;
  out->at = sar_axpy(-0.5 * thickness, sar_column(axes, 2), out->at);
}

/* ---- one shape ---- */

/* Those that pictures know by their sizes. */
static bool put_sizes(const SarScene *scene, const SarShape *shape, SarSceneShape *out) {
  static const struct {
    const char *name;
    SarSceneShapeKind kind;
  } kinds[] = {{"sphere", SAR_SCENE_SPHERE},
               {"capsule", SAR_SCENE_CAPSULE},
               {"box", SAR_SCENE_BOX},
               {"cylinder", SAR_SCENE_CYLINDER}};
  for (int i = 0; i < SAR_COUNT(kinds); i++) {
    if (shape->class != sar_shape_class_named(kinds[i].name)) continue;
    out->kind = kinds[i].kind;
    for (int k = 0; k < shape->class->nsizes; k++) out->size[k] = shape->sizes[k] / scene->length_unit;
    return true;
  }
  return false;
}

/* The mesh as it was written. */
static bool put_hull(SarScene *scene, const SarHull *hull, SarSceneShape *out) {
  float *vertices = SAR_NEW(scene->arena, 3 * (size_t)hull->nvertices, float);
  uint32_t *triangles = SAR_NEW(scene->arena, 3 * (size_t)hull->ntriangles, uint32_t);
  if (!vertices || !triangles) return false;
  for (int32_t i = 0; i < hull->nvertices; i++) {
    SarVec3 v = sar_scale(1 / scene->length_unit, hull->written[i]);
    vertices[3 * i] = (float)v.x, vertices[3 * i + 1] = (float)v.y, vertices[3 * i + 2] = (float)v.z;
  }
  for (int32_t i = 0; i < 3 * hull->ntriangles; i++) triangles[i] = (uint32_t)hull->triangles[i / 3].vertex[i % 3];
  out->kind = SAR_SCENE_MESH;
  out->vertices = vertices;
  out->triangles = triangles;
  out->nvertices = hull->nvertices;
  out->ntriangles = hull->ntriangles;
  return true;
}

static SarStatus add_shape(SarContext *context, SarScene *scene, const SarModelShape *from, SarVec3 com,
                           SarSceneBody *body) {
  const SarShape *shape = &from->shape;
  SarSceneShape *out = sar_scene_add_shape(scene, body);
  if (!out) return sar_report_no_memory(context);
  out->origin = SAR_SCENE_GIVEN;
  out->at = sar_scale(1 / scene->length_unit, sar_sub(shape->at, com));
  out->turn = sar_quat_from_matrix(&shape->axes);
  if (from->colour != SAR_NO_COLOUR) {
    out->colour = sar_arena_printf(scene->arena, "#%06x", (unsigned)from->colour & 0xffffffU);
    if (!out->colour) return sar_report_no_memory(context);
  }
  if (put_sizes(scene, shape, out)) return SAR_OK;
  if (shape->class->data && shape->class->unbounded) {
    double reach = plate_reach(scene, body, &shape->axes, out->at);
    return sar_scene_put_terrain(scene, shape->data, reach, out) ? SAR_OK : sar_report_no_memory(context);
  }
  if (shape->class->unbounded) {
    put_plate(scene, body, &shape->axes, out);
    return SAR_OK;
  }
  if (strcmp(shape->class->name, "profile") == 0) {
    return sar_scene_put_profile(scene, shape->data, out) ? SAR_OK : sar_report_no_memory(context);
  }
  bool mesh = strcmp(shape->class->name, "mesh") == 0;
  if (mesh || strcmp(shape->class->name, "hull") == 0) {
    const SarHull *hull = mesh ? &((const SarMeshSolid *)shape->data)->surface : shape->data;
    return put_hull(scene, hull, out) ? SAR_OK : sar_report_no_memory(context);
  }
  bool torus = shape->class == sar_shape_class_named("torus");
  return put_surface(scene, shape, torus, out) ? SAR_OK : sar_report_no_memory(context);
}

SarStatus sar_scene_add_touching(SarContext *context, SarScene *scene, const SarModel *model, int32_t element,
                                 SarVec3 com, SarSceneBody *body) {
  int32_t count = 0;
  const SarModelShape *shapes = sar_model_shapes(model, element, &count);
  for (int32_t i = 0; i < count; i++) SAR_TRY(add_shape(context, scene, &shapes[i], com, body));
  return SAR_OK;
}
