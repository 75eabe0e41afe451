/* Adams-Bashforth, Adams-Moulton predictor-corrector and the modified predictor-corrector with fixed steps (paper 5),
 * PECE, on the index-1 system with Baumgarte's stabilisation. Velocities and states are integrated as they stand,
 * positions in the chart around the last accepted configuration, where earlier points have the rates T^-1(g_j) omega_j.
 *
 * The formulas are for equal steps. Where there are not enough of them, at a start, after an event and in a step that
 * must be shorter, a Runge-Kutta-Fehlberg formula is repeated in substeps so short that its error is rounding (numerics
 * 8): it costs some evaluations and no accuracy. */
#include "method/family/adams_fixed.h"

#include <float.h>
#include <math.h>

#include "base/rotation.h"
#include "method/cayley.h"
#include "method/family/runge_kutta.h"
#include "method/norm.h"

#define EQUAL 1e-9                  /* relative difference of two steps that count as equal, ... */
#define OF_TIME (4 * DBL_EPSILON)   /* ... and what the rounding of the time adds to it */
#define ROUNDING (10 * DBL_EPSILON) /* error of a substep of the start (numerics 8) */
/* Of the estimated error of one substep as long as the step, which is of h^5. What the formula of order 5 that is taken
 * errs by, h^6, falls as much: n substeps, 16 for this number, leave h^6/n^5. The formulas to come are of order 6 at
 * most and err by h^7 in a step: more than that wherever a step is not a millionth of the time in which the motion
 * changes.
 */
#define EXACT 1e-6
#define SLOW 1e-3 /* in L or rad, per step: velocities are not measured against less, at rest they are rounding */
#define MOST_SUBSTEPS 4096
#define MARGIN 1.1     /* substeps are made that much shorter than the last error asks for */
#define UNCHANGED 0.5  /* an error that falls to no less than this with shorter substeps is rounding itself, ... */
#define NOISE 1e-9     /* ... if it is not larger than this */
#define USABLE 1e-6    /* error of the shortest substeps with which a run may go on */
#define LARGEST_TURN 1 /* rad in all substeps: they are exact in any step, but what comes between two steps is not */

typedef struct Engine {
  SarExplicit explicit;
  SarRungeKutta start;
  SarAdams formula;
  SarRates rates[SAR_ADAMS_STEPS], predicted;
  SarNode between[2]; /* ends of substeps */
} Engine;

/* ---- weights ---- */

double sar_adams_integral(int32_t k, bool implicit) {
  /* s (s+1) ... (s+k-1)/k!, or (s-1) s ... (s+k-2)/k! (eqs 13, 14), by its coefficients */
  double polynomial[SAR_ADAMS_STEPS + 2] = {1}, sum = 0, factorial = 1;
  for (int32_t i = 0; i < k; i++) {
    double root = implicit ? i - 1 : i;
    for (int32_t m = i + 1; m >= 0; m--) polynomial[m] = root * polynomial[m] + (m > 0 ? polynomial[m - 1] : 0);
    factorial *= i + 1;
  }
  for (int32_t m = 0; m <= k; m++) sum += polynomial[m] / (m + 1);
  return sum / factorial;
}

/* sum over k < count of integral_k nabla^k f, as weights of f, f one step back, ... (eqs 4, 5, 8, 9). */
static void from_differences(int32_t count, bool implicit, double *weights) {
  for (int32_t j = 0; j < count; j++) weights[j] = 0;
  for (int32_t k = 0; k < count; k++) {
    double integral = sar_adams_integral(k, implicit), binomial = 1;
    for (int32_t j = 0; j <= k; j++) {
      weights[j] += (j % 2 ? -binomial : binomial) * integral;
      binomial = binomial * (k - j) / (j + 1);
    }
  }
}

