#include "study/query.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"
#include "study/scaled.h"

struct SarQuery {
  SarQueryOptions o;
  SarDerivatives derivatives;
  SarQueryCounts counts;
  char message[256], lack[320];
  bool is_short; /* the message is that of a run that went well */
  /* the last point */
  bool known, known_failed, known_by;
  double *u, *values, *by;
  double *points;    /* of differences: 2 n of them */
  double *neighbour; /* m */
};

SarStatus sar_query_create(SarContext *context, const SarQueryOptions *options, SarQuery **out) {
  size_t n = (size_t)options->n, m = (size_t)options->m;
  SarQuery *p = calloc(1, sizeof *p);
  double *room = p ? calloc(n + 2 * m + m * n + 2 * n * n, sizeof *room) : NULL;
  if (!room) {
    free(p);
    return sar_report_no_memory(context);
  }
  p->o = *options;
  p->u = room;
  p->values = room + n;
  p->neighbour = p->values + m;
  p->by = p->neighbour + m;
  p->points = p->by + m * n;
  *out = p;
  return SAR_OK;
}

void sar_query_destroy(SarQuery **query) {
  if (!*query) return;
  free((*query)->u);
  free(*query);
  *query = NULL;
}

double sar_query_step(double tolerance) { return fmin(fmax(sqrt(tolerance), 1e-5), 1e-2); }

SarDerivatives sar_query_derivatives(const SarQuery *query) { return query->derivatives; }
void sar_query_use(SarQuery *query, SarDerivatives derivatives) { query->derivatives = derivatives; }
void sar_query_distrust(SarQuery *query, double step) {
  query->derivatives = SAR_DERIVATIVES_DIFFERENCES;
  query->known_by = false;
  query->o.difference = fmax(query->o.difference, step);
}
void sar_query_allow(SarQuery *query, int64_t most) { query->o.most = most; }
SarQueryCounts sar_query_counts(const SarQuery *query) { return query->counts; }
const char *sar_query_message(const SarQuery *query) { return query->message; }
const char *sar_query_lack(const SarQuery *query) { return query->lack; }
bool sar_query_is_short(const SarQuery *query) { return query->is_short; }

static SarStatus make_runs(SarQuery *p, int32_t count, const double *points, bool gradient,
                           const SarJobResult **results) {
  if (p->counts.runs + count > p->o.most) return SAR_RETRY;
  SAR_TRY(p->o.runs.evaluate(p->o.runs.self, points, count, gradient, p->o.curves, results));
  p->counts.runs += count;
  p->counts.gradients += gradient ? count : 0;
  return SAR_OK;
}

static void explain(SarQuery *p, const SarStudyRow *row, bool ran, int64_t missing) {
  const char *message = row->message ? row->message : "";
  p->is_short = ran;
  if (ran && p->o.describe) {
    p->o.describe(p->o.describe_self, missing, row->status, p->message, sizeof p->message);
    return;
  }
  snprintf(p->message, sizeof p->message, "%s%s%s",
           ran ? "a number that is needed is none" : sar_row_status_name(row->status), message[0] ? ": " : "", message);
}

/* The picked numbers of a run; false: it has not got all of them. */
static bool take_values(SarQuery *p, const SarJobResult *result, double *values) {
  const SarStudyRow *row = &result->row;
  const double *numbers = p->o.curves ? result->curves : row->responses;
  bool ran = (row->status == SAR_ROW_DONE || row->status == SAR_ROW_STOPPED) && numbers != NULL;
  int64_t taken = 0;
  for (; ran && taken < p->o.m; taken++) {
    values[taken] = numbers[p->o.picks[taken]];
    if (!isfinite(values[taken])) break;
  }
  if (ran && taken == p->o.m) return true;
  p->counts.failed++;
  explain(p, row, ran, taken);
  return false;
}

/* d/du = d/dp dp/du; false: some of them are not known. */
static bool take_by(SarQuery *p, const SarJobResult *result, const double *u, double *by) {
  const double *numbers = p->o.curves ? result->curves_by : result->row.gradient;
  int32_t n = p->o.n;
  for (int64_t i = 0; numbers && i < p->o.m; i++) {
    for (int32_t j = 0; j < n; j++) {
      by[i * n + j] = numbers[p->o.picks[i] * n + j] * sar_scaled_slope(&p->o.ranges[j], u[j]);
      if (!isfinite(by[i * n + j])) return false;
    }
  }
  return numbers != NULL;
}

static void scale_point(const SarQuery *p, const double *u, double *point) {
  for (int32_t j = 0; j < p->o.n; j++) point[j] = sar_scaled_value(&p->o.ranges[j], u[j]);
}

/* The run at u, which becomes the last point. *refused: with derivatives it did not even begin, or broke off. */
static SarStatus look(SarQuery *p, const double *u, bool gradient, bool *refused) {
  const SarJobResult *result;
  *refused = false;
  scale_point(p, u, p->points);
  SAR_TRY(make_runs(p, 1, p->points, gradient, &result)); /* else the last point stays what it was */
  memmove(p->u, u, (size_t)p->o.n * sizeof *u);
  p->known_failed = !take_values(p, result, p->values);
  p->known_by = !p->known_failed && gradient && take_by(p, result, u, p->by);
  p->known = true;
  *refused = gradient && (result->row.status == SAR_ROW_FAILED || result->row.status == SAR_ROW_INPUT);
  return SAR_OK;
}

