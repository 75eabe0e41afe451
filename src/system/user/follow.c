/* Whether the variables of a loop at the end of a step continue those at its beginning.
 *
 * The corrector takes any solution. Where the one that was followed ends, at a fold, or goes to infinity, a step may
 * land on another one, and the results would show a jump that nothing in the model says. Between two solutions the
 * matrix of the loop by its own variables changes the sign of its determinant. So the sign is looked at along the
 * straight line from the beginning to the end; where it changes, which honest loops hardly ever do within a step, the
 * way of the solution is followed in short pieces, as short as it takes. A step is refused only if that way does not
 * lead to its end. All else that the equations speak of goes in a straight line. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "expr/enclose.h"
#include "system/user/run.h"
#include "system/user/user.h"

#define LOOKS 8             /* at the sign along a line */
#define FIRST_PIECE 0.0625  /* of the step */
#define SHORTEST_PIECE 1e-9 /* a way that needs shorter ones ends there */
#define AT_CROSSING 1e-7    /* piece in which a sign may change ... */
#define SAME 1e-3           /* ... if the values stay the same, beside their size */
#define CONVERGED 1e-11     /* correction, beside the size of the values */
#define CONTRACTING 0.5     /* corrections fall by this factor at least, or the piece is too long */
#define MOST_CORRECTIONS 12
#define MOST_PIECES 2000 /* then the step is believed */

#define FALL 0.75       /* what is left of a small mass after a step, at least */
#define SMALL_MASS 1e-3 /* beside the mass at the start */

enum { N = SAR_LOOP_VARIABLES };

typedef struct Way {
  const SarWorkspace *m;
  const SarUserLoop *loop;
  const double *from, *to; /* leaves at both ends */
  double scale;            /* the largest value so far */
  double g[N], J[N * N];   /* rows and matrix where they were asked for last */
} Way;

/* Rows and matrix at the part s of the way, with the variables z. Only the leaves that the loop reads are moved: it
 * costs what it is, however large the rest. */
static void evaluate(Way *w, double s, const double *z) {
  const SarUser *u = w->m->system->user;
  double *leaf = w->m->leaves;
  const int32_t *read;
  int32_t n = w->loop->n, nread = sar_program_variables(w->loop->program.program, &read);
  for (int32_t k = 0; k < nread; k++) {
    int32_t i = read[k];
    leaf[i] = s < 1 ? w->from[i] + s * (w->to[i] - w->from[i]) : w->to[i];
  }
  for (int32_t i = 0; i < n; i++) leaf[u->first[SAR_SYMBOL_Z] + w->loop->z[i]] = z[i];
  sar_program_evaluate(w->loop->program.program, leaf, w->m->scratch, w->m->outputs);
  *w->m->work += sar_program_operations(w->loop->program.program) + nread; /* reading counts as well */
  memcpy(w->g, w->m->outputs, (size_t)n * sizeof *w->g);
  memcpy(w->J, w->m->outputs + n, (size_t)(n * n) * sizeof *w->J);
}

static void exchange_rows(double *J, double *g, int32_t n, int32_t a, int32_t b) {
  for (int32_t j = 0; j < n; j++) {
    double t = J[a * n + j];
    J[a * n + j] = J[b * n + j];
    J[b * n + j] = t;
  }
  double t = g[a];
  g[a] = g[b];
  g[b] = t;
}

/* Eliminates in J and g with the largest pivots. The sign of the determinant; 0: it vanishes, or is no number. */
static int eliminate(double *J, double *g, int32_t n) {
  int sign = 1;
  for (int32_t k = 0; k < n; k++) {
    int32_t best = k;
    for (int32_t i = k + 1; i < n; i++) {
      if (fabs(J[i * n + k]) > fabs(J[best * n + k])) best = i;
    }
    double pivot = J[best * n + k];
    if (!(fabs(pivot) > DBL_MIN) || !isfinite(pivot)) return 0;
    if (best != k) exchange_rows(J, g, n, k, best), sign = -sign;
    if (pivot < 0) sign = -sign;
    for (int32_t i = k + 1; i < n; i++) {
      double f = J[i * n + k] / pivot;
      for (int32_t j = k; j < n; j++) J[i * n + j] -= f * J[k * n + j];
      g[i] -= f * g[k];
    }
  }
  return sign;
}

static int sign_at(Way *w, double s, const double *z) {
  evaluate(w, s, z);
  return eliminate(w->J, w->g, w->loop->n);
}

