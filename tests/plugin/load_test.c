/* What can be wrong with a plugin and with what a model says about it: one message each, at the right place. */
#define _XOPEN_SOURCE 700

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin/loading.h"

static void expect_error(const char *text, const char *expected) {
  expect_message(SAR_PLUGIN_DIR, text, SAR_ERROR, expected);
}

static void files(void **state) {
  (void)state;
  expect_error("plugins: {p: {file: absent.so}}", "1:21: cannot read `absent.so`: No such file");
  expect_error("plugins: {p: {file: /absent/p.so}}", "1:21: cannot read `/absent/p.so`: No such file");
  expect_error("plugins: {p: {file: libm.so.6}}", "1:21: cannot read `libm.so.6`"); /* not searched elsewhere */
  expect_error("plugins: {p: {file: .}}", "1:21: the path `.` leaves");
  expect_error("plugins: {p: {file: ../plugins/good.so}}", "1:21: the path `../plugins/good.so` leaves the folder");
  expect_error("plugins: {p: {file: /}}", "1:21: `/` is a folder, not a file");
  expect_error("plugins: {p: {file: tyre.yaml}}", "1:21: cannot load `tyre.yaml`: ");
  expect_error("plugins: {p: {file: no_symbol.so}}",
               "1:21: `no_symbol.so` is no plugin: it does not export the function `sarrus_plugin` (export it");
  expect_error("plugins: {p: {file: no_table.so}}", "1:21: the plugin `no_table.so` gives no table");
  expect_error("plugins: {p: {file: wrong_version.so}}",
               "1:21: the plugin `wrong_version.so` is made for version 999 of the plugin interface, this is version 1 "
               "(build the plugin");
}

static void a_link_out_of_the_folder_is_refused(void **state) {
  (void)state;
  char folder[] = "plugin_link_XXXXXX", link_path[128];
  assert_non_null(mkdtemp(folder));
  snprintf(link_path, sizeof link_path, "%s/good.so", folder);
  assert_int_equal(symlink(SAR_PLUGIN_DIR "/good.so", link_path), 0);
  expect_message(folder, "plugins: {p: {file: good.so, parameters: {gain: 1}}}", SAR_ERROR,
                 "1:21: the path `good.so` is a link that leaves the folder");
  unlink(link_path);
  rmdir(folder);
}

static void keys(void **state) {
  (void)state;
  expect_error("plugins: [p]", "1:10: `plugins` takes named shared objects, not a list");
  expect_error("plugins: {p: good.so}", "1:14: `p` takes {file: ..}, not a text");
  expect_error("plugins: {p: {}}", "1:11: `file` is missing");
  expect_error("plugins: {p: {file: ''}}", "1:21: `file` has no value");
  expect_error("plugins: {p: {fil: good.so}}", "1:15: unknown key `fil` in a plugin; did you mean `file`?");
  expect_error("plugins: {p: {file: good.so, version: 2.0, parameters: {gain: 1}}}",
               "1:39: the plugin is version `2.1`, not `2.0`");
  expect_error("plugins: {p: {file: good.so, parameters: {gain: 1}}}\nbodies: {p: {mass: 1}}",
               "2:10: the name `p` is already used in line 1");
  expect_error("plugins: {p.q: {file: good.so}}", "1:11: `p.q` is not a valid name");
}

static void parameters(void **state) {
  (void)state;
  expect_error("plugins: {p: {file: good.so}}",
               "1:21: the parameter `gain` of the plugin `good.so` is missing: force per stretch");
  expect_error(
      "plugins: {p: {file: good.so, parameters: {gain: 1, lenght: 2}}}",
      "1:52: unknown key `lenght` in the parameters of the plugin `good`; did you mean `length`? (the keys are: "
      "gain length)");
  expect_error("plugins: {p: {file: good.so, parameters: {gain: k}}}", "1:49: unknown name `k`");
  expect_error("plugins: {p: {file: good.so, parameters: {gain: -1}}}",
               "1:21: the plugin `good.so` cannot be used: `gain` is negative");
  expect_error("plugins: {p: {file: good.so, parameters: 3}}", "1:42: `parameters` takes names with values");
}

