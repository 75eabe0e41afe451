/* FMUs that others might have made: variables of all types, resources, messages, answers that are not `ok`, code for
 * several machines; and what is wrong with them, in words. */
#define _GNU_SOURCE

#include "fmi/foreign.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "fmi/driver.h"
#include "fmi/motion.h"

#define HEAD_2 \
  "<?xml version=\"1.0\"?><fmiModelDescription fmiVersion=\"2.0\" modelName=\"gearbox\" guid=\"{gearbox}\">"
#define COSIMULATION_2                                                                      \
  "<CoSimulation modelIdentifier=\"gearbox\" canBeInstantiatedOnlyOncePerProcess=\"true\" " \
  "canHandleVariableCommunicationStepSize=\"false\"/>"
#define VARIABLE(name, reference, rest, type) \
  "<ScalarVariable name=\"" name "\" valueReference=\"" reference "\" " rest ">" type "</ScalarVariable>"
#define VARIABLES_2 \
  "<TypeDefinitions><SimpleType name=\"G\"><Enumeration><Item name=\"low\" value=\"0\"/></Enumeration></SimpleType>" \
  "</TypeDefinitions><ModelVariables>" VARIABLE("speed", "0", "causality=\"input\"", "<Real start=\"0\"/>")         \
      VARIABLE("lag", "1", "causality=\"parameter\" variability=\"tunable\"", "<Real start=\"0.1\"/>")              \
      VARIABLE("torque", "2", "causality=\"output\"", "<Real/>") VARIABLE("inside.ratio", "3", "", "<Real/>")      \
      VARIABLE("start", "4", "causality=\"local\" initial=\"exact\"", "<Real start=\"0\"/>")                       \
      VARIABLE("gear", "0", "causality=\"input\" variability=\"discrete\"",                                        \
               "<Enumeration declaredType=\"G\" start=\"0\"/>")                                                    \
      VARIABLE("trouble", "1", "causality=\"parameter\" variability=\"fixed\"", "<Integer start=\"0\"/>")          \
      VARIABLE("steps", "2", "causality=\"output\" variability=\"discrete\"", "<Integer/>")                        \
      VARIABLE("reverse", "0", "causality=\"input\" variability=\"discrete\"", "<Boolean start=\"false\"/>")       \
      VARIABLE("moving", "1", "causality=\"output\" variability=\"discrete\"", "<Boolean/>")                       \
      VARIABLE("label", "0", "causality=\"parameter\" variability=\"fixed\"", "<String start=\"\"/>")              \
      VARIABLE("name", "1", "causality=\"output\"", "<String/>")                                                   \
      VARIABLE("total", "9", "causality=\"calculatedParameter\"", "<Real/>")                                       \
      VARIABLE("g", "8", "causality=\"parameter\" variability=\"constant\"", "<Real start=\"9.81\"/>")             \
      "</ModelVariables><ModelStructure><Outputs><Unknown index=\"3\"/></Outputs></ModelStructure>"
#define END "</fmiModelDescription>"
#define DESCRIPTION_2 HEAD_2 COSIMULATION_2 VARIABLES_2 END

static char folder[64];

static int set_up(void **state) {
  (void)state;
  strcpy(folder, "/tmp/sarrus-foreign-XXXXXX");
  return mkdtemp(folder) ? 0 : -1;
}

static int tear_down(void **state) {
  (void)state;
  folder_remove(folder);
  return 0;
}

/* box.fmu with a description, its code in so many places, and the ratios. */
static void write_gearbox(const char *description, const char *const *places, int nplaces) {
  char path[128];
  ForeignFile files[8] = {{"modelDescription.xml", description, NULL}, {"resources/ratios.txt", "1.5 2.5 4\n", NULL}};
  snprintf(path, sizeof path, "%s/box.fmu", folder);
  for (int i = 0; i < nplaces; i++) files[2 + i] = (ForeignFile){places[i], NULL, "gearbox_2"};
  foreign_write(path, files, 2 + nplaces);
}

static void make_gearbox(const char *description) {
  char room[100];
  const char *places[] = {foreign_place(2, "gearbox", room, sizeof room), "binaries/win64/gearbox.dll"};
  write_gearbox(description, places, 2);
}

