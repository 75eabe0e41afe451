/* What one beam element costs: its forces, and forces and matrix together.
 *
 *   beams_bench                            ns per element, best of several rounds
 *   beams_bench ORDER KIND WHAT ROUNDS     one case alone, to count instructions: KIND plain, full, damped or framed,
 *                                          WHAT residual, both or nothing
 *
 * bench/README.md holds the figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "element/flexible/beam.h"

enum { ELEMENTS = 64, NODES = 3 * ELEMENTS + 1 };

typedef struct Chain {
  int order;
  SarBeamElement elements[ELEMENTS];
  SarKin kin[NODES];
  double rotation[NODES][4];
  SarPartNode nodes[NODES];
} Chain;

static const char *const kinds[] = {"plain", "full", "damped", "framed"};
enum { PLAIN, FULL, DAMPED, FRAMED, KINDS };

/* A slender straight beam, bent and twisted to a helix, and turning. */
static void build(int order, int kind, Chain *c) {
  c->order = order;
  for (int e = 0; e < ELEMENTS; e++) {
    SarBeamSetup setup = sar_beam_setup(order);
    for (int i = 0; i <= order; i++) setup.r[i] = sar_vec3(e + 0.5 * (1 + sar_beam_node(order, i)), 0, 0);
    for (int k = 0; k < 6; k++) setup.stiffness[k][k] = k < 3 ? 1e6 / (1 + k) : 1e3 / k;
    if (kind == FULL) setup.stiffness[0][4] = setup.stiffness[4][0] = 100;
    if (kind == DAMPED) setup.damping = 1e-3;
    if (kind == FRAMED) setup.frame[0] = (SarQuat){0.8, 0, 0.6, 0};
    if (sar_beam_prepare(&setup, &c->elements[e]) != SAR_OK) exit(1);
  }
  for (int n = 0; n <= order * ELEMENTS; n++) {
    int e = n / order;
    double s = e + 0.5 * (1 + sar_beam_node(order, n - e * order)), a = 0.1 * s;
    SarQuat q = sar_quat_mul(sar_quat_exp(sar_vec3(0, 0, a)), sar_quat_exp(sar_vec3(0.02 * s, 0, 0)));
    sar_quat_store(q, c->rotation[n]);
    c->kin[n] = (SarKin){.r = {10 * sin(a), 10 - 10 * cos(a), 1e-3 * s * s},
                         .A = sar_quat_matrix(q),
                         .v = {0.1 * s, 0.2, 0.3},
                         .w = {0.1, 0.2 + 0.01 * s, 0.3}};
    c->nodes[n] = (SarPartNode){.kin = &c->kin[n], .rotation = c->rotation[n]};
  }
}

static double run(const Chain *c, int rounds, int matrix) {
  double rows[SAR_PART_ROWS], position[SAR_PART_ROWS * SAR_PART_ROWS], velocity[SAR_PART_ROWS * SAR_PART_ROWS], sum = 0;
  size_t n = 6 * ((size_t)c->order + 1);
  for (int k = 0; k < rounds; k++) {
    for (int e = 0; e < ELEMENTS; e++) {
      const SarBeamElement *beam = &c->elements[e];
      SarPartPoint at = {.t = 0, .nodes = &c->nodes[e * c->order]};
      if (sar_part_beam.residual(beam, &at, rows) != SAR_OK) exit(1);
      sum += rows[0];
      if (!matrix) continue;
      SarPartMatrix out = {.position = position, .velocity = sar_part_beam.damped(beam) ? velocity : NULL};
      memset(position, 0, n * n * sizeof *position);
      if (out.velocity) memset(velocity, 0, n * n * sizeof *velocity);
      if (sar_part_beam.matrix(beam, &at, &out) != SAR_OK) exit(1);
      sum += position[n + 2];
    }
  }
  return sum;
}

static double measure(const Chain *c, int matrix, double *sum) {
  double best = INFINITY;
  for (int k = 0; k < 7; k++) {
    int rounds = 200;
    clock_t start = clock();
    *sum += run(c, rounds, matrix);
    best = fmin(best, (double)(clock() - start) / CLOCKS_PER_SEC / rounds / ELEMENTS * 1e9);
  }
  return best;
}

static int find(const char *name) {
  for (int k = 0; k < KINDS; k++) {
    if (strcmp(kinds[k], name) == 0) return k;
  }
  return PLAIN;
}

int main(int argc, char **argv) {
  static Chain c;
  double sum = 0;
  if (argc == 5) {
    build(atoi(argv[1]), find(argv[2]), &c);
    if (strcmp(argv[3], "nothing") != 0) sum = run(&c, atoi(argv[4]), strcmp(argv[3], "both") == 0);
    return isfinite(sum) ? 0 : 1;
  }
  printf("%-8s %5s %14s %14s\n", "kind", "order", "residual, ns", "both, ns");
  for (int kind = 0; kind < KINDS; kind++) {
    for (int order = 1; order <= 3; order++) {
      build(order, kind, &c);
      double residual = measure(&c, 0, &sum), both = measure(&c, 1, &sum);
      printf("%-8s %5d %14.0f %14.0f\n", kinds[kind], order, residual, both);
    }
  }
  return isfinite(sum) ? 0 : 1;
}
