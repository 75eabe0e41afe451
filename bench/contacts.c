/* Many things that touch: what a body costs in a step when there are more and more of them.
 *
 *   contacts_bench            balls that land apart, chains on steps, balls in pits
 *   contacts_bench quick      without the largest of each
 *
 * CPU time of the steps alone, nothing recorded; run it where bench/ lies. bench/README.md holds the figures. */
#include <stdio.h>
#include <string.h>

#include "sarrus/sarrus.h"

typedef struct Case {
  const char *path;
  int bodies, wide; /* 0: the model has no such parameter */
  double end, tolerance;
  bool large;
} Case;

#define MODELS "tests/models/contact/"
static const Case cases[] = {
    {MODELS "landing.yaml", 100, 10, 0.5, 1e-5, false},
    {MODELS "landing.yaml", 1000, 32, 0.5, 1e-5, false},
    {MODELS "landing.yaml", 10000, 100, 0.5, 1e-5, true},
    {MODELS "chain_on_steps.yaml", 200, 0, 0.5, 1e-6, false},
    {MODELS "chain_on_steps.yaml", 600, 0, 0.5, 1e-6, false},
    {MODELS "chain_on_steps.yaml", 2000, 0, 0.5, 1e-6, true},
    {MODELS "pit.yaml", 100, 5, 1, 1e-5, false},
    {MODELS "pit.yaml", 300, 7, 1, 1e-5, false},
    {MODELS "pit.yaml", 1000, 10, 1, 1e-5, true},
};

static bool fail(SarContext *context, const Case *c) {
  const char *text = "";
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    if (sar_context_get(context, i)->severity == SAR_ERROR) text = sar_context_get(context, i)->message;
  }
  fprintf(stderr, "%s: %s\n", c->path, text);
  return false;
}

static bool run(const Case *c, SarRunSummary *out) {
  char bodies[32], wide[32];
  const char *set[] = {bodies, wide};
  SarContext *context = sar_context_create();
  SarModel *model = NULL;
  SarSystem *system = NULL;
  SarRunOptions options = sar_run_options_default();
  options.end = c->end;
  options.tolerance = c->tolerance;
  options.no_output = true;
  snprintf(bodies, sizeof bodies, "n=%d", c->bodies);
  snprintf(wide, sizeof wide, "wide=%d", c->wide);
  bool good = sar_model_read(context, c->path, set, c->wide ? 2 : 1, &model) == SAR_OK &&
              sar_system_compile(context, model, &system) == SAR_OK &&
              sar_run(context, system, &options, out) == SAR_OK;
  if (!good) fail(context, c);
  sar_system_destroy(&system);
  sar_model_destroy(&model);
  sar_context_destroy(&context);
  return good;
}

static void print(const Case *c, const SarRunSummary *s) {
  double each = 1e6 * s->stepping_seconds / ((double)s->steps * c->bodies);
  double searches = s->contact_searches > 0 ? (double)s->contact_searches : 1;
  printf("%-20s %6d %6d %8d %10d %8d %9d %9.1f %9d %10.3g %12.3g %9.2f %9.1e\n", strrchr(c->path, '/') + 1, c->bodies,
         (int)s->steps, (int)s->rejected, (int)s->iterations, (int)s->factorisations, (int)s->contact_searches,
         (double)s->contact_candidates / searches, (int)s->contact_patterns, (double)s->matrix_fill,
         s->matrix_operations, each, s->energy_balance_max);
  fflush(stdout);
}

int main(int argc, char **argv) {
  bool quick = argc > 1 && strcmp(argv[1], "quick") == 0, good = true;
  printf("%-20s %6s %6s %8s %10s %8s %9s %9s %9s %10s %12s %9s %9s\n", "model", "bodies", "steps", "rejected",
         "iterations", "matrices", "searches", "near", "patterns", "fill", "operations", "us/body", "energy");
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    SarRunSummary summary;
    if (quick && cases[i].large) continue;
    bool done = run(&cases[i], &summary);
    if (done) print(&cases[i], &summary);
    good = good && done;
  }
  return good ? 0 : 1;
}
