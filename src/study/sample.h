/* Which values the parameters of a run have. Everything follows from the number of the run, so that runs may be made in
 * any order, by anybody, and again.
 *
 *   grid     every combination of values, that of the last parameter changing fastest. Parameters with a distribution
 *            are drawn anew for every run; `count` runs are made of every combination then
 *   random   `count` runs, every parameter drawn by itself
 *   latin    `count` runs; of every parameter one value in each of `count` equally probable parts of its range
 *   sobol    `count` points of a Sobol sequence, shifted at random: they fill the space more evenly than random ones
 *   table    the rows of a file */
#ifndef SAR_STUDY_SAMPLE_H
#define SAR_STUDY_SAMPLE_H

#include <stdbool.h>

#include "base/context.h"

#define SAR_SAMPLE_KINDS "grid random latin sobol"
typedef enum SarSampleKind { /* in the order of the words */
                             SAR_SAMPLE_GRID,
                             SAR_SAMPLE_RANDOM,
                             SAR_SAMPLE_LATIN,
                             SAR_SAMPLE_SOBOL,
                             SAR_SAMPLE_TABLE
} SarSampleKind;

typedef enum SarVaryKind {
  SAR_VARY_RANGE,     /* a to b */
  SAR_VARY_LIST,      /* one of `values` */
  SAR_VARY_UNIFORM,   /* drawn between a and b */
  SAR_VARY_NORMAL,    /* drawn: mean a, standard deviation b */
  SAR_VARY_LOGNORMAL, /* drawn: its logarithm is normal, with the mean log a and the standard deviation b */
} SarVaryKind;

/* A parameter that differs from run to run. */
typedef struct SarVary {
  const char *name;
  SarSource source; /* of the name */
  SarVaryKind kind;
  double a, b;
  int64_t count;        /* of a range: values of a grid, 0: not said; of a list: its values */
  const double *values; /* of a list, or a column of the table */
  bool log;             /* evenly in the logarithm */
  bool angle;           /* its numbers were written with deg or rad: they are radians */
} SarVary;

typedef struct SarSample {
  SarSampleKind kind;
  int64_t count; /* as it is written; 0: not said */
  uint64_t seed;
  const SarVary *vary;
  int32_t nvary;
  int64_t runs;
} SarSample;

#define SAR_SAMPLE_RUNS 1000000000 /* at most */

/* Whether values are drawn by chance: a distribution, not a range or a list. */
static inline bool sar_vary_is_drawn(const SarVary *vary) { return vary->kind >= SAR_VARY_UNIFORM; }

/* The value at a part u of what a parameter may be, 0 < u < 1: u of all draws lie below it. */
double sar_vary_at(const SarVary *vary, double u);

/* How many runs a grid has; -1: more than SAR_SAMPLE_RUNS. */
int64_t sar_sample_grid(const SarSample *sample);

/* The values of a run, 0 <= run < runs. */
void sar_sample_values(const SarSample *sample, int64_t run, double *values);

#endif
