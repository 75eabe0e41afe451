/* Residuals are (column - data) / weight, one for every number that was measured. A weight is the sigma that was given.
 * Without one: of a single column, one in its unit; of several, first the deviation of its data, and, once all are
 * fitted so, the deviation of its residuals, until that no longer changes. */
#include "study/fit.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/fit_covariance.h"
#include "study/fit_search.h"
#include "study/optimize_search.h"
#include "study/quantile.h"
#include "study/scaled.h"
#include "study/trust.h"

#define ROUNDS 10      /* of weights at most */
#define SAME 0.01      /* a change of weights that makes no difference */
#define NARROWEST 1e-4 /* weights of columns without a sigma are no smaller part of the deviation of their data */
/* Below so much of the largest one a singular value of J is nothing but error: sensitivities are exact to about 1e-7 of
 * their size, differences to 1e-4. */
#define ACCURACY_OF_RUNS 1e-6
#define ACCURACY_OF_DIFFERENCES 1e-4
#define DOUBTFUL 1e-3 /* how rarely a sum of squares would be as far off by chance */

#define DIRECT_STEP 0.1   /* of the range: how far a method without derivatives looks at first */
#define WITHIN_NOISE 0.01 /* a gain that is nothing, as a part of s^2: a tenth of a standard deviation, squared */

typedef struct Fit {
  SarContext *context;
  const SarFitProblem *problem;
  const SarFitGoal *goal;
  SarQuery *query;
  int32_t n;
  int64_t m;
  int64_t *picks; /* match * ntimes + row of every number that was measured */
  double *weight; /* of every match */
  double *data;   /* deviation of the data of every match */
  double *u, *values, *by;
  SarFitFound found;
  bool spent;
  double off;                   /* of derivatives from differences, where they were found to be wrong */
  bool mended;                  /* it began with derivatives of runs, and went on with differences */
  const char *then;             /* the method that went on without derivatives, or null */
  int32_t *groups;              /* match of every number */
  double *numbers, *numbers_by; /* of runs, not residuals, at a point that is looked at closely */
  double *beside, least;        /* the best point of those that were looked at beside it, and its sum of squares */
  double worst, size;           /* of sums of squares: the largest one that such a method has seen, and the first */
} Fit;

static int32_t match_of(const Fit *f, int64_t i) { return (int32_t)(f->picks[i] / f->goal->ntimes); }
static double measured(const Fit *f, int64_t i) {
  return f->goal->matches[match_of(f, i)].values[f->picks[i] % f->goal->ntimes];
}

/* ---- weights ---- */

/* The deviation from their mean; one where there is none. */
static double deviation_of(const double *values, int64_t count) {
  double sum = 0, squares = 0;
  int64_t used = 0;
  for (int64_t i = 0; i < count; i++) {
    if (isnan(values[i])) continue;
    sum += values[i];
    used++;
  }
  for (int64_t i = 0; i < count; i++) {
    if (!isnan(values[i])) squares += (values[i] - sum / (double)used) * (values[i] - sum / (double)used);
  }
  return used > 1 && squares > 0 ? sqrt(squares / (double)used) : 1;
}

static void choose_weights(Fit *f) {
  for (int32_t k = 0; k < f->goal->nmatches; k++) {
    const SarFitMatch *match = &f->goal->matches[k];
    f->data[k] = deviation_of(match->values, f->goal->ntimes);
    f->weight[k] = isfinite(match->sigma) ? match->sigma : f->goal->nmatches == 1 ? 1 : f->data[k];
  }
}

/* Of columns without a sigma among several: what is left of them. False: nothing changes. */
static bool renew_weights(Fit *f, const SarOptimumRoom *out) {
  bool changed = false;
  for (int32_t k = 0; k < f->goal->nmatches && f->goal->nmatches > 1; k++) {
    if (isfinite(f->goal->matches[k].sigma)) continue;
    double weight = fmax(out->curves[k].rms, NARROWEST * f->data[k]);
    changed = changed || fabs(weight - f->weight[k]) > SAME * weight;
    f->weight[k] = weight;
  }
  return changed;
}

