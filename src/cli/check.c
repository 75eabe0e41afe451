/* sarrus check: what a model is before it moves, and how to cure what is wrong with its joints. */
#include <math.h>
#include <string.h>

#include "cli/check_motion.h"
#include "cli/cli.h"
#include "cli/report.h"

/* The edited model, read again from the disk and checked. */
typedef struct Fixed {
  const char *path; /* null: none was written */
  int32_t redundant, degrees_of_freedom;
  bool healthy;
} Fixed;

/* All there is to print. */
typedef struct Found {
  const SarCheck *check;
  const SarWatch *motion; /* may be null */
  Fixed fixed;
} Found;

/* ---- text ---- */

static void print_count(const char *name, int32_t count) { printf("%-24s %d\n", name, (int)count); }

static const char *plural(int32_t count) { return count == 1 ? "" : "s"; }

static void print_redundant(const SarRedundant *row) {
  printf("  %s: %s: %s", row->joint, row->equation, row->consistent ? "redundant" : "conflicting");
  for (int32_t i = 0; i < row->nwith; i++) printf("%s %s", i ? "," : "; depends on", row->with[i]);
  putchar('\n');
}

/* Why the count of freedoms is not what counting bodies and constraints gives. */
static void print_gruebler(const SarCheck *check) {
  if (check->gruebler == check->degrees_of_freedom) return;
  int32_t repeats = check->degrees_of_freedom - check->gruebler;
  printf("Gruebler's count is %d, the mechanism has %d degree%s of freedom: %d constraint%s repeat%s others\n",
         (int)check->gruebler, (int)check->degrees_of_freedom, plural(check->degrees_of_freedom), (int)repeats,
         plural(repeats), repeats == 1 ? "s" : "");
}

static const char *kind_of(const SarCli *cli, const SarEdit *edit) {
  int32_t element = sar_model_find(cli->model, edit->element);
  SarSection section = element >= 0 ? cli->model->elements[element].class->section : SAR_SECTION_JOINTS;
  return section == SAR_SECTION_MOTIONS ? "motion" : section == SAR_SECTION_EQUATIONS ? "equation" : "joint";
}

static void print_edit(const SarCli *cli, const SarEdit *edit) {
  const char *what = kind_of(cli, edit);
  printf("  ");
  if (edit->included) printf("%s, ", edit->file);
  printf("line %d: %s %s", (int)edit->line, what, edit->element);
  if (edit->count > 1) printf(" and %d more of the same entry", (int)edit->count - 1);
  if (edit->to[0]) {
    printf(": replace `type: %s` by `type: %s`", edit->from, edit->to);
    if (edit->axis[0]) printf(" with `axis: %s`", edit->axis);
    if (edit->axis2[0]) printf(" with `axis2: %s`", edit->axis2);
    if (edit->drops[0]) printf(" and remove `%s`", edit->drops);
  } else {
    printf(": remove it");
  }
  printf("\n    it %s\n", edit->why);
}

static bool any_included(const SarCheck *check) {
  bool any = false;
  for (int32_t i = 0; i < check->nedits; i++) any = any || check->edits[i].included;
  return any;
}

static void print_edits(const SarCli *cli, const SarCheck *check) {
  if (check->nredundant == 0) return;
  if (check->nedits == 0) {
    puts("no edit of joint types was found that cures this");
    return;
  }
  puts("proposed edits");
  for (int32_t i = 0; i < check->nedits; i++) print_edit(cli, &check->edits[i]);
  if (check->edits_suffice) {
    printf("  with %s the mechanism is healthy and keeps its %d degree%s of freedom\n",
           check->nedits == 1 ? "it" : "them", (int)check->degrees_of_freedom, plural(check->degrees_of_freedom));
    if (!sar_arguments_text(&cli->arguments, "--fix") && !any_included(check)) {
      printf("  `--fix FIXED.yaml` writes the model with %s\n", check->nedits == 1 ? "it" : "them");
    }
  } else {
    puts("  they cure a part of the mechanism; for the rest no edit of joint types was found");
  }
}

static void print_fixed(const Fixed *fixed) {
  if (!fixed->path) return;
  printf("%s is written: ", fixed->path);
  if (fixed->healthy) {
    printf("it is healthy, with %d degree%s of freedom\n", (int)fixed->degrees_of_freedom,
           plural(fixed->degrees_of_freedom));
  } else {
    printf("it is not healthy yet, %d constraint%s redundant\n", (int)fixed->redundant,
           fixed->redundant == 1 ? " is" : "s are");
  }
}

