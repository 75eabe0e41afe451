/* Why accelerations, multipliers and variables cannot be solved for. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/singular.h"
#include "analysis/start/parts.h"

static SarStatus report_singular_pose(SarStart *s) {
  static const char remedy[] = "write a pose a little away from it, on the side to which the mechanism shall move";
  const char *plural = s->extra_freedom == 1 ? "" : "s", *opens = s->extra_freedom == 1 ? "opens" : "open";
  SarSingular found;
  SarStatus status = sar_singular_diagnose(s->context, s->m, s->t, s->q, &found);
  if (status != SAR_OK || found.element < 0 || !found.body_name) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL, remedy,
                      "the mechanism starts in a singular pose: %d direction%s of motion %s only there, so its "
                      "accelerations are not determined",
                      s->extra_freedom, plural, opens);
  }
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_system_element(s->system, found.element)->source, found.joint,
                    remedy,
                    "the mechanism starts in a singular pose: `%s` (%s) says the same as the other constraints there, "
                    "and `%s` gains a freedom (%s); %d direction%s of motion %s only there, so its accelerations are "
                    "not determined",
                    found.joint, found.equation, found.body_name, found.direction, s->extra_freedom, plural, opens);
}

/* A scalar coordinate, a multiplier, a state or a variable that the equations do not determine. */
static SarStatus report_singular_unknown(SarStart *s, int32_t column) {
  const SarSystem *system = s->system;
  const SarModel *model = sar_system_model(system);
  const SarSizes *n = &s->m->problem.n;
  SarCulpritName name = sar_culprit_name(system, column);
  SarSource source = name.index >= 0 ? model->elements[name.index].source : sar_nowhere();
  const char *element = name.index >= 0 ? model->elements[name.index].name : NULL;
  int32_t constraints = n->nv, states = n->nv + n->np + n->nn, variables = states + n->nx;
  if (column < constraints) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, source, element,
                      "give it a mass, or an equation or force that depends on its acceleration",
                      "nothing resists coordinate `%s`: it has neither mass nor a constraint", name.element);
  }
  if (column >= variables) {
    bool force = name.index >= 0 && model->elements[name.index].class->section != SAR_SECTION_VARIABLES;
    return sar_report(
        s->context, SAR_SINGULAR_SYSTEM, source, element,
        force ? "let it not cancel out of the equations that define it: what it depends on follows it"
              : "let no variable cancel out of the equations that define it; give one whose equation is not linear "
                "another `start:`",
        "a loop among %s is singular: `%s` is not determined", force ? "forces" : "variables", name.element);
  }
  if (column >= states) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, source, element,
                      "let its equation depend on the rate of the state; give one that is not linear in the rate a "
                      "`start_rate:`; make "
                      "it a variable if it has no rate",
                      "the rate of state `%s` is not determined by its equation", name.element);
  }
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, source, element,
                    "look for bodies without mass or inertia that can still move, and for forces that depend on this "
                    "reaction",
                    "the equations of motion are singular: the reaction of `%s` (%s) is not determined", name.element,
                    name.equation);
}

/* The law of a joint's friction? Where it says more than the reactions it is made of can give, there is no solution. */
static bool is_friction(const char *equation) {
  const char *end = strrchr(equation, '_');
  return end && strcmp(end, "_friction") == 0;
}

