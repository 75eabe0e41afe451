/* Reactions and forces of elements: the columns fx ... tz2, along the axes of any frame (Adams: JOINT, MOTION, SFORCE,
 * ... with the number of a component); and the sum of all between two frames (Adams: FX(i, j, k) ...). */
#include "element/measure/measure.h"

/* Which part of an action: axis 0 .. 2, or 3 for its size. */
typedef struct Part {
  int side, axis;
  bool torque;
} Part;

static SarStatus make(SarBuilder *b, const SarMeasureCall *call, Part part, const SarSymbolFrame *along,
                      const SarExpr **out) {
  SarSym3 force, torque;
  if (call->names[0]) {
    SAR_TRY(b->ops->reaction(b, call->names[0], part.side, &force, &torque));
  } else {
    SAR_TRY(b->ops->action(b, call->named[0], call->named[1], call->frames[0].point, &force, &torque));
  }
  SarSym3 action = part.torque ? torque : force;
  *out = part.axis == 3 ? sar_sym3_norm(b->arena, action) : sar_sym3_dot(b->arena, action, along->axis[part.axis]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_reaction(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  int option = call->class->option;
  Part part = {.side = option / 8, .axis = option % 4, .torque = option / 4 % 2};
  return make(b, call, part, &call->frames[call->names[0] ? 1 : 2], out);
}

SarStatus sar_measure_component(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  double side = call->numbers[1], component = call->numbers[2];
  if (side != 0 && side != 1)
    return sar_report(b->context, SAR_INPUT, call->sources[1], b->name,
                      "write 0 for the action on the first body, 1 for that on the second",
                      "the action on body number %g is asked for", side);
  int number = component >= 1 && component <= 8 ? (int)component : 0;
  if (number == 0 || component != number)
    return sar_report(b->context, SAR_INPUT, call->sources[2], b->name,
                      "write 1 for the size of the force, 2 3 4 for its x y z, 5 for the size of the torque, 6 7 8 for "
                      "its x y z",
                      "component number %g of an action is asked for", component);
  Part part = {.side = (int)side, .axis = (number + 2) % 4, .torque = number > 4};
  return make(b, call, part, &call->frames[3], out);
}
