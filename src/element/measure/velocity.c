/* Velocities between frames (Adams: VX ... VR, WX ... WM). */
#include "element/measure/measure.h"

static SarSym3 arm(SarArena *arena, const SarMeasureCall *call) {
  return sar_sym3_sub(arena, call->frames[0].point, call->frames[1].point);
}

/* The rate of r = r_i - r_j as an observer in frame l sees it: v_i - v_j - w_l x r. */
static SarSym3 relative(SarArena *arena, const SarMeasureCall *call, const SarSymbolFrame *observer) {
  SarSym3 v = sar_sym3_sub(arena, call->frames[0].velocity, call->frames[1].velocity);
  return sar_sym3_sub(arena, v, sar_sym3_cross(arena, observer->omega, arm(arena, call)));
}

SarStatus sar_measure_velocity(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 v = relative(b->arena, call, &call->frames[3]);
  *out = sar_sym3_dot(b->arena, v, call->frames[2].axis[call->class->option]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_speed(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = sar_sym3_norm(b->arena, relative(b->arena, call, &call->frames[2]));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

/* v . r/|r|. The part w_l x r is normal to r: it falls out whichever frame is named, and is not written. */
SarStatus sar_measure_separation(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 r = arm(b->arena, call);
  SarSym3 v = sar_sym3_sub(b->arena, call->frames[0].velocity, call->frames[1].velocity);
  *out = sar_sym3_dot(b->arena, v, sar_sym3_direction(b->arena, r, sar_sym3_norm(b->arena, r)));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_angular_velocity(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 w = sar_sym3_sub(b->arena, call->frames[0].omega, call->frames[1].omega);
  *out = sar_sym3_dot(b->arena, w, call->frames[2].axis[call->class->option]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_angular_speed(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = sar_sym3_norm(b->arena, sar_sym3_sub(b->arena, call->frames[0].omega, call->frames[1].omega));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
