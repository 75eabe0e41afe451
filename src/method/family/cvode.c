/* SUNDIALS CVODE with Adams formulas on independent coordinates (paper 2, Algorithm 2): an engine from outside that
 * chooses its steps and orders itself; step.c takes them as they come (SarFamily.advance).
 *
 * Its unknowns are all positions (orientations as quaternions), velocities and states, because it keeps its history in
 * R^n and cannot follow a moving chart (numerics 2). But only independent ones count: wherever the right-hand side is
 * evaluated, dependent positions and velocities are recovered from the constraints, with what CVODE has for them as a
 * first guess, and the error test does not see them, unless constraints lead some of them along functions of time:
 * nothing else would bound what lies between the ends of a step. What it has for them drifts; it begins anew from
 * recovered values when another split is chosen, because then some of them become independent, and after events. */
#include "method/family/cvode.h"

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

#include "base/rotation.h"
#include "method/family/sundials.h"
#include "method/index1.h"
#include "method/norm.h"
#include "method/pose.h"
#include "method/split.h"

#define NO_WEIGHT 1e-12 /* of that of independent unknowns: dependent ones do not count */
#define RESTORING 0.1   /* of the rate of a turn: the rate at which the length of its quaternion returns to 1 */

typedef struct Cvode {
  SarSundials own;
  SUNContext sun;
  N_Vector y, work, errors;
  SUNNonlinearSolver corrector;
  SarSplit split;
  SarIndex1 index1;
  SarNode node; /* where the right-hand side is evaluated */
  double *unit, *xi, *rate;
  bool *counts;    /* nv: independent; all where constraints change with time */
  bool driven;     /* they have been seen to */
  double *by_time; /* of residual, rates and accelerations of the constraints */
  int32_t n;
  bool begun;         /* with this attempt, from recovered values */
  bool split_current; /* the split has factors near the newest node */
  int32_t culprit;
} Cvode;

/* ---- the state space ---- */

/* q with unit quaternions. */
static void normalise(const SarProblem *problem, const double *q, double *unit) {
  memcpy(unit, q, (size_t)problem->n.nq * sizeof *unit);
  for (int32_t b = 0; b < problem->nblocks; b++) {
    double *p = unit + problem->blocks[b].q;
    if (problem->blocks[b].kind == SAR_BLOCK_ROTATION) sar_quat_store(sar_quat_normalise(sar_quat_load(p)), p);
  }
}

/* Everything at (t, y): dependent positions and velocities, then index 1 (Algorithm 2, steps 4 and 6). The node's
 * unknowns come in as a guess. */
static SarStatus recover(SarIntegrator *integrator, double t, const double *y, SarNode *node) {
  Cvode *c = integrator->engine;
  const SarProblem *p = integrator->problem;
  const SarSizes *n = &p->n;
  if (!sar_all_finite(c->n, y)) return SAR_RETRY;
  normalise(p, y, c->unit);
  node->t = t;
  memset(c->xi, 0, (size_t)n->nv * sizeof *c->xi);
  memcpy(c->rate, y + n->nq, (size_t)n->nv * sizeof *c->rate);
  if (n->nx) memcpy(node->x, y + n->nq + n->nv, (size_t)n->nx * sizeof *node->x);
  SarPoint at = sar_node_point(p, node);
  at.v = y + n->nq;
  c->split.usual_speed = sar_sundials_speed(integrator, &c->own);
  SarStatus status = sar_split_recover(&c->split, &at, c->unit, c->xi, c->rate, node->q, node->v, node->turn);
  if (status > 0) c->culprit = c->split.culprit;
  SAR_TRY(status);
  at = sar_node_point(p, node);
  status = sar_index1_solve(&c->index1, &at, NULL, node->u);
  if (status > 0) c->culprit = c->index1.culprit;
  return status;
}

