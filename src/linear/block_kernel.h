/* The elimination of a block matrix as a list of small dense operations, and the machine that runs it.
 *
 * With the pivot block D_k, the blocks L_ik and U_kj (i, j after k) as they are when k's turn comes:
 *
 *   D_k := D_k^-1,   U_kj := D_k^-1 U_kj,   S_ij := S_ij - L_ik U_kj,   L_ik := L_ik D_k^-1
 *
 * so that A = L D U with ones on the diagonals of L and U. (Without the last one a solution would have to wait for
 * D_k^-1 at every step of the way down.)
 *
 * Blocks stand by columns, one after the other, in the order of their use. */
#ifndef SAR_LINEAR_BLOCK_KERNEL_H
#define SAR_LINEAR_BLOCK_KERNEL_H

#include <stddef.h>
#include <stdint.h>

typedef enum SarKernelKind {
  SAR_KERNEL_INVERT, /* c (rows x rows) := c^-1 */
  SAR_KERNEL_SCALE,  /* c (rows x columns) := a (rows x rows) c */
  SAR_KERNEL_UPDATE, /* c (rows x columns) -= a (rows x inner) b (inner x columns) */
  SAR_KERNEL_FINISH  /* c (rows x inner) := c a (inner x inner) */
} SarKernelKind;

typedef struct SarBlockOperation {
  SarKernelKind kind;
  int32_t rows, inner, columns;
  int32_t a, b, c; /* where the blocks begin in the store */
} SarBlockOperation;

/* x[x ...] := d x[x ...] - a x[b ...], where d (rows x rows) may be absent and a is rows x columns. Unknowns with
 * several such terms have several rows, the first of them with d. */
typedef struct SarBlockRow {
  int32_t shape; /* both sizes in one number; -1: one of them is large, or there are no columns */
  int32_t rows, columns;
  int32_t x, b;
  int32_t d; /* -1: absent */
  int32_t a;
} SarBlockRow;

typedef struct SarBlockRows {
  int32_t count;
  SarBlockRow *row;
} SarBlockRows;

SarBlockRow sar_block_row(int32_t rows, int32_t columns, int32_t x, int32_t b, int32_t d, int32_t a);

/* The largest sum of the elements of an inverse D_k^-1 by their size; infinite where there is none. scratch: see
 * sar_block_scratch. */
double sar_block_factor(int32_t count, const SarBlockOperation *operations, double *store, double *scratch);

/* Numbers of scratch for blocks of up to `largest` unknowns. */
static inline size_t sar_block_scratch(int32_t largest) { return 2 * (size_t)largest * (size_t)largest; }

/* One row after the other. */
void sar_block_run(const SarBlockRows *rows, const double *store, double *x, double *scratch);

/* The transposed of the same: the rows in the opposite order, each x[b ...] -= a^T x[x ...] and x[x ...] := d^T x[x
 * ...]. */
void sar_block_run_transposed(const SarBlockRows *rows, const double *store, double *x, double *scratch);

#endif
