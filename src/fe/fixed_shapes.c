#include "fe/fixed_shapes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "linear/lanczos.h"
#include "linear/spectral.h"

#define TWO_PI 6.283185307179586477
#define TOLERANCE 1e-8 /* residual of a shape, relative: its frequency is exact to the square of that */
#define RESTARTS 300
#define MASSLESS 1e-13 /* 1 / w^2 below this part of the largest is rounding: a shape without mass */
enum { DENSE = 400, FIRST_GUESS = 40, LARGEST_DENSE = 4000 };

void sar_fe_start_vector(int32_t n, double *x) {
  uint64_t s = 0x9E3779B97F4A7C15u;
  for (int32_t i = 0; i < n; i++) {
    s ^= s << 13, s ^= s >> 7, s ^= s << 17;
    x[i] = (double)(s >> 11) / 4503599627370496.0 - 1;
  }
}

void sar_fe_fixed_destroy(SarFeFixed *fixed) {
  free(fixed->squares);
  free(fixed->vectors);
  *fixed = (SarFeFixed){0};
}

/* ---- few of many: Lanczos ---- */

static SarStatus mass(void *self, const double *x, double *y) {
  SarFeInner *inner = self;
  sar_fe_multiply(&inner->model->mass, 1, x, y);
  return SAR_OK;
}

static SarStatus solve(void *self, const double *b, double *y) {
  SarFeInner *inner = self;
  memcpy(y, b, (size_t)inner->model->nunknowns * sizeof *y);
  return sar_fe_inner_solve(inner, 1, y, NULL);
}

static SarStatus search(SarFeInner *inner, int32_t count, SarLanczosResult *out) {
  const int32_t n = inner->model->nunknowns;
  double *start = malloc(((size_t)n + 1) * sizeof *start);
  if (!start) return sar_report_no_memory(inner->context);
  sar_fe_start_vector(n, start);
  const SarLanczos problem = {.n = n,
                              .count = count,
                              .tolerance = TOLERANCE,
                              .restarts = RESTARTS,
                              .mass = mass,
                              .solve = solve,
                              .self = inner,
                              .start = start};
  SarStatus status = sar_lanczos(inner->context, &problem, out);
  free(start);
  return status;
}

static SarStatus too_few(const SarFeInner *inner, int32_t found, int32_t wanted) {
  return sar_report(inner->context, SAR_INPUT, sar_nowhere(), NULL,
                    "ask for fewer with --modes; shapes of the interfaces are added to them in any case",
                    "%d shapes with the interfaces held are wanted, and %d were found", (int)wanted, (int)found);
}

static SarStatus take_settled(SarFeInner *inner, SarLanczosResult *found, int32_t wanted, SarFeFixed *out) {
  if (!found->settled) return too_few(inner, found->count, wanted);
  *out = (SarFeFixed){.count = found->count, .squares = found->values, .vectors = found->vectors};
  *found = (SarLanczosResult){0};
  for (int32_t i = 0; i < out->count; i++) out->squares[i] = 1 / out->squares[i];
  return SAR_OK;
}

static SarStatus few_of_many(SarFeInner *inner, int32_t count, SarFeFixed *out) {
  SarLanczosResult found;
  SarStatus status = search(inner, count, &found);
  if (status == SAR_OK) status = take_settled(inner, &found, count, out);
  sar_lanczos_destroy(&found);
  return status;
}

/* ---- small models: all at once ---- */

/* An orthonormal basis of the free motions, nunknowns x *columns: unit vectors of what is not held, less what the
 * equations of distributed sets hold. */
