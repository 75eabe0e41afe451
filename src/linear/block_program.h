/* A matrix pattern compiled for block elimination in a fixed order: where every block and every value stands, and the
 * lists of operations that factorise and solve. */
#ifndef SAR_LINEAR_BLOCK_PROGRAM_H
#define SAR_LINEAR_BLOCK_PROGRAM_H

#include "linear/block_kernel.h"
#include "linear/linear.h"

/* Values [from, from + count) of the matrix go to store[to ...]. */
typedef struct SarBlockCopy {
  int32_t from, to, count;
} SarBlockCopy;

typedef struct SarBlockProgram {
  int32_t size;    /* numbers in the store */
  int32_t largest; /* unknowns of the largest block */
  int32_t ncopies, noperations, ndown, nup;
  SarBlockCopy *copies;
  SarBlockOperation *operations;
  SarBlockSolve *down, *up; /* x := L^-1 x, x := U^-1 x */
  double work, solve_work;  /* multiplications of a factorisation and of a solution */
} SarBlockProgram;

/* False when memory is exhausted, or when the fill is beyond all reason. Free it in any case. */
bool sar_block_program_make(const SarPattern *pattern, const SarPartition *partition, SarBlockProgram *program);
void sar_block_program_free(SarBlockProgram *program);

#endif
