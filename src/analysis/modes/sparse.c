/* The eigenvalues nearest to zero of a large mechanism, by shift and inversion (shifted.h).
 *
 * Those nearest to the shift are the operator's largest, which Arnoldi's iteration finds first, and what the
 * constraints take away (eigenvalues at infinity) becomes nu = 0, which it never finds. The shift is real and positive:
 * zeros, which free bodies have, do not make P(s) singular; and it should be about as large as the smallest of the
 * others, so that these are well apart while zeros can be told from them. The first search tells where that is. What is
 * found is checked by its residual before it is told. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/modes/eigen_modes.h"
#include "analysis/modes/shifted.h"
#include "linear/arnoldi.h"

#define FIRST_SHIFT 1e-3 /* of the fastest that the diagonals show */
#define TINY 3e-5        /* of the shift: a double zero comes out as the root of rounding */
#define RESTARTS 300
#define MOST_SEARCHES 8
#define LOW 0.05 /* of the smallest: a shift below it makes too much of zeros */
#define MOST_BANDS 6
#define BEST 1e-8     /* what may be wrong with a mode at first, of the square of its eigenvalue; ten times that ... */
#define WORST 1e-6    /* ... after each search for better ones, up to this: of very stiff mechanisms none is better */
#define LOOSE 100     /* the same over the tolerance of the iteration */
#define ASIDE 1.7     /* of the shift: another one, where that of the right size did not do */
#define APART 1e-3    /* what is nearer to one that is wrong may be wrong, too */
#define SAME 1e-3     /* length of what a vector at zero has beyond others: less is of the same motion */
#define SPARE_PAIR 2  /* eigenvalues beyond those wanted */
#define REACH 3       /* the fastest of those that are checked with the same shift, over the slowest, ... */
#define BESIDE 0.83   /* ... and the shift over that: not at a real one */
#define MOST_STARTS 4 /* of searches for further vectors at zero */
#define LEAST 10      /* that are searched: with fewer, a first shift that is far off leads nowhere */

typedef enum State { UNKNOWN, ZERO, HOLDS, WRONG } State; /* the last two: checked */

typedef struct Search {
  SarShifted operator;
  double tolerance;
  SarArnoldiResult result;
  State *state; /* of what it found */
  double limit; /* of what is wrong with one that holds */
} Search;

/* ---- what a search has shown ---- */

static double complex value_of(const Search *s, int32_t i) {
  return sar_shifted_value(&s->operator, s->result.values[i]);
}

static const double complex *vector_of(const Search *s, int32_t i) {
  return s->result.vectors + (size_t)i * (size_t)s->operator.size;
}

/* Of a pair. */
static bool is_second(const Search *s, int32_t i) {
  const double complex *values = s->result.values;
  return i > 0 && cimag(values[i]) < 0 && values[i] == conj(values[i - 1]);
}

/* Zeros are those far below the shift, and those that move against nothing but rounding: of a stiff beam on a hinge
 * that may be far above the first limit, and a shift put beside it would find rounding alone. */
static void mark_zeros(Search *s) {
  for (int32_t i = 0; i < s->result.count; i++) {
    double complex value = value_of(s, i);
    bool zero = cabs(value) < TINY * s->operator.shift;
    if (is_second(s, i)) {
      zero = s->state[i - 1] == ZERO;
    } else if (!zero) {
      SarTerms terms = sar_shifted_terms(&s->operator, vector_of(s, i));
      zero = sar_terms_are_rounding(&terms, value);
    }
    s->state[i] = zero ? ZERO : UNKNOWN;
  }
}

typedef struct Found {
  int32_t zeros, modes; /* zeros; others, pairs once */
  double smallest;      /* of the others; infinite: there is none */
} Found;

static Found look(const Search *s) {
  Found f = {.smallest = INFINITY};
  for (int32_t i = 0; i < s->result.count; i++) {
    if (s->state[i] == ZERO) {
      f.zeros++;
      continue;
    }
    f.modes += cimag(s->result.values[i]) >= 0;
    f.smallest = fmin(f.smallest, cabs(value_of(s, i)));
  }
  return f;
}

