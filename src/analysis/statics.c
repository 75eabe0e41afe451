/* `sarrus static`: equilibria at one time or at several, as rows with the columns of a run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/audit/audit.h"
#include "analysis/audit/bends.h"
#include "analysis/record/recorder.h"
#include "analysis/static/buckling.h"
#include "analysis/static/equilibrium.h"
#include "analysis/static/series.h"
#include "base/resource.h"
#include "element/fmu/link.h"
#include "system/inputs.h"
#include "system/names.h"

#define MOST_NAMED 3 /* neutral directions in a warning */

typedef struct Series {
  SarContext *context;
  const SarSystem *system;
  const SarStaticOptions *options;
  SarStaticSummary *summary;
  SarStart *start;
  SarEquilibrium *equilibrium;
  SarAudit *audit;
  SarRecorder *recorder;
  double *lambda, *mu; /* of the rows */
  bool warned_unloaded, warned_bent;
  bool warned; /* of neutral directions or instability */
} Series;

static double time_of(const SarStaticOptions *o, int32_t i) {
  return i + 1 == o->count && i > 0 ? o->to : o->count > 1 ? o->from + (o->to - o->from) * i / (o->count - 1) : o->from;
}

static SarStatus check_options(const Series *x) {
  const SarStaticOptions *o = x->options;
  if (o->buckling < 0 || o->buckling > SAR_BUCKLING_MOST) {
    return sar_report(x->context, SAR_USAGE, sar_nowhere(), NULL, "ask for fewer",
                      "load factors of buckling are found up to %d, not %d", SAR_BUCKLING_MOST, (int)o->buckling);
  }
  if (o->count >= 1 && isfinite(o->from) && isfinite(o->to)) return SAR_OK;
  return sar_report(x->context, SAR_USAGE, sar_nowhere(), NULL, "give finite times, and one of them at least",
                    "the times of the series are no numbers, or there are none");
}

/* ---- what was found ---- */

static void name_neutral(const Series *x, const SarNeutral *neutral) {
  char list[400] = "";
  int32_t count = neutral->count, named = count < MOST_NAMED ? count : MOST_NAMED;
  for (int32_t i = 0; i < named; i++) {
    SarCulpritName name = sar_culprit_name(x->system, neutral->unknowns[i]);
    const char *beam = sar_beam_of(x->system, name.index);
    size_t used = strlen(list);
    snprintf(list + used, sizeof list - used, "%s%s%s%s`%s` (%s)", i ? ", " : "", beam ? "beam `" : "",
             beam ? beam : "", beam ? "` at " : "", name.element, name.equation);
  }
  SarCulpritName first = sar_culprit_name(x->system, neutral->unknowns[0]);
  sar_warn(x->context, first.index >= 0 ? sar_system_element(x->system, first.index)->source : sar_nowhere(),
           first.index >= 0 ? first.element : NULL,
           "nothing to do if they are meant to be free; else hold them with a joint or a spring",
           "%s%d direction%s neutral, held by nothing and loaded by nothing, and stay%s as %s: %s%s",
           count == SAR_NEUTRAL_MOST ? "at least " : "", (int)count, count == 1 ? " is" : "s are",
           count == 1 ? "s" : "", count == 1 ? "it is" : "they are", list, count > named ? ", ..." : "");
}

static SarStatus judge(Series *x, SarStaticState *state) {
  SarStability stability;
  SarNeutral neutral = {0};
  SarStatus status = sar_static_stability(x->equilibrium->rest, &stability);
  if (status < 0) return status;
  if (status > 0) stability = (SarStability){.lowest = NAN, .stable = false, .unknown = -1};
  if (stability.neutral) {
    status = sar_static_neutral(x->equilibrium->rest, &stability, &neutral);
    if (status < 0) return status;
    state->neutral = neutral.count;
  }
  SarCulpritName name = sar_culprit_name(x->system, stability.unknown);
  state->stable = stability.stable;
  state->lowest_eigenvalue = stability.lowest;
  state->imaginary = stability.imaginary;
  snprintf(state->element, sizeof state->element, "%s", name.element);
  snprintf(state->direction, sizeof state->direction, "%s", name.equation);
  if (x->warned) return SAR_OK;
  sar_equilibrium_warn_unstable(x->equilibrium, &stability);
  if (neutral.count) name_neutral(x, &neutral);
  x->warned = (!stability.stable && !isnan(stability.lowest)) || neutral.count;
  return SAR_OK;
}

