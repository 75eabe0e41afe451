/* Radau IIA methods on second-order systems with constraints (numerics 2; Hairer and Wanner 1996, sections IV.8 and
 * VII.4). All stages lie in one chart around the begin of the step,
 *
 *   v_i = v_n + h sum a_ij a_j,   xi_i = h sum a_ij T^-1(xi_j) v_j,
 *
 * and all equations hold in every stage. Simplified Newton with the matrices M, D, K, B of the begin of the step is
 * split by the eigenvalues mu of A^-1 into a real and a complex system with c_v = h/mu, c_q = (h/mu)^2; rotations are
 * exact in the residual and straight (T = I) in the matrix. */
#include "method/family/radau.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "linear/complex.h"
#include "method/cayley.h"
#include "method/estimate.h"
#include "method/family/radau_coupled.h"
#include "method/norm.h"
#include "method/stopping.h"

#define S SAR_RADAU_STAGES
#define MOST_ITERATIONS 12
#define MOST_ITERATIONS_TO_FLOOR 60
#define FIRST 0.01         /* of what is allowed: a first correction that small may be the last */
#define STALLED 0.5        /* corrections that shrink less may be rounding */
#define MOST_GROWING 2     /* corrections in a row that grow: no longer noise */
#define MOST_TURNS 100     /* iterations for the positions */
#define LARGEST_CAYLEY 1.0 /* |g| */
#define WANDERING 1e-3     /* correction of an algebraic variable over its scale: it has found no solution yet */

typedef struct Radau {
  SarRadau r;
  SarNode inner[2][S]; /* stages but the last, of this step and of the one before */
  int32_t current;
  bool have_before;
  double *xi[S], *rate[S], *residual[S], *correction[S];
  double *largest_z[S];               /* of each algebraic variable's values in this solve */
  double *constant, *linear, *square; /* values of the problem's matrix J0 + c J1 + c^2 J2 */
  double *rates;                      /* si2: position rows of the rates' derivatives */
  double *values, *right;             /* of the real system */
  double *magnitude;                  /* absolute terms of the rows of one stage */
  double complex *complex_values, *complex_right;
  SarLinearComplex *complex_linear;
  SarRadauCoupled coupled;
  double *work; /* max(nv, nx) */
  SarLocalErrors local;
  bool states_decide;
} Radau;

static bool allocate(SarIntegrator *integrator, Radau *e) {
  const SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  SarArena *arena = integrator->arena;
  const SarPattern *whole = sar_stage_pattern(&integrator->stage);
  int32_t entries = problem->pattern.column[problem->pattern.ncolumns], all = whole->column[whole->ncolumns];
  int32_t unknowns = whole->ncolumns;
  bool complete = true;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    for (int32_t k = 0; k < 2; k++) complete = sar_node_create(arena, problem, unknowns, &e->inner[k][i]) && complete;
    e->xi[i] = SAR_NEW(arena, n->nv, double);
    e->rate[i] = SAR_NEW(arena, n->nv, double);
    e->residual[i] = SAR_NEW(arena, unknowns, double);
    e->correction[i] = SAR_NEW(arena, unknowns, double);
    e->largest_z[i] = SAR_NEW(arena, n->nz, double);
    complete = complete && e->xi[i] && e->rate[i] && e->residual[i] && e->correction[i] && e->largest_z[i];
  }
  e->constant = SAR_NEW(arena, entries, double);
  e->linear = SAR_NEW(arena, entries, double);
  e->square = SAR_NEW(arena, entries, double);
  e->rates = SAR_NEW(arena, integrator->stage.si2 ? entries : 0, double);
  e->values = SAR_NEW(arena, all, double);
  e->right = SAR_NEW(arena, unknowns, double);
  e->magnitude = SAR_NEW(arena, unknowns, double);
  e->complex_values = SAR_NEW(arena, all, double complex);
  e->complex_right = SAR_NEW(arena, unknowns, double complex);
  e->work = SAR_NEW(arena, n->nv > n->nx ? n->nv : n->nx, double);
  return complete && e->constant && e->linear && e->square && e->rates && e->values && e->right && e->magnitude &&
         e->complex_values && e->complex_right && e->work;
}

static void position_errors(SarIntegrator *integrator, double h);
static void state_errors(SarIntegrator *integrator, double h);

