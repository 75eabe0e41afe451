/* label: numbers. Bounds on the switching functions within a step hold on the interpolant that steps are looked at
 * with: for every element class that has switching functions, between random points, on random parts of the step. */
#include <string.h>

#include "base/rotation.h"
#include "method/interpolate.h"
#include "system/cases.h"
#include "system/events.h"
#include "system/texts.h"
#include "system/user/user.h"

enum { PARTS = 40, POINTS = 5, MOST = 256 };

static double uniform(uint64_t *seed) {
  *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (double)(*seed >> 11) / 9007199254740992.0;
}

typedef struct Step {
  SarWorkspace *m;
  SarNode from, to;
  double unknowns[2][4 * CASE_MOST], turn[CASE_MOST];
} Step;

static SarNode node_of(const SarSizes *n, const CasePoint *point, double *unknowns, double *turn) {
  const double *const parts[] = {point->a, point->lambda, point->mu, point->xdot, point->z};
  const int32_t counts[] = {n->nv, n->np, n->nn, n->nx, n->nz};
  double *next = unknowns;
  for (int k = 0; k < 5; next += counts[k], k++) memcpy(next, parts[k], (size_t)counts[k] * sizeof *next);
  return (SarNode){.t = point->t,
                   .q = (double *)(uintptr_t)point->q,
                   .v = (double *)(uintptr_t)point->v,
                   .x = (double *)(uintptr_t)point->x,
                   .u = unknowns,
                   .turn = turn};
}

/* The second point lies a step of h on, roughly where the rates of the first one lead. */
static void advance(const SarSystem *s, const SarSizes *n, double h, const CasePoint *from, CasePoint *to) {
  double rate[CASE_MOST];
  for (int32_t i = 0; i < n->nv; i++) rate[i] = (from->v[i] + to->v[i]) / 2;
  memcpy(to->q, from->q, sizeof to->q);
  case_move(s, h, rate, to->q);
  for (int32_t i = 0; i < n->nx; i++) to->x[i] = from->x[i] + h * (from->xdot[i] + to->xdot[i]) / 2;
  to->t = from->t + h;
}

static void find_turns(const SarSystem *s, const CasePoint *from, const CasePoint *to, double *turn) {
  for (int32_t b = 0; b < s->nbodies; b++) {
    SarQuat p0 = sar_quat_load(from->q + 7 * b + 3), p1 = sar_quat_load(to->q + 7 * b + 3);
    sar_vec3_store(sar_quat_log(sar_quat_mul(sar_quat_conjugate(p0), p1)), turn + 3 * b);
  }
}

static bool is_within(SarInterval range, double f, double scale) {
  return f >= range.lo - 1e-12 * scale && f <= range.hi + 1e-12 * scale;
}

/* One function alone, where nothing is known but what it says it reads, has the value and the bounds that it has among
 * all others. */
static void check_alone(const char *label, Step *step, double s0, double s1, const SarEnclosure *bounds,
                        const SarPoint *at, const double *values) {
  const SarProblem *p = &step->m->problem;
  double q[CASE_MOST], v[CASE_MOST], x[CASE_MOST], u[4 * CASE_MOST];
  SarInterpolated part = {q, v, x, u, u + p->n.nv, u + p->n.nv + p->n.np, NULL, NULL};
  part.xdot = part.mu + p->n.nn, part.z = part.xdot + p->n.nx;
  for (int32_t i = 0; i < p->n.nroots; i++) {
    for (int k = 0; k < CASE_MOST; k++) q[k] = v[k] = x[k] = NAN;
    for (int k = 0; k < 4 * CASE_MOST; k++) u[k] = NAN;
    int32_t count = sar_interpolate_reads(p, &step->from, &step->to, at->t, &p->reads[i], &part);
    assert_true(count <= p->n.nq + p->n.nv + p->n.nx + sar_sizes_unknowns(&p->n));
    SarPoint point = {at->t, q, v, part.a, part.lambda, part.mu, x, part.xdot, part.z};
    double value;
    SarEnclosure e;
    assert_int_equal(p->ops->root(p, i, &point, &value), SAR_OK);
    p->ops->enclose_root(p, i, s0, s1, &e);
    bool same = isnan(values[i]) ? isnan(value)
                                 : value == values[i] || fabs(value - values[i]) <= 1e-13 * (1 + fabs(values[i]));
    if (!same) fail_msg("%s, root %d: alone %.17g, with all others %.17g", label, (int)i, value, values[i]);
    same = e.value.lo == bounds[i].value.lo || fabs(e.value.lo - bounds[i].value.lo) <= 1e-12 * (1 + fabs(e.value.lo));
    same &= e.rate.hi == bounds[i].rate.hi || fabs(e.rate.hi - bounds[i].rate.hi) <= 1e-12 * (1 + fabs(e.rate.hi));
    if (!same) fail_msg("%s, root %d: bounds alone differ from those with all others", label, (int)i);
  }
}

