/* A mesh that is not convex against spheres, the ends of capsules, corners of boxes, hulls and other meshes, and
 * planes. Corners of meshes count by the area around them, so that a surface which is finer in one place is not stiffer
 * there; edges against edges do not count: what stands on a crest of another is held by corners alone. */
#include "geometry/mesh.h"
#include "geometry/pair.h"
#include "geometry/shape_classes.h"

static bool takes(const SarShapeClass *a, const SarShapeClass *b) {
  bool cornered = a == &sar_shape_box || a == &sar_shape_hull || a == &sar_shape_capsule || a == &sar_shape_mesh;
  return b == &sar_shape_mesh && (a->point || cornered || a == &sar_shape_plane);
}

typedef struct Corner {
  const SarPlaced *a, *b;
  SarSpot spot; /* of a */
  double weight;
  SarTouches *out;
} Corner;

static void add(void *self, const SarSpot *found) {
  const Corner *corner = self;
  SarVec3 n = sar_neg(sar_mul(&corner->b->pose.A, found->normal));
  SarTouch *touch = sar_touch_add(corner->out, corner->a, &corner->spot, corner->b, found, n, found->distance);
  if (touch) touch->weight = corner->weight;
}

static double weight_of(const SarShape *shape, int32_t k) {
  return shape->class == &sar_shape_mesh ? ((const SarMeshSolid *)shape->data)->weight[k] : 1;
}

/* Corners of a against b. */
static void corners(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  const SarMeshSolid *mesh = b->shape->class == &sar_shape_mesh ? b->shape->data : NULL;
  int32_t n = a->shape->class->nsupports(a->shape);
  for (int32_t k = 0; k < n; k++) {
    Corner corner = {a, b, {.radius = 0}, weight_of(a->shape, k), out};
    a->shape->class->support(a->shape, sar_vec3(0, 0, 1), k, &corner.spot);
    if (mesh) {
      SarVec3 x = sar_placed_inside(b, sar_placed_point(a, corner.spot.c));
      sar_mesh_each(mesh, x, corner.spot.radius + mesh->surface.radius + out->margin, add, &corner);
      continue;
    }
    SarTouch *touch = sar_touch_point(out, a, &corner.spot, b);
    if (touch) touch->weight = corner.weight;
  }
}

static void find(const SarPlaced *a, const SarPlaced *b, SarTouches *out) {
  if (a->shape->class != &sar_shape_plane) corners(a, b, out);
  if (a->shape->class->point) return;
  int32_t first = out->count;
  corners(b, a, out);
  for (int32_t i = first; i < out->count; i++) sar_touch_flip(&out->items[i]);
}

const SarPairClass sar_pair_mesh = {.name = "mesh", .takes = takes, .find = find};
