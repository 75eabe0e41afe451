/* The small eigenproblem: the shapes X = (shapes of the interfaces, shapes with interfaces held) give
 *
 *   X^T K X = diag(stiffness between interfaces, w_fixed^2)     (both kinds are orthogonal with respect to K)
 *   X^T M X full,
 *
 * and its eigenvectors are orthonormal shapes of the same space. Six of them are rigid motion. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"

#define TWO_PI 6.283185307179586477
#define RIGID 1e6 /* the seventh square must be this much larger than the first six */
#define NODES_OFF 0.01
enum { AT_ONCE = 32, SHOWN = 8 };

/* X^T M X, some columns at a time. */
static SarStatus make_mass(SarReduction *r) {
  const int32_t n = r->model->nunknowns, nall = r->nall;
  double *product = malloc(((size_t)n * AT_ONCE + 1) * sizeof *product);
  r->small_mass = SAR_NEW(r->work, (size_t)nall * (size_t)nall, double);
  if (!product || !r->small_mass) {
    free(product);
    return sar_report_no_memory(r->context);
  }
  for (int32_t first = 0; first < nall; first += AT_ONCE) {
    const int32_t some = nall - first < AT_ONCE ? nall - first : AT_ONCE;
    sar_fe_multiply(&r->model->mass, some, r->shapes + (size_t)first * (size_t)n, product);
    sar_dense_inner(1, sar_dense(r->shapes, n, nall), sar_dense(product, n, some), 0,
                    r->small_mass + (size_t)first * (size_t)nall);
  }
  free(product);
  return SAR_OK;
}

static double stiffness(const SarReduction *r, int32_t i, int32_t j) {
  if (i < r->nends && j < r->nends) return r->ends[i + j * r->nends];
  return i == j ? r->fixed[i - r->nends] : 0;
}

/* Eigenvalues and -vectors of the problem without the six shapes of interface `left_out` (-1: with all). Shapes are
 * scaled to mass one, since rotations and displacements have different units. vectors: nall x (as many as are left). */
static SarStatus solve_small(SarReduction *r, int32_t left_out, double *squares, double *vectors) {
  const int32_t nall = r->nall;
  int32_t *kept = SAR_NEW(r->work, nall, int32_t), m = 0;
  double *scale = SAR_NEW(r->work, nall, double);
  const size_t size = (size_t)nall * (size_t)nall;
  double *k = SAR_NEW(r->work, size, double), *b = SAR_NEW(r->work, size, double);
  if (!kept || !scale || !k || !b) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < nall; i++) {
    scale[i] = 1 / sqrt(r->small_mass[(size_t)i * (size_t)(nall + 1)]);
    if (left_out < 0 || i / 6 != left_out || i >= r->nends) kept[m++] = i;
  }
  for (int32_t j = 0; j < m; j++) {
    for (int32_t i = 0; i < m; i++) {
      const int32_t a = kept[i], c = kept[j];
      const size_t at = (size_t)i + (size_t)j * (size_t)m;
      k[at] = scale[a] * scale[c] * stiffness(r, a, c);
      b[at] = scale[a] * scale[c] * r->small_mass[(size_t)a + (size_t)c * (size_t)nall];
    }
  }
  SarStatus status = sar_symmetric_eigen(r->context, m, k, b, squares);
  if (status == SAR_SINGULAR) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      "give interfaces apart from each other and mass to all nodes; or ask for fewer shapes",
                      "the mass of the reduced body is not positive definite: its shapes depend on each other");
  }
  for (int32_t j = 0; j < m && status == SAR_OK; j++) {
    for (int32_t i = 0; i < m; i++) {
      vectors[(size_t)kept[i] + (size_t)j * (size_t)nall] = scale[kept[i]] * k[(size_t)i + (size_t)j * (size_t)m];
    }
  }
  return status;
}

static double hertz(double square) { return copysign(sqrt(fabs(square)), square) / TWO_PI; }

/* The body must be free: six squares of frequencies that are nothing but rounding, and no seventh. */
static SarStatus check_free(SarReduction *r) {
  double largest = 0;
  for (int i = 0; i < 6; i++) largest = fmax(largest, fabs(r->free[i]));
  if (r->nall < 7) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      "ask for --modes 1 or more, or give a second interface",
                      "one interface and no further shapes make a rigid body");
  }
  r->report->rigid = largest / fabs(r->free[6]);
  if (r->free[6] > RIGID * largest) return SAR_OK;
  char list[SHOWN * 24] = "";
  for (int32_t i = 0, used = 0; i < SHOWN && i < r->nall; i++) {
    used += snprintf(list + used, sizeof list - (size_t)used, "%s%.4g", i ? ", " : "", hertz(r->free[i]));
  }
  bool more = r->nall > 7 && r->free[r->nall < 13 ? r->nall - 1 : 12] > RIGID * fabs(r->free[6]);
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    more
                        ? "there are more motions without stiffness than six: a mechanism inside needs a body for each "
                          "of its parts"
                        : "take supports (*BOUNDARY), springs to the ground and equations out of the finite-element "
                          "model, and check that nodes and matrices belong together",
                    "the body has no six rigid motions: its lowest frequencies are %s Hz, where six should be zero "
                    "beside the seventh",
                    list);
}

