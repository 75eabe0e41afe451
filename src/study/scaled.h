/* Parameters as searches see them: u from 0 to 1 over the range, by logarithms where it says so. */
#ifndef SAR_STUDY_SCALED_H
#define SAR_STUDY_SCALED_H

#include <math.h>

#include "study/goal.h"

/* Exact at both ends. */
static inline double sar_scaled_value(const SarStudyRange *range, double u) {
  if (u <= 0) return range->from;
  if (u >= 1) return range->to;
  double value =
      range->log ? range->from * pow(range->to / range->from, u) : range->from + u * (range->to - range->from);
  return fmin(fmax(value, range->from), range->to);
}

/* d value / du */
static inline double sar_scaled_slope(const SarStudyRange *range, double u) {
  if (!range->log) return range->to - range->from;
  return sar_scaled_value(range, u) * log(range->to / range->from);
}

static inline double sar_scaled_from(const SarStudyRange *range, double value) {
  double u = range->log ? log(value / range->from) / log(range->to / range->from)
                        : (value - range->from) / (range->to - range->from);
  return fmin(fmax(u, 0), 1);
}

/* -1 at the lower end of the range, 1 at the upper one, 0 inside. */
static inline int32_t sar_scaled_side(double u, double tolerance) {
  return u <= tolerance ? -1 : u >= 1 - tolerance ? 1 : 0;
}

#endif
