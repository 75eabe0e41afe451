/* The finite-element model with its interfaces held or moved as prescribed: static solutions of everything else.
 *
 * Unknowns of nodes and of rigid sets are prescribed, the others are free; the mean of a distributed set is prescribed
 * by six equations W u = g. One Cholesky factorisation serves all: of the free unknowns without nine displacements of
 * three nodes per distributed set, the pins, so that it is positive definite whatever holds the body. Pins p and
 * multipliers l are given free again by a border,
 *
 *   [K_ii B; B^T C] [u_i; z] = [f_i; h],   z = (l, u_p),  B = (W_i^T, K_ip),  C = [0 W_p; W_p^T K_pp],  h = (g, f_p),
 *
 * whose Schur complement C - B^T K_ii^-1 B is small and dense. (Six unknowns eliminated by the equations instead would
 * fill the matrix over the whole set.) */
#ifndef SAR_FE_INNER_H
#define SAR_FE_INNER_H

#include "fe/couple.h"
#include "linear/cholesky.h"
#include "linear/symmetric.h"

typedef struct SarFeInner {
  SarContext *context;
  const SarFeModel *model;
  const int32_t *unknown; /* of nodes: couple.h */
  const SarFeCoupled *interfaces;
  int32_t ninterfaces, ndistributed;
  int32_t ninner, npins;
  int32_t *place;        /* of an unknown: among the inner ones; PIN - p: pin p; HELD - k: of interface k */
  int32_t *inner, *pins; /* unknowns */
  SarCholesky *factor;
  int32_t nborder;            /* 6 ndistributed + npins */
  double *border, *influence; /* ninner x nborder: B and K_ii^-1 B */
  double *scale;              /* of the equations of each distributed set, as a stiffness: the border is of one size */
  SarSymmetric small;
  double *room; /* for solutions */
  int64_t solutions;
} SarFeInner;

/* Destroy in any case. A stiffness that is not positive definite is SAR_INPUT. */
SarStatus sar_fe_inner_create(SarContext *context, const SarFeModel *model, const int32_t *unknown,
                              const SarFeCoupled *interfaces, int32_t ninterfaces, SarArena *arena, SarFeInner *out);
void sar_fe_inner_destroy(SarFeInner *inner);

/* Whether an unknown belongs to a node or a rigid set that is prescribed; -1: it does not, else the interface. */
int32_t sar_fe_inner_held(const SarFeInner *inner, int32_t unknown);

/* u: `count` vectors of nunknowns: loads in, displacements with interfaces held out (what is held: 0). means: null, or
 * the prescribed motion of distributed sets, 6 ninterfaces numbers per vector (those of other interfaces unused). */
SarStatus sar_fe_inner_solve(SarFeInner *inner, int32_t count, double *u, const double *means);

/* The mean motion W u of each distributed set: 6 ninterfaces numbers per vector, 0 for other interfaces. */
void sar_fe_inner_means(const SarFeInner *inner, int32_t count, const double *u, double *means);

/* The shapes of unit motions of the interfaces: 6 ninterfaces vectors of nunknowns. */
SarStatus sar_fe_constraint_shapes(SarFeInner *inner, double *shapes);

#endif
