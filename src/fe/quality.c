/* How good a reduction is, against all unknowns of the model.
 *
 * Statics are compared first, by equations of the whole model that trust no shape (whole_column). When these agree, the
 * shapes of the interfaces may serve: the factorisation with interfaces held gives the whole model too: with f on all
 * unknowns and loads h on the interfaces, u = u_held(f) + Psi q, S q = Psi^T f + h, where S = Psi^T K Psi is the
 * stiffness between interfaces and the first interface is at rest. A body that flies is in balance with its own
 * inertia, f = -M R (R^T M R)^-1 times what h amounts to, and its displacements are orthogonal to rigid motion. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"
#include "linear/lanczos.h"

#define TWO_PI 6.283185307179586477
#define WRONG_COMPLIANCE 1e-5 /* statics are exact but for rounding: more is said aloud */
#define WRONG_FREQUENCY 0.01
#define SETTLED 1e-10 /* the last change of a compliance */
#define ROUNDS 40
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
  if (status == SAR_OK && facts->frequency_error > WRONG_FREQUENCY) {
    sar_warn(r->context, sar_nowhere(), NULL, "take more modes (--modes, --up-to)",
             "the lowest frequencies of the free body are wrong by up to %.2g %%", 100 * facts->frequency_error);
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

/* The resultant of forces on all unknowns over the nodes of each interface: nends numbers. */
static void resultants(const SarReduction *r, const double *force, double *out) {
  memset(out, 0, (size_t)r->nends * sizeof *out);
  for (int32_t i = 0; i < r->options->ninterfaces; i++) {
    const SarFeCoupled *interface = &r->interfaces[i];
    const int32_t directions = interface->coupling == SAR_FE_DISTRIBUTED ? 3 : 6; /* a mean takes no moments of nodes */
    for (int32_t k = 0; k < interface->count; k++) {
      for (int32_t d = 0; d < directions; d++) {
        const int32_t unknown = r->unknown[6 * (size_t)interface->nodes[k] + (size_t)d];
        double row[6];
        if (unknown < 0) continue;
        sar_fe_rigid_row(interface->at, r->model->at[interface->nodes[k]], d, row);
        for (int a = 0; a < 6; a++) out[6 * i + a] += row[a] * force[unknown];
      }
    }
  }
}

/* The loads that hold the interfaces moved by q in the whole model. The shapes are no more than a first guess at its
 * displacements: what this leaves of the equations at all other unknowns, and of the means, is solved for. */
static SarStatus hold(Whole *w, const double *q, double *loads) {
  SarReduction *r = w->r;
  const int32_t n = r->model->nunknowns, m = r->nends;
  double *u = w->room, *left = w->room + n, *means = w->q + 4 * m;
  sar_dense_product(1, sar_dense(r->shapes, n, m), sar_dense(q, m, 1), 0, u, n);
  sar_fe_multiply(&r->model->stiffness, 1, u, left);
  for (int32_t i = 0; i < n; i++) left[i] = -left[i];
  sar_fe_inner_means(&r->inner, 1, u, means);
  for (int32_t i = 0; i < m; i++) means[i] = q[i] - means[i];
  SAR_TRY(sar_fe_inner_solve(&r->inner, 1, left, means));
  for (int32_t i = 0; i < n; i++) u[i] += left[i];
  sar_fe_multiply(&r->model->stiffness, 1, u, left);
  resultants(r, left, loads);
  return SAR_OK;
}

/* Column j of the compliance of the whole model, the first interface held, by loads in balance: q = S^-1 h, and what
 * the loads that hold this in the whole model lack of h is solved for again, until nothing changes. Shapes that are
 * wrong make S too stiff and never too soft, so that this converges from one side: when it is broken off, what is found
 * is still less than the error. Motions without their rigid part and loads in balance alone count: stiffness against
 * rigid motion is rounding in files. size: m numbers, of the motions. */
static SarStatus whole_column(Whole *w, int32_t j, const double *size, double *out) {
  SarReduction *r = w->r;
  const int32_t m = r->nends;
  const SarDense relative = sar_dense(r->relative, m, m);
  double *q = w->q, *h = w->q + m, *balanced = w->q + 2 * m, *loads = w->q + 3 * m, row[6], last = INFINITY;
  sar_fe_rigid_row(r->interfaces[0].at, r->interfaces[1 + j / 6].at, j % 6, row);
  memset(w->q, 0, 2 * (size_t)m * sizeof *q);
  q[6 + j] = h[6 + j] = 1;
  for (int a = 0; a < 6; a++) h[a] = -row[a];
  solve_ends(w, q);
  for (int round = 0; round < ROUNDS; round++) {
    double change = 0;
    sar_dense_product(1, relative, sar_dense(q, m, 1), 0, balanced, m);
    SAR_TRY(hold(w, balanced, loads));
    for (int32_t i = 0; i < m; i++) loads[i] = h[i] - loads[i];
    sar_dense_inner(1, relative, sar_dense(loads, m, 1), 0, balanced);
    solve_ends(w, balanced);
    for (int32_t i = 6; i < m; i++) {
      q[i] += balanced[i];
      change = fmax(change, fabs(balanced[i]) / (size[i - 6] * size[j]));
    }
    if (change < SETTLED || change > 0.95 * last) break;
    last = change;
  }
  memcpy(out, q + 6, (size_t)(m - 6) * sizeof *out);
  return SAR_OK;
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
  double *motion = SAR_NEW(r->work, (size_t)m * (size_t)r->n, double), *size = SAR_NEW(r->work, m, double);
  if (!whole || !own || !motion || !size) return sar_report_no_memory(r->context);
  relative_motion(r, motion);
  sar_dense_inner(1, sar_dense(motion, r->n, m), sar_dense(motion, r->n, m), 0, own);
  for (int32_t i = 0; i < m; i++) size[i] = sqrt(own[i + i * m]);
  for (int32_t j = 0; j < m; j++) SAR_TRY(whole_column(w, j, size, whole + j * m));
  facts->compliance_error = difference(m, whole, own, true);
  if (facts->compliance_error > WRONG_COMPLIANCE) {
    sar_warn(r->context, sar_nowhere(), NULL,
             "check the stiffness matrix: materials of very different stiffness, or numbers with too few digits?",
             "the compliance between interfaces is wrong by %.2g of itself", facts->compliance_error);
  }
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
