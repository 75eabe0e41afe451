/* Where the method of the run has one stage per step, so have the sensitivities: a backward differentiation formula
 * over the ends of the last steps,
 *
 *   y = share_0 y_0 + ... + share_k y_k + c y',
 *
 * of the order that the run's own formula has in this step, or of second order, where steps are those of a method of
 * second order. How far y is from the polynomial through the values before it tells how wrong it is, as in
 * family/bdf.c; where that is too much, and along bdf where there are not enough values since the last event or kink,
 * the step is left to the Runge-Kutta method (advance.c).
 *
 * Touches begin and end without events. The motion is smooth enough there for second order; its variation has a kink,
 * and moves with the forces of the touch, in whose steps the run's own formula loses as much. Parts of steps would
 * follow a motion that is no solution there: where bodies bounce, what that adds grows from touch to touch. So more is
 * allowed to formulas of second order where things may touch. */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "method/family/bdf.h"

#define ALLOWED 100  /* times the tolerance: of the error of a step */
#define TOUCHING 1e4 /* the same where things may touch, ... */
#define NOT_MORE 0.1 /* ... but not more than this of the variation */
#define THIRD 0.25   /* of the term of third order: the error at the begin, 1/12 with the first formula, 2/9 then */

void sar_multistep_forget(SarSensitivity *x) { x->npast = 0; }

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
  return archive->status;
}

/* ---- formulas ---- */

/* A step: y = hat + c y', with hat in x->hat, and the prediction in x->trial. */
typedef struct Formula {
  int32_t order;
  bool begins; /* there are not yet nodes enough for that order */
  double node[SAR_PAST];
  double h, c;
  SarShares by; /* hat by the values there, and the rate at the newest */
} Formula;

/* The order of this step; 0: it is not to be taken so. */
static int32_t find_order(const SarSensitivity *x) {
  const SarStepView *view = sar_integrator_view(x->s->integrator);
  int32_t order = x->formula == SAR_FORMULA_OF_RUN ? view->formula : x->formula;
  bool nodes = !x->anew && x->npast > order, begins = x->formula == 2 && x->npast > 0;
  return view->nfired == 0 && order >= 1 && order <= SAR_BDF_ORDER && (nodes || begins) ? order : 0;
}

/* From the distance to the polynomial before it to the error of the formula (Brenan, Campbell and Petzold, section
 * 5.2.3). */