static SarStatus create(SarIntegrator *integrator, const SarMethodChoice *choice) {
  Radau *e = SAR_NEW(integrator->arena, 1, Radau);
  if (!e) return sar_report_no_memory(integrator->context);
  integrator->engine = e;
  integrator->stage.map = SAR_MAP_CAYLEY;
  sar_radau_derive(choice->table->coefficients, &e->r);
  if (!allocate(integrator, e)) return sar_report_no_memory(integrator->context);
  SAR_TRY(sar_radau_coupled_create(integrator, &e->r.t, &e->coupled));
  e->local = (SarLocalErrors){
      .positions = position_errors, .states = state_errors, .errors = e->work, .power = e->r.t.stages + 1, .scale = 1};
  return sar_linear_complex_create(integrator->context, sar_stage_pattern(&integrator->stage), &e->complex_linear);
}

static void destroy(SarIntegrator *integrator) {
  Radau *e = integrator->engine;
  if (!e) return;
  sar_linear_complex_destroy(&e->complex_linear);
  sar_radau_coupled_destroy(&e->coupled);
}

static void start(SarIntegrator *integrator) { ((Radau *)integrator->engine)->have_before = false; }

static SarNode *stage_node(SarIntegrator *integrator, int32_t i) {
  Radau *e = integrator->engine;
  return i + 1 == e->r.t.stages ? sar_history_trial(&integrator->history) : &e->inner[e->current][i];
}

/* J0, J1 and J2 at a node: the matrix is a polynomial in c = h/mu. */
static SarStatus evaluate_matrices(SarIntegrator *integrator, const SarNode *node) {
  Radau *e = integrator->engine;
  SarProblem *problem = integrator->problem;
  int32_t entries = problem->pattern.column[problem->pattern.ncolumns];
  SarPoint at = sar_node_point(problem, node);
  SarWeights constant = {.a = 1, .xdot = 1, .velocity_x = 1}, linear = constant, square = constant;
  linear.v = linear.x = linear.velocity_q = 1;
  square.q = 1;
  integrator->stats.jacobians++;
  SAR_TRY(problem->ops->jacobian(problem, &at, &constant, e->constant));
  SAR_TRY(problem->ops->jacobian(problem, &at, &linear, e->linear));
  SAR_TRY(problem->ops->jacobian(problem, &at, &square, e->square));
  if (integrator->stage.si2)
    SAR_TRY(problem->ops->jacobian(problem, &at, &(SarWeights){.rows = SAR_ROWS_VELOCITY}, e->rates));
  for (int32_t k = 0; k < entries; k++) {
    e->linear[k] -= e->constant[k];
    e->square[k] -= e->constant[k];
    if (!isfinite(e->constant[k] + e->linear[k] + e->square[k])) return SAR_RETRY;
  }
  return SAR_OK;
}

/* The matrix of si2 (si2.h) for c = c_v = c_e and c_q = c^2, as a polynomial in c. */
static void stabilised_values(const SarIntegrator *integrator, double complex c) {
  const Radau *e = integrator->engine;
  const SarSi2 *si2 = integrator->stage.si2;
  const SarPattern *p = &integrator->problem->pattern;
  const SarSizes *n = &integrator->problem->n;
  double complex *values = e->complex_values;
  for (int32_t k = 0; k < si2->pattern.column[si2->pattern.ncolumns]; k++) values[k] = 0;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      int32_t i = p->row[k];
      bool position = i >= n->nv && i < n->nv + n->np, velocity = i >= n->nv + n->np && i < n->nv + n->np + n->nn;
      double complex index3 = e->constant[k] + c * (e->linear[k] + c * e->square[k]);
      values[si2->own[k]] += position && j < n->nv ? c * e->constant[k] : index3;
      if (si2->e[k] >= 0) values[si2->e[k]] += position ? e->constant[k] : velocity ? e->linear[k] : c * e->square[k];
      if (si2->rate[k] >= 0) values[si2->rate[k]] += e->constant[k] + c * e->rates[k];
      if (si2->mass[k] >= 0) values[si2->mass[k]] += position ? e->rates[k] : e->constant[k];
      if (si2->eta[k] >= 0) values[si2->eta[k]] += e->constant[k];
    }
  }
  sar_si2_support(si2, integrator->problem, c, values);
}

