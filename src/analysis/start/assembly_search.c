/* All ways of assembly one after the other, and which of the poses found is kept: one whose joints have their axes the
 * way they were written rather than opposed (the rows of a joint hold for both), then the nearest to the written one.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/start/assembly.h"

#define MANY_BODIES 100 /* from here on fewer restarts */
#define RESTARTS 8
#define RESTARTS_OF_MANY 2
#define CLEARLY_SMALLER 0.5 /* gap of a pose that stays open, to be kept: nearer to the written one says more */
#define SETTLE_ITERATIONS 30
#define SETTLED 1e-6 /* step, in L and rad */

/* ---- nearness ---- */

/* Weighted components of the way from one pose to another, body by body: translations, rotation vectors. */
static void difference(const SarAssembler *a, const double *from, const double *to, double *dq) {
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) {
    const double *f = from + (size_t)7 * (size_t)b, *g = to + (size_t)7 * (size_t)b;
    double *d = dq + (size_t)6 * (size_t)b;
    for (int i = 0; i < 3; i++) d[i] = g[i] - f[i];
    SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(f + 3)), sar_quat_load(g + 3));
    sar_vec3_store(sar_quat_log(turn), d + 3);
  }
  int32_t nbodies = sar_system_bodies(a->m->system);
  for (int32_t i = 6 * nbodies; i < a->m->problem.n.nv; i++) dq[i] = to[i + nbodies] - from[i + nbodies];
}

double sar_assembler_distance(const SarAssembler *a, const double *from, const double *to) {
  double sum = 0, L = sar_system_length(a->m->system);
  for (int32_t b = 0; b < sar_system_bodies(a->m->system); b++) {
    const double *f = from + (size_t)7 * (size_t)b, *g = to + (size_t)7 * (size_t)b;
    SarVec3 shift = sar_scale(1 / L, sar_sub(sar_vec3_load(g), sar_vec3_load(f)));
    SarVec3 turn = sar_quat_log(sar_quat_mul(sar_quat_conjugate(sar_quat_load(f + 3)), sar_quat_load(g + 3)));
    sum += a->resistance[b] * (sar_dot(shift, shift) + sar_dot(turn, turn));
  }
  int32_t nbodies = sar_system_bodies(a->m->system);
  for (int32_t i = 6 * nbodies; i < a->m->problem.n.nv; i++) {
    double way = to[i + nbodies] - from[i + nbodies];
    sum += sar_assembler_weight(a, i) * way * way;
  }
  return sum;
}

/* The part of the way to `written` that violates no constraint to first order, into dq; its largest component. */
static SarStatus free_way(SarAssembler *a, double t, const double *written, const double *q, double *dq, double *size) {
  const SarProblem *p = &a->m->problem;
  difference(a, q, written, dq);
  memset(a->rhs, 0, (size_t)a->n * sizeof *a->rhs);
  for (int32_t i = 0; i < p->n.nv; i++) {
    a->rhs[i] = a->frozen[i] ? 0 : sar_assembler_weight(a, i) * dq[i];
  }
  SAR_TRY(sar_assembler_factor(a, t, q, 1e-9));
  sar_assembler_solve(a);
  *size = 0;
  for (int32_t i = 0; i < p->n.nv; i++) {
    dq[i] = a->rhs[i];
    *size = fmax(*size, fabs(dq[i]) * p->weight[i]);
  }
  return isfinite(*size) ? SAR_OK : SAR_SINGULAR;
}

static SarStatus settle(SarAssembler *a, double t, const double *written, double *q, double *dq, double *trial) {
  size_t nq = (size_t)a->m->problem.n.nq;
  double best = sar_assembler_distance(a, written, q), part = 1;
  for (int i = 0; i < SETTLE_ITERATIONS; i++) {
    double size, error;
    SAR_TRY(free_way(a, t, written, q, dq, &size));
    if (size * part < SETTLED) return SAR_OK;
    double scale = fmin(part, 0.3 / size);
    for (int32_t k = 0; k < a->m->problem.n.nv; k++) dq[k] *= scale;
    memcpy(trial, q, nq * sizeof *q);
    sar_assembler_move(a, dq, trial);
    SAR_TRY(sar_assembler_direct(a, t, trial, &error));
    double distance = sar_assembler_distance(a, written, trial);
    if (error <= SAR_ASSEMBLED && distance < best) {
      memcpy(q, trial, nq * sizeof *q);
      best = distance;
      part = fmin(1, 2 * part);
    } else {
      part /= 4;
    }
  }
  return SAR_OK;
}

