/* sarrus page --live: a page that carries its model and the engine, and runs it again in the browser.
 *
 * The results that it opens with are those of the program. The engine (wasm/, `make live`) is looked for beside the
 * program: where it is installed, and where it is built. */
#define _POSIX_C_SOURCE 200809L

#include "cli/page_live.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/simulate.h"
#include "element/body/modal.h"
#include "element/fmu/link.h"
#include "method/method.h"
#include "result/load.h"

#define BUILD "run `make live` in the source tree (and `make install` after it, where the program is installed)"

/* ---- the engine ---- */

/* From the folder of the program. */
static const char *const places[] = {"../share/sarrus/live", "../wasm/live"};

typedef struct Engine {
  char *script, *module;
  size_t script_size, module_size;
} Engine;

static void destroy(Engine *engine) {
  free(engine->script);
  free(engine->module);
}

/* The folder of the program, with the slash at its end. */
static const char *program_folder(SarCli *cli) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  if (length <= 0) return sar_arena_copy_text(cli->arena, "");
  path[length] = 0;
  path[strrchr(path, '/') - path + 1] = 0;
  return sar_arena_copy_text(cli->arena, path);
}

/* An engine of another version computes other numbers than the program. */
static SarStatus check_version(SarCli *cli, const Engine *engine, const char *folder) {
  const char *wanted = sar_arena_printf(cli->arena, "// Sarrus %s, engine of live pages\n", sar_version());
  if (!wanted) return sar_report_no_memory(cli->context);
  if (strncmp(engine->script, wanted, strlen(wanted)) == 0) return SAR_OK;
  return sar_report(cli->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, BUILD,
                    "the engine in %s is not that of Sarrus %s", folder, sar_version());
}

static SarStatus find_engine(SarCli *cli, Engine *out) {
  const char *program = program_folder(cli);
  for (int i = 0; program && i < SAR_COUNT(places); i++) {
    const char *folder = sar_arena_printf(cli->arena, "%s%s", program, places[i]);
    const char *script = sar_arena_printf(cli->arena, "%s/live.js", folder ? folder : "");
    const char *module = sar_arena_printf(cli->arena, "%s/live.wasm", folder ? folder : "");
    if (!script || !module) return sar_report_no_memory(cli->context);
    if (!sar_file_is_regular(script) || !sar_file_is_regular(module)) continue;
    SAR_TRY(sar_load_text(cli->context, script, BUILD, &out->script, &out->script_size));
    SAR_TRY(sar_load_text(cli->context, module, BUILD, &out->module, &out->module_size));
    return check_version(cli, out, folder);
  }
  if (!program) return sar_report_no_memory(cli->context);
  return sar_report(cli->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, BUILD,
                    "the engine of live pages is not there: neither %s%s nor %s%s", program, places[0], program,
                    places[1]);
}

/* ---- the page ---- */

/* What the engine goes without is told here rather than to the reader of the page. */

static SarStatus check_format(SarCli *cli) {
  const SarModel *model = cli->model;
  if (model->format == SAR_FORMAT_YAML) return SAR_OK;
  return sar_report(cli->context, SAR_INPUT, sar_nowhere(), NULL, "make a model of it with `sarrus convert`",
                    "%s is no model file: live pages hold those alone", model->path);
}

static SarStatus check_plugins(SarCli *cli) {
  const SarModel *model = cli->model;
  if (model->nplugins == 0) return SAR_OK;
  return sar_report(cli->context, SAR_INPUT, sar_nowhere(), NULL, "write its functions as expressions",
                    "the model uses the plugin `%s`, which is code for this machine: a page cannot run it",
                    model->plugins[0]->name);
}

static SarStatus check_fmus(SarCli *cli) {
  const SarModel *model = cli->model;
  if (model->nfmus == 0) return SAR_OK;
  return sar_report(cli->context, SAR_INPUT, sar_nowhere(), NULL,
                    "make a page of results: `sarrus run --page`, or write what the FMU does into the model",
                    "the model steps the FMU `%s`, which is code for this machine: a page cannot run it",
                    model->fmus[0].name);
}

static SarStatus check_bodies(SarCli *cli) {
  const SarModel *model = cli->model;
  for (int32_t i = 0; i < model->nelements; i++) {
    const SarModelElement *element = &model->elements[i];
    if (element->class != &sar_body_modal) continue;
    return sar_report(cli->context, SAR_INPUT, element->source, element->name,
                      "put a rigid body or a beam in its place, or make a page of results: `sarrus run --page`",
                      "%s is a modal body, whose file the engine of live pages cannot read", element->name);
  }
  return SAR_OK;
}

static SarStatus check_method(SarCli *cli) {
  const char *method = cli->model->simulation.method;
  SarMethodChoice choice;
  if (!method) return SAR_OK;
  SAR_TRY(sar_method_parse(cli->context, method, sar_nowhere(), &choice));
  if (!sar_method_info_of(&choice).independent) return SAR_OK;
  return sar_report(cli->context, SAR_INPUT, sar_nowhere(), NULL, "choose another one: `sarrus methods` lists them",
                    "the method %s is one of SUNDIALS, which the engine of live pages has not", method);
}

static SarStatus check_model(SarCli *cli) {
  SAR_TRY(check_format(cli));
  SAR_TRY(check_plugins(cli));
  SAR_TRY(check_fmus(cli));
  SAR_TRY(check_bodies(cli));
  return check_method(cli);
}

static const char *name_of(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

static SarStatus simulate(void *self, const SarRunOptions *options, SarRunSummary *summary) {
  const SarCli *cli = self;
  return sar_run(cli->context, cli->system, options, summary);
}

/* The page is made of results that only serve for it. A run that failed on the way has results to show as well. */
static SarStatus run_and_write(SarCli *cli, const char *output, SarPageOptions *options, SarPageSummary *summary) {
  const char *film = sar_arena_printf(cli->arena, "%s.live.h5", strcmp(output, "-") == 0 ? "page" : output);
  if (!film) return sar_report_no_memory(cli->context);
  SarRunOptions run = sar_run_options_default();
  SarRunSummary ran;
  run.hdf5 = film;
  SarStatus status = sar_cli_watch(cli, cli->model, simulate, cli, &run, &ran);
  bool shown = ran.rows > 0 && sar_status_exit_code(status) <= 1;
  SarStatus made = shown ? sar_cli_make_page(cli, &film, 1, output, options, summary) : SAR_OK;
  remove(film);
  return status == SAR_OK ? made : status;
}

SarStatus sar_cli_live_page(SarCli *cli, const char *output, SarPageOptions *options, SarPageSummary *summary) {
  Engine engine = {0};
  SAR_TRY(sar_cli_load(cli));
  SAR_TRY(sar_cli_check_output(cli, output));
  SAR_TRY(check_model(cli));
  SarStatus status = find_engine(cli, &engine);
  if (status == SAR_OK) {
    SarPageLive live = {.model = cli->model,
                        .name = name_of(cli->model->path),
                        .script = engine.script,
                        .script_size = engine.script_size,
                        .engine = engine.module,
                        .engine_size = engine.module_size};
    options->live = &live;
    status = run_and_write(cli, output, options, summary);
    options->live = NULL;
  }
  destroy(&engine);
  return status;
}
