/* Over a step of the run: the linear equations of the variations are integrated along the motion as it was accepted, by
 * a Runge-Kutta method whose stages are points inside the step (L-stable, stage order 2, fourth order: the implicit one
 * of ARK4(3)6L[2]SA; C. A. Kennedy, M. H. Carpenter, "Additive Runge-Kutta schemes for convection-diffusion-reaction
 * equations", Appl. Numer. Math. 44 (2003)). Where its embedded formula of third order says that a step is too long for
 * the variations, it is taken in parts: they move faster than the motion where it is sensitive. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"

#define STAGES SAR_STAGES
#define GAMMA 0.25
#define SAFETY 0.9
#define LARGEST_GROWTH 5.0
#define SMALLEST_GROWTH 0.2
#define NEARLY 0.99   /* of what is left of a step: all of it */
#define SHORTEST 1e-3 /* of a step: parts are not made shorter */
/* Times the tolerance: what the formula of third order may be wrong by, which is not the one that counts. Where things
 * touch, or forces have kinks, small errors in front of them are large ones behind. */
#define ALLOWED 100
#define ROUNDING 1e-10 /* of lengths: what would move things by less is that */
#define UNRESOLVED 0.1 /* of the velocities: accelerations at both ends of a step say so wrong what they do, ... */
#define DECAYED 0.5    /* ... where that at the end is smaller than this part of the one at the begin, ... */
#define OVERSHOT 0.2   /* ... of which that wrong is this part: of a decay by exp(-3) within the step, or more */

static const double c[STAGES] = {0, 0.5, 83.0 / 250, 31.0 / 50, 17.0 / 20, 1};
static const double a[STAGES][STAGES] = {
    {0},
    {GAMMA, GAMMA},
    {8611.0 / 62500, -1743.0 / 31250, GAMMA},
    {5012029.0 / 34652500, -654441.0 / 2922500, 174375.0 / 388108, GAMMA},
    {15267082809.0 / 155376265600, -71443401.0 / 120774400, 730878875.0 / 902184768, 2285395.0 / 8070912, GAMMA},
    {82889.0 / 524892, 0, 15625.0 / 83664, 69875.0 / 102672, -2260.0 / 8211, GAMMA}};
static const double embedded[STAGES] = {4586570599.0 / 29645900160, 0,
                                        178811875.0 / 945068544,    814220225.0 / 1159782912,
                                        -3700637.0 / 11593932,      61727.0 / 225920};

static int64_t numbers(const SarSensitivity *x) { return (int64_t)x->count * x->ny; }

/* ---- one part of a step ---- */

/* The stages from an instant on, over h; the last one is the end, which stands in `to`. again: with other rows. */
static SarStatus run_stages(SarSensitivity *x, const SarInstant *from, double end, SarInstant *to, bool *again) {
  int64_t count = numbers(x);
  double h = end - from->t;
  SarPoint at;
  memcpy(x->stage_rate[0], from->rate, (size_t)count * sizeof(double));
  for (int i = 1; i < STAGES; i++) {
    double t = i < STAGES - 1 ? from->t + c[i] * h : end;
    if (t < x->from) t = x->from;
    if (x->switching != 0 && t > x->switching) t = x->switching;
    SAR_TRY(sar_sensitivity_point(x, t, &at));
    for (int64_t k = 0; k < count; k++) {
      double sum = 0;
      for (int j = 0; j < i; j++) sum += a[i][j] * x->stage_rate[j][k];
      x->hat[k] = from->y[k] + h * sum;
    }
    SAR_TRY(sar_variation_stage(x, &at, GAMMA * h, x->hat, i == STAGES - 1));
    sar_variation_to_instant(x, at.q, x->trial, x->stage_rate[i]);
    if (a[STAGES - 1][i] != 0) SAR_TRY(sar_energies_stage(x, i, &at));
  }
  to->t = end;
  memcpy(to->y, x->trial, (size_t)count * sizeof(double));
  memcpy(to->rate, x->stage_rate[STAGES - 1], (size_t)count * sizeof(double));
  sar_energies_part(x, from, a[STAGES - 1], to);
  x->work.parts++;
  return sar_kinks_look(x, &at, again);
}

/* Euler's implicit formula: by the end alone, where the motion is what the run says, whatever it was before. */
static SarStatus run_end(SarSensitivity *x, const SarInstant *from, double end, SarInstant *to, bool *again) {
  static const double weights[STAGES] = {[STAGES - 1] = 1};
  double h = end - from->t;
  SarPoint at;
  SAR_TRY(sar_sensitivity_point(x, x->switching != 0 ? fmin(end, x->switching) : end, &at));
  to->t = end;
  SAR_TRY(sar_variation_stage(x, &at, h, from->y, true));
  sar_variation_to_instant(x, at.q, to->y, to->rate);
  SAR_TRY(sar_energies_stage(x, STAGES - 1, &at));
  sar_energies_part(x, from, weights, to);
  x->work.parts++;
  return sar_kinks_look(x, &at, again);
}

/* The error of the last stages over what is allowed. */
static double find_error(SarSensitivity *x, double h) {
  double *error = x->hat;
  for (int64_t k = 0; k < numbers(x); k++) {
    error[k] = 0;
    for (int j = 0; j < STAGES; j++) error[k] += h * (a[STAGES - 1][j] - embedded[j]) * x->stage_rate[j][k];
  }
  double allowed = x->m->problem.touches || sar_kinks_are_there(&x->m->problem) ? 1 : ALLOWED;
  return sar_sensitivity_error(x, error, x->trial) / allowed;
}

/* ---- a step ---- */

/* A fixed step may pass over what decays within a small part of it: velocities are not the integral of accelerations
 * then, of which those at the begin are far too large. The interpolant, and all stages on it, are far from the motion,
 * while its end is right. */
