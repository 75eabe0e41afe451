#include "analysis/order.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rotation.h"

#define MOST_STEPS 1e9
#define EARLIER 7                   /* exact points before the first step of a method of several steps */
#define STARTER_DIVISION 16         /* steps of the starter in one of theirs */
#define REFERENCE_DIVISION 4        /* reference steps in the smallest step */
#define ROUNDING (10 * DBL_EPSILON) /* of one step, over L or in rad */

typedef struct Measure {
  SarContext *context;
  const SarOrderProblem *order;
  int64_t coarse; /* number of steps of the largest step */
  SarOrderSamples reference, trial;
  bool kept; /* the reference belongs to order->known */
} Measure;

static int32_t sample_width(const SarSizes *n) { return n->nq + n->nv + 2 * n->np; }

static SarStatus make_samples(Measure *m, SarOrderSamples *s) {
  s->count = (int32_t)(m->coarse - m->coarse / 2);
  s->width = sample_width(&m->order->problem->n);
  s->values = calloc((size_t)s->count * (size_t)s->width + 1, sizeof *s->values);
  return s->values ? SAR_OK : sar_report_no_memory(m->context);
}

static SarStatus take_sample(Measure *m, const SarStepView *view, double *out) {
  const SarSizes *n = &m->order->problem->n;
  memcpy(out, view->q, (size_t)n->nq * sizeof *out);
  memcpy(out + n->nq, view->v, (size_t)n->nv * sizeof *out);
  if (n->np) memcpy(out + n->nq + n->nv, view->lambda, (size_t)n->np * sizeof *out);
  if (!m->order->reactions) return SAR_OK;
  SarPoint at = sar_step_point(view);
  return m->order->reactions(m->order->reactions_self, &at, out + n->nq + n->nv + n->np);
}

/* Exact values at the first grid points, for methods that look back on several. */
typedef struct Beginning {
  int32_t count; /* points, at the times 0, h, 2 h, ... */
  SarPoint point[EARLIER + 1];
  double *values; /* what they point to */
} Beginning;

static const double *keep(double **room, int32_t n, const double *from) {
  double *to = *room;
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
  *room += n;
  return to;
}

static void keep_point(Beginning *b, const SarSizes *n, double **room, const SarPoint *at) {
  b->point[b->count++] = (SarPoint){.t = at->t,
                                    .q = keep(room, n->nq, at->q),
                                    .v = keep(room, n->nv, at->v),
                                    .a = keep(room, n->nv, at->a),
                                    .lambda = keep(room, n->np, at->lambda),
                                    .mu = keep(room, n->nn, at->mu),
                                    .x = keep(room, n->nx, at->x),
                                    .xdot = keep(room, n->nx, at->xdot),
                                    .z = keep(room, n->nz, at->z)};
}

/* Steps of the starter, much shorter than h. */
static SarStatus make_beginning(Measure *m, double h, Beginning *b) {
  const SarOrderProblem *o = m->order;
  const SarSizes *n = &o->problem->n;
  int32_t width = sar_sizes_point(n);
  b->values = calloc((size_t)(EARLIER + 1) * (size_t)width + 1, sizeof *b->values);
  if (!b->values) return sar_report_no_memory(m->context);
  double *room = b->values;
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  SarStepOptions steps = {.end = EARLIER * h, .fixed_step = h / STARTER_DIVISION, .corrector_floor = true};
  keep_point(b, n, &room, &o->start);
  SarStatus status = sar_method_parse(m->context, o->starter, sar_nowhere(), &choice);
  if (status == SAR_OK) status = sar_integrator_create(m->context, o->problem, &choice, &steps, &integrator);
  if (status == SAR_OK) status = sar_integrator_start(integrator, &o->start);
  for (int32_t i = 1; status == SAR_OK && i <= EARLIER * STARTER_DIVISION; i++) {
    bool renewed;
    status = sar_integrator_step(integrator);
    if (status == SAR_OK) status = sar_integrator_renew(&integrator, &choice, &renewed);
    SarPoint at = sar_step_point(sar_integrator_view(integrator));
    int32_t whole_steps = i / STARTER_DIVISION;
    at.t = whole_steps * h; /* exactly on the grid */
    if (status == SAR_OK && i % STARTER_DIVISION == 0) keep_point(b, n, &room, &at);
  }
  sar_integrator_destroy(&integrator);
  return status;
}

