/* Reactions of least norm. Where the part of the multipliers along the null space acts on nothing (null_space.h), it is
 * taken away, and that is all. Else the null space is that of the rows that are carried: every other row repeats some
 * of them, N = (-c, 1 in the row), whatever the joints' drift or a nearly singular pose make of its own gradient; c
 * comes from the saddle-point matrix, so that loads on bodies stay what they were. The part along N is found by
 * conjugate gradients for N^T N z = N^T lambda, two solves a round, with the approximate projection in front: as many
 * rounds as there are nearly singular directions, and not many more. */
#include <math.h>
#include <string.h>

#include "analysis/start/equations.h"

#define CLOSE 1e-13               /* of the multipliers: their part along the null space, as good as none */
#define ROUNDS 20                 /* at most */
#define GOLDEN 0.6180339887498949 /* its multiples are spread over the unit interval, no two alike */
#define SILVER 0.4142135623730950

/* By rows of the null space. */
typedef struct Search {
  SarEquations *e;
  SarNullSpace *n;
  double *x;         /* multipliers */
  double *along;     /* N^T x in rows that are not carried, else 0 */
  double *direction; /* a combination of null vectors */
  double *before;    /* the last one */
} Search;

static bool is_carried(const SarEquations *e, int32_t row) { return row >= e->m->problem.n.np || e->m->carried[row]; }

static void clear_right(const SarEquations *e) {
  memset(e->rhs, 0, (size_t)sar_sizes_unknowns(&e->m->problem.n) * sizeof *e->rhs);
}

/* N z, with z in the rows that are not carried. */
static SarStatus combine(SarEquations *e, const double *z, double *out) {
  const SarNullSpace *n = e->null;
  clear_right(e);
  for (int32_t i = 0; i < n->nrows; i++) {
    if (!is_carried(e, n->rows[i])) sar_null_space_add_gradient(n, i, z[i], e->rhs);
  }
  SAR_TRY(sar_equations_solve(e));
  const double *repeated = e->rhs + e->m->problem.n.nv;
  for (int32_t i = 0; i < n->nrows; i++) out[i] = is_carried(e, n->rows[i]) ? -repeated[n->rows[i]] : z[i];
  return SAR_OK;
}

/* N^T x: the velocities that the multipliers of carried rows would be, as the other rows see them. */
static SarStatus find_along(Search *s) {
  SarEquations *e = s->e;
  clear_right(e);
  for (int32_t i = 0; i < s->n->nrows; i++) {
    int32_t row = s->n->rows[i];
    if (is_carried(e, row)) e->rhs[e->m->problem.n.nv + row] = s->x[i];
  }
  SAR_TRY(sar_equations_solve(e));
  for (int32_t i = 0; i < s->n->nrows; i++) {
    s->along[i] = is_carried(e, s->n->rows[i]) ? 0 : s->x[i] - sar_null_space_product(s->n, i, e->rhs);
  }
  return SAR_OK;
}

static double product(int32_t count, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < count; i++) sum += a[i] * b[i];
  return sum;
}

/* Takes from x what it has of the direction, apart from that of the round before. */
static void step(const Search *s, const SarNullGroup *g) {
  double *x = s->x + g->row, *d = s->direction + g->row, *before = s->before + g->row;
  double squared = product(g->nrows, before, before);
  double common = squared > 0 ? product(g->nrows, d, before) / squared : 0;
  for (int32_t i = 0; i < g->nrows; i++) d[i] -= common * before[i];
  squared = product(g->nrows, d, d);
  double length = squared > 0 ? product(g->nrows, x, d) / squared : 0;
  for (int32_t i = 0; i < g->nrows; i++) {
    x[i] -= length * d[i];
    before[i] = d[i];
  }
}

static bool is_close(const Search *s, const SarNullGroup *g) {
  double along = 0, size = 0;
  for (int32_t i = g->row; i < g->row + g->nrows; i++) {
    along = fmax(along, fabs(s->along[i]));
    size = fmax(size, fabs(s->x[i]));
  }
  return !(along > CLOSE * size);
}