/* ---- what the search sees ---- */

static SarStatus evaluate(void *self, const double *u, double *residuals, double *by, bool *failed) {
  Fit *f = self;
  SAR_TRY(sar_query_at(f->query, u, residuals, by, failed));
  for (int64_t i = 0; !*failed && i < f->m; i++) {
    double weight = f->weight[match_of(f, i)];
    residuals[i] = (residuals[i] - measured(f, i)) / weight;
    for (int32_t j = 0; by && j < f->n; j++) by[i * f->n + j] /= weight;
  }
  return SAR_OK;
}

static void tell(void *self, const double *u, double sum) {
  const Fit *f = self;
  (void)u;
  if (f->problem->better) f->problem->better(f->problem->better_self, sum, 0);
}

static SarStatus search(Fit *f) {
  double *lower = calloc(2 * (size_t)f->n, sizeof *lower), *upper = lower ? lower + f->n : NULL;
  if (!lower) return sar_report_no_memory(f->context);
  for (int32_t j = 0; j < f->n; j++) upper[j] = 1;
  SarFitSearch search = {.n = f->n,
                         .m = f->m,
                         .lower = lower,
                         .upper = upper,
                         .tolerance = f->goal->tolerance,
                         .iterations = f->goal->evaluations,
                         .evaluate = evaluate,
                         .better = tell,
                         .self = f};
  SarStatus status = sar_fit_search(f->context, &search, f->u, &f->found);
  free(lower);
  f->spent = status == SAR_RETRY;
  return f->spent ? SAR_OK : status;
}

/* ---- what was found ---- */

static void describe_curves(const Fit *f, SarOptimumRoom *out) {
  for (int32_t k = 0; k < f->goal->nmatches; k++) {
    sar_optimum_begin_curve(out, f->goal, k);
    out->curves[k].weight = f->weight[k];
  }
  for (int64_t i = 0; i < f->m; i++) {
    SarOptimumCurve *curve = &out->curves[match_of(f, i)];
    double off = f->values[i] * curve->weight;
    out->model[f->picks[i]] = measured(f, i) + off;
    curve->count++;
    curve->rms += off * off;
    if (fabs(off) > curve->largest || curve->count == 1) {
      curve->largest = fabs(off);
      curve->largest_time = f->goal->times[f->picks[i] % f->goal->ntimes];
    }
  }
  for (int32_t k = 0; k < f->goal->nmatches; k++) {
    SarOptimumCurve *curve = &out->curves[k];
    curve->rms = curve->count ? sqrt(curve->rms / (double)curve->count) : NAN;
  }
}

/* The best point, with J there. */
static SarStatus look_again(Fit *f, SarOptimumRoom *out) {
  bool failed = false;
  sar_query_allow(f->query, INT64_MAX);
  SAR_TRY(evaluate(f, f->u, f->values, f->by, &failed));
  if (failed) {
    return sar_report(f->context, SAR_FAILED, sar_nowhere(), NULL, "give another start",
                      "the best point has no derivatives: %s", sar_query_message(f->query));
  }
  out->found.objective = 0;
  for (int64_t i = 0; i < f->m; i++) out->found.objective += f->values[i] * f->values[i];
  describe_curves(f, out);
  return SAR_OK;
}

