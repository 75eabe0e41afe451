/* sarrus modes: eigenvalues and shapes of small motions about a state. */
#include "cli/modes.h"

#include <math.h>
#include <string.h>

#include "base/json.h"
#include "cli/outputs.h"
#include "cli/page_make.h"
#include "cli/report.h"

static void print_shares(const SarMode *mode) {
  int shown = 0;
  for (int32_t i = 0; i < mode->nshares && shown < 3; i++) {
    const SarModeShare *share = &mode->shares[i];
    if (isnan(share->kinetic)) continue;
    printf("%s%s %.0f %%", shown ? ", " : "  ", share->part, 100 * share->kinetic);
    shown++;
  }
}

/* 1/s in cycles per the model's unit of time. */
static double cycles(const SarCli *cli, double rate) {
  return rate * cli->model->units.time / (2 * 3.14159265358979323846);
}

static void print_text(const SarCli *cli, const SarModes *m) {
  const SarUnits *units = &cli->model->units;
  bool in_cycles = cli->model->format == SAR_FORMAT_ADAMS || sar_arguments_has(&cli->arguments, "--cycles");
  char real[32] = "real 1/s", imaginary[32] = "imaginary 1/s";
  if (in_cycles) snprintf(real, sizeof real, "real cycles/%.8s", units->time_name);
  if (in_cycles) snprintf(imaginary, sizeof imaginary, "imaginary");
  printf("%s t = %.6g %s: %d eigenvalues (%s, %s axes)\n",
         strcmp(m->state, "static") == 0 ? "equilibrium at" : "state at", m->time / units->time, units->time_name,
         (int)m->order, m->solver, m->axes);
  printf("%4s %14s %12s %14s %14s  %s\n", "mode", "frequency Hz", "damping", real, imaginary, "kinetic energy");
  for (int32_t i = 0; i < m->nmodes; i++) {
    const SarMode *mode = &m->modes[i];
    double re = in_cycles ? cycles(cli, mode->real) : mode->real;
    double im = in_cycles ? cycles(cli, mode->imaginary) : mode->imaginary;
    printf("%4d %14.6g %12.4g %14.6g %14.6g", (int)(i + 1), mode->frequency, mode->damping, re, im);
    print_shares(mode);
    puts(mode->multiplicity > 1 ? "  (free to drift)" : "");
  }
}

static void put_shares(SarJson *json, const SarMode *mode) {
  sar_json_key(json, "energy");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < mode->nshares; i++) {
    sar_json_begin_object(json);
    sar_json_put_text(json, "part", mode->shares[i].part);
    if (!isnan(mode->shares[i].kinetic)) sar_json_put_real(json, "kinetic", mode->shares[i].kinetic);
    if (!isnan(mode->shares[i].potential)) sar_json_put_real(json, "potential", mode->shares[i].potential);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_mode(SarJson *json, const SarCli *cli, const SarMode *mode) {
  sar_json_begin_object(json);
  sar_json_put_real(json, "frequency", mode->frequency);
  sar_json_put_real(json, "damping", mode->damping);
  sar_json_put_real(json, "real", mode->real);
  sar_json_put_real(json, "imaginary", mode->imaginary);
  sar_json_put_real(json, "real_cycles", cycles(cli, mode->real));
  sar_json_put_real(json, "imaginary_cycles", cycles(cli, mode->imaginary));
  sar_json_put_int(json, "multiplicity", mode->multiplicity);
  put_shares(json, mode);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const SarModes *m) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_real(&json, "time", m->time / cli->model->units.time);
  sar_json_put_text(&json, "state", m->state);
  sar_json_put_text(&json, "solver", m->solver);
  sar_json_put_text(&json, "axes", m->axes);
  sar_json_put_int(&json, "order", m->order);
  sar_json_put_bool(&json, "constant", m->constant);
  sar_json_key(&json, "modes");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < m->nmodes; i++) put_mode(&json, cli, &m->modes[i]);
  sar_json_end_array(&json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- the verb ---- */

static SarStatus refuse(SarCli *cli, const char *remedy, const char *what, const char *word) {
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s `%s`", what, word);
}

static SarStatus read_axes(SarCli *cli, SarModesOptions *options) {
  const char *axes = sar_arguments_text(&cli->arguments, "--axes");
  if (!axes || strcmp(axes, "ground") == 0) return SAR_OK;
  options->rotating = true;
  if (strcmp(axes, "rotating") == 0) return SAR_OK;
  if (strncmp(axes, "rotating:", 9) != 0 || !axes[9]) {
    return refuse(cli, "give ground, rotating, rotating:BODY or rotating:X,Y,Z", "there are no axes", axes);
  }
  options->body = axes + 9;
  if (!strchr(axes, ',')) return SAR_OK;
  options->body = NULL;
  char end;
  if (sscanf(axes + 9, "%lf,%lf,%lf%c", &options->rate[0], &options->rate[1], &options->rate[2], &end) == 3) {
    return SAR_OK;
  }
  return refuse(cli, "give three numbers in rad/s, ground axes: rotating:0,0,2", "there are no axes", axes);
}

static SarStatus read_solver(SarCli *cli, SarModesOptions *options) {
  const char *solver = sar_arguments_text(&cli->arguments, "--solver");
  static const char *const names[] = {"auto", "dense", "sparse"};
  for (int i = 0; solver && i < 3; i++) {
    if (strcmp(solver, names[i]) != 0) continue;
    options->solver = (SarModesSolver)i;
    return SAR_OK;
  }
  return solver ? refuse(cli, "give auto, dense or sparse", "there is no solver", solver) : SAR_OK;
}

static SarStatus read_options(SarCli *cli, SarModesOptions *options) {
  *options = sar_modes_options_default();
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--count", 1, 1000000, &options->count));
  SAR_TRY(read_axes(cli, options));
  SAR_TRY(read_solver(cli, options));
  options->from_static = sar_arguments_has(&cli->arguments, "--static");
  if (!options->from_static || !sar_arguments_has(&cli->arguments, "--at")) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                    "--at and --static name two different states");
}

