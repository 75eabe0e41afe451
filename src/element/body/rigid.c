/* rigid: a rigid body. The system knows it; this file says what it can be told and what must hold.
 *
 * The reference point `at` is where the body's own axes have their origin; the centre of mass may be elsewhere (`com`).
 * The inertia is about the centre of mass along the body axes. Principal moments of real bodies obey the triangle
 * inequality, I1 + I2 >= I3 (equality for a flat plate or a rod); tables in use break it, hence `unphysical`. */
#include "element/body/principal.h"
#include "element/class.h"

enum {
  MASS,
  INERTIA,
  AT,
  TURN,
  COM,
  VELOCITY,
  OMEGA,
  FRAMES,
  SHAPE,
  DENSITY,
  UNPHYSICAL,
  LOCK,
  WEIGHT,
  KEEP,
  LOOKS,
  SHAPES,
};
static const SarField fields[] = {
    [MASS] = {.name = "mass", .kind = SAR_FIELD_REAL, .unit = "kg", .fallback = "", .meaning = "mass; with inertia"},
    [INERTIA] = {.name = "inertia",
                 .kind = SAR_FIELD_INERTIA,
                 .unit = "kg*m^2",
                 .fallback = "",
                 .meaning = "about the centre of mass, body axes: three moments, or the symmetric 3x3 tensor "
                            "(off-diagonal = -integral of xy dm)"},
    [AT] = {.name = "at",
            .kind = SAR_FIELD_VECTOR,
            .unit = "m",
            .fallback = "[0, 0, 0]",
            .meaning = "the reference point (origin of the body axes), ground axes"},
    [TURN] = {.name = "turn",
              .kind = SAR_FIELD_TURN,
              .unit = "",
              .fallback = "",
              .meaning = "orientation of the body axes; default: along the ground axes"},
    [COM] = {.name = "com",
             .kind = SAR_FIELD_VECTOR,
             .unit = "m",
             .fallback = "[0, 0, 0]",
             .meaning = "centre of mass from the reference point, body axes"},
    [VELOCITY] = {.name = "velocity",
                  .kind = SAR_FIELD_VECTOR,
                  .unit = "m/s",
                  .fallback = "[0, 0, 0]",
                  .meaning = "initial velocity of the reference point, ground axes"},
    [OMEGA] = {.name = "omega",
               .kind = SAR_FIELD_VECTOR,
               .unit = "rad/s",
               .fallback = "[0, 0, 0]",
               .meaning = "initial angular velocity, ground axes"},
    [FRAMES] = {.name = "frames",
                .kind = SAR_FIELD_FRAMES,
                .unit = "m",
                .fallback = "",
                .meaning = "named frames on the body: {name: {at, turn}}, from the reference point, body axes"},
    [SHAPE] = {.name = "shape",
               .kind = SAR_FIELD_SHAPE,
               .unit = "m",
               .fallback = "",
               .meaning = "{box: [a, b, c]}, {sphere: r}, {cylinder: [r, l]} along z or {rod: [r, l]} along x, about "
                          "the centre of mass; with density it gives mass and inertia"},
    [DENSITY] = {.name = "density",
                 .kind = SAR_FIELD_REAL,
                 .unit = "kg/m^3",
                 .fallback = "",
                 .meaning = "with shape, instead of mass and inertia"},
    [UNPHYSICAL] = {.name = "unphysical",
                    .kind = SAR_FIELD_BOOL,
                    .unit = "",
                    .fallback = "false",
                    .meaning = "true: accept principal moments that break the triangle inequality"},
    [LOCK] = {.name = "lock",
              .kind = SAR_FIELD_CHOICE,
              .unit = "",
              .fallback = "none",
              .meaning = "what assembly keeps exactly as written: the position (pose), the velocity, or all",
              .choices = "none position velocity all"},
    [WEIGHT] = {.name = "weight",
                .kind = SAR_FIELD_REAL,
                .unit = "",
                .fallback = "1",
                .meaning = "how much the body resists being moved by assembly, relative to the others; no mass"},
    [KEEP] = {.name = "keep",
              .kind = SAR_FIELD_WORDS,
              .unit = "",
              .fallback = "",
              .meaning = "single components that assembly keeps: x y z of the centre of mass, turn (the orientation), "
                         "vx vy vz of the centre of mass (ground axes), wx wy wz (body axes)",
              .choices = "x y z turn vx vy vz wx wy wz"},
    [LOOKS] = {.name = "looks",
               .kind = SAR_FIELD_LOOKS,
               .unit = "m",
               .fallback = "",
               .meaning = "what pictures show, {name: {box: [a, b, c], at, turn, colour}}: box, sphere, cylinder, "
                          "capsule, mesh; from the reference point, body axes; no mass"},
    [SHAPES] = {.name = "shapes",
                .kind = SAR_FIELD_SHAPES,
                .unit = "m",
                .fallback = "",
                .meaning =
                    "what touches (`contacts`), {name: {sphere: r, at, turn, group, material, density}}: sphere, "
                    "capsule, box, cylinder, ellipsoid, torus, plane; from the reference point, body axes; with "
                    "density they give mass, centre and inertia"},
};

