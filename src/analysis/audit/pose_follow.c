#include "analysis/audit/pose_follow.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/loop_shape.h"
#include "analysis/poses/path.h"
#include "analysis/poses/rank_follow.h"
#include "analysis/poses/singular.h"
#include "analysis/start/assembly.h"
#include "analysis/start/redundancy.h"
#include "system/carry.h"

#define NOTHING 1e-5 /* of L: a coordinate is not known better at a singular pose */
#define PROBES 400
#define STEPS_APART 3    /* steps from probe to probe where the value is not low: a probe costs a good part of a step */
#define MOVE 0.2         /* rad, or L: loops that have changed less since the latest probe are not probed again ... */
#define FALL 0.25        /* ... unless the value may have fallen by this part of itself */
#define STEEPEST 1       /* change of a value over that of the shape, about: rows are of length one */
#define MOST_URGENT 200  /* probes that a value which may have passed zero asks for before it is their turn, ... */
#define URGENT_WORK 4000 /* ... times bodies: of large models fewer, whose values are small all the way ... */
#define LEAST_URGENT 20  /* ... but not fewer than these */
#define SLIGHT 1e-3      /* a move over which the value's own error, of two digits, would say nothing about its slope */
#define DIP 0.01         /* of the largest value along the motion: reported */
#define LOOK_CLOSER 0.5  /* of the largest value so far: a minimum that may be deep between the probes */
#define SHALLOW 0.05     /* of the largest value so far: a minimum that stays above is not reported, whatever follows */
#define KNOWN 1e-3       /* of a minimum's value: known well enough, if it is shallow */
#define MOST_DIPS 1000   /* looked at more closely */
#define MOST_WARNINGS 6  /* named one by one */
#define SINGULAR 1e-6    /* below, the rank is asked for, and names come from a pose beside it */
#define HOLDS 1e-9       /* |Phi| over L: rows that hold */
#define GOLDEN 0.6180339887498949
#define REFINEMENTS 36 /* the interval shrinks by GOLDEN each time: to 3e-8 */
#define BESIDE 1e-3    /* of the interval between two probes; then of that */
#define NEAREST 1e-10
#define SAME 0.9 /* product of two unit vectors that are the same but for what the pose changes */

typedef struct Dip {
  double time;
  SarSingular at;
  SarVec3 position; /* m, centre of mass of the body that gains a freedom */
} Dip;

struct SarPoseFollow {
  SarContext *context; /* its own: a pose at which nothing can be said is no error */
  const SarSystem *system;
  bool ranks;        /* the rank is followed */
  bool stopped;      /* nothing more to see */
  SarWorkspace *all; /* all rows carried, for the rank; null: it has not been asked for yet */
  SarWorkspace *m;   /* the rows that the run carries */
  SarSingularProbe *probe;
  SarLoopShape shape;
  double *numbers;      /* behind the arrays */
  SarPathPoint last[3]; /* the latest probes, oldest first */
  SarPathPoint seen;    /* the latest step */
  double value[3];
  int32_t nlast;
  double interval, next;
  int32_t steps;  /* since the latest probe */
  int32_t poses;  /* looked at */
  int32_t urgent; /* probes before their turn that are left */
  double slope;   /* the largest change of the value so far, over the move between two probes */
  double smallest, largest;
  double *q;    /* a pose between probes */
  double *left; /* how the rows combine at a singular pose */
  int32_t nrows;
  Dip *dips;
  int32_t ndips, room;
  SarRankFollow rank;
  int32_t rank_unknown;
  SarRankChange changes[MOST_WARNINGS];
  int32_t nchanges;
};

typedef SarPoseFollow Follow;

/* ---- dips ---- */

static void place_between(Follow *f, double t) {
  const SarPathPoint *p = f->last;
  int32_t first = f->nlast > 2 && t >= p[1].t ? 1 : 0;
  sar_path_between(&f->m->problem, &p[first], &p[first + 1], t, f->q);
}

static SarStatus probe_between(Follow *f, double t, SarSingular *out) {
  f->poses++;
  place_between(f, t);
  return sar_singular_at(f->probe, t, f->q, out);
}

static SarStatus value_between(Follow *f, double t, double *value) {
  f->poses++;
  place_between(f, t);
  return sar_singular_value(f->probe, t, f->q, value);
}

