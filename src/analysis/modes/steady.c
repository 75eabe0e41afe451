/* Whether the linearised equations stay the same along the motion.
 *
 * The mechanism is moved on by a short time, and the response P(s)^-1 f to a force f is compared, as it is seen from
 * the axes of the linearisation, which have turned meanwhile. Responses and not matrices are compared, since the same
 * constraints may be written with other rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/linearised.h"
#include "base/rotation.h"

#define PART 1e-4     /* rad, or L: how far the mechanism is moved on */
#define CHANGES 1e-2  /* relative, per rad: more is a change */
#define RESTING 1e-12 /* speeds in L/s and rad/s, over the largest: rounding */

static SarVec3 load(const double *p) { return sar_vec3_load(p); }

/* Turns what belongs to bodies by the turn of the axes (translations) or by what bodies turn against them (rotations).
 * back: from the later axes to the earlier ones. */
static void turn(const SarLinearised *l, double dt, bool back, double *x) {
  const SarProblem *p = l->pencil.problem;
  SarQuat axes = sar_quat_exp(sar_scale(dt, l->pencil.rate));
  int32_t k = 0;
  for (int32_t b = 0; b < p->nblocks; b++) {
    if (p->blocks[b].kind != SAR_BLOCK_ROTATION) continue;
    double *rotation = x + p->blocks[b].v, *translation = rotation - 3;
    SarMat3 outer = sar_quat_matrix(axes);
    SarMat3 inner = sar_quat_matrix(sar_quat_exp(sar_scale(-dt, l->pencil.of_w[k++])));
    sar_vec3_store(back ? sar_mul_t(&outer, load(translation)) : sar_mul(&outer, load(translation)), translation);
    sar_vec3_store(back ? sar_mul_t(&inner, load(rotation)) : sar_mul(&inner, load(rotation)), rotation);
  }
}

/* out = the displacements in P(s)^-1 f. */
static SarStatus respond(const SarPencil *p, double s, double *rows) {
  SarLinear *linear = NULL;
  double *values = calloc((size_t)p->pattern.column[p->n] + 1, sizeof *values);
  if (!values) return sar_report_no_memory(p->context);
  sar_pencil_values(p, s, values);
  SarStatus status = sar_linear_create(p->context, "klu", &p->pattern, &linear);
  if (status == SAR_OK) status = sar_linear_factor(linear, values);
  if (status == SAR_OK) sar_linear_solve(linear, rows);
  sar_linear_destroy(&linear);
  free(values);
  return status;
}

typedef struct Moved {
  double *memory, *q, *v, *a, *lambda, *mu, *x, *xdot, *z, *before, *after;
} Moved;

static SarStatus make_arrays(const SarLinearised *l, Moved *m) {
  const SarSizes *n = &l->pencil.problem->n;
  int32_t numbers = n->nq + 2 * n->nv + n->np + n->nn + 2 * n->nx + n->nz;
  m->memory = calloc((size_t)numbers + 2 * (size_t)l->pencil.n + 1, sizeof *m->memory);
  if (!m->memory) return sar_report_no_memory(l->pencil.context);
  memcpy(m->memory, l->state.memory, (size_t)numbers * sizeof *m->memory);
  double **parts[] = {&m->q, &m->v, &m->a, &m->lambda, &m->mu, &m->x, &m->xdot, &m->z, &m->before, &m->after};
  const int32_t sizes[] = {n->nq, n->nv, n->nv, n->np, n->nn, n->nx, n->nx, n->nz, l->pencil.n, l->pencil.n};
  double *next = m->memory;
  for (int i = 0; i < 10; i++) *parts[i] = next, next += sizes[i];
  return SAR_OK;
}

/* A force of which no structure of a mechanism is free. */
static void make_force(const SarLinearised *l, double *f) {
  const SarProblem *p = l->pencil.problem;
  memset(f, 0, (size_t)l->pencil.n * sizeof *f);
  for (int32_t i = 0; i < p->n.nv; i++) f[i] = (1 + 0.37 * (i % 7) - 0.3 * (i % 5)) * (p->weight ? p->weight[i] : 1);
}

/* The point dt later, as far as a, taken as constant, leads. */
static SarStatus go_on(const SarLinearised *l, double dt, Moved *m) {
  const SarProblem *p = l->pencil.problem;
  const SarSizes *n = &p->n;
  double *shift = m->before; /* room */
  for (int32_t i = 0; i < n->nv; i++) {
    shift[i] = dt * (m->v[i] + 0.5 * dt * m->a[i]);
    m->v[i] += dt * m->a[i];
  }
  for (int32_t i = 0; i < n->nx; i++) m->x[i] += dt * m->xdot[i];
  sar_move(p, shift, m->q);
  SarStatus status = sar_equations_factor(l->state.start->equations, l->state.t + dt, m->q, m->v);
  if (status != SAR_OK) return status;
  return sar_equations_accelerations(l->state.start->equations, l->state.t + dt, m->q, m->v, m->x, m->a, m->lambda,
                                     m->mu, m->xdot, m->z);
}

static SarStatus compare(const SarLinearised *l, double dt, double speed, Moved *m, double *change) {
  SarPencil later = {0};
  const SarProblem *p = l->pencil.problem;
  double sum = 0, difference = 0;
  SAR_TRY(go_on(l, dt, m));
  SarPoint at = {.t = l->state.t + dt,
                 .q = m->q,
                 .v = m->v,
                 .a = m->a,
                 .lambda = m->lambda,
                 .mu = m->mu,
                 .x = m->x,
                 .xdot = m->xdot,
                 .z = m->z};
  SarStatus status = sar_pencil_create(l->pencil.context, p, &at, l->pencil.rate, &later);
  make_force(l, m->before);
  make_force(l, m->after);
  turn(l, dt, false, m->after);
  if (status == SAR_OK) status = respond(&l->pencil, speed, m->before);
  if (status == SAR_OK) status = respond(&later, speed, m->after);
  sar_pencil_destroy(&later);
  SAR_TRY(status);
  turn(l, dt, true, m->after);
  for (int32_t i = 0; i < p->n.nv; i++) {
    double weight = p->weight ? p->weight[i] : 1, left = weight * (m->after[i] - m->before[i]);
    sum += weight * m->before[i] * weight * m->before[i];
    difference += left * left;
  }
  *change = sum > 0 ? sqrt(difference / sum) / PART : 0;
  return SAR_OK;
}

static double largest(const SarProblem *p, const double *v) {
  double most = 0;
  for (int32_t i = 0; i < p->n.nv; i++) most = fmax(most, fabs(v[i]) * (p->weight ? p->weight[i] : 1));
  return most;
}

SarStatus sar_steadiness_find(const SarLinearised *l, SarSteadiness *out) {
  const SarProblem *p = l->pencil.problem;
  double speed = largest(p, l->state.v), acceleration = largest(p, l->state.a);
  *out = (SarSteadiness){.constant = true};
  if (speed * speed <= RESTING * RESTING * acceleration || speed == 0) {
    out->acceleration = acceleration;
    return SAR_OK;
  }
  Moved moved;
  SAR_TRY(make_arrays(l, &moved));
  SarStatus status = compare(l, PART / speed, speed, &moved, &out->change);
  free(moved.memory);
  if (status > 0) return SAR_OK; /* nothing can be said */
  out->constant = out->change <= CHANGES;
  return status;
}
