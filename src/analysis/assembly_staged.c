/* Assembly in stages, for poses from which all joints at once do not close, and the order in which all ways are tried.
 *
 * A tree of joints can always be closed: body by body from the ground outwards, each moved onto the one before. Then
 * the joints that close loops come one at a time, each with all earlier ones kept; relations and motions come last. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assembly.h"
#include "analysis/joint_graph.h"

#define MANY_BODIES 100 /* from here on fewer restarts */
#define RESTARTS 8
#define RESTARTS_OF_MANY 2
#define SETTLE_ITERATIONS 30
#define SETTLED 1e-6 /* step, in L and rad */

typedef struct Stages {
  SarAssembler *a;
  double t, *q;
  SarJointGraph graph;
  int32_t *memory, *depth, *via, *queue; /* nnodes each */
  bool *locked;                          /* nbodies: locks of the caller, to be put back */
  int32_t deepest, *count;
} Stages;

static void activate_all(Stages *s, bool active) {
  for (int32_t i = 0; i < s->a->m->problem.n.np; i++) sar_assembler_activate(s->a, i, active);
}

static int32_t element_of(const Stages *s, int32_t row) { return s->graph.system->rows[row].element; }

/* The body at the outer end of a joint of the tree, -1 if the joint is none of the tree's. */
static int32_t outer_body(const Stages *s, int32_t element) {
  if (!sar_is_edge(s->graph.system, element)) return -1;
  const SarPlace *place = &s->graph.system->places[element];
  if (s->via[place->a.body] == element) return place->a.body;
  return s->via[place->b.body] == element ? place->b.body : -1;
}

/* Bodies that nothing joins to the ground or to a locked body hang on the one that resists most. */
static void root_islands(Stages *s) {
  const SarAssembler *a = s->a;
  for (;;) {
    sar_joint_graph_walk(&s->graph, -1, s->depth, s->via, s->queue);
    int32_t root = -1;
    for (int32_t b = 0; b < s->graph.nnodes - 1; b++) {
      bool island = s->depth[b] < 0 && s->graph.first[b + 1] > s->graph.first[b];
      if (island && (root < 0 || a->resistance[b] > a->resistance[root])) root = b;
    }
    if (root < 0) return;
    for (int32_t i = 0; i < s->graph.nnodes; i++) s->depth[i] = s->depth[i] == 0 ? 0 : -1;
    s->depth[root] = 0;
  }
}

static void plant_tree(Stages *s) {
  int32_t ground = s->graph.nnodes - 1;
  for (int32_t b = 0; b < ground; b++) s->depth[b] = s->a->locked[b] ? 0 : -1;
  s->depth[ground] = 0;
  root_islands(s);
  for (int32_t b = 0; b < ground; b++) s->deepest = s->depth[b] > s->deepest ? s->depth[b] : s->deepest;
}

static SarStatus create(SarAssembler *a, double t, double *q, int32_t *count, Stages *s) {
  *s = (Stages){.a = a, .t = t, .q = q, .count = count};
  SAR_TRY(sar_joint_graph_create(a->context, a->m->system, &s->graph));
  s->memory = calloc(3 * (size_t)s->graph.nnodes, sizeof *s->memory);
  s->locked = calloc((size_t)s->graph.nnodes, sizeof *s->locked);
  if (!s->memory || !s->locked) return sar_report_no_memory(a->context);
  s->depth = s->memory;
  s->via = s->depth + s->graph.nnodes;
  s->queue = s->via + s->graph.nnodes;
  memcpy(s->locked, a->locked, (size_t)a->m->system->nbodies * sizeof *s->locked);
  plant_tree(s);
  return SAR_OK;
}

static void destroy(Stages *s) {
  sar_joint_graph_destroy(&s->graph);
  free(s->memory);
  free(s->locked);
}