/* The same, and without derivatives where only these were refused: one may still get there. */
static SarStatus look_twice(SarQuery *p, const double *u, bool gradient, bool *refused) {
  bool again;
  SAR_TRY(look(p, u, gradient, refused));
  return *refused ? look(p, u, false, &again) : SAR_OK;
}

/* Both neighbours of a parameter are inside the range: at its ends both lie on the same side, and the three points make
 * a parabola. */
static void choose_neighbours(const SarQuery *p, double u, double offset[2]) {
  double h = p->o.difference;
  offset[0] = u + h > 1 ? -2 * h : u - h < 0 ? h : -h;
  offset[1] = u + h > 1 ? -h : u - h < 0 ? 2 * h : h;
}

/* The derivative at 0 of the parabola through (0, f), (a, fa), (b, fb). Without one of the neighbours, of the line. */
static double differentiate(double f, const double offset[2], const double value[2]) {
  double a = offset[0], b = offset[1];
  if (isnan(value[0])) return (value[1] - f) / b;
  if (isnan(value[1])) return (value[0] - f) / a;
  return ((value[0] - f) * b / a - (value[1] - f) * a / b) / (b - a);
}

static SarStatus find_differences(SarQuery *p) {
  int32_t n = p->o.n;
  const SarJobResult *results;
  for (int32_t k = 0; k < 2 * n; k++) {
    double offset[2], *point = p->points + (size_t)k * (size_t)n;
    choose_neighbours(p, p->u[k / 2], offset);
    scale_point(p, p->u, point);
    point[k / 2] = sar_scaled_value(&p->o.ranges[k / 2], p->u[k / 2] + offset[k % 2]);
  }
  SAR_TRY(make_runs(p, 2 * n, p->points, false, &results));
  p->known_by = true;
  for (int32_t j = 0; j < n; j++) {
    double offset[2];
    choose_neighbours(p, p->u[j], offset);
    bool first = take_values(p, &results[2 * j], p->neighbour);
    for (int64_t i = 0; i < p->o.m; i++) p->by[i * n + j] = first ? p->neighbour[i] : NAN;
    bool second = take_values(p, &results[2 * j + 1], p->neighbour);
    for (int64_t i = 0; i < p->o.m; i++) {
      double pair[2] = {p->by[i * n + j], second ? p->neighbour[i] : NAN};
      p->by[i * n + j] = differentiate(p->values[i], offset, pair);
    }
    p->known_by = p->known_by && (first || second);
  }
  return SAR_OK;
}

static bool is_known(const SarQuery *p, const double *u) {
  return p->known && memcmp(u, p->u, (size_t)p->o.n * sizeof *u) == 0;
}

SarStatus sar_query_at(SarQuery *p, const double *u, double *values, double *by, bool *failed) {
  bool from_run = p->derivatives == SAR_DERIVATIVES_RUN, refused = false;
  if (!is_known(p, u)) SAR_TRY(look_twice(p, u, from_run, &refused));
  if (by && !p->known_by && !p->known_failed) SAR_TRY(find_differences(p)); /* there may be some at other points */
  *failed = p->known_failed || (by && !p->known_by);
  if (*failed) return SAR_OK;
  memcpy(values, p->values, (size_t)p->o.m * sizeof *values);
  if (by) memcpy(by, p->by, (size_t)p->o.m * (size_t)p->o.n * sizeof *by);
  return SAR_OK;
}

SarStatus sar_query_beside(SarQuery *p, const double *points, int32_t count,
                           void (*take)(void *self, int32_t k, const double *values), void *self) {
  const SarJobResult *results;
  int32_t n = p->o.n;
  for (int32_t k = 0; k < count; k++) scale_point(p, points + (size_t)k * (size_t)n, p->points + (size_t)k * (size_t)n);
  SAR_TRY(make_runs(p, count, p->points, false, &results));
  for (int32_t k = 0; k < count; k++) take(self, k, take_values(p, &results[k], p->neighbour) ? p->neighbour : NULL);
  return SAR_OK;
}

SarStatus sar_query_begin(SarQuery *p, const double *u, bool *failed) {
  bool refused;
  SAR_TRY(look(p, u, true, &refused));
  *failed = p->known_failed;
  if (p->known_by) return SAR_OK;
  snprintf(p->lack, sizeof p->lack, "%s",
           *failed ? p->message
                   : "the run gives none of what is asked for; `sarrus run --sensitivity` warns where they end");
  p->derivatives = SAR_DERIVATIVES_DIFFERENCES;
  if (!*failed) return SAR_OK;
  SAR_TRY(look(p, u, false, &refused));
  *failed = p->known_failed;
  return SAR_OK;
}
