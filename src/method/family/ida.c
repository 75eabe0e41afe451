/* SUNDIALS IDA with KLU on the stabilised index-2 form in R^n (dae.h): an engine from outside, which shares with the
 * others only the equations and their derivatives. It chooses its steps and orders itself; step.c takes them as they
 * come (SarFamily.advance).
 *
 * Its state is that of the newest node, or it begins anew there: after a start, after a failure, and where a step has
 * to be repeated to end on a crossing. Then a step of the run consists of several steps of IDA.
 *
 * Errors are weighted so that IDA's norm, a root mean square over all n unknowns, is that of numerics 4 over positions,
 * velocities and states: positions over L and radians, velocities over these times the fastest rate so far. Algebraic
 * unknowns are left out of the error test, as is usual for index 2. Of them only e and z count where the corrector
 * stops: lambda, mu, eta and nu converge as v and q do, and over small steps they are noise. */
#include "method/family/ida.h"

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <string.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_sparse.h>
#include <sunnonlinsol/sunnonlinsol_newton.h>

#include "method/dae_matrix.h"
#include "method/family/sundials.h"
#include "method/norm.h"

#define CONVERGED 0.03       /* of the tolerance: left by the corrector */
#define ALGEBRAIC 0.1        /* the same of algebraic variables, relative to their size */
#define FIRST_NOTHING 1e-4   /* of that: a first correction that may be the last */
#define SLOWEST 0.9          /* rate of convergence, ... */
#define GROWTH 2             /* ... but a second correction may be larger than the first: rates of constraints follow */
#define STALLED 0.5          /* of the correction before: one that may be rounding */
#define NOISE 0.1            /* of what is allowed: the motion is solved, ... */
#define ALGEBRAIC_NOISE 1e-3 /* ... and algebraic variables, relative to their size, only follow its rounding */
#define MOST_ITERATIONS 10   /* of the corrector */

typedef struct Ida {
  SarSundials own;
  SarDae *dae;
  SarDaeMatrix *derivative;
  SUNContext sun;
  N_Vector y, rate, errors;
  N_Vector work; /* the kinds of unknowns, later weights */
  SUNMatrix matrix;
  SUNLinearSolver linear;
  SUNNonlinearSolver corrector;
  double first_change, last_change; /* of the running corrector */
  double *terms;                    /* absolute terms of the rows at the begin of the step (problem.h) */
  int32_t most;                     /* order */
} Ida;

/* ---- what IDA calls ---- */

static int residual(realtype t, N_Vector y, N_Vector rate, N_Vector r, void *self) {
  SarIntegrator *integrator = self;
  Ida *ida = integrator->engine;
  integrator->stats.residuals++;
  SarStatus status =
      sar_dae_residual(ida->dae, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), N_VGetArrayPointer(r));
  return sar_sundials_answer(&ida->own, status);
}

static int matrix(realtype t, realtype c, N_Vector y, N_Vector rate, N_Vector r, SUNMatrix out, void *self,
                  N_Vector work1, N_Vector work2, N_Vector work3) {
  SarIntegrator *integrator = self;
  Ida *ida = integrator->engine;
  const SarPattern *pattern = &ida->derivative->pattern;
  (void)r, (void)work1, (void)work2, (void)work3;
  integrator->stats.jacobians++;
  SarStatus status = sar_dae_matrix_evaluate(ida->derivative, t, N_VGetArrayPointer(y), N_VGetArrayPointer(rate), c,
                                             SUNSparseMatrix_Data(out));
  /* the pattern too: IDA clears it */
  sunindextype *column = SUNSparseMatrix_IndexPointers(out), *row = SUNSparseMatrix_IndexValues(out);
  for (int32_t j = 0; j <= pattern->ncolumns; j++) column[j] = pattern->column[j];
  for (int32_t k = 0; k < pattern->column[pattern->ncolumns]; k++) row[k] = pattern->row[k];
  return sar_sundials_answer(&ida->own, status);
}

static int weights(N_Vector y, N_Vector out, void *self) {
  const SarIntegrator *integrator = self;
  const Ida *ida = integrator->engine;
  const SarDae *dae = ida->dae;
  const SarSizes *n = &integrator->problem->n;
  double *weight = N_VGetArrayPointer(out), h = 0, over = 1 / integrator->options.tolerance;
  double motion = over * sqrt((double)dae->n / fmax(1, n->nv)), states = over * sqrt((double)dae->n / fmax(1, n->nx));
  double rate = sar_sundials_speed(integrator, &ida->own);
  (void)y;
  IDAGetCurrentStep(ida->own.memory, &h);
  memset(weight, 0, (size_t)dae->n * sizeof *weight);
  sar_sundials_position_weights(integrator, motion, NULL, 1, weight + dae->q);
  for (int32_t i = 0; i < n->nv; i++) {
    weight[dae->v + i] = motion * integrator->weight[i] / rate;
    weight[dae->e + i] = motion * integrator->weight[i] * fabs(h);
  }
  for (int32_t i = 0; i < n->nx; i++) weight[dae->x + i] = states * integrator->weight_x[i];
  return 0;
}

