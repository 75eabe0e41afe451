#include "result/snapshot_pose.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 7      /* x y z q0 q1 q2 q3 */
#define FARTHEST 1e100 /* units of length: what lies beyond it cannot be drawn */

static SarStatus read_times(SarContext *context, SarResults *results, double **out) {
  int64_t rows = sar_results_rows(results);
  *out = malloc(((size_t)rows + 1) * sizeof **out);
  if (!*out) return sar_report_no_memory(context);
  return sar_results_column(results, 0, *out);
}

static SarStatus check_rows(SarContext *context, const SarResults *results) {
  if (sar_results_rows(results) > 0) return SAR_OK;
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "run the model again", "the results hold no rows");
}

SarStatus sar_poses_range(SarContext *context, SarResults *results, double *first, double *last) {
  double *times = NULL;
  SAR_TRY(check_rows(context, results));
  SarStatus status = read_times(context, results, &times);
  if (status == SAR_OK) *first = times[0], *last = times[sar_results_rows(results) - 1];
  free(times);
  return status;
}

static SarStatus find_places(SarContext *context, const SarResults *results, const double *rows, const double *times,
                             int32_t ntimes, SarRowPlace *out) {
  int64_t count = sar_results_rows(results), k = 0;
  double slack = 1e-9 * fabs(rows[count - 1]); /* 0.1 + 0.2 is recorded as 0.30000000000000004 */
  for (int32_t i = 0; i < ntimes; i++) {
    if (!(times[i] >= rows[0] - slack && times[i] <= rows[count - 1] + slack)) {
      char remedy[96];
      const char *unit = sar_results_unit(results, 0);
      snprintf(remedy, sizeof remedy, "give a time from %g to %g %s", rows[0], rows[count - 1], unit);
      return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "t = %g %s is not recorded", times[i], unit);
    }
    while (k + 2 < count && rows[k + 1] <= times[i]) k++;
    double step = count > 1 ? rows[k + 1] - rows[k] : 0;
    out[i] = (SarRowPlace){.row = k, .part = step > 0 ? fmin(1, fmax(0, (times[i] - rows[k]) / step)) : 0};
  }
  return SAR_OK;
}

/* The logarithm is at most half a turn long: the shortest way. */
static SarQuat turn_between(SarQuat a, SarQuat b, double part) {
  SarQuat way = sar_quat_mul(sar_quat_conjugate(a), b);
  return sar_quat_normalise(sar_quat_mul(a, sar_quat_exp(sar_scale(part, sar_quat_log(way)))));
}

/* column[k]: the values of x y z q0 q1 q2 q3. False: there are no numbers. */
static bool pose_at(const double *const column[COLUMNS], const SarRowPlace *place, int64_t rows, SarSnapshotPose *out) {
  double a[COLUMNS], b[COLUMNS], sum = 0;
  int64_t next = place->row + 1 < rows ? place->row + 1 : place->row;
  for (int32_t k = 0; k < COLUMNS; k++) {
    a[k] = column[k][place->row], b[k] = column[k][next];
    if (place->part == 0) b[k] = a[k]; /* exactly on a row: what follows does not matter */
    if (place->part == 1) a[k] = b[k];
    sum += a[k] + b[k];
  }
  double size = fabs(a[3]) + fabs(a[4]) + fabs(a[5]) + fabs(a[6]); /* 1 to 2, unless it is no rotation at all */
  double next_size = fabs(b[3]) + fabs(b[4]) + fabs(b[5]) + fabs(b[6]);
  if (!(fabs(sum) < FARTHEST) || !(fmin(size, next_size) > 0.5)) return false;
  out->at = sar_add(sar_scale(1 - place->part, sar_vec3_load(a)), sar_scale(place->part, sar_vec3_load(b)));
  out->turn =
      turn_between(sar_quat_normalise(sar_quat_load(a + 3)), sar_quat_normalise(sar_quat_load(b + 3)), place->part);
  return true;
}

