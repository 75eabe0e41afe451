/* sarrus check: what a model is before it moves. */
#include "cli/cli.h"
#include "cli/report.h"

static void print_count(const char *name, int32_t count) { printf("%-24s %d\n", name, (int)count); }

static void print_redundant(const SarRedundant *row) {
  printf("  %s: %s: %s", row->joint, row->equation, row->consistent ? "redundant" : "conflicting");
  for (int32_t i = 0; i < row->nwith; i++) printf("%s %s", i ? "," : "; depends on", row->with[i]);
  putchar('\n');
}

static void print_text(const SarCheck *check) {
  print_count("bodies", check->bodies);
  print_count("coordinates", check->coordinates);
  print_count("constraints", check->constraints);
  print_count("redundant constraints", check->nredundant);
  for (int32_t i = 0; i < check->nredundant; i++) print_redundant(&check->redundant[i]);
  print_count("degrees of freedom", check->degrees_of_freedom);
  printf("%-24s %.3g of the model's length\n", "initial position error", check->initial_position_error);
  printf("%-24s %.3g of the model's length, per second\n", "initial velocity error", check->initial_velocity_error);
  if (!check->assembled) puts("the mechanism cannot be assembled");
}

static void put_redundant(const SarRedundant *row, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "joint", row->joint);
  sar_json_put_text(json, "equation", row->equation);
  sar_json_put_bool(json, "consistent", row->consistent);
  sar_json_key(json, "with");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < row->nwith; i++) sar_json_text(json, row->with[i]);
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const SarCheck *check, SarStatus status) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_int(&json, "bodies", check->bodies);
  sar_json_put_int(&json, "coordinates", check->coordinates);
  sar_json_put_int(&json, "constraints", check->constraints);
  sar_json_key(&json, "redundant");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < check->nredundant; i++) put_redundant(&check->redundant[i], &json);
  sar_json_end_array(&json);
  sar_json_put_int(&json, "degrees_of_freedom", check->degrees_of_freedom);
  sar_json_put_real(&json, "initial_position_error", check->initial_position_error);
  sar_json_put_real(&json, "initial_velocity_error", check->initial_velocity_error);
  sar_json_put_bool(&json, "assembled", check->assembled);
  sar_report_put_warnings(cli->context, &json);
  if (status != SAR_OK) {
    sar_json_put_int(&json, "code", sar_status_exit_code(status));
    sar_report_put_errors(cli->context, &json);
  }
  sar_json_end_object(&json);
  putchar('\n');
}

static SarStatus run(SarCli *cli) {
  SAR_TRY(sar_cli_load(cli));
  const SarCheck *check = NULL;
  SarStatus status = sar_check(cli->context, cli->system, &check);
  if (check && cli->json) {
    print_json(cli, check, status);
    cli->answered = true;
  } else if (check && !cli->quiet) {
    print_text(check);
  }
  sar_check_destroy(&check);
  return status;
}

static const SarOption options[] = {SAR_SET_OPTION, SAR_COMMON_OPTIONS};

const SarVerb sar_verb_check = {
    .name = "check",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "validate a model, count its freedoms, find redundant constraints",
    .options = options,
    .details =
        "Exit status 0: healthy, or redundant without contradiction. 1: constraints contradict each other, or\n"
        "the mechanism cannot be assembled. 2: the model is wrong.\n",
    .examples =
        "  sarrus check crank.yaml\n"
        "  sarrus check crank.yaml --set r=0.9 --json\n",
    .run = run,
};