/* more: further keys of the FMU */
#define MODEL(set, inputs, outputs, more)                                                                      \
  "fmus: {box: {file: box.fmu, step: 0.05, set: {" set "}, inputs: {" inputs "}, outputs: {" outputs "}}" more \
  "}\n"                                                                                                        \
  "measures: {a: {value: T}}\nstates: {x: {start: 0, rate: T}}\noutputs: [a.value]\nsimulate: {end: 1}\n"
#define INPUTS "speed: \"2 + t\", gear: \"if(t > 0.42, 2, 1)\", reverse: \"t > 0.62\""

/* ---- what works ---- */

static void test_types(void **state) {
  (void)state;
  Motion m;
  double value[4], torque = 5;
  make_gearbox(DESCRIPTION_2);
  motion_begin(&m, folder,
               "fmus: {box: {file: box.fmu, step: 0.05, set: {lag: 0.2, label: left one, start: 5}, inputs: {" INPUTS
               "}, outputs: {T: torque, n: steps, r: inside.ratio, m: moving}}}\n"
               "measures: {a: {value: T}, b: {value: n}, c: {value: r}, d: {value: m}}\n"
               "outputs: [a.value, b.value, c.value, d.value]\nsimulate: {end: 1}\n");
  for (int k = 0; k < 19; k++) { /* what the inputs at the begin of a step lead to at its end */
    double t = 0.05 * k, ratio = (t > 0.42 ? 4 : 2.5) * (t > 0.62 ? -1 : 1);
    assert_int_equal(sar_stepper_advance(m.stepper, t + 0.02), SAR_OK);
    assert_int_equal(sar_stepper_get_all(m.stepper, value, 4), SAR_OK);
    CHECK_NEAR(value[0], torque, 1e-9);
    assert_true(value[1] == k && value[2] == ratio && value[3] == 1);
    torque = ratio * (2 + t) + (torque - ratio * (2 + t)) * pow(1 - 0.05 / 100 / 0.2, 100);
  }
  motion_end(&m);
}

/* Parameters that exchanges need are nobody's business: they are neither listed nor set. */
static void test_own_parameters(void **state) {
  (void)state;
  Motion m;
  char path[128];
  const char *name, *set[] = {"box__count=3"};
  double value;
  make_gearbox(DESCRIPTION_2);
  motion_begin(&m, folder, MODEL("", INPUTS, "T: torque, R: inside.ratio", "") "parameters: {mine: 3}\n");
  assert_true(sar_model_parameter(m.model, 0, &name, &value) && strcmp(name, "mine") == 0 && value == 3);
  assert_true(sar_model_parameter(m.model, 1, &name, &value) && strcmp(name, "T") == 0);
  assert_true(sar_model_parameter(m.model, 2, &name, &value) && strcmp(name, "R") == 0);
  assert_false(sar_model_parameter(m.model, 3, &name, &value));
  motion_end(&m);
  m = (Motion){.context = sar_context_create()};
  snprintf(path, sizeof path, "%s/mechanism.yaml", folder);
  assert_int_equal(sar_model_read(m.context, path, set, 1, &m.model), SAR_INPUT);
  motion_expect(&m, "there is no parameter `box__count`");
  motion_end(&m);
}

/* Each of two instances has code of its own, with its static variables; and so has one that comes after. */
static void test_once_per_process(void **state) {
  (void)state;
  Motion m, other;
  const char *text =
      MODEL("", INPUTS, "T: torque", ", second: {file: box.fmu, step: 0.1, inputs: {speed: 1}, outputs: {S: torque}}");
  make_gearbox(DESCRIPTION_2);
  motion_begin(&m, folder, text);
  motion_begin(&other, folder, text);
  assert_true(motion_at(&m, 0.3) == motion_at(&other, 0.3));
  motion_end(&m);
  motion_end(&other);
}

/* Code for several machines, among them this one by the name that version 3.0 has for it; a folder of temporary files
 * that a URI cannot name as it is. */
