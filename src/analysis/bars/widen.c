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
#define ROWS_APART 8     /* on both sides of an event, at most, may have the jump for their bar */
#define LEAST_SHIFT 1e-3 /* of the time between rows that are kept: a smaller shift of an event meets no row */

static int32_t group_end(const SarKept *kept, int32_t first) {
  const SarSinkColumn *columns = kept->columns, *one = &columns[first];
  int32_t end = first + 1;
  while (end < kept->ncolumns && columns[end].element && one->element &&
         strcmp(columns[end].element, one->element) == 0 && strcmp(columns[end].unit, one->unit) == 0) {
    end++;
  }
  return end;
}

double sar_bars_floor(const SarKept *kept, int32_t first, int32_t *end) {
  double largest = 0;
  *end = group_end(kept, first);
  for (int32_t i = first; i < *end; i++) largest = fmax(largest, kept->largest[i]);
  return FLOOR * largest;
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

/* Positions and angles go on without a jump: what a shifted event makes of them is in the differences. */
static bool may_jump(const SarSinkColumn *column) {
  double scale;
  return sar_bars_kind(column, &scale) > SAR_ERROR_ANGLE;
}

/* Rows nearby: from *from to *to - 1. Both only go on from row to row. */
static void find_nearby(const SarKept *kept, int64_t k, int64_t *from, int64_t *to) {
  double reach = REACH * (kept->times[kept->count - 1] - kept->times[0]);
  while (kept->times[*from] < kept->times[k] - reach) ++*from;
  while (*to < kept->count && kept->times[*to] <= kept->times[k] + reach) ++*to;
}

/* The largest of the rows nearby; of what jumps, only of those that lie between the same events. `apart`: rows that do
 * not; there the jump is what it is. null: nothing jumps. */
static int64_t take_largest(const SarKept *kept, const bool *apart, const SarCompanion *companion, int32_t column,
                            double *bars) {
  int64_t from = 0, to = 0, work = 0;
  int32_t n = kept->ncolumns;
  for (int64_t k = 0; k < kept->count; k++) {
    find_nearby(kept, k, &from, &to);
    double largest = 0;
    int64_t least = k - NEIGHBOURS < from ? k - NEIGHBOURS : from,
            most = k + NEIGHBOURS + 1 > to ? k + NEIGHBOURS + 1 : to;
    for (int64_t j = least < 0 ? 0 : least; j < most && j < kept->count; j++) {
      if (apart && j != k && (apart[j] || apart[k])) continue;
      largest = fmax(largest, companion->differences[j * n + column]);
      work++;
    }
    bars[k * n + column] = (apart && apart[k] ? 1 : companion->factor) * largest;
  }
  return work;
}

/* The last row before an event and the first one after it, and the rows on whose other side it might come. */
typedef struct Jump {
  int64_t before, after, from, to;
} Jump;

/* There the bar is the jump. */
static int64_t allow_jump(const SarKept *kept, const Jump *jump, double *bars) {
  int32_t n = kept->ncolumns;
  const double *before = kept->values + jump->before * n, *after = kept->values + jump->after * n;
  for (int32_t i = 0; i < n; i++) {
    if (!may_jump(&kept->columns[i])) continue;
    double size = fabs(after[i] - before[i]);
    for (int64_t j = jump->from; j <= jump->to; j++) bars[j * n + i] = fmax(bars[j * n + i], size);
  }
  return n * (jump->to - jump->from + 1);
}

/* How far a shift of an event at t reaches. */
static void reach_out(const SarKept *kept, double t, double shift, Jump *jump) {
  int64_t last = kept->count - 1, from = jump->before, to = jump->after;
  while (from > 0 && jump->before - from < ROWS_APART && kept->times[from] > t - shift) from--;
  while (to < last && to - jump->after < ROWS_APART && kept->times[to] < t + shift) to++;
  if (from < jump->from) jump->from = from;
  if (to > jump->to) jump->to = to;
}

/* The row at an event itself, if it is kept, is that before it. Two runs may meet an event at the same time by chance:
 * it is as uncertain as the ones before. However many events there are between two rows, they are looked at once. */
static int64_t allow_for_events(const SarKept *kept, const SarCompanion *companion, int64_t common, double *bars) {
  int64_t last = kept->count - 1, before = 0, after = 0, work = common;
  double shift = 0;
  Jump jump = {.after = -1}; /* none */
  for (int64_t e = 0; e < common; e++) {
    double t = kept->events[e].time;
    shift = fmax(shift, companion->factor * fabs(companion->events.events[e].time - t));
    while (before < last && kept->times[before + 1] < t) before++;
    while (after < last && kept->times[after] <= t) after++;
    if (after <= before || shift < LEAST_SHIFT * (kept->times[after] - kept->times[before])) continue;
    if (before != jump.before || after != jump.after) {
      if (jump.after > 0) work += allow_jump(kept, &jump, bars);
      jump = (Jump){before, after, before, after};
    }
    reach_out(kept, t, shift, &jump);
  }
  return jump.after > 0 ? work + allow_jump(kept, &jump, bars) : work;
}

static void apply_floor(const SarKept *kept, double *bars) {
  for (int32_t first = 0, end; first < kept->ncolumns; first = end) {
    double floor = sar_bars_floor(kept, first, &end);
    for (int64_t k = 0; k < kept->count; k++) {
      double *bar = bars + k * kept->ncolumns;
      for (int32_t i = first; i < end; i++) bar[i] = fmax(bar[i], floor);
    }
  }
}

static bool is_energy(const SarSinkColumn *column, const char *quantity) {
  return column->element && strcmp(column->element, "energy") == 0 && strcmp(column->quantity, quantity) == 0;
}

static int32_t find_balance(const SarKept *kept) {
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    if (is_energy(&kept->columns[i], "balance")) return i;
  }
  return -1;
}

/* What the balance of the energy is off by is an error itself, for it should be zero: that of the integrals along the
 * steps, if of nothing else. */
static void know_balance(const SarKept *kept, double *bars) {
  int32_t balance = find_balance(kept), n = kept->ncolumns;
  if (balance < 0) return;
  for (int32_t i = 0; i < n; i++) {
    const SarSinkColumn *column = &kept->columns[i];
    if (i != balance && !is_energy(column, "work") && !is_energy(column, "dissipated")) continue;
    for (int64_t k = 0; k < kept->count; k++) {
      double off = fabs(kept->values[k * n + balance]);
      if (isfinite(off)) bars[k * n + i] = fmax(bars[k * n + i], off);
    }
  }
}

int64_t sar_bars_widen(const SarKept *kept, const SarCompanion *companion, double *bars) {
  bool apart[SAR_KEPT_MOST];
  int64_t common = sar_bars_common_events(kept, companion), from = 0;
  for (int64_t k = 0; k < kept->count; k++) apart[k] = is_between(kept, companion, common, kept->times[k], &from);
  int64_t work = 2 * kept->count * kept->ncolumns;
  for (int32_t i = 0; i < kept->ncolumns; i++) {
    work += take_largest(kept, may_jump(&kept->columns[i]) ? apart : NULL, companion, i, bars);
  }
  work += allow_for_events(kept, companion, common, bars);
  know_balance(kept, bars);
  apply_floor(kept, bars);
  return work;
}
