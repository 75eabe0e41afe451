/* Integrals over the mesh that the dynamics of the body needs (store/reduced.h), for any mass matrix.
 *
 * A node moves by v + w x (X + Phi eta) + Phi eta', a node that turns by w + Theta eta'; so with the rigid motions R
 * (translations, rotations) and w x Phi_i = sum_a w_a Q_ai,
 *
 *   psi = R_t^T M Phi,  g0 = R_r^T M Phi,  j1_i,ab = R_a^T M Q_bi + Q_ai^T M R_b      (exact for every M)
 *   B^ab_ij = Phi_a,i^T M Phi_b,j                                                      (displacements alone)
 *
 * where Phi_a are the displacements of all nodes along axis a, and M between them is the same along each axis, as
 * elements have it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"

enum { AT_ONCE = 32 };
static const int pair[6][2] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {0, 2}, {1, 2}};

/* Displacements by axis: by_axis[a] is nnodes x n. */
typedef struct ByAxis {
  int32_t nodes, n;
  double *axis[3];
} ByAxis;

static void gather(const SarReduction *r, const double *u, int32_t axis, double *out) {
  for (int32_t k = 0; k < r->model->nnodes; k++) {
    const int32_t unknown = r->unknown[6 * k + axis];
    out[k] = unknown >= 0 ? u[unknown] : 0;
  }
}

static bool sort(const SarReduction *r, int32_t count, const double *u, ByAxis *out) {
  const size_t nodes = (size_t)r->model->nnodes, n = (size_t)r->model->nunknowns;
  out->nodes = r->model->nnodes;
  out->n = count;
  for (int a = 0; a < 3; a++) {
    if (!out->axis[a]) out->axis[a] = malloc((nodes * (size_t)count + 1) * sizeof(double));
    if (!out->axis[a]) return false;
    for (size_t i = 0; i < (size_t)count; i++) gather(r, u + i * n, a, out->axis[a] + i * nodes);
  }
  return true;
}

static void destroy(ByAxis *by) {
  for (int a = 0; a < 3; a++) free(by->axis[a]);
}

/* ---- first order ---- */

/* [3][n] from momenta of three rigid motions */
static void against_rigid(const SarReduction *r, const double *momentum, double *out) {
  const int32_t nu = r->model->nunknowns;
  for (int32_t i = 0; i < r->n; i++) {
    double three[3];
    sar_dense_inner(1, sar_dense(momentum, nu, 3), sar_dense(r->shapes + (size_t)i * (size_t)nu, nu, 1), 0, three);
    for (int a = 0; a < 3; a++) out[(size_t)a * (size_t)r->n + (size_t)i] = three[a];
  }
}

/* c_ab = R_a^T M Q_bi = sum over nodes of e_b . (Phi_i x P_a), P_a = M R_a; j1 = c + c^T. */
static SarStatus make_j1(SarReduction *r, const ByAxis *phi, double *j1) {
  const size_t n = (size_t)r->n;
  ByAxis momentum = {0};
  double *dot = SAR_NEW(r->work, 9 * n, double); /* [3 axes of Phi][3 axes of P] for one a */
  double *c = SAR_NEW(r->work, 9 * n, double);   /* [a][b][n] */
  bool enough = dot && c && sort(r, 3, r->momentum + 3 * (size_t)r->model->nunknowns, &momentum);
  for (int a = 0; a < 3 && enough; a++) {
    for (int x = 0; x < 3; x++) {
      for (int y = 0; y < 3; y++) {
        const SarDense p = sar_dense(momentum.axis[y] + (size_t)a * (size_t)phi->nodes, phi->nodes, 1);
        sar_dense_inner(1, sar_dense(phi->axis[x], phi->nodes, phi->n), p, 0, dot + (size_t)(3 * x + y) * n);
      }
    }
    for (int b = 0; b < 3; b++) {
      const int x = (b + 1) % 3, y = (b + 2) % 3;
      for (size_t i = 0; i < n; i++) {
        c[(size_t)(3 * a + b) * n + i] = dot[(size_t)(3 * x + y) * n + i] - dot[(size_t)(3 * y + x) * n + i];
      }
    }
  }
  for (int s = 0; s < 6 && enough; s++) {
    const size_t a = (size_t)pair[s][0], b = (size_t)pair[s][1];
    for (size_t i = 0; i < n; i++) j1[(size_t)s * n + i] = c[(3 * a + b) * n + i] + c[(3 * b + a) * n + i];
  }
  destroy(&momentum);
  return enough ? SAR_OK : sar_report_no_memory(r->context);
}