static void test_places(void **state) {
  (void)state;
  Motion m;
  char room[100], odd[100];
  const char *before = getenv("TMPDIR");
  char *kept = before ? strdup(before) : NULL;
  const char *places[] = {"binaries/win64/gearbox.so", foreign_place(3, "gearbox", room, sizeof room),
                          "binaries/darwin64/gearbox.so"};
  snprintf(odd, sizeof odd, "%s/100%% \xc3\xa4 #1", folder);
  assert_int_equal(mkdir(odd, 0700), 0);
  setenv("TMPDIR", odd, 1);
  write_gearbox(DESCRIPTION_2, places, 3);
  motion_begin(&m, folder, MODEL("", INPUTS, "T: torque", ""));
  assert_true(motion_at(&m, 0.2) > 0);
  motion_end(&m);
  if (kept)
    setenv("TMPDIR", kept, 1);
  else
    unsetenv("TMPDIR");
  free(kept);
}

/* ---- answers ---- */

static void test_answers(void **state) {
  (void)state;
  static const struct {
    const char *trouble, *words; /* words: of the message; null: it goes on */
    bool starts;
  } cases[] = {
      {"1", "the FMU `box.fmu` cannot be initialised (its answer: error): gear 0 of gear is stuck: 100% #1", false},
      {"2", "the FMU `box.fmu` cannot be initialised (its answer: error)", false},
      {"3", NULL, true},
      {"4",
       "cannot be stepped from t = 0.5 s by 0.05 s but only to t = 0.525 s (its answer: discard): gear 2 of gear slips",
       true},
      {"5", "the FMU `box.fmu` has ended its simulation at t = 0.525 s", true},
      {"6", "cannot be stepped from t = 0.5 s by 0.05 s (its answer: error)", true},
      {"7", "cannot be stepped from t = 0.5 s by 0.05 s (its answer: fatal)", true},
      {"8", NULL, true},
      {"9", "cannot be stepped from t = 0.5 s by 0.05 s (its answer: discard)", true},
  };
  make_gearbox(DESCRIPTION_2);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    char text[1000];
    Motion m;
    snprintf(text, sizeof text, MODEL("trouble: %s", INPUTS, "T: torque", ""), cases[i].trouble);
    SarStatus status = motion_try(&m, folder, text);
    assert_int_equal(status, cases[i].starts ? SAR_OK : SAR_FAILED);
    if (cases[i].starts) {
      status = sar_stepper_advance(m.stepper, 0.9);
      assert_int_equal(status, cases[i].words ? SAR_FAILED : SAR_OK);
    }
    if (cases[i].words) motion_expect(&m, cases[i].words);
    if (strcmp(cases[i].trouble, "3") == 0) {
      assert_int_equal(sar_context_count(m.context), 1); /* once */
      assert_int_equal(sar_context_get(m.context, 0)->severity, SAR_WARNING);
      motion_expect(&m,
                    "the FMU `box.fmu` warns when it is to be stepped from t = 0.5 s by 0.05 s: gear 2 of gear is hot");
    }
    motion_end(&m);
  }
}

/* ---- wrong uses ---- */

static void test_wrong_uses(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } cases[] = {
      {MODEL("trouble: 0.5", INPUTS, "T: torque", ""),
       "`trouble` of the FMU `box.fmu` is an integer, and cannot be 0.5"},
      {MODEL("trouble: 3e9", INPUTS, "T: torque", ""), "is an integer, and cannot be 3e+09"},
      {MODEL("trouble: true", INPUTS, "T: torque", ""), "true"},
      {MODEL("lag: fast", INPUTS, "T: torque", ""), "fast"},
      {MODEL("label: [1, 2]", INPUTS, "T: torque", ""), "a value"},
      {MODEL("total: 1", INPUTS, "T: torque", ""), "`total` of the FMU `box.fmu` is no parameter that can be set"},
      {MODEL("g: 1", INPUTS, "T: torque", ""), "`g` of the FMU `box.fmu` is no parameter that can be set"},
      {MODEL("speed: 1", INPUTS, "T: torque", ""), "`speed` of the FMU `box.fmu` is no parameter that can be set"},
      {MODEL("lagg: 1", INPUTS, "T: torque", ""), "has no variable `lagg`; did you mean `lag`?"},
      {MODEL("", "lag: 1", "T: torque", ""), "`lag` of the FMU `box.fmu` is no input"},
      {MODEL("", "label: 1", "T: torque", ""), "`label` of the FMU `box.fmu` is no input"},
      {MODEL("", INPUTS, "T: name", ""), "`name` of the FMU `box.fmu` is a text, and expressions have numbers"},
      {MODEL("", INPUTS, "T: lag", ""), "`lag` of the FMU `box.fmu` is no output"},
  };
  make_gearbox(DESCRIPTION_2);
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Motion m;
    assert_int_equal(motion_try(&m, folder, cases[i].text), SAR_INPUT);
    motion_expect(&m, cases[i].words);
    const SarDiagnostic *d = sar_context_get(m.context, sar_context_count(m.context) - 1);
    assert_true(d->source.line > 0 && d->remedy && d->remedy[0]);
    motion_end(&m);
  }
}

