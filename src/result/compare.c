/* Two results files, column by column. Columns are read in groups that a bounded memory holds. */
#include "result/compare.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "result/compare_rank.h"
#include "result/results.h"

#define GROUP_BYTES ((int64_t)64 << 20)

typedef struct Comparison {
  SarComparison public; /* first: the pointer handed out is the whole */
  SarArena *arena;
} Comparison;

typedef struct Work {
  SarContext *context;
  const char *path_a, *path_b;
  SarResults *a, *b;
  SarComparison *out;
  SarArena *arena;
  SarColumnDifference *columns;
  const char *const *patterns;
  int32_t npatterns;
  int32_t *partner; /* for every column of A: of the same name in B, or -1 */
  double *times_a, *times_b;
  int64_t first;  /* row of A at which the common range begins */
  int64_t *below; /* for every row compared: the row of B at or before it */
} Work;

/* ---- numbers ---- */

double sar_interpolate_row(const double *times, const double *values, int64_t k, double t) {
  if (t == times[k]) return values[k];
  double part = (t - times[k]) / (times[k + 1] - times[k]);
  return values[k] + part * (values[k + 1] - values[k]);
}

static double distance(double a, double b) {
  if (a == b || (isnan(a) && isnan(b))) return 0;
  double d = fabs(a - b);
  return isnan(d) ? INFINITY : d;
}

void sar_difference_of(int64_t count, const double *times, const double *a, const double *b, SarColumnDifference *out) {
  double sum = 0, low = INFINITY, high = -INFINITY;
  out->maximum = out->largest = out->relative = out->share = 0;
  out->at = count ? times[0] : 0;
  for (int64_t k = 0; k < count; k++) {
    double d = distance(a[k], b[k]);
    if (d > out->maximum) out->maximum = d, out->at = times[k];
    if (fabs(a[k]) > out->largest) out->largest = fabs(a[k]);
    low = fmin(low, fmin(a[k], b[k])), high = fmax(high, fmax(a[k], b[k]));
  }
  if (out->maximum > 0 && isfinite(out->maximum)) { /* scaled, so that squares neither vanish nor overflow */
    for (int64_t k = 0; k < count; k++) sum += pow(distance(a[k], b[k]) / out->maximum, 2);
  }
  out->rms = isfinite(out->maximum) ? out->maximum * sqrt(sum / (double)(count ? count : 1)) : INFINITY;
  if (out->maximum > 0) out->relative = isfinite(out->maximum) ? out->maximum / out->largest : INFINITY;
  out->difference = fmin(out->maximum, out->relative);
  out->range = high > low ? high - low : 0;
}

/* ---- which columns ---- */

typedef struct Name {
  const char *name;
  int32_t index;
} Name;

static int by_name(const void *a, const void *b) { return strcmp(((const Name *)a)->name, ((const Name *)b)->name); }

static Name *sorted_names(const SarResults *results) {
  int32_t count = sar_results_columns(results);
  Name *names = malloc((size_t)count * sizeof *names);
  for (int32_t i = 0; names && i < count; i++) names[i] = (Name){sar_results_name(results, i), i};
  if (names) qsort(names + 1, (size_t)count - 1, sizeof *names, by_name); /* the time stays in front */
  return names;
}

static bool units_agree(const char *a, const char *b) { return !*a || !*b || strcmp(a, b) == 0; }

static bool add_name(SarArena *arena, const char *name, const char **list, int32_t *count) {
  list[*count] = sar_arena_copy_text(arena, name);
  return list[(*count)++] != NULL;
}

static bool matches(const char *pattern, const char *name) {
  size_t length = strlen(pattern);
  if (fnmatch(pattern, name, 0) == 0) return true;
  return strncmp(pattern, name, length) == 0 && name[length] == '.';
}

static bool is_wanted(const Work *w, const char *name) {
  bool wanted = w->npatterns == 0;
  for (int32_t i = 0; i < w->npatterns && !wanted; i++) wanted = matches(w->patterns[i], name);
  return wanted;
}

