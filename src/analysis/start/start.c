#include "analysis/start/start.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/poses/singular.h"
#include "analysis/start/loads.h"
#include "base/numbers.h"
#include "system/events.h"
#include "system/names.h"

#define GAP_MARGIN 100 /* on the gap that remains, for the rank of rows that contradict each other */
#define LOOSEST_RANK 0.05
#define MAX_WARNINGS 6         /* joints with redundant rows that are named one by one */
#define NEARBY 1e-3            /* how far (in L, rad) the generic rank is looked for */
#define MOST_ROUNDS 20         /* of choosing branches and solving */
#define VELOCITY_CONFLICT 1e-7 /* |Phi_q v + Phi_t| of a row that is not carried, over L and the largest speed */

static SarStatus make_arrays(SarStart *s) {
  const SarSizes *n = &s->all->problem.n;
  size_t total = (size_t)(n->nq + 2 * n->nv + 2 * n->nx + n->np + n->nn + n->nz) + 1;
  s->memory = calloc(total, sizeof *s->memory);
  if (!s->memory) return sar_report_no_memory(s->context);
  s->q = s->memory;
  s->v = s->q + n->nq;
  s->a = s->v + n->nv;
  s->lambda = s->a + n->nv;
  s->mu = s->lambda + n->np;
  s->x = s->mu + n->nn;
  s->xdot = s->x + n->nx;
  s->z = s->xdot + n->nx;
  memcpy(s->q, s->from ? s->from : s->system->q0, (size_t)n->nq * sizeof(double));
  memcpy(s->v, s->system->v0, (size_t)n->nv * sizeof(double));
  if (s->system->x0) memcpy(s->x, s->system->x0, (size_t)n->nx * sizeof(double));
  if (s->system->xdot0) memcpy(s->xdot, s->system->xdot0, (size_t)n->nx * sizeof(double));
  if (s->system->z0) memcpy(s->z, s->system->z0, (size_t)n->nz * sizeof(double));
  return SAR_OK;
}

double sar_start_position_error(const SarStart *s, const double *phi) {
  return sar_largest(s->system->nposition, phi) / s->system->length;
}

static const SarModelElement *element_of_row(const SarSystem *system, int32_t row) {
  return &system->model->elements[sar_row_element(system, row)];
}

/* ---- which rows are carried ---- */

/* The rank a little further along the motion: a singular pose is not redundancy. */
static SarStatus find_generic_rows(SarStart *s, double t, const double *q, const double *v, SarRowSet *out) {
  const SarProblem *p = &s->all->problem;
  s->extra_freedom = 0;
  SAR_TRY(sar_row_set_find(s->context, s->all, t, q, SAR_RANK_TOLERANCE, out));
  if (out->rank == out->nrows || out->rank >= p->n.nv) return SAR_OK; /* nothing missing, or nothing can move */
  double *direction = calloc((size_t)(p->n.nv + p->n.nq) + 1, sizeof *direction);
  if (!direction) return sar_report_no_memory(s->context);
  double *nearby = direction + p->n.nv;
  SarStatus status = sar_free_direction(s->context, s->all, t, q, v, direction);
  for (int32_t i = 0; i < p->n.nv; i++) direction[i] *= NEARBY;
  memcpy(nearby, q, (size_t)p->n.nq * sizeof *nearby);
  sar_move(p, direction, nearby);
  double error;
  SarRowSet other = {0};
  if (status == SAR_OK) status = sar_assemble_position(s->context, s->all, t, nearby, &error);
  if (status == SAR_OK && error < SAR_ASSEMBLED) {
    status = sar_row_set_find(s->context, s->all, t, nearby, SAR_RANK_TOLERANCE, &other);
    if (status == SAR_OK && other.rank > out->rank) {
      s->extra_freedom = other.rank - out->rank;
      SarRowSet better = other;
      other = *out;
      *out = better;
    }
    sar_row_set_free(&other);
  }
  free(direction);
  return status;
}

