/* The symbols in which user-defined equations are written, and how they change.
 *
 * A symbol is a variable of an expression: its kind in the upper bits, its index below. A body has 24 of them: r (3), A
 * (9, by rows), v (3), w (3, body axes), a (3), alpha (3, body axes). Since the change of every symbol along a
 * coordinate is again an expression of symbols (a rotation about body axis k: dA = A [e_k x]), one operation,
 * sar_expr_derive, gives all derivatives: Jacobians, constraint levels, generalised forces. */
#ifndef SAR_SYSTEM_SYMBOLS_H
#define SAR_SYSTEM_SYMBOLS_H

#include "element/kinematics.h"
#include "element/primitive/primitive.h"
#include "element/symbolic.h"

typedef enum SarSymbolKind {
  SAR_SYMBOL_TIME = 1,
  SAR_SYMBOL_PARAMETER, /* that events change; behind the last one: which analysis is made */
  SAR_SYMBOL_INPUT,     /* that whoever steps changes */
  SAR_SYMBOL_MODE,      /* branch of an expression that jumps */
  SAR_SYMBOL_TURN,      /* what an angle has beyond its principal value, by coordinate of the system */
  SAR_SYMBOL_BODY,
  SAR_SYMBOL_Q, /* scalar coordinates: value, rate, acceleration */
  SAR_SYMBOL_V,
  SAR_SYMBOL_A,
  SAR_SYMBOL_LAMBDA,
  SAR_SYMBOL_MU,
  SAR_SYMBOL_X,
  SAR_SYMBOL_XDOT,
  SAR_SYMBOL_Z,
  SAR_SYMBOL_CONSTANT, /* in which elements of one kind differ (classes.h) */
  SAR_SYMBOL_KINDS
} SarSymbolKind;

#define SAR_BODY_SYMBOLS 24
enum { SAR_BODY_R = 0, SAR_BODY_AXES = 3, SAR_BODY_V = 12, SAR_BODY_W = 15, SAR_BODY_ACC = 18, SAR_BODY_ALPHA = 21 };

#define SAR_SYMBOL_MOST (1 << 24) /* of one kind: sar_user_check_sizes */
static inline int32_t sar_symbol(SarSymbolKind kind, int32_t index) { return (int32_t)kind << 24 | index; }
static inline SarSymbolKind sar_symbol_kind(int32_t symbol) { return (SarSymbolKind)(symbol >> 24); }
static inline int32_t sar_symbol_index(int32_t symbol) { return symbol & 0xffffff; }

/* The symbol of an acceleration stands for its dynamics row; j counts as in v: six per body, then scalar coordinates.
 */
int32_t sar_symbol_of_acceleration(int32_t nbodies, int32_t j);

typedef struct SarSymbols {
  SarArena *arena;          /* of what is written and differentiated */
  SarArena *lasting;        /* of the symbols of bodies, which all share */
  const SarExpr ***of_body; /* by body: its symbols, made when they are asked for */
  int32_t nbodies;          /* the ground has this index */
} SarSymbols;

/* False when memory is exhausted. */
bool sar_symbols_make(SarArena *arena, int32_t nbodies, SarSymbols *out);

/* ---- writing ---- */

const SarExpr *sar_symbols_variable(const SarSymbols *s, SarSymbolKind kind, int32_t index);

/* A frame fixed on a body. Members are null where memory is exhausted: sar_symbol_frame_ok. */
SarSymbolFrame sar_symbols_frame(const SarSymbols *s, const SarSide *side);
bool sar_symbol_frame_ok(const SarSymbolFrame *frame);

/* A vector fixed in a body, in ground axes; and one that is given in body symbols. */
SarSym3 sar_symbols_turned(const SarSymbols *s, int32_t body, SarSym3 vector);
SarSym3 sar_symbols_body3(const SarSymbols *s, int32_t body, int32_t first);

/* A primitive between two bodies; null where memory is exhausted. */
const SarExpr *sar_symbols_primitive(const SarSymbols *s, const SarPrimitiveClass *class, const SarPrimitive *p,
                                     int32_t a, int32_t b);

/* ---- differentiating; null where memory is exhausted ---- */

/* Along the coordinate, velocity or acceleration j: dF/dq_j (rotations in body axes), dF/dv_j, dF/da_j. */
typedef enum SarDirection { SAR_BY_POSITION, SAR_BY_VELOCITY, SAR_BY_ACCELERATION } SarDirection;
const SarExpr *sar_symbols_by(const SarSymbols *s, const SarDerivable *f, SarDirection direction, int32_t j);
const SarExpr *sar_symbols_by_position(const SarSymbols *s, const SarExpr *f, int32_t j);
const SarExpr *sar_symbols_by_velocity(const SarSymbols *s, const SarExpr *f, int32_t j);

/* Along the motion: q' = v, v' = a, x' = xdot, t' = 1. Multipliers, variables and accelerations must not occur. */
const SarExpr *sar_symbols_by_time(const SarSymbols *s, const SarExpr *f);
/* The explicit part of it. */
const SarExpr *sar_symbols_by_explicit_time(const SarSymbols *s, const SarExpr *f);

/* f with all accelerations, or all velocities, zero. */
const SarExpr *sar_symbols_without_accelerations(const SarSymbols *s, const SarExpr *f);
const SarExpr *sar_symbols_without_velocities(const SarSymbols *s, const SarExpr *f);

/* What f contains: bits of SarContent (element/builder.h). */
uint32_t sar_symbols_content(const SarExpr *f);

/* Which coordinates f depends on through its positions, velocities and accelerations: increasing indices as in v. The
 * lists are allocated in the arena. */
typedef struct SarDependence {
  int32_t *position, *velocity, *acceleration, *others; /* others: symbols of lambda, mu, x, xdot, z */
  int32_t nposition, nvelocity, nacceleration, nothers;
} SarDependence;
bool sar_symbols_dependence(const SarSymbols *s, const SarExpr *f, SarDependence *out);
bool sar_symbols_dependence_of(const SarSymbols *s, const SarDerivable *f, SarDependence *out);

#endif