static void print_eigenvalue(const SarCli *cli, const SarCheck *check) {
  const SarUnits *units = &cli->model->units;
  double real = check->dominant_eigenvalue[0] * units->time, imaginary = check->dominant_eigenvalue[1] * units->time;
  if (isnan(real)) return;
  printf("%-24s %.4g", "dominant eigenvalue", real);
  if (imaginary != 0) printf(" +- %.4g i", imaginary);
  printf(" 1/%s\n", units->time_name);
}

static void print_text(const SarCli *cli, const Found *found) {
  const SarCheck *check = found->check;
  print_count("bodies", check->bodies);
  print_count("coordinates", check->coordinates);
  print_count("constraints", check->constraints);
  print_count("redundant constraints", check->nredundant);
  for (int32_t i = 0; i < check->nredundant; i++) print_redundant(&check->redundant[i]);
  print_count("degrees of freedom", check->degrees_of_freedom);
  print_gruebler(check);
  printf("%-24s %.3g of the model's length\n", "initial position error", check->initial_position_error);
  printf("%-24s %.3g of the model's length, per second\n", "initial velocity error", check->initial_velocity_error);
  if (!check->assembled) puts("the mechanism cannot be assembled");
  if (cli->verbose) print_eigenvalue(cli, check);
  print_edits(cli, check);
  if (found->motion) sar_cli_print_motion(cli, found->motion);
  print_fixed(&found->fixed);
}

/* ---- JSON ---- */

static void put_redundant(const SarRedundant *row, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "joint", row->joint);
  sar_json_put_text(json, "equation", row->equation);
  sar_json_put_bool(json, "consistent", row->consistent);
  sar_json_put_texts(json, "with", row->with, row->nwith);
  sar_json_end_object(json);
}

static void put_edit(const SarEdit *edit, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "element", edit->element);
  sar_json_put_int(json, "count", edit->count);
  sar_json_put_text(json, "action", edit->action);
  sar_json_put_text(json, "from", edit->from);
  sar_json_put_text(json, "to", edit->to);
  sar_json_put_text(json, "axis", edit->axis);
  sar_json_put_text(json, "axis2", edit->axis2);
  sar_json_put_text(json, "drops", edit->drops);
  sar_json_put_text(json, "file", edit->file);
  sar_json_put_int(json, "line", edit->line);
  sar_json_put_int(json, "column", edit->column);
  sar_json_put_bool(json, "included", edit->included);
  sar_json_put_text(json, "why", edit->why);
  sar_json_end_object(json);
}

static void put_edits(const SarCheck *check, const Fixed *fixed, SarJson *json) {
  sar_json_key(json, "edits");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < check->nedits; i++) put_edit(&check->edits[i], json);
  sar_json_end_array(json);
  sar_json_put_bool(json, "edits_suffice", check->edits_suffice);
  if (!fixed->path) return;
  sar_json_key(json, "fixed");
  sar_json_begin_object(json);
  sar_json_put_text(json, "file", fixed->path);
  sar_json_put_bool(json, "healthy", fixed->healthy);
  sar_json_put_int(json, "redundant", fixed->redundant);
  sar_json_put_int(json, "degrees_of_freedom", fixed->degrees_of_freedom);
  sar_json_end_object(json);
}

