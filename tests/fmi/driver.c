#define _GNU_SOURCE

#include "fmi/driver.h"

#include <dlfcn.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "fmi/export.h"
#include "sarrus/sarrus.h"
#include "store/zip.h"

static void *symbol(const Fmu *fmu, const char *name) {
  void *found = dlsym(fmu->handle, name);
  if (!found) fail_msg("the shared object does not export %s", name);
  return found;
}

/* The bytes of a function pointer are those of another one. */
#define TAKE(version, set, name)                      \
  do {                                                \
    void *found_ = symbol(fmu, "fmi" #version #name); \
    memcpy(&fmu->set.name, &found_, sizeof found_);   \
  } while (0);

static void load(Fmu *fmu, int version) {
  char path[160];
  const char *platform = "x86_64-linux";
#if defined(__aarch64__)
  platform = "aarch64-linux";
#else
  if (version == 2) platform = "linux64";
#endif
  snprintf(path, sizeof path, "%s/binaries/%s/model.so", fmu->folder, platform);
  fmu->handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  if (!fmu->handle) fail_msg("%s", dlerror());
#define F(name) TAKE(2, two, name)
  FMI2_FUNCTIONS(F)
#undef F
#define F(name) TAKE(3, three, name)
  FMI3_FUNCTIONS(F)
#undef F
}

const char *fmu_library(void) { return SAR_FMU_LIBRARY; }

static void fail_with(SarContext *context) {
  for (int32_t i = 0; i < sar_context_count(context); i++) print_message("%s\n", sar_context_get(context, i)->message);
  fail_msg("the model cannot be exported");
}

static void export(Fmu *fmu, const char *model, const char *path, int version) {
  SarContext *context = sar_context_create();
  SarModel *read = NULL;
  SarSystem *system = NULL;
  SarZip *zip = NULL;
  SarFmuExport options = {version, SAR_FMU_LIBRARY, path, sar_run_options_default()};
  SarFmuSummary summary;
  SarStatus status = sar_model_read(context, model, NULL, 0, &read);
  if (status == SAR_OK) status = sar_system_compile(context, read, &system);
  if (status == SAR_OK) status = sar_fmu_export(context, system, &options, &summary);
  if (status == SAR_OK) status = sar_zip_open(context, path, path, (SarSource){0}, &zip);
  if (status == SAR_OK) status = sar_zip_unpack(zip, fmu->folder);
  if (status != SAR_OK) fail_with(context);
  snprintf(fmu->token, sizeof fmu->token, "%s", summary.token);
  sar_zip_close(&zip);
  sar_system_destroy(&system);
  sar_model_destroy(&read);
  sar_context_destroy(&context);
}

void fmu_make(Fmu *fmu, const char *text, int version) {
  char model[96], path[96];
  *fmu = (Fmu){.folder = "/tmp/sarrus-fmu-XXXXXX"};
  assert_non_null(mkdtemp(fmu->folder));
  snprintf(model, sizeof model, "%s/model.yaml", fmu->folder);
  snprintf(path, sizeof path, "%s/model.fmu", fmu->folder);
  snprintf(fmu->resources, sizeof fmu->resources, "%s/resources/", fmu->folder);
  snprintf(fmu->location, sizeof fmu->location, "file://%s/resources", fmu->folder);
  file_write_text(model, text);
  export(fmu, model, path, version);
  load(fmu, version);
}

static int remove_one(const char *path, const struct stat *facts, int kind, struct FTW *place) {
  (void)facts, (void)kind, (void)place;
  return remove(path);
}

void folder_remove(const char *folder) { assert_int_equal(nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS), 0); }

void fmu_destroy(Fmu *fmu) {
  if (fmu->handle) dlclose(fmu->handle);
  folder_remove(fmu->folder);
}