/* Whether the sign is another one somewhere on the line from (s0, z0), where it is known, to (s1, z1). */
static bool sign_changes(Way *w, double s0, const double *z0, double s1, const double *z1, int sign) {
  double z[N];
  for (int k = 1; k <= LOOKS; k++) {
    double part = (double)k / LOOKS;
    for (int32_t i = 0; i < w->loop->n; i++) z[i] = z0[i] + part * (z1[i] - z0[i]);
    if (sign_at(w, s0 + part * (s1 - s0), z) == -sign) return true;
  }
  return false;
}

static double distance(const Way *w, const double *a, const double *b) {
  double largest = 0;
  for (int32_t i = 0; i < w->loop->n; i++) largest = fmax(largest, fabs(a[i] - b[i]));
  return largest / w->scale;
}

/* Newton's method from z at the part s of the way; the corrections must fall from the first on. */
static bool solve(Way *w, double s, double *z) {
  int32_t n = w->loop->n;
  double before = INFINITY;
  for (int k = 0; k < MOST_CORRECTIONS; k++) {
    double largest = 0;
    if (sign_at(w, s, z) == 0) return false;
    for (int32_t i = n - 1; i >= 0; i--) {
      for (int32_t j = i + 1; j < n; j++) w->g[i] -= w->J[i * n + j] * w->g[j];
      w->g[i] /= w->J[i * n + i];
      z[i] -= w->g[i];
      largest = fmax(largest, fabs(w->g[i]));
      w->scale = fmax(w->scale, fabs(z[i]));
    }
    largest /= w->scale;
    if (largest <= CONVERGED) return true;
    if (!(largest <= CONTRACTING * before)) return false;
    before = largest;
  }
  return false;
}

/* Whether the way of the solution from z0 leads to z1; to anywhere where that is null. */
static bool leads_there(Way *w, const double *z0, const double *z1, int sign) {
  double z[N], next[N], s = 0, piece = FIRST_PIECE;
  size_t size = (size_t)w->loop->n * sizeof *z;
  memcpy(z, z0, size);
  for (int32_t k = 0; s < 1; k++) {
    if (k == MOST_PIECES) return true;
    double s1 = fmin(s + piece, 1);
    memcpy(next, z, size);
    bool good = solve(w, s1, next);
    if (good && sign_changes(w, s, z, s1, next, sign)) {
      /* a loop that is singular for an instant may be solved on both sides by the same values */
      good = piece <= AT_CROSSING && distance(w, next, z) <= SAME && sign_at(w, s1, next) != 0;
      if (good) sign = sign_at(w, s1, next);
    }
    if (!good) {
      piece /= 2;
      if (piece < SHORTEST_PIECE) return false;
      continue;
    }
    s = s1;
    memcpy(z, next, size);
    piece = fmin(2 * piece, FIRST_PIECE);
  }
  return !z1 || distance(w, z, z1) <= 0.5 * distance(w, z0, z1) + SAME;
}

static bool continues(Way *w, int32_t *culprit) {
  const SarUser *u = w->m->system->user;
  double z0[N], z1[N], most = -1;
  w->scale = DBL_MIN;
  for (int32_t i = 0; i < w->loop->n; i++) {
    int32_t leaf = u->first[SAR_SYMBOL_Z] + w->loop->z[i];
    z0[i] = w->from[leaf];
    z1[i] = w->to[leaf];
    w->scale = fmax(w->scale, fmax(fabs(z0[i]), fabs(z1[i])));
    if (fabs(z1[i] - z0[i]) > most) most = fabs(z1[i] - z0[i]), *culprit = w->loop->z[i];
  }
  int sign = sign_at(w, 0, z0);
  return sign == 0 || !sign_changes(w, 0, z0, 1, z1, sign) || leads_there(w, z0, z1, sign);
}

static void load_ends(const SarWorkspace *m, const SarPoint *from, const SarPoint *to) {
  int32_t count = m->system->user->nleaves;
  sar_workspace_place(m, from->q, from->v);
  sar_user_load(m, from);
  memcpy(m->ends, m->leaves, (size_t)count * sizeof *m->leaves);
  sar_workspace_place(m, to->q, to->v);
  sar_user_load(m, to);
  memcpy(m->ends + count, m->leaves, (size_t)count * sizeof *m->leaves);
}

bool sar_user_loop_goes_on(const SarWorkspace *m, const SarUserLoop *loop, const SarPoint *from, const SarPoint *to) {
  const SarUser *u = m->system->user;
  double z0[N];
  load_ends(m, from, to);
  Way way = {.m = m, .loop = loop, .from = m->ends, .to = m->ends + u->nleaves, .scale = DBL_MIN};
  for (int32_t i = 0; i < loop->n; i++) {
    z0[i] = way.from[u->first[SAR_SYMBOL_Z] + loop->z[i]];
    way.scale = fmax(way.scale, fabs(z0[i]));
  }
  int sign = sign_at(&way, 0, z0);
  return sign != 0 && leads_there(&way, z0, NULL, sign);
}

