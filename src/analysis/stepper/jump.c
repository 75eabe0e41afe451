/* Jumps that change nothing. An expression may jump where nobody sees it: in a branch that is not chosen, as a factor
 * of zero, or where both sides agree, as those of x*sign(x) do. Steps end there, the other branch is taken, and they go
 * on as after a kink. A jump that is none cannot drive itself back either, however often it comes. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/stepper/stepper.h"
#include "system/events.h"

#define AGREE 1e-9   /* of the terms of a row: crossings are met to 1e-10 of a step, so sides that agree differ less */
#define AT_ONCE 1e-8 /* of the motion: such jumps that follow each other faster ... */
#define MOST_AT_ONCE 1000 /* ... more often than this are chattering after all */

/* Arrays in s->sides. */
typedef struct Sides {
  double *z[2], *rows[2], *terms, *modes;
} Sides;

static Sides sides_of(const SarStepper *s) {
  const SarProblem *p = &s->start->m->problem;
  int32_t n = sar_sizes_unknowns(&p->n), nz = p->n.nz;
  Sides both = {.terms = s->sides};
  both.rows[0] = both.terms + n;
  both.rows[1] = both.rows[0] + n;
  both.z[0] = both.rows[1] + n;
  both.z[1] = both.z[0] + nz;
  both.modes = both.z[1] + nz;
  return both;
}

SarStatus sar_stepper_prepare_jumps(SarStepper *s) {
  const SarProblem *p = &s->start->m->problem;
  size_t count = 3 * (size_t)sar_sizes_unknowns(&p->n) + 2 * (size_t)p->n.nz;
  s->sides = calloc(count + (size_t)sar_workspace_modes(s->start->m, NULL) + 1, sizeof *s->sides);
  s->idle_time = -INFINITY;
  return s->sides ? SAR_OK : sar_report_no_memory(s->context);
}

/* All rows with the branches as they are, and with the variables that belong to them. */
static SarStatus evaluate(SarStepper *s, double t, double *z, double *rows) {
  const SarProblem *p = &s->start->m->problem;
  SarPoint at = sar_stepper_point(s, t);
  if (p->n.nz) memcpy(z, s->z, (size_t)p->n.nz * sizeof *z);
  at.z = z;
  sar_workspace_define(s->start->m, &at, z);
  return p->ops->residual(p, &at, rows);
}

static bool agree(double a, double b, double size) { return fabs(a - b) <= AGREE * size; }

static SarJumpEffect compare(const SarStepper *s, const Sides *both) {
  const SarSizes *n = &s->start->m->problem.n;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) {
    if (!agree(both->rows[0][i], both->rows[1][i], both->terms[i])) return SAR_JUMP_ACTS;
  }
  for (int32_t i = 0; i < n->nz; i++) {
    if (!agree(both->z[0][i], both->z[1][i], fmax(fabs(both->z[0][i]), fabs(both->z[1][i])))) return SAR_JUMP_SHOWN;
  }
  return SAR_JUMP_IDLE;
}

SarStatus sar_stepper_cross_jumps(SarStepper *s, double t, SarJumpEffect *effect) {
  SarProblem *p = &s->start->m->problem;
  Sides both = sides_of(s);
  SarPoint at = sar_stepper_point(s, t);
  sar_workspace_modes(s->start->m, both.modes);
  SarStatus status = evaluate(s, t, both.z[0], both.rows[0]);
  if (status == SAR_OK) status = p->ops->magnitude(p, &at, both.terms);
  p->ops->settle(p, &at);
  if (status == SAR_OK) status = evaluate(s, t, both.z[1], both.rows[1]);
  *effect = status == SAR_OK ? compare(s, &both) : SAR_JUMP_ACTS;
  if (*effect != SAR_JUMP_ACTS) {
    s->idle = t - s->idle_time <= AT_ONCE * s->plan.steps.end ? s->idle + 1 : 0;
    s->idle_time = t;
    if (s->idle > MOST_AT_ONCE) *effect = SAR_JUMP_ACTS;
  }
  if (*effect != SAR_JUMP_IDLE) sar_workspace_set_modes(s->start->m, both.modes);
  return status > 0 ? SAR_OK : status;
}

bool sar_stepper_show_asleep(SarStepper *s, double t) {
  SarPoint at = sar_stepper_point(s, t);
  if (!s->sides) return false;
  sar_workspace_modes(s->start->m, sides_of(s).modes);
  return sar_workspace_settle_asleep(s->start->m, &at);
}

void sar_stepper_hide_asleep(SarStepper *s) { sar_workspace_set_modes(s->start->m, sides_of(s).modes); }
