/* The matrix is a sum of terms, each a number times a factor, whose places are found once.
 *
 * The numbers, m->value: three evaluations of the problem's matrix, one after the other,
 *
 *   MIXED      columns of v, lambda, mu, x and z: c dF/dv' + dF/dv, ..., c dF/dx' + dF/dx; Phi_q of position rows
 *   POSITIONS  derivatives by positions, of position rows those of their rates
 *   MASS       M, and Phi_q once more
 *
 * then c, -1 and 1, then 36 of every rotation and those added to the mass of coordinates without any. Derivatives by
 * positions are known along d theta, p -> p o (1, d theta/2), and
 *
 *   d theta = 2 vec(p^-1 o dp)/|p|^2. */
#include "method/dae_matrix.h"

#include <stdlib.h>
#include <string.h>

#include "base/rotation.h"
#include "method/norm.h"

enum { MIXED, POSITIONS, MASS, EVALUATIONS };
enum { RATE, MINUS, ONE, CONSTANTS };
/* numbers of a rotation */
enum { BY_P = 0, BY_OMEGA = 16, LENGTH = 28, TWICE = 32, OF_ROTATION = 36 };
#define FACTORS 12 /* of a rotation */

typedef struct Place {
  int32_t row, column;
} Place;

/* Collects terms, or only counts them while there is no room. */
typedef struct Builder {
  const SarDaeMatrix *matrix;
  const SarDae *dae;       /* its system */
  const int32_t *block_of; /* of every velocity */
  const int32_t *rotation; /* of every block */
  SarDaeTerm *terms;
  Place *places;
  int32_t count;
} Builder;

static void add(Builder *b, int32_t row, int32_t column, int32_t source, int32_t factor) {
  if (b->terms) {
    b->terms[b->count] = (SarDaeTerm){.source = source, .factor = factor};
    b->places[b->count] = (Place){row, column};
  }
  b->count++;
}

/* The derivative by the j-th component of positions, in the columns of q. */
static void add_position(Builder *b, int32_t row, int32_t j, int32_t source) {
  const SarBlock *block = &b->dae->problem->blocks[b->block_of[j]];
  int32_t k = j - block->v, column = b->dae->q + block->q;
  if (block->kind == SAR_BLOCK_PLAIN) {
    add(b, row, column + k, source, 0);
    return;
  }
  int32_t first = 1 + FACTORS * b->rotation[b->block_of[j]] + 4 * k;
  for (int32_t m = 0; m < 4; m++) add(b, row, column + m, source, first + m);
}

/* Row or column of the problem in the larger system. */
static int32_t index_of(const SarDae *dae, int32_t i) {
  int32_t nv = dae->problem->n.nv;
  return i < nv ? dae->v + i : dae->lambda + i - nv;
}

/* Where the entry (i, j) of the problem's matrix goes. */
static void add_entry(Builder *b, int32_t i, int32_t j, int32_t k) {
  const SarDae *dae = b->dae;
  const SarSizes *n = &dae->problem->n;
  bool dynamics = i < n->nv, position = i >= n->nv && i < n->nv + n->np;
  bool multiplier = j >= n->nv && j < n->nv + n->np;
  int32_t row = index_of(dae, i), mixed = MIXED * b->matrix->entries + k, mass = MASS * b->matrix->entries + k;
  int32_t by_position = POSITIONS * b->matrix->entries + k;
  if (j >= n->nv) {
    add(b, row, index_of(dae, j), mixed, 0);
    if (dynamics && multiplier) add(b, dae->e + i, dae->eta + j - n->nv, mass, 0);
  } else if (position) {
    int32_t rate = dae->eta + i - n->nv;
    add_position(b, row, j, mass);
    add(b, rate, dae->v + j, mass, 0);
    add_position(b, rate, j, by_position);
  } else {
    add(b, row, dae->v + j, mixed, 0);
    add_position(b, row, j, by_position);
    if (dynamics) add(b, dae->e + i, dae->e + j, mass, 0);
  }
}

/* The rows of q' and of the lengths of quaternions. */
static void add_block(Builder *b, int32_t index) {
  const SarDae *dae = b->dae;
  const SarBlock *block = &dae->problem->blocks[index];
  int32_t constant = EVALUATIONS * b->matrix->entries;
  int32_t q = dae->q + block->q, v = dae->v + block->v, e = dae->e + block->v;
  if (block->kind == SAR_BLOCK_PLAIN) {
    for (int32_t i = 0; i < block->count; i++) {
      add(b, q + i, q + i, constant + RATE, 0);
      add(b, q + i, v + i, constant + MINUS, 0);
      add(b, q + i, e + i, constant + MINUS, 0);
    }
    return;
  }
  int32_t r = b->rotation[index], own = b->matrix->extra_rotations + OF_ROTATION * r, nu = dae->nu + r;
  for (int32_t m = 0; m < 4; m++) {
    for (int32_t k = 0; k < 4; k++) add(b, q + m, q + k, own + BY_P + 4 * m + k, 0);
    for (int32_t k = 0; k < 3; k++) add(b, q + m, v + k, own + BY_OMEGA + 3 * m + k, 0);
    for (int32_t k = 0; k < 3; k++) add(b, q + m, e + k, own + BY_OMEGA + 3 * m + k, 0);
    add(b, q + m, nu, own + LENGTH + m, 0);
    add(b, nu, q + m, own + TWICE + m, 0);
  }
}

