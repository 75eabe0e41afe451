/* Models with beams: the flexible problems of paper 4 beside MBDyn, and what an element costs in a step of beams with
 * ten to ten thousand of them.
 *
 *   flexible_bench [METHOD]                       both tables; lms3:rho_inf=0.6 is MBDyn's ms3
 *   flexible_bench once MODEL METHOD STEP END     one run, to count instructions: prints its steps
 *
 * CPU time of the steps alone, nothing recorded, the best of several runs; run it where bench/ lies. bench/README.md
 * holds the figures. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sarrus/sarrus.h"

enum { REPEATS = 5 };
static const char lms3[] = "lms3:rho_inf=0.6";

/* MBDyn's `ms3` with rho 0.6 on the same problems, with the same steps and meshes, without output: microseconds per
 * step, recorded once. */
typedef struct Problem {
  const char *name, *path;
  double step, end, mbdyn;
} Problem;

static const Problem problems[] = {
    {"four-bar", "tests/models/flexible/fourbar_mbdyn.yaml", 4e-3, 32.943951023931955, 318},
    {"buckling", "tests/models/flexible/lateral_buckling.yaml", 1e-3, 0.8, 471},
    {"shaft", "tests/models/flexible/rotating_shaft.yaml", 1e-3, 2.5, 477},
};

static const int sizes[] = {10, 100, 1000, 10000};
static const char cantilever[] = "bench/models/cantilever.yaml";

typedef struct Run {
  const char *path, *set, *method;
  double step, end;
} Run;

static bool fail(SarContext *context, const Run *run) {
  const char *text = "";
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (sar_context_get(context, i)->severity == SAR_ERROR) text = sar_context_get(context, i)->message;
  }
  fprintf(stderr, "%s: %s\n", run->path, text);
  return false;
}

static bool once(SarContext *context, const SarSystem *system, const Run *run, SarRunSummary *summary) {
  SarRunOptions options = sar_run_options_default();
  options.method = run->method;
  options.step = run->step;
  options.end = run->end;
  options.no_output = true;
  return sar_run(context, system, &options, summary) == SAR_OK || fail(context, run);
}

/* The summary of the fastest of so many runs. */
static bool measure(const Run *run, int repeats, SarRunSummary *best) {
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  bool good = sar_model_read(context, run->path, &run->set, run->set ? 1 : 0, &model) == SAR_OK &&
              sar_system_compile(context, model, &system) == SAR_OK;
  if (!good) fail(context, run);
  for (int k = 0; good && k < repeats; k++) {
    SarRunSummary summary;
    good = once(context, system, run, &summary);
    if (good && (k == 0 || summary.stepping_seconds < best->stepping_seconds)) *best = summary;
  }
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return good;
}

static bool compare(const char *method) {
  bool good = true;
  printf("%s\n%-10s %8s %12s %10s %10s %10s %12s %8s\n", method, "problem", "steps", "us per step", "iterations",
         "residuals", "matrices", "MBDyn, us", "ratio");
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
    const Problem *p = &problems[i];
    SarRunSummary s;
    if (!measure(&(Run){p->path, NULL, method, p->step, p->end}, REPEATS, &s)) {
      good = false;
      continue;
    }
    double steps = (double)s.steps, us = 1e6 * s.stepping_seconds / steps;
    printf("%-10s %8lld %12.1f %10.2f %10.2f %10.3f %12.0f %8.1f\n", p->name, (long long)s.steps, us,
           (double)s.iterations / steps, (double)s.residuals / steps, (double)s.factorisations / steps, p->mbdyn,
           p->mbdyn / us);
  }
  return good;
}

static bool grow(const char *method) {
  bool good = true;
  printf("\n%s, a beam of N elements, 100 steps\n%8s %16s %10s %10s %12s %12s %10s\n", method, "N", "us per element",
         "iterations", "matrices", "entries/N", "bytes/N", "start, us/N");
  for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
    char set[32];
    SarRunSummary s;
    snprintf(set, sizeof set, "N=%d", sizes[i]);
    if (!measure(&(Run){cantilever, set, method, 1e-3, 0.1}, sizes[i] > 1000 ? 1 : REPEATS, &s)) {
      good = false;
      continue;
    }
    double steps = (double)s.steps, n = sizes[i];
    printf("%8d %16.2f %10.2f %10.3f %12.1f %12.0f %10.1f\n", sizes[i], 1e6 * s.stepping_seconds / steps / n,
           (double)s.iterations / steps, (double)s.factorisations / steps, (double)s.matrix_fill / n,
           (double)s.peak_memory_bytes / n, 1e6 * s.start_seconds / n);
  }
  return good;
}

int main(int argc, char **argv) {
  if (argc == 6 && strcmp(argv[1], "once") == 0) {
    SarRunSummary s;
    if (!measure(&(Run){argv[2], NULL, argv[3], strtod(argv[4], NULL), strtod(argv[5], NULL)}, 1, &s)) return 1;
    printf("%lld\n", (long long)s.steps);
    return 0;
  }
  const char *method = argc > 1 ? argv[1] : lms3;
  bool compared = compare(method), grown = grow(method);
  return compared && grown ? 0 : 1;
}
