/* Arnoldi's method with the inner product of M on (K + s M)^-1 M. Its eigenvalues are 1/(lambda + s): the ends of the
 * spectrum, which come out first, are the lowest lambda above -s (large and positive) and those below -s (negative). A
 * large shift s thus overlooks no unstable direction, and a small one parts the lowest eigenvalues from each other:
 * it begins large and becomes smaller until the lowest one is known. */
#include "analysis/static/stability.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/eigen_real.h"

#define MOST 60          /* vectors */
#define CONVERGED 1e-6   /* error of the lowest eigenvalue, over it, ... */
#define ROUGHLY 1e-2     /* ... and of others that count */
#define EXHAUSTED 1e-11  /* new part of a vector: the others span all there is */
#define FARTHEST 1e-10   /* of the largest eigenvalue: smaller ones are rounding, or stiff directions */
#define REAL 1e-6        /* imaginary part over the absolute value: rounding */
#define FIRST_SHIFT 1e-2 /* of the stiffest direction */
#define LAST_SHIFT 1e-11
#define CLOSER 1e-3 /* the next shift, of the one before; but it stays ... */
#define ABOVE 3.0   /* ... so many times above the lowest eigenvalue */
#define MOST_SHIFTS 6
#define GOLDEN 0.6180339887498949

typedef struct Arnoldi {
  SarRest *r;
  int32_t nv, most, count;
  const SarCompliance *c;
  double largest;           /* image of a vector of the basis, so far */
  double *basis, *products; /* M-orthonormal vectors, and M times them */
  double *h;                /* most + 1 rows, most columns, by columns */
  double *new;
} Arnoldi;