static void add_all(Builder *b) {
  const SarDae *dae = b->dae;
  const SarProblem *problem = dae->problem;
  const SarPattern *p = &problem->pattern;
  b->count = 0;
  for (int32_t j = 0; j < p->ncolumns; j++) {
    for (int32_t k = p->column[j]; k < p->column[j + 1]; k++) add_entry(b, p->row[k], j, k);
  }
  for (int32_t i = 0; i < problem->nblocks; i++) add_block(b, i);
  for (int32_t i = 0; i < problem->n.nv; i++) add(b, dae->e + i, dae->e + i, b->matrix->extra_supported + i, 0);
  for (int32_t c = 0; c < problem->n.np; c++) {
    bool carried = !problem->carried || problem->carried[c];
    if (!carried) add(b, dae->eta + c, dae->eta + c, EVALUATIONS * b->matrix->entries + ONE, 0);
  }
}

static int by_place(const void *x, const void *y) {
  const Place *a = x, *b = y;
  if (a->column != b->column) return a->column < b->column ? -1 : 1;
  return (a->row > b->row) - (a->row < b->row);
}

static bool make_pattern(SarArena *arena, SarDaeMatrix *m, const Place *places, int32_t count) {
  int32_t n = m->dae->n;
  Place *sorted = malloc(((size_t)count + 1) * sizeof *sorted);
  if (!sorted) return false;
  int32_t unique = 0;
  if (count > 0) memcpy(sorted, places, (size_t)count * sizeof *sorted);
  qsort(sorted, (size_t)count, sizeof *sorted, by_place);
  for (int32_t k = 0; k < count; k++) {
    if (unique == 0 || by_place(&sorted[unique - 1], &sorted[k]) != 0) sorted[unique++] = sorted[k];
  }
  int32_t *column = SAR_NEW(arena, n + 1, int32_t), *row = SAR_NEW(arena, unique, int32_t);
  if (column && row) {
    for (int32_t k = 0; k < unique; k++) column[sorted[k].column + 1]++, row[k] = sorted[k].row;
    for (int32_t j = 0; j < n; j++) column[j + 1] += column[j];
    m->pattern = (SarPattern){.nrows = n, .ncolumns = n, .column = column, .row = row};
  }
  free(sorted);
  return column && row;
}

static bool place_terms(SarArena *arena, SarDaeMatrix *m, Builder *b) {
  b->places = malloc(((size_t)b->count + 1) * sizeof *b->places);
  b->terms = m->terms;
  bool complete = b->places != NULL;
  if (complete) {
    add_all(b);
    complete = make_pattern(arena, m, b->places, b->count);
  }
  for (int32_t k = 0; complete && k < b->count; k++) {
    m->terms[k].slot = sar_pattern_find(&m->pattern, b->places[k].row, b->places[k].column);
  }
  free(b->places);
  return complete;
}

SarDaeMatrix *sar_dae_matrix_create(SarArena *arena, SarDae *dae) {
  const SarProblem *problem = dae->problem;
  SarDaeMatrix *m = SAR_NEW(arena, 1, SarDaeMatrix);
  int32_t nv = problem->n.nv, *block_of = SAR_NEW(arena, nv, int32_t),
          *rotation = SAR_NEW(arena, problem->nblocks, int32_t);
  if (!m || !block_of || !rotation) return NULL;
  m->dae = dae;
  for (int32_t i = 0, r = 0; i < problem->nblocks; i++) {
    const SarBlock *block = &problem->blocks[i];
    bool plain = block->kind == SAR_BLOCK_PLAIN;
    for (int32_t k = 0; k < (plain ? block->count : 3); k++) block_of[block->v + k] = i;
    rotation[i] = plain ? -1 : r++;
  }
  m->entries = problem->pattern.column[problem->pattern.ncolumns];
  m->extra_rotations = EVALUATIONS * m->entries + CONSTANTS;
  m->extra_supported = m->extra_rotations + OF_ROTATION * problem->nrotations;
  m->value = SAR_NEW(arena, m->extra_supported + nv, double);
  m->factor = SAR_NEW(arena, 1 + FACTORS * problem->nrotations, double);
  Builder b = {.matrix = m, .dae = dae, .block_of = block_of, .rotation = rotation};
  add_all(&b);
  m->nterms = b.count;
  m->terms = SAR_NEW(arena, b.count, SarDaeTerm);
  return m->value && m->factor && m->terms && place_terms(arena, m, &b) ? m : NULL;
}