/* Whether the rows combine as they do in f->left: the same direction opens. */
static bool same_combination(const Follow *f) {
  const double *left = sar_singular_left(f->probe);
  double same = 0;
  for (int32_t i = 0; i < f->nrows; i++) same += left[i] * f->left[i];
  return fabs(same) > SAME;
}

/* At a singular pose itself the direction that opens is lost in rounding; a little beside it is clear, as long as the
 * same combination of rows is the nearest to being singular there: towards a lock-up values fall like a square root,
 * and a little beside it another one may be the smallest. */
static SarStatus name_dip(Follow *f, double t, double span, SarSingular *s) {
  if (s->value > SINGULAR) return SAR_OK;
  memcpy(f->left, sar_singular_left(f->probe), (size_t)f->nrows * sizeof *f->left);
  double away = span;
  while ((away *= BESIDE) > NEAREST * span) {
    SarSingular near;
    double beside = t + away > f->last[f->nlast - 1].t ? t - away : t + away;
    SAR_TRY(probe_between(f, beside, &near));
    if (near.element != s->element || !same_combination(f)) continue;
    near.value = s->value;
    *s = near;
    return SAR_OK;
  }
  return SAR_OK;
}

static SarStatus make_room(Follow *f) {
  if (f->ndips < f->room) return SAR_OK;
  int32_t room = 2 * f->room + 8;
  Dip *dips = realloc(f->dips, (size_t)room * sizeof *dips);
  if (!dips) return sar_report_no_memory(f->context);
  f->dips = dips;
  f->room = room;
  return SAR_OK;
}

static SarStatus add_dip(Follow *f, double t, double span) {
  SarSingular s;
  SAR_TRY(probe_between(f, t, &s));
  f->smallest = fmin(f->smallest, s.value);
  if (s.value > SHALLOW * f->largest) return SAR_OK;
  SAR_TRY(name_dip(f, t, span, &s));
  if (f->ndips == MOST_DIPS || !s.body_name || s.element < 0) return SAR_OK;
  SAR_TRY(make_room(f));
  place_between(f, t);
  f->dips[f->ndips++] = (Dip){t, s, s.body >= 0 ? sar_vec3_load(f->q + 7 * s.body) : sar_vec3(0, 0, 0)};
  return SAR_OK;
}

/* Whether a minimum between two poses, which is `lowest` so far, is no dip: the value does not fall farther inside than
 * it has fallen from the ends, and it falls no more than twice that if it bends. */
static bool is_shallow(const Follow *f, double lowest, double ends) {
  double fall = ends - lowest, bottom = lowest - 2 * fall;
  return bottom > SHALLOW * f->largest && (bottom > f->smallest || fall <= KNOWN * lowest);
}

/* Golden section between the first and the third of the latest probes; the second is the lowest. */
static SarStatus refine_dip(Follow *f) {
  double a = f->last[0].t, b = f->last[2].t, span = b - a, at_a = f->value[0], at_b = f->value[2];
  double c = b - GOLDEN * span, d = a + GOLDEN * span, at_c, at_d;
  SAR_TRY(value_between(f, c, &at_c));
  SAR_TRY(value_between(f, d, &at_d));
  for (int i = 0; i < REFINEMENTS && !is_shallow(f, fmin(at_c, at_d), fmax(at_a, at_b)); i++) {
    if (at_c < at_d) {
      b = d, at_b = at_d, d = c, at_d = at_c;
      c = b - GOLDEN * (b - a);
      SAR_TRY(value_between(f, c, &at_c));
    } else {
      a = c, at_a = at_c, c = d, at_c = at_d;
      d = a + GOLDEN * (b - a);
      SAR_TRY(value_between(f, d, &at_d));
    }
  }
  return add_dip(f, at_c < at_d ? c : d, span);
}

/* An end of the motion is a dip if the value falls towards it. */
static SarStatus end_dip(Follow *f, int32_t end, int32_t inner) {
  if (f->nlast < 2 || !(f->value[end] < f->value[inner])) return SAR_OK;
  return add_dip(f, f->last[end].t, fabs(f->last[inner].t - f->last[end].t));
}

static SarStatus look_for_dip(Follow *f) {
  const double *v = f->value;
  if (f->nlast == 2 && f->last[0].t == sar_system_begin(f->system)) return end_dip(f, 0, 1);
  if (f->nlast < 3 || !(v[1] <= v[0] && v[1] < v[2])) return SAR_OK;
  if (v[1] > LOOK_CLOSER * f->largest) return SAR_OK;
  return f->ndips < MOST_DIPS ? refine_dip(f) : SAR_OK;
}

