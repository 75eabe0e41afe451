/* All eigenvalues: the constraints are taken out, and LAPACK does the rest.
 *
 * Of A it knows the fastest best, and what is slow beside them is lost in their rounding. Of
 *
 *   G = (A - s)^-1 A = 1 + s (A - s)^-1,        mu = lambda / (lambda - s)
 *
 * it knows those best that are about as large as the shift s, however fast the fastest are (their mu is near 1), and
 * zeros stay zeros. (A - s)^-1 is the operator of shifted.h, which solves with the stiffness itself. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"
#include "analysis/modes/reduce.h"
#include "analysis/modes/shifted.h"

/* ---- balance ---- */

#define SWEEPS 4
#define NOISE 1e-12 /* of the norm: less is rounding, and must not be scaled up */

/* Displacements, rates, and every state for itself: what has a unit of its own. */
static int32_t group_of(const SarReduced *r, int32_t i) {
  if (i < r->positions) return 0;
  return i < r->positions + r->velocities ? 1 : i - r->positions - r->velocities + 2;
}

/* The norms of what leads into a group and out of it. */
static void measure(const SarReduced *r, const double *a, int32_t group, double *in, double *out, double *all) {
  double sums[3] = {0};
  for (int32_t j = 0; j < r->size; j++) {
    for (int32_t i = 0; i < r->size; i++) {
      double value = a[(size_t)j * (size_t)r->size + (size_t)i], square = value * value;
      bool from = group_of(r, j) == group, to = group_of(r, i) == group;
      sums[0] += to && !from ? square : 0;
      sums[1] += from && !to ? square : 0;
      sums[2] += square;
    }
  }
  *in = sqrt(sums[0]), *out = sqrt(sums[1]), *all = sqrt(sums[2]);
}

static void rescale(const SarReduced *r, double *a, int32_t group, double by, double *scale) {
  for (int32_t j = 0; j < r->size; j++) {
    bool from = group_of(r, j) == group;
    if (from) scale[j] *= by;
    for (int32_t i = 0; i < r->size; i++) {
      bool to = group_of(r, i) == group;
      a[(size_t)j * (size_t)r->size + (size_t)i] *= from == to ? 1 : from ? by : 1 / by;
    }
  }
}

/* A becomes S^-1 A S with units in which groups are of the same size, group by group and never number by number: that
 * would make rounding large where a row has nothing else. */
static void balance(const SarReduced *r, double *a, double *scale) {
  int32_t groups = 2 + r->pencil->problem->n.nx;
  for (int32_t i = 0; i < r->size; i++) scale[i] = 1;
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    for (int32_t g = 0; g < groups; g++) {
      double in, out, all;
      measure(r, a, g, &in, &out, &all);
      double least = g < 2 ? 0 : NOISE * all; /* rates lead to displacements by themselves, however stiff all is */
      if (in > least && out > least) rescale(r, a, g, sqrt(in / out), scale);
    }
  }
}

/* ---- shapes ---- */

/* The shape of one eigenvector: its real and imaginary parts are lifted one after the other. */
static void lift_shape(SarReduced *r, const double complex *vector, const double *scale, double *y, SarEigenMode *out) {
  const SarSizes *n = &r->pencil->problem->n;
  for (int part = 0; part < 2; part++) {
    double complex unit = part ? I : 1;
    for (int32_t i = 0; i < r->size; i++) y[i] = scale[i] * (part ? cimag(vector[i]) : creal(vector[i]));
    sar_reduced_lift(r, y);
    for (int32_t i = 0; i < n->nv; i++) out->u[i] += unit * r->u[i];
    for (int32_t i = 0; i < n->nx; i++) out->x[i] += unit * r->x[i];
  }
}

/* lambda of mu; shift: null for eigenvalues of A itself. */
static double complex value_of(const SarShifted *shift, double complex mu) {
  if (!shift) return mu;
  if (mu == 1) return INFINITY;
  return cimag(mu) == 0 ? shift->shift * creal(mu) / (creal(mu) - 1) : shift->shift * mu / (mu - 1); /* no -0 i */
}

static SarStatus take(SarReduced *r, const SarShifted *shift, const SarSpectral *s, const double *scale, double *y,
                      SarEigenModes *out) {
  SAR_TRY(sar_eigen_make(r->pencil, s->n, out));
  out->count = 0;
  for (int32_t j = 0; j < s->n; j++) {
    bool repeats = j >= s->nzero && j < s->nzero + s->ndrift;
    double complex value = value_of(shift, s->values[j]);
    if (repeats || cimag(value) < 0) continue;
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = value;
    mode->multiplicity = j < s->nzero && j < s->ndrift ? 2 : 1;
    lift_shape(r, s->vectors + (size_t)j * (size_t)s->n, scale, y, mode);
  }
  return SAR_OK;
}

