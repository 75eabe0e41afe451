#include "method/dominant.h"

#include <math.h>
#include <string.h>

#include "base/vec3.h"
#include "linear/eigen.h"

#define MOST SAR_EIGEN_MOST
#define RESTARTS 100      /* of a small model; */
#define MOST_WORK 240000  /* restarts times numbers: of a large one fewer, */
#define LEAST_RESTARTS 20 /* but not fewer than these, which is ten times what most models need */
#define SETTLED 1e-7      /* relative change of the eigenvalue in a restart, ... */
#define TWICE 2           /* ... so often in succession */
#define NOTHING 1e-12     /* of a vector: rounding */
#define SAME 1e-6         /* of the size: rounding where eigenvalues coincide, which is the root of that of one alone */
#define ONE_ALONE 1e-10   /* of the size: rounding of the real part of a pair */
#define ZERO 1e-7         /* of A: rounding of eigenvalues that are zero, such as those of free motion */
#define AS_LARGE 0.999    /* of the largest: its pair, or one that cannot be told from it */

/* The problem's matrices at the point: by accelerations (its constraint rows are Phi_q), by velocities and by
 * positions, and how the rates of the constraints change with positions. */
enum { BY_A, BY_V, BY_Q, RATES_BY_Q, MATRICES };

/* The equation y' = A y of y = (U, W, S): changes of positions and velocities that the constraints allow, states. */
typedef struct Ode {
  const SarProblem *problem;
  const SarPoint *at;
  double *matrix[MATRICES];
  SarLinear *index1;
  double *w, *x; /* W~ and X~ of variation.h, with X = 0 */
  double *rows, *rhs;
  bool rests;                      /* no velocities: constraints ask for none */
  int32_t n, freedoms;             /* numbers in y, and how many of them are free */
  double *basis[MOST + 1], *spare; /* n each */
} Ode;

static bool is_carried(const SarProblem *p, int32_t row) { return !p->carried || p->carried[row]; }

static bool create(SarArena *arena, Ode *o) {
  const SarProblem *p = o->problem;
  int32_t unknowns = sar_sizes_unknowns(&p->n), entries = p->pattern.column[p->pattern.ncolumns];
  o->n = 2 * p->n.nv + p->n.nx;
  o->freedoms = o->n;
  o->rests = true;
  for (int32_t i = 0; i < p->n.nv; i++) o->rests = o->rests && o->at->v[i] == 0;
  for (int32_t i = 0; i < p->n.np; i++) o->freedoms -= is_carried(p, i) ? 2 : 0;
  o->w = SAR_NEW(arena, p->n.nv, double);
  o->x = SAR_NEW(arena, p->n.nv, double);
  o->rows = SAR_NEW(arena, unknowns, double);
  o->rhs = SAR_NEW(arena, unknowns, double);
  o->spare = SAR_NEW(arena, o->n, double);
  bool complete = o->w && o->x && o->rows && o->rhs && o->spare;
  for (int k = 0; k < MATRICES; k++) {
    o->matrix[k] = SAR_NEW(arena, entries, double);
    complete = complete && o->matrix[k];
  }
  for (int k = 0; k <= MOST; k++) {
    o->basis[k] = SAR_NEW(arena, o->n, double);
    complete = complete && o->basis[k];
  }
  return complete;
}

static SarStatus prepare(SarContext *context, Ode *o) {
  static const SarWeights weights[MATRICES] = {
      [BY_A] = {.a = 1, .xdot = 1, .rows = SAR_ROWS_ACCELERATION},
      [BY_V] = {.v = 1, .rows = SAR_ROWS_ACCELERATION},
      [BY_Q] = {.q = 1, .x = 1, .rows = SAR_ROWS_ACCELERATION},
      [RATES_BY_Q] = {.rows = SAR_ROWS_VELOCITY},
  };
  const SarProblem *p = o->problem;
  for (int k = 0; k < MATRICES; k++) SAR_TRY(p->ops->jacobian(p, o->at, &weights[k], o->matrix[k]));
  SAR_TRY(sar_linear_create_of_part(context, "auto", &p->pattern, p->index1, NULL, &o->index1));
  return sar_linear_factor(o->index1, o->matrix[BY_A]);
}

/* rows += `count` columns of a matrix from `first` on, times x. */
static void add(Ode *o, int matrix, int32_t first, int32_t count, const double *x) {
  const SarPattern *p = &o->problem->pattern;
  const double *values = o->matrix[matrix];
  for (int32_t j = 0; j < count; j++) {
    if (x[j] == 0) continue;
    for (int32_t k = p->column[first + j]; k < p->column[first + j + 1]; k++) o->rows[p->row[k]] += x[j] * values[k];
  }
}

/* Takes from a vector what the constraints do not allow, whose rates are in rows: along the directions in which
 * reactions accelerate, so that what is left depends on no choice of coordinates. */
static void take_out(Ode *o, double *x) {
  const SarSizes *n = &o->problem->n;
  memset(o->rhs, 0, (size_t)sar_sizes_unknowns(n) * sizeof *o->rhs);
  for (int32_t i = 0; i < n->np; i++) {
    if (is_carried(o->problem, i)) o->rhs[n->nv + i] = -o->rows[n->nv + i];
  }
  sar_linear_solve(o->index1, o->rhs);
  for (int32_t i = 0; i < n->nv; i++) x[i] += o->rhs[i];
}

static void clear_rows(Ode *o) { memset(o->rows, 0, (size_t)sar_sizes_unknowns(&o->problem->n) * sizeof *o->rows); }

