/* Why the equations cannot be solved, in the user's words: the function in an expression that has no value, with its
 * place in the file and what it was given; the variables of a loop that has no solution. Asked only when a run ends, so
 * it may take its time. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "expr/order.h"
#include "system/names.h"
#include "system/parts.h"
#include "system/user/run.h"
#include "system/user/user.h"

#define SINGULAR 1e-8    /* a pivot of a loop, beside the entries of its row */
#define DIVERGED 1e60    /* arguments beyond it come from an iteration that has lost its way */
#define SUSPECT_MASS 0.1 /* beside the mass at the start: one that falls from there may be what makes steps fail */
#define NEARLY_ZERO 1e-9 /* of a divisor, beside what it is made of */

/* ---- where a word of an expression stands ---- */

static bool holds(const SarExpr *f, const SarExprPlace *place) {
  SarOrder order;
  bool found = false;
  if (!f || !sar_order_make(&f, 1, &order)) return false;
  for (int32_t i = 0; i < order.count && !found; i++) found = sar_expr_place(order.nodes[i]) == place;
  sar_order_release(&order);
  return found;
}

static bool value_holds(SarFieldKind kind, const SarValue *value, const SarExprPlace *place) {
  int32_t count = kind == SAR_FIELD_FUNCTION ? 1 : kind == SAR_FIELD_FUNCTIONS3 ? 3 : 0;
  for (int32_t i = 0; i < count; i++) {
    if (holds(value->function[i], place)) return true;
  }
  for (int32_t i = 0; kind == SAR_FIELD_FUNCTIONS && i < value->nlist; i++) {
    if (holds(value->functions[i], place)) return true;
  }
  for (int32_t i = 0; kind == SAR_FIELD_SETTINGS && i < value->nlist; i++) {
    if (holds(value->settings[i].function, place)) return true;
  }
  return false;
}

/* The element and its field whose expression the word stands in; null: none. */
static const SarModelElement *owner_of(const SarModel *model, const SarExprPlace *place, const char **field) {
  for (int32_t e = 0; place && e < model->nelements; e++) {
    const SarModelElement *element = &model->elements[e];
    for (int32_t i = 0; i < element->class->nfields; i++) {
      const SarValue *value = &element->values[i];
      if (!value->given || !value_holds(element->class->fields[i].kind, value, place)) continue;
      *field = element->class->fields[i].name;
      return element;
    }
  }
  return NULL;
}

/* ---- expressions without a value ---- */

typedef struct Culprit {
  const SarExpr *node; /* the first one, arguments before what uses them, that has no finite value; null: none */
  double value, arguments[3];
} Culprit;

/* Evaluates every node of f. */
static bool evaluate_nodes(const SarWorkspace *m, SarArena *arena, const SarOrder *order, double *values) {
  const SarExpr **outputs = SAR_NEW(arena, order->count, const SarExpr *), *zero = sar_expr_constant(arena, 0);
  const SarProgram *program = NULL;
  if (!outputs || !zero) return false;
  for (int32_t i = 0; i < order->count; i++) { /* a call has no value of its own */
    outputs[i] = order->nodes[i]->operation == SAR_EXPR_CALL ? zero : order->nodes[i];
  }
  if (sar_program_compile(m->problem.context, arena, outputs, order->count, &program) != SAR_OK) return false;
  double *scratch = SAR_NEW(arena, sar_program_scratch(program) + 1, double);
  if (!scratch) return false;
  sar_user_renumber(m->system, m->system->user, program);
  sar_program_evaluate(program, m->leaves, scratch, values);
  return true;
}

static double value_of(const SarOrder *order, const double *values, const SarExpr *node) {
  return values[sar_order_find(order, node)];
}

/* Divides by what is zero beside what it is made of, as 1/(t - 1) a little before t = 1. */
static bool is_near_pole(const SarOrder *order, const double *values, const SarExpr *node) {
  double largest = 0;
  if (node->operation != SAR_EXPR_DIVIDE) return false;
  const SarExpr *divisor = node->arguments[1];
  for (int32_t k = 0; k < divisor->narguments; k++) {
    largest = fmax(largest, fabs(value_of(order, values, divisor->arguments[k])));
  }
  return fabs(value_of(order, values, divisor)) <= NEARLY_ZERO * largest;
}

