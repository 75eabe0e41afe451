#include "analysis/start/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/ask.h"

#define ROUNDING 1e-14 /* backward error of a solve, row by row, that is as good as it gets */
#define NOTHING 1e-13  /* of the largest row: what stands in smaller ones is the rounding of zeros */
#define REFINEMENTS 2

/* Four vectors of unknowns; states and variables as they are written. */
static void make_room_to_iterate(SarEquations *e, double *memory) {
  const SarSystem *s = e->m->system;
  SarGuess guess = sar_system_guess(s);
  const SarSizes *size = &e->m->problem.n;
  int32_t n = sar_sizes_unknowns(size);
  e->trial = memory;
  e->step = e->trial + n;
  e->before = e->step + n;
  e->scale = e->before + n;
  e->x = e->scale + n;
  e->z = e->x + size->nx;
  if (guess.x) memcpy(e->x, guess.x, (size_t)size->nx * sizeof *e->x);
  if (guess.z) memcpy(e->z, guess.z, (size_t)size->nz * sizeof *e->z);
}

static SarStatus make_solver(SarEquations *e) {
  const SarProblem *p = &e->m->problem;
  return sar_linear_create_of_part(e->context, p->linear ? p->linear : "auto", &p->pattern, p->index1, &p->partition,
                                   &e->linear);
}

SarStatus sar_equations_create(SarContext *context, SarWorkspace *m, SarEquations **out) {
  *out = NULL;
  const SarProblem *p = &m->problem;
  size_t n = (size_t)sar_sizes_unknowns(&p->n), nnz = (size_t)p->pattern.column[n];
  SarEquations *e = calloc(1, sizeof *e);
  bool iterates = sar_system_has_equations(m->system) || p->n.nz > 0;
  size_t own = (size_t)p->n.nx + (size_t)p->n.nz, more = iterates ? 4 * n + own : 0;
  double *memory = calloc(nnz + 5 * n + more + 1, sizeof *memory);
  if (!e || !memory) {
    free(e);
    free(memory);
    return sar_report_no_memory(context);
  }
  *e = (SarEquations){.context = context, .m = m, .memory = memory, .values = memory};
  e->rhs = e->values + nnz;
  e->zero = e->rhs + n;
  e->residual = e->zero + n;
  e->magnitude = e->residual + n;
  e->right = e->magnitude + n;
  e->culprit = -1;
  if (iterates) make_room_to_iterate(e, e->right + n);
  SarStatus status = make_solver(e);
  if (status == SAR_OK && m->ndropped) status = sar_null_space_create(context, m, &e->null);
  if (status != SAR_OK) {
    sar_equations_destroy(&e);
    return status;
  }
  *out = e;
  return SAR_OK;
}

void sar_equations_destroy(SarEquations **equations) {
  if (!equations || !*equations) return;
  sar_linear_destroy(&(*equations)->linear);
  sar_null_space_destroy(&(*equations)->null);
  free((*equations)->memory);
  free(*equations);
  *equations = NULL;
}

void sar_move(const SarProblem *p, const double *dq, double *q) {
  for (int32_t i = 0; i < p->nblocks; i++) {
    const SarBlock *block = &p->blocks[i];
    if (block->kind == SAR_BLOCK_PLAIN) {
      for (int32_t k = 0; k < block->count; k++) q[block->q + k] += dq[block->v + k];
    } else {
      SarQuat turned = sar_quat_mul(sar_quat_load(q + block->q), sar_quat_exp(sar_vec3_load(dq + block->v)));
      sar_quat_store(sar_quat_normalise(turned), q + block->q);
    }
  }
}

static SarPoint point_at(const SarEquations *e, double t, const double *q, const double *v, const double *x) {
  const double *o = e->zero, *last_x = e->x ? e->x : o, *last_z = e->z ? e->z : o;
  return (SarPoint){
      .t = t, .q = q, .v = v ? v : o, .a = o, .lambda = o, .mu = o, .x = x ? x : last_x, .xdot = o, .z = last_z};
}

/* What user-defined physics puts into the matrix is taken out again: left are M, the gradients of the constraints and
 * their transposed, and ones for states and variables. */
static void keep_constraints(const SarEquations *e) {
  const SarProblem *p = &e->m->problem;
  const SarPattern *pattern = &p->pattern;
  int32_t nv = p->n.nv, states = nv + p->n.np + p->n.nn;
  for (int32_t c = 0; c < pattern->ncolumns; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (r >= states || c >= states) e->values[k] = r == c ? 1 : 0;
      if (r < nv && c >= nv && c < states) e->values[k] = 0; /* filled below */
    }
  }
  for (int32_t c = 0; c < nv; c++) {
    for (int32_t k = pattern->column[c]; k < pattern->column[c + 1]; k++) {
      int32_t r = pattern->row[k];
      if (r < nv || r >= states) continue;
      int32_t at = sar_pattern_find(pattern, c, r);
      if (at >= 0) e->values[at] = e->values[k];
    }
  }
}

