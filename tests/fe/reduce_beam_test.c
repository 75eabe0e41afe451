/* A bar of Euler-Bernoulli beam elements by hand: nodes that turn by unknowns of their own, masses that couple
 * displacements and rotations, and answers known in closed form.. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "fe/matrix.h"
#include "linear/symmetric.h"
#include "reduced.h"

#define E 210e9
#define L 2.0
#define A 1e-3
#define RHO 7800.0
#define IY 2e-7
#define IZ 3e-7
#define IP (IY + IZ)
#define GJ 4e4
enum { ELEMENTS = 12, NODES = ELEMENTS + 1, N = 6 * NODES };

static const SarFeInterface ends[] = {{.name = "a", .node = 101, .coupling = SAR_FE_NODE},
                                      {.name = "b", .node = 101 + ELEMENTS, .coupling = SAR_FE_NODE}};

typedef struct Beam {
  int64_t numbers[NODES];
  SarVec3 at[NODES];
  SarFeUnknown unknowns[N];
  int32_t column[N + 1], row[N * N];
  double k[N][N], m[N][N], kv[N * N], mv[N * N];
} Beam;

static void add(double a[N][N], const int *dof, int count, const double *block, double factor) {
  for (int i = 0; i < count; i++) {
    for (int j = 0; j < count; j++) a[dof[i]][dof[j]] += factor * block[count * i + j];
  }
}

/* Along x: two bars (tension, torsion) and two bending beams; rotation about y is -dw/dx. */
static void assemble(Beam *b) {
  const double l = L / ELEMENTS, bar[4] = {1, -1, -1, 1}, line[4] = {2, 1, 1, 2};
  for (int e = 0; e < ELEMENTS; e++) {
    const int u[2] = {6 * e, 6 * e + 6}, t[2] = {6 * e + 3, 6 * e + 9};
    add(b->k, u, 2, bar, E * A / l);
    add(b->m, u, 2, line, RHO * A * l / 6);
    add(b->k, t, 2, bar, GJ / l);
    add(b->m, t, 2, line, RHO * IP * l / 6);
    for (int plane = 0; plane < 2; plane++) {
      const double s = plane ? -1 : 1; /* v with theta_z, w with -theta_y */
      const int d[4] = {6 * e + 1 + plane, 6 * e + 5 - plane, 6 * e + 7 + plane, 6 * e + 11 - plane};
      const double k[16] = {12,  6 * l * s,  -12, 6 * l * s,  6 * l * s, 4 * l * l, -6 * l * s, 2 * l * l,
                            -12, -6 * l * s, 12,  -6 * l * s, 6 * l * s, 2 * l * l, -6 * l * s, 4 * l * l};
      const double m[16] = {156, 22 * l * s, 54,  -13 * l * s, 22 * l * s,  4 * l * l,  13 * l * s,  -3 * l * l,
                            54,  13 * l * s, 156, -22 * l * s, -13 * l * s, -3 * l * l, -22 * l * s, 4 * l * l};
      add(b->k, d, 4, k, E * (plane ? IY : IZ) / (l * l * l));
      add(b->m, d, 4, m, RHO * A * l / 420);
    }
  }
}

static void begin(Fixture *f, Beam *b, SarVec3 from) {
  fixture_begin(f);
  memset(b, 0, sizeof *b);
  assemble(b);
  for (int i = 0; i < NODES; i++) {
    b->numbers[i] = 101 + i;
    b->at[i] = sar_add(from, sar_vec3(L * i / ELEMENTS, 0, 0));
  }
  int32_t count = 0;
  for (int j = 0; j < N; j++) {
    b->unknowns[j] = (SarFeUnknown){j / 6, j % 6};
    b->column[j] = count;
    for (int i = 0; i <= j; i++) {
      if (b->k[i][j] == 0 && b->m[i][j] == 0) continue;
      b->row[count] = i;
      b->kv[count] = b->k[i][j];
      b->mv[count++] = b->m[i][j];
    }
  }
  b->column[N] = count;
  const SarPattern pattern = {N, N, b->column, b->row};
  f->model = (SarFeModel){.source = "beam",
                          .nnodes = NODES,
                          .numbers = b->numbers,
                          .at = b->at,
                          .nunknowns = N,
                          .unknowns = b->unknowns,
                          .stiffness = {pattern, b->kv},
                          .mass = {pattern, b->mv}};
}

/* Free-free bending beta L = 4.7300, 7.8532, cubic elements of length l
 * add (beta l)^4 / 1440 to that, 1.3e-4 of the second one. */
static void frequencies(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  begin(&f, &b, sar_vec3(3, 1, -1));
  fixture_reduce(&f, ends, 2, 20, 0, NULL);
  const double unit = sqrt(E / (RHO * A)) / (2 * 3.14159265358979 * L * L);
  const double beta[2] = {4.730040745, 7.853204624};
  const double expected[] = {beta[0] * beta[0] * unit * sqrt(IY), beta[0] * beta[0] * unit * sqrt(IZ),
                             beta[1] * beta[1] * unit * sqrt(IY), beta[1] * beta[1] * unit * sqrt(IZ)};
  int found = 0;
  for (int i = 0; i < f.report.nfree && found < 4; i++) {
    if (fabs(f.report.free[i] / expected[found] - 1) < 2e-4) found++;
  }
  assert_int_equal(found, 4);
  CHECK_NEAR(f.body.mass, RHO * A * L, 1e-11);
  CHECK_NEAR(f.body.centre.x, 4, 1e-12);
  CHECK_NEAR(f.body.centre.z, -1, 1e-12);
  CHECK_NEAR(f.body.j0.m[0][0], RHO * IP * L, 1e-12);
  CHECK_NEAR(f.body.j0.m[1][1] / (RHO * A * L * L * L / 12), 1, 1e-12);
  assert_int_equal(f.body.interfaces[1].node, 101 + ELEMENTS);
  fixture_end(&f);
}

