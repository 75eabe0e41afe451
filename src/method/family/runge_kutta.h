/* Explicit Runge-Kutta methods with an embedded formula: what a table of this family supplies, and one step of them,
 * with which methods of several steps begin. */
#ifndef SAR_METHOD_FAMILY_RUNGE_KUTTA_H
#define SAR_METHOD_FAMILY_RUNGE_KUTTA_H

#include "method/explicit.h"

#define SAR_RUNGE_KUTTA_STAGES 7 /* of one method at most */

/* Butcher's tableau. */
typedef struct SarRungeKuttaTable {
  int32_t stages, order;
  bool ends; /* the last stage is at the end of the step: the first of the next one */
  double c[SAR_RUNGE_KUTTA_STAGES], a[SAR_RUNGE_KUTTA_STAGES][SAR_RUNGE_KUTTA_STAGES];
  double b[SAR_RUNGE_KUTTA_STAGES];
  double embedded[SAR_RUNGE_KUTTA_STAGES]; /* weights of the formula of one order less */
} SarRungeKuttaTable;

extern const SarRungeKuttaTable sar_runge_kutta_fehlberg, sar_runge_kutta_dormand_prince;

/* Workspace of a step. */
typedef struct SarRungeKutta {
  const SarRungeKuttaTable *table;
  SarRates rates[SAR_RUNGE_KUTTA_STAGES], error; /* error: of the embedded formula, over one step */
} SarRungeKutta;

bool sar_runge_kutta_create(SarArena *arena, const SarProblem *problem, const SarRungeKuttaTable *table,
                            SarRungeKutta *out);

/* What is moved onto the constraints. */
typedef enum SarProjected {
  SAR_PROJECTED_NOT,
  SAR_PROJECTED_END,   /* of the step */
  SAR_PROJECTED_STAGES /* and all stages before it */
} SarProjected;

/* A step from the node `from`, whose unknowns are known, to `to` at the time t1 = from->t + h. */
SarStatus sar_runge_kutta_step(SarRungeKutta *rk, SarExplicit *e, const SarNode *from, double h, double t1,
                               SarProjected projected, SarNode *to);

/* The error of the last step in multiples of 1 (explicit.h); *states_decide (may be null): that of the states is the
 * largest. */
double sar_runge_kutta_error(const SarRungeKutta *rk, const SarIntegrator *integrator, bool *states_decide);

#endif
