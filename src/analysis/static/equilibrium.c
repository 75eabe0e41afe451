#include "analysis/static/equilibrium.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/parts.h"
#include "analysis/static/cables.h"
#include "analysis/static/free.h"
#include "analysis/static/friction.h"
#include "analysis/static/newton.h"
#include "analysis/static/relax.h"
#include "analysis/static/stability.h"
#include "base/numbers.h"
#include "system/events.h"

#define MOST_ROUNDS 10 /* of choosing branches and solving */
#define MOST_PICKS 3   /* of rows to carry */
#define HERE 1         /* points that are kept */
#define BEGINNING 2
#define GAP 1e-9 /* over L: what rows that are not carried may be violated by */

SarStatus sar_equilibrium_create(SarContext *context, SarStart *start, SarEquilibrium **out) {
  SarEquilibrium *e = *out = calloc(1, sizeof *e);
  if (!e) return sar_report_no_memory(context);
  e->context = context;
  e->start = start;
  sar_static_warn_friction(context, start->system);
  return sar_rest_create(context, start, &e->rest);
}

void sar_equilibrium_destroy(SarEquilibrium **equilibrium) {
  if (!equilibrium || !*equilibrium) return;
  sar_rest_destroy(&(*equilibrium)->rest);
  free(*equilibrium);
  *equilibrium = NULL;
}

SarRestCounts sar_equilibrium_counts(const SarEquilibrium *e) {
  SarRestCounts now = e->rest ? e->rest->counts : (SarRestCounts){0};
  return (SarRestCounts){e->before.residuals + now.residuals, e->before.factorisations + now.factorisations,
                         e->before.solves + now.solves};
}

/* ---- messages ---- */

static SarSource source_of(const SarStart *s, const SarCulpritName *name) {
  return name->index >= 0 ? sar_system_element(s->system, name->index)->source : sar_nowhere();
}

static SarStatus report_free(SarEquilibrium *e, const SarFreeDirection *free) {
  const SarStart *s = e->start;
  SarCulpritName name = sar_culprit_name(s->system, free->unknown);
  bool body = free->unknown < 6 * sar_system_bodies(s->system), turns = body && free->unknown % 6 >= 3;
  const char *beam = sar_beam_of(s->system, name.index);
  return sar_report(e->context, SAR_FAILED, source_of(s, &name), name.index >= 0 ? name.element : NULL,
                    s->m->problem.touches
                        ? "hold it with a joint, a spring, a motion or more friction (`static` of a contact with "
                          "`stick: true`), write it above something that it touches, or take the load away"
                        : "hold it with a joint, a spring or a motion, or take the load away",
                    "there is no equilibrium: nothing holds %s `%s` (%s), and a load of %.3g %s moves it on and on, in "
                    "%s direction",
                    beam   ? "the beam"
                    : body ? "body"
                           : "coordinate",
                    beam ? beam : name.element, name.equation, free->load,
                    !body   ? "in SI units"
                    : turns ? "N m"
                            : "N",
                    free->sign > 0 ? "positive" : "negative");
}

/* The row of a state or a variable that is furthest from zero, beside its terms. */
static SarStatus report_restless(SarEquilibrium *e) {
  const SarStart *s = e->start;
  const SarSizes *n = &s->m->problem.n;
  int32_t first = n->nv + n->np + n->nn, worst = first;
  double largest = 0;
  for (int32_t i = first; i < sar_sizes_unknowns(n); i++) {
    double part = e->rest->magnitude[i] > 0 ? fabs(e->rest->r[i]) / e->rest->magnitude[i] : 0;
    if (part > largest) largest = part, worst = i;
  }
  SarCulpritName name = sar_culprit_name(s->system, worst);
  return sar_report(e->context, SAR_FAILED, source_of(s, &name), name.index >= 0 ? name.element : NULL,
                    worst < first + n->nx ? "give it a rate that becomes zero somewhere: an integral of a deviation "
                                            "that cannot vanish never rests"
                                          : "look whether its equation has a solution at rest",
                    "there is no equilibrium: `%s` (%s) does not come to rest, %.3g is left of its equation",
                    name.element, name.equation, fabs(e->rest->r[worst]));
}