static void index3_values(const SarIntegrator *integrator, double complex c) {
  const Radau *e = integrator->engine;
  const SarPattern *p = &integrator->problem->pattern;
  for (int32_t k = 0; k < p->column[p->ncolumns]; k++) {
    e->complex_values[k] = e->constant[k] + c * (e->linear[k] + c * e->square[k]);
  }
}

static SarStatus factor(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const SarPattern *whole = sar_stage_pattern(&integrator->stage);
  integrator->newton.any_new_matrix = true;
  for (int32_t m = 0; m < e->r.nmodes; m++) {
    double complex c = h / e->r.mode[m].mu;
    bool real = m == 0 && e->r.has_real;
    integrator->stats.factorisations++;
    if (integrator->stage.si2) {
      stabilised_values(integrator, c);
    } else {
      index3_values(integrator, c);
    }
    for (int32_t k = 0; real && k < whole->column[whole->ncolumns]; k++) e->values[k] = creal(e->complex_values[k]);
    SAR_TRY(real ? sar_linear_factor(integrator->linear, e->values)
                 : sar_linear_complex_factor(e->complex_linear, e->complex_values));
  }
  return SAR_OK;
}

/* xi_i = h sum a_ij T^-1(xi_j) v_j by iteration: plain coordinates at once, rotations as fast as h omega is small. */
static SarStatus solve_positions(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const SarProblem *problem = integrator->problem;
  int32_t nv = problem->n.nv, s = e->r.t.stages;
  for (int32_t k = 0; k < MOST_TURNS; k++) {
    double change = 0, largest = 0;
    for (int32_t i = 0; i < s; i++) {
      const double *carrier = sar_stage_carrier(&integrator->stage, stage_node(integrator, i));
      sar_cayley_rate(problem, e->xi[i], carrier, e->rate[i]);
    }
    for (int32_t i = 0; i < s; i++) {
      for (int32_t m = 0; m < nv; m++) {
        double sum = 0;
        for (int32_t j = 0; j < s; j++) sum += e->r.t.a[i][j] * e->rate[j][m];
        change = fmax(change, fabs(h * sum - e->xi[i][m]));
        e->xi[i][m] = h * sum;
        largest = fmax(largest, fabs(e->xi[i][m]));
      }
    }
    if (!isfinite(largest)) return SAR_ROTATION_TOO_LARGE;
    if (change <= 4 * DBL_EPSILON * largest) return SAR_OK;
  }
  return SAR_ROTATION_TOO_LARGE;
}

static bool turns_too_far(const SarProblem *problem, const double *xi) {
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const double *g = xi + problem->blocks[b].v;
    bool rotation = problem->blocks[b].kind == SAR_BLOCK_ROTATION;
    if (rotation && !(g[0] * g[0] + g[1] * g[1] + g[2] * g[2] <= LARGEST_CAYLEY)) return true;
  }
  return false;
}

/* All stages' points from their unknowns, and the residuals there. */
static SarStatus evaluate(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  SarProblem *problem = integrator->problem;
  const SarSizes *n = &problem->n;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  int32_t s = e->r.t.stages, states = n->nv + n->np + n->nn;
  for (int32_t i = 0; i < s; i++) {
    SarNode *node = stage_node(integrator, i);
    for (int32_t m = 0; m < n->nv; m++) node->v[m] = from->v[m];
    for (int32_t m = 0; m < n->nx; m++) node->x[m] = from->x[m];
    for (int32_t j = 0; j < s; j++) {
      const double *u = stage_node(integrator, j)->u;
      double share = h * e->r.t.a[i][j];
      for (int32_t m = 0; m < n->nv; m++) node->v[m] += share * u[m];
      for (int32_t m = 0; m < n->nx; m++) node->x[m] += share * u[states + m];
    }
  }
  SAR_TRY(solve_positions(integrator, h));
  for (int32_t i = 0; i < s; i++) {
    SarNode *node = stage_node(integrator, i);
    if (turns_too_far(problem, e->xi[i])) return SAR_ROTATION_TOO_LARGE;
    sar_cayley_advance(problem, from->q, e->xi[i], node->q, node->turn);
    integrator->stage.node = node;
    integrator->stats.residuals++;
    SAR_TRY(sar_stage_residual(&integrator->stage, e->residual[i]));
  }
  return SAR_OK;
}

