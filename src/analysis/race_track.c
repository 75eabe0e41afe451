/* Runs of a race, the points kept of them, and their errors.
 *
 * Errors are those at the ends of steps: what lies between them is the interpolant's, not the method's. So the
 * reference is what is interpolated: its points are close together and have positions, velocities and accelerations,
 * which gives polynomials of degree five in Cayley's chart around the earlier point. */
#include "analysis/race_track.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/order.h"
#include "base/resource.h"
#include "base/rotation.h"
#include "method/cayley.h"

/* Evaluations of the equations that a run may take for each of its steps, and besides. Usual are 2 to 20, with all that
 * is rejected; the starts of fixed-step methods may take 100000 each where they are not stable. */
#define EVALUATIONS_PER_STEP 100
#define EVALUATIONS_BESIDES 500000
#define NEIGHBOURS 4 /* points of the reference through which multipliers are interpolated */
/* A run is given up before its time is used up where, after this part of it, it is so many times too slow. Not earlier:
 * first steps are short, and many. */
#define LOOK_AFTER 0.5
#define HOPELESS 3.0

/* ---- points ---- */

void sar_race_track_create(const SarProblem *problem, SarRaceTrack *out) {
  int32_t rows = problem->n.np + problem->n.nn;
  *out = (SarRaceTrack){.n = problem->n, .nrows = rows};
  out->width = 1 + problem->n.nq + 2 * problem->n.nv + 2 * rows;
}

void sar_race_track_destroy(SarRaceTrack *track) {
  free(track->values);
  track->values = NULL;
  track->count = track->room = 0;
}

static SarStatus make_room(SarContext *context, SarRaceTrack *track) {
  if (track->count < track->room) return SAR_OK;
  int64_t room = track->room ? 2 * track->room : 1024;
  double *values = realloc(track->values, (size_t)room * (size_t)track->width * sizeof *values);
  if (!values) return sar_report_no_memory(context);
  track->values = values;
  track->room = room;
  return SAR_OK;
}

static double *copy(double *to, const double *from, int32_t count) {
  if (count > 0) memcpy(to, from, (size_t)count * sizeof *to);
  return to + count;
}

/* Accelerations and multipliers from positions and velocities. At singular poses the multipliers are NaN and the
 * accelerations stay the method's. */
static SarStatus solve(SarStart *s, const SarStepView *at, double *a, double *rows) {
  const SarSizes *n = &s->m->problem.n;
  double *scratch = calloc((size_t)(n->nv + 2 * n->nx + n->nz) + 1, sizeof *scratch);
  if (!scratch) return sar_report_no_memory(s->context);
  double *trial = scratch, *xdot = trial + n->nv, *z = xdot + n->nx; /* where iterations begin */
  copy(trial, at->a, n->nv);
  copy(copy(rows, at->lambda, n->np), at->mu, n->nn);
  copy(xdot, at->xdot, n->nx);
  copy(z, at->z, n->nz);
  SarStatus status = sar_equations_factor(s->equations, at->t1, at->q, at->v);
  if (status == SAR_OK) {
    status = sar_equations_accelerations(s->equations, at->t1, at->q, at->v, at->x, trial, rows, rows + n->np, xdot, z);
  }
  copy(a, status == SAR_OK ? trial : at->a, n->nv);
  for (int32_t i = 0; status != SAR_OK && i < n->np + n->nn; i++) rows[i] = NAN;
  free(scratch);
  return status == SAR_NO_MEMORY ? status : SAR_OK;
}

static SarStatus keep(const SarRaceRunner *r, SarRaceTrack *track, const SarStepView *view) {
  SAR_TRY(make_room(r->context, track));
  double *to = track->values + track->count * track->width;
  *to++ = view->t1;
  to = copy(to, view->q, track->n.nq);
  to = copy(to, view->v, track->n.nv);
  double *a = to;
  to += track->n.nv;
  to = copy(to, view->lambda, track->n.np);
  to = copy(to, view->mu, track->n.nn);
  SAR_TRY(solve(r->start, view, a, to));
  track->count++;
  return SAR_OK;
}

/* ---- runs ---- */

double sar_race_clock(const SarRaceRunner *r) {
  const SarRaceOptions *o = r->options;
  return o->clock ? o->clock(o->clock_self) : sar_wall_seconds();
}

double sar_race_left(const SarRaceRunner *r) { return r->until > 0 ? fmax(r->until - sar_race_clock(r), 0) : INFINITY; }

static bool interrupted(const SarRaceRunner *r, const char *method, double time) {
  if (!r->options->progress) return false;
  SarRaceProgress progress = {.method = method, .run = r->run, .runs = r->runs, .time = time, .end = r->end};
  progress.left = sar_race_left(r);
  return r->options->progress(r->options->progress_self, &progress) != 0;
}

