/* Numbers that a search sees are near one: parameters go from 0 to 1 over their ranges (scaled.h), the objective is a
 * multiple of its value at the start, a constraint of its limit.
 *
 * The largest of several responses has kinks where another one becomes the largest. Methods that keep constraints get
 * it without kinks: min z with response_i <= z for all of them.
 *
 * Where a run fails the search is told a value that is worse than all others so far. The best point is kept here, not
 * taken from the method: a search that was cut off has one, too. */
#include "study/best.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "study/optimize_search.h"
#include "study/scaled.h"
#include "study/trust.h"

#define FIRST_STEP 0.1   /* of the range: how far a method without derivatives looks at first */
#define SECOND_STEP 0.02 /* the same near what another method has found */
#define GLOBAL_PART 0.75 /* of the runs; the rest refines what was found */
#define ROUNDS 2         /* of methods that go on where an end was none */
#define MANY_FAILED 0.5  /* of the runs: a search that saw so little has found nothing */

typedef struct Best {
  SarContext *context;
  const SarBestProblem *problem;
  const SarOptimizeGoal *goal;
  SarQuery *query;
  int32_t n, nobjectives, nlimits, nvalues; /* nvalues: both together */
  double sign, scale;                       /* of the objective: what is minimised is sign * response / scale */
  double *limit_scale;
  bool above; /* the objective is an unknown that all responses stay below */
  double *values, *by;
  double *end_values; /* while points around it are looked at */
  int32_t *groups;    /* of the values: each is one of its own */
  /* the best point so far, and the worst values */
  bool any;
  double *u, objective, violation, worst;
  double *worst_limit;
  /* the method */
  const char *reason;
  SarSearchEnd end;
  bool spent;
  double off; /* of derivatives from differences, where they were found to be wrong */
} Best;

/* ---- what a point is worth ---- */

/* How much of its size a limit is broken by; at most 0: it is kept. `=` is kept by 0 alone. */
static double broken(const Best *b, int32_t i, double value) {
  const SarStudyLimit *limit = &b->goal->limits[i];
  double over = (value - limit->value) / b->limit_scale[i];
  return limit->kind == SAR_LIMIT_EQUAL ? fabs(over) : limit->kind == SAR_LIMIT_AT_LEAST ? -over : over;
}

static double find_objective(const Best *b) {
  double objective = -INFINITY;
  for (int32_t i = 0; i < b->nobjectives; i++) objective = fmax(objective, b->sign * b->values[i] / b->scale);
  return objective;
}

static double find_violation(const Best *b) {
  double violation = 0;
  for (int32_t i = 0; i < b->nlimits; i++) violation = fmax(violation, broken(b, i, b->values[b->nobjectives + i]));
  return violation;
}

static void remember(Best *b, const double *u) {
  double objective = find_objective(b), violation = find_violation(b), allowed = b->goal->tolerance;
  b->worst = b->any ? fmax(b->worst, objective) : objective;
  for (int32_t i = 0; i < b->nlimits; i++) {
    b->worst_limit[i] = fmax(b->worst_limit[i], broken(b, i, b->values[b->nobjectives + i]));
  }
  bool kept = violation <= allowed;
  if (b->any && kept == (b->violation <= allowed) && (kept ? objective >= b->objective : violation >= b->violation)) {
    return;
  }
  if (b->any && !kept && b->violation <= allowed) return;
  b->any = true;
  b->objective = objective;
  b->violation = violation;
  memcpy(b->u, u, (size_t)b->n * sizeof *u);
  if (b->problem->better) {
    b->problem->better(b->problem->better_self, b->sign * b->scale * objective, violation);
  }
}

/* ---- what the search sees ---- */

/* How many unknowns it has. */
static int32_t unknowns(const Best *b) { return b->n + b->above; }

static void put_gradient(const Best *b, int32_t value, double factor, double *out) {
  for (int32_t j = 0; j < b->n; j++) out[j] += factor * b->by[value * b->n + j];
}