static SarStatus report_not_found(SarEquilibrium *e) {
  const SarStart *s = e->start;
  const SarProblem *p = &s->m->problem;
  int32_t worst = -1;
  double largest = 0;
  if (sar_rest_evaluate(e->rest) == SAR_OK && sar_rest_measure(e->rest, &e->gap) == SAR_OK) {
    for (int32_t i = 0; i < p->n.nv; i++) {
      double size = fabs(e->rest->r[i]) / p->weight[i];
      if (size > largest) largest = size, worst = i;
    }
    if (e->gap.equations > e->gap.dynamics) return report_restless(e);
  }
  SarCulpritName name = sar_culprit_name(s->system, worst);
  return sar_report(e->context, SAR_FAILED, source_of(s, &name), name.index >= 0 ? name.element : NULL,
                    e->relax
                        ? "leave out `--relax`: Newton's method was not tried; or write a pose nearer to the "
                          "equilibrium; look whether there is one: a damped `sarrus run` that comes to rest shows it"
                        : "write a pose nearer to the equilibrium (what `--relax` does was tried, too); look "
                          "whether there is one: a damped `sarrus run` that comes to rest shows it",
                    "no equilibrium was found: after %d iterations and %d steps of relaxation forces of %.2g of the "
                    "largest are not in balance, most on `%s` (%s)",
                    (int)e->iterations, (int)e->relaxations, e->gap.dynamics, name.element, name.equation);
}

/* Where relaxation has not found a direction free all along, it must be so here and where it all began: a place that
 * nothing but a failed iteration has led to says little. */
static SarStatus report_failure(SarEquilibrium *e, SarStatus status) {
  SarFreeDirection free, first;
  if (status < 0) return status;
  SarStatus looked = sar_static_free_direction(e->rest, &free);
  if (looked < 0) return looked;
  bool found = looked == SAR_OK && free.unknown >= 0;
  if (found && status != SAR_SINGULAR) {
    sar_rest_keep(e->rest, HERE);
    sar_rest_go_back(e->rest, BEGINNING);
    looked = sar_static_free_direction(e->rest, &first);
    sar_rest_go_back(e->rest, HERE);
    if (looked < 0) return looked;
    found = looked == SAR_OK && first.unknown >= 0;
  }
  return found ? report_free(e, &free) : report_not_found(e);
}

/* ---- finding ---- */

/* Multipliers that balance the forces as far as multipliers can: those of the accelerations from rest. Where these
 * cannot be solved for, those at hand must do. */
