#include "analysis/record/options.h"

#include <math.h>

#define DEFAULT_TOLERANCE 1e-5
#define DEFAULT_METHOD "hht"
#define DEFAULT_ROWS 1000

SarRunOptions sar_run_options_default(void) {
  return (SarRunOptions){.tolerance = NAN,
                         .step = NAN,
                         .end = NAN,
                         .max_step = NAN,
                         .min_step = NAN,
                         .initial_step = NAN,
                         .output_every = NAN,
                         .checkpoint_seconds = NAN};
}

static double choose(double given, double model, double fallback) {
  return !isnan(given) ? given : !isnan(model) ? model : fallback;
}

static SarStatus wrong(SarContext *context, const SarSystem *system, const char *remedy, const char *what) {
  return sar_report(context, SAR_INPUT, system->model->simulation_source, NULL, remedy, "%s", what);
}

SarStatus sar_run_plan(SarContext *context, const SarSystem *system, const SarRunOptions *o, SarRunPlan *plan) {
  const SarSimulation *s = &system->model->simulation;
  const char *method = o->method ? o->method : s->method ? s->method : DEFAULT_METHOD;
  SarSource at = o->method || !s->method ? sar_nowhere() : system->model->simulation_source;
  *plan = (SarRunPlan){.method_text = method, .raw = s->output_raw};
  SAR_TRY(sar_method_parse(context, method, at, &plan->method));
  bool fixed = !isnan(o->step) || (isnan(o->tolerance) && !isnan(s->step));
  if (!isnan(o->step) && !isnan(o->tolerance)) {
    return wrong(context, system, "give one of them", "a fixed step and a tolerance exclude each other");
  }
  plan->steps.end = choose(o->end, s->end, NAN);
  plan->steps.tolerance = choose(o->tolerance, s->tolerance, DEFAULT_TOLERANCE);
  plan->steps.fixed_step = fixed ? choose(o->step, s->step, NAN) : 0;
  plan->steps.max_step = choose(o->max_step, s->max_step, 0);
  plan->steps.min_step = choose(o->min_step, s->min_step, 0);
  plan->steps.initial_step = choose(o->initial_step, s->initial_step, 0);
  plan->steps.corrector_floor = o->corrector_floor;
  if (!(plan->steps.end > 0) || isinf(plan->steps.end)) {
    return wrong(context, system, "write `simulate: {end: 2}`, or give `--end 2`", "the time to simulate is not given");
  }
  if (!(plan->steps.tolerance > 0 && plan->steps.tolerance < 1)) {
    return wrong(context, system, "1e-5 is usual; 1e-8 for reference results", "the tolerance must be between 0 and 1");
  }
  if (fixed && !(plan->steps.fixed_step > 0)) {
    return wrong(context, system, "give a positive step", "the step must be positive");
  }
  if (!isnan(o->checkpoint_seconds) && sar_method_info_of(&plan->method).independent) {
    return wrong(context, system, "leave the checkpoints out, or choose another method",
                 "checkpoints cannot be taken with this method: its state cannot be saved");
  }
  double every = s->output_every_step ? 0 : s->output_every;
  plan->output_every = choose(o->output_every, every, plan->steps.end / DEFAULT_ROWS);
  return SAR_OK;
}