/* ---- whether it is true ---- */

/* The slowest that is no zero, not slower than `from` and, unless `any`, has been found wrong; infinite: there is none.
 */
static double slowest(const Search *s, double from, bool any) {
  double least = INFINITY;
  for (int32_t i = 0; i < s->result.count; i++) {
    double rate = cabs(value_of(s, i));
    if (s->state[i] != ZERO && rate >= from && (any || s->state[i] == WRONG)) least = fmin(least, rate);
  }
  return least;
}

/* Checks those from one rate to another, and adds how many these are; of pairs, the first stands for both. */
static SarStatus check_some(Search *s, SarShifted *o, double from, double to, int32_t *modes) {
  for (int32_t i = 0; i < s->result.count; i++) {
    double complex value = value_of(s, i);
    if (s->state[i] == ZERO || cabs(value) < from || cabs(value) >= to) continue;
    double wrong;
    if (is_second(s, i)) {
      s->state[i] = s->state[i - 1];
      continue;
    }
    SAR_TRY(sar_shifted_check(o, value, vector_of(s, i), &wrong));
    s->state[i] = wrong <= s->limit ? HOLDS : WRONG; /* WRONG, too, if it is no number */
    ++*modes;
  }
  return SAR_OK;
}

/* Whether as many as are wanted, from a rate on, are what they seem to be: with factors at shifts of their size. */
static SarStatus check(Search *s, double from, int32_t wanted) {
  SarShifted o = s->operator;
  SarStatus status = SAR_OK;
  for (int32_t modes = 0; status == SAR_OK && modes < wanted;) {
    from = slowest(s, from, true);
    if (!isfinite(from)) break;
    o.shift = BESIDE * from;
    status = sar_shifted_factor(&o);
    if (status == SAR_OK) status = check_some(s, &o, from, REACH * from, &modes);
    from *= REACH;
  }
  s->operator.solves = o.solves;
  return status;
}

/* ---- the search ---- */

static SarStatus search(Search *s, int32_t count, int start) {
  SarShifted *o = &s->operator;
  SAR_TRY(sar_shifted_factor(o));
  SAR_TRY(sar_shifted_begin(o, start));
  SarArnoldi problem = {.n = o->size,
                        .count = count,
                        .tolerance = s->tolerance,
                        .restarts = RESTARTS,
                        .apply = sar_shifted_apply,
                        .self = o,
                        .start = o->room};
  int32_t most = sar_pencil_order(o->pencil);
  problem.room = 2 * count + 20 < most ? 2 * count + 20 : most;
  sar_arnoldi_destroy(&s->result);
  SAR_TRY(sar_arnoldi(o->pencil->context, &problem, &s->result));
  mark_zeros(s);
  return SAR_OK;
}

/* Searches until the shift is right and there are enough modes; tells how many eigenvalues were searched for that. */
static SarStatus search_all(Search *s, int32_t wanted, int32_t *searched) {
  SarShifted *o = &s->operator;
  int32_t most = sar_pencil_order(o->pencil) - 2, count = 2 * (wanted > LEAST ? wanted : LEAST) + SPARE_PAIR;
  for (int round = 0;; round++) {
    if (count > most) count = most;
    *searched = count;
    SAR_TRY(search(s, count, 0));
    Found f = look(s);
    bool misplaced = f.modes > 0 && (o->shift > 2 * f.smallest || (f.zeros > 0 && o->shift < LOW * f.smallest));
    bool short_of = f.modes + f.zeros / 2 < wanted && count < most;
    if (round == MOST_SEARCHES || (!misplaced && !short_of && s->result.count > 0)) return SAR_OK;
    if (s->result.count == 0) o->shift *= 10;
    if (misplaced) o->shift = 0.5 * f.smallest;
    if (short_of) count += f.zeros + 2 * (wanted - f.modes);
  }
}

