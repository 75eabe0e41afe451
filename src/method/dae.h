/* The stabilised index-2 form (si2.h) as one implicit system F(t, y, y') = 0 in R^n, for solvers from outside that keep
 * their own history and cannot follow a moving chart (numerics 2). Orientations are quaternions p with a multiplier nu
 * that keeps their length,
 *
 *   unknown   number  row of the same index
 *   q         nq      q' = v + e;   p' = 1/2 p o (omega + e) - p nu
 *   v         nv      dynamics, with a = v'
 *   e         nv      M e + Phi_q^T eta = 0
 *   lambda    np      Phi = 0
 *   mu        nn      A v + b = 0
 *   x         nx      states, with xdot = x'
 *   z         nz      algebraic variables
 *   eta       np      Phi_q v + Phi_t = 0
 *   nu        one per rotation   |p|^2 = 1
 *
 * The problem sees p/|p|, so that nothing but the last row depends on the length of p. */
#ifndef SAR_METHOD_DAE_H
#define SAR_METHOD_DAE_H

#include "method/history.h"
#include "method/si2.h"

typedef struct SarDae {
  const SarProblem *problem;
  SarSi2 *si2;
  int32_t n;                           /* unknowns */
  int32_t q, v, e, lambda, x, eta, nu; /* the first of each kind; mu follows lambda, z follows x */
  double *unit;                        /* nq: q with unit quaternions */
  double *index3, *more;               /* residuals of index 3, and the rows that si2 adds */
} SarDae;

/* Null when memory is exhausted. si2: started where the run begins. */
SarDae *sar_dae_create(SarArena *arena, const SarProblem *problem, SarSi2 *si2);

/* 1 for unknowns whose derivative enters, 0 for algebraic ones. */
void sar_dae_kinds(const SarDae *dae, double *kind);

/* y and y' at a node; derivatives of algebraic unknowns are set to zero. */
void sar_dae_pack(const SarDae *dae, const SarNode *node, double *y, double *rate);

/* The node at (t, y, y'), reached from `from`. */
void sar_dae_unpack(const SarDae *dae, double t, const double *y, const double *rate, const SarNode *from,
                    SarNode *node);

/* The point that (t, y, y') means to the problem; valid until the next call. */
SarPoint sar_dae_point(SarDae *dae, double t, const double *y, const double *rate);

SarStatus sar_dae_residual(SarDae *dae, double t, const double *y, const double *rate, double *r);

#endif
