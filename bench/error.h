/* Errors of a run against exact solutions and independent references. */
#ifndef BENCH_ERROR_H
#define BENCH_ERROR_H

#include <sarrus/sarrus.h>

#include "case.h"

/* Fills error_end, error_max and energy from the recorded rows. False: a column or the reference is missing. */
bool bench_errors(const char *root, const BenchCase *c, const SarTable *table, BenchResult *result);

#endif
