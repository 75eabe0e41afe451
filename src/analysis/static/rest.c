#include "analysis/static/rest.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/names.h"

#define NOTHING                                                                                                      \
  1e-20               /* SI units: an equation whose terms are all smaller is one between zeros, with their rounding \
                       */
#define REGULAR 1e-3  /* error of a trial solution from which on the matrix counts as singular */
#define RIDGE 1e-11   /* on the diagonal of a singular matrix, of what stands there */
#define HIGHEST 1e-7  /* ... and what is tried at most */
#define SOFTEST 1e-3  /* of the largest force, over L: the stiffness that a ridge takes for granted */
#define RESTLESS 1e-9 /* rate of a state over the terms of its row: more than rounding */
#define VANISHING                                                                                     \
  1e-4 /* of what a row is where bodies move by L: forces below it count as so much, and 1e-9 of that \
          is some hundred roundings of stiffness times length */
#define GOLDEN 0.6180339887498949

static const SarProblem *problem_of(const SarRest *r) { return &r->start->m->problem; }
static double length_of(const SarRest *r) { return problem_of(r)->length > 0 ? problem_of(r)->length : 1; }

static int32_t turn_numbers(const SarRest *r) {
  enum { NUMBERS = sizeof(SarTurn) / sizeof(double) };
  return NUMBERS * sar_system_counts(r->start->system).turns;
}

static int32_t memory_numbers(const SarRest *r) { return sar_system_counts(r->start->system).memory; }

/* Numbers of a point that change, and of what is remembered of angles and of friction there. */
static size_t point_numbers(const SarRest *r) {
  const SarSizes *n = &problem_of(r)->n;
  const int32_t count = n->nq + n->np + n->nn + n->nx + n->nz + turn_numbers(r) + memory_numbers(r);
  return (size_t)count;
}

static SarStatus make_room(SarRest *r) {
  const SarProblem *p = problem_of(r);
  size_t n = (size_t)sar_sizes_unknowns(&p->n), point = point_numbers(r);
  r->memory = calloc(8 * n + (size_t)p->n.nv + (size_t)p->n.nq + SAR_REST_PLACES * point + 1, sizeof *r->memory);
  r->diagonal = calloc(n + 1, sizeof *r->diagonal);
  r->held = calloc((size_t)p->n.nx + 1, sizeof *r->held);
  if (!r->memory || !r->diagonal || !r->held) return sar_report_no_memory(r->context);
  r->r = r->memory;
  r->magnitude = r->r + n;
  r->step = r->magnitude + n;
  r->probe = r->step + n;
  r->room = r->probe + n;
  r->zero = r->room + n;
  r->scale = r->zero + n;
  r->reach = r->scale + n;
  r->ridge = r->reach + n;
  r->before = r->ridge + p->n.nv;
  r->kept = r->before + p->n.nq;
  return SAR_OK;
}

/* Of the pattern as it is. */
static SarStatus make_matrices(SarRest *r) {
  const SarProblem *p = problem_of(r);
  int32_t n = sar_sizes_unknowns(&p->n);
  size_t nnz = (size_t)p->pattern.column[n];
  free(r->matrices);
  sar_linear_destroy(&r->linear);
  r->generation = p->generation;
  r->matrices = calloc(3 * nnz + 1, sizeof *r->matrices);
  if (!r->matrices) return sar_report_no_memory(r->context);
  r->values = r->matrices;
  r->scaled = r->values + nnz;
  r->mass = r->scaled + nnz;
  for (int32_t i = 0; i < n; i++) r->diagonal[i] = sar_pattern_find(&p->pattern, i, i);
  return sar_linear_create_in_parts(r->context, p->linear ? p->linear : "auto", &p->pattern, &p->partition, &r->linear);
}

/* Where bodies have gone far, others are near them. */
static SarStatus follow(SarRest *r) {
  SarProblem *p = &r->start->m->problem;
  SarPoint at = sar_rest_point(r);
  SAR_TRY(sar_workspace_refresh_left(p, &at));
  return p->generation == r->generation ? SAR_OK : make_matrices(r);
}

SarStatus sar_rest_create(SarContext *context, SarStart *start, SarRest **out) {
  SarRest *r = *out = calloc(1, sizeof *r);
  if (!r) return sar_report_no_memory(context);
  r->context = context;
  r->start = start;
  SAR_TRY(make_room(r));
  return make_matrices(r);
}

void sar_rest_destroy(SarRest **rest) {
  if (!rest || !*rest) return;
  sar_linear_destroy(&(*rest)->linear);
  free((*rest)->memory);
  free((*rest)->matrices);
  free((*rest)->diagonal);
  free((*rest)->held);
  free(*rest);
  *rest = NULL;
}