/* ---- rank ---- */

static void follow_rank(Follow *f, double t, int32_t rank) {
  SarRankChange change;
  if (rank < 0) {
    f->rank_unknown++;
    return;
  }
  if (sar_rank_follow_see(&f->rank, t, rank, &change) && f->nchanges < MOST_WARNINGS)
    f->changes[f->nchanges++] = change;
}

/* Where nothing is redundant the rank is asked for at singular poses only, of which there may be none. */
static SarStatus carry_all(Follow *f) {
  if (f->all) return SAR_OK;
  SAR_TRY(sar_workspace_create(f->context, f->system, NULL, true, &f->all));
  sar_workspace_copy_memory(f->all, f->m);
  return SAR_OK;
}

/* The rank of all rows where they hold: the drift of a run would make redundant rows look independent. -1: they cannot
 * be made to hold here. */
static SarStatus find_rank(Follow *f, double value, int32_t *rank) {
  *rank = f->m->problem.n.np + f->m->problem.n.nn;
  if (*rank == 0 || (f->m->ndropped == 0 && value > SINGULAR)) return SAR_OK;
  double error = 0;
  SAR_TRY(carry_all(f));
  memcpy(f->q, f->seen.q, (size_t)f->all->problem.n.nq * sizeof *f->q);
  if (f->m->ndropped > 0) SAR_TRY(sar_assemble_position(f->context, f->all, f->seen.t, f->q, &error));
  *rank = -1;
  if (!(error <= HOLDS)) return SAR_OK;
  SarRowSet rows = {0};
  SarStatus status = sar_row_set_find(f->context, f->all, f->seen.t, f->q, SAR_RANK_TOLERANCE, &rows);
  *rank = rows.rank;
  sar_row_set_free(&rows);
  return status;
}

/* ---- probes ---- */

/* How far the loops have changed their shape since the latest probe. */
static double change_since(const Follow *f) {
  return sar_loop_shape_change(&f->shape, f->m->problem.weight, f->last[f->nlast - 1].q, f->seen.q);
}

/* Whether the pose of the latest step is worth a probe. Not where loops have kept their shape since the latest one, as
 * far as the value is concerned. At once where the value may have passed zero meanwhile. */
static bool is_due(Follow *f) {
  if (!f->probe) return true;
  if (f->nlast == 0) return f->steps >= STEPS_APART;
  double value = f->value[f->nlast - 1], change = change_since(f);
  bool urgent = change > STEEPEST * value && f->urgent > 0;
  bool low = value < LOOK_CLOSER * f->largest;
  if (!urgent && !low && f->steps < STEPS_APART) return false;
  if (urgent && f->steps < STEPS_APART) f->urgent--;
  double enough = f->slope > 0 ? fmin(MOVE, FALL * value / f->slope) : MOVE;
  return urgent || f->nlast < 2 || !(change <= enough);
}

/* Then no pose can be singular: one probe tells the value, for those who ask for more than singular poses. */
static bool has_no_loops(const Follow *f) { return f->shape.nnodes == 0; }

/* Another set of rows has other values: they do not compare with those before. The run's own mechanism is left alone:
 * it may not live as long as the last probe. */
static SarStatus follow_rows(Follow *f, const SarWorkspace *m) {
  size_t bytes = (size_t)sar_system_counts(f->system).position * sizeof *m->carried;
  if (f->probe && (bytes == 0 || memcmp(f->m->carried, m->carried, bytes) == 0)) return SAR_OK;
  sar_singular_destroy(&f->probe);
  sar_workspace_destroy(&f->m);
  sar_loop_shape_destroy(&f->shape);
  f->nlast = 0;
  SAR_TRY(sar_loop_shape_create(f->context, f->system, m->carried, &f->shape));
  if (has_no_loops(f) && !f->ranks) return SAR_OK;
  SAR_TRY(sar_workspace_create(f->context, f->system, m->carried, false, &f->m));
  return sar_singular_create(f->context, f->m, &f->probe);
}

/* Angles beyond half a turn are known from the motion alone: without them the rows of a drive would ask for another
 * pose than that of the run. */
static void remember_turns(Follow *f, const SarWorkspace *m) {
  if (f->all) sar_workspace_copy_memory(f->all, m);
  if (f->m) sar_workspace_copy_memory(f->m, m);
}