/* Starts at the last of the exact points where the method needs them; *first: how many steps that saves. */
static SarStatus start(Measure *m, SarIntegrator *integrator, const SarMethodChoice *choice, double h, int64_t *first) {
  const SarOrderProblem *o = m->order;
  *first = 0;
  if (!o->starter || sar_method_info_of(choice).steps < 2) return sar_integrator_start(integrator, &o->start);
  Beginning b = {.count = 0};
  SarPoint earlier[EARLIER];
  SarStatus status = make_beginning(m, h, &b);
  for (int32_t k = 0; status == SAR_OK && k < EARLIER; k++) earlier[k] = b.point[EARLIER - 1 - k];
  if (status == SAR_OK) status = sar_integrator_start_with(integrator, &b.point[EARLIER], earlier, EARLIER);
  free(b.values);
  *first = EARLIER;
  return status;
}

/* Steps of a measurement lie on a grid, which events would move; kinks do not. */
static SarStatus refuse_events(Measure *m) {
  SarProblem *p = m->order->problem;
  for (int32_t i = 0; i < p->n.nroots; i++) {
    if (p->roots[i].kind == SAR_ROOT_KINK || p->roots[i].kind == SAR_ROOT_TABLE) continue;
    return sar_report(m->context, SAR_FAILED, sar_nowhere(), NULL,
                      "remove the events, comparisons, `sign` and the like, or compare runs with `sarrus compare`",
                      "the order of a method cannot be measured on a motion with events or jumps");
  }
  p->n.nroots = 0;
  return SAR_OK;
}

static bool interrupted(const Measure *m, const SarIntegrator *integrator, int64_t steps) {
  const SarOrderProblem *o = m->order;
  const SarStepView *view = sar_integrator_view(integrator);
  SarProgress progress = {.time = view->t1, .end = o->end, .step = view->step, .steps = steps};
  return o->progress && o->progress(o->progress_self, &progress) != 0;
}

/* Integrates with `division` steps per largest step and samples at the grid of the largest. */
static SarStatus sample_run(Measure *m, const char *method, int64_t division, SarOrderSamples *samples) {
  const SarOrderProblem *o = m->order;
  SarMethodChoice choice;
  SAR_TRY(refuse_events(m));
  SAR_TRY(sar_method_parse(m->context, method, sar_nowhere(), &choice));
  SarStepOptions steps = {.end = o->end, .tolerance = 1e-5, .corrector_floor = true};
  steps.fixed_step = o->end / (double)(m->coarse * division);
  SarIntegrator *integrator = NULL;
  SarStatus status = sar_integrator_create(m->context, o->problem, &choice, &steps, &integrator);
  if (status == SAR_OK && o->problem->ops->reset) o->problem->ops->reset(o->problem, &o->start);
  int64_t first = 0;
  if (status == SAR_OK) status = start(m, integrator, &choice, steps.fixed_step, &first);
  for (int64_t i = first + 1; status == SAR_OK && i <= m->coarse * division; i++) {
    bool renewed;
    status = sar_integrator_step(integrator);
    if (status == SAR_OK) status = sar_integrator_renew(&integrator, &choice, &renewed);
    int64_t point = i / division - 1 - m->coarse / 2;
    if (status == SAR_OK && i % division == 0 && point >= 0 && point < samples->count) {
      status = take_sample(m, sar_integrator_view(integrator), samples->values + point * samples->width);
    }
    if (status == SAR_OK && interrupted(m, integrator, i)) status = SAR_INTERRUPTED;
  }
  sar_integrator_destroy(&integrator);
  return status;
}

