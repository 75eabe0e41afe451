/* A body that bends and tumbles free in space, integrated here with nothing but its residual: energy, momentum and
 * angular momentum stay what they are, whatever terms are left out. Extrapolated midpoint rule (Gragg), order 16. */
#include <lapacke.h>
#include <string.h>

#include "element/flexible/lumped.h"

enum { MODES = 9, NV = 6 + MODES, NQ = NV + 1, STATE = NQ + NV, COLUMNS = 8 };
#define SPAN 1.0
#define STEPS 100

/* x, quaternion, amplitudes; velocities. */
static Motion motion_of(const double *y) {
  Motion m = {0};
  const double *v = y + NQ;
  m.kin = (SarKin){.r = sar_vec3_load(y), .v = sar_vec3_load(v), .w = sar_vec3_load(v + 3)};
  m.kin.A = sar_quat_matrix(sar_quat_normalise(sar_quat_load(y + 3)));
  memcpy(m.q, y + 7, MODES * sizeof *m.q);
  memcpy(m.v, v + 6, MODES * sizeof *m.v);
  return m;
}

/* Accelerations: rows are linear in them. */
static void accelerations(const SarModalBody *body, Motion *m, double *out) {
  double rows[LUMPED_ROWS], column[LUMPED_ROWS], matrix[NV * NV];
  lapack_int pivots[NV];
  lumped_rows(body, m, rows);
  for (int j = 0; j < NV; j++) {
    motion_jerk(m, j, 1);
    lumped_rows(body, m, column);
    motion_jerk(m, j, -1);
    for (int i = 0; i < NV; i++) matrix[NV * j + i] = column[i] - rows[i];
    out[j] = -rows[j];
  }
  assert_int_equal(LAPACKE_dgesv(LAPACK_COL_MAJOR, NV, 1, matrix, NV, pivots, out, NV), 0);
}

static void rates(const SarModalBody *body, const double *y, double *out) {
  Motion m = motion_of(y);
  const double *v = y + NQ;
  SarQuat spin = {0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]};
  memcpy(out, v, 3 * sizeof *out);
  sar_quat_store(sar_quat_mul(sar_quat_load(y + 3), spin), out + 3);
  memcpy(out + 7, v + 6, MODES * sizeof *out);
  accelerations(body, &m, out + NQ);
}

static void midpoint(const SarModalBody *body, const double *from, double h, int n, double *to) {
  double before[STATE], now[STATE], rate[STATE];
  rates(body, from, rate);
  memcpy(before, from, sizeof before);
  for (int i = 0; i < STATE; i++) now[i] = from[i] + h / n * rate[i];
  for (int k = 1; k < n; k++) {
    rates(body, now, rate);
    for (int i = 0; i < STATE; i++) {
      double next = before[i] + 2 * h / n * rate[i];
      before[i] = now[i];
      now[i] = next;
    }
  }
  memcpy(to, now, sizeof now);
}

static void step(const SarModalBody *body, double h, double *y) {
  double table[COLUMNS][STATE];
  for (int k = 0; k < COLUMNS; k++) {
    midpoint(body, y, h, 2 * (k + 1), table[k]);
    for (int j = k - 1; j >= 0; j--) {
      double ratio = (k + 1.0) / (j + 1.0);
      for (int i = 0; i < STATE; i++)
        table[j][i] = table[j + 1][i] + (table[j + 1][i] - table[j][i]) / (ratio * ratio - 1);
    }
  }
  memcpy(y, table[0], sizeof table[0]);
}

typedef struct Kept {
  double energy, momentum[6]; /* about the origin of the ground */
} Kept;

static Kept kept_of(const SarModalBody *body, const double *y) {
  Motion m = motion_of(y);
  Seen seen;
  SarPartEnergy energy;
  const SarReduced *r = body->reduced;
  Kept out = {.energy = lumped_kinetic(body, &m)};
  sar_part_modal.energy(body, motion_seen(&m, &seen), &energy);
  out.energy += energy.potential;
  sar_part_modal.momentum(body, motion_seen(&m, &seen), out.momentum);
  SarVec3 p = sar_axpy(r->mass, m.kin.v, sar_vec3_load(out.momentum));
  SarVec3 spin = sar_add(sar_mul(&r->j0, m.kin.w), sar_vec3_load(out.momentum + 3));
  sar_vec3_store(p, out.momentum);
  sar_vec3_store(sar_add(sar_mul(&m.kin.A, spin), sar_cross(m.kin.r, p)), out.momentum + 3);
  return out;
}

/* As fast as its lowest frequencies, amplitudes of some tenths: nothing is small. */
static void tumble(bool free, SarModalTerms terms) {
  uint64_t seed = 3;
  Lumped b;
  double y[STATE] = {0};
  lumped_random(&seed, MODES, free, &b);
  SarModalBody body = {.reduced = &b.reduced, .terms = terms};
  y[3] = 1;
  for (int i = 0; i < MODES; i++) y[7 + i] = 0.2 * random_real(&seed);
  for (int i = 0; i < NV; i++) y[NQ + i] = 2 * random_real(&seed);
  y[NQ + 3] += 5;
  const Kept start = kept_of(&body, y);
  double error[3] = {0};
  for (int k = 0; k < STEPS; k++) {
    step(&body, SPAN / STEPS, y);
    const Kept now = kept_of(&body, y);
    error[0] = fmax(error[0], fabs(now.energy - start.energy) / start.energy);
    for (int part = 0; part < 2; part++) {
      SarVec3 p = sar_vec3_load(start.momentum + 3 * part), q = sar_vec3_load(now.momentum + 3 * part);
      error[1 + part] = fmax(error[1 + part], sar_norm(sar_sub(q, p)) / sar_norm(p));
    }
  }
  for (int i = 0; i < 3; i++) CHECK_NEAR(error[i], 0, 1e-12);
}

static void test_tumbling(void **state) {
  (void)state;
  static const SarModalTerms terms[] = {SAR_MODAL_ALL, SAR_MODAL_FIRST_ORDER, SAR_MODAL_CONSTANT};
  for (size_t k = 0; k < SAR_COUNT(terms); k++) {
    tumble(true, terms[k]);
    tumble(false, terms[k]);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_tumbling)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
