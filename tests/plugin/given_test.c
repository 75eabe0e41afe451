/* Functions that the calling program gives to its models, in place of a shared object. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin/loading.h"
#include "sarrus/sarrus.h"

/* What the functions get: a factor, and how often they were called. */
typedef struct Own {
  double factor;
  int calls;
} Own;

static int scaled(const void *data, const double *parameters, const double *inputs, double *outputs, double *jacobian) {
  const Own *own = data;
  (void)parameters;
  (void)jacobian;
  ((Own *)(void *)(size_t)own)->calls++; /* the test alone counts */
  if (inputs[0] > 100) return SARRUS_PLUGIN_STOP;
  outputs[0] = own->factor * inputs[0];
  return SARRUS_PLUGIN_OK;
}

static int both(const void *data, const double *parameters, const double *inputs, double *outputs, double *jacobian) {
  (void)data;
  outputs[0] = parameters[0] * inputs[0] * inputs[1];
  outputs[1] = inputs[0] - inputs[1];
  if (jacobian) {
    const double rows[4] = {parameters[0] * inputs[1], parameters[0] * inputs[0], 1, -1};
    memcpy(jacobian, rows, sizeof rows);
  }
  return SARRUS_PLUGIN_OK;
}

static int destroyed;
static void destroy(void *data) {
  (void)data;
  destroyed++;
}

static const SarPluginInput one[] = {{"x", "1", "", 0}}, two[] = {{"x", "1", "", NAN}, {"y", "1", "", NAN}};
static const SarPluginOutput value[] = {{"value", "1", ""}}, parts[] = {{"product", "1", ""}, {"sum", "1", ""}};
static const SarPluginParameter parameters[] = {{"k", "1", "", 3}};
static const SarPluginFunction law_functions[] = {
    {.name = "law", .summary = "", .inputs = one, .ninputs = 1, .outputs = value, .noutputs = 1, .evaluate = scaled}};
static const SarPluginFunction pair_functions[] = {{.name = "pair",
                                                    .summary = "",
                                                    .inputs = two,
                                                    .ninputs = 2,
                                                    .outputs = parts,
                                                    .noutputs = 2,
                                                    .evaluate = both,
                                                    .has_jacobian = 1}};
static const SarPlugin law = {.abi = SARRUS_PLUGIN_ABI,
                              .name = "law",
                              .version = "the test itself",
                              .functions = law_functions,
                              .nfunctions = 1,
                              .destroy = destroy};
static const SarPlugin pair = {.abi = SARRUS_PLUGIN_ABI,
                               .name = "pair",
                               .parameters = parameters,
                               .nparameters = 1,
                               .functions = pair_functions,
                               .nfunctions = 1};

static Loading load_with(const char *name, const SarPlugin *plugin, void *data, const char *text) {
  Loading l = {.context = sar_context_create()};
  assert_int_equal(sar_context_add_plugin(l.context, name, plugin, data), SAR_OK);
  (void)sar_model_parse(l.context, "m.yaml", text, NULL, 0, &l.model);
  return l;
}

static double parameter_of(const Loading *l, int32_t index) {
  const char *name;
  double found = NAN;
  char message[512];
  if (!l->model) fail_msg("%s", message_of(l, 0, message, sizeof message));
  assert_true(sar_model_parameter(l->model, index, &name, &found));
  return found;
}

/* Also parameters may call them: they are there before anything is read. */
static void values(void **state) {
  (void)state;
  Own own = {.factor = 2};
  Loading l = load_with("law", &law, &own, "parameters: {a: 'law(3)', b: 'law.value(a)', c: 'law.law(1)'}");
  CHECK_NEAR(parameter_of(&l, 0), 6, 0);
  CHECK_NEAR(parameter_of(&l, 1), 12, 0);
  CHECK_NEAR(parameter_of(&l, 2), 2, 0);
  assert_true(own.calls >= 3);
  assert_int_equal(sar_context_count(l.context), 0);
  end_loading(&l);
  assert_int_equal(destroyed, 0); /* nothing was created */
  l = load_with("pair", &pair, NULL, "parameters: {a: 'pair.product(3, 5)', b: 'pair.sum(3, 5)'}");
  CHECK_NEAR(parameter_of(&l, 0), 45, 0);
  CHECK_NEAR(parameter_of(&l, 1), -2, 0);
  end_loading(&l);
  l = load_with("other", &pair, NULL, "units: {length: mm}\nparameters: {a: 'other.pair.product(3, 5)'}");
  CHECK_NEAR(parameter_of(&l, 0), 45, 0);
  end_loading(&l);
}

