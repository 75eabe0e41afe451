/* How good a reduction is, against all unknowns of the model.
 *
 * The factorisation with interfaces held gives the whole model too: with f on all unknowns and loads h on the
 * interfaces, u = u_held(f) + Psi q, S q = Psi^T f + h, where S = Psi^T K Psi is the stiffness between interfaces and
 * the first interface is at rest. A body that flies is in balance with its own inertia, f = -M R (R^T M R)^-1 times
 * what h amounts to, and its displacements are orthogonal to rigid motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"
#include "linear/lanczos.h"

#define TWO_PI 6.283185307179586477
enum { COMPARED = 10, ENOUGH = 60 }; /* frequencies; unknowns below which there is nothing to search for */

typedef struct Whole {
  SarReduction *r;
  SarSymmetric free_ends; /* stiffness between interfaces, the first one held */
  double *room;           /* nunknowns x 6 */
  double *q;              /* nends x 6 */
} Whole;

static SarStatus create(SarReduction *r, Whole *w) {
  const int32_t m = r->nends - 6;
  *w = (Whole){.r = r};
  double *s = SAR_NEW(r->work, (size_t)m * (size_t)m + 1, double);
  w->room = malloc((6 * (size_t)r->model->nunknowns + 1) * sizeof(double));
  w->q = SAR_NEW(r->work, 6 * (size_t)r->nends, double);
  if (!s || !w->room || !w->q) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < m; j++) {
    for (int32_t i = 0; i < m; i++) s[i + j * m] = r->ends[i + 6 + (j + 6) * r->nends];
  }
  SarStatus status = sar_symmetric_create(r->context, m, s, &w->free_ends);
  if (status != SAR_SINGULAR) return status;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "a mechanism inside needs a body for each of its parts",
                    "the interfaces can move against each other without any force");
}

static void destroy(Whole *w) {
  sar_symmetric_destroy(&w->free_ends);
  free(w->room);
}

/* q: nends loads in, motions out, the first six zero. */
static void solve_ends(const Whole *w, double *q) {
  memset(q, 0, 6 * sizeof *q);
  sar_symmetric_solve(&w->free_ends, 1, q + 6);
}

/* u: loads in, displacements out; h: nends loads of interfaces in, their motions out. */
static SarStatus solve_whole(Whole *w, double *u, double *h) {
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns;
  const SarDense psi = sar_dense(r->shapes, n, r->nends);
  sar_dense_inner(1, psi, sar_dense(u, n, 1), 1, h);
  solve_ends(w, h);
  SAR_TRY(sar_fe_inner_solve(&r->inner, 1, u, NULL));
  sar_dense_product(1, psi, sar_dense(h, r->nends, 1), 1, u, n);
  return SAR_OK;
}

/* ---- frequencies ---- */

static SarStatus mass(void *self, const double *x, double *y) {
  Whole *w = self;
  sar_fe_multiply(&w->r->model->mass, 1, x, y);
  return SAR_OK;
}

/* P S P^T with P = 1 - R (R^T M R)^-1 R^T M: loads lose their resultants, displacements their rigid motion. */
static SarStatus solve_flying(void *self, const double *b, double *y) {
  Whole *w = self;
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns;
  double p[6], amount[6];
  memcpy(y, b, (size_t)n * sizeof *y);
  sar_dense_inner(1, sar_dense(r->rigid, n, 6), sar_dense(b, n, 1), 0, p);
  sar_vec3_store(sar_scale(1 / r->mass, sar_vec3_load(p)), amount);
  sar_vec3_store(sar_mul(&r->inverse, sar_vec3_load(p + 3)), amount + 3);
  sar_dense_product(-1, sar_dense(r->momentum, n, 6), sar_dense(amount, 6, 1), 1, y, n);
  memset(w->q, 0, (size_t)r->nends * sizeof *w->q);
  SAR_TRY(solve_whole(w, y, w->q));
  sar_reduction_relieve(r, 1, y, NULL);
  return SAR_OK;
}

