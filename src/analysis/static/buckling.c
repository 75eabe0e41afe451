#include "analysis/static/buckling.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linear/arnoldi.h"
#include "linear/eigen_real.h"

#define LOADED 3      /* place of the equilibrium */
#define DENSE 240     /* unknowns: all eigenvalues at once */
#define LARGEST 1e6   /* factor: beyond it differences of the matrices are rounding */
#define SMALLEST 1e-6 /* factor: what nothing holds without loads */
#define REAL 1e-6     /* imaginary part over the absolute value: rounding */
#define MOST 160      /* eigenvalues that are looked through */
#define TOLERANCE 1e-11
#define RESTARTS 300
#define PURGES 2 /* products that free the start of what constraints do not allow */

typedef struct Operator {
  SarEquilibrium *e;
  int32_t n;
  double *more; /* D: values in the problem's pattern */
} Operator;

/* to = -J_0^-1 D from: its eigenvalues are 1/f. */
static SarStatus apply(void *self, const double *from, double *to) {
  Operator *o = self;
  SarRest *r = o->e->rest;
  memset(to, 0, (size_t)o->n * sizeof *to);
  sar_linear_subtract(r->linear, o->more, from, to);
  sar_rest_invert(r, to);
  for (int32_t i = 0; i < o->n; i++) {
    if (!isfinite(to[i])) return SAR_SINGULAR;
  }
  return SAR_OK;
}

/* ---- the two matrices ---- */

/* At the point without loads: its matrix into base, its factors, with a ridge where something is held by nothing. */
static SarStatus factor_unloaded(SarRest *r, double *base, bool *loose) {
  size_t entries = (size_t)r->start->m->problem.pattern.column[r->start->m->problem.pattern.ncolumns];
  SarWorkspace *m = r->start->m;
  m->loads = 0;
  r->epsilon = 0;
  SarStatus status = sar_rest_evaluate_matrix(r, 0);
  if (status == SAR_OK) {
    memcpy(base, r->values, entries * sizeof *base);
    status = sar_rest_factor_safely(r);
  }
  m->loads = 1;
  *loose = r->epsilon > 0;
  r->epsilon = 0;
  return status;
}

/* In the shape q, with all else as it is loaded; from base to what is more. */
static SarStatus take_stresses(Operator *o, const double *q, double *loaded) {
  SarRest *r = o->e->rest;
  SarStart *s = r->start;
  const SarProblem *p = &s->m->problem;
  size_t bytes = (size_t)p->n.nq * sizeof *q;
  memcpy(loaded, s->q, bytes);
  memcpy(s->q, q, bytes);
  SarStatus status = sar_workspace_prestress(s->m, r->context, loaded, NULL);
  if (status == SAR_OK) status = sar_rest_evaluate_matrix(r, 0);
  sar_workspace_prestress(s->m, r->context, NULL, NULL);
  memcpy(s->q, loaded, bytes);
  for (int32_t k = 0; k < p->pattern.column[p->pattern.ncolumns]; k++) o->more[k] = r->values[k] - o->more[k];
  return status;
}

static SarStatus make_matrices(Operator *o, double *room, bool *loose) {
  SarRest *r = o->e->rest;
  SarStart *s = r->start;
  SarProblem *p = &s->m->problem;
  double *q = room, *loaded = room + p->n.nq;
  sar_rest_keep(r, LOADED);
  SarStatus status = sar_equilibrium_unload(o->e);
  if (status == SAR_OK) status = factor_unloaded(r, o->more, loose);
  memcpy(q, s->q, (size_t)p->n.nq * sizeof *q);
  sar_rest_go_back(r, LOADED);
  SarPoint at = sar_rest_point(r);
  if (p->ops->settle) p->ops->settle(p, &at);
  return status == SAR_OK ? take_stresses(o, q, loaded) : status;
}

/* ---- factors from eigenvalues ---- */

static int32_t largest_part(const Operator *o, const double complex *vector, const double *column) {
  const SarProblem *p = &o->e->start->m->problem;
  double largest = 0;
  int32_t unknown = -1;
  for (int32_t i = 0; i < p->n.nv; i++) {
    double size = fabs(vector ? creal(vector[i]) : column[i]) * p->weight[i];
    if (size > largest) largest = size, unknown = i;
  }
  return unknown;
}

