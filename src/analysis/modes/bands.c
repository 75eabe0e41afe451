/* Slow eigenvalues beside much faster ones, by the dense way at shifts of their size: each shift tells those about as
 * large, from the slowest up. Arnoldi's iteration would be faster, but finds neither nearly all of a small mechanism's
 * nor what it took for zeros. */
#include "analysis/modes/bands.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_SHIFT 1e-3 /* of the fastest that the diagonals show */
#define MOST_SHIFTS 4    /* until it is that of the slowest */
#define NEAR 10          /* the shift over the slowest, or this over that: near enough */
#define REACH 300        /* fastest over the shift: of an undamped one its square, times the rounding, is lost */
#define MOST_BANDS 8
#define BESIDE 0.83 /* of a rate: a shift that is not at a real one */
#define WRONG 1e-6  /* of the square of an eigenvalue that holds */
#define SHAPE 1e-14 /* of the stiffest: stiffness that makes no more of a zero is met by the rounding of its shape */
#define NOISE 1e3   /* units of rounding: reactions, which are in the stiffness, have fewer digits than it */

/* ---- one mode ---- */

/* The vector of the shifted operator, without rates, which nothing here asks for. */
static void make_vector(const SarShifted *o, const SarEigenMode *mode, double complex *vector) {
  const SarSizes *n = &o->pencil->problem->n;
  for (int32_t i = 0; i < n->nv; i++) vector[i] = mode->u[i] * sar_shifted_weight(o, i);
  for (int32_t i = 0; i < n->nx; i++) vector[2 * (size_t)n->nv + (size_t)i] = mode->x[i];
}

/* What of the stiffness along a shape may be rounding, of the shape and of forces on what turns and is held, too: these
 * are in the stiffness, but cancel. */
static double noise_of(const SarShifted *o, const SarTerms *t) {
  const SarPencil *p = o->pencil;
  double spin = 0, shape = SHAPE * sar_pencil_stiffest(p);
  for (int32_t i = 0; i < p->problem->nrotations; i++) spin = fmax(spin, sar_norm(sar_add(p->of_u[i], p->of_w[i])));
  return NOISE * (t->rounding + DBL_EPSILON * t->mass * spin * spin) + t->mass * shape * shape;
}

/* How fast it is; of what meets no stiffness and no damping but rounding, infinite: that moves freely, whatever was
 * found. Of another that was taken for a zero, how fast its stiffness would make it. */
static double rate_of(SarShifted *o, const SarEigenMode *mode, double complex *vector) {
  double rate = cabs(mode->value);
  make_vector(o, mode, vector);
  SarTerms t = sar_shifted_terms(o, vector);
  double noise = noise_of(o, &t);
  if (t.mass > 0 && t.stiffness <= noise && rate * t.damping <= noise) return INFINITY;
  if (rate > 0) return rate;
  return t.mass > 0 ? sqrt(t.stiffness / t.mass) : INFINITY;
}

static void add_unsure(double rate, double wrong, SarUnsure *out) {
  out->modes++;
  out->slowest = fmin(out->slowest, rate);
  out->fastest = fmax(out->fastest, rate);
  out->worst = wrong <= 1 ? fmax(out->worst, wrong) : 1; /* 1, too, if it is no number */
}

static SarStatus check(SarShifted *o, const SarEigenMode *mode, double complex *vector, SarUnsure *unsure) {
  double rate = rate_of(o, mode, vector), wrong = 0;
  if (!isfinite(rate)) return SAR_OK;
  o->shift = BESIDE * rate;
  SAR_TRY(sar_shifted_factor(o));
  SAR_TRY(sar_shifted_check(o, mode->value, vector, &wrong));
  if (!(wrong <= WRONG)) add_unsure(rate, wrong, unsure); /* nor if it is no number */
  return SAR_OK;
}

SarStatus sar_eigen_check(const SarPencil *pencil, const SarEigenModes *modes, double limit, SarUnsure *unsure) {
  SarShifted o;
  *unsure = (SarUnsure){.slowest = INFINITY};
  SarStatus status = sar_shifted_create(pencil, FIRST_SHIFT * sar_pencil_fastest(pencil), &o);
  double complex *vector = calloc((size_t)o.size + 1, sizeof *vector);
  if (status == SAR_OK && !vector) status = sar_report_no_memory(pencil->context);
  for (int32_t i = 0; status == SAR_OK && i < modes->count; i++) {
    if (cabs(modes->modes[i].value) <= limit) status = check(&o, &modes->modes[i], vector, unsure);
  }
  free(vector);
  sar_shifted_destroy(&o);
  return status;
}

/* ---- all of them ---- */

typedef struct Bands {
  SarShifted operator;
  double complex *vector;
  SarEigenModes now; /* at the shift */
} Bands;

static SarStatus find_at(Bands *b, double shift) {
  sar_eigen_destroy(&b->now);
  b->operator.shift = shift;
  SAR_TRY(sar_shifted_factor(&b->operator));
  return sar_eigen_dense(b->operator.pencil, &b->operator, & b->now);
}

/* Moves the shift to the slowest, and finds them there. */
static SarStatus find_slowest(Bands *b) {
  SAR_TRY(sar_shifted_lower(&b->operator));
  SAR_TRY(find_at(b, b->operator.shift));
  for (int k = 0; k < MOST_SHIFTS; k++) {
    double slowest = INFINITY, shift = b->operator.shift;
    for (int32_t i = 0; i < b->now.count; i++) {
      slowest = fmin(slowest, rate_of(&b->operator, & b->now.modes[i], b->vector));
    }
    if (!isfinite(slowest) || (shift <= NEAR * slowest && slowest <= NEAR * shift)) break;
    SAR_TRY(find_at(b, BESIDE * slowest));
  }
  return SAR_OK;
}

/* The slowest that is faster than `from`; infinite: there is none. */
static double next_after(const SarEigenModes *e, double from) {
  double least = INFINITY;
  for (int32_t i = 0; i < e->count; i++) {
    double rate = cabs(e->modes[i].value);
    if (rate > from) least = fmin(least, rate);
  }
  return least;
}

static SarStatus take_bands(Bands *b, double limit, SarEigenModes *out) {
  double from = -1;
  for (int band = 0; band < MOST_BANDS && from < limit; band++) {
    double to = fmin(REACH * b->operator.shift, limit);
    SAR_TRY(sar_eigen_add(b->operator.pencil, &b->now, from, to, out));
    from = to;
    double next = next_after(&b->now, from);
    if (!(next <= limit)) break;
    if (from < limit) SAR_TRY(find_at(b, BESIDE * next));
  }
  out->solves = b->operator.solves;
  return SAR_OK;
}

SarStatus sar_eigen_bands(const SarPencil *pencil, double limit, SarEigenModes *out) {
  Bands b = {0};
  *out = (SarEigenModes){0};
  SarStatus status = sar_shifted_create(pencil, FIRST_SHIFT * sar_pencil_fastest(pencil), &b.operator);
  b.vector = calloc((size_t)b.operator.size + 1, sizeof *b.vector);
  if (status == SAR_OK && !b.vector) status = sar_report_no_memory(pencil->context);
  if (status == SAR_OK) status = find_slowest(&b);
  if (status == SAR_OK) status = sar_eigen_make(pencil, sar_pencil_order(pencil), out);
  out->count = 0;
  if (status == SAR_OK) status = take_bands(&b, limit, out);
  sar_eigen_destroy(&b.now);
  sar_shifted_destroy(&b.operator);
  free(b.vector);
  return status;
}