static void faulty_tables(void **state) {
  (void)state;
  static const char *const expected[] = {"`f.two words` is no name for one of its inputs",
                                         "`f.x` has the unit `furlong`, which there is not",
                                         "`f.` is no name for one of its outputs",
                                         "`f.y` has the unit ``, which there is not",
                                         "f has 33 inputs, not 1 to 32",
                                         "`f` has no `evaluate`",
                                         "two of its functions are called `f`",
                                         "0 functions, not 1 to 10000"};
  for (int i = 1; i <= 8; i++) {
    char text[256], message[256];
    snprintf(text, sizeof text, "plugins: {p: {file: faulty_%d.so}}", i);
    snprintf(message, sizeof message, "1:21: the plugin `faulty_%d.so` is faulty: %s", i, expected[i - 1]);
    expect_error(text, message);
  }
}

static void wrong_derivatives_are_seen(void **state) {
  (void)state;
  expect_message(
      SAR_PLUGIN_DIR, "plugins: {p: {file: wrong_derivative.so}}", SAR_WARNING,
      "1:21: the derivative of `wrong.y` by `x` that the plugin gives is 4.002, but by differences it is 4 (");
  expect_message(
      SAR_PLUGIN_DIR, "plugins: {p: {file: infinite_derivative.so}}", SAR_WARNING,
      "1:21: the derivative of `infinite.y` by `x` that the plugin gives is inf, but by differences it is 4 (");
}

/* The same file under two names: two instances with parameters of their own; angles of the file's unit. */
static void one_file_twice(void **state) {
  (void)state;
  Loading l = load_text(SAR_PLUGIN_DIR,
                        "units: {length: mm}\n"
                        "parameters: {k: 5}\n"
                        "plugins:\n"
                        "  front: {file: good.so, parameters: {gain: 2*k}}\n"
                        "  rear: {file: " SAR_PLUGIN_DIR "/./good.so, parameters: {gain: 7, length: 30}}\n");
  assert_non_null(l.model);
  assert_int_equal(sar_context_count(l.context), 0);
  assert_int_equal(l.model->nplugins, 2);
  CHECK_NEAR(l.model->plugins[0]->parameters[0], 10, 0); /* kg mm/s^2 per mm = N/m */
  CHECK_NEAR(l.model->plugins[0]->parameters[1], 0.5, 0);
  CHECK_NEAR(l.model->plugins[1]->parameters[0], 7, 0);
  CHECK_NEAR(l.model->plugins[1]->parameters[1], 0.03, 1e-17);
  assert_string_equal(l.model->plugins[1]->name, "rear");
  end_loading(&l);
}

/* Where nothing may be read from the disk, no code is loaded either. */
static void texts_without_a_folder_load_nothing(void **state) {
  (void)state;
  const char text[] = "plugins: {p: {file: " SAR_PLUGIN_DIR "/good.so, parameters: {gain: 1}}}";
  SarContext *context = sar_context_create();
  SarReadOptions options = {.no_include = true};
  SarModel *model;
  assert_int_equal(sar_model_read_text(context, "m.yaml", text, strlen(text), &options, &model), SAR_INPUT);
  assert_string_equal(sar_context_get(context, 0)->message, "plugins cannot be loaded here");
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(files),          cmocka_unit_test(a_link_out_of_the_folder_is_refused),
      cmocka_unit_test(keys),           cmocka_unit_test(parameters),
      cmocka_unit_test(faulty_tables),  cmocka_unit_test(wrong_derivatives_are_seen),
      cmocka_unit_test(one_file_twice), cmocka_unit_test(texts_without_a_folder_load_nothing),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
