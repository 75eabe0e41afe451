/* sarrus export: a model as an FMU for co-simulation.
 *
 * What computes in it is a shared object that was built with the program (fmu/); it is looked for beside the program:
 * where it is installed, and where it is built. */
#define _POSIX_C_SOURCE 200809L

#include "fmi/export.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/cli.h"
#include "cli/report.h"

#define LIBRARY "sarrus-fmu.so"
#define ENDING ".fmu"

/* From the folder of the program. */
static const char *const places[] = {"fmu/" LIBRARY, SAR_FMU_INSTALLED "/" LIBRARY};

static SarStatus find_library(SarCli *cli, const char **out) {
  char path[4096];
  ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
  path[length > 0 ? length : 0] = 0;
  char *slash = strrchr(path, '/');
  int folder = slash ? (int)(slash - path) + 1 : 0;
  for (int i = 0; i < SAR_COUNT(places); i++) {
    *out = sar_arena_printf(cli->arena, "%.*s%s", folder, path, places[i]);
    if (!*out) return sar_report_no_memory(cli->context);
    if (sar_file_is_regular(*out)) return SAR_OK;
  }
  return sar_report(cli->context, SAR_ENVIRONMENT, sar_nowhere(), NULL, "build and install the program anew",
                    "the shared object that FMUs carry is not there: neither %.*s%s nor %s", folder, path, places[0],
                    *out);
}

/* ---- the command line ---- */

static bool ends_in(const char *text, const char *ending) {
  size_t length = strlen(text), last = strlen(ending);
  return length > last && strcmp(text + length - last, ending) == 0;
}

/* `sarrus export pendulum.fmu` is that of pendulum.yaml. */
static SarStatus take_operand(SarCli *cli, const char **output) {
  const char *operand = cli->arguments.operands[0];
  *output = sar_arguments_text(&cli->arguments, "-o");
  if (!ends_in(operand, ENDING)) return SAR_OK;
  if (*output) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "name the model: NAME.yaml",
                      "%s is an FMU, and -o names one, too", operand);
  }
  *output = operand;
  int stem = (int)(strlen(operand) - strlen(ENDING));
  cli->arguments.operands[0] = sar_arena_printf(cli->arena, "%.*s.yaml", stem, operand);
  return cli->arguments.operands[0] ? SAR_OK : sar_report_no_memory(cli->context);
}

/* <model stem>.fmu in the current folder. */
static const char *default_output(SarCli *cli) {
  const char *operand = cli->arguments.operands[0], *slash = strrchr(operand, '/');
  const char *name = slash ? slash + 1 : operand, *dot = strrchr(name, '.');
  size_t stem = dot && dot != name ? (size_t)(dot - name) : strlen(name);
  return sar_arena_printf(cli->arena, "%.*s" ENDING, (int)stem, name);
}

/* A slip of the hand must not cost a model or results. */
static SarStatus check_name(SarCli *cli, const char *path) {
  if (ends_in(path, ENDING)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give it a name such as MODEL" ENDING,
                    "%s is no name of an FMU", path);
}

static SarStatus read_options(SarCli *cli, SarFmuExport *options) {
  int32_t version = SAR_FMI_2;
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--fmi", SAR_FMI_2, SAR_FMI_3, &version));
  options->version = (SarFmiVersion)version;
  options->run = sar_run_options_default();
  options->run.method = sar_arguments_text(&cli->arguments, "--method");
  SAR_TRY(sar_arguments_positive(cli->context, &cli->arguments, "--tol", &options->run.tolerance));
  SAR_TRY(sar_cli_time(cli, "--step", &options->run.step));
  return sar_cli_time(cli, "--end", &options->run.end);
}

/* ---- the answer ---- */

static void print(SarCli *cli, const SarFmuExport *options, const SarFmuSummary *summary) {
  if (cli->json) {
    SarJson json = sar_json(stdout);
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "status", "done");
    sar_json_put_text(&json, "fmu", options->path);
    sar_json_put_int(&json, "fmi", options->version);
    sar_json_put_text(&json, "token", summary->token);
    sar_json_put_int(&json, "parameters", summary->parameters);
    sar_json_put_int(&json, "inputs", summary->inputs);
    sar_json_put_int(&json, "outputs", summary->outputs);
    sar_report_put_warnings(cli->context, &json);
    sar_json_end_object(&json);
    putchar('\n');
    cli->answered = true;
  } else if (!cli->quiet) {
    printf("%s: FMI %d.0, co-simulation, %d parameters, %d inputs, %d outputs\n", options->path, options->version,
           (int)summary->parameters, (int)summary->inputs, (int)summary->outputs);
  }
}

static SarStatus run(SarCli *cli) {
  SarFmuExport options = {0};
  SarFmuSummary summary;
  SAR_TRY(take_operand(cli, &options.path));
  if (!options.path) options.path = default_output(cli);
  if (!options.path) return sar_report_no_memory(cli->context);
  SAR_TRY(check_name(cli, options.path));
  SAR_TRY(find_library(cli, &options.library));
  SAR_TRY(sar_cli_load(cli));
  SAR_TRY(sar_cli_check_output(cli, options.path));
  SAR_TRY(read_options(cli, &options));
  SAR_TRY(sar_fmu_export(cli->context, cli->system, &options, &summary));
  sar_cli_report(cli);
  print(cli, &options, &summary);
  return SAR_OK;
}

static const SarOption options[] = {
    {"-o", "MODEL.fmu", "where the FMU goes; without it <model>.fmu in the current folder"},
    {"--fmi", "2|3", "version of the standard: 2.0 (default) or 3.0"},
    {"--method", "METHOD", "integration method, as in `sarrus run`"},
    {"--tol", "E", "error allowed per step"},
    {"--step", "H", "fixed step of the method"},
    {"--end", "T", "time of the default experiment"},
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_export = {
    .name = "export",
    .operands = "MODEL|MODEL.fmu",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "write a model as an FMU, for co-simulation in other programs",
    .options = options,
    .details =
        "The FMU holds the model and the solver, for machines like this one. Its variables are the parameters of the\n"
        "model (until it is initialised), its `inputs:` and its `outputs:`. MODEL.fmu alone is made from MODEL.yaml.\n",
    .examples =
        "  sarrus export crank.yaml -o crank.fmu\n"
        "  sarrus export crank.fmu\n"
        "  sarrus export crank.yaml --fmi 3 --set r=0.25 --tol 1e-7\n",
    .run = run,
};