static SarStatus make_arrays(Follow *f, const SarSizes *n) {
  SarPathPoint *points[] = {&f->last[0], &f->last[1], &f->last[2], &f->seen};
  size_t nq = (size_t)n->nq, nv = (size_t)n->nv;
  f->nrows = n->np + n->nn;
  f->numbers = calloc(5 * nq + 4 * nv + (size_t)f->nrows + 1, sizeof *f->numbers);
  if (!f->numbers) return sar_report_no_memory(f->context);
  for (size_t i = 0; i < 4; i++) {
    points[i]->q = f->numbers + i * (nq + nv);
    points[i]->v = points[i]->q + nq;
  }
  f->q = f->numbers + 4 * (nq + nv);
  f->left = f->q + nq;
  return SAR_OK;
}

static void keep(const SarSizes *n, double t, const double *q, const double *v, SarPathPoint *to) {
  to->t = t;
  memcpy(to->q, q, (size_t)n->nq * sizeof(double));
  memcpy(to->v, v, (size_t)n->nv * sizeof(double));
}

static void push(Follow *f, double value) {
  if (f->nlast == 3) {
    SarPathPoint oldest = f->last[0];
    for (int i = 0; i < 2; i++) f->last[i] = f->last[i + 1], f->value[i] = f->value[i + 1];
    f->last[2] = oldest;
    f->nlast = 2;
  }
  keep(&f->m->problem.n, f->seen.t, f->seen.q, f->seen.v, &f->last[f->nlast]);
  f->value[f->nlast++] = value;
}

static void note_slope(Follow *f, double value) {
  double move = change_since(f);
  double slope = fabs(value - f->value[f->nlast - 1]) / move;
  if (move > SLIGHT && isfinite(slope)) f->slope = fmax(f->slope, slope);
}

/* At the latest step. */
static SarStatus probe_seen(Follow *f) {
  double value;
  int32_t rank;
  f->poses++;
  SAR_TRY(sar_singular_value(f->probe, f->seen.t, f->seen.q, &value));
  if (f->ranks) {
    SAR_TRY(find_rank(f, value, &rank));
    follow_rank(f, f->seen.t, rank);
  }
  if (f->nlast > 0) note_slope(f, value);
  push(f, value);
  f->smallest = fmin(f->smallest, value);
  if (isfinite(value)) f->largest = fmax(f->largest, value);
  return look_for_dip(f);
}

static void stop(Follow *f) {
  sar_singular_destroy(&f->probe);
  sar_workspace_destroy(&f->m);
  sar_workspace_destroy(&f->all);
  free(f->numbers);
  f->numbers = NULL;
  f->stopped = true;
}

SarStatus sar_pose_follow_see(Follow *f, const SarWorkspace *m, const SarPoint *at) {
  if (f->stopped) return SAR_OK;
  if (!f->numbers) SAR_TRY(make_arrays(f, &m->problem.n));
  keep(&m->problem.n, at->t, at->q, at->v, &f->seen);
  remember_turns(f, m);
  f->steps++;
  if (at->t < f->next || !is_due(f)) return SAR_OK;
  SAR_TRY(follow_rows(f, m));
  remember_turns(f, m);
  SarStatus status = f->probe ? probe_seen(f) : SAR_OK;
  f->next = at->t + f->interval;
  f->steps = 0;
  if (has_no_loops(f) && (!f->probe || f->nlast > 0)) stop(f);
  return status < 0 ? status : SAR_OK; /* a pose at which nothing can be said is left out */
}

/* The last step, which need not have been the turn of a probe. */
static SarStatus probe_end(Follow *f) {
  if (!f->probe || f->nlast == 0) return SAR_OK;
  SarStatus status = SAR_OK;
  if (f->seen.t > f->last[f->nlast - 1].t) status = probe_seen(f);
  if (status == SAR_OK && f->nlast > 1) status = end_dip(f, f->nlast - 1, f->nlast - 2);
  return status > 0 ? SAR_OK : status;
}

SarStatus sar_pose_follow_create(SarContext *context, const SarSystem *system, double end, bool ranks, Follow **out) {
  Follow *f = *out = calloc(1, sizeof *f);
  if (!f) return sar_report_no_memory(context);
  f->context = sar_context_create();
  f->system = system;
  f->ranks = ranks;
  f->interval = end / PROBES;
  f->smallest = INFINITY;
  int32_t nbodies = sar_system_bodies(system), urgent = URGENT_WORK / (nbodies > 0 ? nbodies : 1);
  f->urgent = urgent > MOST_URGENT ? MOST_URGENT : urgent < LEAST_URGENT ? LEAST_URGENT : urgent;
  f->rank = sar_rank_follow();
  SarStatus status = f->context ? SAR_OK : SAR_NO_MEMORY;
  if (status != SAR_OK) sar_pose_follow_destroy(out);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
}