/* Where a run failed: as bad as anything so far, and once again as much worse; no direction is better. */
static void put_failed(const Best *b, const double *x, int32_t count, double *out, double *gradient) {
  double bad = b->any ? b->worst + fmax(b->worst - b->objective, fabs(b->worst)) : 0;
  bad += 1;
  int32_t at = 0;
  out[at++] = b->above ? x[b->n] : bad;
  for (int32_t i = 0; b->above && i < b->nobjectives; i++) out[at++] = bad - x[b->n];
  for (int32_t i = 0; i < 2 * b->nlimits; i++) { /* as put_limits: those with = are the last ones */
    int32_t limit = i % b->nlimits;
    bool equal = b->goal->limits[limit].kind == SAR_LIMIT_EQUAL;
    if (equal == (i >= b->nlimits)) out[at++] = b->worst_limit[limit];
  }
  if (!gradient) return;
  memset(gradient, 0, (size_t)count * (size_t)unknowns(b) * sizeof *gradient);
  for (int32_t i = 0; b->above && i <= b->nobjectives; i++) gradient[i * unknowns(b) + b->n] = i ? -1 : 1;
}

/* The objective, and with an unknown above it the responses below that. Returns how many values these are. */
static int32_t put_objectives(const Best *b, const double *x, double *out, double *gradient) {
  int32_t width = unknowns(b);
  if (!b->above) {
    int32_t largest = 0;
    for (int32_t i = 1; i < b->nobjectives; i++) {
      if (b->sign * b->values[i] > b->sign * b->values[largest]) largest = i;
    }
    out[0] = find_objective(b);
    if (gradient) put_gradient(b, largest, b->sign / b->scale, gradient);
    return 1;
  }
  out[0] = x[b->n];
  if (gradient) gradient[b->n] = 1;
  for (int32_t i = 0; i < b->nobjectives; i++) {
    out[1 + i] = b->sign * b->values[i] / b->scale - x[b->n];
    if (!gradient) continue;
    put_gradient(b, i, b->sign / b->scale, gradient + (1 + i) * width);
    gradient[(1 + i) * width + b->n] = -1;
  }
  return 1 + b->nobjectives;
}

/* Limits of one sort, from value `at` on. */
static int32_t put_limits(const Best *b, bool equalities, int32_t at, double *out, double *gradient) {
  for (int32_t i = 0; i < b->nlimits; i++) {
    const SarStudyLimit *limit = &b->goal->limits[i];
    if ((limit->kind == SAR_LIMIT_EQUAL) != equalities) continue;
    double factor = (limit->kind == SAR_LIMIT_AT_LEAST ? -1 : 1) / b->limit_scale[i];
    out[at] = factor * (b->values[b->nobjectives + i] - limit->value);
    if (gradient) put_gradient(b, b->nobjectives + i, factor, gradient + at * unknowns(b));
    at++;
  }
  return at;
}

static SarStatus evaluate(void *self, const double *x, double *out, double *gradient) {
  Best *b = self;
  bool failed = false;
  int32_t count = 1 + (b->above ? b->nobjectives : 0) + b->nlimits;
  SAR_TRY(sar_query_at(b->query, x, b->values, gradient ? b->by : NULL, &failed));
  if (failed) {
    put_failed(b, x, count, out, gradient);
    return SAR_OK;
  }
  remember(b, x);
  if (gradient) memset(gradient, 0, (size_t)count * (size_t)unknowns(b) * sizeof *gradient);
  int32_t at = put_objectives(b, x, out, gradient);
  at = put_limits(b, false, at, out, gradient);
  put_limits(b, true, at, out, gradient);
  return SAR_OK;
}

/* ---- the stages of a search ---- */

/* Runs that the search may make: the last one is for the point that it finds. */
static int64_t allowed(const Best *b) { return b->goal->evaluations - 1; }

static int32_t count_equalities(const SarOptimizeGoal *goal) {
  int32_t count = 0;
  for (int32_t i = 0; i < goal->nlimits; i++) count += goal->limits[i].kind == SAR_LIMIT_EQUAL;
  return count;
}

