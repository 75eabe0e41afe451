/* How many directions are neutral, and what moves along them: subspace iteration with the compliance. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/static/stability.h"
#include "linear/eigen_real.h"

#define ROUNDS 6
#define CLOSER 1e-5   /* the shift, of the one that has parted the lowest eigenvalue from the next */
#define CLOSEST 1e-11 /* ... but at least, of the stiffest direction */
#define GOLDEN 0.6180339887498949
#define SILVER 0.4142135623730950
#define NOTHING 1e-10 /* of a vector: its part that others have not */

typedef struct Block {
  const SarCompliance *c;
  int32_t nv, count;
  double *vectors, *products, *images; /* count of nv numbers each; M-orthonormal, M times them, their images */
} Block;

static double dot(int32_t n, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Those that are combinations of others fall away. */
static void orthonormalise(Block *x) {
  int32_t kept = 0;
  for (int32_t k = 0; k < x->count; k++) {
    double *to = x->vectors + (size_t)kept * (size_t)x->nv, *product = x->products + (size_t)kept * (size_t)x->nv;
    memmove(to, x->vectors + (size_t)k * (size_t)x->nv, (size_t)x->nv * sizeof *to);
    sar_rest_mass_product(x->c->rest, to, product);
    double before = sqrt(fmax(dot(x->nv, to, product), 0));
    for (int32_t j = 0; j < 2 * kept; j++) { /* twice */
      const double *b = x->vectors + (size_t)(j % kept) * (size_t)x->nv;
      double part = dot(x->nv, x->products + (size_t)(j % kept) * (size_t)x->nv, to);
      for (int32_t i = 0; i < x->nv; i++) to[i] -= part * b[i];
    }
    sar_rest_mass_product(x->c->rest, to, product);
    double size = sqrt(fmax(dot(x->nv, to, product), 0));
    if (!(size > NOTHING * before)) continue;
    for (int32_t i = 0; i < x->nv; i++) to[i] /= size, product[i] /= size;
    kept++;
  }
  x->count = kept;
}

static SarStatus iterate(Block *x) {
  const SarProblem *p = &x->c->rest->start->m->problem;
  for (int32_t k = 0; k < x->count; k++) {
    for (int32_t i = 0; i < x->nv; i++) {
      double spread = (i + 1) * GOLDEN + (k + 1) * (i % 7 + 1) * SILVER;
      x->vectors[(size_t)k * (size_t)x->nv + (size_t)i] = (spread - floor(spread) - 0.5) / p->weight[i];
    }
  }
  orthonormalise(x);
  for (int32_t round = 0; round <= ROUNDS; round++) {
    for (int32_t k = 0; k < x->count; k++) {
      SAR_TRY(
          sar_compliance_apply(x->c, x->products + (size_t)k * (size_t)x->nv, x->images + (size_t)k * (size_t)x->nv));
    }
    if (round == ROUNDS) break;
    memcpy(x->vectors, x->images, (size_t)x->count * (size_t)x->nv * sizeof *x->vectors);
    orthonormalise(x);
  }
  return SAR_OK;
}

/* The neutral ones among the directions of the block replace its first images. */
static SarStatus pick(Block *x, int32_t *found) {
  int32_t k = x->count;
  size_t square = (size_t)k * (size_t)k;
  double *a = calloc(2 * square + 2 * (size_t)k + 1, sizeof *a);
  *found = 0;
  if (!a) return sar_report_no_memory(x->c->rest->context);
  double *y = a + square, *re = y + square, *im = re + k;
  for (int32_t c = 0; c < k; c++) {
    for (int32_t r = 0; r < k; r++) {
      a[(size_t)c * (size_t)k + (size_t)r] =
          dot(x->nv, x->products + (size_t)r * (size_t)x->nv, x->images + (size_t)c * (size_t)x->nv);
    }
  }
  SarStatus status = k ? sar_eigen_real(x->c->rest->context, k, a, re, im, y) : SAR_OK;
  for (int32_t e = 0; status == SAR_OK && e < k; e++) {
    if (!(re[e] > 0) || fabs(1 / re[e] - x->c->shift) > x->c->floor) continue;
    double *out = x->images + (size_t)(*found)++ * (size_t)x->nv;
    memset(out, 0, (size_t)x->nv * sizeof *out);
    for (int32_t j = 0; j < k; j++) {
      const double *b = x->vectors + (size_t)j * (size_t)x->nv;
      for (int32_t i = 0; i < x->nv; i++) out[i] += y[(size_t)e * (size_t)k + (size_t)j] * b[i];
    }
  }
  free(a);
  return status;
}

/* What moves most, as a part of the kinetic energy of the direction; taken out of the others, and so on. */
static void name(const Block *x, SarNeutral *out) {
  const SarRest *r = x->c->rest;
  for (int32_t e = 0; e < out->count; e++) {
    double largest = 0;
    int32_t which = e, unknown = 0;
    for (int32_t k = e; k < out->count; k++) {
      for (int32_t i = 0; i < x->nv; i++) {
        double own = x->images[(size_t)k * (size_t)x->nv + (size_t)i];
        double energy = r->diagonal[i] >= 0 ? fabs(r->mass[r->diagonal[i]]) * own * own : 0;
        if (energy > largest) largest = energy, which = k, unknown = i;
      }
    }
    out->unknowns[e] = unknown;
    double *from = x->images + (size_t)which * (size_t)x->nv, *first = x->images + (size_t)e * (size_t)x->nv;
    for (int32_t i = 0; i < x->nv; i++) {
      double other = first[i];
      first[i] = from[i];
      from[i] = other;
    }
    for (int32_t k = e + 1; k < out->count && first[unknown] != 0; k++) {
      double *rest = x->images + (size_t)k * (size_t)x->nv, part = rest[unknown] / first[unknown];
      for (int32_t i = 0; i < x->nv; i++) rest[i] -= part * first[i];
    }
  }
}

SarStatus sar_static_neutral(SarRest *r, const SarStability *stability, SarNeutral *out) {
  SarCompliance c;
  int32_t freedom = r->start->degrees_of_freedom;
  *out = (SarNeutral){0};
  double shift = fmax(CLOSER * stability->shift, CLOSEST * stability->stiffest);
  SAR_TRY(sar_compliance_make(r, stability->stiffest, shift > 0 ? shift : 1, &c));
  Block x = {.c = &c, .nv = c.nv, .count = freedom < SAR_NEUTRAL_MOST ? freedom : SAR_NEUTRAL_MOST};
  size_t size = (size_t)x.count * (size_t)x.nv;
  double *room = calloc(3 * size + 1, sizeof *room);
  if (!room) return sar_report_no_memory(r->context);
  x.vectors = room;
  x.products = x.vectors + size;
  x.images = x.products + size;
  SarStatus status = iterate(&x);
  if (status == SAR_OK) status = pick(&x, &out->count);
  if (status == SAR_OK) name(&x, out);
  free(room);
  return status;
}
