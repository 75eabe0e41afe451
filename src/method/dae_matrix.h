/* The matrix dF/dy + c dF/dy' of dae.h, for implicit formulas with y' = c y + ... */
#ifndef SAR_METHOD_DAE_MATRIX_H
#define SAR_METHOD_DAE_MATRIX_H

#include "method/dae.h"

/* Adds factor[k] * value[source] to an entry of the matrix. */
typedef struct SarDaeTerm {
  int32_t slot, source, factor;
} SarDaeTerm;

typedef struct SarDaeMatrix {
  SarDae *dae;
  SarPattern pattern;
  SarDaeTerm *terms;
  int32_t nterms;
  double *value;                                     /* what the matrix is made of, see dae_matrix.c */
  int32_t entries, extra_rotations, extra_supported; /* parts of it */
  double *factor;                                    /* 1, and then d theta/dp, 3 by 4 of every rotation */
} SarDaeMatrix;

/* Null when memory is exhausted. */
SarDaeMatrix *sar_dae_matrix_create(SarArena *arena, SarDae *dae);

/* dF/dy + c dF/dy'. Left out: the derivative of M e + Phi_q^T eta by q, since e and eta vanish with the error, and
 * rates of constraints by q where the problem does not know them. */
SarStatus sar_dae_matrix_evaluate(SarDaeMatrix *m, double t, const double *y, const double *rate, double c,
                                  double *values);

#endif
