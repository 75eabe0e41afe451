#include "study/optimize_search.h"

#include <nlopt.h>
#include <stdlib.h>
#include <string.h>

static const nlopt_algorithm algorithms[SAR_OPTIMIZE_METHODS] = {
    [SAR_OPTIMIZE_SLSQP] = NLOPT_LD_SLSQP,        [SAR_OPTIMIZE_MMA] = NLOPT_LD_MMA,
    [SAR_OPTIMIZE_CCSA] = NLOPT_LD_CCSAQ,         [SAR_OPTIMIZE_LBFGS] = NLOPT_LD_LBFGS,
    [SAR_OPTIMIZE_COBYLA] = NLOPT_LN_COBYLA,      [SAR_OPTIMIZE_BOBYQA] = NLOPT_LN_BOBYQA,
    [SAR_OPTIMIZE_SIMPLEX] = NLOPT_LN_NELDERMEAD, [SAR_OPTIMIZE_SUBPLEX] = NLOPT_LN_SBPLX,
    [SAR_OPTIMIZE_DIRECT] = NLOPT_GN_DIRECT_L,    [SAR_OPTIMIZE_CRS] = NLOPT_GN_CRS2_LM,
    [SAR_OPTIMIZE_ISRES] = NLOPT_GN_ISRES,        [SAR_OPTIMIZE_MLSL] = NLOPT_G_MLSL_LDS,
};

/* NLopt asks for the objective and for the constraints one by one, at the same point: it is looked at once. */
typedef struct Asked {
  const SarSearch *search;
  nlopt_opt opt;
  double *x, *values, *gradient;
  bool known, with_gradient;
  SarStatus status;
} Asked;

static bool ask(Asked *a, const double *x, bool gradient) {
  const SarSearch *s = a->search;
  size_t bytes = (size_t)s->n * sizeof *x;
  if (a->status != SAR_OK) return false;
  if (a->known && (a->with_gradient || !gradient) && memcmp(x, a->x, bytes) == 0) return true;
  memcpy(a->x, x, bytes);
  a->status = s->evaluate(s->self, x, a->values, gradient ? a->gradient : NULL);
  a->known = a->status == SAR_OK;
  a->with_gradient = gradient;
  if (!a->known) nlopt_force_stop(a->opt);
  return a->known;
}

/* `count` of the values from `first` on. What is written after a forced stop is not looked at. */
static void give(Asked *a, int32_t first, int32_t count, const double *x, double *values, double *gradient) {
  int32_t n = a->search->n;
  bool known = ask(a, x, gradient != NULL);
  for (int32_t i = 0; i < count; i++) values[i] = known ? a->values[first + i] : 0;
  for (int32_t i = 0; gradient && i < count * n; i++) gradient[i] = known ? a->gradient[first * n + i] : 0;
}

static double objective(unsigned n, const double *x, double *gradient, void *self) {
  double value;
  (void)n;
  give(self, 0, 1, x, &value, gradient);
  return value;
}

static void limits(unsigned m, double *values, unsigned n, const double *x, double *gradient, void *self) {
  (void)n;
  give(self, 1, (int32_t)m, x, values, gradient);
}

static void equalities(unsigned m, double *values, unsigned n, const double *x, double *gradient, void *self) {
  Asked *a = self;
  (void)n;
  give(a, 1 + a->search->nlimits, (int32_t)m, x, values, gradient);
}

/* Methods with derivatives end where f no longer changes. The others may find one step without gain long before: they
 * end where their steps are small. */
static bool set_ends(nlopt_opt opt, const SarSearch *s) {
  bool gradient = sar_optimize_method((int32_t)s->method)->gradient;
  return nlopt_set_xtol_abs1(opt, s->tolerance) > 0 && nlopt_set_ftol_rel(opt, gradient ? s->tolerance : 0) > 0 &&
         (gradient || nlopt_set_initial_step1(opt, s->step) > 0);
}

static bool set_constraints(nlopt_opt opt, const SarSearch *s, Asked *asked, double *tolerances) {
  for (int32_t i = 0; i < s->nlimits + s->nequalities; i++) tolerances[i] = s->tolerance;
  if (s->nlimits && nlopt_add_inequality_mconstraint(opt, (unsigned)s->nlimits, limits, asked, tolerances) < 0) {
    return false;
  }
  return !s->nequalities ||
         nlopt_add_equality_mconstraint(opt, (unsigned)s->nequalities, equalities, asked, tolerances) > 0;
}

/* A method that starts others gets the one that it starts. */
static bool set_local(nlopt_opt opt, const SarSearch *s) {
  if (s->method != SAR_OPTIMIZE_MLSL) return true;
  nlopt_opt local = nlopt_create(NLOPT_LN_BOBYQA, (unsigned)s->n);
  if (!local) return false;
  /* It is only to say where it leads: the best of them is refined later. */
  bool done = nlopt_set_xtol_abs1(local, 1e-3) > 0 && nlopt_set_initial_step1(local, s->step) > 0 &&
              nlopt_set_local_optimizer(opt, local) > 0;
  nlopt_destroy(local);
  return done;
}

static SarSearchEnd judge(nlopt_result result, const char **how) {
  switch (result) {
    case NLOPT_SUCCESS:
    case NLOPT_STOPVAL_REACHED: *how = "the method says that it is done"; return SAR_SEARCH_CONVERGED;
    case NLOPT_FTOL_REACHED: *how = "the objective no longer changes"; return SAR_SEARCH_CONVERGED;
    case NLOPT_XTOL_REACHED: *how = "the parameters no longer change"; return SAR_SEARCH_CONVERGED;
    case NLOPT_ROUNDOFF_LIMITED: *how = "no step gets further"; return SAR_SEARCH_STUCK;
    default: *how = "the method gave up"; return SAR_SEARCH_FAILED;
  }
}

static SarStatus run(SarContext *context, Asked *asked, double *tolerances, double *x, SarSearchEnd *end,
                     const char **how) {
  const SarSearch *s = asked->search;
  nlopt_opt opt = nlopt_create(algorithms[s->method], (unsigned)s->n);
  if (!opt) return sar_report_no_memory(context);
  asked->opt = opt;
  bool ready = nlopt_set_lower_bounds(opt, s->lower) > 0 && nlopt_set_upper_bounds(opt, s->upper) > 0 &&
               nlopt_set_min_objective(opt, objective, asked) > 0 && set_ends(opt, s) &&
               set_constraints(opt, s, asked, tolerances) && set_local(opt, s);
  double best;
  nlopt_srand((unsigned long)s->seed);
  nlopt_result result = ready ? nlopt_optimize(opt, x, &best) : NLOPT_INVALID_ARGS;
  nlopt_destroy(opt);
  if (result == NLOPT_OUT_OF_MEMORY) return sar_report_no_memory(context);
  *end = judge(result, how);
  return asked->status;
}

SarStatus sar_search(SarContext *context, const SarSearch *s, double *x, SarSearchEnd *end, const char **how) {
  size_t n = (size_t)s->n, nvalues = 1 + (size_t)s->nlimits + (size_t)s->nequalities;
  double *room = calloc(n + nvalues * (2 + n), sizeof *room);
  if (!room) return sar_report_no_memory(context);
  Asked asked = {.search = s, .x = room, .values = room + n, .gradient = room + n + nvalues};
  SarStatus status = run(context, &asked, room + n + nvalues * (1 + n), x, end, how);
  free(room);
  return status;
}
