#include "method/dominant.h"

#include <math.h>
#include <string.h>

#include "linear/eigen.h"
#include "method/norm.h"
#include "method/split.h"
#include "method/variation.h"

#define MOST SAR_EIGEN_MOST
#define RESTARTS 100
#define SETTLED 1e-7    /* relative change of the eigenvalue in a restart, ... */
#define TWICE 2         /* ... so often in succession */
#define NOTHING 1e-12   /* of a vector: rounding */
#define SAME 1e-6       /* of the size: rounding where eigenvalues coincide, which is the root of that of one alone */
#define ONE_ALONE 1e-10 /* of the size: rounding of the real part of a pair */
#define ZERO 1e-7       /* of A: rounding of eigenvalues that are zero, such as those of free motion */
#define AS_LARGE 0.999  /* of the largest: its pair, or one that cannot be told from it */

/* The equation y' = A y of y = (U, W, S): independent coordinates and velocities, states. */
typedef struct Ode {
  const SarProblem *problem;
  SarStepStats stats;
  SarSplit split;
  SarVariation variation;
  SarLinear *index1;
  double *u, *w, *rows, *rhs, *dependent;
  int32_t n;
  double *basis[MOST + 1], *spare; /* n each */
} Ode;

static bool create(SarArena *arena, SarContext *context, Ode *o) {
  const SarProblem *p = o->problem;
  if (!sar_split_create(arena, context, p, &o->stats, &o->split) ||
      !sar_variation_create(arena, p, &o->stats, &o->variation)) {
    return false;
  }
  o->n = 2 * o->split.nindependent + p->n.nx;
  o->u = SAR_NEW(arena, p->n.nv, double);
  o->w = SAR_NEW(arena, p->n.nv, double);
  o->rows = SAR_NEW(arena, o->variation.nrows, double);
  o->rhs = SAR_NEW(arena, sar_sizes_unknowns(&p->n), double);
  o->dependent = SAR_NEW(arena, p->n.nv, double);
  o->spare = SAR_NEW(arena, o->n, double);
  bool complete = o->u && o->w && o->rows && o->rhs && o->dependent && o->spare;
  for (int k = 0; k <= MOST; k++) {
    o->basis[k] = SAR_NEW(arena, o->n, double);
    complete = complete && o->basis[k];
  }
  return complete;
}

static SarStatus prepare(SarContext *context, const SarPoint *at, Ode *o) {
  bool chosen;
  SAR_TRY(sar_variation_evaluate(&o->variation, at));
  const double *values = sar_variation_by_acceleration(&o->variation);
  SAR_TRY(sar_split_centre(&o->split, values, true, &chosen));
  SAR_TRY(sar_linear_create_of_part(context, "auto", &o->problem->pattern, o->problem->index1, NULL, &o->index1));
  return sar_linear_factor(o->index1, values);
}

/* All coordinates and velocities that go with the independent ones: levels 0 and 1 of the variation. Their part of the
 * rows is in rows. */
static void complete_motion(Ode *o, const double *y) {
  const SarVariation *v = &o->variation;
  SarSplit *split = &o->split;
  int32_t nv = o->problem->n.nv, n = split->nindependent;
  memset(o->u, 0, (size_t)nv * sizeof *o->u);
  memset(o->w, 0, (size_t)nv * sizeof *o->w);
  for (int32_t k = 0; k < n; k++) o->u[split->independent[k]] = y[k], o->w[split->independent[k]] = y[n + k];
  sar_split_lift(split, o->u);
  sar_variation_add(v, v->u, nv, 1, o->u, o->rows);
  sar_variation_add(v, v->w, nv, 1, o->w, o->rows);
  for (int32_t i = 0; i < split->ndependent; i++) o->dependent[i] = -o->rows[v->level[1] + split->row[i]];
  sar_split_solve(split, o->dependent);
  for (int32_t i = 0; i < split->ndependent; i++) {
    sar_variation_add(v, v->w + split->dependent[i], 1, 1, &o->dependent[i], o->rows);
  }
}

/* out = A y: accelerations and rates of states answer by the index-1 system. */
static void apply(Ode *o, const double *y, double *out) {
  const SarVariation *v = &o->variation;
  const SarSizes *size = &o->problem->n;
  int32_t n = o->split.nindependent, own = size->nv + size->np;
  memset(o->rows, 0, (size_t)v->nrows * sizeof *o->rows);
  complete_motion(o, y);
  sar_variation_add(v, v->s, size->nx, 1, y + 2 * n, o->rows);
  for (int32_t i = 0; i < size->nv; i++) o->rhs[i] = -o->rows[i];
  for (int32_t i = 0; i < size->np; i++) {
    bool carried = o->split.of_row[i] >= 0;
    o->rhs[size->nv + i] = carried ? -o->rows[v->level[2] + i] : 0;
  }
  for (int32_t i = 0; i < size->nx + size->nz; i++) o->rhs[own + i] = -o->rows[v->states + i];
  sar_linear_solve(o->index1, o->rhs);
  for (int32_t k = 0; k < n; k++) out[k] = y[n + k], out[n + k] = o->rhs[o->split.independent[k]];
  for (int32_t i = 0; i < size->nx; i++) out[2 * n + i] = o->rhs[own + i];
}

static double dot(int32_t n, const double *x, const double *y) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += x[i] * y[i];
  return sum;
}

