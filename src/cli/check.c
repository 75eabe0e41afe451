/* sarrus check: what a model is before it moves, and how to cure what is wrong with its joints. */
#include <math.h>
#include <string.h>

#include "cli/check_contacts.h"
#include "cli/check_motion.h"
#include "cli/cli.h"
#include "cli/length_scale.h"
#include "cli/report.h"
#include "cli/summary_phases.h"
#include "cli/terminal.h"

/* The edited model, read again from the disk and checked. */
typedef struct Fixed {
  const char *path; /* null: none was written */
  int32_t redundant, degrees_of_freedom;
  bool cured;    /* nothing is redundant, and it starts */
  bool healthy;  /* and it keeps its forces, and meets no singular pose on the way */
  bool followed; /* its motion was looked at */
} Fixed;

/* All there is to print. */
typedef struct Found {
  const SarCheck *check;
  const SarWatch *motion;      /* may be null */
  const SarRunSummary *phases; /* may be null */
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
  if (edit->included) sar_print("%s, ", edit->file);
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
  if (edit->loses[0]) printf("    it loses `%s` of this joint: what it does now is gone\n", edit->loses);
}

static bool any_losses(const SarCheck *check) {
  bool any = false;
  for (int32_t i = 0; i < check->nedits; i++) any = any || check->edits[i].loses[0];
  return any;
}

/* Healthy is only what keeps its forces and moves to the end. */
static bool is_well(const SarCheck *check) {
  return !any_losses(check) && !check->edits_motion.fails && check->edits_motion.singular == 0;
}

/* What the edits lead to. */
static void print_outcome(const SarCli *cli, const SarCheck *check) {
  const SarEditsMotion *motion = &check->edits_motion;
  const SarUnits *units = &cli->model->units;
  double end = motion->end / units->time;
  printf("  with %s %s%s and %s its %d degree%s of freedom%s\n", check->nedits == 1 ? "it" : "them",
         is_well(check) ? "the mechanism is healthy" : "nothing is redundant",
         is_well(check) && !motion->followed ? " at the start" : "", is_well(check) ? "keeps" : "the mechanism keeps",
         (int)check->degrees_of_freedom, plural(check->degrees_of_freedom),
         motion->followed ? "" : "; its motion was not followed");
  if (any_losses(check)) {
    puts("  but forces are lost: write them as `forces:` of their own, or leave the joints as they are");
  }
  if (motion->fails) {
    printf("  %s its motion fails at t = %.6g %s%s\n", any_losses(check) ? "and" : "but", end, units->time_name,
           motion->fails_before ? ", with or without" : "");
  }
  if (motion->singular > 0) {
    printf("  %s up to t = %.6g %s it meets %d singular pose%s; the model as it is meets %d\n",
           any_losses(check) || motion->fails ? "and" : "but", end, units->time_name, (int)motion->singular,
           plural(motion->singular), (int)motion->singular_before);
  }
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
    print_outcome(cli, check);
    if (!sar_arguments_text(&cli->arguments, "--fix") && !any_included(check)) {
      printf("  `--fix FIXED.yaml` writes the model with %s\n", check->nedits == 1 ? "it" : "them");
    }
  } else {
    puts("  they cure a part of the mechanism; for the rest no edit of joint types was found");
  }
}

static void print_fixed(const Fixed *fixed) {
  if (!fixed->path) return;
  sar_print("%s is written: ", fixed->path);
  const char *freedoms = plural(fixed->degrees_of_freedom);
  int dof = (int)fixed->degrees_of_freedom;
  if (!fixed->cured) {
    printf("it is not healthy yet, %d constraint%s redundant\n", (int)fixed->redundant,
           fixed->redundant == 1 ? " is" : "s are");
  } else if (fixed->healthy) {
    printf("it is healthy%s, with %d degree%s of freedom\n", fixed->followed ? "" : " at the start", dof, freedoms);
  } else {
    printf("nothing is redundant in it, with %d degree%s of freedom, but it is not healthy\n", dof, freedoms);
  }
}

static void print_eigenvalue(const SarCli *cli, const char *name, const double *value) {
  const SarUnits *units = &cli->model->units;
  if (isnan(value[0])) return;
  printf("%-24s %.4g", name, value[0] * units->time);
  if (value[1] != 0) printf(" +- %.4g i", value[1] * units->time);
  printf(" 1/%s\n", units->time_name);
}

static void print_eigenvalues(const SarCli *cli, const SarCheck *check) {
  const double *fast = check->dominant_eigenvalue, *slow = check->slowest_eigenvalue;
  double ratio = hypot(fast[0], fast[1]) / hypot(slow[0], slow[1]);
  print_eigenvalue(cli, "dominant eigenvalue", fast);
  print_eigenvalue(cli, "slowest eigenvalue", slow);
  if (isfinite(ratio)) printf("%-24s %.3g\n", "fastest over slowest", ratio);
}

