/* How large variations are, and how wrong. */
#include <math.h>

#include "analysis/sensitivity/parts.h"

#define ALIKE 0.5 /* rad: bodies displaced by no more are in the same turn of each other as those of the run */

/* The larger one of two numbers; nan is none. Loops ask for it: a call of fmax costs as much as what it compares. */
static double larger(double a, double b) { return b > a ? b : a; }

/* The weighted sizes of y, or of what would have to be added to it: positions, velocities, and states. */
static void find_sizes(const SarSensitivity *x, const double *y, double size[SAR_SIZES]) {
  const SarProblem *p = &x->m->problem;
  int32_t nv = p->n.nv;
  for (int k = 0; k < SAR_SIZES; k++) size[k] = 0;
  for (int32_t i = 0; i < nv; i++) {
    size[0] = larger(size[0], p->weight[i] * fabs(y[i]));
    size[1] = larger(size[1], p->weight[i] * fabs(y[nv + i]));
  }
  for (int32_t i = 0; i < p->n.nx; i++) size[2] = larger(size[2], fabs(p->weight_x[i] * y[2 * nv + i]));
}

/* What errors of a variation are small against: the largest one so far, or what a parameter does that is worth its
 * name, which is to move the mechanism by its length, and velocities by the largest one of the run, when it is doubled.
 * Variations begin with zero, and grow through all sizes. */
static void find_scales(const SarSensitivity *x, int32_t parameter, double scale[SAR_SIZES]) {
  const double *largest = x->largest + (int64_t)parameter * SAR_SIZES;
  double value = fabs(x->varied[parameter].value), doubled = value > 0 ? 1 / value : 1;
  scale[0] = fmax(largest[0], doubled);
  scale[1] = fmax(largest[1], doubled * x->fastest);
  scale[2] = fmax(largest[2], doubled);
}

double sar_sensitivity_error(const SarSensitivity *x, const double *error, const double *y) {
  double worst = 0;
  for (int32_t p = 0; p < x->count; p++, error += x->ny, y += x->ny) {
    double wrong[SAR_SIZES], now[SAR_SIZES], scale[SAR_SIZES];
    if (x->varied[p].lost) continue;
    find_sizes(x, error, wrong);
    find_sizes(x, y, now);
    find_scales(x, p, scale);
    for (int k = 0; k < SAR_SIZES; k++) {
      double size = fmax(scale[k], now[k]);
      if (size > 0) worst = fmax(worst, wrong[k] / (x->tolerance * size));
    }
  }
  return worst;
}

double sar_sensitivity_change(const SarSensitivity *x, int32_t parameter) {
  const SarProblem *p = &x->m->problem;
  const double *xdot = x->right + p->n.nv + p->n.np + p->n.nn;
  double scale[SAR_SIZES], a = 0, state = 0;
  find_scales(x, parameter, scale);
  for (int32_t i = 0; i < p->n.nv; i++) a = larger(a, p->weight[i] * fabs(x->right[i]));
  for (int32_t i = 0; i < p->n.nx; i++) state = larger(state, fabs(p->weight_x[i] * xdot[i]));
  double motion = a * fmax(x->c.q / scale[0], scale[1] > 0 ? x->c.v / scale[1] : 0);
  return fmax(motion, x->c.v * state / scale[2]);
}

void sar_sensitivity_note_size(SarSensitivity *x, const double *y) {
  for (int32_t p = 0; p < x->count; p++) {
    double now[SAR_SIZES], *largest = x->largest + (int64_t)p * SAR_SIZES;
    find_sizes(x, y + (int64_t)p * x->ny, now);
    for (int k = 0; k < SAR_SIZES; k++) largest[k] = fmax(largest[k], now[k]);
  }
}

void sar_sensitivity_note_motion(SarSensitivity *x, const double *q, const double *v) {
  const SarProblem *p = &x->m->problem;
  for (int32_t i = 0; i < p->n.nv; i++) x->fastest = larger(x->fastest, p->weight[i] * fabs(v[i]));
  for (int32_t b = 0; b < p->nblocks; b++) {
    const SarBlock *block = &p->blocks[b];
    for (int32_t i = 0; block->kind == SAR_BLOCK_PLAIN && i < block->count; i++)
      x->farthest = larger(x->farthest, p->weight[block->v + i] * fabs(q[block->q + i]));
  }
}

double sar_sensitivity_displacement(const SarSensitivity *x, int32_t parameter) {
  double scale[SAR_SIZES];
  find_scales(x, parameter, scale);
  double motion = fmax(scale[0], x->fastest > 0 ? scale[1] / x->fastest : 0);
  return x->varied[parameter].side[1].shift * fmax(motion, scale[2]);
}

bool sar_sensitivity_turns_alike(const SarSensitivity *x, int32_t parameter) {
  return x->varied[parameter].side[1].shift * x->largest[(int64_t)parameter * SAR_SIZES] <= ALIKE;
}

bool sar_sensitivity_is_far(const SarSensitivity *x, int32_t parameter) {
  double displaced = x->varied[parameter].side[1].shift * x->largest[(int64_t)parameter * SAR_SIZES];
  return !(displaced <= fmax(1, x->farthest));
}
