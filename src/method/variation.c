#include "method/variation.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec3.h"

/* Which matrix of the problem a term takes its value from. */
enum { BY_A, BY_V, BY_Q, RATES_BY_Q, MATRICES };

typedef struct Entry {
  int32_t row, column; /* of the variation */
  int32_t source, coefficient;
} Entry;

typedef struct Builder {
  const SarVariation *v;
  const int32_t *block_of; /* nv: index among rotation blocks, -1 none */
  const int32_t *first_of; /* nv: first velocity of that block */
  Entry *entries;          /* null: only count */
  int64_t count;
} Builder;

static void add(Builder *b, int32_t row, int32_t column, int matrix, int32_t source, int32_t coefficient) {
  if (b->entries) b->entries[b->count] = (Entry){row, column, matrix * b->v->entries + source, coefficient};
  b->count++;
}

/* The part of W~ or X~ that goes with U: three columns for one. which: 0 velocities, 1 accelerations. */
static void add_turned(Builder *b, int32_t row, int32_t j, int matrix, int32_t source, int which) {
  if (b->block_of[j] < 0) return;
  int32_t first = b->first_of[j], own = 1 + 18 * b->block_of[j] + 9 * which + 3 * (j - first);
  for (int32_t c = 0; c < 3; c++) add(b, row, b->v->u + first + c, matrix, source, own + c);
}

/* A row that knows positions, velocities and accelerations. */
static void add_full(Builder *b, int32_t row, int32_t j, int32_t source) {
  add(b, row, b->v->x + j, BY_A, source, 0);
  add(b, row, b->v->w + j, BY_V, source, 0);
  add(b, row, b->v->u + j, BY_Q, source, 0);
  add_turned(b, row, j, BY_V, source, 0);
  add_turned(b, row, j, BY_A, source, 1);
}

static void add_constraint(Builder *b, int32_t c, int32_t j, int32_t source) {
  const SarVariation *v = b->v;
  add(b, v->level[0] + c, v->u + j, BY_A, source, 0);
  add(b, v->level[1] + c, v->w + j, BY_A, source, 0);
  add(b, v->level[1] + c, v->u + j, RATES_BY_Q, source, 0);
  add_turned(b, v->level[1] + c, j, BY_A, source, 0);
  add_full(b, v->level[2] + c, j, source);
}

static void add_entry(Builder *b, int32_t i, int32_t j, int32_t source) {
  const SarVariation *v = b->v;
  const SarSizes *n = &v->problem->n;
  int32_t multipliers = n->nv, states = n->nv + n->np, algebraic = states + n->nx;
  bool constraint = i >= n->nv && i < states;
  int32_t row = i < n->nv ? i : v->states + i - states;
  if (constraint) {
    if (j < n->nv) add_constraint(b, i - n->nv, j, source);
  } else if (j < n->nv) {
    add_full(b, row, j, source);
  } else if (j < states) {
    add(b, row, v->lambda + j - multipliers, BY_A, source, 0);
  } else if (j < algebraic) {
    add(b, row, v->s + j - states, BY_Q, source, 0);
    add(b, row, v->d + j - states, BY_A, source, 0);
  } else {
    add(b, row, v->z + j - algebraic, BY_A, source, 0);
  }
}

static void add_all(Builder *b) {
  const SarPattern *p = &b->v->problem->pattern;
  b->count = 0;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) add_entry(b, p->row[k], j, k);
  }
}

static int by_place(const void *x, const void *y) {
  const Entry *a = x, *b = y;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  if (a->row != b->row) return a->row < b->row ? -1 : 1;
  if (a->source != b->source) return a->source < b->source ? -1 : 1;
  return (a->coefficient > b->coefficient) - (a->coefficient < b->coefficient);
}