static SarStatus judge(Fit *f, SarOptimumRoom *out, int64_t *freedom) {
  double *slope = SAR_NEW(out->arena, f->n, double), *widths = SAR_NEW(out->arena, f->n, double);
  if (!slope || !widths) return sar_report_no_memory(f->context);
  for (int32_t j = 0; j < f->n; j++) {
    const SarStudyRange *range = &f->problem->ranges[j];
    slope[j] = sar_scaled_slope(range, f->u[j]);
    widths[j] = range->to - range->from;
  }
  bool from_runs = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN;
  SarFitJudge asked = {.n = f->n,
                       .m = f->m,
                       .by = f->by,
                       .slope = slope,
                       .parameters = out->parameters,
                       .widths = widths,
                       .bounds = out->bounds,
                       .names = f->problem->names,
                       .sum = out->found.objective,
                       .accuracy = from_runs ? ACCURACY_OF_RUNS : ACCURACY_OF_DIFFERENCES};
  SAR_TRY(sar_fit_judge(f->context, &asked, out->deviation, out->covariance, freedom));
  out->found.quantile = *freedom > 0 ? sar_student_quantile(0.975, (double)*freedom) : NAN;
  for (int32_t j = 0; j < f->n; j++) {
    if (isfinite(out->deviation[j]) && out->found.quantile * out->deviation[j] > widths[j]) {
      sar_warn(f->context, sar_nowhere(), f->problem->names[j], "measure longer, or more",
               "%s is hardly determined: its 95 %% interval is wider than its range", f->problem->names[j]);
    }
  }
  return SAR_OK;
}

/* With a sigma for everything the sum of squares has a chi squared distribution, if the model and the sigmas are right.
 */
static void doubt(const Fit *f, const SarOptimumRoom *out, int64_t freedom) {
  bool all = freedom > 0 && freedom <= 1000000;
  for (int32_t k = 0; k < f->goal->nmatches; k++) all = all && isfinite(f->goal->matches[k].sigma);
  if (!all) return;
  double sum = out->found.objective, ratio = sqrt(sum / (double)freedom);
  if (sum > sar_chi_squared_quantile(1 - DOUBTFUL / 2, (double)freedom)) {
    sar_warn(f->context, sar_nowhere(), NULL, "look at the residuals: the model lacks something, or sigma is too small",
             "what is left is %.3g times as large as sigma says", ratio);
  } else if (sum < sar_chi_squared_quantile(DOUBTFUL / 2, (double)freedom)) {
    sar_warn(f->context, sar_nowhere(), NULL, "give a smaller sigma, or none",
             "what is left is only %.3g times as large as sigma says", ratio);
  }
}

static SarStatus conclude(Fit *f, SarOptimumRoom *out) {
  SarOptimum *found = &out->found;
  int64_t freedom;
  for (int32_t j = 0; j < f->n; j++) {
    out->parameters[j] = sar_scaled_value(&f->problem->ranges[j], f->u[j]);
    out->bounds[j] = sar_scaled_side(f->u[j], f->goal->tolerance);
  }
  SAR_TRY(judge(f, out, &freedom));
  doubt(f, out, freedom);
  SarQueryCounts counts = sar_query_counts(f->query);
  found->residuals = f->m;
  found->evaluations = counts.runs;
  found->gradients = counts.gradients;
  found->failed = counts.failed;
  found->converged = f->found.end == SAR_FIT_CONVERGED && !f->spent;
  bool from_runs = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN;
  found->method = f->mended   ? "levenberg-marquardt, then with differences"
                  : from_runs ? "levenberg-marquardt"
                              : "levenberg-marquardt with differences";
  if (f->then) found->method = sar_arena_printf(out->arena, "%s, then %s and the same again", found->method, f->then);
  if (!found->method) return sar_report_no_memory(f->context);
  SAR_TRY(sar_trust_tell(f->context, f->off, out));
  found->reason = f->found.how;
  if (f->spent) {
    found->reason =
        sar_arena_printf(out->arena, "after %d runs, the most that were allowed", (int)f->goal->evaluations);
    if (!found->reason) return sar_report_no_memory(f->context);
  }
  return SAR_OK;
}

/* ---- whether it was led by what is so ---- */

static double sum_at(const Fit *f, const double *values) {
  double sum = 0;
  for (int64_t i = 0; i < f->m; i++) {
    double residual = (values[i] - measured(f, i)) / f->weight[match_of(f, i)];
    sum += residual * residual;
  }
  return sum;
}