static SarStatus find_passed_over(SarSensitivity *x, double t0, double t1, bool *passed) {
  const SarProblem *p = &x->m->problem;
  int32_t nv = p->n.nv;
  double wrong = 0, size = 0;
  SarPoint at;
  SAR_TRY(sar_sensitivity_point(x, t0, &at));
  for (int32_t i = 0; i < nv; i++) x->hat[i] = at.v[i], x->hat[nv + i] = at.a[i];
  SAR_TRY(sar_sensitivity_point(x, t1, &at));
  for (int32_t i = 0; i < nv; i++) {
    double before = x->hat[nv + i], change = at.v[i] - x->hat[i] - (t1 - t0) / 2 * (before + at.a[i]);
    bool decays = fabs(at.a[i]) < DECAYED * fabs(before) && fabs(change) > OVERSHOT * (t1 - t0) * fabs(before);
    if (decays) wrong = fmax(wrong, p->weight[i] * fabs(change));
    size = fmax(size, p->weight[i] * fmax(fabs(at.v[i]), fabs(x->hat[i])));
  }
  *passed = wrong > UNRESOLVED * size && wrong * (t1 - t0) > ROUNDING;
  return SAR_OK;
}

/* Along the alpha family, where it is of second order, variations have the formula of the run from its first step on,
 * and are as right as the run. With others they are not: who asked for such steps is told. Once a formula over several
 * steps runs, nothing that decays at once is left. */
static SarStatus look_at_fixed_step(SarSensitivity *x, double t0, double t1) {
  bool exact = x->stars.used && x->stars.of_run, running = x->formula && x->npast == SAR_PAST;
  x->passed = false;
  if (x->tolerance > 0 || exact || running) return SAR_OK;
  SAR_TRY(find_passed_over(x, t0, t1, &x->passed));
  if (!x->passed || x->passed_said) return SAR_OK;
  const char *remedy = x->m->problem.touches ? "take shorter steps, or leave out the fixed step"
                                             : "take shorter steps, leave out the fixed step, or take `--method hht`";
  sar_warn(x->context, sar_nowhere(), NULL, remedy,
           "sensitivity: the step of %.3g s at t = %.9g s passes over something that decays much faster; derivatives "
           "are rough from there on, and may be wrong by factors, though the run is not",
           t1 - t0, t0);
  sar_sensitivity_listen(x);
  x->passed_said = true;
  return SAR_OK;
}

/* One part of a step, which begins at t. False: it is to be shorter. */
static SarStatus try_part(SarSensitivity *x, double t, double t0, double t1, bool *accepted) {
  bool controlled = x->tolerance > 0, most = x->last == SAR_INSTANTS - 2;
  double left = t1 - t, h = controlled && x->proposed > 0 ? x->proposed : left;
  if (most || h > NEARLY * left) h = left;
  double end = h == left ? t1 : t + h, error = 0;
  SarInstant *to = &x->instants[x->last + 1];
  SAR_TRY(sar_sensitivity_make_instant(x, to));
  SarStatus (*run)(SarSensitivity *, const SarInstant *, double, SarInstant *, bool *) =
      x->passed ? run_end : run_stages;
  for (bool again = true; again;) SAR_TRY(run(x, &x->instants[x->last], end, to, &again));
  *accepted = true;
  if (!controlled) return SAR_OK;
  error = find_error(x, h);
  double growth = error > 0 ? SAFETY * pow(error, -0.25) : LARGEST_GROWTH;
  growth = fmin(fmax(growth, SMALLEST_GROWTH), LARGEST_GROWTH);
  if (error > 1 || x->proposed == 0 || h == x->proposed) x->proposed = growth * h;
  *accepted = error <= 1 || most || h <= fmax(SHORTEST * (t1 - t0), x->from - t0);
  return SAR_OK;
}

/* Where a motion is so sensitive that even the sides of a parameter, 1e-5 of it apart, go other ways, their difference
 * is no derivative. */
static void give_up_far_ones(SarSensitivity *x, double t) {
  for (int32_t i = 0; i < x->count; i++) {
    const SarVaried *varied = &x->varied[i];
    char why[160];
    if (varied->lost || !sar_sensitivity_is_far(x, i)) continue;
    snprintf(why, sizeof why, "at t = %.9g s a change of `%s` by %.3g moves the model by more than its size", t,
             varied->name, varied->side[1].shift);
    sar_sensitivity_lose(x, i, "end the run before", why);
  }
}

SarStatus sar_sensitivity_advance(SarSensitivity *x, double t0, double t1) {
  SarInstant begin = x->instants[x->last];
  bool done = false;
  x->instants[x->last] = x->instants[0];
  x->instants[0] = begin;
  x->last = 0;
  x->from = t0;
  SAR_TRY(sar_kinks_begin(x, t0));
  SAR_TRY(look_at_fixed_step(x, t0, t1));
  SAR_TRY(sar_multistep_advance(x, t0, t1, &done));
  if (!done) {
    SAR_TRY(sar_sensitivity_find_rates(x, &x->instants[0], t1));
    SAR_TRY(sar_sensitivity_beside(x, t1));
    x->switching = x->beside > 0 ? fmax(t1 - x->beside, 0.5 * (t0 + t1)) : 0;
  }
  for (double t = t0; !done && t < t1; t = x->instants[x->last].t) {
    bool accepted;
    SAR_TRY(try_part(x, t, t0, t1, &accepted));
    x->last += accepted;
  }
  for (int32_t i = 1; i <= x->last; i++) sar_sensitivity_note_size(x, x->instants[i].y);
  give_up_far_ones(x, t1);
  sar_sensitivity_forget_lost(x);
  return sar_multistep_note(x, &x->instants[x->last]);
}