static SarStatus report_too_many(const SarRaceRunner *r, SarContext *context, double time, SarRaceWork *work) {
  work->too_many_steps = true;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "give a larger tolerance or step, or allow more steps",
                    "at t = %.3g s of %.3g s there are more than %lld steps", time, r->end,
                    (long long)r->options->most_steps);
}

/* Most of them are of starts: where a fixed step is not stable, the motion runs from one kink of the forces to the
 * next, and at each the method begins anew. */
static SarStatus check_evaluations(const SarRaceRunner *r, SarContext *context, const SarStepStats *n, double time) {
  int64_t most = r->options->most_steps, besides = most > EVALUATIONS_BESIDES ? most : EVALUATIONS_BESIDES;
  if (n->residuals <= besides + EVALUATIONS_PER_STEP * n->steps) return SAR_OK;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "give other tolerances or steps, or allow more steps",
                    "at t = %.3g s of %.3g s there are more than %lld evaluations of the equations for %lld steps",
                    time, r->end, (long long)besides, (long long)n->steps);
}

/* Whether its time is used up, or will be long before the end at this pace. */
static SarStatus check_clock(const SarRaceRunner *r, SarContext *context, const SarRaceTrial *trial,
                             SarRaceWork *work) {
  if (!(trial->seconds > 0)) return SAR_OK;
  work->seconds = sar_race_clock(r) - work->began;
  bool slow = work->seconds * r->end > HOPELESS * trial->seconds * work->reached;
  if (work->seconds < trial->seconds * (slow ? LOOK_AFTER : 1)) return SAR_OK;
  work->out_of_time = true;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "give a larger budget",
                    "stopped after %.2g s at t = %.3g s of %.3g s; its share is %.2g s", work->seconds, work->reached,
                    r->end, trial->seconds);
}

static SarStatus step(const SarMethodChoice *choice, SarIntegrator **integrator) {
  bool renewed;
  SAR_TRY(sar_integrator_step(*integrator));
  return sar_integrator_renew(integrator, choice, &renewed);
}

static SarStatus step_to_end(const SarRaceRunner *r, SarContext *context, const SarRaceTrial *trial,
                             const SarMethodChoice *choice, SarIntegrator **integrator, SarRaceTrack *track,
                             SarRaceWork *work) {
  double next = 0, time = 0;
  for (int64_t steps = 0; time < r->end; steps++) {
    if (steps >= r->options->most_steps) return report_too_many(r, context, time, work);
    SAR_TRY(check_evaluations(r, context, sar_integrator_stats(*integrator), time));
    SAR_TRY(step(choice, integrator));
    const SarStepView *view = sar_integrator_view(*integrator);
    time = work->reached = view->t1;
    if (interrupted(r, trial->method, time)) return SAR_INTERRUPTED;
    if (time < r->end) SAR_TRY(check_clock(r, context, trial, work));
    if (!track || !(trial->interval > 0) || (time < next && time < r->end)) continue;
    double begin = sar_cpu_seconds();
    next = (floor(time / trial->interval) + 1) * trial->interval;
    SAR_TRY(keep(r, track, view));
    work->cpu_seconds -= sar_cpu_seconds() - begin;
  }
  return SAR_OK;
}

/* Not in sar_race_follow: nothing is left behind, whatever fails. */
static SarStatus start_and_step(const SarRaceRunner *r, SarContext *context, const SarRaceTrial *trial,
                                const SarMethodChoice *choice, SarIntegrator **integrator, SarRaceTrack *track,
                                SarRaceWork *work) {
  const SarStart *s = r->start;
  SarProblem *problem = &s->m->problem;
  SarPoint at = sar_start_point(s);
  SarStepView view = {
      .q = s->q, .v = s->v, .a = s->a, .lambda = s->lambda, .mu = s->mu, .x = s->x, .xdot = s->xdot, .z = s->z};
  if (problem->ops->reset) problem->ops->reset(problem, &at);
  if (track && trial->keep_start) SAR_TRY(keep(r, track, &view));
  bool timed = trial->seconds > 0;
  if (timed) work->began = sar_race_clock(r);
  double begin = sar_cpu_seconds();
  SarStatus status = sar_integrator_start(*integrator, &at);
  if (status == SAR_OK) status = step_to_end(r, context, trial, choice, integrator, track, work);
  work->cpu_seconds += sar_cpu_seconds() - begin;
  if (timed) work->seconds = sar_race_clock(r) - work->began;
  work->stats = *sar_integrator_stats(*integrator);
  return status;
}

