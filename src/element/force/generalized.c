/* generalized: a force on a coordinate of the user's own, the right-hand side of its equation of motion. */
#include "element/equations.h"

enum { COORDINATE, FORCE };
static const SarField fields[] = {
    [COORDINATE] = {.name = "coordinate",
                    .kind = SAR_FIELD_ELEMENT,
                    .unit = "",
                    .meaning = "the coordinate that the force acts on",
                    .choices = "coordinates"},
    [FORCE] = {.name = "force",
               .kind = SAR_FIELD_FUNCTION,
               .unit = "",
               .meaning = "the force (on an angle: the torque), positive along a growing coordinate",
               .variables = "t:s"},
};

static SarStatus declare(SarBuilder *b) {
  return sar_equation_declare_component(b, NULL, b->values[FORCE].function[0]);
}

static SarStatus build(SarBuilder *b) {
  const SarValue *coordinate = &b->values[COORDINATE];
  const SarExpr *const time_only[1] = {NULL};
  const SarExpr *F, *rate;
  int32_t next = 0;
  SAR_TRY(sar_equation_component(b, b->values[FORCE].function[0], time_only, &next, &F));
  SAR_TRY(b->ops->quantity(b, coordinate->names[0], "rate", coordinate->source, &rate));
  SAR_TRY(b->ops->work(b, F, rate, SAR_POWER_WORK));
  SAR_TRY(b->ops->offer(b, "force", "?", F));
  next = 0;
  return sar_equation_component_law(b, b->values[FORCE].function[0], time_only, &next);
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_force_generalized = {
    .name = "generalized",
    .section = SAR_SECTION_FORCES,
    .summary = "a force on a coordinate, any expression",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .outputs = "force",
};
