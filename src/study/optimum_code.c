#include "study/optimum_code.h"

#include "study/message_code.h"

/* ---- to bytes ---- */

static void put_curve(SarBytes *into, const SarOptimumCurve *curve) {
  sar_bytes_put_int(into, curve->count);
  sar_bytes_put_real(into, curve->weight);
  sar_bytes_put_real(into, curve->rms);
  sar_bytes_put_real(into, curve->largest);
  sar_bytes_put_real(into, curve->largest_time);
  sar_bytes_put_reals(into, curve->model, curve->rows);
}

void sar_optimum_encode(SarBytes *into, const SarOptimum *o, const SarContext *context, int32_t first) {
  int64_t n = o->nparameters;
  sar_bytes_put_text(into, o->method);
  sar_bytes_put_text(into, o->reason);
  sar_bytes_put_int(into, o->converged);
  sar_bytes_put_int(into, o->evaluations);
  sar_bytes_put_int(into, o->gradients);
  sar_bytes_put_int(into, o->failed);
  sar_bytes_put_int(into, o->residuals);
  sar_bytes_put_real(into, o->objective);
  sar_bytes_put_real(into, o->quantile);
  for (int32_t j = 0; j < o->nparameters; j++) sar_bytes_put_int(into, o->bounds[j]);
  sar_bytes_put_reals(into, o->parameters, n);
  sar_bytes_put_reals(into, o->start, n);
  if (o->responses) sar_bytes_put_reals(into, o->responses, o->nresponses);
  if (o->deviation) sar_bytes_put_reals(into, o->deviation, n);
  if (o->deviation) sar_bytes_put_reals(into, o->covariance, n * n);
  for (int32_t i = 0; i < o->nlimits; i++) {
    sar_bytes_put_real(into, o->limits[i].value);
    sar_bytes_put_int(into, o->limits[i].kept);
  }
  for (int32_t k = 0; k < o->ncurves; k++) put_curve(into, &o->curves[k]);
  sar_messages_encode(into, context, first, SAR_NOTE);
}

/* ---- and back ---- */

static void get_limits(SarByteReader *from, const SarOptimizeGoal *goal, SarOptimumRoom *out) {
  for (int32_t i = 0; goal && i < goal->nlimits; i++) {
    out->limits[i] = sar_optimum_limit(&goal->limits[i]);
    out->limits[i].value = sar_bytes_get_real(from);
    out->limits[i].kept = sar_bytes_get_count(from, 0, 1);
  }
}

static void get_curves(SarByteReader *from, const SarFitGoal *goal, SarOptimumRoom *out) {
  for (int32_t k = 0; goal && k < goal->nmatches; k++) {
    SarOptimumCurve *curve = &out->curves[k];
    sar_optimum_begin_curve(out, goal, k);
    curve->count = sar_bytes_get_count(from, 0, goal->ntimes);
    curve->weight = sar_bytes_get_real(from);
    curve->rms = sar_bytes_get_real(from);
    curve->largest = sar_bytes_get_real(from);
    curve->largest_time = sar_bytes_get_real(from);
    sar_bytes_get_reals(from, out->model + k * goal->ntimes, goal->ntimes);
  }
}

SarStatus sar_optimum_decode(SarByteReader *from, SarContext *context, const SarStudy *study, SarOptimumRoom *out) {
  SarOptimum *o = &out->found;
  int64_t n = o->nparameters;
  bool ok = true;
  o->method = sar_bytes_copy_text(from, out->arena, &ok);
  o->reason = sar_bytes_copy_text(from, out->arena, &ok);
  if (!ok) return sar_report_no_memory(context);
  o->converged = sar_bytes_get_count(from, 0, 1);
  o->evaluations = sar_bytes_get_count(from, 0, INT64_MAX);
  o->gradients = sar_bytes_get_count(from, 0, INT64_MAX);
  o->failed = sar_bytes_get_count(from, 0, INT64_MAX);
  o->residuals = sar_bytes_get_count(from, 0, INT64_MAX);
  o->objective = sar_bytes_get_real(from);
  o->quantile = sar_bytes_get_real(from);
  for (int32_t j = 0; j < n; j++) out->bounds[j] = (int32_t)sar_bytes_get_count(from, -1, 1);
  sar_bytes_get_reals(from, out->parameters, n);
  sar_bytes_get_reals(from, out->start, n);
  if (out->responses) sar_bytes_get_reals(from, out->responses, o->nresponses);
  if (out->deviation) sar_bytes_get_reals(from, out->deviation, n);
  if (out->deviation) sar_bytes_get_reals(from, out->covariance, n * n);
  get_limits(from, sar_study_optimize_goal(study), out);
  get_curves(from, sar_study_fit_goal(study), out);
  if (from->wrong) return SAR_INPUT;
  SarStatus status = sar_messages_decode(from, context);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(context);
  return status == SAR_OK && from->left ? SAR_INPUT : status;
}
