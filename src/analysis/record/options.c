#include "analysis/record/options.h"

#include <math.h>
#include <string.h>

#include "system/carry.h"

#define DEFAULT_ROWS 1000
#define AUTO "bdf:weights=moving"
#define AUTO_FIXED "hht"    /* nobody looks after the steps: stable whatever they are */
#define TOLERANCE_AUTO 1e-7 /* about 1e-5 of the largest range in the end, at 1.5 times the time (decision 0065) */
#define TOLERANCE 1e-5
/* Beams vibrate at frequencies far above what is of interest, with little damping or none: there bdf of orders above 2
 * is unstable, and its steps follow every vibration. */
#define AUTO_FLEXIBLE "hht"
#define TOLERANCE_FLEXIBLE 1e-6

SarRunOptions sar_run_options_default(void) {
  return (SarRunOptions){
#define SAR_SIMULATE(member, unit, fallback, option, meaning) .member = NAN,
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) .member = NAN,
#include "model/simulation.def"
      .checkpoint_seconds = NAN};
}

static double choose(double given, double model, double fallback) {
  return !isnan(given) ? given : !isnan(model) ? model : fallback;
}

/* What the caller gave, else what the model says, else the default. */
static SarSimulation merge(const SarRunOptions *o, SarSimulation s, bool flexible) {
  if (s.output_every_step) s.output_every = 0;
#define SAR_SIMULATE(member, unit, fallback, option, meaning) s.member = choose(o->member, s.member, fallback);
#define SAR_OUTPUT(member, key, unit, fallback, option, meaning) s.member = choose(o->member, s.member, fallback);
#define SAR_SIMULATE_TEXT(member, fallback, option, meaning) \
  s.member = o->member ? o->member : s.member ? s.member : fallback;
#define SAR_SIMULATE_FLAG(member, option, meaning) s.member = o->member || s.member;
#define SAR_SIMULATE_WORD(member, key, word, option, meaning) s.member = o->member || s.member;
#include "model/simulation.def"
  if (isnan(s.tolerance)) {
    double best = flexible ? TOLERANCE_FLEXIBLE : TOLERANCE_AUTO;
    s.tolerance = sar_method_is_auto(s.method) ? best : TOLERANCE;
  }
  return s;
}

static SarStatus wrong(SarContext *context, const SarSystem *system, const char *remedy, const char *what) {
  return sar_report(context, SAR_INPUT, sar_system_model(system)->simulation_source, NULL, remedy, "%s", what);
}

/* A phase may say how long it lasts, and how many rows it has. */
static SarStatus place_in_phases(SarContext *context, const SarSystem *system, const SarRunOptions *o,
                                 SarSimulation *s) {
  const SarModel *model = sar_system_model(system);
  const SarModelPhase *phase = model->nphases ? &model->phases[model->phase] : NULL;
  double begin = sar_system_begin(system);
  if (!phase) return SAR_OK;
  if (!model->in_phase) {
    return wrong(context, system, "use `sarrus run`, or write `simulate: {end: 2}` without phases",
                 "`simulate` is a list of phases, which this analysis does not follow");
  }
  if (!isnan(phase->duration)) s->end = begin + phase->duration;
  if (isnan(o->output_every) && phase->steps) s->output_every = (s->end - begin) / phase->steps;
  if (s->end > begin) return SAR_OK;
  return sar_report(context, SAR_INPUT, phase->source, NULL, "give a later `end`, or a `duration`",
                    "phase %d ends at %g %s, but the one before it has ended at %g %s", (int)model->phase + 1,
                    s->end / model->units.time, model->units.time_name, begin / model->units.time,
                    model->units.time_name);
}

SarStatus sar_run_plan(SarContext *context, const SarSystem *system, const SarRunOptions *o, SarRunPlan *plan) {
  const SarModel *model = sar_system_model(system);
  const SarSimulation *s = &model->simulation;
  SarSource at = o->method || !s->method ? sar_nowhere() : model->simulation_source;
  bool flexible = sar_system_has_parts(system);
  *plan = (SarRunPlan){.settings = merge(o, *s, flexible)};
  SAR_TRY(place_in_phases(context, system, o, &plan->settings));
  SarSimulation *settings = &plan->settings;
  if (isnan(settings->output_every)) settings->output_every = (settings->end - sar_system_begin(system)) / DEFAULT_ROWS;
  bool fixed = !isnan(o->step) || (isnan(o->tolerance) && !isnan(s->step));
  if (strcmp(plan->settings.method, SAR_METHOD_AUTO) == 0) {
    plan->settings.method = fixed ? AUTO_FIXED : flexible ? AUTO_FLEXIBLE : AUTO;
  }
  SAR_TRY(sar_method_parse(context, plan->settings.method, at, &plan->method));
  if (!isnan(o->step) && !isnan(o->tolerance)) {
    return wrong(context, system, "give one of them", "a fixed step and a tolerance exclude each other");
  }
  plan->steps = (SarStepOptions){.end = plan->settings.end,
                                 .tolerance = plan->settings.tolerance,
                                 .fixed_step = fixed ? plan->settings.step : 0,
                                 .max_step = plan->settings.max_step,
                                 .min_step = plan->settings.min_step,
                                 .initial_step = plan->settings.initial_step,
                                 .corrector_floor = o->corrector_floor};
  *(fixed ? &plan->settings.tolerance : &plan->settings.step) = NAN;
  if (!isnan(o->end) && (!(o->end > 0) || isinf(o->end))) {
    return wrong(context, system, "let it end at a time above zero",
                 "the end of a run is a time above zero, and finite");
  }
  if (!(plan->steps.end > 0) || isinf(plan->steps.end)) {
    return wrong(context, system, sar_model_end_remedy(model), "the time to simulate is not given");
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
  return sar_run_check_amounts(context, system, o, plan);
}
