#include "store/reduced.h"

static double sum_of(const double *numbers, size_t count) {
  double sum = 0;
  for (size_t i = 0; numbers && i < count; i++) sum += numbers[i] * (double)(1 + i % 7);
  return sum;
}

const char *sar_reduced_fingerprint(SarArena *arena, const SarReduced *body) {
  size_t n = (size_t)body->n;
  return sar_arena_printf(arena,
                          SAR_REDUCED_MARK
                          " modes %d, interfaces %d, mass %.17g kg, centre %.17g %.17g %.17g m\n"
                          "stiffness %.17g, first moments %.17g %.17g %.17g, second moments %.17g %.17g\n",
                          (int)body->n, (int)body->ninterfaces, body->mass, body->centre.x, body->centre.y,
                          body->centre.z, sum_of(body->stiffness, n), sum_of(body->psi, 3 * n), sum_of(body->g0, 3 * n),
                          sum_of(body->j1, 6 * n), sum_of(body->j2, 6 * n * n), sum_of(body->g1, 3 * n * n));
}