static SarStatus search(Search *s) {
  SarNullSpace *n = s->n;
  SarNullGroup *end = n->groups + n->ngroups;
  for (int round = 0; round < ROUNDS; round++) {
    bool done = true;
    SAR_TRY(find_along(s));
    for (SarNullGroup *g = n->groups; g < end; g++) {
      g->done = g->done || is_close(s, g);
      if (g->done) memset(s->along + g->row, 0, (size_t)g->nrows * sizeof *s->along);
      done &= g->done;
    }
    if (done) break;
    memcpy(n->part, s->along, (size_t)n->nrows * sizeof *n->part);
    sar_null_space_approximate(n, &s->e->counts.solves);
    SAR_TRY(combine(s->e, n->part, s->direction));
    for (SarNullGroup *g = n->groups; g < end; g++) {
      if (!g->done) step(s, g);
    }
  }
  return SAR_OK;
}

/* Multipliers by rows of the null space, and back. */
static void gather(const SarEquations *e, const double *lambda, const double *mu, double *x) {
  int32_t np = e->m->problem.n.np;
  for (int32_t i = 0; i < e->null->nrows; i++) {
    int32_t row = e->null->rows[i];
    x[i] = row < np ? lambda[row] : mu[row - np];
  }
}

static void scatter(const SarEquations *e, const double *x, double *lambda, double *mu) {
  int32_t np = e->m->problem.n.np;
  for (int32_t i = 0; i < e->null->nrows; i++) {
    int32_t row = e->null->rows[i];
    *(row < np ? &lambda[row] : &mu[row - np]) = x[i];
  }
}

SarStatus sar_equations_least_norm(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                   double *lambda, double *mu) {
  (void)x; /* constraints do not depend on states */
  SarNullSpace *n = e->null;
  bool exact;
  if (!n) return SAR_OK;
  bool other = e->trial || e->nearby; /* the matrix at hand is another one, perhaps without gradients */
  if (other) SAR_TRY(sar_equations_take_gradients(e, t, q, v));
  Search s = {.e = e, .n = n, .x = n->room, .along = n->room + n->nrows};
  s.direction = s.along + n->nrows;
  s.before = s.direction + n->nrows;
  gather(e, lambda, mu, s.x);
  memcpy(n->part, s.x, (size_t)n->nrows * sizeof *n->part);
  SAR_TRY(sar_null_space_part(n, &exact, &e->counts.solves));
  for (SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
    g->done = g->exact;
    for (int32_t i = g->row; g->exact && i < g->row + g->nrows; i++) s.x[i] -= n->part[i];
  }
  if (!exact) {
    if (other) SAR_TRY(sar_equations_factor(e, t, q, v));
    memset(s.before, 0, (size_t)n->nrows * sizeof *s.before);
    SAR_TRY(search(&s));
  }
  scatter(e, s.x, lambda, mu);
  return SAR_OK;
}

SarStatus sar_equations_least_norm_anew(SarEquations *e, double t, const double *q, const double *v, const double *x,
                                        double *lambda, double *mu) {
  SAR_TRY(sar_equations_renew(e));
  e->nearby = true; /* whatever the factors are of, it is not this pose */
  return sar_equations_least_norm(e, t, q, v, x, lambda, mu);
}

/* ---- for those who ask what feels it ---- */

/* N z by all rows of the mechanism, if z comes in n->part. */
static SarStatus spread(SarEquations *e, bool unit, double *vector) {
  SarNullSpace *n = e->null;
  SAR_TRY(combine(e, n->part, n->part));
  memset(vector, 0, ((size_t)e->m->problem.n.np + (size_t)e->m->problem.n.nn) * sizeof *vector);
  for (const SarNullGroup *g = n->groups; g < n->groups + n->ngroups; g++) {
    double size = unit ? 0 : 1;
    for (int32_t i = g->row; unit && i < g->row + g->nrows; i++) size = fmax(size, fabs(n->part[i]));
    for (int32_t i = g->row; size > 0 && i < g->row + g->nrows; i++) vector[n->rows[i]] = n->part[i] / size;
  }
  return SAR_OK;
}

SarStatus sar_equations_null_vector(SarEquations *e, int32_t row, double *vector) {
  for (int32_t i = 0; i < e->null->nrows; i++) e->null->part[i] = e->null->rows[i] == row;
  return spread(e, false, vector);
}

SarStatus sar_equations_draw(SarEquations *e, int32_t number, double *vector) {
  for (int32_t i = 0; i < e->null->nrows; i++) {
    double at = (i + 1) * (number + 1) * (number % 2 ? SILVER : GOLDEN);
    e->null->part[i] = at - floor(at) - 0.5;
  }
  return spread(e, true, vector);
}