static const SarWeights index1 = {.a = 1, .xdot = 1};

SarStatus sar_equations_take_gradients(SarEquations *e, double t, const double *q, const double *v) {
  SarPoint at = point_at(e, t, q, v, NULL);
  SAR_TRY(sar_workspace_jacobian_of_all(&e->m->problem, &at, &index1, e->values));
  sar_null_space_take(e->null, e->values);
  return SAR_OK;
}

SarStatus sar_equations_factor(SarEquations *e, double t, const double *q, const double *v) {
  const SarProblem *p = &e->m->problem;
  SarPoint at = point_at(e, t, q, v, NULL);
  if (e->null) {
    SAR_TRY(sar_equations_take_gradients(e, t, q, v));
    sar_workspace_drop_rows(e->m, e->values);
  } else {
    SAR_TRY(p->ops->jacobian(p, &at, &index1, e->values));
  }
  if (e->trial) keep_constraints(e);
  e->counts.factorisations++;
  return sar_linear_factor(e->linear, e->values);
}

/* Rows that are not carried have the equation lambda = 0. */
static void clear_dropped(const SarEquations *e, double *position_rows) {
  for (int32_t i = 0; e->m->ndropped && i < e->m->problem.n.np; i++) {
    if (!e->m->carried[i]) position_rows[i] = 0;
  }
}

SarStatus sar_equations_solve(SarEquations *e) {
  clear_dropped(e, e->rhs + e->m->problem.n.nv);
  sar_linear_solve(e->linear, e->rhs);
  e->counts.solves++;
  return sar_all_finite(sar_sizes_unknowns(&e->m->problem.n), e->rhs) ? SAR_OK : SAR_SINGULAR;
}

SarStatus sar_equations_project_position(SarEquations *e, double t, double *q, double *moved) {
  const SarProblem *p = &e->m->problem;
  memset(e->rhs, 0, (size_t)sar_sizes_unknowns(&p->n) * sizeof *e->rhs);
  SAR_TRY(p->ops->position(p, t, q, e->rhs + p->n.nv));
  e->counts.residuals++;
  for (int32_t i = 0; i < p->n.np; i++) e->rhs[p->n.nv + i] *= -1;
  SAR_TRY(sar_equations_solve(e));
  double largest = 0;
  for (int32_t i = 0; i < p->n.nv; i++) largest = fmax(largest, fabs(e->rhs[i]) * p->weight[i]);
  if (moved) *moved = largest;
  sar_move(p, e->rhs, q);
  return SAR_OK;
}

SarStatus sar_equations_project_velocity(SarEquations *e, double t, const double *q, double *v, const double *x) {
  const SarProblem *p = &e->m->problem;
  int32_t rows = p->n.np + p->n.nn;
  SarPoint at = point_at(e, t, q, v, x);
  memset(e->rhs, 0, (size_t)sar_sizes_unknowns(&p->n) * sizeof *e->rhs);
  SAR_TRY(p->ops->velocity(p, &at, e->rhs + p->n.nv));
  e->counts.residuals++;
  for (int32_t i = 0; i < rows; i++) e->rhs[p->n.nv + i] *= -1;
  SAR_TRY(sar_equations_solve(e));
  for (int32_t i = 0; i < p->n.nv; i++) v[i] += e->rhs[i];
  return SAR_OK;
}

/* ---- accelerations ---- */

/* What the solution leaves of the right-hand side in e->residual, and how large it is beside the terms of its row: the
 * backward error of the solve. */
static double subtract_product(SarEquations *e, const double *const x[4], const int32_t count[4]) {
  const SarPattern *pattern = &e->m->problem.pattern;
  int32_t n = pattern->nrows, column = 0;
  double worst = 0, floor = 0;
  for (int32_t i = 0; i < n; i++) e->magnitude[i] = fabs(e->residual[i]);
  for (int part = 0; part < 4; part++) {
    for (int32_t k = 0; k < count[part]; k++, column++) {
      for (int32_t p = pattern->column[column]; p < pattern->column[column + 1]; p++) {
        double product = e->values[p] * x[part][k];
        e->residual[pattern->row[p]] -= product;
        e->magnitude[pattern->row[p]] += fabs(product);
      }
    }
  }
  floor = NOTHING * sar_largest(n, e->magnitude);
  for (int32_t i = 0; i < n; i++) {
    if (e->magnitude[i] > floor) worst = fmax(worst, fabs(e->residual[i]) / e->magnitude[i]);
  }
  return worst;
}