/* ---- second order ---- */

/* Some columns of Phi without rotations, times M, by axis. */
static bool weigh_some(const SarReduction *r, int32_t first, int32_t some, double *u, double *product, ByAxis *out) {
  const size_t n = (size_t)r->model->nunknowns;
  memcpy(u, r->shapes + (size_t)first * n, (size_t)some * n * sizeof *u);
  for (size_t i = 0; i < n; i++) {
    if (r->model->unknowns[i].node >= 0 && r->model->unknowns[i].direction < 3) continue;
    for (size_t c = 0; c < (size_t)some; c++) u[c * n + i] = 0;
  }
  sar_fe_multiply(&r->model->mass, some, u, product);
  return sort(r, some, product, out);
}

/* all: B^ab, [3][3] matrices n x n: B^ab_ij at i + n j. */
static bool make_products(const SarReduction *r, const ByAxis *phi, double *all) {
  const size_t n = (size_t)r->n, size = (size_t)r->model->nunknowns * AT_ONCE + 1;
  double *u = malloc(size * sizeof *u), *product = malloc(size * sizeof *product);
  bool enough = u && product;
  for (int32_t first = 0; first < r->n && enough; first += AT_ONCE) {
    const int32_t some = r->n - first < AT_ONCE ? r->n - first : AT_ONCE;
    ByAxis weighed = {0};
    enough = weigh_some(r, first, some, u, product, &weighed);
    for (int ab = 0; ab < 9 && enough; ab++) {
      sar_dense_inner(1, sar_dense(phi->axis[ab / 3], phi->nodes, r->n),
                      sar_dense(weighed.axis[ab % 3], phi->nodes, some), 0, all + ((size_t)ab * n + (size_t)first) * n);
    }
    destroy(&weighed);
  }
  free(u);
  free(product);
  return enough;
}

/* j2 = tr(B) 1 - B, symmetric in axes and shapes; g1_a = B^bc - B^cb, antisymmetric in shapes: to the last bit. */
static void combine(size_t n, const double *all, double *j2, double *g1) {
  for (size_t i = 0; i < n; i++) {
    for (size_t j = 0; j < n; j++) {
      double b[3][3];
      for (int x = 0; x < 3; x++) {
        for (int y = 0; y < 3; y++) {
          b[x][y] = (all[((size_t)(3 * x + y) * n + j) * n + i] + all[((size_t)(3 * y + x) * n + i) * n + j]) / 2;
        }
      }
      const double trace = b[0][0] + b[1][1] + b[2][2];
      for (int s = 0; s < 6; s++) {
        const int x = pair[s][0], y = pair[s][1];
        j2[((size_t)s * n + i) * n + j] = (x == y ? trace : 0) - (b[x][y] + b[y][x]) / 2;
      }
      for (int a = 0; a < 3; a++) {
        const int x = (a + 1) % 3, y = (a + 2) % 3;
        g1[((size_t)a * n + i) * n + j] = b[x][y] - b[y][x];
      }
    }
  }
}

static SarStatus make_second(SarReduction *r, const ByAxis *phi, double *j2, double *g1) {
  const size_t n = (size_t)r->n;
  double *all = malloc((9 * n * n + 1) * sizeof *all);
  bool enough = all && make_products(r, phi, all);
  if (enough) combine(n, all, j2, g1);
  free(all);
  return enough ? SAR_OK : sar_report_no_memory(r->context);
}