static void expect_error_with(const char *name, const SarPlugin *plugin, const char *text, const char *expected) {
  Own own = {.factor = 2};
  char buffer[1024] = "";
  Loading l = load_with(name, plugin, &own, text);
  assert_null(l.model);
  assert_int_equal(sar_context_errors(l.context), 1);
  if (strncmp(message_of(&l, 0, buffer, sizeof buffer), expected, strlen(expected)) != 0) {
    fail_msg("%s: %s\nexpected: %s", text, buffer, expected);
  }
  end_loading(&l);
}

static void errors(void **state) {
  (void)state;
  SarPlugin old = law, empty = law;
  old.abi = 7;
  empty.nfunctions = 0;
  expect_error_with("law", &law, "parameters: {a: 'law(1, 2)'}", "1:18: `law` takes 1 argument, not 2");
  expect_error_with("law", &law, "parameters: {a: 'law.x(1)'}", "1:18: `law` has no output `x` (it has: value)");
  expect_error_with("pair", &pair, "parameters: {a: 'pair(1, 2)'}",
                    "1:18: `pair` has 2 outputs: say which one, as in `pair.product(..)` (it has: product, sum)");
  expect_error_with("pair", &pair, "parameters: {a: '1 + pair.prodct(1, 2)'}",
                    "1:22: `pair` has no output `prodct`; did you mean `product`?");
  expect_error_with("other", &pair, "parameters: {a: 'other(1, 2)'}",
                    "1:18: the plugin `other` has no function `` (it has: pair)");
  expect_error_with("sin", &law, "parameters: {a: 1}",
                    "0:0: the function `sin` of the program has the name of a function that expressions have");
  expect_error_with("dx", &law, "parameters: {a: 1}", "0:0: the function `dx` of the program has the name");
  expect_error_with("two words", &law, "parameters: {a: 1}", "0:0: `two words` is not a valid name");
  expect_error_with("law", &law, "bodies: {law: {mass: 1, inertia: [1, 1, 1]}}",
                    "1:10: the name `law` is already used");
  expect_error_with("law", &old, "parameters: {a: 1}",
                    "0:0: the plugin `law` is made for version 7 of the plugin interface, this is version 1");
  expect_error_with("law", &empty, "parameters: {a: 1}",
                    "0:0: the plugin `law` is faulty: 0 functions, not 1 to 10000");
}

/* An oscillator of which the program gives the force. */
static const char oscillator[] =
    "coordinates: {x: {mass: 1, at: 1}}\n"
    "forces: {g: {type: generalized, coordinate: x, force: \"-law(x)\"}}\n"
    "simulate: {method: radau5, end: 1, tolerance: 1e-9}\n";

static SarStatus run(const Loading *l, const char *hdf5, SarTable *table) {
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  options.hdf5 = hdf5;
  options.table = table;
  assert_int_equal(sar_system_compile(l->context, l->model, &system), SAR_OK);
  SarStatus status = sar_run(l->context, system, &options, NULL);
  sar_system_destroy(&system);
  return status;
}

