/* Files that a call needs before it begins, and what can be had of the journal that a failed call left. */
#ifndef SAR_TEST_FAULT_RESCUE_H
#define SAR_TEST_FAULT_RESCUE_H

#include "fault/trial.h"

/* In the current folder: `whole.h5`, a complete run; `cut.part`, its journal, cut off behind a checkpoint; `cut.h5`,
 * made of that; `older`, what stood at a place before. `model` is run for `end` seconds. */
void rescue_prepare(const char *model, const char *end);

/* Lets the program recover a copy of the journal, without faults. Returns how many rows that gave, 0 if the program
 * says that there is none, and -1 if they are not the first rows of `reference`, bit for bit. */
long rescue_rows(const char *part, const char *reference);

/* The rows of a results file; -1 if it cannot be read or they are not the first ones of `reference`, bit for bit. */
long rescue_prefix(const char *path, const char *reference);

#endif