/* Forces of stiff parts magnify the error of the motion: which part that is, is worth a line. */
static void print_stiffest(const SarCli *cli, const SarCheck *check) {
  const SarUnits *units = &cli->model->units;
  const SarStiffest *s = &check->stiffest;
  if (!s->element[0]) return;
  printf("%-24s %s, which %s at %.2g 1/%s", "stiffest force", s->element, s->damps ? "damps" : "vibrates",
         s->rate * units->time, units->time_name);
  double size = hypot(check->dominant_eigenvalue[0], check->dominant_eigenvalue[1]) * units->time;
  if (isfinite(size)) printf(" (fastest motion of all: %.2g 1/%s)", size, units->time_name);
  putchar('\n');
}

static void put_stiffest(const SarCli *cli, const SarCheck *check, SarJson *json) {
  const SarStiffest *s = &check->stiffest;
  sar_json_key(json, "stiffest_force");
  sar_json_begin_object(json);
  sar_json_put_text(json, "element", s->element[0] ? s->element : NULL);
  sar_json_put_real(json, "rate", s->rate * cli->model->units.time);
  sar_json_put_bool(json, "damps", s->damps);
  sar_json_end_object(json);
}

static void print_text(const SarCli *cli, const Found *found) {
  const SarCheck *check = found->check;
  if (check->bodies || !check->nodes) print_count("bodies", check->bodies);
  if (check->nodes) print_count("nodes", check->nodes);
  print_count("coordinates", check->coordinates);
  print_count("constraints", check->constraints);
  print_count("redundant constraints", check->nredundant);
  for (int32_t i = 0; i < check->nredundant; i++) print_redundant(&check->redundant[i]);
  print_count("degrees of freedom", check->degrees_of_freedom);
  print_gruebler(check);
  printf("%-24s ", "length scale");
  sar_cli_print_length(&check->length_scale, &cli->model->units, stdout);
  printf("%-24s %.3g of the model's length\n", "initial position error", check->initial_position_error);
  printf("%-24s %.3g of the model's length, per second\n", "initial velocity error", check->initial_velocity_error);
  if (!check->assembled) puts("the mechanism cannot be assembled");
  if (cli->verbose) print_eigenvalues(cli, check);
  print_stiffest(cli, check);
  sar_cli_print_contacts(cli, check);
  print_edits(cli, check);
  if (found->motion) sar_cli_print_motion(cli, found->motion);
  if (found->phases) sar_summary_print_phases(found->phases, &cli->model->units, stdout);
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
  sar_json_put_text(json, "loses", edit->loses);
  sar_json_put_text(json, "file", edit->file);
  sar_json_put_int(json, "line", edit->line);
  sar_json_put_int(json, "column", edit->column);
  sar_json_put_bool(json, "included", edit->included);
  sar_json_put_text(json, "why", edit->why);
  sar_json_end_object(json);
}

/* The motion that the edits lead to. */
static void put_edits_motion(const SarCli *cli, const SarEditsMotion *motion, SarJson *json) {
  sar_json_key(json, "edits_motion");
  sar_json_begin_object(json);
  sar_json_put_bool(json, "followed", motion->followed);
  sar_json_put_bool(json, "fails", motion->fails);
  sar_json_put_bool(json, "fails_before", motion->fails_before);
  sar_json_put_int(json, "singular", motion->singular);
  sar_json_put_int(json, "singular_before", motion->singular_before);
  sar_json_put_real(json, "end_time", motion->end / cli->model->units.time);
  sar_json_end_object(json);
}

static void put_edits(const SarCli *cli, const SarCheck *check, const Fixed *fixed, SarJson *json) {
  sar_json_key(json, "edits");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < check->nedits; i++) put_edit(&check->edits[i], json);
  sar_json_end_array(json);
  sar_json_put_bool(json, "edits_suffice", check->edits_suffice);
  put_edits_motion(cli, &check->edits_motion, json);
  if (!fixed->path) return;
  sar_json_key(json, "fixed");
  sar_json_begin_object(json);
  sar_json_put_text(json, "file", fixed->path);
  sar_json_put_bool(json, "healthy", fixed->healthy);
  sar_json_put_bool(json, "followed", fixed->followed);
  sar_json_put_int(json, "redundant", fixed->redundant);
  sar_json_put_int(json, "degrees_of_freedom", fixed->degrees_of_freedom);
  sar_json_end_object(json);
}

static void put_eigenvalue(const SarCli *cli, const char *key, const double *value, SarJson *json) {
  double second = cli->model->units.time;
  sar_json_key(json, key);
  sar_json_begin_object(json);
  sar_json_put_real(json, "real", value[0] * second);
  sar_json_put_real(json, "imaginary", value[1] * second);
  sar_json_end_object(json);
}

