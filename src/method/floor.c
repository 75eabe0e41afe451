#include "method/floor.h"

#include <math.h>

#include "method/norm.h"
#include "method/pose.h"

#define UNCHANGED 4.0 /* an estimate that falls by less than this factor in a step so much shorter is rounding */
#define MARGIN 10.0   /* the next estimates may by chance be that much larger than the one seen */
#define LARGEST_NOISE                                                                                                  \
  1e-9                      /* of positions over L and rotations, per step: more than that is never taken for rounding \
                             */
#define SEVERAL 5.0         /* estimates are sums of several positions, with coefficients of up to three (Radau IIA) */
#define MOST_TOLERANCES 1e3 /* a tolerance that is so much below rounding has no meaning */
#define DECAY 0.8           /* per accepted step: the passage is left behind */
#define MOST_LOOKS 3        /* looks within one step */

void sar_floor_start(SarFloor *floor) { *floor = (SarFloor){.noise = 0}; }

void sar_floor_begin(SarFloor *floor) { floor->looks = 0; }

/* Over the tolerance. */
static double largest_noise(const SarIntegrator *integrator) {
  return fmin(MOST_TOLERANCES, LARGEST_NOISE / integrator->options.tolerance);
}

bool sar_floor_suspects(SarIntegrator *integrator, double h, double error) {
  SarFloor *floor = &integrator->floor;
  if (floor->first_step == 0) floor->first_step = floor->seen_step = h, floor->seen_error = error;
  if (floor->looks >= MOST_LOOKS || error > largest_noise(integrator)) return false;
  if (h > floor->seen_step / SAR_FLOOR_SHORTER) return false;
  bool fell = error < floor->seen_error / UNCHANGED;
  if (fell) floor->seen_step = h, floor->seen_error = error;
  return !fell && sar_floor_explains(integrator, error);
}

bool sar_floor_met(SarIntegrator *integrator, double error, double shorter) {
  SarFloor *floor = &integrator->floor;
  floor->looks++;
  if (!(shorter >= error / UNCHANGED)) return false;
  floor->noise = fmin(MARGIN * fmax(error, shorter), largest_noise(integrator));
  return true;
}

/* How far positions over L, rotations and states move when the rows are disturbed by r: the larger mean. */
static double answer(SarIntegrator *integrator, const double *r, const double **multipliers) {
  const SarStage *stage = &integrator->stage;
  const SarSizes *n = &integrator->problem->n;
  const double *du = sar_newton_answer(&integrator->newton, r);
  *multipliers = du + n->nv;
  double motion = stage->c_q * sar_rms(n->nv, du, integrator->weight);
  return fmax(motion, stage->c_x * sar_rms(n->nx, du + n->nv + n->np + n->nn, integrator->weight_x));
}

/* Rounding of all rows in no order; then that of constraints in the order in which they answer most: one step of a
 * power iteration towards the direction that they determine worst. 0: not known. */
static double noise_of_stage(SarIntegrator *integrator) {
  SarStage *stage = &integrator->stage;
  SarNewton *newton = &integrator->newton;
  const SarSizes *n = &integrator->problem->n;
  const double *multipliers;
  double largest = 0;
  stage->node = sar_history_trial(&integrator->history);
  newton->have_matrix = false; /* its place is used */
  integrator->stats.jacobians++;
  integrator->stats.factorisations++;
  if (sar_stage_matrix(stage, newton->values) != SAR_OK) return 0;
  if (sar_linear_factor(integrator->linear, newton->values) != SAR_OK) return 0;
  if (sar_stage_magnitude(stage, newton->magnitude) != SAR_OK) return 0;
  int32_t unknowns = sar_stage_unknowns(stage), constraints = n->np + n->nn;
  for (int32_t i = 0; i < unknowns; i++) {
    newton->magnitude[i] *= SAR_NEWTON_FLOOR;
    newton->r[i] = i % 2 ? -newton->magnitude[i] : newton->magnitude[i];
  }
  double noise = answer(integrator, newton->r, &multipliers);
  for (int32_t i = 0; i < constraints; i++) largest = fmax(largest, fabs(multipliers[i]));
  for (int32_t i = 0; i < unknowns; i++) newton->r[i] = 0;
  for (int32_t i = 0; largest > 0 && i < constraints; i++) {
    newton->r[n->nv + i] = newton->magnitude[n->nv + i] * multipliers[i] / largest;
  }
  return fmax(noise, answer(integrator, newton->r, &multipliers));
}

bool sar_floor_explains(SarIntegrator *integrator, double error) {
  double noise = integrator->family->index1 ? sar_pose_noise(integrator) : noise_of_stage(integrator);
  return error * integrator->options.tolerance <= SEVERAL * noise;
}

bool sar_floor_is_reason(SarIntegrator *integrator, double h, double error) {
  const SarFloor *floor = &integrator->floor;
  bool shorter = floor->seen_step > 0 && h <= floor->seen_step / SAR_FLOOR_SHORTER;
  return shorter && error >= floor->seen_error / UNCHANGED && sar_floor_explains(integrator, error);
}

void sar_floor_accepted(SarIntegrator *integrator, double h, double error) {
  SarStepStats *stats = &integrator->stats;
  SarFloor *floor = &integrator->floor;
  if (h >= floor->first_step) floor->first_step = 0;
  floor->noise = floor->noise > 1 ? DECAY * floor->noise : 0;
  if (!(error > 1)) return;
  stats->rounding_steps++;
  stats->rounding_error = fmax(stats->rounding_error, error);
}
