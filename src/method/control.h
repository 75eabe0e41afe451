/* Step control: from an error estimate and its order to accept, reject and the next step (paper 1, eqs 36-39), and the
 * placing of steps so that the last one ends where it must. */
#ifndef SAR_METHOD_CONTROL_H
#define SAR_METHOD_CONTROL_H

#include "method/method.h"

/* An error over the tolerance, and the power of h it goes with. */
typedef struct SarErrorEstimate {
  double ratio;
  int32_t power;
  double factor; /* > 0: the factor on the step, where it is not the one of ratio and power (another order next) */
} SarErrorEstimate;

/* 0.9 ratio^(-1/power): the factor on the step that eqs (38b) and (39b) ask for, unless it is given. At most 1e3. */
double sar_control_factor(SarErrorEstimate error);

/* Factor on the step after acceptance. An error just within the tolerance asks for less than 1: then the next step is
 * shorter, down to 0.5. No change between 1 and 1.2, growth at most 2 (5 in the first steps). Right after a rejection:
 * the factor itself, at most 1. */
double sar_control_grow(double factor, bool first_steps, bool after_rejection);

/* Factor on the step after the error test failed: between 0.1 and 0.9. */
double sar_control_shrink(double factor);

/* The step of size h, or a little less, so that no tiny step is left before `end`: what remains is spread evenly over
 * the last five steps. *last tells that the step ends there. */
double sar_control_fit(double t, double h, double end, bool *last);

/* Number of steps of size h in a span: the last one may be shorter, never longer, and never a sliver. */
int64_t sar_control_fixed_count(double span, double h);

#endif
