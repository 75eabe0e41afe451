/* The start: what assembly, or the search for an equilibrium, makes of the model with other values of a parameter. Both
 * are iterations that as a rule end at rounding: the starts of the two sides tell the derivative to 1e-7 and better.
 * Where they end within a tolerance, two results that are near each other say little; four of them, further apart, do,
 *
 *   ds/dp = (8 (s(p + e) - s(p - e)) - (s(p + 2 e) - s(p - 2 e))) / (12 e) + O(e^4). */
#include <math.h>
#include <string.h>

#include "analysis/sensitivity/parts.h"
#include "analysis/static/equilibrium.h"
#include "base/numbers.h"
#include "base/rotation.h"
#include "system/carry.h"

#define APART 1e-3 /* of the parameter */
/* Of the displacements: what those to both sides may have in common. More is no smooth change, ... */
#define BRANCH 0.1
/* ... or, of sides that are near each other, one of which iterations have left too much within a tolerance. */
#define NOISE 3e-5
#define CLOSED 1e-8  /* L, and speeds: violations of the constraints that assembly may have to take away ... */
#define ALIKE 1e-12  /* ... and by which those of the sides may differ: 1e-7 of a change of the parameter by itself */
#define NOTHING 1e-8 /* L, rad: displacements that assembly leaves within its tolerance, ... */
#define LEAST 1e-12  /* ... and those that it leaves at rounding */

#define PLACES 4
static const double places[PLACES] = {-2, -1, 1, 2}, weights[PLACES] = {1.0 / 12, -8.0 / 12, 8.0 / 12, -1.0 / 12};

/* Positions seen from those of the run: translations, and rotation vectors in body axes. */
static void find_displacement(const SarProblem *p, const double *from, const double *to, double *out) {
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) {
      for (int32_t i = 0; i < block->count; i++) out[block->v + i] = to[block->q + i] - from[block->q + i];
      continue;
    }
    SarQuat turned = sar_quat_mul(sar_quat_conjugate(sar_quat_load(from + block->q)), sar_quat_load(to + block->q));
    sar_vec3_store(sar_quat_log(turned), out + block->v);
  }
}

static SarStatus report_other_branch(const SarSensitivity *x, const SarVaried *varied) {
  return sar_report(x->context, SAR_INPUT, sar_nowhere(), NULL,
                    "write the start nearer to a pose in which the joints are closed, and away from singular ones",
                    "sensitivity: with other values of `%s` near %.9g the start does not change smoothly", varied->name,
                    varied->value);
}

static SarStatus report_no_start(const SarSensitivity *x, const SarVaried *varied, double value, SarStatus status) {
  const char *why = "";
  for (int32_t i = 0; i < sar_context_count(x->quiet); i++) {
    const SarDiagnostic *d = sar_context_get(x->quiet, i);
    if (d->severity == SAR_ERROR) why = d->message;
  }
  return sar_report(x->context, status < 0 ? status : SAR_FAILED, sar_nowhere(), NULL,
                    "choose a value at which the model may be moved a little",
                    "sensitivity: with %s = %.9g the model has no start: %s", varied->name, value, why);
}

/* ---- as written ---- */

/* What the constraints of the written pose, and of the written velocities, are violated by: 2 np + nn numbers. */
static SarStatus find_gaps(const SarWorkspace *m, double *gaps) {
  const SarProblem *p = &m->problem;
  SarGuess guess = sar_system_guess(m->system);
  SarPoint at = {.t = sar_system_begin(m->system), .q = guess.q, .v = guess.v, .x = guess.x};
  SAR_TRY(p->ops->position(p, at.t, at.q, gaps));
  return p->ops->velocity(p, &at, gaps + p->n.np);
}

