#!/bin/sh
# Every public function of the library with every pointer null, one at a time, each in a process of its own: none crashes,
# and one that answers with a status says that something is wrong. The calls are made from the headers, so that no
# function can be forgotten: a type that is not known here is an error.
. "$(dirname "$0")/common"
library=${SAR_BUILD_DIR:?}/libsarrus.so
[ -f "$library" ] || { echo "the shared library is not built"; exit 77; }
command -v "${CC:-cc}" >/dev/null 2>&1 || { echo "there is no C compiler"; exit 77; }
if grep -qE '^SARRUS_SANITIZE:STRING=.' "$SAR_BUILD_DIR/CMakeCache.txt"; then
  echo "A sanitized library cannot be linked here."
  exit 77
fi
cp "$models/pendulum.yaml" model.yaml
run 0 run model.yaml --end 0.1 -o results.h5 --quiet
printf 'parameters: {m: 1}\nbodies: {b: {mass: m, inertia: [1, 1, 1]}}\nsimulate: {end: 0.1}\n' >stone.yaml
run 0 sweep stone.yaml --vary m=1:2:2 --response 'last=final(b.x)' -o table.h5 --workers 1 --quiet

python3 - "$source_dir/include/sarrus" >calls.c <<'PYTHON'
import glob, re, sys

# What may be null, as the headers say; then the call may succeed.
optional = {
    ("sar_run", "summary"), ("sar_kinematics", "summary"), ("sar_static", "summary"), ("sar_resume", "summary"), ("sar_model_read", "set"), ("sar_model_read_deck", "set"), ("sar_model_parse", "set"),
    ("sar_model_set_output_of", "names"), ("sar_model_set_outputs", "names"), ("sar_model_add", "type"), ("sar_model_add_look", "colour"), ("sar_model_add_shape", "traits"),
    ("sar_recover", "hdf5_path"), ("sar_assemble_report", "out"),
    ("sar_assemble_report", "table"), ("sar_race_draw", "title"), ("sar_context_add_plugin", "data"), ("sar_sweep", "out"),
}
texts = {"path": '"results.h5"', "path_a": '"results.h5"', "path_b": '"results.h5"', "part_path": '"results.h5.part"',
         "hdf5_path": '"other.h5"', "field": '"mass"', "section": '"bodies"'}
own_texts = {("sar_model_read", "path"): '"model.yaml"', ("sar_model_read_deck", "path"): '"model.yaml"', ("sar_model_parse", "text"): '"model: nothing"', ("sar_check_fix", "path"): '"fixed.yaml"',
             ("sar_table_read_csv", "path"): '"results.csv"', ("sar_table_write_csv", "path"): '"out.csv"',
             ("sar_modes_write", "path"): '"shapes.h5"', ("sar_modes_animate", "path"): '"film.h5"', ("sar_modes_matrices", "path"): '"matrices.h5"',
             ("sar_race_write_csv", "path"): '"race.csv"', ("sar_race_draw", "path"): '"race.svg"', ("sar_study_read", "path"): '"study.yaml"', ("sar_study_parse", "text"): '"model: stone.yaml"',
             ("sar_study_of_model", "model"): '"stone.yaml"', ("sar_study_table_read", "path"): '"table.h5"'}
values = {
    "SarErrorKind": "SAR_ERROR_POSITION",
    "const SarPlugin *": "&f.plugin", "void *": "f.room", "SarContext *": "f.context", "const SarContext *": "f.context", "SarModel *": "f.model", "const SarModel *": "f.model",
    "const SarSystem *": "f.system", "SarStepper *": "f.stepper", "const SarStepper *": "f.stepper", "SarRecord *": "f.record", "const SarRecord *": "f.record", "SarTable *": "f.table",
    "const SarTable *": "f.table", "SarResults *": "f.results", "const SarResults *": "f.results",
    "const SarRunOptions *": "&f.run", "const SarOrderOptions *": "&f.order", "const SarRaceOptions *": "&f.race", "const SarStaticOptions *": "&f.statics",
    "const SarModesOptions *": "&f.modes_options", "const SarModes *": "&f.modes", "const SarResponseOptions *": "&f.response",
    "const SarDeckOptions *": "&(SarDeckOptions){0}", "const SarShapeTraits *": "&(SarShapeTraits){0}", "const SarSimulation *": "&f.simulation", "const SarCheck *": "&f.check", "const SarRace *": "&f.result",
    "const SarRaceMethod *": "&f.method", "const SarRaceRun *": "&f.race_run", "const double *": "f.numbers", "double *": "f.numbers",
    "const double [3]": "f.numbers", "const double [4]": "f.numbers", "const double [3][3]": "f.tensor",
    "const char *const *": "f.texts", "size_t": "1", "double": "0.1", "int32_t": "1", "bool": "true", "SarElementId": "f.element",
    "SarStatus": "SAR_OK", "SarAssemblyWay": "SAR_ASSEMBLY_DIRECT", "SarRowStatus": "SAR_ROW_DONE", "int64_t": "0", "int": "-1",
    "const SarStudy *": "f.study", "const SarStudyWords *": "&(SarStudyWords){0}", "const SarStudyOptions *": "&f.study_options", "const SarStudyTable *": "f.study_table",
}
rooms = {"SarRunSummary *", "SarStaticSummary *", "SarVerification *", "SarElementId *", "SarOrderResult *", "SarRecordPlugin *",
         "SarMethodKeyFacts *", "SarRecovery *", "SarStepperValue *", "SarEventCount *", "int32_t *", "size_t *", "const void *", "SarStudyColumn *", "SarStudyRow *"}

