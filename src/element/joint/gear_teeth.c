/* The wheels turn in bearings on one carrier (or the ground), about parallel axes a apart. With e the axis of the first
 * joint, d the unit vector from the first axis to the second, t = e x d, and rho the ratio of the speeds about e, the
 * pitch point is where both wheels have the same velocity:
 *
 *   P = c1 + x d,   x = rho a/(rho - 1)        rho < 0: outer teeth; rho > 0: one of them is a ring with inner teeth
 *
 * The torque T2 about e that the relation puts on the second wheel is that of a force at P, F = T2/(x - a) along t. On
 * the flank of a tooth there is more (pressure angle alpha in the normal section, helix angle beta): on the second
 * wheel
 *
 *   tangential   F t
 *   radial       |F| tan(alpha)/cos(beta) (-sign rho) d     it drives wheels apart, on either flank
 *   axial        -sign(x) F tan(beta) e                     it changes with the flank
 *
 * and on the first wheel the opposite. The relation's own torques, on the wheels and on the carrier, are taken away
 * again, so that all that remains is this force at P. Its power is that of the relation, none: the bearings hold P on
 * both wheels. F is an unknown, as other forces that depend on reactions are. */
#include "element/joint/gear_teeth.h"

#include <math.h>
#include <string.h>

#include "element/equations.h"

#define LARGEST_ANGLE 1.0471975511965976 /* 60 degrees */
#define PARALLEL 1e-6                    /* rad: axes this far from parallel are */
#define SMALLEST_FORCE 1e-9              /* N: keeps the derivative of |F| finite where it vanishes */

static const SarValue *value_of(const SarElementClass *gear, const SarValue *values, const char *field) {
  return &values[sar_field_index(gear, field)];
}

static bool applies(const SarElementClass *gear, const SarValue *values) {
  return value_of(gear, values, "pressure_angle")->given;
}

SarStatus sar_gear_teeth_check(SarContext *context, const char *name, const SarElementClass *gear,
                               const SarValue *values) {
  const SarValue *pressure = value_of(gear, values, "pressure_angle"), *helix = value_of(gear, values, "helix_angle");
  const SarValue *offset = value_of(gear, values, "mesh_offset"), *alone = helix->given ? helix : offset;
  if (!pressure->given && alone->given) {
    return sar_report(context, SAR_INPUT, alone->source, name, "add `pressure_angle` (20 degrees is usual)",
                      "`%s` belongs to tooth forces, but there is no `pressure_angle`",
                      alone == helix ? "helix_angle" : "mesh_offset");
  }
  if (pressure->given && !(pressure->real > 0 && pressure->real < LARGEST_ANGLE)) {
    return sar_report(context, SAR_INPUT, pressure->source, name, "20 degrees is usual; mind the unit of angles",
                      "`pressure_angle` must lie between 0 and 60 degrees, but is %.6g degrees",
                      pressure->real * 57.29577951308232);
  }
  if (!(fabs(helix->real) < LARGEST_ANGLE)) {
    return sar_report(context, SAR_INPUT, helix->source, name, "mind the unit of angles",
                      "`helix_angle` must lie between -60 and 60 degrees, but is %.6g degrees",
                      helix->real * 57.29577951308232);
  }
  return SAR_OK;
}

/* ---- where the wheels are ---- */

typedef struct Mesh {
  SarSide carrier[2], wheel[2]; /* first and second side of both joints */
  SarSide pitch;                /* on the carrier: P, with x along d, y along t, z along e */
  double turn;                  /* +1, or -1 where the axes point against each other */
  double rho, x, reach;         /* reach = x - a */
} Mesh;

static SarStatus report(SarBuilder *b, const char *remedy, const char *what, const char *joint) {
  const SarValue *joints = value_of(b->class, b->values, "joints");
  return sar_report(b->context, SAR_INPUT, joints->source, b->name, remedy, what, joint);
}

static SarStatus check_sides(SarBuilder *b, const Mesh *mesh) {
  const SarValue *joints = value_of(b->class, b->values, "joints");
  if (mesh->wheel[0].body == mesh->wheel[1].body) {
    return report(b, "tooth forces act between two wheels: let each turn in a joint of its own",
                  "the second sides of both joints of the gear are the same body%s", "");
  }
  if (mesh->carrier[0].body != mesh->carrier[1].body) {
    return report(b,
                  "write the carrier of the wheels as the first side of both joints, `between: [carrier, wheel]`, or "
                  "leave `pressure_angle` out",
                  "tooth forces need wheels that turn in one carrier, but the first side of `%s` is on another body "
                  "than that of the other joint",
                  joints->joints[1]);
  }
  return SAR_OK;
}