/* Relative to the largest principal moment. */
#define TRIANGLE_TOLERANCE 1e-9
#define ROUNDING 1e-12

/* Mass by the density of the shapes, where nothing else says it. */
static SarStatus check_heavy_shapes(SarContext *context, const char *name, const SarValue *values) {
  static const int others[] = {MASS, INERTIA, SHAPE, DENSITY};
  for (int i = 0; i < SAR_COUNT(others); i++) {
    if (!values[others[i]].given) continue;
    return sar_report(context, SAR_INPUT, values[others[i]].source, name, "keep one of both",
                      "the mass follows from the density of the shapes; `%s` says it again", fields[others[i]].name);
  }
  if (!values[COM].given) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[COM].source, name, "leave it out, or give mass and inertia",
                    "the centre of mass follows from the density of the shapes");
}

static SarStatus check_complete(SarContext *context, const char *name, const SarValue *values) {
  const SarValue *mass = &values[MASS], *inertia = &values[INERTIA], *density = &values[DENSITY];
  for (int32_t i = 0; i < values[SHAPES].nlist; i++) {
    if (values[SHAPES].shapes[i].density > 0) return check_heavy_shapes(context, name, values);
  }
  if (density->given && (mass->given || inertia->given)) {
    return sar_report(context, SAR_INPUT, density->source, name, "leave out the density, or mass and inertia",
                      "density and mass or inertia exclude each other");
  }
  if (density->given && !values[SHAPE].given) {
    return sar_report(context, SAR_INPUT, density->source, name, "add a shape, or give mass and inertia",
                      "a density needs a shape");
  }
  if (density->given || (mass->given && inertia->given)) return SAR_OK;
  const char *missing = mass->given ? "inertia" : inertia->given ? "mass" : "mass and inertia";
  SarSource source = mass->given ? mass->source : inertia->given ? inertia->source : values[SHAPE].source;
  return sar_report(context, SAR_INPUT, source, name,
                    "give mass and inertia, or shape and density, or shapes with density", "this body has no %s",
                    missing);
}

static SarStatus check_shape(SarContext *context, const char *name, const SarValue *shape) {
  static const int sizes[] = {
      [SAR_SHAPE_BOX] = 3, [SAR_SHAPE_SPHERE] = 1, [SAR_SHAPE_CYLINDER] = 2, [SAR_SHAPE_ROD] = 2};
  if (!shape->given) return SAR_OK;
  double size[3];
  sar_vec3_store(shape->vector, size);
  for (int i = 0; i < sizes[shape->shape]; i++) {
    if (size[i] > 0) continue;
    return sar_report(context, SAR_INPUT, shape->source, name, "give positive sizes",
                      "size %d of the shape must be positive, but is %g m", i + 1, size[i]);
  }
  return SAR_OK;
}

static SarStatus check_not_negative(SarContext *context, const char *name, const char *what, const SarValue *value) {
  if (!value->given || value->real >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, value->source, name, "give a value that is zero or positive",
                    "the %s must not be negative, but is %g", what, value->real);
}

static SarStatus check_weight(SarContext *context, const char *name, const SarValue *weight) {
  if (!weight->given || weight->real > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, weight->source, name,
                    "give a positive number: 1 is usual, a larger one makes assembly move the body less",
                    "the weight must be positive, but is %g", weight->real);
}

static SarStatus check_inertia(SarContext *context, const char *name, const SarValue *inertia, bool unphysical) {
  if (!inertia->given) return SAR_OK;
  double moment[3];
  bool diagonal = sar_principal_moments(inertia->tensor, moment);
  /* Moments that were computed, not given, carry rounding errors. */
  if (!(moment[0] >= (diagonal ? 0 : -ROUNDING * fabs(moment[2])))) {
    return sar_report(
        context, SAR_INPUT, inertia->source, name,
        "check the signs of the tensor (off-diagonal = -integral of xy dm) and that it is about the centre of mass",
        "a principal moment of inertia is negative: %g kg m^2", moment[0]);
  }
  if (unphysical || moment[0] + moment[1] >= moment[2] * (1 - TRIANGLE_TOLERANCE)) return SAR_OK;
  return sar_report(context, SAR_INPUT, inertia->source, name,
                    "correct the inertia, or add `unphysical: true` if the published data are so",
                    "no body has these principal moments: %g + %g < %g kg m^2", moment[0], moment[1], moment[2]);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  SAR_TRY(check_complete(context, name, values));
  SAR_TRY(check_shape(context, name, &values[SHAPE]));
  SAR_TRY(check_not_negative(context, name, "mass", &values[MASS]));
  SAR_TRY(check_not_negative(context, name, "density", &values[DENSITY]));
  SAR_TRY(check_weight(context, name, &values[WEIGHT]));
  return check_inertia(context, name, &values[INERTIA], values[UNPHYSICAL].real != 0);
}

const SarElementClass sar_body_rigid = {
    .name = "rigid",
    .section = SAR_SECTION_BODIES,
    .summary = "a rigid body",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .check = check,
};