static SarStatus pair_columns(Work *w) {
  int32_t na = sar_results_columns(w->a), nb = sar_results_columns(w->b);
  SarComparison *out = w->out;
  const char **only_a = SAR_NEW(w->arena, na, const char *), **only_b = SAR_NEW(w->arena, nb, const char *);
  const char **other = SAR_NEW(w->arena, na, const char *);
  w->partner = SAR_NEW(w->arena, na, int32_t);
  bool *used = SAR_NEW(w->arena, nb, bool);
  Name *names = sorted_names(w->b);
  bool ok = only_a && only_b && other && w->partner && used && names;
  for (int32_t i = 1; ok && i < na; i++) {
    Name key = {sar_results_name(w->a, i), 0};
    w->partner[i] = -1;
    if (sar_results_is_error(w->a, i) || !is_wanted(w, key.name)) continue;
    const Name *found = nb > 1 ? bsearch(&key, names + 1, (size_t)nb - 1, sizeof key, by_name) : NULL;
    w->partner[i] = found ? found->index : -1;
    if (!found) ok = add_name(w->arena, key.name, only_a, &out->nonly_a);
    if (!found) continue;
    used[found->index] = true;
    if (units_agree(sar_results_unit(w->a, i), sar_results_unit(w->b, found->index))) {
      out->ncolumns++;
    } else {
      w->partner[i] = -1;
      ok = add_name(w->arena, key.name, other, &out->nother_unit);
    }
  }
  for (int32_t i = 1; ok && i < nb; i++) {
    const char *name = sar_results_name(w->b, i);
    if (!used[i] && !sar_results_is_error(w->b, i) && is_wanted(w, name))
      ok = add_name(w->arena, name, only_b, &out->nonly_b);
  }
  free(names);
  out->only_a = only_a;
  out->only_b = only_b;
  out->other_unit = other;
  return ok ? SAR_OK : sar_report_no_memory(w->context);
}

/* ---- which rows ---- */

static SarStatus read_times(SarContext *context, const char *path, SarResults *results, double **out) {
  int64_t rows = sar_results_rows(results);
  *out = malloc(((size_t)rows + 1) * sizeof **out);
  if (!*out) return sar_report_no_memory(context);
  SAR_TRY(sar_results_column(results, 0, *out));
  for (int64_t k = 1; k < rows; k++) {
    if ((*out)[k] >= (*out)[k - 1]) continue;
    return sar_report(context, SAR_INPUT, (SarSource){sar_intern(context, path), 0, 0}, NULL,
                      "give files whose rows are in the order of time", "row %lld lies before the row above it",
                      (long long)k + 1);
  }
  return SAR_OK;
}

static SarStatus align_rows(Work *w) {
  SarComparison *out = w->out;
  int64_t na = sar_results_rows(w->a), nb = sar_results_rows(w->b), k = 0;
  SAR_TRY(read_times(w->context, w->path_a, w->a, &w->times_a));
  SAR_TRY(read_times(w->context, w->path_b, w->b, &w->times_b));
  out->rows_a = na;
  out->rows_b = nb;
  w->below = calloc((size_t)na + 1, sizeof *w->below);
  if (!w->below) return sar_report_no_memory(w->context);
  for (int64_t i = 0; i < na; i++) {
    double t = w->times_a[i];
    while (k + 1 < nb && w->times_b[k + 1] <= t) k++;
    if (!nb || !(t >= w->times_b[0] && t <= w->times_b[nb - 1])) continue;
    if (!out->rows) w->first = i;
    /* rows of the same time (an event) are taken one for one where the files agree on them */
    bool same = i < nb && w->times_b[i] == t;
    w->below[out->rows++] = same ? i : k;
    if (!same && w->times_b[k] != t) out->interpolated = true;
  }
  if (out->rows) {
    out->from = w->times_a[w->first];
    out->to = w->times_a[w->first + out->rows - 1];
  }
  return SAR_OK;
}