static SarStatus search_with(Best *b, SarOptimizeMethodKind kind, double step, double *room) {
  const SarOptimizeMethod *method = sar_optimize_method((int32_t)kind);
  int32_t n = b->n, equalities = count_equalities(b->goal);
  b->above = b->nobjectives > 1 && method->limits && !method->global;
  double *x = room, *lower = x + n + 1, *upper = lower + n + 1;
  for (int32_t j = 0; j < n; j++) lower[j] = 0, upper[j] = 1;
  memcpy(x, b->u, (size_t)n * sizeof *x);
  x[n] = b->any ? b->objective : 0;
  lower[n] = -INFINITY;
  upper[n] = INFINITY;
  SarSearch search = {.method = kind,
                      .n = unknowns(b),
                      .nlimits = (b->above ? b->nobjectives : 0) + b->nlimits - equalities,
                      .nequalities = equalities,
                      .lower = lower,
                      .upper = upper,
                      .step = step,
                      .tolerance = b->goal->tolerance,
                      .seed = b->goal->seed,
                      .evaluate = evaluate,
                      .self = b};
  if (!method->gradient) sar_query_use(b->query, SAR_DERIVATIVES_NONE);
  SarStatus status = sar_search(b->context, &search, x, &b->end, &b->reason);
  b->spent = status == SAR_RETRY;
  return b->spent ? SAR_OK : status;
}

static SarStatus run_stage(Best *b, SarOptimizeMethodKind kind, double step, SarOptimumRoom *out) {
  double *room = calloc(3 * (size_t)(b->n + 1), sizeof *room);
  const char *before = out->found.method, *name = sar_optimize_method((int32_t)kind)->name;
  const char *with =
      sar_optimize_method((int32_t)kind)->gradient && sar_query_derivatives(b->query) != SAR_DERIVATIVES_RUN
          ? " with differences"
          : "";
  out->found.method = before[0] ? sar_arena_printf(out->arena, "%s, then %s%s", before, name, with)
                                : sar_arena_printf(out->arena, "nlopt: %s%s", name, with);
  SarStatus status = room && out->found.method ? search_with(b, kind, step, room) : sar_report_no_memory(b->context);
  free(room);
  return status;
}

/* What can do without derivatives what is to be done. */
static SarOptimizeMethodKind without_derivatives(const Best *b) {
  return b->nlimits || b->nobjectives > 1 || b->n < 2 ? SAR_OPTIMIZE_COBYLA : SAR_OPTIMIZE_BOBYQA;
}

static SarStatus find_kind(const Best *b, SarOptimizeMethodKind *out) {
  int32_t equalities = count_equalities(b->goal);
  return sar_optimize_method_find(b->context, sar_nowhere(), b->goal->method, b->nlimits - equalities, equalities, out);
}

/* ---- whether it was led by what is so ---- */

static double worth(void *self, const double *u, const double *values) {
  Best *b = self;
  memcpy(b->values, values, (size_t)b->nvalues * sizeof *values);
  remember(b, u);
  return find_violation(b) <= b->goal->tolerance ? find_objective(b) : INFINITY;
}

static SarTrust trust_of(Best *b) {
  return (SarTrust){.context = b->context,
                    .query = b->query,
                    .n = b->n,
                    .m = b->nvalues,
                    .ngroups = b->nvalues,
                    .group = b->groups,
                    .worth = worth,
                    .self = b};
}

static SarStatus allow_spent(Best *b, SarStatus status) {
  b->spent = status == SAR_RETRY;
  return b->spent ? SAR_OK : status;
}

/* Derivatives at the best point against differences. */
static SarStatus check_derivatives(Best *b, bool *trusted) {
  bool failed = false;
  double off = 0;
  SarTrust trust = trust_of(b);
  SarStatus status = sar_query_at(b->query, b->u, b->values, b->by, &failed);
  if (status == SAR_OK && !failed) status = sar_trust_derivatives(&trust, b->u, b->values, b->by, &off);
  *trusted = !failed && off == 0;
  b->off = fmax(b->off, off);
  return allow_spent(b, status);
}

/* Whether no point beside the best one, along one of the parameters, is better. Where constraints or several responses
 * hold the best point, none of them would be: there derivatives have to be right, too. */