/* ---- files ---- */

static const char *const documents[] = {"--csv", "--plot", "--page"};

/* The page is made of results that only serve for it. */
static SarStatus make_page(SarCli *cli, const SarModesOptions *options, const SarModes *modes, const char *page) {
  const char *film = sar_arena_printf(cli->arena, "%s.modes.h5", page);
  const SarPageOptions whole = {.bytes = SAR_PAGE_BYTES};
  SarPageSummary summary;
  if (!film) return sar_report_no_memory(cli->context);
  SarStatus status = sar_modes_animate(cli->context, cli->system, options, modes, film);
  if (status == SAR_OK) status = sar_cli_make_page(cli, &film, 1, page, &whole, &summary);
  remove(film);
  return status;
}

static SarStatus write_files(SarCli *cli, const SarModesOptions *options, const SarModes *modes) {
  const SarArguments *given = &cli->arguments;
  const char *out = sar_arguments_text(given, "-o"), *page = sar_arguments_text(given, "--page");
  const char *matrices = sar_arguments_text(given, "--matrices");
  if (out) SAR_TRY(sar_modes_write(cli->context, modes, out));
  if (matrices) {
    int32_t first = sar_context_count(cli->context);
    SAR_TRY(sar_modes_matrices(cli->context, cli->system, options, matrices));
    sar_context_drop_repeated(cli->context, first);
  }
  return page ? make_page(cli, options, modes, page) : SAR_OK;
}

static SarStatus check_files(SarCli *cli) {
  static const char *const names[] = {"-o", "--matrices"};
  SAR_TRY(sar_cli_check_outputs(cli, documents, SAR_COUNT(documents)));
  for (int i = 0; i < SAR_COUNT(names); i++) {
    SAR_TRY(sar_cli_check_output(cli, sar_arguments_text(&cli->arguments, names[i])));
  }
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (!page || strcmp(page, "-") != 0) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write the page to a file",
                    "the page of modes cannot go to standard output");
}

/* ---- the verb ---- */

