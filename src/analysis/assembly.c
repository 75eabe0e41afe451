/* Every step solves
 *
 *   [ W      Phi_q^T ] [ dq  ]   [ 0    ]       W = diag(1/L^2 on translations, 1 on rotations), Phi over L,
 *   [ Phi_q    -eps  ] [ eta ] = [ -Phi ]
 *
 * the smallest displacement that removes the violation (rows of velocities are left out); eps keeps the matrix regular
 * when rows depend on each other and costs only a factor eps per iteration where they do not. */
#include "analysis/assembly.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"

#define REGULARISATION 1e-9
#define MAX_ITERATIONS 100
#define LARGEST_STEP 0.5 /* lengths L, or radians, per iteration */

typedef struct Work {
  SarContext *context;
  SarMechanism *m;
  SarLinear *linear;
  double *memory, *values, *rhs, *zero, *trial, *magnitude;
  int32_t n;
} Work;

static void destroy(Work *w) {
  sar_linear_destroy(&w->linear);
  free(w->memory);
}

static SarStatus create(SarContext *context, SarMechanism *m, Work *w) {
  const SarProblem *p = &m->problem;
  *w = (Work){.context = context, .m = m, .n = sar_sizes_unknowns(&p->n)};
  size_t n = (size_t)w->n, nnz = (size_t)p->pattern.column[n];
  w->memory = calloc(nnz + 3 * n + (size_t)p->n.nq + 1, sizeof *w->memory);
  if (!w->memory) return sar_report_no_memory(context);
  w->values = w->memory;
  w->rhs = w->values + nnz;
  w->zero = w->rhs + n;
  w->magnitude = w->zero + n;
  w->trial = w->magnitude + n;
  SarStatus status = sar_linear_create(context, "auto", &p->pattern, &w->linear);
  if (status != SAR_OK) destroy(w);
  return status;
}

static SarPoint point_at(const Work *w, double t, const double *q) {
  const double *z = w->zero;
  return (SarPoint){.t = t, .q = q, .v = z, .a = z, .lambda = z, .mu = z, .x = z, .xdot = z, .z = z};
}

/* Rows of velocities say nothing about positions: mu = 0 takes their place. */
static void free_velocity_rows(Work *w) {
  const SarProblem *p = &w->m->problem;
  int32_t first = p->n.nv + p->n.np, end = first + p->n.nn;
  for (int32_t c = 0; p->n.nn && c < end; c++) {
    for (int32_t k = p->pattern.column[c]; k < p->pattern.column[c + 1]; k++) {
      int32_t r = p->pattern.row[k];
      if (c >= first || (r >= first && r < end)) w->values[k] = r == c ? 1 : 0;
    }
  }
}

static SarStatus factor(Work *w, double t, const double *q) {
  const SarProblem *p = &w->m->problem;
  const SarSystem *s = w->m->system;
  double L = s->length;
  SarPoint at = point_at(w, t, q);
  SAR_TRY(p->ops->jacobian(p, &at, &(SarWeights){.xdot = 1}, w->values));
  for (int32_t b = 0; b < s->nbodies; b++) {
    const SarBodySlots *slots = &w->m->body_slots[b];
    for (int i = 0; i < 3; i++) {
      w->values[slots->mass[i]] += 1 / (L * L);
      w->values[slots->rotation[i] + i] += 1;
    }
  }
  for (int32_t i = 0; i < p->n.np; i++) w->values[w->m->constraint_diagonal[i]] -= REGULARISATION * L * L;
  free_velocity_rows(w);
  return sar_linear_factor(w->linear, w->values);
}

static double largest_row(const Work *w, const double *phi) {
  return sar_largest(w->m->problem.n.np, phi) / w->m->system->length;
}

/* Below this the violation is rounding. */
static double rounding_error(Work *w, double t, const double *q) {
  const SarProblem *p = &w->m->problem;
  SarPoint at = point_at(w, t, q);
  if (p->ops->magnitude(p, &at, w->magnitude) != SAR_OK) return 0;
  return 4 * DBL_EPSILON * largest_row(w, w->magnitude + p->n.nv);
}