static SarStatus evaluate(SarDaeMatrix *m, const SarPoint *at, double c) {
  const SarProblem *problem = m->dae->problem;
  const SarPattern *p = &problem->pattern;
  const SarSizes *n = &problem->n;
  SarWeights mixed = {.a = c, .v = 1, .xdot = c, .x = 1, .velocity_x = 1};
  SarWeights positions = {.q = 1, .velocity_q = 1, .rows = SAR_ROWS_VELOCITY}, mass = {.a = 1};
  double *by_position = m->value + POSITIONS * m->entries, *by_mass = m->value + MASS * m->entries;
  SAR_TRY(problem->ops->jacobian(problem, at, &mixed, m->value + MIXED * m->entries));
  SAR_TRY(problem->ops->jacobian(problem, at, &positions, by_position));
  SAR_TRY(problem->ops->jacobian(problem, at, &mass, by_mass));
  for (int32_t k = 0; k < p->column[n->nv]; k++) { /* velocity rows: A + (A v + b)_q, where A does not belong */
    bool velocity = p->row[k] >= n->nv + n->np && p->row[k] < n->nv + n->np + n->nn;
    if (velocity) by_position[k] -= by_mass[k];
  }
  return SAR_OK;
}

/* The matrix of w -> vec(p^-1 o w), by rows; p^-1 times |p|^2. Its transpose is that of omega -> p o (0, omega). */
static void conjugate_product(const double *p, double matrix[12]) {
  const double rows[12] = {-p[1], p[0],  p[3],  -p[2], /* x */
                           -p[2], -p[3], p[0],  p[1],  /* y */
                           -p[3], p[2],  -p[1], p[0]}; /* z */
  memcpy(matrix, rows, sizeof rows);
}

static void rotation_numbers(SarDaeMatrix *m, const SarBlock *block, int32_t r, const double *y, double c) {
  const SarDae *dae = m->dae;
  const double *p = y + dae->q + block->q, *v = y + dae->v + block->v, *e = y + dae->e + block->v;
  double *own = m->value + m->extra_rotations + OF_ROTATION * r, *factor = m->factor + 1 + FACTORS * r;
  double product[12], w[3] = {v[0] + e[0], v[1] + e[1], v[2] + e[2]};
  double square = p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3], diagonal = c + y[dae->nu + r];
  conjugate_product(p, product);
  for (int32_t k = 0; k < FACTORS; k++) factor[k] = 2 / square * product[k];
  /* p' - 1/2 p o (0, w) + p nu by p */
  const double by_p[16] = {diagonal,  w[0] / 2,  w[1] / 2,  w[2] / 2,  /* w */
                           -w[0] / 2, diagonal,  -w[2] / 2, w[1] / 2,  /* x */
                           -w[1] / 2, w[2] / 2,  diagonal,  -w[0] / 2, /* y */
                           -w[2] / 2, -w[1] / 2, w[0] / 2,  diagonal}; /* z */
  memcpy(own + BY_P, by_p, sizeof by_p);
  for (int32_t i = 0; i < 4; i++) {
    for (int32_t k = 0; k < 3; k++) own[BY_OMEGA + 3 * i + k] = -product[4 * k + i] / 2;
    own[LENGTH + i] = p[i];
    own[TWICE + i] = 2 * p[i];
  }
}

SarStatus sar_dae_matrix_evaluate(SarDaeMatrix *m, double t, const double *y, const double *rate, double c,
                                  double *values) {
  SarDae *dae = m->dae;
  const SarProblem *problem = dae->problem;
  int32_t constant = EVALUATIONS * m->entries, stored = m->pattern.column[dae->n];
  SarPoint at = sar_dae_point(dae, t, y, rate);
  SAR_TRY(evaluate(m, &at, c));
  m->value[constant + RATE] = c, m->value[constant + MINUS] = -1, m->value[constant + ONE] = 1;
  m->factor[0] = 1;
  for (int32_t b = 0, r = 0; b < problem->nblocks; b++) {
    if (problem->blocks[b].kind == SAR_BLOCK_ROTATION) rotation_numbers(m, &problem->blocks[b], r++, y, c);
  }
  for (int32_t i = 0; i < problem->n.nv; i++) m->value[m->extra_supported + i] = dae->si2->support[i];
  memset(values, 0, (size_t)stored * sizeof *values);
  for (int32_t k = 0; k < m->nterms; k++) {
    const SarDaeTerm *term = &m->terms[k];
    values[term->slot] += m->factor[term->factor] * m->value[term->source];
  }
  return sar_all_finite(stored, values) ? SAR_OK : SAR_RETRY;
}
