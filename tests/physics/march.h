/* A mechanism stepped by hand with any method, for tests that look at every step or into the stage. Everything that
 * goes wrong fails the running test. */
#ifndef SAR_TESTS_PHYSICS_MARCH_H
#define SAR_TESTS_PHYSICS_MARCH_H

#include "analysis/start/start.h"
#include "method/engine.h"
#include "physics/support.h"

typedef struct March {
  Run run;
  SarStart *start;
  SarIntegrator *integrator;
  const char *method;
} March;

/* Compiles and assembles setup->model (model and set count). */
March march_of(const Setup *setup);

/* Begins at the start with fixed steps; again, if it is called once more. Values at the start are those of the view. */
void march_begin(March *march, const char *method, double step, double end);
void march_step(March *march);

/* The point of the start, and the one at the end of the last step. */
SarPoint march_start(const March *march);
SarPoint march_point(const March *march);

void march_finish(March *march);

#endif