static SarStatus compare_frequencies(Whole *w, SarReducedFacts *facts) {
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns, nfree = r->nall - 6;
  const SarFeInner *inner = &r->inner;
  SarLanczosResult found = {0};
  facts->frequency_error = -1;
  if (inner->ninner < ENOUGH) return SAR_OK;
  double *start = malloc((size_t)n * sizeof *start), *full = SAR_NEW(r->arena, COMPARED, double);
  SarStatus status = start && full ? SAR_OK : sar_report_no_memory(r->context);
  if (status == SAR_OK) {
    sar_fe_start_vector(n, start);
    const SarLanczos problem = {.n = n,
                                .count = COMPARED,
                                .room = 3 * COMPARED,
                                .tolerance = 1e-10,
                                .restarts = 300,
                                .mass = mass,
                                .solve = solve_flying,
                                .self = w,
                                .start = start};
    status = sar_lanczos(r->context, &problem, &found);
  }
  for (int32_t i = 0; i < found.count && status == SAR_OK; i++) {
    full[i] = 1 / (TWO_PI * sqrt(found.values[i]));
    if (i >= nfree) continue;
    const double own = sqrt(r->free[6 + i]) / TWO_PI;
    facts->frequency_error = fmax(facts->frequency_error, fabs(own / full[i] - 1));
  }
  r->report->nfull = found.count;
  r->report->full = full;
  sar_lanczos_destroy(&found);
  free(start);
  return status;
}

/* ---- compliance ---- */

/* Largest difference of two compliances, displacements and rotations by forces and moments. strict: each entry relative
 * to the root of its two diagonal entries in `a`; else to the largest of their kinds. */
static double difference(int32_t n, const double *a, const double *b, bool strict) {
  double worst = 0, largest[2] = {0, 0};
  for (int32_t i = 0; i < n; i++) largest[i % 6 / 3] = fmax(largest[i % 6 / 3], fabs(a[i + i * n]));
  for (int32_t j = 0; j < n; j++) {
    for (int32_t i = 0; i < n; i++) {
      const double own = fabs(a[i + i * n] * a[j + j * n]), kinds = largest[i % 6 / 3] * largest[j % 6 / 3];
      worst = fmax(worst, fabs(a[i + j * n] - b[i + j * n]) / sqrt(strict ? own : kinds));
    }
  }
  return worst;
}

/* Column j of the compliance of the whole model, the first interface held, by loads in balance: the interfaces move by
 * the stiffness between them, all unknowns follow, and what these leave of the equations of the interfaces is solved
 * for once more. Motions without their rigid part and loads in balance alone count: stiffness against rigid motion is
 * rounding in files. */
static void whole_column(Whole *w, int32_t j, double *out) {
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns, m = r->nends;
  const SarDense psi = sar_dense(r->shapes, n, m);
  double *u = w->room, *left = w->room + n, *q = w->q, *h = w->q + m, *balanced = w->q + 2 * m, row[6];
  sar_fe_rigid_row(r->interfaces[0].at, r->interfaces[1 + j / 6].at, j % 6, row);
  memset(w->q, 0, 2 * (size_t)m * sizeof *q);
  q[6 + j] = h[6 + j] = 1;
  for (int a = 0; a < 6; a++) h[a] = -row[a];
  solve_ends(w, q);
  sar_dense_product(1, sar_dense(r->relative, m, m), sar_dense(q, m, 1), 0, balanced, m);
  sar_dense_product(1, psi, sar_dense(balanced, m, 1), 0, u, n);
  sar_fe_multiply(&r->model->stiffness, 1, u, left);
  sar_dense_inner(-1, psi, sar_dense(left, n, 1), 1, h);
  sar_dense_inner(1, sar_dense(r->relative, m, m), sar_dense(h, m, 1), 0, balanced);
  solve_ends(w, balanced);
  for (int32_t i = 6; i < m; i++) out[i - 6] = q[i] + balanced[i];
}

