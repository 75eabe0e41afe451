/* Items of the papers in tests: run one, look at its rows, and hold its verdicts against its state in the registry. */
#ifndef SAR_TESTS_ANALYSIS_REPRODUCE_CHECK_H
#define SAR_TESTS_ANALYSIS_REPRODUCE_CHECK_H

#include "analysis/reproduce/papers.h"

typedef struct Bench {
  SarContext *context;
  SarArena *arena;
} Bench;

Bench bench_create(void);
void bench_destroy(Bench *bench);

const SarPaperItem *item_of(const char *name);
SarReproduction run_item(Bench *bench, const char *name);
const SarPaperRow *row_of(const SarReproduction *r, const char *label);

/* Ratios are what they say, deviations have notes, and some row deviates exactly where the registry says so. */
void check_rows(const SarReproduction *r);
/* Runs it and checks its rows and that a figure has a picture. */
void check_item(const SarPaperItem *item);

#endif