static SarStatus find_buckling(Series *x, SarStaticState *state) {
  SarBuckling found;
  SarBucklingFactors *out = &state->buckling;
  out->reversed = NAN;
  if (!x->options->buckling || x->start->degrees_of_freedom <= 0) return SAR_OK;
  SarStatus status = sar_static_buckling(x->equilibrium, x->options->buckling, &found);
  if (status < 0) return status;
  if (status > 0) {
    if (x->warned_unloaded) return SAR_OK;
    x->warned_unloaded = true;
    sar_warn(x->context, sar_nowhere(), NULL, "hold it by joints or springs where it rests on its loads alone",
             "no load factor of buckling is known: without its loads the mechanism does not come to rest");
    return SAR_OK;
  }
  SarCulpritName name = sar_culprit_name(x->system, found.unknown);
  out->count = found.count;
  out->reversed = found.reversed;
  memcpy(out->factors, found.factors, sizeof out->factors);
  if (!found.count) return SAR_OK;
  snprintf(out->element, sizeof out->element, "%s", name.element);
  snprintf(out->direction, sizeof out->direction, "%s", name.equation);
  return SAR_OK;
}

static void add_up(SarStaticState *sum, const SarStaticState *one, bool first) {
  if (first) {
    *sum = *one;
    return;
  }
  sum->time = one->time;
  sum->iterations += one->iterations;
  sum->load_steps += one->load_steps;
  sum->relaxations += one->relaxations;
  sum->residual = fmax(sum->residual, one->residual);
  sum->stable = sum->stable && one->stable;
  sum->imaginary = fmax(sum->imaginary, one->imaginary);
  if (one->buckling.count && (!sum->buckling.count || one->buckling.factors[0] < sum->buckling.factors[0])) {
    sum->buckling = one->buckling;
  }
  sum->neutral = sum->neutral > one->neutral ? sum->neutral : one->neutral;
  if (!(one->lowest_eigenvalue < sum->lowest_eigenvalue)) return;
  sum->lowest_eigenvalue = one->lowest_eigenvalue;
  memcpy(sum->element, one->element, sizeof sum->element);
  memcpy(sum->direction, one->direction, sizeof sum->direction);
}

/* ---- rows ---- */

/* Redundant joints share their loads in the way of least norm, as in a run. */
static SarStatus record(Series *x, double t) {
  SarStart *s = x->start;
  const SarSizes *n = &s->m->problem.n;
  SarPoint at = sar_rest_point(x->equilibrium->rest);
  SarEnergyRecord energy = {0};
  memcpy(x->lambda, s->lambda, (size_t)n->np * sizeof *x->lambda);
  if (n->nn) memcpy(x->mu, s->mu, (size_t)n->nn * sizeof *x->mu);
  if (s->equations->null) {
    SAR_TRY(sar_equations_factor(s->equations, t, s->q, s->v));
    SAR_TRY(sar_equations_least_norm(s->equations, t, s->q, s->v, s->x, x->lambda, x->mu));
  }
  at.lambda = x->lambda;
  at.mu = x->mu;
  if (!x->audit->started) SAR_TRY(sar_audit_start(x->audit, s->m, &at));
  SAR_TRY(sar_audit_energy(x->audit, s->m, &at, 0, 0, &energy));
  return sar_recorder_row(x->recorder, s->m, &at, &energy);
}

static SarStatus make_recorder(Series *x) {
  SarRunOptions options = sar_run_options_default();
  options.table = x->options->table;
  options.csv = x->options->csv;
  options.hdf5 = x->options->hdf5;
  SarRecorderPlan plan = {.options = &options, .method = "static", .kinematic = true, .statics = x->options};
  return sar_recorder_create(x->start, &plan, &x->recorder);
}

static void look_at_bends(Series *x, double t) {
  const SarUnits *units = &sar_system_model(x->system)->units;
  SarMostTurned most = sar_system_most_turned(x->system, x->start->q);
  char when[64];
  if (x->warned_bent || !sar_bends_too_far(&most)) return;
  snprintf(when, sizeof when, "at t = %.6g %s", t / units->time, units->time_name);
  sar_bends_warn(x->context, x->system, &most, when);
  x->warned_bent = true;
}

static SarStatus find_one(Series *x, int32_t i) {
  SarEquilibrium *e = x->equilibrium;
  SarStaticState state = {.time = time_of(x->options, i)};
  int32_t iterations = e->iterations, load_steps = e->load_steps, relaxations = e->relaxations;
  SAR_TRY(sar_equilibrium_find(e, state.time));
  e->continued = true;
  state.iterations = e->iterations - iterations;
  state.load_steps = e->load_steps - load_steps;
  state.relaxations = e->relaxations - relaxations;
  state.residual = e->gap.largest;
  look_at_bends(x, state.time);
  SAR_TRY(judge(x, &state));
  SAR_TRY(find_buckling(x, &state));
  SAR_TRY(record(x, state.time));
  add_up(&x->summary->state, &state, i == 0);
  return x->options->each && x->options->each(x->options->self, &state) ? SAR_INTERRUPTED : SAR_OK;
}

