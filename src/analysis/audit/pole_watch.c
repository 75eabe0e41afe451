#include "analysis/audit/pole_watch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BISECTIONS 60 /* of a step: to the last bit of the time */
#define POLE 1e6      /* times as large as away from it is the force where its divisor passes zero */
#define FINITE 30     /* times as large, and less, is what stays finite, however short the way there */

SarStatus sar_pole_watch_create(SarContext *context, const SarSystem *system, SarPoleWatch *w) {
  *w = (SarPoleWatch){0};
  SAR_TRY(sar_poles_create(context, system, &w->poles));
  if (!w->poles) return SAR_OK;
  size_t count = (size_t)w->poles->count + 1;
  w->before = calloc(count, sizeof *w->before);
  w->farthest = calloc(count, sizeof *w->farthest);
  return w->before && w->farthest ? SAR_OK : sar_report_no_memory(context);
}

void sar_pole_watch_destroy(SarPoleWatch *w) {
  sar_poles_destroy(&w->poles);
  free(w->before);
  free(w->farthest);
  w->before = NULL;
  w->farthest = NULL;
}

/* Where the interpolant is a point of its own, the arrays of `at` are the caller's to write. */
static void evaluate_inside(SarPoleWatch *w, const SarWorkspace *m, SarIntegrator *integrator, double t, SarPoint at) {
  at.t = t;
  sar_integrator_interpolate(integrator, t, (double *)at.q, (double *)at.v, (double *)at.x, (double *)at.a,
                             (double *)at.lambda, (double *)at.mu, (double *)at.xdot, (double *)at.z);
  sar_poles_evaluate(w->poles, m, &at);
}

/* The largest size of the term next to where its divisor passes zero; *when: the time. A quotient that stays finite
 * there, or a branch that is not taken, shows nothing. */
static double size_at_zero(SarPoleWatch *w, const SarWorkspace *m, SarIntegrator *integrator, int32_t i,
                           const SarPoint *scratch, double *when) {
  const SarStepView *view = sar_integrator_view(integrator);
  const SarPoleValue *value = &w->poles->values[i];
  double low = view->t0, high = view->t1, sign = w->before[i].divisor, largest = 0;
  for (int k = 0; k < BISECTIONS; k++) {
    double t = 0.5 * (low + high);
    evaluate_inside(w, m, integrator, t, *scratch);
    bool exact = value->divisor == 0; /* 0/0 says nothing: what is beside it does */
    if (!exact && !(fabs(value->term) <= largest)) largest = isnan(value->term) ? INFINITY : fabs(value->term);
    if (value->divisor * sign > 0) {
      low = t;
    } else {
      high = t;
    }
  }
  *when = high;
  return largest;
}

/* One warning for each division, whichever of its factors passes zero, in however many rows it stands. */
static void mark_told(SarPoles *poles, const SarPole *told) {
  for (int32_t i = 0; i < poles->count; i++) {
    SarPole *pole = &poles->list[i];
    bool same = pole->source.line == told->source.line && pole->source.column == told->source.column;
    if (same && pole->element == told->element) pole->told = true;
  }
}

static void warn(SarContext *context, const SarSystem *system, SarPoles *poles, const SarPole *pole, double t) {
  const SarModel *model = sar_system_model(system);
  const SarUnits *units = &model->units;
  const SarModelElement *element = &model->elements[pole->element];
  SarSource source = pole->source.line > 0 ? pole->source : element->source;
  const char *remedy =
      "what follows depends on how a step happens to pass it: keep the divisor away from zero, as by max(x, 0.001), "
      "or let an event stop the run before";
  mark_told(poles, pole);
  if (strcmp(pole->word, "/") == 0) {
    sar_warn(context, source, element->name, remedy,
             "at t = %.9g %s a divisor in `%s` passes zero: it has a pole there, which no step can follow",
             t / units->time, units->time_name, element->name);
  } else {
    sar_warn(context, source, element->name, remedy, "at t = %.9g %s `%s` in `%s` has a pole, which no step can follow",
             t / units->time, units->time_name, pole->word, element->name);
  }
}