SarStatus sar_assembler_settle(SarAssembler *a, double t, const double *written, double *q) {
  const SarSizes *n = &a->m->problem.n;
  double *dq = calloc((size_t)(n->nv + n->nq) + 1, sizeof *dq);
  if (!dq) return sar_report_no_memory(a->context);
  SarStatus status = settle(a, t, written, q, dq, dq + n->nv);
  free(dq);
  return status == SAR_SINGULAR ? SAR_OK : status;
}

/* ---- opposed axes ---- */

static SarVec3 axis_at(const SarSide *side, int32_t ground, const double *q, int axis) {
  SarVec3 own = sar_column(&side->axes, axis);
  if (side->body == ground) return own;
  SarMat3 A = sar_quat_matrix(sar_quat_load(q + (size_t)7 * (size_t)side->body + 3));
  return sar_mul(&A, own);
}

static double cosine(const SarSystem *s, const SarPlace *place, const double *q, int axis) {
  int32_t ground = sar_system_ground(s);
  return sar_dot(axis_at(&place->a, ground, q, axis), axis_at(&place->b, ground, q, axis));
}

bool sar_joint_is_opposed(const SarSystem *s, int32_t element, const double *written, const double *q) {
  const SarElementClass *class = sar_system_element(s, element)->class;
  const SarPlace *place = sar_system_place(s, element);
  if (class->section != SAR_SECTION_JOINTS || class->joint->relation) return false;
  if (class->joint->frames != SAR_FRAMES_COMMON || place->dot1s.count < 2) return false;
  static const int axes[] = {SAR_Z, SAR_X}; /* three rows of rotation hold x too */
  for (int i = 0; i < (place->dot1s.count > 2 ? 2 : 1); i++) {
    if (cosine(s, place, q, axes[i]) < 0 && cosine(s, place, written, axes[i]) > 0) return true;
  }
  return false;
}

static int32_t count_opposed(const SarSystem *s, const double *written, const double *q) {
  int32_t count = 0;
  for (int32_t e = 0; e < sar_system_model(s)->nelements; e++) count += sar_joint_is_opposed(s, e, written, q);
  return count;
}

/* ---- all ways ---- */

typedef struct Search {
  SarAssembler *a;
  double t;
  double *memory, *written, *trial, *best;
  double *written_turns, *best_turns; /* of an assembler that follows them */
  double best_error, best_distance;
  int32_t best_opposed;
  SarAssemblyWork *work;
  bool near;
} Search;

static size_t turn_numbers(const SarAssembler *a) {
  size_t count = a->follows ? (size_t)sar_system_counts(a->m->system).turns : 0;
  return count * sizeof(SarTurn) / sizeof(double);
}

static void copy_turns(const SarAssembler *a, void *to, const void *from) {
  if (turn_numbers(a)) memcpy(to, from, turn_numbers(a) * sizeof(double));
}

static bool is_better(const Search *s, double error, int32_t opposed, double distance) {
  bool done = error <= SAR_ASSEMBLED, had = s->best_error <= SAR_ASSEMBLED;
  if (!done || !had) return done || (!had && error < CLEARLY_SMALLER * s->best_error);
  if ((opposed > 0) != (s->best_opposed > 0)) return opposed == 0;
  return distance < s->best_distance;
}

static SarStatus keep(Search *s, double error, SarAssemblyWay way) {
  bool done = error <= SAR_ASSEMBLED;
  if (done && way != SAR_ASSEMBLY_DIRECT) SAR_TRY(sar_assembler_settle(s->a, s->t, s->written, s->trial));
  double distance = sar_assembler_distance(s->a, s->written, s->trial);
  int32_t opposed = done ? count_opposed(s->a->m->system, s->written, s->trial) : 0;
  if (!is_better(s, error, opposed, distance)) return SAR_OK;
  memcpy(s->best, s->trial, (size_t)s->a->m->problem.n.nq * sizeof *s->best);
  copy_turns(s->a, s->best_turns, s->a->m->turns);
  s->best_error = error;
  s->best_distance = distance;
  s->best_opposed = opposed;
  s->work->way = way;
  return SAR_OK;
}