SarStatus sar_race_follow(const SarRaceRunner *r, SarContext *context, const SarRaceTrial *trial, SarRaceTrack *track,
                          SarRaceWork *work) {
  SarMethodChoice choice;
  SarIntegrator *integrator = NULL;
  SarStepOptions steps = {.end = r->end, .tolerance = trial->tolerance, .max_step = trial->max_step};
  if (!isnan(trial->step)) steps.fixed_step = trial->step;
  *work = (SarRaceWork){.cpu_seconds = 0};
  if (track) track->count = 0;
  if (!isnan(trial->step) && r->end / trial->step > (double)r->options->most_steps) {
    return report_too_many(r, context, 0, work);
  }
  SAR_TRY(sar_method_parse(context, trial->method, sar_nowhere(), &choice));
  SarPoint at = sar_start_point(r->start);
  SAR_TRY(sar_workspace_refresh_left(&r->start->m->problem, &at));
  SAR_TRY(sar_integrator_create(context, &r->start->m->problem, &choice, &steps, &integrator));
  SarStatus status = start_and_step(r, context, trial, &choice, &integrator, track, work);
  sar_integrator_destroy(&integrator);
  return status;
}

/* ---- the reference between its points ---- */

/* Polynomial of degree five through value, rate and second rate at both ends of an interval h; s: 0 to 1. Value and
 * rate. */
static void quintic(double h, double s, const double left[3], const double right[3], double *value, double *rate) {
  double f0 = left[0], d0 = left[1] * h, e0 = left[2] * h * h, f1 = right[0], d1 = right[1] * h, e1 = right[2] * h * h;
  double jump = f1 - f0 - d0 - e0 / 2, slope = d1 - d0 - e0, bend = e1 - e0;
  double c3 = 10 * jump - 4 * slope + bend / 2, c4 = -15 * jump + 7 * slope - bend,
         c5 = 6 * jump - 3 * slope + bend / 2;
  *value = f0 + s * (d0 + s * (e0 / 2 + s * (c3 + s * (c4 + s * c5))));
  *rate = (d0 + s * (e0 + s * (3 * c3 + s * (4 * c4 + s * 5 * c5)))) / h;
}

typedef struct Between {
  const SarRaceTrack *track;
  const SarProblem *problem;
  double *memory;
  double *xi, *rate, *bend;    /* nv each, at the later point */
  double *place, *speed;       /* nv each, at the time asked for */
  double *turn;                /* 3 per rotation */
  double *q, *v, *multipliers; /* the values */
} Between;

static SarStatus make_between(SarContext *context, const SarProblem *problem, const SarRaceTrack *track, Between *b) {
  size_t nv = (size_t)problem->n.nv, nq = (size_t)problem->n.nq;
  *b = (Between){.track = track, .problem = problem};
  b->memory = calloc(6 * nv + nq + 3 * (size_t)problem->nrotations + (size_t)track->nrows + 1, sizeof *b->memory);
  if (!b->memory) return sar_report_no_memory(context);
  b->xi = b->memory;
  b->rate = b->xi + nv;
  b->bend = b->rate + nv;
  b->place = b->bend + nv;
  b->speed = b->place + nv;
  b->v = b->speed + nv;
  b->q = b->v + nv;
  b->turn = b->q + nq;
  b->multipliers = b->turn + 3 * (size_t)problem->nrotations;
  return SAR_OK;
}

/* The last point at or before t, but not the last of all. */
static int64_t find_interval(const SarRaceTrack *track, double t) {
  int64_t low = 0, high = track->count - 1;
  while (high - low > 1) {
    int64_t middle = (low + high) / 2;
    if (sar_race_point(track, middle)[0] <= t)
      low = middle;
    else
      high = middle;
  }
  return low;
}

/* g'' = T^-1 alpha + d(T^-1 omega)/dg g'. */
static void add_curvature(const Between *b, const double *v) {
  for (int32_t i = 0; i < b->problem->nblocks; i++) {
    const SarBlock *block = &b->problem->blocks[i];
    if (block->kind == SAR_BLOCK_PLAIN) continue;
    SarMat3 e = sar_cayley_curvature(sar_vec3_load(b->xi + block->v), sar_vec3_load(v + block->v));
    SarVec3 more = sar_mul(&e, sar_vec3_load(b->rate + block->v));
    b->bend[block->v] += more.x, b->bend[block->v + 1] += more.y, b->bend[block->v + 2] += more.z;
  }
}

static void velocity_of(const Between *b) {
  copy(b->v, b->speed, b->problem->n.nv);
  for (int32_t i = 0; i < b->problem->nblocks; i++) {
    const SarBlock *block = &b->problem->blocks[i];
    if (block->kind == SAR_BLOCK_PLAIN) continue;
    SarMat3 t = sar_cayley_tangent(sar_vec3_load(b->place + block->v));
    sar_vec3_store(sar_mul(&t, sar_vec3_load(b->speed + block->v)), b->v + block->v);
  }
}

