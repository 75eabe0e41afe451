/* The motion, watched for poses that are singular or nearly so: a run with the model's own settings, the smallest
 * singular value at some 400 of its steps, and its local minima looked for between them.
 *
 * Between two probes the pose follows from positions and velocities at both (cubic Hermite; quaternions are made unit
 * again), so that a dip that the probes only surround is seen at its bottom. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/observe.h"
#include "analysis/poses/path.h"
#include "analysis/poses/rank_follow.h"
#include "analysis/poses/singular.h"
#include "analysis/record/options.h"
#include "analysis/start/assembly.h"
#include "analysis/start/redundancy.h"
#include "base/arena.h"

#define NOTHING 1e-5 /* of L: a coordinate is not known better at a singular pose */
#define PROBES 400
#define MOST_STEPS 20000
#define MOST_WORK 2000000 /* steps times bodies: large models are watched for fewer steps, */
#define LEAST_STEPS 200   /* but not for less than these */
#define DIP 0.01          /* of the largest value along the motion: reported */
#define LOOK_CLOSER 0.5   /* of the largest value so far: a minimum that may be deep between the probes */
#define MOST_DIPS 1000    /* looked at more closely */
#define MOST_WARNINGS 6   /* named one by one */
#define SINGULAR 1e-6     /* below, the rank is asked for, and names come from a pose beside it */
#define HOLDS 1e-9        /* |Phi| over L: rows that hold */
#define GOLDEN 0.6180339887498949
#define REFINEMENTS 36 /* the interval shrinks by GOLDEN each time: to 3e-8 */
#define BESIDE 1e-3    /* of the interval between two probes */

typedef struct Dip {
  double time;
  SarSingular at;
  SarVec3 position; /* m, centre of mass of the body that gains a freedom */
} Dip;

typedef struct Watch {
  SarWatch public;
  SarArena *arena;
  SarContext *context; /* of the watched run */
  const SarSystem *system;
  SarMechanism *all; /* all rows carried, for the rank */
  SarMechanism *m;   /* the rows that the run carries */
  SarSingularProbe *probe;
  SarPathPoint last[3]; /* the latest probes, oldest first */
  SarPathPoint seen;    /* the latest step */
  double value[3];
  int32_t nlast;
  double interval, next;
  int64_t most_steps;
  double *q; /* a pose between probes */
  Dip dips[MOST_DIPS];
  int32_t ndips;
  SarRankFollow rank;
  SarRankChange changes[MOST_WARNINGS];
  int32_t nchanges;
} Watch;

/* ---- dips ---- */

static void place_between(Watch *w, double t) {
  const SarPathPoint *p = w->last;
  int32_t first = w->nlast > 2 && t >= p[1].t ? 1 : 0;
  sar_path_between(&w->all->problem, &p[first], &p[first + 1], t, w->q);
}

static SarStatus probe_between(Watch *w, double t, SarSingular *out) {
  place_between(w, t);
  return sar_singular_at(w->probe, t, w->q, out);
}

/* At a singular pose itself the direction that opens is lost in rounding; a little beside it is clear. */
static SarStatus name_dip(Watch *w, double t, double span, SarSingular *s) {
  if (s->value > SINGULAR) return SAR_OK;
  double value = s->value, beside = t + BESIDE * span;
  if (beside > w->last[w->nlast - 1].t) beside = t - BESIDE * span;
  SAR_TRY(probe_between(w, beside, s));
  s->value = value;
  return SAR_OK;
}

static SarStatus add_dip(Watch *w, double t, double span) {
  SarSingular s;
  SAR_TRY(probe_between(w, t, &s));
  w->public.smallest_singular_value = fmin(w->public.smallest_singular_value, s.value);
  SAR_TRY(name_dip(w, t, span, &s));
  if (w->ndips == MOST_DIPS || !s.body_name || s.element < 0) return SAR_OK;
  place_between(w, t);
  w->dips[w->ndips++] = (Dip){t, s, s.body >= 0 ? sar_vec3_load(w->q + 7 * s.body) : sar_vec3(0, 0, 0)};
  return SAR_OK;
}

/* Golden section between the first and the third of the latest probes; the second is the lowest. */
static SarStatus refine_dip(Watch *w) {
  double a = w->last[0].t, b = w->last[2].t, span = b - a;
  double c = b - GOLDEN * span, d = a + GOLDEN * span;
  SarSingular at_c, at_d;
  SAR_TRY(probe_between(w, c, &at_c));
  SAR_TRY(probe_between(w, d, &at_d));
  for (int i = 0; i < REFINEMENTS; i++) {
    if (at_c.value < at_d.value) {
      b = d, d = c, at_d = at_c;
      c = b - GOLDEN * (b - a);
      SAR_TRY(probe_between(w, c, &at_c));
    } else {
      a = c, c = d, at_c = at_d;
      d = a + GOLDEN * (b - a);
      SAR_TRY(probe_between(w, d, &at_d));
    }
  }
  return add_dip(w, at_c.value < at_d.value ? c : d, span);
}

