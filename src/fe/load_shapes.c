/* Shapes of load cases: how loads that are spread over the body bend it while its interfaces are held.
 *
 * Interfaces move under any load as in the full model, u = u_held(f) + Psi q with S q = Psi^T f: the shapes Psi of the
 * interfaces are enough. The rest, u_held(f) = K^-1 f with the interfaces held, is a sum over all shapes of vibration,
 *
 *   u_held = sum_k phi_k (phi_k . f) / w_k^2,
 *
 * of which the body has few. What these leave is one more shape for each load, and with it the static answer is that of
 * the full model. It is orthogonal to phi_k with respect to mass and stiffness alike; where there are several, a small
 * eigenproblem makes them so among each other. Their "frequencies" are no frequencies of the body. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"

#define NOTHING_NEW 1e-12 /* of the mass of a shape: less than that is rounding of what the others hold already */

/* K^-1 f, improved once by what it leaves; left: room. */
static SarStatus solve(SarReduction *r, const double *force, double *u, double *left) {
  const int32_t n = r->model->nunknowns;
  memcpy(u, force, (size_t)n * sizeof *u);
  SAR_TRY(sar_fe_inner_solve(&r->inner, 1, u, NULL));
  sar_fe_multiply(&r->model->stiffness, 1, u, left);
  for (int32_t i = 0; i < n; i++) left[i] = force[i] - left[i];
  SAR_TRY(sar_fe_inner_solve(&r->inner, 1, left, NULL));
  for (int32_t i = 0; i < n; i++) u[i] += left[i];
  return SAR_OK;
}

static double inner(int32_t n, const double *a, const double *b) {
  double sum;
  sar_dense_inner(1, sar_dense(a, n, 1), sar_dense(b, n, 1), 0, &sum);
  return sum;
}

/* u -= Phi Phi^T M u, twice for the sake of rounding, with all shapes that hold the interfaces so far. */
static void make_orthogonal(const SarReduction *r, double *u, double *room, double *parts) {
  const int32_t n = r->model->nunknowns, count = r->nall - r->nends;
  const SarDense held = sar_dense(r->shapes + (size_t)r->nends * (size_t)n, n, count);
  for (int round = 0; round < 2 && count; round++) {
    sar_fe_multiply(&r->model->mass, 1, u, room);
    sar_dense_inner(1, held, sar_dense(room, n, 1), 0, parts);
    sar_dense_product(-1, held, sar_dense(parts, count, 1), 1, u, n);
  }
}

/* The share of the work of the load on u_held = K^-1 f that the shapes of vibration leave out. */
static double left_out(const SarReduction *r, const double *force, const double *u) {
  const int32_t n = r->model->nunknowns;
  const double all = inner(n, force, u);
  double known = 0;
  for (int32_t k = 0; k < r->nfixed; k++) {
    const double amplitude = inner(n, force, r->shapes + (size_t)(r->nends + k) * (size_t)n);
    known += amplitude * amplitude / r->fixed[k];
  }
  return all > 0 ? fmax(0, 1 - known / all) : 0;
}

/* The next shape, of mass one, behind the others; none where these hold it already. */
static SarStatus add_shape(SarReduction *r, int32_t load, double *room, double *parts, double *left) {
  const int32_t n = r->model->nunknowns;
  const double *force = r->model->loads[load].force;
  double *u = r->shapes + (size_t)r->nall * (size_t)n;
  SAR_TRY(solve(r, force, u, room));
  *left = left_out(r, force, u);
  if (r->options->no_load_shapes) return SAR_OK;
  sar_fe_multiply(&r->model->mass, 1, u, room);
  const double before = inner(n, u, room);
  make_orthogonal(r, u, room, parts);
  sar_fe_multiply(&r->model->mass, 1, u, room);
  const double mass = inner(n, u, room);
  *left = 0;
  if (!(mass > NOTHING_NEW * before)) return SAR_OK;
  for (int32_t i = 0; i < n; i++) u[i] /= sqrt(mass);
  r->nall++;
  return SAR_OK;
}

/* Orthogonal with respect to the stiffness too: U -> U V, V^T (U^T K U) V = diag(w^2), V^T (U^T M U) V = 1. */
static SarStatus separate(SarReduction *r, int32_t count) {
  const size_t n = (size_t)r->model->nunknowns, size = (size_t)count * (size_t)count;
  double *u = r->shapes + (size_t)(r->nall - count) * n, *product = malloc((size_t)count * n * sizeof *product);
  double *k = SAR_NEW(r->work, size, double), *b = SAR_NEW(r->work, size, double);
  SarStatus status = product && k && b ? SAR_OK : sar_report_no_memory(r->context);
  if (status == SAR_OK) {
    const SarDense shapes = sar_dense(u, (int32_t)n, count);
    sar_fe_multiply(&r->model->stiffness, count, u, product);
    sar_dense_inner(1, shapes, sar_dense(product, (int32_t)n, count), 0, k);
    sar_fe_multiply(&r->model->mass, count, u, product);
    sar_dense_inner(1, shapes, sar_dense(product, (int32_t)n, count), 0, b);
    status = sar_symmetric_eigen(r->context, count, k, b, r->fixed + r->nfixed);
    if (status == SAR_SINGULAR) {
      status = sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "give --no-load-shapes, or check the mass matrix",
                          "the shapes of the load cases depend on each other");
    }
  }
  if (status == SAR_OK) {
    sar_dense_product(1, sar_dense(u, (int32_t)n, count), sar_dense(k, count, count), 0, product, (int32_t)n);
    memcpy(u, product, (size_t)count * n * sizeof *u);
  }
  free(product);
  return status;
}

SarStatus sar_reduction_load_shapes(SarReduction *r) {
  const size_t n = (size_t)r->model->nunknowns, loads = (size_t)r->model->nloads;
  double *left = SAR_NEW(r->arena, loads, double);
  r->report->load_errors = left;
  if (!loads) return SAR_OK;
  const size_t most = (size_t)r->nall + loads;
  double *all = realloc(r->shapes, (n * most + 1) * sizeof *all);
  if (all) r->shapes = all;
  double *room = malloc((n + most + 1) * sizeof *room), *fixed = SAR_NEW(r->work, most, double);
  SarStatus status = left && all && room && fixed ? SAR_OK : sar_report_no_memory(r->context);
  if (status == SAR_OK) {
    memcpy(fixed, r->fixed, (size_t)r->nfixed * sizeof *fixed);
    r->fixed = fixed;
  }
  for (size_t i = 0; i < loads && status == SAR_OK; i++) status = add_shape(r, (int32_t)i, room, room + n, &left[i]);
  free(room);
  SAR_TRY(status);
  r->report->load_shapes = r->nall - r->nends - r->nfixed;
  return r->report->load_shapes ? separate(r, r->report->load_shapes) : SAR_OK;
}
