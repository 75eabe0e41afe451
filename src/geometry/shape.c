/* The registry of shapes, and what holds for all of them. */
#include "geometry/shape.h"

#include <math.h>
#include <string.h>

#define SAR_SHAPE(name) extern const SarShapeClass sar_shape_##name;
#include "geometry/shapes.def"
#undef SAR_SHAPE

static const SarShapeClass *const classes[] = {
#define SAR_SHAPE(name) &sar_shape_##name,
#include "geometry/shapes.def"
#undef SAR_SHAPE
};

enum { CLASSES = sizeof classes / sizeof classes[0] };

const SarShapeClass *sar_shape_class_any(int32_t index) {
  return index >= 0 && index < CLASSES ? classes[index] : NULL;
}

const SarShapeClass *sar_shape_class_at(int32_t index) {
  const SarShapeClass *class = sar_shape_class_any(index);
  return class && !class->data ? class : NULL;
}

const SarShapeClass *sar_shape_class_named(const char *name) {
  for (int32_t i = 0; sar_shape_class_at(i); i++) {
    if (strcmp(classes[i]->name, name) == 0) return classes[i];
  }
  return NULL;
}

const char *sar_shape_fault(const SarShape *shape) {
  const SarShapeClass *class = shape->class;
  for (int32_t i = 0; i < class->nsizes; i++) {
    if (!(shape->sizes[i] > 0 && shape->sizes[i] < INFINITY)) return "the sizes must be positive";
  }
  if (!(shape->radius >= 0 && shape->radius < INFINITY)) return "the radius must not be negative";
  if (class->data && !shape->data) return "what it is made of is missing";
  return class->fault ? class->fault(shape) : NULL;
}

SarShape sar_shape(const SarShapeClass *class, double a, double b, double c) {
  SarShape shape = {.class = class, .sizes = {a, b, c}, .axes = sar_mat3_identity()};
  if (class->rounding) shape.radius = class->rounding(&shape);
  return shape;
}

SarBounds sar_shape_bounds(const SarShape *shape, const SarPose *body) {
  SarPose at = sar_shape_pose(shape, body);
  double origin[3], low[3], high[3];
  sar_vec3_store(at.r, origin);
  for (int i = 0; i < 3; i++) {
    SarVec3 u = sar_row(&at.A, i); /* ground axis i in shape axes */
    high[i] = shape->class->unbounded ? INFINITY : origin[i] + shape->class->reach(shape, u);
    low[i] = shape->class->unbounded ? -INFINITY : origin[i] - shape->class->reach(shape, sar_neg(u));
  }
  return (SarBounds){sar_vec3_load(low), sar_vec3_load(high)};
}

double sar_shape_extent(const SarShape *shape) {
  if (shape->class->unbounded) return INFINITY;
  if (shape->class->point) return sar_norm(shape->at) + shape->class->reach(shape, sar_vec3(1, 0, 0));
  SarVec3 far = {0, 0, 0};
  double *out[3] = {&far.x, &far.y, &far.z};
  for (int i = 0; i < 3; i++) {
    SarVec3 u = {i == 0, i == 1, i == 2};
    *out[i] = fmax(shape->class->reach(shape, u), shape->class->reach(shape, sar_neg(u)));
  }
  return sar_norm(shape->at) + sar_norm(far);
}