static SarStatus free_basis(const SarFeInner *inner, double **out, int32_t *columns) {
  const int32_t n = inner->model->nunknowns, rows = 6 * inner->ndistributed, width = 6 * inner->ninterfaces;
  const int32_t nfree = inner->ninner + inner->npins;
  const size_t size = (size_t)n;
  SarComplement complement = {0};
  double *unit = calloc(size + (size_t)width + 1, sizeof *unit);
  double *equations = calloc((size_t)nfree * (size_t)(rows + 1) + 1, sizeof *equations);
  int32_t *unknowns = calloc((size_t)nfree + 1, sizeof *unknowns);
  *columns = nfree - rows;
  *out = calloc(size * (size_t)(nfree + 1), sizeof **out);
  SarStatus status = unit && equations && unknowns && *out ? SAR_OK : sar_report_no_memory(inner->context);
  for (int32_t i = 0, k = 0; i < n && status == SAR_OK; i++) {
    if (sar_fe_inner_held(inner, i) < 0) unknowns[k++] = i;
  }
  for (int32_t k = 0; k < nfree && status == SAR_OK && rows; k++) { /* column of W: means of a unit displacement */
    memset(unit, 0, size * sizeof *unit);
    double *means = unit + size;
    unit[unknowns[k]] = 1;
    sar_fe_inner_means(inner, 1, unit, means);
    for (int32_t i = 0, r = 0; i < inner->ninterfaces; i++) {
      if (inner->interfaces[i].coupling != SAR_FE_DISTRIBUTED) continue;
      for (int32_t a = 0; a < 6; a++, r++) equations[(size_t)r * (size_t)nfree + (size_t)k] = means[6 * i + a];
    }
  }
  if (status == SAR_OK) status = sar_complement_create(inner->context, nfree, rows, equations, &complement);
  for (int32_t c = 0; c < *columns && status == SAR_OK; c++) {
    for (int32_t k = 0; k < nfree; k++) {
      (*out)[(size_t)c * size + (size_t)unknowns[k]] = complement.basis[(size_t)(rows + c) * (size_t)nfree + (size_t)k];
    }
  }
  sar_complement_destroy(&complement);
  free(unit);
  free(equations);
  free(unknowns);
  return status;
}

/* basis^T A basis */
static SarStatus project(const SarFeInner *inner, const SarFeMatrix *a, const double *basis, int32_t m, double *out) {
  const int32_t n = inner->model->nunknowns;
  double *product = malloc(((size_t)n * (size_t)m + 1) * sizeof *product);
  if (!product) return sar_report_no_memory(inner->context);
  sar_fe_multiply(a, m, basis, product);
  sar_dense_inner(1, sar_dense(basis, n, m), sar_dense(product, n, m), 0, out);
  free(product);
  return SAR_OK;
}

/* M y = (1 / w^2) K y: the stiffness is regular where the mass need not be. Values ascend, so the lowest are last. */
static SarStatus take_dense(SarFeInner *inner, const double *basis, int32_t m, double *a, const double *theta,
                            int32_t wanted, SarFeFixed *out) {
  const int32_t n = inner->model->nunknowns;
  int32_t count = 0;
  while (count < m && theta[m - 1 - count] > MASSLESS * theta[m - 1]) count++;
  if (count < wanted) return too_few(inner, count, wanted);
  if (wanted >= 0) count = wanted;
  *out = (SarFeFixed){count, calloc((size_t)count + 1, sizeof(double)),
                      calloc((size_t)count * (size_t)n + 1, sizeof(double))};
  if (!out->squares || !out->vectors) return sar_report_no_memory(inner->context);
  for (int32_t i = 0; i < count; i++) {
    double *y = a + (size_t)(m - 1 - i) * (size_t)m;
    out->squares[i] = 1 / theta[m - 1 - i];
    for (int32_t k = 0; k < m; k++) y[k] *= sqrt(out->squares[i]); /* y^T K y = 1 before */
    sar_dense_product(1, sar_dense(basis, n, m), sar_dense(y, m, 1), 0, out->vectors + (size_t)i * (size_t)n, n);
  }
  return SAR_OK;
}

