/* What explicit methods share: a state (q, v, x) and its rates from the index-1 system. Positions are integrated in
 * Cayley's chart around the last accepted configuration (cayley.h), velocities and states as they stand. */
#ifndef SAR_METHOD_EXPLICIT_H
#define SAR_METHOD_EXPLICIT_H

#include "method/baumgarte.h"
#include "method/engine.h"
#include "method/index1.h"

/* Rates of change at one point, or errors: of positions in the chart and velocities (nv), of states (nx). */
typedef struct SarRates {
  double *xi, *v, *x;
} SarRates;

typedef struct SarExplicit {
  SarIntegrator *integrator;
  SarIndex1 index1;
  SarBaumgarte baumgarte;
  double *xi;    /* nv: place of the point that is worked on */
  double *place; /* nv: another one */
  double *spare; /* nq */
  double *rhs;   /* unknowns */
} SarExplicit;

/* SAR_NO_MEMORY is reported. Sets the integrator's map as well. */
SarStatus sar_explicit_create(SarIntegrator *integrator, SarExplicit *out);

bool sar_rates_create(SarArena *arena, const SarProblem *problem, SarRates *out);

/* The rates at an accepted node in the chart around `from`. SAR_ROTATION_TOO_LARGE when they are too far apart. */
SarStatus sar_explicit_rates_of(SarExplicit *e, const SarNode *from, const SarNode *node, SarRates *out);

/* A step begins: the unknowns at `from` are the first guess of those at the node. */
void sar_explicit_begin(const SarNode *from, SarNode *node);

/* The state at the node is that of `from`, in the middle of its chart. */
void sar_explicit_return(SarExplicit *e, const SarNode *from, SarNode *node);

/* Adds factor times the rates to the place e->xi, and to v and x of the node. */
void sar_explicit_add(SarExplicit *e, double factor, const SarRates *rates, SarNode *node);

/* q and turn of the node from the place e->xi in the chart around `from`. */
SarStatus sar_explicit_move(SarExplicit *e, const SarNode *from, SarNode *node);

/* The unknowns u at the node's state, and the rates there (may be null). */
SarStatus sar_explicit_evaluate(SarExplicit *e, SarNode *node, SarRates *rates);

/* Moves the node's positions and velocities onto the constraints, by the last matrix: the shortest way in the metric of
 * the masses, nearly. */
SarStatus sar_explicit_project(SarExplicit *e, const SarNode *from, SarNode *node);

/* Velocities alone. */
SarStatus sar_explicit_project_velocities(SarExplicit *e, SarNode *node);

/* The same with a stage, as exactly as errors of the step are looked at. */
SarStatus sar_explicit_project_stage(SarExplicit *e, const SarNode *from, SarNode *node);

/* What velocities over L are measured against: the fastest rate so far (numerics 4). Positions are measured against L
 * and radians, states against their scales. */
double sar_explicit_velocity_scale(const SarIntegrator *integrator);

/* Who is to blame for a failed evaluation (limits.h). */
int32_t sar_explicit_blame(const SarExplicit *e, SarStatus why);

#endif