SarStatus sar_start_report_not_solved(SarStart *s, const SarPoint *at, SarStatus status) {
  const SarSystem *system = s->system;
  SarCounts counts = sar_system_counts(system);
  const SarModel *model = sar_system_model(system);
  double t = at->t;
  SarCulpritName name = sar_culprit_name(system, s->equations->culprit);
  SarSource source = name.index >= 0 ? model->elements[name.index].source : sar_nowhere();
  const char *element = name.index >= 0 ? model->elements[name.index].name : NULL;
  SarPoint reached = s->equations->trial ? sar_equations_reached(s->equations, at) : *at;
  SarFault fault;
  if (status == SAR_RETRY && sar_workspace_explain_value(s->m, &reached, &fault)) {
    return sar_report(s->context, SAR_FAILED, fault.source, fault.element, fault.remedy, "at t = %g s %s", t,
                      fault.what);
  }
  if (status == SAR_RETRY) {
    return sar_report(s->context, SAR_FAILED, source, element,
                      "give expressions that have a value there: no division by zero, no root of a negative number",
                      "at t = %g s `%s`%s%s has no value", t, element ? element : "an equation",
                      name.equation[0] ? ", " : "", name.equation);
  }
  int32_t states = sar_system_nv(system) + s->m->problem.n.np + s->m->problem.n.nn;
  int32_t state = s->equations->culprit - states - counts.motion_states;
  if (state >= 0 && state < counts.states - counts.motion_states) {
    return sar_report(s->context, SAR_FAILED, source, element,
                      "give it a `start_rate:` near the rate that it has; look whether there is one",
                      "at t = %g s no rate of state `%s`%s%s is found that satisfies its equation", t, element,
                      strcmp(name.equation, "its value") == 0 ? "" : ", ",
                      strcmp(name.equation, "its value") == 0 ? "" : name.equation);
  }
  if (is_friction(name.equation)) {
    return sar_report(s->context, SAR_FAILED, source, element,
                      "lower the friction of the joints, lead the load nearer to them, or start with other velocities",
                      "at t = %g s friction jams the mechanism: it raises the reactions that it grows with, and no "
                      "accelerations and reactions satisfy the equations together (most is left in `%s`, %s)",
                      t, element, name.equation);
  }
  return sar_report(
      s->context, SAR_FAILED, source, element,
      "give variables a `start:` near their solution; look for equations without one",
      "at t = %g s no values of accelerations, rates and variables satisfy the equations together: most is "
      "left in `%s`%s%s",
      t, element ? element : "an equation", name.equation[0] ? ", " : "", name.equation);
}

/* An equation without a value makes every solution infinite, however regular the matrix is. rows: room for the
 * unknowns. *found: it was that. */
static SarStatus report_no_number(SarStart *s, double t, double *rows, bool *found) {
  const SarProblem *p = &s->m->problem;
  const SarSystem *system = s->system;
  SarPoint at = sar_start_point(s);
  at.t = t;
  int32_t nv = p->n.nv, constraints = p->n.np + p->n.nn, row = 0;
  *found = false;
  SAR_TRY(p->ops->residual(p, &at, rows));
  SAR_TRY(p->ops->acceleration(p, &at, rows + nv));
  while (row < nv + constraints && isfinite(rows[row])) row++;
  if (row == nv + constraints) return SAR_OK;
  *found = true;
  SarCulpritName name = sar_culprit_name(system, row);
  const SarModelElement *element = name.index >= 0 ? sar_system_element(system, name.index) : NULL;
  SarSource source = element ? element->source : sar_nowhere();
  const char *owner = element ? element->name : NULL;
  if (row >= nv) {
    return sar_report(s->context, SAR_INPUT, source, owner,
                      "give a function whose second derivative has a value there: t^1.5 and sqrt(t) have none at 0; "
                      "step5(..) starts gently",
                      "at t = %g s the acceleration that `%s` (%s) asks for has no value", t, name.element,
                      name.equation);
  }
  return sar_report(s->context, SAR_INPUT, source, owner,
                    "give forces that have a value there: no division by zero, no root of a negative number",
                    "at t = %g s the forces on `%s` (%s) have no value", t, name.element, name.equation);
}

static SarStatus report_unnumbered(SarStart *s, double t, bool *found) {
  double *rows = calloc((size_t)sar_sizes_unknowns(&s->m->problem.n) + 1, sizeof *rows);
  *found = false;
  if (!rows) return sar_report_no_memory(s->context);
  SarStatus status = report_no_number(s, t, rows, found);
  free(rows);
  return status;
}

SarStatus sar_start_report_singular(SarStart *s, const SarPoint *at) {
  SarEquations *e = s->equations;
  const SarSystem *system = s->system;
  if (s->extra_freedom > 0) return report_singular_pose(s);
  SarPoint reached = at && e->trial ? sar_equations_reached(e, at) : (SarPoint){0};
  SarFault fault;
  if (reached.q && sar_workspace_explain_loop(s->m, &reached, at->t == 0, &fault)) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, fault.source, fault.element, fault.remedy, "at t = %g s %s",
                      at->t, fault.what);
  }
  bool found;
  SarStatus status = report_unnumbered(s, at ? at->t : 0, &found);
  if (found || status < 0) return status;
  int32_t column = sar_linear_singular_column(e->linear);
  if (column >= 6 * sar_system_bodies(system)) return report_singular_unknown(s, column);
  if (column >= 0) {
    const SarModelElement *body = sar_system_element(system, sar_system_body(system, column / 6)->element);
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, body->source, body->name,
                      "give it mass and inertia in that direction, or a joint that holds it",
                      "nothing resists the %s of body `%s`: it has neither inertia nor a constraint there",
                      sar_direction_name(column % 6), body->name);
  }
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL,
                    "look for bodies without mass or inertia that can still move",
                    "the equations of motion are singular at the start");
}
