#include "method/si2.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Counts or places the entries of the extended matrix: every entry of the problem's goes to a few places. */
typedef struct Entry {
  int32_t row, column;
} Entry;

typedef struct Places {
  Entry own, rate, e, mass, eta;
} Places;

static const Entry nowhere = {-1, -1};

static Places places_of(const SarSizes *n, int32_t i, int32_t j) {
  int32_t first = sar_sizes_unknowns(n), rates = first + n->nv;
  bool dynamics = i < n->nv, position = i >= n->nv && i < n->nv + n->np, coordinate = j < n->nv;
  bool multiplier = j >= n->nv && j < n->nv + n->np;
  Places p = {.own = {i, j}, .rate = nowhere, .e = nowhere, .mass = nowhere, .eta = nowhere};
  if (coordinate) p.e = (Entry){i, first + j};
  if (coordinate && dynamics) p.mass = (Entry){first + i, first + j};
  if (coordinate && position) p.rate = (Entry){rates + i - n->nv, j}, p.mass = (Entry){rates + i - n->nv, first + j};
  if (multiplier && dynamics) p.eta = (Entry){first + i, rates + j - n->nv};
  return p;
}

static int by_place(const void *x, const void *y) {
  const Entry *a = x, *b = y;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

/* All entries, sorted; returns how many there are. */
static int32_t collect(const SarProblem *problem, Entry *all) {
  const SarPattern *p = &problem->pattern;
  const SarSizes *n = &problem->n;
  int32_t count = 0, rates = sar_sizes_unknowns(n) + n->nv;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      Places at = places_of(n, p->row[k], j);
      const Entry candidates[5] = {at.own, at.rate, at.e, at.mass, at.eta};
      for (int32_t c = 0; c < 5; c++) {
        if (candidates[c].row >= 0) all[count++] = candidates[c];
      }
    }
  }
  for (int32_t i = rates - n->nv; i < rates + n->np; i++) all[count++] = (Entry){i, i};
  qsort(all, (size_t)count, sizeof *all, by_place);
  int32_t unique = 0;
  for (int32_t k = 0; k < count; k++) {
    if (unique == 0 || by_place(&all[unique - 1], &all[k]) != 0) all[unique++] = all[k];
  }
  return unique;
}

static bool make_pattern(SarArena *arena, const SarProblem *problem, SarSi2 *si2) {
  const SarPattern *p = &problem->pattern;
  int32_t entries = p->column[p->ncolumns], total = p->ncolumns + sar_si2_extra(&problem->n);
  Entry *all = malloc(((size_t)entries * 5 + (size_t)sar_si2_extra(&problem->n) + 1) * sizeof *all);
  if (!all) return false;
  int32_t count = collect(problem, all);
  int32_t *column = SAR_NEW(arena, total + 1, int32_t), *row = SAR_NEW(arena, count, int32_t);
  if (column && row) {
    for (int32_t k = 0; k < count; k++) column[all[k].column + 1]++, row[k] = all[k].row;
    for (int32_t j = 0; j < total; j++) column[j + 1] += column[j];
    si2->pattern = (SarPattern){.nrows = total, .ncolumns = total, .column = column, .row = row};
  }
  free(all);
  return column && row;
}

static int32_t slot(const SarSi2 *si2, Entry entry) {
  return entry.row < 0 ? -1 : sar_pattern_find(&si2->pattern, entry.row, entry.column);
}

static void make_slots(const SarProblem *problem, SarSi2 *si2) {
  const SarPattern *p = &problem->pattern;
  const SarSizes *n = &problem->n;
  int32_t rates = sar_sizes_unknowns(n) + n->nv;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      Places at = places_of(n, p->row[k], j);
      si2->own[k] = slot(si2, at.own);
      si2->rate[k] = slot(si2, at.rate);
      si2->e[k] = slot(si2, at.e);
      si2->mass[k] = slot(si2, at.mass);
      si2->eta[k] = slot(si2, at.eta);
    }
  }
  for (int32_t i = 0; i < n->nv; i++) si2->mass_diagonal[i] = slot(si2, (Entry){rates - n->nv + i, rates - n->nv + i});
  for (int32_t c = 0; c < n->np; c++) si2->diagonal[c] = slot(si2, (Entry){rates + c, rates + c});
}