static void a_run(void **state) {
  (void)state;
  Own own = {.factor = 4};
  Loading l = load_with("law", &law, &own, oscillator);
  assert_non_null(l.model);
  assert_int_equal(sar_context_count(l.context), 0); /* who gives a function knows what it has */
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(l.context, &table), SAR_OK);
  assert_int_equal(run(&l, NULL, table), SAR_OK);
  const double *x = sar_table_values(table, sar_table_find(table, "x.value"));
  assert_non_null(x);
  CHECK_NEAR(x[sar_table_rows(table) - 1], cos(2), 1e-7);
  sar_table_destroy(&table);
  end_loading(&l);
}

static void it_ends_the_run(void **state) {
  (void)state;
  Own own = {.factor = -400};
  char message[1024];
  Loading l = load_with("law", &law, &own, oscillator);
  assert_non_null(l.model);
  assert_int_equal(run(&l, NULL, NULL), SAR_FAILED);
  assert_string_equal(
      message_of(&l, 0, message, sizeof message),
      "0:0: the function `law` of the calling program ends the run: it answers -1 (see what the program that has "
      "given the function says)");
  end_loading(&l);
}

/* Results remember the function: who has it goes on, who has not is told. */
static void results(void **state) {
  (void)state;
  Own own = {.factor = 4};
  char message[1024];
  Loading l = load_with("law", &law, &own, oscillator);
  assert_int_equal(run(&l, "given_test.h5", NULL), SAR_OK);
  end_loading(&l);
  for (int has = 0; has < 2; has++) {
    SarRecord *record = NULL;
    SarRunOptions options = sar_run_options_default();
    SarVerification verification;
    SarRecordPlugin plugin;
    l.context = sar_context_create();
    if (has) assert_int_equal(sar_context_add_plugin(l.context, "law", &law, &own), SAR_OK);
    assert_int_equal(sar_record_open(l.context, "given_test.h5", &record), SAR_OK);
    assert_int_equal(sar_context_count(l.context), 0);
    assert_true(sar_record_plugin(record, 0, &plugin));
    assert_string_equal(plugin.path, "");
    assert_int_equal(sar_verify(record, &options, &verification), has ? SAR_OK : SAR_INPUT);
    if (!has) {
      assert_string_equal(
          message_of(&l, 0, message, sizeof message),
          "0:0: the model calls `law`, a function of the program that made these results (the test itself), which is "
          "not here (go on where that function is: in the program that has run the model)");
      assert_int_equal(sar_record_load_plugins(record), SAR_INPUT);
      assert_int_equal(sar_context_errors(l.context), 1); /* the same sentence is said once */
    }
    sar_record_close(&record);
    l.model = NULL;
    end_loading(&l);
  }
  remove("given_test.h5");
}

/* Phases read the model again, in the context of the run. */
static void phases(void **state) {
  (void)state;
  Own own = {.factor = 4};
  Loading l = load_with("law", &law, &own,
                        "coordinates: {x: {mass: 1, at: 1}}\n"
                        "parameters: {k: 1}\n"
                        "forces: {g: {type: generalized, coordinate: x, force: \"-k*law(x)\"}}\n"
                        "simulate: [{method: radau5, tolerance: 1e-9, end: 1}, {end: 2, set: {k: 4}}]\n");
  char message[1024];
  if (!l.model) fail_msg("%s", message_of(&l, 0, message, sizeof message));
  SarContext *other = sar_context_create(), *first = l.context;
  SarTable *table = NULL;
  assert_int_equal(sar_table_create(other, &table), SAR_OK);
  l.context = other;
  assert_int_equal(run(&l, NULL, table), SAR_OK);
  const double *x = sar_table_values(table, sar_table_find(table, "x.value"));
  double expected = cos(2) * cos(4) - 2 * sin(2) / 4 * sin(4);
  CHECK_NEAR(x[sar_table_rows(table) - 1], expected, 1e-7);
  sar_table_destroy(&table);
  sar_model_destroy(&l.model);
  sar_context_destroy(&other);
  sar_context_destroy(&first);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(values),  cmocka_unit_test(errors),
                                     cmocka_unit_test(a_run),   cmocka_unit_test(it_ends_the_run),
                                     cmocka_unit_test(results), cmocka_unit_test(phases)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