static SarStatus rebuild(SarStart *s) {
  bool *carried = calloc((size_t)s->system->nposition + 1, sizeof *carried);
  if (!carried) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < s->system->nposition; i++) carried[i] = !s->rows.dependent[i];
  SarMechanism *m = NULL;
  SarStatus status = sar_mechanism_create(s->context, s->system, carried, false, &m);
  free(carried);
  if (status != SAR_OK) return status;
  sar_mechanism_copy_memory(m, s->m ? s->m : s->all);
  sar_equations_destroy(&s->equations);
  sar_mechanism_destroy(&s->m);
  s->m = m;
  return sar_equations_create(s->context, m, &s->equations);
}

/* A velocity row that depends on others would have to be dropped, and then its motion would be ignored. */
static SarStatus refuse_dependent_motions(SarStart *s) {
  for (int32_t row = s->system->nposition; row < s->rows.nrows; row++) {
    if (!s->rows.dependent[row]) continue;
    const SarModelElement *element = element_of_row(s->system, row);
    if (element->class->section != SAR_SECTION_MOTIONS) {
      return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                        "remove it, or free the joint or constraint that holds the same direction" SAR_LOOK_FOR_CURE,
                        "`%s` (%s) constrains a velocity that other constraints already determine", element->name,
                        sar_row_equation(s->system, row));
    }
    return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                      "remove this motion, or free the joint that holds the same direction" SAR_LOOK_FOR_CURE,
                      "this motion drives a direction that other joints or motions already determine");
  }
  return SAR_OK;
}

SarStatus sar_start_pick_rows(SarStart *s, double t, const double *q, const double *v, bool *changed) {
  SarRowSet rows = {0};
  if (s->m) sar_mechanism_copy_memory(s->all, s->m);
  SarStatus status = find_generic_rows(s, t, q, v, &rows);
  if (status != SAR_OK) {
    sar_row_set_free(&rows);
    return status;
  }
  *changed = !s->rows.dependent || memcmp(s->rows.dependent, rows.dependent, (size_t)rows.nrows * sizeof(bool)) != 0;
  sar_row_set_free(&s->rows);
  s->rows = rows;
  s->degrees_of_freedom = s->all->problem.n.nv - rows.rank;
  SAR_TRY(refuse_dependent_motions(s));
  return *changed ? rebuild(s) : SAR_OK;
}

/* ---- assembly ---- */

static SarStatus report_not_finite(SarStart *s, const double *phi) {
  int32_t row = 0;
  while (row + 1 < s->system->nposition && isfinite(phi[row])) row++;
  const SarModelElement *element = element_of_row(s->system, row);
  return sar_report(s->context, SAR_INPUT, element->source, element->name,
                    "give a function that has a value at t = 0: no division by zero, no root of a negative number",
                    "`%s` (%s) has no value at the start", element->name, sar_row_equation(s->system, row));
}

/* Where joints contradict each other, rows depend on each other only as far as the gap allows to tell. */
static SarStatus diagnose_gap(SarStart *s, double error, const double *phi) {
  double tolerance = fmin(fmax(GAP_MARGIN * error, SAR_RANK_TOLERANCE), LOOSEST_RANK);
  SAR_TRY(sar_row_set_find(s->context, s->all, 0, s->q, tolerance, &s->rows));
  s->degrees_of_freedom = s->all->problem.n.nv - s->rows.rank;
  return sar_start_report_open(s, error, phi);
}

static SarStatus run_assembler(SarStart *s, double *error) {
  SarAssembler a;
  SAR_TRY(sar_assembler_create(s->context, s->all, &a));
  sar_assembler_prefer(&a);
  SarStatus status = sar_assembler_run(&a, 0, s->q, s->from != NULL, error, &s->work);
  sar_assembler_destroy(&a);
  return status;
}

static SarStatus assemble_positions(SarStart *s) {
  const SarProblem *p = &s->all->problem;
  double *phi = s->lambda; /* room for np numbers until the multipliers are known */
  SAR_TRY(p->ops->position(p, 0, s->q, phi));
  s->position_error = sar_start_position_error(s, phi);
  if (!isfinite(s->position_error)) return report_not_finite(s, phi);
  double error;
  SAR_TRY(run_assembler(s, &error));
  SAR_TRY(p->ops->position(p, 0, s->q, phi));
  s->position_left = sar_start_position_error(s, phi);
  s->assembled = error <= SAR_ASSEMBLED;
  return s->assembled ? SAR_OK : diagnose_gap(s, error, phi);
}

