/* The reference of a race: two methods of different families with a tight tolerance. They share the equations but not
 * a line of their formulas, so what they agree in is right to their difference; and that difference contains the error
 * of the interpolation between the points of the first. */
#include "analysis/race_reference.h"

#include <math.h>
#include <string.h>

#include "method/norm.h"

#define SAMPLES 16384 /* points kept of a reference at most */
#define SHORTEST 500  /* steps it takes at least: multipliers between its points are interpolated */
/* The largest differences with which nothing better is looked for: of positions, of velocities over their root mean
 * square, and of reactions. */
#define AGREE_POSITION 1e-6
#define AGREE_VELOCITY 1e-4
#define AGREE_REACTIONS 1e-3
/* Of positions: with more there is no race. */
#define AGREE_AT_ALL 1e-3
#define MOST_STEPS 2000000

/* In the order of preference; the first two of different families that come to the end are taken. */
static const char *const candidates[] = {"radau5", "bdf:formulation=si2", "esdirk436l2sa2:formulation=si2", "bdf"};
/* Those that rounding may ask for, and more where time is short. */
static const double tolerances[] = {1e-12, 1e-11, 1e-10, 1e-9, 1e-8, 1e-7, 1e-6};
#define USUAL 3
#define ALL (int32_t)(sizeof tolerances / sizeof *tolerances)

#define PART 0.6    /* of the time that is left goes to the next tolerance, while there are larger ones */
#define FIRST 0.7   /* of it to the first of both methods */
#define CHEAPER 1.5 /* times, with a tolerance ten times as large: methods of order 5 */

typedef struct Search {
  const SarRaceRunner *runner;
  SarArena *arena;
  double until;                        /* on the clock; infinite: any time */
  SarRaceTrack *best, *first, *second; /* best: of the pair that agrees best so far */
  SarRace *race;                       /* what is known of that pair */
  bool found;
  bool hurried;  /* a tolerance took too long */
  double needed; /* seconds that both methods would have taken with it, about */
} Search;

static double time_left(const Search *s) {
  return isinf(s->until) ? INFINITY : fmax(s->until - sar_race_clock(s->runner), 0);
}

static SarStatus follow(const Search *s, SarContext *context, const char *method, double tolerance, double seconds,
                        SarRaceTrack *track, SarRaceWork *work) {
  SarRaceOptions options = *s->runner->options;
  options.most_steps = MOST_STEPS;
  SarRaceRunner longer = *s->runner;
  longer.options = &options;
  SarRaceTrial trial = {.method = method,
                        .tolerance = tolerance,
                        .step = NAN,
                        .max_step = longer.end / SHORTEST,
                        .interval = longer.end / SAMPLES,
                        .keep_start = true};
  if (!isinf(seconds)) trial.seconds = fmax(seconds, 1e-9);
  return sar_race_follow(&longer, context, &trial, track, work);
}

static bool same_family(const char *one, const char *other) {
  SarMethodChoice a, b;
  SarContext *quiet = sar_context_create();
  bool same = quiet && sar_method_parse(quiet, one, sar_nowhere(), &a) == SAR_OK &&
              sar_method_parse(quiet, other, sar_nowhere(), &b) == SAR_OK &&
              strcmp(sar_method_info_of(&a).family, sar_method_info_of(&b).family) == 0;
  sar_context_destroy(&quiet);
  return same;
}

typedef struct Pair {
  const char *methods[2];
  SarRaceErrors difference;
  bool out_of_time;
} Pair;

/* Both references at one tolerance, within so many seconds. */
static SarStatus compute(Search *s, SarContext *quiet, double tolerance, double seconds, Pair *pair) {
  SarStatus status = SAR_OK, failure = SAR_FAILED;
  int32_t found = 0;
  double begin = sar_race_clock(s->runner);
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates && found < 2; i++) {
    if (found == 1 && same_family(pair->methods[0], candidates[i])) continue;
    SarRaceWork work;
    double spent = isinf(seconds) ? 0 : sar_race_clock(s->runner) - begin;
    double share = found == 0 ? FIRST * (seconds - spent) : seconds - spent;
    status = follow(s, quiet, candidates[i], tolerance, share, found == 0 ? s->first : s->second, &work);
    if (status == SAR_INTERRUPTED || status == SAR_NO_MEMORY) return status;
    if (work.out_of_time) {
      double whole = work.reached > 0 ? work.seconds * s->runner->end / work.reached : INFINITY;
      pair->out_of_time = s->hurried = true;
      s->needed = found == 0 ? 2 * whole : spent + whole;
      return status;
    }
    if (status == SAR_OK)
      pair->methods[found++] = candidates[i];
    else
      failure = status;
  }
  return found == 2 ? sar_race_compare(s->runner, s->first, s->second, &pair->difference) : failure;
}

/* Root mean square of the velocities of a reference, at least one unit in the time of the race. */
static double typical_speed(const SarRaceRunner *r, const SarRaceTrack *track) {
  double sum = 0;
  for (int64_t i = 0; i < track->count; i++) {
    double speed = sar_rms(track->n.nv, sar_race_point(track, i) + 1 + track->n.nq, r->start->m->problem.weight);
    sum += speed * speed;
  }
  return fmax(track->count > 0 ? sqrt(sum / (double)track->count) : 0, 1 / r->end);
}