/* ---- comparing ---- */

static void compare_column(Work *w, int32_t column, const double *a, const double *b, double *scratch,
                           SarColumnDifference *out) {
  for (int64_t k = 0; k < w->out->rows; k++) {
    scratch[k] = sar_interpolate_row(w->times_b, b, w->below[k], w->times_a[w->first + k]);
  }
  out->name = sar_results_name(w->a, column);
  out->unit = sar_results_unit(w->a, column);
  sar_difference_of(w->out->rows, w->times_a + w->first, a + w->first, scratch, out);
}

/* Adds the error bars of a column of one file, as far as it has some, at the rows compared. */
static SarStatus add_bars(Work *w, bool of_b, int32_t column, double *bars, bool *found) {
  SarResults *results = of_b ? w->b : w->a;
  int32_t error = sar_results_find_error(results, column);
  if (error < 0) return SAR_OK;
  double *values = malloc(((size_t)sar_results_rows(results) + 1) * sizeof *values);
  SarStatus status = values ? sar_results_column(results, error, values) : sar_report_no_memory(w->context);
  for (int64_t k = 0; status == SAR_OK && k < w->out->rows; k++) {
    double t = w->times_a[w->first + k];
    bars[k] += of_b ? sar_interpolate_row(w->times_b, values, w->below[k], t) : values[w->first + k];
  }
  free(values);
  *found = true;
  return status;
}

/* Whether the error bars explain the difference. a: of the file, b: at its rows. */
static SarStatus judge_by_bars(Work *w, int32_t column, const double *a, const double *b, SarColumnDifference *out) {
  bool found = false;
  double *bars = calloc((size_t)w->out->rows + 1, sizeof *bars);
  SarStatus status = bars ? add_bars(w, false, column, bars, &found) : sar_report_no_memory(w->context);
  if (status == SAR_OK) status = add_bars(w, true, w->partner[column], bars, &found);
  out->error = found ? 0 : NAN;
  out->inside = found;
  for (int64_t k = 0; status == SAR_OK && found && k < w->out->rows; k++) {
    out->error = fmax(out->error, bars[k]);
    out->inside = out->inside && distance(a[w->first + k], b[k]) <= bars[k];
  }
  free(bars);
  return status;
}

/* Columns that follow one another in both files are read together. */
static int32_t run_length(const Work *w, int32_t first, int32_t most) {
  int32_t count = 1, na = sar_results_columns(w->a);
  while (count < most && first + count < na && w->partner[first + count] == w->partner[first] + count) count++;
  return count;
}

static SarStatus compare_columns(Work *w) {
  int64_t na = w->out->rows_a, nb = w->out->rows_b, most = GROUP_BYTES / (8 * (na + nb + 1)) + 1;
  if (most > sar_results_columns(w->a)) most = sar_results_columns(w->a);
  double *a = malloc((size_t)((na + 1) * most) * sizeof *a), *b = malloc((size_t)((nb + 1) * most) * sizeof *b);
  double *scratch = malloc(((size_t)na + 1) * sizeof *scratch);
  SarStatus status = a && b && scratch ? SAR_OK : sar_report_no_memory(w->context);
  int32_t done = 0;
  for (int32_t i = 1, count = 1; i < sar_results_columns(w->a) && status == SAR_OK; i += count) {
    count = 1;
    if (w->partner[i] < 0) continue;
    count = run_length(w, i, (int32_t)most);
    status = sar_results_read(w->a, i, count, a);
    if (status == SAR_OK) status = sar_results_read(w->b, w->partner[i], count, b);
    for (int32_t k = 0; k < count && status == SAR_OK; k++) {
      compare_column(w, i + k, a + k * na, b + k * nb, scratch, &w->columns[done]);
      status = judge_by_bars(w, i + k, a + k * na, scratch, &w->columns[done++]);
    }
  }
  free(a);
  free(b);
  free(scratch);
  return status;
}

