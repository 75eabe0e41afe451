#include "store/body.h"

static double j2[6][SHAPES][SHAPES], g1[3][SHAPES][SHAPES], phi[2][3][SHAPES], theta[2][3][SHAPES];
static double psi[3][SHAPES], g0[3][SHAPES], j1[6][SHAPES], modal[1][SHAPES];
static float shapes[NODES][3][SHAPES], stress[NODES][6][SHAPES], stress0[NODES][6];
static SarReducedInterface interfaces[2];
static SarReducedLoad loads[1];
static SarReduced body;

static double next(void) {
  static double value = 0;
  return value += 0.1;
}

static void fill(double *values, int count) {
  for (int i = 0; i < count; i++) values[i] = next();
}

static void fill_floats(float *values, int count) {
  for (int i = 0; i < count; i++) values[i] = (float)next();
}

static void fill_pairs(void) {
  for (int i = 0; i < SHAPES; i++) {
    for (int j = 0; j <= i; j++) {
      for (int a = 0; a < 6; a++) j2[a][i][j] = j2[a][j][i] = next();
      for (int a = 0; a < 3; a++) g1[a][i][j] = i == j ? 0 : next(), g1[a][j][i] = -g1[a][i][j];
    }
  }
}

static void fill_mesh(SarReducedMesh *mesh) {
  static const int64_t numbers[NODES] = {2, 3, 5, 700000000000};
  static const float at[NODES][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  static const int32_t triangle[TRIANGLES][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  fill_floats(&shapes[0][0][0], NODES * 3 * SHAPES);
  fill_floats(&stress[0][0][0], NODES * 6 * SHAPES);
  fill_floats(&stress0[0][0], NODES * 6);
  *mesh = (SarReducedMesh){.nnodes = NODES,
                           .ntriangles = TRIANGLES,
                           .numbers = numbers,
                           .at = &at[0][0],
                           .triangle = &triangle[0][0],
                           .shapes = &shapes[0][0][0],
                           .stress = &stress[0][0][0],
                           .stress0 = &stress0[0][0]};
}

const SarReduced *body_sample(void) {
  static const double stiffness[SHAPES] = {1e4, 2.5e4, 9e6}, reach[SHAPES] = {0.5, 0, 0.25},
                      preload[SHAPES] = {1, -2, 3};
  if (body.n) return &body;
  fill(&psi[0][0], 3 * SHAPES), fill(&g0[0][0], 3 * SHAPES), fill(&j1[0][0], 6 * SHAPES);
  for (int i = 0; i < 3 * SHAPES; i++) psi[i / SHAPES][i % SHAPES] *= 0.5, g0[i / SHAPES][i % SHAPES] *= 0.25;
  fill(&phi[0][0][0], 6 * SHAPES), fill(&theta[0][0][0], 6 * SHAPES), fill(&modal[0][0], SHAPES);
  fill_pairs();
  interfaces[0] = (SarReducedInterface){"left", 17, {1, 2, 3}, &phi[0][0][0], &theta[0][0][0]};
  interfaces[1] = (SarReducedInterface){"right_end", 0, {4, 5, 6}, &phi[1][0][0], &theta[1][0][0]};
  loads[0] = (SarReducedLoad){"pressure", {1, 0, 2}, {0, 3, 0}, modal[0]};
  body = (SarReduced){.n = SHAPES,
                      .mass = 7.25,
                      .centre = {0.1, 0.2, 0.3},
                      .j0 = {{{2, 0.1, 0.2}, {0.1, 3, -0.3}, {0.2, -0.3, 4}}},
                      .stiffness = stiffness,
                      .psi = &psi[0][0],
                      .g0 = &g0[0][0],
                      .j1 = &j1[0][0],
                      .j2 = &j2[0][0][0],
                      .g1 = &g1[0][0][0],
                      .reach = reach,
                      .preload = preload,
                      .ninterfaces = 2,
                      .nloads = 1,
                      .interfaces = interfaces,
                      .loads = loads,
                      .facts = {.source = "job.inp job.sti",
                                .frame = "free",
                                .unknowns = 1234567890123,
                                .constraint = 12,
                                .fixed = 20,
                                .compliance_error = 1e-9,
                                .frequency_error = -1}};
  fill_mesh(&body.mesh);
  return &body;
}