SarSi2 *sar_si2_create(SarArena *arena, const SarProblem *problem) {
  const SarSizes *n = &problem->n;
  int32_t entries = problem->pattern.column[problem->pattern.ncolumns];
  SarSi2 *si2 = SAR_NEW(arena, 1, SarSi2);
  if (!si2 || !make_pattern(arena, problem, si2)) return NULL;
  int32_t **slots[5] = {&si2->own, &si2->rate, &si2->e, &si2->mass, &si2->eta};
  double **values[4] = {&si2->index3, &si2->by_position, &si2->by_mass, &si2->by_rate};
  bool complete = true;
  for (int32_t i = 0; i < 5; i++) complete = (*slots[i] = SAR_NEW(arena, entries, int32_t)) && complete;
  for (int32_t i = 0; i < 4; i++) complete = (*values[i] = SAR_NEW(arena, entries, double)) && complete;
  si2->mass_diagonal = SAR_NEW(arena, n->nv, int32_t);
  si2->diagonal = SAR_NEW(arena, n->np, int32_t);
  si2->second = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  si2->a = SAR_NEW(arena, n->nv, double);
  si2->lambda = SAR_NEW(arena, n->np, double);
  si2->support = SAR_NEW(arena, n->nv, double);
  if (!complete || !si2->mass_diagonal || !si2->diagonal || !si2->second || !si2->a || !si2->lambda || !si2->support)
    return NULL;
  make_slots(problem, si2);
  return si2;
}

static bool carried(const SarProblem *problem, int32_t c) { return !problem->carried || problem->carried[c]; }

SarStatus sar_si2_start(SarSi2 *si2, const SarProblem *problem, const SarPoint *at) {
  const SarSizes *n = &problem->n;
  SarWeights mass = {.a = 1};
  double largest = 0;
  SAR_TRY(problem->ops->jacobian(problem, at, &mass, si2->by_mass));
  for (int32_t i = 0; i < n->nv; i++) {
    int32_t k = sar_pattern_find(&problem->pattern, i, i);
    si2->support[i] = k >= 0 ? fabs(si2->by_mass[k]) : 0;
    largest = fmax(largest, si2->support[i]);
  }
  for (int32_t i = 0; i < n->nv; i++) si2->support[i] = si2->support[i] > 0 ? 0 : largest > 0 ? largest : 1;
  return SAR_OK;
}

/* The dynamics are linear in a and lambda, so M e + Phi_q^T eta is the difference of two residuals. */
SarStatus sar_si2_residual(SarSi2 *si2, const SarProblem *problem, const SarPoint *at, const double *e,
                           const double *eta, const double *index3, double *rows) {
  const SarSizes *n = &problem->n;
  SarPoint moved = *at;
  for (int32_t i = 0; i < n->nv; i++) si2->a[i] = at->a[i] + e[i];
  for (int32_t c = 0; c < n->np; c++) si2->lambda[c] = at->lambda[c] + eta[c];
  moved.a = si2->a, moved.lambda = si2->lambda;
  SAR_TRY(problem->ops->residual(problem, &moved, si2->second));
  for (int32_t i = 0; i < n->nv; i++) rows[i] = si2->second[i] - index3[i] + si2->support[i] * e[i];
  SAR_TRY(problem->ops->velocity(problem, at, si2->second));
  for (int32_t c = 0; c < n->np; c++) rows[n->nv + c] = carried(problem, c) ? si2->second[c] : eta[c];
  return SAR_OK;
}

