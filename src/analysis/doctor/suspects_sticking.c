/* Forces that jump where a rate passes zero and drive the motion back there: dry friction written with `sign`. Nothing
 * between the two branches exists that could hold the motion at rest, so that a run ends at the first standstill.
 *
 * Every jump whose crossing g contains velocities is looked at, at the written pose. The velocities are moved to where
 * g = 0, and the forces of both branches are compared there. With b = dg/dv and the change dQ of the forces from g < 0
 * to g > 0, a motion is driven back if b . dQ < 0; `sign(rate)*rate^2` changes nothing there. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/doctor/suspects.h"
#include "system/events.h"

#define SLOPE_STEP 1e-3 /* m/s or rad/s, for the slope of a crossing */
#define NEWTON 40       /* rounds of Newton's iteration for its zero: bounds of `floor` may begin on their top */
#define ROUNDS 8        /* of solving for variables: so many may depend on each other in a row */
#define ON_IT 1e-9      /* of SLOPE_STEP times its slope: the crossing is zero */
#define NOTHING 1e-6    /* of the forces beside the crossing: no change */
#define MOST 600        /* velocities that are tried one by one where variables hide which of them count */
#define ENOUGH 2000     /* evaluations of all equations: about a hundred jumps, the first ones stand for the others */

typedef struct Place {
  SarWorkspace *m;
  SarPoint at;
  double *v, *z, *multipliers, *slope, *before, *after, *rows, *roots, *zeros;
  bool *counts; /* nv: the crossing may depend on this velocity */
  bool variables;
  int32_t evaluations;
} Place;

static void release(Place *p) {
  free(p->v);
  free(p->counts);
}

static SarStatus create(SarSuspects *s, Place *p) {
  SarGuess guess = sar_system_guess(s->system);
  const SarSizes *n = &s->m->problem.n;
  size_t nv = (size_t)n->nv, multipliers = (size_t)n->np + (size_t)n->nn, rows = (size_t)sar_sizes_unknowns(n);
  size_t zeros = nv + (size_t)n->nx;
  *p = (Place){.m = s->m, .counts = calloc(nv + 1, sizeof *p->counts)};
  p->v = calloc(4 * nv + (size_t)n->nz + multipliers + rows + (size_t)n->nroots + zeros + 1, sizeof *p->v);
  if (!p->v || !p->counts) return sar_report_no_memory(s->context);
  p->slope = p->v + nv;
  p->before = p->slope + nv;
  p->after = p->before + nv;
  p->z = p->after + nv;
  p->multipliers = p->z + n->nz;
  p->rows = p->multipliers + multipliers;
  p->roots = p->rows + rows;
  p->zeros = p->roots + n->nroots;
  p->at = (SarPoint){.q = guess.q,
                     .v = p->v,
                     .a = p->zeros,
                     .lambda = p->multipliers,
                     .mu = p->multipliers + n->np,
                     .x = guess.x,
                     .xdot = p->zeros,
                     .z = p->z};
  return SAR_OK;
}

/* Variables and forces that are given as z = f(...), one after another. */
static void solve_variables(Place *p) {
  const SarProblem *problem = &p->m->problem;
  const double *rows = p->rows + sar_sizes_unknowns(&problem->n) - problem->n.nz;
  for (int round = 0; round < ROUNDS; round++) {
    bool changed = false;
    p->evaluations++;
    if (problem->n.nz == 0 || problem->ops->residual(problem, &p->at, p->rows) != SAR_OK) return;
    for (int32_t i = 0; i < problem->n.nz; i++) {
      changed |= rows[i] != 0;
      p->z[i] -= rows[i];
    }
    if (!changed) return;
  }
}

static double crossing(Place *p, int32_t root) {
  if (p->variables) solve_variables(p);
  p->evaluations++;
  return sar_workspace_roots(&p->m->problem, &p->at, p->roots) == SAR_OK ? p->roots[root] : NAN;
}

/* The square of the slope. */
static double find_slope(Place *p, int32_t root) {
  double g = crossing(p, root), square = 0;
  for (int32_t j = 0; j < p->m->problem.n.nv; j++) {
    double v = p->v[j];
    p->slope[j] = 0;
    if (!p->counts[j] && !p->variables) continue;
    p->v[j] = v + SLOPE_STEP;
    p->slope[j] = (crossing(p, root) - g) / SLOPE_STEP;
    p->v[j] = v;
    square += p->slope[j] * p->slope[j];
  }
  return square;
}