/* W~ and X~: what the chart adds on rotations (variation.h), and what the rates of the constraints ask for. */
static void complete_motion(Ode *o, const double *u, const double *w) {
  const SarProblem *p = o->problem;
  int32_t nv = p->n.nv;
  memcpy(o->w, w, (size_t)nv * sizeof *w);
  memset(o->x, 0, (size_t)nv * sizeof *o->x);
  for (int32_t b = 0; b < p->nblocks; b++) {
    int32_t first = p->blocks[b].v;
    if (p->blocks[b].kind != SAR_BLOCK_ROTATION) continue;
    SarVec3 turn = sar_vec3_load(u + first), rate = sar_vec3_load(o->at->v + first);
    SarVec3 change = sar_cross(sar_vec3_load(o->at->a + first), turn);
    sar_vec3_add_to(sar_scale(0.5, sar_cross(rate, turn)), o->w + first);
    sar_vec3_add_to(sar_scale(0.5, sar_sub(change, sar_scale(sar_dot(turn, rate), rate))), o->x + first);
  }
  if (o->rests) return;
  clear_rows(o);
  add(o, RATES_BY_Q, 0, nv, u);
  add(o, BY_A, 0, nv, o->w);
  take_out(o, o->w);
}

/* out = A y: accelerations and rates of states answer by the index-1 system. Accelerations that the constraints ask for
 * are taken out at once: no right-hand side for them. */
static void apply(Ode *o, const double *y, double *out) {
  const SarSizes *n = &o->problem->n;
  int32_t nv = n->nv, states = nv + n->np, count = n->nx + n->nz;
  const double *u = y, *w = y + nv, *s = y + 2 * (int64_t)nv;
  complete_motion(o, u, w);
  clear_rows(o);
  add(o, BY_Q, 0, nv, u);
  add(o, BY_V, 0, nv, o->w);
  add(o, BY_A, 0, nv, o->x);
  add(o, BY_Q, states, n->nx, s);
  memset(o->rhs, 0, (size_t)sar_sizes_unknowns(n) * sizeof *o->rhs);
  for (int32_t i = 0; i < nv; i++) o->rhs[i] = -o->rows[i];
  for (int32_t i = states; i < states + count; i++) o->rhs[i] = -o->rows[i];
  sar_linear_solve(o->index1, o->rhs);
  memcpy(out, w, (size_t)nv * sizeof *out);
  memcpy(out + nv, o->rhs, (size_t)nv * sizeof *out);
  memcpy(out + 2 * (int64_t)nv, o->rhs + states, (size_t)n->nx * sizeof *out);
}

/* A vector of which no structure of a mechanism is free, as far as the constraints allow it. */
static void begin(Ode *o) {
  int32_t nv = o->problem->n.nv;
  double *y = o->basis[0];
  for (int32_t i = 0; i < o->n; i++) y[i] = 1 + 0.37 * (i % 7);
  for (int k = 0; k < 2; k++) {
    clear_rows(o);
    add(o, BY_A, 0, nv, y + (int64_t)k * nv);
    take_out(o, y + (int64_t)k * nv);
  }
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
  int32_t most = o->freedoms < MOST ? o->freedoms : MOST;
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

/* x without the part that goes with the value, and its conjugate; x: in the basis, of which H is A. */
static void remove_value(int32_t order, const double complex *h, double complex value, double complex *x) {
  bool pair = cimag(value) > 0;
  for (int k = 0; k < (pair ? 2 : 1); k++) {
    double complex before[MOST], shift = k ? conj(value) : value;
    memcpy(before, x, (size_t)order * sizeof *x);
    for (int32_t i = 0; i < order; i++) {
      x[i] = -shift * before[i];
      for (int32_t j = 0; j < order; j++) x[i] += h[i * order + j] * before[j];
    }
  }
}

/* The vector to begin anew with. */
static void combine(Ode *o, int32_t order, const double complex *x) {
  memset(o->spare, 0, (size_t)o->n * sizeof *o->spare);
  for (int32_t k = 0; k < order; k++) {
    double part = creal(x[k]);
    for (int32_t i = 0; i < o->n; i++) o->spare[i] += part * o->basis[k][i];
  }
  memcpy(o->basis[0], o->spare, (size_t)o->n * sizeof *o->spare);
  normalise(o->n, o->basis[0]);
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

/* The largest of the eigenvalues of H; the others are removed from the vector to begin anew with. That vector lies in
 * the space of the basis, where A is H: at least one value stays, so that no power of A is beyond it. */
static SarStatus restart(Ode *o, double complex *largest) {
  double complex h[MOST * MOST], one[MOST * MOST] = {0}, values[MOST], x[MOST] = {1};
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
    if (other) remove_value(order, h, values[i], x);
  }
  combine(o, order, x);
  return SAR_OK;
}

static int32_t most_restarts(const Ode *o) {
  int32_t most = MOST_WORK / o->n;
  return most > RESTARTS ? RESTARTS : most < LEAST_RESTARTS ? LEAST_RESTARTS : most;
}

static SarStatus iterate(Ode *o, double complex *out) {
  double complex before = INFINITY;
  int32_t settled = 0, restarts = most_restarts(o);
  begin(o);
  normalise(o->n, o->basis[0]);
  for (int32_t k = 0; k < restarts && settled < TWICE; k++) {
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
  Ode o = {.problem = problem, .at = at};
  if (!arena || !create(arena, &o)) {
    sar_arena_destroy(&arena);
    return sar_report_no_memory(context);
  }
  SarStatus status = o.freedoms > 0 ? prepare(context, &o) : SAR_RETRY;
  if (status == SAR_OK) status = iterate(&o, out);
  sar_linear_destroy(&o.index1);
  sar_arena_destroy(&arena);
  return status < 0 ? status : SAR_OK;
}
