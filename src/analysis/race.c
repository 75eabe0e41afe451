/* The race: which methods, which tolerances and steps, and what each run costs and gives. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/race_reference.h"
#include "method/engine.h"

#define MOST_STEPS 200000
#define SAMPLES 400 /* points of a run at which its error is taken, at most */
#define TYPICAL "hht"
#define TYPICAL_TOLERANCE 1e-5
#define TYPICAL_STEPS 500 /* where that run fails */
#define LADDER 6          /* steps chosen: 4, 2, 1, 1/2, 1/4, 1/8 of the typical one */
#define LONGEST 4.0       /* of them */
#define FEWEST_STEPS 16
#define REPEATS 5          /* of a short run, for its time ... */
#define SHORT_SECONDS 0.02 /* ... until they took this together */

static const double usual_tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

typedef struct Race {
  SarRace public;
  SarArena *arena;
} Race;

typedef struct Runner {
  SarRaceRunner base;
  Race *race;
  SarRaceMethod *methods; /* of the race, to be filled in ... */
  SarRaceRun **ladders;   /* ... with these */
  SarRaceTrack reference, track;
  const double *tolerances, *steps;
  int32_t ntolerances, nsteps;
} Runner;

SarRaceOptions sar_race_options_default(void) { return (SarRaceOptions){.end = NAN, .most_steps = MOST_STEPS}; }

static bool must_stop(SarStatus status) { return status == SAR_INTERRUPTED || status == SAR_NO_MEMORY; }

/* ---- one run ---- */

static void take_counts(const SarRaceWork *work, SarRaceRun *out) {
  const SarStepStats *n = &work->stats;
  out->steps = n->steps;
  out->rejected = n->rejected_error + n->rejected_corrector + n->rejected_rotation;
  out->iterations = n->iterations;
  out->residuals = n->residuals;
  out->jacobians = n->jacobians;
  out->factorisations = n->factorisations;
  out->solves = n->solves;
  out->cpu_seconds = work->cpu_seconds;
}

/* The clock is coarse and other programs disturb it: short runs are done again, the least time counts. */
static SarStatus time_again(Runner *r, SarContext *quiet, const SarRaceTrial *trial, SarRaceRun *out) {
  SarRaceWork work;
  double spent = out->cpu_seconds;
  for (int32_t i = 1; i < REPEATS && spent < SHORT_SECONDS; i++) {
    SAR_TRY(sar_race_follow(&r->base, quiet, trial, NULL, &work));
    out->cpu_seconds = fmin(out->cpu_seconds, work.cpu_seconds);
    spent += work.cpu_seconds;
  }
  return SAR_OK;
}

static SarStatus run_quietly(Runner *r, SarContext *quiet, const SarRaceTrial *trial, SarRaceRun *out,
                             bool *too_many_steps) {
  const SarRaceErrors none = {NAN, NAN, NAN, NAN};
  SarRaceWork work = {.cpu_seconds = 0};
  out->errors = none;
  SarStatus status = sar_race_follow(&r->base, quiet, trial, &r->track, &work);
  take_counts(&work, out);
  *too_many_steps = work.too_many_steps;
  if (status == SAR_OK) status = time_again(r, quiet, trial, out);
  if (status == SAR_OK) status = sar_race_compare(&r->base, &r->reference, &r->track, &out->errors);
  if (status == SAR_OK && !isfinite(out->errors.position)) {
    status = sar_report(quiet, SAR_FAILED, sar_nowhere(), NULL, NULL, "the motion is no longer a number");
    out->errors = none;
  }
  out->done = status == SAR_OK;
  out->limited = out->done && out->errors.position < SAR_RACE_LIMITED * r->race->public.difference.position;
  if (out->done || must_stop(status)) return status;
  out->reason = sar_race_reason(quiet, status, false, r->race->arena);
  return out->reason ? SAR_OK : SAR_NO_MEMORY;
}

static SarStatus run_once(Runner *r, const char *method, SarRaceRun *out, bool *too_many_steps) {
  SarRaceTrial trial = {
      .method = method, .tolerance = out->tolerance, .step = out->step, .interval = r->base.end / SAMPLES};
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStatus status = run_quietly(r, quiet, &trial, out, too_many_steps);
  sar_context_destroy(&quiet);
  return status;
}

