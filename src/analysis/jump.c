/* Jumps that change nothing. An expression may jump where nobody sees it: in a branch that is not chosen, as a factor
 * of zero, or where both sides agree, as those of x*sign(x) do. Steps end there, the other branch is taken, and they go
 * on as after a kink. A jump that is none cannot drive itself back either, however often it comes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/run.h"
#include "system/events.h"

#define AGREE 1e-9   /* of the terms of a row: crossings are met to 1e-10 of a step, so sides that agree differ less */
#define AT_ONCE 1e-8 /* of the run: such jumps that follow each other faster ... */
#define MOST_AT_ONCE 1000 /* ... more often than this are chattering after all */

/* Arrays in r->sides. */
typedef struct Sides {
  double *z[2], *rows[2], *terms, *modes;
} Sides;

static Sides sides_of(const SarRun *r) {
  const SarProblem *p = &r->start->m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nz = p->n.nz;
  Sides s = {.terms = r->sides};
  s.rows[0] = s.terms + n;
  s.rows[1] = s.rows[0] + n;
  s.z[0] = s.rows[1] + n;
  s.z[1] = s.z[0] + nz;
  s.modes = s.z[1] + nz;
  return s;
}

SarStatus sar_run_prepare_jumps(SarRun *r) {
  const SarProblem *p = &r->start->m->problem;
  size_t count = 3 * (size_t)sar_sizes_unknowns(&p->n) + 2 * (size_t)p->n.nz;
  r->sides = calloc(count + (size_t)sar_workspace_modes(r->start->m, NULL) + 1, sizeof *r->sides);
  r->idle_time = -INFINITY;
  return r->sides ? SAR_OK : sar_report_no_memory(r->context);
}

/* All rows with the branches as they are, and with the variables that belong to them. */
static SarStatus evaluate(SarRun *r, double t, double *z, double *rows) {
  const SarProblem *p = &r->start->m->problem;
  SarPoint at = sar_run_point(r, t);
  if (p->n.nz) memcpy(z, r->z, (size_t)p->n.nz * sizeof *z);
  at.z = z;
  sar_workspace_define(r->start->m, &at, z);
  return p->ops->residual(p, &at, rows);
}

static bool agree(double a, double b, double size) { return fabs(a - b) <= AGREE * size; }

static SarJumpEffect compare(const SarRun *r, const Sides *s) {
  const SarSizes *n = &r->start->m->problem.n;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) {
    if (!agree(s->rows[0][i], s->rows[1][i], s->terms[i])) return SAR_JUMP_ACTS;
  }
  for (int32_t i = 0; i < n->nz; i++) {
    if (!agree(s->z[0][i], s->z[1][i], fmax(fabs(s->z[0][i]), fabs(s->z[1][i])))) return SAR_JUMP_SHOWN;
  }
  return SAR_JUMP_IDLE;
}

SarStatus sar_run_cross_jumps(SarRun *r, double t, SarJumpEffect *effect) {
  SarProblem *p = &r->start->m->problem;
  Sides s = sides_of(r);
  SarPoint at = sar_run_point(r, t);
  sar_workspace_modes(r->start->m, s.modes);
  SarStatus status = evaluate(r, t, s.z[0], s.rows[0]);
  if (status == SAR_OK) status = p->ops->magnitude(p, &at, s.terms);
  p->ops->settle(p, &at);
  if (status == SAR_OK) status = evaluate(r, t, s.z[1], s.rows[1]);
  *effect = status == SAR_OK ? compare(r, &s) : SAR_JUMP_ACTS;
  if (*effect != SAR_JUMP_ACTS) {
    r->idle = t - r->idle_time <= AT_ONCE * r->plan.steps.end ? r->idle + 1 : 0;
    r->idle_time = t;
    if (r->idle > MOST_AT_ONCE) *effect = SAR_JUMP_ACTS;
  }
  if (*effect != SAR_JUMP_IDLE) sar_workspace_set_modes(r->start->m, s.modes);
  return status > 0 ? SAR_OK : status;
}

bool sar_run_show_asleep(SarRun *r, double t) {
  SarPoint at = sar_run_point(r, t);
  if (!r->sides) return false;
  sar_workspace_modes(r->start->m, sides_of(r).modes);
  return sar_workspace_settle_asleep(r->start->m, &at);
}

void sar_run_hide_asleep(SarRun *r) { sar_workspace_set_modes(r->start->m, sides_of(r).modes); }