static SarStatus report_singular_pose(SarStart *s) {
  static const char remedy[] = "write a pose a little away from it, on the side to which the mechanism shall move";
  const char *plural = s->extra_freedom == 1 ? "" : "s", *opens = s->extra_freedom == 1 ? "opens" : "open";
  SarSingular found;
  SarStatus status = sar_singular_diagnose(s->context, s->m, 0, s->q, &found);
  if (status != SAR_OK || found.element < 0 || !found.body_name) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL, remedy,
                      "the mechanism starts in a singular pose: %d direction%s of motion %s only there, so its "
                      "accelerations are not determined",
                      s->extra_freedom, plural, opens);
  }
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, s->system->model->elements[found.element].source, found.joint,
                    remedy,
                    "the mechanism starts in a singular pose: `%s` (%s) says the same as the other constraints there, "
                    "and `%s` gains a freedom (%s); %d direction%s of motion %s only there, so its accelerations are "
                    "not determined",
                    found.joint, found.equation, found.body_name, found.direction, s->extra_freedom, plural, opens);
}

/* A scalar coordinate, a multiplier, a state or a variable that the equations do not determine. */
static SarStatus report_singular_unknown(SarStart *s, int32_t column) {
  const SarSystem *system = s->system;
  const SarSizes *n = &s->m->problem.n;
  SarCulpritName name = sar_culprit_name(system, column);
  SarSource source = name.index >= 0 ? system->model->elements[name.index].source : sar_nowhere();
  const char *element = name.index >= 0 ? system->model->elements[name.index].name : NULL;
  int32_t constraints = n->nv, states = n->nv + n->np + n->nn, variables = states + n->nx;
  if (column < constraints) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, source, element,
                      "give it a mass, or an equation or force that depends on its acceleration",
                      "nothing resists coordinate `%s`: it has neither mass nor a constraint", name.element);
  }
  if (column >= variables) {
    bool force = name.index >= 0 && system->model->elements[name.index].class->section != SAR_SECTION_VARIABLES;
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

/* The iteration for accelerations did not come to an end. */
static SarStatus report_not_solved(SarStart *s, const SarPoint *at, SarStatus status) {
  const SarSystem *system = s->system;
  double t = at->t;
  SarCulpritName name = sar_culprit_name(system, s->equations->culprit);
  SarSource source = name.index >= 0 ? system->model->elements[name.index].source : sar_nowhere();
  const char *element = name.index >= 0 ? system->model->elements[name.index].name : NULL;
  SarPoint reached = sar_equations_reached(s->equations, at);
  SarFault fault;
  if (status == SAR_RETRY && sar_mechanism_explain_value(s->m, &reached, &fault)) {
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
  int32_t state = s->equations->culprit - states - system->nmotion_states;
  if (state >= 0 && state < system->nstates - system->nmotion_states) {
    return sar_report(s->context, SAR_FAILED, source, element,
                      "give it a `start_rate:` near the rate that it has; look whether there is one",
                      "at t = %g s no rate of state `%s`%s%s is found that satisfies its equation", t, element,
                      strcmp(name.equation, "its value") == 0 ? "" : ", ",
                      strcmp(name.equation, "its value") == 0 ? "" : name.equation);
  }
  return sar_report(
      s->context, SAR_FAILED, source, element,
      "give variables a `start:` near their solution; look for equations without one",
      "at t = %g s no values of accelerations, rates and variables satisfy the equations together: most is "
      "left in `%s`%s%s",
      t, element ? element : "an equation", name.equation[0] ? ", " : "", name.equation);
}

static SarStatus report_not_settled(SarStart *s, double t) {
  return sar_report(s->context, SAR_FAILED, sar_nowhere(), NULL,
                    "let one of the expressions that jump depend on positions, velocities or states only, or smooth it "
                    "(`step`, `tanh`)",
                    "at t = %g s expressions that jump contradict each other: whichever branch is taken, the equations "
                    "ask for another one",
                    t);
}

/* `at`: where accelerations and variables were solved for; null: it did not come to that. */
static SarStatus report_singular(SarStart *s, const SarPoint *at) {
  SarEquations *e = s->equations;
  const SarSystem *system = s->system;
  if (s->extra_freedom > 0) return report_singular_pose(s);
  SarPoint reached = at && e->trial ? sar_equations_reached(e, at) : (SarPoint){0};
  SarFault fault;
  if (reached.q && sar_mechanism_explain_loop(s->m, &reached, at->t == 0, &fault)) {
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, fault.source, fault.element, fault.remedy, "at t = %g s %s",
                      at->t, fault.what);
  }
  int32_t column = sar_linear_singular_column(e->linear);
  if (column >= 6 * system->nbodies) return report_singular_unknown(s, column);
  if (column >= 0) {
    const SarModelElement *body = &system->model->elements[system->bodies[column / 6].element];
    return sar_report(s->context, SAR_SINGULAR_SYSTEM, body->source, body->name,
                      "give it mass and inertia in that direction, or a joint that holds it",
                      "nothing resists the %s of body `%s`: it has neither inertia nor a constraint there",
                      sar_direction_name(column % 6), body->name);
  }
  return sar_report(s->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL,
                    "look for bodies without mass or inertia that can still move",
                    "the equations of motion are singular at the start");
}

/* Rows that are not carried must hold at velocity level too, or drivers contradict each other. */
static SarStatus refuse_velocity_conflict(SarStart *s) {
  const SarProblem *p = &s->all->problem;
  double *rates = calloc((size_t)(p->n.np + p->n.nn) + 1, sizeof *rates), largest = 0, speed = 0;
  if (!rates) return sar_report_no_memory(s->context);
  SarPoint at = {.t = 0, .q = s->q, .v = s->v, .x = s->x};
  SarStatus status = p->ops->velocity(p, &at, rates);
  int32_t worst = 0;
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * p->weight[i]);
  for (int32_t i = 0; i < p->n.np; i++) {
    if (fabs(rates[i]) > largest) largest = fabs(rates[i]), worst = i;
  }
  free(rates);
  if (status != SAR_OK) return status;
  if (largest / s->system->length <= VELOCITY_CONFLICT * (1 + speed)) return SAR_OK;
  const SarModelElement *element = element_of_row(s->system, worst);
  return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                    "let only one of them drive this direction, or make their functions agree" SAR_LOOK_FOR_CURE,
                    "`%s` (%s) contradicts the other constraints: no velocity satisfies them all", element->name,
                    sar_row_equation(s->system, worst));
}

