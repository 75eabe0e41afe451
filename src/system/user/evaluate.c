#include "system/user/evaluate.h"

#include <math.h>
#include <string.h>

#include "system/user/levels.h"
#include "system/user/run.h"
#include "system/user/user.h"

/* ---- rows ---- */

void sar_user_add_residual(const SarWorkspace *m, const SarPoint *at, double *r) {
  const SarUser *u = m->system->user;
  if (!u) return;
  const double *values = sar_user_run(m, &u->residual, at);
  int32_t bodies = 6 * m->system->nbodies;
  for (int32_t i = 0; i < u->ncoordinates; i++) r[bodies + i] = 0;
  for (int32_t i = 0; i < u->residual.noutputs; i++) { /* rows of bodies are shared with others */
    if (u->residual.target[i] >= bodies) r[u->residual.target[i]] = 0;
  }
  for (int32_t i = 0; i < u->residual.noutputs; i++) r[u->residual.target[i]] += values[i];
}

void sar_user_prepare(const SarWorkspace *m, const SarPoint *at) {
  const SarUser *u = m->system->user;
  if (u) memcpy(m->actions, sar_user_run(m, &u->residual, at), (size_t)u->residual.noutputs * sizeof *m->actions);
}

void sar_user_add_action(const SarWorkspace *m, int32_t element, double *force) {
  const SarUser *u = m->system->user;
  if (!u) return;
  for (int32_t k = u->terms_of.first[element]; k < u->terms_of.first[element + 1]; k++) {
    int32_t term = u->terms_of.items[k], row = u->residual.target[term];
    if (row < m->problem.n.nv) force[row] -= m->actions[term];
  }
}

void sar_user_add_body_action(const SarWorkspace *m, int32_t element, int32_t body, double force[6]) {
  const SarUser *u = m->system->user;
  if (!u) return;
  for (int32_t k = u->terms_of.first[element]; k < u->terms_of.first[element + 1]; k++) {
    int32_t term = u->terms_of.items[k], row = u->residual.target[term] - 6 * body;
    if (row >= 0 && row < 6) force[row] -= m->actions[term];
  }
}

void sar_workspace_user_action(const SarWorkspace *m, const SarPoint *at, double *force) {
  const SarUser *u = m->system->user;
  memset(force, 0, (size_t)m->problem.n.nv * sizeof *force);
  if (!u) return;
  sar_workspace_place(m, at->q, at->v);
  const double *values = sar_user_run(m, &u->residual, at);
  for (int32_t i = 0; i < u->residual.noutputs; i++) {
    if (u->residual.target[i] < m->problem.n.nv) force[u->residual.target[i]] -= values[i];
  }
}

static void scatter(const SarUserProgram *program, const double *values, double *rows) {
  for (int32_t i = 0; i < program->noutputs; i++) rows[program->target[i]] = values[i];
}

void sar_user_position(const SarWorkspace *m, const SarPoint *at, double *phi) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->position, sar_user_run(m, &u->position, at), phi);
}

void sar_user_velocity(const SarWorkspace *m, const SarPoint *at, double *rows) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->velocity, sar_user_run(m, &u->velocity, at), rows);
}

void sar_user_acceleration(const SarWorkspace *m, const SarPoint *at, double *rows) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->acceleration, sar_user_run(m, &u->acceleration, at), rows);
}

/* ---- matrix ---- */

static bool is_position_row(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np; }
static bool is_constraint_row(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np + n->nn; }

SarStatus sar_user_add_jacobian(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  static SarUserRows *const other_level[] = {NULL, is_position_row, is_constraint_row};
  const SarUser *u = m->system->user;
  if (!u) return SAR_OK;
  bool of_state = weights->q != 0 || weights->v != 0 || weights->x != 0 || weights->velocity_q != 0;
  const double *derivatives = of_state ? sar_user_run(m, &u->jacobian, at) : sar_user_run_part(m, &u->jacobian, at);
  sar_user_add_entries(&m->problem.n, u->jacobian.entries, u->jacobian.nentries, m->user_slots, derivatives, weights,
                       other_level[weights->rows], values);
  return weights->rows == SAR_ROWS_POSITION ? SAR_OK : sar_user_add_level(m, at, weights, values);
}

