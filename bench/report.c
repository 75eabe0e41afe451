/* The table beside Chrono's figures, fits over the number of bodies, and the targets. */
#include "report.h"

#include <math.h>
#include <string.h>

/* MBDyn (mid 2025) on the squeezer: ms3 with rho 0.6, its fastest solver, steps of 1e-5 s, 1.89 iterations per step,
 * CPU of the whole program without output, on the machine of chrono.def. */
#define MBDYN_SECONDS 0.843
#define MBDYN_STEPS 5000
#define MBDYN_RATIO 15 /* to be that much faster */

#define MOST_OF_A_STEP 1.15 /* cost of a stage of a method with several, of a step of one with one */

#define VEHICLE_FASTER 100 /* the HMMWV at tolerance 1e-3, than real time */

typedef struct Chrono {
  BenchModel model;
  int n;
  double end, us_per_step;
  int bodies;
  double iterations, error, energy;
} Chrono;

static const Chrono chrono[] = {
#define CHRONO(...) {__VA_ARGS__},
#include "chrono.def"
#undef CHRONO
};

/* Chrono's figures hold for fixed steps of 1e-3 s. */
static const Chrono *find_chrono(const BenchCase *c) {
  for (size_t i = 0; i < sizeof chrono / sizeof *chrono; i++) {
    if (chrono[i].model == c->model && chrono[i].n == c->n && c->step == 1e-3 && c->stages == 1) return &chrono[i];
  }
  return NULL;
}

/* ---- table ---- */

static void cell(int width, const char *format, double value) {
  char text[32] = "-";
  if (!isnan(value)) snprintf(text, sizeof text, format, value);
  printf(" %*s", width, text);
}

void bench_report_header(void) {
  printf("\n%-9s %6s %-15s %-5s %6s | %8s %9s %7s %5s %7s %4s %8s %8s %8s %7s | %8s %5s %8s %8s %5s\n", "model", "n",
         "method", "solver", "step/", "us per", "us per", "steps", "it/", "steps/", "re-", "error", "error", "energy",
         "kB per", "Chrono", "it/", "error", "energy", "ratio");
  printf("%-9s %6s %-15s %-5s %6s | %8s %9s %7s %5s %7s %4s %8s %8s %8s %7s | %8s %5s %8s %8s %5s\n", "", "", "", "",
         "tol", "step,body", "step", "", "step", "matrix", "ject", "end m", "max m", "max J", "body", "us/st,bd",
         "step", "end m", "max J", "");
}

static double steps_per_matrix(const BenchResult *r) {
  return r->matrices > 0 ? (double)r->steps / (double)r->matrices : NAN;
}

void bench_report_row(const BenchCase *c, const BenchResult *r) {
  const Chrono *other = find_chrono(c);
  char step[16];
  snprintf(step, sizeof step, "%s%.0e", isnan(c->step) ? "t" : "h", isnan(c->step) ? c->tolerance : c->step);
  printf("%-9s %6d %-15s %-5s %6s |", bench_model_name(c->model), c->n, c->method, c->linear, step);
  if (!r->done) {
    printf(" failed: %s\n", r->failure);
    return;
  }
  cell(8, "%.3f", r->us_per_step / r->bodies);
  cell(9, "%.2f", r->us_per_step);
  cell(7, "%.0f", (double)r->steps);
  cell(5, "%.2f", (double)r->iterations / (double)r->steps);
  cell(7, "%.1f", steps_per_matrix(r));
  cell(4, "%.0f", (double)r->rejected);
  cell(8, "%.1e", r->error_end);
  cell(8, "%.1e", r->error_max);
  cell(8, "%.1e", r->energy);
  cell(7, "%.1f", r->bodies > 1 ? r->kilobytes / r->bodies : NAN);
  printf(" |");
  cell(8, "%.1f", other ? other->us_per_step / other->bodies : NAN);
  cell(5, "%.2f", other ? other->iterations : NAN);
  cell(8, "%.1e", other ? other->error : NAN);
  cell(8, "%.1e", other ? other->energy : NAN);
  cell(5, "%.1f", other ? other->us_per_step / r->us_per_step : NAN);
  printf("\n");
}

/* ---- fits and targets ---- */

/* Slope of the straight line of least squares. */
typedef struct Line {
  int count;
  double x, y, xx, xy;
} Line;

