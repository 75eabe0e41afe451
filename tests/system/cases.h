/* One small spatial model for every element class and every kind of motion, made from the field tables: a class that is
 * added to the registry later is covered without an edit here, or asks for one.
 *
 * What consists of equations has texts instead (texts.h); a class without one fails the tests.
 *
 * Two moving bodies of full inertia, their centres of mass away from their reference points, in a general pose. The
 * element under test acts between the two bodies, between the ground and the first, and between the second and the
 * ground, so that every side is once the ground. */
#ifndef SAR_TESTS_SYSTEM_CASES_H
#define SAR_TESTS_SYSTEM_CASES_H

#include "check.h"
#include "element/support.h"
#include "system/compiled.h"
#include "system/workspace.h"

typedef struct CaseLabel {
  char text[128];
} CaseLabel;

int32_t case_count(void);

/* Builds the model of a case and compiles it; fails the test with the messages of the context if that does not work. */
void case_build(SarContext *context, int32_t index, CaseLabel *label, SarModel **model, SarSystem **system);

/* A number of its own for a case, to begin random numbers with: it stays when classes are added. */
uint64_t case_seed(int32_t index);

/* A random point: near the written pose, but neither assembled nor consistent. The arrays are the caller's, each with
 * CASE_MOST numbers. */
#define CASE_MOST 96
typedef struct CasePoint {
  double t, q[CASE_MOST], v[CASE_MOST], a[CASE_MOST], lambda[CASE_MOST], mu[CASE_MOST];
  double x[CASE_MOST], xdot[CASE_MOST], z[CASE_MOST];
} CasePoint;
void case_point(const SarSystem *system, uint64_t *seed, CasePoint *point);
SarPoint case_view(const CasePoint *point);

/* q (+) s dq: translations add, orientations turn by the rotation vector in body axes. */
void case_move(const SarSystem *system, double s, const double *dq, double *q);

/* The derivative at zero of what `values` gives (count numbers) at s, by differences of sixth order. */
typedef void CaseFunction(void *self, double s, double *values);
void case_derivative(CaseFunction *function, void *self, int32_t count, double *out);

#endif
