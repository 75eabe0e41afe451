/* The eigenvalues nearest to zero of a large mechanism, by shift and inversion.
 *
 * With u' = s u + u0 and so on, the eigenvalues lambda of the pencil are those nu = 1 / (lambda - s) of the operator
 * that makes (u, u', x) from (u0, u0', x0) by one solve with P(s):
 *
 *   P(s) (u, multipliers, x, z) = -M u0' - (s M + C) u0 - C_x x0,        u' = s u + u0
 *
 * so that those nearest to the shift s are the largest, which Arnoldi's iteration finds first, and what the constraints
 * take away (eigenvalues at infinity) becomes nu = 0, which it never finds. The shift is real and positive: zeros,
 * which free bodies have, do not make P(s) singular; and it should be about as large as the smallest of the others, so
 * that these are well apart while zeros can be told from them. The first search tells where that is. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"
#include "linear/arnoldi.h"
#include "linear/linear.h"

#define FIRST_SHIFT 1e-3 /* of the fastest that the diagonals show */
#define ZERO 3e-5        /* of the shift: a double zero comes out as the root of rounding */
#define RESTARTS 300
#define MOST_SEARCHES 8
#define PURGES 3     /* products that free the start of what constraints do not allow: as many as the index */
#define SAME 1e-3    /* length of what a vector at zero has beyond others: less is of the same motion */
#define SPARE_PAIR 2 /* eigenvalues beyond those wanted */
#define SAMPLES 3
#define STEP_DOWN 0.2 /* of the shift */
#define MOST_STEPS_DOWN 24
#define EMPTY 1e-3 /* of the shift: what is slower is zero, or for the search to find */
#define LEAST 10   /* that are searched: with fewer, a first shift that is far off leads nowhere */

typedef struct Operator {
  const SarPencil *pencil;
  SarLinear *linear;
  double *values, *right, *u, *rate;
  double shift;
  double tolerance;
  int32_t size;
  int64_t solves;
} Operator;

static double weight(const Operator *o, int32_t i) {
  const double *weights = o->pencil->problem->weight;
  return weights ? weights[i] : 1;
}

/* from, to: (u, u' / s, x), weighted. */
static SarStatus apply(void *self, const double *from, double *to) {
  Operator *o = self;
  const SarPencil *p = o->pencil;
  const SarSizes *n = &p->problem->n;
  int32_t nv = n->nv, states = n->nv + n->np + n->nn;
  memset(o->right, 0, (size_t)p->n * sizeof *o->right);
  for (int32_t i = 0; i < nv; i++) {
    o->u[i] = from[i] / weight(o, i);
    o->rate[i] = o->shift * (from[nv + i] / weight(o, i) + o->u[i]); /* M (u0' + s u0) */
  }
  sar_pencil_add(p, p->m, -1, o->rate, o->right);
  sar_pencil_add(p, p->c, -1, o->u, o->right);
  sar_pencil_add_states(p, p->c, -1, from + 2 * (size_t)nv, o->right);
  sar_linear_solve(o->linear, o->right);
  o->solves++;
  for (int32_t i = 0; i < nv; i++) {
    to[i] = o->right[i] * weight(o, i);
    to[nv + i] = (o->right[i] + o->u[i] / o->shift) * weight(o, i);
    if (!isfinite(to[i]) || !isfinite(to[nv + i])) return SAR_FAILED;
  }
  for (int32_t i = 0; i < n->nx; i++) to[2 * (size_t)nv + (size_t)i] = o->right[states + i];
  return SAR_OK;
}

/* ---- the shift ---- */

static SarStatus factor(Operator *o) {
  for (int attempt = 0; attempt < 4; attempt++, o->shift *= 1.37) {
    sar_pencil_values(o->pencil, o->shift, o->values);
    SarStatus status = sar_linear_factor(o->linear, o->values);
    if (status != SAR_SINGULAR) return status;
  }
  return sar_report(o->pencil->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL,
                    "give all bodies mass and inertia, and check the pose with `sarrus check`",
                    "the linearised equations are singular at this state");
}

/* The root of the quotient of stiffness and mass for a displacement in which all modes slower than the shift have a
 * part alike, and faster ones hardly any. */
