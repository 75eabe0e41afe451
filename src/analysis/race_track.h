/* Runs of a race, the points kept of them, and their errors: what the reference (race_reference.c) and the race
 * (race.c) are made of. Tables and pictures are in race_output.c. */
#ifndef SAR_ANALYSIS_RACE_TRACK_H
#define SAR_ANALYSIS_RACE_TRACK_H

#include "analysis/start/start.h"
#include "base/arena.h"
#include "method/method.h"
#include "sarrus/analysis.h"

/* Points of a run, in the order of time. One point is `width` numbers: the time, q, v, the consistent accelerations,
 * the multipliers of the method, and those that follow from q and v (NaN at singular poses). */
typedef struct SarRaceTrack {
  SarSizes n;
  int32_t nrows; /* multipliers: np + nn */
  int32_t width;
  int64_t count, room;
  double *values;
} SarRaceTrack;

typedef struct SarRaceRunner {
  SarContext *context;
  SarStart *start;
  const SarRaceOptions *options;
  double end;
  int32_t run, runs; /* for the progress */
  double until;      /* on the clock; 0: there is no budget */
} SarRaceRunner;

/* The clock of the options, s. */
double sar_race_clock(const SarRaceRunner *runner);
/* What is left of the budget, not below 0; infinite: there is none. */
double sar_race_left(const SarRaceRunner *runner);

/* One run. */
typedef struct SarRaceTrial {
  const char *method;     /* METHOD text */
  double tolerance, step; /* the step counts where it is not NaN */
  double max_step;        /* 0: none */
  double interval;        /* a point is kept when this much time has passed; 0: none are kept */
  bool keep_start;        /* the start is one of them */
  double seconds; /* of the clock that it may take; it is stopped early where it is far from that. 0: any time */
} SarRaceTrial;

typedef struct SarRaceWork {
  SarStepStats stats;
  double cpu_seconds;  /* of the steps, without that of keeping points */
  double began;        /* on the clock, where the trial has a limit */
  double seconds;      /* of it */
  double reached;      /* time of the motion, s */
  bool too_many_steps; /* why it ended */
  bool out_of_time;    /* the same */
} SarRaceWork;

void sar_race_track_create(const SarProblem *problem, SarRaceTrack *out);
void sar_race_track_destroy(SarRaceTrack *track);

static inline const double *sar_race_point(const SarRaceTrack *track, int64_t i) {
  return track->values + i * track->width;
}

/* Runs from the start to the end; messages go to `context`. `track` may be null. */
SarStatus sar_race_follow(const SarRaceRunner *runner, SarContext *context, const SarRaceTrial *trial,
                          SarRaceTrack *track, SarRaceWork *work);

/* The errors of a run against points that are close together. */
SarStatus sar_race_compare(const SarRaceRunner *runner, const SarRaceTrack *reference, const SarRaceTrack *track,
                           SarRaceErrors *out);

/* The first error in a context, or what the status says; remedy: with what to do about it. In the arena; null when
 * memory is exhausted. */
const char *sar_race_reason(const SarContext *context, SarStatus status, bool remedy, SarArena *arena);

#endif
