/* Rates of the variations where a step begins and none are known: after a start or a switch, and behind formulas over
 * several steps. */
#include <math.h>

#include "analysis/sensitivity/parts.h"

/* Where a switching function is zero the displaced points lie on both sides of it: rows that have a kink there would be
 * differentiated across it. So the end of a step is looked at a little before it, and its begin a little later. */
SarStatus sar_sensitivity_find_rates(SarSensitivity *x, SarInstant *begin, double t1) {
  SarPoint at;
  if (!x->anew && !x->rough) return SAR_OK;
  if (x->anew) x->from = fmin(begin->t + x->beside, 0.5 * (begin->t + t1));
  SAR_TRY(sar_sensitivity_point(x, x->from, &at));
  sar_variation_from_instant(x, at.q, begin->y);
  SAR_TRY(sar_variation_factor_accelerations(x, &at));
  SAR_TRY(sar_variation_solve_all(x, &at));
  sar_variation_to_instant(x, at.q, x->trial, begin->rate);
  SAR_TRY(sar_energies_begin(x, &at, begin));
  x->anew = x->rough = false;
  return SAR_OK;
}