/* The system of one mode: right-hand side from all stages, solution back to all stages. */
static void solve_mode(SarIntegrator *integrator, const SarRadauMode *mode, bool real, double h) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  bool si2 = integrator->stage.si2;
  int32_t unknowns = sar_stage_unknowns(&integrator->stage), s = e->r.t.stages, rates = sar_sizes_unknowns(n) + n->nv;
  double complex over_v = mode->mu / h, over_q = si2 ? over_v : over_v * over_v;
  for (int32_t k = 0; k < unknowns; k++) {
    bool position = k >= n->nv && k < n->nv + n->np;
    bool velocity = (k >= n->nv + n->np && k < n->nv + n->np + n->nn) || (si2 && k >= rates);
    double complex sum = 0;
    for (int32_t i = 0; i < s; i++) sum -= mode->left[i] * e->residual[i][k];
    e->complex_right[k] = position ? over_q * sum : velocity ? over_v * sum : sum;
    e->right[k] = creal(e->complex_right[k]);
  }
  integrator->stats.solves++;
  if (real) {
    sar_linear_solve(integrator->linear, e->right);
  } else {
    sar_linear_complex_solve(e->complex_linear, e->complex_right);
  }
  for (int32_t i = 0; i < s; i++) { /* a complex mode and its conjugate: twice the real part */
    for (int32_t k = 0; k < unknowns; k++) {
      e->correction[i][k] +=
          real ? creal(mode->right[i]) * e->right[k] : 2 * creal(mode->right[i] * e->complex_right[k]);
    }
  }
}

static void solve_modes(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  int32_t unknowns = sar_stage_unknowns(&integrator->stage);
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    for (int32_t k = 0; k < unknowns; k++) e->correction[i][k] = 0;
  }
  for (int32_t m = 0; m < e->r.nmodes; m++) solve_mode(integrator, &e->r.mode[m], m == 0 && e->r.has_real, h);
}

/* All stages at once, with the matrices of their points. */
static SarStatus solve_coupled(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const SarRadauParts parts = {e->constant, e->linear, e->square, e->rates};
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    SAR_TRY(evaluate_matrices(integrator, stage_node(integrator, i)));
    sar_radau_coupled_place(&e->coupled, &integrator->stage, i, h, &parts);
  }
  integrator->stats.factorisations++;
  SAR_TRY(sar_radau_coupled_factor(&e->coupled));
  integrator->stats.solves++;
  sar_radau_coupled_solve(&e->coupled, &integrator->stage, h, e->residual, e->correction);
  return SAR_OK;
}

/* Before the first correction. */
static void begin_largest_z(SarIntegrator *integrator) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    const double *z = stage_node(integrator, i)->u + n->nv + n->np + n->nn + n->nx;
    for (int32_t k = 0; k < n->nz; k++) e->largest_z[i][k] = fabs(z[k]);
  }
}

/* One correction of all stages; *size: the largest of them, in multiples of what is allowed; *size_z: of algebraic
 * variables, over their scale. */
static SarStatus correct(SarIntegrator *integrator, double h, const SarNewtonTest *test, bool coupled, double *size,
                         double *size_z) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  int32_t unknowns = sar_stage_unknowns(&integrator->stage), states = n->nv + n->np + n->nn;
  if (coupled) {
    SAR_TRY(solve_coupled(integrator, h));
  } else {
    solve_modes(integrator, h);
  }
  integrator->stats.iterations++;
  integrator->newton.all_iterations++;
  *size = *size_z = 0;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    double *u = stage_node(integrator, i)->u, *du = e->correction[i];
    if (!sar_all_finite(unknowns, du)) return SAR_RETRY;
    for (int32_t k = 0; k < unknowns; k++) u[k] += du[k];
    *size = fmax(*size, test->a * sar_rms(n->nv, du, test->weight));
    *size = fmax(*size, test->x * sar_rms(n->nx, du + states, test->weight_x));
    int32_t z = states + n->nx;
    *size_z = fmax(*size_z, sar_measure_z(n->nz, u + z, du + z, test->scale_z, e->largest_z[i]));
  }
  return SAR_OK;
}

