/* A tyre on its road: closed forms on flat ground, derivatives of everything by everything against differences, and
 * forces that are continuous. */
#include "element/tyre/patch.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "geometry/monotone.h"
#include "random/dice.h"

extern const SarTyreModel sar_tyre_follower, sar_tyre_fiala, sar_tyre_pacejka89;
static const SarTerrain flat = {.kind = SAR_TERRAIN_FLAT, .height = 0.1};
static const SarTerrain bump = {.kind = SAR_TERRAIN_BUMP, .start = -1, .length = 3, .height = 0.2};
static const SarTerrain sine = {.kind = SAR_TERRAIN_SINE, .length = 4, .height = 0.1};

static SarTyre tyre_of(const SarTyreModel *model) {
  static const double a[] = {1.5, -4.8, 812, 2614, 48.9, 0.01, -0.009, 0.37};
  static const double b[] = {1.5, -15, 1022, -2.5, 208, 0.007, -0.004, 0.16, -1.15};
  SarTyre tyre = {.model = model, .low_speed = 0.5, .ramp = 0.005};
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) tyre.data.number[i] = sar_tyre_number(i)->fallback;
  tyre.data.number[SAR_TYRE_UNLOADED_RADIUS] = 0.47;
  tyre.data.number[SAR_TYRE_VERTICAL_STIFFNESS] = 300000;
  tyre.data.number[SAR_TYRE_VERTICAL_DAMPING] = 3000;
  tyre.data.number[SAR_TYRE_ROLLING_RESISTANCE] = 0.01;
  tyre.data.number[SAR_TYRE_WIDTH] = 0.3;
  tyre.data.number[SAR_TYRE_CSLIP] = 190000;
  tyre.data.number[SAR_TYRE_CALPHA] = 50000;
  tyre.data.number[SAR_TYRE_UMIN] = 0.6;
  tyre.data.number[SAR_TYRE_UMAX] = 0.9;
  memcpy(tyre.data.number + SAR_TYRE_A0, a, sizeof a);
  memcpy(tyre.data.number + SAR_TYRE_B0, b, sizeof b);
  return tyre;
}

/* An upright wheel that rolls along x at 20 m/s with some slip. */
static void test_flat(void **state) {
  (void)state;
  SarTyre tyre = tyre_of(&sar_tyre_fiala);
  double in[SAR_PATCH_INPUTS] = {3, 4, 0.55, 0, 1, 0, 20, 1, -0.2, 0, 45, 0, 0.01, 0.02};
  SarDual out[SAR_PATCH_OUTPUTS];
  sar_patch(&tyre, &flat, in, out);
  const SarDual *columns = out + SAR_PATCH_COLUMNS;
  double fz = 300000 * 0.02 + 3000 * 0.2, speed = sqrt(400.25), Re = 0.47 - 0.02 / 3;
  CHECK_NEAR(columns[0].v, 0, 1e-15);
  CHECK_NEAR(columns[3].v, fz, 1e-9);
  CHECK_NEAR(columns[1].v, 1900, 1e-9);
  CHECK_NEAR(columns[7].v, 0.45, 1e-15);
  CHECK_NEAR(out[SAR_PATCH_KAPPA_RATE].v, (-(20 - 45 * Re) - speed * 0.01) / (0.47 / 4), 1e-9);
  CHECK_NEAR(out[SAR_PATCH_TAN_ALPHA_RATE].v, (1 - speed * 0.02) / (0.47 / 2), 1e-9);
  CHECK_NEAR(out[SAR_PATCH_FORCE].v, columns[1].v, 1e-9);
  CHECK_NEAR(out[SAR_PATCH_FORCE + 1].v, columns[2].v, 1e-9);
  CHECK_NEAR(out[SAR_PATCH_FORCE + 2].v, fz, 1e-9);
  CHECK_NEAR(out[SAR_PATCH_TORQUE].v, 0.45 * columns[2].v, 1e-9);
  CHECK_NEAR(out[SAR_PATCH_TORQUE + 1].v, -0.45 * 1900 - 0.01 * fz * 45 / hypot(45, 0.5 / 0.47), 1e-9);
  CHECK_NEAR(out[SAR_PATCH_TORQUE + 2].v, columns[6].v, 1e-9);
}

/* A wheel that leans by g: the loaded radius is the height over cos g, and gamma is g. */
static void test_camber(void **state) {
  (void)state;
  SarTyre tyre = tyre_of(&sar_tyre_follower);
  double g = 0.2, in[SAR_PATCH_INPUTS] = {0, 0, 0.54, 0, cos(g), sin(g), 0, 0, 0, 0, 0, 0, 0, 0};
  SarDual out[SAR_PATCH_OUTPUTS];
  sar_patch(&tyre, &flat, in, out);
  CHECK_NEAR(out[SAR_PATCH_COLUMNS].v, g, 1e-14);
  CHECK_NEAR(out[SAR_PATCH_COLUMNS + 7].v, 0.44 / cos(g), 1e-14);
  CHECK_NEAR(out[SAR_PATCH_COLUMNS + 3].v, 300000 * (0.47 - 0.44 / cos(g)), 1e-8);
  CHECK_NEAR(out[SAR_PATCH_TORQUE].v, out[SAR_PATCH_FORCE + 2].v * 0.44 * tan(g), 1e-8);
}