static SarStatus prepare(Series *x, const SarStaticPose *pose) {
  SAR_TRY(check_options(x));
  bool fits = pose && pose->q && pose->nq == sar_system_nq(x->system);
  SAR_TRY(fits ? sar_start_create_near(x->context, x->system, pose->q, &x->start)
               : sar_start_create(x->context, x->system, &x->start));
  sar_workspace_set_mode(x->start->m, SAR_MODE_STATICS);
  sar_start_warn_sharing(x->start);
  sar_start_warn_redundant(x->start);
  if (!fits) sar_start_warn_moved(x->start);
  x->summary->degrees_of_freedom = x->start->degrees_of_freedom;
  const SarSizes *n = &x->start->m->problem.n;
  x->lambda = calloc((size_t)n->np + (size_t)n->nn + 1, sizeof *x->lambda);
  if (!x->lambda) return sar_report_no_memory(x->context);
  x->mu = x->lambda + n->np;
  SAR_TRY(sar_equilibrium_create(x->context, x->start, &x->equilibrium));
  x->equilibrium->relax = x->options->relax;
  SAR_TRY(sar_audit_create(x->context, x->system, &x->audit));
  return make_recorder(x);
}

static SarStatus run(Series *x, SarStaticPose *pose) {
  SAR_TRY(prepare(x, pose));
  for (int32_t i = 0; i < x->options->count; i++) {
    SAR_TRY(find_one(x, i));
    x->equilibrium->relax = false;
  }
  if (!pose) return SAR_OK;
  size_t bytes = (size_t)x->start->m->problem.n.nq * sizeof *pose->q;
  double *q = realloc(pose->q, bytes + 1);
  if (!q) return sar_report_no_memory(x->context);
  pose->q = memcpy(q, x->start->q, bytes);
  pose->nq = x->start->m->problem.n.nq;
  return SAR_OK;
}

/* Rows of earlier times are kept where a later one fails. */
static SarStatus finish(Series *x, SarStatus status) {
  SarStatus finished = x->recorder ? sar_recorder_finish(x->recorder) : SAR_OK;
  if ((status == SAR_OK || status == SAR_INTERRUPTED) && finished != SAR_OK) status = finished;
  x->summary->status = status == SAR_OK            ? SAR_RUN_DONE
                       : status == SAR_INTERRUPTED ? SAR_RUN_INTERRUPTED
                                                   : SAR_RUN_FAILED;
  x->summary->rows = x->recorder ? x->recorder->rows : 0;
  if (x->equilibrium) {
    SarRestCounts counts = sar_equilibrium_counts(x->equilibrium);
    x->summary->residuals = counts.residuals;
    x->summary->factorisations = counts.factorisations;
    x->summary->solves = counts.solves;
    if (x->summary->rows == 0) { /* what was tried */
      x->summary->state = (SarStaticState){.time = x->options->from,
                                           .iterations = x->equilibrium->iterations,
                                           .load_steps = x->equilibrium->load_steps,
                                           .relaxations = x->equilibrium->relaxations,
                                           .residual = x->equilibrium->gap.largest,
                                           .lowest_eigenvalue = NAN};
    }
  }
  return status;
}

SarStatus sar_static_near(SarContext *context, const SarSystem *system, const SarStaticOptions *options,
                          SarStaticPose *pose, SarStaticSummary *summary) {
  SAR_NEED(context, context && system && options);
  SAR_TRY(
      sar_fmu_links_refuse(context, sar_system_model(system)->fmus, sar_system_model(system)->nfmus, "an equilibrium"));
  SarStaticSummary own;
  Series x = {.context = context, .system = system, .options = options, .summary = summary ? summary : &own};
  double begin = sar_cpu_seconds();
  *x.summary = (SarStaticSummary){.bodies = sar_system_bodies(system), .state = {.lowest_eigenvalue = NAN}};
  SarStatus status = finish(&x, run(&x, pose));
  x.summary->cpu_seconds = sar_cpu_seconds() - begin;
  sar_recorder_destroy(&x.recorder);
  sar_audit_destroy(&x.audit);
  sar_equilibrium_destroy(&x.equilibrium);
  sar_start_destroy(&x.start);
  free(x.lambda);
  return status;
}

SarStatus sar_static(SarContext *context, const SarSystem *system, const SarStaticOptions *options,
                     SarStaticSummary *summary) {
  return sar_static_near(context, system, options, NULL, summary);
}
