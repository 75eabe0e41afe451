#include "analysis/poses/path.h"

#include "base/rotation.h"

typedef struct Hermite {
  double a, da, b, db; /* weights of both values and derivatives */
} Hermite;

static Hermite hermite(double h, double s) {
  double r = 1 - s;
  return (Hermite){(1 + 2 * s) * r * r, h * s * r * r, s * s * (3 - 2 * s), -h * s * s * r};
}

/* p' = p (0, omega)/2 */
static SarQuat quaternion_rate(SarQuat p, const double *omega) {
  return sar_quat_mul(p, (SarQuat){0, omega[0] / 2, omega[1] / 2, omega[2] / 2});
}

static SarQuat between_turns(const Hermite *w, SarQuat a, const double *va, SarQuat b, const double *vb) {
  double same = a.w * b.w + a.x * b.x + a.y * b.y + a.z * b.z;
  if (same < 0) b = (SarQuat){-b.w, -b.x, -b.y, -b.z}; /* the same orientation on a's side */
  SarQuat da = quaternion_rate(a, va), db = quaternion_rate(b, vb);
  return sar_quat_normalise((SarQuat){
      w->a * a.w + w->da * da.w + w->b * b.w + w->db * db.w, w->a * a.x + w->da * da.x + w->b * b.x + w->db * db.x,
      w->a * a.y + w->da * da.y + w->b * b.y + w->db * db.y, w->a * a.z + w->da * da.z + w->b * b.z + w->db * db.z});
}

void sar_path_between(const SarProblem *p, const SarPathPoint *a, const SarPathPoint *b, double t, double *q) {
  double h = b->t - a->t;
  Hermite w = hermite(h, h > 0 ? (t - a->t) / h : 0);
  for (int32_t i = 0; i < p->nblocks; i++) {
    const SarBlock *block = &p->blocks[i];
    const double *va = a->v + block->v, *vb = b->v + block->v;
    if (block->kind == SAR_BLOCK_ROTATION) {
      SarQuat turn = between_turns(&w, sar_quat_load(a->q + block->q), va, sar_quat_load(b->q + block->q), vb);
      sar_quat_store(turn, q + block->q);
      continue;
    }
    for (int32_t k = 0; k < block->count; k++) {
      q[block->q + k] = w.a * a->q[block->q + k] + w.da * va[k] + w.b * b->q[block->q + k] + w.db * vb[k];
    }
  }
}