double sar_position_difference(const SarProblem *p, const double *q, const double *r) {
  double sum = 0;
  for (int32_t i = 0; i < p->nblocks; i++) {
    const SarBlock *b = &p->blocks[i];
    if (b->kind == SAR_BLOCK_PLAIN) {
      for (int32_t k = 0; k < b->count; k++) sum += pow((q[b->q + k] - r[b->q + k]) * p->weight[b->v + k], 2);
    } else {
      SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(r + b->q)), sar_quat_load(q + b->q));
      SarVec3 d = sar_quat_log(turn);
      sum += sar_dot(d, d);
    }
  }
  return sum;
}

static void compare(const Measure *m, int32_t index, SarOrderResult *out) {
  const SarProblem *p = m->order->problem;
  const SarSizes *n = &p->n;
  double sum[4] = {0, 0, 0, 0};
  for (int32_t i = 0; i < m->trial.count; i++) {
    const double *a = m->trial.values + (size_t)i * (size_t)m->trial.width;
    const double *b = m->reference.values + (size_t)i * (size_t)m->reference.width;
    sum[0] += sar_position_difference(p, a, b);
    a += n->nq, b += n->nq;
    for (int32_t k = 0; k < n->nv; k++) sum[1] += pow((a[k] - b[k]) * p->weight[k], 2);
    a += n->nv, b += n->nv;
    for (int32_t k = 0; k < n->np; k++) sum[2] += pow(a[k] - b[k], 2);
    for (int32_t k = n->np; k < 2 * n->np; k++) sum[3] += pow(a[k] - b[k], 2);
  }
  double dynamics = (double)m->trial.count * n->nv, rows = (double)m->trial.count * (n->np ? n->np : 1);
  out->position.errors[index] = sqrt(sum[0] / dynamics);
  out->velocity.errors[index] = sqrt(sum[1] / dynamics);
  out->multipliers.errors[index] = sqrt(sum[2] / rows);
  out->reactions.errors[index] = sqrt(sum[3] / rows);
}

double sar_order_slope(const SarOrderResult *r, const SarOrderSeries *series) {
  int32_t end = r->nsteps - series->at_rounding, first = end > 4 ? end - 4 : 0, count = end - first;
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  if (count < 2) return NAN;
  for (int32_t i = first; i < end; i++) {
    double x = log(r->steps[i]), y = log(series->errors[i]);
    sx += x, sy += y, sxx += x * x, sxy += x * y;
  }
  return (count * sxy - sx * sy) / (count * sxx - sx * sx);
}

/* Multipliers are compared with the reactions of the reference where that is possible: its own are of a lower order. */
static void refine_reference(Measure *m) {
  const SarOrderProblem *o = m->order;
  const SarSizes *n = &o->problem->n;
  for (int32_t i = 0; o->reactions && o->unique && i < m->reference.count; i++) {
    double *own = m->reference.values + (size_t)i * (size_t)m->reference.width + n->nq + n->nv;
    memcpy(own, own + n->np, (size_t)n->np * sizeof *own);
  }
}

static SarStatus find_reference(Measure *m) {
  const SarOrderProblem *o = m->order;
  const int64_t finest = (int64_t)1 << o->halvings;
  const SarOrderKey key = {o->whose, o->end, m->coarse, finest, sample_width(&o->problem->n)};
  const SarOrderSamples *known = sar_order_reference_find(o->known, &key);
  if (known) {
    m->reference = *known, m->kept = true;
    return SAR_OK;
  }
  SAR_TRY(make_samples(m, &m->reference));
  SAR_TRY(sample_run(m, o->reference, REFERENCE_DIVISION * finest, &m->reference));
  refine_reference(m);
  m->kept = sar_order_reference_keep(o->known, &key, &m->reference);
  return SAR_OK;
}

