#include "method/advice.h"

#include <math.h>
#include <stdio.h>

#include "method/floor.h"

#define UNCHANGED 4.0 /* an estimate that falls by less than this in a step SAR_FLOOR_SHORTER times shorter stays */
#define TELLING 2.0   /* times shorter at least must a step be to tell whether the estimate falls with it */

#define EXPLICIT_REMEDY                                                                                           \
  "give a smaller step: explicit methods are unstable where it is long against the fastest motion; or choose an " \
  "implicit method; `sarrus check` finds lock-up positions on the way"

#define JUMP_OR_LOCK \
  "where no cause is named below, look for a jump, a lock-up position or contradicting constraints at this time"

#define ROUNDING_REMEDY \
  "give a larger tolerance; rounding is magnified next to singular poses, which `sarrus check` finds on the way"

const char *sar_advice_reason(SarStatus status) {
  switch (status) {
    case SAR_ERROR_TOO_LARGE: return "the local error stayed above the tolerance";
    case SAR_ROTATION_TOO_LARGE: return "a body turned too far within one step";
    case SAR_SINGULAR: return "the iteration matrix was singular";
    case SAR_NO_CONVERGENCE: return "the corrector did not converge";
    case SAR_STEP_TOO_SMALL: return "the bound on the step is below the rounding of the time";
    default: return "the equations could not be evaluated";
  }
}

const char *sar_advice_remedy(const SarIntegrator *integrator, SarStatus status) {
  bool fixed = integrator->options.fixed_step > 0, bounded = !fixed && integrator->options.min_step > 0;
  if (fixed && integrator->family->explicit) return EXPLICIT_REMEDY;
  switch (status) {
    case SAR_ERROR_TOO_LARGE:
      if (fixed) return "give a smaller step; where no cause is named below, look for a jump in a force or motion";
      return bounded ? "give a larger tolerance or a smaller min_step; where no cause is named below, look for a jump "
                       "in a force or motion at this time"
                     : "where no cause is named below, look for a jump in a force or motion at this time, or give a "
                       "larger tolerance";
    case SAR_ROTATION_TOO_LARGE:
      return fixed ? "give a smaller step; or look for a lock-up position or a body that spins up without bound at "
                     "this time"
                   : "look for a lock-up position or a body that spins up without bound at this time";
    case SAR_SINGULAR:
      return "look for a lock-up position, redundant constraints or coordinates without mass; `sarrus check` names "
             "them";
    case SAR_NO_CONVERGENCE:
      if (fixed) return "give a smaller step; " JUMP_OR_LOCK;
      return bounded ? "give a smaller min_step; " JUMP_OR_LOCK : JUMP_OR_LOCK "; or try another method";
    case SAR_STEP_TOO_SMALL: return "give a larger bound";
    default:
      return "look for a division by zero, a root of a negative number or an overflow in an expression at this time";
  }
}

/* Of the attempts from the newest node that failed by their error: does the estimate stay as it is? Where the steps
 * that are remembered shrink slowly, less of a fall is asked for, by the same power of the step. */
static bool stays(const SarIntegrator *integrator) {
  const SarAttemptRecord *last = sar_limits_attempt(&integrator->limits, 0), *first = last;
  for (int32_t back = 1; last && back < SAR_ATTEMPTS; back++) {
    const SarAttemptRecord *before = sar_limits_attempt(&integrator->limits, back);
    if (!before || before->t != last->t || before->outcome != SAR_OUTCOME_ERROR) break;
    first = before;
    if (before->step >= SAR_FLOOR_SHORTER * last->step) break;
  }
  if (!last || first->step < TELLING * last->step) return false;
  double power = log(UNCHANGED) / log(SAR_FLOOR_SHORTER);
  return last->error * pow(first->step / last->step, power) >= first->error;
}

bool sar_advice_estimate_stays(SarIntegrator *integrator, SarStatus why, char *text, const char **remedy) {
  const SarAttemptRecord *last = sar_limits_attempt(&integrator->limits, 0);
  if (why != SAR_ERROR_TOO_LARGE || !last) return false;
  bool rounding = !integrator->family->advance && sar_floor_is_reason(integrator, last->step, last->error);
  if (!rounding && !stays(integrator)) return false;
  snprintf(text, SAR_ADVICE_TEXT, "%sthe error estimate is %.2g times the tolerance, however short the step is",
           rounding ? "rounding: " : "", last->error);
  *remedy = rounding ? ROUNDING_REMEDY
                     : "give a larger tolerance or choose another method: there is nothing here that shorter steps "
                       "could follow";
  return true;
}