/* Sets rows within rounding of their absolute terms to zero, as the corrector of single stages does (newton.c): all of
 * them is the floor. */
static SarStatus drop_noise(SarIntegrator *integrator, bool *at_floor) {
  Radau *e = integrator->engine;
  *at_floor = true;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    integrator->stage.node = stage_node(integrator, i);
    SAR_TRY(sar_stage_magnitude(&integrator->stage, e->magnitude));
    for (int32_t k = 0; k < sar_stage_unknowns(&integrator->stage); k++) {
      bool noise = fabs(e->residual[i][k]) <= SAR_NEWTON_FLOOR * e->magnitude[k];
      if (noise) e->residual[i][k] = 0;
      *at_floor = *at_floor && noise;
    }
  }
  return SAR_OK;
}

static bool all_rounding(SarIntegrator *integrator, const SarNewtonTest *test) {
  Radau *e = integrator->engine;
  bool all = true;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    all = all && sar_newton_is_rounding(&integrator->stage, e->correction[i], test);
  }
  return all;
}

/* Only algebraic variables are left to settle: constraints hold, and the rounding of what is left of them would shake
 * velocities, and with them variables that are small because these are (newton.c). */
static void leave_constraints(SarIntegrator *integrator) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  int32_t all = sar_stage_unknowns(&integrator->stage), first = sar_sizes_unknowns(n) + n->nv;
  for (int32_t i = 0; i < e->r.t.stages; i++) {
    for (int32_t k = n->nv; k < n->nv + n->np + n->nn; k++) e->residual[i][k] = 0;
    for (int32_t k = first; k < all; k++) e->residual[i][k] = 0;
  }
}

/* Rows of variables that change by what is left in them when the motion is moved by its rounding are solved
 * (newton_last.c): `left` is zero there then. */
static SarStatus drop_shaken(SarIntegrator *integrator, double h, const SarNewtonTest *test, int32_t z) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  int32_t s = e->r.t.stages;
  for (int pattern = 0; pattern < SAR_SHAKES; pattern++) {
    for (int32_t i = 0; i < s; i++)
      sar_shake(n->nv, test->weight_of_places, h * h, pattern, 1, stage_node(integrator, i)->u);
    SarStatus status = evaluate(integrator, h);
    for (int32_t i = 0; i < s; i++)
      sar_shake(n->nv, test->weight_of_places, h * h, pattern, -1, stage_node(integrator, i)->u);
    if (status != SAR_OK) return status < 0 ? status : SAR_NO_CONVERGENCE;
    for (int32_t i = 0; i < s; i++) {
      double *left = e->correction[i] + z;
      for (int32_t k = 0; k < n->nz; k++) {
        double moved = fabs(e->residual[i][z + k] - left[k]);
        if (fabs(left[k]) <= fmax(moved, SAR_NEWTON_FLOOR * e->largest_z[i][k])) left[k] = 0;
      }
    }
  }
  return SAR_OK;
}

/* Where all but variables is solved: is what keeps them from settling the rounding of the motion? */
static SarStatus only_shaken(SarIntegrator *integrator, double h, const SarNewtonTest *test) {
  Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  int32_t s = e->r.t.stages, z = n->nv + n->np + n->nn + n->nx;
  for (int32_t i = 0; i < s; i++) {
    if (!sar_rests(n, e->correction[i], test, h * h, h)) return SAR_NO_CONVERGENCE;
    memcpy(e->correction[i] + z, e->residual[i] + z, (size_t)n->nz * sizeof *e->residual[i]);
  }
  SAR_TRY(drop_shaken(integrator, h, test, z));
  for (int32_t i = 0; i < s; i++) {
    for (int32_t k = 0; k < n->nz; k++) {
      if (e->correction[i][z + k] != 0) return SAR_NO_CONVERGENCE;
    }
  }
  integrator->newton.any_at_floor = true;
  return evaluate(integrator, h);
}

/* A variable without a solution goes anywhere, also where nothing can be evaluated any more. */
static SarStatus unless_wandering(bool only_z, SarStatus status) {
  return only_z && status == SAR_RETRY ? SAR_NO_CONVERGENCE : status;
}

