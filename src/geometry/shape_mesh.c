/* A solid of triangles that is not convex, `data` is a SarMeshSolid. Its corners are its supports. */
#include "geometry/mesh.h"
#include "geometry/round.h"
#include "geometry/shape_classes.h"

static const SarMeshSolid *mesh_of(const SarShape *shape) { return shape->data; }

static int32_t nsupports(const SarShape *shape) { return mesh_of(shape)->surface.nvertices; }

static void support(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out) {
  (void)u;
  const SarHull *surface = &mesh_of(shape)->surface;
  sar_spot_vertex(surface->vertices[k], surface->radius, k, out);
}

static double reach(const SarShape *shape, SarVec3 u) {
  const SarHull *surface = &mesh_of(shape)->surface;
  double far = -INFINITY;
  for (int32_t i = 0; i < surface->nvertices; i++) far = fmax(far, sar_dot(u, surface->vertices[i]));
  return far + surface->radius;
}

static void mass(const SarShape *shape, SarShapeMass *out) { *out = mesh_of(shape)->surface.mass; }

const SarShapeClass sar_shape_mesh = {
    .name = "mesh", .data = "a mesh", .nsupports = nsupports, .support = support, .reach = reach, .mass = mass};
