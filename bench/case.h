/* One benchmark case: a mechanism of a size, a method, and a step or a tolerance; and what was measured on it. */
#ifndef BENCH_CASE_H
#define BENCH_CASE_H

#include <stdbool.h>
#include <stdint.h>

typedef enum BenchModel { BENCH_PENDULUM, BENCH_FOURBAR, BENCH_CHAIN, BENCH_SQUEEZER, BENCH_HMMWV } BenchModel;

typedef struct BenchCase {
  BenchModel model;
  int n;
  double end;             /* s */
  double step, tolerance; /* one of them; the other is NaN */
  const char *method, *linear;
  int stages; /* of the method: solves per step */
} BenchCase;

/* Errors that were not measured are NaN. Plain data: it crosses a pipe. */
typedef struct BenchResult {
  bool done;
  char failure[200];
  int32_t bodies;
  int64_t steps, rejected, iterations, matrices;
  double us_per_step;          /* process CPU time */
  double kilobytes;            /* peak memory of the process that ran it */
  double error_end, error_max; /* m, of the point watched */
  double energy;               /* J, largest |E - E0| */
} BenchResult;

const char *bench_model_name(BenchModel model);

/* Measures the case in a process of its own, so that its peak memory is its own. root: the project's folder. */
void bench_measure(const char *root, const BenchCase *c, BenchResult *result);

/* The same here, once and without errors: what bench/instructions counts. False with the reason in result. */
bool bench_run_once(const char *root, const BenchCase *c, BenchResult *result);

#endif