static double size_of(const SarPoleValue *value) { return fmax(fabs(value->term), fabs(value->quotient)); }

/* Takes in the end of a step. The size is the largest of all about as far from zero: one of them alone may be where the
 * numerator happens to vanish. */
static void go_away(SarPoleFarthest *farthest, const SarPoleValue *at, double t) {
  double size = size_of(at);
  if (!(at->divisor * farthest->divisor > 0)) {
    *farthest = (SarPoleFarthest){at->divisor, t, size};
  } else if (fabs(at->divisor) >= fabs(farthest->divisor)) {
    bool alike = fabs(at->divisor) < 2 * fabs(farthest->divisor);
    *farthest = (SarPoleFarthest){at->divisor, t, alike ? fmax(size, farthest->size) : size};
  } else if (2 * fabs(at->divisor) >= fabs(farthest->divisor)) {
    farthest->size = fmax(farthest->size, size);
  }
}

/* How large the term and the quotient are away from the pole, before it and at the end of the step. A term may be the
 * difference of a force and its formula, and nothing at both. An end that is at the pole itself, as where a step was
 * ended at a kink there, says nothing. */
static double size_away(const SarPoleFarthest *farthest, const SarPoleValue *to, double growth) {
  double largest = 0;
  if (growth * fabs(farthest->divisor) > fabs(to->divisor)) largest = farthest->size;
  if (growth * fabs(to->divisor) > fabs(farthest->divisor)) largest = fmax(largest, size_of(to));
  return largest;
}

/* How many times larger than away from it a pole makes the term. A way to it that is short can be halved a few times
 * only before rounding of the time ends it: half as many times must do. */
static double growth_of_pole(const SarStepView *view, const SarPoleFarthest *farthest) {
  double times = (view->t1 - farthest->t) / (DBL_EPSILON * fmax(fabs(view->t0), fabs(view->t1)));
  return fmax(FINITE, fmin(POLE, sqrt(times)));
}

/* The divisor has another sign than where it was farthest: false if that is no pole. */
static bool is_pole(SarPoleWatch *w, const SarWorkspace *m, SarIntegrator *integrator, int32_t i,
                    const SarPoint *scratch, double *when) {
  const SarPoleFarthest *farthest = &w->farthest[i];
  double growth = growth_of_pole(sar_integrator_view(integrator), farthest);
  double away = size_away(farthest, &w->poles->values[i], growth);
  return size_at_zero(w, m, integrator, i, scratch, when) > growth * away;
}

/* The start of the first step, or of the first after the run went on otherwise. */
static void know_start(SarPoleWatch *w, const SarWorkspace *m, SarIntegrator *integrator, const SarPoint *scratch) {
  double t0 = sar_integrator_view(integrator)->t0;
  evaluate_inside(w, m, integrator, t0, *scratch);
  for (int32_t i = 0; i < w->poles->count; i++) {
    w->before[i] = w->poles->values[i];
    go_away(&w->farthest[i], &w->before[i], t0);
  }
  w->known = true;
}

void sar_pole_watch_step(SarPoleWatch *w, SarContext *context, const SarWorkspace *m, SarIntegrator *integrator,
                         const SarPoint *scratch) {
  if (!w->poles) return;
  const SarStepView *view = sar_integrator_view(integrator);
  SarPoint end = sar_step_point(view);
  if (!w->known) know_start(w, m, integrator, scratch);
  sar_poles_evaluate(w->poles, m, &end);
  for (int32_t i = 0; i < w->poles->count; i++) {
    const SarPole *pole = &w->poles->list[i];
    double now = w->poles->values[i].divisor, before = w->before[i].divisor, when;
    if (!pole->told && before != 0 && now * before <= 0) {
      if (is_pole(w, m, integrator, i, scratch, &when)) warn(context, m->system, w->poles, pole, when);
      sar_poles_evaluate(w->poles, m, &end);
    }
    go_away(&w->farthest[i], &w->poles->values[i], view->t1);
    w->before[i] = w->poles->values[i];
  }
}
