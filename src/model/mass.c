/* Mass properties of a body: as given, of a homogeneous shape with its centre at the centre of mass, or the sum over
 * the shapes that touch.
 *
 *   box       [a, b, c]: edges along x, y, z      m (b^2 + c^2)/12, ...
 *   sphere    r                                   2/5 m r^2
 *   cylinder  [r, l]: axis z                      m r^2/2 about the axis, m (3 r^2 + l^2)/12 across
 *   rod       [r, l]: the same with axis x */
#include "element/body/modal.h"
#include "model/model.h"

#define PI 3.14159265358979323846

static double volume(SarShapeKind shape, SarVec3 size) {
  switch (shape) {
    case SAR_SHAPE_BOX: return size.x * size.y * size.z;
    case SAR_SHAPE_SPHERE: return 4.0 / 3 * PI * size.x * size.x * size.x;
    default: return PI * size.x * size.x * size.y;
  }
}

/* Principal moments of inertia for a mass of 1. */
static SarVec3 gyration(SarShapeKind shape, SarVec3 size) {
  double xx = size.x * size.x, yy = size.y * size.y, zz = size.z * size.z;
  double along = xx / 2, across = (3 * xx + yy) / 12;
  switch (shape) {
    case SAR_SHAPE_BOX: return sar_vec3((yy + zz) / 12, (xx + zz) / 12, (xx + yy) / 12);
    case SAR_SHAPE_SPHERE: return sar_vec3(0.4 * xx, 0.4 * xx, 0.4 * xx);
    case SAR_SHAPE_CYLINDER: return sar_vec3(across, across, along);
    default: return sar_vec3(along, across, across);
  }
}

static SarMat3 about(const SarMassProperties *p, SarVec3 point) {
  SarVec3 d = sar_sub(p->com, point);
  double m = p->mass, dd = sar_dot(d, d), c[3];
  SarMat3 out = p->inertia;
  sar_vec3_store(d, c);
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) out.m[i][j] += m * ((i == j ? dd : 0) - c[i] * c[j]);
  }
  return out;
}

SarMassProperties sar_mass_together(const SarMassProperties *a, const SarMassProperties *b) {
  SarMassProperties sum = {a->mass + b->mass, sar_mat3_zero(), a->mass > 0 ? a->com : b->com};
  if (sum.mass > 0) {
    sum.com = sar_scale(1 / sum.mass, sar_add(sar_scale(a->mass, a->com), sar_scale(b->mass, b->com)));
  }
  SarMat3 first = about(a, sum.com), second = about(b, sum.com);
  for (int i = 0; i < 9; i++) sum.inertia.m[i / 3][i % 3] = first.m[i / 3][i % 3] + second.m[i / 3][i % 3];
  return sum;
}

static SarMassProperties of_shape(const SarModelShape *of) {
  const SarShape *shape = &of->shape;
  SarShapeMass unit;
  shape->class->mass(shape, &unit);
  SarMat3 turned = sar_mat3_mul(&shape->axes, &unit.inertia), inertia = sar_mat3_mult(&turned, &shape->axes);
  return (SarMassProperties){of->density * unit.volume, sar_mat3_scale(of->density, &inertia),
                             sar_add(shape->at, sar_mul(&shape->axes, unit.centre))};
}

/* Where any of them has mass; else *out stays. */
static void of_shapes(const SarValue *shapes, SarMassProperties *out) {
  bool any = false;
  for (int32_t i = 0; i < shapes->nlist; i++) {
    if (!(shapes->shapes[i].density > 0)) continue;
    SarMassProperties one = of_shape(&shapes->shapes[i]);
    *out = any ? sar_mass_together(out, &one) : one;
    any = true;
  }
}

SarMassProperties sar_model_mass(const SarModelElement *body) {
  if (body->class == &sar_body_modal) {
    const SarReduced *reduced = sar_modal_body(body->values);
    return (SarMassProperties){reduced->mass, reduced->j0, reduced->centre};
  }
  const SarValue *mass = sar_model_value(body, "mass"), *inertia = sar_model_value(body, "inertia");
  const SarValue *shape = sar_model_value(body, "shape"), *density = sar_model_value(body, "density");
  SarMassProperties properties = {mass->real, sar_mat3_zero(), sar_model_value(body, "com")->vector};
  if (!mass->given && shape->given) properties.mass = density->real * volume(shape->shape, shape->vector);
  if (inertia->given || !shape->given) {
    for (int i = 0; i < 9; i++) properties.inertia.m[i / 3][i % 3] = inertia->tensor[i / 3][i % 3];
  } else {
    SarVec3 moments = sar_scale(properties.mass, gyration(shape->shape, shape->vector));
    properties.inertia.m[0][0] = moments.x;
    properties.inertia.m[1][1] = moments.y;
    properties.inertia.m[2][2] = moments.z;
  }
  if (!mass->given && !shape->given) of_shapes(sar_model_value(body, "shapes"), &properties);
  return body->attached ? sar_mass_together(&properties, body->attached) : properties;
}
