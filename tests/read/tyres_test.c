/* What tyres are told: numbers in the units of the model, property files in units of their own, and both together. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "element/tyre/tyre_file.h"
#include "model/model.h"
#include "read/read.h"
#include "read/tir.h"

static SarStatus parse(const char *text, SarTyreFile *out) {
  SarContext *context = sar_context_create();
  SarStatus status = sar_tir_parse(context, "test.tir", text, strlen(text), out);
  sar_context_destroy(&context);
  return status;
}

static void units_of_files(void **state) {
  (void)state;
  static SarTyreFile file;
  assert_int_equal(
      parse("$ a comment\n[UNITS]\nLENGTH = 'mm' $ here too\nFORCE='kilonewton'\nANGLE= 'degrees'\n"
            "[MODEL]\nproperty_file_format = 'fiala'\n[DIMENSION]\nUNLOADED_RADIUS = 470 ! free\nWIDTH=300\n"
            "[PARAMETER]\nVERTICAL_STIFFNESS = 0.3\nCSLIP = 190\nCALPHA = 0.8\nUMIN = 0.6\nUMAX = 0.9\nUNHEARD = 7\n"
            "[SHAPE]\n{radial width}\n1.0 0.0\n[DEFLECTION_LOAD_CURVE]\n{pen fz}\n0 0\n10, 2\n 20 5\n",
            &file),
      SAR_OK);
  const double *n = file.data.number;
  assert_string_equal(file.model->name, "fiala");
  CHECK_NEAR(n[SAR_TYRE_UNLOADED_RADIUS], 0.47, 1e-15);
  CHECK_NEAR(n[SAR_TYRE_VERTICAL_STIFFNESS], 3e5, 1e-9);
  CHECK_NEAR(n[SAR_TYRE_CSLIP], 1.9e5, 1e-9);
  CHECK_NEAR(n[SAR_TYRE_CALPHA], 800 * 180 / 3.14159265358979323846, 1e-9);
  assert_true(file.given[SAR_TYRE_WIDTH] && !file.given[SAR_TYRE_ROLLING_RESISTANCE]);
  assert_int_equal(file.data.curve.count, 3);
  CHECK_NEAR(file.data.curve.deflection[2], 0.02, 1e-15);
  CHECK_NEAR(file.data.curve.force[1], 2000, 1e-9);
}

static void wrong_files(void **state) {
  (void)state;
  static SarTyreFile file;
  static const char *const texts[] = {"",
                                      "[MODEL",
                                      "X = 1",
                                      "[A]\nX",
                                      "[UNITS]\nLENGTH = 'ell'",
                                      "[MODEL]\nPROPERTY_FILE_FORMAT = 'X'",
                                      "[MODEL]\nPROPERTY_FILE_FORMAT = 'FIALA'",
                                      "[A]\nUMIN = 1e999",
                                      "[A]\nUMIN = \n",
                                      "[DEFLECTION_LOAD_CURVE]\n1\n",
                                      "[DEFLECTION_LOAD_CURVE]\n1 2\n",
                                      "\x01",
                                      "[A]\n= 3"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) assert_int_equal(parse(texts[i], &file), SAR_INPUT);
}

static SarModel *read_tyre(SarContext *context, const char *units, const char *tyre) {
  char text[1000];
  SarModel *model = NULL;
  snprintf(text, sizeof text,
           "units: %s\nground: {shapes: {track: {road: flat}}}\nbodies: {w: {mass: 1, inertia: [1, 1, 1]}}\n"
           "forces: {t1: {type: tyre, wheel: w, road: ground.track, %s}}\n",
           units, tyre);
  assert_int_equal(sar_model_read_text(context, "test", text, strlen(text), &(SarReadOptions){0}, &model), SAR_OK);
  return model;
}

static double value_of(const SarModel *model, const char *field) {
  return sar_model_value(&model->elements[sar_model_find(model, "t1")], field)->real;
}

static void units_of_models(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarModel *model =
      read_tyre(context, "{length: mm, force: kN, angle: deg}",
                "model: fiala, radius: 470, stiffness: 0.3, damping: 0.003, slip_stiffness: 190, cornering_stiffness: "
                "0.8, friction: 0.9, rolling_resistance: 5, low_speed: 400");
  CHECK_NEAR(value_of(model, "radius"), 0.47, 1e-15);
  CHECK_NEAR(value_of(model, "stiffness"), 3e5, 1e-9);
  CHECK_NEAR(value_of(model, "damping"), 3e3, 1e-9);
  CHECK_NEAR(value_of(model, "slip_stiffness"), 1.9e5, 1e-9);
  CHECK_NEAR(value_of(model, "cornering_stiffness"), 800 * 180 / 3.14159265358979323846, 1e-9);
  CHECK_NEAR(value_of(model, "rolling_resistance"), 0.005, 1e-15);
  CHECK_NEAR(value_of(model, "low_speed"), 0.4, 1e-15);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(units_of_files), cmocka_unit_test(wrong_files),
                                     cmocka_unit_test(units_of_models)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
