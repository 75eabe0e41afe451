#include "cli/race_view.h"

#include <math.h>
#include <stdlib.h>

#define RANKED_BY 1e-4 /* position error */

double sar_race_target(int32_t index) {
  static const double targets[SAR_RACE_TARGETS] = {1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7};
  return targets[index];
}

double sar_race_need(const SarRace *race, const SarRaceMethod *method, int32_t target) {
  double error = sar_race_target(target);
  return error >= SAR_RACE_LIMITED * race->difference.position ? sar_race_cpu_for(method, error) : NAN;
}

/* The least position error of a method; infinite: it has none. */
static double best_error(const SarRaceMethod *m) {
  double best = INFINITY;
  for (int32_t i = 0; i < m->nruns; i++) {
    if (m->runs[i].done) best = fmin(best, m->runs[i].errors.position);
  }
  return best;
}

static int compare_methods(const void *a, const void *b) {
  const SarRaceMethod *one = *(const SarRaceMethod *const *)a, *other = *(const SarRaceMethod *const *)b;
  double x = sar_race_cpu_for(one, RANKED_BY), y = sar_race_cpu_for(other, RANKED_BY);
  if (isnan(x) && isnan(y)) x = best_error(one), y = best_error(other);
  if (isnan(x) != isnan(y)) return isnan(x) ? 1 : -1;
  return x < y ? -1 : x > y;
}

const SarRaceMethod **sar_race_ranked(SarArena *arena, const SarRace *race) {
  const SarRaceMethod **ranked = SAR_NEW(arena, race->nmethods, const SarRaceMethod *);
  if (!ranked) return NULL;
  for (int32_t i = 0; i < race->nmethods; i++) ranked[i] = &race->methods[i];
  qsort(ranked, (size_t)race->nmethods, sizeof *ranked, compare_methods);
  return ranked;
}

SarRaceText sar_race_setting(const SarRaceRun *run, double second) {
  SarRaceText t;
  if (isnan(run->step))
    snprintf(t.text, sizeof t.text, "tol %.0e", run->tolerance);
  else
    snprintf(t.text, sizeof t.text, "step %.2e", run->step / second);
  return t;
}

SarRaceText sar_race_error(double value, double difference) {
  SarRaceText t = {"-"};
  if (isfinite(value))
    snprintf(t.text, sizeof t.text, "%s%.1e", value < SAR_RACE_LIMITED * difference ? "~" : "", value);
  return t;
}

SarRaceLine sar_race_missing(const SarRace *race) {
  SarRaceLine line = {""};
  if (race->interrupted)
    snprintf(line.text, sizeof line.text, "interrupted after %.3g s: %d runs are left out", race->seconds,
             (int)race->left_out);
  else if (race->stopped + race->left_out > 0)
    snprintf(line.text, sizeof line.text,
             "within the budget of %g s %d runs were stopped and %d left out; --budget none runs all", race->budget,
             (int)race->stopped, (int)race->left_out);
  return line;
}
