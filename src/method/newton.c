#include "method/newton.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "method/chart.h"
#include "method/norm.h"

#define MOST_ITERATIONS 20
#define MOST_ITERATIONS_TO_FLOOR 60
#define SLOW_RATE 0.6     /* an old matrix that converges more slowly is replaced at once */
#define FIXED_LEFT 0.5    /* fixed step: allowed estimate of the error left, of the correction allowed */
#define NO_MORE 2e-4      /* of the correction allowed with fixed steps: 100 eps, which no matrix makes smaller */
#define FIRST_Z 10        /* times what is allowed: a first correction of algebraic variables that may be the last */
#define LEAST_RATE_Z 0.05 /* a better rate of two corrections is taken for luck: they follow all other unknowns */
#define MOST_GROWING 3    /* corrections in a row that grow: no longer noise */
#define EARLY 0.6         /* of a matrix' cost: the rule looks back, so it is late; measured on four-bars and chains */
#define STEP_CHANGE 2.0   /* matrices are not carried over larger changes of the step */
#define SEEN 3            /* corrections after which an old matrix may be given up for a new one: see too_many_left */
#define WITH_A_NEW_ONE 3  /* corrections that it takes then */

bool sar_newton_create(SarArena *arena, SarStage *stage, SarLinear *linear, SarStepStats *stats, SarNewton *newton) {
  const SarPattern *pattern = sar_stage_pattern(stage);
  int32_t n = sar_stage_unknowns(stage);
  *newton = (SarNewton){.stage = stage, .linear = linear, .stats = stats};
  newton->values = SAR_NEW(arena, pattern->column[pattern->ncolumns], double);
  newton->r = SAR_NEW(arena, n, double);
  newton->du = SAR_NEW(arena, n, double);
  newton->magnitude = SAR_NEW(arena, n, double);
  newton->predicted = SAR_NEW(arena, n, double);
  newton->largest_z = SAR_NEW(arena, stage->problem->n.nz, double);
  return newton->largest_z && newton->values && newton->r && newton->du && newton->magnitude && newton->predicted;
}

static int32_t unknowns(const SarNewton *newton) { return sar_stage_unknowns(newton->stage); }

/* Sets the residual's rows that are within 10 eps of their absolute terms to zero: what is left there is noise, and
 * over c_q noise in positions would shake all unknowns for ever. All rows zero is the floor. */
static SarStatus drop_noise(SarNewton *newton, int32_t *dropped) {
  *dropped = 0;
  SAR_TRY(sar_stage_magnitude(newton->stage, newton->magnitude));
  for (int32_t i = 0; i < unknowns(newton); i++) {
    if (!(fabs(newton->r[i]) <= SAR_NEWTON_FLOOR * newton->magnitude[i])) continue;
    newton->r[i] = 0;
    (*dropped)++;
  }
  newton->at_floor = *dropped == unknowns(newton);
  return SAR_OK;
}

static double measure_z(SarNewton *newton, const SarNewtonTest *test) {
  int32_t z = sar_newton_first_z(newton), nz = newton->stage->problem->n.nz;
  return sar_measure_z(nz, newton->stage->node->u + z, newton->du + z, test->scale_z, newton->largest_z);
}

/* May a first correction be the last? Only when it is itself negligible, also against the accelerations and algebraic
 * variables: with extrapolation and an old matrix anything else is an explicit method in disguise. */
static bool negligible(const SarNewton *newton, const SarNewtonTest *test) {
  const SarSizes *n = &newton->stage->problem->n;
  int32_t z = sar_newton_first_z(newton);
  if (sar_rms(n->nv, newton->du, test->weight) > test->first) return false;
  for (int32_t i = 0; i < n->nz; i++) {
    if (fabs(newton->du[z + i]) > FIRST_Z * test->z * test->scale_z[i]) return false;
  }
  return true;
}

static SarStatus correct(SarNewton *newton) {
  int32_t n = unknowns(newton);
  sar_newton_answer(newton, newton->r);
  newton->stats->iterations++;
  newton->iterations++;
  if (!sar_all_finite(n, newton->du)) return SAR_RETRY;
  sar_add_to(n, newton->du, newton->stage->node->u);
  newton->at_point = false;
  return SAR_OK;
}

