/* Where the method of the run has one stage per step, so have the sensitivities: along methods of second order the
 * formula of alpha.c; along `bdf`, and where things touch, a backward differentiation formula over the ends of the last
 * steps,
 *
 *   y = share_0 y_0 + ... + share_k y_k + c y',
 *
 * of the order that the run's own formula has in this step, or of second order, where steps are those of a method of
 * second order; of a lower one while there are not yet values enough since the last start, event or kink.
 *
 * The step is that of the run, whose error test has looked at the motion, not at the variations. How far y is from the
 * polynomial through the values before it tells how wrong it is, as in family/bdf.c. Where the motion needs steps of
 * this length much is allowed: following variations more closely, with the Runge-Kutta method (advance.c) in parts of
 * steps, took two to five times as long as the run for errors half as large, and a smaller tolerance gives more for
 * less: it improves the motion that the derivatives belong to. Where the motion is at rest, or goes on evenly,
 * variations may still move, and steps say nothing of them; there little is allowed. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "method/family/bdf.h"

#define CALM 100    /* times the tolerance, of the error of a step, where the motion asks for longer steps; ... */
#define LIVELY 0.01 /* ... elsewhere, with an error of the motion above this part of the tolerance, ... */
#define ALLOWED 1e4
#define LOST 0.1   /* ... but not more than this of the variation */
#define THIRD 0.25 /* of the term of third order: the error at the begin, 1/12 with the first formula, 2/9 then */

void sar_multistep_forget(SarSensitivity *x) {
  x->npast = 0;
  sar_alpha_forget(x);
}

static SarStatus make_node(SarSensitivity *x, SarInstant *node) {
  SAR_TRY(sar_sensitivity_make_instant(x, node));
  if (!node->u) node->u = SAR_NEW(x->arena, (int64_t)x->count * x->n + 1, double);
  return node->u ? SAR_OK : sar_report_no_memory(x->context);
}

SarStatus sar_multistep_note(SarSensitivity *x, const SarInstant *end) {
  SarInstant oldest = x->past[SAR_PAST - 1];
  if (!x->formula) return SAR_OK;
  for (int i = SAR_PAST - 1; i > 0; i--) x->past[i] = x->past[i - 1];
  x->past[0] = oldest;
  SAR_TRY(make_node(x, &x->past[0]));
  x->past[0].t = end->t;
  memcpy(x->past[0].y, end->y, (size_t)x->count * (size_t)x->ny * sizeof *end->y);
  sar_energies_copy(x, end, &x->past[0]);
  for (int32_t i = 0; i < x->count; i++) {
    memcpy(x->past[0].u + (int64_t)i * x->n, x->varied[i].w.u, (size_t)x->n * sizeof(double));
  }
  if (x->npast < SAR_PAST) x->npast++;
  return SAR_OK;
}

SarStatus sar_multistep_archive(SarSensitivity *x, SarArchive *archive) {
  sar_archive_int(archive, &x->npast, 0, SAR_PAST);
  SAR_TRY(archive->status);
  for (int32_t i = 0; i < x->npast; i++) {
    SAR_TRY(make_node(x, &x->past[i]));
    SAR_ARCHIVE(archive, x->past[i].t);
    sar_archive_reals(archive, x->past[i].y, (int64_t)x->count * x->ny);
    sar_archive_reals(archive, x->past[i].u, (int64_t)x->count * x->n);
  }
  sar_alpha_archive(x, archive);
  return archive->status;
}

/* ---- formulas ---- */

/* The order of this step, and whether it is one of the first two; false: it is not to be taken so. */
static bool find_order(const SarSensitivity *x, SarStepFormula *f) {
  int32_t order = x->formula == SAR_FORMULA_OF_RUN ? sar_integrator_view(x->s->integrator)->formula : x->formula;
  if (order < 1 || order > SAR_BDF_ORDER || x->npast == 0) return false;
  f->begins = x->npast <= 2 && x->npast <= order;
  f->order = f->begins || x->npast > order ? order : x->npast - 1;
  return true;
}

/* From the distance to the polynomial before it to the error of the formula (Brenan, Campbell and Petzold, section
 * 5.2.3). */
static double error_factor(const SarStepFormula *f, double t) {
  const double *node = f->node, h = f->h;
  int32_t k = f->order;
  double next = h / (t - node[k]), sum = next;
  for (int32_t i = 1; i <= k; i++) sum += h / (t - node[i - 1]) - 1.0 / i;
  return fmax(next, fabs(sum));
}