static SarStatus solve_stage(Stages *s, double *error) {
  ++*s->count;
  return sar_assembler_damped(s->a, s->t, s->q, error);
}

/* The bodies of one depth onto those before, which stay: each has only its own joint to think of. */
static SarStatus place_depth(Stages *s, int32_t depth) {
  SarAssembler *a = s->a;
  double error;
  for (int32_t b = 0; b < a->m->system->nbodies; b++) sar_assembler_lock(a, b, s->locked[b] || s->depth[b] != depth);
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    int32_t body = outer_body(s, element_of(s, i));
    sar_assembler_activate(a, i, body >= 0 && s->depth[body] == depth);
  }
  return solve_stage(s, &error);
}

static SarStatus close_tree(Stages *s) {
  SarAssembler *a = s->a;
  double error;
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    sar_assembler_activate(a, i, outer_body(s, element_of(s, i)) >= 0);
  }
  SAR_TRY(solve_stage(s, &error));
  if (error <= SAR_ASSEMBLED) return SAR_OK;
  SarStatus status = SAR_OK;
  for (int32_t d = 1; status == SAR_OK && d <= s->deepest; d++) status = place_depth(s, d);
  for (int32_t b = 0; b < a->m->system->nbodies; b++) sar_assembler_lock(a, b, s->locked[b]);
  for (int32_t i = 0; i < a->m->problem.n.np; i++) {
    sar_assembler_activate(a, i, outer_body(s, element_of(s, i)) >= 0);
  }
  return status;
}

/* Every joint that is left, one after the other; *error: of the last stage. */
static SarStatus close_loops(Stages *s) {
  int32_t np = s->a->m->problem.n.np;
  double error;
  for (int32_t row = 0; row < np;) {
    int32_t element = element_of(s, row);
    bool closes = sar_is_edge(s->graph.system, element) && outer_body(s, element) < 0;
    for (; row < np && element_of(s, row) == element; row++) {
      if (closes) sar_assembler_activate(s->a, row, true);
    }
    if (closes) SAR_TRY(solve_stage(s, &error));
  }
  return SAR_OK;
}

SarStatus sar_assembler_staged(SarAssembler *a, double t, double *q, double *error, int32_t *count) {
  Stages s;
  SarStatus status = create(a, t, q, count, &s);
  if (status == SAR_OK) status = close_tree(&s);
  if (status == SAR_OK) status = close_loops(&s);
  activate_all(&s, true);
  if (status == SAR_OK) status = solve_stage(&s, error);
  destroy(&s);
  return status;
}

/* ---- nearness ---- */

/* Weighted components of the way from one pose to another, body by body: translations, rotation vectors. */
static void difference(const SarAssembler *a, const double *from, const double *to, double *dq) {
  for (int32_t b = 0; b < a->m->system->nbodies; b++) {
    const double *f = from + (size_t)7 * (size_t)b, *g = to + (size_t)7 * (size_t)b;
    double *d = dq + (size_t)6 * (size_t)b;
    for (int i = 0; i < 3; i++) d[i] = g[i] - f[i];
    SarQuat turn = sar_quat_mul(sar_quat_conjugate(sar_quat_load(f + 3)), sar_quat_load(g + 3));
    sar_vec3_store(sar_quat_log(turn), d + 3);
  }
}

double sar_assembler_distance(const SarAssembler *a, const double *from, const double *to) {
  double sum = 0, L = a->m->system->length;
  for (int32_t b = 0; b < a->m->system->nbodies; b++) {
    const double *f = from + (size_t)7 * (size_t)b, *g = to + (size_t)7 * (size_t)b;
    SarVec3 shift = sar_scale(1 / L, sar_sub(sar_vec3_load(g), sar_vec3_load(f)));
    SarVec3 turn = sar_quat_log(sar_quat_mul(sar_quat_conjugate(sar_quat_load(f + 3)), sar_quat_load(g + 3)));
    sum += a->resistance[b] * (sar_dot(shift, shift) + sar_dot(turn, turn));
  }
  return sum;
}

