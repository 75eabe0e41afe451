#include "system/user/evaluate.h"

#include <math.h>
#include <string.h>

#include "system/user/user.h"

/* ---- what the programs read ---- */

static void copy(double *to, const double *from, int32_t count) {
  if (from && count) {
    memcpy(to, from, (size_t)count * sizeof *to);
  } else {
    memset(to, 0, (size_t)count * sizeof *to);
  }
}

static void load_bodies(const SarMechanism *m, const double *a, double *leaf) {
  for (int32_t b = 0; b < m->system->nbodies; b++, leaf += SAR_BODY_SYMBOLS) {
    const SarKin *k = &m->kin[b];
    sar_vec3_store(k->r, leaf + SAR_BODY_R);
    memcpy(leaf + SAR_BODY_AXES, &k->A, 9 * sizeof *leaf);
    sar_vec3_store(k->v, leaf + SAR_BODY_V);
    sar_vec3_store(k->w, leaf + SAR_BODY_W);
    copy(leaf + SAR_BODY_ACC, a ? a + 6 * b : NULL, 6);
  }
}

/* What an angle has beyond its principal value: whole turns. */
static void load_turns(const SarMechanism *m, double t, double *leaf) {
  const SarUser *u = m->system->user;
  for (int32_t i = 0; i < u->nturns; i++) {
    const SarCoordinate *y = &m->system->coordinates[u->turns[i]];
    double principal = y->sign * (y->class->value(&y->data, &m->kin[y->a], &m->kin[y->b]) - y->offset);
    leaf[i] = sar_mechanism_coordinate(m, u->turns[i], t).y - principal;
  }
}

void sar_user_load(const SarMechanism *m, const SarPoint *at) {
  const SarSystem *s = m->system;
  const SarUser *u = s->user;
  double *leaf = m->leaves;
  int32_t nb = s->nbodies, nc = u->ncoordinates;
  leaf[u->first[SAR_SYMBOL_TIME]] = at->t;
  load_turns(m, at->t, leaf + u->first[SAR_SYMBOL_TURN]);
  load_bodies(m, at->a, leaf + u->first[SAR_SYMBOL_BODY]);
  copy(leaf + u->first[SAR_SYMBOL_Q], at->q ? at->q + 7 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_V], at->v ? at->v + 6 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_A], at->a ? at->a + 6 * nb : NULL, nc);
  copy(leaf + u->first[SAR_SYMBOL_LAMBDA], at->lambda, s->nposition);
  copy(leaf + u->first[SAR_SYMBOL_MU], at->mu, s->nvelocity);
  copy(leaf + u->first[SAR_SYMBOL_X], at->x, s->nstates);
  copy(leaf + u->first[SAR_SYMBOL_XDOT], at->xdot, s->nstates);
  copy(leaf + u->first[SAR_SYMBOL_Z], at->z, u->nalgebraic);
}

const double *sar_user_run(const SarMechanism *m, const SarUserProgram *program, const SarPoint *at) {
  sar_user_load(m, at);
  if (!program->program) return m->outputs;
  sar_program_evaluate(program->program, m->leaves, m->scratch, m->outputs);
  sar_mechanism_note_stop(m, program->program);
  return m->outputs;
}

/* ---- rows ---- */

void sar_user_add_residual(const SarMechanism *m, const SarPoint *at, double *r) {
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

void sar_user_prepare(const SarMechanism *m, const SarPoint *at) {
  const SarUser *u = m->system->user;
  if (u) memcpy(m->actions, sar_user_run(m, &u->residual, at), (size_t)u->residual.noutputs * sizeof *m->actions);
}

void sar_user_add_action(const SarMechanism *m, int32_t element, double *force) {
  const SarUser *u = m->system->user;
  if (!u) return;
  for (int32_t k = u->terms_of.first[element]; k < u->terms_of.first[element + 1]; k++) {
    int32_t term = u->terms_of.items[k], row = u->residual.target[term];
    if (row < m->problem.n.nv) force[row] -= m->actions[term];
  }
}

void sar_user_add_body_action(const SarMechanism *m, int32_t element, int32_t body, double force[6]) {
  const SarUser *u = m->system->user;
  if (!u) return;
  for (int32_t k = u->terms_of.first[element]; k < u->terms_of.first[element + 1]; k++) {
    int32_t term = u->terms_of.items[k], row = u->residual.target[term] - 6 * body;
    if (row >= 0 && row < 6) force[row] -= m->actions[term];
  }
}

void sar_mechanism_user_action(const SarMechanism *m, const SarPoint *at, double *force) {
  const SarUser *u = m->system->user;
  memset(force, 0, (size_t)m->problem.n.nv * sizeof *force);
  if (!u) return;
  sar_mechanism_place(m, at->q, at->v);
  const double *values = sar_user_run(m, &u->residual, at);
  for (int32_t i = 0; i < u->residual.noutputs; i++) {
    if (u->residual.target[i] < m->problem.n.nv) force[u->residual.target[i]] -= values[i];
  }
}

static void scatter(const SarUserProgram *program, const double *values, double *rows) {
  for (int32_t i = 0; i < program->noutputs; i++) rows[program->target[i]] = values[i];
}

void sar_user_position(const SarMechanism *m, const SarPoint *at, double *phi) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->position, sar_user_run(m, &u->position, at), phi);
}

void sar_user_velocity(const SarMechanism *m, const SarPoint *at, double *rows) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->velocity, sar_user_run(m, &u->velocity, at), rows);
}

