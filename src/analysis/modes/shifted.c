#include "analysis/modes/shifted.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define ATTEMPTS 8   /* half of them to leave an eigenvalue, the others to leave what is rounding */
#define ROUNDINGS 16 /* units of rounding of the numbers in K, which are sums of several */
#define PURGES 3     /* products that free the start of what constraints do not allow: as many as the index */
#define SAMPLES 3
#define STEP_DOWN 0.2 /* of the shift */
#define MOST_STEPS_DOWN 24
#define EMPTY 3e-3 /* of the shift: what is slower is zero, or for the search to find */

SarStatus sar_shifted_create(const SarPencil *pencil, double shift, SarShifted *out) {
  const SarSizes *n = &pencil->problem->n;
  size_t entries = (size_t)pencil->pattern.column[pencil->n], nv = (size_t)n->nv, size = 2 * nv + (size_t)n->nx;
  *out = (SarShifted){.pencil = pencil, .shift = shift, .size = (int32_t)size};
  out->memory = calloc(entries + (size_t)pencil->n + 2 * nv + 2 * size + 1, sizeof *out->memory);
  if (!out->memory) return sar_report_no_memory(pencil->context);
  out->values = out->memory;
  out->right = out->values + entries;
  out->u = out->right + pencil->n;
  out->rate = out->u + nv;
  out->room = out->rate + nv;
  return sar_linear_create(pencil->context, "klu", &pencil->pattern, &out->linear);
}

void sar_shifted_destroy(SarShifted *s) {
  sar_linear_destroy(&s->linear);
  free(s->memory);
  *s = (SarShifted){0};
}

SarStatus sar_shifted_factor(SarShifted *s) {
  double given = s->shift;
  for (int attempt = 0; attempt < ATTEMPTS; attempt++, s->shift *= attempt < ATTEMPTS / 2 ? 1.37 : 10) {
    sar_pencil_values(s->pencil, s->shift, s->values);
    SarStatus status = sar_linear_factor(s->linear, s->values);
    if (status != SAR_SINGULAR) return status;
  }
  s->shift = given;
  for (int attempt = 0; attempt < ATTEMPTS;
       attempt++) { /* s^2 M of heavy bodies makes pivots of constraints rounding */
    s->shift /= 10;
    sar_pencil_values(s->pencil, s->shift, s->values);
    SarStatus status = sar_linear_factor(s->linear, s->values);
    if (status != SAR_SINGULAR) return status;
  }
  return sar_report(s->pencil->context, SAR_SINGULAR_SYSTEM, sar_nowhere(), NULL,
                    "give all bodies mass and inertia, and check the pose with `sarrus check`",
                    "the linearised equations are singular at this state");
}

SarStatus sar_shifted_apply(void *self, const double *from, double *to) {
  SarShifted *o = self;
  const SarPencil *p = o->pencil;
  const SarSizes *n = &p->problem->n;
  int32_t nv = n->nv, states = n->nv + n->np + n->nn;
  memset(o->right, 0, (size_t)p->n * sizeof *o->right);
  for (int32_t i = 0; i < nv; i++) {
    o->u[i] = from[i] / sar_shifted_weight(o, i);
    o->rate[i] = o->shift * (from[nv + i] / sar_shifted_weight(o, i) + o->u[i]); /* M (u0' + s u0) */
  }
  sar_pencil_add(p, p->m, -1, o->rate, o->right);
  sar_pencil_add(p, p->c, -1, o->u, o->right);
  sar_pencil_add_states(p, p->c, -1, from + 2 * (size_t)nv, o->right);
  sar_linear_solve(o->linear, o->right);
  o->solves++;
  for (int32_t i = 0; i < nv; i++) {
    to[i] = o->right[i] * sar_shifted_weight(o, i);
    to[nv + i] = (o->right[i] + o->u[i] / o->shift) * sar_shifted_weight(o, i);
    if (!isfinite(to[i]) || !isfinite(to[nv + i])) return SAR_FAILED;
  }
  for (int32_t i = 0; i < n->nx; i++) to[2 * (size_t)nv + (size_t)i] = o->right[states + i];
  return SAR_OK;
}