/* ---- shapes ---- */

static void take_shape(const SarShifted *o, const double complex *vector, SarEigenMode *out) {
  const SarSizes *n = &o->pencil->problem->n;
  for (int32_t i = 0; i < n->nv; i++) out->u[i] = vector[i] / sar_shifted_weight(o, i);
  for (int32_t i = 0; i < n->nx; i++) out->x[i] = vector[2 * (size_t)n->nv + (size_t)i];
}

/* What moves freely: displacements, orthogonal to each other. */
typedef struct Motions {
  double *columns; /* nv numbers each; `room` of them, the last one for work */
  int32_t room, kept;
  int32_t zeros; /* eigenvalues at zero: up to two for each */
} Motions;

/* Takes what a vector has beyond those that are there; false: nothing. */
static bool take_motion(Motions *m, const double complex *vector, bool imaginary, size_t nv) {
  double *column = m->columns + (size_t)m->kept * nv, left = 0;
  for (size_t k = 0; k < nv; k++) column[k] = imaginary ? cimag(vector[k]) : creal(vector[k]);
  for (int32_t j = 0; j < m->kept; j++) {
    const double *other = m->columns + (size_t)j * nv;
    double along = 0;
    for (size_t k = 0; k < nv; k++) along += column[k] * other[k];
    for (size_t k = 0; k < nv; k++) column[k] -= along * other[k];
  }
  for (size_t k = 0; k < nv; k++) left += column[k] * column[k];
  if (!(left > SAME * SAME)) return false; /* whole vectors have the length 1 */
  for (size_t k = 0; k < nv; k++) column[k] /= sqrt(left);
  m->kept++;
  return true;
}

/* Adds those that a search has found; how many were new. */
static SarStatus add_motions(const Search *s, Motions *m, int32_t *fresh) {
  const SarPencil *pencil = s->operator.pencil;
  int32_t most = m->kept + look(s).zeros + 1;
  size_t nv = (size_t)pencil->problem->n.nv, room = (size_t)most;
  *fresh = 0;
  if ((size_t)m->room < room) {
    double *larger = realloc(m->columns, room * nv * sizeof *larger + 1);
    if (!larger) return sar_report_no_memory(pencil->context);
    m->columns = larger;
    m->room = (int32_t)room;
  }
  for (int32_t i = 0; i < s->result.count; i++) {
    /* of a pair: its other part */
    if (s->state[i] == ZERO) *fresh += take_motion(m, vector_of(s, i), cimag(s->result.values[i]) < 0, nv);
  }
  return SAR_OK;
}

/* An iteration from one start sees a single vector of an eigenvalue that has several, and the others by its rounding
 * alone, or not at all. From another start it sees another one: so starts are tried until nothing new appears. */
static SarStatus find_motions(Search *s, Motions *m) {
  Search again = {.operator= s->operator, .tolerance = s->tolerance };
  int32_t fresh, most = sar_pencil_order(s->operator.pencil) - 2;
  m->zeros = look(s).zeros;
  SAR_TRY(add_motions(s, m, &fresh));
  if (fresh == 0) return SAR_OK;
  again.state = calloc((size_t)s->operator.size + 2, sizeof *again.state);
  SarStatus status = again.state ? SAR_OK : sar_report_no_memory(s->operator.pencil->context);
  for (int start = 1; status == SAR_OK && fresh > 0 && start <= MOST_STARTS; start++) {
    int32_t count = m->zeros + LEAST;
    status = search(&again, count < most ? count : most, start);
    int32_t zeros = look(&again).zeros, before = m->kept;
    if (status == SAR_OK) status = add_motions(&again, m, &fresh);
    bool twice = zeros >= 2 * before; /* as a motion with a velocity is, and one that a state makes is not */
    if (fresh > 0) m->zeros += twice ? 2 * fresh : fresh;
  }
  s->operator.solves = again.operator.solves;
  sar_arnoldi_destroy(&again.result);
  free(again.state);
  return status;
}