/* The largest correction of an algebraic variable over its size, or that of the terms it is the sum of, as a multiple
 * of the tolerance. */
static double algebraic_change(const SarIntegrator *integrator, N_Vector change) {
  const Ida *ida = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  const double *dz = N_VGetArrayPointer(change) + ida->dae->x + n->nx;
  N_Vector now = NULL;
  int32_t row = n->nv + n->np + n->nn + n->nx;
  double most = 0;
  if (n->nz == 0 || IDAGetCurrentY(ida->own.memory, &now) != IDA_SUCCESS) return 0;
  const double *z = N_VGetArrayPointer(now) + ida->dae->x + n->nx;
  for (int32_t i = 0; i < n->nz; i++) {
    double scale = fmax(ida->terms[row + i], fmax(integrator->scale_z[i], fmax(fabs(z[i]), fabs(z[i] + dz[i]))));
    if (fabs(dz[i]) > most * scale) most = fabs(dz[i]) / scale;
  }
  return most / integrator->options.tolerance;
}

/* IDA's test of the corrector, but for this: IDA is content with one iteration on the strength of a rate of convergence
 * seen many steps ago. What that leaves in the constraints is noise in its error estimates, which costs it orders and
 * steps. Algebraic variables are measured against themselves; they need not settle where they only follow the rounding
 * of a motion that is solved. */
static int converged(SUNNonlinearSolver solver, N_Vector y, N_Vector change, realtype tolerance, N_Vector weight,
                     void *self) {
  SarIntegrator *integrator = self;
  Ida *ida = integrator->engine;
  double motion = N_VWrmsNorm(change, weight), algebraic = algebraic_change(integrator, change);
  double size = fmax(motion, CONVERGED / ALGEBRAIC * algebraic), before = ida->last_change;
  int iteration = 0;
  (void)y;
  SUNNonlinSolGetCurIter(solver, &iteration);
  ida->last_change = size;
  if (size <= (iteration == 0 ? FIRST_NOTHING : 1) * tolerance) return SUN_NLS_SUCCESS;
  if (iteration == 0) {
    ida->first_change = size;
    return SUN_NLS_CONTINUE;
  }
  double rate = pow(size / ida->first_change, 1.0 / iteration);
  if (rate < 1 && rate / (1 - rate) * size <= tolerance) return SUN_NLS_SUCCESS;
  bool follows = motion <= NOISE * tolerance && algebraic * integrator->options.tolerance <= ALGEBRAIC_NOISE;
  if ((follows || motion <= FIRST_NOTHING * tolerance) && size > STALLED * before) return SUN_NLS_SUCCESS;
  return rate <= (iteration == 1 ? GROWTH : SLOWEST) ? SUN_NLS_CONTINUE : SUN_NLS_CONV_RECVR;
}

/* The pivots of another matrix may be zero in this one, as where a stop that was touched is left: SUNDIALS calls that a
 * failed corrector and shortens the step. New pivots are all it needs. */
static int factorise(SUNLinearSolver solver, SUNMatrix matrix) {
  int flag = SUNLinSolSetup_KLU(solver, matrix);
  if (flag != SUNLS_PACKAGE_FAIL_REC) return flag;
  if (SUNLinSol_KLUReInit(solver, matrix, 0, SUNKLU_REINIT_PARTIAL) != SUNLS_SUCCESS) return flag;
  return SUNLinSolSetup_KLU(solver, matrix);
}

/* ---- create, destroy ---- */

static bool allocate(SarIntegrator *integrator, Ida *ida) {
  ida->dae = sar_dae_create(integrator->arena, integrator->problem, integrator->stage.si2);
  ida->terms = SAR_NEW(integrator->arena, sar_sizes_unknowns(&integrator->problem->n), double);
  ida->derivative = ida->dae ? sar_dae_matrix_create(integrator->arena, ida->dae) : NULL;
  if (!ida->derivative || !ida->terms || SUNContext_Create(NULL, &ida->sun) != 0) return false;
  sunindextype n = ida->dae->n, entries = ida->derivative->pattern.column[n];
  ida->own.memory = IDACreate(ida->sun);
  ida->y = N_VNew_Serial(n, ida->sun);
  ida->rate = N_VNew_Serial(n, ida->sun);
  ida->work = N_VNew_Serial(n, ida->sun);
  ida->errors = N_VNew_Serial(n, ida->sun);
  ida->matrix = SUNSparseMatrix(n, n, entries, CSC_MAT, ida->sun);
  if (!ida->own.memory || !ida->y || !ida->rate || !ida->work || !ida->errors || !ida->matrix) return false;
  ida->linear = SUNLinSol_KLU(ida->y, ida->matrix, ida->sun);
  ida->corrector = SUNNonlinSol_Newton(ida->y, ida->sun);
  if (!ida->linear || !ida->corrector) return false;
  ida->linear->ops->setup = factorise;
  return true;
}

