/* Matrices like those of mechanisms, for the tests of the linear solvers: stage matrices of chains of bodies on
 * spherical joints and of ladders of four-bars, constraint gradients, and random ones. Entries may be stored as zero.
 *
 * Built by triplets in a plain dense-free builder; the order of the unknowns is all bodies, then all constraints. */
#ifndef SAR_TEST_LINEAR_MATRICES_H
#define SAR_TEST_LINEAR_MATRICES_H

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "linear/linear.h"

typedef struct Triplet {
  int32_t row, column;
  double value;
} Triplet;

typedef struct Matrix {
  int32_t nrows, ncolumns, count, capacity;
  Triplet *triplets;
  int32_t *column, *row; /* after matrix_finish */
  double *values;
  uint64_t seed;
} Matrix;

/* xorshift: the same numbers everywhere; uniform in (-1, 1) */
static inline double matrix_random(uint64_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return (double)(int64_t)*seed / 9223372036854775808.0;
}

static inline void matrix_add(Matrix *a, int32_t row, int32_t column, double value) {
  if (a->count == a->capacity) {
    a->capacity = a->capacity ? 2 * a->capacity : 256;
    a->triplets = realloc(a->triplets, (size_t)a->capacity * sizeof *a->triplets);
    if (!a->triplets) abort();
  }
  a->triplets[a->count++] = (Triplet){row, column, value};
}

static inline int matrix_order(const void *x, const void *y) {
  const Triplet *a = x, *b = y;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

/* Sorts the triplets into columns; no entry may have been added twice. */
static inline void matrix_finish(Matrix *a) {
  if (a->count > 0) qsort(a->triplets, (size_t)a->count, sizeof *a->triplets, matrix_order);
  a->column = calloc((size_t)a->ncolumns + 1, sizeof *a->column);
  a->row = calloc((size_t)a->count + 1, sizeof *a->row);
  a->values = calloc((size_t)a->count + 1, sizeof *a->values);
  if (!a->column || !a->row || !a->values) abort();
  for (int32_t p = 0; p < a->count; p++) {
    a->column[a->triplets[p].column + 1]++;
    a->row[p] = a->triplets[p].row;
    a->values[p] = a->triplets[p].value;
  }
  for (int32_t j = 0; j < a->ncolumns; j++) a->column[j + 1] += a->column[j];
  free(a->triplets);
  a->triplets = NULL;
}

static inline void matrix_free(Matrix *a) {
  free(a->triplets);
  free(a->column);
  free(a->row);
  free(a->values);
  memset(a, 0, sizeof *a);
}

static inline SarPattern matrix_pattern(const Matrix *a) {
  return (SarPattern){a->nrows, a->ncolumns, a->column, a->row};
}

/* y = A x */
static inline void matrix_times(const Matrix *a, const double *x, double *y) {
  memset(y, 0, (size_t)a->nrows * sizeof *y);
  for (int32_t j = 0; j < a->ncolumns; j++) {
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) y[a->row[p]] += a->values[p] * x[j];
  }
}

/* y = A^T x */
static inline void matrix_transposed_times(const Matrix *a, const double *x, double *y) {
  for (int32_t j = 0; j < a->ncolumns; j++) {
    y[j] = 0;
    for (int32_t p = a->column[j]; p < a->column[j + 1]; p++) y[j] += a->values[p] * x[a->row[p]];
  }
}

static inline double *matrix_entry(Matrix *a, int32_t row, int32_t column) {
  for (int32_t p = a->column[column]; p < a->column[column + 1]; p++) {
    if (a->row[p] == row) return &a->values[p];
  }
  return NULL;
}

/* A mechanism by its constraint gradients: entries (constraint, coordinate), both ways when `stage` is set. */
typedef struct Mechanism {
  Matrix *a;
  int32_t nv;    /* coordinates: 6 per body */
  int32_t count; /* constraints so far */
  bool stage;    /* stage matrix [M B^T; B 0] instead of B^T alone */
} Mechanism;

static inline void mechanism_entry(Mechanism *m, int32_t coordinate, double value) {
  if (m->stage) {
    matrix_add(m->a, coordinate, m->nv + m->count, value);
    matrix_add(m->a, m->nv + m->count, coordinate, value);
  } else {
    matrix_add(m->a, coordinate, m->count, value);
  }
}

/* A constraint row on the rotations of a body, and on its translation along one axis (0..2), all three (3), or not at
 * all (-1). body -1 is the ground. */
static inline void mechanism_side(Mechanism *m, int32_t body, int axis, double sign) {
  for (int32_t i = 0; body >= 0 && i < 3; i++) {
    if (axis == 3) mechanism_entry(m, 6 * body + i, matrix_random(&m->a->seed));
    if (axis == i) mechanism_entry(m, 6 * body + i, sign);
    mechanism_entry(m, 6 * body + 3 + i, 0.5 * matrix_random(&m->a->seed));
  }
}

