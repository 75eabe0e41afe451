#define _POSIX_C_SOURCE 200809L

#include "fmi/export.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "analysis/record/options.h"
#include "base/file.h"
#include "base/replace.h"
#include "element/fmu/link.h"
#include "fmi/contents.h"
#include "read/read.h"
#include "result/hash.h"
#include "result/load.h"
#include "store/zip.h"
#include "system/system.h"

#define DESCRIPTION "modelDescription.xml"
#define RESOURCES "resources/"
#define PACKAGE "package://"

typedef struct Export {
  SarContext *context;
  SarArena *arena;
  const SarModel *model;
  const SarFmuExport *options;
  SarFmuDescription description;
  SarFmuContents contents;
  char *description_text, *contents_text, *library;
  size_t description_length, contents_length, library_length;
} Export;

/* ---- what cannot go along ---- */

static SarStatus check_model(const Export *e) {
  const SarModel *model = e->model;
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (!element->modal) continue;
    return sar_report(e->context, SAR_INPUT, element->source, element->name, "make it a rigid body, or one of beams",
                      "FMUs cannot hold files of reduced bodies, which are HDF5");
  }
  if (model->nfmus) {
    return sar_report(e->context, SAR_INPUT, model->plugins[0]->source, model->fmus[0].name,
                      "let whoever steps this FMU step that one, too", "FMUs cannot hold other FMUs");
  }
  if (model->nplugins) {
    return sar_report(e->context, SAR_INPUT, model->plugins[0]->source, model->plugins[0]->name,
                      "write its functions as expressions", "FMUs cannot hold plugins, which are code of their own");
  }
  if (model->text[0]) return SAR_OK;
  return sar_report(e->context, SAR_INPUT, sar_nowhere(), NULL, "write it to a file and read that",
                    "the model has no text: it was made by a program");
}

/* ---- names ---- */

static const char *base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* The name of the shared object, and of functions in other kinds of FMUs: an identifier of C. */
static const char *identifier(SarArena *arena, const char *name) {
  char *text = sar_arena_printf(arena, "%s%s", isdigit((unsigned char)name[0]) ? "_" : "", name);
  char *dot = text ? strrchr(text, '.') : NULL;
  if (dot && dot != text) *dot = 0;
  for (char *c = text; c && *c; c++) {
    bool fine = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
    if (!fine) *c = '_';
  }
  return text;
}

static const char *stored_name(SarArena *arena, const char *model, const char *path) {
  if (strncmp(path, PACKAGE, sizeof PACKAGE - 1) == 0) {
    return sar_arena_printf(arena, "packages/%s", path + sizeof PACKAGE - 1);
  }
  bool taken = strcmp(path, model) == 0 || strcmp(path, SAR_FMU_CONTENTS) == 0;
  return sar_arena_printf(arena, "%s%s", taken ? "files/" : "", path);
}

/* binaries/ of this machine: version 2.0 has a word of its own for the usual one. */
static const char *platform(SarArena *arena, SarFmiVersion version) {
  struct utsname machine;
  if (uname(&machine) != 0) return NULL;
  if (version == SAR_FMI_2 && strcmp(machine.machine, "x86_64") == 0) return "linux64";
  return sar_arena_printf(arena, "%s-linux", machine.machine);
}

/* ---- contents ---- */

static SarStatus list_files(Export *e) {
  const SarModel *model = e->model;
  SarFmuContents *c = &e->contents;
  c->files = SAR_NEW(e->arena, model->nfiles + 1, SarFmuFile);
  if (!c->files) return sar_report_no_memory(e->context);
  for (int32_t i = 0; i < model->nfiles; i++) {
    const char *path = model->files[i].path;
    c->files[i] = (SarFmuFile){stored_name(e->arena, c->model, path), path};
    if (!c->files[i].stored) return sar_report_no_memory(e->context);
  }
  c->nfiles = model->nfiles;
  return SAR_OK;
}

static SarStatus fill(Export *e, const SarSystem *system, SarStepper *stepper, const SarRunPlan *plan) {
  const SarModel *model = e->model;
  const SarRunOptions *run = &e->options->run;
  const char *name = base_name(model->path);
  SarFmuDescription *d = &e->description;
  SAR_TRY(sar_fmu_variables(e->context, e->arena, system, stepper, &d->variables));
  d->version = e->options->version;
  d->title = model->title;
  d->identifier = identifier(e->arena, name);
  if (!d->identifier) return sar_report_no_memory(e->context);
  d->name = d->identifier;
  d->end = plan->settings.end;
  d->tolerance = plan->settings.tolerance;
  d->every = plan->settings.output_every > 0 ? plan->settings.output_every : NAN;
  d->saves = !sar_method_info_of(&plan->method).independent;
  d->units = model->units;
  e->contents = (SarFmuContents){.model = name,
                                 .format = model->format,
                                 .deck = model->deck,
                                 .set = (const char **)(uintptr_t)model->set,
                                 .nset = model->nset,
                                 .method = run->method,
                                 .tolerance = run->tolerance,
                                 .step = run->step,
                                 .end = run->end,
                                 .variables = d->variables};
  return list_files(e);
}

