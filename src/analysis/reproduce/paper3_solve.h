/* Solutions of a linear system without pivoting, and how wrong they are. */
#ifndef SAR_ANALYSIS_REPRODUCE_PAPER3_SOLVE_H
#define SAR_ANALYSIS_REPRODUCE_PAPER3_SOLVE_H

#include "base/arena.h"
#include "linear/linear.h"

/* A x = b, b = A (1, 1, ...), by elimination in the order of the unknowns without pivoting, in double precision,
 * against elimination with pivoting in extended precision: the largest difference over the largest value. Infinite: a
 * pivot is zero. NaN: memory is exhausted. */
double sar_unpivoted_error(SarArena *arena, const SarPattern *pattern, const double *values);

#endif