static double dot(int32_t n, const double *a, const double *b) {
  double sum = 0;
  for (int32_t i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

/* Takes the parts along the basis from x->new, twice, and notes them; the new vector joins the basis. False: nothing
 * is left of it. */
static bool orthogonalise(Arnoldi *x, double *column) {
  double *product = x->products + (size_t)x->count * (size_t)x->nv,
         *vector = x->basis + (size_t)x->count * (size_t)x->nv;
  sar_rest_mass_product(x->r, x->new, product);
  double before = sqrt(fmax(dot(x->nv, x->new, product), 0));
  for (int pass = 0; pass < 2; pass++) {
    for (int32_t j = 0; j < x->count; j++) {
      const double *b = x->basis + (size_t)j * (size_t)x->nv;
      double part = dot(x->nv, x->products + (size_t)j * (size_t)x->nv, x->new);
      if (column) column[j] += part;
      for (int32_t i = 0; i < x->nv; i++) x->new[i] -= part *b[i];
    }
  }
  sar_rest_mass_product(x->r, x->new, product);
  double size = sqrt(fmax(dot(x->nv, x->new, product), 0));
  x->largest = fmax(x->largest, before);
  if (column) column[x->count] = size;
  if (!(size > EXHAUSTED * (column ? x->largest : before))) return false;
  for (int32_t i = 0; i < x->nv; i++) {
    vector[i] = x->new[i] / size;
    product[i] /= size;
  }
  x->count++;
  return true;
}

/* A vector that has a part of every mode, made one that the constraints allow. */
static SarStatus begin(Arnoldi *x, bool *any) {
  const SarProblem *p = &x->r->start->m->problem;
  for (int32_t i = 0; i < x->nv; i++) {
    double spread = (i + 1) * GOLDEN;
    x->new[i] = (spread - floor(spread) - 0.4) / p->weight[i];
  }
  sar_rest_mass_product(x->r, x->new, x->products);
  SAR_TRY(sar_compliance_apply(x->c, x->products, x->new));
  *any = sar_compliance_is_known(x->c, x->products, x->new) && orthogonalise(x, NULL);
  return SAR_OK;
}

/* ---- what the small matrix says ---- */

typedef struct Spectrum {
  int32_t k;
  double last; /* what the last vector had beside the basis */
  double *room, *a, *vectors, *re, *im;
} Spectrum;

/* An eigenvalue lambda, and how well it is known. */
typedef struct Ritz {
  double real, imaginary, error;
} Ritz;

static SarStatus solve_small(const Arnoldi *x, Spectrum *s) {
  size_t k = (size_t)s->k;
  s->room = calloc(2 * k * k + 2 * k + 1, sizeof *s->room);
  if (!s->room) return sar_report_no_memory(x->r->context);
  s->a = s->room;
  s->vectors = s->a + k * k;
  s->re = s->vectors + k * k;
  s->im = s->re + k;
  for (size_t c = 0; c < k; c++) memcpy(s->a + c * k, x->h + c * (size_t)(x->most + 1), k * sizeof *s->a);
  return sar_eigen_real(x->r->context, s->k, s->a, s->re, s->im, s->vectors);
}

static Ritz ritz_of(const Arnoldi *x, const Spectrum *s, int32_t i) {
  const double *vector = s->vectors + (size_t)i * (size_t)s->k;
  double squared = s->re[i] * s->re[i] + s->im[i] * s->im[i], length = 0, end = fabs(vector[s->k - 1]);
  int32_t numbers = s->im[i] != 0 ? 2 * s->k : s->k;
  for (int32_t j = 0; j < numbers; j++) length += vector[j] * vector[j];
  if (s->im[i] != 0) end = hypot(end, vector[2 * s->k - 1]);
  Ritz out = {s->re[i] / squared - x->c->shift, s->im[i] / squared, s->last * end / (sqrt(length) * squared)};
  if (fabs(out.imaginary) <= fmax(REAL * fabs(out.real), x->c->floor)) out.imaginary = 0;
  if (fabs(out.real) <= x->c->floor) out.real = 0;
  return out;
}

/* What moves most in the mode. */
static int32_t largest_part(Arnoldi *x, const Spectrum *s, int32_t mode) {
  const SarProblem *p = &x->r->start->m->problem;
  double largest = 0;
  int32_t unknown = -1;
  memset(x->new, 0, (size_t)x->nv * sizeof *x->new);
  for (int32_t j = 0; j < s->k; j++) {
    double factor = s->vectors[(size_t)mode * (size_t)s->k + (size_t)j];
    const double *b = x->basis + (size_t)j * (size_t)x->nv;
    for (int32_t i = 0; i < x->nv; i++) x->new[i] += factor *b[i];
  }
  for (int32_t i = 0; i < x->nv; i++) {
    double size = fabs(x->new[i]) * p->weight[i];
    if (size > largest) largest = size, unknown = i;
  }
  return unknown;
}

/* *known: the lowest one is. */
static void judge(Arnoldi *x, const Spectrum *s, SarStability *out, bool *known) {
  double largest = 0;
  int32_t lowest = -1;
  for (int32_t i = 0; i < s->k; i++) largest = fmax(largest, hypot(s->re[i], s->im[i]));
  *known = false;
  for (int32_t i = 0; i < s->k; i++) {
    if (s->im[i] < 0 || !(hypot(s->re[i], s->im[i]) > FARTHEST * largest)) continue; /* with the one before; rounding */
    Ritz ritz = ritz_of(x, s, i);
    bool top = s->re[i] >= largest * (1 - 1e-12);
    if (!top && ritz.error > ROUGHLY * fabs(ritz.real) + x->c->floor) continue;
    if (ritz.real == 0) out->neutral = true;
    if (ritz.imaginary > 0) out->imaginary = ritz.imaginary;
    out->stable = out->stable && !(ritz.real < 0) && ritz.imaginary == 0;
    if (lowest >= 0 && ritz.real >= out->lowest) continue;
    lowest = i;
    out->lowest = ritz.real;
    *known = ritz.error <= CONVERGED * fabs(ritz.real) + x->c->floor;
  }
  if (lowest >= 0) out->unknown = largest_part(x, s, lowest);
}

/* *any: something can move. */
static SarStatus iterate(Arnoldi *x, SarStability *out, bool *any, bool *known) {
  Spectrum s = {0};
  x->count = 0;
  x->largest = 0;
  memset(x->h, 0, (size_t)(x->most + 1) * (size_t)x->most * sizeof *x->h);
  SAR_TRY(begin(x, any));
  if (!*any) return SAR_OK;
  for (bool more = true; more && s.k < x->most; s.k++) {
    double *column = x->h + (size_t)s.k * (size_t)(x->most + 1);
    SAR_TRY(sar_compliance_apply(x->c, x->products + (size_t)s.k * (size_t)x->nv, x->new));
    more = orthogonalise(x, column);
    s.last = more ? column[s.k + 1] : 0;
  }
  SarStatus status = solve_small(x, &s);
  if (status == SAR_OK) judge(x, &s, out, known);
  free(s.room);
  return status;
}

static SarStatus narrow(Arnoldi *x, SarStability *out) {
  const SarStability unknown = *out;
  double shift = unknown.stiffest > 0 ? FIRST_SHIFT * unknown.stiffest : 1;
  bool any = true, known = false;
  for (int i = 0; any && !known && i < MOST_SHIFTS; i++) {
    SarCompliance c;
    SarStability found = unknown;
    SAR_TRY(sar_compliance_make(x->r, unknown.stiffest, shift, &c));
    x->c = &c;
    SAR_TRY(iterate(x, &found, &any, &known));
    found.shift = shift;
    *out = found;
    double next = fmax(fmax(CLOSER * shift, ABOVE * fabs(found.lowest)), LAST_SHIFT * unknown.stiffest);
    if (next >= shift) next = shift / 10;
    if (next < LAST_SHIFT * unknown.stiffest) break;
    shift = next;
  }
  return SAR_OK;
}

SarStatus sar_static_stability(SarRest *r, SarStability *out) {
  const SarProblem *p = &r->start->m->problem;
  int32_t freedom = r->start->degrees_of_freedom;
  Arnoldi x = {.r = r, .nv = p->n.nv, .most = freedom < MOST ? freedom : MOST};
  *out = (SarStability){.lowest = NAN, .stable = true, .unknown = -1};
  if (freedom <= 0) return SAR_OK;
  SAR_TRY(sar_compliance_measure(r, &out->stiffest));
  size_t vectors = (size_t)(x.most + 1) * (size_t)x.nv, small = (size_t)(x.most + 1) * (size_t)x.most;
  double *room = calloc(2 * vectors + small + (size_t)x.nv, sizeof *room);
  if (!room) return sar_report_no_memory(r->context);
  x.basis = room;
  x.products = x.basis + vectors;
  x.h = x.products + vectors;
  x.new = x.h + small;
  SarStatus status = narrow(&x, out);
  free(room);
  return status;
}