SarPoint sar_rest_point(const SarRest *r) {
  const SarStart *s = r->start;
  return (SarPoint){.t = r->t,
                    .q = s->q,
                    .v = r->zero,
                    .a = r->zero,
                    .lambda = s->lambda,
                    .mu = s->mu,
                    .x = s->x,
                    .xdot = r->zero,
                    .z = s->z};
}

/* ---- rows ---- */

SarStatus sar_rest_evaluate(SarRest *r) {
  const SarProblem *p = problem_of(r);
  SarPoint at = sar_rest_point(r);
  int32_t velocity = p->n.nv + p->n.np, states = velocity + p->n.nn;
  SAR_TRY(follow(r));
  SAR_TRY(p->ops->residual(p, &at, r->r));
  r->counts.residuals++;
  for (int32_t i = velocity; i < states; i++) r->r[i] = 0;
  for (int32_t i = 0; r->nheld && i < p->n.nx; i++) {
    if (r->held[i]) r->r[states + i] = 0;
  }
  return sar_all_finite(sar_sizes_unknowns(&p->n), r->r) ? SAR_OK : SAR_RETRY;
}

SarStatus sar_rest_measure(SarRest *r, SarRestGap *out) {
  const SarProblem *p = problem_of(r);
  SarPoint at = sar_rest_point(r);
  double L = length_of(r);
  int32_t nv = p->n.nv, states = nv + p->n.np + p->n.nn;
  *out = (SarRestGap){0};
  SAR_TRY(p->ops->magnitude(p, &at, r->magnitude));
  for (int32_t i = 0; i < nv; i++) {
    out->force = fmax(out->force, r->magnitude[i] / (L * p->weight[i]));
  }
  for (int32_t i = 0; i < nv; i++) {
    double scale = fmax(out->force, VANISHING * r->reach[i] / (L * p->weight[i]));
    if (scale > 0) out->dynamics = fmax(out->dynamics, fabs(r->r[i]) / (L * p->weight[i] * scale));
  }
  out->position = sar_largest(p->n.np, r->r + nv) / L;
  for (int32_t i = states; i < sar_sizes_unknowns(&p->n); i++) {
    double scale = fmax(r->magnitude[i], VANISHING * r->reach[i]);
    if (scale > NOTHING) out->equations = fmax(out->equations, fabs(r->r[i]) / scale);
  }
  out->largest = fmax(out->dynamics, fmax(out->position, out->equations));
  return SAR_OK;
}

/* ---- the matrix ---- */

/* Rows of states that are held say that they do not change. */
static void hold_states(SarRest *r) {
  const SarProblem *p = problem_of(r);
  const SarPattern *pattern = &p->pattern;
  int32_t states = p->n.nv + p->n.np + p->n.nn, end = states + p->n.nx;
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t row = pattern->row[k];
      if (row >= states && row < end && r->held[row - states]) r->values[k] = row == c;
    }
  }
}

SarStatus sar_rest_evaluate_matrix(SarRest *r, double rate) {
  const SarProblem *p = problem_of(r);
  SarPoint at = sar_rest_point(r);
  SAR_TRY(follow(r));
  SAR_TRY(p->ops->jacobian(p, &at, &(SarWeights){.q = 1, .x = 1, .xdot = rate}, r->values));
  if (r->nheld) hold_states(r);
  sar_rest_take_reach(r);
  return SAR_OK;
}

/* What stands on the diagonal, but at least what the forces at hand would be as a stiffness. */
static SarStatus make_ridge(SarRest *r) {
  const SarProblem *p = problem_of(r);
  double L = length_of(r);
  SarRestGap gap;
  SAR_TRY(sar_rest_measure(r, &gap));
  for (int32_t i = 0; i < p->n.nv; i++) {
    double own = r->diagonal[i] >= 0 ? fabs(r->values[r->diagonal[i]]) : 0, w = p->weight[i];
    r->ridge[i] = fmax(own, fmax(r->magnitude[i] * w, SOFTEST * gap.force * L * w * w));
    if (!(r->ridge[i] > 0)) r->ridge[i] = w * w;
  }
  return SAR_OK;
}

SarStatus sar_rest_take_masses(SarRest *r) {
  const SarProblem *p = problem_of(r);
  const SarPattern *pattern = &p->pattern;
  SarPoint at = sar_rest_point(r);
  SAR_TRY(p->ops->jacobian(p, &at, &(SarWeights){.a = 1}, r->mass));
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      if (c >= p->n.nv || pattern->row[k] >= p->n.nv) r->mass[k] = 0;
    }
  }
  return SAR_OK;
}