static double worth(void *self, const double *u, const double *values) {
  Fit *f = self;
  double sum = sum_at(f, values);
  if (sum >= f->least) return sum;
  f->least = sum;
  memcpy(f->beside, u, (size_t)f->n * sizeof *u);
  tell(f, u, sum);
  return sum;
}

static void begin_beside(Fit *f, double sum) {
  memcpy(f->beside, f->u, (size_t)f->n * sizeof *f->u);
  f->least = sum;
}

static SarTrust trust_of(Fit *f) {
  return (SarTrust){.context = f->context,
                    .query = f->query,
                    .n = f->n,
                    .m = f->m,
                    .ngroups = f->goal->nmatches,
                    .group = f->groups,
                    .worth = worth,
                    .self = f};
}

static SarStatus allow_spent(Fit *f, SarStatus status) {
  f->spent = status == SAR_RETRY;
  return f->spent ? SAR_OK : status;
}

/* Runs for a search: the last ones are for the point that it finds, with J there. */
static void allow_search(const Fit *f) {
  bool from_runs = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN;
  sar_query_allow(f->query, f->goal->evaluations - (from_runs ? 1 : 1 + 2 * f->n));
}

/* Whether so many runs are left, and those for J by differences at the point that is found in the end. */
static bool has_left(const Fit *f, int32_t runs) {
  return sar_query_counts(f->query).runs + runs + 1 + 2 * f->n <= f->goal->evaluations;
}

/* Derivatives at the start against differences, which take their place where they are wrong. */
static SarStatus check_derivatives(Fit *f) {
  bool failed = false;
  double off = 0;
  SarTrust trust = trust_of(f);
  if (sar_query_derivatives(f->query) != SAR_DERIVATIVES_RUN || !has_left(f, 2)) return SAR_OK;
  SarStatus status = sar_query_at(f->query, f->u, f->numbers, f->numbers_by, &failed);
  if (status == SAR_OK && !failed) status = sar_trust_derivatives(&trust, f->u, f->numbers, f->numbers_by, &off);
  if (off > 0) sar_query_distrust(f->query, SAR_TRUST_STEP);
  f->off = off;
  return allow_spent(f, status);
}

/* Whether no point beside the best one, along one of the parameters, is better, and its derivatives are right. A search
 * that came to a halt is over, too, where that was not because of derivatives of runs. */
static SarStatus confirm(Fit *f, bool *good) {
  bool failed = false, from_runs = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN;
  SarTrustEnd end = {0};
  double sum;
  *good = false;
  begin_beside(f, f->found.sum);
  if (f->found.end != SAR_FIT_CONVERGED && (f->found.end != SAR_FIT_STUCK || from_runs || !f->then)) return SAR_OK;
  SarTrust trust = trust_of(f);
  sar_query_allow(f->query, f->goal->evaluations);
  SarStatus status = sar_query_at(f->query, f->u, f->numbers, f->numbers_by, &failed);
  if (status == SAR_OK && !failed) {
    int64_t freedom = f->m > f->n ? f->m - f->n : 1;
    const double *by = from_runs ? f->numbers_by : NULL;
    begin_beside(f, sum = sum_at(f, f->numbers));
    double noise = sum * fmax(fmax(SAR_TRUST_NOISE, f->goal->tolerance), WITHIN_NOISE / (double)freedom);
    status = sar_trust_end(&trust, f->u, sum, noise, f->numbers, by, &end);
  }
  *good = !failed && !end.better && end.off == 0;
  f->off = fmax(f->off, end.off);
  return allow_spent(f, status);
}

/* The sum of squares as methods without derivatives see it: a part of what it was at first. Where a run fails it is
 * worse than all others. */