static void pack(const SarIntegrator *integrator, const SarNode *node, double *y) {
  const SarSizes *n = &integrator->problem->n;
  memcpy(y, node->q, (size_t)n->nq * sizeof *y);
  memcpy(y + n->nq, node->v, (size_t)n->nv * sizeof *y);
  if (n->nx) memcpy(y + n->nq + n->nv, node->x, (size_t)n->nx * sizeof *y);
}

/* Whether some constraint changes with time at the point, at any level. */
static SarStatus look_for_motions(Cvode *c, const SarProblem *p, const SarPoint *at) {
  const SarSizes *n = &p->n;
  int32_t unknowns = sar_sizes_unknowns(n);
  double *rates = c->by_time + unknowns, *accelerations = rates + n->np;
  if (c->driven || !p->ops->by_time) return SAR_OK;
  SAR_TRY(p->ops->by_time(p, at, c->by_time, rates, accelerations));
  for (int32_t i = 0; i < n->np; i++) {
    c->driven = c->driven || c->by_time[n->nv + i] != 0 || rates[i] != 0 || accelerations[i] != 0;
  }
  return SAR_OK;
}

/* Factors and, where needed, another split at the newest node (Algorithm 2, step 7). */
static SarStatus check_split(SarIntegrator *integrator, bool *chosen) {
  Cvode *c = integrator->engine;
  const SarProblem *p = integrator->problem;
  SarPoint at = sar_node_point(p, sar_history_at(&integrator->history, 0));
  *chosen = false;
  SAR_TRY(p->ops->jacobian(p, &at, &(SarWeights){.a = 1, .xdot = 1}, c->index1.values));
  integrator->stats.jacobians++;
  SarStatus status = sar_split_centre(&c->split, c->index1.values, false, chosen);
  if (status > 0) c->culprit = c->split.culprit;
  SAR_TRY(status);
  SAR_TRY(look_for_motions(c, p, &at));
  for (int32_t i = 0; i < p->n.nv; i++) c->counts[i] = c->driven;
  for (int32_t k = 0; k < c->split.nindependent; k++) c->counts[c->split.independent[k]] = true;
  return SAR_OK;
}

/* ---- what CVODE calls ---- */

/* q' = 1/2 q omega for a quaternion y that has drifted from its length: along q, so that it is the orientation that
 * turns with omega, and as long as y is; with the unit q alone the angle would turn by omega/|y|. No error test sees
 * the length, so it is drawn back to 1 at the pace of the turn. */
static void turn_rate(const double *y, const double *q, const double *omega, double *rate) {
  double square = y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3], length = sqrt(square);
  double back = RESTORING * sar_norm(sar_vec3_load(omega)) * (1 - square) * length;
  SarQuat half = {0, omega[0] / 2, omega[1] / 2, omega[2] / 2};
  sar_quat_store(sar_quat_mul(sar_quat_load(q), half), rate);
  for (int i = 0; i < 4; i++) rate[i] = length * rate[i] + back * q[i];
}

static int rates(realtype t, N_Vector y, N_Vector out, void *self) {
  SarIntegrator *integrator = self;
  Cvode *c = integrator->engine;
  const SarProblem *p = integrator->problem;
  const SarSizes *n = &p->n;
  double *rate = N_VGetArrayPointer(out);
  SarStatus status = recover(integrator, t, N_VGetArrayPointer(y), &c->node);
  if (status != SAR_OK) return sar_sundials_answer(&c->own, status);
  SarPoint at = sar_node_point(p, &c->node);
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    const double *own = at.v + block->v;
    if (block->kind == SAR_BLOCK_PLAIN) {
      memcpy(rate + block->q, own, (size_t)block->count * sizeof *own);
    } else {
      turn_rate(N_VGetArrayPointer(y) + block->q, at.q + block->q, own, rate + block->q);
    }
  }
  memcpy(rate + n->nq, at.a, (size_t)n->nv * sizeof *rate);
  if (n->nx) memcpy(rate + n->nq + n->nv, at.xdot, (size_t)n->nx * sizeof *rate);
  return 0;
}