/* Divides by the size, and returns it. */
static double normalise(int32_t n, double *x) {
  double size = sqrt(dot(n, x, x));
  for (int32_t i = 0; size > 0 && i < n; i++) x[i] /= size;
  return size;
}

/* Arnoldi's process from basis[0]: H by rows, of the order that is returned; smaller than asked for where the basis
 * spans all that A leads to. */
static int32_t arnoldi(Ode *o, double complex h[MOST * MOST]) {
  int32_t most = o->n < MOST ? o->n : MOST;
  double entry[MOST + 1][MOST] = {{0}};
  int32_t order = most;
  for (int32_t k = 0; k < most; k++) {
    double *next = o->basis[k + 1];
    apply(o, o->basis[k], next);
    double before = sqrt(dot(o->n, next, next));
    for (int32_t i = 0; i < 2 * (k + 1); i++) { /* twice: what the first time leaves by rounding */
      double part = dot(o->n, o->basis[i % (k + 1)], next);
      entry[i % (k + 1)][k] += part;
      for (int32_t j = 0; j < o->n; j++) next[j] -= part * o->basis[i % (k + 1)][j];
    }
    double left = normalise(o->n, next);
    entry[k + 1][k] = left;
    if (!(left > NOTHING * before)) order = k + 1;
    if (order == k + 1) break;
  }
  for (int32_t i = 0; i < order * order; i++) h[i] = entry[i / order][i % order];
  return order;
}

/* basis[0] without the part that goes with the value, and its conjugate. */
static void remove_value(Ode *o, double complex value) {
  double *x = o->basis[0], *once = o->basis[1], *twice = o->spare;
  bool pair = cimag(value) > 0;
  double sum = 2 * creal(value), product = creal(value * conj(value));
  apply(o, x, once);
  if (pair) apply(o, once, twice);
  for (int32_t i = 0; i < o->n; i++) {
    x[i] = pair ? twice[i] - sum * once[i] + product * x[i] : once[i] - creal(value) * x[i];
  }
  normalise(o->n, x);
}

/* Of values of the same size, that with the larger imaginary part, then with the larger real part, so that a pair has
 * one representative. */
static bool is_larger(double complex a, double complex b) {
  double size = cabs(b);
  if (fabs(cabs(a) - size) > SAME * size) return cabs(a) > size;
  if (fabs(cimag(a) - cimag(b)) > SAME * size) return cimag(a) > cimag(b);
  return creal(a) > creal(b);
}

static double complex without_rounding(double complex value, double size_of_matrix) {
  if (cabs(value) <= ZERO * size_of_matrix) return 0;
  if (fabs(cimag(value)) <= SAME * cabs(value)) return creal(value);
  return fabs(creal(value)) <= ONE_ALONE * cabs(value) ? value - creal(value) : value;
}

/* The largest of the eigenvalues of H; the others are removed from the vector to begin anew with. */
static SarStatus restart(Ode *o, double complex *largest) {
  double complex h[MOST * MOST], one[MOST * MOST] = {0}, values[MOST];
  int32_t order = arnoldi(o, h);
  for (int32_t i = 0; i < order; i++) one[i * order + i] = 1;
  values[0] = h[0];
  if (order > 1) SAR_TRY(sar_eigenvalues(order, one, h, values));
  double size = 0;
  *largest = values[0];
  for (int32_t i = 0; i < order * order; i++) size = fmax(size, cabs(h[i]));
  for (int32_t i = 0; i < order; i++) {
    values[i] = without_rounding(values[i], size);
    if (i == 0 || is_larger(values[i], *largest)) *largest = values[i];
  }
  for (int32_t i = 0; i < order; i++) {
    bool other = cabs(values[i]) < AS_LARGE * cabs(*largest) && cimag(values[i]) >= 0;
    if (other) remove_value(o, values[i]);
  }
  return SAR_OK;
}

static SarStatus iterate(Ode *o, double complex *out) {
  double complex before = INFINITY;
  int32_t settled = 0;
  for (int32_t i = 0; i < o->n; i++) o->basis[0][i] = 1 + 0.37 * (i % 7);
  normalise(o->n, o->basis[0]);
  for (int32_t k = 0; k < RESTARTS && settled < TWICE; k++) {
    double complex value = NAN;
    SAR_TRY(restart(o, &value));
    if (!isfinite(cabs(value))) return SAR_NO_CONVERGENCE;
    settled = cabs(value - before) <= SETTLED * cabs(value) ? settled + 1 : 0;
    before = value;
  }
  if (settled < TWICE) return SAR_NO_CONVERGENCE;
  *out = before;
  return SAR_OK;
}

SarStatus sar_dominant_eigenvalue(SarContext *context, const SarProblem *problem, const SarPoint *at,
                                  double complex *out) {
  *out = NAN * (1 + I);
  if (problem->n.nn > 0) return SAR_OK;
  SarArena *arena = sar_arena_create();
  Ode o = {.problem = problem};
  if (!arena || !create(arena, context, &o)) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  SarStatus status = o.n > 0 ? prepare(context, at, &o) : SAR_RETRY;
  if (status == SAR_OK) status = iterate(&o, out);
  sar_linear_destroy(&o.index1);
  sar_split_destroy(&o.split);
  sar_arena_destroy(&arena);
  return status < 0 ? status : SAR_OK;
}
