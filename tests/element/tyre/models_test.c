/* Tyre models against the numbers of the printed formulas, and their derivatives against differences. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "element/tyre/tyre.h"

extern const SarTyreModel sar_tyre_fiala, sar_tyre_pacejka89, sar_tyre_mf52;

#define PI 3.14159265358979323846

static SarTyreData fallbacks(void) {
  SarTyreData data = {0};
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) data.number[i] = sar_tyre_number(i)->fallback;
  return data;
}

/* Of the military truck of Project Chrono. */
static SarTyreData fiala(void) {
  SarTyreData data = fallbacks();
  data.number[SAR_TYRE_UNLOADED_RADIUS] = 0.47;
  data.number[SAR_TYRE_CSLIP] = 193929;
  data.number[SAR_TYRE_CALPHA] = 50000;
  data.number[SAR_TYRE_UMIN] = 0.5568;
  data.number[SAR_TYRE_UMAX] = 0.9835;
  data.number[SAR_TYRE_WIDTH] = 0.318;
  data.number[SAR_TYRE_ROLLING_RESISTANCE] = 0.01;
  return data;
}

static SarTyreData pacejka(void) {
  static const double a[] = {1.49975356208205,     -4.84987524731462, 812.449795340733,
                             2613.92367840654,     48.857910109076,   0,
                             -0.00879541881020228, 0.376999015041155};
  static const double b[] = {1.50018802672136,     -15.7761466722458, 1022.11238546683,
                             -2.55317715303733,    208.777316195246,  0.0073134908964823,
                             -0.00376410345674027, 0.156330736057758, -1.15310023217878};
  SarTyreData data = fallbacks();
  memcpy(data.number + SAR_TYRE_A0, a, sizeof a);
  memcpy(data.number + SAR_TYRE_B0, b, sizeof b);
  data.number[SAR_TYRE_UNLOADED_RADIUS] = 0.47;
  return data;
}

/* The file as a plain list of names and numbers. */
static SarTyreData sedan(void) {
  SarTyreData data = fallbacks();
  char line[400], key[100];
  double value;
  FILE *file = fopen(SAR_TEST_DIR "/models/tyres/sedan.tir", "r");
  assert_non_null(file);
  while (fgets(line, sizeof line, file)) {
    if (sscanf(line, "%99s = %lf", key, &value) != 2) continue;
    for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
      if (strcmp(sar_tyre_number(i)->key, key) == 0) data.number[i] = value;
    }
  }
  fclose(file);
  for (int32_t i = 0; i < SAR_TYRE_NUMBERS; i++) {
    if (strchr(sar_tyre_number(i)->formats, 'M')) assert_false(isnan(data.number[i]));
  }
  return data;
}

/* fx fy mx my mz and the gradients by kappa, tan alpha, gamma, fz. */
static void ask(const SarTyreModel *model, const SarTyreData *data, const double in[4], double out[5],
                double by[5][4]) {
  SarTyreSlip slip = {sar_dual_input(in[0], 0), sar_dual_input(in[1], 1), sar_dual_input(in[2], 2),
                      sar_dual_input(in[3], 3), sar_dual(1)};
  SarTyreForce f;
  model->force(data, &slip, &f);
  const SarDual *all[5] = {&f.fx, &f.fy, &f.mx, &f.my, &f.mz};
  for (int i = 0; i < 5; i++) {
    out[i] = all[i]->v;
    for (int j = 0; j < 4; j++) by[i][j] = all[i]->d[j];
  }
}

static double value_of(const SarTyreModel *model, const SarTyreData *data, double kappa, double degrees, double fz,
                       int which) {
  double out[5], by[5][4], in[4] = {kappa, tan(degrees * PI / 180), 0, fz};
  ask(model, data, in, out, by);
  return out[which];
}

/* Half a unit of the last digit that is printed. */
static void expect(const char *printed, double value) {
  const char *point = strchr(printed, '.');
  double unit = point ? pow(10, -(double)strlen(point + 1)) : 1;
  if (fabs(value - atof(printed)) > 0.5 * unit * (1 + 1e-6)) print_message("%.10g is not %s\n", value, printed);
  assert_true(fabs(value - atof(printed)) <= 0.5 * unit * (1 + 1e-6));
}