static SarStatus confirm(Best *b, bool gradient, bool *good) {
  bool failed = false;
  bool held = gradient && (b->nlimits || b->nobjectives > 1) && sar_query_derivatives(b->query) == SAR_DERIVATIVES_RUN;
  SarTrustEnd end = {0};
  double noise = fmax(SAR_TRUST_NOISE, b->goal->tolerance) * fmax(fabs(b->objective), 1);
  SarTrust trust = trust_of(b);
  SarStatus status = held ? sar_query_at(b->query, b->u, b->values, b->by, &failed) : SAR_OK;
  memcpy(b->end_values, b->values, (size_t)b->nvalues * sizeof *b->values);
  if (status == SAR_OK) {
    const double *by = held && !failed ? b->by : NULL;
    status = sar_trust_end(&trust, b->u, b->objective, noise, b->end_values, by, &end);
  }
  *good = !end.better && end.off == 0;
  b->off = fmax(b->off, end.off);
  if (status == SAR_OK && end.flat) {
    sar_warn(b->context, sar_nowhere(), NULL, "give another start, or a method for the whole range",
             "around what was found the objective does not change at all");
  }
  return allow_spent(b, status);
}

static bool is_end(const Best *b) { return b->end == SAR_SEARCH_CONVERGED && b->violation <= b->goal->tolerance; }

/* The end is not the best point around, and the search does not go on. */
static void doubt(Best *b, bool named) {
  b->end = SAR_SEARCH_STUCK;
  b->reason = "the method says that it is done, but a point beside is better";
  sar_warn(b->context, sar_nowhere(), NULL,
           named ? "`method: auto` goes on without derivatives where they mislead" : "`--tol` makes runs more exact",
           "the search has come to an end that is none: the values of runs say otherwise");
}

/* A method for one place, from the best point so far. Derivatives are believed where they agree with differences. Where
 * they lead no further, to no point that keeps the constraints, or to one that is not the best around, a method without
 * them goes on. */
static SarStatus search_near(Best *b, SarOptimizeMethodKind kind, double step, SarOptimumRoom *out) {
  bool free = kind == SAR_OPTIMIZE_AUTO, good = false;
  if (free) {
    bool trusted = sar_query_derivatives(b->query) == SAR_DERIVATIVES_RUN;
    if (trusted) SAR_TRY(check_derivatives(b, &trusted));
    if (b->spent) return SAR_OK;
    kind = trusted ? SAR_OPTIMIZE_SLSQP : without_derivatives(b);
  }
  SAR_TRY(run_stage(b, kind, step, out));
  for (int round = 0; !b->spent; round++) {
    bool end = is_end(b), gradient = sar_optimize_method((int32_t)kind)->gradient;
    if (!end && !gradient) return SAR_OK;
    if (end) SAR_TRY(confirm(b, gradient, &good));
    if (b->spent || (end && good)) return SAR_OK;
    if (end && (!free || round == ROUNDS)) {
      doubt(b, !free);
      return SAR_OK;
    }
    kind = without_derivatives(b);
    SAR_TRY(run_stage(b, kind, end ? FIRST_STEP : SECOND_STEP, out));
  }
  return SAR_OK;
}

static SarStatus look_at_start(Best *b, bool derivatives, bool *failed) {
  if (derivatives) {
    SAR_TRY(sar_query_begin(b->query, b->u, failed));
  } else {
    sar_query_use(b->query, SAR_DERIVATIVES_NONE);
  }
  return *failed ? SAR_OK : sar_query_at(b->query, b->u, b->values, NULL, failed);
}

static SarStatus report_start(const Best *b) {
  return sar_report(b->context, SAR_FAILED, sar_nowhere(), NULL,
                    sar_query_is_short(b->query) ? "ask for what every run reaches, or give another start"
                                                 : "give another start, or a method for the whole range",
                    "the run at the start failed: %s", sar_query_message(b->query));
}

/* The run at the start says what sizes are, and whether runs have derivatives. */
static SarStatus begin(Best *b, SarOptimizeMethodKind kind) {
  bool failed = false, wanted = kind == SAR_OPTIMIZE_AUTO || sar_optimize_method((int32_t)kind)->gradient;
  SarStatus status = look_at_start(b, wanted, &failed);
  b->spent = status == SAR_RETRY;
  if (!b->spent) SAR_TRY(status);
  bool known = !b->spent && !failed;
  for (int32_t i = 0; i < b->nlimits; i++) {
    double limit = fabs(b->goal->limits[i].value), value = known ? fabs(b->values[b->nobjectives + i]) : 0;
    b->limit_scale[i] = limit > 0 ? limit : value > 0 ? value : 1;
  }
  if (failed && !b->spent && !sar_optimize_method((int32_t)kind)->global) return report_start(b);
  if (!known) return SAR_OK;
  b->scale = fabs(find_objective(b));
  if (!(b->scale > 0)) b->scale = 1;
  remember(b, b->u);
  if (wanted && sar_query_lack(b->query)[0]) {
    sar_note(b->context, SAR_OK, sar_nowhere(), NULL, NULL, "there are no derivatives: %s", sar_query_lack(b->query));
  }
  return SAR_OK;
}