/* Both texts, with the token that they have so far. */
static SarStatus write_texts(Export *e) {
  free(e->description_text);
  free(e->contents_text);
  e->contents_text = NULL;
  e->contents.token = e->description.token;
  SAR_TRY(sar_fmu_describe(e->context, &e->description, &e->description_text, &e->description_length));
  FILE *stream = open_memstream(&e->contents_text, &e->contents_length);
  if (!stream) return sar_report_no_memory(e->context);
  sar_fmu_contents_write(&e->contents, stream);
  return fclose(stream) == 0 && e->contents_text ? SAR_OK : sar_report_no_memory(e->context);
}

/* The checksum of all that the FMU says and holds. */
static SarStatus make_token(Export *e, SarFmuSummary *summary) {
  SarHash hash = sar_hash();
  char digits[SAR_HASH_TEXT_SIZE];
  e->description.token = "";
  SAR_TRY(write_texts(e));
  sar_hash_text(&hash, e->description_text);
  sar_hash_text(&hash, e->contents_text);
  sar_hash_text(&hash, e->model->text);
  for (int32_t i = 0; i < e->model->nfiles; i++) sar_hash_text(&hash, e->model->files[i].text);
  sar_hash_bytes(&hash, e->library, e->library_length);
  sar_hash_print(hash, digits);
  snprintf(summary->token, sizeof summary->token, "{%.8s-%.4s-%.4s-%.4s-%.12s}", digits, digits + 8, digits + 12,
           digits + 16, digits + 20);
  e->description.token = summary->token;
  return write_texts(e);
}

/* ---- the file ---- */

static SarStatus add_resource(Export *e, SarZipWriter *zip, const char *name, const char *text, size_t length) {
  const char *path = sar_arena_printf(e->arena, RESOURCES "%s", name);
  return path ? sar_zip_add(zip, path, text, length) : sar_report_no_memory(e->context);
}

static SarStatus add_all(Export *e, SarZipWriter *zip) {
  const SarModel *model = e->model;
  const char *machine = platform(e->arena, e->options->version);
  const char *binary =
      machine ? sar_arena_printf(e->arena, "binaries/%s/%s.so", machine, e->description.identifier) : NULL;
  if (!binary) return sar_report_no_memory(e->context);
  SAR_TRY(sar_zip_add(zip, DESCRIPTION, e->description_text, e->description_length));
  SAR_TRY(sar_zip_add(zip, binary, e->library, e->library_length));
  SAR_TRY(add_resource(e, zip, SAR_FMU_CONTENTS, e->contents_text, e->contents_length));
  SAR_TRY(add_resource(e, zip, e->contents.model, model->text, strlen(model->text)));
  for (int32_t i = 0; i < model->nfiles; i++) {
    const char *text = model->files[i].text;
    SAR_TRY(add_resource(e, zip, e->contents.files[i].stored, text, strlen(text)));
  }
  return SAR_OK;
}

static SarStatus write_zip(Export *e, const char *path) {
  SarZipWriter *zip = NULL;
  FILE *stream = fopen(path, "wb");
  if (!stream) return sar_report_write(e->context, e->options->path, errno, NULL);
  SarStatus status = sar_zip_begin(e->context, stream, e->options->path, &zip);
  if (status == SAR_OK) status = add_all(e, zip);
  status = sar_zip_end(&zip, status);
  bool closed = fclose(stream) == 0;
  return status == SAR_OK && !closed ? sar_report_write(e->context, e->options->path, errno, NULL) : status;
}

static SarStatus write_file(Export *e) {
  SarReplacement replacement;
  SarStatus status = sar_replace_begin(e->context, e->options->path, &replacement);
  if (status == SAR_OK) status = write_zip(e, replacement.fresh);
  return sar_replace_end(&replacement, status);
}

static SarStatus make(Export *e, const SarSystem *system, SarFmuSummary *summary) {
  SarRunPlan plan;
  SarStepper *stepper = NULL;
  SAR_TRY(check_model(e));
  SAR_TRY(sar_run_plan(e->context, system, &e->options->run, &plan));
  SAR_TRY(sar_load_text(e->context, e->options->library, "build and install the program anew", &e->library,
                        &e->library_length));
  SAR_TRY(sar_stepper_create(e->context, system, &e->options->run, &stepper));
  SarStatus status = fill(e, system, stepper, &plan);
  if (status == SAR_OK) status = make_token(e, summary);
  if (status == SAR_OK) status = write_file(e);
  sar_stepper_destroy(&stepper); /* names of variables are its own */
  const int32_t *of = e->description.variables.of;
  summary->parameters = of[SAR_FMU_PARAMETER];
  summary->inputs = of[SAR_FMU_INPUT];
  summary->outputs = of[SAR_FMU_OUTPUT];
  return status;
}

SarStatus sar_fmu_export(SarContext *context, const SarSystem *system, const SarFmuExport *options,
                         SarFmuSummary *summary) {
  Export e = {.context = context, .model = sar_system_model(system), .options = options, .arena = sar_arena_create()};
  *summary = (SarFmuSummary){0};
  if (!e.arena) return sar_report_no_memory(context);
  SarStatus status = make(&e, system, summary);
  free(e.description_text);
  free(e.contents_text);
  free(e.library);
  sar_arena_destroy(&e.arena);
  return status;
}