static SarStatus evaluate(SarSi2 *si2, const SarProblem *problem, const SarPoint *at, const SarWeights *weights) {
  SarWeights position = {.q = 1, .velocity_q = 1, .rotation = weights->rotation};
  SarWeights mass = {.a = 1}, rate = {.rows = SAR_ROWS_VELOCITY, .rotation = weights->rotation};
  SAR_TRY(problem->ops->jacobian(problem, at, weights, si2->index3));
  SAR_TRY(problem->ops->jacobian(problem, at, &position, si2->by_position));
  SAR_TRY(problem->ops->jacobian(problem, at, &mass, si2->by_mass));
  return problem->ops->jacobian(problem, at, &rate, si2->by_rate);
}

/* by_position holds, besides derivatives by positions, the matrix A of velocity rows, which does not belong there. */
static double position_derivative(const SarSi2 *si2, const SarSizes *n, int32_t row, int32_t k) {
  bool velocity = row >= n->nv + n->np && row < n->nv + n->np + n->nn;
  return velocity ? si2->by_position[k] - si2->by_mass[k] : si2->by_position[k];
}

SarStatus sar_si2_matrix(SarSi2 *si2, const SarProblem *problem, const SarPoint *at, const SarWeights *weights,
                         double c_e, double *values) {
  const SarPattern *p = &problem->pattern;
  const SarSizes *n = &problem->n;
  double q = weights->q / weights->v, e = c_e / weights->v; /* positions over c_v */
  SAR_TRY(evaluate(si2, problem, at, weights));
  memset(values, 0, (size_t)si2->pattern.column[si2->pattern.ncolumns] * sizeof *values);
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      int32_t i = p->row[k];
      bool position = i >= n->nv && i < n->nv + n->np, velocity = i >= n->nv + n->np && i < n->nv + n->np + n->nn;
      bool coordinate = j < n->nv;
      values[si2->own[k]] += position && coordinate ? q * si2->index3[k] : si2->index3[k];
      if (si2->e[k] >= 0) {
        double over = position || velocity ? e : c_e;
        values[si2->e[k]] += over * position_derivative(si2, n, i, k);
      }
      if (si2->rate[k] >= 0) values[si2->rate[k]] += si2->by_mass[k] + q * si2->by_rate[k];
      if (si2->mass[k] >= 0) values[si2->mass[k]] += position ? e * si2->by_rate[k] : si2->by_mass[k];
      if (si2->eta[k] >= 0) values[si2->eta[k]] += si2->by_mass[k];
    }
  }
  for (int32_t i = 0; i < n->nv; i++) values[si2->mass_diagonal[i]] += si2->support[i];
  for (int32_t c = 0; c < n->np; c++) {
    if (!carried(problem, c)) values[si2->diagonal[c]] = 1 / weights->v; /* its row is over c_v */
  }
  return SAR_OK;
}

void sar_si2_support(const SarSi2 *si2, const SarProblem *problem, double complex c_v, double complex *values) {
  for (int32_t i = 0; i < problem->n.nv; i++) values[si2->mass_diagonal[i]] += si2->support[i];
  for (int32_t c = 0; c < problem->n.np; c++) {
    if (!carried(problem, c)) values[si2->diagonal[c]] = 1 / c_v;
  }
}

void sar_si2_magnitude(const SarSi2 *si2, const SarProblem *problem, const SarPoint *at, double c_v,
                       const double *index3, double *rows) {
  const SarPattern *p = &problem->pattern;
  const SarSizes *n = &problem->n;
  /* A velocity that passes through zero is known no better than the others; and where all of them do, no better than
   * the change c_v a that they are the result of. */
  double largest = 0;
  for (int32_t j = 0; j < n->nv; j++) {
    largest = fmax(largest, problem->weight[j] * (fabs(at->v[j]) + c_v * fabs(at->a[j])));
  }
  memcpy(rows, index3, (size_t)n->nv * sizeof *rows);
  for (int32_t c = 0; c < n->np; c++) rows[n->nv + c] = 0;
  for (int32_t j = 0; j < n->nv; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) {
      int32_t c = p->row[k] - n->nv;
      if (c >= 0 && c < n->np) rows[n->nv + c] += fabs(si2->by_mass[k]) * largest / problem->weight[j];
    }
  }
}
