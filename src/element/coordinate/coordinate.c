/* coordinate: a generalised coordinate of the user's own.
 *
 * It has a value q, a velocity and an acceleration, an equation of motion, and whatever mass the user gives it: with
 * the kinetic energy T = m(q) v^2/2 its row is d/dt(dT/dv) - dT/dq, to which constraints and forces contribute
 * (Lagrange). The mass may depend on any coordinates, and be zero where constraints or other equations determine the
 * motion. */
#include "element/equations.h"

enum { KIND, MASS, AT, VELOCITY };
static const SarField fields[] = {
    [KIND] = {.name = "kind",
              .kind = SAR_FIELD_CHOICE,
              .unit = "",
              .fallback = "length",
              .meaning = "what the coordinate measures",
              .choices = "length angle number"},
    [MASS] = {.name = "mass",
              .kind = SAR_FIELD_FUNCTION,
              .unit = "",
              .fallback = "0",
              .meaning = "m of the kinetic energy m v^2/2: a number, or an expression of coordinates; may be zero",
              .variables = "t:s"},
    [AT] = {.name = "at", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "value at the start"},
    [VELOCITY] =
        {.name = "velocity", .kind = SAR_FIELD_REAL, .unit = "", .fallback = "0", .meaning = "rate at the start"},
};

static SarStatus declare(SarBuilder *b) {
  static const char *const units[][3] = {{"m", "m/s", "m/s^2"}, {"rad", "rad/s", "rad/s^2"}, {"", "1/s", "1/s^2"}};
  SarMeasureKind kind = (SarMeasureKind)b->values[KIND].real;
  SarUnknown q;
  SAR_TRY(b->ops->coordinate(b, kind, b->values[AT].real, b->values[VELOCITY].real, 0, &q));
  SAR_TRY(b->ops->offer(b, "value", units[kind][0], q.value));
  SAR_TRY(b->ops->offer(b, "rate", units[kind][1], q.rate));
  return b->ops->offer(b, "acceleration", units[kind][2], q.acceleration);
}

static SarStatus build(SarBuilder *b) {
  const SarExpr *mass;
  SAR_TRY(sar_equation_bind(b, b->values[MASS].function[0], &mass));
  if (sar_node_is(mass, 0)) return SAR_OK;
  SAR_TRY(sar_equation_forbid(b, &b->values[MASS], mass, ~(uint32_t)SAR_HAS_POSITION, "the mass of a coordinate",
                              "write it as an expression of coordinates and positions alone"));
  const SarExpr *v = b->ops->declared(b, 0).rate;
  const SarExpr *half = sar_expr_multiply(b->arena, sar_expr_constant(b->arena, 0.5), mass);
  const SarExpr *energy = sar_expr_multiply(b->arena, half, sar_expr_multiply(b->arena, v, v));
  SAR_TRY(sar_equation_made(b, energy));
  return b->ops->kinetic(b, energy);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  double mass;
  if (!values[MASS].given || !sar_expr_is_constant(values[MASS].function[0], &mass) || mass >= 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[MASS].source, name, "give a mass of zero or more",
                    "the mass must not be negative, but is %g", mass);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_coordinate_coordinate = {
    .name = "coordinate",
    .section = SAR_SECTION_COORDINATES,
    .summary = "a generalised coordinate with a mass of its own",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "value rate acceleration",
    .check = check,
};
