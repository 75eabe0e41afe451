/* sarrus race: work against precision of all methods on a model. */
#include <math.h>
#include <string.h>

#include "base/json.h"
#include "base/text.h"
#include "cli/cli.h"
#include "cli/interrupt.h"
#include "cli/outputs.h"
#include "cli/progress.h"
#include "cli/race_view.h"

#define MOST_RUNGS 32
#define USUAL_BUDGET 60 /* s */

/* ---- text ---- */

static void print_error(double value, double difference) { printf(" %9s", sar_race_error(value, difference).text); }

static void print_run(const char *method, const SarRaceRun *run, const SarRaceErrors *difference, double second) {
  printf("%-30s %-14s", method, sar_race_setting(run, second).text);
  if (!run->done) {
    printf(" %s: %s\n", sar_race_run_status(run), run->reason);
    return;
  }
  printf(" %8lld %8lld %10lld %8lld %10lld %10.3e", (long long)run->steps, (long long)run->rejected,
         (long long)run->iterations, (long long)run->factorisations, (long long)run->solves, run->cpu_seconds);
  print_error(run->errors.position, difference->position);
  print_error(run->errors.velocity, difference->velocity);
  print_error(run->errors.multipliers, difference->reactions);
  print_error(run->errors.reactions, difference->reactions);
  putchar('\n');
}

static void print_runs(const SarRace *race, const SarRaceMethod *const *ranked, double second) {
  printf("\n%-30s %-14s %8s %8s %10s %8s %10s %10s %9s %9s %9s %9s\n", "method", "", "steps", "rejected", "iterations",
         "matrices", "solves", "CPU, s", "position", "velocity", "multipl.", "reactions");
  for (int32_t i = 0; i < race->nmethods; i++) {
    for (int32_t k = 0; k < ranked[i]->nruns; k++) {
      print_run(ranked[i]->method, &ranked[i]->runs[k], &race->difference, second);
    }
  }
}

static void print_ranking(const SarRace *race, const SarRaceMethod *const *ranked) {
  int32_t count = race->nmethods;
  printf("\nCPU time in ms for a position error of\n%-30s", "");
  for (int32_t k = 0; k < SAR_RACE_TARGETS; k++) printf(" %9.0e", sar_race_target(k));
  for (int32_t i = 0; i < count; i++) {
    if (ranked[i]->nruns == 0) continue;
    printf("\n%-30s", ranked[i]->method);
    for (int32_t k = 0; k < SAR_RACE_TARGETS; k++) {
      double cpu = sar_race_need(race, ranked[i], k);
      if (isnan(cpu))
        printf(" %9s", "-");
      else
        printf(" %9.3g", 1e3 * cpu);
    }
  }
  putchar('\n');
}

static void print_absent(const SarRace *race) {
  bool first = true;
  for (int32_t i = 0; i < race->nmethods; i++) {
    if (!race->methods[i].reason) continue;
    if (first) puts("\nnot in the race:");
    first = false;
    printf("  %s: %s\n", race->methods[i].method, race->methods[i].reason);
  }
}

static void print_references(const SarRace *race) {
  const SarRaceErrors *d = &race->difference;
  if (race->references[0]) {
    printf("references: %s and %s at tolerance %.0e\n", race->references[0], race->references[1], race->tolerance);
    printf("they differ by %.1e in position and %.1e in velocity", d->position, d->velocity);
    if (isfinite(d->reactions)) printf(", and by %.1e in reactions", d->reactions);
    puts("; errors marked ~ are not much larger");
  }
  if (race->reference_note) puts(race->reference_note);
}

static SarStatus print_text(SarCli *cli, const SarRace *race) {
  const SarRaceMethod **ranked = sar_race_ranked(cli->arena, race);
  if (!ranked) return sar_report_no_memory(cli->context);
  print_references(race);
  print_runs(race, ranked, cli->model->units.time);
  if (race->references[0]) print_ranking(race, ranked);
  print_absent(race);
  SarRaceLine missing = sar_race_missing(race);
  if (missing.text[0]) printf("\n%s\n", missing.text);
  return SAR_OK;
}

/* ---- JSON ---- */

static void put_errors(SarJson *json, const char *name, const SarRaceErrors *errors) {
  sar_json_key(json, name);
  sar_json_begin_object(json);
  sar_json_put_real(json, "position", errors->position);
  sar_json_put_real(json, "velocity", errors->velocity);
  sar_json_put_real(json, "multipliers", errors->multipliers);
  sar_json_put_real(json, "reactions", errors->reactions);
  sar_json_end_object(json);
}

static void put_run(SarJson *json, const SarRaceRun *run, double second) {
  sar_json_begin_object(json);
  sar_json_put_real(json, "tolerance", run->tolerance);
  sar_json_put_real(json, "step", run->step / second);
  sar_json_put_text(json, "status", sar_race_run_status(run));
  sar_json_put_text(json, "reason", run->reason);
  put_errors(json, "errors", &run->errors);
  sar_json_put_bool(json, "limited", run->limited);
  sar_json_put_real(json, "cpu_seconds", run->cpu_seconds);
  sar_json_put_int(json, "steps", run->steps);
  sar_json_put_int(json, "rejected", run->rejected);
  sar_json_put_int(json, "iterations", run->iterations);
  sar_json_put_int(json, "residuals", run->residuals);
  sar_json_put_int(json, "jacobians", run->jacobians);
  sar_json_put_int(json, "factorisations", run->factorisations);
  sar_json_put_int(json, "solves", run->solves);
  sar_json_end_object(json);
}

