/* wrench: a force and a torque of six components, any expressions, between two frames, along the axes of a third.
 *
 * As with force and torque, they act on the second side, the force at the origin of its frame; the reaction is the
 * opposite force through the same point, and the opposite torque, on the first side. With `acts_on: first` the two
 * sides change places. */
#include "element/force/components.h"

enum { BETWEEN, FORCE, TORQUE, AXES, ACTS_ON };
static const SarField fields[] = {
    [BETWEEN] = {.name = "between",
                 .kind = SAR_FIELD_SIDES,
                 .unit = "",
                 .meaning = "[from, on]: it acts on the second (a frame, or a body at its reference point), its "
                            "reaction on the first; see `acts_on`"},
    [FORCE] = {.name = "force",
               .kind = SAR_FIELD_FUNCTIONS3,
               .unit = "N",
               .fallback = "[0, 0, 0]",
               .meaning = "components of the force along the axes",
               .variables = "t:s"},
    [TORQUE] = {.name = "torque",
                .kind = SAR_FIELD_FUNCTIONS3,
                .unit = "N*m",
                .fallback = "[0, 0, 0]",
                .meaning = "components of the torque along the axes",
                .variables = "t:s"},
    [AXES] = {.name = "axes",
              .kind = SAR_FIELD_SIDE,
              .unit = "",
              .fallback = "ground",
              .meaning = "the frame or body along whose axes the components are"},
    [ACTS_ON] = {.name = "acts_on",
                 .kind = SAR_FIELD_CHOICE,
                 .unit = "",
                 .fallback = "second",
                 .choices = "second first",
                 .meaning = "the side that it acts on; the reaction is on the other one"},
};

static SarStatus declare(SarBuilder *b) {
  static const char *const forces[3] = {"f1", "f2", "f3"}, *const torques[3] = {"t1", "t2", "t3"};
  SAR_TRY(sar_components_declare(b, forces, b->values[FORCE].function));
  return sar_components_declare(b, torques, b->values[TORQUE].function);
}

static SarStatus build(SarBuilder *b) {
  const SarExpr *F[3], *T[3];
  int32_t next = 0;
  SAR_TRY(sar_components_build(b, b->values[FORCE].function, &next, F));
  SAR_TRY(sar_components_build(b, b->values[TORQUE].function, &next, T));
  SarWrenchPlace place;
  SarSide side;
  SarSymbolFrame axes;
  SAR_TRY(sar_wrench_place(b, &place));
  if (b->values[ACTS_ON].real != 0) {
    SarSymbolFrame first = place.first;
    place.first = place.second;
    place.second = first;
  }
  SAR_TRY(b->ops->side(b, &b->values[AXES].side[0], &side));
  SAR_TRY(b->ops->frame(b, &side, &axes));
  SAR_TRY(sar_wrench_act(b, &place, axes.axis, F, T));
  next = 0;
  SAR_TRY(sar_components_laws(b, b->values[FORCE].function, &next));
  return sar_components_laws(b, b->values[TORQUE].function, &next);
}

static SarStatus check(SarContext *context, const char *name, const SarValue *values) {
  if (values[FORCE].given || values[TORQUE].given) return SAR_OK;
  return sar_report(context, SAR_INPUT, values[BETWEEN].source, name, "give `force`, `torque` or both",
                    "this wrench has neither a force nor a torque");
}

static const SarEquationClass equations = {.declare = declare, .build = build};

const SarElementClass sar_force_wrench = {
    .name = "wrench",
    .section = SAR_SECTION_FORCES,
    .summary = "a force and a torque, six expressions, along the axes of any frame",
    .fields = fields,
    .nfields = SAR_COUNT(fields),
    .equations = &equations,
    .check = check,
};