/* Pattern and terms from the sorted entries. */
static bool store(SarArena *arena, SarVariation *v, const Entry *entries, int32_t count) {
  int32_t ncolumns = v->pattern.ncolumns, slots = 0;
  int32_t *column = SAR_NEW(arena, ncolumns + 1, int32_t), *row = SAR_NEW(arena, count, int32_t);
  v->terms = SAR_NEW(arena, count, SarVariationTerm);
  if (!column || !row || !v->terms) return false;
  for (int32_t k = 0; k < count; k++) {
    bool new = k == 0 || entries[k].column != entries[k - 1].column || entries[k].row != entries[k - 1].row;
    if (new) {
      row[slots++] = entries[k].row;
      column[entries[k].column + 1] = slots;
    }
    v->terms[k] = (SarVariationTerm){slots - 1, entries[k].source, entries[k].coefficient};
  }
  for (int32_t j = 1; j <= ncolumns; j++) {
    if (column[j] < column[j - 1]) column[j] = column[j - 1]; /* a column without entries */
  }
  v->nterms = count;
  v->pattern.column = column;
  v->pattern.row = row;
  v->values = SAR_NEW(arena, slots, double);
  return v->values != NULL;
}

static bool make_pattern(SarArena *arena, SarVariation *v) {
  const SarProblem *p = v->problem;
  int32_t *block_of = malloc(((size_t)p->n.nv + 1) * sizeof *block_of);
  int32_t *first_of = calloc((size_t)p->n.nv + 1, sizeof *first_of), rotation = 0;
  Builder b = {.v = v, .block_of = block_of, .first_of = first_of};
  bool complete = block_of && first_of;
  for (int32_t i = 0; complete && i < p->n.nv; i++) block_of[i] = -1;
  for (int32_t k = 0; complete && k < p->nblocks; k++) {
    if (p->blocks[k].kind != SAR_BLOCK_ROTATION) continue;
    for (int32_t i = 0; i < 3; i++) {
      block_of[p->blocks[k].v + i] = rotation;
      first_of[p->blocks[k].v + i] = p->blocks[k].v;
    }
    rotation++;
  }
  if (complete) add_all(&b);
  Entry *entries = complete && b.count < INT32_MAX ? malloc(((size_t)b.count + 1) * sizeof *entries) : NULL;
  complete = entries != NULL;
  if (complete) {
    b.entries = entries;
    add_all(&b);
    qsort(entries, (size_t)b.count, sizeof *entries, by_place);
    complete = store(arena, v, entries, (int32_t)b.count);
  }
  free(entries);
  free(block_of);
  free(first_of);
  return complete;
}

static void lay_out(SarVariation *v) {
  const SarSizes *n = &v->problem->n;
  for (int32_t k = 0; k < 3; k++) v->level[k] = n->nv + k * n->np;
  v->states = n->nv + 3 * n->np;
  v->nrows = v->states + n->nx + n->nz;
  v->u = 0;
  v->w = n->nv;
  v->x = 2 * n->nv;
  v->lambda = 3 * n->nv;
  v->s = v->lambda + n->np;
  v->d = v->s + n->nx;
  v->z = v->d + n->nx;
  v->pattern.nrows = v->nrows;
  v->pattern.ncolumns = v->z + n->nz;
}

bool sar_variation_create(SarArena *arena, const SarProblem *problem, SarStepStats *stats, SarVariation *variation) {
  const SarSizes *n = &problem->n;
  *variation = (SarVariation){.problem = problem, .stats = stats};
  variation->entries = problem->pattern.column[problem->pattern.ncolumns];
  lay_out(variation);
  variation->matrix = SAR_NEW(arena, MATRICES * (int64_t)variation->entries, double);
  variation->coefficient = SAR_NEW(arena, 1 + 18 * problem->nrotations, double);
  variation->by_time = SAR_NEW(arena, variation->nrows, double);
  variation->time_rows = SAR_NEW(arena, sar_sizes_unknowns(n), double);
  variation->time_rates = SAR_NEW(arena, n->np, double);
  variation->time_accelerations = SAR_NEW(arena, n->np + n->nn, double);
  return variation->matrix && variation->coefficient && variation->by_time && variation->time_rows &&
         variation->time_rates && variation->time_accelerations && make_pattern(arena, variation);
}

