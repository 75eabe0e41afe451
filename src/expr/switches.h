/* Where expressions have kinks and jumps, and expressions whose jumps are held.
 *
 * An integrator wants smooth functions within a step. A kink (abs, min, max and what is made of them, ends of splines)
 * is continuous: it is enough that a step ends on it. A jump (comparisons, sign, floor, ceil, aint, anint, mod) is
 * held: its value is a variable, the mode, that is constant between events. Of an angle by atan2 the half of the plane
 * is held that it lies in: it goes on for a right angle beyond both ends of that half, past its cut, and ends are
 * half a right angle beyond the one that is no cut: there both halves give the same angle. A smooth table is none of
 * these, but may hold a pulse that no end of a step tells of. */
#ifndef SAR_EXPR_SWITCHES_H
#define SAR_EXPR_SWITCHES_H

#include "expr/expr.h"

typedef enum SarSwitchKind {
  SAR_SWITCH_KINK,
  SAR_SWITCH_JUMP,
  SAR_SWITCH_TABLE /* neither: a smooth table, which no step must pass by; its crossing is its value */
} SarSwitchKind;

typedef struct SarSwitch {
  const SarExpr *node; /* of f */
  SarSwitchKind kind;
  double range; /* of a table: its largest value less its smallest one, as bounds tell */
  const SarExpr
      *crossing;       /* continuous; changes its sign where the node has its kink or jump. May hold jumps of others */
  const SarExpr *mode; /* of a jump: the expression whose value the mode has; that of the node, but floor(x/y) of mod,
                        * the side of atan2 */
  /* Of a jump with many places (floor, ...), else null: an expression that holds the node and, when that is held, is
   * positive where the mode is the right one and negative everywhere else. The crossing of such a node changes its sign
   * at every place: who looks at both ends of a long way may find two changes to be none. */
  const SarExpr *bounds;
} SarSwitch;

/* Gives back SAR_OK to go on. */
typedef struct SarSwitchVisitor {
  SarStatus (*see)(void *self, const SarSwitch *found);
  void *self;
} SarSwitchVisitor;

/* All switches of f, arguments before what uses them; a node may have several (both ends of a spline). Those that do
 * not depend on any variable are left out, and kinks that are where another one is. */
SarStatus sar_expr_switches(SarContext *context, SarArena *arena, const SarExpr *f, const SarSwitchVisitor *visitor);

/* Whether there is any. */
bool sar_expr_has_switches(const SarExpr *f);

/* A node of f where its gradient jumps: *out, null if there is none. Kinks that the expression smooths are none: max(x,
 * 0)^2, STEP, HAVSIN; nor are nodes that come from no text. False when memory is exhausted. */
bool sar_expr_sharp_kink(SarArena *arena, const SarExpr *f, const SarExpr **out);

/* The variable that is the mode of a jumping node of f; -1: it is not held. */
typedef struct SarHold {
  int32_t (*mode_of)(void *self, const SarExpr *node, SarSwitchKind kind);
  void *self;
} SarHold;

/* f with the jumps replaced by their modes. An `if` with a held condition takes the other branch where the chosen one
 * has no finite value: within a step a frozen branch may be asked beyond its domain. Modes are variables like others;
 * a derivation has to give them the rate zero. Null when memory is exhausted. */
const SarExpr *sar_expr_hold(SarArena *arena, const SarExpr *f, const SarHold *hold);

#endif