static void put_needs(SarJson *json, const SarRace *race, const SarRaceMethod *method) {
  sar_json_key(json, "needs");
  sar_json_begin_array(json);
  for (int32_t k = 0; k < SAR_RACE_TARGETS; k++) {
    double error = sar_race_target(k), cpu = sar_race_need(race, method, k);
    sar_json_begin_object(json);
    sar_json_put_real(json, "position_error", error);
    sar_json_put_real(json, "cpu_seconds", cpu);
    sar_json_put_real(json, "solves", isnan(cpu) ? NAN : sar_race_solves_for(method, error));
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void print_json(const SarRace *race, double second) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_texts(&json, "references", race->references, race->references[0] ? 2 : 0);
  sar_json_put_real(&json, "tolerance", race->tolerance);
  put_errors(&json, "difference", &race->difference);
  sar_json_put_text(&json, "reference_note", race->reference_note);
  sar_json_put_real(&json, "end_time", race->end / second);
  sar_json_put_real(&json, "budget", race->budget > 0 ? race->budget : NAN);
  sar_json_put_real(&json, "seconds", race->seconds);
  sar_json_put_int(&json, "stopped", race->stopped);
  sar_json_put_int(&json, "left_out", race->left_out);
  sar_json_put_bool(&json, "interrupted", race->interrupted);
  sar_json_key(&json, "methods");
  sar_json_begin_array(&json);
  for (int32_t i = 0; i < race->nmethods; i++) {
    const SarRaceMethod *method = &race->methods[i];
    sar_json_begin_object(&json);
    sar_json_put_text(&json, "method", method->method);
    sar_json_put_text(&json, "reason", method->reason);
    sar_json_key(&json, "runs");
    sar_json_begin_array(&json);
    for (int32_t k = 0; k < method->nruns; k++) put_run(&json, &method->runs[k], second);
    sar_json_end_array(&json);
    put_needs(&json, race, method);
    sar_json_end_object(&json);
  }
  sar_json_end_array(&json);
  sar_json_end_object(&json);
  putchar('\n');
}

/* ---- the verb ---- */

typedef struct Line {
  SarProgressLine line;
  const char *method; /* shown, as are these */
  int32_t run, seconds;
} Line;

/* Which run it is, and what is left of the budget; of one run the time would change too fast to be read. */
static int show_progress(void *self, const SarRaceProgress *progress) {
  Line *shown = self;
  int32_t seconds = progress->left < 1e6 ? (int32_t)ceil(progress->left) : -1;
  bool same = progress->method == shown->method && progress->run == shown->run && seconds == shown->seconds;
  if (shown->line.shown && !same) {
    char left[32] = "";
    if (seconds >= 0) snprintf(left, sizeof left, ", %d s left", (int)seconds);
    if (progress->run == 0)
      fprintf(stderr, "\rreference: %.40s%s\033[K", progress->method, left);
    else
      fprintf(stderr, "\r%d of %d: %.40s%s\033[K", (int)progress->run, (int)progress->runs, progress->method, left);
    fflush(stderr);
    shown->method = progress->method;
    shown->run = progress->run;
    shown->seconds = seconds;
    shown->line.on_screen = true;
  }
  return sar_interrupt_requested();
}

/* Seconds; "none": 0. */
static SarStatus read_budget(SarCli *cli, double *out) {
  const char *text = sar_arguments_text(&cli->arguments, "--budget");
  double value = NAN;
  *out = USUAL_BUDGET;
  if (!text) return SAR_OK;
  *out = 0;
  if (strcmp(text, "none") == 0) return SAR_OK;
  size_t length = sar_text_number(text, strlen(text), &value);
  *out = value;
  if (length > 0 && !text[length] && value >= 0 && isfinite(value)) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give seconds, such as 60, or none",
                    "--budget %s is no time", text);
}

/* "1e-3,1e-4": positive numbers separated by commas. */
static SarStatus read_list(SarCli *cli, const char *name, double unit, double *list, int32_t *count) {
  const char *text = sar_arguments_text(&cli->arguments, name);
  *count = 0;
  if (!text) return SAR_OK;
  for (const char *at = text;; at++) {
    double value = NAN;
    size_t length = sar_text_number(at, strlen(at), &value);
    at += length;
    if (length == 0 || !(value > 0) || isinf(value) || (*at && *at != ',') || *count == MOST_RUNGS) break;
    list[(*count)++] = value * unit;
    if (!*at) return SAR_OK;
  }
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "write for example 1e-3,1e-4,1e-5",
                    "%s %s is not a list of positive numbers (%d at most)", name, text, MOST_RUNGS);
}

