/* Cases with all faults: the first call of a kind fails, then the second, ... until the program gets through.
 *
 * Whatever fails: no crash, no leak, exit status 3 with a message and its remedy, or status 0 with exactly the results
 * of an undisturbed call; and no file that could be taken for a complete one. */
#ifndef SAR_TEST_FAULT_CAMPAIGN_H
#define SAR_TEST_FAULT_CAMPAIGN_H

#include "fault/cases.h"

typedef struct Pace {
  long every;    /* up to this call, one by one */
  double factor; /* from there on, the next one is this many times later, and one; 1: one by one */
} Pace;

/* Fails the running cmocka test if anything is not as it should be. */
void campaign(TrialCases cases, FaultKind kind, bool onwards, Pace pace);

#endif