static void look_at(const SarOrder *order, const double *values, int32_t i, bool poles, Culprit *out) {
  const SarExpr *node = order->nodes[i];
  if (poles ? !is_near_pole(order, values, node) : isfinite(values[i])) return;
  Culprit found = {.node = node, .value = values[i]};
  for (int32_t k = 0; k < node->narguments; k++) {
    double argument = value_of(order, values, node->arguments[k]);
    if (!(fabs(argument) <= DIVERGED)) return;
    if (k < 3) found.arguments[k] = argument;
  }
  *out = found;
}

static Culprit find_culprit(const SarWorkspace *m, const SarExpr *f, bool poles) {
  Culprit culprit = {.node = NULL};
  SarArena *arena = sar_arena_create();
  SarOrder order;
  if (arena && sar_order_make(&f, 1, &order)) {
    double *values = SAR_NEW(arena, order.count, double);
    bool known = values && evaluate_nodes(m, arena, &order, values);
    for (int32_t i = 0; known && i < order.count && !culprit.node; i++) look_at(&order, values, i, poles, &culprit);
    sar_order_release(&order);
  }
  sar_arena_destroy(&arena);
  return culprit;
}

static void write_arguments(const Culprit *c, char *text, size_t size) {
  const double *a = c->arguments;
  text[0] = 0;
  if (c->node->operation == SAR_EXPR_DIVIDE) {
    snprintf(text, size, ": %.9g over %.9g", a[0], a[1]);
  } else if (c->node->operation == SAR_EXPR_POWER) {
    snprintf(text, size, ": (%.9g)^%.9g", a[0], a[1]);
  } else if (c->node->narguments == 1 && c->node->operation != SAR_EXPR_PICK) {
    snprintf(text, size, " of %.9g", a[0]);
  } else if (c->node->narguments == 2) {
    snprintf(text, size, " of %.9g and %.9g", a[0], a[1]);
  }
}

static void tell_culprit(const SarWorkspace *m, int32_t element, const Culprit *c, SarFault *out) {
  const SarModel *model = m->system->model;
  const SarExprPlace *place = sar_expr_place(c->node);
  const char *field = NULL, *what = isnan(c->value)   ? "has no value"
                                    : isinf(c->value) ? "is infinite"
                                                      : "grows without bound";
  const SarModelElement *own = &model->elements[element], *owner = owner_of(model, place, &field);
  char arguments[80];
  write_arguments(c, arguments, sizeof arguments);
  out->element = (owner ? owner : own)->name;
  out->source = place && place->source.line > 0 ? place->source : own->source;
  const char *name = place ? place->name : sar_function_name(c->node->operation);
  if (owner) {
    snprintf(out->what, sizeof out->what, "`%s`%s, in `%s` of `%s`, %s", name, arguments, field, owner->name, what);
  } else {
    snprintf(out->what, sizeof out->what, "`%s`%s, in the equations of `%s` or their derivatives, %s", name, arguments,
             own->name, what);
  }
  snprintf(out->remedy, sizeof out->remedy,
           "keep the expression where it has a value, as by max(x, 0), or let an event stop the run before");
}

typedef struct Candidate {
  const SarExpr *f;
  int32_t element;
} Candidate;

/* Everything that is evaluated in a step, one after the other; f = null: no more. */
static Candidate candidate(const SarUser *u, int32_t i) {
  if (i < u->nterms) return (Candidate){u->terms[i].f, u->terms[i].element};
  i -= u->nterms;
  if (i < u->nconstraints) return (Candidate){u->constraints[i].f, u->constraints[i].element};
  i -= u->nconstraints;
  if (i < u->nevents) return (Candidate){u->events[i].when, u->events[i].info.element};
  i -= u->nevents;
  if (i < u->nswitches) return (Candidate){u->switches[i].crossing, u->switches[i].element};
  return (Candidate){NULL, -1};
}

static bool explain_value(const SarWorkspace *m, const SarPoint *at, bool poles, SarFault *out) {
  const SarUser *u = m->system->user;
  if (!u) return false;
  sar_workspace_place(m, at->q, at->v);
  sar_user_load(m, at);
  for (int32_t i = 0;; i++) {
    Candidate next = candidate(u, i);
    if (!next.f) return false;
    Culprit culprit = find_culprit(m, next.f, poles);
    bool variable = culprit.node && culprit.node->operation == SAR_EXPR_VARIABLE; /* what it is given is not finite */
    if (!culprit.node || variable) continue;
    tell_culprit(m, next.element, &culprit, out);
    return true;
  }
}