/* With `coupled`, every correction is Newton's own; else matrices and modes are those that were factorised before. */
static SarStatus iterate(SarIntegrator *integrator, double h, const SarNewtonTest *test, bool coupled) {
  double before = 0, size = 0, size_z = 0, rate = 0;
  int32_t most = test->floor ? MOST_ITERATIONS_TO_FLOOR : MOST_ITERATIONS, growing = 0;
  bool at_floor = false, enough = false; /* enough: what must be is reached, whatever follows makes it better */
  bool done = false;                     /* all but variables, which may have no solution any more */
  begin_largest_z(integrator);
  for (int32_t k = 1; k <= most; k++) {
    SAR_TRY(unless_wandering(done, evaluate(integrator, h)));
    if (done && !test->floor) leave_constraints(integrator);
    if (k > 2 && (rate > STALLED || test->floor)) SAR_TRY(drop_noise(integrator, &at_floor));
    at_floor = at_floor || (rate > STALLED && all_rounding(integrator, test));
    if (at_floor) integrator->newton.any_at_floor = true;
    if (at_floor) return SAR_OK;
    if (growing > MOST_GROWING) return SAR_NO_CONVERGENCE;
    SAR_TRY(unless_wandering(done, correct(integrator, h, test, coupled, &size, &size_z)));
    if (size == 0 && size_z <= WANDERING) return evaluate(integrator, h);
    rate = k > 1 && before > 0 ? size / before : 0;
    double left = k > 1 ? (rate < 1 ? rate / (1 - rate) * size : INFINITY) : size / FIRST;
    bool no_more = enough && rate > STALLED;
    enough = enough || left <= 1;
    done = done || no_more || (enough && left * test->tight <= 1);
    if (done && !test->floor && size_z <= WANDERING) return evaluate(integrator, h);
    growing = rate >= 1 && !done ? growing + 1 : 0;
    before = size;
  }
  SAR_TRY(unless_wandering(done, evaluate(integrator, h)));
  SAR_TRY(drop_noise(integrator, &at_floor));
  if (at_floor) integrator->newton.any_at_floor = true;
  if (at_floor || (enough && size_z <= WANDERING)) return SAR_OK;
  return done ? only_shaken(integrator, h, test) : SAR_NO_CONVERGENCE;
}

/* The unknowns of the stages from those of the step before. */
static void predict(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const SarNode *nodes[SAR_PREDICTOR_NODES], *from = sar_history_at(&integrator->history, 0);
  int32_t count = 0, s = e->r.t.stages;
  nodes[count++] = from;
  for (int32_t i = s - 2; e->have_before && i >= 0; i--) nodes[count++] = &e->inner[1 - e->current][i];
  if (e->have_before && count < SAR_PREDICTOR_NODES) nodes[count++] = sar_history_at(&integrator->history, 1);
  for (int32_t i = 0; i < s; i++) {
    SarNode *node = stage_node(integrator, i);
    if (i + 1 < s) node->t = from->t + e->r.t.c[i] * h;
    sar_predict(&integrator->predictor, integrator->problem, nodes, count, integrator->weight, integrator->weight_x,
                node);
    for (int32_t m = 0; m < integrator->problem->n.nv; m++) e->xi[i][m] = e->r.t.c[i] * h * from->v[m];
  }
}

/* Split into modes, with the matrices of one node for all stages. */
static SarStatus solve_split(SarIntegrator *integrator, double h, const SarNewtonTest *test, const SarNode *node) {
  SAR_TRY(evaluate_matrices(integrator, node));
  SAR_TRY(factor(integrator, h));
  predict(integrator, h);
  return iterate(integrator, h, test, false);
}

/* The begin of the step may be a singular pose, or far away: once more with the matrix of the predicted end, which is
 * then in the trial node. */
static SarStatus solve_at_end(SarIntegrator *integrator, double h, const SarNewtonTest *test) {
  predict(integrator, h);
  SAR_TRY(evaluate(integrator, h));
  return solve_split(integrator, h, test, sar_history_trial(&integrator->history));
}

static bool may_be_the_matrix(SarStatus status) { return status == SAR_NO_CONVERGENCE || status == SAR_SINGULAR; }

