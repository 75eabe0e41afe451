/* Results files of Adams: a part is its reference frame there, which measures of the model know independently. */
#include "result/xrf.h"

#include <stdio.h>
#include <string.h>

#include "file.h"
#include "sarrus/sarrus.h"

static const char model[] =
    "units: {length: mm, mass: kg, time: s, force: N, angle: deg}\n"
    "gravity: [0, 0, -9810]\n"
    "bodies:\n"
    "  PART_2: {mass: 1, inertia: [1000, 2000, 2000], com: [100, 20, 0], at: [10, 20, 30],\n"
    "           turn: {axis: [1, 2, 3], angle: 40}, omega: [30, 10, 50]}\n"
    "joints: {pin: {type: spherical, between: [ground, PART_2], at: [0, 20, 30]}}\n"
    "measures: {m1: dx(PART_2), m2: vy(PART_2), m3: accz(PART_2), m4: psi(PART_2), m5: theta(PART_2), m6: "
    "phi(PART_2),\n"
    "           m7: wx(PART_2), m8: wdtx(PART_2), m9: \"fx(pin)\", m10: \"fz(pin)\"}\n"
    "output: {every: 0.1}\n"
    "simulate: {end: 1}\n";

static const char *const pairs[][2] = {
    {"PART_2_XFORM.X", "m1.Q"},   {"PART_2_XFORM.VY", "m2.Q"},    {"PART_2_XFORM.ACCZ", "m3.Q"},
    {"PART_2_XFORM.PSI", "m4.Q"}, {"PART_2_XFORM.THETA", "m5.Q"}, {"PART_2_XFORM.PHI", "m6.Q"},
    {"PART_2_XFORM.WX", "m7.Q"},  {"PART_2_XFORM.WDX", "m8.Q"},   {"pin.FX", "m9.Q"},
    {"pin.FZ", "m10.Q"},
};

/* Runs the model and writes both files. */
static void run(SarContext *context) {
  SarModel *read = NULL;
  SarSystem *system = NULL;
  SarResults *results = NULL;
  SarXrf xrf = {0};
  SarRunOptions options = sar_run_options_default();
  file_write_text("xrf.yaml", model);
  options.hdf5 = "xrf.h5";
  assert_int_equal(sar_model_read(context, "xrf.yaml", NULL, 0, &read), SAR_OK);
  assert_int_equal(sar_system_compile(context, read, &system), SAR_OK);
  assert_int_equal(sar_run(context, system, &options, NULL), SAR_OK);
  assert_int_equal(sar_results_open(context, "xrf.h5", &results), SAR_OK);
  assert_int_equal(sar_xrf_create(context, read, results, &xrf), SAR_OK);
  assert_int_equal(sar_xrf_write(context, &xrf, NULL, "xrf.res"), SAR_OK);
  sar_xrf_destroy(&xrf);
  sar_results_close(&results);
  sar_system_destroy(&system);
  sar_model_destroy(&read);
}

static void parts_are_their_reference_frames(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  double a[11], b[11];
  run(context);
  assert_int_equal(sar_results_open(context, "xrf.res", &results), SAR_OK);
  assert_int_equal(sar_results_rows(results), 11);
  for (int i = 0; i < SAR_COUNT(pairs); i++) {
    double size = 0;
    assert_int_equal(sar_results_column(results, sar_results_find(results, pairs[i][0]), a), SAR_OK);
    assert_int_equal(sar_results_column(results, sar_results_find(results, pairs[i][1]), b), SAR_OK);
    for (int k = 0; k < 11; k++) size = fmax(size, fabs(b[k]));
    assert_true(size > 0);
    for (int k = 0; k < 11; k++) CHECK_NEAR(a[k], b[k], 1e-11 * size);
  }
  sar_results_close(&results);
  sar_context_destroy(&context);
}

static void results_agree_with_their_own_file(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  run(context);
  assert_int_equal(sar_compare(context, "xrf.h5", "xrf.res", &c), SAR_OK);
  assert_true(c->identical && c->ncolumns == 34);
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

/* Names in another spelling are found, and a number that was changed is noticed. */
static void other_spellings_are_found(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const SarComparison *c = NULL;
  run(context);
  file_write_text(
      "other.res",
      "<?xml version=\"1.0\"?>\n<Results><Analysis><StepMap>\n"
      "<Entity name=\"time\"><Component name=\"TIME\" id=\"1\"/></Entity>\n"
      "<Entity name=\"Part_2_XFORM\"><Component name=\"Y\" id=\"3\"/><Component name=\"X\" id=\"2\"/></Entity>\n"
      "</StepMap><Data><Step type=\"input\">0 7 7</Step>\n"
      "<Step type=\"dynamic\">0 10.0\n20.5</Step></Data></Analysis></Results>\n");
  assert_int_equal(sar_compare(context, "xrf.h5", "other.res", &c), SAR_OK);
  assert_int_equal(c->ncolumns, 2);
  assert_string_equal(c->columns[0].name, "part2.y");
  CHECK_NEAR(c->columns[0].maximum, 0.5, 1e-9);
  CHECK_NEAR(c->columns[1].maximum, 0, 1e-9);
  sar_comparison_destroy(&c);
  sar_context_destroy(&context);
}

static void check_refused(const char *text, const char *message) {
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  file_write_text("wrong.res", text);
  assert_int_equal(sar_results_open(context, "wrong.res", &results), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, sar_context_count(context) - 1)->message, message));
  sar_results_close(&results);
  sar_context_destroy(&context);
}

static void wrong_files_are_refused(void **state) {
  (void)state;
  const char *map =
      "<Results><StepMap><Entity name=\"time\"><Component name=\"TIME\" id=\"1\"/></Entity>"
      "<Entity name=\"a\"><Component name=\"X\" id=\"2\"/></Entity></StepMap>";
  char text[1024];
  check_refused("<Results><Step", "the file is no XML");
  check_refused("<Results></Results>", "holds no steps");
  check_refused("<Results><Data><Step type=\"dynamic\">1 2</Step></Data></Results>",
                "does not say what its numbers are");
  snprintf(text, sizeof text, "%s<Step type=\"dynamic\">1</Step></Results>", map);
  check_refused(text, "number 2 of 2");
  snprintf(text, sizeof text, "%s<Step type=\"dynamic\">1 x</Step></Results>", map);
  check_refused(text, "number 2 of 2");
  snprintf(text, sizeof text, "%s<Step type=\"dynamic\">1 2 3</Step></Results>", map);
  check_refused(text, "of 2 of this step");
  check_refused("<Results><Entity name=\"a\"><Component name=\"X\" id=\"0\"/></Entity></Results>", "a component needs");
  check_refused("<!DOCTYPE Results [<!ENTITY a \"b\">]><Results>&a;</Results>", "entities");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(parts_are_their_reference_frames),
      cmocka_unit_test(results_agree_with_their_own_file),
      cmocka_unit_test(other_spellings_are_found),
      cmocka_unit_test(wrong_files_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
