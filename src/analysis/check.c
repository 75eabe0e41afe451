/* `sarrus check`: what the mechanism is, before it moves. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/doctor/doctor.h"
#include "analysis/doctor/stiffest.h"
#include "analysis/doctor/suspects.h"
#include "analysis/modes/extremes.h"
#include "analysis/poses/singular.h"
#include "analysis/start/mirror.h"
#include "analysis/start/start.h"
#include "analysis/touching/touching.h"
#include "system/names.h"

#define GAP 1e-8        /* of the length L: what redundant rows may contradict each other by */
#define TAKES_PART 1e-6 /* coefficient from which a row counts among those that a redundant one depends on */

/* What the rows say at the start: Phi, and the rates of all rows. */
typedef struct RowValues {
  double *position, *rate; /* nrows each; positions of velocity rows are zero */
} RowValues;

static SarStatus evaluate_rows(SarDoctor *check, const SarStart *s, RowValues *out) {
  const SarProblem *p = &s->all->problem;
  out->position = SAR_NEW(check->arena, s->rows.nrows + 1, double);
  out->rate = SAR_NEW(check->arena, s->rows.nrows + 1, double);
  if (!out->position || !out->rate) return sar_report_no_memory(s->context);
  SAR_TRY(p->ops->position(p, 0, s->q, out->position));
  return p->ops->velocity(p, &(SarPoint){.q = s->q, .v = s->v, .x = s->x}, out->rate);
}

/* ---- rows and their elements ---- */

/* The element of every row, position rows first. */
static SarStatus list_elements(SarDoctor *check, const SarStart *start, int32_t **out) {
  int32_t nrows = start->rows.nrows;
  int32_t *elements = SAR_NEW(check->arena, nrows + 1, int32_t);
  if (!elements) return sar_report_no_memory(start->context);
  for (int32_t i = 0; i < nrows; i++) elements[i] = sar_row_element(start->system, i);
  *out = elements;
  return SAR_OK;
}

/* What listing the redundant rows needs. */
typedef struct Listing {
  SarDoctor *check;
  const SarStart *start;
  RowValues values;
  double speed;      /* the largest, in lengths or radians per second */
  int32_t *elements; /* of the rows */
  int32_t *finding;  /* by row: its place among the redundant ones */
} Listing;

/* A redundant row repeats the others only if its value and its rate are the same combination of theirs as its gradient.
 */
static bool is_consistent(const Listing *l, const SarExplanation *e) {
  const double *position = l->values.position, *rate_of = l->values.rate;
  double gap = position[e->row], rate = rate_of[e->row], L = sar_system_length(l->start->system);
  for (int32_t i = 0; i < e->nrows; i++) {
    double c = e->c[e->rows[i]];
    gap -= c * position[e->rows[i]], rate -= c * rate_of[e->rows[i]];
  }
  return fabs(gap) <= GAP * L && fabs(rate) <= GAP * L * (1 + l->speed);
}

/* The elements whose rows combine to the redundant one, each once, without its own. Rows of an element stand together.
 */
static SarStatus find_partners(const Listing *l, const SarExplanation *e, SarFinding *f) {
  for (int pass = 0; pass < 2; pass++) {
    int32_t *with = pass ? SAR_NEW(l->check->arena, f->nwith + 1, int32_t) : NULL, last = -1, count = 0;
    if (pass && !with) return sar_report_no_memory(l->start->context);
    for (int32_t i = 0; i < e->nrows; i++) {
      int32_t element = l->elements[e->rows[i]];
      if (fabs(e->c[e->rows[i]]) < TAKES_PART || element == last || element == f->element) continue;
      last = element;
      if (pass) with[count] = element;
      count++;
    }
    f->with = with;
    f->nwith = count;
  }
  return SAR_OK;
}

static SarStatus name_redundant(const Listing *l, const SarFinding *f, SarRedundant *out) {
  const SarSystem *system = l->start->system;
  const SarModelElement *elements = sar_system_model(system)->elements;
  SarArena *arena = l->check->arena;
  const char **names = SAR_NEW(arena, f->nwith + 1, const char *);
  const char *equation = sar_row_equation(system, f->row);
  out->joint = sar_arena_copy_text(arena, elements[f->element].name);
  out->equation = sar_arena_copy_text(arena, equation);
  bool complete = names && out->joint && out->equation;
  for (int32_t i = 0; complete && i < f->nwith; i++) {
    names[i] = sar_arena_copy_text(arena, elements[f->with[i]].name);
    complete = names[i] != NULL;
  }
  out->with = names;
  out->nwith = f->nwith;
  out->consistent = f->consistent;
  return complete ? SAR_OK : sar_report_no_memory(l->start->context);
}

static SarStatus add_redundant(void *self, const SarExplanation *e) {
  Listing *l = self;
  SarDoctor *check = l->check;
  int32_t at = l->finding[e->row];
  SarFinding *finding = &check->findings[at];
  *finding = (SarFinding){.row = e->row, .element = l->elements[e->row], .consistent = is_consistent(l, e)};
  SAR_TRY(find_partners(l, e, finding));
  return name_redundant(l, finding, &check->redundant[at]);
}