def parameters(text):
    parts = [" ".join(p.split()) for p in text.split(",")]
    found = []
    for part in parts if parts != ["void"] else []:
        kind, name, array = re.fullmatch(r"(.*?)(\w+)((?:\[\d\])*)", part).groups()
        found.append((kind.strip() + (" " + array if array else ""), name))
    return found

def value(function, kind, name):
    if kind == "const char *": return own_texts.get((function, name), texts.get(name, '"b"'))
    if kind.endswith("**"): return "(void *)&f.slot"
    if kind in rooms: return "(void *)f.room"
    if kind not in values: sys.exit("%s: this test does not know the type `%s`" % (function, kind))
    return values[kind]

functions = []
for header in sorted(glob.glob(sys.argv[1] + "/*.h")):
    text = re.sub(r"/\*.*?\*/", "", open(header).read(), flags=re.S)
    declared = re.findall(r"SAR_API\s+([^;{(]*?)\b(sar_\w+)\s*\(([^;]*?)\)\s*;", text, flags=re.S)
    if len(declared) != len(re.findall(r"^SAR_API\b", text, flags=re.M)): sys.exit(header + ": a declaration is not understood")
    functions += [(" ".join(kind.split()), name, parameters(rest)) for kind, name, rest in declared]
if len(functions) < 100: sys.exit("only %d functions were found" % len(functions))

print('''#include <sarrus/sarrus.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static struct {
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  SarRecord *record;
  SarTable *table;
  SarResults *results;
  SarStepper *stepper;
  SarRunOptions run;
  SarOrderOptions order;
  SarRaceOptions race;
  SarStaticOptions statics;
  SarSimulation simulation;
  SarCheck check;
  SarRace result;
  SarRaceMethod method;
  SarRaceRun race_run;
  SarPlugin plugin;
  SarModesOptions modes_options;
  SarModes modes;
  SarResponseOptions response;
  SarStudy *study;
  SarStudyOptions study_options;
  SarStudyTable *study_table;
  SarElementId element;
  double numbers[4096], tensor[3][3];
  const char *texts[1];
  void *slot;
  char room[1 << 16];
} f = {.texts = {"g=9.81"}, .numbers = {1, 2, 3, 4}};

static int prepare(void) {
  f.context = sar_context_create();
  f.run = sar_run_options_default();
  f.order = sar_order_options_default();
  f.race = sar_race_options_default();
  f.statics = sar_static_options_default();
  f.modes_options = sar_modes_options_default();
  f.simulation = sar_simulation_default();
  f.run.end = f.order.end = f.race.end = 0.01;
  f.order.method = "hht";
  f.order.halvings = 1;
  static const char *const no_worker[] = {"/bin/false"};
  f.study_options = sar_study_options_default();
  f.study_options.command = no_worker;
  f.study_options.ncommand = 1;
  if (sar_study_parse(f.context, "study.yaml", "model: stone.yaml\\nvary: {m: [1, 2]}\\nresponses: {last: final(b.x)}\\n", &f.study) ||
      sar_study_table_read(f.context, "table.h5", &f.study_table)) return 1;
  return sar_model_read(f.context, "model.yaml", NULL, 0, &f.model) || sar_system_compile(f.context, f.model, &f.system) ||
         sar_record_open(f.context, "results.h5", &f.record) || sar_table_create(f.context, &f.table) ||
         sar_results_open(f.context, "results.h5", &f.results) || sar_stepper_create(f.context, f.system, &f.run, &f.stepper);
}

/* status: 1 if the function answers with one */
static int tried(const char *what, int (*call)(void), int status) {
  int code = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    alarm(30);
    freopen("/dev/null", "w", stdout);
    _exit(call());
  }
  waitpid(child, &code, 0);
  if (WIFEXITED(code) && WEXITSTATUS(code) == 0) return 0;
  if (WIFSIGNALED(code)) printf("%s: ends by signal %d\\n", what, WTERMSIG(code));
  else if (status) printf("%s: SAR_OK for a null pointer\\n", what);
  return 1;
}
''')
tests = []
for kind, name, given in functions:
    usual = [value(name, t, n) for t, n in given]
    for i, (t, n) in enumerate(given):
        if "*" not in t and "[" not in t: continue
        call = "%s(%s)" % (name, ", ".join("NULL" if k == i else u for k, u in enumerate(usual)))
        judged = kind == "SarStatus" and (name, n) not in optional
        body = "return %s == SAR_OK;" % call if judged else "%s%s; return 0;" % ("" if kind == "void" else "(void)", call)
        print("static int call_%d(void) { %s }" % (len(tests), body))
        tests.append(("%s(%s = NULL)" % (name, n), int(judged)))
