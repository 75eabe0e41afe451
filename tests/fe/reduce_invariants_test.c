/* The integrals of a reduced body against sums over all nodes of the mesh with its mass matrix, and its kinetic energy
 * against that of the mesh. All nodes of these blocks lie on the surface, whose shapes are known; they are single
 * numbers, which is what the tolerances allow for. */
#include <stdlib.h>
#include <string.h>

#include "block.h"
#include "check.h"
#include "fe/matrix.h"
#include "fe/surface.h"
#include "linear/symmetric.h"
#include "reduced.h"

#define SINGLE 2e-6

static const SarFeInterface ends[] = {{.name = "a", .set = "left", .coupling = SAR_FE_DISTRIBUTED},
                                      {.name = "b", .set = "right", .coupling = SAR_FE_RIGID}};

/* Shapes on all unknowns, nunknowns x n. */
static double *shapes_of(Fixture *f) {
  const SarReduced *b = &f->body;
  const SarFeModel *m = &f->model;
  double *phi = SAR_NEW(f->arena, (size_t)m->nunknowns * b->n, double);
  assert_int_equal(b->mesh.nnodes, m->nnodes);
  for (int u = 0; u < m->nunknowns; u++) {
    const SarFeUnknown x = m->unknowns[u];
    for (int i = 0; i < b->n; i++) {
      phi[u + (size_t)m->nunknowns * i] = b->mesh.shapes[(3 * x.node + x.direction) * b->n + i];
    }
  }
  return phi;
}

static void begin(Fixture *f, bool lumped, SarFeKind kind, const char *frame) {
  const Block block = {
      .cells = {5, 1, 1}, .size = {1, 0.2, 0.1}, .corner = {-0.2, 0.3, 1}, .kind = kind, .lumped = lumped};
  fixture_begin(f);
  block_create(f->context, f->arena, &block, &f->model);
  fixture_reduce(f, ends, 2, 6, 0, frame);
}

/* w x (displacements u of the nodes), added to v */
static void add_turned(const SarFeModel *m, SarVec3 w, const double *u, double *v) {
  for (int k = 0; k < m->nunknowns; k += 3) sar_vec3_add_to(sar_cross(w, sar_vec3_load(u + k)), v + k);
}

static double pseudo(int i) { return sin(12.9898 * i + 1) + 0.3 * cos(78.233 * i); }

/* T of the reduced body by its integrals, all terms. */
static double energy(const SarReduced *b, SarVec3 v, SarVec3 w, const double *eta, const double *rate) {
  const int n = b->n;
  static const int at[3][3] = {{0, 3, 4}, {3, 1, 5}, {4, 5, 2}};
  SarVec3 s = {0, 0, 0}, p = {0, 0, 0}, g = {0, 0, 0};
  double T = 0, J[3][3];
  for (int i = 0; i < n; i++) {
    const SarVec3 psi = {b->psi[i], b->psi[n + i], b->psi[2 * n + i]};
    SarVec3 G = {b->g0[i], b->g0[n + i], b->g0[2 * n + i]};
    for (int j = 0; j < n; j++) {
      G = sar_axpy(eta[j], sar_vec3(b->g1[j * n + i], b->g1[(n + j) * n + i], b->g1[(2 * n + j) * n + i]), G);
    }
    s = sar_axpy(eta[i], psi, s);
    p = sar_axpy(rate[i], psi, p);
    g = sar_axpy(rate[i], G, g);
    T += 0.5 * rate[i] * rate[i];
  }
  for (int a = 0; a < 3; a++) {
    for (int c = 0; c < 3; c++) {
      J[a][c] = b->j0.m[a][c];
      for (int i = 0; i < n; i++) {
        J[a][c] += eta[i] * b->j1[at[a][c] * n + i];
        for (int j = 0; j < n; j++) J[a][c] += eta[i] * eta[j] * b->j2[(at[a][c] * n + i) * n + j];
      }
    }
  }
  const double x[3] = {w.x, w.y, w.z};
  for (int a = 0; a < 3; a++) {
    for (int c = 0; c < 3; c++) T += 0.5 * x[a] * J[a][c] * x[c];
  }
  return T + 0.5 * b->mass * sar_dot(v, v) + sar_dot(v, sar_cross(w, s)) + sar_dot(v, p) + sar_dot(w, g);
}

