/* Arnoldi's method with the inner product of M on (K + s M)^-1 M, s a small positive shift: a direction without
 * stiffness must not make it singular. Its eigenvalues are 1/(lambda + s). The ends of its spectrum come out first:
 * large positive ones are the softest directions, negative ones are unstable directions, however far down. */
#include "analysis/static/stability.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/eigen_real.h"

#define MOST 60         /* vectors */
#define CONVERGED 1e-7  /* residual of an eigenvalue over it */
#define EXHAUSTED 1e-11 /* new part of a vector: the others span all there is */
#define FARTHEST 1e-10  /* of the largest eigenvalue: smaller ones are rounding, or stiff directions */
#define REAL 1e-6       /* imaginary part over the absolute value: rounding */
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
  double before = sqrt(fmax(dot(x->nv, x->new, x->products), 0));
  SAR_TRY(sar_compliance_apply(x->c, x->products, x->new));
  sar_rest_mass_product(x->r, x->new, x->products);
  double size = x->c->shift * sqrt(fmax(dot(x->nv, x->new, x->products), 0));
  *any = size > DBL_EPSILON * DBL_EPSILON * before && orthogonalise(x, NULL);
  return SAR_OK;
}

/* What the small matrix says. */
static SarStatus read_spectrum(const Arnoldi *x, int32_t k, double last, SarStability *out) {
  size_t square = (size_t)k * (size_t)k;
  double *room = calloc(2 * square + 3 * (size_t)k, sizeof *room), largest = 0;
  if (!room) return sar_report_no_memory(x->r->context);
  double *a = room, *vectors = a + square, *re = vectors + square, *im = re + k, *best = im + k;
  for (int32_t c = 0; c < k; c++)
    memcpy(a + (size_t)c * (size_t)k, x->h + (size_t)c * (size_t)(x->most + 1), (size_t)k * sizeof *a);
  SarStatus status = sar_eigen_real(x->r->context, k, a, re, im, vectors);
  for (int32_t i = 0; status == SAR_OK && i < k; i++) largest = fmax(largest, hypot(re[i], im[i]));
  for (int32_t i = 0; status == SAR_OK && i < k; i++) {
    double size = hypot(re[i], im[i]), *vector = vectors + (size_t)i * (size_t)k, length = 0, end = fabs(vector[k - 1]);
    bool pair = im[i] != 0;
    if (pair && im[i] < 0) continue; /* with the one before */
    if (pair) end = hypot(end, vector[2 * k - 1]);
    for (int32_t j = 0; j < (pair ? 2 * k : k); j++) length += vector[j] * vector[j];
    if (!(size > FARTHEST * largest) || last * end > CONVERGED * size * sqrt(length)) continue;
    double real = re[i] / (size * size) - x->c->shift, imaginary = im[i] / (size * size);
    bool flutters = fabs(imaginary) > fmax(REAL * hypot(real + x->c->shift, imaginary), x->c->floor);
    if (fabs(real) <= x->c->floor) real = 0, out->neutral = true;
    if (flutters) out->imaginary = fabs(imaginary), out->stable = false;
    if (real < 0) out->stable = false;
    if (!isnan(out->lowest) && real >= out->lowest) continue;
    out->lowest = real;
    memcpy(best, vector, (size_t)k * sizeof *best);
  }
  if (status == SAR_OK && !isnan(out->lowest)) {
    const SarProblem *p = &x->r->start->m->problem;
    memset(x->new, 0, (size_t)x->nv * sizeof *x->new);
    for (int32_t j = 0; j < k; j++) {
      const double *b = x->basis + (size_t)j * (size_t)x->nv;
      for (int32_t i = 0; i < x->nv; i++) x->new[i] += best[j] * b[i];
    }
    largest = 0;
    for (int32_t i = 0; i < x->nv; i++) {
      double size = fabs(x->new[i]) * p->weight[i];
      if (size > largest) largest = size, out->unknown = i;
    }
  }
  free(room);
  return status;
}

static SarStatus iterate(Arnoldi *x, SarStability *out) {
  bool any;
  SAR_TRY(begin(x, &any));
  if (!any) return SAR_OK;
  int32_t k = 0;
  double last = 0;
  for (bool more = true; more && k < x->most; k++) {
    double *column = x->h + (size_t)k * (size_t)(x->most + 1);
    SAR_TRY(sar_compliance_apply(x->c, x->products + (size_t)k * (size_t)x->nv, x->new));
    more = orthogonalise(x, column);
    last = more ? column[k + 1] : 0;
  }
  return read_spectrum(x, k, last, out);
}

SarStatus sar_static_stability(SarRest *r, SarStability *out) {
  const SarProblem *p = &r->start->m->problem;
  int32_t freedom = r->start->degrees_of_freedom;
  Arnoldi x = {.r = r, .nv = p->n.nv, .most = freedom < MOST ? freedom : MOST};
  *out = (SarStability){.lowest = NAN, .stable = true, .unknown = -1};
  if (freedom <= 0) return SAR_OK;
  SarCompliance c;
  SAR_TRY(sar_compliance_make(r, &c));
  x.c = &c;
  size_t vectors = (size_t)(x.most + 1) * (size_t)x.nv;
  double *room = calloc(2 * vectors + (size_t)(x.most + 1) * (size_t)x.most + (size_t)x.nv, sizeof *room);
  if (!room) return sar_report_no_memory(r->context);
  x.basis = room;
  x.products = x.basis + vectors;
  x.h = x.products + vectors;
  x.new = x.h + (size_t)(x.most + 1) * (size_t)x.most;
  SarStatus status = iterate(&x, out);
  free(room);
  return status;
}
