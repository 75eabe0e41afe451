/* The model with a parameter moved a little to both sides: systems with the numbering of the run's, whose rows and
 * columns are compared at displaced points. What a mechanism remembers (turns of angles, anchors of friction, what
 * events have set) each side remembers for itself, so that the difference of two memories is their derivative. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "base/text.h"
#include "system/events.h"
#include "system/share.h"

#define SHIFT 1e-5 /* of the parameter: the rows differ by 1e-10 more than linearly, and are known to 1e-16 */

/* ---- reading ---- */

static SarStatus report_unknown(const SarSensitivity *x, const char *name) {
  const SarModel *model = sar_system_model(x->s->system);
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < model->nparameters; i++) sar_suggestion_offer(&suggestion, model->parameters[i].name);
  const char *best = sar_suggestion_best(&suggestion);
  const char *remedy = model->nparameters
                           ? "name a parameter of the model, or one of a sub-model with its prefix, left.ks"
                           : sar_model_parameter_remedy(model);
  return sar_report(x->context, SAR_INPUT, sar_nowhere(), NULL, remedy, "sensitivity: there is no parameter `%s`%s%s%s",
                    name, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

/* The first error of a model that was read quietly. */
static SarStatus pass_on(const SarSensitivity *x, const char *name, double value, SarStatus status) {
  for (int32_t i = 0; i < sar_context_count(x->quiet); i++) {
    const SarDiagnostic *d = sar_context_get(x->quiet, i);
    if (d->severity != SAR_ERROR) continue;
    return sar_report(x->context, status, sar_nowhere(), NULL,
                      "choose a value at which the model may be moved a little",
                      "sensitivity: with %s = %.9g the model has an error: %s", name, value, d->message);
  }
  return status;
}

SarStatus sar_twin_read(SarSensitivity *x, const char *name, double part, SarModel **model, SarSystem **system,
                        double *value, double *shift) {
  SarReadProbe probe = {.name = name, .part = part};
  *system = NULL;
  SarStatus status = sar_model_read_moved(x->quiet, sar_system_model(x->s->system), &probe, &x->tree, model);
  if (status == SAR_OK && !probe.found) return report_unknown(x, name);
  if (status == SAR_OK && probe.follows) {
    SarSource at = probe.source; /* its file belongs to the quiet context */
    if (at.file) at.file = sar_intern(x->context, at.file);
    return sar_report(x->context, SAR_INPUT, at, NULL,
                      "name the parameter that it follows, or give it a number with `--set`",
                      "sensitivity: `%s` is computed from `%s`", name, probe.follows);
  }
  if (status == SAR_OK) status = sar_system_compile(x->quiet, *model, system);
  *value = probe.value;
  *shift = probe.shift;
  return status == SAR_OK ? SAR_OK : pass_on(x, name, probe.value + probe.shift, status);
}

/* ---- the same numbering ---- */

static bool is_same(const SarWorkspace *a, const SarWorkspace *b) {
  const SarModel *one = sar_system_model(a->system), *other = sar_system_model(b->system);
  if (memcmp(&a->problem.n, &b->problem.n, sizeof a->problem.n) != 0 || one->nelements != other->nelements)
    return false;
  for (int32_t i = 0; i < one->nelements; i++) {
    const SarModelElement *p = &one->elements[i], *q = &other->elements[i];
    if (p->class->section != q->class->section || strcmp(p->name, q->name) != 0) return false;
  }
  return a->problem.nblocks == b->problem.nblocks;
}

static SarStatus report_other(const SarSensitivity *x, const char *name) {
  return sar_report(x->context, SAR_INPUT, sar_nowhere(), NULL,
                    "name a parameter that changes numbers only, not which elements there are",
                    "sensitivity: with another value of `%s` the model has other elements or equations", name);
}

/* ---- mechanisms ---- */

static SarStatus make_shells(SarSensitivity *x, SarTwin *side) {
  side->start = calloc(1, sizeof *side->start);
  side->stepper = calloc(1, sizeof *side->stepper);
  if (!side->start || !side->stepper) return sar_report_no_memory(x->context);
  *side->start = (SarStart){.context = x->context, .system = side->system, .linear = x->s->start->linear};
  side->stepper->context = x->context;
  side->stepper->system = side->system;
  side->stepper->plan = x->s->plan;
  return SAR_OK;
}

SarStatus sar_twin_make(SarSensitivity *x, SarTwin *side) {
  SarWorkspace *m = NULL, *old = side->start->m;
  SAR_TRY(sar_workspace_create(x->context, side->system, x->m->carried, false, &m));
  if (old) sar_workspace_copy_memory(m, old);
  SarStatus status = sar_workspace_share_alike(m, x->m);
  if (status == SAR_OK && old) status = sar_workspace_copy_crowds(m, old);
  m->problem.linear = side->start->linear;
  sar_equations_destroy(&side->start->equations);
  sar_workspace_destroy(&side->start->m);
  side->start->m = m;
  side->stepper->start = side->start;
  SAR_TRY(status);
  SAR_TRY(sar_equations_create(x->context, m, &side->start->equations));
  if (old) return SAR_OK;
  SAR_TRY(sar_stepper_make_arrays(side->stepper));
  return sar_stepper_prepare_events(side->stepper);
}

static SarStatus make_columns(SarSensitivity *x, SarTwin *side, const char *name) {
  const SarNameList *of = &sar_system_model(x->s->system)->output_of; /* may have been chosen after reading */
  SAR_TRY(sar_column_set_create_of(side->system, x->arena, of, &side->columns));
  if (sar_column_set_count(side->columns) != x->ncolumns) return report_other(x, name);
  side->row = SAR_NEW(x->arena, x->ncolumns + 1, double);
  side->rows = SAR_NEW(x->arena, x->n + 1, double);
  return side->row && side->rows ? SAR_OK : sar_report_no_memory(x->context);
}

static SarStatus make_side(SarSensitivity *x, const char *name, double part, SarTwin *side, double *value) {
  double shift;
  SAR_TRY(sar_twin_read(x, name, part, &side->model, &side->system, value, &shift));
  side->shift = (*value + shift) - *value; /* as it was rounded */
  SAR_TRY(make_shells(x, side));
  SAR_TRY(sar_twin_make(x, side));
  if (!is_same(x->m, side->start->m)) return report_other(x, name);
  return make_columns(x, side, name);
}

SarStatus sar_twins_create(SarSensitivity *x, const char *name, SarVaried *out) {
  out->name = sar_arena_copy_text(x->arena, name);
  if (!out->name) return sar_report_no_memory(x->context);
  SAR_TRY(make_side(x, name, -SHIFT, &out->side[0], &out->value));
  SAR_TRY(make_side(x, name, SHIFT, &out->side[1], &out->value));
  int64_t numbers = x->ny + x->n;
  double *memory = SAR_NEW(x->arena, 3 * numbers + 2 * x->n + 1, double);
  out->delays = SAR_NEW(x->arena, x->m->problem.n.nroots + 1, double);
  if (!memory || !out->delays) return sar_report_no_memory(x->context);
  out->w = sar_variation_in(x, memory);
  out->first = sar_variation_in(x, memory + numbers);
  out->front = memory + 2 * numbers;
  out->told.seen = memory + 3 * numbers;
  out->told.more = out->told.seen + x->n;
  return SAR_OK;
}

void sar_twins_destroy(SarVaried *varied) {
  for (int i = 0; i < 2; i++) {
    SarTwin *side = &varied->side[i];
    if (side->stepper) side->stepper->start = NULL;
    sar_stepper_destroy(&side->stepper);
    sar_start_destroy(&side->start);
    sar_system_destroy(&side->system);
    sar_model_destroy(&side->model);
  }
}

void sar_twins_follow_modes(SarSensitivity *x) {
  if (sar_workspace_modes(x->m, NULL) == 0) return;
  sar_workspace_modes(x->m, x->modes);
  for (int32_t i = 0; i < x->count; i++) {
    for (int k = 0; k < 2; k++) sar_workspace_set_modes(x->varied[i].side[k].start->m, x->modes);
  }
}

/* ---- displaced points ---- */

static void add(int32_t count, const double *from, double factor, const double *change, double *to) {
  for (int32_t i = 0; i < count; i++) to[i] = from[i] + factor * change[i];
}

void sar_twin_place_pose(const SarTwin *side, const SarPoint *at, const SarVariation *w) {
  SarStepper *s = side->stepper;
  const SarProblem *p = &side->start->m->problem;
  double *turn = s->gradient; /* nv numbers of scratch */
  for (int32_t i = 0; i < p->n.nv; i++) turn[i] = side->shift * w->theta[i];
  memcpy(s->q, at->q, (size_t)p->n.nq * sizeof *s->q);
  sar_move(p, turn, s->q);
}

static void add_unknowns(const SarTwin *side, const SarPoint *from, const double *u) {
  SarStepper *s = side->stepper;
  const SarSizes *n = &side->start->m->problem.n;
  const double *lambda = u + n->nv, *mu = lambda + n->np, *xdot = mu + n->nn, *z = xdot + n->nx;
  add(n->nv, from->a, side->shift, u, s->a);
  add(n->np, from->lambda, side->shift, lambda, s->lambda);
  add(n->nn, from->mu, side->shift, mu, s->mu);
  add(n->nx, from->xdot, side->shift, xdot, s->xdot);
  add(n->nz, from->z, side->shift, z, s->z);
}

void sar_twin_place_rates(const SarTwin *side, const SarPoint *at, const SarVariation *w) {
  SarStepper *s = side->stepper;
  const SarSizes *n = &side->start->m->problem.n;
  add(n->nv, at->v, side->shift, w->v, s->v);
  add(n->nx, at->x, side->shift, w->x, s->x);
  add_unknowns(side, at, w->u);
}

SarPoint sar_twin_place(const SarTwin *side, const SarPoint *at, const SarVariation *w, double delay) {
  sar_twin_place_pose(side, at, w);
  sar_twin_place_rates(side, at, w);
  return sar_stepper_point(side->stepper, at->t + side->shift * delay);
}

void sar_twin_add_velocities(const SarTwin *side, const double *change) {
  SarStepper *s = side->stepper;
  add(side->start->m->problem.n.nv, s->v, side->shift, change, s->v);
}

void sar_twin_add_unknowns(const SarTwin *side, const double *change) {
  SarPoint here = sar_stepper_point(side->stepper, 0);
  add_unknowns(side, &here, change);
}
