/* The derivative of a number along a line lies between the slopes of its two chords there, to one side and to the
 * other, wherever the number is convex or concave: however strongly it is curved. What lies outside, by more than a
 * part of the slopes and more than the noise of runs, is not its derivative. */
#include "study/trust.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/context.h"

#define AGREE 0.05 /* of slopes: derivatives at default tolerance are ten times better */
#define ASIDE 0.1  /* of the step: a lowest point of parabolas that is elsewhere */

/* One comparison: two points on a line through u, and what they gave. */
typedef struct Line {
  const SarTrust *trust;
  const double *values, *by;
  const double *direction; /* n */
  double offset[2];
  double *first;  /* m: numbers at offset[0] */
  double *groups; /* of each one: squares of what is outside, of slopes and of values */
  double off;
} Line;

static double along(const Line *line, int64_t i) {
  double slope = 0;
  for (int32_t j = 0; j < line->trust->n; j++) slope += line->by[i * line->trust->n + j] * line->direction[j];
  return slope;
}

/* Number i has the value `second` at offset[1]. */
static void compare_number(Line *line, int64_t i, double second) {
  double a = line->offset[0], b = line->offset[1], f = line->values[i], slope = along(line, i);
  double to_a = (line->first[i] - f) / a, to_b = (second - f) / b;
  if (a * b > 0) { /* both on one side, b twice as far: the chord on the other side is that of a parabola */
    double other = to_a + 2 * (to_a - to_b);
    to_b = to_a;
    to_a = other;
  }
  double outside = fmax(fmax(fmin(to_a, to_b) - slope, slope - fmax(to_a, to_b)), 0);
  double size = fmax(fmax(fabs(to_a), fabs(to_b)), fabs(slope));
  double value = fmax(fmax(fabs(f), fabs(line->first[i])), fabs(second));
  double *sums = line->groups + 3 * (size_t)line->trust->group[i];
  sums[0] += outside * outside;
  sums[1] += size * size;
  sums[2] += value * value;
}

static void compare(Line *line, const double *second) {
  const SarTrust *t = line->trust;
  double step = fmin(fabs(line->offset[0]), fabs(line->offset[1]));
  memset(line->groups, 0, 3 * (size_t)t->ngroups * sizeof *line->groups);
  for (int64_t i = 0; i < t->m; i++) compare_number(line, i, second[i]);
  for (int32_t g = 0; g < t->ngroups; g++) {
    const double *sums = line->groups + 3 * (size_t)g;
    double outside = sqrt(sums[0]), size = sqrt(sums[1]);
    if (outside <= AGREE * size + SAR_TRUST_NOISE * sqrt(sums[2]) / step) continue;
    line->off = fmax(line->off, outside / size);
  }
}

/* ---- derivatives ---- */

typedef struct Pair {
  Line *line;
  bool known;
} Pair;

static void take_pair(void *self, int32_t k, const double *values) {
  Pair *pair = self;
  if (k == 0) {
    pair->known = values != NULL;
    if (values) memcpy(pair->line->first, values, (size_t)pair->line->trust->m * sizeof *values);
  } else if (values && pair->known) {
    compare(pair->line, values);
  }
}

/* Every parameter goes towards the middle of its range: there is room for two steps. */
static void lay_line(const SarTrust *t, const double *u, double *direction, Line *line) {
  bool inside = true;
  for (int32_t j = 0; j < t->n; j++) {
    direction[j] = u[j] <= 0.5 ? 1 : -1;
    inside = inside && u[j] >= SAR_TRUST_STEP && u[j] <= 1 - SAR_TRUST_STEP;
  }
  line->direction = direction;
  line->offset[0] = inside ? -SAR_TRUST_STEP : SAR_TRUST_STEP;
  line->offset[1] = inside ? SAR_TRUST_STEP : 2 * SAR_TRUST_STEP;
}

SarStatus sar_trust_derivatives(const SarTrust *t, const double *u, const double *values, const double *by,
                                double *off) {
  size_t n = (size_t)t->n, m = (size_t)t->m;
  *off = 0;
  double *room = calloc(3 * n + m + 3 * (size_t)t->ngroups, sizeof *room);
  if (!room) return sar_report_no_memory(t->context);
  double *direction = room + 2 * n;
  Line line = {.trust = t, .values = values, .by = by, .first = room + 3 * n, .groups = room + 3 * n + m};
  Pair pair = {.line = &line};
  lay_line(t, u, direction, &line);
  for (size_t k = 0; k < 2 * n; k++) room[k] = u[k % n] + line.offset[k / n] * direction[k % n];
  SarStatus status = sar_query_beside(t->query, room, 2, take_pair, &pair);
  *off = line.off;
  free(room);
  return status;
}

/* ---- an end ---- */