/* All that is set once, after IDAInit. */
static bool configure(SarIntegrator *integrator, Ida *ida) {
  void *memory = ida->own.memory;
  N_VConst(0, ida->y);
  N_VConst(0, ida->rate);
  sar_dae_kinds(ida->dae, N_VGetArrayPointer(ida->work));
  return IDASetErrHandlerFn(memory, sar_sundials_keep_message, &ida->own) == IDA_SUCCESS &&
         IDAInit(memory, residual, 0, ida->y, ida->rate) == IDA_SUCCESS &&
         IDASetUserData(memory, integrator) == IDA_SUCCESS && IDAWFtolerances(memory, weights) == IDA_SUCCESS &&
         IDASetLinearSolver(memory, ida->linear, ida->matrix) == IDA_SUCCESS &&
         IDASetJacFn(memory, matrix) == IDA_SUCCESS && IDASetNonlinearSolver(memory, ida->corrector) == IDA_SUCCESS &&
         SUNNonlinSolSetConvTestFn(ida->corrector, converged, integrator) == SUN_NLS_SUCCESS &&
         IDASetNonlinConvCoef(memory, CONVERGED) == IDA_SUCCESS && IDASetId(memory, ida->work) == IDA_SUCCESS &&
         IDASetSuppressAlg(memory, SUNTRUE) == IDA_SUCCESS && IDASetMaxOrd(memory, ida->most) == IDA_SUCCESS &&
         IDASetMaxErrTestFails(memory, SAR_SUNDIALS_FAILURES) == IDA_SUCCESS &&
         IDASetMaxNonlinIters(memory, MOST_ITERATIONS) == IDA_SUCCESS &&
         IDASetMaxConvFails(memory, SAR_SUNDIALS_FAILURES) == IDA_SUCCESS;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarIdaTable *table = choice->table->coefficients;
  Ida *ida = SAR_NEW(integrator->arena, 1, Ida);
  if (!ida) return sar_report_no_memory(integrator->context);
  integrator->engine = ida;
  ida->most = table->max_order(choice);
  if (!allocate(integrator, ida) || !configure(integrator, ida)) return sar_report_no_memory(integrator->context);
  return SAR_OK;
}

static void destroy(SarIntegrator *integrator) {
  Ida *ida = integrator->engine;
  if (!ida) return;
  if (ida->own.memory) IDAFree(&ida->own.memory);
  if (ida->corrector) SUNNonlinSolFree(ida->corrector);
  if (ida->linear) SUNLinSolFree(ida->linear);
  if (ida->matrix) SUNMatDestroy(ida->matrix);
  N_Vector vectors[4] = {ida->y, ida->rate, ida->work, ida->errors};
  for (int i = 0; i < 4; i++) {
    if (vectors[i]) N_VDestroy(vectors[i]);
  }
  if (ida->sun) SUNContext_Free(&ida->sun);
}

/* ---- steps ---- */

static void start(SarIntegrator *integrator) {
  Ida *ida = integrator->engine;
  sar_sundials_start(integrator, &ida->own);
}

/* Begins anew at the newest node. */
static SarStatus begin(SarIntegrator *integrator, double longest) {
  Ida *ida = integrator->engine;
  const SarNode *node = sar_history_at(&integrator->history, 0);
  double h = sar_sundials_begin(integrator, &ida->own, longest);
  sar_dae_pack(ida->dae, node, N_VGetArrayPointer(ida->y), N_VGetArrayPointer(ida->rate));
  bool ready = IDAReInit(ida->own.memory, node->t, ida->y, ida->rate) == IDA_SUCCESS &&
               IDASetInitStep(ida->own.memory, h) == IDA_SUCCESS &&
               IDASetMinStep(ida->own.memory, integrator->min_step) == IDA_SUCCESS;
  ida->own.current = ready;
  return ready ? SAR_OK : sar_report_no_memory(integrator->context);
}

