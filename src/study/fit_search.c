/* Each step solves the linear model, damped by mu |D p|^2, inside the box (fit_step.h). D holds the largest norms that
 * the columns of J have had (More, 1978), so that units do not matter. mu follows the ratio of what was gained to what
 * the model promised (Nielsen, 1999).
 *
 * J and r enter by the triangle of [J r] alone: n + 1 rows, however many residuals there are. */
#include "study/fit_search.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "study/fit_matrix.h"
#include "study/fit_step.h"

#define FIRST_DAMPING 1e-3
#define LEAST_DAMPING 1e-14 /* stands for none: |D p| counts as nothing beside |J p| */
#define MODEST_DAMPING 1.0  /* up to here a step is not short because of the damping alone */
#define WITHIN_NOISE                                                                                                \
  0.01                   /* squared distance to the minimum in standard deviations, where rounding may end a search \
                          */
#define NOISE 1e-8       /* of the largest column of J: derivatives of the size of their rounding */
#define LEAST_RATIO 1e-4 /* of what was gained to what was promised: a step that is worth taking */

typedef struct Marquardt {
  const SarFitSearch *search;
  SarFitFound *found;
  double *x, *trial, *p;
  double *residuals, *trial_residuals; /* m */
  double *by;                          /* J: m x n */
  double *triangle;                    /* [J r], then its triangle: n + 1 columns, as many rows at least */
  double *c, *d, *scale, *lower, *upper, *work;
  bool *held;
  double mu, grow;
  double promised; /* the part of the sum of squares that a step without damping would save, were r linear */
} Marquardt;

static double sum_of_squares(int64_t m, const double *r) {
  double sum = 0;
  for (int64_t i = 0; i < m; i++) sum += r[i] * r[i];
  return sum;
}

/* D: a parameter that nothing depends on is not free to go anywhere. Nor may rounding decide where it goes: its column
 * would be as small as its scale. */
static void find_scale(Marquardt *q) {
  int32_t n = q->search->n;
  double largest = 0;
  for (int32_t j = 0; j < n; j++) {
    double norm = 0;
    for (int64_t i = 0; i < q->search->m; i++) norm += q->by[i * n + j] * q->by[i * n + j];
    q->d[j] = fmax(q->d[j], sqrt(norm));
    largest = fmax(largest, q->d[j]);
  }
  for (int32_t j = 0; j < n; j++) q->scale[j] = q->d[j] > NOISE * largest ? q->d[j] : largest > 0 ? largest : 1;
}

/* J at x, its scale and its triangle. */
static SarStatus differentiate(Marquardt *q, bool *failed) {
  const SarFitSearch *s = q->search;
  int32_t n = s->n, columns = n + 1;
  SAR_TRY(s->evaluate(s->self, q->x, q->residuals, q->by, failed));
  if (*failed) return SAR_OK;
  find_scale(q);
  int64_t rows = s->m > columns ? s->m : columns;
  memset(q->triangle, 0, (size_t)rows * (size_t)columns * sizeof *q->triangle);
  for (int64_t i = 0; i < s->m; i++) {
    memcpy(q->triangle + i * columns, q->by + i * n, (size_t)n * sizeof *q->by);
    q->triangle[i * columns + n] = q->residuals[i];
  }
  sar_fit_triangle(rows, columns, q->triangle);
  for (int32_t i = 0; i < n; i++) q->c[i] = q->triangle[(int64_t)i * columns + n];
  return SAR_OK;
}

/* The step with this damping; what the model says that it saves. */
static double find_step(Marquardt *q, double damping) {
  int32_t n = q->search->n;
  for (int32_t j = 0; j < n; j++) {
    q->lower[j] = fmin(q->search->lower[j] - q->x[j], 0);
    q->upper[j] = fmax(q->search->upper[j] - q->x[j], 0);
  }
  SarFitStep step = {.n = n,
                     .r = q->triangle,
                     .stride = n + 1,
                     .c = q->c,
                     .d = q->scale,
                     .damping = damping,
                     .lower = q->lower,
                     .upper = q->upper};
  sar_fit_step(&step, q->work, q->held, q->p);
  return sar_fit_step_gain(&step, q->p);
}

/* Tries the step p; *ratio: gained to promised, negative where it is not taken. */
static SarStatus try_step(Marquardt *q, double gain, double *ratio) {
  const SarFitSearch *s = q->search;
  bool failed = false;
  *ratio = -1;
  for (int32_t j = 0; j < s->n; j++) q->trial[j] = fmin(fmax(q->x[j] + q->p[j], s->lower[j]), s->upper[j]);
  SAR_TRY(s->evaluate(s->self, q->trial, q->trial_residuals, NULL, &failed));
  double sum = failed ? INFINITY : sum_of_squares(s->m, q->trial_residuals);
  if (!(sum < q->found->sum) || !(q->found->sum - sum >= LEAST_RATIO * gain)) return SAR_OK;
  *ratio = gain > 0 ? (q->found->sum - sum) / gain : 1;
  memcpy(q->x, q->trial, (size_t)s->n * sizeof *q->x);
  q->found->sum = sum;
  if (s->better) s->better(s->self, q->x, sum);
  return SAR_OK;
}

