/* Displacements between frames (Adams: DX, DY, DZ, DM). */
#include "element/measure/measure.h"

SarStatus sar_measure_displacement(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 r = sar_sym3_sub(b->arena, call->frames[0].point, call->frames[1].point);
  *out = sar_sym3_dot(b->arena, r, call->frames[2].axis[call->class->option]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

/* sqrt(r . r): where the origins meet it has no derivative; zero stands for it. */
SarStatus sar_measure_distance(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = sar_sym3_norm(b->arena, sar_sym3_sub(b->arena, call->frames[0].point, call->frames[1].point));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
