#include "system/share.h"

#include <math.h>
#include <string.h>

#include "base/numbers.h"
#include "system/matrix_parts.h"
#include "system/user/leaves.h"
#include "system/user/user.h"

#define CLOSE 1e-14   /* of multipliers: their part along what is not felt, as good as none */
#define MORE_ROUNDS 4 /* of conjugate gradients, than there are directions, because of rounding */

/* ---- gradients ---- */

/* Of a constraint in symbols, whatever multipliers are. */
static void add_symbolic(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights) {
  const SarUserProgram *program = &m->system->user->jacobian;
  sar_user_load_as_it_is(m, at, true);
  sar_user_evaluate(m, program, m->scratch, m->outputs);
  sar_user_add_entries(&m->problem.n, program->entries, program->nentries, m->user_slots, m->outputs, weights, NULL,
                       m->share->matrix);
}

static void make_matrix(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights) {
  SarShare *share = m->share;
  SarAssembly x = {m, at, weights, share->matrix};
  memset(share->matrix, 0, (size_t)m->problem.pattern.column[m->problem.pattern.ncolumns] * sizeof *share->matrix);
  sar_assembly_add_constraints(&x);
}

/* Of two rows: their coordinates increase. */
static double product(const SarShareSet *s, int32_t a, int32_t b) {
  double sum = 0;
  int32_t i = s->first[a], j = s->first[b];
  while (i < s->first[a + 1] && j < s->first[b + 1]) {
    if (s->column[i] == s->column[j]) {
      sum += s->gradient[i++] * s->gradient[j++];
    } else if (s->column[i] < s->column[j]) {
      i++;
    } else {
      j++;
    }
  }
  return sum;
}

static void take_gradients(const SarShare *share, SarShareSet *s) {
  for (int32_t k = 0; k < s->first[s->nrows]; k++) s->gradient[k] = share->matrix[s->from[k]] * s->scale[s->column[k]];
  for (int32_t c = 0; c < s->ncarried; c++) {
    for (int32_t k = s->normal_column[c]; k < s->normal_column[c + 1]; k++) {
      s->normal[k] = product(s, s->normal_row[k], c);
    }
  }
  s->known = sar_ldl_factor(s->ldl, s->normal) == SAR_OK;
}

/* At a new pose. */
static void follow(const SarWorkspace *m, const SarPoint *at) {
  SarShare *share = m->share;
  const SarWeights rows = {.rows = SAR_ROWS_POSITION};
  size_t bytes = (size_t)m->problem.n.nq * sizeof *share->q;
  if (share->placed && memcmp(share->q, at->q, bytes) == 0) return;
  memcpy(share->q, at->q, bytes);
  SarPoint bare = *at;
  memset(share->room, 0, ((size_t)m->problem.n.np + (size_t)m->problem.n.nn) * sizeof *share->room);
  bare.lambda = share->room;
  bare.mu = share->room + m->problem.n.np;
  make_matrix(m, &bare, &rows);
  if (share->symbolic) add_symbolic(m, &bare, &rows);
  for (int32_t i = 0; i < share->nsets; i++) take_gradients(share, &share->sets[i]);
  share->placed = true;
  share->said = false;
  share->factorisations++;
}

/* ---- what is not felt ---- */

/* load = G^T x of the rows from `begin` to `end`. */
static void find_load(SarShareSet *s, int32_t begin, int32_t end, const double *x) {
  memset(s->load, 0, (size_t)s->ncoordinates * sizeof *s->load);
  for (int32_t row = begin; row < end; row++) {
    for (int32_t k = s->first[row]; k < s->first[row + 1]; k++) s->load[s->column[k]] += s->gradient[k] * x[row];
  }
}

/* What a row says of velocities. */
static double say(const SarShareSet *s, int32_t row, const double *velocities) {
  double sum = 0;
  for (int32_t k = s->first[row]; k < s->first[row + 1]; k++) sum += s->gradient[k] * velocities[s->column[k]];
  return sum;
}