/* Whether assembly has as good as nothing to do with the model, and the same with both sides of it. */
static SarStatus is_closed(SarSensitivity *x, const SarVaried *varied, bool *out) {
  const SarProblem *p = &x->m->problem;
  const double *v = sar_system_guess(x->s->system).v;
  int32_t count = 2 * p->n.np + p->n.nn;
  double speed = 0, length = sar_system_length(x->s->system), *gaps = x->gaps, *other = gaps + count;
  for (int32_t i = 0; i < p->n.nv; i++) speed = fmax(speed, fabs(v[i]) * p->weight[i]);
  SAR_TRY(find_gaps(x->m, gaps));
  *out = sar_largest(count, gaps) <= CLOSED * length * (1 + speed);
  SAR_TRY(find_gaps(varied->side[0].start->m, gaps));
  SAR_TRY(find_gaps(varied->side[1].start->m, other));
  for (int32_t i = 0; i < count; i++) gaps[i] -= other[i];
  *out = *out && sar_largest(count, gaps) <= ALIKE * length * (1 + speed);
  return SAR_OK;
}

/* Nothing is to be found: neither a rest, nor where joints begin, nor what states begin with. */
static bool is_plain(const SarSensitivity *x) {
  const SarSystem *system = x->s->system;
  SarCounts counts = sar_system_counts(system);
  for (int32_t i = 0; i < counts.relations; i++) {
    if (sar_system_relation(system, i)->state >= 0) return false;
  }
  return counts.starts == 0 && !x->s->plan.settings.start_static && !sar_system_is_carried(system);
}

/* Where assembly has nothing to do with the model and its sides, the start changes as the text says, exactly. What the
 * constraints still are violated by is taken from it by who calls. */
static SarStatus find_written(SarSensitivity *x, SarVaried *varied, bool *found) {
  const SarProblem *p = &x->m->problem;
  SarGuess low = sar_system_guess(varied->side[0].system), high = sar_system_guess(varied->side[1].system);
  double span = varied->side[1].shift - varied->side[0].shift;
  *found = is_plain(x);
  if (*found) SAR_TRY(is_closed(x, varied, found));
  if (!*found) return SAR_OK;
  find_displacement(p, low.q, high.q, varied->w.theta);
  for (int32_t i = 0; i < p->n.nv; i++) varied->w.theta[i] /= span;
  for (int32_t i = 0; i < p->n.nv; i++) varied->w.v[i] = (high.v[i] - low.v[i]) / span;
  for (int32_t i = 0; i < p->n.nx; i++) varied->w.x[i] = (high.x[i] - low.x[i]) / span;
  return SAR_OK;
}

/* ---- by other starts ---- */

/* The start with a parameter at one of the places adds its part to the variation. displacement: nv numbers. */
static SarStatus add_start(SarSensitivity *x, SarVaried *varied, const SarSystem *system, double weight,
                           double *displacement) {
  const SarStart *base = x->s->start;
  const SarProblem *p = &x->m->problem;
  const SarSizes *n = &p->n;
  SarStart *other = NULL;
  SarStatus status = sar_start_create_by(x->quiet, system, base->linear, &other);
  if (status == SAR_OK && x->s->plan.settings.start_static) status = sar_equilibrium_start_unjudged(x->quiet, other);
  if (status == SAR_OK) {
    find_displacement(p, base->q, other->q, displacement);
    for (int32_t i = 0; i < n->nv; i++) varied->w.theta[i] += weight * displacement[i];
    for (int32_t i = 0; i < n->nv; i++) varied->w.v[i] += weight * (other->v[i] - base->v[i]);
    for (int32_t i = 0; i < n->nx; i++) varied->w.x[i] += weight * (other->x[i] - base->x[i]);
  }
  sar_start_destroy(&other);
  return status;
}

/* A smooth change leads to one side as far as to the other. Where assembly closes the joints in another way, it does
 * not. */
static bool is_smooth(const SarSensitivity *x, const double *low, const double *high, double part, double least) {
  const SarProblem *p = &x->m->problem;
  double common = 0, size = 0;
  for (int32_t i = 0; i < p->n.nv; i++) {
    common = fmax(common, fabs(low[i] + high[i]) * p->weight[i]);
    size = fmax(size, fmax(fabs(low[i]), fabs(high[i])) * p->weight[i]);
  }
  return common <= part * size + least;
}

