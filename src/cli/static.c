/* sarrus static: where a mechanism rests, as tables for people and as results with the columns of a run. */
#include "cli/static.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/page.h"
#include "cli/range.h"
#include "cli/report.h"
#include "cli/simulate.h"
#include "cli/state_tables.h"

typedef struct Found {
  SarCli *cli;
  SarStaticLines lines;
  SarStatus status; /* of keeping them */
} Found;

static int keep(void *self, const SarStaticState *state) {
  Found *found = self;
  found->status = sar_static_lines_add(found->cli, &found->lines, state->time / found->cli->model->units.time, state);
  return found->status != SAR_OK || sar_interrupt_requested();
}

static const char *status_name(SarRunStatus status) {
  return status == SAR_RUN_DONE ? "done" : status == SAR_RUN_INTERRUPTED ? "interrupted" : "failed";
}

static void print_json(SarCli *cli, SarStatus status, const SarStaticSummary *s, const Found *found) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", status_name(s->status));
  if (status != SAR_OK) sar_json_put_int(&json, "code", sar_status_exit_code(status));
  sar_json_put_real(&json, "time", s->state.time / cli->model->units.time);
  sar_json_put_int(&json, "bodies", s->bodies);
  sar_json_put_int(&json, "degrees_of_freedom", s->degrees_of_freedom);
  sar_static_put_state(&json, &s->state);
  if (sar_arguments_has(&cli->arguments, "--buckling")) sar_static_put_buckling(&json, &s->state.buckling);
  sar_json_put_int(&json, "residuals", s->residuals);
  sar_json_put_int(&json, "factorisations", s->factorisations);
  sar_json_put_int(&json, "solves", s->solves);
  sar_json_put_real(&json, "cpu_seconds", s->cpu_seconds);
  if (sar_arguments_has(&cli->arguments, "--times")) sar_static_put_lines(&json, &found->lines, "time");
  if (status != SAR_OK) sar_report_put_errors(cli->context, &json);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
  cli->answered = true;
}

static void print_verdict(const SarStaticState *s) {
  if (isnan(s->lowest_eigenvalue)) {
    puts(s->stable ? "nothing can move: joints, motions and controllers determine the position"
                   : "whether it is stable is not known: the matrix is too close to a singular one");
    return;
  }
  printf("%s: lowest eigenvalue of the stiffness %.6g 1/s^2", sar_static_verdict(s), s->lowest_eigenvalue);
  if (s->lowest_eigenvalue > 0) printf(" (%.6g Hz)", sqrt(s->lowest_eigenvalue) / (2 * 3.14159265358979323846));
  if (s->element[0]) printf(", mostly in %s (%s)", s->element, s->direction);
  putchar('\n');
}

static void print_found(SarCli *cli, const SarStaticSummary *s, const Found *found, const SarTable *table) {
  const SarUnits *units = &cli->model->units;
  bool series = sar_arguments_has(&cli->arguments, "--times");
  printf("%s at t = %.6g %s\n", series ? "last equilibrium" : "equilibrium", s->state.time / units->time,
         units->time_name);
  printf("%d iteration%s, %d load step%s", (int)s->state.iterations, s->state.iterations == 1 ? "" : "s",
         (int)s->state.load_steps, s->state.load_steps == 1 ? "" : "s");
  if (s->state.relaxations) {
    printf(", %d step%s of relaxation", (int)s->state.relaxations, s->state.relaxations == 1 ? "" : "s");
  }
  printf("; residual %.2g of the largest force\n", s->state.residual);
  print_verdict(&s->state);
  if (sar_arguments_has(&cli->arguments, "--buckling")) sar_static_print_buckling(&s->state.buckling);
  if (series) {
    char name[64];
    snprintf(name, sizeof name, "time %s", units->time_name);
    putchar('\n');
    sar_static_print_lines(&found->lines, name);
  }
  sar_cli_print_state(cli->model, table, SAR_STATE_STATIC);
}

static SarStatus refuse_same(SarCli *cli, const char *one, const char *other) {
  if (!one || !other || strcmp(one, "/dev/null") == 0 || !sar_file_is_same(one, other)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give each of them a file of its own",
                    "two outputs go to the same file, %s", one);
}