/* load = the shortest velocities of which the carried rows say x, G_c^T (G_c G_c^T)^-1 x. */
static void find_shortest(SarShareSet *s, const double *x) {
  memcpy(s->solved, x, (size_t)s->ncarried * sizeof *s->solved);
  sar_ldl_solve(s->ldl, s->solved);
  find_load(s, 0, s->ncarried, s->solved);
}

/* along = B x, in the rows that are not carried; returned: the largest. */
static double find_along(SarShareSet *s, const double *x) {
  double largest = 0;
  find_shortest(s, x);
  for (int32_t row = s->ncarried; row < s->nrows; row++) {
    s->along[row] = x[row] - say(s, row, s->load);
    largest = fmax(largest, fabs(s->along[row]));
  }
  return largest;
}

/* wander = B^T z, with z in the rows that are not carried. */
static void combine(SarShareSet *s, const double *z) {
  find_load(s, s->ncarried, s->nrows, z);
  for (int32_t row = 0; row < s->ncarried; row++) s->wander[row] = -say(s, row, s->load);
  sar_ldl_solve(s->ldl, s->wander);
  memcpy(s->wander + s->ncarried, z + s->ncarried, (size_t)(s->nrows - s->ncarried) * sizeof *z);
}

static double squared(int32_t count, const double *x) {
  double sum = 0;
  for (int32_t i = 0; i < count; i++) sum += x[i] * x[i];
  return sum;
}

/* s->x becomes P x: conjugate gradients for B B^T z = B x, with the residuals as they are and x in the place of z. */
static void share_out(SarShareSet *s, int64_t *rounds) {
  int32_t dropped = s->nrows - s->ncarried;
  double enough = CLOSE * sar_largest(s->nrows, s->x), before = 0;
  if (!s->known || find_along(s, s->x) <= enough) return;
  memset(s->search, 0, (size_t)s->nrows * sizeof *s->search);
  for (int32_t round = 0; round < dropped + MORE_ROUNDS; round++) {
    double size = squared(dropped, s->along + s->ncarried);
    for (int32_t i = s->ncarried; i < s->nrows; i++) {
      s->search[i] = s->along[i] + (before > 0 ? size / before : 0) * s->search[i];
    }
    combine(s, s->search);
    double length = size / squared(s->nrows, s->wander);
    for (int32_t i = 0; i < s->nrows; i++) s->x[i] -= length * s->wander[i];
    before = size;
    ++*rounds;
    if (find_along(s, s->x) <= enough) return;
  }
}

/* ---- at a point ---- */

static bool is_known(const SarWorkspace *m, const SarPoint *at) {
  const SarSizes *n = &m->problem.n;
  const double *raw = m->share->raw;
  bool said = m->share->said && memcmp(raw, at->lambda, (size_t)n->np * sizeof *raw) == 0;
  return said && (!at->mu || n->nn == 0 || memcmp(raw + n->np, at->mu, (size_t)n->nn * sizeof *raw) == 0);
}

static void share_all(const SarWorkspace *m, const SarPoint *at) {
  const SarSizes *n = &m->problem.n;
  SarShare *share = m->share;
  memcpy(share->raw, at->lambda, (size_t)n->np * sizeof *share->raw);
  for (int32_t i = 0; i < n->nn; i++) share->raw[n->np + i] = at->mu ? at->mu[i] : 0;
  memcpy(share->lambda, share->raw, ((size_t)n->np + (size_t)n->nn) * sizeof *share->raw);
  for (SarShareSet *s = share->sets; s < share->sets + share->nsets; s++) {
    for (int32_t i = 0; i < s->nrows; i++) s->x[i] = share->raw[s->row[i]];
    share_out(s, &share->rounds);
    for (int32_t i = 0; i < s->nrows; i++) share->lambda[s->row[i]] = s->shared[i] = s->x[i];
  }
  share->said = true;
}

