/* Small dense matrices of a fit, by rows: orthogonal triangles and singular values. Plain loops in a fixed order, so
 * that the same numbers give the same bits on every machine and with any number of threads. */
#ifndef SAR_STUDY_FIT_MATRIX_H
#define SAR_STUDY_FIT_MATRIX_H

#include <stdint.h>

/* A = Q R by Householder's reflections. a: rows x columns, rows >= columns, row i at a + i * columns; becomes R in its
 * upper triangle, zeros below. */
void sar_fit_triangle(int64_t rows, int32_t columns, double *a);

/* Solves R x = b, R upper triangular with a diagonal without zeros, its rows `stride` apart. */
void sar_fit_solve_triangle(int32_t n, const double *r, int32_t stride, const double *b, double *x);

/* Singular values of a square matrix and their right vectors: A = U S V^T, by one-sided rotations (Hestenes), to full
 * relative accuracy also of the small ones. a: n x n, becomes U S; v: n x n, vector j in column j; values: descending.
 */
void sar_fit_singular(int32_t n, double *a, double *values, double *v);

#endif