static SarStatus read_options(SarCli *cli, SarStaticOptions *options) {
  const SarArguments *given = &cli->arguments;
  const char *times = sar_arguments_text(given, "--times"), *page = sar_arguments_text(given, "--page");
  options->csv = sar_arguments_text(given, "--csv");
  options->hdf5 = sar_arguments_text(given, "-o");
  if (options->hdf5 && strcmp(options->hdf5, "none") == 0) options->hdf5 = NULL;
  options->relax = sar_arguments_has(given, "--relax");
  SAR_TRY(sar_arguments_count(cli->context, given, "--buckling", 1, SAR_BUCKLING_MOST, &options->buckling));
  if (times) {
    SarCliRange range;
    SAR_TRY(sar_cli_range(cli, "--times", times, &range));
    options->from = range.from * cli->model->units.time;
    options->to = range.to * cli->model->units.time;
    options->count = range.count;
  }
  if (page && !options->hdf5) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "add -o and the name of a file",
                      "a page is made from the results, and these are not kept");
  }
  SAR_TRY(refuse_same(cli, options->hdf5, options->csv));
  SAR_TRY(refuse_same(cli, options->hdf5, page));
  SAR_TRY(refuse_same(cli, options->csv, page));
  if (page) SAR_TRY(sar_cli_check_page(cli, options->hdf5));
  SAR_TRY(sar_cli_check_output(cli, options->hdf5));
  SAR_TRY(sar_cli_check_output(cli, options->csv));
  return sar_cli_check_document(cli, options->csv);
}

static SarStatus find(SarCli *cli, const SarStaticOptions *options, SarTable *table, Found *found) {
  SarStaticSummary summary;
  sar_interrupt_watch();
  SarStatus status = sar_static(cli->context, cli->system, options, &summary);
  if (found->status != SAR_OK) status = found->status;
  SarSimulated run = {.model = cli->model, .summary = {.rows = summary.rows}};
  SarStatus paged = sar_cli_page_run(cli, status, options->hdf5, &run);
  sar_cli_report(cli);
  int code = sar_status_exit_code(status);
  bool quiet = cli->quiet || (options->csv && strcmp(options->csv, "-") == 0);
  if (cli->json && (code == 0 || code == 1 || code == 130)) {
    print_json(cli, status, &summary, found);
  } else if (!quiet && summary.rows > 0) {
    print_found(cli, &summary, found, table);
  }
  return status == SAR_OK ? paged : status;
}

static SarStatus run(SarCli *cli) {
  const char *vary = sar_arguments_text(&cli->arguments, "--vary");
  SAR_TRY(sar_cli_check_streams(cli));
  SAR_TRY(sar_cli_load(cli));
  sar_cli_first_phase(cli);
  if (vary) return sar_cli_static_vary(cli, vary);
  SarStaticOptions options = sar_static_options_default();
  SAR_TRY(read_options(cli, &options));
  Found found = {.cli = cli};
  SarTable *table = NULL;
  SAR_TRY(sar_table_create(cli->context, &table));
  options.table = table;
  options.each = keep;
  options.self = &found;
  SarStatus status = find(cli, &options, table, &found);
  sar_table_destroy(&table);
  free(found.lines.lines);
  return status;
}

static const SarOption options[] = {
    {"-o", "OUT.h5", "results as HDF5, with the columns of a run; without it no file is written"},
    {"--csv", "OUT.csv", "results as CSV; - is standard output"},
    {"--times", "FROM:TO:N", "N equilibria with motions and loads as at these times, in the model's unit of time"},
    {"--vary", "NAME=FROM:TO:N", "N equilibria with these values of a parameter, as a table and as --csv"},
    {"--buckling", "N", "the N smallest load factors with which it buckles"},
    {"--relax", NULL, "go downhill by dynamic relaxation from the beginning, to a stable equilibrium"},
    SAR_PAGE_OPTION,
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_static = {
    .name = "static",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "find the equilibrium: position, reactions, and whether it is stable",
    .options = options,
    .details =
        "Everything is at rest: velocities are zero, motions and loads are as they are at t = 0 or at --times, each\n"
        "beginning where the last one ended. States and variables rest, too. Where there is no equilibrium, the\n"
        "direction in which nothing holds the mechanism is named, and the exit status is 1.\n"
        "`simulate: {start: static}` or `sarrus run --static` starts a run from the equilibrium.\n",
    .examples =
        "  sarrus static car.yaml\n"
        "  sarrus static car.yaml -o rest.h5 --page rest.html\n"
        "  sarrus static crane.yaml --times 0:10:50 --csv series.csv\n"
        "  sarrus static toggle.yaml --vary load=0:500:26 --csv path.csv\n",
    .run = run,
};