/* An eigenvalue among those that are known; true: its factor is the smallest positive one. */
static bool insert(double complex value, int32_t wanted, SarBuckling *out) {
  double factor = 1 / creal(value);
  int32_t at = out->count;
  if (fabs(cimag(value)) > REAL * cabs(value) || !(fabs(factor) < LARGEST)) return false;
  if (out->loose && (fabs(factor) < SMALLEST || fabs(factor - 1) < SMALLEST)) return false;
  if (factor < 0 && !(factor <= out->reversed)) out->reversed = factor;
  if (factor < 0) return false;
  while (at > 0 && out->factors[at - 1] > factor) at--;
  if (at == wanted) return false;
  if (out->count < wanted) out->count++;
  memmove(out->factors + at + 1, out->factors + at, (size_t)(out->count - 1 - at) * sizeof *out->factors);
  out->factors[at] = factor;
  return at == 0;
}

static SarStatus solve_dense(Operator *o, int32_t wanted, SarBuckling *out) {
  size_t n = (size_t)o->n;
  double *a = calloc(2 * n * n + 3 * n + 1, sizeof *a);
  if (!a) return sar_report_no_memory(o->e->context);
  double *vectors = a + n * n, *re = vectors + n * n, *im = re + n, *unit = im + n;
  SarStatus status = SAR_OK;
  for (size_t j = 0; status == SAR_OK && j < n; j++) {
    unit[j] = 1;
    status = apply(o, unit, a + j * n);
    unit[j] = 0;
  }
  if (status == SAR_OK) status = sar_eigen_real(o->e->context, o->n, a, re, im, vectors);
  for (size_t j = 0; status == SAR_OK && j < n; j++) {
    if (insert(re[j] + im[j] * I, wanted, out)) out->unknown = largest_part(o, NULL, vectors + j * n);
  }
  free(a);
  return status;
}

/* The eigenvalues of largest modulus: as many as it takes to have the wanted ones among them. */
static SarStatus solve_sparse(Operator *o, int32_t wanted, SarBuckling *out) {
  double *start = calloc(2 * (size_t)o->n, sizeof *start), *image = start ? start + o->n : NULL;
  if (!start) return sar_report_no_memory(o->e->context);
  SarStatus status = SAR_OK;
  const SarBuckling none = *out;
  for (int32_t count = 4 * wanted + 8; status == SAR_OK && count <= MOST; count *= 2) {
    for (int32_t i = 0; i < o->n; i++) start[i] = 1 + 0.37 * (i % 7) - 0.21 * (i % 11);
    for (int k = 0; status == SAR_OK && k < PURGES; k++) {
      status = apply(o, start, image);
      memcpy(start, image, (size_t)o->n * sizeof *start);
    }
    SarArnoldi problem = {.n = o->n,
                          .count = count,
                          .tolerance = TOLERANCE,
                          .restarts = RESTARTS,
                          .apply = apply,
                          .self = o,
                          .start = start};
    SarArnoldiResult found = {0};
    if (status == SAR_OK) status = sar_arnoldi(o->e->context, &problem, &found);
    *out = none;
    for (int32_t i = 0; status == SAR_OK && i < found.count; i++) {
      if (!insert(found.values[i], wanted, out)) continue;
      out->unknown = largest_part(o, found.vectors + (size_t)i * (size_t)o->n, NULL);
    }
    sar_arnoldi_destroy(&found);
    if (out->count == wanted) break;
  }
  free(start);
  return status;
}

SarStatus sar_static_buckling(SarEquilibrium *e, int32_t wanted, SarBuckling *out) {
  const SarProblem *p = &e->start->m->problem;
  Operator o = {.e = e, .n = sar_sizes_unknowns(&p->n)};
  size_t entries = (size_t)p->pattern.column[o.n];
  double *memory = calloc(entries + 2 * (size_t)p->n.nq + 1, sizeof *memory);
  *out = (SarBuckling){.reversed = NAN, .unknown = -1};
  if (!memory) return sar_report_no_memory(e->context);
  o.more = memory;
  SarStatus status = make_matrices(&o, memory + entries, &out->loose);
  if (status == SAR_OK) status = o.n <= DENSE ? solve_dense(&o, wanted, out) : solve_sparse(&o, wanted, out);
  free(memory);
  return status;
}