/* Nielsen's rule: smooth where the model is right, twice as fast each time in a row that it is not. */
static void adapt_damping(Marquardt *q, double ratio) {
  if (ratio > 0) {
    double turn = 2 * ratio - 1;
    q->mu = fmax(q->mu * fmax(1.0 / 3, 1 - turn * turn * turn), LEAST_DAMPING);
    q->grow = 2;
  } else {
    q->mu *= q->grow;
    q->grow *= 2;
  }
}

static double largest_size(int32_t n, const double *p) {
  double largest = 0;
  for (int32_t j = 0; j < n; j++) largest = fmax(largest, fabs(p[j]));
  return largest;
}

static bool finish(Marquardt *q, SarFitEnd end, const char *how) {
  q->found->end = end;
  q->found->how = how;
  return true;
}

/* Whether the derivatives say that it is over. */
static bool is_flat(Marquardt *q) {
  double tolerance = q->search->tolerance;
  if (q->found->sum == 0) return finish(q, SAR_FIT_CONVERGED, "the data are met exactly");
  q->promised = find_step(q, LEAST_DAMPING) / q->found->sum;
  return q->promised <= tolerance * tolerance && finish(q, SAR_FIT_CONVERGED, "the sum of squares no longer changes");
}

/* Whether the step that was just tried was so small that it is over. */
static bool is_short(Marquardt *q, double size, double ratio) {
  double tolerance = q->search->tolerance;
  if (size > tolerance) return false;
  if (q->promised <= tolerance) return finish(q, SAR_FIT_CONVERGED, "the sum of squares no longer changes");
  if (q->mu <= MODEST_DAMPING) return finish(q, SAR_FIT_CONVERGED, "the parameters no longer change");
  if (ratio >= 0 || size > 1e-3 * tolerance) return false;
  /* What is promised times the degrees of freedom is the square of the way to the minimum, in standard deviations. */
  int64_t freedom = q->search->m - q->search->n;
  if (freedom > 0 && q->promised * (double)freedom <= WITHIN_NOISE) {
    return finish(q, SAR_FIT_CONVERGED, "no step gets further, and the minimum is within a tenth of the deviations");
  }
  return finish(q, SAR_FIT_STUCK, "no step gets further");
}

static SarStatus iterate(Marquardt *q) {
  const SarFitSearch *s = q->search;
  bool failed = false, over = false;
  SAR_TRY(differentiate(q, &failed));
  over = failed ? finish(q, SAR_FIT_STUCK, "the start has no derivatives") : is_flat(q);
  while (!over) {
    if (q->found->iterations++ >= s->iterations) {
      finish(q, SAR_FIT_EXHAUSTED, "as many steps as were allowed");
      return SAR_OK;
    }
    double ratio, damping = q->mu, gain = find_step(q, damping), size = largest_size(s->n, q->p);
    SAR_TRY(try_step(q, gain, &ratio));
    over = is_short(q, size, ratio);
    adapt_damping(q, ratio);
    if (ratio < 0) continue;
    SAR_TRY(differentiate(q, &failed));
    if (failed) over = finish(q, SAR_FIT_STUCK, "the best point has no derivatives");
    if (!over) over = is_flat(q);
  }
  return SAR_OK;
}

static SarStatus begin(Marquardt *q) {
  const SarFitSearch *s = q->search;
  bool failed = false;
  q->mu = FIRST_DAMPING;
  q->grow = 2;
  SAR_TRY(s->evaluate(s->self, q->x, q->residuals, NULL, &failed));
  if (failed) {
    finish(q, SAR_FIT_NO_START, "the start has no value");
    return SAR_OK;
  }
  q->found->sum = sum_of_squares(s->m, q->residuals);
  if (s->better) s->better(s->self, q->x, q->found->sum);
  return iterate(q);
}

SarStatus sar_fit_search(SarContext *context, const SarFitSearch *s, double *x, SarFitFound *found) {
  size_t n = (size_t)s->n, m = (size_t)s->m, rows = m > n + 1 ? m : n + 1;
  size_t small = 7 * n + (size_t)sar_fit_step_work(s->n);
  *found = (SarFitFound){.end = SAR_FIT_STUCK, .how = "", .sum = INFINITY};
  double *room = calloc(small, sizeof *room), *large = calloc(2 * m + m * n + rows * (n + 1), sizeof *large);
  bool *held = calloc(n, sizeof *held);
  SarStatus status = SAR_NO_MEMORY;
  if (room && large && held) {
    Marquardt q = {.search = s, .found = found, .x = x, .held = held};
    double **parts[] = {&q.trial, &q.p, &q.c, &q.d, &q.scale, &q.lower, &q.upper, &q.work};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) *parts[i] = room + i * n;
    q.residuals = large;
    q.trial_residuals = large + m;
    q.by = large + 2 * m;
    q.triangle = q.by + m * n;
    status = begin(&q);
  } else {
    status = sar_report_no_memory(context);
  }
  free(held);
  free(large);
  free(room);
  return status;
}
