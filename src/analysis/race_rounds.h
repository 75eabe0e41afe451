/* The runs of a race, in rounds. */
#ifndef SAR_ANALYSIS_RACE_ROUNDS_H
#define SAR_ANALYSIS_RACE_ROUNDS_H

#include "analysis/race_track.h"

/* A method in the race. */
typedef struct SarRaceEntry {
  const char *text;           /* METHOD text with which it runs */
  SarRaceRun *runs;           /* to be filled in */
  int32_t nruns;              /* 0: it cannot run */
  bool *had;                  /* which of them had their turn */
  bool controlled;            /* it runs by tolerances */
  const SarRaceRun *hopeless; /* needed too much: what is tighter is left out. Null: none did */
  double seconds;             /* of the clock that its last run took; 0: not known */
  double needed;              /* what the hopeless one would need, about */
} SarRaceEntry;

typedef struct SarRaceField {
  SarRaceRunner base;
  SarArena *arena;
  SarRace *race;
  SarRaceMethod *methods; /* of the race */
  SarRaceEntry *entries;  /* of the same methods */
  SarRaceTrack reference; /* without points: there is none */
  SarRaceTrack track;     /* of the run at work */
  const double *tolerances, *steps;
  int32_t ntolerances, nsteps;
  double began;   /* on the clock */
  double typical; /* s of the clock that a run with the usual settings takes; 0: not known */
} SarRaceField;

/* All methods with their largest tolerance or step, then with the next, and so on, until all is done, no time is left
 * or it is interrupted: the race tells how far it came. */
SarStatus sar_race_rounds(SarRaceField *field);

#endif