static void any_state(Dice *dice, double in[SAR_PATCH_INPUTS]) {
  double x = dice_between(dice, -0.2, 0.2), z = dice_between(dice, -0.2, 0.2), h = 1 / sqrt(1 + x * x + z * z);
  const double made[SAR_PATCH_INPUTS] = {dice_between(dice, -2, 3),
                                         dice_between(dice, -2, 3),
                                         0.5,
                                         h * x,
                                         h,
                                         h * z,
                                         dice_between(dice, -3, 9),
                                         dice_between(dice, -1, 1),
                                         dice_between(dice, -0.2, 0.2),
                                         dice_between(dice, -1, 1),
                                         dice_between(dice, -9, 20),
                                         dice_between(dice, -1, 1),
                                         dice_between(dice, -1, 1) * 0.2,
                                         dice_between(dice, -1, 1) * 0.2};
  memcpy(in, made, sizeof made);
}

static void check_derivatives(const SarTyreModel *model, const SarTerrain *road) {
  Dice dice = {3};
  SarTyre tyre = tyre_of(model);
  int touching = 0;
  for (int round = 0; round < 400; round++) {
    double in[SAR_PATCH_INPUTS];
    SarDual here[SAR_PATCH_OUTPUTS], up[SAR_PATCH_OUTPUTS], down[SAR_PATCH_OUTPUTS];
    any_state(&dice, in);
    if (round % 10 == 0) in[SAR_PATCH_VELOCITY] = in[SAR_PATCH_SPIN + 1] = 0;
    sar_patch(&tyre, road, in, here);
    touching += here[SAR_PATCH_COLUMNS + 3].v > 100;
    for (int k = 0; k < SAR_PATCH_INPUTS; k++) {
      double keep = in[k], step = 1e-7;
      in[k] = keep + step, sar_patch(&tyre, road, in, up);
      in[k] = keep - step, sar_patch(&tyre, road, in, down);
      in[k] = keep;
      for (int i = 0; i < SAR_PATCH_OUTPUTS; i++) {
        double slope = (up[i].v - down[i].v) / (2 * step), curve = fabs(up[i].v - 2 * here[i].v + down[i].v) / step;
        double size = fabs(slope) + fabs(here[i].v) + 10;
        if (!(fabs(slope - here[i].d[k]) <= 1e-5 * size + 2 * curve)) {
          fail_msg("%s: output %d by input %d: %.9g, by differences %.9g", model->name, i, k, here[i].d[k], slope);
        }
      }
    }
  }
  assert_true(touching > 50);
}

static void test_derivatives(void **state) {
  (void)state;
  static const SarTyreModel *const models[] = {&sar_tyre_follower, &sar_tyre_fiala, &sar_tyre_pacejka89};
  static const SarTerrain *const roads[] = {&flat, &bump, &sine};
  for (int k = 0; k < 9; k++) check_derivatives(models[k / 3], roads[k % 3]);
}

/* Along a line over the whole bump, from the air to the ground and back: no output jumps. */
static void test_continuous(void **state) {
  (void)state;
  SarTyre tyre = tyre_of(&sar_tyre_fiala);
  SarDual last[SAR_PATCH_OUTPUTS], out[SAR_PATCH_OUTPUTS];
  for (int i = 0; i <= 200000; i++) {
    double s = i / 200000.0, in[SAR_PATCH_INPUTS] = {-3 + 7 * s,
                                                     0.3,
                                                     0.5 + 0.1 * sin(40 * s),
                                                     0.05,
                                                     0.998,
                                                     0.03,
                                                     5 * cos(9 * s),
                                                     0.5,
                                                     0.3 * cos(20 * s),
                                                     0.1,
                                                     12 * cos(8 * s),
                                                     0.2,
                                                     0.2 * sin(31 * s),
                                                     0.1 * cos(23 * s)};
    sar_patch(&tyre, &bump, in, out);
    for (int k = 0; i && k < SAR_PATCH_OUTPUTS; k++) assert_true(fabs(out[k].v - last[k].v) < 100);
    memcpy(last, out, sizeof last);
  }
}

/* The road turned by a slope is the flat one: what acts along its axes is the same. */
static void test_slope(void **state) {
  (void)state;
  SarTyre tyre = tyre_of(&sar_tyre_fiala);
  double x[] = {-1000, 1000}, z[] = {-200, 200}, slope[] = {0.2, 0.2}, c = 1 / sqrt(1.04), s = 0.2 * c;
  SarTerrain ramp = {.kind = SAR_TERRAIN_TABLE, .nx = 2, .ny = 1, .x = x, .z = z, .zx = slope};
  SarTerrain level = {.kind = SAR_TERRAIN_FLAT};
  double in[SAR_PATCH_INPUTS] = {3, 4, 0.45, 0.1, 0.99, 0.05, 20, 1, -0.2, 0.3, 45, 0.2, 0.01, 0.02},
         turned[SAR_PATCH_INPUTS];
  memcpy(turned, in, sizeof in);
  for (int k = 0; k < 12; k += 3) turned[k] = c * in[k] - s * in[k + 2], turned[k + 2] = s * in[k] + c * in[k + 2];
  SarDual a[SAR_PATCH_OUTPUTS], b[SAR_PATCH_OUTPUTS];
  sar_patch(&tyre, &level, in, a);
  sar_patch(&tyre, &ramp, turned, b);
  for (int i = SAR_PATCH_KAPPA_RATE; i < SAR_PATCH_OUTPUTS; i++) CHECK_NEAR(a[i].v, b[i].v, 1e-9 * fabs(a[i].v) + 1e-9);
  CHECK_NEAR(b[0].v, c * a[0].v - s * a[2].v, 1e-8);
  CHECK_NEAR(b[5].v, s * a[3].v + c * a[5].v, 1e-8);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_flat),       cmocka_unit_test(test_camber), cmocka_unit_test(test_derivatives),
      cmocka_unit_test(test_continuous), cmocka_unit_test(test_slope),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
