/* The runs of a race: what each costs and gives, and how the time is shared. A race that has to end early shall tell
 * something about every method, so all run with large tolerances before any runs with a small one. */
#include "analysis/race_rounds.h"

#include <math.h>

#define SAMPLES 400        /* points of a run at which its error is taken, at most */
#define REPEATS 5          /* of a short run, for its time ... */
#define SHORT_SECONDS 0.02 /* ... until they took this together */
/* A run may take so many times an equal share of the time that is left, for most take less; and so many times what a
 * run with the usual settings takes, for otherwise nobody would come to the end of a large model. */
#define SHARES 4.0
#define TYPICAL_RUNS 5.0
/* When all have had their turn, what is left goes to runs that were stopped, the cheapest first, this part of it to
 * each. */
#define LAST_PART 0.5
#define DEARER 1.5 /* times, with the next tolerance or step: a guess */
/* Evaluations per step beyond which a fixed step is not stable, which tells nothing about shorter ones. */
#define USUAL_EVALUATIONS 100

static const SarRaceErrors unknown = {NAN, NAN, NAN, NAN};

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
static SarStatus time_again(SarRaceField *f, SarContext *quiet, const SarRaceTrial *trial, SarRaceRun *out) {
  SarRaceWork work;
  SarRaceTrial again = *trial;
  double spent = out->cpu_seconds;
  again.seconds = 0;
  for (int32_t i = 1; i < REPEATS && spent < SHORT_SECONDS; i++) {
    SAR_TRY(sar_race_follow(&f->base, quiet, &again, NULL, &work));
    out->cpu_seconds = fmin(out->cpu_seconds, work.cpu_seconds);
    spent += work.cpu_seconds;
  }
  return SAR_OK;
}

static SarStatus take_errors(SarRaceField *f, SarContext *quiet, SarRaceRun *out) {
  if (f->reference.count == 0) return SAR_OK;
  SAR_TRY(sar_race_compare(&f->base, &f->reference, &f->track, &out->errors));
  out->limited = out->errors.position < SAR_RACE_LIMITED * f->race->difference.position;
  if (isfinite(out->errors.position)) return SAR_OK;
  out->errors = unknown;
  return sar_report(quiet, SAR_FAILED, sar_nowhere(), NULL, NULL, "the motion is no longer a number");
}

static SarStatus run_quietly(SarRaceField *f, SarContext *quiet, const SarRaceTrial *trial, SarRaceRun *out,
                             SarRaceWork *work) {
  out->errors = unknown;
  SarStatus status = sar_race_follow(&f->base, quiet, trial, &f->track, work);
  take_counts(work, out);
  out->out_of_time = work->out_of_time;
  if (status == SAR_OK) status = time_again(f, quiet, trial, out);
  if (status == SAR_OK) status = take_errors(f, quiet, out);
  out->done = status == SAR_OK;
  if (out->done || must_stop(status)) return status;
  out->reason = sar_race_reason(quiet, status, false, f->arena);
  return out->reason ? SAR_OK : SAR_NO_MEMORY;
}

static SarStatus run_once(SarRaceField *f, SarRaceEntry *entry, SarRaceRun *out, double seconds) {
  SarRaceTrial trial = {.method = entry->text,
                        .tolerance = out->tolerance,
                        .step = out->step,
                        .interval = f->base.end / SAMPLES,
                        .seconds = isinf(seconds) ? 0 : seconds};
  SarRaceWork work = {.cpu_seconds = 0};
  SarContext *quiet = sar_context_create();
  if (!quiet) return SAR_NO_MEMORY;
  SarStatus status = run_quietly(f, quiet, &trial, out, &work);
  sar_context_destroy(&quiet);
  bool unstable = !isnan(out->step) && work.stats.residuals > USUAL_EVALUATIONS * work.stats.steps;
  entry->seconds = work.out_of_time && unstable ? 0 : work.seconds;
  entry->needed = work.reached > 0 ? work.seconds * f->base.end / work.reached : INFINITY;
  if (work.too_many_steps || (work.out_of_time && !unstable)) entry->hopeless = out;
  if (work.out_of_time) f->race->stopped++;
  return status;
}

