/* The tolerance is an error per step in positions; the error of a whole run falls as tolerance^(2/3) (numerics, section
 * 4), and so do the balances of energy and momentum and the drift of velocities. The limits are factors before that
 * power. They were set from runs of all models of tests/ and examples/ at tolerances from 1e-3 to 1e-9, which show, at
 * most:
 *
 *   energy      27      (next 11)    limit 100, and never more than a fifth of the energy
 *   momentum    37      (next 24)    limit 200
 *   velocities   3      (next 1.6)   limit 30
 *   positions    0.13   (next 0.04)  limit 1, times the tolerance itself
 *   forces       2e-13               limit 1e-9, whatever the tolerance
 *
 * Methods of high order that look back (bdf, adams, ida) take long steps through vibrations and lose up to 200 of their
 * energy: limit 600.
 *
 * A run with a fixed step has promised nothing: it is measured against five per cent of its energy, and its joints
 * against what the corrector leaves (3e-10 at most). */
#include "analysis/audit/trust.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/audit/step_report.h"
#include "method/keys.h"

#define ENERGY 100
#define ENERGY_LOOKING_BACK 6 /* times */
#define ENERGY_CAP 0.2
#define ENERGY_FIXED 0.05
#define MOMENTUM 200
#define VELOCITY 30
#define POSITION 1
#define POSITION_FLOOR 1e-9 /* of the tolerance: below, rounding and the corrector's floor decide */
#define POSITION_FIXED 1e-7
#define FORCES 1e-9
#define STUCK 0.2                /* of the steps, that the corrector limits */
#define SMALLEST_TOLERANCE 1e-10 /* that is worth a try: below, rounding of positions decides */

typedef struct Judged {
  SarContext *context;
  const SarRunSummary *summary;
  SarDoubt doubt;
  const SarMethodChoice *method;
  const SarStepOptions *steps;
  double time_unit;
  double error; /* tolerance^(2/3) */
  bool fixed;
} Judged;

/* What to do: by how much smaller the step or the tolerance would have to be, if the error falls as it should. */
static void say_smaller(const Judged *j, double excess, char *text, size_t size) {
  if (j->fixed) {
    double step = j->steps->fixed_step / j->time_unit / fmax(2, sqrt(2 * excess));
    snprintf(text, size, "run again with a smaller step, as `--step %.1g`, or with a tolerance", step);
  } else {
    double tolerance = j->steps->tolerance / fmax(10, pow(2 * excess, 1.5));
    if (tolerance < SMALLEST_TOLERANCE) {
      snprintf(text, size,
               "no tolerance will cure this; `sarrus check` looks for very stiff springs and forces that jump");
      return;
    }
    snprintf(text, size, "run again with a smaller tolerance, as `--tol %.0e`, and see whether it falls", tolerance);
  }
}

static double error_of(const SarStepOptions *steps) { return pow(steps->tolerance, 2.0 / 3); }

double sar_trust_energy_limit(const SarStepOptions *steps) {
  return steps->fixed_step > 0 ? ENERGY_FIXED : fmin(ENERGY * error_of(steps), ENERGY_CAP);
}

double sar_trust_momentum_limit(const SarStepOptions *steps) {
  return steps->fixed_step > 0 ? INFINITY : MOMENTUM * error_of(steps);
}

static double energy_limit(const Judged *j) {
  SarMethodInfo info = sar_method_info_of(j->method);
  double limit = sar_trust_energy_limit(j->steps);
  bool looks_back = info.steps > 2 && info.order > 2 && !j->fixed;
  return looks_back ? fmin(ENERGY_LOOKING_BACK * limit, ENERGY_CAP) : limit;
}

/* What the audit's own error may explain is not held against the run. */
static bool energy_is_off(const Judged *j) {
  return j->summary->energy_balance_max - j->doubt.energy > energy_limit(j);
}

