#include "study/fit_covariance.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "study/fit_matrix.h"

#define TAKES_PART 1e-3 /* of a unit vector: a smaller component is not worth a word */

/* J of the free parameters with columns of length one, as singular values and vectors. */
typedef struct Columns {
  int32_t n;     /* free ones */
  int32_t *free; /* their indices */
  double *norm;
  double *triangle, *values, *vectors;
  int32_t rank;
} Columns;

static void find_norms(const SarFitJudge *q, Columns *c) {
  for (int32_t k = 0; k < c->n; k++) {
    double sum = 0;
    for (int64_t i = 0; i < q->m; i++) sum += q->by[i * q->n + c->free[k]] * q->by[i * q->n + c->free[k]];
    c->norm[k] = sqrt(sum);
  }
}

static void decompose(const SarFitJudge *q, Columns *c) {
  for (int64_t i = 0; i < q->m; i++) {
    for (int32_t k = 0; k < c->n; k++) {
      c->triangle[i * c->n + k] = c->norm[k] > 0 ? q->by[i * q->n + c->free[k]] / c->norm[k] : 0;
    }
  }
  sar_fit_triangle(q->m > c->n ? q->m : c->n, c->n, c->triangle);
  sar_fit_singular(c->n, c->triangle, c->values, c->vectors);
  c->rank = 0;
  while (c->rank < c->n && c->values[c->rank] > q->accuracy * c->values[0]) c->rank++;
}

/* How far a free parameter goes when all go along the vector. */
static double along(const SarFitJudge *q, const Columns *c, int32_t vector, int32_t k) {
  double part = c->vectors[k * c->n + vector];
  return c->norm[k] > 0 ? part * q->slope[c->free[k]] / c->norm[k] : part * INFINITY;
}

/* In per cent of its value, or of its range where that is zero. */
static void put_change(const SarFitJudge *q, int32_t parameter, double change, char *text, size_t size) {
  double value = fabs(q->parameters[parameter]);
  bool of_range = value < 1e-6 * q->widths[parameter];
  snprintf(text, size, "%s by %+.3g %%%s", q->names[parameter],
           100 * change / (of_range ? q->widths[parameter] : value), of_range ? " of its range" : "");
}

/* A direction in which the data say nothing. */
static void warn_of(SarContext *context, const SarFitJudge *q, const Columns *c, int32_t vector) {
  char text[400], one[128];
  size_t used = 0;
  int32_t parts = 0, last = 0;
  double largest = 0;
  for (int32_t k = 0; k < c->n; k++) {
    if (fabs(c->vectors[k * c->n + vector]) < TAKES_PART) continue;
    int32_t parameter = c->free[k];
    double value = fabs(q->parameters[parameter]), whole = fmax(value, 1e-6 * q->widths[parameter]);
    largest = fmax(largest, fabs(along(q, c, vector, k)) / whole);
    parts++;
    last = k;
  }
  const char *remedy = "measure what depends on it, or take it out of vary";
  if (parts == 1 || isinf(largest)) {
    for (int32_t k = 0; isinf(largest) && k < c->n; k++) {
      if (c->norm[k] == 0 && fabs(c->vectors[k * c->n + vector]) >= TAKES_PART) last = k;
    }
    sar_warn(context, sar_nowhere(), q->names[c->free[last]], remedy, "the data say nothing about %s",
             q->names[c->free[last]]);
    return;
  }
  text[0] = 0;
  for (int32_t k = 0; k < c->n && used < sizeof text; k++) {
    if (fabs(c->vectors[k * c->n + vector]) < TAKES_PART) continue;
    put_change(q, c->free[k], 0.01 * along(q, c, vector, k) / largest, one, sizeof one);
    used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", one);
  }
  sar_warn(context, sar_nowhere(), NULL, "take one of them out of vary and set it",
           "the data do not determine these parameters one by one; nothing changes when all go together: %s", text);
}

/* (J^T J)^-1 = sum over k of v v^T / value^2, in the parameters' own units. */
static double product(const SarFitJudge *q, const Columns *c, int32_t a, int32_t b) {
  double sum = 0;
  for (int32_t k = 0; k < c->rank; k++) {
    sum += along(q, c, k, a) * along(q, c, k, b) / (c->values[k] * c->values[k]);
  }
  return sum;
}

/* Whether it takes part in something that is not determined. */
static bool is_lost(const Columns *c, int32_t k) {
  bool lost = c->norm[k] == 0;
  for (int32_t vector = c->rank; vector < c->n; vector++) {
    lost = lost || fabs(c->vectors[k * c->n + vector]) >= TAKES_PART;
  }
  return lost;
}

static void fill(const SarFitJudge *q, const Columns *c, double variance, double *deviation, double *covariance) {
  for (int32_t a = 0; a < c->n; a++) {
    for (int32_t b = 0; b < c->n; b++) {
      bool lost = is_lost(c, a) || is_lost(c, b);
      covariance[c->free[a] * q->n + c->free[b]] = lost ? NAN : variance * product(q, c, a, b);
    }
    int32_t j = c->free[a];
    deviation[j] = is_lost(c, a) ? INFINITY : sqrt(covariance[j * q->n + j]);
  }
}

static SarStatus judge_free(SarContext *context, const SarFitJudge *q, Columns *c, double *deviation,
                            double *covariance, int64_t *freedom) {
  size_t n = (size_t)c->n, rows = q->m > c->n ? (size_t)q->m : n;
  double *room = calloc(2 * n + n * n + rows * n, sizeof *room);
  if (!room) return sar_report_no_memory(context);
  c->norm = room;
  c->values = room + n;
  c->vectors = c->values + n;
  c->triangle = c->vectors + n * n;
  find_norms(q, c);
  decompose(q, c);
  *freedom = q->m - c->n;
  fill(q, c, *freedom > 0 ? q->sum / (double)*freedom : NAN, deviation, covariance);
  for (int32_t vector = c->rank; vector < c->n; vector++) warn_of(context, q, c, vector);
  free(room);
  return SAR_OK;
}

SarStatus sar_fit_judge(SarContext *context, const SarFitJudge *q, double *deviation, double *covariance,
                        int64_t *freedom) {
  Columns c = {.free = calloc((size_t)q->n, sizeof *c.free)};
  if (!c.free) return sar_report_no_memory(context);
  for (int32_t j = 0; j < q->n; j++) {
    if (q->bounds[j] == 0) c.free[c.n++] = j;
    deviation[j] = NAN;
  }
  for (int32_t i = 0; i < q->n * q->n; i++) covariance[i] = NAN;
  *freedom = q->m;
  SarStatus status = c.n ? judge_free(context, q, &c, deviation, covariance, freedom) : SAR_OK;
  free(c.free);
  return status;
}