/* ---- runs that are not worth their time, or find none ---- */

static SarStatus leave_out(SarRaceField *f, SarRaceRun *out, const char *reason) {
  out->left_out = true;
  out->errors = unknown;
  out->cpu_seconds = NAN;
  out->reason = reason;
  if (out->out_of_time) f->race->left_out++;
  return reason ? SAR_OK : SAR_NO_MEMORY;
}

/* `before`, with a larger tolerance or step, needed too many steps or too much time. */
static SarStatus leave_out_after(SarRaceField *f, const SarRaceRun *before, SarRaceRun *out) {
  char limit[64], setting[64];
  snprintf(limit, sizeof limit, "more than %lld steps", (long long)f->base.options->most_steps);
  if (before->out_of_time) snprintf(limit, sizeof limit, "more than its share of the budget");
  snprintf(setting, sizeof setting, isnan(before->step) ? "at %.0e" : "with a step of %.3g s",
           isnan(before->step) ? before->tolerance : before->step);
  out->out_of_time = before->out_of_time;
  return leave_out(f, out, sar_arena_printf(f->arena, "%s %s already", limit, setting));
}

/* Its last run, with a larger tolerance or step, took longer than this one may: it is as if it had been stopped. */
static SarStatus leave_out_slow(SarRaceField *f, SarRaceEntry *entry, SarRaceRun *out, double share) {
  entry->hopeless = out;
  entry->needed = DEARER * entry->seconds;
  out->out_of_time = true;
  return leave_out(f, out,
                   sar_arena_printf(f->arena, "the run before took %.2g s, its share of the budget is %.2g s",
                                    entry->seconds, share));
}

static SarStatus leave_out_late(SarRaceField *f, SarRaceRun *out) {
  out->out_of_time = true;
  return leave_out(f, out, sar_arena_printf(f->arena, "nothing is left of the budget of %g s", f->race->budget));
}

static SarStatus leave_out_interrupted(SarRaceField *f, SarRaceRun *out) {
  *out = (SarRaceRun){.tolerance = out->tolerance, .step = out->step};
  f->race->left_out++;
  return leave_out(f, out, "interrupted");
}

/* ---- rounds ---- */

static double size_of(const SarRaceRun *run) { return isnan(run->step) ? run->tolerance : run->step; }

/* The largest tolerance or step that has not had its turn; the first of equal ones. */
static SarRaceRun *next_run(SarRaceEntry *entry) {
  int32_t next = -1;
  for (int32_t k = 0; k < entry->nruns; k++) {
    if (!entry->had[k] && (next < 0 || size_of(&entry->runs[k]) > size_of(&entry->runs[next]))) next = k;
  }
  if (next < 0) return NULL;
  entry->had[next] = true;
  return &entry->runs[next];
}

/* Runs that wait for their turn and are not known to be hopeless. */
static int32_t count_waiting(const SarRaceField *f) {
  int32_t count = 0;
  for (int32_t i = 0; i < f->race->nmethods; i++) {
    const SarRaceEntry *entry = &f->entries[i];
    for (int32_t k = 0; k < entry->nruns; k++) count += !entry->had[k] && !entry->hopeless;
  }
  return count;
}

/* Seconds that a run may take while so many others wait; infinite: any time. */
static double share_beside(const SarRaceField *f, int32_t waiting) {
  double left = sar_race_left(&f->base), equal = left / (1 + waiting);
  return fmin(fmax(SHARES * equal, TYPICAL_RUNS * f->typical), fmax(left / SHARES, equal));
}

/* Other failures than too many steps or too much time tell nothing about the runs that follow: a shorter step may be
 * stable. */
