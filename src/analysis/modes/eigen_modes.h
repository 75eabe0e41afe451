/* Eigenvalues of a pencil with their shapes, by a dense way (all) or a sparse one (those nearest to zero). */
#ifndef SAR_ANALYSIS_MODES_EIGEN_MODES_H
#define SAR_ANALYSIS_MODES_EIGEN_MODES_H

#include "analysis/modes/shifted.h"

/* One real eigenvalue, or one pair (the one with the positive imaginary part). */
typedef struct SarEigenMode {
  double complex value;
  int32_t multiplicity;  /* of a zero: 2 if its motion drifts, so that it counts twice; else 1 */
  double complex *u, *x; /* changes of positions (nv) and states (nx) */
} SarEigenMode;

/* Modes that the residual does not confirm. */
typedef struct SarUnsure {
  int32_t modes;
  double slowest, fastest; /* 1/s */
  double worst;            /* of the square of an eigenvalue */
} SarUnsure;

typedef struct SarEigenModes {
  SarArena *arena;
  SarEigenMode *modes;
  int32_t count, room;
  int64_t solves;   /* with the matrix of the pencil */
  double shift;     /* of the sparse way */
  bool settled;     /* the iteration has ended */
  SarUnsure unsure; /* those that the dense way does not know, nor does another */
  bool missing;     /* some that were found by it, of those wanted, did not hold and are left out */
} SarEigenModes;

/* How many numbers are needed to tell what the mechanism does next: the number of its eigenvalues. */
int32_t sar_pencil_order(const SarPencil *pencil);

/* Destroy in any case. `wanted` are searched, those nearest to zero; there may be more. */
/* shift: null, or factored; then those of about its size are known best, instead of the fastest. */
SarStatus sar_eigen_dense(const SarPencil *pencil, SarShifted *shift, SarEigenModes *out);
#define SAR_EIGEN_BEST 1e-14 /* tolerance of what is shown */
SarStatus sar_eigen_sparse(const SarPencil *pencil, int32_t wanted, double tolerance, SarEigenModes *out);
/* The slowest of those that the dense way has found, found by the sparse way, or by the dense way at shifts of their
 * size, where those know them better. */
SarStatus sar_eigen_look_again(const SarPencil *pencil, SarEigenModes *modes);
void sar_eigen_destroy(SarEigenModes *modes);

/* Room for as many modes. */
SarStatus sar_eigen_make(const SarPencil *pencil, int32_t count, SarEigenModes *out);
/* Adds those of `from` faster than one rate and not faster than another. SAR_FAILED: there is no room. */
SarStatus sar_eigen_add(const SarPencil *pencil, const SarEigenModes *from, double above, double to,
                        SarEigenModes *out);

#endif
