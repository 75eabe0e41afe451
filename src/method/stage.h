/* One stage: the equations at one instant with v, x and the position expressed by the unknowns (numerics 2).
 *
 *   v = v_hat + c_v a      x = x_hat + c_x xdot
 *
 *   alpha family:  xi = xi_hat + c_q a  [+ twist omega_0 x (omega - omega_0)], the rotation vector of the step
 *   all others:    xi = xi_hat + c_v T^-1(xi) v, Cayley's parameters (cayley.h), or rotation vectors where a method
 *                  looks back over several steps (vector.h); there c_q = c_v^2
 *
 * A family fills in the hats and the coefficients; everything else is the same for every implicit method. Position rows
 * are divided by c_q and velocity rows by c_v, which keeps the matrix independent of the step
 * (paper 1, eq 13). */
#ifndef SAR_METHOD_STAGE_H
#define SAR_METHOD_STAGE_H

#include "method/augment.h"
#include "method/history.h"
#include "method/si2.h"

/* Paper 3 and numerics 7. With J and r those of SAR_SCALING_STEP, all others are R J C and R r. */
typedef enum SarScaling {
  SAR_SCALING_STEP,    /* rows over c_q and c_v, unknown accelerations */
  SAR_SCALING_NONE,    /* rows as they stand, unknown positions: R = (1, c_q), C = (1/c_q, 1) */
  SAR_SCALING_PHYSICAL /* constraints and multipliers times a mass s as well: R = (1, s), C = (1, s) */
} SarScaling;

/* How positions are written around the last accepted configuration (numerics 1). */
typedef enum SarMap {
  SAR_MAP_EXPONENTIAL, /* the rotation vector of the step itself, as the alpha family writes it */
  SAR_MAP_CAYLEY,      /* cayley.h */
  SAR_MAP_VECTOR       /* vector.h */
} SarMap;

typedef struct SarStage {
  SarProblem *problem;
  SarScaling scaling;
  SarMap map;
  double augmentation;             /* rho of the augmented Lagrangian term; 0: none */
  SarAugment *augment;             /* null: none */
  SarSi2 *si2;                     /* the stabilised index-2 form; null: index 3 */
  double mass, damping, stiffness; /* m_r, d_r, k_r of paper 3: means of the diagonals at the start */

  /* what a family sets before every solve */
  double c_v, c_q, c_x;
  double c_e;   /* si2 in the alpha family: h, the time in which e carries positions */
  double twist; /* h^2/12 for the alpha family's rotation vector; not used by the others */
  double *v_hat, *xi_hat, *x_hat;
  const SarNode *from; /* the chart is centred here */
  bool average;        /* dynamics and states as means of their values at `from` and at the node (implicit midpoint) */
  SarNode *node;       /* the unknowns u go in, t is set; q, v, x and turn come out */

  /* workspace */
  double *xi;       /* nv */
  double *carrier;  /* nv: v + e */
  double *rotation; /* 9 per rotation block: N of SarWeights */
  double *plain;    /* values of the problem's matrix, where the stage's own has more entries; and for means */
  double *lambda;   /* np + nn: multipliers with the augmented term ... */
  double *level;    /* ... and the residual that it is made of */
  double *begin;    /* the residual at `from`, and values of a second matrix, where means are taken */
  double *second;
} SarStage;

/* The pattern of the iteration matrix, and the number of unknowns: those of problem.h, and with si2 those of si2.h
 * after them. */
static inline const SarPattern *sar_stage_pattern(const SarStage *stage) {
  if (stage->si2) return &stage->si2->pattern;
  return stage->augment ? &stage->augment->pattern : &stage->problem->pattern;
}
static inline int32_t sar_stage_unknowns(const SarStage *stage) { return sar_stage_pattern(stage)->ncolumns; }

/* The velocities that carry positions at a node: v, with si2 v + e. Valid until the next call. */
const double *sar_stage_carrier(SarStage *stage, const SarNode *node);

/* Makes it a stage of the stabilised index-2 form. */
bool sar_stage_stabilise(SarArena *arena, SarStage *stage);

/* Sets the scaling, the factor of the augmented term (0: none) and what they need. */
bool sar_stage_scale(SarArena *arena, SarScaling scaling, double augmentation, SarStage *stage);

/* Room for means. */
bool sar_stage_average(SarArena *arena, SarStage *stage);

/* A run begins here: characteristic mass, damping and stiffness of what is integrated, where they are needed. */
SarStatus sar_stage_start(SarStage *stage, const SarPoint *at);

bool sar_stage_create(SarArena *arena, SarProblem *problem, SarStage *stage);

/* q, v, x of the node from its unknowns. SAR_OK or SAR_ROTATION_TOO_LARGE. */
SarStatus sar_stage_point(SarStage *stage);

/* The residual at the node's point, rows as they stand, with the augmented term. SAR_RETRY when a number is not finite.
 */
SarStatus sar_stage_residual(SarStage *stage, double *r);

/* The iteration matrix at the node's point. */
SarStatus sar_stage_matrix(SarStage *stage, double *values);

/* For every row the sum of its absolute terms (problem.h). */
SarStatus sar_stage_magnitude(const SarStage *stage, double *m);

/* The right-hand side -r of the iteration, rows scaled; and what the solution means: corrections of u. */
void sar_stage_right_side(const SarStage *stage, const double *r, double *rhs);
void sar_stage_correction(const SarStage *stage, double *solution);

#endif
