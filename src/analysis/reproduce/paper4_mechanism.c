#include "analysis/reproduce/paper4_mechanism.h"

extern const SarAsset sar_asset_squeezer, sar_asset_fourbar_mbdyn, sar_asset_fourbar_printed,
    sar_asset_lateral_buckling, sar_asset_rotating_shaft;

/* ---- the mechanisms ---- */

/* of: what is recorded; null: everything. */
static SarStatus open_model(SarReproduction *r, const SarAsset *model, const char *of, bool raw, SarMechanism *out) {
  SarExperimentSetup setup = {.model = model, .raw = raw, .output_of = &of, .noutput_of = of ? 1 : 0};
  out->r = r;
  return sar_experiment_open(r, &setup, &out->e);
}

SarStatus sar_mechanism_squeezer(SarReproduction *r, SarMechanism *out) {
  *out = (SarMechanism){.end = SAR_SQUEEZER_END};
  return open_model(r, &sar_asset_squeezer, "O", true, out);
}

SarStatus sar_mechanism_fourbar(SarReproduction *r, bool printed, SarMechanism *out) {
  *out = (SarMechanism){.zero = 4 * acos(-1) / 0.6, .end = 12}; /* two turns before */
  return open_model(r, printed ? &sar_asset_fourbar_printed : &sar_asset_fourbar_mbdyn, "bc.end", true, out);
}

SarStatus sar_mechanism_buckling(SarReproduction *r, SarMechanism *out) {
  *out = (SarMechanism){.end = 0.8};
  return open_model(r, &sar_asset_lateral_buckling, NULL, true, out);
}

/* Rows as the program writes them, with accelerations of the equations of motion: the integrators' own converge with
 * first order where stages are explicit. */
SarStatus sar_mechanism_shaft(SarReproduction *r, SarMechanism *out) {
  *out = (SarMechanism){.end = 2.5};
  return open_model(r, &sar_asset_rotating_shaft, "shaft.mid", false, out);
}

/* ---- runs ---- */

static SarStatus take_times(SarMechanism *f, SarMechanismRun *out) {
  const double *time = sar_table_values(f->e->table, 0);
  int64_t rows = sar_table_rows(f->e->table);
  while (out->first < rows && time[out->first] < f->zero) out->first++;
  out->count = rows - out->first;
  out->time = SAR_NEW(f->r->arena, out->count + 1, double);
  if (!out->time) return sar_report_no_memory(f->r->context);
  for (int64_t i = 0; i < out->count; i++) out->time[i] = time[out->first + i] - f->zero;
  return SAR_OK;
}

SarStatus sar_mechanism_run(SarMechanism *f, const char *method, double per_stage, SarMechanismRun *out) {
  int32_t stages;
  *out = (SarMechanismRun){0};
  SAR_TRY(sar_paper4_stages(f->r, method, &stages));
  SarExperimentRun run = {.method = method, .step = stages * per_stage, .end = f->zero + f->end};
  SAR_TRY(sar_experiment_try(f->e, &run, &out->done));
  const SarRunSummary *summary = &f->e->summary;
  out->reached = summary->end_time - f->zero;
  out->iterations = (double)summary->iterations / (double)(summary->steps * stages);
  return take_times(f, out);
}

const double *sar_mechanism_column(const SarMechanism *f, const SarMechanismRun *run, const char *name) {
  const double *column;
  return sar_experiment_column(f->e, name, &column) == SAR_OK ? column + run->first : NULL;
}

/* Of the turn from p to q, both of unit length. */
static double rotation_x(const double p[4], const double q[4]) {
  double w = p[0] * q[0] + p[1] * q[1] + p[2] * q[2] + p[3] * q[3];
  double x = p[0] * q[1] - p[1] * q[0] - q[2] * p[3] + q[3] * p[2];
  double y = p[0] * q[2] - p[2] * q[0] - q[3] * p[1] + q[1] * p[3];
  double z = p[0] * q[3] - p[3] * q[0] - q[1] * p[2] + q[2] * p[1];
  double half = sqrt(x * x + y * y + z * z);
  return half > 0 ? 2 * atan2(half, w) / half * x : 0;
}

const double *sar_mechanism_rotation(const SarMechanism *f, const SarMechanismRun *run, const char *node) {
  const double *q[4];
  double *angle = SAR_NEW(f->r->arena, run->count + 1, double), first[4], now[4];
  if (!angle) return NULL;
  for (int32_t k = 0; k < 4; k++) {
    if (sar_experiment_column(f->e, sar_row_text(f->r, "%s.q%d", node, (int)k), &q[k]) != SAR_OK) return NULL;
    first[k] = q[k][0];
  }
  for (int64_t i = 0; i < run->count; i++) {
    for (int32_t k = 0; k < 4; k++) now[k] = q[k][run->first + i];
    angle[i] = rotation_x(first, now);
  }
  return angle;
}

const char *sar_mechanism_outcome(SarReproduction *r, const SarMechanismRun *run) {
  return sar_row_text(r, "%s at t = %.4g s", run->done ? "ends" : "fails", run->reached);
}

/* ---- comparing ---- */

double sar_mechanism_at(int64_t count, const double *time, const double *y, double t, int64_t *place) {
  while (*place < count - 1 && time[*place + 1] < t) ++*place;
  int64_t i = *place;
  if (i >= count - 1) return y[count - 1];
  return y[i] + (y[i + 1] - y[i]) * (t - time[i]) / (time[i + 1] - time[i]);
}

SarStatus sar_history_keep(SarReproduction *r, const SarMechanismRun *run, const double *value, SarHistory *out) {
  *out = (SarHistory){.count = run->count,
                      .time = SAR_NEW(r->arena, run->count + 1, double),
                      .value = SAR_NEW(r->arena, run->count + 1, double)};
  if (!out->time || !out->value) return sar_report_no_memory(r->context);
  for (int64_t i = 0; i < run->count; i++) out->time[i] = run->time[i], out->value[i] = value[i];
  return SAR_OK;
}

double sar_history_error(const SarHistory *history, const SarMechanismRun *run, const double *value, double until) {
  double difference = 0, size = 0;
  int64_t place = 0;
  for (int64_t i = 0; i < run->count && run->time[i] <= until; i++) {
    double right = sar_mechanism_at(history->count, history->time, history->value, run->time[i], &place);
    difference += (value[i] - right) * (value[i] - right);
    size += right * right;
  }
  return size > 0 ? sqrt(difference / size) : NAN;
}