/* Are the algebraic variables as good as they must be? Those that act on the motion are when it has converged; others
 * converge at a rate of their own. */
static bool z_settled(const SarNewton *newton, double allowed) {
  double size = newton->z_size, rate = fmax(newton->z_rate, LEAST_RATE_Z);
  return size <= allowed || (rate < 1 && rate / (1 - rate) * size <= allowed);
}

/* With fixed steps: has the motion converged with the correction just made? Methods of high order go on from what must
 * be to what rounding allows: when corrections no longer shrink, unless an old matrix is to blame for it. */
static bool fixed_settled(SarNewton *newton, const SarNewtonTest *test, double size) {
  double rate = newton->rate, left = rate < 1 ? rate / (1 - rate) * size : INFINITY; /* eq (43) */
  bool before = newton->enough;
  newton->enough = before || (size <= 1 && left * test->left <= FIXED_LEFT);
  if (!newton->enough || left * test->tight <= FIXED_LEFT) return newton->enough;
  return before && rate > SLOW_RATE && (newton->fresh || size <= NO_MORE);
}

/* May the iteration end with the correction just made? `k` counts from 1. */
static bool good_enough(SarNewton *newton, const SarNewtonTest *test, int32_t k, double size) {
  if (test->floor) return false;
  if (k == 1) return size * fmax(test->left, test->tight) <= 1 && negligible(newton, test);
  if (!test->rate) {
    newton->only_z = newton->only_z || fixed_settled(newton, test, size);
  } else if (newton->rate < 1) {                            /* else noise or divergence: the residual decides */
    double left = newton->rate / (1 - newton->rate) * size; /* eq (43) */
    if (size <= 1 || left <= 1) newton->only_z = true;
  }
  return newton->only_z && z_settled(newton, test->z);
}

/* How the iteration is going. */
typedef struct Progress {
  double first, before; /* sizes of the first and of the last correction */
  double rate_before;   /* of the last but one */
  int32_t growing;      /* corrections in a row that grew */
  bool slow;            /* the last correction shrank too little */
  bool cleaned;         /* noise was dropped before the last correction */
} Progress;

static void note(SarNewton *newton, int32_t k, double size, Progress *progress) {
  if (k == 1) progress->first = size;
  double rate = newton->only_z ? newton->z_rate : newton->rate;
  progress->slow = k > 1 && rate > SLOW_RATE;
  progress->growing = rate >= 1 ? progress->growing + 1 : 0;
  progress->before = size;
}

/* With fixed steps: would the corrections still to come with an old matrix cost more than a new one? Stiff directions
 * that have turned since it was made take two corrections: the first one leads astray, the second one back. So rates
 * are taken over two, and not from the first. */
static bool too_many_left(const SarNewton *newton, const SarNewtonTest *test, int32_t k, const Progress *progress) {
  if (newton->fresh || newton->only_z || test->rate || test->floor || k <= SEEN) return false;
  double two = newton->rate * progress->rate_before, wanted = FIXED_LEFT / fmax(test->left, test->tight);
  if (!(two > 0 && two < 1 && progress->before > wanted)) return false;
  double left = 2 * log(wanted / progress->before) / log(two);
  return left > sar_linear_stats(newton->linear).cost_ratio + WITH_A_NEW_ONE;
}

/* The size of c_x times the rates of states at a node; null: not known. */
static double size_of_rates(const SarStage *stage, const SarNode *node, const SarNewtonTest *test) {
  if (!node || stage->problem->n.nx == 0) return 0;
  return stage->c_x * sar_rms(stage->problem->n.nx, sar_node_point(stage->problem, node).xdot, test->weight_x);
}

/* The rate of a stiff state is known to its own rounding only. */
bool sar_newton_is_rounding(const SarStage *stage, const double *du, const SarNewtonTest *test) {
  const SarSizes *n = &stage->problem->n;
  const double *rates = du + n->nv + n->np + n->nn, *z = rates + n->nx;
  if (!test->floor || sar_rms(n->nv, du, test->weight) > test->least) return false;
  double size = fmax(1, fmax(size_of_rates(stage, stage->from, test), size_of_rates(stage, stage->node, test)));
  if (stage->c_x * sar_rms(n->nx, rates, test->weight_x) > SAR_NEWTON_FLOOR * size) return false;
  for (int32_t i = 0; i < n->nz; i++) {
    if (fabs(z[i]) > SAR_NEWTON_FLOOR * test->scale_z[i]) return false;
  }
  return true;
}

