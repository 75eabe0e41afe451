/* How wrong the numbers may be, by kinds: the largest of each. */
#include "cli/summary_errors.h"

#include <math.h>

#include "cli/terminal.h"

static const char *const kind_units[SAR_ERROR_KINDS] = {"m", "rad", "m/s", "rad/s", "N", "N*m"};
static const char *const kind_keys[SAR_ERROR_KINDS] = {"position",      "angle", "speed",
                                                       "angular_speed", "force", "torque"};

void sar_summary_print_errors(const SarRunErrors *errors, const SarUnits *units, FILE *stream) {
  const char *title = "error bars up to";
  for (int kind = 0; errors->known && kind < SAR_ERROR_KINDS; kind++) {
    const SarErrorBar *bar = &errors->kinds[kind];
    char label[64], relative[32] = "";
    if (isnan(bar->largest)) continue;
    sar_units_label(units, kind_units[kind], label, sizeof label);
    if (isfinite(bar->relative)) snprintf(relative, sizeof relative, ", %.1g of the largest", bar->relative);
    sar_print_to(stream, "  %-22s %.2g %s of %s at t = %.4g %s (%s%s)\n", title,
                 bar->largest / sar_units_factor(units, kind_units[kind]), label,
                 sar_error_kind_name((SarErrorKind)kind), bar->time / units->time, units->time_name, bar->column,
                 relative);
    title = "";
  }
}

void sar_summary_put_errors(const SarRunErrors *errors, const SarUnits *units, SarJson *json) {
  sar_json_key(json, "error_bars");
  if (!errors->known) {
    sar_json_text(json, NULL);
    return;
  }
  sar_json_begin_object(json);
  for (int kind = 0; kind < SAR_ERROR_KINDS; kind++) {
    const SarErrorBar *bar = &errors->kinds[kind];
    if (isnan(bar->largest)) continue;
    sar_json_key(json, kind_keys[kind]);
    sar_json_begin_object(json);
    sar_json_put_real(json, "largest", bar->largest / sar_units_factor(units, kind_units[kind]));
    sar_json_put_real(json, "relative", bar->relative);
    sar_json_put_real(json, "time", bar->time / units->time);
    sar_json_put_text(json, "column", bar->column);
    sar_json_end_object(json);
  }
  sar_json_key(json, "second_run");
  sar_json_begin_object(json);
  sar_json_put_real(json, "tolerance", errors->tolerance);
  sar_json_put_real(json, "step", errors->step / units->time);
  sar_json_put_int(json, "steps", errors->steps);
  sar_json_put_real(json, "ratio", errors->ratio);
  sar_json_end_object(json);
  sar_json_end_object(json);
}

/* ---- accuracy ---- */

void sar_summary_print_accuracy(const SarAccuracy *accuracy, const SarLengthScale *scale, const SarUnits *units,
                                FILE *stream) {
  const SarAccuracyColumn *worst = &accuracy->worst;
  if (accuracy->nruns == 0) return;
  if (accuracy->by_columns && worst->name[0]) {
    double factor = sar_units_factor(units, worst->unit);
    char label[64];
    sar_units_label(units, worst->unit, label, sizeof label);
    const char *blank = label[0] ? " " : "";
    sar_print_to(stream, "  %-22s %.2g%s%s of %s, asked: %.3g%s%s", "accuracy", worst->bar / factor, blank, label,
                 worst->name, worst->allowed / factor, blank, label);
  } else {
    fprintf(stream, "  %-22s %.2g", "accuracy", accuracy->estimated);
    if (scale->from)
      fprintf(stream, " of L = %.4g %s and of a radian", scale->length / units->length, units->length_name);
    fprintf(stream, ", asked: %.3g", accuracy->asked);
  }
  if (!accuracy->reached)
    fprintf(stream, "; holds up to t = %.4g %s", accuracy->horizon / units->time, units->time_name);
  fprintf(stream, "; %d run%s\n", (int)accuracy->nruns, accuracy->nruns == 1 ? "" : "s");
}

/* Null: no column has a bar. */
static void put_worst(const SarAccuracyColumn *worst, const SarUnits *units, SarJson *json) {
  double factor = sar_units_factor(units, worst->unit);
  char label[64];
  sar_json_key(json, "worst");
  if (!worst->name[0]) {
    sar_json_text(json, NULL);
    return;
  }
  sar_units_label(units, worst->unit, label, sizeof label);
  sar_json_begin_object(json);
  sar_json_put_text(json, "column", worst->name);
  sar_json_put_text(json, "unit", label);
  sar_json_put_real(json, "bar", worst->bar / factor);
  sar_json_put_real(json, "allowed", worst->allowed / factor);
  sar_json_end_object(json);
}

static void put_run(const SarAccuracyRun *run, const SarUnits *units, SarJson *json) {
  sar_json_begin_object(json);
  sar_json_put_text(json, "method", run->method);
  sar_json_put_real(json, "tolerance", run->tolerance);
  sar_json_put_real(json, "end_time", run->end / units->time);
  sar_json_put_real(json, "estimated", run->estimated);
  sar_json_put_int(json, "steps", run->steps);
  sar_json_put_real(json, "cpu_seconds", run->cpu_seconds);
  sar_json_end_object(json);
}

void sar_summary_put_accuracy(const SarAccuracy *accuracy, const SarUnits *units, SarJson *json) {
  sar_json_key(json, "accuracy");
  if (accuracy->nruns == 0) {
    sar_json_text(json, NULL);
    return;
  }
  sar_json_begin_object(json);
  sar_json_put_real(json, "asked", accuracy->asked);
  sar_json_put_real(json, "estimated", accuracy->estimated);
  sar_json_put_real(json, "horizon", accuracy->horizon / units->time);
  put_worst(&accuracy->worst, units, json);
  sar_json_key(json, "runs");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < accuracy->nruns; i++) put_run(&accuracy->runs[i], units, json);
  sar_json_end_array(json);
  sar_json_put_text(json, "reason", accuracy->reason[0] ? accuracy->reason : NULL);
  sar_json_end_object(json);
}
