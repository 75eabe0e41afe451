/* Runs one case: the model of tests/models (or an example) with the columns that its error needs, first timed without
 * output, then once more with a table from which errors are taken. */
#define _POSIX_C_SOURCE 200809L
#include "case.h"

#include <math.h>
#include <sarrus/sarrus.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "error.h"
#include "model.h"

#define WARM_UP 0.15 /* s of CPU before anything is timed: processors start slowly */
#define REPEATS 3    /* the best one counts */
#define LONG_RUN 2.0 /* s: runs longer than this repeat well and are timed once */

static const char *const names[] = {"pendulum", "fourbar", "chain", "squeezer", "hmmwv"};

const char *bench_model_name(BenchModel model) { return names[model]; }

static double cpu_seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* What is open while a case runs. */
typedef struct Bench {
  const BenchCase *c;
  SarContext *context;
  SarModel *model;
  SarSystem *system;
  double first, last; /* CPU time at the end of the first and of the last step */
  int64_t calls;
} Bench;

/* The clock is read twice per run only: a reading costs a third of a microsecond. */
static int watch(void *self, const SarProgress *progress) {
  Bench *b = self;
  if (b->calls++ == 0) b->first = cpu_seconds();
  if (progress->time >= progress->end) b->last = cpu_seconds();
  return 0;
}

static bool fail(const Bench *b, BenchResult *result) {
  const char *text = "no reason was reported";
  for (int32_t i = 0; b->context && i < sar_context_count(b->context); i++) {
    const SarDiagnostic *d = sar_context_get(b->context, i);
    if (d->severity == SAR_ERROR) text = d->message;
  }
  result->done = false;
  snprintf(result->failure, sizeof result->failure, "%s", text);
  return false;
}

static bool open_case(const char *root, Bench *b, BenchResult *result) {
  b->context = sar_context_create();
  if (!b->context || bench_model_read(b->context, root, b->c, &b->model) != SAR_OK ||
      sar_system_compile(b->context, b->model, &b->system) != SAR_OK) {
    return fail(b, result);
  }
  return true;
}

static void close_case(Bench *b) {
  sar_system_destroy(&b->system);
  sar_model_destroy(&b->model);
  sar_context_destroy(&b->context);
}

static bool run(Bench *b, SarTable *table, BenchResult *result, SarRunSummary *summary) {
  char method[160];
  snprintf(method, sizeof method, "%s%slinear=%s", b->c->method, strchr(b->c->method, ':') ? "," : ":", b->c->linear);
  SarRunOptions options = sar_run_options_default();
  options.method = method;
  options.step = b->c->step;
  options.tolerance = b->c->tolerance;
  options.end = b->c->end;
  options.table = table;
  options.no_output = !table;
  options.progress = watch;
  options.progress_self = b;
  b->calls = 0;
  return sar_run(b->context, b->system, &options, summary) == SAR_OK || fail(b, result);
}

static void keep(const SarRunSummary *s, BenchResult *result) {
  result->bodies = s->bodies;
  result->steps = s->steps;
  result->rejected = s->rejected;
  result->iterations = s->iterations;
  result->matrices = s->factorisations;
  result->kilobytes = (double)s->peak_memory_bytes / 1024;
}

/* Steps after the first one: the first also orders and allocates. */
static double us_per_step(const Bench *b, const SarRunSummary *s) {
  return s->steps > 1 ? 1e6 * (b->last - b->first) / (double)(s->steps - 1) : NAN;
}

static bool time_it(Bench *b, BenchResult *result) {
  SarRunSummary s;
  double begin = cpu_seconds();
  if (!run(b, NULL, result, &s)) return false;
  keep(&s, result);
  double length = cpu_seconds() - begin, best = us_per_step(b, &s);
  while (cpu_seconds() - begin < WARM_UP) {
    if (!run(b, NULL, result, &s)) return false;
  }
  for (int i = length > LONG_RUN ? REPEATS : 0; i < REPEATS; i++) {
    if (!run(b, NULL, result, &s)) return false;
    best = fmin(best, us_per_step(b, &s));
  }
  result->us_per_step = best;
  return true;
}

static bool take_errors(const char *root, Bench *b, BenchResult *result) {
  SarTable *table = NULL;
  SarRunSummary s;
  bool good = sar_table_create(b->context, &table) == SAR_OK && run(b, table, result, &s);
  if (good && !bench_errors(root, b->c, table, result)) {
    snprintf(result->failure, sizeof result->failure, "a column or a reference is missing");
    good = false;
  }
  sar_table_destroy(&table);
  return good;
}

static const BenchResult nothing = {.us_per_step = NAN, .error_end = NAN, .error_max = NAN, .energy = NAN};

static void measure_here(const char *root, const BenchCase *c, BenchResult *result) {
  Bench b = {.c = c};
  *result = nothing;
  result->done = open_case(root, &b, result) && time_it(&b, result) && take_errors(root, &b, result);
  close_case(&b);
}

bool bench_run_once(const char *root, const BenchCase *c, BenchResult *result) {
  Bench b = {.c = c};
  SarRunSummary s;
  *result = nothing;
  result->done = open_case(root, &b, result) && run(&b, NULL, result, &s);
  if (result->done) {
    keep(&s, result);
    result->us_per_step = us_per_step(&b, &s);
  }
  close_case(&b);
  return result->done;
}

static bool receive(int from, BenchResult *result) {
  char *at = (char *)result;
  size_t left = sizeof *result;
  while (left > 0) {
    ssize_t got = read(from, at, left);
    if (got <= 0) return false;
    at += got;
    left -= (size_t)got;
  }
  return true;
}

void bench_measure(const char *root, const BenchCase *c, BenchResult *result) {
  int ends[2];
  *result = nothing;
  snprintf(result->failure, sizeof result->failure, "the process that ran it could not be started or ended early");
  if (pipe(ends) != 0) return;
  fflush(NULL);
  pid_t child = fork();
  if (child == 0) {
    BenchResult own;
    measure_here(root, c, &own);
    _exit(write(ends[1], &own, sizeof own) == (ssize_t)sizeof own ? 0 : 1);
  }
  close(ends[1]);
  BenchResult received;
  if (child > 0 && receive(ends[0], &received)) *result = received;
  close(ends[0]);
  if (child > 0) waitpid(child, NULL, 0);
}