static double error_factor(const Formula *f, double t) {
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

/* A velocity: as in the run, positions and states are judged. */
static bool is_rate(const SarSensitivity *x, int64_t i) {
  int64_t place = i % x->ny, nv = x->m->problem.n.nv;
  return place >= nv && place < 2 * nv;
}

/* What is guessed of the unknowns: rates that lead to the predicted y, and multipliers and variables on the line
 * through the last two. */
static void guess(SarSensitivity *x, double c, double t, const double *predicted) {
  const SarSizes *n = &x->m->problem.n;
  int32_t states = n->nv + n->np + n->nn;
  const SarInstant *one = &x->past[0], *other = x->npast > 1 ? &x->past[1] : one;
  double share = x->npast > 1 ? (t - one->t) / (one->t - other->t) : 0;
  for (int32_t p = 0; p < x->count; p++) {
    SarVariation *w = &x->varied[p].w;
    const double *u0 = one->u + (int64_t)p * x->n, *u1 = other->u + (int64_t)p * x->n;
    const double *y = predicted + (int64_t)p * x->ny;
    for (int32_t i = n->nv; i < x->n; i++) w->u[i] = u0[i] + share * (u0[i] - u1[i]);
    for (int32_t i = 0; i < n->nv; i++) w->u[i] = (y[n->nv + i] - w->v[i]) / c;
    for (int32_t i = 0; i < n->nx; i++) w->u[states + i] = (y[2 * n->nv + i] - w->x[i]) / c;
    for (int32_t i = 0; i < n->nv; i++) w->theta[i] += c * c * w->u[i], w->v[i] += c * w->u[i];
    for (int32_t i = 0; i < n->nx; i++) w->x[i] += c * w->u[states + i];
  }
}

/* The end of the step: as the method leaves it, if the equations hold there. */
static SarStatus find_end(SarSensitivity *x, double t1, SarPoint *at) {
  if (!x->ends_solved) return sar_sensitivity_point(x, t1, at);
  *at = sar_step_point(sar_integrator_view(x->s->integrator));
  return SAR_OK;
}

/* Over order + 1 nodes. */
static void use_nodes(SarSensitivity *x, double t1, Formula *f) {
  int64_t count = (int64_t)x->count * x->ny;
  double *share = f->by.node;
  f->by.count = f->order + 1;
  f->c = sar_bdf_formula(f->order, f->node, t1, f->h, share);
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
static SarStatus begin(SarSensitivity *x, double t1, Formula *f) {
  int64_t count = (int64_t)x->count * x->ny;
  SarInstant *now = &x->instants[0];
  double h = f->h;
  if (x->npast == 1) {
    SAR_TRY(sar_sensitivity_find_rates(x, now, t1));
    f->c = 0.5 * h;
    f->by = (SarShares){.count = 1, .node = {1}, .rate = 0.5 * h};
    for (int64_t i = 0; i < count; i++) x->hat[i] = now->y[i] + 0.5 * h * now->rate[i];
  } else {
    double w = h / (f->node[0] - f->node[1]), sum = 1 + 2 * w;
    f->c = h * (1 + w) / sum;
    f->by = (SarShares){.count = 2, .node = {(1 + w) * (1 + w) / sum, -w * w / sum}};
    for (int64_t i = 0; i < count; i++)
      x->hat[i] = ((1 + w) * (1 + w) * x->past[0].y[i] - w * w * x->past[1].y[i]) / sum;
  }
  for (int64_t i = 0; i < count; i++) x->trial[i] = now->y[i] + h * now->rate[i];
  return SAR_OK;
}

/* ---- errors ---- */

/* Whether the step is good enough, with its end in `to`. At the begin the prediction is of first order and wrong by
 * d = h^2 y''/2, which tells the time T in which y changes, (h/T)^2 = 2 d, and with it the term of third order. */
static bool is_good(SarSensitivity *x, const Formula *f, const SarInstant *to) {
  int64_t count = (int64_t)x->count * x->ny;
  if (x->tolerance == 0) return true;
  double factor = f->begins ? 1 : error_factor(f, to->t);
  for (int64_t i = 0; i < count; i++) x->hat[i] = is_rate(x, i) ? 0 : factor * (to->y[i] - x->trial[i]);
  double error = sar_sensitivity_error(x, x->hat, to->y);
  if (f->begins) error = THIRD * pow(2 * error * x->tolerance, 1.5) / x->tolerance;
  bool passes = x->m->problem.touches && f->order <= 2;
  return error <= (passes ? fmin(TOUCHING, NOT_MORE / x->tolerance) : ALLOWED);
}

SarStatus sar_multistep_advance(SarSensitivity *x, double t0, double t1, bool *done) {
  Formula f = {.order = find_order(x), .h = t1 - t0};
  SarInstant *to = &x->instants[1];
  SarPoint at;
  *done = false;
  if (!f.order || x->past[0].t != t0) return SAR_OK;
  f.begins = x->npast <= f.order;
  for (int32_t j = 0; j < x->npast; j++) f.node[j] = x->past[j].t;
  if (f.begins) {
    SAR_TRY(begin(x, t1, &f));
  } else {
    use_nodes(x, t1, &f);
  }
  SAR_TRY(find_end(x, t1, &at));
  sar_variation_begin_stage(x, &at, f.c, x->hat);
  guess(x, f.c, t1, x->trial);
  SAR_TRY(sar_corrector_solve(x, &at, f.c));
  SAR_TRY(sar_sensitivity_make_instant(x, to));
  to->t = t1;
  sar_variation_to_instant(x, at.q, to->y, to->rate);
  if (!is_good(x, &f, to)) return SAR_OK;
  SAR_TRY(sar_energies_end(x, &at, &f.by, f.c, to));
  x->last = 1;
  x->work.steps++;
  *done = x->rough = true;
  return SAR_OK;
}