void sar_adams_formula(SarAdamsKind kind, int32_t k, SarAdams *out) {
  *out = (SarAdams){.steps = k, .corrected = kind != SAR_ADAMS_BASHFORTH};
  from_differences(k, false, out->predictor);
  if (!out->corrected) return;
  from_differences(k, true, out->corrector);
  if (kind == SAR_ADAMS_CORRECTED) return;
  double w1 = -sar_adams_integral(k, true), w2 = sar_adams_integral(k, false), sum = w1 + w2; /* eq (21) */
  for (int32_t j = 0; j <= k; j++) {
    double predictor = j > 0 ? out->predictor[j - 1] : 0;
    out->corrector[j] = (w1 * predictor + w2 * out->corrector[j]) / sum; /* eq (27c) */
  }
}

/* ---- create ---- */

static bool allocate(SarIntegrator *integrator, Engine *engine) {
  SarArena *arena = integrator->arena;
  const SarProblem *problem = integrator->problem;
  bool complete = sar_runge_kutta_create(arena, problem, &sar_runge_kutta_fehlberg, &engine->start) &&
                  sar_rates_create(arena, problem, &engine->predicted);
  for (int32_t j = 0; j < engine->formula.steps; j++) {
    complete = complete && sar_rates_create(arena, problem, &engine->rates[j]);
  }
  for (int32_t i = 0; i < 2; i++) {
    complete = complete && sar_node_create(arena, problem, sar_stage_unknowns(&integrator->stage), &engine->between[i]);
  }
  return complete;
}

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  const SarAdamsTable *table = choice->table->coefficients;
  Engine *engine = SAR_NEW(integrator->arena, 1, Engine);
  double limit;
  if (!engine) return sar_report_no_memory(integrator->context);
  integrator->engine = engine;
  sar_adams_formula(table->kind, table->steps, &engine->formula);
  if (!allocate(integrator, engine)) return sar_report_no_memory(integrator->context);
  SAR_TRY(sar_explicit_create(integrator, &engine->explicit));
  SAR_TRY(integrator->stability_limit(integrator->context, choice, &limit));
  return sar_baumgarte_choose(integrator->context, choice, limit, integrator->options.fixed_step,
                              &engine->explicit.baumgarte);
}

/* ---- a step of the method ---- */

/* y = y_n + h sum weights[j] f_{n-j}, and h first f(y_P) where there is a predicted point. */
static void combine(Engine *engine, double h, double first, const double *weights, const SarNode *from, SarNode *to) {
  SarExplicit *e = &engine->explicit;
  sar_explicit_return(e, from, to);
  if (first != 0) sar_explicit_add(e, h * first, &engine->predicted, to);
  for (int32_t j = 0; j < engine->formula.steps; j++) sar_explicit_add(e, h * weights[j], &engine->rates[j], to);
}

static SarStatus adams_step(SarIntegrator *integrator, double h) {
  Engine *engine = integrator->engine;
  SarExplicit *e = &engine->explicit;
  const SarAdams *f = &engine->formula;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  SarNode *trial = sar_history_trial(&integrator->history);
  sar_explicit_begin(from, trial);
  for (int32_t j = 0; j < f->steps; j++) {
    SAR_TRY(sar_explicit_rates_of(e, from, sar_history_at(&integrator->history, j), &engine->rates[j]));
  }
  combine(engine, h, 0, f->predictor, from, trial);
  SAR_TRY(sar_explicit_move(e, from, trial));
  SAR_TRY(sar_explicit_evaluate(e, trial, &engine->predicted));
  if (!f->corrected) return SAR_OK;
  combine(engine, h, f->corrector[0], f->corrector + 1, from, trial);
  SAR_TRY(sar_explicit_move(e, from, trial));
  return sar_explicit_evaluate(e, trial, NULL);
}

/* ---- a step before there are enough equal ones ---- */

/* The largest angle that a body turns by on the way to a node. */
static double turned(const SarProblem *problem, const SarNode *node) {
  double most = 0;
  for (int32_t k = 0; k < problem->nrotations; k++) most = fmax(most, sar_norm(sar_vec3_load(node->turn + 3 * k)));
  return most;
}

