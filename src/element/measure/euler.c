/* Successive angles of frame i against frame j (Adams: PSI, THETA, PHI, YAW, PITCH, ROLL), from R = R_j^T R_i, whose
 * columns are the axes of frame i in frame j. They jump by 2 pi at the ends of their ranges; ax, ay and az do not.
 *
 * Where the first and the third rotation have the same axis, only their sum is defined: the first angle has all of it,
 * the third is 0. So the third angle is taken first, turned back, and the first one read off what is left. The triple
 * then is the orientation everywhere; only its derivatives mean nothing there. */
#include "element/measure/measure.h"

/* Closer than this to such an orientation, the third angle goes to 0: it would be one of rounding errors. */
#define NEAR 1e-9

/* R[row][column] = axis `row` of j . axis `column` of i */
static const SarExpr *entry(SarArena *arena, const SarMeasureCall *call, int row, int column) {
  return sar_sym3_dot(arena, call->frames[1].axis[row], call->frames[0].axis[column]);
}

static const SarExpr *arctangent(SarArena *arena, const SarExpr *y, const SarExpr *x) {
  return sar_node_binary(arena, SAR_EXPR_ATAN2, y, x);
}

/* One that jumps nowhere, or of which only sine and cosine are asked for. */
static const SarExpr *smooth_arctangent(SarArena *arena, const SarExpr *y, const SarExpr *x) {
  return sar_node_ternary(arena, SAR_EXPR_ANGLE, y, x, sar_expr_constant(arena, 0));
}

/* The angle of (x, y), led to 0 where the two are below NEAR: x is then moved by NEAR - (x^2 + y^2)/NEAR. */
static const SarExpr *third_angle(SarArena *arena, const SarExpr *y, const SarExpr *x, bool smooth) {
  const SarExpr *square = sar_expr_add(arena, sar_expr_multiply(arena, x, x), sar_expr_multiply(arena, y, y));
  const SarExpr *scaled = sar_expr_multiply(arena, sar_expr_constant(arena, 1 / NEAR), square);
  const SarExpr *rest = sar_sym_sub(arena, sar_expr_constant(arena, NEAR), scaled);
  const SarExpr *moved = sar_node_binary(arena, SAR_EXPR_MAX, sar_expr_constant(arena, 0), rest);
  const SarExpr *sum = sar_expr_add(arena, x, moved);
  return smooth ? smooth_arctangent(arena, y, sum) : arctangent(arena, y, sum);
}

static const SarExpr *sine(SarArena *arena, const SarExpr *angle) { return sar_node_unary(arena, SAR_EXPR_SIN, angle); }

static const SarExpr *cosine(SarArena *arena, const SarExpr *angle) {
  return sar_node_unary(arena, SAR_EXPR_COS, angle);
}

static const SarExpr *length(SarArena *arena, const SarExpr *x, const SarExpr *y) {
  return sar_node_binary(arena, SAR_EXPR_HYPOT, x, y);
}

/* R[row][p] x - R[row][q] y */
static const SarExpr *combined(SarArena *arena, const SarMeasureCall *call, int row, int p, const SarExpr *x, int q,
                               const SarExpr *y) {
  return sar_sym_sub(arena, sar_expr_multiply(arena, entry(arena, call, row, p), x),
                     sar_expr_multiply(arena, entry(arena, call, row, q), y));
}

/* The first column of R Rz(-phi) = Rz(psi) Rx(theta) is (cos psi, sin psi, 0). */
static const SarExpr *psi(SarArena *arena, const SarMeasureCall *call, const SarExpr *phi) {
  const SarExpr *c = cosine(arena, phi), *s = sine(arena, phi);
  return arctangent(arena, combined(arena, call, 1, 0, c, 1, s), combined(arena, call, 0, 0, c, 1, s));
}

static const SarExpr *psi_theta_phi(SarArena *a, const SarMeasureCall *call) {
  const SarExpr *phi = third_angle(a, entry(a, call, 2, 0), entry(a, call, 2, 1), call->class->option != 2);
  if (call->class->option == 2) return phi;
  if (call->class->option == 0) return psi(a, call, phi);
  return smooth_arctangent(a, length(a, entry(a, call, 0, 2), entry(a, call, 1, 2)), entry(a, call, 2, 2));
}

/* The second column of R Rx(-roll) = Rz(yaw) Ry(-pitch) is (-sin yaw, cos yaw, 0). */
static const SarExpr *yaw(SarArena *arena, const SarMeasureCall *call, const SarExpr *roll) {
  const SarExpr *c = cosine(arena, roll), *s = sine(arena, roll);
  return arctangent(arena, combined(arena, call, 0, 2, s, 1, c), combined(arena, call, 1, 1, c, 2, s));
}

static const SarExpr *yaw_pitch_roll(SarArena *a, const SarMeasureCall *call) {
  const SarExpr *roll = third_angle(a, entry(a, call, 2, 1), entry(a, call, 2, 2), call->class->option != 2);
  if (call->class->option == 2) return roll;
  if (call->class->option == 0) return yaw(a, call, roll);
  return smooth_arctangent(a, entry(a, call, 2, 0), length(a, entry(a, call, 0, 0), entry(a, call, 1, 0)));
}

SarStatus sar_measure_euler_313(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = psi_theta_phi(b->arena, call);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

SarStatus sar_measure_euler_321(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = yaw_pitch_roll(b->arena, call);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
