#include "stepping.h"

#include "check.h"

const char *first_message(const SarContext *context) {
  return sar_context_count(context) ? sar_context_get(context, 0)->message : "";
}

static void begin(Stepped *s) {
  SarStatus status = sar_stepper_create(s->f.context, s->f.system, &s->options, &s->stepper);
  if (status != SAR_OK) print_message("%s\n", first_message(s->f.context));
  assert_int_equal(status, SAR_OK);
}

Stepped stepped_case(const SteppedCase *c) {
  Stepped s = {.options = sar_run_options_default()};
  s.f.context = sar_context_create();
  assert_int_equal(sar_model_read(s.f.context, c->file, &c->set, c->set ? 1 : 0, &s.f.model), SAR_OK);
  assert_int_equal(sar_system_compile(s.f.context, s.f.model, &s.f.system), SAR_OK);
  s.options.method = c->method;
  s.options.end = c->end;
  if (c->tolerance > 0) s.options.tolerance = c->tolerance;
  if (c->step > 0) s.options.step = c->step;
  begin(&s);
  return s;
}

Stepped stepped_text(const char *text, const char *method, double tolerance) {
  Stepped s = {.f = fixture_of(text), .options = sar_run_options_default()};
  s.options.method = method;
  s.options.tolerance = tolerance;
  begin(&s);
  return s;
}

void stepped_close(Stepped *s) {
  sar_stepper_destroy(&s->stepper);
  fixture_free(&s->f);
}

void advance(Stepped *s, double t) {
  SarStatus status = sar_stepper_advance(s->stepper, t);
  if (status != SAR_OK) print_message("%s\n", first_message(s->f.context));
  assert_int_equal(status, SAR_OK);
}

double get(Stepped *s, const char *name) {
  int32_t index;
  double value;
  assert_int_equal(sar_stepper_find_output(s->stepper, name, &index), SAR_OK);
  assert_int_equal(sar_stepper_get(s->stepper, index, &value), SAR_OK);
  return value;
}

void set(Stepped *s, const char *name, double value) {
  int32_t index;
  assert_int_equal(sar_stepper_find_input(s->stepper, name, &index), SAR_OK);
  assert_int_equal(sar_stepper_set(s->stepper, index, value), SAR_OK);
}

int32_t get_all(Stepped *s, double *values) {
  int32_t count = sar_stepper_outputs(s->stepper);
  assert_in_range(count, 1, STEPPING_ROOM);
  assert_int_equal(sar_stepper_get_all(s->stepper, values, count), SAR_OK);
  return count;
}

int64_t steps_of(const Stepped *s) { return sar_integrator_stats(s->stepper->integrator)->steps; }

double draw(uint32_t *seed) {
  *seed = *seed * 1664525u + 1013904223u;
  return (double)(*seed >> 8) / (1 << 24);
}