/* Of positions, of velocities over the largest, and of states. */
static double error_of_substep(const SarRungeKutta *rk, const SarIntegrator *integrator, double h) {
  const SarSizes *n = &integrator->problem->n;
  double rate = fmax(sar_explicit_velocity_scale(integrator), SLOW / h), error = 0;
  double parts[] = {sar_rms(n->nv, rk->error.xi, integrator->weight),
                    sar_rms(n->nv, rk->error.v, integrator->weight) / rate,
                    sar_rms(n->nx, rk->error.x, integrator->weight_x)};
  for (size_t i = 0; i < sizeof parts / sizeof *parts && !isnan(error); i++) {
    if (!(parts[i] <= error)) error = parts[i]; /* a nan is kept */
  }
  return error;
}

/* `count` substeps; *error: the largest of them. A body that has turned around is where it was: all substeps together
 * must not turn it too far. */
static SarStatus substeps(SarIntegrator *integrator, double h, int32_t count, double *error) {
  Engine *engine = integrator->engine;
  const SarNode *first = sar_history_at(&integrator->history, 0), *from = first;
  SarNode *trial = sar_history_trial(&integrator->history);
  double end = trial->t, turn = 0;
  *error = 0;
  for (int32_t i = 1; i <= count; i++) {
    SarNode *to = i == count ? trial : &engine->between[i % 2];
    double t1 = i == count ? end : first->t + h * i / count;
    SAR_TRY(sar_runge_kutta_step(&engine->start, &engine->explicit, from, h / count, t1, SAR_PROJECTED_NOT, to));
    *error = fmax(*error, error_of_substep(&engine->start, integrator, h));
    turn += turned(integrator->problem, to);
    if (!(turn <= LARGEST_TURN)) return SAR_ROTATION_TOO_LARGE;
    from = to;
  }
  if (count == 1) return SAR_OK;
  SarExplicit *e = &engine->explicit; /* the turn of the whole step */
  sar_cayley_place(integrator->problem, first->q, trial->q, trial->v, e->xi, e->place);
  return sar_explicit_move(e, first, trial);
}

/* As many as bring the error of each down to rounding, or to far less than the formulas to come err by in such a step.
 */
static SarStatus begin_step(SarIntegrator *integrator, double h) {
  double end = sar_history_trial(&integrator->history)->t, before = INFINITY, error, enough = 0;
  for (int32_t count = 1;;) {
    sar_history_trial(&integrator->history)->t = end;
    SarStatus status = substeps(integrator, h, count, &error);
    if (status < 0) return status;
    bool failed = status != SAR_OK || !isfinite(error); /* shorter ones may do */
    bool noise = error <= NOISE && error > UNCHANGED * before;
    if (!failed && enough == 0) enough = fmin(USABLE, fmax(ROUNDING, EXACT * error));
    if (!failed && (error <= enough || noise)) return SAR_OK;
    if (count == MOST_SUBSTEPS && status != SAR_OK) return status;
    if (count == MOST_SUBSTEPS) return error <= USABLE ? SAR_OK : SAR_ERROR_TOO_LARGE;
    before = failed ? INFINITY : error;
    double factor = failed ? 2 : fmin(16, MARGIN * pow(error / enough, 0.2));
    count = (int32_t)fmin(MOST_SUBSTEPS, ceil(count * fmax(factor, 1.25)));
  }
}

/* Are the last points, with this step, equally far apart? */
static bool equal_steps(const SarIntegrator *integrator, int32_t steps, double h) {
  const SarHistory *history = &integrator->history;
  if (history->count < steps) return false;
  for (int32_t k = 0; k + 1 < steps; k++) {
    double t = sar_history_at(history, k)->t, step = t - sar_history_at(history, k + 1)->t;
    if (fabs(step - h) > EQUAL * h + OF_TIME * fabs(t)) return false;
  }
  return true;
}

static SarStatus attempt(SarIntegrator *integrator, double h) {
  const Engine *engine = integrator->engine;
  return equal_steps(integrator, engine->formula.steps, h) ? adams_step(integrator, h) : begin_step(integrator, h);
}

static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  const Engine *engine = integrator->engine;
  return sar_explicit_blame(&engine->explicit, why);
}

/* All that is needed stands in the history, and the pivots with the corrector. */
const SarFamily sar_family_adams_fixed = {.name = "adams-fixed",
                                          .explicit = true,
                                          .history = SAR_HISTORY_MOST,
                                          .create = create,
                                          .attempt = attempt,
                                          .blame = blame};