static SarStatus attempt(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  SarStage *stage = &integrator->stage;
  stage->c_v = stage->c_x = h / cabs(e->r.mode[0].mu);
  stage->c_q = stage->c_v * stage->c_v;
  SarNewtonTest test = sar_stopping_test_all(integrator, h);
  test.a *= test.left; /* what is left is all that is judged here */
  test.tight = test.tight > 0 ? test.tight / test.left : 0;
  SarStatus status = solve_split(integrator, h, &test, sar_history_at(&integrator->history, 0));
  if (may_be_the_matrix(status)) status = solve_at_end(integrator, h, &test);
  if (!may_be_the_matrix(status)) return status;
  /* No single matrix is good for all stages: there is a singular pose between them, or the step is very long. */
  predict(integrator, h);
  return iterate(integrator, h, &test, true);
}

static void position_errors(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const double *carrier = sar_stage_carrier(&integrator->stage, sar_history_at(&integrator->history, 0));
  for (int32_t m = 0; m < integrator->problem->n.nv; m++) {
    double sum = h * carrier[m];
    for (int32_t i = 0; i < e->r.t.stages; i++) sum += e->r.error[i] * e->xi[i][m];
    e->work[m] = e->r.weight * sum;
  }
}

static void state_errors(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  const SarNode *from = sar_history_at(&integrator->history, 0);
  const double *xdot = sar_node_point(integrator->problem, from).xdot;
  for (int32_t m = 0; m < integrator->problem->n.nx; m++) {
    double sum = h * xdot[m];
    for (int32_t i = 0; i < e->r.t.stages; i++) {
      sum += e->r.error[i] * (stage_node(integrator, i)->x[m] - from->x[m]);
    }
    e->work[m] = e->r.weight * sum;
  }
}

/* Hairer and Wanner's estimate (IV.8.19) on positions and states. */
static SarErrorEstimate estimate(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  return sar_estimate(integrator, &e->local, h, &e->states_decide);
}

static int32_t culprit(SarIntegrator *integrator) {
  Radau *e = integrator->engine;
  return sar_estimate_culprit(integrator, &e->local, e->states_decide);
}

/* The row that is furthest from zero in the last stage, constraints as the accelerations that would make them so. */
static int32_t blame(const SarIntegrator *integrator, SarStatus why) {
  const Radau *e = integrator->engine;
  const SarSizes *n = &integrator->problem->n;
  if (why == SAR_SINGULAR) {
    int32_t column = sar_radau_coupled_singular_column(&e->coupled);
    if (column < 0) column = sar_linear_complex_singular_column(e->complex_linear);
    return column >= 0 ? column : sar_linear_singular_column(integrator->linear);
  }
  if (why != SAR_NO_CONVERGENCE) return -1;
  double largest = 0;
  int32_t index = -1;
  for (int32_t k = 0; k < sar_sizes_unknowns(n); k++) {
    bool position = k >= n->nv && k < n->nv + n->np, velocity = k >= n->nv + n->np && k < n->nv + n->np + n->nn;
    double scale = position ? integrator->stage.c_q : velocity ? integrator->stage.c_v : 1;
    double size = fabs(e->residual[e->r.t.stages - 1][k]) / scale;
    if (size > largest) largest = size, index = k;
  }
  return index;
}

static void accept(SarIntegrator *integrator, double h) {
  Radau *e = integrator->engine;
  (void)h;
  e->current = 1 - e->current;
  e->have_before = true;
}

/* The stages of the last step serve the next prediction. */
static void archive_memory(SarIntegrator *integrator, SarArchive *archive) {
  Radau *e = integrator->engine;
  sar_archive_int(archive, &e->current, 0, 1);
  sar_archive_flag(archive, &e->have_before);
  if (archive->status == SAR_OK) archive->status = sar_radau_coupled_archive(&e->coupled, archive);
  if (!e->have_before || archive->status != SAR_OK) return;
  for (int32_t i = 0; i + 1 < e->r.t.stages; i++) {
    sar_node_archive(&e->inner[1 - e->current][i], integrator->problem, archive);
  }
}

const SarFamily sar_family_radau = {.name = "radau",
                                    .si2 = true,
                                    .create = create,
                                    .destroy = destroy,
                                    .start = start,
                                    .attempt = attempt,
                                    .estimate = estimate,
                                    .culprit = culprit,
                                    .blame = blame,
                                    .accept = accept,
                                    .archive = archive_memory};
