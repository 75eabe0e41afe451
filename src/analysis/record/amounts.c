/* How much a run is going to be, before it begins: steps and rows that nobody could wait for or keep are mistakes of a
 * power of ten or of a unit, and are told at once, with their place. */
#include <float.h>
#include <math.h>

#include "analysis/record/options.h"
#include "system/carry.h"

#define MOST_STEPS 1e12 /* a year and more, however small the model */
#define MANY_STEPS 1e8  /* minutes at least */
#define MOST_ROWS 1e9   /* 8 GB of every column */
#define MANY_ROWS 1e7

/* A setting that decides on an amount. */
typedef struct Setting {
  const char *name; /* "step" */
  SarSource at;     /* nowhere: it was not read from a file */
  double value;     /* s */
} Setting;

typedef struct Amounts {
  SarContext *context;
  const SarSystem *system;
  double end;
} Amounts;

static SarStatus refuse(const Amounts *a, const Setting *setting, const char *amount) {
  const SarUnits *units = &sar_system_model(a->system)->units;
  return sar_report(a->context, SAR_INPUT, setting->at, NULL, "give a larger one, or an earlier end of the run",
                    "`%s` of %g %s makes %s of a run of %g %s", setting->name, setting->value / units->time,
                    units->time_name, amount, a->end / units->time, units->time_name);
}

static SarStatus check_steps(const Amounts *a, const Setting *setting) {
  const SarUnits *units = &sar_system_model(a->system)->units;
  double steps = a->end / setting->value;
  if (!(setting->value > 0)) return SAR_OK; /* not given */
  if (setting->value < 16 * DBL_EPSILON * a->end) {
    return refuse(a, setting, "steps below the rounding of the time");
  }
  if (steps > MOST_STEPS) return refuse(a, setting, "more than 1e12 steps");
  if (steps > MANY_STEPS) {
    sar_warn(a->context, setting->at, NULL, "Ctrl-C keeps what was computed until then",
             "`%s` of %g %s makes %.2g steps of this run", setting->name, setting->value / units->time,
             units->time_name, steps);
  }
  return SAR_OK;
}

static SarStatus check_rows(const Amounts *a, const Setting *setting) {
  const SarUnits *units = &sar_system_model(a->system)->units;
  double rows = a->end / setting->value;
  if (!(setting->value > 0)) return SAR_OK; /* a row for every step */
  if (rows > MOST_ROWS) return refuse(a, setting, "more than 1e9 rows");
  if (rows > MANY_ROWS) {
    sar_warn(a->context, setting->at, NULL, "a larger `every:` of `output:` makes fewer rows",
             "`%s` of %g %s makes %.2g rows, %.2g MB of every column", setting->name, setting->value / units->time,
             units->time_name, rows, 8e-6 * rows);
  }
  return SAR_OK;
}

SarStatus sar_run_check_amounts(SarContext *context, const SarSystem *system, const SarRunOptions *o,
                                const SarRunPlan *plan) {
  const SarModel *model = sar_system_model(system);
  Amounts a = {context, system, plan->steps.end - sar_system_begin(system)};
  Setting step = {"step", isnan(o->step) ? model->step_source : sar_nowhere(), plan->steps.fixed_step};
  Setting max_step = {"max_step", isnan(o->max_step) ? model->max_step_source : sar_nowhere(), plan->steps.max_step};
  Setting every = {"every", isnan(o->output_every) ? model->every_source : sar_nowhere(), plan->settings.output_every};
  if (plan->steps.fixed_step > 0) max_step.value = 0; /* does not count */
  if (o->no_output) every.value = 0;
  SAR_TRY(check_steps(&a, &step));
  SAR_TRY(check_steps(&a, &max_step));
  if (max_step.value > 0 && plan->steps.min_step > max_step.value) {
    return sar_report(context, SAR_INPUT, max_step.at, NULL, "let `min_step` be the smaller one",
                      "`min_step` is larger than `max_step`");
  }
  return check_rows(&a, &every);
}