/* G at the shift, which has been factored. */
static SarStatus shifted_matrix(SarReduced *r, SarShifted *o, double *matrix) {
  size_t size = (size_t)r->size, nv = (size_t)r->pencil->problem->n.nv, nx = (size_t)r->pencil->problem->n.nx;
  double *from = o->room, *to = o->room + o->size;
  memset(matrix, 0, size * size * sizeof *matrix);
  for (size_t j = 0; j < size; j++) {
    double *column = matrix + j * size;
    column[j] = 1;
    sar_reduced_lift(r, column);
    for (size_t i = 0; i < nv; i++) {
      from[i] = r->u[i] * sar_shifted_weight(o, (int32_t)i);
      from[nv + i] = r->rate[i] * sar_shifted_weight(o, (int32_t)i) / o->shift;
    }
    for (size_t i = 0; i < nx; i++) from[2 * nv + i] = r->x[i];
    SAR_TRY(sar_shifted_apply(o, from, to));
    for (size_t i = 0; i < nv; i++) {
      r->u[i] = to[i] / sar_shifted_weight(o, (int32_t)i);
      r->rate[i] = o->shift * to[nv + i] / sar_shifted_weight(o, (int32_t)i);
    }
    sar_reduced_take(r, r->u, r->rate, to + 2 * nv, column);
    for (size_t i = 0; i < size; i++) column[i] *= o->shift;
    column[j] += 1;
  }
  return SAR_OK;
}

static SarStatus solve(SarReduced *r, SarShifted *shift, SarEigenModes *out) {
  size_t size = (size_t)r->size;
  SarSpectral spectral = {0};
  SarContext *context = r->pencil->context;
  double *memory = calloc(size * size + 2 * size + 1, sizeof *memory);
  if (!memory) return sar_report_no_memory(context);
  double *scale = memory + size * size;
  SarStatus status = SAR_OK;
  if (shift) {
    status = shifted_matrix(r, shift, memory);
  } else {
    sar_reduced_matrix(r, memory);
  }
  balance(r, memory, scale);
  if (status == SAR_OK) status = sar_spectral_create(context, r->size, memory, &spectral);
  if (status == SAR_OK) status = take(r, shift, &spectral, scale, scale + size, out);
  out->settled = true;
  out->solves = r->size;
  sar_spectral_destroy(&spectral);
  free(memory);
  return status;
}

SarStatus sar_eigen_dense(const SarPencil *pencil, SarShifted *shift, SarEigenModes *out) {
  SarReduced reduced;
  *out = (SarEigenModes){0};
  SarStatus status = sar_reduced_create(pencil, shift ? shift->shift : 0, &reduced);
  if (status == SAR_OK) status = solve(&reduced, shift, out);
  sar_reduced_destroy(&reduced);
  return status;
}

/* ---- what both ways share ---- */

int32_t sar_pencil_order(const SarPencil *p) {
  const SarSizes *n = &p->problem->n;
  int32_t order = 2 * n->nv - n->nn + n->nx;
  for (int32_t i = 0; i < n->np; i++) order -= sar_pencil_is_carried(p, i) ? 2 : 0;
  return order;
}

SarStatus sar_eigen_make(const SarPencil *pencil, int32_t count, SarEigenModes *out) {
  const SarSizes *n = &pencil->problem->n;
  size_t numbers = (size_t)n->nv + (size_t)n->nx + 1;
  out->arena = sar_arena_create();
  out->modes = out->arena ? SAR_NEW(out->arena, count + 1, SarEigenMode) : NULL;
  double complex *room = out->modes ? sar_arena_alloc(out->arena, numbers * ((size_t)count + 1), sizeof *room) : NULL;
  if (!room) return sar_report_no_memory(pencil->context);
  for (int32_t i = 0; i < count; i++) {
    out->modes[i] = (SarEigenMode){.u = room + (size_t)i * numbers, .x = room + (size_t)i * numbers + n->nv};
  }
  out->count = out->room = count;
  return SAR_OK;
}

SarStatus sar_eigen_add(const SarPencil *p, const SarEigenModes *from, double above, double to, SarEigenModes *out) {
  const SarSizes *n = &p->problem->n;
  for (int32_t i = 0; i < from->count; i++) {
    const SarEigenMode *own = &from->modes[i];
    double rate = cabs(own->value);
    if (!(rate > above && rate <= to)) continue;
    if (out->count == out->room) return SAR_FAILED;
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = own->value;
    mode->multiplicity = own->multiplicity;
    memcpy(mode->u, own->u, (size_t)n->nv * sizeof *mode->u);
    if (n->nx) memcpy(mode->x, own->x, (size_t)n->nx * sizeof *mode->x);
  }
  return SAR_OK;
}

void sar_eigen_destroy(SarEigenModes *modes) {
  sar_arena_destroy(&modes->arena);
  *modes = (SarEigenModes){0};
}