/* An end of the motion is a dip if the value falls towards it. */
static SarStatus end_dip(Watch *w, int32_t end, int32_t inner) {
  if (w->nlast < 2 || !(w->value[end] < w->value[inner])) return SAR_OK;
  return add_dip(w, w->last[end].t, fabs(w->last[inner].t - w->last[end].t));
}

static SarStatus look_for_dip(Watch *w) {
  const double *v = w->value;
  if (w->nlast == 2 && w->last[0].t == 0) return end_dip(w, 0, 1);
  if (w->nlast < 3 || !(v[1] <= v[0] && v[1] < v[2])) return SAR_OK;
  if (v[1] > LOOK_CLOSER * w->public.largest_singular_value) return SAR_OK;
  return w->ndips < MOST_DIPS ? refine_dip(w) : SAR_OK;
}

/* ---- rank ---- */

static void follow_rank(Watch *w, double t, int32_t rank) {
  SarRankChange change;
  if (rank < 0) {
    w->public.rank_unknown++;
    return;
  }
  if (sar_rank_follow_see(&w->rank, t, rank, &change) && w->nchanges < MOST_WARNINGS)
    w->changes[w->nchanges++] = change;
  w->public.rank_min = w->rank.least;
  w->public.rank_max = w->rank.most;
}

/* The rank of all rows where they hold: the drift of a run would make redundant rows look independent. -1: they cannot
 * be made to hold here. */
static SarStatus find_rank(Watch *w, double value, int32_t *rank) {
  *rank = w->m->problem.n.np + w->m->problem.n.nn;
  if (*rank == 0 || (w->m->ndropped == 0 && value > SINGULAR)) return SAR_OK;
  double error = 0;
  memcpy(w->q, w->seen.q, (size_t)w->all->problem.n.nq * sizeof *w->q);
  if (w->m->ndropped > 0) SAR_TRY(sar_assemble_position(w->context, w->all, w->seen.t, w->q, &error));
  *rank = -1;
  if (!(error <= HOLDS)) return SAR_OK;
  SarRowSet rows = {0};
  SarStatus status = sar_row_set_find(w->context, w->all, w->seen.t, w->q, SAR_RANK_TOLERANCE, &rows);
  *rank = rows.rank;
  sar_row_set_free(&rows);
  return status;
}

/* ---- probes ---- */

/* Another set of rows has other values: they do not compare with those before. The run's own mechanism is left alone:
 * it may not live as long as the last probe. */
static SarStatus follow_rows(Watch *w, const SarMechanism *m) {
  size_t bytes = (size_t)w->system->nposition * sizeof *m->carried;
  if (w->probe && (bytes == 0 || memcmp(w->m->carried, m->carried, bytes) == 0)) return SAR_OK;
  sar_singular_destroy(&w->probe);
  sar_mechanism_destroy(&w->m);
  w->nlast = 0;
  SAR_TRY(sar_mechanism_create(w->context, w->system, m->carried, false, &w->m));
  return sar_singular_create(w->context, w->m, &w->probe);
}

/* Angles beyond half a turn are known from the motion alone: without them the rows of a drive would ask for another
 * pose than that of the run. */
static void remember_turns(Watch *w, const SarMechanism *m) {
  sar_mechanism_copy_memory(w->all, m);
  if (w->m) sar_mechanism_copy_memory(w->m, m);
}

static void keep(const Watch *w, double t, const double *q, const double *v, SarPathPoint *to) {
  const SarSizes *n = &w->all->problem.n;
  to->t = t;
  memcpy(to->q, q, (size_t)n->nq * sizeof(double));
  memcpy(to->v, v, (size_t)n->nv * sizeof(double));
}

static void push(Watch *w, double value) {
  if (w->nlast == 3) {
    SarPathPoint oldest = w->last[0];
    for (int i = 0; i < 2; i++) w->last[i] = w->last[i + 1], w->value[i] = w->value[i + 1];
    w->last[2] = oldest;
    w->nlast = 2;
  }
  keep(w, w->seen.t, w->seen.q, w->seen.v, &w->last[w->nlast]);
  w->value[w->nlast++] = value;
}

