/* The race: which methods, which tolerances and steps, which part of the time for what. The runs are in
 * race_rounds.c. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/race_reference.h"
#include "analysis/race_rounds.h"
#include "analysis/static/equilibrium.h"
#include "method/engine.h"

#define MOST_STEPS 200000
#define TYPICAL "hht"
#define TYPICAL_TOLERANCE 1e-5
#define TYPICAL_STEPS 500 /* where that run fails */
#define LADDER 6          /* steps chosen: 4, 2, 1, 1/2, 1/4, 1/8 of the typical one */
#define LONGEST 4.0       /* of them */
#define FEWEST_STEPS 16
/* Parts of the budget: the run with the usual settings, the references, and all but the writing of the answer. */
#define TYPICAL_PART 0.05
#define REFERENCE_PART 0.4
#define RACE_PART 0.95

static const double usual_tolerances[] = {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

SarRaceOptions sar_race_options_default(void) { return (SarRaceOptions){.end = NAN, .most_steps = MOST_STEPS}; }

/* ---- one method ---- */

/* Why a method cannot run at all; null: it can. */
static SarStatus try_method(SarRaceField *f, const SarMethodChoice *choice, bool adaptive, const char **reason) {
  SarIntegrator *integrator = NULL;
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStepOptions steps = {.end = f->base.end, .tolerance = TYPICAL_TOLERANCE};
  if (!adaptive) steps.fixed_step = f->base.end / FEWEST_STEPS;
  SarStatus status = sar_integrator_create(quiet, &f->base.start->m->problem, choice, &steps, &integrator);
  sar_integrator_destroy(&integrator);
  *reason = status == SAR_OK ? NULL : sar_race_reason(quiet, status, true, f->arena);
  sar_context_destroy(&quiet);
  return status == SAR_NO_MEMORY || (status != SAR_OK && !*reason) ? SAR_NO_MEMORY : SAR_OK;
}

/* The ladder of a method: by tolerance where it has error control and tolerances are wanted, else by steps. */
static SarStatus make_ladder(SarRaceField *f, const SarMethodChoice *choice, SarRaceMethod *out, SarRaceEntry *entry) {
  bool adaptive = sar_method_info_of(choice).adaptive && f->ntolerances > 0;
  int32_t count = adaptive ? f->ntolerances : f->nsteps;
  SAR_TRY(try_method(f, choice, adaptive, &out->reason));
  if (out->reason) return SAR_OK;
  SarRaceRun *runs = SAR_NEW(f->arena, count, SarRaceRun);
  entry->had = SAR_NEW(f->arena, count, bool);
  if (!runs || !entry->had) return SAR_NO_MEMORY;
  for (int32_t i = 0; i < count; i++) {
    runs[i].tolerance = adaptive ? f->tolerances[i] : NAN;
    runs[i].step = adaptive ? NAN : f->steps[i];
  }
  out->runs = entry->runs = runs;
  out->nruns = entry->nruns = count;
  entry->controlled = adaptive;
  return SAR_OK;
}

static SarStatus enter_method(SarRaceField *f, const char *text) {
  SarRace *race = f->race;
  SarMethodChoice choice;
  char label[160];
  SAR_TRY(sar_method_parse(f->base.context, text, sar_nowhere(), &choice));
  sar_method_label(&choice, label, sizeof label);
  int32_t i = race->nmethods++;
  SarRaceMethod *out = &f->methods[i];
  SarRaceEntry *entry = &f->entries[i];
  out->method = sar_arena_copy_text(f->arena, label);
  entry->text = sar_arena_copy_text(f->arena, text);
  SAR_TRY(out->method && entry->text ? make_ladder(f, &choice, out, entry) : SAR_NO_MEMORY);
  f->base.runs += out->nruns;
  return SAR_OK;
}

/* ---- all methods ---- */

/* Whether constraints given as positions need the stabilised form with this method. */
static bool needs_si2(const SarMethodChoice *choice) {
  return choice->table->infinity && !(choice->table->infinity(choice) < 1);
}

/* All that there are; with constraints also the stabilised form of BDF, and of methods that cannot do without. */
static SarStatus enter_all(SarRaceField *f) {
  bool constrained = f->base.start->m->problem.n.np > 0;
  for (int32_t i = 0; i < sar_method_count(); i++) {
    SarMethodInfo info = sar_method_info(i);
    SarMethodChoice choice;
    char text[64];
    SAR_TRY(enter_method(f, info.name));
    SAR_TRY(sar_method_parse(f->base.context, info.name, sar_nowhere(), &choice));
    if (!constrained || !choice.table->family->si2) continue;
    if (!needs_si2(&choice) && strcmp(info.name, "bdf") != 0) continue;
    snprintf(text, sizeof text, "%s:formulation=si2", info.name);
    SAR_TRY(enter_method(f, text));
  }
  return SAR_OK;
}

static SarStatus enter_methods(SarRaceField *f) {
  const SarRaceOptions *o = f->base.options;
  int32_t room = o->nmethods > 0 ? o->nmethods : 2 * sar_method_count();
  f->race->methods = f->methods = SAR_NEW(f->arena, room, SarRaceMethod);
  f->entries = SAR_NEW(f->arena, room, SarRaceEntry);
  if (!f->methods || !f->entries) return SAR_NO_MEMORY;
  if (o->nmethods == 0) return enter_all(f);
  for (int32_t i = 0; i < o->nmethods; i++) SAR_TRY(enter_method(f, o->methods[i]));
  return SAR_OK;
}

/* ---- ladders ---- */

/* How many steps a run with the usual settings takes, and how long. It is none of the race: neither its limit nor a
 * failure counts. Where its time is too short it tells how far it came. */
static SarStatus count_steps(SarRaceField *f, double *count) {
  SarRaceTrial trial = {.method = TYPICAL, .tolerance = TYPICAL_TOLERANCE, .step = NAN};
  trial.seconds = TYPICAL_PART * f->race->budget;
  SarRaceOptions options = *f->base.options;
  SarRaceRunner runner = f->base;
  SarRaceWork work;
  options.most_steps = MOST_STEPS;
  runner.options = &options;
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStatus status = sar_race_follow(&runner, quiet, &trial, NULL, &work);
  sar_context_destroy(&quiet);
  double part = work.reached / f->base.end;
  bool known = part > 0 && (status == SAR_OK || work.out_of_time);
  *count = known ? (double)work.stats.steps / part : TYPICAL_STEPS;
  f->typical = known ? work.seconds / part : 0;
  return status == SAR_INTERRUPTED || status == SAR_NO_MEMORY ? status : SAR_OK;
}

/* Steps about the mean one of a run with the usual settings. */
static SarStatus choose_steps(SarRaceField *f) {
  double *steps = SAR_NEW(f->arena, LADDER, double), count;
  if (!steps) return SAR_NO_MEMORY;
  SAR_TRY(count_steps(f, &count));
  double mean = fmin(f->base.end / count, f->base.end / FEWEST_STEPS / LONGEST);
  for (int32_t i = 0; i < LADDER; i++) steps[i] = ldexp(LONGEST * mean, -i);
  f->steps = steps;
  f->nsteps = LADDER;
  return SAR_OK;
}

static SarStatus choose_ladders(SarRaceField *f) {
  const SarRaceOptions *o = f->base.options;
  f->tolerances = o->tolerances, f->ntolerances = o->ntolerances;
  f->steps = o->steps, f->nsteps = o->nsteps;
  if (o->ntolerances == 0 && o->nsteps == 0) {
    f->tolerances = usual_tolerances;
    f->ntolerances = (int32_t)(sizeof usual_tolerances / sizeof *usual_tolerances);
  }
  return o->nsteps > 0 ? SAR_OK : choose_steps(f);
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
    if (p->roots[i].kind == SAR_ROOT_KINK || p->roots[i].kind == SAR_ROOT_TABLE) continue;
    return sar_report(context, SAR_FAILED, sar_nowhere(), NULL,
                      "remove the events, comparisons, `sign` and the like, or compare runs with `sarrus compare`",
                      "methods cannot race on a motion with events or jumps");
  }
  if (p->n.nv > 0) return SAR_OK;
  return sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "add a body or a coordinate",
                    "methods race by the errors of positions, and the model has none");
}