static void add_point(Line *line, double x, double y) {
  line->count++;
  line->x += x;
  line->y += y;
  line->xx += x * x;
  line->xy += x * y;
}

static double slope(const Line *l) {
  return l->count > 1 ? (l->count * l->xy - l->x * l->y) / (l->count * l->xx - l->x * l->x) : NAN;
}

static void print_target(const char *what, double value, const char *unit, double most) {
  printf("  %-52s %8.3f %-16s target %5.2f  %s\n", what, value, unit, most, value <= most ? "met" : "MISSED");
}

typedef struct Rows {
  const BenchCase *cases;
  const BenchResult *results;
  int count;
  const char *linear;
} Rows;

/* The row of a mechanism with fixed steps and a method of one stage: the reference method, or the one asked for. */
static const BenchResult *find_fixed(const Rows *rows, BenchModel model, int n) {
  double step = model == BENCH_SQUEEZER ? 1e-5 : 1e-3;
  for (int i = 0; i < rows->count; i++) {
    const BenchCase *c = &rows->cases[i];
    bool same = c->model == model && c->n == n && c->step == step && strcmp(c->linear, rows->linear) == 0;
    if (same && c->stages == 1 && rows->results[i].done) return &rows->results[i];
  }
  return NULL;
}

static void fit(const Rows *rows, BenchModel model) {
  Line growth = {0}, memory = {0};
  for (int i = 0; i < rows->count; i++) {
    const BenchCase *c = &rows->cases[i];
    const BenchResult *r = &rows->results[i];
    if (find_fixed(rows, model, c->n) != r || isnan(r->us_per_step)) continue;
    add_point(&growth, log(r->bodies), log(r->us_per_step));
    add_point(&memory, r->bodies, r->kilobytes);
  }
  if (growth.count < 2) return;
  char what[80];
  snprintf(what, sizeof what, "%s: CPU per step grows with bodies to the power", bench_model_name(model));
  print_target(what, slope(&growth), "", 1.1);
  snprintf(what, sizeof what, "%s: memory", bench_model_name(model));
  print_target(what, slope(&memory), "kB per body", 20);
}

static void speed_target(const Rows *rows, BenchModel model, int n, const char *what, double most) {
  const BenchResult *r = find_fixed(rows, model, n);
  if (r) print_target(what, r->us_per_step / r->bodies, "us/step/body", most);
}

/* Few iterations and few matrices; a chain may take more iterations if it takes fewer matrices. */
static void effort_target(const Rows *rows, BenchModel model, int n, double iterations, double steps_per) {
  const BenchResult *r = find_fixed(rows, model, n);
  if (!r) return;
  char what[80];
  double per_step = (double)r->iterations / (double)r->steps;
  bool met = per_step <= iterations && steps_per_matrix(r) >= steps_per;
  snprintf(what, sizeof what, "%s %d: iterations per step, steps per matrix", bench_model_name(model), n);
  printf("  %-52s %8.2f %-16.1f target %5.2f at >= %.0f  %s\n", what, per_step, steps_per_matrix(r), iterations,
         steps_per,
         met             ? "met"
         : steps_per > 1 ? "MISSED"
                         : "more (see the time)");
}

/* A stage of the other methods against a step of the one with a single stage. */
static void stage_targets(const Rows *rows) {
  for (int i = 0; i < rows->count; i++) {
    const BenchCase *c = &rows->cases[i];
    const BenchResult *r = &rows->results[i], *one = find_fixed(rows, c->model, c->n);
    if (c->stages == 1 || !r->done || !one || strcmp(c->linear, rows->linear) != 0) continue;
    char what[80];
    snprintf(what, sizeof what, "%s %d: stage of %s", bench_model_name(c->model), c->n, c->method);
    print_target(what, r->us_per_step / c->stages / one->us_per_step, "of a step", MOST_OF_A_STEP);
  }
}

/* All steps of the squeezer against MBDyn's. */
static void squeezer_target(const Rows *rows) {
  const BenchResult *r = find_fixed(rows, BENCH_SQUEEZER, 1);
  if (!r) return;
  print_target("squeezer: 5000 steps", MBDYN_STEPS * 1e-6 * r->us_per_step, "s", MBDYN_SECONDS / MBDYN_RATIO);
  printf("  %-52s %8.1f\n", "squeezer: MBDyn's time over this", MBDYN_SECONDS / (MBDYN_STEPS * 1e-6 * r->us_per_step));
}