static SarStatus check_use(SarCli *cli) {
  const SarArguments *given = &cli->arguments;
  bool response = sar_arguments_has(given, "--response"), vary = sar_arguments_has(given, "--vary");
  bool files =
      sar_arguments_has(given, "-o") || sar_arguments_has(given, "--page") || sar_arguments_has(given, "--matrices");
  bool series = sar_arguments_has(given, "--csv") || sar_arguments_has(given, "--plot");
  if (given->noperands != (response ? 3 : 1)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "give `MODEL --response FROM:TO INPUT OUTPUT`, and MODEL alone without it",
                      response ? "--response needs an input and an output behind the model"
                               : "an input and an output are for --response");
  }
  if (response && vary) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give one of them",
                      "--response and --vary exclude each other");
  }
  if ((response || vary) && files) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave them out, or do it in two calls",
                      "-o, --page and --matrices are of the modes of one state, not of --response or --vary");
  }
  if (response || vary || !series) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "use -o OUT.h5 or --json for the modes themselves",
                    "--csv and --plot are for --response and --vary");
}

static SarStatus show_modes(SarCli *cli, const SarModesOptions *options) {
  const SarModes *modes = NULL;
  SAR_TRY(sar_modes(cli->context, cli->system, options, &modes));
  SarStatus status = write_files(cli, options, modes);
  if (status == SAR_OK && cli->json) print_json(cli, modes);
  if (status == SAR_OK) cli->answered = cli->json;
  if (status == SAR_OK && !cli->json && !cli->quiet) print_text(cli, modes);
  sar_modes_destroy(&modes);
  return status;
}

static SarStatus run(SarCli *cli) {
  SarModesOptions options;
  double at;
  SAR_TRY(read_options(cli, &options));
  SAR_TRY(check_use(cli));
  SAR_TRY(check_files(cli));
  SAR_TRY(sar_cli_load(cli));
  sar_cli_first_phase(cli);
  SAR_TRY(check_files(cli)); /* now the files of the model are known */
  SAR_TRY(sar_cli_time(cli, "--at", &at));
  if (!isnan(at)) options.at = at;
  if (sar_arguments_has(&cli->arguments, "--response")) return sar_cli_modes_response(cli, &options);
  if (sar_arguments_has(&cli->arguments, "--vary")) return sar_cli_modes_vary(cli, &options);
  return show_modes(cli, &options);
}

static const SarOption options[] = {
    {"--at", "T", "about the state of a run at that time, in the model's unit; without it about the start"},
    {"--static", NULL, "about the equilibrium"},
    {"--count", "N", "so many modes, those with the smallest modulus (20)"},
    {"--axes", "AXES", "small motions as seen from: ground; rotating (with what turns fastest); rotating:BODY"},
    {"--solver", "NAME", "auto, dense (all eigenvalues) or sparse (those nearest to zero)"},
    {"--cycles", NULL, "real and imaginary parts in cycles per unit of time, as Adams prints them; of decks always"},
    {"-o", "OUT.h5", "write eigenvalues and shapes as HDF5"},
    {"--page", "OUT.html", "show the modes as a page for any browser: they move one after the other"},
    {"--matrices", "OUT.h5", "write M, C, K, constraint rows and the state space; Matrix Market beside it"},
    {"--response", "FROM:TO", "the frequency response from INPUT to OUTPUT, Hz"},
    {"--points", "N", "of the frequency response (401)"},
    {"--vary", "NAME=FROM:TO:N", "the modes for N values of a parameter: a Campbell diagram"},
    {"--csv", "OUT.csv", "the response, or the modes over the parameter, as CSV; - is standard output"},
    {"--plot", "OUT.svg", "the same as a picture"},
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_modes = {
    .name = "modes",
    .operands = "MODEL [INPUT OUTPUT]",
    .least_operands = 1,
    .most_operands = 3,
    .summary = "eigenvalues and shapes of small motions about a state",
    .options = options,
    .details =
        "The equations are linearised about the start, or about the state of a run; constraints, velocity\n"
        "constraints, gyroscopic terms and states take part. Eigenvalues are sorted by their imaginary part, real\n"
        "ones first; a pair of complex ones is one mode. Zeros are motions that nothing holds.\n"
        "INPUT is one of the model's inputs, a motion, or a component of a force (wind.fx); OUTPUT a column of\n"
        "the results.\n",
    .examples =
        "  sarrus modes pendulum.yaml\n"
        "  sarrus modes rotor.yaml --set speed=300 --count 8\n"
        "  sarrus modes rotor.yaml --vary speed=0:400:41 --plot campbell.svg\n"
        "  sarrus modes crane.yaml --static --page modes.html\n"
        "  sarrus modes car.yaml --response 0.1:50 road body.z --plot response.svg\n",
    .run = run,
};