/* At the latest step. */
static SarStatus probe_seen(Watch *w) {
  SarWatch *out = &w->public;
  SarSingular s;
  int32_t rank;
  SAR_TRY(sar_singular_at(w->probe, w->seen.t, w->seen.q, &s));
  SAR_TRY(find_rank(w, s.value, &rank));
  follow_rank(w, w->seen.t, rank);
  push(w, s.value);
  out->smallest_singular_value = fmin(out->smallest_singular_value, s.value);
  if (isfinite(s.value)) out->largest_singular_value = fmax(out->largest_singular_value, s.value);
  return look_for_dip(w);
}

static SarStatus see(void *self, SarMechanism *m, const SarPoint *at) {
  Watch *w = self;
  keep(w, at->t, at->q, at->v, &w->seen);
  remember_turns(w, m);
  if (at->t > 0) w->public.steps++;
  if (at->t >= w->next) {
    SAR_TRY(follow_rows(w, m));
    remember_turns(w, m);
    SarStatus status = probe_seen(w);
    if (status < 0) return status; /* a pose at which nothing can be said is left out */
    w->next = at->t + w->interval;
  }
  return w->public.steps >= w->most_steps ? SAR_INTERRUPTED : SAR_OK;
}

/* The last step, which need not have been the turn of a probe. */
static SarStatus probe_end(Watch *w) {
  if (!w->probe || w->nlast == 0) return SAR_OK;
  SarStatus status = SAR_OK;
  if (w->seen.t > w->last[w->nlast - 1].t) status = probe_seen(w);
  if (status == SAR_OK && w->nlast > 1) status = end_dip(w, w->nlast - 1, w->nlast - 2);
  return status > 0 ? SAR_OK : status;
}

/* ---- what is said ---- */

/* A coordinate for the user's eyes: what is nothing beside the model's length is shown as 0. */
static double shown(const Watch *w, double x) {
  return fabs(x) < NOTHING * w->system->length ? 0 : x / w->system->model->units.length;
}

static void warn_dip(SarContext *context, const Watch *w, const Dip *dip) {
  const SarModel *model = w->system->model;
  const SarModelElement *joint = &model->elements[dip->at.element];
  sar_warn(
      context, joint->source, joint->name,
      "accelerations and reactions are not reliable there, and the mechanism may go on in another way than the real "
      "one; change lengths or the drive so that it keeps away, or let friction, a spring or a stop decide",
      "at t = %.6g %s the mechanism %s a singular pose: `%s` (%s) then says the same as the other constraints, and "
      "`%s`, at [%.4g, %.4g, %.4g] %s, gains a freedom (%s); smallest singular value %.2g, elsewhere up to %.2g",
      dip->time / model->units.time, model->units.time_name,
      dip->at.value < DIP * DIP * w->public.largest_singular_value ? "passes" : "comes near to", joint->name,
      dip->at.equation, dip->at.body_name, shown(w, dip->position.x), shown(w, dip->position.y),
      shown(w, dip->position.z), model->units.length_name, dip->at.direction, dip->at.value,
      w->public.largest_singular_value);
}

static SarStatus list_dips(SarContext *context, Watch *w) {
  SarSingularPose *list = SAR_NEW(w->arena, w->ndips + 1, SarSingularPose);
  if (!list) return sar_report_no_memory(context);
  int32_t count = 0;
  for (int32_t i = 0; i < w->ndips; i++) {
    const SarSingular *s = &w->dips[i].at;
    if (s->value > DIP * w->public.largest_singular_value) continue;
    if (count < MOST_WARNINGS) warn_dip(context, w, &w->dips[i]);
    list[count++] = (SarSingularPose){w->dips[i].time, s->value, s->joint, s->equation, s->body_name, s->direction};
  }
  w->public.singular = list;
  w->public.nsingular = count;
  if (count > MOST_WARNINGS) {
    sar_warn(context, sar_nowhere(), NULL, "`sarrus check --json` lists them all",
             "%d more singular poses along the motion", count - MOST_WARNINGS);
  }
  return SAR_OK;
}

static void warn_rank(SarContext *context, const Watch *w) {
  const SarUnits *units = &w->system->model->units;
  for (int32_t i = 0; i < w->nchanges; i++) {
    const SarRankChange *c = &w->changes[i];
    sar_warn(context, sar_nowhere(), NULL,
             "look for joints that come into line there and stay so; give the mechanism other joints or lengths",
             "from t = %.6g %s on the constraints are of rank %d instead of %d: the mechanism %s",
             c->time / units->time, units->time_name, c->after, c->before,
             c->after < c->before ? "gains a freedom and keeps it" : "loses a freedom for good");
  }
}