/* ---- what acts along a displacement ---- */

SarTerms sar_shifted_terms(SarShifted *s, const double complex *u) {
  const SarPencil *p = s->pencil;
  int32_t nv = p->problem->n.nv;
  double *real = s->u, *imaginary = s->rate; /* room */
  double complex damping = 0;
  SarTerms t = {0};
  for (int32_t i = 0; i < nv; i++) {
    real[i] = creal(u[i]) / sar_shifted_weight(s, i);
    imaginary[i] = cimag(u[i]) / sar_shifted_weight(s, i);
  }
  for (int32_t j = 0; j < nv; j++) {
    double x = real[j], y = imaginary[j];
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      int32_t i = p->pattern.row[e];
      if (i >= nv) break; /* rows are sorted */
      double along = x * real[i] + y * imaginary[i], across = y * real[i] - x * imaginary[i];
      double size = fabs(along) + fabs(across);
      t.mass += along * p->m[e];
      damping += (along + I * across) * p->c[e];
      t.stiffness += along * p->k[e];
      t.rounding += size * fabs(p->k[e]);
    }
  }
  t.stiffness = fabs(t.stiffness);
  t.damping = cabs(damping);
  t.rounding *= ROUNDINGS * DBL_EPSILON;
  return t;
}

bool sar_terms_are_rounding(const SarTerms *t, double complex lambda) {
  double rate = cabs(lambda);
  return t->stiffness <= t->rounding && rate * rate * t->mass <= t->rounding && rate * t->damping <= t->rounding;
}

/* ---- the shift ---- */

/* The root of the quotient of stiffness and mass for a displacement in which all modes slower than the shift have a
 * part alike, and faster ones hardly any. 0: the stiffness is rounding. */
static SarStatus slow_rate(SarShifted *o, double complex *u, double *rate) {
  int32_t nv = o->pencil->problem->n.nv;
  double *start = o->room, *image = start + o->size;
  for (int32_t i = 0; i < nv; i++) start[i] = 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
  for (int k = 0; k < SAMPLES; k++) {
    memset(start + nv, 0, (size_t)(o->size - nv) * sizeof *start);
    SAR_TRY(sar_shifted_apply(o, start, image));
    memcpy(start, image, (size_t)nv * sizeof *start);
  }
  for (int32_t i = 0; i < nv; i++) u[i] = start[i];
  SarTerms terms = sar_shifted_terms(o, u);
  bool moves = terms.mass > 0 && terms.stiffness > terms.rounding;
  *rate = moves ? sqrt(terms.stiffness / terms.mass) : 0;
  return SAR_OK;
}

SarStatus sar_shifted_lower(SarShifted *o) {
  double complex *u = calloc((size_t)o->size + 1, sizeof *u);
  if (!u) return sar_report_no_memory(o->pencil->context);
  SarStatus status = SAR_OK;
  for (int k = 0; status == SAR_OK && k < MOST_STEPS_DOWN; k++) {
    double rate = 0;
    status = sar_shifted_factor(o);
    if (status == SAR_OK) status = slow_rate(o, u, &rate);
    if (rate > o->shift || rate < EMPTY * o->shift) break; /* all are faster, but for zeros */
    o->shift *= STEP_DOWN;
  }
  free(u);
  return status;
}

/* Between -1 and 1, and like none of its neighbours. */
static double scattered(uint32_t i, uint32_t which) {
  uint32_t x = (i + 1) * 2654435761u + which * 40503u;
  x = (x ^ (x >> 15)) * 2246822519u;
  x = (x ^ (x >> 13)) * 3266489917u;
  return (double)(x ^ (x >> 16)) / 2147483648.0 - 1;
}

