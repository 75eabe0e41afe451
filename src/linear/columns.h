/* Which columns of a matrix with independent rows can be solved for: as many as there are rows, so that they form a
 * well-conditioned square matrix (paper 2, eq 6: Gauss-Jordan with full pivoting). */
#ifndef SAR_LINEAR_COLUMNS_H
#define SAR_LINEAR_COLUMNS_H

#include "linear/linear.h"

/* The matrix: rows by columns, its entries (pattern, values), column j times scale[j]. chosen: out, nrows columns, in
 * the order in which they were picked. Large matrices are eliminated row by row in sparse form, small ones with full
 * pivoting. SAR_SINGULAR: the rows are not independent; *row (may be null) is one that depends on others. */
SarStatus sar_choose_columns(const SarPattern *pattern, const double *values, const double *scale, int32_t *chosen,
                             int32_t *row);

#endif
