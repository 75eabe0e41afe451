/* A matrix pattern compiled for block elimination in a fixed order: where every block and every value stands, and the
 * lists of operations that factorise and solve. */
#ifndef SAR_LINEAR_BLOCK_PROGRAM_H
#define SAR_LINEAR_BLOCK_PROGRAM_H

#include "linear/block_kernel.h"
#include "linear/linear.h"

typedef struct SarBlockProgram {
  int32_t size;    /* numbers in the store */
  int32_t largest; /* unknowns of the largest block */
  int32_t noperations;
  int32_t *slot; /* where each value of the matrix goes in the store */
  SarBlockOperation *operations;
  SarBlockRows down, up;   /* x := L^-1 x, x := U^-1 D^-1 x */
  double work, solve_work; /* multiplications of a factorisation and of a solution */
} SarBlockProgram;

/* patient: see block_order.h. False when memory is exhausted, or when the fill is beyond all reason. Free it in any
 * case. */
bool sar_block_program_make(const SarPattern *pattern, const SarPartition *partition, bool patient,
                            SarBlockProgram *program);
void sar_block_program_free(SarBlockProgram *program);

#endif
