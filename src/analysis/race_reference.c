/* The reference of a race: two methods of different families with a tight tolerance. They share the equations but not
 * a line of their formulas, so what they agree in is right to their difference; and that difference contains the error
 * of the interpolation between the points of the first. */
#include "analysis/race_reference.h"

#include <math.h>
#include <string.h>

#include "method/norm.h"

#define SAMPLES 16384 /* points kept of a reference at most */
#define SHORTEST 500  /* steps it takes at least: multipliers between its points are interpolated */
/* The largest differences with which a race makes sense: of positions, of velocities over their root mean square, and
 * of reactions. */
#define AGREE_POSITION 1e-6
#define AGREE_VELOCITY 1e-4
#define AGREE_REACTIONS 1e-3
#define MOST_STEPS 2000000

/* In the order of preference; the first two of different families that come to the end are taken. */
static const char *const candidates[] = {"radau5", "bdf:formulation=si2", "esdirk436l2sa2:formulation=si2", "bdf"};
static const double tolerances[] = {1e-12, 1e-11, 1e-10};

static SarStatus follow(const SarRaceRunner *r, SarContext *context, const char *method, double tolerance,
                        SarRaceTrack *track) {
  SarRaceWork work;
  SarRaceOptions options = *r->options;
  options.most_steps = MOST_STEPS;
  SarRaceRunner longer = *r;
  longer.options = &options;
  SarRaceTrial trial = {.method = method,
                        .tolerance = tolerance,
                        .step = NAN,
                        .max_step = r->end / SHORTEST,
                        .interval = r->end / SAMPLES,
                        .keep_start = true};
  return sar_race_follow(&longer, context, &trial, track, &work);
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

/* Both references at one tolerance. */
static SarStatus compute(const SarRaceRunner *r, SarContext *quiet, double tolerance, SarRaceTrack *reference,
                         SarRaceTrack *second, SarRace *race) {
  SarStatus status = SAR_OK, failure = SAR_FAILED;
  int32_t found = 0;
  for (size_t i = 0; i < sizeof candidates / sizeof *candidates && found < 2; i++) {
    if (found == 1 && same_family(race->references[0], candidates[i])) continue;
    status = follow(r, quiet, candidates[i], tolerance, found == 0 ? reference : second);
    if (status == SAR_INTERRUPTED || status == SAR_NO_MEMORY) return status;
    if (status == SAR_OK)
      race->references[found++] = candidates[i];
    else
      failure = status;
  }
  race->tolerance = tolerance;
  return found == 2 ? sar_race_compare(r, reference, second, &race->difference) : failure;
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

/* What both references do not agree in; null: nothing. */
static const char *disagreement(const SarRaceRunner *r, const SarRaceTrack *reference, const SarRace *race) {
  const SarRaceErrors *d = &race->difference;
  if (!(d->position <= AGREE_POSITION)) return "position";
  if (!(d->velocity <= AGREE_VELOCITY * typical_speed(r, reference))) return "velocity";
  return d->reactions > AGREE_REACTIONS ? "reactions" : NULL;
}

static SarStatus report_disagreement(const SarRaceRunner *r, const SarRace *race, const char *quantity) {
  const SarRaceErrors *d = &race->difference;
  return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                    "the motion may magnify the smallest deviations: give a shorter --end",
                    "the references %s and %s differ by %.1e in position, %.1e in velocity and %.1e in reactions: too "
                    "much in %s to measure errors against them",
                    race->references[0], race->references[1], d->position, d->velocity, d->reactions, quantity);
}

static SarStatus report_failure(const SarRaceRunner *r, SarArena *arena, const SarContext *quiet, SarStatus status) {
  const char *reason = sar_race_reason(quiet, status, false, arena);
  return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                    "look at the model with `sarrus check`, or give a shorter --end",
                    "no reference could be computed: %s", reason ? reason : "");
}

/* Rounding may forbid a tolerance: then a larger one is tried. */
static SarStatus try_tolerances(const SarRaceRunner *r, SarArena *arena, SarRaceTrack *reference, SarRaceTrack *second,
                                SarRace *race) {
  SarStatus status = SAR_FAILED;
  const char *quantity = NULL;
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    SarContext *quiet = sar_context_create();
    if (!quiet) return sar_report_no_memory(r->context);
    status = compute(r, quiet, tolerances[i], reference, second, race);
    bool last = i + 1 == sizeof tolerances / sizeof *tolerances;
    bool over = status == SAR_INTERRUPTED || status == SAR_NO_MEMORY;
    if (status != SAR_OK && !over && last) status = report_failure(r, arena, quiet, status);
    sar_context_destroy(&quiet);
    if (over) return status;
    quantity = status == SAR_OK ? disagreement(r, reference, race) : NULL;
    if (status == SAR_OK && !quantity) return status;
  }
  return quantity ? report_disagreement(r, race, quantity) : status;
}

SarStatus sar_race_reference(const SarRaceRunner *r, SarArena *arena, SarRaceTrack *reference, SarRace *race) {
  SarRaceTrack second;
  sar_race_track_create(&r->start->m->problem, &second);
  SarStatus status = try_tolerances(r, arena, reference, &second, race);
  sar_race_track_destroy(&second);
  return status;
}