/* An input that an integer cannot be stops the motion where it comes up. */
static void test_wrong_value(void **state) {
  (void)state;
  Motion m;
  make_gearbox(DESCRIPTION_2);
  motion_begin(&m, folder, MODEL("", "speed: 1, gear: \"1 + 10*t\"", "T: torque", ""));
  assert_int_equal(sar_stepper_advance(m.stepper, 0.9), SAR_FAILED);
  motion_expect(&m, "`gear` of the FMU `box.fmu` is an integer, and cannot be 1.5");
  motion_end(&m);
}

/* ---- wrong files ---- */

static void test_wrong_files(void **state) {
  (void)state;
  static const struct {
    const char *description, *words;
  } cases[] = {
      {"", "no element found"},
      {"<html></html>", "is no FMU: its modelDescription.xml begins with something else"},
      {"<fmiModelDescription fmiVersion=\"1.0\"/>", "is an FMU of version 1.0, which is not supported"},
      {"<fmiModelDescription fmiVersion=\"3.0-beta.2\"/>", "is an FMU of version 3.0-beta.2, which is not supported"},
      {"<fmiModelDescription/>", "is an FMU of version (none), which is not supported"},
      {HEAD_2 "<ModelExchange modelIdentifier=\"gearbox\"/>" VARIABLES_2 END, "is an FMU, but not for co-simulation"},
      {HEAD_2 "<CoSimulation/>" VARIABLES_2 END, "does not say which shared object is its own"},
      {HEAD_2 "<CoSimulation modelIdentifier=\"../x\"/>" VARIABLES_2 END,
       "does not say which shared object is its own"},
      {HEAD_2 COSIMULATION_2 "<ModelVariables>" VARIABLE("torque", "two", "", "<Real/>") "</ModelVariables>" END,
       "`valueReference` is no number of 32 bits: `two`"},
      {HEAD_2 COSIMULATION_2 "<ModelVariables>" VARIABLE("torque", "4294967296", "", "<Real/>") "</ModelVariables>" END,
       "`valueReference` is no number of 32 bits: `4294967296`"},
      {HEAD_2 COSIMULATION_2 "<ModelVariables>" VARIABLE("", "4", "", "<Real/>") "</ModelVariables>" END,
       "a variable has no name"},
      {HEAD_2 COSIMULATION_2
       "<ModelVariables>" VARIABLE("x", "4", "causality=\"sideways\"", "<Real/>") "</ModelVariables>" END,
       "`causality` is none of the standard: `sideways`"},
      {HEAD_2 COSIMULATION_2
       "<ModelVariables>" VARIABLE("torque", "2", "causality=\"output\"", "") "</ModelVariables>" END,
       "`torque` of the FMU `box.fmu` is no number"},
      {HEAD_2 COSIMULATION_2 "<ModelVariables><Oops>", "no element found"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Motion m;
    make_gearbox(cases[i].description);
    assert_int_equal(motion_try(&m, folder, MODEL("", "", "T: torque", "")), SAR_INPUT);
    motion_expect(&m, cases[i].words);
    motion_end(&m);
  }
}

/* No code for this machine, code that is none, a wrong token, no resources, a function that is missing. */
static void test_wrong_contents(void **state) {
  (void)state;
  const char *text = MODEL("", INPUTS, "T: torque", "");
  const char *places[] = {"binaries/win64/gearbox.dll", "binaries/darwin64/gearbox.dylib", "binaries/win64/other.dll"};
  char path[128], room[100], words[300];
  Motion m;
  write_gearbox(DESCRIPTION_2, places, 3);
  assert_int_equal(motion_try(&m, folder, text), SAR_INPUT);
  snprintf(words, sizeof words, "has no shared object for this machine: %s is missing; it has code for win64, darwin64",
           foreign_place(2, "gearbox", room, sizeof room));
  motion_expect(&m, words);
  motion_end(&m);
  snprintf(path, sizeof path, "%s/box.fmu", folder);
  ForeignFile files[] = {{"modelDescription.xml", DESCRIPTION_2, NULL}, {room, "no code", NULL}};
  foreign_write(path, files, 2);
  assert_int_equal(motion_try(&m, folder, text), SAR_INPUT);
  motion_expect(&m, "the shared object in `box.fmu` cannot be loaded: ");
  motion_end(&m);
  files[1] = (ForeignFile){room, NULL, "gearbox_2"};
  foreign_write(path, files, 2);
  assert_int_equal(motion_try(&m, folder, text), SAR_FAILED);
  motion_expect(&m, "the FMU `box.fmu` cannot be instantiated (its answer: error): no ratios in file:///");
  motion_end(&m);
  files[1] = (ForeignFile){room, NULL, "types_3"};
  foreign_write(path, files, 2);
  assert_int_equal(motion_try(&m, folder, text), SAR_INPUT);
  motion_expect(&m, "the FMU `box.fmu` does not export fmi2Instantiate");
  motion_end(&m);
  make_gearbox("<fmiModelDescription fmiVersion=\"2.0\" guid=\"{other}\">" COSIMULATION_2 VARIABLES_2 END);
  assert_int_equal(motion_try(&m, folder, text), SAR_FAILED);
  motion_expect(&m, "the FMU `box.fmu` cannot be instantiated");
  motion_end(&m);
}

/* One that needs a program is tried, with a warning. */
static void test_needs_tool(void **state) {
  (void)state;
  Motion m;
  make_gearbox(HEAD_2 "<CoSimulation modelIdentifier=\"gearbox\" needsExecutionTool=\"true\"/>" VARIABLES_2 END);
  motion_begin(&m, folder, MODEL("", INPUTS, "T: torque", ""));
  motion_expect(&m, "`box.fmu` needs the program that it was made with to run");
  motion_end(&m);
}

/* ---- version 3.0 ---- */

#define PORTS(type, number)                                                                                            \
  "<" type " name=\"" type "_in\" valueReference=\"" number "0\" causality=\"input\" start=\"0\"/><" type              \
  " name=\"" type "_out\" valueReference=\"" number "1\" causality=\"output\"><Alias name=\"" type "_again\"/></" type \
  ">"
#define HEAD_3                                                                                  \
  "<fmiModelDescription fmiVersion=\"3.0\" modelName=\"types\" instantiationToken=\"{types}\">" \
  "<CoSimulation modelIdentifier=\"types\" hasEventMode=\"true\"/><ModelVariables>"
#define DESCRIPTION_3 \
  HEAD_3 PORTS("Float64", "0") PORTS("Float32", "1") PORTS("Int8", "2") PORTS("UInt8", "3")                  \
      PORTS("Int16", "4") PORTS("UInt16", "5") PORTS("Int32", "6") PORTS("UInt32", "7")                      \
          PORTS("Int64", "8") PORTS("UInt64", "9") PORTS("Boolean", "10")                                      \
              "<Float32 name=\"factor\" valueReference=\"200\" causality=\"parameter\" variability=\"fixed\"/>"      \
              "<String name=\"label\" valueReference=\"201\" causality=\"parameter\" variability=\"fixed\">"         \
              "<Start value=\"\"/></String>"                                                                         \
              "<Float64 name=\"matrix\" valueReference=\"203\" causality=\"output\"><Dimension start=\"2\"/></Float64>" \
              "<Clock name=\"tick\" valueReference=\"204\" causality=\"output\" intervalVariability=\"constant\"/>"  \
              "<Binary name=\"blob\" valueReference=\"205\" causality=\"output\"/>"                                  \
              "<UInt64 name=\"n\" valueReference=\"206\" causality=\"structuralParameter\" start=\"2\"/>"            \
              "</ModelVariables><ModelStructure><Output valueReference=\"1\"/></ModelStructure>" END

static void make_types(void) {
  char path[128], room[100];
  ForeignFile files[] = {{"modelDescription.xml", DESCRIPTION_3, NULL},
                         {foreign_place(3, "types", room, sizeof room), NULL, "types_3"}};
  snprintf(path, sizeof path, "%s/box.fmu", folder);
  foreign_write(path, files, 2);
}

static void test_types_3(void **state) {
  (void)state;
  static const struct {
    const char *type;
    double fits, not ; /* not: a value that it cannot have; 0: it can have all */
  } types[] = {{"Float64", 1e300, 0},
               {"Float32", 0.25, 1e39},
               {"Int8", -128, 128},
               {"UInt8", 255, -1},
               {"Int16", -32768, 32768},
               {"UInt16", 65535, 65536},
               {"Int32", -2147483648.0, 0.5},
               {"UInt32", 4294967295.0, -1},
               {"Int64", -9007199254740992.0, 1e19},
               {"UInt64", 1e19, -1},
               {"Boolean", 1, 0}};
  make_types();
  for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
    char text[1000];
    Motion m;
    const char *model =
        "fmus: {box: {file: box.fmu, step: 0.1, inputs: {%s_in: %.17g}, outputs: {T: %s_out, S: %s_again}}}\n"
        "measures: {a: {value: T}, b: {value: S}}\noutputs: [a.value, b.value]\nsimulate: {end: 1}\n";
    snprintf(text, sizeof text, model, types[i].type, types[i].fits, types[i].type, types[i].type);
    motion_begin(&m, folder, text);
    double values[2];
    assert_true(motion_at(&m, 0.35) == types[i].fits);
    assert_int_equal(sar_stepper_get_all(m.stepper, values, 2), SAR_OK);
    assert_true(values[1] == types[i].fits);
    motion_end(&m);
    if (types[i].not == 0) continue;
    snprintf(text, sizeof text, model, types[i].type, types[i].not, types[i].type, types[i].type);
    assert_int_equal(motion_try(&m, folder, text), SAR_FAILED);
    motion_expect(&m, ", and cannot be ");
    motion_end(&m);
  }
}