/* Pivots that are kept from an earlier pose cost digits, and one sees them missing where the forces on a body are added
 * up. Solving once more for what is left brings them back. e->residual: the right-hand side; x: the solution in parts.
 */
static SarStatus sharpen(SarEquations *e, double *const x[4], const int32_t count[4]) {
  int32_t n = sar_sizes_unknowns(&e->m->problem.n);
  const double *const now[4] = {x[0], x[1], x[2], x[3]};
  memcpy(e->right, e->residual, (size_t)n * sizeof *e->right);
  for (int round = 0; round < REFINEMENTS && subtract_product(e, now, count) > ROUNDING; round++) {
    memcpy(e->rhs, e->residual, (size_t)n * sizeof *e->rhs);
    memcpy(e->residual, e->right, (size_t)n * sizeof *e->rhs);
    SAR_TRY(sar_equations_solve(e));
    const double *more = e->rhs;
    for (int part = 0; part < 4; part++) {
      for (int32_t k = 0; k < count[part]; k++) x[part][k] += *more++;
    }
  }
  return SAR_OK;
}

SarStatus sar_equations_accelerations(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                      double *a, double *lambda, double *mu, double *xdot, double *z) {
  const SarProblem *p = &e->m->problem;
  const SarSizes *n = &p->n;
  if (e->trial) {
    SarPoint here = {.t = t, .q = q, .v = v, .x = x};
    return sar_equations_iterate(e, &here, (double *const[5]){a, lambda, mu, xdot, z});
  }
  double *const parts[4] = {a, lambda, mu, xdot};
  const int32_t count[4] = {n->nv, n->np, n->nn, n->nx};
  SarPoint at = point_at(e, t, q, v, x);
  SAR_TRY(p->ops->residual(p, &at, e->residual));
  e->counts.residuals++;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) e->rhs[i] = -e->residual[i];
  SAR_TRY(p->ops->acceleration(p, &at, e->rhs + n->nv));
  clear_dropped(e, e->rhs + n->nv);
  memcpy(e->residual, e->rhs, (size_t)sar_sizes_unknowns(n) * sizeof *e->rhs);
  SAR_TRY(sar_equations_solve(e));
  const double *from = e->rhs;
  for (int part = 0; part < 4; from += count[part++]) {
    if (count[part]) memcpy(parts[part], from, (size_t)count[part] * sizeof *from);
  }
  return sharpen(e, parts, count);
}

/* The response stands in e->rhs; *yielded: what it is along b. */
static SarStatus respond(SarEquations *e, const double *b, double *yielded) {
  const SarSizes *n = &e->m->problem.n;
  double size = 0;
  *yielded = 0;
  memset(e->rhs, 0, (size_t)sar_sizes_unknowns(n) * sizeof *e->rhs);
  for (int32_t i = 0; i < n->nv; i++) {
    e->rhs[i] = b[i];
    size = fmax(size, fabs(b[i]));
  }
  SAR_TRY(sar_equations_solve(e));
  for (int32_t i = 0; i < n->nv; i++) *yielded += b[i] * e->rhs[i];
  return *yielded > ROUNDING * size * sar_largest(n->nv, e->rhs) ? SAR_OK : SAR_SINGULAR;
}

SarStatus sar_equations_impulse(SarEquations *e, const double *b, double change, double *v) {
  double yielded;
  SAR_TRY(respond(e, b, &yielded));
  for (int32_t i = 0; i < e->m->problem.n.nv; i++) v[i] += change / yielded * e->rhs[i];
  return SAR_OK;
}

SarStatus sar_equations_response(SarEquations *e, const double *b, double *w) {
  double yielded;
  SAR_TRY(respond(e, b, &yielded));
  memcpy(w, e->rhs, (size_t)e->m->problem.n.nv * sizeof *w);
  return SAR_OK;
}

SarStatus sar_equations_archive(SarEquations *e, SarArchive *archive) {
  const SarProblem *p = &e->m->problem;
  sar_archive_section(archive, "equations");
  SAR_ARCHIVE(archive, e->counts);
  if (e->trial) {
    sar_archive_reals(archive, e->x, p->n.nx);
    sar_archive_reals(archive, e->z, p->n.nz);
  }
  SAR_TRY(archive->status);
  if (archive->loading) { /* it may have pivots of its own */
    sar_linear_destroy(&e->linear);
    SAR_TRY(make_solver(e));
  }
  SarStatus status = sar_linear_archive(e->linear, archive);
  return status > 0 ? SAR_INPUT : status;
}
