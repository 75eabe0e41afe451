/* The gradients of the constraint rows in a norm in which lengths and angles compare: rotations over a length. */
#ifndef SAR_ANALYSIS_GRADIENTS_H
#define SAR_ANALYSIS_GRADIENTS_H

#include "system/workspace.h"

/* The matrix whose columns are the gradients of the rows, position rows first. Rows of length about one. */
typedef struct SarGradients {
  SarPattern pattern; /* nv x (np + nn) */
  int32_t *column, *row;
  double *values;
  int32_t *from;  /* per entry: where it stands in the saddle-point matrix */
  double *matrix; /* that matrix, and zeros for its unknowns */
} SarGradients;

/* At (t, q), rotations over `length`. Rows that the mechanism does not carry have zeros. Free with sar_gradients_free.
 */
SarStatus sar_gradients_make(SarContext *context, const SarWorkspace *m, double t, const double *q, double length,
                             SarGradients *g);
/* The same at another pose: the pattern stays, nothing is allocated. */
SarStatus sar_gradients_update(const SarWorkspace *m, double t, const double *q, double length, SarGradients *g);
void sar_gradients_free(SarGradients *g);

#endif