/* A cantilever: deflection F L^3 / 3 E I, rotation F L^2 / 2 E I, exact for cubic elements, with no shapes but those of
 * the interfaces. */
static void cantilever(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  int32_t m;
  begin(&f, &b, sar_vec3(0, 0, 0));
  for (int frame = 0; frame < 2; frame++) {
    fixture_reduce(&f, ends, 2, 0, 0, frame ? "a" : NULL);
    const double *c = reduced_compliance(&f, 0, &m);
    CHECK_NEAR(c[0] / (L / (E * A)), 1, 1e-9);
    CHECK_NEAR(c[1 + 6 * 1] / (L * L * L / (3 * E * IZ)), 1, 1e-9);
    CHECK_NEAR(c[2 + 6 * 2] / (L * L * L / (3 * E * IY)), 1, 1e-9);
    CHECK_NEAR(c[5 + 6 * 1] / (L * L / (2 * E * IZ)), 1, 1e-9);
    CHECK_NEAR(c[4 + 6 * 2] / (-L * L / (2 * E * IY)), 1, 1e-9);
    CHECK_NEAR(c[3 + 6 * 3] / (L / GJ), 1, 1e-9);
    assert_int_equal(f.body.n, 6);
  }
  fixture_end(&f);
}

/* Inertia of first order with masses that couple displacements and rotations: G0 and psi of the clamped beam against
 * momenta of the whole mesh, by shapes that come from a static deflection. */
static void clamped_momentum(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  begin(&f, &b, sar_vec3(0, 0, 0));
  fixture_reduce(&f, ends, 2, 0, 0, "a");
  const int n = f.body.n;
  double *eta = SAR_NEW(f.arena, n, double), p = 0, g = 0;
  /* amplitudes of the deflection by a unit force along y at b: v(x) = (3 L x^2 - x^3) / 6 E I */
  for (int i = 0; i < n; i++) eta[i] = f.body.interfaces[1].phi[n + i] / f.body.stiffness[i];
  for (int i = 0; i < n; i++) p += f.body.psi[n + i] * eta[i], g += f.body.g0[2 * n + i] * eta[i];
  const double unit = RHO * A / (6 * E * IZ), L4 = L * L * L * L;
  CHECK_NEAR(p / (unit * (L4 - L4 / 4)), 1, 1e-9);
  /* about the middle: integral of (x - L/2) v dx */
  CHECK_NEAR(g / (unit * (0.75 * L4 * L - 0.2 * L4 * L - L / 2 * 0.75 * L4)), 1, 1e-9);
  fixture_end(&f);
}

/* Shapes with few and with all unknowns inside held have the same frequencies as dense algebra of the whole. */
static void complete(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  begin(&f, &b, sar_vec3(0, 0, 0));
  fixture_reduce(&f, ends, 2, N - 12, 0, NULL);
  double *hertz = SAR_NEW(f.arena, N, double);
  dense_frequencies(&f, N, dense_matrix(&f, &f.model.stiffness), dense_matrix(&f, &f.model.mass), hertz);
  for (int i = 6; i < N; i++) CHECK_NEAR(f.report.free[i - 6] / hertz[i], 1, 1e-8);
  fixture_end(&f);
}

/* Rotations without inertia are fine: fewer shapes have a frequency. */
static void lumped(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  begin(&f, &b, sar_vec3(0, 0, 0));
  for (int j = 0; j < N; j++) {
    for (int32_t e = b.column[j]; e < b.column[j + 1]; e++) {
      const bool own = b.row[e] == j;
      const double share = j / 6 == 0 || j / 6 == ELEMENTS ? 0.5 : 1;
      b.mv[e] = !own         ? 0
                : j % 6 < 3  ? share * RHO * A * L / ELEMENTS
                : j % 6 == 3 ? share * RHO * IP * L / ELEMENTS
                             : 0;
    }
  }
  fixture_reduce(&f, ends, 2, 20, 0, NULL);
  const double unit = sqrt(E / (RHO * A)) / (2 * 3.14159265358979 * L * L);
  CHECK_NEAR(f.report.free[0] / (4.730040745 * 4.730040745 * unit * sqrt(IY)), 1, 0.03);
  fixture_refuse(&f, ends, 2, N - 12, NULL, "were found");
  fixture_end(&f);
}

/* Nodes between the interfaces at other places than the matrices have them: nothing but the inertia can tell. */
static void nodes_of_another_body(void **state) {
  (void)state;
  static Beam b;
  Fixture f;
  begin(&f, &b, sar_vec3(3, 1, -1));
  fixture_reduce(&f, ends, 2, 4, 0, NULL);
  for (int i = 1; i < ELEMENTS; i++) b.at[i].y += 0.3;
  fixture_refuse(&f, ends, 2, 4, NULL, "the inertia of rigid motion by the matrices and by the places of the nodes");
  fixture_refuse(&f, ends, 2, 4, "a", "the inertia of rigid motion by the matrices and by the places of the nodes");
  fixture_end(&f);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nodes_of_another_body), cmocka_unit_test(frequencies), cmocka_unit_test(cantilever),
      cmocka_unit_test(clamped_momentum),      cmocka_unit_test(complete),    cmocka_unit_test(lumped)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
