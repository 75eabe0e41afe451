#include "study/reduction.h"

#include <math.h>
#include <stddef.h>
#include <stdlib.h>

#include "expr/words.h"

static const SarReductionInfo infos[] = {
#define SAR_REDUCTION(id, called, least, greatest, written, words) \
  {.name = called, .fewest = least, .most = greatest, .form = written, .summary = words},
#include "study/reduction.def"
#undef SAR_REDUCTION
};

const SarReductionInfo *sar_reduction(int32_t index) {
  return index >= 0 && index < SAR_REDUCTIONS ? &infos[index] : NULL;
}

SarReduction sar_reduction_find(const char *name) {
  int32_t i = 0;
  while (i < SAR_REDUCTIONS && !sar_word_is(infos[i].name, name)) i++;
  return (SarReduction)i;
}

/* ---- the row of an extreme value ---- */

/* The first row with the largest value of sign * a; -1: a value is nan. */
static int64_t extreme(const SarCurves *c, double sign) {
  const double *a = c->of[0];
  int64_t best = 0;
  for (int64_t i = 0; i < c->rows; i++) {
    if (isnan(a[i])) return -1;
    if (sign * a[i] > sign * a[best]) best = i;
  }
  return best;
}

/* ---- means over time ---- */

/* The part of the whole time that belongs to a row by the trapezoidal rule. Rows of one time share alike. */
static double share(const SarCurves *c, int64_t row) {
  const double *t = c->time;
  double all = t[c->rows - 1] - t[0];
  if (!(all > 0)) return 1 / (double)c->rows;
  double before = row > 0 ? t[row] - t[row - 1] : 0, after = row + 1 < c->rows ? t[row + 1] - t[row] : 0;
  return 0.5 * (before + after) / all;
}

static double mean(const SarCurves *c, bool square) {
  const double *a = c->of[0];
  double sum = 0;
  for (int64_t i = 0; i < c->rows; i++) sum += share(c, i) * (square ? a[i] * a[i] : a[i]);
  return sum;
}

double sar_pick_mean_weight(SarPick pick, const SarCurves *curves, double value, int64_t row) {
  double part = share(curves, row);
  return pick == SAR_PICK_RMS ? part * (curves->of[0][row] / value) : part;
}

/* A row that moves makes the panel before it longer and the one behind it shorter; the first and the last one change
 * the whole time as well: with f = a or a^2 and its mean M,
 *
 *   dM / dt[i] = ((f[i-1] + f[i]) - (f[i] + f[i+1])) / (2 all),    - M / all at the end, + M / all at the begin. */
double sar_pick_mean_time_weight(SarPick pick, const SarCurves *c, double value, int64_t row) {
  const double *a = c->of[0];
  int64_t last = c->rows - 1;
  double all = c->time[last] - c->time[0], whole = pick == SAR_PICK_RMS ? value * value : value;
  if (!(all > 0)) return 0;
  double before = row > 0 ? a[row - 1] : 0, here = a[row], after = row < last ? a[row + 1] : 0;
  if (pick == SAR_PICK_RMS) before *= before, here *= here, after *= after;
  double left = row > 0 ? 0.5 * (before + here) : whole, right = row < last ? 0.5 * (here + after) : whole;
  double slope = (left - right) / all;
  return pick == SAR_PICK_RMS ? slope / (2 * value) : slope;
}

/* ---- percentiles ---- */

typedef struct Ranked {
  double value;
  int64_t row;
} Ranked;

