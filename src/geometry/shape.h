/* Shapes that touch: a core (point, segment, polygon, circle, surface) with a rounding radius around it.
 *
 * A shape stands on a body. What a class says about a shape it says in shape axes: the origin is the shape's centre,
 * the axis of capsules, cylinders, frustums and tori is z, a plane is z = 0 with the solid below it. The radius belongs
 * to the core point (SarSpot), so that a shape may have several. */
#ifndef SAR_GEOMETRY_SHAPE_H
#define SAR_GEOMETRY_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/rotation.h"
#include "base/vec3.h"

enum { SAR_SHAPE_SIZES = 3 }; /* at most */

/* The placement of a body: its centre of mass and its axes. */
typedef struct SarPose {
  SarVec3 r; /* m, ground axes */
  SarMat3 A; /* body axes -> ground axes */
} SarPose;

typedef struct SarShapeClass SarShapeClass;

typedef struct SarShape {
  const SarShapeClass *class;
  double sizes[SAR_SHAPE_SIZES]; /* m, as written; their names are those of the class */
  double radius;                 /* m, rounding of edges; classes without edges ignore it */
  SarVec3 at;                    /* m, origin of the shape from the centre of mass, body axes */
  SarMat3 axes;                  /* shape axes -> body axes */
  const void *data;              /* of classes that sizes do not describe: a profile */
} SarShape;

/* A core at one of its points, to second order; shape axes. Either it is a piece with parameters: a vertex (none), a
 * curve (one), a surface (two); or a support point, which moves by `give` times the change of the outward normal. */
typedef struct SarSpot {
  SarVec3 c;       /* m */
  SarVec3 normal;  /* outward, unit; where the class can say it */
  double distance; /* m, of the point asked about from the core along `normal` */
  double radius;   /* m, around the core */
  int32_t feature; /* which piece; the same number as long as it is the same piece */
  int32_t nparameters;
  SarVec3 tangent[2]; /* dc/du_i */
  SarVec3 bend[3];    /* d2c/du1^2, d2c/du1 du2, d2c/du2^2 */
  SarMat3 give;       /* m, Hessian of the support function; zero for pieces with parameters */
  bool deep;          /* the point asked about lies inside the core: the nearest piece may change with a jump */
} SarSpot;

/* An edge of a polytope; shape axes. */
typedef struct SarEdge {
  SarVec3 middle, half; /* from middle - half to middle + half */
  double radius;        /* m, around it */
  int32_t feature;      /* as of a spot on it */
} SarEdge;

/* Of a body of density 1. */
typedef struct SarShapeMass {
  double volume;   /* m^3 */
  SarVec3 centre;  /* m, from the origin of the shape, shape axes */
  SarMat3 inertia; /* m^5, about the centre, shape axes */
} SarShapeMass;

struct SarShapeClass {
  const char *name;
  const char *const *sizes; /* their names, in the order in which they are given */
  int32_t nsizes;
  const char *data; /* what `data` is, in words: "a mesh"; null: sizes say all */
  bool unbounded;   /* a plane, or ground that is not flat: it has neither size nor mass */
  bool point;       /* the core is the origin alone */
  bool convex;

  /* What is wrong with the sizes, as a sentence without a full stop; null: nothing. All are positive and the radius is
   * not negative. May be null. */
  const char *(*fault)(const SarShape *shape);

  /* The rounding of a shape that says nothing about it. Null: it has none. */
  double (*rounding)(const SarShape *shape);

  /* The point of the core nearest to x. Null: there may be several that count (profiles). */
  void (*closest)(const SarShape *shape, SarVec3 x, SarSpot *out);

  /* The points that may touch a plane with the normal -u outward (so the lowest ones along -u): how many, and the k-th.
   * Their number does not depend on u. */
  int32_t (*nsupports)(const SarShape *shape);
  void (*support)(const SarShape *shape, SarVec3 u, int32_t k, SarSpot *out);

  /* The k-th support as a convex shape of its own on the same body, where it is no point: the rim of a cylinder. Null:
   * it is a point. */
  void (*support_shape)(const SarShape *shape, int32_t k, SarShape *out);

  /* Shapes that are flat or straight somewhere: boxes, capsules, cylinders. Their supports are corners or rims, and
   * these are their edges; a cylinder's is its axis. Null: it is round everywhere. */
  int32_t (*nedges)(const SarShape *shape);
  void (*edge)(const SarShape *shape, int32_t k, SarEdge *out);

  /* m, how far the solid reaches along the unit vector u from the shape's origin. */
  double (*reach)(const SarShape *shape, SarVec3 u);

  /* m, of unbounded ones: how high it reaches along z. Null: 0. */
  double (*top)(const SarShape *shape);

  /* m, radius of curvature for Hertz' law: that of the sphere which touches alike. Null: the shape is none of these. */
  double (*hertz_radius)(const SarShape *shape);

  void (*mass)(const SarShape *shape, SarShapeMass *out);
};

/* The classes that sizes describe, one after the other: null past the end. */
const SarShapeClass *sar_shape_class_at(int32_t index);
/* One of them; null: there is no such class. */
const SarShapeClass *sar_shape_class_named(const char *name);
/* All classes: those above, then those with data. */
const SarShapeClass *sar_shape_class_any(int32_t index);

/* What is wrong with sizes and radius, as a sentence without a full stop; null: nothing. */
const char *sar_shape_fault(const SarShape *shape);

/* A shape at the body's centre, axes along the body's, with the class's own rounding. */
SarShape sar_shape(const SarShapeClass *class, double a, double b, double c);

/* Origin and axes of a shape in ground axes. */
static inline SarPose sar_shape_pose(const SarShape *shape, const SarPose *body) {
  return (SarPose){sar_add(body->r, sar_mul(&body->A, shape->at)), sar_mat3_mul(&body->A, &shape->axes)};
}

/* The box around a shape, ground axes; infinite for planes. */
typedef struct SarBounds {
  SarVec3 low, high; /* m */
} SarBounds;

SarBounds sar_shape_bounds(const SarShape *shape, const SarPose *body);

/* m, the largest distance of a point of the shape from the body's centre of mass: an upper bound; infinite for planes.
 */
double sar_shape_extent(const SarShape *shape);

#endif
