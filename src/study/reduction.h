/* One number of a curve, and how it changes with the values of its rows.
 *
 * Everything that users may write (reduction.def) is made of these: what is linear in small changes of the rows, with
 * weights that most rows do not have. */
#ifndef SAR_STUDY_REDUCTION_H
#define SAR_STUDY_REDUCTION_H

#include <stdbool.h>
#include <stdint.h>

typedef enum SarReduction {
#define SAR_REDUCTION(id, ...) SAR_REDUCTION_##id,
#include "study/reduction.def"
#undef SAR_REDUCTION
  SAR_REDUCTIONS
} SarReduction;

typedef struct SarReductionInfo {
  const char *name;
  int32_t fewest, most; /* arguments */
  const char *form;     /* how it is written */
  const char *summary;
} SarReductionInfo;
/* Null past the last one. */
const SarReductionInfo *sar_reduction(int32_t index);
/* By name, upper and lower case alike; SAR_REDUCTIONS: it is none. */
SarReduction sar_reduction_find(const char *name);

/* What is computed. Curves: a[row], b[row], c[row], as far as they are needed. */
typedef enum SarPick {
  SAR_PICK_MAX,        /* of a */
  SAR_PICK_MIN,        /* of a */
  SAR_PICK_FINAL,      /* a */
  SAR_PICK_FIRST,      /* a */
  SAR_PICK_MEAN,       /* of a */
  SAR_PICK_RMS,        /* of a */
  SAR_PICK_PERCENTILE, /* of a; p in % */
  SAR_PICK_WHEN,       /* the time of the first row where b is not 0; a is not negative where b holds, and crosses 0 */
  SAR_PICK_VALUE_WHEN, /* the same, but c at that time */
  SAR_PICK_CROSSING,   /* the time when a first is 0 */
  SAR_PICK_LAST        /* the time after which a is never above 0 */
} SarPick;

#define SAR_PICK_CURVES 3
typedef struct SarCurves {
  const double *time;
  const double *of[SAR_PICK_CURVES];
  int64_t rows; /* at least 1 */
} SarCurves;

#define SAR_PICK_TIME SAR_PICK_CURVES /* in the place of a curve: the time of a row, which may move as well */

/* d value = sum of weight * d of[curve][row], and of weight * d time[row]. */
typedef struct SarWeight {
  int32_t curve; /* or SAR_PICK_TIME */
  int64_t row;
  double weight;
} SarWeight;

/* The value; nan if it is never reached, or where memory is exhausted. p: of a percentile. */
double sar_pick(SarPick pick, const SarCurves *curves, double p);

/* The weights that are not zero, at most 4 of them, of all but means; of a mean call sar_pick_mean_weight for every
 * row. Returns how many; -1: the value is not differentiable, or none. Those of the times of a percentile are not
 * known. */
#define SAR_PICK_WEIGHTS 4
int32_t sar_pick_weights(SarPick pick, const SarCurves *curves, double p, SarWeight weights[SAR_PICK_WEIGHTS]);
static inline bool sar_pick_is_mean(SarPick pick) { return pick == SAR_PICK_MEAN || pick == SAR_PICK_RMS; }
/* Of a row: the weight of its value, and of its time. */
double sar_pick_mean_weight(SarPick pick, const SarCurves *curves, double value, int64_t row);
double sar_pick_mean_time_weight(SarPick pick, const SarCurves *curves, double value, int64_t row);

#endif
