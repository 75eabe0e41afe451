/* Small dense matrices for looking at the matrix of a stage: by rows, n by n, on the heap. */
#ifndef SAR_TESTS_PHYSICS_DENSE_H
#define SAR_TESTS_PHYSICS_DENSE_H

#include <stdbool.h>

#include "linear/linear.h"

/* A matrix of compressed columns as a full one; to be freed. */
double *dense_of(const SarPattern *pattern, const double *values);

/* Eliminates the last unknown by the last row; *n becomes one less. */
void dense_eliminate_last(int *n, double *a);

/* ||A|| ||A^-1|| in the norm of the largest sum of a row. The inverse comes from a matrix whose rows and columns are
 * brought to one size by powers of two, and is brought back, so that bad scaling alone costs no digits. Infinite for a
 * singular matrix. */
double dense_condition(int n, const double *a);

/* A x = b by Gaussian elimination in the order of the rows, without pivoting; a is overwritten. False: a pivot is zero.
 */
bool dense_solve_in_order(int n, double *a, const double *b, double *x);

#endif
