/* The orientation of frame i against frame j as numbers that have no gaps: the entries of R = R_j^T R_i, whose columns
 * are the axes of frame i in frame j, and Euler parameters.
 *
 * Of four Euler parameters q with R = R(q), the matrix 4 q q^T is linear in R:
 *
 *   1 + r11 + r22 + r33   r32 - r23             r13 - r31             r21 - r12
 *   r32 - r23             1 + r11 - r22 - r33   r12 + r21             r13 + r31
 *   r13 - r31             r12 + r21             1 - r11 + r22 - r33   r23 + r32
 *   r21 - r12             r13 + r31             r23 + r32             1 - r11 - r22 + r33
 *
 * so q is any of its rows over the root of that row's diagonal, 4 q_m^2; a row is taken whose diagonal is far from
 * zero. q and -q are the same orientation: the one with q0 >= 0 is given, which jumps after half a turn. */
#include "element/measure/measure.h"

/* R[row][column] = axis `row` of j . axis `column` of i */
static const SarExpr *entry(SarArena *arena, const SarMeasureCall *call, int row, int column) {
  return sar_sym3_dot(arena, call->frames[1].axis[row], call->frames[0].axis[column]);
}

/* The option is 3 row + column. */
SarStatus sar_measure_direction(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  *out = entry(b->arena, call, call->class->option / 3, call->class->option % 3);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}

static const SarExpr *diagonal(SarArena *arena, const SarMeasureCall *call, int m) {
  const SarExpr *sum = sar_expr_constant(arena, 1);
  for (int k = 0; k < 3; k++) {
    const SarExpr *r = entry(arena, call, k, k);
    sum = m == 0 || k == m - 1 ? sar_expr_add(arena, sum, r) : sar_sym_sub(arena, sum, r);
  }
  return sum;
}

/* Entry (m, n) of 4 q q^T. */
static const SarExpr *quadruple(SarArena *arena, const SarMeasureCall *call, int m, int n) {
  if (m == n) return diagonal(arena, call, m);
  if (m == 0 || n == 0) {
    int k = m + n - 1, i = (k + 1) % 3, j = (k + 2) % 3;
    return sar_sym_sub(arena, entry(arena, call, j, i), entry(arena, call, i, j));
  }
  return sar_expr_add(arena, entry(arena, call, m - 1, n - 1), entry(arena, call, n - 1, m - 1));
}

/* q_n from row m. Where the row is taken its diagonal is above 1/2; below it need not be right, only finite. */
static const SarExpr *from_row(SarArena *arena, const SarMeasureCall *call, int m, int n) {
  const SarExpr *safe =
      sar_node_binary(arena, SAR_EXPR_MAX, quadruple(arena, call, m, m), sar_expr_constant(arena, 0.25));
  const SarExpr *length =
      sar_expr_multiply(arena, sar_expr_constant(arena, 2), sar_node_unary(arena, SAR_EXPR_SQRT, safe));
  const SarExpr *q = sar_sym_div(arena, quadruple(arena, call, m, n), length);
  if (m == 0) return q;
  const SarExpr *negative =
      sar_node_binary(arena, SAR_EXPR_LESS, quadruple(arena, call, m, 0), sar_expr_constant(arena, 0));
  return sar_node_ternary(arena, SAR_EXPR_IF, negative, sar_sym_neg(arena, q), q);
}

/* All rows whose diagonals are not small give the same: to go from one to another changes nothing. */
SarStatus sar_measure_euler_parameter(SarBuilder *b, const SarMeasureCall *call, const SarExpr **out) {
  SarArena *a = b->arena;
  int n = call->class->option;
  const SarExpr *d[4], *q[4];
  for (int m = 0; m < 4; m++) {
    d[m] = quadruple(a, call, m, m);
    q[m] = from_row(a, call, m, n);
  }
  const SarExpr *last = sar_node_ternary(a, SAR_EXPR_SELECT, sar_sym_sub(a, d[2], d[3]), q[2], q[3]);
  const SarExpr *larger = sar_node_binary(a, SAR_EXPR_MAX, d[2], d[3]);
  const SarExpr *others = sar_node_ternary(a, SAR_EXPR_SELECT, sar_sym_sub(a, d[1], larger), q[1], last);
  *out = sar_node_ternary(a, SAR_EXPR_SELECT, sar_sym_sub(a, d[0], sar_expr_constant(a, 0.5)), q[0], others);
  return *out ? SAR_OK : sar_report_no_memory(b->context);
}
