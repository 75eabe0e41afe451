#define _POSIX_C_SOURCE 200809L /* open_memstream */

#include "study/optimum_json.h"

#include <math.h>
#include <stdlib.h>

#include "study/goal.h"

static void put_parameters(SarJson *json, const SarStudy *study, const SarOptimum *o) {
  static const char *const bounds[] = {"lower", "none", "upper"};
  SarStudyColumn column;
  sar_json_key(json, "parameters");
  sar_json_begin_array(json);
  for (int32_t j = 0; j < o->nparameters && sar_study_parameter(study, j, &column); j++) {
    SarStudyRange range = sar_study_range(study, j);
    sar_json_begin_object(json);
    sar_json_put_text(json, "name", column.name);
    sar_json_put_text(json, "unit", column.unit);
    sar_json_put_real(json, "value", o->parameters[j]);
    sar_json_put_real(json, "start", o->start[j]);
    sar_json_put_real(json, "from", range.from);
    sar_json_put_real(json, "to", range.to);
    sar_json_put_bool(json, "log", range.log);
    sar_json_put_text(json, "bound", bounds[o->bounds[j] + 1]);
    if (o->deviation) {
      sar_json_put_real(json, "deviation", o->deviation[j]);
      sar_json_put_bool(json, "determined", !isinf(o->deviation[j]));
    }
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_goal(SarJson *json, const SarStudy *study) {
  const SarOptimizeGoal *goal = sar_study_optimize_goal(study);
  SarStudyColumn column;
  sar_json_put_text(json, "sense", goal->maximize ? "maximize" : "minimize");
  sar_json_key(json, "objectives");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < goal->nresponses && sar_study_response(study, goal->responses[i], &column); i++) {
    sar_json_text(json, column.name);
  }
  sar_json_end_array(json);
}

static void put_responses(SarJson *json, const SarStudy *study, const SarOptimum *o) {
  SarStudyColumn column;
  sar_json_key(json, "responses");
  sar_json_begin_object(json);
  for (int32_t i = 0; i < o->nresponses && sar_study_response(study, i, &column); i++) {
    sar_json_put_real(json, column.name, o->responses[i]);
  }
  sar_json_end_object(json);
  sar_json_key(json, "limits");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < o->nlimits; i++) {
    const SarOptimumLimit *limit = &o->limits[i];
    sar_json_begin_object(json);
    sar_json_put_text(json, "response", sar_study_response(study, limit->response, &column) ? column.name : "");
    sar_json_put_text(json, "kind", limit->kind);
    sar_json_put_real(json, "limit", limit->limit);
    sar_json_put_real(json, "value", limit->value);
    sar_json_put_bool(json, "kept", limit->kept);
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

static void put_fit(SarJson *json, const SarOptimum *o, bool numbers) {
  int32_t n = o->nparameters;
  sar_json_put_int(json, "residuals", o->residuals);
  sar_json_put_real(json, "quantile", o->quantile);
  sar_json_key(json, "covariance");
  sar_json_begin_array(json);
  for (int32_t i = 0; i < n; i++) {
    sar_json_begin_array(json);
    for (int32_t j = 0; j < n; j++) sar_json_real(json, o->covariance[i * n + j]);
    sar_json_end_array(json);
  }
  sar_json_end_array(json);
  sar_json_key(json, "curves");
  sar_json_begin_array(json);
  for (int32_t k = 0; k < o->ncurves; k++) {
    const SarOptimumCurve *curve = &o->curves[k];
    sar_json_begin_object(json);
    sar_json_put_text(json, "column", curve->column);
    sar_json_put_text(json, "data", curve->data);
    sar_json_put_text(json, "unit", curve->unit);
    sar_json_put_int(json, "count", curve->count);
    sar_json_put_real(json, "weight", curve->weight);
    sar_json_put_real(json, "rms", curve->rms);
    sar_json_put_real(json, "largest", curve->largest);
    sar_json_put_real(json, "largest_time", curve->largest_time);
    if (numbers) {
      sar_json_put_reals(json, "time", curve->times, (int32_t)curve->rows);
      sar_json_put_reals(json, "measured", curve->measured, (int32_t)curve->rows);
      sar_json_put_reals(json, "model", curve->model, (int32_t)curve->rows);
    }
    sar_json_end_object(json);
  }
  sar_json_end_array(json);
}

void sar_optimum_put(SarJson *json, const SarStudy *study, const SarOptimum *o, bool numbers) {
  sar_json_put_bool(json, "converged", o->converged);
  sar_json_put_text(json, "reason", o->reason);
  sar_json_put_text(json, "method", o->method);
  sar_json_put_real(json, "objective", o->objective);
  put_parameters(json, study, o);
  if (o->responses) put_goal(json, study);
  if (o->responses) put_responses(json, study, o);
  if (o->deviation) put_fit(json, o, numbers);
  sar_json_put_int(json, "evaluations", o->evaluations);
  sar_json_put_int(json, "gradients", o->gradients);
  sar_json_put_int(json, "failed", o->failed);
}

SarStatus sar_optimum_json_text(SarContext *context, const SarStudy *study, const SarOptimum *optimum, char **out) {
  size_t size = 0;
  FILE *stream = open_memstream(out, &size);
  if (!stream) return sar_report_no_memory(context);
  SarJson json = sar_json(stream);
  sar_json_begin_object(&json);
  sar_optimum_put(&json, study, optimum, true);
  sar_json_end_object(&json);
  if (fclose(stream) == 0 && *out) return SAR_OK;
  free(*out);
  return sar_report_no_memory(context);
}