/* ---- one method ---- */

/* Why a method cannot run at all; null: it can. */
static SarStatus try_method(Runner *r, const SarMethodChoice *choice, bool adaptive, const char **reason) {
  SarIntegrator *integrator = NULL;
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStepOptions steps = {.end = r->base.end, .tolerance = TYPICAL_TOLERANCE};
  if (!adaptive) steps.fixed_step = r->base.end / FEWEST_STEPS;
  SarStatus status = sar_integrator_create(quiet, &r->base.start->m->problem, choice, &steps, &integrator);
  sar_integrator_destroy(&integrator);
  *reason = status == SAR_OK ? NULL : sar_race_reason(quiet, status, true, r->race->arena);
  sar_context_destroy(&quiet);
  return status == SAR_NO_MEMORY || (status != SAR_OK && !*reason) ? SAR_NO_MEMORY : SAR_OK;
}

/* The ladder of a method: by tolerance where it has error control and tolerances are wanted, else by steps. */
static SarStatus make_ladder(Runner *r, const SarMethodChoice *choice, SarRaceMethod *out, SarRaceRun **ladder) {
  bool adaptive = sar_method_info_of(choice).adaptive && r->ntolerances > 0;
  int32_t count = adaptive ? r->ntolerances : r->nsteps;
  SAR_TRY(try_method(r, choice, adaptive, &out->reason));
  if (out->reason) return SAR_OK;
  SarRaceRun *runs = SAR_NEW(r->race->arena, count, SarRaceRun);
  if (!runs) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    runs[i].tolerance = adaptive ? r->tolerances[i] : NAN;
    runs[i].step = adaptive ? NAN : r->steps[i];
  }
  out->runs = *ladder = runs;
  out->nruns = count;
  return SAR_OK;
}

static SarStatus enter_method(Runner *r, const char *text) {
  SarRace *race = &r->race->public;
  SarMethodChoice choice;
  char label[160];
  SAR_TRY(sar_method_parse(r->base.context, text, sar_nowhere(), &choice));
  sar_method_label(&choice, label, sizeof label);
  int32_t i = race->nmethods++;
  SarRaceMethod *out = &r->methods[i];
  out->method = sar_arena_copy_text(r->race->arena, label);
  SAR_TRY(out->method ? make_ladder(r, &choice, out, &r->ladders[i]) : SAR_NO_MEMORY);
  r->base.runs += out->nruns;
  return SAR_OK;
}

/* ---- all methods ---- */

/* Whether constraints given as positions need the stabilised form with this method. */
static bool needs_si2(const SarMethodChoice *choice) {
  return choice->table->infinity && !(choice->table->infinity(choice) < 1);
}

/* All that there are; with constraints also the stabilised form of BDF, and of methods that cannot do without. */
static SarStatus enter_all(Runner *r) {
  bool constrained = r->base.start->m->problem.n.np > 0;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    SarMethodChoice choice;
    char text[64];
    SAR_TRY(enter_method(r, info.name));
    SAR_TRY(sar_method_parse(r->base.context, info.name, sar_nowhere(), &choice));
    if (!constrained || !choice.table->family->si2) continue;
    if (!needs_si2(&choice) && strcmp(info.name, "bdf") != 0) continue;
    snprintf(text, sizeof text, "%s:formulation=si2", info.name);
    SAR_TRY(enter_method(r, text));
  }
  return SAR_OK;
}

static SarStatus enter_methods(Runner *r) {
  const SarRaceOptions *o = r->base.options;
  int32_t room = o->nmethods > 0 ? o->nmethods : 2 * sar_method_count();
  r->race->public.methods = r->methods = SAR_NEW(r->race->arena, room, SarRaceMethod);
  r->ladders = SAR_NEW(r->race->arena, room, SarRaceRun *);
  if (!r->methods || !r->ladders) return SAR_NO_MEMORY;
  if (o->nmethods == 0) return enter_all(r);
  for (int32_t i = 0; i < o->nmethods; i++) SAR_TRY(enter_method(r, o->methods[i]));
  return SAR_OK;
}

/* ---- the runs of a method ---- */

