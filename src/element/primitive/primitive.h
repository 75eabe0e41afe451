/* Primitives: scalar functions of the relative placement of two bodies, with exact derivatives.
 *
 * Everything that joints, motions, couplers and springs need is such a function y(q): the dot products and distances of
 * paper 2, section 3, and the few they lack (angle, length). A constraint row is y = c(t); a joint coordinate
 * is y itself; a spring is a force along its gradient.
 *
 * y depends on d = r_b - r_a (ground axes) and on the two rotations. Perturbations: d -> d + delta,
 * A_a -> A_a exp(theta_a x), A_b -> A_b exp(theta_b x), with theta in body axes. Then
 *
 *   dy = g.d . delta + g.a . theta_a + g.b . theta_b
 *
 * so the generalised force on body b is (g.d; g.b), on body a it is (-g.d; g.a). */
#ifndef SAR_ELEMENT_PRIMITIVE_H
#define SAR_ELEMENT_PRIMITIVE_H

#include "base/interval.h"
#include "element/kinematics.h"
#include "element/symbolic.h"

typedef struct SarGradient {
  SarVec3 d; /* ground axes */
  SarVec3 a; /* body axes of a */
  SarVec3 b; /* body axes of b */
} SarGradient;

/* The derivative of the gradient: e.g. ab = d(g.a)/d(theta_b). Not symmetric (rotations do not commute). */
typedef struct SarHessian {
  SarMat3 dd, da, db, ad, aa, ab, bd, ba, bb;
} SarHessian;

/* Which blocks of a primitive can be nonzero, for the sparsity pattern. */
typedef enum SarReach {
  SAR_REACH_ROTATION,   /* rotations only: g.d = 0 */
  SAR_REACH_EVERYTHING, /* positions and rotations */
} SarReach;

/* The data of one instance. Vectors u are fixed in body a, w in body b, both in body axes. */
typedef struct SarPrimitive {
  SarVec3 pa, pb; /* m, points on a and b, from the centres of mass, body axes */
  SarVec3 u, u2;  /* unit vectors on a */
  SarVec3 w, w2;  /* unit vectors on b */
  double length;  /* m, distance only */
} SarPrimitive;

/* Two bodies in symbols, as those who write expressions of them give them to a primitive; everything in ground axes. */
typedef struct SarSymbolPair SarSymbolPair;
struct SarSymbolPair {
  SarArena *arena;
  /* A vector that is fixed in body a or b, given in body axes. */
  SarSym3 (*of_a)(const SarSymbolPair *pair, SarVec3 v);
  SarSym3 (*of_b)(const SarSymbolPair *pair, SarVec3 v);
  SarSym3 (*gap)(const SarSymbolPair *pair, const SarPrimitive *p); /* P_b - P_a */
};

/* All functions must be there (sar_primitive_lacks), but `both`, and `bounds` where there is no period. */
typedef struct SarPrimitiveClass {
  const char *name, *formula;
  SarReach reach;
  double period; /* angles: 2 pi, the value is known up to a multiple; others 0 */
  double (*value)(const SarPrimitive *p, const SarKin *a, const SarKin *b);
  void (*gradient)(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g);
  /* Gradient and value, where they share something; null: one after the other (sar_primitive_both). */
  double (*both)(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *g);
  void (*hessian)(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarHessian *h);
  /* Second time derivative for zero accelerations: the quadratic velocity terms. */
  double (*bias)(const SarPrimitive *p, const SarKin *a, const SarKin *b);
  /* Its derivatives, the third ones of paper 2, section 3: `by_position` by d, theta_a and theta_b, with v and w held;
   * `by_velocity` by v_b - v_a, w_a and w_b. */
  void (*bias_gradient)(const SarPrimitive *p, const SarKin *a, const SarKin *b, SarGradient *by_position,
                        SarGradient *by_velocity);
  /* Sum of the absolute values of the terms of the value: its rounding error is a few eps times this. */
  double (*magnitude)(const SarPrimitive *p, const SarKin *a, const SarKin *b);
  /* Angles: an interval that has the value, for less than the value takes. Others: null. */
  SarInterval (*bounds)(const SarPrimitive *p, const SarKin *a, const SarKin *b);
  /* The value in symbols, for expressions that ask for it; angles: within one turn. Null when memory is exhausted. */
  const SarExpr *(*symbols)(const SarPrimitive *p, const SarSymbolPair *pair);
} SarPrimitiveClass;

static inline double sar_primitive_both(const SarPrimitiveClass *class, const SarPrimitive *p, const SarKin *a,
                                        const SarKin *b, SarGradient *g) {
  if (class->both) return class->both(p, a, b, g);
  class->gradient(p, a, b, g);
  return class->value(p, a, b);
}

/* dy/dt = g . v at fixed time */
static inline double sar_gradient_rate(const SarGradient *g, const SarKin *a, const SarKin *b) {
  return sar_dot(g->d, sar_sub(b->v, a->v)) + sar_dot(g->a, a->w) + sar_dot(g->b, b->w);
}

#define SAR_PRIMITIVE(name) extern const SarPrimitiveClass sar_primitive_##name;
#include "element/primitive/registry.def"
#undef SAR_PRIMITIVE

int32_t sar_primitive_count(void);
const SarPrimitiveClass *sar_primitive_class(int32_t index);

/* The first function that a class should have and does not, by its name; null: all are there. */
const char *sar_primitive_lacks(const SarPrimitiveClass *primitive);

#endif