static SarStatus slow_rate(Operator *o, double *start, double *room, double *rate) {
  const SarPencil *p = o->pencil;
  int32_t nv = p->problem->n.nv;
  double mass = 0, stiffness = 0;
  for (int32_t i = 0; i < nv; i++) start[i] = 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
  for (int k = 0; k < SAMPLES; k++) {
    memset(start + nv, 0, (size_t)(o->size - nv) * sizeof *start);
    SAR_TRY(apply(o, start, room));
    memcpy(start, room, (size_t)nv * sizeof *start);
  }
  for (int32_t i = 0; i < nv; i++) o->u[i] = start[i] / weight(o, i);
  for (int part = 0; part < 2; part++) {
    memset(o->right, 0, (size_t)p->n * sizeof *o->right);
    sar_pencil_add(p, part ? p->k : p->m, 1, o->u, o->right);
    for (int32_t i = 0; i < nv; i++) *(part ? &stiffness : &mass) += o->u[i] * o->right[i];
  }
  *rate = mass > 0 ? sqrt(fabs(stiffness) / mass) : 0;
  return SAR_OK;
}

/* Lowers the shift until the slowest modes are not far below it: a search from afar would take long. */
static SarStatus lower_shift(Operator *o, double *room) {
  for (int k = 0; k < MOST_STEPS_DOWN; k++) {
    double rate;
    SAR_TRY(factor(o));
    SAR_TRY(slow_rate(o, room, room + o->size, &rate));
    if (rate > o->shift || rate < EMPTY * o->shift) return SAR_OK; /* all are faster, but for zeros */
    o->shift *= STEP_DOWN;
  }
  return SAR_OK;
}

/* A start of which no structure of a mechanism is free. */
static SarStatus begin(Operator *o, double *start, double *room) {
  for (int32_t i = 0; i < o->size; i++) start[i] = 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
  for (int k = 0; k < PURGES; k++) {
    SAR_TRY(apply(o, start, room));
    memcpy(start, room, (size_t)o->size * sizeof *start);
  }
  return SAR_OK;
}

static double complex value_of(const Operator *o, double complex nu) { return o->shift + 1 / nu; }

static bool is_zero(const Operator *o, double complex nu) { return cabs(value_of(o, nu)) < ZERO * o->shift; }

/* What a search has shown. */
typedef struct Found {
  int32_t zeros, modes; /* zeros; others, pairs once */
  double smallest;      /* of the others; infinite: there is none */
} Found;

static Found look(const Operator *o, const SarArnoldiResult *r) {
  Found f = {.smallest = INFINITY};
  for (int32_t i = 0; i < r->count; i++) {
    if (is_zero(o, r->values[i])) {
      f.zeros++;
      continue;
    }
    f.modes += cimag(r->values[i]) >= 0;
    f.smallest = fmin(f.smallest, cabs(value_of(o, r->values[i])));
  }
  return f;
}

/* ---- the search ---- */

static SarStatus search(Operator *o, int32_t count, double *room, SarArnoldiResult *out) {
  SAR_TRY(begin(o, room, room + o->size));
  SarArnoldi problem = {.n = o->size,
                        .count = count,
                        .tolerance = o->tolerance,
                        .restarts = RESTARTS,
                        .apply = apply,
                        .self = o,
                        .start = room};
  int32_t most = sar_pencil_order(o->pencil);
  problem.room = 2 * count + 20 < most ? 2 * count + 20 : most;
  return sar_arnoldi(o->pencil->context, &problem, out);
}

/* Searches until the shift is right and there are enough modes. */
static SarStatus search_all(Operator *o, int32_t wanted, double *room, SarArnoldiResult *out) {
  int32_t most = sar_pencil_order(o->pencil) - 2, count = 2 * (wanted > LEAST ? wanted : LEAST) + SPARE_PAIR;
  for (int round = 0;; round++) {
    if (count > most) count = most;
    SAR_TRY(factor(o));
    SAR_TRY(search(o, count, room, out));
    Found f = look(o, out);
    bool misplaced = f.modes > 0 && (o->shift > 2 * f.smallest || (f.zeros > 0 && o->shift < 1e-3 * f.smallest));
    bool short_of = f.modes + f.zeros / 2 < wanted && count < most;
    if (round == MOST_SEARCHES || (!misplaced && !short_of && out->count > 0)) return SAR_OK;
    if (out->count == 0) o->shift *= 10;
    if (misplaced) o->shift = 0.5 * f.smallest;
    if (short_of) count += f.zeros + 2 * (wanted - f.modes);
    sar_arnoldi_destroy(out);
  }
}

/* ---- shapes ---- */

static void take_shape(const Operator *o, const double complex *vector, SarEigenMode *out) {
  const SarSizes *n = &o->pencil->problem->n;
  for (int32_t i = 0; i < n->nv; i++) out->u[i] = vector[i] / weight(o, i);
  for (int32_t i = 0; i < n->nx; i++) out->x[i] = vector[2 * (size_t)n->nv + (size_t)i];
}