void sar_rest_mass_product(const SarRest *r, const double *v, double *out) {
  const SarProblem *p = problem_of(r);
  const SarPattern *pattern = &p->pattern;
  memset(out, 0, (size_t)p->n.nv * sizeof *out);
  for (int32_t c = 0; c < p->n.nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      if (pattern->row[k] < p->n.nv) out[pattern->row[k]] += r->mass[k] * v[c];
    }
  }
}

/* Solves for a right-hand side whose solution is known. Directions that the matrix says nothing about come out as
 * rounding errors over rounding errors. */
static bool is_regular(SarRest *r) {
  const SarProblem *p = problem_of(r);
  int32_t n = sar_sizes_unknowns(&p->n), nv = p->n.nv;
  double worst = 0;
  for (int32_t i = 0; i < n; i++) {
    double spread = (i + 1) * GOLDEN;
    spread = 0.5 + (spread - floor(spread));
    r->probe[i] = i < nv ? spread / p->weight[i] : 0;
    r->room[i] = 0;
  }
  sar_linear_subtract(r->linear, r->values, r->probe, r->room);
  for (int32_t i = 0; i < n; i++) r->room[i] = -r->room[i];
  sar_rest_invert(r, r->room);
  if (!sar_all_finite(n, r->room)) return false;
  for (int32_t i = 0; i < nv; i++) worst = fmax(worst, fabs(r->room[i] - r->probe[i]) * p->weight[i]);
  return worst <= REGULAR;
}

SarStatus sar_rest_factor(SarRest *r, SarRestMore more) {
  const SarProblem *p = problem_of(r);
  int32_t entries = p->pattern.column[p->pattern.ncolumns];
  SAR_TRY(sar_rest_evaluate_matrix(r, more.rate));
  if (more.ridge > 0) SAR_TRY(make_ridge(r));
  for (int32_t i = 0; more.ridge > 0 && i < p->n.nv; i++) {
    if (r->diagonal[i] >= 0) r->values[r->diagonal[i]] += more.ridge * r->ridge[i];
  }
  for (int32_t k = 0; more.mass > 0 && k < entries; k++) r->values[k] += more.mass * r->mass[k];
  SAR_TRY(sar_rest_decompose(r));
  return is_regular(r) ? SAR_OK : SAR_SINGULAR;
}

static SarRestMore with_ridge(const SarRest *r) {
  return (SarRestMore){.ridge = r->epsilon, .rate = r->epsilon * r->rate};
}

SarStatus sar_rest_factor_safely(SarRest *r) {
  SarStatus status = sar_rest_factor(r, with_ridge(r));
  while (status == SAR_SINGULAR && r->epsilon < HIGHEST) {
    r->epsilon = r->epsilon > 0 ? 100 * r->epsilon : RIDGE;
    status = sar_rest_factor(r, with_ridge(r));
  }
  return status;
}

/* ---- steps ---- */

SarStatus sar_rest_solve(SarRest *r, double *displacement, double *rotation) {
  const SarProblem *p = problem_of(r);
  int32_t n = sar_sizes_unknowns(&p->n);
  for (int32_t i = 0; i < n; i++) r->step[i] = -r->r[i];
  sar_rest_invert(r, r->step);
  if (!sar_all_finite(n, r->step)) return SAR_SINGULAR;
  *displacement = *rotation = 0;
  for (int32_t i = 0; i < p->n.nv; i++) *displacement = fmax(*displacement, fabs(r->step[i]) * p->weight[i]);
  for (int32_t i = 0; i < p->nblocks; i++) {
    if (p->blocks[i].kind != SAR_BLOCK_ROTATION) continue;
    *rotation = fmax(*rotation, sar_largest(3, r->step + p->blocks[i].v));
  }
  return SAR_OK;
}

void sar_rest_move(SarRest *r) {
  const SarProblem *p = problem_of(r);
  SarStart *s = r->start;
  const double *d = r->step + p->n.nv;
  memcpy(r->before, s->q, (size_t)p->n.nq * sizeof *r->before);
  sar_move(p, r->step, s->q);
  for (int32_t i = 0; i < p->n.np; i++) s->lambda[i] += *d++;
  for (int32_t i = 0; i < p->n.nn; i++) s->mu[i] += *d++;
  for (int32_t i = 0; i < p->n.nx; i++) s->x[i] += *d++;
  for (int32_t i = 0; i < p->n.nz; i++) s->z[i] += *d++;
}

