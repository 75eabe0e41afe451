#include "analysis/modes/reduce.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The carried constraint rows as columns, weighted: position rows and, if asked for, velocity rows. */
static int32_t take_rows(const SarReduced *r, bool velocities, double *rows) {
  const SarPencil *p = r->pencil;
  const SarSizes *n = &p->problem->n;
  int32_t count = 0, *place = malloc((size_t)(n->np + n->nn + 1) * sizeof *place);
  if (!place) return -1;
  for (int32_t i = 0; i < n->np + n->nn; i++) {
    bool wanted = i < n->np ? sar_pencil_is_carried(p, i) : velocities;
    place[i] = wanted ? count++ : -1;
  }
  for (int32_t j = 0; j < n->nv; j++) {
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      int32_t row = p->pattern.row[e] - n->nv;
      if (row < 0 || row >= n->np + n->nn || place[row] < 0) continue;
      rows[(size_t)place[row] * (size_t)n->nv + (size_t)j] = (row < n->np ? p->k[e] : p->c[e]) * r->scale[j];
    }
  }
  free(place);
  return count;
}

static SarStatus make_complement(const SarReduced *r, bool velocities, SarComplement *out) {
  const SarSizes *n = &r->pencil->problem->n;
  SarContext *context = r->pencil->context;
  double *rows = calloc((size_t)n->nv * (size_t)(n->np + n->nn) + 1, sizeof *rows);
  int32_t count = rows ? take_rows(r, velocities, rows) : -1;
  SarStatus status =
      count < 0 ? sar_report_no_memory(context) : sar_complement_create(context, n->nv, count, rows, out);
  free(rows);
  return status;
}

#define LIGHT 1e-3 /* of the mass of the heaviest: what massless coordinates count as */

static double weight_of(const SarReduced *r, int32_t i) {
  return r->pencil->problem->weight ? r->pencil->problem->weight[i] : 1;
}

/* Coordinates of unit mass: then the matrix is nearly symmetric, and its singular values are those of the motions, not
 * of units. Between a slender beam's bending and the turning of its nodes there are otherwise fifteen powers of ten.
 *
 * For the operator at a shift s what counts as mass is M + C / s + K / s^2: light parts that stiff springs hold would
 * otherwise be far too large beside what is heavy and slow. */
static void scale_by_mass(SarReduced *r, double shift) {
  const SarPencil *p = r->pencil;
  double heaviest = 0;
  for (int32_t j = 0; j < p->problem->n.nv; j++) {
    double mass = 0, weight = weight_of(r, j);
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      if (p->pattern.row[e] != j) continue;
      mass = p->m[e];
      if (shift > 0) mass += (fabs(p->c[e]) + fabs(p->k[e]) / shift) / shift;
    }
    r->scale[j] = mass;
    heaviest = fmax(heaviest, mass / (weight * weight));
  }
  for (int32_t j = 0; j < p->problem->n.nv; j++) {
    double weight = weight_of(r, j), least = LIGHT * (heaviest > 0 ? heaviest : 1) * weight * weight;
    r->scale[j] = 1 / sqrt(r->scale[j] > 0 ? r->scale[j] : least);
  }
}

static SarStatus make_arrays(SarReduced *r, double shift) {
  const SarSizes *n = &r->pencil->problem->n;
  size_t nv = (size_t)n->nv, all = (size_t)r->pencil->n;
  r->memory = calloc(5 * nv + (size_t)n->nx + 2 * all + (size_t)(n->np + n->nn) + 1, sizeof *r->memory);
  if (!r->memory) return sar_report_no_memory(r->pencil->context);
  r->scale = r->memory;
  r->u = r->scale + nv;
  r->rate = r->u + nv;
  r->x = r->rate + nv;
  r->answer = r->x + n->nx;
  r->right = r->answer + all;
  r->least = r->right + all;
  r->unscaled = r->least + n->np + n->nn;
  scale_by_mass(r, shift);
  return SAR_OK;
}

static SarStatus report_singular(SarContext *context) {
  return sar_report(context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL,
                    "give all bodies mass and inertia, and check the pose with `sarrus check`",
                    "the equations cannot be solved for the accelerations at this state");
}

static SarStatus factor_index1(SarReduced *r) {
  const SarPencil *p = r->pencil;
  SarContext *context = p->context;
  double *values = calloc((size_t)p->pattern.column[p->n] + 1, sizeof *values);
  if (!values) return sar_report_no_memory(context);
  sar_pencil_index1_values(p, values);
  SarStatus status = sar_linear_create(context, "auto", &p->pattern, &r->index1);
  if (status == SAR_OK) status = sar_linear_factor(r->index1, values);
  free(values);
  return status == SAR_SINGULAR ? report_singular(context) : status;
}

