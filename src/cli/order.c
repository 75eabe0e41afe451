/* sarrus order: the order of convergence that a method has on a model, measured. */
#include <math.h>

#include "base/file.h"
#include "base/json.h"
#include "cli/order_page.h"
#include "cli/outputs.h"

static void put_series(SarJson *json, const char *name, const SarOrderSeries *series, int32_t count) {
  sar_json_key(json, name);
  sar_json_begin_object(json);
  sar_json_put_reals(json, "errors", series->errors, count);
  sar_json_put_int(json, "at_rounding", series->at_rounding);
  sar_json_put_real(json, "order", series->order);
  sar_json_end_object(json);
}

static void print_json(const SarOrderResult *result, double second) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "method", result->method);
  sar_json_key(&json, "steps");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < result->nsteps; i++) sar_json_real(&json, result->steps[i] / second);
  sar_json_end_array(&json);
  put_series(&json, "position", &result->position, result->nsteps);
  put_series(&json, "velocity", &result->velocity, result->nsteps);
  put_series(&json, "multipliers", &result->multipliers, result->nsteps);
  put_series(&json, "reactions", &result->reactions, result->nsteps);
  sar_json_end_object(&json);
  putchar('\n');
}

static void print_order(double value) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, "%.2f", value);
  printf(" %12s", text);
}

/* `~`: at rounding. */
static void print_error(const SarOrderSeries *series, int32_t i, int32_t count) {
  char text[32] = "-";
  bool rounding = series->errors[i] > 0 && i >= count - series->at_rounding;
  if (isfinite(series->errors[i])) snprintf(text, sizeof text, "%s%.3e", rounding ? "~" : "", series->errors[i]);
  printf(" %12s", text);
}

static bool any_at_rounding(const SarOrderResult *result, const SarOrderSeries *const *series, int32_t count) {
  bool any = false;
  for (int32_t k = 0; k < count; k++) {
    for (int32_t i = result->nsteps - series[k]->at_rounding; i < result->nsteps; i++) {
      any = any || series[k]->errors[i] > 0;
    }
  }
  return any;
}

static void print_text(const SarOrderResult *result, const SarUnits *units) {
  const SarOrderSeries *const series[] = {&result->position, &result->velocity, &result->multipliers,
                                          &result->reactions};
  char head[32];
  snprintf(head, sizeof head, "step, %s", units->time_name);
  printf("%s\n\n%12s %12s %12s %12s %12s\n", result->method, head, "position", "velocity", "multipliers", "reactions");
  for (int32_t i = 0; i < result->nsteps; i++) {
    printf("%12.4e", result->steps[i] / units->time);
    for (int32_t k = 0; k < SAR_COUNT(series); k++) print_error(series[k], i, result->nsteps);
    putchar('\n');
  }
  printf("%12s", "order");
  for (int32_t k = 0; k < SAR_COUNT(series); k++) print_order(series[k]->order);
  putchar('\n');
  if (any_at_rounding(result, series, SAR_COUNT(series))) puts("\n~ at rounding: left out of the order");
}

static const char *const outputs[] = {"-o", "--page"};

/* Files that would destroy each other, the model or the reference. */
static SarStatus check_files(SarCli *cli) {
  const char *reference = sar_arguments_text(&cli->arguments, "--reference");
  for (int32_t i = 0; i < SAR_COUNT(outputs); i++) {
    const char *path = sar_arguments_text(&cli->arguments, outputs[i]);
    SAR_TRY(sar_cli_check_output(cli, path));
    if (!path || !reference || !sar_file_is_same(path, reference)) continue;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the file to write another name",
                      "%s is the reference itself", path);
  }
  return sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs));
}

static SarStatus write_files(SarCli *cli, const SarOrderResult *result) {
  const char *svg = sar_arguments_text(&cli->arguments, "-o"), *page = sar_arguments_text(&cli->arguments, "--page");
  if (svg) SAR_TRY(sar_order_draw(cli, result, svg));
  return page ? sar_order_page(cli, result, page) : SAR_OK;
}

static SarStatus run(SarCli *cli) {
  SAR_TRY(sar_cli_load(cli));
  SAR_TRY(check_files(cli));
  SarOrderOptions options = sar_order_options_default();
  options.method = sar_arguments_text(&cli->arguments, "--method");
  SAR_TRY(sar_cli_time(cli, "--step", &options.step));
  SAR_TRY(sar_cli_time(cli, "--end", &options.end));
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--halvings", 1, SAR_ORDER_MAX - 1, &options.halvings));
  options.reference = sar_arguments_text(&cli->arguments, "--reference");
  SarOrderResult result = {.nsteps = 0};
  SAR_TRY(sar_order(cli->context, cli->system, &options, &result));
  SAR_TRY(write_files(cli, &result));
  if (cli->json) {
    print_json(&result, cli->model->units.time);
    cli->answered = true;
  } else if (!cli->quiet && !sar_cli_writes_to_stdout(cli, outputs, SAR_COUNT(outputs))) {
    print_text(&result, &cli->model->units);
  }
  return SAR_OK;
}

static const SarOption options[] = {
    {"--method", "METHOD", "integrator: NAME or NAME:key=value,... (`sarrus methods` lists them)"},
    {"--step", "H", "the largest step, in the model's unit of time"},
    {"--halvings", "N", "how often the step is halved (4)"},
    {"--reference", "FILE.csv", "compare with this solution: columns named as in the results"},
    {"--end", "T", "end of the simulation, in the model's unit of time"},
    {"-o", "FILE.svg", "draw the errors over the step"},
    {"--page", "FILE.html", "write table and figure as one page that opens in a browser"},
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_order = {
    .name = "order",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "measure the order of convergence of a method on a model",
    .options = options,
    .details =
        "Runs the model with fixed steps, each half of the one before, and compares with a much smaller step.\n"
        "Errors are root mean squares over the second half of the simulation. Those at rounding are marked ~ and\n"
        "left out of the order.\n",
    .examples =
        "  sarrus order pendulum.yaml\n"
        "  sarrus order pendulum.yaml --method hht:alpha=-0.1 --step 1e-2 --halvings 5 --json\n"
        "  sarrus order pendulum.yaml --method lms3 --page order.html\n",
    .run = run,
};
