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
#include "study/quantile.h"
#include "study/scaled.h"

#define ROUNDS 10      /* of weights at most */
#define SAME 0.01      /* a change of weights that makes no difference */
#define NARROWEST 1e-4 /* weights of columns without a sigma are no smaller part of the deviation of their data */
/* Below so much of the largest one a singular value of J is nothing but error: sensitivities are exact to about 1e-7 of
 * their size, differences to 1e-4. */
#define ACCURACY_OF_RUNS 1e-6
#define ACCURACY_OF_DIFFERENCES 1e-4
#define DOUBTFUL 1e-3 /* how rarely a sum of squares would be as far off by chance */

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
  found->method = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN ? "levenberg-marquardt"
                                                                         : "levenberg-marquardt with differences";
  found->reason = f->found.how;
  if (f->spent) {
    found->reason =
        sar_arena_printf(out->arena, "after %d runs, the most that were allowed", (int)f->goal->evaluations);
    if (!found->reason) return sar_report_no_memory(f->context);
  }
  return SAR_OK;
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

/* Runs for a search: the last ones are for the point that it finds, with J there. */
static void allow_search(const Fit *f) {
  bool from_runs = sar_query_derivatives(f->query) == SAR_DERIVATIVES_RUN;
  sar_query_allow(f->query, f->goal->evaluations - (from_runs ? 1 : 1 + 2 * f->n));
}

static SarStatus find(Fit *f, SarOptimumRoom *out) {
  choose_weights(f);
  SAR_TRY(begin(f, out));
  allow_search(f);
  if (!f->spent) SAR_TRY(search(f));
  SAR_TRY(look_again(f, out));
  for (int round = 0; round < ROUNDS && !f->spent && renew_weights(f, out); round++) {
    allow_search(f);
    SAR_TRY(search(f));
    SAR_TRY(look_again(f, out));
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
  double *room = calloc(n + 2 * k + m * (1 + n), sizeof *room);
  f.picks = calloc(m, sizeof *f.picks);
  SarStatus status = SAR_NO_MEMORY;
  if (room && f.picks) {
    f.u = room;
    f.weight = f.u + n;
    f.data = f.weight + k;
    f.values = f.data + k;
    f.by = f.values + m;
    status = create_query(&f);
    if (status == SAR_OK) status = find(&f, out);
  } else {
    status = sar_report_no_memory(context);
  }
  sar_query_destroy(&f.query);
  free(f.picks);
  free(room);
  return status;
}