print('int main(int argc, char **argv) {\n  int failed = 0;\n  (void)argv;\n  if (argc > 1) return 1; /* called as a worker of a study */\n  if (prepare()) return puts("the test itself fails"), 1;')
for k, (what, judged) in enumerate(tests): print('  failed += tried("%s", call_%d, %d);' % (what, k, judged))
print('  printf("%%d calls, %%d failed\\n", %d, failed);\n  return failed != 0;\n}' % len(tests))
PYTHON
"${CC:-cc}" -std=gnu17 -Wall -Werror -Wno-nonnull -Wno-unused-result -I"$source_dir/include" calls.c -o calls "$library" -Wl,-rpath,"$SAR_BUILD_DIR" \
  >out 2>err || fail "the calls made from the headers do not compile"
code=0
./calls >out 2>err || code=$?
has out '^[0-9]* calls, [0-9]* failed$'
[ "$code" -eq 0 ] || fail "public functions and null pointers"

# Numbers of things, out of bounds.
cat >numbers.c <<'C'
#include <sarrus/sarrus.h>
#include <assert.h>
#include <string.h>
int main(void) {
  const int32_t wrong[] = {-1, 1000000, INT32_MAX, INT32_MIN};
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  SarTable *table = NULL;
  SarModel *model = NULL;
  double value;
  assert(sar_results_open(context, "results.h5", &results) == SAR_OK && sar_table_create(context, &table) == SAR_OK);
  assert(sar_model_create(context, &model) == SAR_OK);
  for (int i = 0; i < 4; i++) {
    SarMethodKeyFacts key;
    SarElementId element = {wrong[i]};
    const char *path, *text;
    assert(sar_methods_get(wrong[i]).name == NULL);
    assert(!sar_methods_key(wrong[i], 0, &key) && !sar_methods_key(0, wrong[i], &key));
    assert(!sar_results_name(results, wrong[i]) && !sar_results_unit(results, wrong[i]));
    assert(sar_results_column(results, wrong[i], &value) != SAR_OK);
    assert(!sar_results_file(results, wrong[i], &path, &text));
    assert(!sar_table_name(table, wrong[i]) && !sar_table_unit(table, wrong[i]) && !sar_table_values(table, wrong[i]));
    assert(!sar_context_get(context, wrong[i]));
    assert(!sar_model_parameter(model, wrong[i], &text, &value));
    assert(sar_model_set_real(model, element, "mass", 1) != SAR_OK);
    assert(sar_status_text((SarStatus)wrong[i]) && sar_assembly_way_name((SarAssemblyWay)wrong[i]));
  }
  sar_model_destroy(&model);
  sar_table_destroy(&table);
  sar_results_close(&results);
  sar_context_destroy(&context);
  return 0;
}
C
"${CC:-cc}" -std=gnu17 -Wall -I"$source_dir/include" numbers.c -o numbers "$library" -Wl,-rpath,"$SAR_BUILD_DIR" >out 2>err ||
  fail "numbers.c does not compile"
./numbers >out 2>err || fail "numbers out of bounds"