static SarStatus all_at_once(SarFeInner *inner, int32_t wanted, SarFeFixed *out) {
  double *basis = NULL;
  int32_t m = 0;
  SarStatus status = free_basis(inner, &basis, &m);
  const size_t size = (size_t)m * (size_t)m + 1;
  double *a = calloc(size, sizeof *a), *b = calloc(size, sizeof *b), *theta = calloc((size_t)m + 1, sizeof *theta);
  if (status == SAR_OK && !(a && b && theta)) status = sar_report_no_memory(inner->context);
  if (status == SAR_OK) status = project(inner, &inner->model->mass, basis, m, a);
  if (status == SAR_OK) status = project(inner, &inner->model->stiffness, basis, m, b);
  if (status == SAR_OK) status = sar_symmetric_eigen(inner->context, m, a, b, theta);
  if (status == SAR_OK) status = take_dense(inner, basis, m, a, theta, wanted, out);
  free(basis);
  free(a);
  free(b);
  free(theta);
  if (status != SAR_SINGULAR) return status;
  return sar_report(inner->context, SAR_INPUT, sar_nowhere(), NULL, "look for parts that hang together by nothing",
                    "the stiffness is not positive definite with the interfaces held");
}

/* ---- how many ---- */

static int32_t below(const SarFeFixed *fixed, double hertz) {
  int32_t count = 0;
  while (count < fixed->count && sqrt(fixed->squares[count]) <= TWO_PI * hertz) count++;
  return count;
}

/* As many as are asked for, or so many that the last one is above the frequency: solids have about as many shapes as
 * the frequency to the power of two. */
static SarStatus search_up_to(SarFeInner *inner, const SarReduceOptions *options, int32_t most, SarFeFixed *out) {
  for (int32_t count = FIRST_GUESS < most ? FIRST_GUESS : most;;) {
    SAR_TRY(few_of_many(inner, count, out));
    const double last = sqrt(out->squares[out->count - 1]) / TWO_PI;
    if (last > options->up_to) return SAR_OK;
    if (count == most) break;
    char line[120];
    snprintf(line, sizeof line, "%d shapes go up to %.4g Hz: searching for more", (int)count, last);
    if (options->say) options->say(options->self, line);
    const double guess = 1.2 * count * pow(options->up_to / last, 2) + 10;
    const double least = 1.5 * count, largest = 4.0 * count;
    const double next = fmin(fmax(guess, least), largest);
    count = next < most ? (int32_t)next : most;
    sar_fe_fixed_destroy(out);
  }
  return sar_report(inner->context, SAR_INPUT, sar_nowhere(), NULL, "give a lower --up-to, or --modes N",
                    "more than %d shapes with the interfaces held lie below %g Hz", (int)most, options->up_to);
}

SarStatus sar_fe_fixed_shapes(SarFeInner *inner, const SarReduceOptions *options, SarFeFixed *out) {
  const int32_t room = inner->ninner + inner->npins - 6 * inner->ndistributed, wanted = options->modes;
  *out = (SarFeFixed){0};
  if (wanted == 0) return SAR_OK;
  if (wanted > room) {
    return sar_report(inner->context, SAR_INPUT, sar_nowhere(), NULL, "ask for fewer with --modes",
                      "%d shapes are wanted of a model that has %d unknowns with the interfaces held", (int)wanted,
                      (int)room);
  }
  if (room <= DENSE || wanted > room / 3) {
    if (room <= LARGEST_DENSE) {
      SAR_TRY(all_at_once(inner, wanted, out));
    } else {
      return sar_report(inner->context, SAR_INPUT, sar_nowhere(), NULL, "ask for fewer with --modes",
                        "%d shapes are wanted of a model that has %d unknowns with the interfaces held", (int)wanted,
                        (int)room);
    }
  } else {
    SAR_TRY(wanted > 0 ? few_of_many(inner, wanted, out) : search_up_to(inner, options, room / 3, out));
  }
  if (wanted < 0) out->count = below(out, options->up_to);
  return SAR_OK;
}
