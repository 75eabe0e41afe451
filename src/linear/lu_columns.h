/* Solutions with sparse triangular factors, column by column, as KLU stores them: the column k of a factor begins at
 * store[place[k]] with its length[k] row numbers (32 bits each, in as many doubles as they need), followed by as many
 * values. The numbers come out as those of klu_solve, bit for bit, for half of the instructions: four rows at once,
 * which are different ones. */
#ifndef SAR_LINEAR_LU_COLUMNS_H
#define SAR_LINEAR_LU_COLUMNS_H

#include <stdint.h>

typedef struct SarLuColumns {
  const double *store;
  const int32_t *place, *length;
} SarLuColumns;

/* to[k] := from[index[k]] and to[index[k]] := from[k] */
void sar_lu_gather(int32_t n, const int32_t *index, const double *from, double *to);
void sar_lu_scatter(int32_t n, const int32_t *index, const double *from, double *to);

/* x := L^-1 x, ones on the diagonal */
void sar_lu_down(int32_t n, SarLuColumns l, double *x);

/* x := U^-1 x */
void sar_lu_up(int32_t n, SarLuColumns u, const double *diagonal, double *x);

/* x[row[p]] -= value[p] factor, for `count` different rows */
void sar_lu_subtract(int32_t count, const int32_t *row, const double *value, double factor, double *x);

#endif
