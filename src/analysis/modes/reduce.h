/* The pencil without constraints: y' = A y with as few numbers y as there are eigenvalues.
 *
 * y = (eta, zeta, x): u = N eta, u' = N2 zeta + (what u and x ask for by the velocity rows), where N spans what the
 * position rows leave free and N2 what all rows do. Both are orthonormal in coordinates of unit mass, or
 * of what counts as mass at a shift. */
#ifndef SAR_ANALYSIS_MODES_REDUCE_H
#define SAR_ANALYSIS_MODES_REDUCE_H

#include "analysis/modes/pencil.h"
#include "linear/spectral.h"

typedef struct SarReduced {
  const SarPencil *pencil;
  int32_t size, positions, velocities; /* numbers in y, eta, zeta */
  SarComplement held, all;             /* of position rows; of all rows */
  SarLinear *index1;
  double *memory, *scale;           /* scale: nv, 1 over the weights */
  double *u, *rate, *x;             /* of the y that was lifted last */
  double *answer;                   /* u'', multipliers, x', z that belong to it */
  double *right, *least, *unscaled; /* scratch */
} SarReduced;

/* shift: 0, or that of an operator that is to be written for y (shifted.h). Destroy in any case. */
SarStatus sar_reduced_create(const SarPencil *pencil, double shift, SarReduced *out);
void sar_reduced_destroy(SarReduced *reduced);

/* Fills u, rate and x. */
void sar_reduced_lift(SarReduced *reduced, const double *y);
/* The other way: y of displacements, rates and states that the rows allow. */
void sar_reduced_take(const SarReduced *reduced, const double *u, const double *rate, const double *x, double *y);
/* After a lift: answer. forced: a right-hand side of the rows (n numbers) besides; null: none. */
void sar_reduced_solve(SarReduced *reduced, const double *forced);
/* Then: y'. */
void sar_reduced_rates(const SarReduced *reduced, double *rates);

/* A, size x size by columns. */
void sar_reduced_matrix(SarReduced *reduced, double *matrix);

#endif