static void take_motions(const Search *s, const Motions *m, SarEigenModes *out) {
  int32_t nv = s->operator.pencil->problem->n.nv, count = m->kept;
  if (count == 0 && m->zeros > 0) count = 1; /* of a state */
  for (int32_t j = 0; j < count; j++) {
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = 0;
    mode->multiplicity = j < m->zeros - count ? 2 : 1;
    if (j >= m->kept) continue;
    for (int32_t k = 0; k < nv; k++) {
      mode->u[k] = m->columns[(size_t)j * (size_t)nv + (size_t)k] / sar_shifted_weight(&s->operator, k);
    }
  }
}

/* The list of modes, with those at zero. */
static SarStatus make(Search *s, int32_t most, SarEigenModes *out) {
  Motions m = {0};
  SarStatus status = find_motions(s, &m);
  if (status == SAR_OK) status = sar_eigen_make(s->operator.pencil, most + m.kept, out);
  out->count = 0;
  if (status == SAR_OK) take_motions(s, &m, out);
  free(m.columns);
  return status;
}

/* Those that hold, from one rate to another. */
static void take(const Search *s, double from, double to, int32_t most, SarEigenModes *out) {
  for (int32_t i = 0; i < s->result.count && out->count < most; i++) {
    double complex value = value_of(s, i);
    /* 1 / nu has the other sign of the imaginary part. */
    if (s->state[i] != HOLDS || cimag(value) < 0 || cabs(value) < from || cabs(value) >= to) continue;
    SarEigenMode *mode = &out->modes[out->count++];
    mode->value = value;
    mode->multiplicity = 1;
    take_shape(&s->operator, vector_of(s, i), mode);
  }
}

/* ---- all of it ---- */

/* Takes what holds up to the first that is wrong, and from there on searches again with a shift of that size: modes
 * much faster than the shift have few digits. */
static SarStatus take_all(Search *s, int32_t wanted, int32_t searched, SarEigenModes *out) {
  int32_t most = 2 * (searched + SPARE_PAIR);
  double from = 0;
  SAR_TRY(make(s, most, out));
  out->settled = s->result.settled;
  for (int band = 0;; band++) {
    s->limit = fmax(fmin(BEST * pow(10, band), WORST), LOOSE * s->tolerance);
    SAR_TRY(check(s, from, wanted - out->count));
    double wrong = slowest(s, from, false), to = (1 - APART) * wrong;
    take(s, from, to, most, out);
    out->missing = isfinite(wrong) && out->count < wanted;
    if (!out->missing || band == MOST_BANDS) return SAR_OK;
    double half = 0.5 * wrong, other = fmin(ASIDE * s->operator.shift, wrong);
    s->operator.shift = s->operator.shift<0.9 * half ? half : other;
    from = fmax(from, to);
    SAR_TRY(search(s, searched, 0));
  }
}

static SarStatus solve(Search *s, int32_t wanted, SarEigenModes *out) {
  const SarPencil *pencil = s->operator.pencil;
  int32_t searched;
  s->state = calloc((size_t)s->operator.size + 2, sizeof *s->state);
  if (!s->state) return sar_report_no_memory(pencil->context);
  SAR_TRY(sar_shifted_lower(&s->operator));
  SAR_TRY(search_all(s, wanted, &searched));
  out->shift = s->operator.shift;
  SAR_TRY(take_all(s, wanted, searched, out));
  out->solves = s->operator.solves;
  return SAR_OK;
}

SarStatus sar_eigen_sparse(const SarPencil *pencil, int32_t wanted, double tolerance, SarEigenModes *out) {
  Search s = {.tolerance = tolerance};
  *out = (SarEigenModes){0};
  SarStatus status = sar_shifted_create(pencil, FIRST_SHIFT * sar_pencil_fastest(pencil), &s.operator);
  if (status == SAR_OK) status = solve(&s, wanted, out);
  sar_arnoldi_destroy(&s.result);
  sar_shifted_destroy(&s.operator);
  free(s.state);
  return status;
}