static void print_json(const SarCli *cli, const Found *found, SarStatus status) {
  const SarCheck *check = found->check;
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_int(&json, "bodies", check->bodies);
  sar_json_put_int(&json, "nodes", check->nodes);
  sar_json_put_int(&json, "contacts", check->ncontacts);
  sar_json_put_int(&json, "coordinates", check->coordinates);
  sar_json_put_int(&json, "constraints", check->constraints);
  sar_json_key(&json, "redundant");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < check->nredundant; i++) put_redundant(&check->redundant[i], &json);
  sar_json_end_array(&json);
  sar_json_put_int(&json, "degrees_of_freedom", check->degrees_of_freedom);
  sar_json_put_int(&json, "gruebler", check->gruebler);
  sar_cli_put_length(&check->length_scale, &cli->model->units, &json);
  sar_json_put_real(&json, "initial_position_error", check->initial_position_error);
  sar_json_put_real(&json, "initial_velocity_error", check->initial_velocity_error);
  sar_json_put_bool(&json, "assembled", check->assembled);
  put_eigenvalue(cli, "dominant_eigenvalue", check->dominant_eigenvalue, &json);
  put_eigenvalue(cli, "slowest_eigenvalue", check->slowest_eigenvalue, &json);
  put_stiffest(cli, check, &json);
  sar_cli_put_contacts(cli, check, &json);
  if (found->motion) sar_cli_put_motion(cli, found->motion, &json);
  if (found->phases) sar_summary_put_phases(found->phases, &cli->model->units, &json);
  put_edits(cli, check, &found->fixed, &json);
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
  if (status == SAR_OK) status = sar_check_until(cli->context, system, 0, &check);
  fixed->path = path;
  if (check) {
    fixed->redundant = check->nredundant;
    fixed->degrees_of_freedom = check->degrees_of_freedom;
    fixed->cured = status == SAR_OK && check->nredundant == 0 && check->assembled;
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
  fixed->healthy = fixed->cured && is_well(check);
  fixed->followed = check->edits_motion.followed;
  if (fixed->cured) return SAR_OK;
  return sar_report(cli->context, SAR_FAILED, sar_nowhere(), NULL, "change the rest by hand",
                    "%s still has redundant constraints", path);
}

static void print(SarCli *cli, const Found *found, SarStatus status) {
  if (cli->json) print_json(cli, found, status);
  if (!cli->json && !cli->quiet && status != SAR_INPUT) print_text(cli, found); /* nothing is known of wrong input */
  cli->answered = cli->json;
}

/* Contradictions that the edits resolve are no failure: what is said about the model as it was goes to a context of its
 * own. Without edits the model is checked as if nothing were to be fixed. */
static SarStatus check_and_fix(SarCli *cli, const char *path, double end, bool *done) {
  SarContext *quiet = sar_context_create();
  const SarCheck *check = NULL;
  Fixed fixed = {0};
  SarStatus status = SAR_OK;
  if (quiet) sar_check_until(quiet, cli->system, end, &check);
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
  double end = NAN;
  SAR_TRY(sar_cli_time(cli, "--end", &end));
  if (sar_arguments_has(&cli->arguments, "--start-only")) end = 0;
  if (path) SAR_TRY(check_and_fix(cli, path, end, &done));
  if (done) return SAR_OK;
  const SarCheck *check = NULL;
  const SarWatch *motion = NULL;
  SarStatus status = sar_check_until(cli->context, cli->system, end, &check);
  if (status == SAR_OK) status = sar_cli_watch_motion(cli, &motion);
  SarRunSummary phases = {0};
  bool all = cli->model->nphases && !sar_arguments_has(&cli->arguments, "--start-only");
  if (status == SAR_OK && all) status = sar_cli_check_phases(cli, &phases);
  if (status == SAR_OK && check && path && check->nredundant > 0) {
    status = sar_check_fix(cli->context, cli->system, check, path); /* says that there is nothing to write */
  }
  if (check) print(cli, &(Found){.check = check, .motion = motion, .phases = all ? &phases : NULL}, status);
  if (path && check && status == SAR_OK && !cli->json && !cli->quiet) {
    sar_print("nothing to fix: %s is not written\n", path);
  }
  sar_watch_destroy(&motion);
  sar_check_destroy(&check);
  return status;
}

static const SarOption options[] = {
    {"--fix", "OUT.yaml", "write the model with the proposed edits, and check it again"},
    {"--start-only", NULL, "look at the start alone, not at the motion"},
    {"--end", "T", "watch the motion up to this time, in the model's unit, instead of `simulate: {end}`"},
    SAR_MODEL_OPTIONS,
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
        "joint, or entries to remove. Every edit was tried: the edited model keeps its degrees of freedom, and\n"
        "its motion was followed as far as the model's own. Healthy is what loses no force, friction or stop and\n"
        "meets no singular pose on the way. With --fix the exit status is 0 if nothing is redundant in the\n"
        "file written. The model itself is never changed.\n",
    .examples =
        "  sarrus check crank.yaml\n"
        "  sarrus check crank.yaml --set r=0.9 --json\n"
        "  sarrus check fourbar.yaml --fix fourbar_fixed.yaml\n",
    .run = run,
};
