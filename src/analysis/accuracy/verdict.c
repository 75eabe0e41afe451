/* The verdict on the bars of a run that is not done again. */
#include "analysis/accuracy/verdict.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "model/model.h"
#include "system/system.h"

#define CHAOS 1e4 /* growth of the error from half of the horizon on */

SarBarsGoal sar_accuracy_goal(const SarSystem *system, const SarRunOptions *options) {
  double own = sar_system_model(system)->simulation.accuracy;
  return (SarBarsGoal){.system = system, .accuracy = isnan(options->accuracy) ? own : options->accuracy};
}

SarAccuracy sar_accuracy_asked(const SarBarsGoal *goal) {
  bool by_columns = isnan(goal->accuracy);
  return (SarAccuracy){.asked = by_columns ? 1 : goal->accuracy, .estimated = NAN, .by_columns = by_columns};
}

static const char *reason_of(const SarJudged *j) {
  const SarBarsGoal *goal = j->goal;
  if (goal->ratio == INFINITY) return "failure";
  if (goal->least > 1) return "rounding";
  if (goal->events) return "event";
  if (goal->growth > CHAOS) return "chaos";
  if (j->tightest || j->summary->rounding_steps > 0) return "rounding";
  return j->resumed ? "resumed" : "steps";
}

static const char *words_of(const SarJudged *j, const char *reason) {
  if (strcmp(reason, "chaos") == 0) return "the motion is chaotic, tiny differences grow without bound";
  if (strcmp(reason, "event") == 0) return "an event that is only just met happens or does not, by tiny differences";
  if (j->goal->least > 1) return "error bars are never smaller than 1e-10 of the largest value, which is rounding";
  if (strcmp(reason, "rounding") == 0) return "rounding, not the method, makes the error";
  if (strcmp(reason, "failure") == 0) return "there are no error bars";
  if (strcmp(reason, "resumed") == 0) return "a run that is resumed keeps its tolerance, which was too large";
  return "the error does not become small with the tolerance";
}

static void remedy_of(const SarJudged *j, const char *reason, const SarAccuracy *out, char *text, size_t size) {
  if (strcmp(reason, "resumed") == 0) {
    snprintf(text, size, "run the model again, which refines the tolerance until it is; the results are kept");
  } else if (j->goal->least > 1 && out->by_columns) {
    snprintf(text, size, "allow the columns %.2g times as much; the results are kept", 2 * j->goal->least);
  } else if (j->goal->least > 1 && j->goal->ratio < INFINITY) {
    snprintf(text, size, "ask for %.2g or more; the results are kept", 2 * j->goal->least * out->asked);
  } else {
    snprintf(text, size, "end the run at the time up to which it holds, or ask for less; the results are kept");
  }
}

static SarStatus report(const SarJudged *j, const SarAccuracy *out, const char *reason) {
  const SarUnits *units = &sar_system_model(j->goal->system)->units;
  const char *words = words_of(j, reason);
  const SarAccuracyColumn *worst = &out->worst;
  double horizon = out->horizon / units->time, factor = sar_units_factor(units, worst->unit);
  char remedy[160], label[64];
  remedy_of(j, reason, out, remedy, sizeof remedy);
  sar_units_label(units, worst->unit, label, sizeof label);
  const char *blank = label[0] ? " " : "";
  if (!worst->name[0]) {
    return sar_report(j->context, SAR_FAILED, sar_nowhere(), NULL, remedy,
                      "the accuracy that is asked for is not reached: %s", words);
  }
  if (out->by_columns) {
    return sar_report(j->context, SAR_FAILED, sar_nowhere(), NULL, remedy,
                      "the accuracy of `%s` is not reached: %s; it holds up to t = %.4g %s, the error bars reach "
                      "%.2g%s%s, and %.3g%s%s is asked for",
                      worst->name, words, horizon, units->time_name, worst->bar / factor, blank, label,
                      worst->allowed / factor, blank, label);
  }
  double length = sar_system_length(j->goal->system) / units->length;
  return sar_report(
      j->context, SAR_FAILED, sar_nowhere(), NULL, remedy,
      "the accuracy of %g (of L = %.4g %s, of a radian) is not reached: %s; it holds up to t = %.4g %s, the error bars "
      "reach %.2g, most in `%s`",
      out->asked, length, units->length_name, words, horizon, units->time_name, out->estimated, worst->name);
}

SarStatus sar_accuracy_conclude(const SarJudged *j, SarAccuracy *out) {
  const SarBarsGoal *goal = j->goal;
  out->estimated = goal->ratio * out->asked;
  out->reached = goal->ratio <= 1;
  out->horizon = out->reached ? j->summary->end_time : goal->ratio < INFINITY ? goal->horizon : 0;
  out->worst = goal->worst;
  if (out->reached) return SAR_OK;
  const char *reason = reason_of(j);
  snprintf(out->reason, sizeof out->reason, "%s", reason);
  return report(j, out, reason);
}