static bool is_content(const Search *s) { return s->best_error <= SAR_ASSEMBLED && s->best_opposed == 0; }

static void go_back(Search *s) {
  memcpy(s->trial, s->written, (size_t)s->a->m->problem.n.nq * sizeof *s->trial);
  copy_turns(s->a, s->a->m->turns, s->written_turns);
}

/* The written pose, every body pushed and turned by up to `size` L and rad. */
static void perturb(Search *s, uint64_t *seed, double size) {
  const SarProblem *p = &s->a->m->problem;
  go_back(s);
  for (int32_t i = 0; i < p->n.nv; i++) s->a->zero[i] = size * sar_next_number(seed) / p->weight[i];
  sar_assembler_move(s->a, s->a->zero, s->trial);
  memset(s->a->zero, 0, (size_t)p->n.nv * sizeof *s->a->zero);
}

static SarStatus restart(Search *s) {
  static const double sizes[RESTARTS] = {0.2, 0.4, 0.6, 0.8, 1, 1, 1.5, 1.5};
  uint64_t seed = 20240229;
  int32_t count = sar_system_bodies(s->a->m->system) > MANY_BODIES ? RESTARTS_OF_MANY : RESTARTS;
  double error;
  for (int32_t i = 0; i < count; i++) {
    perturb(s, &seed, sizes[i]);
    s->work->restarts++;
    SAR_TRY(sar_assembler_damped(s->a, s->t, s->trial, &error));
    if (error > SAR_ASSEMBLED) SAR_TRY(sar_assembler_staged(s->a, s->t, s->trial, &error, &s->work->stages));
    SAR_TRY(keep(s, error, SAR_ASSEMBLY_RESTARTED));
  }
  return SAR_OK;
}

static SarStatus search_ways(Search *s, bool restarts) {
  double error;
  go_back(s);
  SAR_TRY(sar_assembler_direct(s->a, s->t, s->trial, &error));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_DIRECT));
  if (is_content(s)) return SAR_OK;
  go_back(s);
  SAR_TRY(sar_assembler_damped(s->a, s->t, s->trial, &error));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_DAMPED));
  if (is_content(s) || s->near) return SAR_OK;
  go_back(s);
  SAR_TRY(sar_assembler_staged(s->a, s->t, s->trial, &error, &s->work->stages));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_STAGED));
  return is_content(s) || !restarts ? SAR_OK : restart(s);
}

/* Modal bodies stay as they are bent, and bend only where the joints do not close otherwise: what little the smallest
 * displacement would take of their amplitudes is a large force in a stiff shape. */
static SarStatus search(Search *s) {
  if (!sar_assembler_lock_amplitudes(s->a, true)) return search_ways(s, true);
  SarStatus status = search_ways(s, false);
  sar_assembler_lock_amplitudes(s->a, false);
  if (status != SAR_OK || s->best_error <= SAR_ASSEMBLED) return status;
  s->a->iterations = 0;
  return search_ways(s, true);
}

SarStatus sar_assembler_run(SarAssembler *a, double t, double *q, bool near, double *error, SarAssemblyWork *work) {
  size_t nq = (size_t)a->m->problem.n.nq, turns = turn_numbers(a);
  *work = (SarAssemblyWork){0};
  Search s = {.a = a, .t = t, .best_error = INFINITY, .work = work, .near = near};
  s.memory = calloc(3 * nq + 2 * turns + 1, sizeof *s.memory);
  if (!s.memory) return sar_report_no_memory(a->context);
  s.written = s.memory;
  s.trial = s.written + nq;
  s.best = s.trial + nq;
  s.written_turns = s.best + nq;
  s.best_turns = s.written_turns + turns;
  memcpy(s.written, q, nq * sizeof *q);
  memcpy(s.best, q, nq * sizeof *q);
  copy_turns(a, s.written_turns, a->m->turns);
  copy_turns(a, s.best_turns, a->m->turns);
  a->iterations = 0;
  SarStatus status = search(&s);
  if (status == SAR_OK) memcpy(q, s.best, nq * sizeof *q);
  copy_turns(a, a->m->turns, s.best_turns);
  *error = s.best_error;
  work->iterations = a->iterations;
  work->exhausted = a->iterations >= a->most_iterations;
  free(s.memory);
  return status;
}