/* One damped step; the factor of damping keeps every body's step below LARGEST_STEP and the violation falling. */
static SarStatus step(Work *w, double t, double *q, double *error) {
  const SarProblem *p = &w->m->problem;
  double *phi = w->rhs + p->n.nv, largest = 0, shrink = 1, best = *error;
  SAR_TRY(factor(w, t, q));
  memset(w->rhs, 0, (size_t)w->n * sizeof *w->rhs);
  SAR_TRY(p->ops->position(p, t, q, phi));
  for (int32_t i = 0; i < p->n.np; i++) phi[i] = -phi[i];
  sar_linear_solve(w->linear, w->rhs);
  if (!sar_all_finite(w->n, w->rhs)) return SAR_SINGULAR;
  for (int32_t i = 0; i < p->n.nv; i++) largest = fmax(largest, fabs(w->rhs[i]) * p->weight[i]);
  if (largest > LARGEST_STEP) shrink = LARGEST_STEP / largest;
  for (int attempt = 0; attempt < 8; attempt++, shrink /= 2) {
    memcpy(w->trial, q, (size_t)p->n.nq * sizeof *q);
    for (int32_t i = 0; i < p->n.nv; i++) w->zero[i] = shrink * w->rhs[i];
    sar_move(p, w->zero, w->trial);
    memset(w->zero, 0, (size_t)p->n.nv * sizeof *w->zero);
    SAR_TRY(p->ops->position(p, t, w->trial, w->magnitude));
    best = largest_row(w, w->magnitude);
    if (best < *error || attempt == 7) break;
  }
  if (best < *error) memcpy(q, w->trial, (size_t)p->n.nq * sizeof *q);
  *error = fmin(best, *error);
  return SAR_OK;
}

SarStatus sar_assemble_position(SarContext *context, SarMechanism *m, double t, double *q, double *error) {
  Work w;
  SAR_TRY(create(context, m, &w));
  SarStatus status = m->problem.ops->position(&m->problem, t, q, w.magnitude);
  *error = largest_row(&w, w.magnitude);
  double rounding = rounding_error(&w, t, q);
  for (int i = 0; status == SAR_OK && i<MAX_ITERATIONS && * error> rounding; i++) {
    double before = *error;
    status = step(&w, t, q, error);
    bool stalled = *error > 0.99 * before; /* at rounding, or in a minimum that is not zero */
    if (stalled) break;
  }
  if (status == SAR_SINGULAR) status = SAR_OK; /* the error tells */
  destroy(&w);
  return status;
}

/* Numbers between -1 and 1 that are the same in every run. */
static double next_number(uint64_t *seed) {
  *seed = *seed * 6364136223846793005u + 1442695040888963407u;
  return (double)(*seed >> 11) * 0x1p-52 - 1;
}

SarStatus sar_free_direction(SarContext *context, SarMechanism *m, double t, const double *q, const double *v,
                             double *direction) {
  const SarProblem *p = &m->problem;
  Work w;
  SAR_TRY(create(context, m, &w));
  double size = 0;
  uint64_t seed = 20240229;
  for (int32_t i = 0; i < p->n.nv; i++) size += v ? fabs(v[i] * p->weight[i]) : 0;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double wanted = size > 0 ? p->n.nv * v[i] / size : next_number(&seed) / p->weight[i];
    w.rhs[i] = wanted * p->weight[i] * p->weight[i];
  }
  SarStatus status = factor(&w, t, q);
  if (status == SAR_OK) sar_linear_solve(w.linear, w.rhs);
  double sum = 0;
  for (int32_t i = 0; i < p->n.nv; i++) sum += w.rhs[i] * w.rhs[i] * p->weight[i] * p->weight[i];
  double scale = status == SAR_OK && sum > 1e-12 * p->n.nv ? sqrt(p->n.nv / sum) : 0;
  for (int32_t i = 0; i < p->n.nv; i++) direction[i] = scale * w.rhs[i];
  destroy(&w);
  return status == SAR_SINGULAR ? SAR_OK : status;
}
