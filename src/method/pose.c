#include "method/pose.h"

#include <float.h>
#include <math.h>

#define NEAR 100                    /* nearness that no mechanism has but next to a singular pose */
#define ROUNDING (16 * DBL_EPSILON) /* of positions over L, in directions that constraints fix well */
#define BEYOND 100                  /* tolerances: with more rounding than that a run has no meaning */
#define LITTLE 0.75                 /* on the step that may pass the pose */
#define MOST_TRIES 6                /* to pass it; then the step is shortened as ever */
#define WITHIN_REACH 5              /* steps: a pose that is so near may be to blame for an error */

/* Positions are known to the rounding times the nearness, and velocities turn with the gradients of the constraints
 * there: these are known to the rounding times its square. */
static double noise_at(double nearness) { return ROUNDING * nearness * nearness; }

/* A mechanism that begins its step next to the pose stays there: it cannot be avoided. */
SarStatus sar_pose_look(SarIntegrator *integrator, SarIndex1 *index1) {
  double tolerance = integrator->options.tolerance;
  if (integrator->options.fixed_step > 0) return SAR_OK;
  integrator->nearness = sar_index1_nearness(index1, &integrator->near_row);
  double noise = noise_at(integrator->nearness);
  bool avoidable = !integrator->family->advance && integrator->failed < MOST_TRIES &&
                   noise_at(integrator->nearness_of_node) <= tolerance;
  if (integrator->nearness < NEAR || noise <= (avoidable ? 1 : BEYOND) * tolerance) return SAR_OK;
  index1->culprit = integrator->near_row;
  return SAR_SINGULAR;
}

bool sar_pose_within_reach(const SarIntegrator *integrator, double h) {
  double nearness = integrator->nearness;
  return nearness >= SAR_POSE_FELT && WITHIN_REACH * h * integrator->largest_v * nearness >= 1;
}

double sar_pose_shorten(const SarIntegrator *integrator, SarStatus why, double h, double factor) {
  const SarFamily *family = integrator->family;
  double nearness = integrator->nearness;
  if (!family->index1 || family->advance || integrator->failed >= MOST_TRIES) return factor;
  if (nearness < SAR_POSE_FELT || why == SAR_RETRY) return factor;
  bool elsewhere = why == SAR_ERROR_TOO_LARGE && !sar_pose_within_reach(integrator, h);
  return elsewhere ? factor : fmax(factor, LITTLE);
}

double sar_pose_noise(const SarIntegrator *integrator) { return noise_at(fmax(1, integrator->nearness)); }

bool sar_pose_is_near(const SarIntegrator *integrator) {
  return integrator->family->index1 && integrator->options.fixed_step == 0 && integrator->nearness >= NEAR;
}