/* The polynomial of degree k through the nodes, at t. */
static void predict(const SarSensitivity *x, const double *node, int32_t k, double t, double *y) {
  int64_t count = (int64_t)x->count * x->ny;
  memset(y, 0, (size_t)count * sizeof *y);
  for (int32_t j = 0; j <= k; j++) {
    double share = 1;
    for (int32_t i = 0; i <= k; i++) share *= i == j ? 1 : (t - node[i]) / (node[j] - node[i]);
    for (int64_t i = 0; i < count; i++) y[i] += share * x->past[j].y[i];
  }
}

/* How far y is from what was predicted of it, times the factor; as in the run, positions and states are judged, and
 * velocities are not. */
static void find_distance(const SarSensitivity *x, double factor, const double *y, double *out) {
  int32_t nv = x->m->problem.n.nv;
  const double *predicted = x->trial;
  for (int32_t p = 0; p < x->count; p++, y += x->ny, predicted += x->ny, out += x->ny) {
    for (int32_t i = 0; i < nv; i++) out[i] = factor * (y[i] - predicted[i]);
    memset(out + nv, 0, (size_t)nv * sizeof *out);
    for (int32_t i = 2 * nv; i < x->ny; i++) out[i] = factor * (y[i] - predicted[i]);
  }
}

/* What is guessed of the unknowns: rates that lead to the predicted y, and multipliers and variables on the line
 * through the last two. */
static void guess(SarSensitivity *x, SarGain c, double t, const double *predicted) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  const SarInstant *one = &x->past[0], *other = x->npast > 1 ? &x->past[1] : one;
  double share = x->npast > 1 ? (t - one->t) / (one->t - other->t) : 0;
  for (int32_t p = 0; p < x->count; p++) {
    SarVariation *w = &x->varied[p].w;
    const double *u0 = one->u + (int64_t)p * x->n, *u1 = other->u + (int64_t)p * x->n;
    const double *y = predicted + (int64_t)p * x->ny;
    for (int32_t i = n->nv; i < x->n; i++) w->u[i] = u0[i] + share * (u0[i] - u1[i]);
    for (int32_t i = 0; i < n->nv; i++) w->u[i] = (y[n->nv + i] - w->v[i]) / c.v;
    for (int32_t i = 0; i < n->nx; i++) w->u[states + i] = (y[2 * n->nv + i] - w->x[i]) / c.v;
    for (int32_t i = 0; i < n->nv; i++) w->theta[i] += c.q * w->u[i], w->v[i] += c.v * w->u[i];
    for (int32_t i = 0; i < n->nx; i++) w->x[i] += c.v * w->u[states + i];
  }
}

/* The end of the step: as the method leaves it, if the equations hold there, and beside the kink that it may stand on.
 */
static SarStatus find_end(SarSensitivity *x, double t0, double t1, SarPoint *at) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  if (view->nfired > 0) SAR_TRY(sar_sensitivity_beside(x, t1));
  if (view->nfired > 0 && x->beside > 0) return sar_sensitivity_point(x, fmax(t1 - x->beside, 0.5 * (t0 + t1)), at);
  if (!x->ends_solved) return sar_sensitivity_point(x, t1, at);
  *at = sar_step_point(view);
  return SAR_OK;
}

/* Over order + 1 nodes. */
static void use_nodes(SarSensitivity *x, double t1, SarStepFormula *f) {
  int64_t count = (int64_t)x->count * x->ny;
  double *share = f->by.node;
  f->by.count = f->order + 1;
  double c = sar_bdf_formula(f->order, f->node, t1, f->h, share);
  f->c = (SarGain){c, c * c};
  memset(x->hat, 0, (size_t)count * sizeof *x->hat);
  for (int32_t j = 0; j <= f->order; j++) {
    for (int64_t i = 0; i < count; i++) x->hat[i] += share[j] * x->past[j].y[i];
  }
  predict(x, f->node, f->order, t1, x->trial);
}

/* The first step is one of the trapezoidal rule, y = y_0 + h/2 (y_0' + y'), the second one that of second order over
 * the two nodes that there are then, with w = h over the step before,
 *
 *   y = ((1 + w)^2 y_0 - w^2 y_1) / (1 + 2 w) + h (1 + w)/(1 + 2 w) y'. */
