/* One stage: the equations at one instant with v, x and the position expressed by the unknowns (numerics 2).
 *
 *   v = v_hat + c_v a      x = x_hat + c_x xdot
 *
 *   alpha family:  xi = xi_hat + c_q a  [+ twist omega_0 x (omega - omega_0)], the rotation vector of the step
 *   all others:    xi = xi_hat + c_v T^-1(xi) v, Cayley's parameters (cayley.h); there c_q = c_v^2
 *
 * A family fills in the hats and the coefficients; everything else is the same for every implicit method. Position rows
 * are divided by c_q and velocity rows by c_v, which keeps the matrix independent of the step
 * (paper 1, eq 13). */
#ifndef SAR_METHOD_STAGE_H
#define SAR_METHOD_STAGE_H

#include "method/history.h"

typedef enum SarScaling {
  SAR_SCALING_STEP, /* rows over c_q and c_v, unknown accelerations */
  SAR_SCALING_NONE  /* rows as they stand, unknown positions: paper 3's unscaled matrix (numerics 7) */
} SarScaling;

/* How positions are written around the last accepted configuration (numerics 1). */
typedef enum SarMap { SAR_MAP_EXPONENTIAL, SAR_MAP_CAYLEY } SarMap;

typedef struct SarStage {
  SarProblem *problem;
  SarScaling scaling;
  SarMap map;

  /* what a family sets before every solve */
  double c_v, c_q, c_x;
  double twist; /* h^2/12 for the alpha family's rotation vector; not used by Cayley's map */
  double *v_hat, *xi_hat, *x_hat;
  const SarNode *from; /* the chart is centred here */
  SarNode *node;       /* the unknowns u go in, t is set; q, v, x and turn come out */

  /* workspace */
  double *xi;       /* nv */
  double *rotation; /* 9 per rotation block: N of SarWeights */
} SarStage;

bool sar_stage_create(SarArena *arena, SarProblem *problem, SarStage *stage);

/* q, v, x of the node from its unknowns. SAR_OK or SAR_ROTATION_TOO_LARGE. */
SarStatus sar_stage_point(SarStage *stage);

/* The residual at the node's point, rows as they stand. SAR_RETRY when a number is not finite. */
SarStatus sar_stage_residual(const SarStage *stage, double *r);

/* The iteration matrix at the node's point. */
SarStatus sar_stage_matrix(SarStage *stage, double *values);

/* The right-hand side -r of the iteration, rows scaled; and what the solution means: corrections of u. */
void sar_stage_right_side(const SarStage *stage, const double *r, double *rhs);
void sar_stage_correction(const SarStage *stage, double *solution);

#endif