/* Root mean square of the reference's numbers from `first` on, `count` of each sample, weighted. */
static double size_of(const Measure *m, int32_t first, int32_t count, const double *weight) {
  double sum = 0, numbers = (double)m->reference.count * count;
  for (int32_t i = 0; i < m->reference.count; i++) {
    const double *at = m->reference.values + (size_t)i * (size_t)m->reference.width + first;
    for (int32_t k = 0; k < count; k++) sum += pow(at[k] * (weight ? weight[k] : 1), 2);
  }
  return numbers > 0 ? sqrt(sum / numbers) : 0;
}

static void count_rounding(const SarOrderResult *out, const double *rounding, SarOrderSeries *series) {
  int32_t counts = 0;
  while (counts < out->nsteps && !(series->errors[counts] <= rounding[counts])) counts++;
  series->at_rounding = out->nsteps - counts;
}

/* Rounding adds up over the steps. Besides, positions are known to it, so that velocities are known to it over h and
 * multipliers, which are of the size of v^2, to it over h^2. */
static void leave_out_rounding(const Measure *m, SarOrderResult *out) {
  const SarProblem *p = m->order->problem;
  const SarSizes *n = &p->n;
  double v = size_of(m, n->nq, n->nv, p->weight), lambda = size_of(m, n->nq + n->nv, n->np, NULL);
  double reactions = size_of(m, n->nq + n->nv + n->np, n->np, NULL), bound[4][SAR_ORDER_MAX];
  for (int32_t i = 0; i < out->nsteps; i++) {
    double h = out->steps[i], steps = m->order->end / h, way = fmax(h * v, DBL_EPSILON);
    bound[0][i] = ROUNDING * steps;
    bound[1][i] = ROUNDING * (steps * v + 1 / h);
    bound[2][i] = ROUNDING * lambda * (steps + 1 / (way * way));
    bound[3][i] = ROUNDING * reactions * steps;
  }
  count_rounding(out, bound[0], &out->position);
  count_rounding(out, bound[1], &out->velocity);
  count_rounding(out, bound[2], &out->multipliers);
  count_rounding(out, bound[3], &out->reactions);
}

static SarStatus measure(Measure *m, SarOrderResult *out) {
  const SarOrderProblem *o = m->order;
  SAR_TRY(find_reference(m));
  SAR_TRY(make_samples(m, &m->trial));
  for (int32_t i = 0; i <= o->halvings; i++) {
    SAR_TRY(sample_run(m, o->method, (int64_t)1 << i, &m->trial));
    out->steps[i] = o->end / (double)(m->coarse << i);
    compare(m, i, out);
  }
  out->nsteps = o->halvings + 1;
  leave_out_rounding(m, out);
  bool rows = o->problem->n.np > 0;
  out->position.order = sar_order_slope(out, &out->position);
  out->velocity.order = sar_order_slope(out, &out->velocity);
  out->multipliers.order = rows ? sar_order_slope(out, &out->multipliers) : NAN;
  out->reactions.order = rows && o->reactions ? sar_order_slope(out, &out->reactions) : NAN;
  return SAR_OK;
}

SarStatus sar_order_measure(SarContext *context, const SarOrderProblem *order, SarOrderResult *out) {
  Measure m = {.context = context, .order = order};
  *out = (SarOrderResult){0};
  if (order->halvings < 1 || order->halvings >= SAR_ORDER_MAX) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "4 is usual", "halvings must be between 1 and %d",
                      SAR_ORDER_MAX - 1);
  }
  double count = ceil(order->end / order->step * (1 - 1e-12)) * ldexp(REFERENCE_DIVISION, order->halvings);
  if (!(count <= MOST_STEPS)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give a larger step or fewer halvings",
                      "the smallest step would need %.3g steps for the reference", count);
  }
  m.coarse = (int64_t)ceil(order->end / order->step * (1 - 1e-12));
  if (m.coarse < 2) m.coarse = 2;
  SarMethodChoice choice;
  SAR_TRY(sar_method_parse(context, order->method, sar_nowhere(), &choice));
  sar_method_label(&choice, out->method, sizeof out->method);
  SarStatus status = measure(&m, out);
  if (!m.kept) free(m.reference.values);
  free(m.trial.values);
  return status;
}