static SarStatus place(SarBuilder *b, Mesh *mesh) {
  const SarValue *joints = value_of(b->class, b->values, "joints");
  SarVec3 e = sar_column(&mesh->carrier[0].axes, 2), other = sar_column(&mesh->carrier[1].axes, 2);
  if (sar_norm(sar_cross(e, other)) > PARALLEL) {
    return report(b, "leave `pressure_angle` out: tooth forces of bevel and worm gears are not known here",
                  "tooth forces need parallel axes, but that of `%s` is not parallel to the other", joints->joints[1]);
  }
  mesh->turn = sar_dot(e, other) > 0 ? 1 : -1;
  SarVec3 apart = sar_sub(mesh->carrier[1].point, mesh->carrier[0].point);
  apart = sar_axpy(-sar_dot(apart, e), e, apart);
  double a = sar_norm(apart);
  mesh->rho = mesh->turn * value_of(b->class, b->values, "ratio")->real;
  if (!(a > 1e-9 * b->length)) {
    return report(b, "put the axes where the wheels turn, or leave `pressure_angle` out",
                  "tooth forces need axes that are apart, but those of the gear are one line%s", "");
  }
  if (!(fabs(mesh->rho - 1) > 1e-9)) {
    return report(b, "outer teeth have a negative ratio; leave `pressure_angle` out for a belt",
                  "a ratio of 1 between axes in the same direction leaves no pitch point%s", "");
  }
  mesh->x = mesh->rho * a / (mesh->rho - 1);
  mesh->reach = mesh->x - a;
  SarVec3 d = sar_scale(1 / a, apart), along = sar_scale(value_of(b->class, b->values, "mesh_offset")->real, e);
  mesh->pitch = (SarSide){mesh->carrier[0].body, sar_add(mesh->carrier[0].point, sar_axpy(mesh->x, d, along)),
                          sar_mat3_columns(d, sar_cross(e, d), e)};
  return SAR_OK;
}

static SarStatus find_mesh(SarBuilder *b, Mesh *mesh) {
  const SarValue *joints = value_of(b->class, b->values, "joints"),
                 *helix = value_of(b->class, b->values, "helix_angle");
  for (int i = 0; i < 2; i++) {
    bool slides;
    SAR_TRY(b->ops->joint(b, joints->joints[i], &mesh->carrier[i], &mesh->wheel[i], &slides));
    if (!slides || helix->real == 0) continue;
    return report(b, "use a revolute joint, which holds the wheel along its axis",
                  "the axial force of helical teeth needs a bearing that holds the wheel, but `%s` lets it slide",
                  joints->joints[i]);
  }
  SAR_TRY(check_sides(b, mesh));
  return place(b, mesh);
}

/* ---- forces ---- */

static SarStatus declare(SarBuilder *b) {
  SarUnknown force;
  return b->ops->algebraic(b, "tangential", 0, &force);
}

/* (theta2' - ratio theta1') times turn (x - a): what the relation lets F move. */
static SarStatus relation_rate(SarBuilder *b, const Mesh *mesh, const SarExpr **out) {
  const SarValue *joints = value_of(b->class, b->values, "joints");
  const double c = mesh->turn * mesh->reach, factors[2] = {-c * value_of(b->class, b->values, "ratio")->real, c};
  const SarExpr *rates[2];
  for (int i = 0; i < 2; i++) {
    SAR_TRY(b->ops->quantity(b, joints->joints[i], "angle", b->source, &rates[i]));
    SAR_TRY(b->ops->rate(b, rates[i], &rates[i]));
  }
  *out = sar_equation_combine(b->arena, factors, rates, 2);
  return sar_equation_made(b, *out);
}

static SarStatus act(SarBuilder *b, const char *name, const SarExpr *force, const SarExpr *velocity) {
  SAR_TRY(sar_equation_made(b, force));
  SAR_TRY(sar_equation_made(b, velocity));
  SAR_TRY(b->ops->work(b, force, velocity, SAR_POWER_WORK));
  return b->ops->offer(b, name, "N", force);
}

static const SarExpr *times(SarArena *arena, double factor, const SarExpr *f) {
  return sar_expr_multiply(arena, sar_expr_constant(arena, factor), f);
}

static const SarExpr *size(SarArena *arena, const SarExpr *f) {
  const SarExpr *least = sar_expr_constant(arena, SMALLEST_FORCE * SMALLEST_FORCE);
  return sar_node_unary(arena, SAR_EXPR_SQRT, sar_expr_add(arena, sar_expr_multiply(arena, f, f), least));
}

static SarStatus build(SarBuilder *b) {
  SarArena *arena = b->arena;
  Mesh mesh;
  SarSymbolFrame pitch, wheels[2];
  const SarExpr *reaction, *relation, *F = b->ops->declared(b, 0).value;
  double pressure = tan(value_of(b->class, b->values, "pressure_angle")->real);
  double helix = value_of(b->class, b->values, "helix_angle")->real;
  SAR_TRY(find_mesh(b, &mesh));
  SAR_TRY(b->ops->frame(b, &mesh.pitch, &pitch));
  for (int i = 0; i < 2; i++) SAR_TRY(b->ops->frame(b, &mesh.wheel[i], &wheels[i]));
  SarSym3 apart = sar_sym3_sub(arena, sar_equation_point_velocity(arena, &wheels[1], pitch.point),
                               sar_equation_point_velocity(arena, &wheels[0], pitch.point));
  SAR_TRY(relation_rate(b, &mesh, &relation));
  SAR_TRY(b->ops->quantity(b, b->name, "reaction", b->source, &reaction));
  const SarExpr *along[3];
  for (int i = 0; i < 3; i++) along[i] = sar_sym3_dot(arena, pitch.axis[i], apart);
  const SarExpr *radial = times(arena, (mesh.rho < 0 ? 1 : -1) * pressure / cos(helix), size(arena, F));
  const SarExpr *axial = times(arena, (mesh.x < 0 ? 1 : -1) * tan(helix), F);
  SAR_TRY(act(b, "tangential", F, sar_sym_sub(arena, along[1], relation)));
  SAR_TRY(act(b, "radial", radial, along[0]));
  SAR_TRY(act(b, "axial", axial, along[2]));
  return sar_equation_equal(b, b->ops->declared(b, 0).row, F, times(arena, mesh.turn / mesh.reach, reaction));
}

const SarEquationClass sar_gear_teeth = {.applies = applies, .declare = declare, .build = build};