static void energy_is_that_of_the_mesh(void **state) {
  (void)state;
  static const char *const frames[] = {NULL, "b"};
  for (int kind = 0; kind < 4; kind++) { /* consistent and lumped; free and clamped */
    Fixture f;
    begin(&f, kind % 2, kind < 2 ? SAR_FE_HEX8 : SAR_FE_TET4, frames[kind / 2]);
    const SarFeModel *m = &f.model;
    const int n = f.body.n, nu = m->nunknowns;
    double *phi = shapes_of(&f), *u = SAR_NEW(f.arena, nu, double), *v = SAR_NEW(f.arena, nu, double);
    double *p = SAR_NEW(f.arena, nu, double), *eta = SAR_NEW(f.arena, n, double), *rate = SAR_NEW(f.arena, n, double);
    const SarVec3 x = {0.3, -0.7, 0.5}, w = {1.1, 0.4, -0.8};
    for (int i = 0; i < n; i++) eta[i] = 0.8 * pseudo(i), rate[i] = pseudo(100 + i);
    sar_dense_product(1, sar_dense(phi, nu, n), sar_dense(eta, n, 1), 0, u, nu);
    sar_dense_product(1, sar_dense(phi, nu, n), sar_dense(rate, n, 1), 0, v, nu);
    for (int k = 0; k < nu; k += 3) {
      const SarVec3 r = sar_sub(m->at[m->unknowns[k].node], f.body.centre);
      sar_vec3_add_to(sar_add(x, sar_cross(w, r)), v + k);
    }
    add_turned(m, w, u, v);
    sar_fe_multiply(&m->mass, 1, v, p);
    double T = 0;
    for (int k = 0; k < nu; k++) T += 0.5 * v[k] * p[k];
    CHECK_NEAR(energy(&f.body, x, w, eta, rate) / T, 1, SINGLE);
    fixture_end(&f);
  }
}

/* Each integral by itself, as its definition has it, and shapes that are orthonormal. */
static void each_integral(void **state) {
  (void)state;
  Fixture f;
  begin(&f, false, SAR_FE_HEX8, "b");
  const SarFeModel *m = &f.model;
  const SarReduced *b = &f.body;
  const int n = b->n, nu = m->nunknowns, nn = m->nnodes;
  double *phi = shapes_of(&f), *mass = dense_matrix(&f, &m->mass), *stiff = dense_matrix(&f, &m->stiffness);
  double *unit = dense_project(&f, mass, nu, phi, n), *squares = dense_project(&f, stiff, nu, phi, n);
  for (int i = 0; i < n; i++) {
    SarMat3 A = sar_mat3_zero();
    SarVec3 psi = {0, 0, 0}, g0 = {0, 0, 0};
    for (int k = 0; k < nn; k++) {
      for (int l = 0; l < nn; l++) {
        const double mkl = mass[3 * k + (size_t)nu * 3 * l];
        const SarVec3 X = sar_sub(m->at[k], b->centre), F = sar_vec3_load(phi + (size_t)nu * i + 3 * l);
        const SarMat3 d = sar_outer(X, F);
        A = sar_mat3_axpy(mkl, &d, &A);
        psi = sar_axpy(mkl, F, psi);
        g0 = sar_axpy(mkl, sar_cross(X, F), g0);
      }
    }
    const double t = 2 * (A.m[0][0] + A.m[1][1] + A.m[2][2]);
    CHECK_NEAR(b->j1[i], t - 2 * A.m[0][0], SINGLE * b->mass);
    CHECK_NEAR(b->j1[n + i], t - 2 * A.m[1][1], SINGLE * b->mass);
    CHECK_NEAR(b->j1[4 * n + i], -A.m[0][2] - A.m[2][0], SINGLE * b->mass);
    CHECK_NEAR(b->psi[n + i], psi.y, SINGLE * b->mass);
    CHECK_NEAR(b->g0[2 * n + i], g0.z, SINGLE * b->mass);
    for (int j = 0; j < n; j++) {
      CHECK_NEAR(unit[i + n * j], i == j, 10 * SINGLE);
      CHECK_NEAR(squares[i + n * j] / sqrt(b->stiffness[i] * b->stiffness[j]), i == j, 3e-3); /* of single numbers */
      SarMat3 B = sar_mat3_zero();
      SarVec3 g1 = {0, 0, 0};
      for (int k = 0; k < nn; k++) {
        for (int l = 0; l < nn; l++) {
          const double mkl = mass[3 * k + (size_t)nu * 3 * l];
          const SarVec3 F = sar_vec3_load(phi + (size_t)nu * i + 3 * k),
                        H = sar_vec3_load(phi + (size_t)nu * j + 3 * l);
          const SarMat3 d = sar_outer(F, H);
          B = sar_mat3_axpy(mkl, &d, &B);
          g1 = sar_axpy(mkl, sar_cross(F, H), g1);
        }
      }
      CHECK_NEAR(b->j2[(0 * n + i) * n + j], B.m[1][1] + B.m[2][2], SINGLE);
      CHECK_NEAR(b->j2[(5 * n + i) * n + j], -(B.m[1][2] + B.m[2][1]) / 2, SINGLE);
      CHECK_NEAR(b->g1[(0 * n + i) * n + j], g1.x, SINGLE);
      CHECK_NEAR(b->g1[(2 * n + i) * n + j], g1.z, SINGLE);
      for (int a = 0; a < 3; a++) CHECK_NEAR(b->g1[(a * n + i) * n + j] + b->g1[(a * n + j) * n + i], 0, 0);
      for (int s = 0; s < 6; s++) CHECK_NEAR(b->j2[(s * n + i) * n + j] - b->j2[(s * n + j) * n + i], 0, 0);
    }
  }
  fixture_end(&f);
}

