#include "analysis/modes/pencil.h"

#include <math.h>
#include <string.h>

#include "base/rotation.h"

/* What the problem is asked for: the derivatives by accelerations (and rates of states), velocities and positions (and
 * states). Rows of constraints and columns of multipliers and variables are the same in all of them. */
enum { BY_A, BY_V, BY_Q, MATRICES };

/* Three columns that belong together: a translation or a rotation. u' = w - of_u x u, and of_w does the same for w. */
typedef struct Triple {
  int32_t column;
  SarVec3 of_u, of_w;
} Triple;

static bool is_zero(SarVec3 a) { return a.x == 0 && a.y == 0 && a.z == 0; }

/* ---- pattern ---- */

/* By column: the first of the three columns whose rows it shares; -1: it stands alone. */
static void mark_triples(const SarPencil *p, const Triple *triples, int32_t ntriples, int32_t *group) {
  for (int32_t j = 0; j < p->n; j++) group[j] = -1;
  for (int32_t i = 0; i < ntriples; i++) {
    for (int32_t j = 0; j < 3; j++) group[triples[i].column + j] = triples[i].column;
  }
}

/* The rows of three sorted columns together; rows may be null: they are only counted. */
static int32_t unite(const SarPattern *p, int32_t first, int32_t *rows) {
  int32_t at[3] = {p->column[first], p->column[first + 1], p->column[first + 2]}, count = 0;
  for (;;) {
    int32_t least = p->nrows;
    for (int32_t j = 0; j < 3; j++) {
      if (at[j] < p->column[first + j + 1] && p->row[at[j]] < least) least = p->row[at[j]];
    }
    if (least == p->nrows) return count;
    for (int32_t j = 0; j < 3; j++) {
      if (at[j] < p->column[first + j + 1] && p->row[at[j]] == least) at[j]++;
    }
    if (rows) rows[count] = least;
    count++;
  }
}

static SarStatus make_pattern(SarPencil *p, const int32_t *group) {
  const SarPattern *old = &p->problem->pattern;
  int32_t *column = SAR_NEW(p->arena, p->n + 1, int32_t);
  if (!column) return sar_report_no_memory(p->context);
  for (int32_t j = 0; j < p->n; j++) {
    int32_t count = group[j] < 0 ? old->column[j + 1] - old->column[j] : unite(old, group[j], NULL);
    column[j + 1] = column[j] + count;
  }
  int32_t *row = SAR_NEW(p->arena, column[p->n] + 1, int32_t);
  if (!row) return sar_report_no_memory(p->context);
  for (int32_t j = 0; j < p->n; j++) {
    int32_t count = column[j + 1] - column[j];
    if (group[j] >= 0) unite(old, group[j], row + column[j]);
    if (group[j] < 0 && count) memcpy(row + column[j], old->row + old->column[j], (size_t)count * sizeof *row);
  }
  p->pattern = (SarPattern){.nrows = p->n, .ncolumns = p->n, .column = column, .row = row};
  return SAR_OK;
}

/* ---- values ---- */

/* One entry of the three matrices of the problem becomes entries of M, C and K. */
static void place_entry(SarPencil *p, int32_t row, int32_t column, const double by[MATRICES]) {
  const SarSizes *n = &p->problem->n;
  int32_t slot = sar_pattern_find(&p->pattern, row, column), velocity = n->nv + n->np, states = velocity + n->nn;
  bool position_row = row >= n->nv && row < velocity, velocity_row = row >= velocity && row < states;
  bool state = column >= states && column < states + n->nx;
  bool plain = column < n->nv ? position_row : !state; /* by multipliers and variables, or of positions */
  if (plain) {
    p->k[slot] = by[BY_A];
  } else if (column < n->nv && velocity_row) {
    p->c[slot] = by[BY_A];
    p->k[slot] = by[BY_Q] - by[BY_A];
  } else if (column < n->nv) {
    p->m[slot] = by[BY_A];
    p->c[slot] = by[BY_V];
    p->k[slot] = by[BY_Q];
  } else {
    if (!velocity_row) p->c[slot] = by[BY_A];
    p->k[slot] = by[BY_Q];
  }
}

static SarStatus evaluate(SarPencil *p, const SarPoint *at) {
  static const SarWeights weights[MATRICES] = {
      [BY_A] = {.a = 1, .xdot = 1},
      [BY_V] = {.v = 1},
      [BY_Q] = {.q = 1, .x = 1, .velocity_q = 1, .velocity_x = 1},
  };
  const SarPattern *old = &p->problem->pattern;
  int32_t entries = old->column[p->n];
  double *values[MATRICES];
  for (int k = 0; k < MATRICES; k++) {
    values[k] = SAR_NEW(p->arena, entries + 1, double);
    if (!values[k]) return sar_report_no_memory(p->context);
    SAR_TRY(p->problem->ops->jacobian(p->problem, at, &weights[k], values[k]));
  }
  for (int32_t j = 0; j < p->n; j++) {
    for (int32_t e = old->column[j]; e < old->column[j + 1]; e++) {
      place_entry(p, old->row[e], j, (const double[MATRICES]){values[BY_A][e], values[BY_V][e], values[BY_Q][e]});
    }
  }
  return SAR_OK;
}