/* By the starts of both sides; not found: they have none, or do not tell. */
static SarStatus find_by_sides(SarSensitivity *x, SarVaried *varied, double *const displaced[2], bool *found) {
  double span = varied->side[1].shift - varied->side[0].shift;
  *found = true;
  memset(varied->w.theta, 0, (size_t)x->ny * sizeof *varied->w.theta);
  for (int k = 0; k < 2 && *found; k++) {
    SarStatus status = add_start(x, varied, varied->side[k].system, (k ? 1 : -1) / span, displaced[k]);
    if (status < 0) return report_no_start(x, varied, varied->value + varied->side[k].shift, status);
    *found = status == SAR_OK;
  }
  *found = *found && is_smooth(x, displaced[0], displaced[1], NOISE, LEAST);
  return SAR_OK;
}

static SarStatus find_by_others(SarSensitivity *x, SarVaried *varied, double *const displaced[PLACES]) {
  double value, shift;
  memset(varied->w.theta, 0, (size_t)x->ny * sizeof *varied->w.theta);
  for (int k = 0; k < PLACES; k++) {
    SarModel *model = NULL;
    SarSystem *system = NULL;
    SarStatus status = sar_twin_read(x, varied->name, places[k] * APART, &model, &system, &value, &shift);
    bool read = status == SAR_OK;
    if (read) status = add_start(x, varied, system, weights[k] * places[k] / shift, displaced[k]);
    sar_system_destroy(&system);
    sar_model_destroy(&model);
    if (read && status != SAR_OK) return report_no_start(x, varied, value + shift, status);
    SAR_TRY(status);
  }
  for (int k = 0; k < PLACES / 2; k++) {
    if (!is_smooth(x, displaced[k], displaced[PLACES - 1 - k], BRANCH, NOTHING)) return report_other_branch(x, varied);
  }
  return SAR_OK;
}

static SarStatus find_start(SarSensitivity *x, SarVaried *varied) {
  bool found;
  SAR_TRY(find_written(x, varied, &found));
  if (found) return SAR_OK;
  int32_t nv = x->m->problem.n.nv;
  double *displaced[PLACES] = {SAR_NEW(x->arena, PLACES * nv + 1, double)};
  if (!displaced[0]) return sar_report_no_memory(x->context);
  for (int k = 1; k < PLACES; k++) displaced[k] = displaced[k - 1] + nv;
  SAR_TRY(find_by_sides(x, varied, displaced, &found));
  return found ? SAR_OK : find_by_others(x, varied, displaced);
}

/* Angles of the sides begin in the turns of the run. */
static void begin_memory(SarSensitivity *x, const SarPoint *at) {
  for (int32_t i = 0; i < x->count; i++) {
    for (int k = 0; k < 2; k++) {
      const SarTwin *side = &x->varied[i].side[k];
      SarPoint there = sar_twin_place(side, at, &x->varied[i].w, 0);
      sar_workspace_start(side->start->m, there.t, there.q, there.v);
    }
  }
  sar_twins_follow_modes(x);
}

static SarStatus begin(SarSensitivity *x, const SarPoint *at) {
  SarInstant *now = &x->instants[0];
  SAR_TRY(sar_variation_factor_accelerations(x, at));
  SAR_TRY(sar_variation_project_all(x, at));
  SAR_TRY(sar_variation_solve_all(x, at));
  sar_variation_to_instant(x, at->q, now->y, now->rate);
  SAR_TRY(sar_energies_start(x, at));
  return sar_multistep_note(x, now);
}

SarStatus sar_sensitivity_start(SarSensitivity *x) {
  SarPoint at = sar_start_point(x->s->start);
  for (int32_t i = 0; i < x->count; i++) SAR_TRY(find_start(x, &x->varied[i]));
  for (int32_t i = 0; i < x->count; i++) memset(x->varied[i].w.u, 0, (size_t)x->n * sizeof(double));
  begin_memory(x, &at);
  x->instants[0].t = at.t;
  x->last = 0;
  x->fresh = true;
  sar_sensitivity_listen(x);
  return sar_sensitivity_bear(x, SAR_ALL_PARAMETERS, at.t, begin(x, &at));
}