static const char *const outputs[] = {"--csv", "-o", "--page"};

/* Files that would destroy each other, or the model. */
static SarStatus check_files(SarCli *cli) {
  for (int32_t i = 0; i < SAR_COUNT(outputs); i++) {
    SAR_TRY(sar_cli_check_output(cli, sar_arguments_text(&cli->arguments, outputs[i])));
  }
  return sar_cli_check_outputs(cli, outputs, SAR_COUNT(outputs));
}

static SarStatus write_files(SarCli *cli, const SarRace *race) {
  const SarModel *model = cli->model;
  const char *csv = sar_arguments_text(&cli->arguments, "--csv"), *svg = sar_arguments_text(&cli->arguments, "-o");
  const char *page = sar_arguments_text(&cli->arguments, "--page");
  if (csv) SAR_TRY(sar_race_write_csv(cli->context, race, model->units.time, csv));
  if (svg) SAR_TRY(sar_race_draw(cli->context, race, model->title, svg));
  if (page) SAR_TRY(sar_race_page(cli, race, page));
  if (cli->json) {
    print_json(race, model->units.time);
    cli->answered = true;
    return SAR_OK;
  }
  bool silent = cli->quiet || sar_cli_writes_to_stdout(cli, outputs, SAR_COUNT(outputs));
  return silent ? SAR_OK : print_text(cli, race);
}

static SarStatus run(SarCli *cli) {
  SarRaceOptions options = sar_race_options_default();
  double tolerances[MOST_RUNGS], steps[MOST_RUNGS];
  const char **methods = SAR_NEW(cli->arena, cli->arguments.ngiven, const char *);
  int32_t most_steps = (int32_t)options.most_steps;
  if (!methods) return sar_report_no_memory(cli->context);
  SAR_TRY(read_list(cli, "--tolerances", 1, tolerances, &options.ntolerances));
  SAR_TRY(sar_arguments_count(cli->context, &cli->arguments, "--most-steps", 1, 1000000000, &most_steps));
  SAR_TRY(read_budget(cli, &options.budget));
  SAR_TRY(sar_cli_load(cli));
  SAR_TRY(check_files(cli));
  SAR_TRY(read_list(cli, "--steps", cli->model->units.time, steps, &options.nsteps));
  SAR_TRY(sar_cli_time(cli, "--end", &options.end));
  options.methods = methods;
  options.nmethods = sar_arguments_all(&cli->arguments, "--method", methods);
  options.tolerances = tolerances;
  options.steps = steps;
  options.most_steps = most_steps;
  Line line = {.line = sar_progress_line(cli->quiet || cli->json, 1, "s")};
  options.progress = show_progress;
  options.progress_self = &line;
  sar_interrupt_watch();
  const SarRace *race = NULL;
  SarStatus status = sar_race(cli->context, cli->system, &options, &race);
  sar_progress_clear(&line.line);
  SarStatus written = race ? write_files(cli, race) : SAR_OK;
  sar_race_destroy(&race);
  return written == SAR_OK ? status : written;
}

static const SarOption options[] = {
    {"--method", "METHOD", "integrator: NAME or NAME:key=value,...; may be repeated; without it all of them"},
    {"--tolerances", "E,E,...", "tolerances of methods with error control (1e-3 to 1e-8); the others keep to steps"},
    {"--steps", "H,H,...", "fixed steps, in the model's unit of time; without --tolerances for all methods"},
    {"--end", "T", "end of the simulation, in the model's unit of time"},
    {"--budget", "SECONDS",
     "answer within that time (60), if need be without the runs that take longest; none: all runs"},
    {"--most-steps", "N", "give a run up that needs more steps, and leave its tighter ones out (200000)"},
    {"--csv", "FILE", "write one row per run as CSV; - is standard output"},
    {"-o", "FILE.svg", "draw errors over CPU time and over work"},
    {"--page", "FILE.html", "write tables and figure as one page that opens in a browser"},
    SAR_MODEL_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_race = {
    .name = "race",
    .operands = "MODEL",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "compare work and precision of all methods on a model",
    .options = options,
    .details =
        "Errors are measured against a reference that two methods of different families compute with a tight\n"
        "tolerance; their difference is shown. Errors are root mean squares over the simulation: positions in\n"
        "characteristic lengths and rad, velocities per second, multipliers (as the method has them) and\n"
        "reactions (from its positions and velocities) relative to their root mean square.\n"
        "Within the budget the references come first; then all methods run with their largest tolerance or step,\n"
        "then with the next. Runs that take more than their share are stopped, and the table says so. Ctrl-C\n"
        "prints what is done.\n",
    .examples =
        "  sarrus race squeezer.yaml --page race.html\n"
        "  sarrus race squeezer.yaml --budget 10\n"
        "  sarrus race squeezer.yaml -o race.svg --csv race.csv\n"
        "  sarrus race squeezer.yaml --method hht --method bdf:formulation=si2,max_order=2 --method radau5\n"
        "  sarrus race squeezer.yaml --steps 1e-3,5e-4,2.5e-4 --end 0.02\n",
    .run = run,
};
