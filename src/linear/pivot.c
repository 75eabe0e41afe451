#include "linear/pivot.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "base/numbers.h"

/* A pivot below this fraction of its row and its column is what cancellation leaves of a zero. */
#define LOST (8 * DBL_EPSILON)

/* Independent sums: the loops below run once per factorisation over all entries and must cost next to nothing. */

int32_t sar_first_not_finite(const SarPattern *pattern, const double *values) {
  if (sar_all_finite(pattern->column[pattern->ncolumns], values)) return -1;
  int32_t j = 0;
  while (sar_all_finite(pattern->column[j + 1] - pattern->column[j], values + pattern->column[j])) j++;
  return j;
}

double sar_pivot_ratio(const double *pivots, int32_t count) {
  if (count == 0) return 1;
  if (!sar_all_finite(count, pivots)) return 0;
  double smallest = INFINITY, largest = 0;
  for (int32_t k = 0; k < count; k++) {
    const double size = fabs(pivots[k]);
    smallest = size < smallest ? size : smallest;
    largest = size > largest ? size : largest;
  }
  return largest > 0 ? smallest / largest : 0;
}

int32_t sar_first_lost_pivot(const SarPattern *pattern, const double *values, SarPivots pivots, double *work) {
  const int32_t n = pattern->nrows;
  double *row_largest = work, *column_largest = work + n;
  memset(work, 0, 2 * (size_t)n * sizeof *work);
  for (int32_t j = 0; j < n; j++) {
    for (int32_t p = pattern->column[j]; p < pattern->column[j + 1]; p++) {
      const double size = fabs(values[p]);
      row_largest[pattern->row[p]] = fmax(row_largest[pattern->row[p]], size);
      column_largest[j] = fmax(column_largest[j], size);
    }
  }
  for (int32_t k = 0; k < n; k++) {
    const int32_t i = pivots.row ? pivots.row[k] : k, j = pivots.column ? pivots.column[k] : k;
    if (!(fabs(pivots.value[k]) > LOST * fmin(row_largest[i], column_largest[j]))) return j;
  }
  return -1;
}
