/* Inverses of small dense matrices by columns. Up to six rows they are put together from those of their quarters (by
 * cofactors up to three rows), which is several times faster than Gauss-Jordan; where a quarter is not well
 * conditioned, and for larger matrices, Gauss-Jordan with row exchanges does it. */
#ifndef SAR_LINEAR_BLOCK_INVERSE_H
#define SAR_LINEAR_BLOCK_INVERSE_H

#include <stdbool.h>
#include <stdint.h>

/* a := a^-1; scratch: 2 n^2 numbers. False when there is no pivot; not finite numbers give what they may. */
bool sar_block_invert(int32_t n, double *a, double *scratch);

#endif
