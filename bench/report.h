/* What is printed and written. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "case.h"

void bench_report_header(void);
void bench_report_row(const BenchCase *c, const BenchResult *r);

/* Growth with the number of bodies, memory per body, and the targets, from the rows of one linear solver. */
void bench_report_targets(const BenchCase *cases, const BenchResult *results, int count, const char *linear);

/* An array of objects, one per case that ended. False: the file could not be written. */
bool bench_write_json(const char *path, const BenchCase *cases, const BenchResult *results, int count);

#endif
