/* What the program is called with. */
#ifndef SAR_TEST_FAULT_CASES_H
#define SAR_TEST_FAULT_CASES_H

#include "fault/trial.h"

typedef struct TrialCases {
  const TrialCase *at;
  int count;
} TrialCases;

TrialCases cases_of_runs(void);    /* analyses of one model, and what is done with their results */
TrialCases cases_of_studies(void); /* many runs; decks and robots, FMUs, finite elements */

#endif