/* Two nodes that pull at each other, as a tie rod would. */
static double *in_balance(Fixture *f) {
  double *force = SAR_NEW(f->arena, f->model.nunknowns, double);
  const int last = f->model.nnodes - 1, middle = last / 2;
  const SarVec3 pull = sar_scale(3, sar_sub(f->model.at[last], f->model.at[middle]));
  sar_vec3_store(sar_neg(pull), force + 3 * last); /* unknowns are in the order of the nodes */
  sar_vec3_store(pull, force + 3 * middle);
  return force;
}

/* A resultant has no place in the amplitudes: it is refused, not lost. */
static void preload_out_of_balance(void **state) {
  (void)state;
  Fixture f;
  fixture_begin(&f);
  const Block block = {.cells = {5, 1, 1}, .size = {1, 0.2, 0.1}, .corner = {-0.2, 0.3, 1}, .kind = SAR_FE_HEX8};
  block_create(f.context, f.arena, &block, &f.model);
  double *force = in_balance(&f);
  f.model.preload = force;
  const int32_t last = 3 * (f.model.nnodes - 1);
  fixture_reduce(&f, ends, 2, 6, 0, NULL);
  force[last] *= 1 + 1e-5;
  fixture_refuse(&f, ends, 2, 6, NULL, "the preload is not in balance: force (");
  force[last] /= 1 + 1e-5;
  force[0] = 10, force[6] = -10; /* a couple */
  fixture_refuse(&f, ends, 2, 6, NULL, "moment about the centre of mass (");
  fixture_end(&f);
}

/* Loads: resultant and work on every shape; the interface's own motion is that of its nodes. */
static void loads_and_interfaces(void **state) {
  (void)state;
  Fixture f;
  fixture_begin(&f);
  const Block block = {.cells = {5, 1, 1}, .size = {1, 0.2, 0.1}, .corner = {-0.2, 0.3, 1}, .kind = SAR_FE_HEX8};
  block_create(f.context, f.arena, &block, &f.model);
  double *force = SAR_NEW(f.arena, f.model.nunknowns, double);
  for (int u = 0; u < f.model.nunknowns; u++) force[u] = pseudo(u);
  const SarFeLoad load = {"wind", force};
  f.model.loads = &load;
  f.model.nloads = 1;
  f.model.preload = in_balance(&f);
  fixture_reduce(&f, ends, 2, 6, 0, NULL);
  const double *phi = shapes_of(&f);
  const int n = f.body.n, nu = f.model.nunknowns;
  SarVec3 sum = {0, 0, 0}, moment = {0, 0, 0};
  for (int u = 0; u < nu; u += 3) {
    const SarVec3 F = sar_vec3_load(force + u);
    sum = sar_add(sum, F);
    moment = sar_add(moment, sar_cross(sar_sub(f.model.at[f.model.unknowns[u].node], f.body.centre), F));
  }
  CHECK_NEAR(sar_norm(sar_sub(sum, f.body.loads[0].force)), 0, 1e-12);
  CHECK_NEAR(sar_norm(sar_sub(moment, f.body.loads[0].moment)), 0, 1e-12);
  assert_string_equal(f.body.loads[0].name, "wind");
  const SarReducedInterface *b = &f.body.interfaces[1];
  for (int i = 0; i < n; i++) {
    double work = 0, always = 0, reach = 0;
    for (int u = 0; u < nu; u++) work += phi[u + (size_t)nu * i] * force[u];
    for (int u = 0; u < nu; u++) always += phi[u + (size_t)nu * i] * f.model.preload[u];
    CHECK_NEAR(f.body.loads[0].modal[i], work, SINGLE);
    CHECK_NEAR(f.body.preload[i], always, SINGLE);
    for (int u = 0; u < nu; u += 3) reach = fmax(reach, sar_norm(sar_vec3_load(phi + (size_t)nu * i + u)));
    CHECK_NEAR(f.body.reach[i], reach, SINGLE);
    for (int k = 0; k < f.model.sets[1].count; k++) { /* a rigid set moves with its interface */
      const int node = f.model.sets[1].nodes[k];
      const SarVec3 r = sar_sub(sar_sub(f.model.at[node], f.body.centre), b->at);
      const SarVec3 q = {b->phi[i], b->phi[n + i], b->phi[2 * n + i]};
      const SarVec3 t = {b->theta[i], b->theta[n + i], b->theta[2 * n + i]};
      const SarVec3 moved = sar_add(q, sar_cross(t, r));
      CHECK_NEAR(sar_norm(sar_sub(moved, sar_vec3_load(phi + (size_t)nu * i + 3 * node))), 0, SINGLE);
    }
  }
  fixture_end(&f);
}