static int compare(const void *a, const void *b) {
  const Ranked *x = a, *y = b;
  if (x->value != y->value) return x->value < y->value ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* The two rows between which the percentile lies, and the part of the second one. Every row stands in the middle of its
 * share of the time, the rows in the order of their values. False: a value is nan, or memory is exhausted. */
static bool percentile(const SarCurves *c, double p, int64_t rows[2], double *part) {
  Ranked *ranked = malloc((size_t)c->rows * sizeof *ranked);
  bool known = ranked != NULL;
  for (int64_t i = 0; known && i < c->rows; i++) {
    ranked[i] = (Ranked){c->of[0][i], i};
    known = !isnan(ranked[i].value);
  }
  if (known) {
    qsort(ranked, (size_t)c->rows, sizeof *ranked, compare);
    double below = 0, middle = 0, last = 0;
    int64_t i = 0;
    for (; i < c->rows; i++) {
      double own = share(c, ranked[i].row);
      middle = below + 0.5 * own;
      if (middle >= 0.01 * p) break;
      below += own;
      last = middle;
    }
    bool inside = i > 0 && i < c->rows;
    rows[0] = ranked[i > 0 ? i - 1 : 0].row;
    rows[1] = inside ? ranked[i].row : rows[0];
    *part = inside && middle > last ? (0.01 * p - last) / (middle - last) : 0;
  }
  free(ranked);
  return known;
}

/* ---- crossings ---- */

/* Between rows `row` - 1 and `row`, at the part of the way where a is 0. row = 0: at the start. */
typedef struct Crossing {
  int64_t row; /* -1: there is none */
  double part;
} Crossing;

static Crossing between(const double *a, int64_t row) {
  if (row == 0) return (Crossing){0, 0};
  double before = a[row - 1], after = a[row], part = before / (before - after);
  if (isnan(before) || isnan(after)) return (Crossing){-1, 0};
  return (Crossing){row, part >= 0 && part <= 1 ? part : 1}; /* both 0: at the row */
}

static Crossing crossing_of(SarPick pick, const SarCurves *c) {
  const double *a = c->of[0], *condition = c->of[1];
  int64_t row = 0;
  switch (pick) {
    case SAR_PICK_WHEN:
    case SAR_PICK_VALUE_WHEN:
      while (row < c->rows && !(condition[row] != 0 && !isnan(condition[row]))) row++;
      return row < c->rows ? between(a, row) : (Crossing){-1, 0};
    case SAR_PICK_CROSSING:
      while (row < c->rows && a[row] != 0 && !(row > 0 && (a[row] > 0) != (a[row - 1] > 0))) row++;
      return row < c->rows && !isnan(a[row]) ? between(a, row) : (Crossing){-1, 0};
    default: /* the last row from which it falls */
      row = c->rows;
      while (row > 0 && a[row - 1] <= 0) row--;
      return row < c->rows ? between(a, row) : (Crossing){-1, 0};
  }
}

static double at_crossing(const double *curve, Crossing x) {
  if (x.row < 0) return NAN;
  if (x.row == 0) return curve[0];
  return curve[x.row - 1] + x.part * (curve[x.row] - curve[x.row - 1]);
}

/* part = a0 / (a0 - a1): d part = (-a1 da0 + a0 da1) / (a0 - a1)^2, and what is asked for, a curve or the time, has the
 * slope over the rows, which move themselves. */
static int32_t crossing_weights(SarPick pick, const SarCurves *c, SarWeight *weights) {
  Crossing x = crossing_of(pick, c);
  int32_t asked = pick == SAR_PICK_VALUE_WHEN ? 2 : SAR_PICK_TIME, count = 0;
  const double *a = c->of[0], *curve = asked == SAR_PICK_TIME ? c->time : c->of[asked];
  if (x.row < 0) return -1;
  if (x.row > 0) weights[count++] = (SarWeight){asked, x.row - 1, 1 - x.part};
  weights[count++] = (SarWeight){asked, x.row, x.row > 0 ? x.part : 1};
  if (x.row == 0) return count;
  double before = a[x.row - 1], after = a[x.row], fall = before - after, rise = curve[x.row] - curve[x.row - 1];
  if (fall == 0) return -1;
  weights[count++] = (SarWeight){0, x.row - 1, -rise * after / (fall * fall)};
  weights[count++] = (SarWeight){0, x.row, rise * before / (fall * fall)};
  return count;
}

/* ---- all of them ---- */

double sar_pick(SarPick pick, const SarCurves *c, double p) {
  const double *a = c->of[0];
  int64_t row = 0, rows[2];
  double part = 0;
  switch (pick) {
    case SAR_PICK_MAX:
    case SAR_PICK_MIN: row = extreme(c, pick == SAR_PICK_MAX ? 1 : -1); return row < 0 ? NAN : a[row];
    case SAR_PICK_FINAL: return a[c->rows - 1];
    case SAR_PICK_FIRST: return a[0];
    case SAR_PICK_MEAN: return mean(c, false);
    case SAR_PICK_RMS: return sqrt(mean(c, true));
    case SAR_PICK_PERCENTILE:
      return percentile(c, p, rows, &part) ? a[rows[0]] + part * (a[rows[1]] - a[rows[0]]) : NAN;
    case SAR_PICK_VALUE_WHEN: return at_crossing(c->of[2], crossing_of(pick, c));
    default: return at_crossing(c->time, crossing_of(pick, c));
  }
}

int32_t sar_pick_weights(SarPick pick, const SarCurves *c, double p, SarWeight weights[SAR_PICK_WEIGHTS]) {
  int64_t rows[2] = {0, 0};
  double part = 0;
  switch (pick) {
    case SAR_PICK_MAX:
    case SAR_PICK_MIN: rows[0] = extreme(c, pick == SAR_PICK_MAX ? 1 : -1); break;
    case SAR_PICK_FINAL: rows[0] = c->rows - 1; break;
    case SAR_PICK_FIRST: break;
    case SAR_PICK_PERCENTILE:
      if (!percentile(c, p, rows, &part)) return -1;
      break;
    default: return crossing_weights(pick, c, weights);
  }
  if (rows[0] < 0) return -1;
  weights[0] = (SarWeight){0, rows[0], 1 - part};
  weights[1] = (SarWeight){0, rows[1], part};
  return part > 0 ? 2 : 1;
}
