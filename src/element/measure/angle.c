/* Angles between frames that are followed through their turns: AX, AY, AZ of Adams. */
#include "element/equations.h"
#include "element/measure/measure.h"

SarStatus sar_measure_angle(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  return sar_equation_axis_angle(b, &call->sides[0], &call->sides[1], call->class->option, out);
}
