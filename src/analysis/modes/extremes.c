/* Small mechanisms have all their eigenvalues found. Of large ones the slowest are those of the sparse way, and the
 * fastest is the largest of the operator that makes rates, (u, u', x) -> (u', u'', x'), by one solve for the
 * accelerations: Arnoldi's iteration finds it as it is. */
#include "analysis/modes/extremes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"
#include "linear/arnoldi.h"

#define DENSE 80       /* eigenvalues */
#define TOLERANCE 1e-4 /* of the fastest: it is told with three digits */
#define SLOW_TOLERANCE 1e-8
#define RESTARTS 20
#define WANTED 4
#define PURGES 3 /* products that free the start of what constraints do not allow: as many as the index */
#define SAME 1e-6

typedef struct Operator {
  const SarPencil *pencil;
  SarLinear *linear;
  double *right, *room, *u, *rate;
  double scale; /* 1/s: rates over it are as large as displacements */
} Operator;

static double weight(const Operator *o, int32_t i) {
  const double *weights = o->pencil->problem->weight;
  return weights ? weights[i] : 1;
}

/* from, to: (u, u' / scale, x), weighted. */
static SarStatus apply(void *self, const double *from, double *to) {
  Operator *o = self;
  const SarSizes *n = &o->pencil->problem->n;
  int32_t nv = n->nv, states = n->nv + n->np + n->nn;
  const double *x = from + 2 * (size_t)nv;
  for (int32_t i = 0; i < nv; i++) {
    o->u[i] = from[i] / weight(o, i);
    o->rate[i] = o->scale * from[nv + i] / weight(o, i);
  }
  sar_pencil_index1_right(o->pencil, o->u, o->rate, x, o->room, o->right);
  sar_linear_solve(o->linear, o->right);
  for (int32_t i = 0; i < nv; i++) {
    to[i] = o->rate[i] * weight(o, i);
    to[nv + i] = o->right[i] * weight(o, i) / o->scale;
    if (!isfinite(to[nv + i])) return SAR_FAILED;
  }
  for (int32_t i = 0; i < n->nx; i++) to[2 * (size_t)nv + (size_t)i] = o->right[states + i];
  return SAR_OK;
}

static double complex fastest_of(int32_t count, const double complex *values) {
  double complex most = NAN;
  for (int32_t i = 0; i < count; i++) {
    double complex value = cimag(values[i]) < 0 ? conj(values[i]) : values[i];
    if (isnan(creal(most)) || cabs(value) > (1 + SAME) * cabs(most)) most = value;
  }
  return most;
}

static SarStatus search(Operator *o, double *start, double complex *out) {
  const SarSizes *n = &o->pencil->problem->n;
  int32_t size = 2 * n->nv + n->nx;
  double *image = start + size;
  SarArnoldiResult found = {0};
  for (int32_t i = 0; i < size; i++) start[i] = 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
  for (int k = 0; k < PURGES; k++) {
    SAR_TRY(apply(o, start, image));
    memcpy(start, image, (size_t)size * sizeof *start);
  }
  SarArnoldi problem = {.n = size,
                        .count = WANTED,
                        .tolerance = TOLERANCE,
                        .restarts = RESTARTS,
                        .apply = apply,
                        .self = o,
                        .start = start};
  SarStatus status = sar_arnoldi(o->pencil->context, &problem, &found);
  if (status == SAR_OK && found.count > 0) *out = fastest_of(found.count, found.values);
  sar_arnoldi_destroy(&found);
  return status;
}

static SarStatus find_fastest(const SarPencil *p, double complex *out) {
  const SarSizes *n = &p->problem->n;
  Operator o = {.pencil = p, .scale = sar_pencil_fastest(p)};
  size_t entries = (size_t)p->pattern.column[p->n], all = (size_t)p->n, nv = (size_t)n->nv;
  size_t size = 2 * nv + (size_t)n->nx;
  double *memory = calloc(entries + 2 * all + 2 * nv + 2 * size + 1, sizeof *memory);
  if (!memory) return sar_report_no_memory(p->context);
  o.right = memory + entries;
  o.room = o.right + all;
  o.u = o.room + all;
  o.rate = o.u + nv;
  sar_pencil_index1_values(p, memory);
  SarStatus status = sar_linear_create(p->context, "klu", &p->pattern, &o.linear);
  if (status == SAR_OK) status = sar_linear_factor(o.linear, memory);
  if (status == SAR_OK) status = search(&o, o.rate + nv, out);
  sar_linear_destroy(&o.linear);
  free(memory);
  return status;
}

/* Of modes: both, or the slowest alone. */
static void take(const SarEigenModes *e, bool all, SarExtremes *out) {
  for (int32_t i = 0; i < e->count; i++) {
    double complex value = e->modes[i].value;
    double own = cabs(value);
    if (all && (isnan(creal(out->fastest)) || own > (1 + SAME) * cabs(out->fastest))) out->fastest = value;
    if (own > 0 && !(own >= cabs(out->slowest))) out->slowest = value;
  }
}

static SarStatus find(const SarPencil *p, SarExtremes *out) {
  SarEigenModes e = {0};
  bool dense = sar_pencil_order(p) <= DENSE;
  if (sar_pencil_order(p) <= 0) return SAR_OK;
  SarStatus status = dense ? sar_eigen_dense(p, NULL, &e) : sar_eigen_sparse(p, 1, SLOW_TOLERANCE, &e);
  if (status == SAR_OK && dense) status = sar_eigen_look_again(p, &e);
  if (status == SAR_OK) take(&e, dense, out);
  sar_eigen_destroy(&e);
  if (dense || status == SAR_NO_MEMORY) return status;
  return find_fastest(p, &out->fastest);
}

/* What is said to the pencil is not said to the caller: that there is no such motion is no fault here. */
SarStatus sar_extremes_find(SarContext *context, const SarProblem *problem, const SarPoint *at, SarExtremes *out) {
  SarPencil pencil = {0};
  SarContext *own = sar_context_create();
  *out = (SarExtremes){NAN + NAN * I, NAN + NAN * I}; /* clang has no CMPLX */
  if (!own) return sar_report_no_memory(context);
  SarStatus status = sar_pencil_create(own, problem, at, sar_vec3(0, 0, 0), &pencil);
  if (status == SAR_OK) status = find(&pencil, out);
  sar_pencil_destroy(&pencil);
  sar_context_destroy(&own);
  return status == SAR_NO_MEMORY ? sar_report_no_memory(context) : SAR_OK;
}