/* What the best pair does not agree in; null: nothing. */
static const char *disagreement(const Search *s) {
  const SarRaceErrors *d = &s->race->difference;
  if (!(d->position <= AGREE_POSITION)) return "position";
  if (!(d->velocity <= AGREE_VELOCITY * typical_speed(s->runner, s->best))) return "velocity";
  return d->reactions > AGREE_REACTIONS ? "reactions" : NULL;
}

/* Keeps a pair that agrees better than those before. */
static void take_better(Search *s, const Pair *pair, double tolerance) {
  SarRace *race = s->race;
  if (s->found && !(pair->difference.position < race->difference.position)) return;
  s->found = true;
  memcpy(race->references, pair->methods, sizeof pair->methods);
  race->difference = pair->difference;
  race->tolerance = tolerance;
  SarRaceTrack track = *s->best;
  *s->best = *s->first;
  *s->first = track;
}

/* The next tolerance: the smallest for which there should be time. */
static int32_t next_tolerance(const Search *s, int32_t index, bool out_of_time) {
  int32_t next = index + 1;
  if (!out_of_time) return next < USUAL || s->hurried ? next : ALL;
  double needed = s->needed / CHEAPER, left = PART * time_left(s);
  for (; next + 1 < ALL && needed > left; next++) needed /= CHEAPER;
  return next;
}

static SarStatus report_disagreement(const Search *s, const char *quantity) {
  const SarRaceErrors *d = &s->race->difference;
  return sar_report(s->runner->context, SAR_FAILED, sar_nowhere(), NULL,
                    "the motion may magnify the smallest deviations: give a shorter --end",
                    "the references %s and %s differ by %.1e in position, %.1e in velocity and %.1e in reactions: too "
                    "much in %s to measure errors against them",
                    s->race->references[0], s->race->references[1], d->position, d->velocity, d->reactions, quantity);
}

static SarStatus report_failure(const Search *s, const SarContext *quiet, SarStatus status) {
  const char *reason = sar_race_reason(quiet, status, false, s->arena);
  return sar_report(s->runner->context, SAR_FAILED, sar_nowhere(), NULL,
                    "look at the model with `sarrus check`, or give a shorter --end",
                    "no reference could be computed: %s", reason ? reason : "");
}

/* What is to be known about the references where they are not the usual ones. */
static SarStatus take_note(const Search *s) {
  SarRace *race = s->race;
  const char *quantity = s->found ? disagreement(s) : NULL;
  const char *hurry = s->hurried ? "smaller tolerances take longer than their part of the budget" : NULL;
  if (!s->found) {
    race->reference_note = "there was no time for references: no error is known; give a larger budget or a shorter end";
    race->difference = (SarRaceErrors){NAN, NAN, NAN, NAN};
    race->tolerance = NAN;
  } else if (quantity) {
    race->reference_note = sar_arena_printf(
        s->arena, "%s%sthey do not agree well in %s: errors that are smaller than their difference are not known",
        hurry ? hurry : "", hurry ? "; " : "", quantity);
    return race->reference_note ? SAR_OK : SAR_NO_MEMORY;
  } else {
    race->reference_note = hurry;
  }
  return SAR_OK;
}

/* After the last tolerance. Without a pair: no time, or no run that comes to the end. */
static SarStatus conclude(const Search *s, SarStatus status, const SarContext *quiet) {
  if (s->found && !(s->race->difference.position <= AGREE_AT_ALL)) return report_disagreement(s, "position");
  if (!s->found && !s->hurried) return report_failure(s, quiet, status);
  return take_note(s);
}

/* Rounding may forbid a tolerance, or time: then a larger one is tried. */
static SarStatus try_tolerances(Search *s) {
  for (int32_t i = 0; i < ALL;) {
    Pair pair = {.out_of_time = false};
    SarContext *quiet = sar_context_create();
    if (!quiet) return SAR_NO_MEMORY;
    double left = time_left(s);
    SarStatus status = compute(s, quiet, tolerances[i], i + 1 < ALL ? PART * left : left, &pair);
    if (status == SAR_OK) take_better(s, &pair, tolerances[i]);
    bool over = status == SAR_INTERRUPTED || status == SAR_NO_MEMORY;
    bool agree = status == SAR_OK && !disagreement(s);
    /* Where time is short a pair will not be bettered by one with a larger tolerance. */
    bool enough = s->found && s->hurried && s->race->difference.position <= AGREE_AT_ALL;
    int32_t next = over || agree || enough ? ALL : next_tolerance(s, i, pair.out_of_time);
    if (next >= ALL && !over) status = conclude(s, status, quiet);
    sar_context_destroy(&quiet);
    if (next >= ALL) return status;
    i = next;
  }
  return SAR_OK;
}

SarStatus sar_race_reference(const SarRaceRunner *r, SarArena *arena, double seconds, SarRaceTrack *reference,
                             SarRace *race) {
  SarRaceTrack first, second;
  sar_race_track_create(&r->start->m->problem, &first);
  sar_race_track_create(&r->start->m->problem, &second);
  Search s = {.runner = r, .arena = arena, .best = reference, .first = &first, .second = &second, .race = race};
  s.until = isinf(seconds) ? INFINITY : sar_race_clock(r) + seconds;
  SarStatus status = try_tolerances(&s);
  sar_race_track_destroy(&first);
  sar_race_track_destroy(&second);
  return status;
}