/* ---- masses ---- */

/* All masses that change, each with its rate, at a point: kept in `values`. */
static void find_masses(const SarWorkspace *m, const SarPoint *at, double *values) {
  const SarUserProgram *masses = &m->system->user->masses;
  sar_workspace_place(m, at->q, at->v);
  memcpy(values, sar_user_run(m, masses, at), (size_t)masses->noutputs * sizeof *values);
}

static double soon(const double *mass, double h) { return mass[0] + h * mass[1]; }

static bool falls(const double *mass, double h) { return soon(mass, h) <= FALL * mass[0]; }

static bool any_falls(const double *masses, int32_t noutputs, double h) {
  for (int32_t i = 0; i < noutputs; i += 2) {
    if (falls(&masses[i], h)) return true;
  }
  return false;
}

/* A mass that vanishes lets the velocity grow without bound, and the corrector finds another solution beyond: the
 * coordinate on the other side, or on its way back. So a mass must not fall by as much as it is within a step, nor by a
 * part of it once it is small: where it does not vanish, shorter steps pass. */
bool sar_user_masses_stay(const SarWorkspace *m, const SarPoint *from, const SarPoint *to, double small,
                          SarUserMass *out) {
  const SarSystem *s = m->system;
  const SarUserProgram *masses = &s->user->masses;
  int32_t n = masses->noutputs;
  double h = to->t - from->t, *before = m->masses, *start = before + n, *after = start + n;
  if (!n) return true;
  find_masses(m, from, before);
  if (any_falls(before, n, h)) find_masses(m, &(SarPoint){.q = s->q0, .v = s->v0}, start);
  find_masses(m, to, after);
  for (int32_t i = 0; i < n; i += 2) {
    double expected = soon(&before[i], h);
    bool small_and_falls = falls(&before[i], h) && before[i] < small * start[i];
    if (!(after[i] <= 0) && !(expected <= 0) && !small_and_falls) continue;
    *out = (SarUserMass){masses->target[i], before[i], fmin(expected, after[i]), expected <= 0 || small_and_falls};
    return false;
  }
  return true;
}

SarStatus sar_workspace_continues(const SarProblem *p, const SarPoint *from, const SarPoint *to, int32_t *culprit) {
  const SarWorkspace *m = sar_workspace_of(p);
  const SarUser *u = m->system->user;
  SarUserMass mass;
  int32_t turned = sar_workspace_turned_too_far(m, to->q, to->v);
  if (turned >= 0) {
    const SarPlace *place = &m->system->places[turned];
    *culprit = 6 * (place->b.body < m->system->nbodies ? place->b.body : place->a.body) + 3;
    return SAR_NO_CONVERGENCE;
  }
  if (u && !sar_user_masses_stay(m, from, to, SMALL_MASS, &mass)) {
    *culprit = 6 * m->system->nbodies + mass.coordinate;
    return SAR_NO_CONVERGENCE;
  }
  if (!u || !u->nwatched) return SAR_OK;
  load_ends(m, from, to);
  for (int32_t i = 0; i < u->nloops; i++) {
    Way way = {.m = m, .loop = &u->loops[i], .from = m->ends, .to = m->ends + u->nleaves};
    if (!u->loops[i].watched || continues(&way, culprit)) continue;
    *culprit += sar_sizes_unknowns(&p->n) - p->n.nz;
    return SAR_NO_CONVERGENCE;
  }
  return SAR_OK;
}

bool sar_user_loop_is_singular(const SarWorkspace *m, const SarUserLoop *loop, double smallest) {
  int32_t n = loop->n;
  double g[N], J[N * N];
  const double *values = m->outputs;
  sar_program_evaluate(loop->program.program, m->leaves, m->scratch, m->outputs);
  sar_workspace_note_stop(m, loop->program.program);
  memcpy(g, values, (size_t)n * sizeof *g);
  memcpy(J, values + n, (size_t)(n * n) * sizeof *J);
  for (int32_t i = 0; i < n; i++) { /* rows of the same size */
    double size = 0;
    for (int32_t j = 0; j < n; j++) size = fmax(size, fabs(J[i * n + j]));
    for (int32_t j = 0; j < n; j++) J[i * n + j] /= size > 0 ? size : 1;
  }
  if (eliminate(J, g, n) == 0) return true;
  for (int32_t i = 0; i < n; i++) {
    if (fabs(J[i * n + i]) < smallest) return true;
  }
  return false;
}
