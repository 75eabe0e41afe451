/* constraint: an equation between positions, or between velocities.
 *
 *   position: f(q, t) = 0          holonomic; it holds on all three levels
 *   velocity: A(q, t) v + b(q, t) = 0     nonholonomic, linear in the velocities
 *
 * Its reaction does no work but what its dependence on time puts in. */
#include <string.h>

#include "element/equations.h"

enum { POSITION, VELOCITY, KIND, REACTION };
static const SarField fields[] = {
    [POSITION] = {.name = "position",
                  .kind = SAR_FIELD_FUNCTION,
                  .unit = "",
                  .fallback = "",
                  .meaning = "expression of positions and time that stays zero",
                  .variables = "t:s"},
    [VELOCITY] = {.name = "velocity",
                  .kind = SAR_FIELD_FUNCTION,
                  .unit = "",
                  .fallback = "",
                  .meaning = "expression, linear in velocities, that stays zero",
                  .variables = "t:s"},
    [KIND] = {.name = "kind",
              .kind = SAR_FIELD_CHOICE,
              .unit = "",
              .fallback = "length",
              .meaning = "what the expression measures (a velocity: its change with time)",
              .choices = "length angle"},
    [REACTION] = {.name = "reaction_on",
                  .kind = SAR_FIELD_SIDE,
                  .unit = "",
                  .fallback = "",
                  .meaning = "a frame: the force and torque of the equation on its body, there, are recorded"},
};

/* What the equation does to the body of a frame, as columns. */
static SarStatus offer_reaction(SarBuilder *b) {
  static const char *const names[2][3] = {{"fx", "fy", "fz"}, {"tx", "ty", "tz"}};
  const SarValue *on = &b->values[REACTION];
  SarSym3 force, torque;
  if (!on->given) return SAR_OK;
  if (strcmp(on->side[0].body, "ground") == 0) {
    return sar_report(b->context, SAR_INPUT, on->source, b->name, "name a frame of a body that moves",
                      "the ground feels nothing of an equation");
  }
  SAR_TRY(b->ops->reaction(b, b->name, 0, &force, &torque));
  SAR_TRY(sar_equation_offer3(b, names[0], "N", force));
  return sar_equation_offer3(b, names[1], "N*m", torque);
}

static SarStatus build(SarBuilder *b) {
  static const uint32_t never =
      SAR_HAS_ACCELERATION | SAR_HAS_MULTIPLIER | SAR_HAS_STATE | SAR_HAS_STATE_RATE | SAR_HAS_VARIABLE;
  bool holonomic = b->values[POSITION].given, rotation = b->values[KIND].real == SAR_KIND_ANGLE;
  const SarValue *value = &b->values[holonomic ? POSITION : VELOCITY];
  const SarExpr *f;
  SAR_TRY(sar_equation_bind(b, value->function[0], &f));
  if (holonomic) {
    SAR_TRY(sar_equation_forbid(b, value, f, never | SAR_HAS_VELOCITY, "a holonomic equation (`position`)",
                                "write an equation between velocities as `velocity`; states and forces act by forces"));
  } else {
    SAR_TRY(sar_equation_forbid(b, value, f, never, "a nonholonomic equation (`velocity`)",
                                "use positions, time and, linearly, velocities"));
  }
  b->source = value->source; /* for what the system says of the expression */
  uint32_t wanted = holonomic ? SAR_HAS_POSITION : SAR_HAS_VELOCITY;
  if (b->ops->content(b, f) & wanted) {
    SAR_TRY(holonomic ? b->ops->holonomic(b, NULL, rotation, f) : b->ops->nonholonomic(b, NULL, rotation, f));
    return offer_reaction(b);
  }
  return sar_report(b->context, SAR_INPUT, value->source, b->name,
                    holonomic ? "name coordinates or positions in it"
                              : "write an equation between positions as `position`, or name velocities in it",
                    "this equation contains no %s: it holds nothing", holonomic ? "position" : "velocity");
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[POSITION].given != values[VELOCITY].given) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[VELOCITY].source, name, "give `position` or `velocity`",
                    values[POSITION].given ? "`position` and `velocity` exclude each other: make two equations"
                                           : "this equation has no expression");
}

static const SarEquationClass equations = {.build = build};

const SarElementClass sar_equation_constraint = {
    .name = "constraint",
    .section = SAR_SECTION_EQUATIONS,
    .summary = "an expression of positions that stays zero, or one that is linear in velocities",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "multiplier [fx] [fy] [fz] [tx] [ty] [tz]",
    .check = check,
};
