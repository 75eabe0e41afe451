/* Rigid motion of the whole model: its mass, centre and inertia, and what of a displacement is rigid. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fe/matrix.h"
#include "fe/reduction.h"

#define UNEVEN 1e-6 /* masses along the axes may differ by this part of the largest */

/* A node that moves along some axes and not along others. */
static bool has_held_nodes(const SarReduction *r) {
  for (int32_t i = 0; i < r->model->nnodes; i++) {
    const int32_t *u = r->unknown + 6 * (size_t)i;
    const int moves = (u[0] >= 0) + (u[1] >= 0) + (u[2] >= 0);
    if (moves == 1 || moves == 2) return true;
  }
  return false;
}

static SarStatus check_mass(const SarReduction *r, const double m[36]) {
  const double least = fmin(fmin(m[0], m[7]), m[14]), most = fmax(fmax(m[0], m[7]), m[14]);
  if (!(least > 0)) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "give all materials a density",
                      "the mass of the whole model is %g kg", least);
  }
  if (most - least <= UNEVEN * most) return SAR_OK;
  if (!has_held_nodes(r)) {
    return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                      "write the mass matrix with all its digits, and check that nodes and matrices belong together",
                      "the mass of the model is %.9g kg along x, %.9g along y and %.9g along z, although no node is "
                      "held: its numbers are rounded, or wrong",
                      m[0], m[7], m[14]);
  }
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL,
                    "take supports (*BOUNDARY) out of the finite-element model: a body is free, and held by joints",
                    "the mass of the model is %g kg along x, %g along y and %g along z: some nodes are held", m[0],
                    m[7], m[14]);
}

/* R^T M R about a point; R and M R stay. */
static void weigh(SarReduction *r, SarVec3 about, double m[36]) {
  const int32_t n = r->model->nunknowns;
  sar_fe_rigid_motions(r->model, about, r->rigid);
  sar_fe_multiply(&r->model->mass, 6, r->rigid, r->momentum);
  sar_dense_inner(1, sar_dense(r->rigid, n, 6), sar_dense(r->momentum, n, 6), 0, m);
}

/* Forces of a translation along x have the moment m (0, z, -y) about the point: m[a + 6 b] = R_a^T M R_b. */
static SarVec3 centre_of(SarVec3 about, const double m[36]) {
  const SarVec3 arm = {(m[5 + 6] - m[4 + 12]) / 2, (m[3 + 12] - m[5]) / 2, (m[4] - m[3 + 6]) / 2};
  return sar_axpy(3 / (m[0] + m[7] + m[14]), arm, about);
}

static void split_inertia(SarReduction *r, const double m[36]) {
  r->mass = (m[0] + m[7] + m[14]) / 3;
  for (int a = 0; a < 3; a++) {
    for (int b = 0; b < 3; b++) r->inertia.m[a][b] = (m[3 + a + 6 * (3 + b)] + m[3 + b + 6 * (3 + a)]) / 2;
  }
  r->inverse = sar_mat3_inverse(&r->inertia);
}

SarStatus sar_reduction_rigid(SarReduction *r) {
  const size_t n = (size_t)r->model->nunknowns;
  double m[36];
  r->rigid = malloc((6 * n + 1) * sizeof(double));
  r->momentum = malloc((6 * n + 1) * sizeof(double));
  if (!r->rigid || !r->momentum) return sar_report_no_memory(r->context);
  weigh(r, sar_vec3(0, 0, 0), m);
  SAR_TRY(check_mass(r, m));
  r->centre = centre_of(sar_vec3(0, 0, 0), m);
  weigh(r, r->centre, m);
  r->centre = centre_of(r->centre, m); /* once more: far from the origin the first one is less exact */
  weigh(r, r->centre, m);
  split_inertia(r, m);
  if (sar_mat3_determinant(&r->inertia) > 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, sar_nowhere(), NULL, "a body needs mass away from its axes",
                    "the inertia of the model is singular");
}

void sar_reduction_relieve(const SarReduction *r, int32_t count, double *u, double *taken) {
  const size_t n = (size_t)r->model->nunknowns;
  for (size_t c = 0; c < (size_t)count; c++) {
    double p[6], amount[6];
    sar_dense_inner(1, sar_dense(r->momentum, (int32_t)n, 6), sar_dense(u + c * n, (int32_t)n, 1), 0, p);
    sar_vec3_store(sar_scale(1 / r->mass, sar_vec3_load(p)), amount);
    sar_vec3_store(sar_mul(&r->inverse, sar_vec3_load(p + 3)), amount + 3);
    sar_dense_product(-1, sar_dense(r->rigid, (int32_t)n, 6), sar_dense(amount, 6, 1), 1, u + c * n, (int32_t)n);
    if (taken) memcpy(taken + 6 * c, amount, sizeof amount);
  }
}

void sar_reduction_rigid_end(const SarReduction *r, int32_t interface, double rows[6][6]) {
  for (int d = 0; d < 6; d++) sar_fe_rigid_row(r->centre, r->interfaces[interface].at, d, rows[d]);
}