static SarStatus evaluate_sum(void *self, const double *u, double *out, double *gradient) {
  Fit *f = self;
  bool failed = false;
  (void)gradient;
  SAR_TRY(sar_query_at(f->query, u, f->numbers, NULL, &failed));
  double sum = failed ? 2 * f->worst : worth(f, u, f->numbers);
  if (!failed) f->worst = fmax(f->worst, sum);
  *out = sum / f->size;
  return SAR_OK;
}

/* The least sum of squares without derivatives, from the best point on. */
static SarStatus search_directly(Fit *f) {
  SarOptimizeMethodKind kind = f->n < 2 ? SAR_OPTIMIZE_COBYLA : SAR_OPTIMIZE_BOBYQA;
  double *lower = calloc(3 * (size_t)f->n, sizeof *lower);
  if (!lower) return sar_report_no_memory(f->context);
  double *upper = lower + f->n, *x = upper + f->n;
  for (int32_t j = 0; j < f->n; j++) upper[j] = 1, x[j] = f->u[j];
  SarSearch search = {.method = kind,
                      .n = f->n,
                      .lower = lower,
                      .upper = upper,
                      .step = DIRECT_STEP,
                      .tolerance = f->goal->tolerance,
                      .evaluate = evaluate_sum,
                      .self = f};
  SarSearchEnd end;
  const char *how;
  allow_search(f);
  begin_beside(f, f->found.sum);
  f->worst = f->size = f->found.sum > 0 ? f->found.sum : 1;
  f->then = sar_optimize_method((int32_t)kind)->name;
  SarStatus status = sar_search(f->context, &search, x, &end, &how);
  memcpy(f->u, f->beside, (size_t)f->n * sizeof *f->u);
  free(lower);
  return allow_spent(f, status);
}

/* ---- */

static SarStatus begin(Fit *f, SarOptimumRoom *out) {
  bool failed = false;
  for (int32_t j = 0; j < f->n; j++) {
    out->start[j] = f->problem->ranges[j].start;
    f->u[j] = sar_scaled_from(&f->problem->ranges[j], out->start[j]);
  }
  SarStatus status = sar_query_begin(f->query, f->u, &failed);
  f->spent = status == SAR_RETRY;
  if (!f->spent) SAR_TRY(status);
  if (failed && !f->spent) {
    return sar_report(f->context, SAR_FAILED, sar_nowhere(), NULL,
                      sar_query_is_short(f->query)
                          ? "leave out data that the run does not come to, let it go on longer, or give another start"
                          : "give another start",
                      "the run at the start failed: %s", sar_query_message(f->query));
  }
  if (sar_query_lack(f->query)[0]) {
    sar_note(f->context, SAR_OK, sar_nowhere(), NULL, NULL, "there are no derivatives: %s", sar_query_lack(f->query));
  }
  return SAR_OK;
}

/* LM, and again with the weights that follow from what is left. */
static SarStatus search_weighted(Fit *f, SarOptimumRoom *out) {
  allow_search(f);
  SAR_TRY(search(f));
  SAR_TRY(look_again(f, out));
  for (int round = 0; round < ROUNDS && !f->spent && renew_weights(f, out); round++) {
    allow_search(f);
    SAR_TRY(search(f));
    SAR_TRY(look_again(f, out));
  }
  return SAR_OK;
}

/* From the best point that was seen: with differences, and where these were not enough, without derivatives. */
static SarStatus go_on(Fit *f) {
  memcpy(f->u, f->beside, (size_t)f->n * sizeof *f->u);
  f->found.sum = f->least;
  if (sar_query_derivatives(f->query) != SAR_DERIVATIVES_RUN) return search_directly(f);
  sar_query_distrust(f->query, SAR_TRUST_STEP);
  f->mended = true;
  return SAR_OK;
}