void sar_pose_follow_destroy(Follow **follow) {
  if (!follow || !*follow) return;
  sar_singular_destroy(&(*follow)->probe);
  sar_workspace_destroy(&(*follow)->m);
  sar_workspace_destroy(&(*follow)->all);
  sar_loop_shape_destroy(&(*follow)->shape);
  free((*follow)->numbers);
  free((*follow)->dips);
  sar_context_destroy(&(*follow)->context);
  free(*follow);
  *follow = NULL;
}

/* ---- what is said ---- */

/* A coordinate for the user's eyes: what is nothing beside the model's length is shown as 0. */
static double shown(const Follow *f, double x) {
  return fabs(x) < NOTHING * sar_system_length(f->system) ? 0 : x / sar_system_model(f->system)->units.length;
}

static void warn_dip(SarContext *context, const Follow *f, const Dip *dip) {
  const SarModel *model = sar_system_model(f->system);
  const SarModelElement *joint = &model->elements[dip->at.element];
  char others[SAR_SINGULAR_OTHERS];
  sar_singular_others(&dip->at, others);
  sar_warn(
      context, joint->source, joint->name,
      "accelerations and reactions are not reliable there, and the mechanism may go on in another way than the real "
      "one; change lengths or the drive so that it keeps away, or let friction, a spring or a stop decide",
      "at t = %.6g %s the mechanism %s a singular pose: `%s` (%s) then says the same as the other constraints%s, "
      "and `%s`, at [%.4g, %.4g, %.4g] %s, gains a freedom (%s); smallest singular value %.2g, elsewhere up to %.2g",
      dip->time / model->units.time, model->units.time_name,
      dip->at.value < DIP * DIP * f->largest ? "passes" : "comes near to", joint->name, dip->at.equation, others,
      dip->at.body_name, shown(f, dip->position.x), shown(f, dip->position.y), shown(f, dip->position.z),
      model->units.length_name, dip->at.direction, dip->at.value, f->largest);
}

static int32_t warn_dips(SarContext *context, const Follow *f, SarSingularPose *list) {
  int32_t count = 0;
  for (int32_t i = 0; i < f->ndips; i++) {
    const SarSingular *s = &f->dips[i].at;
    if (s->value > DIP * f->largest) continue;
    if (count < MOST_WARNINGS) warn_dip(context, f, &f->dips[i]);
    if (list)
      list[count] = (SarSingularPose){f->dips[i].time, s->value, s->joint, s->equation, s->body_name, s->direction};
    count++;
  }
  if (count > MOST_WARNINGS) {
    sar_warn(context, sar_nowhere(), NULL, "`sarrus check --json` lists them all",
             "%d more singular %s along the motion", count - MOST_WARNINGS,
             count - MOST_WARNINGS == 1 ? "pose" : "poses");
  }
  return count;
}

static void warn_rank(SarContext *context, const Follow *f) {
  const SarUnits *units = &sar_system_model(f->system)->units;
  for (int32_t i = 0; i < f->nchanges; i++) {
    const SarRankChange *c = &f->changes[i];
    sar_warn(context, sar_nowhere(), NULL,
             "look for joints that come into line there and stay so; give the mechanism other joints or lengths",
             "from t = %.6g %s on the constraints are of rank %d instead of %d: the mechanism %s",
             c->time / units->time, units->time_name, c->after, c->before,
             c->after < c->before ? "gains a freedom and keeps it" : "loses a freedom for good");
  }
}

SarStatus sar_pose_follow_conclude(Follow *f, SarContext *context, SarArena *arena, SarWatch *out) {
  SAR_TRY(probe_end(f));
  SarSingularPose *list = arena ? SAR_NEW(arena, f->ndips + 1, SarSingularPose) : NULL;
  if (arena && !list) return sar_report_no_memory(context);
  out->nsingular = warn_dips(context, f, list);
  out->singular = list;
  warn_rank(context, f);
  out->poses = f->poses;
  out->rank_min = f->rank.least;
  out->rank_max = f->rank.most;
  out->rank_unknown = f->rank_unknown;
  out->smallest_singular_value = f->smallest;
  out->largest_singular_value = f->largest;
  return SAR_OK;
}
