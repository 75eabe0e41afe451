/* Vectors of expressions, and a frame of the mechanism written in symbols: what measures, user forces and rolling
 * contacts are made of. Every function gives null entries where memory is exhausted; null arguments are passed on, so a
 * caller asks once, at the end (sar_sym3_ok). */
#ifndef SAR_ELEMENT_SYMBOLIC_H
#define SAR_ELEMENT_SYMBOLIC_H

#include "expr/node.h"

typedef struct SarSym3 {
  const SarExpr *e[3];
} SarSym3;

/* A frame on a body, or on the ground, where all are constants. Everything in ground axes. */
typedef struct SarSymbolFrame {
  SarSym3 point;        /* m */
  SarSym3 axis[3];      /* unit vectors x, y, z of the frame */
  SarSym3 velocity;     /* m/s, of the point */
  SarSym3 omega;        /* rad/s */
  SarSym3 acceleration; /* m/s^2, of the point */
  SarSym3 omega_rate;   /* rad/s^2 */
} SarSymbolFrame;

SarSym3 sar_sym3_constant(SarArena *arena, double x, double y, double z);
SarSym3 sar_sym3_add(SarArena *arena, SarSym3 a, SarSym3 b);
SarSym3 sar_sym3_sub(SarArena *arena, SarSym3 a, SarSym3 b);
SarSym3 sar_sym3_scale(SarArena *arena, const SarExpr *factor, SarSym3 a);
SarSym3 sar_sym3_cross(SarArena *arena, SarSym3 a, SarSym3 b);
const SarExpr *sar_sym3_dot(SarArena *arena, SarSym3 a, SarSym3 b);
/* |a|, and a/|a|. Where a is zero both are zero and so are their derivatives (as in primitive/length.c). */
const SarExpr *sar_sym3_norm(SarArena *arena, SarSym3 a);
SarSym3 sar_sym3_direction(SarArena *arena, SarSym3 a, const SarExpr *length);
bool sar_sym3_ok(SarSym3 a);

/* a - b, a / b, -a: operations that expr.h does not name. */
const SarExpr *sar_sym_sub(SarArena *arena, const SarExpr *a, const SarExpr *b);
const SarExpr *sar_sym_div(SarArena *arena, const SarExpr *a, const SarExpr *b);
const SarExpr *sar_sym_neg(SarArena *arena, const SarExpr *a);

#endif