static void move(Place *p, double along_slope) {
  for (int32_t j = 0; j < p->m->problem.n.nv; j++) p->v[j] += along_slope * p->slope[j];
}

/* Moves the velocities to where the crossing is zero; false: that is not found. */
static bool go_to_crossing(Place *p, int32_t root) {
  for (int round = 0; round < NEWTON; round++) {
    double square = find_slope(p, root), g = crossing(p, root);
    if (!(square > 0) || !isfinite(square) || !isfinite(g)) return false;
    if (fabs(g) <= ON_IT * SLOPE_STEP * sqrt(square)) return true;
    move(p, -g / square);
  }
  return false;
}

/* The forces at so far beside the crossing, along b. */
static void act(Place *p, double beside, double *forces) {
  move(p, beside);
  solve_variables(p);
  p->evaluations++;
  sar_workspace_user_action(p->m, &p->at, forces);
  move(p, -beside);
}

static double size_along_slope(const Place *p, const double *forces) {
  double sum = 0;
  for (int32_t j = 0; j < p->m->problem.n.nv; j++) sum += fabs(p->slope[j] * forces[j]);
  return sum;
}

/* b . dQ, and the size of the forces beside the crossing. */
static double change(Place *p, int32_t root, double *size) {
  double sum = 0;
  move(p, -SLOPE_STEP);
  solve_variables(p);
  sar_workspace_settle(&p->m->problem, &p->at);
  move(p, SLOPE_STEP);
  act(p, -SLOPE_STEP, p->before);
  *size = size_along_slope(p, p->before);
  act(p, 0, p->before);
  move(p, SLOPE_STEP);
  solve_variables(p);
  sar_workspace_settle_one(p->m, root, &p->at);
  move(p, -SLOPE_STEP);
  act(p, SLOPE_STEP, p->after);
  *size += size_along_slope(p, p->after);
  act(p, 0, p->after);
  for (int32_t j = 0; j < p->m->problem.n.nv; j++) sum += p->slope[j] * (p->after[j] - p->before[j]);
  return sum;
}

/* Reactions are not known here: friction in proportion to one is tried with both signs. */
static bool drives_back(const SarSuspects *s, Place *p, int32_t root) {
  SarGuess guess = sar_system_guess(s->system);
  const SarSizes *n = &s->m->problem.n;
  for (int sign = 1; sign >= -1; sign -= 2) {
    double size;
    memcpy(p->v, guess.v, (size_t)n->nv * sizeof *p->v);
    if (n->nz) memcpy(p->z, guess.z, (size_t)n->nz * sizeof *p->z);
    for (int32_t i = 0; i < n->np + n->nn; i++) p->multipliers[i] = sign;
    sar_workspace_settle(&p->m->problem, &p->at);
    if (go_to_crossing(p, root) && change(p, root, &size) < -NOTHING * size) return true;
  }
  return false;
}

static void warn(const SarSuspects *s, const SarModelElement *element) {
  const char *function = sar_suspect_function(element);
  bool sign = function && strcmp(function, "sign") == 0;
  sar_warn(s->context, element->source, element->name,
           "let it change over a short range w, `tanh(x/w)` in place of `sign(x)`, or use the friction of a joint",
           "`%s` jumps where its rate passes %s, by its `%s`: the motion can stick there, and then the run ends",
           element->name, sign ? "zero" : "a limit", function ? function : "condition");
}

static bool is_to_be_tried(const SarSuspects *s, Place *p, int32_t root) {
  if (s->m->problem.roots[root].kind != SAR_ROOT_JUMP) return false;
  return sar_root_velocities(s->system, root, p->counts, &p->variables) &&
         (!p->variables || s->m->problem.n.nv <= MOST);
}

SarStatus sar_suspect_sticking(SarSuspects *s) {
  int32_t nroots = s->m->problem.n.nroots, last = -1; /* element: jumps of one stand together */
  Place place;
  if (nroots == 0) return SAR_OK;
  SarStatus status = create(s, &place);
  for (int32_t i = 0; i < nroots && status == SAR_OK; i++) {
    int32_t element = sar_root_name(s->system, i).element;
    if (element == last || !is_to_be_tried(s, &place, i)) continue;
    s->cut = place.evaluations > ENOUGH;
    if (s->cut) break;
    if (!drives_back(s, &place, i)) continue;
    last = element;
    if (sar_suspect(s)) warn(s, sar_system_element(s->system, element));
  }
  release(&place);
  return status;
}
