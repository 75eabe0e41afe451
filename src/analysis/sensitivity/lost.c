/* Derivatives that end before the run does. Its motion is there all the same: what cannot be computed of a parameter is
 * NaN from then on, a warning says since when and why, and the other parameters go on. */
#include <stdio.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

bool sar_sensitivity_is_over(const SarSensitivity *x) {
  for (int32_t i = 0; i < x->count; i++) {
    if (!x->varied[i].lost) return false;
  }
  return true;
}

void sar_sensitivity_listen(SarSensitivity *x) { x->said = sar_context_count(x->context); }

static void make_stars_nothing(SarSensitivity *x, int32_t parameter) {
  SarVariedStars *k = &x->stars;
  int64_t nv = x->m->problem.n.nv, count = sar_stars_of_one(x);
  memset(k->newest + parameter * count, 0, (size_t)count * sizeof(double));
  memset(k->slope + parameter * count, 0, (size_t)count * sizeof(double));
  memset(k->bent + parameter * nv, 0, (size_t)nv * sizeof(double));
}

/* It stays finite: zero where it is known, and in the nodes of formulas. */
static void make_nothing(SarSensitivity *x, int32_t parameter) {
  SarVaried *varied = &x->varied[parameter];
  int64_t place = (int64_t)parameter * x->ny;
  for (int32_t i = 0; i <= x->last; i++) {
    memset(x->instants[i].y + place, 0, (size_t)x->ny * sizeof(double));
    memset(x->instants[i].rate + place, 0, (size_t)x->ny * sizeof(double));
  }
  memset(varied->w.theta, 0, (size_t)(x->ny + x->n) * sizeof(double));
  for (int32_t i = 0; i < x->npast; i++) {
    memset(x->past[i].y + place, 0, (size_t)x->ny * sizeof(double));
    memset(x->past[i].u + (int64_t)parameter * x->n, 0, (size_t)x->n * sizeof(double));
  }
  if (x->stars.used) make_stars_nothing(x, parameter);
}

static void lose(SarSensitivity *x, int32_t parameter) {
  x->varied[parameter].lost = true;
  make_nothing(x, parameter);
}

void sar_sensitivity_lose(SarSensitivity *x, int32_t parameter, const char *remedy, const char *why) {
  if (x->varied[parameter].lost) return;
  sar_warn(x->context, sar_nowhere(), NULL, remedy,
           "sensitivity: %s; there are no derivatives by `%s` beyond, their columns are NaN", why,
           x->varied[parameter].name);
  sar_sensitivity_listen(x);
  lose(x, parameter);
}

static void lose_all(SarSensitivity *x, const char *remedy, const char *why) {
  if (sar_sensitivity_is_over(x)) return;
  sar_warn(x->context, sar_nowhere(), NULL, remedy,
           "sensitivity: %s; there are no derivatives beyond, their columns are NaN", why);
  sar_sensitivity_listen(x);
  for (int32_t i = 0; i < x->count; i++) lose(x, i);
}

void sar_sensitivity_forget_lost(SarSensitivity *x) {
  for (int32_t i = 0; i < x->count; i++) {
    if (x->varied[i].lost) make_nothing(x, i);
  }
}

/* The last error that was reported since, which is none any more; null: there is none. */
static const SarDiagnostic *take_error(SarSensitivity *x, SarDiagnostic *out) {
  bool found = false;
  for (int32_t i = x->said; i < sar_context_count(x->context); i++) {
    const SarDiagnostic *d = sar_context_get(x->context, i);
    if (d->severity == SAR_ERROR) *out = *d, found = true;
  }
  sar_context_take_back(x->context, x->said);
  return found ? out : NULL;
}

/* Without the factors of a matrix there is nothing for any parameter. */
static bool concerns_all(const SarSensitivity *x, int32_t parameter) {
  return parameter == SAR_ALL_PARAMETERS || (x->matrix && !x->matrix->factored);
}

SarStatus sar_sensitivity_bear(SarSensitivity *x, int32_t parameter, double t, SarStatus status) {
  char text[160];
  SarDiagnostic error;
  if (status == SAR_OK || sar_status_exit_code(status) != 1) return status;
  const SarDiagnostic *told = take_error(x, &error);
  const char *why = told ? told->message : text, *remedy = told && told->remedy ? told->remedy : "end the run before";
  if (concerns_all(x, parameter)) {
    snprintf(text, sizeof text, "at t = %.9g s the equations of the derivatives cannot be evaluated", t);
    lose_all(x, remedy, why);
    return SAR_OK;
  }
  const SarVaried *varied = &x->varied[parameter];
  snprintf(text, sizeof text, "at t = %.9g s a change of `%s` by %.3g leads to where the model cannot be evaluated", t,
           varied->name, varied->side[1].shift);
  sar_sensitivity_lose(x, parameter, remedy, why);
  return SAR_OK;
}