/* The six motions without stiffness have an inertia by the matrices alone: with Z of mass one, q = Z a at the first
 * interface, it is (Z Z^T)^-1 there. Where nodes and matrices belong together it is that of the rigid motions by the
 * places of the nodes, E^T (Z Z^T)^-1 E = diag(m, J) with q = E (translation, rotation about the centre of mass). */
static SarStatus check_nodes(const SarReduction *r) {
  double z[36], end[6][6], product[36], e[36], solved[36], worst = 0;
  SarSymmetric small = {0};
  for (int i = 0; i < 36; i++) z[i] = r->free_mix[(size_t)(i / 6) + (size_t)(i % 6) * (size_t)r->nall]; /* Z^T */
  sar_dense_inner(1, sar_dense(z, 6, 6), sar_dense(z, 6, 6), 0, product);
  sar_reduction_rigid_end(r, 0, end);
  for (int i = 0; i < 36; i++) e[i] = solved[i] = end[i % 6][i / 6];
  SarStatus status = sar_symmetric_create(r->context, 6, product, &small);
  if (status == SAR_OK) {
    sar_symmetric_solve(&small, 6, solved);
    sar_dense_inner(1, sar_dense(e, 6, 6), sar_dense(solved, 6, 6), 0, product);
    for (int i = 0; i < 36; i++) {
      const int a = i % 6, b = i / 6;
      const double own[2] = {a < 3 ? r->mass : r->inertia.m[a - 3][a - 3],
                             b < 3 ? r->mass : r->inertia.m[b - 3][b - 3]};
      const double nodes = a > 2 && b > 2 ? r->inertia.m[a - 3][b - 3] : a == b ? r->mass : 0;
      worst = fmax(worst, fabs(product[i] - nodes) / sqrt(own[0] * own[1]));
    }
  }
  sar_symmetric_destroy(&small);
  if (status == SAR_NO_MEMORY || (status == SAR_OK && worst <= NODES_OFF)) return status;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "check that nodes and matrices belong together: the table of nodes, its order and its units",
                    "the inertia of rigid motion by the matrices and by the places of the nodes differ by %.2g %%",
                    100 * worst);
}

/* Files round their numbers: a stiffness of ten digits holds rigid motion by as much as that leaves. Once it is clear
 * that the body is free, that is taken out, S -> P^T S P with P = 1 - R (R^T D R)^-1 R^T D, where R are the rigid
 * motions of the interfaces and D the diagonal of S: what is left depends on motions of interfaces against each other
 * alone. */
static SarStatus clean_ends(SarReduction *r) {
  const int32_t m = r->nends;
  const size_t size = (size_t)m * (size_t)m;
  double *rigid = SAR_NEW(r->work, 12 * (size_t)m, double), *weighed = rigid + 6 * (size_t)m;
  double *p = SAR_NEW(r->work, size, double), *product = SAR_NEW(r->work, size, double);
  double *part = SAR_NEW(r->work, 6 * (size_t)m, double), normal[36];
  SarSymmetric small = {0};
  if (!rigid || !p || !product || !part) return sar_report_no_memory(r->context);
  for (int32_t i = 0; i < m; i++) {
    double end[6][6];
    sar_reduction_rigid_end(r, i / 6, end);
    p[i + i * m] = 1;
    for (int32_t a = 0; a < 6; a++) {
      rigid[i + a * m] = end[i % 6][a];
      weighed[i + a * m] = end[i % 6][a] * r->ends[i + i * m];
      part[a + 6 * i] = weighed[i + a * m];
    }
  }
  sar_dense_inner(1, sar_dense(rigid, m, 6), sar_dense(weighed, m, 6), 0, normal);
  SarStatus status = sar_symmetric_create(r->context, 6, normal, &small);
  if (status == SAR_OK) {
    sar_symmetric_solve(&small, m, part);
    sar_dense_product(-1, sar_dense(rigid, m, 6), sar_dense(part, 6, m), 1, p, m);
    sar_dense_product(1, sar_dense(r->ends, m, m), sar_dense(p, m, m), 0, product, m);
    sar_dense_inner(1, sar_dense(p, m, m), sar_dense(product, m, m), 0, r->ends);
    r->relative = p;
  }
  sar_symmetric_destroy(&small);
  return status == SAR_SINGULAR ? SAR_OK : status; /* cannot be: six rigid motions of one interface are independent */
}