void sar_share_point(const SarWorkspace *m, SarPoint *at) {
  SarShare *share = m->share;
  if (!at->lambda || !at->q || at->lambda == share->lambda) return; /* nothing is known, or it is shared already */
  follow(m, at);
  if (!is_known(m, at)) share_all(m, at);
  at->lambda = share->lambda;
  at->mu = share->lambda + m->problem.n.np;
}

/* ---- derivatives ---- */

/* share->matrix: (G y)_q in the rows of constraints, (G^T r)_q in those of the dynamics. */
static void make_curvature(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights) {
  SarShare *share = m->share;
  const SarSizes *n = &m->problem.n;
  const SarWeights curvature = {.q = 1, .velocity_q = 1, .rotation = weights->rotation, .rows = SAR_ROWS_VELOCITY};
  SarPoint bare = {.t = at->t, .q = at->q, .v = share->v, .a = at->a, .x = at->x, .lambda = share->room};
  bare.mu = share->room + n->np;
  memset(share->v, 0, (size_t)n->nv * sizeof *share->v);
  for (int32_t i = 0; i < n->np + n->nn; i++) share->room[i] = share->raw[i] - share->lambda[i];
  for (SarShareSet *s = share->sets; s < share->sets + share->nsets; s++) {
    if (!s->known) continue;
    find_shortest(s, s->shared);
    for (int32_t i = 0; i < s->ncoordinates; i++) share->v[s->coordinate[i]] = s->scale[i] * s->load[i];
  }
  sar_workspace_place(m, at->q, share->v);
  make_matrix(m, &bare, &curvature);
  sar_workspace_place(m, at->q, at->v);
}

/* load = what a row with the derivatives g (s->x) and f' (s->felt) feels of positions. */
static void find_bend(const SarWorkspace *m, SarShareSet *s) {
  const double *matrix = m->share->matrix;
  find_shortest(s, s->x);
  for (int32_t i = 0; i < s->ncoordinates; i++) s->shortest[i] = s->scale[i] * s->load[i];
  memset(s->load, 0, (size_t)s->ncoordinates * sizeof *s->load);
  for (int32_t row = 0; row < s->nrows; row++) {
    double w = s->felt[row] - s->x[row], own = s->row[row] >= m->problem.n.np; /* its gradient stands there, too */
    for (int32_t k = s->first[row]; k < s->first[row + 1]; k++) {
      s->load[s->column[k]] += w * (matrix[s->from[k]] - own * s->gradient[k] / s->scale[s->column[k]]);
    }
  }
  for (const SarShareCurve *c = s->curved; c < s->curved + s->ncurved; c++) {
    s->load[c->column] += s->shortest[c->row] * matrix[c->from];
  }
}

static void feel(const SarWorkspace *m, SarShareSet *s, const int32_t *slot, double by_position, double *values) {
  for (int32_t i = 0; i < s->nrows; i++) s->felt[i] = s->x[i] = values[slot[i]];
  share_out(s, &m->share->rounds);
  for (int32_t i = 0; i < s->nrows; i++) values[slot[i]] = s->x[i];
  if (by_position == 0) return;
  find_bend(m, s);
  for (int32_t i = 0; i < s->ncoordinates; i++) values[slot[s->nrows + i]] += by_position * s->load[i];
}

void sar_share_matrix(const SarWorkspace *m, const SarPoint *at, const SarWeights *weights, double *values) {
  SarShare *share = m->share;
  SarPoint shared = *at;
  sar_share_point(m, &shared);
  if (weights->q != 0 && share->said) make_curvature(m, at, weights);
  for (SarShareSet *s = share->sets; s < share->sets + share->nsets; s++) {
    for (int32_t i = 0; s->known && share->said && i < s->nfeeling; i++) {
      feel(m, s, s->slot + (size_t)i * (size_t)(s->nrows + s->ncoordinates), weights->q, values);
    }
  }
}