/* A race of nobody tells nothing. */
static SarStatus check_field(const SarRaceField *f) {
  const SarRace *race = f->race;
  if (f->base.runs > 0) return SAR_OK;
  return sar_report(
      f->base.context, SAR_INPUT, sar_nowhere(), NULL, "give other methods, or none: then all of them race",
      "none of the methods can race on this model: %s: %s", race->methods[0].method, race->methods[0].reason);
}

static SarStatus race_on(SarRaceField *f) {
  SarContext *context = f->base.context;
  const SarProblem *problem = &f->base.start->m->problem;
  SAR_TRY(refuse_events(context, problem));
  sar_race_track_create(problem, &f->reference);
  sar_race_track_create(problem, &f->track);
  SarStatus status = choose_ladders(f);
  if (status == SAR_OK) status = enter_methods(f);
  if (status == SAR_OK) status = check_field(f);
  double part = f->race->budget > 0 ? REFERENCE_PART * f->race->budget : INFINITY;
  if (status == SAR_OK) status = sar_race_reference(&f->base, f->arena, part, &f->reference, f->race);
  if (status == SAR_OK) status = sar_race_rounds(f);
  sar_race_track_destroy(&f->reference);
  sar_race_track_destroy(&f->track);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : status;
}

static void start_clock(SarRaceField *f) {
  double budget = f->base.options->budget;
  f->began = sar_race_clock(&f->base);
  f->race->budget = budget > 0 && isfinite(budget) ? budget : 0;
  if (f->race->budget > 0) f->base.until = f->began + RACE_PART * budget;
}