/* Whether to try again with a shorter step. */
static SarStatus meaning(const SarIntegrator *integrator, int flag) {
  const Ida *ida = integrator->engine;
  if (flag >= 0) return SAR_OK;
  if (ida->own.stopped < 0) return ida->own.stopped;
  switch (flag) {
    case IDA_ERR_FAIL:
    case IDA_TOO_MUCH_ACC: return SAR_ERROR_TOO_LARGE;
    case IDA_LSETUP_FAIL:
    case IDA_LSOLVE_FAIL: return SAR_SINGULAR;
    case IDA_CONV_FAIL:
    case IDA_NLS_FAIL: return SAR_NO_CONVERGENCE;
    case IDA_REP_RES_ERR:
    case IDA_FIRST_RES_FAIL:
    case IDA_RES_FAIL: return SAR_RETRY;
    default: return sar_sundials_report(integrator, &ida->own, "IDA", flag);
  }
}

static void count(SarIntegrator *integrator) {
  Ida *ida = integrator->engine;
  SarSundialsCounts now = ida->own.counts;
  IDAGetNumNonlinSolvIters(ida->own.memory, &now.iterations);
  IDAGetNumJacEvals(ida->own.memory, &now.matrices);
  IDAGetNumLinSolvSetups(ida->own.memory, &now.factorisations);
  IDAGetNumErrTestFails(ida->own.memory, &now.errors);
  IDAGetNumStepSolveFails(ida->own.memory, &now.corrector);
  SarSundialsCounts since = sar_sundials_count(integrator, &ida->own, now);
  integrator->stats.solves += since.iterations;
  integrator->stats.factorisations += since.factorisations;
  integrator->newton.any_new_matrix |= since.matrices > 0;
}

static int step(void *engine, double t1) {
  Ida *ida = engine;
  int flag = IDASetStopTime(ida->own.memory, t1);
  return flag == IDA_SUCCESS ? IDASolve(ida->own.memory, t1, &ida->own.t, ida->y, ida->rate, IDA_ONE_STEP) : flag;
}

static SarStatus advance(SarIntegrator *integrator, double t1) {
  Ida *ida = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarNode *trial = sar_history_trial(&integrator->history);
  int order = 0;
  if (!ida->own.current || ida->own.t != from->t) SAR_TRY(begin(integrator, t1 - from->t));
  ida->own.stopped = SAR_OK;
  if (integrator->problem->n.nz > 0) {
    SarPoint at = sar_node_point(integrator->problem, from);
    SAR_TRY(integrator->problem->ops->magnitude(integrator->problem, &at, ida->terms));
  }
  SarStatus status = meaning(integrator, sar_sundials_steps(integrator, &ida->own, t1, step));
  double h = t1 - from->t;
  IDAGetCurrentStep(ida->own.memory, &h);
  count(integrator);
  if (status != SAR_OK) return sar_sundials_failed(integrator, &ida->own, t1, h, status);
  sar_dae_unpack(ida->dae, ida->own.t, N_VGetArrayPointer(ida->y), N_VGetArrayPointer(ida->rate), from, trial);
  IDAGetLastOrder(ida->own.memory, &order);
  integrator->predictor.order = order;
  integrator->proposed = h;
  return SAR_OK;
}

/* The coordinate whose position or velocity, or the state, that weighs most in the last error test. */
static int32_t culprit(SarIntegrator *integrator) {
  Ida *ida = integrator->engine;
  const SarDae *dae = ida->dae;
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  if (IDAGetEstLocalErrors(ida->own.memory, ida->errors) != IDA_SUCCESS) return -1;
  if (IDAGetErrWeights(ida->own.memory, ida->work) != IDA_SUCCESS) return -1;
  const double *weight = N_VGetArrayPointer(ida->work);
  const double *error = N_VGetArrayPointer(ida->errors);
  int32_t heaviest = sar_heaviest(dae->e, error, weight), state = sar_heaviest(n->nx, error + dae->x, weight + dae->x);
  bool states = state >= 0 && (heaviest < 0 || fabs(error[dae->x + state] * weight[dae->x + state]) >
                                                   fabs(error[heaviest] * weight[heaviest]));
  if (states) return n->nv + n->np + n->nn + state;
  if (heaviest >= dae->v) return heaviest - dae->v;
  for (int32_t b = 0; heaviest >= 0 && b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t k = heaviest - block->q, most = block->kind == SAR_BLOCK_PLAIN ? block->count : 4;
    if (k < 0 || k >= most) continue;
    return block->kind == SAR_BLOCK_PLAIN ? block->v + k : block->v + (k > 0 ? k - 1 : 0);
  }
  return -1;
}

static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  (void)integrator, (void)why;
  return -1;
}

const SarFamily sar_family_ida = {.name = "ida",
                                  .si2 = true,
                                  .create = create,
                                  .destroy = destroy,
                                  .start = start,
                                  .advance = advance,
                                  .culprit = culprit,
                                  .blame = blame};