/* Lagrange's polynomial through the nearest points. */
static void multipliers_at(const Between *b, int64_t interval, double t) {
  const SarRaceTrack *track = b->track;
  int64_t first = interval - NEIGHBOURS / 2 + 1;
  if (first > track->count - NEIGHBOURS) first = track->count - NEIGHBOURS;
  if (first < 0) first = 0;
  int64_t last = first + NEIGHBOURS < track->count ? first + NEIGHBOURS : track->count;
  for (int32_t k = 0; k < track->nrows; k++) b->multipliers[k] = 0;
  for (int64_t i = first; i < last; i++) {
    const double *p = sar_race_point(track, i);
    double factor = 1;
    for (int64_t j = first; j < last; j++) {
      if (j != i) factor *= (t - sar_race_point(track, j)[0]) / (p[0] - sar_race_point(track, j)[0]);
    }
    const double *rows = p + track->width - track->nrows;
    for (int32_t k = 0; k < track->nrows; k++) b->multipliers[k] += factor * rows[k];
  }
}

static void look(const Between *b, double t) {
  const SarSizes *n = &b->track->n;
  int64_t interval = find_interval(b->track, t);
  const double *p0 = sar_race_point(b->track, interval), *p1 = sar_race_point(b->track, interval + 1);
  const double *q0 = p0 + 1, *v0 = q0 + n->nq, *a0 = v0 + n->nv, *q1 = p1 + 1, *v1 = q1 + n->nq, *a1 = v1 + n->nv;
  double h = p1[0] - p0[0], s = (t - p0[0]) / h;
  sar_cayley_place(b->problem, q0, q1, v1, b->xi, b->rate);
  sar_cayley_rate(b->problem, b->xi, a1, b->bend);
  add_curvature(b, v1);
  for (int32_t i = 0; i < n->nv; i++) {
    const double left[] = {0, v0[i], a0[i]}, right[] = {b->xi[i], b->rate[i], b->bend[i]};
    quintic(h, s, left, right, &b->place[i], &b->speed[i]);
  }
  sar_cayley_advance(b->problem, q0, b->place, b->q, b->turn);
  velocity_of(b);
  multipliers_at(b, interval, t);
}

/* ---- errors ---- */

typedef struct Sums {
  double position, velocity, multipliers, reactions, size; /* of squares; size: of the reference's multipliers */
  int64_t points, solved;                                  /* solved: not at a singular pose */
} Sums;

static void add_point(const Between *b, const double *point, Sums *sums) {
  const SarSizes *n = &b->track->n;
  int32_t rows = b->track->nrows;
  const double *q = point + 1, *v = q + n->nq, *raw = v + 2 * n->nv, *solved = raw + rows;
  look(b, point[0]);
  sums->points++;
  sums->position += sar_position_difference(b->problem, q, b->q);
  for (int32_t i = 0; i < n->nv; i++) sums->velocity += pow((v[i] - b->v[i]) * b->problem->weight[i], 2);
  if (rows == 0 || isnan(solved[0]) || isnan(b->multipliers[0])) return;
  sums->solved++;
  for (int32_t i = 0; i < rows; i++) {
    sums->multipliers += pow(raw[i] - b->multipliers[i], 2);
    sums->reactions += pow(solved[i] - b->multipliers[i], 2);
    sums->size += pow(b->multipliers[i], 2);
  }
}

SarStatus sar_race_compare(const SarRaceRunner *r, const SarRaceTrack *reference, const SarRaceTrack *track,
                           SarRaceErrors *out) {
  Between b;
  Sums sums = {.points = 0};
  SAR_TRY(make_between(r->context, &r->start->m->problem, reference, &b));
  for (int64_t i = 0; i < track->count; i++) add_point(&b, sar_race_point(track, i), &sums);
  free(b.memory);
  double coordinates = (double)sums.points * reference->n.nv;
  *out = (SarRaceErrors){.position = sqrt(sums.position / coordinates),
                         .velocity = sqrt(sums.velocity / coordinates),
                         .multipliers = sums.size > 0 ? sqrt(sums.multipliers / sums.size) : NAN,
                         .reactions = sums.size > 0 ? sqrt(sums.reactions / sums.size) : NAN};
  return SAR_OK;
}

const char *sar_race_reason(const SarContext *context, SarStatus status, bool remedy, SarArena *arena) {
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    if (d->severity != SAR_ERROR) continue;
    bool both = remedy && d->remedy;
    return sar_arena_printf(arena, "%s%s%s", d->message, both ? "; " : "", both ? d->remedy : "");
  }
  return sar_arena_copy_text(arena, sar_status_text(status));
}
