#include "analysis/audit/pole_watch.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define BISECTIONS 60 /* of a step: to the last bit of the time */
#define POLE 1e6      /* beside both ends of the step: so much larger is the force where its divisor passes zero */
#define FINITE 30     /* times as large, and less, is what stays finite, however short the step */

SarStatus sar_pole_watch_create(SarContext *context, const SarSystem *system, SarPoleWatch *w) {
  *w = (SarPoleWatch){0};
  SAR_TRY(sar_poles_create(context, system, &w->poles));
  if (!w->poles) return SAR_OK;
  w->before = calloc((size_t)w->poles->count + 1, sizeof *w->before);
  return w->before ? SAR_OK : sar_report_no_memory(context);
}

void sar_pole_watch_destroy(SarPoleWatch *w) {
  sar_poles_destroy(&w->poles);
  free(w->before);
  w->before = NULL;
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

/* How large the term and the quotient are at both ends of the step. A term may be the difference of a force and its
 * formula, and nothing at both. An end that is at the pole itself, as where a step was ended at a kink there, says
 * nothing. */
static double size_at_ends(const SarPoleWatch *w, int32_t i, double growth) {
  const SarPoleValue *from = &w->before[i], *to = &w->poles->values[i];
  double largest = 0;
  if (growth * fabs(from->divisor) > fabs(to->divisor)) largest = size_of(from);
  if (growth * fabs(to->divisor) > fabs(from->divisor)) largest = fmax(largest, size_of(to));
  return largest;
}

/* How many times larger than at the ends of the step a pole makes the term. A step that is short itself can be halved
 * a few times only before rounding of the time ends it: half as many times must do. */
static double growth_of_pole(const SarStepView *view) {
  double times = (view->t1 - view->t0) / (DBL_EPSILON * fmax(fabs(view->t0), fabs(view->t1)));
  return fmax(FINITE, fmin(POLE, sqrt(times)));
}

void sar_pole_watch_step(SarPoleWatch *w, SarContext *context, const SarWorkspace *m, SarIntegrator *integrator,
                         const SarPoint *scratch) {
  if (!w->poles) return;
  const SarStepView *view = sar_integrator_view(integrator);
  int32_t count = w->poles->count;
  size_t bytes = (size_t)count * sizeof *w->before;
  SarPoint end = sar_step_point(view);
  double growth = growth_of_pole(view);
  if (!w->known) {
    evaluate_inside(w, m, integrator, view->t0, *scratch);
    memcpy(w->before, w->poles->values, bytes);
  }
  sar_poles_evaluate(w->poles, m, &end);
  for (int32_t i = 0; i < count; i++) {
    const SarPole *pole = &w->poles->list[i];
    double now = w->poles->values[i].divisor, before = w->before[i].divisor, when, ends;
    if (pole->told || before == 0 || !(now * before <= 0)) continue;
    ends = size_at_ends(w, i, growth);
    if (size_at_zero(w, m, integrator, i, scratch, &when) > growth * ends)
      warn(context, m->system, w->poles, pole, when);
    sar_poles_evaluate(w->poles, m, &end);
  }
  memcpy(w->before, w->poles->values, bytes);
  w->known = true;
}