/* After a slow iteration, with the residual at the new point: the floor is the end; noise is dropped and gets one more
 * correction; otherwise an old matrix is to blame, or a new one that leads away from the prediction. */
static SarStatus judge_stall(SarNewton *newton, const SarNewtonTest *test, Progress *progress) {
  int32_t dropped;
  SAR_TRY(drop_noise(newton, &dropped));
  newton->at_floor = newton->at_floor || sar_newton_is_rounding(newton->stage, newton->du, test);
  if (newton->at_floor) return SAR_OK;
  bool diverging = progress->growing > MOST_GROWING || (progress->growing > 0 && progress->before > progress->first);
  bool noise = dropped > 0 && !progress->cleaned;
  progress->cleaned = dropped > 0;
  if (noise || (newton->fresh && !diverging)) return SAR_OK;
  return sar_newton_shaken(newton, test, &newton->at_floor);
}

/* Only algebraic variables are left to converge: constraints hold as well as they must, and what is left of them is not
 * corrected any more. Over c_q the rounding of positions shakes velocities; a variable that is small because they are,
 * such as the drag k v |v| of what rests, would follow them for ever. */
static void leave_constraints(SarNewton *newton) {
  const SarSizes *n = &newton->stage->problem->n;
  int32_t all = unknowns(newton), first = sar_sizes_unknowns(n);
  memset(newton->r + n->nv, 0, (size_t)(n->np + n->nn) * sizeof *newton->r);
  if (all > first + n->nv) memset(newton->r + first + n->nv, 0, (size_t)(all - first - n->nv) * sizeof *newton->r);
}

/* With `every`, the matrix is made anew before every further correction: full Newton, for steps far from their
 * prediction (the first ones of stiff systems). */
static SarStatus iterate(SarNewton *newton, double step, const SarNewtonTest *test, bool every) {
  Progress progress = {0};
  int32_t dropped, most = test->floor ? MOST_ITERATIONS_TO_FLOOR : MOST_ITERATIONS;
  newton->rate = 0;
  newton->only_z = newton->enough = false;
  newton->at_floor = false;
  for (int32_t i = 0; i < newton->stage->problem->n.nz; i++)
    newton->largest_z[i] = fabs(newton->stage->node->u[sar_newton_first_z(newton) + i]);
  for (int32_t k = 1; k <= most; k++) {
    SAR_TRY(sar_newton_evaluate(newton));
    if (newton->only_z) leave_constraints(newton);
    if (progress.slow) {
      SAR_TRY(judge_stall(newton, test, &progress));
    } else if (test->floor && k > 1) {
      SAR_TRY(drop_noise(newton, &dropped));
    }
    if (newton->at_floor) return SAR_OK;
    bool other = newton->activity != newton->matrix_activity; /* a matrix of other touches leads nowhere */
    bool renew = (every && k > 1) || other;
    if (renew || too_many_left(newton, test, k, &progress)) SAR_TRY(sar_newton_matrix(newton, step));
    SAR_TRY(correct(newton));
    double size = sar_newton_measure(newton, test);
    progress.rate_before = newton->rate;
    if (k > 1) newton->rate = progress.before > 0 ? size / progress.before : 0;
    double z_size = measure_z(newton, test);
    newton->z_rate = k > 1 && newton->z_size > 0 ? z_size / newton->z_size : 0;
    newton->z_size = z_size;
    if (good_enough(newton, test, k, size)) return sar_newton_point(newton);
    note(newton, k, size, &progress);
  }
  SAR_TRY(sar_newton_evaluate(newton));
  SAR_TRY(drop_noise(newton, &dropped));
  /* What must be is there, in variables too: one whose equation has lost its solution wanders while the motion rests.
   */
  bool enough = newton->enough && newton->fresh && z_settled(newton, test->must_z);
  if (newton->at_floor || enough) return SAR_OK;
  return sar_newton_shaken(newton, test, &newton->at_floor);
}

static bool needs_matrix(const SarNewton *newton, double step, const SarNewtonTest *test) {
  if (!newton->have_matrix || newton->replace || test->floor) return true;
  return step > STEP_CHANGE * newton->matrix_step || newton->matrix_step > STEP_CHANGE * step;
}

