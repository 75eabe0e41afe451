/* The reference of a race: two methods of different families with a tight tolerance. They share the equations but not
 * a line of their formulas, so what they agree in is right to their difference; and that difference contains the error
 * of the interpolation between the points of the first. */
#include <math.h>

#include "analysis/race.h"

#define SAMPLES 16384    /* points kept of a reference at most */
#define SHORTEST 500     /* steps it takes at least: multipliers between its points are interpolated */
#define AGREEMENT 1e-5   /* the largest difference of positions with which a race makes sense */
#define MOST_STEPS 2000000

static const char *const first = "radau5";
static const char *const others[] = {"bdf:formulation=si2", "esdirk436l2sa2:formulation=si2", "bdf"};
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

/* Both references at one tolerance; the first of the others that works is the second. */
static SarStatus compute(const SarRaceRunner *r, SarContext *quiet, double tolerance, SarRaceTrack *track,
                         SarRaceTrack *second, SarRace *race) {
  SAR_TRY(follow(r, quiet, first, tolerance, track));
  SarStatus status = SAR_FAILED;
  for (size_t i = 0; i < sizeof others / sizeof *others && status != SAR_OK; i++) {
    status = follow(r, quiet, others[i], tolerance, second);
    if (status == SAR_INTERRUPTED || status == SAR_NO_MEMORY) return status;
    race->references[0] = first;
    race->references[1] = others[i];
  }
  race->tolerance = tolerance;
  SAR_TRY(status);
  return sar_race_compare(r, track, second, &race->difference);
}

static SarStatus report_disagreement(const SarRaceRunner *r, const SarRace *race) {
  return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                    "the motion may magnify the smallest deviations: give a shorter --end",
                    "the references %s and %s differ by %.1e in position, too much to measure errors against them",
                    race->references[0], race->references[1], race->difference.position);
}

static SarStatus report_failure(const SarRaceRunner *r, SarArena *arena, const SarContext *quiet, SarStatus status) {
  const char *reason = sar_race_reason(quiet, status, arena);
  return sar_report(r->context, SAR_FAILED, sar_nowhere(), NULL,
                    "look at the model with `sarrus check`, or give a shorter --end",
                    "no reference could be computed: %s", reason ? reason : "");
}

/* Rounding may forbid a tolerance: then a larger one is tried. */
static SarStatus try_tolerances(const SarRaceRunner *r, SarArena *arena, SarRaceTrack *reference, SarRaceTrack *second,
                                SarRace *race) {
  SarStatus status = SAR_FAILED;
  for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++) {
    SarContext *quiet = sar_context_create();
    if (!quiet) return sar_report_no_memory(r->context);
    status = compute(r, quiet, tolerances[i], reference, second, race);
    bool last = i + 1 == sizeof tolerances / sizeof *tolerances;
    bool over = status == SAR_INTERRUPTED || status == SAR_NO_MEMORY;
    if (status != SAR_OK && !over && last) status = report_failure(r, arena, quiet, status);
    sar_context_destroy(&quiet);
    if (over || (status == SAR_OK && race->difference.position <= AGREEMENT)) return status;
  }
  return status == SAR_OK ? report_disagreement(r, race) : status;
}

SarStatus sar_race_reference(const SarRaceRunner *r, SarArena *arena, SarRaceTrack *reference, SarRace *race) {
  SarRaceTrack second;
  sar_race_track_create(&r->start->m->problem, &second);
  SarStatus status = try_tolerances(r, arena, reference, &second, race);
  sar_race_track_destroy(&second);
  return status;
}