/* How wide the bounds are, at most, over the part of the step: none if they are infinite. */
static void check_part(const char *label, Step *step, double s0, double s1, uint64_t *seed) {
  const SarProblem *p = &step->m->problem;
  double q[CASE_MOST], v[CASE_MOST], x[CASE_MOST], u[4 * CASE_MOST], values[MOST], before[MOST], s_before = NAN;
  SarInterpolated at = {q, v, x, u, u + p->n.nv, u + p->n.nv + p->n.np, NULL, NULL};
  SarEnclosure bounds[MOST];
  at.xdot = at.mu + p->n.nn, at.z = at.xdot + p->n.nx;
  p->ops->enclose_roots(p, s0, s1, bounds);
  for (int k = 0; k < POINTS; k++) {
    double s = s0 + (s1 - s0) * (k == 0 ? 0 : k == POINTS - 1 ? 1 : uniform(seed));
    double t = step->from.t + s * (step->to.t - step->from.t);
    sar_interpolate(p, &step->from, &step->to, t, &at);
    SarPoint point = {t, q, v, at.a, at.lambda, at.mu, x, at.xdot, at.z};
    assert_int_equal(p->ops->roots(p, &point, values), SAR_OK);
    if (k < 2) check_alone(label, step, s0, s1, bounds, &point, values);
    for (int32_t i = 0; i < p->n.nroots; i++) {
      double scale = 1 + fabs(values[i]), slope = (values[i] - before[i]) / (s - s_before);
      if (isfinite(values[i]) && !is_within(bounds[i].value, values[i], scale)) {
        fail_msg("%s, root %d: %.15g at s = %g of [%g, %g] is not in [%.15g, %.15g]", label, (int)i, values[i], s, s0,
                 s1, bounds[i].value.lo, bounds[i].value.hi);
      }
      bool far = k > 0 && fabs(s - s_before) > 1e-3;
      if (far && isfinite(slope) && !is_within(bounds[i].rate, slope, 1e4 * scale)) {
        fail_msg("%s, root %d: slope %.15g is not in [%.15g, %.15g]", label, (int)i, slope, bounds[i].rate.lo,
                 bounds[i].rate.hi);
      }
    }
    memcpy(before, values, sizeof before);
    s_before = s;
  }
}

static int32_t check_system(const char *label, SarContext *context, const SarSystem *system, uint64_t *seed) {
  Step step;
  CasePoint from, to;
  assert_int_equal(sar_workspace_create(context, system, NULL, false, &step.m), SAR_OK);
  const SarProblem *p = &step.m->problem;
  int32_t nroots = p->n.nroots;
  assert_true(nroots <= MOST);
  for (int trial = 0; nroots > 0 && trial < 4; trial++) {
    case_point(system, seed, &from);
    case_point(system, seed, &to);
    advance(system, &p->n, trial == 0 ? 0.4 : 0.1, &from, &to);
    find_turns(system, &from, &to, step.turn);
    step.from = node_of(&p->n, &from, step.unknowns[0], step.turn);
    step.to = node_of(&p->n, &to, step.unknowns[1], step.turn);
    SarPoint a = sar_node_point(p, &step.from), b = sar_node_point(p, &step.to);
    sar_workspace_start(step.m, from.t, from.q, from.v);
    p->ops->enclose_step(p, &a, &b);
    for (int k = 0; k < PARTS; k++) {
      double s0 = k == 0 ? 0 : uniform(seed), s1 = k == 0 ? 1 : s0 + (1 - s0) * pow(10, -4 * uniform(seed));
      check_part(label, &step, s0, s1, seed);
    }
  }
  sar_workspace_destroy(&step.m);
  return nroots;
}

static void bounds_hold(void **state) {
  (void)state;
  uint64_t seed = 5;
  int32_t roots = 0;
  for (int32_t index = 0; index < case_count() + case_measure_count(); index++) {
    SarContext *context = sar_context_create();
    CaseLabel label;
    SarModel *model;
    SarSystem *system;
    if (index < case_count()) {
      case_build(context, index, &label, &model, &system);
    } else {
      case_measure_build(context, index - case_count(), &label, &model, &system);
    }
    roots += check_system(label.text, context, system, &seed);
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    sar_context_destroy(&context);
  }
  print_message("%d switching functions\n", (int)roots);
  assert_true(roots > 40);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