/* What the chart adds, block by block (numerics 1). */
static void set_coefficients(SarVariation *v, const SarPoint *at) {
  const SarProblem *p = v->problem;
  double *out = v->coefficient;
  *out++ = 1;
  for (int32_t b = 0; b < p->nblocks; b++) {
    if (p->blocks[b].kind != SAR_BLOCK_ROTATION) continue;
    SarVec3 w = sar_vec3_load(at->v + p->blocks[b].v), alpha = sar_vec3_load(at->a + p->blocks[b].v);
    SarMat3 turning = sar_skew(w), second = sar_skew(alpha), square = sar_outer(w, w);
    second = sar_mat3_axpy(-1, &square, &second);
    for (int i = 0; i < 9; i++) out[i] = 0.5 * turning.m[i / 3][i % 3];
    for (int i = 0; i < 9; i++) out[9 + i] = 0.5 * second.m[i / 3][i % 3];
    out += 18;
  }
}

static SarStatus evaluate_time(SarVariation *v, const SarPoint *at) {
  const SarProblem *p = v->problem;
  const SarSizes *n = &p->n;
  if (!p->ops->by_time) return SAR_OK; /* zero since it was made */
  SAR_TRY(p->ops->by_time(p, at, v->time_rows, v->time_rates, v->time_accelerations));
  for (int32_t i = 0; i < n->nv; i++) v->by_time[i] = v->time_rows[i];
  for (int32_t i = 0; i < n->np; i++) {
    v->by_time[v->level[0] + i] = v->time_rows[n->nv + i];
    v->by_time[v->level[1] + i] = v->time_rates[i];
    v->by_time[v->level[2] + i] = v->time_accelerations[i];
  }
  for (int32_t i = 0; i < n->nx + n->nz; i++) v->by_time[v->states + i] = v->time_rows[n->nv + n->np + i];
  return SAR_OK;
}

SarStatus sar_variation_evaluate(SarVariation *v, const SarPoint *at) {
  static const SarWeights weights[MATRICES] = {
      [BY_A] = {.a = 1, .xdot = 1, .rows = SAR_ROWS_ACCELERATION},
      [BY_V] = {.v = 1, .rows = SAR_ROWS_ACCELERATION},
      [BY_Q] = {.q = 1, .x = 1, .rows = SAR_ROWS_ACCELERATION},
      [RATES_BY_Q] = {.rows = SAR_ROWS_VELOCITY},
  };
  const SarProblem *p = v->problem;
  for (int k = 0; k < MATRICES; k++) {
    SAR_TRY(p->ops->jacobian(p, at, &weights[k], v->matrix + (int64_t)k * v->entries));
    v->stats->jacobians++;
  }
  SAR_TRY(evaluate_time(v, at));
  set_coefficients(v, at);
  memset(v->values, 0, (size_t)v->pattern.column[v->pattern.ncolumns] * sizeof *v->values);
  for (int32_t k = 0; k < v->nterms; k++) {
    const SarVariationTerm *term = &v->terms[k];
    v->values[term->slot] += v->coefficient[term->coefficient] * v->matrix[term->source];
  }
  return SAR_OK;
}

bool sar_variation_is_driven(const SarVariation *v) {
  for (int32_t level = 0; level < 3; level++) {
    for (int32_t i = 0; i < v->problem->n.np; i++) {
      if (v->by_time[v->level[level] + i] != 0) return true;
    }
  }
  return false;
}

void sar_variation_archive(SarVariation *variation, SarArchive *archive) {
  sar_archive_reals(archive, variation->values, variation->pattern.column[variation->pattern.ncolumns]);
  sar_archive_reals(archive, variation->by_time, variation->nrows);
  sar_archive_reals(archive, variation->matrix, 4 * (int64_t)variation->entries);
}

void sar_variation_add(const SarVariation *v, int32_t first, int32_t count, double factor, const double *x, double *y) {
  for (int32_t j = 0; j < count; j++) {
    double scaled = factor * x[j];
    if (scaled == 0) continue;
    for (int32_t k = v->pattern.column[first + j]; k < v->pattern.column[first + j + 1]; k++) {
      y[v->pattern.row[k]] += scaled * v->values[k];
    }
  }
}