bool sar_workspace_explain_value(const SarWorkspace *m, const SarPoint *at, SarFault *out) {
  if (sar_parts_explain(m, at, out)) return true;
  return explain_value(m, at, false, out);
}

/* ---- loops ---- */

/* "`a`, `b`"; each element once. */
static void write_names(const SarSystem *s, const SarUserLoop *loop, char *text, size_t size) {
  size_t used = 0;
  int32_t last = -1;
  text[0] = 0;
  for (int32_t i = 0; i < loop->n && used < size; i++) {
    int32_t element = s->user->algebraic[loop->z[i]].element;
    if (element == last) continue;
    last = element;
    int n = snprintf(text + used, size - used, "%s`%s`", used ? ", " : "", s->model->elements[element].name);
    used += n > 0 ? (size_t)n : 0;
  }
}

/* What the unknowns of a loop are called. */
static const char *kind_of(const SarSystem *s, const SarUserLoop *loop) {
  bool variables = false, forces = false;
  for (int32_t i = 0; i < loop->n; i++) {
    SarSection section = s->model->elements[s->user->algebraic[loop->z[i]].element].class->section;
    *(section == SAR_SECTION_VARIABLES ? &variables : &forces) = true;
  }
  return variables && forces ? "unknown" : forces ? "force" : "variable";
}

static void tell_singular(const SarWorkspace *m, const SarUserLoop *loop, bool at_start, SarFault *out) {
  const SarSystem *s = m->system;
  const SarModelElement *first = &s->model->elements[s->user->algebraic[loop->z[0]].element];
  const char *kind = kind_of(s, loop);
  char names[160];
  write_names(s, loop, names, sizeof names);
  out->source = first->source;
  out->element = first->name;
  snprintf(out->what, sizeof out->what, "the loop among the %ss %s is singular: their equations do not determine them",
           kind, names);
  snprintf(out->remedy, sizeof out->remedy, "let no %s cancel out of the equations that define it%s", kind,
           at_start ? "" : "; end the run before, or let an event do it");
}

/* What Newton's method needs of a first guess. */
static void tell_bad_guess(const SarWorkspace *m, const SarUserLoop *loop, SarFault *out) {
  char names[160];
  write_names(m->system, loop, names, sizeof names);
  snprintf(out->what, sizeof out->what,
           "the equation%s of %s cannot be solved from the first guess: there %s not change with the variable%s",
           loop->n > 1 ? "s" : "", names, loop->n > 1 ? "they do" : "it does", loop->n > 1 ? "s" : "");
  snprintf(out->remedy, sizeof out->remedy, "give another `start:`, nearer to the solution; see that there is one");
}

static void tell_fold(const SarWorkspace *m, const SarUserLoop *loop, int32_t z, const SarPoint *from, SarFault *out) {
  const SarSystem *s = m->system;
  const SarUserUnknown *unknown = &s->user->algebraic[z];
  const SarModelElement *element = &s->model->elements[unknown->element];
  char names[160];
  write_names(s, loop, names, sizeof names);
  out->source = element->source;
  out->element = element->name;
  snprintf(out->what, sizeof out->what,
           "%s%s`%s` has no value that continues the last one, %.9g%s%s%s: its equation has no solution any more, or "
           "only others",
           unknown->label ? unknown->label : "", unknown->label ? " of " : "", element->name, from->z[z],
           loop->n > 1 ? " (loop among " : "", loop->n > 1 ? names : "", loop->n > 1 ? ")" : "");
  snprintf(
      out->remedy, sizeof out->remedy,
      "let an event stop the run before; if it shall snap to another solution, make it a state that is drawn there "
      "by a rate");
}

static const SarUserLoop *loop_of(const SarUser *u, int32_t z) {
  for (int32_t i = 0; i < u->nloops; i++) {
    for (int32_t k = 0; k < u->loops[i].n; k++) {
      if (u->loops[i].z[k] == z) return &u->loops[i];
    }
  }
  return NULL;
}

