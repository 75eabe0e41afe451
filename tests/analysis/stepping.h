/* Steppers of models in files and in texts, for tests. */
#ifndef SAR_TESTS_ANALYSIS_STEPPING_H
#define SAR_TESTS_ANALYSIS_STEPPING_H

#include "analysis/stepper/stepper.h"
#include "support.h"

#define STEPPING_ROOM 16384 /* for outputs */

typedef struct Stepped {
  Fixture f;
  SarRunOptions options;
  SarStepper *stepper;
} Stepped;

typedef struct SteppedCase {
  const char *file, *set, *method;
  double end, tolerance;
  double step; /* > 0: fixed */
} SteppedCase;

Stepped stepped_case(const SteppedCase *c);
Stepped stepped_text(const char *text, const char *method, double tolerance);
void stepped_close(Stepped *s);

/* All of them fail with the first message. */
void advance(Stepped *s, double t);
double get(Stepped *s, const char *name);
int32_t get_all(Stepped *s, double *values);
void set(Stepped *s, const char *name, double value);

const char *first_message(const SarContext *context);
int64_t steps_of(const Stepped *s);

/* Numbers between 0 and 1 of no order, the same in every run. */
double draw(uint32_t *seed);

#endif
