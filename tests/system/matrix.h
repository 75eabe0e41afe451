/* The iteration matrix of a mechanism, and the same by differences of the residual, at a random point that satisfies no
 * equation and with random weights, so that no term can hide behind another.
 *
 * The weights say how an unknown moves the point (method/problem.h): the dynamics rows see a, v and q move by their
 * weights, the position rows see q move by N alone, the velocity rows v by one and q by velocity_q N. At the level of
 * accelerations the constraint rows see what the dynamics rows see. */
#ifndef SAR_TESTS_SYSTEM_MATRIX_H
#define SAR_TESTS_SYSTEM_MATRIX_H

#include "system/cases.h"

#define MOST 160 /* unknowns of one case */

typedef enum Rows { DYNAMICS, POSITION, VELOCITY, STATES, ALGEBRAIC, NROWS } Rows;

typedef double Matrix[MOST][MOST];

typedef struct Bench {
  SarContext *context;
  CaseLabel label;
  SarModel *model;
  SarSystem *system;
  SarWorkspace *m;
  int32_t n, first[NROWS + 1]; /* rows, and unknowns, of one kind: first[k] .. first[k + 1] - 1 */
  CasePoint point;
  SarWeights weights;
  double rotation[9 * CASE_MOST / 7];
  /* what `move` moves */
  Rows rows;
  int32_t unknown;
  double shorter; /* how far, against what differences ask for */
} Bench;

/* case_build or case_measure_build */
typedef void BenchBuild(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system);
void bench_open(Bench *bench, BenchBuild *build, int32_t index);
/* Another point: bodies turned anywhere and fast. It may lie on kinks: for the constraint rows only. */
void bench_spin(Bench *bench, uint64_t *seed);
void bench_close(Bench *bench);

/* The matrix of a mechanism of the bench's system: what is not in the pattern is zero. */
void bench_matrix(const Bench *bench, const SarWorkspace *m, double (*dense)[MOST]);

/* All rows at a point, constraint rows at the level of the weights (method/problem.h). */
void bench_rows(const Bench *bench, const SarPoint *at, double *rows);

/* Fails unless the matrix is the derivative of the rows, to 1e-7 of the largest entry of each block. Where pieces of a
 * law meet without a kink (of contacts and tyres, which note none), differences across the seam are not the derivative:
 * those of a tenth of the step decide then, by the same tolerance. */
void bench_compare(Bench *bench);

/* The same for the constraint rows alone, each to `relative` of its own largest entry. */
void bench_compare_constraints(Bench *bench, double relative);

#endif