/* As in numerics 4, over independent unknowns: CVODE's norm is a root mean square over all. */
static int weights(N_Vector y, N_Vector out, void *self) {
  const SarIntegrator *integrator = self;
  const Cvode *c = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  double *weight = N_VGetArrayPointer(out), over = 1 / integrator->options.tolerance;
  double motion = over * sqrt((double)c->n / fmax(1, c->split.nindependent));
  double states = over * sqrt((double)c->n / fmax(1, n->nx)), speed = sar_sundials_speed(integrator, &c->own);
  (void)y;
  sar_sundials_position_weights(integrator, motion, c->counts, NO_WEIGHT, weight);
  for (int32_t i = 0; i < n->nv; i++) {
    weight[n->nq + i] = motion * (c->counts[i] ? 1 : NO_WEIGHT) * integrator->weight[i] / (speed > 0 ? speed : 1);
  }
  for (int32_t i = 0; i < n->nx; i++) weight[n->nq + n->nv + i] = states * integrator->weight_x[i];
  return 0;
}

/* ---- create, destroy ---- */

static SarStatus refuse(SarIntegrator *integrator) {
  if (integrator->problem->n.nn == 0) return SAR_OK;
  return sar_report(integrator->context, SAR_INPUT, sar_nowhere(), NULL,
                    "choose a method that takes them, such as hht, or give a motion as a position",
                    "adams works in independent positions and knows no constraints on velocities (rolling, motions "
                    "given as velocities)");
}

static bool allocate(SarIntegrator *integrator, Cvode *c) {
  SarArena *arena = integrator->arena;
  const SarProblem *p = integrator->problem;
  c->n = p->n.nq + p->n.nv + p->n.nx;
  c->unit = SAR_NEW(arena, p->n.nq, double);
  c->xi = SAR_NEW(arena, p->n.nv, double);
  c->rate = SAR_NEW(arena, p->n.nv, double);
  c->counts = SAR_NEW(arena, p->n.nv, bool);
  c->by_time = SAR_NEW(arena, sar_sizes_unknowns(&p->n) + 2 * p->n.np + p->n.nn, double);
  if (!c->by_time || !c->unit || !c->xi || !c->rate || !c->counts ||
      !sar_split_create(arena, integrator->context, p, &integrator->stats, &c->split) ||
      !sar_index1_create(arena, p, integrator->linear, &integrator->stats, &c->index1) ||
      !sar_node_create(arena, p, sar_sizes_unknowns(&p->n), &c->node) || SUNContext_Create(NULL, &c->sun) != 0) {
    return false;
  }
  c->own.memory = CVodeCreate(CV_ADAMS, c->sun);
  c->y = N_VNew_Serial(c->n, c->sun);
  c->work = N_VNew_Serial(c->n, c->sun);
  c->errors = N_VNew_Serial(c->n, c->sun);
  if (!c->own.memory || !c->y || !c->work || !c->errors) return false;
  c->corrector = SUNNonlinSol_FixedPoint(c->y, 0, c->sun);
  return c->corrector != NULL;
}

static bool configure(SarIntegrator *integrator, Cvode *c, int32_t order) {
  void *memory = c->own.memory;
  N_VConst(0, c->y);
  return CVodeSetErrHandlerFn(memory, sar_sundials_keep_message, &c->own) == CV_SUCCESS &&
         CVodeInit(memory, rates, 0, c->y) == CV_SUCCESS && CVodeSetUserData(memory, integrator) == CV_SUCCESS &&
         CVodeWFtolerances(memory, weights) == CV_SUCCESS &&
         CVodeSetNonlinearSolver(memory, c->corrector) == CV_SUCCESS && CVodeSetMaxOrd(memory, order) == CV_SUCCESS &&
         CVodeSetMaxErrTestFails(memory, SAR_SUNDIALS_FAILURES) == CV_SUCCESS &&
         CVodeSetMaxConvFails(memory, SAR_SUNDIALS_FAILURES) == CV_SUCCESS &&
         CVodeSetMaxNumSteps(memory, -1) == CV_SUCCESS;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarCvodeTable *table = choice->table->coefficients;
  SAR_TRY(refuse(integrator));
  Cvode *c = SAR_NEW(integrator->arena, 1, Cvode);
  if (!c) return sar_report_no_memory(integrator->context);
  integrator->engine = c;
  bool ready = allocate(integrator, c) && configure(integrator, c, table->max_order(choice));
  return ready ? SAR_OK : sar_report_no_memory(integrator->context);
}