/* The columns of a body; false: some are missing. */
static bool find_columns(const SarResults *results, const char *body, int32_t column[COLUMNS]) {
  static const char *const names[COLUMNS] = {"x", "y", "z", "q0", "q1", "q2", "q3"};
  char name[512];
  for (int32_t k = 0; k < COLUMNS; k++) {
    snprintf(name, sizeof name, "%s.%s", body, names[k]);
    column[k] = sar_results_find(results, name);
    if (column[k] < 0) return false;
  }
  return true;
}

/* One pass where the columns stand side by side, as a run writes them. */
static SarStatus read_columns(SarResults *results, const int32_t column[COLUMNS], double *values) {
  int64_t rows = sar_results_rows(results);
  bool neighbours = true;
  for (int32_t k = 1; k < COLUMNS; k++) neighbours &= column[k] == column[0] + k;
  if (neighbours) return sar_results_read(results, column[0], COLUMNS, values);
  for (int32_t k = 0; k < COLUMNS; k++) SAR_TRY(sar_results_column(results, column[k], values + k * rows));
  return SAR_OK;
}

static SarStatus read_body(SarResults *results, const SarSceneBody *body, const SarRowPlace *places, int32_t ntimes,
                           double *values, SarSnapshotPose *poses, int32_t stride, bool *recorded) {
  int32_t column[COLUMNS];
  int64_t rows = sar_results_rows(results);
  *recorded = find_columns(results, body->name, column);
  for (int32_t i = 0; i < ntimes; i++) poses[i * stride] = (SarSnapshotPose){body->position, body->turn};
  if (!*recorded) return SAR_OK;
  SAR_TRY(read_columns(results, column, values));
  const double *start[COLUMNS];
  for (int32_t k = 0; k < COLUMNS; k++) start[k] = values + k * rows;
  for (int32_t i = 0; i < ntimes; i++) *recorded &= pose_at(start, &places[i], rows, &poses[i * stride]);
  return SAR_OK;
}

static SarStatus read_bodies(const SarScene *scene, SarResults *results, const SarRowPlace *places, int32_t ntimes,
                             double *values, SarSnapshotPose *poses, int32_t *unrecorded) {
  *unrecorded = 0;
  for (int32_t b = 0; b < scene->nbodies; b++) {
    bool recorded;
    SAR_TRY(read_body(results, &scene->bodies[b], places, ntimes, values, poses + b, scene->nbodies, &recorded));
    *unrecorded += !recorded;
  }
  return SAR_OK;
}

SarStatus sar_rows_find(SarContext *context, SarArena *arena, SarResults *results, const double *times, int32_t ntimes,
                        SarRowPlace **out) {
  double *recorded = NULL;
  SAR_TRY(check_rows(context, results));
  *out = SAR_NEW(arena, ntimes, SarRowPlace);
  if (!*out) return sar_report_no_memory(context);
  SarStatus status = read_times(context, results, &recorded);
  if (status == SAR_OK) status = find_places(context, results, recorded, times, ntimes, *out);
  free(recorded);
  return status;
}

SarStatus sar_poses_read(SarContext *context, SarArena *arena, const SarScene *scene, SarResults *results,
                         const double *times, int32_t ntimes, SarSnapshotPose **out, int32_t *unrecorded) {
  SarRowPlace *places;
  SAR_TRY(sar_rows_find(context, arena, results, times, ntimes, &places));
  *out = SAR_NEW(arena, (size_t)ntimes * (size_t)(scene->nbodies + 1), SarSnapshotPose);
  double *values = malloc((size_t)sar_results_rows(results) * COLUMNS * sizeof *values);
  SarStatus status = *out && values ? SAR_OK : sar_report_no_memory(context);
  if (status == SAR_OK) status = read_bodies(scene, results, places, ntimes, values, *out, unrecorded);
  free(values);
  return status;
}
