#include "method/dae.h"

#include <string.h>

#include "base/rotation.h"
#include "method/norm.h"

static void lay_out(SarDae *dae) {
  const SarSizes *n = &dae->problem->n;
  dae->q = 0;
  dae->v = n->nq;
  dae->e = dae->v + n->nv;
  dae->lambda = dae->e + n->nv;
  dae->x = dae->lambda + n->np + n->nn;
  dae->eta = dae->x + n->nx + n->nz;
  dae->nu = dae->eta + n->np;
  dae->n = dae->nu + dae->problem->nrotations;
}

SarDae *sar_dae_create(SarArena *arena, const SarProblem *problem, SarSi2 *si2) {
  SarDae *dae = SAR_NEW(arena, 1, SarDae);
  if (!dae) return NULL;
  dae->problem = problem;
  dae->si2 = si2;
  lay_out(dae);
  dae->unit = SAR_NEW(arena, problem->n.nq, double);
  dae->index3 = SAR_NEW(arena, sar_sizes_unknowns(&problem->n), double);
  dae->more = SAR_NEW(arena, sar_si2_extra(&problem->n), double);
  return dae->unit && dae->index3 && dae->more ? dae : NULL;
}

void sar_dae_kinds(const SarDae *dae, double *kind) {
  const SarSizes *n = &dae->problem->n;
  for (int32_t i = 0; i < dae->n; i++) kind[i] = i < dae->e || (i >= dae->x && i < dae->x + n->nx);
}

static void copy(int32_t n, const double *from, double *to) {
  if (n > 0) memcpy(to, from, (size_t)n * sizeof *to);
}

/* q' of the velocities w, without the term of nu. */
static void position_rate(const SarProblem *problem, const double *q, const double *w, double *rate) {
  for (int32_t b = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    const double *own = w + block->v;
    if (block->kind == SAR_BLOCK_PLAIN) {
      copy(block->count, own, rate + block->q);
    } else {
      SarQuat half = {0, own[0] / 2, own[1] / 2, own[2] / 2};
      sar_quat_store(sar_quat_mul(sar_quat_load(q + block->q), half), rate + block->q);
    }
  }
}

void sar_dae_pack(const SarDae *dae, const SarNode *node, double *y, double *rate) {
  const SarSizes *n = &dae->problem->n;
  const double *rest = node->u + n->nv, *xdot = rest + n->np + n->nn;
  memset(y, 0, (size_t)dae->n * sizeof *y);
  memset(rate, 0, (size_t)dae->n * sizeof *rate);
  copy(n->nq, node->q, y + dae->q);
  copy(n->nv, node->v, y + dae->v);
  copy(n->np + n->nn, rest, y + dae->lambda);
  copy(n->nx, node->x, y + dae->x);
  copy(n->nz, xdot + n->nx, y + dae->x + n->nx);
  position_rate(dae->problem, node->q, node->v, rate + dae->q);
  copy(n->nv, node->u, rate + dae->v);
  copy(n->nx, xdot, rate + dae->x);
}

static void unit_quaternions(const SarProblem *problem, const double *q, double *unit) {
  copy(problem->n.nq, q, unit);
  for (int32_t b = 0; b < problem->nblocks; b++) {
    if (problem->blocks[b].kind == SAR_BLOCK_PLAIN) continue;
    double *p = unit + problem->blocks[b].q;
    sar_quat_store(sar_quat_normalise(sar_quat_load(p)), p);
  }
}

void sar_dae_unpack(const SarDae *dae, double t, const double *y, const double *rate, const SarNode *from,
                    SarNode *node) {
  const SarProblem *problem = dae->problem;
  const SarSizes *n = &problem->n;
  double *rest = node->u + n->nv, *xdot = rest + n->np + n->nn, *extra = xdot + n->nx + n->nz, *turn = node->turn;
  node->t = t;
  unit_quaternions(problem, y + dae->q, node->q);
  copy(n->nv, y + dae->v, node->v);
  copy(n->nx, y + dae->x, node->x);
  copy(n->nv, rate + dae->v, node->u);
  copy(n->np + n->nn, y + dae->lambda, rest);
  copy(n->nx, rate + dae->x, xdot);
  copy(n->nz, y + dae->x + n->nx, xdot + n->nx);
  copy(n->nv, y + dae->e, extra);
  copy(n->np, y + dae->eta, extra + n->nv);
  for (int32_t b = 0; b < problem->nblocks; b++) {
    if (problem->blocks[b].kind == SAR_BLOCK_PLAIN) continue;
    SarQuat p0 = sar_quat_load(from->q + problem->blocks[b].q), p1 = sar_quat_load(node->q + problem->blocks[b].q);
    SarVec3 d = sar_quat_log(sar_quat_mul(sar_quat_conjugate(p0), p1));
    turn[0] = d.x, turn[1] = d.y, turn[2] = d.z;
    turn += 3;
  }
}

SarPoint sar_dae_point(SarDae *dae, double t, const double *y, const double *rate) {
  const SarSizes *n = &dae->problem->n;
  unit_quaternions(dae->problem, y + dae->q, dae->unit);
  return (SarPoint){.t = t,
                    .q = dae->unit,
                    .v = y + dae->v,
                    .a = rate + dae->v,
                    .lambda = y + dae->lambda,
                    .mu = y + dae->lambda + n->np,
                    .x = y + dae->x,
                    .xdot = rate + dae->x,
                    .z = y + dae->x + n->nx};
}

/* q' - B(q) (v + e) + p nu, and |p|^2 - 1. */
static void kinematic_rows(const SarDae *dae, const double *y, const double *rate, double *r) {
  const SarProblem *problem = dae->problem;
  const double *q = y + dae->q, *nu = y + dae->nu;
  double *w = dae->more; /* not needed any more */
  for (int32_t i = 0; i < problem->n.nv; i++) w[i] = y[dae->v + i] + y[dae->e + i];
  position_rate(problem, q, w, r + dae->q);
  for (int32_t i = 0; i < problem->n.nq; i++) r[dae->q + i] = rate[dae->q + i] - r[dae->q + i];
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    if (block->kind == SAR_BLOCK_PLAIN) continue;
    const double *p = q + block->q;
    for (int32_t m = 0; m < 4; m++) r[dae->q + block->q + m] += p[m] * nu[k];
    r[dae->nu + k] = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3] - 1;
    k++;
  }
}

SarStatus sar_dae_residual(SarDae *dae, double t, const double *y, const double *rate, double *r) {
  const SarProblem *problem = dae->problem;
  const SarSizes *n = &problem->n;
  SarPoint at = sar_dae_point(dae, t, y, rate);
  if (!sar_all_finite(dae->n, y) || !sar_all_finite(n->nq, dae->unit)) return SAR_RETRY;
  SAR_TRY(problem->ops->residual(problem, &at, dae->index3));
  SAR_TRY(sar_si2_residual(dae->si2, problem, &at, y + dae->e, y + dae->eta, dae->index3, dae->more));
  copy(n->nv, dae->index3, r + dae->v);
  copy(n->nv, dae->more, r + dae->e);
  copy(n->np + n->nn + n->nx + n->nz, dae->index3 + n->nv, r + dae->lambda);
  copy(n->np, dae->more + n->nv, r + dae->eta);
  kinematic_rows(dae, y, rate, r);
  return sar_all_finite(dae->n, r) ? SAR_OK : SAR_RETRY;
}