static void put_eigenvalue(const SarCli *cli, const SarCheck *check, SarJson *json) {
  double second = cli->model->units.time;
  sar_json_key(json, "dominant_eigenvalue");
  sar_json_begin_object(json);
  sar_json_put_real(json, "real", check->dominant_eigenvalue[0] * second);
  sar_json_put_real(json, "imaginary", check->dominant_eigenvalue[1] * second);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const Found *found, SarStatus status) {
  const SarCheck *check = found->check;
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
  sar_json_put_int(&json, "gruebler", check->gruebler);
  sar_json_put_real(&json, "initial_position_error", check->initial_position_error);
  sar_json_put_real(&json, "initial_velocity_error", check->initial_velocity_error);
  sar_json_put_bool(&json, "assembled", check->assembled);
  put_eigenvalue(cli, check, &json);
  if (found->motion) sar_cli_put_motion(cli, found->motion, &json);
  put_edits(check, &found->fixed, &json);
  sar_report_put_warnings(cli->context, &json);
  if (status != SAR_OK) {
    sar_json_put_int(&json, "code", sar_status_exit_code(status));
    sar_report_put_errors(cli->context, &json);
  }
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- the fixed model ---- */

/* Reads the file that was written like any model. Its messages are the user's too. */
static SarStatus check_again(SarCli *cli, const char *path, Fixed *fixed) {
  SarModel *model = NULL;
  SarSystem *system = NULL;
  const SarCheck *check = NULL;
  SarStatus status = sar_model_read(cli->context, path, cli->model->set, cli->model->nset, &model);
  if (status == SAR_OK) status = sar_system_compile(cli->context, model, &system);
  if (status == SAR_OK) status = sar_check(cli->context, system, &check);
  fixed->path = path;
  if (check) {
    fixed->redundant = check->nredundant;
    fixed->degrees_of_freedom = check->degrees_of_freedom;
    fixed->healthy = status == SAR_OK && check->nredundant == 0 && check->assembled;
  }
  sar_check_destroy(&check);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  return status;
}

/* Writes and checks the edited model. */
static SarStatus fix(SarCli *cli, const SarCheck *check, const char *path, Fixed *fixed) {
  SAR_TRY(sar_check_fix(cli->context, cli->system, check, path));
  SAR_TRY(check_again(cli, path, fixed));
  if (fixed->healthy) return SAR_OK;
  return sar_report(cli->context, SAR_FAILED, sar_nowhere(), NULL, "change the rest by hand",
                    "%s still has redundant constraints", path);
}

static void print(SarCli *cli, const Found *found, SarStatus status) {
  if (cli->json) print_json(cli, found, status);
  if (!cli->json && !cli->quiet) print_text(cli, found);
  cli->answered = cli->json;
}

/* Contradictions that the edits resolve are no failure: what is said about the model as it was goes to a context of its
 * own. Without edits the model is checked as if nothing were to be fixed. */
static SarStatus check_and_fix(SarCli *cli, const char *path, bool *done) {
  SarContext *quiet = sar_context_create();
  const SarCheck *check = NULL;
  Fixed fixed = {0};
  SarStatus status = SAR_OK;
  if (quiet) sar_check(quiet, cli->system, &check);
  *done = check && check->nedits > 0;
  if (*done) {
    status = fix(cli, check, path, &fixed);
    print(cli, &(Found){.check = check, .fixed = fixed}, status);
  }
  sar_check_destroy(&check);
  sar_context_destroy(&quiet);
  return status;
}

static SarStatus run(SarCli *cli) {
  const char *path = sar_arguments_text(&cli->arguments, "--fix");
  SAR_TRY(sar_cli_load(cli));
  SAR_TRY(sar_cli_check_output(cli, path));
  bool done = false;
  if (path) SAR_TRY(check_and_fix(cli, path, &done));
  if (done) return SAR_OK;
  const SarCheck *check = NULL;
  const SarWatch *motion = NULL;
  SarStatus status = sar_check(cli->context, cli->system, &check);
  if (status == SAR_OK) status = sar_cli_watch_motion(cli, &motion);
  if (status == SAR_OK && check && path && check->nredundant > 0) {
    status = sar_check_fix(cli->context, cli->system, check, path); /* says that there is nothing to write */
  }
  if (check) print(cli, &(Found){.check = check, .motion = motion}, status);
  if (path && check && status == SAR_OK && !cli->json && !cli->quiet) {
    printf("nothing to fix: %s is not written\n", path);
  }
  sar_watch_destroy(&motion);
  sar_check_destroy(&check);
  return status;
}

static const SarOption options[] = {
    {"--fix", "OUT.yaml", "write the model with the proposed edits, and check it again"},
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
    .summary = "validate a model, count its freedoms, find redundant constraints and their cure",
    .options = options,
    .details =
        "Exit status 0: healthy, or redundant without contradiction. 1: constraints contradict each other, or\n"
        "the mechanism cannot be assembled. 2: the model is wrong. Suspicious data, and singular poses or a\n"
        "failure along the motion, are warnings.\n"
        "\n"
        "Redundant and contradicting joints come with the smallest set of edits that cures them: other types of\n"
        "joint, or entries to remove. Every edit was tried: the edited model keeps its degrees of freedom. With\n"
        "--fix the exit status is 0 if the file written is healthy. The model itself is never changed.\n",
    .examples =
        "  sarrus check crank.yaml\n"
        "  sarrus check crank.yaml --set r=0.9 --json\n"
        "  sarrus check fourbar.yaml --fix fourbar_fixed.yaml\n",
    .run = run,
};
