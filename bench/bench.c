/* The benchmarks: four mechanisms, two of them in many sizes, with a fixed step and with error control, and a vehicle
 * that is stiff, beside the figures of another program on the same mechanisms. bench/README.md explains the table and
 * the targets. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "case.h"
#include "report.h"

#define METHOD "hht:alpha=-0.2"
#define METHOD_CV 0.56 /* c_v over the step of METHOD: gamma (1 + alpha) */
#define MOST_CASES 128

typedef struct Size {
  BenchModel model;
  int n;
  double end, step; /* s */
  bool stages;      /* also run with the methods of several stages */
} Size;

static const Size sizes[] = {
    {BENCH_PENDULUM, 1, 10, 1e-3, false}, {BENCH_FOURBAR, 1, 10, 1e-3, false},    {BENCH_FOURBAR, 2, 10, 1e-3, false},
    {BENCH_FOURBAR, 10, 10, 1e-3, false}, {BENCH_FOURBAR, 40, 10, 1e-3, true},    {BENCH_FOURBAR, 160, 2, 1e-3, false},
    {BENCH_FOURBAR, 640, 1, 1e-3, false}, {BENCH_CHAIN, 10, 2, 1e-3, false},      {BENCH_CHAIN, 100, 1, 1e-3, false},
    {BENCH_CHAIN, 1000, 1, 1e-3, true},   {BENCH_CHAIN, 10000, .05, 1e-3, false}, {BENCH_SQUEEZER, 1, .05, 1e-5, true}};

/* Methods of several stages, with steps for which c_v = gamma h is that of METHOD: their matrices are as far from the
 * mass matrix as its own, and a stage reaches about as far as its step. */
typedef struct Staged {
  const char *method;
  int stages;
  double gamma;
} Staged;

static const Staged staged[] = {{"bathe:rho_inf=0.6", 2, 0.263932022500210},
                                {"msstc4:rho_inf=0.6", 4, 0.127139265902084},
                                {"esdirk325l2sa", 4, 0.225},
                                {"esdirk436l2sa2", 5, 0.248}};
static const double tolerances[] = {1e-5, 1e-7, 1e-9};

#define COUNT(list) ((int)(sizeof(list) / sizeof *(list)))

/* The stiff vehicle: error control only, and methods of its own. */
static const char *const vehicle_methods[] = {"rosenbrock-nystrom", "hht", "radau5"};
static const double vehicle_tolerances[] = {1e-2, 1e-3, 1e-4, 1e-5};

typedef struct Options {
  const char *root, *json, *method, *linear, *model;
  int n;
  double step, end;
  bool fixed_only, once;
} Options;

static const char usage[] =
    "usage: sarrus_bench [--json FILE] [--root FOLDER] [--method METHOD] [--linear NAME] [--fixed]\n"
    "                    [--model NAME] [--size N] [--step H] [--end T] [--once]\n\n"
    "  --json FILE      write the results as JSON\n"
    "  --root FOLDER    the project's folder; . without it\n"
    "  --method METHOD  instead of " METHOD
    "\n"
    "  --linear NAME    linear solver of all runs, instead of klu and block (and auto for small mechanisms)\n"
    "  --fixed          fixed steps only\n"
    "  --model NAME     pendulum, fourbar, chain, squeezer or hmmwv only\n"
    "  --size N         this size only\n"
    "  --step H         instead of 1e-3 s (squeezer: 1e-5 s)\n"
    "  --end T          instead of each mechanism's own end time\n"
    "  --once           run one case once, without timing and errors (needs --model and --size)\n";

static bool read_options(int argc, char **argv, Options *o) {
  *o = (Options){.root = ".", .method = METHOD, .step = NAN, .end = NAN};
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : NULL;
    if (strcmp(name, "--fixed") == 0) {
      o->fixed_only = true;
      continue;
    }
    if (strcmp(name, "--once") == 0) {
      o->once = true;
      continue;
    }
    if (!value) return false;
    if (strcmp(name, "--json") == 0)
      o->json = value;
    else if (strcmp(name, "--root") == 0)
      o->root = value;
    else if (strcmp(name, "--method") == 0)
      o->method = value;
    else if (strcmp(name, "--linear") == 0)
      o->linear = value;
    else if (strcmp(name, "--model") == 0)
      o->model = value;
    else if (strcmp(name, "--size") == 0)
      o->n = atoi(value);
    else if (strcmp(name, "--step") == 0)
      o->step = atof(value);
    else if (strcmp(name, "--end") == 0)
      o->end = atof(value);
    else
      return false;
    i++;
  }
  return !o->once || (o->model && o->n > 0);
}

static bool wanted(const Options *o, const Size *size) {
  return (!o->model || strcmp(o->model, bench_model_name(size->model)) == 0) && (!o->n || o->n == size->n);
}

static double step_of(const Options *o, const Size *size) { return isnan(o->step) ? size->step : o->step; }

static BenchCase make_case(const Options *o, const Size *size, const char *linear, double step, double tolerance) {
  return (BenchCase){.model = size->model,
                     .n = size->n,
                     .end = isnan(o->end) ? size->end : o->end,
                     .step = step,
                     .tolerance = tolerance,
                     .method = o->method,
                     .stages = 1,
                     .linear = o->linear ? o->linear : linear};
}