static int32_t find_interface(const SarReduction *r, const char *name) {
  for (int32_t i = 0; i < r->options->ninterfaces; i++) {
    if (strcmp(r->interfaces[i].name, name) == 0) return i;
  }
  return -1;
}

/* In the free frame: rigid motion that rounding has left in the shapes of the body, as parts of mass one. */
static SarStatus take_frame(SarReduction *r) {
  const char *frame = r->options->frame;
  const size_t nall = (size_t)r->nall;
  if (!frame) {
    r->squares = r->free + 6;
    r->mix = r->free_mix + 6 * nall;
    return SAR_OK;
  }
  const int32_t held = find_interface(r, frame);
  if (held < 0) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), frame, "give `free` or the name of an interface",
                      "--frame %s: there is no interface `%s`", frame, frame);
  }
  r->squares = SAR_NEW(r->work, nall, double);
  r->mix = SAR_NEW(r->work, nall * nall, double);
  if (!r->squares || !r->mix) return sar_report_no_memory(r->context);
  return solve_small(r, held, r->squares, r->mix);
}

SarStatus sar_reduction_small(SarReduction *r) {
  const size_t nall = (size_t)r->nall;
  r->free = SAR_NEW(r->work, nall, double);
  r->free_mix = SAR_NEW(r->work, nall * nall, double);
  if (!r->free || !r->free_mix) return sar_report_no_memory(r->context);
  SAR_TRY(make_mass(r));
  SAR_TRY(solve_small(r, -1, r->free, r->free_mix));
  SAR_TRY(check_free(r));
  SAR_TRY(check_nodes(r));
  SAR_TRY(clean_ends(r));
  SAR_TRY(solve_small(r, -1, r->free, r->free_mix));
  SAR_TRY(take_frame(r));
  r->n = r->nall - 6;
  r->motion = SAR_NEW(r->work, (size_t)r->nends * (size_t)r->n, double);
  if (!r->motion) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < r->n; j++) { /* the shapes of interfaces are unit motions of theirs, the others zero */
    memcpy(r->motion + (size_t)j * (size_t)r->nends, r->mix + (size_t)j * nall, (size_t)r->nends * sizeof(double));
  }
  return SAR_OK;
}

/* X Z in place, by rows. */
static SarStatus multiply_in_place(SarReduction *r) {
  enum { ROWS = 512 };
  const int32_t n = r->model->nunknowns;
  double *rows = malloc((size_t)ROWS * (size_t)r->nall * sizeof *rows);
  if (!rows) return sar_report_no_memory(r->context);
  for (int32_t first = 0; first < n; first += ROWS) {
    const int32_t some = n - first < ROWS ? n - first : ROWS;
    for (int32_t j = 0; j < r->nall; j++) {
      memcpy(rows + (size_t)j * ROWS, r->shapes + (size_t)j * (size_t)n + first, (size_t)some * sizeof *rows);
    }
    sar_dense_product(1, (SarDense){rows, some, r->nall, ROWS}, sar_dense(r->mix, r->nall, r->n), 0, r->shapes + first,
                      n);
  }
  free(rows);
  return SAR_OK;
}

/* In the free frame shapes have no rigid motion in them; what rounding has left of it is taken out, and said. */
static void take_rigid_out(SarReduction *r) {
  for (int32_t j = 0; j < r->n; j++) {
    double taken[6], end[6][6];
    sar_reduction_relieve(r, 1, r->shapes + (size_t)j * (size_t)r->model->nunknowns, taken);
    for (int a = 0; a < 6; a++) {
      const double mass = a < 3 ? r->mass : r->inertia.m[a - 3][a - 3];
      r->report->coupling = fmax(r->report->coupling, fabs(taken[a]) * sqrt(mass));
    }
    for (int32_t i = 0; i < r->options->ninterfaces; i++) {
      sar_reduction_rigid_end(r, i, end);
      double *q = r->motion + (size_t)j * (size_t)r->nends + 6 * i;
      for (int d = 0; d < 6; d++) {
        for (int a = 0; a < 6; a++) q[d] -= end[d][a] * taken[a];
      }
    }
  }
}

SarStatus sar_reduction_mix(SarReduction *r) {
  SAR_TRY(multiply_in_place(r));
  if (r->options->frame) return SAR_OK;
  take_rigid_out(r);
  if (r->report->coupling > 1e-6) {
    sar_warn(r->context, sar_nowhere(), NULL, "check that nodes and matrices belong together",
             "the shapes are coupled with rigid motion by %.2g of their mass", r->report->coupling);
  }
  return SAR_OK;
}