/* The stiff vehicle faster than it drives: all steps without reading, assembly and output. */
static void vehicle_target(const Rows *rows) {
  for (int i = 0; i < rows->count; i++) {
    const BenchCase *c = &rows->cases[i];
    const BenchResult *r = &rows->results[i];
    if (c->model != BENCH_HMMWV || c->tolerance != 1e-3 || !r->done) continue;
    if (strcmp(rows->linear, strcmp(c->linear, "auto") == 0 ? "klu" : c->linear) != 0) continue; /* once */
    double seconds = 1e-6 * r->us_per_step * (double)r->steps;
    char what[80];
    snprintf(what, sizeof what, "hmmwv: 5 s at 1e-3 with %s", c->method);
    if (strcmp(c->method, "rosenbrock-nystrom") == 0) print_target(what, seconds, "s", c->end / VEHICLE_FASTER);
    printf("  %-52s %8.1f\n", "  times faster than real time", c->end / seconds);
  }
}

void bench_report_targets(const BenchCase *cases, const BenchResult *results, int count, const char *linear) {
  const Rows rows = {cases, results, count, linear};
  printf("\nTargets, fixed step 1e-3 s (squeezer 1e-5 s), solver %s:\n", linear);
  speed_target(&rows, BENCH_PENDULUM, 1, "pendulum", 2.0);
  bool block = strcmp(linear, "block") == 0;
  speed_target(&rows, BENCH_FOURBAR, 40, "fourbar 40", block ? 1.0 : 2.0);
  speed_target(&rows, BENCH_CHAIN, 1000, "chain 1000", block ? 0.8 : 1.2);
  fit(&rows, BENCH_FOURBAR);
  fit(&rows, BENCH_CHAIN);
  effort_target(&rows, BENCH_PENDULUM, 1, 2.5, 5);
  effort_target(&rows, BENCH_FOURBAR, 40, 2.5, 5);
  effort_target(&rows, BENCH_CHAIN, 100, 2.6, 1);
  effort_target(&rows, BENCH_CHAIN, 1000, 2.6, 1);
  squeezer_target(&rows);
  vehicle_target(&rows);
  stage_targets(&rows);
}

/* ---- JSON ---- */

static void number(FILE *file, const char *key, double value) {
  fprintf(file, ", \"%s\": ", key);
  if (isfinite(value)) {
    fprintf(file, "%.6g", value);
  } else {
    fputs("null", file);
  }
}

static void object(FILE *file, const BenchCase *c, const BenchResult *r) {
  const Chrono *other = find_chrono(c);
  fprintf(file, "  {\"model\": \"%s\", \"n\": %d, \"method\": \"%s\", \"linear\": \"%s\"", bench_model_name(c->model),
          c->n, c->method, c->linear);
  number(file, "step", c->step);
  number(file, "tolerance", c->tolerance);
  number(file, "cpu_us_per_step_body", r->us_per_step / r->bodies);
  number(file, "iterations_per_step", (double)r->iterations / (double)r->steps);
  number(file, "steps_per_matrix", steps_per_matrix(r));
  number(file, "error", isnan(r->error_end) ? r->energy : r->error_end);
  fprintf(file, ", \"error_of\": \"%s\"", isnan(r->error_end) ? "energy, J" : "position at the end, m");
  number(file, "error_max", r->error_max);
  number(file, "energy_error", r->energy);
  number(file, "end", c->end);
  number(file, "bodies", r->bodies);
  number(file, "steps", (double)r->steps);
  number(file, "rejected", (double)r->rejected);
  number(file, "us_per_step", r->us_per_step);
  number(file, "peak_kilobytes", r->kilobytes);
  number(file, "chrono_us_per_step_body", other ? other->us_per_step / other->bodies : NAN);
  fputs("}", file);
}

bool bench_write_json(const char *path, const BenchCase *cases, const BenchResult *results, int count) {
  FILE *file = fopen(path, "w");
  if (!file) return false;
  bool any = false;
  fputs("[\n", file);
  for (int i = 0; i < count; i++) {
    if (!results[i].done) continue;
    if (any) fputs(",\n", file);
    object(file, &cases[i], &results[i]);
    any = true;
  }
  fputs("\n]\n", file);
  bool good = !ferror(file);
  return fclose(file) == 0 && good;
}
