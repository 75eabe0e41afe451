/* A race as people see it, on the terminal and as a page. */
#ifndef SAR_CLI_RACE_VIEW_H
#define SAR_CLI_RACE_VIEW_H

#include "cli/cli.h"

#define SAR_RACE_TARGETS 6
/* The position errors for which needs are told: 1e-2 ... 1e-7. */
double sar_race_target(int32_t index);

/* CPU seconds for one of them; NaN: the method does not come so far, or it cannot be told against the references. */
double sar_race_need(const SarRace *race, const SarRaceMethod *method, int32_t target);

/* The methods, cheapest first for an error of 1e-4; then those that do not come so far, the most exact first. In the
 * arena; null when memory is exhausted. */
const SarRaceMethod **sar_race_ranked(SarArena *arena, const SarRace *race);

typedef struct SarRaceText {
  char text[32];
} SarRaceText;
/* "tol 1e-05" or "step 1.00e-03"; second: the model's unit of time. */
SarRaceText sar_race_setting(const SarRaceRun *run, double second);
/* "1.2e-05", "-" where there is none, and "~" before it where it is not much larger than the references' difference. */
SarRaceText sar_race_error(double value, double difference);

typedef struct SarRaceLine {
  char text[160];
} SarRaceLine;
/* What the table lacks, and why; empty: nothing. */
SarRaceLine sar_race_missing(const SarRace *race);

/* Writes the page. */
SarStatus sar_race_page(SarCli *cli, const SarRace *race, const char *path);

#endif