static SarStatus guess_multipliers(SarEquilibrium *e) {
  SarStart *s = e->start;
  const SarSizes *n = &s->m->problem.n;
  sar_rest_keep(e->rest, 0);
  SarStatus status = sar_equations_factor(s->equations, e->rest->t, s->q, s->v);
  if (status == SAR_OK) {
    status =
        sar_equations_accelerations(s->equations, e->rest->t, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
  }
  if (status != SAR_OK || !sar_all_finite(n->np, s->lambda)) sar_rest_go_back(e->rest, 0);
  memset(s->a, 0, (size_t)n->nv * sizeof *s->a);
  if (n->nx) memset(s->xdot, 0, (size_t)n->nx * sizeof *s->xdot);
  return status < 0 ? status : SAR_OK;
}

static void begin_again(SarRest *r) {
  sar_rest_go_back(r, BEGINNING);
  r->epsilon = 0;
}

/* Newton's method at once, relaxation of cables that are eased, load steps, relaxation; each from the point where it
 * all began. */
static SarStatus approach(SarEquilibrium *e) {
  SarRest *r = e->rest;
  SarStatus status;
  sar_rest_keep(r, BEGINNING);
  e->relaxed = false;
  if (!e->relax) {
    status = sar_static_newton(e, 0, NULL);
    if (status == SAR_OK) e->load_steps++;
    if (status <= 0) return status;
    begin_again(r);
  }
  if (sar_system_has_cables(e->start->system)) {
    e->relaxed = true;
    status = sar_static_ease_cables(e);
    if (status <= 0) return status;
    begin_again(r);
  }
  if (!e->relax) {
    e->relaxed = false;
    status = sar_static_load_steps(e);
    if (status <= 0) return status;
    begin_again(r);
  }
  e->relaxed = true;
  return sar_static_relax(e);
}

/* Branches of expressions that jump are those of where one ends. */
static SarStatus approach_settled(SarEquilibrium *e) {
  SarStart *s = e->start;
  SarProblem *p = &s->m->problem;
  int32_t count = sar_workspace_modes(s->m, NULL);
  if (count == 0) return approach(e);
  double *modes = calloc((size_t)count, sizeof *modes);
  if (!modes) return sar_report_no_memory(e->context);
  SarStatus status = SAR_NO_CONVERGENCE;
  bool settled = false;
  SarPoint at = sar_rest_point(e->rest);
  p->ops->settle(p, &at);
  for (int round = 0; !settled && round < MOST_ROUNDS; round++) {
    sar_workspace_modes(s->m, modes);
    status = approach(e);
    if (status != SAR_OK) break;
    p->ops->settle(p, &at);
    settled = sar_workspace_modes_are(s->m, modes);
  }
  free(modes);
  return status == SAR_OK && !settled ? SAR_NO_CONVERGENCE : status;
}

/* The rows that are not carried must hold where the mechanism came to rest; else others are carried. */
static SarStatus check_rows(SarEquilibrium *e, bool *again) {
  SarStart *s = e->start;
  const SarProblem *p = &s->m->problem;
  *again = false;
  if (!s->m->ndropped) return SAR_OK;
  SAR_TRY(p->ops->position(p, e->rest->t, s->q, e->rest->room));
  double gap = sar_largest(p->n.np, e->rest->room) / sar_system_length(s->system);
  if (gap <= GAP) return SAR_OK;
  SAR_TRY(sar_start_pick_rows(s, e->rest->t, s->q, s->v, again));
  if (!*again) {
    return sar_report(e->context, SAR_CONFLICT, sar_nowhere(), NULL,
                      "use joints that leave the redundant directions free" SAR_LOOK_FOR_CURE,
                      "where the mechanism comes to rest, redundant constraints no longer agree with the others: %.2g "
                      "of its length is left",
                      gap);
  }
  e->before = sar_equilibrium_counts(e);
  sar_rest_destroy(&e->rest);
  return sar_rest_create(e->context, s, &e->rest);
}

SarStatus sar_equilibrium_unload(SarEquilibrium *e) {
  bool relax = e->relax;
  SarRestGap gap = e->gap;
  e->relax = false;
  e->rest->epsilon = 0;
  e->start->m->loads = 0;
  SarStatus status = approach_settled(e);
  if (status == SAR_OK) sar_rest_accept(e->rest);
  e->start->m->loads = 1;
  e->relax = relax;
  e->gap = gap;
  return status;
}

SarStatus sar_equilibrium_find(SarEquilibrium *e, double t) {
  bool again = true;
  SarStatus status = SAR_OK;
  for (int32_t i = 0; again && i < MOST_PICKS; i++) {
    SAR_TRY(sar_rest_begin(e->rest, t));
    if (!e->continued) SAR_TRY(guess_multipliers(e));
    status = approach_settled(e);
    if (status != SAR_OK) return report_failure(e, status);
    sar_rest_accept(e->rest);
    SAR_TRY(check_rows(e, &again));
  }
  SAR_TRY(sar_rest_evaluate(e->rest));
  return sar_rest_measure(e->rest, &e->gap);
}
