#include "analysis/start/equations.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/numbers.h"
#include "system/ask.h"

#define ROUNDING 1e-14 /* of what was asked for along a row: no response */

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

SarStatus sar_equations_create(SarContext *context, SarWorkspace *m, SarEquations **out) {
  *out = NULL;
  const SarProblem *p = &m->problem;
  size_t n = (size_t)sar_sizes_unknowns(&p->n);
  SarEquations *e = calloc(1, sizeof *e);
  bool iterates = sar_system_has_equations(m->system) || p->n.nz > 0;
  size_t own = (size_t)p->n.nx + (size_t)p->n.nz, more = iterates ? 4 * n + own : 0;
  double *memory = calloc(7 * n + more + 1, sizeof *memory);
  if (!e || !memory) {
    free(e);
    free(memory);
    return sar_report_no_memory(context);
  }
  *e = (SarEquations){.context = context, .m = m, .memory = memory, .rhs = memory};
  e->zero = e->rhs + n;
  e->residual = e->zero + n;
  e->magnitude = e->residual + n;
  e->right = e->magnitude + n;
  e->solution = e->right + n;
  e->left = e->solution + n;
  e->culprit = -1;
  if (iterates) make_room_to_iterate(e, e->left + n);
  SarStatus status = sar_equations_make_matrix(e);
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
  free((*equations)->values);
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
  SarPoint at = sar_equations_point(e, t, q, v, x);
  if (e->nearby) return sar_equations_velocity_nearby(e, &at, v);
  memset(e->rhs, 0, (size_t)sar_sizes_unknowns(&p->n) * sizeof *e->rhs);
  SAR_TRY(p->ops->velocity(p, &at, e->rhs + p->n.nv));
  e->counts.residuals++;
  for (int32_t i = 0; i < rows; i++) e->rhs[p->n.nv + i] *= -1;
  SAR_TRY(sar_equations_solve(e));
  for (int32_t i = 0; i < p->n.nv; i++) v[i] += e->rhs[i];
  return SAR_OK;
}

/* ---- accelerations ---- */

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
  SarPoint at = sar_equations_point(e, t, q, v, x);
  if (e->nearby) {
    SarStatus status = sar_equations_accelerations_nearby(e, &at, parts);
    if (status != SAR_RETRY) return status;
    SAR_TRY(sar_equations_factor(e, t, q, v));
  }
  SAR_TRY(p->ops->residual(p, &at, e->right));
  e->counts.residuals++;
  for (int32_t i = 0; i < sar_sizes_unknowns(n); i++) e->right[i] = -e->right[i];
  SAR_TRY(p->ops->acceleration(p, &at, e->right + n->nv));
  SAR_TRY(sar_equations_solve_sharply(e));
  const double *from = e->solution;
  for (int part = 0; part < 4; from += count[part++]) {
    if (count[part]) memcpy(parts[part], from, (size_t)count[part] * sizeof *from);
  }
  return SAR_OK;
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

SarStatus sar_equations_forget_pivots(SarEquations *e) {
  e->whole = e->nearby = false;
  return sar_equations_make_solver(e);
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
  SAR_TRY(sar_equations_renew(e));
  if (archive->loading) SAR_TRY(sar_equations_forget_pivots(e));
  SarStatus status = sar_linear_archive(e->linear, archive);
  return status > 0 ? SAR_INPUT : status;
}