static SarStatus search_all(Best *b, SarOptimizeMethodKind kind, SarOptimumRoom *out) {
  if (!sar_optimize_method((int32_t)kind)->global) return search_near(b, kind, FIRST_STEP, out);
  sar_query_allow(b->query, (int64_t)(GLOBAL_PART * (double)allowed(b)));
  SAR_TRY(run_stage(b, kind, FIRST_STEP, out));
  sar_query_allow(b->query, allowed(b));
  if (!b->any) return SAR_OK;
  bool failed = false;
  sar_query_use(b->query, SAR_DERIVATIVES_RUN);
  SarStatus status = sar_query_begin(b->query, b->u, &failed);
  if (status == SAR_RETRY) return SAR_OK;
  SAR_TRY(status);
  if (failed) sar_query_use(b->query, SAR_DERIVATIVES_NONE);
  return search_near(b, SAR_OPTIMIZE_AUTO, SECOND_STEP, out);
}

/* ---- what was found ---- */

static void put_number(double value, char *text) { text[sar_format_real(text, value)] = 0; }

/* Which limit is broken most, and by how much. */
static const char *say_broken(const Best *b, const SarOptimumRoom *out) {
  char limit[SAR_NUMBER_SIZE], value[SAR_NUMBER_SIZE];
  int32_t worst = 0;
  for (int32_t i = 1; i < b->nlimits; i++) {
    if (broken(b, i, out->limits[i].value) > broken(b, worst, out->limits[worst].value)) worst = i;
  }
  const SarOptimumLimit *found = &out->limits[worst];
  put_number(found->limit, limit);
  snprintf(value, sizeof value, "%.6g", found->value);
  return sar_arena_printf(out->arena,
                          "no point was found that keeps all constraints; at the nearest one %s %s %s is %s%s",
                          b->problem->names[found->response], found->kind, limit, value,
                          b->spent ? ", after as many runs as were allowed" : "");
}

/* The best point once more, without derivatives: just as `sarrus run` does it. */
static SarStatus verify(Best *b, SarOptimumRoom *out, bool *failed) {
  const SarJobResult *result;
  SarRuns runs = b->problem->runs;
  SAR_TRY(runs.evaluate(runs.self, out->parameters, 1, false, false, &result));
  const SarStudyRow *row = &result->row;
  *failed = (row->status != SAR_ROW_DONE && row->status != SAR_ROW_STOPPED) || !row->responses;
  for (int32_t i = 0; i < b->problem->nresponses; i++) out->responses[i] = *failed ? NAN : row->responses[i];
  for (int32_t i = 0; i < b->nobjectives; i++) b->values[i] = out->responses[b->goal->responses[i]];
  out->found.objective = b->sign * b->scale * find_objective(b);
  if (*failed) out->found.objective = NAN;
  for (int32_t i = 0; i < b->nlimits; i++) {
    SarOptimumLimit *limit = &out->limits[i];
    *limit = sar_optimum_limit(&b->goal->limits[i]);
    limit->value = out->responses[limit->response];
    limit->kept = broken(b, i, limit->value) <= b->goal->tolerance;
  }
  return SAR_OK;
}