static void destroy(SarIntegrator *integrator) {
  Cvode *c = integrator->engine;
  if (!c) return;
  sar_split_destroy(&c->split);
  if (c->own.memory) CVodeFree(&c->own.memory);
  if (c->corrector) SUNNonlinSolFree(c->corrector);
  N_Vector vectors[3] = {c->y, c->work, c->errors};
  for (int i = 0; i < 3; i++) {
    if (vectors[i]) N_VDestroy(vectors[i]);
  }
  if (c->sun) SUNContext_Free(&c->sun);
}

/* ---- steps ---- */

static void start(SarIntegrator *integrator) {
  Cvode *c = integrator->engine;
  c->split_current = false;
  sar_sundials_start(integrator, &c->own);
}

/* Begins anew at the newest node. */
static SarStatus begin(SarIntegrator *integrator, double longest) {
  Cvode *c = integrator->engine;
  const SarNode *node = sar_history_at(&integrator->history, 0);
  double h = sar_sundials_begin(integrator, &c->own, longest);
  pack(integrator, node, N_VGetArrayPointer(c->y));
  memcpy(c->node.u, node->u, (size_t)sar_sizes_unknowns(&integrator->problem->n) * sizeof *node->u);
  bool ready = CVodeReInit(c->own.memory, node->t, c->y) == CV_SUCCESS &&
               CVodeSetInitStep(c->own.memory, h) == CV_SUCCESS &&
               CVodeSetMinStep(c->own.memory, integrator->min_step) == CV_SUCCESS;
  c->own.current = ready;
  return ready ? SAR_OK : sar_report_no_memory(integrator->context);
}

static SarStatus meaning(const SarIntegrator *integrator, int flag) {
  const Cvode *c = integrator->engine;
  if (flag >= 0) return SAR_OK;
  if (c->own.stopped < 0) return c->own.stopped;
  switch (flag) {
    case CV_ERR_FAILURE:
    case CV_TOO_MUCH_ACC: return SAR_ERROR_TOO_LARGE;
    case CV_CONV_FAILURE:
    case CV_NLS_FAIL: return SAR_NO_CONVERGENCE;
    case CV_RHSFUNC_FAIL:
    case CV_FIRST_RHSFUNC_ERR:
    case CV_REPTD_RHSFUNC_ERR:
    case CV_UNREC_RHSFUNC_ERR: return SAR_RETRY;
    default: return sar_sundials_report(integrator, &c->own, "CVODE", flag);
  }
}

static void count(SarIntegrator *integrator) {
  Cvode *c = integrator->engine;
  SarSundialsCounts now = c->own.counts;
  CVodeGetNumNonlinSolvIters(c->own.memory, &now.iterations);
  CVodeGetNumErrTestFails(c->own.memory, &now.errors);
  CVodeGetNumStepSolveFails(c->own.memory, &now.corrector);
  sar_sundials_count(integrator, &c->own, now);
}

static int step(void *engine, double t1) {
  Cvode *c = engine;
  int flag = CVodeSetStopTime(c->own.memory, t1);
  return flag == CV_SUCCESS ? CVode(c->own.memory, t1, c->y, &c->own.t, CV_ONE_STEP) : flag;
}