/* Numbers the redundant rows in their order; the largest speed. */
static SarStatus prepare(Listing *l) {
  const SarStart *s = l->start;
  int32_t count = 0;
  l->finding = SAR_NEW(l->check->arena, s->rows.nrows + 1, int32_t);
  if (!l->finding) return sar_report_no_memory(s->context);
  for (int32_t i = 0; i < s->rows.nrows; i++) {
    l->finding[i] = count;
    count += s->rows.dependent[i];
  }
  for (int32_t i = 0; i < s->all->problem.n.nv; i++) {
    l->speed = fmax(l->speed, fabs(s->v[i]) * s->all->problem.weight[i]);
  }
  return SAR_OK;
}

static SarStatus list_redundant(SarDoctor *check, const SarStart *s) {
  int32_t count = s->rows.nrows - s->rows.rank;
  check->redundant = SAR_NEW(check->arena, count + 1, SarRedundant);
  check->findings = SAR_NEW(check->arena, count + 1, SarFinding);
  check->public.redundant = check->redundant;
  if (!check->redundant || !check->findings) return sar_report_no_memory(s->context);
  Listing listing = {.check = check, .start = s};
  SAR_TRY(evaluate_rows(check, s, &listing.values));
  SAR_TRY(list_elements(check, s, &listing.elements));
  SAR_TRY(prepare(&listing));
  SAR_TRY(sar_row_set_explain(s->context, s->all, 0, s->q, &s->rows, add_redundant, &listing));
  check->public.nredundant = count;
  return SAR_OK;
}

/* ---- the check ---- */

static SarStatus examine(SarDoctor *check, SarStart *start, double end) {
  const SarSystem *system = start->system;
  int32_t nbodies = sar_system_bodies(system);
  SarCheck *public = &check->public;
  public->nodes = sar_system_nodes(system);
  public->bodies = nbodies - public->nodes;
  public->length_scale = sar_system_length_scale(system);
  public->coordinates = start->all ? start->all->problem.n.nv : 6 * nbodies;
  public->constraints = sar_system_constraints(system);
  public->gruebler = public->coordinates - public->constraints;
  public->degrees_of_freedom = start->degrees_of_freedom;
  public->initial_position_error = start->position_error;
  public->initial_velocity_error = start->velocity_error;
  public->assembled = start->assembled;
  if (!start->rows.dependent) return SAR_OK;
  SAR_TRY(list_redundant(check, start));
  return sar_doctor_propose(check, start, end);
}

/* Of a mechanism that can be started. */
static SarStatus find_stiffness(SarDoctor *check, SarStart *start) {
  SarPoint at = sar_start_point(start);
  SarExtremes extremes;
  SAR_TRY(sar_extremes_find(start->context, &start->m->problem, &at, &extremes));
  check->public.dominant_eigenvalue[0] = creal(extremes.fastest);
  check->public.dominant_eigenvalue[1] = cimag(extremes.fastest);
  check->public.slowest_eigenvalue[0] = creal(extremes.slowest);
  check->public.slowest_eigenvalue[1] = cimag(extremes.slowest);
  return sar_stiffest_force(start, &check->public.stiffest);
}

static SarStatus find_contacts(SarDoctor *check, const SarStart *start, double end) {
  SarPoint at = sar_start_point(start);
  sar_touching_warn_start(start->context, start->m, &at);
  return sar_contact_facts(start->context, start->m, &at, end, check->arena, &check->public.contacts,
                           &check->public.ncontacts);
}

SarStatus sar_check(SarContext *context, const SarSystem *system, const SarCheck **out) {
  return sar_check_until(context, system, NAN, out);
}

SarStatus sar_check_until(SarContext *context, const SarSystem *system, double end, const SarCheck **out) {
  SAR_NEED(context, context && system && out);
  SarArena *arena = sar_arena_create();
  SarDoctor *check = arena ? SAR_NEW(arena, 1, SarDoctor) : NULL;
  *out = NULL;
  if (!check) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  check->arena = arena;
  check->public.dominant_eigenvalue[0] = check->public.dominant_eigenvalue[1] = NAN;
  check->public.slowest_eigenvalue[0] = check->public.slowest_eigenvalue[1] = NAN;
  check->public.stiffest.element = "";
  SarStart *start = NULL;
  SarStatus status = sar_suspects(context, system);
  if (status == SAR_OK) status = sar_start_create(context, system, &start);
  if (status == SAR_OK) sar_start_warn_moved(start);
  if (status == SAR_OK) status = sar_start_warn_velocity(start);
  if (status == SAR_OK) status = sar_singular_warn_start(context, start->m, start->q);
  if (start) {
    SarStatus examined = examine(check, start, end);
    if (status == SAR_OK) status = examined;
  }
  if (status == SAR_OK) status = sar_mirror_note(start);
  if (status == SAR_OK) status = find_contacts(check, start, end);
  if (status == SAR_OK) status = find_stiffness(check, start);
  if (start) *out = &check->public;
  if (!start) sar_arena_destroy(&arena); /* memory was exhausted before anything was looked at */
  sar_start_destroy(&start);
  return status;
}

void sar_check_destroy(const SarCheck **check) {
  if (!check || !*check) return;
  SarArena *arena = ((const SarDoctor *)(const void *)*check)->arena;
  sar_arena_destroy(&arena);
  *check = NULL;
}