/* ---- the whole ---- */

static SarStatus conclude(Work *w) {
  SarComparison *out = w->out;
  double interval = out->rows > 1 ? (out->to - out->from) / (double)(out->rows - 1) : 0;
  sar_compare_rank(w->columns, out->ncolumns, sar_results_unit(w->a, 0), interval);
  for (int32_t i = 0; i < out->ncolumns; i++) { /* names outlive the files */
    w->columns[i].name = sar_arena_copy_text(w->arena, w->columns[i].name);
    w->columns[i].unit = sar_arena_copy_text(w->arena, w->columns[i].unit);
    if (!w->columns[i].name || !w->columns[i].unit) return sar_report_no_memory(w->context);
  }
  out->columns = w->columns;
  out->time_unit = sar_arena_copy_text(w->arena, sar_results_unit(w->a, 0));
  if (!out->time_unit) return sar_report_no_memory(w->context);
  for (int32_t i = 0; i < out->ncolumns; i++) out->worst = fmax(out->worst, out->columns[i].difference);
  bool whole = out->rows == out->rows_a && out->rows == out->rows_b && !out->interpolated;
  out->identical = whole && !out->nonly_a && !out->nonly_b && !out->nother_unit && out->worst == 0;
  return SAR_OK;
}

/* Rows are found by their times, which mean nothing beside one another in two units. */
static SarStatus require_time_unit(const Work *w) {
  const char *a = sar_results_unit(w->a, 0), *b = sar_results_unit(w->b, 0);
  if (units_agree(a, b)) return SAR_OK;
  return sar_report(w->context, SAR_INPUT, (SarSource){sar_intern(w->context, w->path_b), 0, 0}, NULL,
                    "give both models the same `units` and run one of them again",
                    "the times of %s are in %s, those of %s in %s", w->path_a, a, w->path_b, b);
}

static SarStatus compare(Work *w) {
  SAR_TRY(require_time_unit(w));
  SAR_TRY(pair_columns(w));
  if (!w->out->ncolumns) {
    return sar_report(w->context, SAR_INPUT, sar_nowhere(), NULL,
                      w->npatterns ? "`crank.*`, `*.angle` or `crank` are patterns; `sarrus plot` lists the columns"
                                   : "compare results of the same model",
                      "the two files have no column in common%s", w->npatterns ? " that a pattern selects" : "");
  }
  SAR_TRY(align_rows(w));
  if (!w->out->rows) {
    return sar_report(w->context, SAR_INPUT, sar_nowhere(), NULL, "compare results of the same range of time",
                      "the two files have no time in common");
  }
  w->columns = SAR_NEW(w->arena, w->out->ncolumns, SarColumnDifference);
  if (!w->columns) return sar_report_no_memory(w->context);
  SAR_TRY(compare_columns(w));
  return conclude(w);
}

SarStatus sar_compare_results(SarContext *context, const SarComparedFile *a, const SarComparedFile *b,
                              const char *const *patterns, int32_t npatterns, const SarComparison **out) {
  *out = NULL;
  Comparison *c = calloc(1, sizeof *c);
  if (c) c->arena = sar_arena_create();
  if (!c || !c->arena) {
    free(c);
    return sar_report_no_memory(context);
  }
  Work w = {.context = context, .path_a = a->path, .path_b = b->path, .a = a->results, .b = b->results};
  w.out = &c->public;
  w.arena = c->arena;
  w.patterns = patterns;
  w.npatterns = npatterns;
  SarStatus status = compare(&w);
  free(w.times_a);
  free(w.times_b);
  free(w.below);
  *out = &c->public;
  if (status != SAR_OK) sar_comparison_destroy(out);
  return status;
}

void sar_comparison_destroy(const SarComparison **comparison) {
  if (!comparison || !*comparison) return;
  Comparison *c = (Comparison *)(uintptr_t)*comparison;
  sar_arena_destroy(&c->arena);
  free(c);
  *comparison = NULL;
}