static SarStatus solve(SarIntegrator *integrator, double t1) {
  Cvode *c = integrator->engine;
  double t0 = sar_history_at(&integrator->history, 0)->t;
  SarStatus status = meaning(integrator, sar_sundials_steps(integrator, &c->own, t1, step));
  bool creeps = status == SAR_OK && c->own.t < t1 && c->own.t - t0 < integrator->min_step;
  return creeps ? SAR_NO_CONVERGENCE : status;
}

/* The split belongs to the newest node; where another one is chosen, CVODE begins anew with recovered values. */
static SarStatus ready(SarIntegrator *integrator, double t1) {
  Cvode *c = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  bool chosen = false;
  if (!c->split_current) SAR_TRY(check_split(integrator, &chosen));
  c->split_current = true;
  c->begun = chosen || !c->own.current || c->own.t != from->t;
  if (c->begun) SAR_TRY(begin(integrator, t1 - from->t));
  c->own.stopped = SAR_OK;
  return SAR_OK;
}

static SarStatus advance(SarIntegrator *integrator, double t1) {
  Cvode *c = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarNode *trial = sar_history_trial(&integrator->history);
  int order = 0;
  c->culprit = -1;
  SAR_TRY(ready(integrator, t1));
  SarStatus status = solve(integrator, t1);
  if (status > 0 && !c->begun) { /* its own dependent values may be too far off, or its step so short that it creeps,
                                  * after one that was cut to end on a crossing: the same from recovered ones */
    count(integrator);
    c->own.current = false;
    c->culprit = -1;
    SAR_TRY(ready(integrator, t1));
    status = solve(integrator, t1);
  }
  double h = t1 - from->t;
  CVodeGetCurrentStep(c->own.memory, &h);
  count(integrator);
  if (status == SAR_OK) {
    memcpy(trial->u, c->node.u, (size_t)sar_sizes_unknowns(&integrator->problem->n) * sizeof *trial->u);
    status = recover(integrator, c->own.t, N_VGetArrayPointer(c->y), trial);
    if (status == SAR_OK) {
      status = sar_pose_look(integrator, &c->index1);
      if (status == SAR_SINGULAR) c->culprit = c->index1.culprit;
    }
  }
  if (status != SAR_OK) return sar_sundials_failed(integrator, &c->own, t1, h, status);
  for (int32_t b = 0, k = 0; b < integrator->problem->nblocks; b++) { /* the turn of the whole step */
    const SarBlock *block = &integrator->problem->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) continue;
    SarQuat before = sar_quat_load(from->q + block->q), after = sar_quat_load(trial->q + block->q);
    sar_vec3_store(sar_quat_log(sar_quat_mul(sar_quat_conjugate(before), after)), trial->turn + 3 * k++);
  }
  CVodeGetLastOrder(c->own.memory, &order);
  integrator->predictor.order = order;
  integrator->proposed = h;
  return SAR_OK;
}

static void accept(SarIntegrator *integrator, double h) {
  Cvode *c = integrator->engine;
  (void)h;
  c->split_current = false;
}

/* The velocity component, or the state, that weighs most in the last error test. */
static int32_t culprit(SarIntegrator *integrator) {
  Cvode *c = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  if (CVodeGetEstLocalErrors(c->own.memory, c->errors) != CV_SUCCESS) return -1;
  if (CVodeGetErrWeights(c->own.memory, c->work) != CV_SUCCESS) return -1;
  const double *weight = N_VGetArrayPointer(c->work) + n->nq, *error = N_VGetArrayPointer(c->errors) + n->nq;
  int32_t heaviest = sar_heaviest(n->nv + n->nx, error, weight);
  return heaviest < n->nv ? heaviest : heaviest + n->np + n->nn;
}

static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  const Cvode *c = integrator->engine;
  (void)why;
  return c->culprit;
}

const SarFamily sar_family_cvode = {.name = "cvode",
                                    .index1 = true,
                                    .create = create,
                                    .destroy = destroy,
                                    .start = start,
                                    .advance = advance,
                                    .culprit = culprit,
                                    .blame = blame,
                                    .accept = accept};