bool sar_workspace_explain_loop(const SarWorkspace *m, const SarPoint *at, bool guessed, SarFault *out) {
  const SarUser *u = m->system->user;
  if (!u) return false;
  sar_workspace_place(m, at->q, at->v);
  sar_user_load(m, at);
  for (int32_t i = 0; i < u->nloops; i++) {
    if (!sar_user_loop_is_singular(m, &u->loops[i], SINGULAR)) continue;
    tell_singular(m, &u->loops[i], guessed, out);
    if (guessed && !u->loops[i].linear) tell_bad_guess(m, &u->loops[i], out);
    return true;
  }
  return false;
}

/* A mass that is about to vanish, or to become negative. */
static bool explain_mass(const SarWorkspace *m, int32_t culprit, const SarPoint *from, const SarPoint *at,
                         SarFault *out) {
  const SarSystem *s = m->system;
  SarUserMass mass;
  if (sar_user_masses_stay(m, from, at, SUSPECT_MASS, &mass)) return false;
  bool elsewhere = culprit != 6 * s->nbodies + mass.coordinate; /* and so the iteration has carried it away */
  if (elsewhere && !mass.foreseen && mass.before > 0) return false;
  const SarModelElement *element = &s->model->elements[s->user->coordinates[mass.coordinate].element];
  out->source = sar_model_value(element, "mass")->source;
  out->element = element->name;
  double q = from->q[7 * s->nbodies + mass.coordinate];
  if (mass.before > 0) {
    snprintf(out->what, sizeof out->what,
             "the mass of the coordinate `%s` vanishes: it is %.3g where `%s` is %.9g, and %.3g a moment later",
             element->name, mass.before, element->name, q, mass.after);
  } else {
    snprintf(out->what, sizeof out->what,
             "the mass of the coordinate `%s` is not positive: it is %.3g where `%s` is %.9g", element->name,
             mass.before, element->name, q);
  }
  snprintf(out->remedy, sizeof out->remedy,
           "correct the expression of its mass, or let an event stop the run before it vanishes");
  return true;
}

/* A constraint that depends on others. */
static bool explain_constraint(const SarWorkspace *m, const SarProblem *p, int32_t culprit, SarFault *out) {
  if (culprit < p->n.nv || culprit >= p->n.nv + p->n.np + p->n.nn) return false;
  SarCulpritName name = sar_culprit_name(m->system, culprit);
  if (name.index < 0) return false;
  const SarModelElement *element = &m->system->model->elements[name.index];
  out->source = element->source;
  out->element = element->name;
  snprintf(out->what, sizeof out->what, "the constraint `%s` of `%s` depends on others at this pose", name.equation,
           element->name);
  snprintf(out->remedy, sizeof out->remedy,
           "look for a lock-up position, redundant constraints or coordinates without mass; `sarrus check` names them");
  return true;
}

bool sar_workspace_explain(const SarProblem *p, SarStatus why, int32_t culprit, const SarPoint *from,
                           const SarPoint *at, SarFault *out) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUser *u = m->system->user;
  int32_t z = culprit - (sar_sizes_unknowns(&p->n) - p->n.nz);
  if (why == SAR_NO_CONVERGENCE && sar_workspace_explain_turn(m, at->q, at->v, out)) return true;
  if (u && explain_mass(m, culprit, from, at, out)) return true;
  if (why == SAR_SINGULAR && u && sar_workspace_explain_loop(m, from, false, out)) return true;
  if (why == SAR_SINGULAR) return explain_constraint(m, p, culprit, out);
  if (why == SAR_RETRY && sar_workspace_explain_value(m, at, out)) return true;
  if (!u) return false;
  if (why == SAR_ERROR_TOO_LARGE) return explain_value(m, at, true, out);
  const SarUserLoop *loop =
      (why == SAR_NO_CONVERGENCE || why == SAR_RETRY) && z >= 0 && z < p->n.nz ? loop_of(u, z) : NULL;
  if (!loop || !loop->watched || sar_user_loop_goes_on(m, loop, from, at)) return false;
  if (loop->linear) {
    tell_singular(m, loop, false, out);
  } else {
    tell_fold(m, loop, z, from, out);
  }
  return true;
}