static void fiala_has_the_printed_values(void **state) {
  SarTyreData data = fiala();
  const SarTyreModel *m = &sar_tyre_fiala;
  (void)state;
  expect("1939.290000", value_of(m, &data, 0.01, 0, 8000, 0));
  expect("6169.731677", value_of(m, &data, 0.05, 0, 8000, 0));
  expect("-4428.821464", value_of(m, &data, -1, 0, 8000, 0));
  expect("-840.640939", value_of(m, &data, 0, 1, 8000, 1));
  expect("82.552174", value_of(m, &data, 0, 1, 8000, 4));
  expect("-2989.437953", value_of(m, &data, 0, 4, 8000, 1));
  expect("225.392725", value_of(m, &data, 0, 4, 8000, 4));
  expect("-5897.157121", value_of(m, &data, 0, 30, 8000, 1));
  expect("0", value_of(m, &data, 0, 30, 8000, 4));
}

static void pacejka89_has_the_printed_values(void **state) {
  SarTyreData data = pacejka();
  const SarTyreModel *m = &sar_tyre_pacejka89;
  static const double degrees[] = {1, 4, 15}, kappa[] = {0.05, 0.1, 1};
  static const char *const across[2][3] = {{"-422.38794", "-1544.24166", "-3068.13379"},
                                           {"-828.25582", "-3028.94209", "-6004.70019"}};
  static const char *const along[2][3] = {{"3082.52089", "3829.11785", "2903.50795"},
                                          {"5558.34170", "7080.64521", "5549.76587"}};
  (void)state;
  for (int load = 0; load < 2; load++) {
    for (int i = 0; i < 3; i++) {
      expect(across[load][i], value_of(m, &data, 0, degrees[i], 4000 * (load + 1), 1));
      expect(along[load][i], value_of(m, &data, kappa[i], 0, 4000 * (load + 1), 0));
    }
  }
}

static void mf52_has_the_printed_values(void **state) {
  SarTyreData data = sedan();
  const SarTyreModel *m = &sar_tyre_mf52;
  static const double kappa[] = {-0.1, 0, 0.02, 0.05, 0.1}, degrees[] = {-4, 0, 1, 4, 10};
  static const char *const along[] = {"-5502.2018", "160.1188", "2370.7135", "4451.2329", "5523.3489"};
  static const char *const across[] = {"4033.8247", "-37.4826", "-1349.3363", "-3901.6318", "-4821.8412"};
  (void)state;
  for (int i = 0; i < 5; i++) {
    expect(along[i], value_of(m, &data, kappa[i], 0, 5000, 0));
    expect(across[i], value_of(m, &data, 0, degrees[i], 5000, 1));
  }
}

/* ---- derivatives ---- */

static double random_between(double low, double high) { return low + (high - low) * rand() / RAND_MAX; }

static void check_derivatives(const SarTyreModel *model, const SarTyreData *data) {
  static const double step[4] = {1e-6, 1e-6, 1e-6, 1e-2};
  for (int round = 0; round < 3000; round++) {
    double in[4] = {random_between(-0.3, 0.3), random_between(-0.3, 0.3), random_between(-0.1, 0.1),
                    random_between(200, 9000)};
    double out[5], by[5][4], up[5], down[5], spare[5][4];
    if (round % 10 == 0) in[0] = 0;
    if (round % 10 == 1) in[1] = 0;
    ask(model, data, in, out, by);
    for (int j = 0; j < 4; j++) {
      double keep = in[j];
      in[j] = keep + step[j], ask(model, data, in, up, spare);
      in[j] = keep - step[j], ask(model, data, in, down, spare);
      in[j] = keep;
      for (int i = 0; i < 5; i++) {
        double size = fabs(out[i]) / (j == 3 ? in[3] : 0.01) + 1e-3;
        assert_true(fabs((up[i] - down[i]) / (2 * step[j]) - by[i][j]) <
                    1e-4 * size + 2e-5 * fabs(by[i][j]) + (j < 3 ? 3 : 1e-5));
      }
    }
  }
}

static void derivatives_are_exact(void **state) {
  SarTyreData data[] = {fiala(), pacejka(), sedan()};
  (void)state;
  data[1].number[SAR_TYRE_A5] = 0.01;
  data[2].number[SAR_TYRE_QSX1] = 0.01, data[2].number[SAR_TYRE_QSX3] = 0.02;
  data[2].number[SAR_TYRE_QSY1] = 0.01, data[2].number[SAR_TYRE_QSY2] = 0.02;
  check_derivatives(&sar_tyre_fiala, &data[0]);
  check_derivatives(&sar_tyre_pacejka89, &data[1]);
  check_derivatives(&sar_tyre_mf52, &data[2]);
}

