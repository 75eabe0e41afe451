/* For tests of reductions: a model, its reduction, and the same model with all unknowns, solved densely. */
#ifndef SAR_TESTS_FE_REDUCED_H
#define SAR_TESTS_FE_REDUCED_H

#include "fe/reduce.h"

typedef struct Fixture {
  SarContext *context;
  SarArena *arena;
  SarFeModel model;
  SarReduced body;
  SarReduceReport report;
} Fixture;

void fixture_begin(Fixture *f);
void fixture_end(Fixture *f);

/* modes < 0: up to `up_to` Hz. Fails the test on errors. */
void fixture_reduce(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, double up_to,
                    const char *frame);
/* Must be wrong input, with this text in its message. */
void fixture_refuse(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t modes, const char *frame,
                    const char *message);

/* Both triangles, by columns; in the arena. */
double *dense_matrix(Fixture *f, const SarFeMatrix *a);

/* T^T A T for `columns` columns of T (n rows); in the arena. */
double *dense_project(Fixture *f, const double *a, int32_t n, const double *t, int32_t columns);

/* The unknowns of a model whose interfaces are rigid: T, nunknowns x *columns: six per interface first, then what is
 * free. In the arena. */
double *dense_rigid(Fixture *f, const SarFeInterface *interfaces, int32_t count, int32_t *columns);

/* The six rows W of a distributed set in a matrix 6 x nunknowns by columns, with equal weights; in the arena. */
double *dense_mean(Fixture *f, const char *set);

/* Frequencies, Hz, ascending; k and m are spoilt. */
void dense_frequencies(Fixture *f, int32_t n, double *k, double *m, double *hertz);

/* Compliance of the reduced body: motions of all interfaces but `held` (6 each) by loads there. */
double *reduced_compliance(Fixture *f, int32_t held, int32_t *size);

#endif