/* 2 n points around the end: 2 j below it along parameter j, 2 j + 1 above. */
typedef struct Around {
  const SarTrust *trust;
  const double *points; /* of those that are asked for */
  const int32_t *which; /* of the 2 n points each of them is */
  double *worths;       /* 2 n */
  double least;
  Line line;
  double *direction;
  int32_t first; /* the point whose numbers line.first holds; -1: none */
} Around;

static void take_around(void *self, int32_t k, const double *values) {
  Around *a = self;
  const SarTrust *t = a->trust;
  int32_t which = a->which[k], j = which / 2;
  a->worths[which] = values ? t->worth(t->self, a->points + (int64_t)k * t->n, values) : INFINITY;
  a->least = fmin(a->least, a->worths[which]);
  if (!a->line.by || !values) return;
  if (which % 2 == 0) {
    memcpy(a->line.first, values, (size_t)t->m * sizeof *values);
    a->first = which;
  } else if (a->first == which - 1) {
    for (int32_t i = 0; i < t->n; i++) a->direction[i] = i == j;
    a->line.direction = a->direction;
    compare(&a->line, values);
  }
}

static SarStatus ask_around(Around *a, const double *u, double *points, int32_t *which) {
  const SarTrust *t = a->trust;
  int32_t count = 0, n = t->n;
  for (int32_t k = 0; k < 2 * n; k++) {
    double there = u[k / 2] + (k % 2 ? SAR_TRUST_STEP : -SAR_TRUST_STEP);
    a->worths[k] = INFINITY;
    if (there < 0 || there > 1) continue;
    memcpy(points + (int64_t)count * n, u, (size_t)n * sizeof *u);
    points[(int64_t)count * n + k / 2] = there;
    which[count++] = k;
  }
  a->points = points;
  a->which = which;
  return sar_query_beside(t->query, points, count, take_around, a);
}

static bool is_flat(const Around *a, double worth) {
  bool flat = isfinite(a->least);
  for (int32_t k = 0; k < 2 * a->trust->n; k++) flat = flat && (a->worths[k] == worth || isinf(a->worths[k]));
  return flat;
}

/* The lowest point of the parabolas through the end and its neighbours, along each parameter; false: it is the end. */
static bool find_lowest(const Around *a, const double *u, double worth, double *lowest) {
  bool aside = false;
  for (int32_t j = 0; j < a->trust->n; j++) {
    double below = a->worths[2 * j], above = a->worths[2 * j + 1], bend = below - 2 * worth + above;
    lowest[j] = u[j];
    if (!isfinite(bend) || !(bend > 0)) continue;
    double way = 0.5 * (below - above) / bend;
    if (fabs(way) < ASIDE) continue;
    lowest[j] = fmin(fmax(u[j] + fmin(fmax(way, -1), 1) * SAR_TRUST_STEP, 0), 1);
    aside = true;
  }
  return aside;
}

static void take_lowest(void *self, int32_t k, const double *values) {
  Around *a = self;
  (void)k;
  if (values) a->least = fmin(a->least, a->trust->worth(a->trust->self, a->points, values));
}

SarStatus sar_trust_end(const SarTrust *t, const double *u, double worth, double noise, const double *values,
                        const double *by, SarTrustEnd *out) {
  size_t n = (size_t)t->n, m = (size_t)t->m;
  double *room = calloc(2 * n * n + 4 * n + m + 3 * (size_t)t->ngroups, sizeof *room);
  int32_t *which = calloc(2 * n, sizeof *which);
  *out = (SarTrustEnd){0};
  SarStatus status = SAR_NO_MEMORY;
  if (room && which) {
    double *end = room + 2 * n * n; /* worth() may move what u is */
    memcpy(end, u, n * sizeof *u);
    Around a = {.trust = t, .worths = end + n, .least = INFINITY, .first = -1, .direction = end + 3 * n};
    a.line = (Line){.trust = t,
                    .values = values,
                    .by = by,
                    .offset = {-SAR_TRUST_STEP, SAR_TRUST_STEP},
                    .first = end + 4 * n,
                    .groups = end + 4 * n + m};
    status = ask_around(&a, end, room, which);
    if (status == SAR_OK && a.least >= worth - noise && find_lowest(&a, end, worth, room)) {
      status = sar_query_beside(t->query, room, 1, take_lowest, &a);
    }
    *out = (SarTrustEnd){.better = a.least < worth - noise, .flat = is_flat(&a, worth), .off = a.line.off};
  } else {
    status = sar_report_no_memory(t->context);
  }
  free(which);
  free(room);
  return status;
}

/* ---- */

SarStatus sar_trust_tell(SarContext *context, double off, SarOptimumRoom *out) {
  if (!(off > 0)) return SAR_OK;
  out->found.method = sar_arena_printf(out->arena, "%s; derivatives of runs disagree with differences by %.0f %%",
                                       out->found.method, 100 * off);
  return out->found.method ? SAR_OK : sar_report_no_memory(context);
}