static void test_settings_3(void **state) {
  (void)state;
  Motion m;
  make_types();
  motion_begin(&m, folder,
               MODEL("factor: 3, label: ends", "Int8_in: 5, Boolean_in: -2", "T: Int8_out, B: Boolean_out", ""));
  assert_true(motion_at(&m, 0.35) == 15);
  assert_int_equal(sar_stepper_advance(m.stepper, 0.9), SAR_FAILED);
  motion_expect(&m, "the FMU `box.fmu` has ended its simulation at t = 0.5 s: it is enough: 100%");
  motion_end(&m);
}

static void test_wrong_uses_3(void **state) {
  (void)state;
  static const struct {
    const char *text, *words;
  } cases[] = {
      {MODEL("", "", "T: matrix", ""), "`matrix` of the FMU `box.fmu` is an array, and only single numbers"},
      {MODEL("", "", "T: tick", ""), "`tick` of the FMU `box.fmu` is no number"},
      {MODEL("", "", "T: blob", ""), "`blob` of the FMU `box.fmu` is no number"},
      {MODEL("n: 3", "", "T: Int8_out", ""), "`n` of the FMU `box.fmu` is no parameter that can be set"},
      {MODEL("factor: 1e40", "", "T: Int8_out", ""), "is a real number of 32 bits, and cannot be 1e+40"},
  };
  make_types();
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    Motion m;
    assert_int_equal(motion_try(&m, folder, cases[i].text), SAR_INPUT);
    motion_expect(&m, cases[i].words);
    motion_end(&m);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_types),
      cmocka_unit_test(test_own_parameters),
      cmocka_unit_test(test_once_per_process),
      cmocka_unit_test(test_places),
      cmocka_unit_test(test_answers),
      cmocka_unit_test(test_wrong_uses),
      cmocka_unit_test(test_wrong_value),
      cmocka_unit_test(test_wrong_files),
      cmocka_unit_test(test_wrong_contents),
      cmocka_unit_test(test_needs_tool),
      cmocka_unit_test(test_types_3),
      cmocka_unit_test(test_settings_3),
      cmocka_unit_test(test_wrong_uses_3),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
