/* Distributed loads: derivatives against differences, components, power, functions of t and s. */
#include "element/flexible/beam_load.h"

#include <string.h>

#include "element/support.h"

#define STEP 1e-5

static SarStatus resolve(void *self, const char *name, double *constant, int32_t *variable) {
  (void)self, (void)constant;
  *variable = strcmp(name, "t") == 0 ? SAR_BEAM_LOAD_T : SAR_BEAM_LOAD_S;
  return strcmp(name, "t") == 0 || strcmp(name, "s") == 0 ? SAR_OK : SAR_INPUT;
}

typedef struct Scene {
  SarContext *context;
  SarArena *arena;
  SarBeamLoadFunctions functions;
  SarBeamLoad load;
  SarKin kin;
  double rotation[4];
} Scene;

static const SarExpr *parse(Scene *s, const char *text) {
  const SarExpr *f = NULL;
  SarScope scope = {.resolve = resolve};
  assert_int_equal(sar_expr_parse(s->context, s->arena, text, sar_nowhere(), "load", &scope, &f), SAR_OK);
  return f;
}

static void make(Scene *s, bool follow, bool offset) {
  uint64_t seed = 7;
  *s = (Scene){.context = sar_context_create(), .arena = sar_arena_create()};
  const SarExpr *force[3] = {parse(s, "3*sin(2*t) + s"), parse(s, "4 - s^2"), parse(s, "t*s")};
  const SarExpr *moment[3] = {parse(s, "exp(-t)"), NULL, parse(s, "2 + s*t^2")};
  assert_int_equal(sar_beam_load_compile(s->context, s->arena, sar_nowhere(), "load", force, moment, &s->functions),
                   SAR_OK);
  s->kin = random_kin(&seed);
  s->load = (SarBeamLoad){&s->functions, 1.5, 0.25, follow, random_rotation(&seed), {0, 0, 0}};
  if (offset) s->load.offset = random_vector(&seed);
}

static void destroy(Scene *s) {
  sar_arena_destroy(&s->arena);
  sar_context_destroy(&s->context);
}

static void rows_at(const Scene *s, const SarKin *kin, double t, double *rows) {
  SarPartNode node = {.kin = kin, .rotation = s->rotation};
  SarPartPoint at = {.t = t, .nodes = &node};
  assert_int_equal(sar_part_beam_load.residual(&s->load, &at, rows), SAR_OK);
}

static void check_derivatives(Scene *s) {
  SarPartNode node = {.kin = &s->kin, .rotation = s->rotation};
  SarPartPoint at = {.t = 0.8, .nodes = &node};
  double position[36] = {0}, rows[2][6], rate[6];
  SarPartMatrix out = {.position = position};
  assert_int_equal(sar_part_beam_load.matrix(&s->load, &at, &out), SAR_OK);
  for (int j = 0; j < 6; j++) {
    SarVec3 zero = {0, 0, 0}, e = unit_axis(j % 3);
    for (int k = 0; k < 2; k++) {
      SarKin kin = moved(&s->kin, k ? STEP : -STEP, j < 3 ? e : zero, j < 3 ? zero : e);
      rows_at(s, &kin, 0.8, rows[k]);
    }
    for (int i = 0; i < 6; i++) CHECK_NEAR(position[6 * j + i], (rows[1][i] - rows[0][i]) / (2 * STEP), 1e-9);
  }
  assert_int_equal(sar_part_beam_load.by_time(&s->load, &at, rate), SAR_OK);
  rows_at(s, &s->kin, 0.8 - STEP, rows[0]);
  rows_at(s, &s->kin, 0.8 + STEP, rows[1]);
  for (int i = 0; i < 6; i++) CHECK_NEAR(rate[i], (rows[1][i] - rows[0][i]) / (2 * STEP), 1e-9);
}

/* Power: minus the rows times the velocities; magnitude: not below the rows. */
static void check_power(Scene *s) {
  SarPartNode node = {.kin = &s->kin, .rotation = s->rotation};
  SarPartPoint at = {.t = 0.8, .nodes = &node};
  double rows[6], magnitude[6];
  SarPartEnergy energy;
  rows_at(s, &s->kin, 0.8, rows);
  sar_part_beam_load.energy(&s->load, &at, &energy);
  sar_part_beam_load.magnitude(&s->load, &at, magnitude);
  double power = -sar_dot(sar_vec3_load(rows), s->kin.v) - sar_dot(sar_vec3_load(rows + 3), s->kin.w);
  CHECK_NEAR(energy.work, power, 1e-14);
  CHECK_NEAR(energy.potential, 0, 0);
  for (int i = 0; i < 6; i++) assert_true(magnitude[i] >= fabs(rows[i]) * (1 - 1e-15));
}

static void test_derivatives_and_power(void **state) {
  (void)state;
  for (int k = 0; k < 4; k++) {
    Scene s;
    make(&s, k & 1, k & 2);
    check_derivatives(&s);
    check_power(&s);
    destroy(&s);
  }
}

/* Ground axes: the force as written, the moment as written where the axes are those of the ground. */
static void test_components(void **state) {
  (void)state;
  Scene s;
  double rows[6];
  make(&s, false, false);
  rows_at(&s, &s.kin, 0.8, rows);
  CHECK_NEAR(rows[0], -0.25 * (3 * sin(1.6) + 1.5), 1e-15);
  CHECK_NEAR(rows[1], -0.25 * (4 - 2.25), 1e-15);
  CHECK_NEAR(rows[2], -0.25 * 0.8 * 1.5, 1e-15);
  SarVec3 moment = sar_mul(&s.kin.A, sar_vec3_load(rows + 3));
  CHECK_NEAR(moment.x, -0.25 * exp(-0.8), 1e-15);
  CHECK_NEAR(moment.y, 0, 1e-15);
  CHECK_NEAR(moment.z, -0.25 * (2 + 1.5 * 0.64), 1e-15);
  s.load.follow = true;
  SarMat3 section = sar_mat3_mul(&s.kin.A, &s.load.frame);
  rows_at(&s, &s.kin, 0.8, rows);
  SarVec3 force = sar_mul_t(&section, sar_vec3_load(rows));
  moment = sar_mul_t(&s.load.frame, sar_vec3_load(rows + 3));
  CHECK_NEAR(force.y, -0.25 * (4 - 2.25), 1e-15);
  CHECK_NEAR(moment.x, -0.25 * exp(-0.8), 1e-15);
  destroy(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_derivatives_and_power),
      cmocka_unit_test(test_components),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
