#include "physics/trial.h"

#include <stdio.h>
#include <stdlib.h>

#include "hht_options.h"

void expect_ok(const SarContext *context, SarStatus status, const char *what) {
  if (status == SAR_OK) return;
  for (int32_t i = 0; i < sar_context_count(context); i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    print_message("%s:%d: %s\n", d->source.file ? d->source.file : "", (int)d->source.line, d->message);
  }
  fail_msg("%s: %s", what, sar_status_text(status));
}

void trial_read(Trial *trial, const char *path) {
  char full[512];
  *trial = (Trial){.context = sar_context_create()};
  snprintf(full, sizeof full, "%s%s%s", path[0] == '/' ? "" : SAR_TEST_DIR, path[0] == '/' ? "" : "/", path);
  expect_ok(trial->context, sar_model_read(trial->context, full, NULL, 0, &trial->model), path);
}

void trial_output(Trial *trial, double every) {
  SarSimulation simulation = *sar_model_simulation(trial->model);
  simulation.output_every = every;
  simulation.output_every_step = false;
  sar_model_set_simulation(trial->model, &simulation);
}

void trial_compile(Trial *trial) {
  expect_ok(trial->context, sar_system_compile(trial->context, trial->model, &trial->system), "compile");
}

void trial_go(Trial *trial, SarRunOptions options) {
  sar_table_destroy(&trial->table);
  expect_ok(trial->context, sar_table_create(trial->context, &trial->table), "table");
  options.table = trial->table;
  expect_ok(trial->context, sar_run(trial->context, trial->system, &options, &trial->summary), "run");
}

SarStatus trial_order(Trial *trial, SarOrderOptions options, SarOrderResult *result) {
  if (!trial->references) trial->references = sar_order_references_create();
  options.known = trial->references;
  return sar_order(trial->context, trial->system, &options, result);
}

void trial_close(Trial *trial) {
  sar_order_references_destroy(&trial->references);
  sar_table_destroy(&trial->table);
  sar_system_destroy(&trial->system);
  sar_model_destroy(&trial->model);
  sar_context_destroy(&trial->context);
}

SarRunOptions fixed_steps(double end, double step) {
  SarRunOptions options = hht_options();
  options.end = end;
  options.step = step;
  options.corrector_floor = true;
  return options;
}

SarRunOptions adaptive_steps(double end, double tolerance) {
  SarRunOptions options = hht_options();
  options.end = end;
  options.tolerance = tolerance;
  return options;
}