/* A motion that fails is a finding, not an error of the check. */
static void warn_failure(SarContext *context, const Watch *w) {
  const SarUnits *units = &w->system->model->units;
  const SarDiagnostic *first = NULL, *cause = NULL;
  for (int32_t i = 0; i < sar_context_count(w->context); i++) {
    const SarDiagnostic *d = sar_context_get(w->context, i);
    if (d->severity == SAR_ERROR && !first) first = d;
    if (d->severity == SAR_NOTE && d->element && !cause) cause = d;
  }
  sar_warn(context, first ? first->source : sar_nowhere(), first ? first->element : NULL, first ? first->remedy : NULL,
           "the motion fails at t = %.6g %s: %s", w->public.end_time / units->time, units->time_name,
           first ? first->message : "the run ended early");
  if (cause) sar_warn(context, cause->source, cause->element, cause->remedy, "%s", cause->message);
}

static SarStatus conclude(SarContext *context, Watch *w, SarStatus run) {
  const SarUnits *units = &w->system->model->units;
  SarWatch *out = &w->public;
  out->end_time = w->seen.t;
  out->failed = run != SAR_OK && run != SAR_INTERRUPTED;
  out->cut = run == SAR_INTERRUPTED;
  SAR_TRY(probe_end(w));
  SAR_TRY(list_dips(context, w));
  warn_rank(context, w);
  if (out->failed) warn_failure(context, w);
  if (out->cut) {
    sar_warn(context, sar_nowhere(), NULL, "give `--end` to look at a shorter motion",
             "the motion was watched for %d steps only, up to t = %.6g %s", (int)out->steps,
             out->end_time / units->time, units->time_name);
  }
  return SAR_OK;
}

/* ---- all ---- */

static SarStatus make_points(Watch *w) {
  const SarSizes *n = &w->all->problem.n;
  SarPathPoint *points[] = {&w->last[0], &w->last[1], &w->last[2], &w->seen};
  for (int i = 0; i < 4; i++) {
    points[i]->q = SAR_NEW(w->arena, n->nq + 1, double);
    points[i]->v = SAR_NEW(w->arena, n->nv + 1, double);
    if (!points[i]->q || !points[i]->v) return sar_report_no_memory(w->context);
  }
  w->q = SAR_NEW(w->arena, n->nq + 1, double);
  return w->q ? SAR_OK : sar_report_no_memory(w->context);
}

static SarStatus watch(SarContext *context, Watch *w, double end) {
  SarRunOptions options = sar_run_options_default();
  SarRunPlan plan;
  options.end = end;
  options.no_output = true;
  SAR_TRY(sar_run_plan(context, w->system, &options, &plan));
  w->interval = plan.steps.end / PROBES;
  w->most_steps = MOST_WORK / (w->system->nbodies > 0 ? w->system->nbodies : 1);
  if (w->most_steps > MOST_STEPS) w->most_steps = MOST_STEPS;
  if (w->most_steps < LEAST_STEPS) w->most_steps = LEAST_STEPS;
  SAR_TRY(sar_mechanism_create(context, w->system, NULL, true, &w->all));
  SAR_TRY(make_points(w));
  SarRunSummary summary;
  SarObserver observer = {see, w};
  SarStatus status = sar_run_with(w->context, w->system, &options, &(SarRunExtras){.observer = &observer}, &summary);
  if (sar_status_exit_code(status) == 3) return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
  return conclude(context, w, status);
}

SarStatus sar_watch(SarContext *context, const SarSystem *system, double end, const SarWatch **out) {
  SarArena *arena = sar_arena_create();
  Watch *w = arena ? SAR_NEW(arena, 1, Watch) : NULL;
  *out = NULL;
  if (w) w->context = sar_context_create();
  if (!w || !w->context) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  w->arena = arena;
  w->system = system;
  w->rank = sar_rank_follow();
  w->public.smallest_singular_value = INFINITY;
  SarStatus status = watch(context, w, end);
  if (status == SAR_NO_MEMORY) sar_report_no_memory(context); /* it may have been said to the watch's own context */
  sar_singular_destroy(&w->probe);
  sar_mechanism_destroy(&w->m);
  sar_mechanism_destroy(&w->all);
  sar_context_destroy(&w->context);
  *out = &w->public;
  return status;
}

void sar_watch_destroy(const SarWatch **watch_) {
  if (!watch_ || !*watch_) return;
  SarArena *arena = ((const Watch *)(const void *)*watch_)->arena;
  sar_arena_destroy(&arena);
  *watch_ = NULL;
}
