#include "physics/march.h"

static void require(const March *march, SarStatus status, const char *what) {
  if (status == SAR_OK) return;
  SarContext *context = march->run.context;
  int32_t last = sar_context_count(context) - 1;
  fail_msg("%s of %s: %s", what, march->method ? march->method : "the model",
           last >= 0 ? sar_context_get(context, last)->message : sar_status_text(status));
}

March march_of(const Setup *setup) {
  March march = {.run = physics_compile(setup)};
  require(&march, sar_start_create(march.run.context, march.run.system, &march.start), "start");
  return march;
}

SarPoint march_start(const March *march) { return sar_start_point(march->start); }

void march_begin(March *march, const char *method, double step, double end) {
  SarProblem *problem = &march->start->m->problem;
  SarMethodChoice choice;
  SarStepOptions options = {.end = end, .fixed_step = step, .tolerance = 1e-5};
  SarPoint at = march_start(march);
  sar_integrator_destroy(&march->integrator);
  march->method = method;
  require(march, sar_method_parse(march->run.context, method, sar_nowhere(), &choice), "method");
  require(march, sar_integrator_create(march->run.context, problem, &choice, &options, &march->integrator), "creation");
  if (problem->ops->reset) problem->ops->reset(problem, &at);
  require(march, sar_integrator_start(march->integrator, &at), "begin");
}

void march_step(March *march) { require(march, sar_integrator_step(march->integrator), "a step"); }

SarPoint march_point(const March *march) { return sar_step_point(sar_integrator_view(march->integrator)); }

void march_finish(March *march) {
  sar_integrator_destroy(&march->integrator);
  sar_start_destroy(&march->start);
  physics_finish(&march->run);
}