SarStatus sar_shifted_begin(SarShifted *o, int which) {
  double *start = o->room, *image = start + o->size;
  for (int32_t i = 0; i < o->size; i++) {
    start[i] = which ? scattered((uint32_t)i, (uint32_t)which) : 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
  }
  for (int k = 0; k < PURGES; k++) {
    SAR_TRY(sar_shifted_apply(o, start, image));
    memcpy(start, image, (size_t)o->size * sizeof *start);
  }
  return SAR_OK;
}

/* ---- whether an eigenvalue is one ---- */

/* The whole vector, with multipliers and variables, of an eigenvector: what the operator solves for. */
static SarStatus make_whole(SarShifted *s, double complex lambda, const double complex *vector, int parts,
                            double complex *out) {
  int32_t nv = s->pencil->problem->n.nv;
  for (int part = 0; part < parts; part++) {
    for (int32_t i = 0; i < s->size; i++) {
      bool of_rate = i >= nv && i < 2 * nv;
      double complex own = of_rate ? lambda * vector[i - nv] / s->shift : vector[i];
      s->room[i] = part ? cimag(own) : creal(own);
    }
    SAR_TRY(sar_shifted_apply(s, s->room, s->room + s->size));
    for (int32_t i = 0; i < s->pencil->n; i++) out[i] += (part ? I : 1) * s->right[i];
  }
  return SAR_OK;
}

/* out = P(lambda) y */
static void multiply(const SarPencil *p, double complex lambda, const double complex *y, double complex *out) {
  for (int32_t j = 0; j < p->n; j++) {
    for (int32_t e = p->pattern.column[j]; e < p->pattern.column[j + 1]; e++) {
      out[p->pattern.row[e]] += ((lambda * p->m[e] + p->c[e]) * lambda + p->k[e]) * y[j];
    }
  }
}

/* out = P(s)^-1 right */
static void solve(SarShifted *s, const double complex *right, int parts, double complex *out) {
  for (int part = 0; part < parts; part++) {
    for (int32_t i = 0; i < s->pencil->n; i++) s->right[i] = part ? cimag(right[i]) : creal(right[i]);
    sar_linear_solve(s->linear, s->right);
    s->solves++;
    for (int32_t i = 0; i < s->pencil->n; i++) out[i] += (part ? I : 1) * s->right[i];
  }
}

/* The length of displacements and states, as in vectors of the operator. */
static double length(const SarShifted *s, const double complex *y) {
  const SarSizes *n = &s->pencil->problem->n;
  double sum = 0;
  for (int32_t i = 0; i < n->nv; i++) {
    double own = cabs(y[i]) * sar_shifted_weight(s, i);
    sum += own * own;
  }
  for (int32_t i = 0; i < n->nx; i++) {
    double own = cabs(y[n->nv + n->np + n->nn + i]);
    sum += own * own;
  }
  return sqrt(sum);
}

/* What of the residual comes from the rounding of stiffness alone. */
static double doubt(SarShifted *s, double complex lambda, const double complex *vector) {
  SarTerms t = sar_shifted_terms(s, vector);
  double rate = cabs(lambda);
  return t.mass > 0 ? t.rounding / (t.mass * (rate * rate + s->shift * s->shift)) : 0;
}

SarStatus sar_shifted_check(SarShifted *s, double complex lambda, const double complex *vector, double *wrong) {
  size_t n = (size_t)s->pencil->n;
  int parts = cimag(lambda) != 0 ? 2 : 1;
  double complex *whole = calloc(3 * n + 1, sizeof *whole);
  if (!whole) return sar_report_no_memory(s->pencil->context);
  double complex *residual = whole + n, *left = residual + n;
  SarStatus status = make_whole(s, lambda, vector, parts, whole);
  if (status == SAR_OK) {
    multiply(s->pencil, lambda, whole, residual);
    solve(s, residual, parts, left);
    *wrong = fmax(0, length(s, left) / length(s, whole) - doubt(s, lambda, vector));
  }
  free(whole);
  return status;
}