SarStatus sar_reduced_create(const SarPencil *pencil, double shift, SarReduced *out) {
  *out = (SarReduced){.pencil = pencil};
  SAR_TRY(make_arrays(out, shift));
  SAR_TRY(make_complement(out, false, &out->held));
  SAR_TRY(make_complement(out, true, &out->all));
  out->positions = out->held.n - out->held.nrows;
  out->velocities = out->all.n - out->all.nrows;
  out->size = out->positions + out->velocities + pencil->problem->n.nx;
  return factor_index1(out);
}

void sar_reduced_destroy(SarReduced *r) {
  sar_complement_destroy(&r->held);
  sar_complement_destroy(&r->all);
  sar_linear_destroy(&r->index1);
  free(r->memory);
  *r = (SarReduced){0};
}

/* x = scale (free columns of the basis) y */
static void add_free(const SarReduced *r, const SarComplement *c, const double *y, double *x) {
  for (int32_t k = 0; k < c->n - c->nrows; k++) {
    const double *column = c->basis + (size_t)(c->nrows + k) * (size_t)c->n;
    if (y[k] == 0) continue;
    for (int32_t i = 0; i < c->n; i++) x[i] += y[k] * r->scale[i] * column[i];
  }
}

/* y = (free columns of the basis)^T x / scale */
static void take_free(const SarReduced *r, const SarComplement *c, const double *x, double *y) {
  for (int32_t i = 0; i < c->n; i++) r->unscaled[i] = x[i] / r->scale[i];
  for (int32_t k = 0; k < c->n - c->nrows; k++) {
    const double *column = c->basis + (size_t)(c->nrows + k) * (size_t)c->n;
    double sums[4] = {0}; /* so that four are added at once */
    int32_t i = 0;
    for (; i + 4 <= c->n; i += 4) {
      for (int32_t m = 0; m < 4; m++) sums[m] += column[i + m] * r->unscaled[i + m];
    }
    for (; i < c->n; i++) sums[0] += column[i] * r->unscaled[i];
    y[k] = (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }
}

/* What the velocity rows ask for, with the least rates: minus what u and x make of them. */
static void add_asked(SarReduced *r) {
  const SarPencil *p = r->pencil;
  const SarSizes *n = &p->problem->n;
  if (n->nn == 0) return;
  memset(r->right, 0, (size_t)p->n * sizeof *r->right);
  sar_pencil_add(p, p->k, -1, r->u, r->right);
  sar_pencil_add_states(p, p->k, -1, r->x, r->right);
  int32_t held = r->all.nrows - n->nn;
  for (int32_t i = 0; i < held; i++) r->least[i] = 0;
  for (int32_t i = 0; i < n->nn; i++) r->least[held + i] = r->right[n->nv + n->np + i];
  sar_complement_least(&r->all, r->least, r->answer); /* room */
  for (int32_t i = 0; i < n->nv; i++) r->rate[i] += r->scale[i] * r->answer[i];
}

void sar_reduced_lift(SarReduced *r, const double *y) {
  const SarSizes *n = &r->pencil->problem->n;
  memset(r->u, 0, (size_t)n->nv * sizeof *r->u);
  memset(r->rate, 0, (size_t)n->nv * sizeof *r->rate);
  if (n->nx) memcpy(r->x, y + r->positions + r->velocities, (size_t)n->nx * sizeof *r->x);
  add_free(r, &r->held, y, r->u);
  add_free(r, &r->all, y + r->positions, r->rate);
  add_asked(r);
}

void sar_reduced_solve(SarReduced *r, const double *forced) {
  const SarPencil *p = r->pencil;
  double *right = r->right, *answer = r->answer;
  sar_pencil_index1_right(p, r->u, r->rate, r->x, answer, right);
  for (int32_t i = 0; forced && i < p->n; i++) right[i] += forced[i];
  memcpy(answer, right, (size_t)p->n * sizeof *answer);
  sar_linear_solve(r->index1, answer);
}

void sar_reduced_take(const SarReduced *r, const double *u, const double *rate, const double *x, double *y) {
  take_free(r, &r->held, u, y);
  take_free(r, &r->all, rate, y + r->positions);
  for (int32_t i = 0; i < r->pencil->problem->n.nx; i++) y[r->positions + r->velocities + i] = x[i];
}

void sar_reduced_rates(const SarReduced *r, double *rates) {
  const SarSizes *n = &r->pencil->problem->n;
  sar_reduced_take(r, r->rate, r->answer, r->answer + n->nv + n->np + n->nn, rates);
}

void sar_reduced_matrix(SarReduced *r, double *matrix) {
  size_t size = (size_t)r->size;
  for (size_t j = 0; j < size; j++) {
    double *column = matrix + j * size;
    memset(column, 0, size * sizeof *column);
    column[j] = 1;
    sar_reduced_lift(r, column);
    sar_reduced_solve(r, NULL);
    sar_reduced_rates(r, column);
  }
}