static void start_states(SarStart *s) {
  const SarSystem *system = s->system;
  sar_mechanism_place(s->m, s->q, s->v);
  for (int32_t i = 0; i < system->nrelations; i++) {
    const SarRelationRow *row = &system->relations[i];
    if (row->state < 0) continue; /* the driven rate starts at the rate that was written */
    s->x[row->state] = sar_mechanism_coordinate(s->m, system->terms[row->term].coordinate, 0).rate;
  }
}

/* The largest |Phi_q v + Phi_t|, |A v + b| over L. */
static SarStatus measure_rates(SarStart *s, double *out) {
  const SarProblem *p = &s->all->problem;
  double *rates = calloc((size_t)(p->n.np + p->n.nn) + 1, sizeof *rates);
  if (!rates) return sar_report_no_memory(s->context);
  SarPoint at = {.t = 0, .q = s->q, .v = s->v, .x = s->x};
  SarStatus status = p->ops->velocity(p, &at, rates);
  *out = sar_largest(p->n.np + p->n.nn, rates) / s->system->length;
  free(rates);
  return status;
}

/* The smallest change in the norm of M. */
static SarStatus project(SarStart *s) {
  SAR_TRY(sar_equations_factor(s->equations, 0, s->q, s->v));
  return sar_equations_project_velocity(s->equations, 0, s->q, s->v, s->x);
}

static SarStatus report_locked_velocity(SarStart *s, double error, int32_t row) {
  const SarSystem *system = s->system;
  int32_t locked = 0;
  while (locked + 1 < system->nbodies && !sar_body_keeps_velocity(system, locked)) locked++;
  int32_t e = sar_row_element(system, row);
  if (e < 0) e = 0;
  for (int32_t b = 0; b < system->nbodies; b++) { /* the lock that this joint meets, if it meets one */
    bool meets = system->places[e].a.body == b || system->places[e].b.body == b;
    if (meets && sar_body_keeps_velocity(system, b)) locked = b;
  }
  const SarModelElement *element = &system->model->elements[e];
  return sar_report(s->context, SAR_CONFLICT, element->source, element->name,
                    "remove the lock, or write velocities that the joints allow",
                    "`%s` does not allow the velocity that the lock of `%s` keeps: %.3g of the length scale per second "
                    "remain",
                    element->name, system->bodies[locked].name, error);
}

