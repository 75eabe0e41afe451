#define _POSIX_C_SOURCE 200809L /* mkdtemp */

#include "suspension.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "car.h"
#include "check.h"
#include "inside.h"
#include "study/quantile.h"

static const Car truth = {16.4e3, 1180, 164e3};

/* d^T C^-1 d of three numbers, by Cramer's rule */
static double distance(const double *d, const double *c) {
  double inverse[9];
  for (int i = 0; i < 3; i++) {
    for (int j = 0; j < 3; j++) {
      int a = (i + 1) % 3, b = (i + 2) % 3, e = (j + 1) % 3, f = (j + 2) % 3;
      inverse[3 * j + i] = c[3 * a + e] * c[3 * b + f] - c[3 * a + f] * c[3 * b + e];
    }
  }
  double determinant = c[0] * inverse[0] + c[1] * inverse[3] + c[2] * inverse[6], sum = 0;
  for (int i = 0; i < 9; i++) sum += d[i / 3] * inverse[i] * d[i % 3];
  return sum / determinant;
}

static void count(const SarOptimum *o, Coverage *out) {
  double d[3] = {o->parameters[0] - truth.k, o->parameters[1] - truth.c, o->parameters[2] - truth.kt};
  double freedom = (double)(o->residuals - 3);
  out->fits++;
  out->together += distance(d, o->covariance) <= 3 * sar_fisher_quantile(0.95, 3, freedom);
  for (int j = 0; j < 3; j++) out->each[j] += fabs(d[j]) <= o->quantile * o->deviation[j];
}

static void fit_once(const char *folder, uint64_t seed, Coverage *out) {
  static const char study_text[] =
      "study: noise\n"
      "model: " SAR_TEST_DIR
      "/../examples/quarter_car/model.yaml\n"
      "vary: {k: {from: 5e3, to: 50e3, scale: log}, c: {from: 200, to: 5e3, scale: log}, kt: {from: 50e3, to: 500e3, "
      "scale: log}}\n"
      "fit:\n"
      "  data: measured.csv\n"
      "  match: {seat.az: acceleration, strut.length: strut}\n"
      "  sigma: {seat.az: 0.2, strut.length: 5e-4}\n";
  char path[300], name[300];
  snprintf(path, sizeof path, "%s/measured.csv", folder);
  snprintf(name, sizeof name, "%s/study.yaml", folder);
  FILE *csv = fopen(path, "w");
  assert_non_null(csv);
  car_measure(&truth, seed, csv);
  assert_int_equal(fclose(csv), 0);
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  const SarOptimum *optimum = NULL;
  Inside inside = {.deadly = -1};
  struct SarCrewKind crew = inside_crew(&inside);
  SarStudyOptions options = sar_study_options_default();
  options.crew = &crew;
  if (sar_study_parse(context, name, study_text, &study) != SAR_OK ||
      sar_optimize(context, study, &options, &optimum) != SAR_OK) {
    fail_msg("%s", sar_context_get(context, 0)->message);
  }
  if (!optimum->converged) fail_msg("seed %d: %s", (int)seed, optimum->reason);
  assert_int_equal(inside.runs, optimum->evaluations);
  count(optimum, out);
  sar_optimum_destroy(&optimum);
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  unlink(path);
}

Coverage suspension_fits(uint64_t first, int count_of_fits) {
  Coverage out = {0};
  char folder[] = "suspension_XXXXXX";
  assert_non_null(mkdtemp(folder));
  for (int i = 0; i < count_of_fits; i++) fit_once(folder, first + (uint64_t)i, &out);
  rmdir(folder);
  return out;
}