unsigned fmu_reference(const Fmu *fmu, const char *name) {
  char path[96], wanted[80];
  long length;
  unsigned reference = 0;
  snprintf(path, sizeof path, "%s/modelDescription.xml", fmu->folder);
  snprintf(wanted, sizeof wanted, "name=\"%s\" valueReference=\"", name);
  char *text = file_bytes(path, &length), *found = strstr(text, wanted);
  if (!found || sscanf(found + strlen(wanted), "%u", &reference) != 1) fail_msg("there is no variable %s", name);
  free(text);
  return reference;
}

/* ---- components ---- */

static void hear_2(fmi2ComponentEnvironment self, fmi2String name, fmi2Status status, fmi2String category,
                   fmi2String format, ...) {
  Heard *heard = self;
  va_list arguments;
  (void)name, (void)category;
  va_start(arguments, format);
  vsnprintf(heard->text, sizeof heard->text, format, arguments);
  va_end(arguments);
  heard->count++;
  heard->status = (int)status;
}

static void hear_3(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category, fmi3String text) {
  Heard *heard = self;
  (void)category;
  snprintf(heard->text, sizeof heard->text, "%s", text);
  heard->count++;
  heard->status = (int)status;
}

fmi2CallbackFunctions fmu_callbacks(Fmu *fmu) {
  return (fmi2CallbackFunctions){
      .logger = hear_2, .allocateMemory = calloc, .freeMemory = free, .componentEnvironment = &fmu->heard};
}

fmi2Component fmu_instantiate(Fmu *fmu) {
  fmi2CallbackFunctions callbacks = fmu_callbacks(fmu);
  fmi2Component c =
      fmu->two.Instantiate("one", fmi2CoSimulation, fmu->token, fmu->location, &callbacks, fmi2False, fmi2False);
  if (!c) fail_msg("the FMU cannot be instantiated: %s", fmu->heard.text);
  return c;
}

fmi3Instance fmu_instantiate_3(Fmu *fmu) {
  fmi3Instance c = fmu->three.InstantiateCoSimulation("one", fmu->token, fmu->resources, false, false, false, false,
                                                      NULL, 0, &fmu->heard, hear_3, NULL);
  if (!c) fail_msg("the FMU cannot be instantiated: %s", fmu->heard.text);
  return c;
}

static fmi2Component start(Fmu *fmu, bool stops, double stop) {
  fmi2Component c = fmu_instantiate(fmu);
  assert_int_equal(fmu->two.SetupExperiment(c, fmi2False, 0, 0, stops, stop), fmi2OK);
  assert_int_equal(fmu->two.EnterInitializationMode(c), fmi2OK);
  if (fmu->two.ExitInitializationMode(c) != fmi2OK) fail_msg("the FMU does not start: %s", fmu->heard.text);
  return c;
}

fmi2Component fmu_start(Fmu *fmu) { return start(fmu, false, 0); }
fmi2Component fmu_start_until(Fmu *fmu, double stop) { return start(fmu, true, stop); }

double fmu_get(const Fmu *fmu, fmi2Component c, const char *name) {
  unsigned reference = fmu_reference(fmu, name);
  double value;
  if (fmu->two.GetReal(c, &reference, 1, &value) != fmi2OK) fail_msg("%s: %s", name, fmu->heard.text);
  return value;
}

void fmu_set(const Fmu *fmu, fmi2Component c, const char *name, double value) {
  unsigned reference = fmu_reference(fmu, name);
  if (fmu->two.SetReal(c, &reference, 1, &value) != fmi2OK) fail_msg("%s: %s", name, fmu->heard.text);
}

void fmu_step(const Fmu *fmu, fmi2Component c, double t, double h) {
  if (fmu->two.DoStep(c, t, h, fmi2True) != fmi2OK) fail_msg("at t = %g: %s", t, fmu->heard.text);
}

void fmu_expect(Fmu *fmu, int status, int expected, const char *words) {
  if (status != expected) fail_msg("the answer is %d and not %d; `%s`", status, expected, words);
  if (!strstr(fmu->heard.text, words)) fail_msg("`%s` is not in `%s`", words, fmu->heard.text);
  assert_int_equal(fmu->heard.status, expected);
  fmu->heard.text[0] = 0;
}