/* The smallest change in the norm of the model's weights; locked velocities stay. */
static SarStatus change_least(SarStart *s) {
  SarAssembler a;
  double error = 0, speed = 0;
  int32_t worst = 0;
  SAR_TRY(sar_assembler_create(s->context, s->all, &a));
  SarStatus status = sar_assembler_velocity(&a, s->q, s->v, s->x, &error, &worst);
  sar_assembler_destroy(&a);
  if (status != SAR_OK) return status;
  for (int32_t i = 0; i < s->all->problem.n.nv; i++) speed = fmax(speed, fabs(s->v[i]) * s->all->problem.weight[i]);
  return error <= VELOCITY_CONFLICT * (1 + speed) ? SAR_OK : report_locked_velocity(s, error, worst);
}

static SarStatus make_velocities(SarStart *s) {
  start_states(s);
  SarStatus status = measure_rates(s, &s->velocity_error);
  if (status != SAR_OK) return status;
  if (!isfinite(s->velocity_error)) {
    return sar_report(s->context, SAR_INPUT, sar_nowhere(), NULL,
                      "give functions of motions that can be differentiated at t = 0",
                      "the rate of a motion has no value at the start");
  }
  status = sar_system_has_preferences(s->system) ? change_least(s) : project(s);
  if (status == SAR_SINGULAR) return report_singular(s, NULL);
  SAR_TRY(status);
  if (s->m->ndropped) SAR_TRY(refuse_velocity_conflict(s));
  return measure_rates(s, &s->velocity_left);
}

static SarStatus solve_once(SarStart *s, double t, const double *q, const double *v, const double *x, double *a,
                            double *lambda, double *mu, double *xdot, double *z) {
  SarPoint at = {.t = t, .q = q, .v = v, .x = x};
  SarStatus status = sar_equations_factor(s->equations, t, q, v);
  if (status == SAR_SINGULAR) return report_singular(s, NULL);
  if (status == SAR_OK) status = sar_equations_accelerations(s->equations, t, q, v, x, a, lambda, mu, xdot, z);
  if (status == SAR_SINGULAR) return report_singular(s, &at);
  return status > 0 && s->equations->trial ? report_not_solved(s, &at, status) : status;
}

SarStatus sar_start_solve(SarStart *s, double t, const double *q, const double *v, const double *x, double *a,
                          double *lambda, double *mu, double *xdot, double *z) {
  SarProblem *p = &s->m->problem;
  SarPoint at = {.t = t, .q = q, .v = v, .a = a, .lambda = lambda, .mu = mu, .x = x, .xdot = xdot, .z = z};
  int32_t count = sar_mechanism_modes(s->m, NULL);
  if (count == 0) return solve_once(s, t, q, v, x, a, lambda, mu, xdot, z);
  double *modes = calloc((size_t)count, sizeof *modes);
  if (!modes) return sar_report_no_memory(s->context);
  bool settled = false;
  SarStatus status = SAR_OK;
  p->ops->settle(p, &at);
  for (int round = 0; status == SAR_OK && !settled && round < MOST_ROUNDS; round++) {
    sar_mechanism_modes(s->m, modes);
    status = solve_once(s, t, q, v, x, a, lambda, mu, xdot, z);
    if (status == SAR_OK) p->ops->settle(p, &at);
    settled = sar_mechanism_modes_are(s->m, modes);
  }
  free(modes);
  return status != SAR_OK || settled ? status : report_not_settled(s, t);
}