/* The part of the way to `written` that violates no constraint to first order, into dq; its largest component. */
static SarStatus free_way(SarAssembler *a, double t, const double *written, const double *q, double *dq, double *size) {
  const SarProblem *p = &a->m->problem;
  difference(a, q, written, dq);
  memset(a->rhs, 0, (size_t)a->n * sizeof *a->rhs);
  for (int32_t i = 0; i < p->n.nv; i++) {
    a->rhs[i] = a->frozen[i] ? 0 : a->resistance[i / 6] * dq[i] * p->weight[i] * p->weight[i];
  }
  SAR_TRY(sar_assembler_factor(a, t, q, 1e-9));
  sar_linear_solve(a->linear, a->rhs);
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

/* ---- all ways ---- */

typedef struct Search {
  SarAssembler *a;
  double t;
  double *memory, *written, *trial, *best;
  double best_error, best_distance;
  SarAssemblyWork *work;
} Search;

/* Keeps the trial if it is the first that is assembled, the nearest such, or the one with the smallest error so far. */
static SarStatus keep(Search *s, double error, SarAssemblyWay way) {
  bool done = error <= SAR_ASSEMBLED, had = s->best_error <= SAR_ASSEMBLED;
  if (done && way != SAR_ASSEMBLY_DIRECT) SAR_TRY(sar_assembler_settle(s->a, s->t, s->written, s->trial));
  double distance = sar_assembler_distance(s->a, s->written, s->trial);
  bool better = done ? !had || distance < s->best_distance : !had && error < s->best_error;
  if (!better) return SAR_OK;
  memcpy(s->best, s->trial, (size_t)s->a->m->problem.n.nq * sizeof *s->best);
  s->best_error = error;
  s->best_distance = distance;
  s->work->way = way;
  return SAR_OK;
}

static void go_back(Search *s) { memcpy(s->trial, s->written, (size_t)s->a->m->problem.n.nq * sizeof *s->trial); }

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
  int32_t count = s->a->m->system->nbodies > MANY_BODIES ? RESTARTS_OF_MANY : RESTARTS;
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

static SarStatus search(Search *s) {
  double error;
  go_back(s);
  SAR_TRY(sar_assembler_direct(s->a, s->t, s->trial, &error));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_DIRECT));
  if (s->best_error <= SAR_ASSEMBLED) return SAR_OK;
  go_back(s);
  SAR_TRY(sar_assembler_damped(s->a, s->t, s->trial, &error));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_DAMPED));
  if (s->best_error <= SAR_ASSEMBLED) return SAR_OK;
  go_back(s);
  SAR_TRY(sar_assembler_staged(s->a, s->t, s->trial, &error, &s->work->stages));
  SAR_TRY(keep(s, error, SAR_ASSEMBLY_STAGED));
  return s->best_error <= SAR_ASSEMBLED ? SAR_OK : restart(s);
}

SarStatus sar_assembler_run(SarAssembler *a, double t, double *q, double *error, SarAssemblyWork *work) {
  size_t nq = (size_t)a->m->problem.n.nq;
  *work = (SarAssemblyWork){0};
  Search s = {.a = a, .t = t, .best_error = INFINITY, .work = work};
  s.memory = calloc(3 * nq + 1, sizeof *s.memory);
  if (!s.memory) return sar_report_no_memory(a->context);
  s.written = s.memory;
  s.trial = s.written + nq;
  s.best = s.trial + nq;
  memcpy(s.written, q, nq * sizeof *q);
  memcpy(s.best, q, nq * sizeof *q);
  a->iterations = 0;
  SarStatus status = search(&s);
  if (status == SAR_OK) memcpy(q, s.best, nq * sizeof *q);
  *error = s.best_error;
  work->iterations = a->iterations;
  free(s.memory);
  return status;
}