/* A search that came to a halt where nothing around is better has found it; an end where something is, is none. */
static SarStatus end_here(Fit *f, bool good, SarOptimumRoom *out) {
  if (!f->spent && good && f->found.end == SAR_FIT_STUCK) {
    f->found = (SarFitFound){.end = SAR_FIT_CONVERGED, .how = "no step gets further, and no point beside is better"};
  } else if (!f->spent && !good && f->found.end == SAR_FIT_CONVERGED) {
    f->found = (SarFitFound){.end = SAR_FIT_STUCK, .how = "no step gets further, but a point beside is better"};
  }
  return conclude(f, out);
}

static SarStatus find(Fit *f, SarOptimumRoom *out) {
  choose_weights(f);
  SAR_TRY(begin(f, out));
  if (!f->spent) SAR_TRY(check_derivatives(f));
  SAR_TRY(f->spent ? look_again(f, out) : search_weighted(f, out));
  for (bool good = false; !f->spent;) {
    SAR_TRY(confirm(f, &good));
    if (!good && !has_left(f, 0)) f->spent = true;
    if (f->spent || good || f->then) return end_here(f, good, out);
    SAR_TRY(go_on(f));
    SAR_TRY(f->spent ? look_again(f, out) : search_weighted(f, out));
  }
  return conclude(f, out);
}

static int64_t count_measured(const SarFitGoal *goal) {
  int64_t count = 0;
  for (int64_t i = 0; i < goal->nmatches * goal->ntimes; i++) {
    count += !isnan(goal->matches[i / goal->ntimes].values[i % goal->ntimes]);
  }
  return count;
}

static void describe(const void *self, int64_t i, SarRowStatus status, char *out, size_t size) {
  const Fit *f = self;
  snprintf(out, size, "`%s` has no value at t = %.9g s, where there is data%s", f->goal->matches[match_of(f, i)].column,
           f->goal->times[f->picks[i] % f->goal->ntimes],
           status == SAR_ROW_STOPPED ? ": an event has stopped the run before" : "");
}

static SarStatus create_query(Fit *f) {
  int64_t at = 0;
  for (int64_t i = 0; i < f->goal->nmatches * f->goal->ntimes; i++) {
    if (!isnan(f->goal->matches[i / f->goal->ntimes].values[i % f->goal->ntimes])) f->picks[at++] = i;
  }
  for (int64_t i = 0; i < f->m; i++) f->groups[i] = match_of(f, i);
  SarQueryOptions options = {.runs = f->problem->runs,
                             .n = f->n,
                             .ranges = f->problem->ranges,
                             .curves = true,
                             .m = f->m,
                             .picks = f->picks,
                             .difference = sar_query_step(f->goal->tolerance),
                             .most = f->goal->evaluations,
                             .describe = describe,
                             .describe_self = f};
  return sar_query_create(f->context, &options, &f->query);
}

SarStatus sar_fit_find(SarContext *context, const SarFitProblem *problem, SarOptimumRoom *out) {
  const SarFitGoal *goal = problem->goal;
  Fit f = {.context = context, .problem = problem, .goal = goal, .n = problem->nparameters, .m = count_measured(goal)};
  size_t n = (size_t)f.n, m = (size_t)f.m, k = (size_t)goal->nmatches;
  double *room = calloc(2 * n + 2 * k + 2 * m * (1 + n), sizeof *room);
  f.picks = calloc(m, sizeof *f.picks);
  f.groups = calloc(m, sizeof *f.groups);
  SarStatus status = SAR_NO_MEMORY;
  if (room && f.picks && f.groups) {
    f.u = room;
    f.weight = f.u + n;
    f.data = f.weight + k;
    f.values = f.data + k;
    f.by = f.values + m;
    f.numbers = f.by + m * n;
    f.numbers_by = f.numbers + m;
    f.beside = f.numbers_by + m * n;
    status = create_query(&f);
    if (status == SAR_OK) status = find(&f, out);
  } else {
    status = sar_report_no_memory(context);
  }
  sar_query_destroy(&f.query);
  free(f.groups);
  free(f.picks);
  free(room);
  return status;
}
