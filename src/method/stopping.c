#include "method/stopping.h"

#include <math.h>

#define FIXED_CORRECTION 1e-10 /* fixed step: allowed correction of positions over L, of states over their scale */
#define FIXED_VELOCITY 0.05    /* the same of what is left in velocities over their largest: 1e-9, half of it counts */
#define Z_CORRECTION 0.1       /* of the tolerance: allowed error of algebraic variables over their scale */
#define FIXED_Z 1e-9           /* the same with fixed steps, ... */
#define AIMED_Z 1e-11          /* ... and where a crossing is located */
#define ALLOWED 0.01           /* of the tolerance: what the corrector may leave in positions and velocities */
#define FIRST_CORRECTION 1e-5  /* of the largest value so far: a first correction that small may be the last */
#define ACCURATE 2           /* order above which a method with fixed steps is solved as far as rounding allows: ... */
#define TIGHT 1e-14          /* ... the part of positions and velocities that may be left then */
#define SHORTER_IS_NO_HELP 1 /* attempts of a step that failed already */
/* Where a crossing is located: else it would be blurred by what the corrector leaves. */
#define AIMED_CORRECTION 1e-13

/* In the weights of errors. */
static double largest_speed(const SarIntegrator *integrator) {
  return integrator->moving.on ? integrator->moving.largest_speed : integrator->largest_v;
}

static double largest_surge(const SarIntegrator *integrator) {
  return integrator->moving.on ? integrator->moving.largest_surge : integrator->largest_a;
}

SarNewtonTest sar_stopping_test(const SarIntegrator *integrator, double a, double x) {
  const SarStepOptions *options = &integrator->options;
  bool coarse = options->fixed_step > 0 || integrator->aiming; /* as far as rounding allows, whoever moves */
  double largest_a = coarse ? integrator->largest_a : largest_surge(integrator);
  SarNewtonTest test = {.first = FIRST_CORRECTION * largest_a,
                        .z = fmin(FIRST_CORRECTION, Z_CORRECTION * options->tolerance),
                        .left = 1,
                        .floor = options->corrector_floor,
                        .insist = options->fixed_step > 0 || integrator->failed >= SHORTER_IS_NO_HELP,
                        .least = SAR_NEWTON_FLOOR * largest_a,
                        .weight = coarse ? integrator->weight_of_places : integrator->weight,
                        .weight_of_places = integrator->weight_of_places,
                        .weight_x = integrator->weight_x,
                        .scale_z = integrator->scale_z};
  if (coarse) {
    double allowed = integrator->aiming ? AIMED_CORRECTION : FIXED_CORRECTION;
    test.a = integrator->stage.c_q / allowed;
    test.x = integrator->stage.c_x / allowed;
    test.must_z = options->fixed_step > 0 ? FIXED_Z : INFINITY; /* steps around an aimed one are judged themselves */
    test.z = integrator->aiming ? AIMED_Z : FIXED_Z;
    return test;
  }
  test.rate = true;
  test.a = a;
  test.x = x;
  return test;
}

SarNewtonTest sar_stopping_test_all(const SarIntegrator *integrator, double h) {
  const SarStage *stage = &integrator->stage;
  double tolerated = ALLOWED * integrator->options.tolerance;
  double speed = fmax(largest_speed(integrator), h * largest_surge(integrator));
  double both = fmax(stage->c_q, speed > 0 ? stage->c_v / speed : 0);
  SarNewtonTest test = sar_stopping_test(integrator, both / tolerated, stage->c_x / tolerated);
  if (!test.rate) test.left = fmax(1, FIXED_VELOCITY * both / stage->c_q);
  if (integrator->options.fixed_step > 0 && !integrator->aiming && integrator->order > ACCURATE) {
    test.tight = fmax(test.left, FIXED_CORRECTION / TIGHT * both / stage->c_q);
    test.z = AIMED_Z;
  }
  return test;
}
