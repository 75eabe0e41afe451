#include "analysis/support.h"

#include <string.h>

#include "check.h"
#include "hht_options.h"
#include "read/read.h"

const char pendulum_text[] =
    "gravity: [0, -9.81, 0]\n"
    "bodies:\n"
    "  bob: {mass: 1, inertia: [0.01, 0.1, 0.1], at: [0.5, 0, 0]}\n"
    "joints:\n"
    "  pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: z}\n"
    "simulate: {end: 5}\n";

const char *fixture_message(const Fixture *f, SarSeverity severity) {
  for (int32_t i = 0; i < sar_context_count(f->context); i++) {
    const SarDiagnostic *d = sar_context_get(f->context, i);
    if (d->severity == severity) return d->message;
  }
  return "";
}

Fixture fixture_of(const char *text) {
  Fixture f = {.context = sar_context_create()};
  assert_non_null(f.context);
  SarStatus status = sar_model_read_text(f.context, "test.yaml", text, strlen(text), &(SarReadOptions){0}, &f.model);
  if (status == SAR_OK) status = sar_system_compile(f.context, f.model, &f.system);
  if (status != SAR_OK) fail_msg("%s", fixture_message(&f, SAR_ERROR));
  return f;
}

void fixture_free(Fixture *f) {
  sar_system_destroy(&f->system);
  sar_model_destroy(&f->model);
  sar_context_destroy(&f->context);
}

Ran run_text(const char *text, double step) {
  Ran r = {.f = fixture_of(text)};
  SarRunOptions options = hht_options();
  assert_int_equal(sar_table_create(r.f.context, &r.table), SAR_OK);
  options.table = r.table;
  if (step > 0) options.step = step;
  r.status = sar_run(r.f.context, r.f.system, &options, &r.summary);
  return r;
}

void ran_free(Ran *r) {
  sar_table_destroy(&r->table);
  fixture_free(&r->f);
}

const double *ran_column(const Ran *r, const char *name) {
  int32_t index = sar_table_find(r->table, name);
  if (index < 0) fail_msg("there is no column %s", name);
  return sar_table_values(r->table, index);
}

double last_value(const SarTable *table, const char *column) {
  int32_t index = sar_table_find(table, column);
  if (index < 0) fail_msg("there is no column %s", column);
  return sar_table_values(table, index)[sar_table_rows(table) - 1];
}

int stop_after(void *left, const SarProgress *progress) {
  (void)progress;
  return --*(int *)left <= 0;
}