static SarStatus start(SarStart *s) {
  SAR_TRY(sar_mechanism_create(s->context, s->system, NULL, true, &s->all));
  SAR_TRY(make_arrays(s));
  SAR_TRY(assemble_positions(s));
  sar_mechanism_start(s->all, 0, s->q, s->v);
  SAR_TRY(sar_loads_check_start(s->context, s->all, s->q, s->v));
  bool changed;
  SAR_TRY(sar_start_pick_rows(s, 0, s->q, s->v, &changed));
  SAR_TRY(make_velocities(s));
  sar_mechanism_start(s->m, 0, s->q, s->v);
  memset(s->lambda, 0, (size_t)s->m->problem.n.np * sizeof(double)); /* assembly has used it */
  return sar_start_solve(s, 0, s->q, s->v, s->x, s->a, s->lambda, s->mu, s->xdot, s->z);
}

SarStatus sar_start_create(SarContext *context, const SarSystem *system, SarStart **out) {
  return sar_start_create_near(context, system, NULL, out);
}

SarStatus sar_start_create_near(SarContext *context, const SarSystem *system, const double *from, SarStart **out) {
  SarStart *s = calloc(1, sizeof *s);
  *out = s;
  if (!s) return sar_report_no_memory(context);
  s->context = context;
  s->from = from;
  s->system = system;
  return start(s);
}

void sar_start_destroy(SarStart **start_) {
  if (!start_ || !*start_) return;
  SarStart *s = *start_;
  sar_equations_destroy(&s->equations);
  sar_mechanism_destroy(&s->m);
  sar_mechanism_destroy(&s->all);
  sar_row_set_free(&s->rows);
  free(s->memory);
  free(s);
  *start_ = NULL;
}

/* Loading: the rows that were carried when the bytes were saved. */
static SarStatus archive_rows(SarStart *s, SarArchive *archive) {
  bool changed = false;
  int32_t rank = s->rows.rank, nv = s->m->problem.n.nv;
  sar_archive_int(archive, &rank, 0, s->rows.nrows);
  sar_archive_int(archive, &s->extra_freedom, 0, nv);
  for (int32_t i = 0; i < s->rows.nrows; i++) {
    bool before = s->rows.dependent[i];
    sar_archive_flag(archive, &s->rows.dependent[i]);
    changed |= s->rows.dependent[i] != before;
  }
  SAR_TRY(archive->status);
  s->rows.rank = rank;
  s->degrees_of_freedom = nv - rank;
  return changed ? rebuild(s) : SAR_OK;
}

SarStatus sar_start_archive(SarStart *s, SarArchive *archive) {
  sar_archive_section(archive, "mechanism");
  SAR_TRY(archive_rows(s, archive));
  sar_archive_bytes(archive, s->m->turns, (size_t)s->system->nturns * sizeof *s->m->turns);
  sar_mechanism_archive_events(s->m, archive);
  return s->equations ? sar_equations_archive(s->equations, archive) : archive->status;
}

void sar_start_release(SarStart *s, bool output) {
  if (s->m->ndropped) return;
  sar_mechanism_destroy(&s->all);
  if (!output) sar_equations_destroy(&s->equations);
}

/* The rows of one joint that are not carried, in words. Returns the first row after the joint's. */
static int32_t list_dependent(const SarStart *s, int32_t row, char *list, size_t size) {
  const SarSystem *system = s->system;
  int32_t element = system->rows[row].element;
  list[0] = 0;
  for (; row < system->nposition && system->rows[row].element == element; row++) {
    size_t used = strlen(list);
    if (!s->rows.dependent[row] || used + 40 > size) continue;
    snprintf(list + used, size - used, "%s%s", used ? ", " : "", system->rows[row].name);
  }
  return row;
}

void sar_start_warn_redundant(const SarStart *s) {
  const SarSystem *system = s->system;
  int32_t joints = 0;
  for (int32_t row = 0; row < system->nposition;) {
    char list[512];
    const SarModelElement *element = element_of_row(system, row);
    row = list_dependent(s, row, list, sizeof list);
    if (!list[0] || ++joints > MAX_WARNINGS) continue;
    sar_warn(s->context, element->source, element->name,
             "the motion is right, but how the joints share this load is not determined; use joints that leave it "
             "free; `sarrus check` proposes them",
             "redundant: other joints already hold %s", list);
  }
  if (joints > MAX_WARNINGS) {
    sar_warn(s->context, sar_nowhere(), NULL, "`sarrus check` lists them all",
             "%d more joints have redundant constraints", joints - MAX_WARNINGS);
  }
}