static SarStatus solve(SarNewton *newton, double step, const SarNewtonTest *test) {
  size_t bytes = (size_t)unknowns(newton) * sizeof(double);
  memcpy(newton->predicted, newton->stage->node->u, bytes);
  newton->iterations = newton->wasted = 0;
  newton->fresh = newton->new_matrix = newton->at_floor = newton->at_point = false;
  if (needs_matrix(newton, step, test)) SAR_TRY(sar_newton_matrix(newton, step));
  bool old = !newton->fresh;
  SarStatus status = iterate(newton, step, test, false);

  /* The matrix may be to blame: once more from the prediction with a new one, then with new ones in every iteration. */
  for (int attempt = old ? 0 : 1; status == SAR_NO_CONVERGENCE && attempt < 2; attempt++) {
    memcpy(newton->stage->node->u, newton->predicted, bytes);
    newton->at_point = false;
    SAR_TRY(sar_newton_matrix(newton, step));
    status = iterate(newton, step, test, attempt == 1);
  }
  if (status != SAR_NO_CONVERGENCE || !test->insist) return status;
  SAR_TRY(sar_newton_approach(newton, step, test));
  return iterate(newton, step, test, true);
}

void sar_newton_begin(SarNewton *newton) {
  newton->all_iterations = 0;
  newton->any_new_matrix = newton->any_at_floor = false;
}

SarStatus sar_newton_solve(SarNewton *newton, double step, const SarNewtonTest *test) {
  SarStatus status = solve(newton, step, test);
  newton->all_iterations += newton->iterations;
  newton->any_new_matrix = newton->any_new_matrix || newton->new_matrix;
  newton->any_at_floor = newton->any_at_floor || newton->at_floor;
  return status;
}

bool sar_newton_replace(double cost, int64_t steps, int64_t sum, int32_t last) {
  return steps > 0 && (double)last * (double)steps > cost + (double)sum;
}

void sar_newton_accepted(SarNewton *newton) {
  int32_t last = newton->iterations - newton->wasted;
  newton->steps++;
  newton->sum += last;
  SarLinearStats stats = sar_linear_stats(newton->linear);
  newton->replace = sar_newton_replace(EARLY * stats.cost_ratio, newton->steps, newton->sum, last);
}

static void archive_state(SarNewton *newton, SarArchive *archive) {
  sar_archive_section(archive, "newton");
  sar_archive_flag(archive, &newton->have_matrix);
  sar_archive_flag(archive, &newton->replace);
  sar_archive_flag(archive, &newton->new_matrix);
  sar_archive_flag(archive, &newton->at_floor);
  SAR_ARCHIVE(archive, newton->matrix_step);
  SAR_ARCHIVE(archive, newton->rate);
  SAR_ARCHIVE(archive, newton->steps);
  SAR_ARCHIVE(archive, newton->sum);
  SAR_ARCHIVE(archive, newton->iterations);
  SAR_ARCHIVE(archive, newton->wasted);
  SAR_ARCHIVE(archive, newton->all_iterations);
  sar_archive_flag(archive, &newton->any_new_matrix);
  SAR_ARCHIVE(archive, newton->matrix_activity);
}

/* Pivots were chosen for other values than the matrix holds now: factorising first those, then these, gives the same
 * bits again. */
SarStatus sar_newton_archive(SarNewton *newton, SarArchive *archive) {
  const SarPattern *pattern = sar_stage_pattern(newton->stage);
  archive_state(newton, archive);
  SAR_TRY(archive->status);
  if (archive->no_matrices) {
    newton->have_matrix = false;
    return SAR_OK;
  }
  SarStatus status = sar_linear_archive(newton->linear, archive);
  if (status != SAR_OK) return status < 0 ? status : SAR_INPUT;
  if (!newton->have_matrix) return SAR_OK;
  sar_archive_reals(archive, newton->values, pattern->column[pattern->ncolumns]);
  if (!archive->loading || archive->status != SAR_OK) return archive->status;
  status = sar_linear_factor(newton->linear, newton->values);
  return status > 0 ? SAR_INPUT : status;
}

void sar_newton_forget(SarNewton *newton) { newton->have_matrix = false; }