static SarStatus take_turn(SarRaceField *f, SarRaceEntry *entry, SarRaceRun *run, double share) {
  f->base.run++;
  if (entry->hopeless) return leave_out_after(f, entry->hopeless, run);
  if (!(sar_race_left(&f->base) > 0)) return leave_out_late(f, run);
  if (entry->seconds > share) return leave_out_slow(f, entry, run, share);
  SarStatus status = run_once(f, entry, run, share);
  if (status == SAR_INTERRUPTED) SAR_TRY(leave_out_interrupted(f, run));
  return status;
}

/* Those with error control first, for they are what people use. */
static SarStatus run_rounds(SarRaceField *f) {
  for (int32_t first = f->base.run; f->base.run < f->base.runs; first = f->base.run) {
    for (int32_t controlled = 1; controlled >= 0; controlled--) {
      for (int32_t i = 0; i < f->race->nmethods; i++) {
        SarRaceEntry *entry = &f->entries[i];
        SarRaceRun *run = entry->controlled == (controlled != 0) ? next_run(entry) : NULL;
        if (run) SAR_TRY(take_turn(f, entry, run, share_beside(f, count_waiting(f))));
      }
    }
    if (f->base.run == first) break;
  }
  return SAR_OK;
}

/* ---- second chances ---- */

/* Takes back that a run was stopped, and that those after it were left out. */
static void call_back(SarRaceField *f, SarRaceEntry *entry) {
  for (int32_t k = 0; k < entry->nruns; k++) {
    SarRaceRun *run = &entry->runs[k];
    if (!run->out_of_time) continue;
    *(run->left_out ? &f->race->left_out : &f->race->stopped) -= 1;
    *run = (SarRaceRun){.tolerance = run->tolerance, .step = run->step};
    entry->had[k] = false;
    f->base.run--;
  }
  entry->hopeless = NULL;
  entry->seconds = 0;
}

static bool is_waiting(const SarRaceEntry *entry) {
  for (int32_t k = 0; k < entry->nruns; k++) {
    if (!entry->had[k]) return true;
  }
  return false;
}

/* What the next run of a method would need, about; infinite: there is none. */
static double next_cost(const SarRaceEntry *entry) {
  if (entry->hopeless) return entry->hopeless->out_of_time ? entry->needed : INFINITY;
  return is_waiting(entry) ? DEARER * entry->seconds : INFINITY;
}

static SarRaceEntry *cheapest(const SarRaceField *f) {
  SarRaceEntry *best = f->entries;
  for (int32_t i = 1; i < f->race->nmethods; i++) {
    if (next_cost(&f->entries[i]) < next_cost(best)) best = &f->entries[i];
  }
  return best;
}

/* What others did not need goes to those that needed more than their share. */
static SarStatus run_stopped(SarRaceField *f) {
  SarRaceEntry *entry = cheapest(f);
  for (double share; share = LAST_PART * sar_race_left(&f->base), next_cost(entry) < share; entry = cheapest(f)) {
    if (entry->hopeless) call_back(f, entry);
    SAR_TRY(take_turn(f, entry, next_run(entry), share));
  }
  for (int32_t i = 0; i < f->race->nmethods; i++) {
    entry = &f->entries[i];
    for (SarRaceRun *run = next_run(entry); run; run = next_run(entry)) {
      SAR_TRY(entry->hopeless ? leave_out_after(f, entry->hopeless, run)
                              : leave_out_slow(f, entry, run, LAST_PART * sar_race_left(&f->base)));
    }
  }
  return SAR_OK;
}

static SarStatus leave_out_rest(SarRaceField *f) {
  for (int32_t i = 0; i < f->race->nmethods; i++) {
    for (SarRaceRun *run = next_run(&f->entries[i]); run; run = next_run(&f->entries[i])) {
      SAR_TRY(leave_out_interrupted(f, run));
    }
  }
  return SAR_OK;
}

SarStatus sar_race_rounds(SarRaceField *f) {
  SarStatus status = run_rounds(f);
  if (status == SAR_OK) status = run_stopped(f);
  if (status != SAR_INTERRUPTED) return status;
  f->race->interrupted = true;
  SAR_TRY(leave_out_rest(f));
  return status;
}