static inline void mechanism_row(Mechanism *m, int32_t first, int32_t second, int axis) {
  mechanism_side(m, first, axis, 1);
  mechanism_side(m, second, axis, -1);
  m->count++;
}

static inline void mechanism_spherical(Mechanism *m, int32_t first, int32_t second) {
  for (int axis = 0; axis < 3; axis++) mechanism_row(m, first, second, axis);
}

static inline void mechanism_revolute(Mechanism *m, int32_t first, int32_t second) {
  mechanism_spherical(m, first, second);
  mechanism_row(m, first, second, -1);
  mechanism_row(m, first, second, -1);
}

/* Masses on the diagonal, unsymmetric inertia + gyroscopic blocks. */
static inline void mechanism_body(Mechanism *m, int32_t body) {
  for (int32_t i = 0; m->stage && i < 3; i++) {
    matrix_add(m->a, 6 * body + i, 6 * body + i, 1 + 0.2 * matrix_random(&m->a->seed));
    for (int32_t j = 0; j < 3; j++) {
      const double value = (i == j) + 0.2 * matrix_random(&m->a->seed);
      matrix_add(m->a, 6 * body + 3 + i, 6 * body + 3 + j, 0.3 * value);
    }
  }
}

static inline void mechanism_start(Mechanism *m, Matrix *a, int32_t nbodies, int32_t nconstraints, bool stage) {
  *m = (Mechanism){a, 6 * nbodies, 0, stage};
  memset(a, 0, sizeof *a);
  a->seed = 88172645463325252u;
  a->nrows = 6 * nbodies + (stage ? nconstraints : 0);
  a->ncolumns = stage ? a->nrows : nconstraints;
  for (int32_t body = 0; body < nbodies; body++) mechanism_body(m, body);
}

/* A chain of bodies hung from the ground on spherical joints: 9 unknowns per body. */
static inline void matrix_chain(Matrix *a, int32_t nbodies, bool stage) {
  Mechanism m;
  mechanism_start(&m, a, nbodies, 3 * nbodies, stage);
  for (int32_t body = 0; body < nbodies; body++) mechanism_spherical(&m, body - 1, body);
  matrix_finish(a);
}

/* The derivative of the joint forces couples the rotations of two bodies, and if `translations`, also the translations
 * of the first with the rotations of the second. */
static inline void mechanism_couple(Mechanism *m, int32_t first, int32_t second, bool translations) {
  for (int32_t i = translations ? 0 : 3; m->stage && i < 6; i++) {
    for (int32_t j = 3; j < 6; j++) {
      matrix_add(m->a, 6 * first + i, 6 * second + j, 1e-2 * matrix_random(&m->a->seed));
      matrix_add(m->a, 6 * second + j, 6 * first + i, 1e-2 * matrix_random(&m->a->seed));
    }
  }
}

/* A ladder of four-bars: uprights 0..n on revolutes to the ground, couplers n+1..2n between neighbours on a revolute
 * and a point on a line: 12 n + 5 constraints for 2 n + 1 bodies. */
static inline void matrix_ladder(Matrix *a, int32_t n, bool stage) {
  Mechanism m;
  mechanism_start(&m, a, 2 * n + 1, 12 * n + 5, stage);
  for (int32_t i = 0; i <= n; i++) mechanism_revolute(&m, -1, i);
  for (int32_t i = 0; i < n; i++) {
    mechanism_revolute(&m, i, n + 1 + i);
    mechanism_row(&m, i + 1, n + 1 + i, 3);
    mechanism_row(&m, i + 1, n + 1 + i, 3);
    mechanism_couple(&m, i, n + 1 + i, false);
    mechanism_couple(&m, i + 1, n + 1 + i, true);
  }
  matrix_finish(a);
}

/* One body on a revolute joint: 11 unknowns. */
static inline void matrix_pendulum(Matrix *a) {
  Mechanism m;
  mechanism_start(&m, a, 1, 5, true);
  mechanism_revolute(&m, -1, 0);
  matrix_finish(a);
}

/* Square, every entry stored with the given probability, and the diagonal always. */
static inline void matrix_random_square(Matrix *a, int32_t n, double probability, uint64_t seed) {
  memset(a, 0, sizeof *a);
  a->seed = seed;
  a->nrows = a->ncolumns = n;
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = 0; i < n; i++) {
      const double value = matrix_random(&a->seed);
      if (i == j || fabs(matrix_random(&a->seed)) < probability) matrix_add(a, i, j, value);
    }
  }
  matrix_finish(a);
}

#endif
