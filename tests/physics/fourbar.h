/* The N-four-bar against its exact solution (tests/data/chrono/fourbar_exact.csv). */
#ifndef SAR_TESTS_PHYSICS_FOURBAR_H
#define SAR_TESTS_PHYSICS_FOURBAR_H

#include "physics/support.h"

#define FOURBAR "A02_Nfourbar_N2"
#define FOURBAR_NATURAL "A02_Nfourbar_N2_natural" /* 3N redundant rows */

typedef struct FourbarError {
  double largest, last; /* distance of B0 from where it should be: over all times, at the last one; m */
  int64_t rejected;
} FourbarError;

/* Runs `model` with N windows to `end`; either tolerance or step is zero. Prints a line. */
FourbarError fourbar_error(const char *model, int N, double tolerance, double step, double end);

/* The same with another method than hht. */
FourbarError fourbar_error_of(const char *method, const char *model, int N, double tolerance, double step, double end);

/* The check of `model` with N windows finds one degree of freedom and names `rows` redundant rows (0 or 3N), all of
 * them consistent, three at each joint that closes a loop. */
void fourbar_check_redundancy(const char *model, int N, int rows);

#endif