/* ---- combined slip ---- */

/* Forces against the slip of a locked wheel, and on or within the ellipse. */
static void combined_forces_stay_in_the_ellipse(void **state) {
  SarTyreData data[] = {pacejka(), sedan()};
  const SarTyreModel *models[] = {&sar_tyre_pacejka89, &sar_tyre_mf52};
  (void)state;
  for (int k = 0; k < 2; k++) {
    double most[2] = {0, 0};
    for (int i = -1000; i <= 1000; i++) {
      most[0] = fmax(most[0], fabs(value_of(models[k], &data[k], 1e-3 * i, 0, 5000, 0)));
      most[1] = fmax(most[1], fabs(value_of(models[k], &data[k], 0, 0.089 * i, 5000, 1)));
    }
    for (int i = 0; i < 100; i++) {
      double in[4] = {random_between(-1, 1), random_between(-0.5, 0.5), 0, 5000}, out[5], by[5][4];
      ask(models[k], &data[k], in, out, by);
      assert_true(hypot(out[0] / most[0], out[1] / most[1]) < 1.02); /* shifts of mf52 */
    }
    double locked[4] = {-1, 0.2, 0, 5000}, out[5], by[5][4];
    ask(models[k], &data[k], locked, out, by);
    /* along it slides with less than the most */
    CHECK_NEAR(out[1] / out[0], 0.2 * most[0] / fabs(value_of(models[k], &data[k], -1, 0, 5000, 0)), 0.02);
  }
}

/* A car that drives the other way round is the same tyre: without shifts forces are odd. */
static void forces_are_odd(void **state) {
  SarTyreData data[] = {fiala(), pacejka()};
  const SarTyreModel *models[] = {&sar_tyre_fiala, &sar_tyre_pacejka89};
  (void)state;
  for (int k = 0; k < 2; k++) {
    double in[4] = {0.03, 0.05, 0, 4000}, mirrored[4] = {-0.03, -0.05, 0, 4000}, out[5], back[5], by[5][4];
    ask(models[k], &data[k], in, out, by);
    ask(models[k], &data[k], mirrored, back, by);
    CHECK_NEAR(out[0], -back[0], 1e-9 * fabs(out[0]));
    CHECK_NEAR(out[1], -back[1], 1e-9 * fabs(out[1]));
    CHECK_NEAR(out[4], -back[4], 1e-9 * fabs(out[4]) + 1e-12);
  }
}

/* ---- the load curve ---- */

static void load_curve_rises_smoothly(void **state) {
  static const double force[] = {0, 1286, 3477, 6190, 9027, 12139, 15368, 18469, 21699};
  SarLoadCurve curve = {.count = 9};
  double before = 0, slope, last_slope = 0;
  (void)state;
  for (int i = 0; i < 9; i++) curve.deflection[i] = 0.01 * i, curve.force[i] = force[i];
  sar_load_curve_prepare(&curve);
  for (int i = 0; i < 9; i++) CHECK_NEAR(sar_load_curve_at(&curve, 0.01 * i, &slope), force[i], 1e-9);
  for (int i = 1; i < 1000; i++) {
    double x = 1e-4 * i, up = sar_load_curve_at(&curve, x, &slope), spare;
    assert_true(up > before);
    double difference = sar_load_curve_at(&curve, x + 1e-7, &spare) - sar_load_curve_at(&curve, x - 1e-7, &spare);
    CHECK_NEAR(difference / 2e-7, slope, 1e-3 * slope);
    if (i > 1) assert_true(fabs(slope - last_slope) < 2e4);
    before = up, last_slope = slope;
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fiala_has_the_printed_values),        cmocka_unit_test(pacejka89_has_the_printed_values),
      cmocka_unit_test(mf52_has_the_printed_values),         cmocka_unit_test(derivatives_are_exact),
      cmocka_unit_test(combined_forces_stay_in_the_ellipse), cmocka_unit_test(forces_are_odd),
      cmocka_unit_test(load_curve_rises_smoothly),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