/* The surface is closed, seen from outside, and encloses the volume; also with faces of second order. */
static void surface(void **state) {
  (void)state;
  static const SarFeKind kinds[] = {SAR_FE_HEX8, SAR_FE_HEX20, SAR_FE_TET4};
  for (int k = 0; k < 3; k++) {
    Fixture f;
    fixture_begin(&f);
    const Block block = {.cells = {4, 3, 2}, .size = {1, 0.2, 0.1}, .corner = {-0.2, 0.3, 1}, .kind = kinds[k]};
    block_create(f.context, f.arena, &block, &f.model);
    fixture_reduce(&f, ends, 2, 3, 0, NULL);
    const SarReducedMesh *s = &f.body.mesh;
    const int cells = 2 * (4 * 3 + 3 * 2 + 4 * 2);
    assert_int_equal(s->ntriangles, cells * (kinds[k] == SAR_FE_HEX20 ? 6 : 2));
    double volume = 0;
    for (int i = 0; i < s->ntriangles; i++) {
      SarVec3 x[3];
      for (int j = 0; j < 3; j++) {
        const float *p = s->at + 3 * s->triangle[3 * i + j];
        x[j] = sar_vec3(p[0], p[1], p[2]);
        assert_int_equal(s->numbers[s->triangle[3 * i + j]] % 10, 0);
      }
      volume += sar_dot(x[0], sar_cross(x[1], x[2])) / 6;
    }
    CHECK_NEAR(volume, 0.02, 1e-8);
    CHECK_NEAR(f.report.volume, 0.02, 1e-12);
    assert_non_null(s->stress);
    fixture_end(&f);
  }
}

/* A block without its middle cell: the walls of the hollow, 12 triangles and 8 nodes, are left out, or not. */
static void hollow(void **state) {
  (void)state;
  Fixture f;
  SarFeSurface all, outside;
  fixture_begin(&f);
  const Block block = {.cells = {3, 3, 3}, .size = {3, 3, 3}, .corner = {5, 5, 5}, .kind = SAR_FE_HEX8};
  block_create(f.context, f.arena, &block, &f.model);
  SarFeElement *elements = SAR_NEW(f.arena, f.model.nelements, SarFeElement);
  int32_t kept = 0;
  for (int32_t i = 0; i < f.model.nelements; i++) {
    SarVec3 middle = {0, 0, 0};
    for (int k = 0; k < 8; k++) {
      middle = sar_axpy(0.125, f.model.at[f.model.connectivity[f.model.elements[i].first + k]], middle);
    }
    if (sar_norm(sar_sub(middle, sar_vec3(6.5, 6.5, 6.5))) > 0.1) elements[kept++] = f.model.elements[i];
  }
  assert_int_equal(kept, 26);
  f.model.elements = elements;
  f.model.nelements = kept;
  assert_int_equal(sar_fe_surface(f.context, &f.model, (SarFeSurfaceChoice){0}, f.arena, &all), SAR_OK);
  assert_int_equal(sar_fe_surface(f.context, &f.model, (SarFeSurfaceChoice){.outside = true}, f.arena, &outside),
                   SAR_OK);
  assert_int_equal(all.ntriangles, 2 * 54 + 12);
  assert_int_equal(all.nnodes, 64);
  CHECK_NEAR(all.volume, 26, 1e-12);
  assert_int_equal(outside.ntriangles, 2 * 54);
  assert_int_equal(outside.nnodes, 56);
  CHECK_NEAR(outside.volume, 27, 1e-12);
  fixture_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(energy_is_that_of_the_mesh),
                                     cmocka_unit_test(each_integral),
                                     cmocka_unit_test(loads_and_interfaces),
                                     cmocka_unit_test(preload_out_of_balance),
                                     cmocka_unit_test(surface),
                                     cmocka_unit_test(hollow)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