/* Displacements of all vectors at zero, made orthogonal: as many as there are motions. */
static int32_t take_zeros(const Operator *o, const SarArnoldiResult *r, int32_t zeros, double *columns,
                          SarEigenModes *out) {
  int32_t nv = o->pencil->problem->n.nv, count = 0, kept = 0;
  for (int32_t i = 0; i < r->count; i++) {
    if (!is_zero(o, r->values[i])) continue;
    bool second = cimag(r->values[i]) < 0; /* of a pair: its other part */
    double *column = columns + (size_t)count++ * (size_t)nv, left = 0;
    for (int32_t k = 0; k < nv; k++) {
      double complex x = r->vectors[(size_t)i * (size_t)o->size + (size_t)k];
      column[k] = second ? cimag(x) : creal(x);
    }
    for (int32_t j = 0; j < kept; j++) {
      double along = 0;
      for (int32_t k = 0; k < nv; k++) along += column[k] * columns[(size_t)j * (size_t)nv + (size_t)k];
      for (int32_t k = 0; k < nv; k++) column[k] -= along * columns[(size_t)j * (size_t)nv + (size_t)k];
    }
    for (int32_t k = 0; k < nv; k++) left += column[k] * column[k];
    if (!(left > SAME * SAME)) continue; /* whole vectors have the length 1 */
    for (int32_t k = 0; k < nv; k++) columns[(size_t)kept * (size_t)nv + (size_t)k] = column[k] / sqrt(left);
    kept++;
  }
  if (kept == 0 && zeros > 0) kept = 1; /* of a state */
  for (int32_t j = 0; j < kept; j++) {
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = 0;
    mode->multiplicity = j < zeros - kept ? 2 : 1;
    for (int32_t k = 0; k < nv; k++) mode->u[k] = columns[(size_t)j * (size_t)nv + (size_t)k] / weight(o, k);
  }
  return kept;
}

static SarStatus take(const Operator *o, const SarArnoldiResult *r, SarEigenModes *out) {
  Found f = look(o, r);
  SAR_TRY(sar_eigen_make(o->pencil, r->count + 1, out));
  out->count = 0;
  double *columns = calloc((size_t)(f.zeros + 1) * (size_t)o->pencil->problem->n.nv + 1, sizeof *columns);
  if (!columns) return sar_report_no_memory(o->pencil->context);
  take_zeros(o, r, f.zeros, columns, out);
  free(columns);
  for (int32_t i = 0; i < r->count; i++) {
    double complex value = value_of(o, r->values[i]);
    /* 1 / nu has the other sign of the imaginary part. */
    if (is_zero(o, r->values[i]) || cimag(value) < 0) continue;
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = value;
    mode->multiplicity = 1;
    take_shape(o, r->vectors + (size_t)i * (size_t)o->size, mode);
  }
  return SAR_OK;
}

/* ---- all of it ---- */

static SarStatus solve(Operator *o, int32_t wanted, double *room, SarEigenModes *out) {
  SarArnoldiResult result = {0};
  SAR_TRY(sar_linear_create(o->pencil->context, "klu", &o->pencil->pattern, &o->linear));
  o->shift = FIRST_SHIFT * sar_pencil_fastest(o->pencil);
  SarStatus status = lower_shift(o, room);
  if (status == SAR_OK) status = search_all(o, wanted, room, &result);
  if (status == SAR_OK) status = take(o, &result, out);
  out->settled = result.settled;
  out->solves = o->solves;
  out->shift = o->shift;
  sar_arnoldi_destroy(&result);
  return status;
}

SarStatus sar_eigen_sparse(const SarPencil *pencil, int32_t wanted, double tolerance, SarEigenModes *out) {
  const SarSizes *n = &pencil->problem->n;
  Operator o = {.pencil = pencil, .tolerance = tolerance, .size = 2 * n->nv + n->nx};
  size_t entries = (size_t)pencil->pattern.column[pencil->n], nv = (size_t)n->nv, size = (size_t)o.size;
  double *memory = calloc(entries + (size_t)pencil->n + 2 * nv + 2 * size + 1, sizeof *memory);
  *out = (SarEigenModes){0};
  if (!memory) return sar_report_no_memory(pencil->context);
  o.values = memory;
  o.right = o.values + entries;
  o.u = o.right + pencil->n;
  o.rate = o.u + nv;
  SarStatus status = solve(&o, wanted, o.rate + nv, out);
  sar_linear_destroy(&o.linear);
  free(memory);
  return status;
}
