#include "method/interpolate.h"

#include "base/rotation.h"

/* Three of Hermite's polynomials at s in [0, 1]: value at the end, and slopes times h at both ends. The fourth is one
 * minus the first. */
typedef struct Hermite {
  double value1, slope0, slope1;
} Hermite;

static Hermite hermite(double s, double h) {
  double s2 = s * s, s3 = s2 * s;
  return (Hermite){3 * s2 - 2 * s3, h * (s3 - 2 * s2 + s), h * (s3 - s2)};
}

static double at(const Hermite *c, double f0, double d0, double f1, double d1) {
  return f0 + c->value1 * (f1 - f0) + c->slope0 * d0 + c->slope1 * d1;
}

static void curve(const Hermite *c, int32_t n, const double *f0, const double *d0, const double *f1, const double *d1,
                  double *out) {
  for (int32_t i = 0; i < n; i++) out[i] = at(c, f0[i], d0[i], f1[i], d1[i]);
}

static void line(double s, int32_t n, const double *f0, const double *f1, double *out) {
  if (!out) return;
  for (int32_t i = 0; i < n; i++) out[i] = f0[i] + s * (f1[i] - f0[i]);
}

static void turn(const Hermite *c, const double *p0, const double *v0, const double *v1, const double *d1, double *p) {
  SarVec3 d = sar_vec3_load(d1);
  SarMat3 inverse = sar_exp_tangent_inverse(d);
  SarVec3 rate = sar_mul(&inverse, sar_vec3_load(v1));
  SarVec3 vector = sar_axpy(c->slope0, sar_vec3_load(v0), sar_axpy(c->slope1, rate, sar_scale(c->value1, d)));
  sar_quat_store(sar_quat_normalise(sar_quat_mul(sar_quat_load(p0), sar_quat_exp(vector))), p);
}

static void positions(const SarProblem *problem, const SarNode *from, const SarNode *to, const Hermite *c, double *q) {
  for (int32_t b = 0, k = 0; b < problem->nblocks; b++) {
    const SarBlock *block = &problem->blocks[b];
    int32_t i = block->q, j = block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      turn(c, from->q + i, from->v + j, to->v + j, to->turn + 3 * k++, q + i);
    } else {
      curve(c, block->count, from->q + i, from->v + j, to->q + i, to->v + j, q + i);
    }
  }
}

void sar_interpolate(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                     const SarInterpolated *out) {
  const SarSizes *n = &problem->n;
  double h = to->t - from->t, s = h > 0 ? (t - from->t) / h : 1;
  Hermite c = hermite(s, h);
  SarPoint p0 = sar_node_point(problem, from), p1 = sar_node_point(problem, to);
  if (out->q) positions(problem, from, to, &c, out->q);
  if (out->v) curve(&c, n->nv, p0.v, p0.a, p1.v, p1.a, out->v);
  if (out->x) curve(&c, n->nx, p0.x, p0.xdot, p1.x, p1.xdot, out->x);
  line(s, n->nv, p0.a, p1.a, out->a);
  line(s, n->np, p0.lambda, p1.lambda, out->lambda);
  line(s, n->nn, p0.mu, p1.mu, out->mu);
  line(s, n->nx, p0.xdot, p1.xdot, out->xdot);
  line(s, n->nz, p0.z, p1.z, out->z);
}

static int32_t read_block(const SarReadBlock *read, const SarNode *from, const SarNode *to, const Hermite *c, double s,
                          const SarInterpolated *out) {
  bool turns = read->block.kind == SAR_BLOCK_ROTATION;
  int32_t i = read->block.q, j = read->block.v, count = turns ? 3 : read->block.count;
  const double *v0 = from->v + j, *v1 = to->v + j, *a0 = from->u + j, *a1 = to->u + j;
  if (!turns) {
    curve(c, count, from->q + i, v0, to->q + i, v1, out->q + i);
  } else if (!read->rates) {
    turn(c, from->q + i, v0, v1, to->turn + 3 * read->turn, out->q + i);
  }
  curve(c, count, v0, a0, v1, a1, out->v + j);
  line(s, count, a0, a1, out->a + j);
  return (turns && read->rates ? 2 : 3) * count;
}

int32_t sar_interpolate_reads(const SarProblem *problem, const SarNode *from, const SarNode *to, double t,
                              const SarReads *reads, const SarInterpolated *out) {
  double h = to->t - from->t, s = h > 0 ? (t - from->t) / h : 1;
  Hermite c = hermite(s, h);
  int32_t count = 2 * reads->nstates + reads->nothers;
  for (int32_t k = 0; k < reads->nblocks; k++) count += read_block(&reads->blocks[k], from, to, &c, s, out);
  SarPoint p0 = sar_node_point(problem, from), p1 = sar_node_point(problem, to);
  for (int32_t k = 0; k < reads->nstates; k++) {
    int32_t i = reads->states[k];
    curve(&c, 1, p0.x + i, p0.xdot + i, p1.x + i, p1.xdot + i, out->x + i);
    line(s, 1, p0.xdot + i, p1.xdot + i, out->xdot + i);
  }
  for (int32_t k = 0; k < reads->nothers; k++) { /* `a` begins all the unknowns */
    int32_t i = reads->others[k];
    line(s, 1, from->u + i, to->u + i, out->a + i);
  }
  return count;
}