/* A run that is not worth its time: `before`, with a larger tolerance or step, needed too many steps. */
static SarStatus leave_out(Runner *r, const SarRaceRun *before, SarRaceRun *out) {
  long long most = (long long)r->base.options->most_steps;
  out->left_out = true;
  out->errors = (SarRaceErrors){NAN, NAN, NAN, NAN};
  out->cpu_seconds = NAN;
  out->reason =
      isnan(before->step)
          ? sar_arena_printf(r->race->arena, "more than %lld steps at %.0e already", most, before->tolerance)
          : sar_arena_printf(r->race->arena, "more than %lld steps with a step of %.3g s already", most, before->step);
  return out->reason ? SAR_OK : SAR_NO_MEMORY;
}

static double size_of(const SarRaceRun *run) { return isnan(run->step) ? run->tolerance : run->step; }

/* The largest tolerance or step that has not had its turn; the first of equal ones. */
static int32_t next_run(const SarRaceRun *runs, int32_t count, const bool *had) {
  int32_t next = -1;
  for (int32_t k = 0; k < count; k++) {
    if (!had[k] && (next < 0 || size_of(&runs[k]) > size_of(&runs[next]))) next = k;
  }
  return next;
}

/* From loose to tight, in whatever order they were asked for. Other failures than too many steps tell nothing about
 * the runs that follow: a shorter step may be stable. */
static SarStatus run_ladder(Runner *r, const char *method, SarRaceRun *runs, int32_t count) {
  const SarRaceRun *hopeless = NULL;
  bool *had = SAR_NEW(r->race->arena, count, bool), too_many_steps = false;
  if (!had) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    int32_t k = next_run(runs, count, had);
    had[k] = true;
    r->base.run++;
    SAR_TRY(hopeless ? leave_out(r, hopeless, &runs[k]) : run_once(r, method, &runs[k], &too_many_steps));
    if (!hopeless && too_many_steps) hopeless = &runs[k];
  }
  return SAR_OK;
}

static SarStatus run_all(Runner *r) {
  for (int32_t i = 0; i < r->race->public.nmethods; i++) {
    const SarRaceMethod *method = &r->methods[i];
    const char *text = r->base.options->nmethods ? r->base.options->methods[i] : method->method;
    if (method->nruns > 0) SAR_TRY(run_ladder(r, text, r->ladders[i], method->nruns));
  }
  return SAR_OK;
}

/* ---- ladders ---- */

/* How many steps a run with the usual settings takes. It is none of the race: neither its limit nor a failure counts.
 */
static SarStatus count_steps(const Runner *r, double *count) {
  SarRaceTrial trial = {.method = TYPICAL, .tolerance = TYPICAL_TOLERANCE, .step = NAN};
  SarRaceOptions options = *r->base.options;
  SarRaceRunner runner = r->base;
  SarRaceWork work;
  options.most_steps = MOST_STEPS;
  runner.options = &options;
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStatus status = sar_race_follow(&runner, quiet, &trial, NULL, &work);
  sar_context_destroy(&quiet);
  *count = status == SAR_OK ? (double)work.stats.steps : TYPICAL_STEPS;
  return must_stop(status) ? status : SAR_OK;
}

/* Steps about the mean one of a run with the usual settings. */
static SarStatus choose_steps(Runner *r) {
  double *steps = SAR_NEW(r->race->arena, LADDER, double), count;
  if (!steps) return SAR_NO_MEMORY;
  SAR_TRY(count_steps(r, &count));
  double mean = fmin(r->base.end / count, r->base.end / FEWEST_STEPS / LONGEST);
  for (int32_t i = 0; i < LADDER; i++) steps[i] = ldexp(LONGEST * mean, -i);
  r->steps = steps;
  r->nsteps = LADDER;
  return SAR_OK;
}

static SarStatus choose_ladders(Runner *r) {
  const SarRaceOptions *o = r->base.options;
  r->tolerances = o->tolerances, r->ntolerances = o->ntolerances;
  r->steps = o->steps, r->nsteps = o->nsteps;
  if (o->ntolerances == 0 && o->nsteps == 0) {
    r->tolerances = usual_tolerances;
    r->ntolerances = (int32_t)(sizeof usual_tolerances / sizeof *usual_tolerances);
  }
  return o->nsteps > 0 ? SAR_OK : choose_steps(r);
}

