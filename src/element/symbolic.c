#include "element/symbolic.h"

SarSym3 sar_sym3_constant(SarArena *arena, double x, double y, double z) {
  return (SarSym3){{sar_expr_constant(arena, x), sar_expr_constant(arena, y), sar_expr_constant(arena, z)}};
}

const SarExpr *sar_sym_sub(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_SUBTRACT, a, b);
}

const SarExpr *sar_sym_div(SarArena *arena, const SarExpr *a, const SarExpr *b) {
  return sar_node_binary(arena, SAR_EXPR_DIVIDE, a, b);
}

const SarExpr *sar_sym_neg(SarArena *arena, const SarExpr *a) { return sar_node_unary(arena, SAR_EXPR_NEGATE, a); }

SarSym3 sar_sym3_add(SarArena *arena, SarSym3 a, SarSym3 b) {
  SarSym3 sum;
  for (int i = 0; i < 3; i++) sum.e[i] = sar_expr_add(arena, a.e[i], b.e[i]);
  return sum;
}

SarSym3 sar_sym3_sub(SarArena *arena, SarSym3 a, SarSym3 b) {
  SarSym3 difference;
  for (int i = 0; i < 3; i++) difference.e[i] = sar_sym_sub(arena, a.e[i], b.e[i]);
  return difference;
}

SarSym3 sar_sym3_scale(SarArena *arena, const SarExpr *factor, SarSym3 a) {
  SarSym3 product;
  for (int i = 0; i < 3; i++) product.e[i] = sar_expr_multiply(arena, factor, a.e[i]);
  return product;
}

SarSym3 sar_sym3_cross(SarArena *arena, SarSym3 a, SarSym3 b) {
  SarSym3 product;
  for (int i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    product.e[i] =
        sar_sym_sub(arena, sar_expr_multiply(arena, a.e[j], b.e[k]), sar_expr_multiply(arena, a.e[k], b.e[j]));
  }
  return product;
}

const SarExpr *sar_sym3_dot(SarArena *arena, SarSym3 a, SarSym3 b) {
  const SarExpr *sum = sar_expr_multiply(arena, a.e[0], b.e[0]);
  for (int i = 1; i < 3; i++) sum = sar_expr_add(arena, sum, sar_expr_multiply(arena, a.e[i], b.e[i]));
  return sum;
}

const SarExpr *sar_sym3_norm(SarArena *arena, SarSym3 a) {
  return sar_node_unary(arena, SAR_EXPR_ROOT, sar_sym3_dot(arena, a, a));
}

SarSym3 sar_sym3_direction(SarArena *arena, SarSym3 a, const SarExpr *length) {
  SarSym3 direction;
  for (int i = 0; i < 3; i++) direction.e[i] = sar_node_binary(arena, SAR_EXPR_RATIO, a.e[i], length);
  return direction;
}

bool sar_sym3_ok(SarSym3 a) { return a.e[0] && a.e[1] && a.e[2]; }