/* The columns of a triple as rows of three numbers, times what makes derivatives of u out of velocities:
 * M w' + C w + K u with w = u' + of_u x u and (dv/dt) = w' - of_w x w. A row times (r x) is row x r. */
static void turn_triple(SarPencil *p, const Triple *t) {
  const int32_t *start = p->pattern.column + t->column;
  for (int32_t i = 0; i < start[1] - start[0]; i++) {
    int32_t slot[3] = {start[0] + i, start[1] + i, start[2] + i};
    SarVec3 m = {p->m[slot[0]], p->m[slot[1]], p->m[slot[2]]}, c = {p->c[slot[0]], p->c[slot[1]], p->c[slot[2]]};
    SarVec3 with_c = sar_cross(m, sar_sub(t->of_u, t->of_w));
    SarVec3 with_k = sar_sub(sar_cross(c, t->of_u), sar_cross(sar_cross(m, t->of_w), t->of_u));
    double add_c[3], add_k[3];
    sar_vec3_store(with_c, add_c);
    sar_vec3_store(with_k, add_k);
    for (int j = 0; j < 3; j++) p->c[slot[j]] += add_c[j], p->k[slot[j]] += add_k[j];
  }
}

/* ---- making ---- */

/* The translation of a body stands in front of its rotation. */
static int32_t find_triples(SarPencil *p, const SarPoint *at, Triple *triples) {
  int32_t count = 0, turn = 0;
  for (int32_t b = 0; b < p->problem->nblocks; b++) {
    const SarBlock *block = &p->problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    SarMat3 axes = sar_quat_matrix(sar_quat_load(at->q + block->q));
    SarVec3 own = sar_mul_t(&axes, p->rate), omega = sar_vec3_load(at->v + block->v);
    p->of_u[turn] = own;
    p->of_w[turn++] = sar_sub(omega, own);
    if (!is_zero(p->rate)) triples[count++] = (Triple){block->v - 3, p->rate, sar_neg(p->rate)};
    if (!is_zero(own) || !is_zero(omega)) triples[count++] = (Triple){block->v, own, sar_sub(omega, own)};
  }
  return count;
}

static SarStatus fill(SarPencil *p, const SarPoint *at) {
  Triple *triples = SAR_NEW(p->arena, 2 * p->problem->nrotations + 1, Triple);
  int32_t *group = SAR_NEW(p->arena, p->n + 1, int32_t);
  p->of_u = SAR_NEW(p->arena, p->problem->nrotations + 1, SarVec3);
  p->of_w = SAR_NEW(p->arena, p->problem->nrotations + 1, SarVec3);
  if (!triples || !group || !p->of_u || !p->of_w) return sar_report_no_memory(p->context);
  int32_t count = find_triples(p, at, triples);
  mark_triples(p, triples, count, group);
  SAR_TRY(make_pattern(p, group));
  int32_t entries = p->pattern.column[p->n];
  p->m = SAR_NEW(p->arena, entries + 1, double);
  p->c = SAR_NEW(p->arena, entries + 1, double);
  p->k = SAR_NEW(p->arena, entries + 1, double);
  if (!p->m || !p->c || !p->k) return sar_report_no_memory(p->context);
  SAR_TRY(evaluate(p, at));
  for (int32_t i = 0; i < count; i++) turn_triple(p, &triples[i]);
  return SAR_OK;
}

SarStatus sar_pencil_create(SarContext *context, const SarProblem *problem, const SarPoint *at, SarVec3 rate,
                            SarPencil *out) {
  *out = (SarPencil){.context = context, .problem = problem, .rate = rate, .n = sar_sizes_unknowns(&problem->n)};
  out->arena = sar_arena_create();
  return out->arena ? fill(out, at) : sar_report_no_memory(context);
}

void sar_pencil_destroy(SarPencil *pencil) {
  sar_arena_destroy(&pencil->arena);
  *pencil = (SarPencil){0};
}

/* ---- products ---- */

static void add_columns(const SarPencil *p, const double *matrix, int32_t first, int32_t count, double factor,
                        const double *x, double *y) {
  for (int32_t j = 0; j < count; j++) {
    if (x[j] == 0) continue;
    for (int32_t e = p->pattern.column[first + j]; e < p->pattern.column[first + j + 1]; e++) {
      y[p->pattern.row[e]] += factor * x[j] * matrix[e];
    }
  }
}