static SarStatus race_with(SarRaceField *f, const SarSystem *system) {
  const SarRaceOptions *options = f->base.options;
  SarContext *context = f->base.context;
  f->base.end = f->race->end = !isnan(options->end) ? options->end : sar_system_model(system)->simulation.end;
  if (!(f->base.end > 0) || isinf(f->base.end)) {
    return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, sar_model_end_remedy(sar_system_model(system)),
                      "the time to simulate is not given");
  }
  SAR_TRY(check_ladders(context, options));
  start_clock(f);
  bool rests = sar_system_model(system)->simulation.start_static;
  SarStatus status = sar_start_create(context, system, &f->base.start);
  if (status == SAR_OK && rests) status = sar_equilibrium_start(context, f->base.start);
  sar_start_destroy(&f->base.start);
  SAR_TRY(status);
  SarContext *quiet = sar_context_create(); /* what the equations say in runs that fail is no error of the race */
  if (!quiet) return sar_report_no_memory(context);
  status = sar_start_create(quiet, system, &f->base.start);
  if (status == SAR_OK && rests) status = sar_equilibrium_start(quiet, f->base.start);
  if (status == SAR_OK) status = race_on(f);
  sar_start_destroy(&f->base.start);
  sar_context_destroy(&quiet);
  f->race->seconds = sar_race_clock(&f->base) - f->began;
  return status;
}

typedef struct Race {
  SarRace public;
  SarArena *arena;
} Race;

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
  SarRaceField field = {.race = &race->public, .arena = arena};
  field.base = (SarRaceRunner){.context = context, .options = options};
  SarStatus status = race_with(&field, system);
  *out = &race->public;
  if (status != SAR_OK && !race->public.interrupted) sar_race_destroy(out);
  return status;
}

void sar_race_destroy(const SarRace **race) {
  if (!race || !*race) return;
  SarArena *arena = ((const Race *)*race)->arena;
  sar_arena_destroy(&arena);
  *race = NULL;
}

const char *sar_race_run_status(const SarRaceRun *run) {
  if (!run) return "";
  if (run->done) return "done";
  if (run->left_out) return "not run";
  return run->out_of_time ? "budget" : "failed";
}