void sar_user_acceleration(const SarMechanism *m, const SarPoint *at, double *rows) {
  const SarUser *u = m->system->user;
  if (u) scatter(&u->acceleration, sar_user_run(m, &u->acceleration, at), rows);
}

/* ---- matrix ---- */

static double weight_of(SarEntryWeight kind, const SarWeights *w) {
  switch (kind) {
    case SAR_ENTRY_A: return w->a;
    case SAR_ENTRY_V: return w->v;
    case SAR_ENTRY_Q: return w->q;
    case SAR_ENTRY_XDOT: return w->xdot;
    case SAR_ENTRY_X: return w->x;
    case SAR_ENTRY_VELOCITY_Q: return w->velocity_q;
    case SAR_ENTRY_ONE: break;
  }
  return 1;
}

/* Where an expression has a value but no derivative - the speed of a body at rest, the size of a reaction before the
 * first is known - the matrix goes without: it only leads to where the residual vanishes, which is what counts. */
static double derivative(double g) { return isfinite(g) ? g : 0; }

static bool is_position_row(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np; }
static bool is_constraint_row(const SarSizes *n, int32_t row) { return row >= n->nv && row < n->nv + n->np + n->nn; }

void sar_user_add_entries(const SarSizes *n, const SarUserEntry *entries, int32_t nentries, const int32_t *slots,
                          const double *derivatives, const SarWeights *weights, SarUserRows *left_out, double *values) {
  for (int32_t i = 0; i < nentries; i++) {
    const SarUserEntry *entry = &entries[i];
    const double *at_output = derivatives + entry->output;
    const int32_t *slot = slots + 3 * (size_t)i;
    double w = weight_of(entry->weight, weights);
    if (left_out && left_out(n, entry->row)) continue;
    if (!entry->rotation) {
      if (slot[0] >= 0) values[slot[0]] += w * derivative(at_output[0]);
      continue;
    }
    const double g[3] = {derivative(at_output[0]), derivative(at_output[1]), derivative(at_output[2])};
    const double *turn = weights->rotation ? weights->rotation + 9 * (entry->column / 6) : NULL;
    for (int j = 0; j < 3; j++) {
      if (slot[j] < 0) continue;
      values[slot[j]] += w * (turn ? g[0] * turn[j] + g[1] * turn[3 + j] + g[2] * turn[6 + j] : g[j]);
    }
  }
}

SarStatus sar_user_add_jacobian(const SarMechanism *m, const SarPoint *at, const SarWeights *weights, double *values) {
  static SarUserRows *const other_level[] = {NULL, is_position_row, is_constraint_row};
  const SarUser *u = m->system->user;
  if (!u) return SAR_OK;
  const double *derivatives = sar_user_run(m, &u->jacobian, at);
  sar_user_add_entries(&m->problem.n, u->entries, u->nentries, m->user_slots, derivatives, weights,
                       other_level[weights->rows], values);
  return weights->rows == SAR_ROWS_POSITION ? SAR_OK : sar_user_add_level(m, at, weights, values);
}

/* Size of the position that column `column` moves. Where all is near the origin, the model's length counts. */
static double position_size(const SarMechanism *m, const SarPoint *at, int32_t column) {
  int32_t bodies = m->system->nbodies;
  const double *q = column < 6 * bodies ? at->q + 7 * (column / 6) + column % 6 : at->q + bodies + column;
  return fmax(m->system->length, fabs(*q));
}

/* The same for velocities: one that passes through zero is known no better than the others it is made of. */
static double velocity_size(const SarMechanism *m, const SarPoint *at) {
  double largest = 0;
  for (int32_t i = 0; i < m->problem.n.nv; i++) largest = fmax(largest, fabs(at->v[i]) * m->problem.weight[i]);
  return largest;
}

/* Size of what an entry is the derivative by; velocity: that of velocities. */
static double size_of(const SarMechanism *m, const SarPoint *at, double velocity, const SarUserEntry *entry) {
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
void sar_user_add_magnitude(const SarMechanism *m, const SarPoint *at, double *out) {
  const SarUser *u = m->system->user;
  if (!u) return;
  const double *values = sar_user_run(m, &u->residual, at);
  double velocity = velocity_size(m, at);
  for (int32_t i = 0; i < u->residual.noutputs; i++) out[u->residual.target[i]] += fabs(values[i]);
  const double *derivatives = sar_user_run(m, &u->jacobian, at);
  for (int32_t i = 0; i < u->nentries; i++) {
    const SarUserEntry *entry = &u->entries[i];
    const double *g = derivatives + entry->output;
    double size = 0;
    for (int k = 0; k < (entry->rotation ? 3 : 1); k++) size += fabs(derivative(g[k]));
    out[entry->row] += size * size_of(m, at, velocity, entry);
  }
}

/* ---- energy, columns ---- */

void sar_user_energy(const SarMechanism *m, const SarPoint *at, SarEnergies *energy) {
  const SarUser *u = m->system->user;
  if (!u) return;
  const double *values = sar_user_run(m, &u->energy, at);
  energy->kinetic += values[0];
  energy->work += values[1];
  energy->dissipation += values[2];
}

void sar_user_columns(const SarMechanism *m, const SarPoint *at, double *out) {
  const SarUser *u = m->system->user;
  if (u && u->noffers) memcpy(out, sar_user_run(m, &u->columns, at), (size_t)u->noffers * sizeof *out);
}
