/* Accelerations between frames (Adams: ACCX ... ACCM, WDTX ... WDTM). */
#include "element/measure/measure.h"

/* The second rate of r = r_i - r_j as an observer in frame l sees it:
 * (a_i - a_j) - 2 w_l x (v_i - v_j) - alpha_l x r + w_l x (w_l x r) */
static SarSym3 relative(SarArena *arena, const SarMeasureCall *call, const SarSymbolFrame *l) {
  const SarSymbolFrame *i = &call->frames[0], *j = &call->frames[1];
  SarSym3 r = sar_sym3_sub(arena, i->point, j->point), v = sar_sym3_sub(arena, i->velocity, j->velocity);
  SarSym3 a = sar_sym3_sub(arena, i->acceleration, j->acceleration);
  SarSym3 coriolis = sar_sym3_scale(arena, sar_expr_constant(arena, 2), sar_sym3_cross(arena, l->omega, v));
  SarSym3 euler = sar_sym3_cross(arena, l->omega_rate, r);
  SarSym3 centrifugal = sar_sym3_cross(arena, l->omega, sar_sym3_cross(arena, l->omega, r));
  return sar_sym3_add(arena, sar_sym3_sub(arena, sar_sym3_sub(arena, a, coriolis), euler), centrifugal);
}

SarStatus sar_measure_acceleration(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 a = relative(b->arena, call, &call->frames[3]);
  *out = sar_sym3_dot(b->arena, a, call->frames[2].axis[call->class->option]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_acceleration_size(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = sar_sym3_norm(b->arena, relative(b->arena, call, &call->frames[2]));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

/* The rate of w_i - w_j as an observer in frame l sees it: (alpha_i - alpha_j) - w_l x (w_i - w_j). */
static SarSym3 angular(SarArena *arena, const SarMeasureCall *call, const SarSymbolFrame *l) {
  SarSym3 w = sar_sym3_sub(arena, call->frames[0].omega, call->frames[1].omega);
  SarSym3 alpha = sar_sym3_sub(arena, call->frames[0].omega_rate, call->frames[1].omega_rate);
  return sar_sym3_sub(arena, alpha, sar_sym3_cross(arena, l->omega, w));
}

SarStatus sar_measure_angular_acceleration(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarSym3 alpha = angular(b->arena, call, &call->frames[3]);
  *out = sar_sym3_dot(b->arena, alpha, call->frames[2].axis[call->class->option]);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_angular_acceleration_size(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = sar_sym3_norm(b->arena, angular(b->arena, call, &call->frames[2]));
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