/* Fixed steps with one solver. */
static int collect_fixed(const Options *o, const char *linear, int largest, BenchCase *cases) {
  int count = 0;
  for (int i = 0; i < COUNT(sizes); i++) {
    if (!wanted(o, &sizes[i]) || sizes[i].n > largest) continue;
    cases[count++] = make_case(o, &sizes[i], linear, step_of(o, &sizes[i]), NAN);
  }
  return count;
}

static int collect_staged(const Options *o, const char *linear, BenchCase *cases) {
  int count = 0;
  for (int i = 0; i < COUNT(sizes); i++) {
    for (int k = 0; k < COUNT(staged) && wanted(o, &sizes[i]) && sizes[i].stages; k++) {
      BenchCase c = make_case(o, &sizes[i], linear, step_of(o, &sizes[i]) * METHOD_CV / staged[k].gamma, NAN);
      c.method = staged[k].method;
      c.stages = staged[k].stages;
      cases[count++] = c;
    }
  }
  return count;
}

static int collect_vehicle(const Options *o, BenchCase *cases) {
  static const Size size = {BENCH_HMMWV, 1, 5, NAN, false};
  bool own = strcmp(o->method, METHOD) != 0;
  int count = 0, methods = own ? 1 : COUNT(vehicle_methods);
  for (int i = 0; i < methods && wanted(o, &size) && !o->fixed_only; i++) {
    for (int k = 0; k < COUNT(vehicle_tolerances); k++) {
      cases[count] = make_case(o, &size, "auto", NAN, vehicle_tolerances[k]);
      if (!own) cases[count].method = vehicle_methods[i];
      count++;
    }
  }
  return count;
}

static int collect(const Options *o, BenchCase *cases) {
  bool own = strcmp(o->method, METHOD) != 0;
  int count = collect_fixed(o, "klu", INT_MAX, cases);
  if (!o->linear) {
    count += collect_fixed(o, "block", INT_MAX, cases + count);
    count += collect_fixed(o, "auto", 10, cases + count); /* where auto may choose another solver */
  }
  if (!own) count += collect_staged(o, "klu", cases + count);
  if (!own && !o->linear) count += collect_staged(o, "block", cases + count);
  for (int i = 0; i < COUNT(sizes) && !o->fixed_only; i++) {
    for (int k = 0; k < COUNT(tolerances) && wanted(o, &sizes[i]); k++) {
      cases[count++] = make_case(o, &sizes[i], "klu", NAN, tolerances[k]);
    }
  }
  return count + collect_vehicle(o, cases + count);
}

/* The case that --once asks for; of the vehicle that of its target. */
static bool find_once(const Options *o, BenchCase *c) {
  BenchCase vehicle[COUNT(vehicle_methods) * COUNT(vehicle_tolerances)];
  if (collect_vehicle(o, vehicle) > 1) {
    *c = vehicle[1];
    return true;
  }
  for (int i = 0; i < COUNT(sizes); i++) {
    if (!wanted(o, &sizes[i])) continue;
    *c = make_case(o, &sizes[i], "klu", step_of(o, &sizes[i]), NAN);
    return true;
  }
  return false;
}

static int run_once(const Options *o) {
  BenchCase c;
  if (find_once(o, &c)) {
    BenchResult r;
    if (!bench_run_once(o->root, &c, &r)) {
      fprintf(stderr, "%s %d failed: %s\n", o->model, o->n, r.failure);
      return 1;
    }
    printf("%lld steps, %d bodies, %lld iterations, %lld matrices\n", (long long)r.steps, (int)r.bodies,
           (long long)r.iterations, (long long)r.matrices);
    return 0;
  }
  fprintf(stderr, "there is no case `%s` of size %d\n", o->model, o->n);
  return 2;
}

static int run_all(const Options *o) {
  static BenchCase cases[MOST_CASES];
  static BenchResult results[MOST_CASES];
  int count = collect(o, cases), failed = 0;
  bench_report_header();
  for (int i = 0; i < count; i++) {
    bench_measure(o->root, &cases[i], &results[i]);
    bench_report_row(&cases[i], &results[i]);
    failed += !results[i].done;
  }
  bench_report_targets(cases, results, count, o->linear ? o->linear : "klu");
  if (!o->linear) bench_report_targets(cases, results, count, "block");
  if (o->json && !bench_write_json(o->json, cases, results, count)) {
    fprintf(stderr, "%s could not be written: %s\n", o->json, strerror(errno));
    return 1;
  }
  if (failed) fprintf(stderr, "%d of %d cases failed\n", failed, count);
  return failed ? 1 : 0;
}

int main(int argc, char **argv) {
  Options options;
  setvbuf(stdout, NULL, _IOLBF, 0);
  if (!read_options(argc, argv, &options)) {
    bool asked = argc > 1 && strcmp(argv[1], "--help") == 0;
    fputs(usage, asked ? stdout : stderr);
    return asked ? 0 : 2;
  }
  return options.once ? run_once(&options) : run_all(&options);
}