/* Size of the position that column `column` moves. Where all is near the origin, the model's length counts. */
static double position_size(const SarWorkspace *m, const SarPoint *at, int32_t column) {
  int32_t bodies = m->system->nbodies;
  const double *q = column < 6 * bodies ? at->q + 7 * (column / 6) + column % 6 : at->q + bodies + column;
  return fmax(m->system->length, fabs(*q));
}

/* The same for velocities: one that passes through zero is known no better than the others it is made of. */
static double velocity_size(const SarWorkspace *m, const SarPoint *at) {
  double largest = 0;
  for (int32_t i = 0; i < m->problem.n.nv; i++) largest = fmax(largest, fabs(at->v[i]) * m->problem.weight[i]);
  return largest;
}

/* Size of what an entry is the derivative by; velocity: that of velocities. */
static double size_of(const SarWorkspace *m, const SarPoint *at, double velocity, const SarUserEntry *entry) {
  const SarSizes *n = &m->problem.n;
  int32_t lambda = n->nv, mu = lambda + n->np, x = mu + n->nn, z = x + n->nx, column = entry->column;
  switch (entry->weight) {
    case SAR_ENTRY_A: return fabs(at->a[column]);
    case SAR_ENTRY_V: return fabs(at->v[column]);
    case SAR_ENTRY_XDOT: return fabs(at->xdot[column - x]);
    case SAR_ENTRY_X: return fabs(at->x[column - x]);
    case SAR_ENTRY_Q:
    case SAR_ENTRY_VELOCITY_Q: return entry->rotation ? 1 : position_size(m, at, column);
    case SAR_ENTRY_ONE: break;
  }
  if (column >= z) return fabs(at->z[column - z]);
  if (column >= mu) return fabs(at->mu[column - mu]);
  if (column >= lambda) return fabs(at->lambda[column - lambda]);
  if (entry->row >= mu) return velocity / m->problem.weight[column];
  return entry->rotation ? 1 : position_size(m, at, column);
}

/* A term is known no better than a rounding error of what it is made of, though it may itself be zero. */
void sar_user_add_magnitude(const SarWorkspace *m, const SarPoint *at, double *out) {
  const SarUser *u = m->system->user;
  if (!u) return;
  const double *values = sar_user_run(m, &u->residual, at);
  double velocity = velocity_size(m, at);
  for (int32_t i = 0; i < u->residual.noutputs; i++) out[u->residual.target[i]] += fabs(values[i]);
  const double *derivatives = sar_user_run(m, &u->jacobian, at);
  for (int32_t i = 0; i < u->jacobian.nentries; i++) {
    const SarUserEntry *entry = &u->jacobian.entries[i];
    const double *g = derivatives + entry->output;
    double size = 0;
    for (int k = 0; k < (entry->rotation ? 3 : 1); k++) size += fabs(sar_user_derivative(g[k]));
    out[entry->row] += size * size_of(m, at, velocity, entry);
  }
}

/* ---- energy, columns ---- */

static void add_sums(const SarWorkspace *m, const SarUserProgram *program, const SarPoint *at, double *sums) {
  const double *values = sar_user_run(m, program, at);
  for (int32_t i = 0; i < program->noutputs; i++) sums[program->target[i]] += values[i];
}

void sar_user_energy(const SarWorkspace *m, const SarPoint *at, SarEnergies *energy) {
  const SarUser *u = m->system->user;
  if (!u) return;
  double sums[] = {[SAR_USER_KINETIC] = 0, [SAR_USER_POTENTIAL] = 0, [SAR_USER_WORK] = 0, [SAR_USER_DISSIPATED] = 0};
  if (m->asked != SAR_ENERGY_POWERS) add_sums(m, &u->stored, at, sums);
  if (m->asked != SAR_ENERGY_STORED) add_sums(m, &u->powered, at, sums);
  energy->kinetic += sums[SAR_USER_KINETIC];
  energy->potential += sums[SAR_USER_POTENTIAL];
  energy->work += sums[SAR_USER_WORK];
  energy->dissipation -= sums[SAR_USER_DISSIPATED];
}

void sar_user_columns(const SarWorkspace *m, const SarPoint *at, double *out) {
  const SarUser *u = m->system->user;
  if (u && u->noffers) memcpy(out, sar_user_run(m, &u->columns, at), (size_t)u->noffers * sizeof *out);
}
