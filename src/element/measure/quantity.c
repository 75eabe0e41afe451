/* What elements offer under a name of its own: angle(A), length(s), value(x) (Adams: VARVAL, DIF, DIF1). */
#include "element/measure/measure.h"

SarStatus sar_measure_quantity(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  return b->ops->quantity(b, call->names[0], call->class->name, call->source, out);
}
