/* The difference of two curves that cross is zero there, and their errors are not: at each time the largest difference
 * nearby counts. An event that comes a little earlier in one run than in the other makes a difference as large as the
 * jump, which is true there and nowhere else. */
#include "analysis/bars/widen.h"

#include <math.h>
#include <string.h>

#include "analysis/bars/largest.h"

#define REACH 0.01       /* of the run: nearby */
#define NEIGHBOURS 2     /* rows at least that are nearby */
#define FLOOR 1e-10      /* of the largest value: nobody knows more digits */
#define LEAST_SHIFT 1e-3 /* of the time between rows that are kept: a smaller shift of an event meets no row */

int32_t sar_bars_group_end(const SarKept *kept, int32_t first) {
  const SarSinkColumn *columns = kept->columns, *one = &columns[first];
  int32_t end = first + 1;
  while (end < kept->ncolumns && columns[end].element && one->element &&
         strcmp(columns[end].element, one->element) == 0 && strcmp(columns[end].unit, one->unit) == 0) {
    end++;
  }
  return end;
}

int64_t sar_bars_common_events(const SarKept *kept, const SarCompanion *companion) {
  const SarKept *other = &companion->events;
  int64_t i = 0;
  while (i < kept->nevents && i < other->nevents && kept->events[i].event == other->events[i].event) i++;
  return i;
}

/* Whether at this time one of the runs has had an event, of those that they share, and the other has not. */
static bool is_between(const SarKept *kept, const SarCompanion *companion, int64_t common, double t, int64_t *from) {
  while (*from < common && fmax(kept->events[*from].time, companion->events.events[*from].time) < t) ++*from;
  return *from < common && fmin(kept->events[*from].time, companion->events.events[*from].time) <= t;
}

/* The largest of the rows nearby that lie between the same events. `apart`: rows that do not. */
static void take_largest(const SarKept *kept, const bool *apart, const double *differences, double factor,
                         double *bars) {
  double reach = REACH * (kept->times[kept->count - 1] - kept->times[0]);
  int64_t from = 0, to = 0;
  int32_t n = kept->ncolumns;
  for (int64_t k = 0; k < kept->count; k++) {
    while (kept->times[from] < kept->times[k] - reach) from++;
    while (to < kept->count && kept->times[to] <= kept->times[k] + reach) to++;
    double *bar = bars + k * n;
    int64_t least = k - NEIGHBOURS < from ? k - NEIGHBOURS : from,
            most = k + NEIGHBOURS + 1 > to ? k + NEIGHBOURS + 1 : to;
    for (int64_t j = least < 0 ? 0 : least; j < most && j < kept->count; j++) {
      if (j != k && (apart[j] || apart[k])) continue;
      double scale = apart[k] ? 1 : factor; /* the jump is what it is */
      for (int32_t i = 0; i < n; i++) bar[i] = fmax(bar[i], scale * differences[j * n + i]);
    }
  }
}

/* Positions and angles go on without a jump: what a shifted event makes of them is in the differences. */
static bool may_jump(const SarSinkColumn *column) {
  double scale;
  return sar_bars_kind(column, &scale) > SAR_ERROR_ANGLE;
}

/* Rows so near to an event that it might come on their other side: the jump. */
static void allow_for_events(const SarKept *kept, const SarCompanion *companion, int64_t common, double *bars) {
  int64_t k = 0;
  int32_t n = kept->ncolumns;
  for (int64_t e = 0; e < common; e++) {
    double t = kept->events[e].time, shift = companion->factor * fabs(companion->events.events[e].time - t);
    while (k + 2 < kept->count && kept->times[k + 1] < t) k++;
    if (k + 1 >= kept->count || shift < LEAST_SHIFT * (kept->times[k + 1] - kept->times[k])) continue;
    const double *before = kept->values + k * n;
    for (int32_t i = 0; i < n; i++) {
      if (!may_jump(&kept->columns[i])) continue;
      double jump = fabs(before[n + i] - before[i]);
      for (int64_t j = k; j <= k + 1; j++) bars[j * n + i] = fmax(bars[j * n + i], jump);
    }
  }
}

double sar_bars_floor(const SarKept *kept, int32_t first, int32_t end) {
  double largest = 0;
  for (int32_t i = first; i < end; i++) largest = fmax(largest, kept->largest[i]);
  return FLOOR * largest;
}

static void apply_floor(const SarKept *kept, double *bars) {
  for (int32_t first = 0, end; first < kept->ncolumns; first = end) {
    end = sar_bars_group_end(kept, first);
    double least = sar_bars_floor(kept, first, end);
    for (int64_t k = 0; k < kept->count; k++) {
      double *bar = bars + k * kept->ncolumns;
      for (int32_t i = first; i < end; i++) bar[i] = fmax(bar[i], least);
    }
  }
}

/* What the balance of the energy is off by is an error itself: it should be zero. */
static void know_balance(const SarKept *kept, double *bars) {
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    const SarSinkColumn *column = &kept->columns[i];
    if (!column->element || strcmp(column->element, "energy") != 0 || strcmp(column->quantity, "balance") != 0)
      continue;
    for (int64_t k = 0; k < kept->count; k++) {
      int64_t at = k * kept->ncolumns + i;
      if (isfinite(kept->values[at])) bars[at] = fmax(bars[at], fabs(kept->values[at]));
    }
  }
}

void sar_bars_widen(const SarKept *kept, const SarCompanion *companion, double *bars) {
  bool apart[SAR_KEPT_MOST];
  int64_t common = sar_bars_common_events(kept, companion), from = 0;
  for (int64_t k = 0; k < kept->count; k++) apart[k] = is_between(kept, companion, common, kept->times[k], &from);
  take_largest(kept, apart, companion->differences, companion->factor, bars);
  allow_for_events(kept, companion, common, bars);
  know_balance(kept, bars);
  apply_floor(kept, bars);
}