/* Motion of interface k against the first one, as if that were at rest: q_k - G_k q_0, over w; n per motion. */
static void relative_motion(const SarReduction *r, double *out) {
  const int32_t m = r->nends - 6;
  for (int32_t j = 0; j < r->n; j++) {
    const double *q = r->motion + (size_t)j * (size_t)r->nends;
    for (int32_t i = 0; i < m; i++) {
      double row[6];
      sar_fe_rigid_row(r->interfaces[0].at, r->interfaces[1 + i / 6].at, i % 6, row);
      double value = q[6 + i];
      for (int a = 0; a < 6; a++) value -= row[a] * q[a];
      out[(size_t)j + (size_t)i * (size_t)r->n] = value / sqrt(r->squares[j]);
    }
  }
}

static SarStatus compare_compliance(Whole *w, SarReducedFacts *facts) {
  SarReduction *r = w->r;
  const int32_t m = r->nends - 6;
  facts->compliance_error = -1;
  if (!m) return SAR_OK; /* one interface moves against nothing */
  double *whole = SAR_NEW(r->work, (size_t)m * (size_t)m, double),
         *own = SAR_NEW(r->work, (size_t)m * (size_t)m, double);
  double *motion = SAR_NEW(r->work, (size_t)m * (size_t)r->n, double);
  if (!whole || !own || !motion) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < m; j++) whole_column(w, j, whole + j * m);
  relative_motion(r, motion);
  sar_dense_inner(1, sar_dense(motion, r->n, m), sar_dense(motion, r->n, m), 0, own);
  facts->compliance_error = difference(m, whole, own, true);
  return SAR_OK;
}

/* ---- a body that flies under one load ---- */

static SarStatus flying_column(Whole *w, int32_t j, double *out) {
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns;
  double end[6][6], amount[6], taken[6];
  sar_reduction_rigid_end(r, j / 6, end);
  sar_vec3_store(sar_scale(1 / r->mass, sar_vec3_load(end[j % 6])), amount);
  sar_vec3_store(sar_mul(&r->inverse, sar_vec3_load(end[j % 6] + 3)), amount + 3);
  sar_dense_product(-1, sar_dense(r->momentum, n, 6), sar_dense(amount, 6, 1), 0, w->room, n);
  memset(out, 0, (size_t)r->nends * sizeof *out);
  out[j] = 1;
  SAR_TRY(solve_whole(w, w->room, out));
  sar_reduction_relieve(r, 1, w->room, taken);
  for (int32_t i = 0; i < r->nends; i++) {
    if (i % 6 == 0) sar_reduction_rigid_end(r, i / 6, end);
    for (int a = 0; a < 6; a++) out[i] -= end[i % 6][a] * taken[a];
  }
  return SAR_OK;
}

static SarStatus compare_flying(Whole *w) {
  SarReduction *r = w->r;
  const int32_t m = r->nends, nfree = r->nall - 6;
  double *whole = SAR_NEW(r->work, (size_t)m * (size_t)m, double),
         *own = SAR_NEW(r->work, (size_t)m * (size_t)m, double);
  double *motion = SAR_NEW(r->work, (size_t)m * (size_t)nfree, double);
  if (!whole || !own || !motion) return sar_report_no_memory(r->context);
  for (int32_t j = 0; j < m; j++) SAR_TRY(flying_column(w, j, whole + j * m));
  for (int32_t j = 0; j < nfree; j++) {
    for (int32_t i = 0; i < m; i++) {
      motion[(size_t)j + (size_t)i * (size_t)nfree] =
          r->free_mix[(size_t)i + (size_t)(6 + j) * (size_t)r->nall] / sqrt(r->free[6 + j]);
    }
  }
  sar_dense_inner(1, sar_dense(motion, nfree, m), sar_dense(motion, nfree, m), 0, own);
  r->report->relief_error = difference(m, whole, own, false);
  return SAR_OK;
}

SarStatus sar_reduction_quality(SarReduction *r, SarReducedFacts *facts) {
  Whole w;
  SarStatus status = create(r, &w);
  if (status == SAR_OK) status = compare_compliance(&w, facts);
  if (status == SAR_OK) status = compare_flying(&w);
  if (status == SAR_OK) status = compare_frequencies(&w, facts);
  destroy(&w);
  return status;
}