static SarStatus begin(SarSensitivity *x, double t1, SarStepFormula *f) {
  int64_t count = (int64_t)x->count * x->ny;
  SarInstant *now = &x->instants[0];
  double h = f->h, c = 0.5 * h;
  if (x->npast == 1) {
    SAR_TRY(sar_sensitivity_find_rates(x, now, t1));
    f->by = (SarShares){.count = 1, .node = {1}, .rate = 0.5 * h};
    for (int64_t i = 0; i < count; i++) x->hat[i] = now->y[i] + 0.5 * h * now->rate[i];
  } else {
    double w = h / (f->node[0] - f->node[1]), sum = 1 + 2 * w;
    c = h * (1 + w) / sum;
    f->by = (SarShares){.count = 2, .node = {(1 + w) * (1 + w) / sum, -w * w / sum}};
    for (int64_t i = 0; i < count; i++)
      x->hat[i] = ((1 + w) * (1 + w) * x->past[0].y[i] - w * w * x->past[1].y[i]) / sum;
  }
  for (int64_t i = 0; i < count; i++) x->trial[i] = now->y[i] + h * now->rate[i];
  f->c = (SarGain){c, c * c};
  return SAR_OK;
}

/* ---- errors ---- */

/* Whether the step is good enough, with its end in `to`. At the begin the prediction is of first order and wrong by
 * d = h^2 y''/2, which tells the time T in which y changes, (h/T)^2 = 2 d, and with it the term of third order. */
static bool is_good(SarSensitivity *x, const SarStepFormula *f, const SarInstant *to) {
  if (x->tolerance == 0) return true;
  find_distance(x, f->begins ? 1 : error_factor(f, to->t), to->y, x->hat);
  double error = sar_sensitivity_error(x, x->hat, to->y);
  if (f->begins) error = THIRD * pow(2 * error * x->tolerance, 1.5) / x->tolerance;
  bool lively = x->m->problem.touches || sar_integrator_view(x->s->integrator)->error > LIVELY;
  return error <= (lively ? fmin(ALLOWED, LOST / x->tolerance) : CALM);
}

static SarStatus prepare(SarSensitivity *x, double t1, SarStepFormula *f) {
  for (int32_t j = 0; j < x->npast; j++) f->node[j] = x->past[j].t;
  if (x->stars.used) {
    SAR_TRY(sar_alpha_begin(x, t1, f));
    if (!f->begins) predict(x, f->node, f->order, t1, x->trial);
    return SAR_OK;
  }
  if (f->begins) return begin(x, t1, f);
  use_nodes(x, t1, f);
  return SAR_OK;
}

/* They stand at a point that is not the one which is accepted. */
static void leave_sides(SarSensitivity *x) {
  for (int32_t i = 0; i < x->count; i++) x->varied[i].stays = x->varied[i].placed = false;
}

SarStatus sar_multistep_advance(SarSensitivity *x, double t0, double t1, bool *done) {
  SarStepFormula f = {.h = t1 - t0};
  SarInstant *to = &x->instants[1];
  SarPoint at;
  *done = false;
  if (!find_order(x, &f) || x->past[0].t != t0) return SAR_OK;
  SAR_TRY(prepare(x, t1, &f));
  SAR_TRY(find_end(x, t0, t1, &at));
  for (bool again = true; again;) {
    sar_variation_begin_stage(x, &at, f.c, x->hat);
    guess(x, f.c, t1, x->trial);
    SAR_TRY(sar_corrector_solve(x, &at, f.c));
    SAR_TRY(sar_kinks_look(x, &at, &again));
  }
  SAR_TRY(sar_sensitivity_make_instant(x, to));
  to->t = t1;
  sar_variation_to_instant(x, at.q, to->y, to->rate);
  *done = is_good(x, &f, to);
  if (!*done) {
    leave_sides(x);
    sar_alpha_forget(x);
    return SAR_OK;
  }
  SAR_TRY(sar_energies_end(x, &at, &f.by, f.c.v, to));
  if (!x->ends_solved || at.t != t1) leave_sides(x);
  if (x->stars.used) sar_alpha_end(x, &at, &f, to);
  x->last = 1;
  x->work.steps++;
  x->rough = true;
  return SAR_OK;
}
