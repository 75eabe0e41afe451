/* sarrus check: what a model is before it moves. */
#include <inttypes.h>
#include <math.h>

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

static void print_motion(const SarCli *cli, const SarWatch *motion) {
  const SarUnits *units = &cli->model->units;
  printf("%-24s up to t = %.6g %s, %" PRId64 " steps%s\n", "motion", motion->end_time / units->time, units->time_name,
         motion->steps, motion->failed ? ", then it fails" : "");
  if (!isfinite(motion->smallest_singular_value)) return;
  print_count("singular poses", motion->nsingular);
  printf("%-24s %.2g to %.2g\n", "smallest singular value", motion->smallest_singular_value,
         motion->largest_singular_value);
  if (!cli->verbose) return; /* the warnings name them */
  for (int32_t i = 0; i < motion->nsingular; i++) {
    const SarSingularPose *pose = &motion->singular[i];
    printf("  t = %.6g %s: %s: %s; %s: %s; singular value %.2g\n", pose->time / units->time, units->time_name,
           pose->joint, pose->equation, pose->body, pose->direction, pose->value);
  }
}

static void put_motion(const SarCli *cli, const SarWatch *motion, SarJson *json) {
  double second = cli->model->units.time;
  sar_json_key(json, "motion");
  sar_json_begin_object(json);
  sar_json_put_real(json, "end_time", motion->end_time / second);
  sar_json_put_int(json, "steps", motion->steps);
  sar_json_put_bool(json, "failed", motion->failed);
  sar_json_put_bool(json, "cut", motion->cut);
  sar_json_put_int(json, "rank_min", motion->rank_min);
  sar_json_put_int(json, "rank_max", motion->rank_max);
  sar_json_put_real(json, "smallest_singular_value", motion->smallest_singular_value);
  sar_json_key(json, "singular");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < motion->nsingular; i++) {
    const SarSingularPose *pose = &motion->singular[i];
    sar_json_begin_object(json);
    sar_json_put_real(json, "time", pose->time / second);
    sar_json_put_text(json, "joint", pose->joint);
    sar_json_put_text(json, "equation", pose->equation);
    sar_json_put_text(json, "body", pose->body);
    sar_json_put_text(json, "direction", pose->direction);
    sar_json_put_real(json, "value", pose->value);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const SarCheck *check, const SarWatch *motion, SarStatus status) {
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
  if (motion) put_motion(cli, motion, &json);
  sar_report_put_warnings(cli->context, &json);
  if (status != SAR_OK) {
    sar_json_put_int(&json, "code", sar_status_exit_code(status));
    sar_report_put_errors(cli->context, &json);
  }
  sar_json_end_object(&json);
  putchar('\n');
}

/* The motion, if the start is sound and there is a time to simulate. */
static SarStatus watch(SarCli *cli, const SarWatch **motion) {
  double end = NAN;
  SAR_TRY(sar_cli_time(cli, "--end", &end));
  if (sar_arguments_has(&cli->arguments, "--start-only")) return SAR_OK;
  if (isnan(end) && isnan(sar_model_simulation(cli->model)->end)) return SAR_OK;
  return sar_watch(cli->context, cli->system, end, motion);
}

static SarStatus run(SarCli *cli) {
  SAR_TRY(sar_cli_load(cli));
  const SarCheck *check = NULL;
  const SarWatch *motion = NULL;
  SarStatus status = sar_check(cli->context, cli->system, &check);
  if (status == SAR_OK) status = watch(cli, &motion);
  if (check && cli->json) {
    print_json(cli, check, motion, status);
    cli->answered = true;
  } else if (check && !cli->quiet) {
    print_text(check);
    if (motion) print_motion(cli, motion);
  }
  sar_watch_destroy(&motion);
  sar_check_destroy(&check);
  return status;
}

static const SarOption options[] = {
    {"--start-only", NULL, "look at the start alone, not at the motion"},
    {"--end", "T", "watch the motion up to this time, in the model's unit, instead of `simulate: {end}`"},
    SAR_SET_OPTION,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_check = {
    .name = "check",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "validate a model, count its freedoms, find redundant constraints",
    .options = options,
    .details =
        "Exit status 0: healthy, or redundant without contradiction. 1: constraints contradict each other, or\n"
        "the mechanism cannot be assembled. 2: the model is wrong. Suspicious data, and singular poses or a\n"
        "failure along the motion, are warnings.\n",
    .examples =
        "  sarrus check crank.yaml\n"
        "  sarrus check crank.yaml --set r=0.9 --json\n",
    .run = run,
};