void sar_rest_accept(SarRest *r) {
  SarProblem *p = &r->start->m->problem;
  SarPoint at = sar_rest_point(r);
  if (p->ops->accept) p->ops->accept(p, &at);
}

/* ---- points ---- */

static void exchange(SarRest *r, int place, bool back) {
  const SarSizes *n = &problem_of(r)->n;
  SarStart *s = r->start;
  double *const parts[] = {s->q, s->lambda, s->mu, s->x, s->z, &s->m->turns->t, s->m->part_memory};
  const int32_t counts[] = {n->nq, n->np, n->nn, n->nx, n->nz, turn_numbers(r), memory_numbers(r)};
  double *kept = r->kept + (size_t)place * point_numbers(r);
  for (size_t i = 0; i < sizeof parts / sizeof *parts; kept += counts[i++]) {
    if (counts[i]) memcpy(back ? parts[i] : kept, back ? kept : parts[i], (size_t)counts[i] * sizeof(double));
  }
}

void sar_rest_keep(SarRest *r, int place) { exchange(r, place, false); }
void sar_rest_go_back(SarRest *r, int place) { exchange(r, place, true); }

/* ---- states ---- */

/* Which state rows say anything about the unknowns, and which states anybody reads. */
static void look_at_states(SarRest *r, bool *row_counts, bool *column_counts) {
  const SarProblem *p = problem_of(r);
  const SarPattern *pattern = &p->pattern;
  int32_t states = p->n.nv + p->n.np + p->n.nn, end = states + p->n.nx;
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t row = pattern->row[k];
      if (r->values[k] == 0) continue;
      if (row >= states && row < end) row_counts[row - states] = true;
      if (row >= states && row < end) r->rate = fmax(r->rate, fabs(r->values[k]));
      if (c >= states && c < end) column_counts[c - states] = true;
    }
  }
}

static void warn_restless(const SarRest *r, int32_t state, double rate) {
  const SarProblem *p = problem_of(r);
  SarCulpritName name = sar_culprit_name(r->start->system, p->n.nv + p->n.np + p->n.nn + state);
  const SarModelElement *element = name.index >= 0 ? sar_system_element(r->start->system, name.index) : NULL;
  sar_warn(
      r->context, element ? element->source : sar_nowhere(), element ? element->name : NULL,
      "its value in the results is the one that it starts with; give it a rate that can be zero if it shall rest",
      "the state `%s` does not come to rest: its rate is %.3g per second wherever the mechanism is, and it is held",
      name.element, rate);
}

static SarStatus choose_held(SarRest *r) {
  const SarProblem *p = problem_of(r);
  int32_t nx = p->n.nx, motions = sar_system_counts(r->start->system).motion_states;
  int32_t states = p->n.nv + p->n.np + p->n.nn;
  r->nheld = 0;
  r->rate = 1;
  if (!nx) return SAR_OK;
  bool *counts = calloc(2 * (size_t)nx, sizeof *counts);
  if (!counts) return sar_report_no_memory(r->context);
  SarPoint at = sar_rest_point(r);
  SarStatus status = sar_rest_evaluate_matrix(r, 0);
  if (status == SAR_OK) look_at_states(r, counts, counts + nx);
  if (status == SAR_OK) status = p->ops->residual(p, &at, r->r);
  if (status == SAR_OK) status = p->ops->magnitude(p, &at, r->magnitude);
  for (int32_t i = 0; status == SAR_OK && i < nx; i++) {
    bool told = sar_system_state_is_held(r->start->system, i);
    r->held[i] = i < motions || told || !counts[i] || !counts[nx + i];
    r->nheld += r->held[i];
    bool restless = fabs(r->r[states + i]) > RESTLESS * fmax(r->magnitude[states + i], 1e-300);
    if (i >= motions && !told && !counts[i] && restless && !r->warned) warn_restless(r, i, -r->r[states + i]);
  }
  r->warned = true;
  free(counts);
  return status;
}

SarStatus sar_rest_begin(SarRest *r, double t) {
  const SarSizes *n = &problem_of(r)->n;
  SarStart *s = r->start;
  memset(s->v, 0, (size_t)n->nv * sizeof *s->v);
  memset(s->a, 0, (size_t)n->nv * sizeof *s->a);
  if (n->nx) memset(s->xdot, 0, (size_t)n->nx * sizeof *s->xdot);
  r->t = t;
  r->epsilon = 0;
  s->m->rest = true;
  memset(r->reach, 0, (size_t)sar_sizes_unknowns(n) * sizeof *r->reach);
  memset(r->held, 0, (size_t)n->nx * sizeof *r->held);
  r->nheld = 0;
  return choose_held(r);
}