static SarStatus check_ladders(SarContext *context, const SarRaceOptions *o) {
  for (int32_t i = 0; i < o->ntolerances; i++) {
    if (o->tolerances[i] > 0 && o->tolerances[i] < 1) continue;
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "1e-3 to 1e-8 are usual",
                      "tolerances must be between 0 and 1, not %g", o->tolerances[i]);
  }
  for (int32_t i = 0; i < o->nsteps; i++) {
    if (o->steps[i] > 0 && isfinite(o->steps[i])) continue;
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "give positive steps", "a step of %g s is not possible",
                      o->steps[i]);
  }
  return SAR_OK;
}

/* ---- the race ---- */

/* Beside an event the runs differ by as much as it changes, for as long as their times of it differ. */
static SarStatus refuse_events(SarContext *context, const SarProblem *p) {
  for (int32_t i = 0; i < p->n.nroots; i++) {
    if (p->roots[i].kind == SAR_ROOT_KINK) continue;
    return sar_report(context, SAR_FAILED, sar_nowhere(), NULL,
                      "remove the events, comparisons, `sign` and the like, or compare runs with `sarrus compare`",
                      "methods cannot race on a motion with events or jumps");
  }
  if (p->n.nv > 0) return SAR_OK;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "add a body or a coordinate",
                    "methods race by the errors of positions, and the model has none");
}

/* A race of nobody tells nothing. */
static SarStatus check_field(const Runner *r) {
  const SarRace *race = &r->race->public;
  if (r->base.runs > 0) return SAR_OK;
  return sar_report(
      r->base.context, SAR_INPUT, sar_nowhere(), NULL, "give other methods, or none: then all of them race",
      "none of the methods can race on this model: %s: %s", race->methods[0].method, race->methods[0].reason);
}

static SarStatus race_on(Runner *r) {
  SarContext *context = r->base.context;
  const SarProblem *problem = &r->base.start->m->problem;
  SAR_TRY(refuse_events(context, problem));
  sar_race_track_create(problem, &r->reference);
  sar_race_track_create(problem, &r->track);
  SarStatus status = choose_ladders(r);
  if (status == SAR_OK) status = enter_methods(r);
  if (status == SAR_OK) status = check_field(r);
  if (status == SAR_OK) status = sar_race_reference(&r->base, r->race->arena, &r->reference, &r->race->public);
  if (status == SAR_OK) status = run_all(r);
  sar_race_track_destroy(&r->reference);
  sar_race_track_destroy(&r->track);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
}

static SarStatus race_with(Race *race, SarContext *context, const SarSystem *system, const SarRaceOptions *options) {
  Runner r = {.race = race};
  r.base = (SarRaceRunner){.context = context, .options = options};
  r.base.end = race->public.end = !isnan(options->end) ? options->end : sar_system_model(system)->simulation.end;
  if (!(r.base.end > 0) || isinf(r.base.end)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "write `simulate: {end: 2}`, or give `--end 2`",
                      "the time to simulate is not given");
  }
  SAR_TRY(check_ladders(context, options));
  SarStatus status = sar_start_create(context, system, &r.base.start);
  sar_start_destroy(&r.base.start);
  SAR_TRY(status);
  SarContext *quiet = sar_context_create(); /* what the equations say in runs that fail is no error of the race */
  if (!quiet) return sar_report_no_memory(context);
  status = sar_start_create(quiet, system, &r.base.start);
  if (status == SAR_OK) status = race_on(&r);
  sar_start_destroy(&r.base.start);
  sar_context_destroy(&quiet);
  return status;
}

SarStatus sar_race(SarContext *context, const SarSystem *system, const SarRaceOptions *options, const SarRace **out) {
  SAR_NEED(context, context && system && options && out);
  *out = NULL;
  SarArena *arena = sar_arena_create();
  Race *race = arena ? SAR_NEW(arena, 1, Race) : NULL;
  if (!race) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  race->arena = arena;
  SarStatus status = race_with(race, context, system, options);
  *out = &race->public;
  if (status != SAR_OK) sar_race_destroy(out);
  return status;
}

void sar_race_destroy(const SarRace **race) {
  if (!race || !*race) return;
  SarArena *arena = ((const Race *)*race)->arena;
  sar_arena_destroy(&arena);
  *race = NULL;
}