static void energy(const Judged *j) {
  double value = j->summary->energy_balance_max, limit = energy_limit(j);
  char remedy[160];
  if (isnan(value)) {
    sar_warn(j->context, sar_nowhere(), NULL,
             "look for a force that grows without bound, and for very large numbers in the model",
             "energies were not finite: there is no balance of them");
    return;
  }
  if (!energy_is_off(j)) return;
  say_smaller(j, value / limit, remedy, sizeof remedy);
  if (j->fixed) {
    sar_warn(j->context, sar_nowhere(), NULL, remedy,
             "the energy balance is off by %.3g %% of the largest energy: the fixed step is too large for this motion",
             100 * value);
  } else {
    sar_warn(
        j->context, sar_nowhere(), NULL, remedy,
        "the energy balance is off by %.3g %% of the largest energy; at tolerance %g less than %.3g %% is expected",
        100 * value, j->steps->tolerance, 100 * limit);
  }
}

bool sar_trust_multipliers_lag(const SarMethodChoice *method) {
  SarMethodInfo info = sar_method_info_of(method);
  const int32_t *order = sar_method_key_is(method, "formulation", "si2") ? info.order_si2 : info.order_index3;
  return order[2] < order[0];
}

bool sar_trust_needs_care(const SarMethodChoice *method) {
  return sar_method_info_of(method).order > 2 || sar_trust_multipliers_lag(method);
}

/* Where energy is lost, momentum is as well: one warning is enough. */
static void momentum(const Judged *j) {
  double value = j->summary->momentum_balance_max, limit = sar_trust_momentum_limit(j->steps);
  char remedy[320];
  if (!(value - j->doubt.momentum > limit) || energy_is_off(j)) return;
  say_smaller(j, value / limit, remedy, sizeof remedy);
  if (sar_trust_multipliers_lag(j->method)) {
    size_t used = strlen(remedy);
    snprintf(remedy + used, sizeof remedy - used,
             "; with this method reactions are solved from the motion, and its error is magnified where springs and "
             "dampers are stiff");
  }
  sar_warn(j->context, sar_nowhere(), NULL, remedy,
           "the momentum of all bodies and the forces from outside differ by %.2g of the largest momentum or "
           "a thousandth of the impulse of these forces; at "
           "tolerance %g less than %.2g is expected",
           value, j->steps->tolerance, limit);
}

static void positions(const Judged *j) {
  const SarRunSummary *s = j->summary;
  double limit = j->fixed ? POSITION_FIXED : POSITION * fmax(j->steps->tolerance, POSITION_FLOOR);
  char remedy[160];
  if (!(s->constraint_position_max > limit)) return;
  say_smaller(j, 1, remedy, sizeof remedy);
  sar_warn(j->context, sar_nowhere(), s->constraint_position_element, remedy,
           "joint `%s` (%s) opened by %.2g of the model's length during the run, more than %.2g",
           s->constraint_position_element, s->constraint_position_equation, s->constraint_position_max, limit);
}

static void velocities(const Judged *j) {
  double value = j->summary->constraint_velocity_relative, limit = VELOCITY * j->error;
  char remedy[160];
  if (j->fixed || !(value > limit)) return;
  say_smaller(j, value / limit, remedy, sizeof remedy);
  sar_warn(j->context, sar_nowhere(), NULL, remedy,
           "velocities violate the joints by %.2g of the largest speed; at tolerance %g less than %.2g is expected",
           value, j->steps->tolerance, limit);
}

static void forces(const Judged *j) {
  const SarRunSummary *s = j->summary;
  if (!(s->newton_euler_max > FORCES)) return;
  sar_warn(j->context, sar_nowhere(), s->newton_euler_body,
           "do not trust the reactions there; look for a pose that is nearly singular, or for masses of very "
           "different size",
           "the forces reported on body `%s` and its motion differ by %.2g of their size", s->newton_euler_body,
           s->newton_euler_max);
}

bool sar_trust_is_stuck(const SarRunSummary *summary) {
  const char *corrector = sar_limit_word(SAR_LIMIT_CORRECTOR);
  double share = 0;
  for (int i = 0; i < SAR_LIMITS_MAX; i++) {
    if (strcmp(summary->limits[i].reason, corrector) == 0) share += summary->limits[i].share;
  }
  return share > STUCK;
}

void sar_trust_warn(SarContext *context, const SarRunSummary *summary, SarDoubt doubt, const SarMethodChoice *method,
                    const SarStepOptions *steps, double time_unit) {
  static void (*const rules[])(const Judged *) = {energy, momentum, positions, velocities, forces};
  Judged j = {context, summary, doubt, method, steps, time_unit, error_of(steps), steps->fixed_step > 0};
  for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) rules[i](&j);
}
