/* sarrus order: the order of convergence that a method has on a model, measured. */
#include <math.h>

#include "base/json.h"
#include "cli/cli.h"

static void put_series(SarJson *json, const char *name, const SarOrderSeries *series, int32_t count) {
  sar_json_key(json, name);
  sar_json_begin_object(json);
  sar_json_key(json, "errors");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < count; i++) sar_json_real(json, series->errors[i]);
  sar_json_end_array(json);
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

static void print_cell(double value, const char *format) {
  char text[32] = "-";
  if (isfinite(value)) snprintf(text, sizeof text, format[0] == 'e' ? "%.3e" : "%.2f", value);
  printf(" %12s", text);
}

static void print_text(const SarOrderResult *result, const SarUnits *units) {
  const SarOrderSeries *const series[] = {&result->position, &result->velocity, &result->multipliers,
                                          &result->reactions};
  char head[32];
  snprintf(head, sizeof head, "step, %s", units->time_name);
  printf("%s\n\n%12s %12s %12s %12s %12s\n", result->method, head, "position", "velocity", "multipliers", "reactions");
  for (int32_t i = 0; i < result->nsteps; i++) {
    printf("%12.4e", result->steps[i] / units->time);
    for (int32_t k = 0; k < SAR_COUNT(series); k++) print_cell(series[k]->errors[i], "e");
    putchar('\n');
  }
  printf("%12s", "order");
  for (int32_t k = 0; k < SAR_COUNT(series); k++) print_cell(series[k]->order, "f");
  putchar('\n');
}

static SarStatus run(SarCli *cli) {
  SAR_TRY(sar_cli_load(cli));
  SarOrderOptions options = sar_order_options_default();
  options.method = sar_arguments_text(&cli->arguments, "--method");
  SAR_TRY(sar_cli_time(cli, "--step", &options.step));
  SAR_TRY(sar_cli_time(cli, "--end", &options.end));
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--halvings", 1, SAR_ORDER_MAX - 1, &options.halvings));
  options.reference = sar_arguments_text(&cli->arguments, "--reference");
  SarOrderResult result = {.nsteps = 0};
  SAR_TRY(sar_order(cli->context, cli->system, &options, &result));
  if (cli->json) {
    print_json(&result, cli->model->units.time);
    cli->answered = true;
  } else if (!cli->quiet) {
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
    SAR_SET_OPTION,
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
        "Errors are root mean squares over the second half of the simulation.\n",
    .examples =
        "  sarrus order pendulum.yaml\n"
        "  sarrus order pendulum.yaml --method hht:alpha=-0.1 --step 1e-2 --halvings 5 --json\n",
    .run = run,
};