static SarStatus conclude(Best *b, SarOptimumRoom *out) {
  SarOptimum *found = &out->found;
  bool failed = false, kept = true;
  for (int32_t j = 0; j < b->n; j++) {
    out->parameters[j] = sar_scaled_value(&b->problem->ranges[j], b->u[j]);
    out->bounds[j] = sar_scaled_side(b->u[j], b->goal->tolerance);
  }
  SAR_TRY(verify(b, out, &failed));
  SarQueryCounts counts = sar_query_counts(b->query);
  found->evaluations = counts.runs + 1;
  found->gradients = counts.gradients;
  found->failed = counts.failed + failed;
  for (int32_t i = 0; i < b->nlimits; i++) kept = kept && out->limits[i].kept;
  bool blind = (double)found->failed > MANY_FAILED * (double)found->evaluations;
  found->converged = b->end == SAR_SEARCH_CONVERGED && !b->spent && kept && !failed && !blind;
  if (failed) {
    found->reason =
        sar_arena_printf(out->arena, "no run succeeded%s%s",
                         sar_query_message(b->query)[0] ? ", the last one so: " : "", sar_query_message(b->query));
  } else if (!kept) {
    found->reason = say_broken(b, out);
  } else if (b->spent) {
    found->reason =
        sar_arena_printf(out->arena, "after %d runs, the most that were allowed", (int)b->goal->evaluations);
  } else if (blind) {
    found->reason =
        sar_arena_printf(out->arena, "%lld of %lld runs failed, the last one so: %s", (long long)found->failed,
                         (long long)found->evaluations, sar_query_message(b->query));
  } else {
    found->reason = b->reason;
  }
  return found->reason ? SAR_OK : sar_report_no_memory(b->context);
}

/* ---- */

static SarStatus find(Best *b, SarOptimumRoom *out) {
  SarOptimizeMethodKind kind;
  for (int32_t j = 0; j < b->n; j++) {
    out->start[j] = b->problem->ranges[j].start;
    b->u[j] = sar_scaled_from(&b->problem->ranges[j], out->start[j]);
  }
  SAR_TRY(find_kind(b, &kind));
  SAR_TRY(begin(b, kind));
  if (!b->spent) SAR_TRY(search_all(b, kind, out));
  if (!out->found.method[0]) out->found.method = "no search";
  SAR_TRY(sar_trust_tell(b->context, b->off, out));
  return conclude(b, out);
}

static void describe(const void *self, int64_t i, SarRowStatus status, char *out, size_t size) {
  const Best *b = self;
  const SarOptimizeGoal *goal = b->goal;
  int32_t response = i < b->nobjectives ? goal->responses[i] : goal->limits[i - b->nobjectives].response;
  snprintf(out, size, "the response `%s` has no value there%s", b->problem->names[response],
           status == SAR_ROW_STOPPED ? ": an event has stopped the run" : ": what it asks for is not reached");
}

SarStatus sar_best_find(SarContext *context, const SarBestProblem *problem, SarOptimumRoom *out) {
  const SarOptimizeGoal *goal = problem->goal;
  SarArena *arena = sar_arena_create();
  Best b = {.context = context,
            .problem = problem,
            .goal = goal,
            .n = problem->nparameters,
            .sign = goal->maximize ? -1 : 1,
            .scale = 1,
            .nobjectives = goal->nresponses,
            .nlimits = goal->nlimits};
  b.nvalues = b.nobjectives + b.nlimits;
  int64_t *picks = arena ? SAR_NEW(arena, b.nvalues, int64_t) : NULL;
  b.groups = picks ? SAR_NEW(arena, b.nvalues, int32_t) : NULL;
  double *room = b.groups ? SAR_NEW(arena, b.n + 2 * b.nlimits + b.nvalues * (2 + b.n), double) : NULL;
  SarStatus status = SAR_NO_MEMORY;
  if (room) {
    b.u = room;
    b.limit_scale = b.u + b.n;
    b.worst_limit = b.limit_scale + b.nlimits;
    b.values = b.worst_limit + b.nlimits;
    b.by = b.values + b.nvalues;
    b.end_values = b.by + b.nvalues * b.n;
    for (int32_t i = 0; i < b.nvalues; i++) b.groups[i] = i;
    for (int32_t i = 0; i < b.nobjectives; i++) picks[i] = goal->responses[i];
    for (int32_t i = 0; i < b.nlimits; i++) picks[b.nobjectives + i] = goal->limits[i].response;
    SarQueryOptions options = {.runs = problem->runs,
                               .n = b.n,
                               .ranges = problem->ranges,
                               .m = b.nvalues,
                               .picks = picks,
                               .difference = sar_query_step(goal->tolerance),
                               .most = allowed(&b),
                               .describe = describe,
                               .describe_self = &b};
    status = sar_query_create(context, &options, &b.query);
    if (status == SAR_OK) status = find(&b, out);
    sar_query_destroy(&b.query);
  } else {
    status = sar_report_no_memory(context);
  }
  sar_arena_destroy(&arena);
  return status;
}