void sar_pencil_add(const SarPencil *p, const double *matrix, double factor, const double *x, double *y) {
  add_columns(p, matrix, 0, p->problem->n.nv, factor, x, y);
}

void sar_pencil_add_states(const SarPencil *p, const double *matrix, double factor, const double *x, double *y) {
  const SarSizes *n = &p->problem->n;
  add_columns(p, matrix, n->nv + n->np + n->nn, n->nx, factor, x, y);
}

void sar_pencil_values(const SarPencil *p, double s, double *values) {
  for (int32_t e = 0; e < p->pattern.column[p->n]; e++) values[e] = (s * p->m[e] + p->c[e]) * s + p->k[e];
}

void sar_pencil_complex_values(const SarPencil *p, double complex s, double complex *values) {
  for (int32_t e = 0; e < p->pattern.column[p->n]; e++) values[e] = (s * p->m[e] + p->c[e]) * s + p->k[e];
}

void sar_pencil_index1_values(const SarPencil *p, double *values) {
  const SarSizes *n = &p->problem->n;
  int32_t velocity = n->nv + n->np, states = velocity + n->nn;
  for (int32_t j = 0; j < p->n; j++) {
    bool of_u = j < n->nv, of_x = j >= states && j < states + n->nx;
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      int32_t row = p->pattern.row[e];
      bool position = row >= n->nv && row < velocity, rate = row >= velocity && row < states;
      if (of_u) {
        values[e] = position ? p->k[e] : rate ? p->c[e] : p->m[e];
      } else {
        values[e] = of_x && !rate ? p->c[e] : p->k[e];
      }
    }
  }
}

void sar_pencil_index1_right(const SarPencil *p, const double *u, const double *rate, const double *x, double *room,
                             double *right) {
  const SarSizes *n = &p->problem->n;
  int32_t velocity = n->nv + n->np, states = velocity + n->nn;
  memset(right, 0, (size_t)p->n * sizeof *right);
  memset(room, 0, (size_t)p->n * sizeof *room);
  sar_pencil_add(p, p->c, -1, rate, right);
  sar_pencil_add(p, p->k, -1, u, right);
  sar_pencil_add_states(p, p->k, -1, x, right);
  if (n->nn) sar_pencil_add(p, p->k, -1, rate, room);
  for (int32_t i = n->nv; i < velocity; i++) right[i] = 0;
  for (int32_t i = velocity; i < states; i++) right[i] = room[i];
}

double sar_pencil_stiffest(const SarPencil *p) {
  double stiffness = 0;
  for (int32_t j = 0; j < p->problem->n.nv; j++) {
    int32_t e = sar_pattern_find(&p->pattern, j, j);
    if (e >= 0 && p->m[e] > 0) stiffness = fmax(stiffness, fabs(p->k[e]) / p->m[e]);
  }
  return sqrt(stiffness);
}

double sar_pencil_fastest(const SarPencil *p) {
  double damping = 0;
  for (int32_t j = 0; j < p->problem->n.nv; j++) {
    int32_t e = sar_pattern_find(&p->pattern, j, j);
    if (e >= 0 && p->m[e] > 0) damping = fmax(damping, fabs(p->c[e]) / p->m[e]);
  }
  double rate = fmax(sar_pencil_stiffest(p), damping);
  return rate > 0 && isfinite(rate) ? rate : 1;
}

static void add_cross(SarVec3 r, const double complex *u, double complex *w) {
  w[0] += r.y * u[2] - r.z * u[1];
  w[1] += r.z * u[0] - r.x * u[2];
  w[2] += r.x * u[1] - r.y * u[0];
}

void sar_pencil_velocities(const SarPencil *p, const double complex *u, const double complex *rate, double complex *w) {
  int32_t turn = 0;
  memmove(w, rate, (size_t)p->problem->n.nv * sizeof *w);
  for (int32_t b = 0; b < p->problem->nblocks; b++) {
    const SarBlock *block = &p->problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    add_cross(p->rate, u + block->v - 3, w + block->v - 3);
    add_cross(p->of_u[turn++], u + block->v, w + block->v);
  }
}

/* w' = u'' + of_u x u', then dv/dt = w' - of_w x w. */
void sar_pencil_accelerations(const SarPencil *p, const double complex *w, const double complex *rate,
                              const double complex *second, double complex *a) {
  int32_t turn = 0;
  sar_pencil_velocities(p, rate, second, a);
  for (int32_t b = 0; b < p->problem->nblocks; b++) {
    const SarBlock *block = &p->problem->blocks[b];
    if (block->kind != SAR_BLOCK_ROTATION) continue;
    add_cross(p->rate, w + block->v - 3, a + block->v - 3);
    add_cross(sar_neg(p->of_w[turn++]), w + block->v, a + block->v);
  }
}