static void make_reach(const ByAxis *phi, double *reach) {
  for (size_t i = 0; i < (size_t)phi->n; i++) {
    for (size_t k = 0; k < (size_t)phi->nodes; k++) {
      const size_t at = i * (size_t)phi->nodes + k;
      reach[i] = fmax(reach[i], sar_norm(sar_vec3(phi->axis[0][at], phi->axis[1][at], phi->axis[2][at])));
    }
  }
}

/* A mass that is not the same along all axes, as by condensation of another model, has no such integrals. */
static SarStatus check_axes(SarReduction *r) {
  const size_t n = (size_t)r->model->nunknowns, nodes = (size_t)r->model->nnodes;
  double *s = malloc((nodes + 1) * sizeof *s), *u = calloc(2 * n + 1, sizeof *u), worst = 0, size = 0;
  double *first = malloc((nodes + 1) * sizeof *first), *same = malloc((nodes + 1) * sizeof *same);
  bool enough = s && u && first && same;
  if (enough) sar_fe_start_vector((int32_t)nodes, s);
  for (int a = 0; a < 3 && enough; a++) {
    for (size_t i = 0; i < n; i++) {
      const SarFeUnknown x = r->model->unknowns[i];
      u[i] = x.node >= 0 && x.direction == a ? s[x.node] : 0;
    }
    sar_fe_multiply(&r->model->mass, 1, u, u + n);
    for (int b = 0; b < 3; b++) {
      gather(r, u + n, b, same);
      if (a == 0 && b == 0) memcpy(first, same, nodes * sizeof *first);
      for (size_t k = 0; k < nodes; k++) {
        const double expected = a == b ? first[k] : 0;
        worst += (same[k] - expected) * (same[k] - expected);
        size += expected * expected;
      }
    }
  }
  free(s);
  free(u);
  free(first);
  free(same);
  if (!enough) return sar_report_no_memory(r->context);
  if (worst > 1e-12 * size) {
    sar_warn(r->context, sar_nowhere(), NULL, "give the mass matrix of the elements, lumped or consistent",
             "the mass of a node is not the same along all axes (by %.2g): terms of second order in the amplitudes are "
             "not exact",
             sqrt(worst / size));
  }
  return SAR_OK;
}

SarStatus sar_reduction_invariants(SarReduction *r, SarReduced *out) {
  const size_t n = (size_t)r->n, nu = (size_t)r->model->nunknowns;
  double *psi = SAR_NEW(r->arena, 3 * n, double), *g0 = SAR_NEW(r->arena, 3 * n, double);
  double *j1 = SAR_NEW(r->arena, 6 * n, double), *reach = SAR_NEW(r->arena, n, double);
  double *j2 = SAR_NEW(r->arena, 6 * n * n, double), *g1 = SAR_NEW(r->arena, 3 * n * n, double);
  double *stiffness = SAR_NEW(r->arena, n, double);
  ByAxis phi = {0};
  if (!psi || !g0 || !j1 || !reach || !j2 || !g1 || !stiffness) return sar_report_no_memory(r->context);
  memcpy(stiffness, r->squares, n * sizeof *stiffness);
  out->stiffness = stiffness, out->psi = psi, out->g0 = g0, out->j1 = j1, out->j2 = j2, out->g1 = g1;
  out->reach = reach;
  SAR_TRY(check_axes(r));
  against_rigid(r, r->momentum, psi);
  against_rigid(r, r->momentum + 3 * nu, g0);
  SarStatus status = sort(r, r->n, r->shapes, &phi) ? SAR_OK : sar_report_no_memory(r->context);
  if (status == SAR_OK) status = make_j1(r, &phi, j1);
  if (status == SAR_OK) status = make_second(r, &phi, j2, g1);
  if (status == SAR_OK) make_reach(&phi, reach);
  destroy(&phi);
  return status;
}
