/* One run of a study in this process: rows, responses, failures, and the same bits in whatever order runs are made. */
#define _XOPEN_SOURCE 700

#include "study/job.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "study/source.h"
#include "study/studies.h"

#define PENDULUM "model: pendulum.yaml\n"

static SarJobRunner *runner_of(const Read *read) {
  SarRunOptions options = sar_run_options_default();
  SarJobRunner *runner = NULL;
  assert_int_equal(sar_job_runner_create(read->context, read->study, &options, &runner), SAR_OK);
  return runner;
}

static SarJobResult make(SarJobRunner *runner, const Read *read, int64_t run, double *values) {
  SarJobResult result;
  assert_int_equal(sar_study_values(read->study, run, values), SAR_OK);
  SarJob job = {.run = run, .values = values};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  return result;
}

/* Energy: w0^2 (m l^2 + i)/2 = m g l (1 - cos a), i = m l^2/1000. */
static void test_pendulum(void **state) {
  (void)state;
  Read read = read_study(PENDULUM
                         "vary: {l: {from: 1, to: 2, count: 3}, w0: [0.5, 1]}\n"
                         "responses: {swing: max(abs(A.angle)), low: min(bob.y), slow: \"rms(A.angle_rate)/w0\"}\n");
  SarJobRunner *runner = runner_of(&read);
  double values[2];
  assert_int_equal(sar_study_runs(read.study), 6);
  for (int64_t run = 0; run < 6; run++) {
    SarJobResult result = make(runner, &read, run, values);
    assert_string_equal(result.row.message, "");
    assert_int_equal(result.row.status, SAR_ROW_DONE);
    assert_int_equal(result.row.run, run);
    assert_true(result.row.steps > 0);
    double l = values[0], w0 = values[1];
    double angle = acos(1 - w0 * w0 * l * l * 1.001 / 2 / (9.81 * l));
    CHECK_NEAR(result.row.responses[0], angle, 1e-4); /* rows lie up to 5 ms beside the turning point */
    CHECK_NEAR(result.row.responses[1], -l, 1e-6);
    assert_true(result.row.responses[2] > 0.5 && result.row.responses[2] < 1);
  }
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* Bits of a row: what it holds does not depend on the runs before it. */
static void test_any_order(void **state) {
  (void)state;
  Read read = read_study(PENDULUM
                         "vary: {m: [2, -1, 5], w0: [0.5, 1]}\n"
                         "responses: {swing: max(abs(A.angle)), force: rms(A.fy), fast: max(bob.vx)/m}\n");
  double forward[6][3], backward[6][3], values[2];
  SarJobRunner *runner = runner_of(&read);
  for (int64_t run = 0; run < 6; run++) {
    memcpy(forward[run], make(runner, &read, run, values).row.responses, sizeof forward[run]);
  }
  for (int64_t run = 5; run >= 0; run--) {
    SarJobResult result = make(runner, &read, run, values);
    memcpy(backward[run], result.row.responses, sizeof backward[run]);
    bool wrong = run == 2 || run == 3; /* a negative mass */
    assert_int_equal(result.row.status, wrong ? SAR_ROW_INPUT : SAR_ROW_DONE);
    assert_true(wrong == (result.row.message[0] != 0));
    assert_null(strchr(result.row.message, '\n'));
    for (int i = 0; i < 3; i++) assert_true(isnan(result.row.responses[i]) == wrong);
  }
  assert_memory_equal(forward, backward, sizeof forward);
  sar_job_runner_destroy(&runner);
  runner = runner_of(&read); /* nor on the runner */
  assert_memory_equal(make(runner, &read, 4, values).row.responses, forward[4], sizeof forward[4]);
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

static void test_messages(void **state) {
  (void)state;
  Read read = read_study(PENDULUM "vary: {m: [-1, 2]}\nresponses: {low: min(bob.y)}\nset: {l: 1 + 1}\n");
  SarJobRunner *runner = runner_of(&read);
  double value;
  SarJobResult result = make(runner, &read, 0, &value);
  assert_non_null(strstr(result.row.message, "pendulum.yaml:5:"));
  assert_non_null(strstr(result.row.message, "bob: "));
  assert_true(result.row.parameters[0] == -1);
  assert_int_equal(result.row.steps, 0);
  assert_true(result.row.host[0] != 0);
  CHECK_NEAR(make(runner, &read, 1, &value).row.responses[0], -2, 1e-6); /* `set` counts */
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

static void test_limit(void **state) {
  (void)state;
  Read read = read_study(PENDULUM "vary: {m: [1, 2]}\nresponses: {low: min(bob.y)}\nlimit: 1e-6\n");
  SarJobRunner *runner = runner_of(&read);
  double value;
  assert_true(sar_study_limit(read.study) == 1e-6);
  SarJobResult result = make(runner, &read, 1, &value);
  assert_int_equal(result.row.status, SAR_ROW_LIMIT);
  assert_string_equal(result.row.message, "the run took more than 1e-06 s of CPU time");
  assert_true(isnan(result.row.responses[0]));
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* ---- a ball that falls ---- */

/* It lands at v/g + sqrt((v/g)^2 + 2 h/g); the run ends there, and its responses count. mm, ms. */
static void test_stopped(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nset: {h: 100}\nvary: {v: [0.5, 1]}\n"
      "responses: {top: max(ball.y), landed: final(time), half: \"time_of(ball.y < 50)\",\n"
      "            other: twice - 2*v, speed: \"first(ball.vy, ball.y < 50)\"}\n");
  SarJobRunner *runner = runner_of(&read);
  double v, g = 0.00981;
  for (int64_t run = 0; run < 2; run++) {
    SarJobResult result = make(runner, &read, run, &v);
    const double *r = result.row.responses;
    assert_int_equal(result.row.status, SAR_ROW_STOPPED);
    CHECK_NEAR(r[1], v / g + sqrt(v / g * v / g + 2 * 100 / g), 1e-6);
    /* rows are 10 ms apart, and straight between: g 10^2/8 mm */
    CHECK_NEAR(r[0], 100 + v * v / (2 * g), g * 25 / 2 + 1e-6);
    double half = v / g + sqrt(v / g * v / g + 2 * 50 / g);
    CHECK_NEAR(r[2], half, g * 100 / 8 / (g * half - v) + 1e-6);
    assert_true(r[3] == 0); /* a parameter that follows another one */
    CHECK_NEAR(r[4], v - g * r[2], 1e-6);
  }
  SarStudyColumn column;
  assert_true(sar_study_response(read.study, 4, &column));
  assert_string_equal(column.unit, "mm/ms");
  assert_true(sar_study_response(read.study, 1, &column));
  assert_string_equal(column.unit, "ms");
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* Angles that are written with their unit are angles, whatever the model counts them in. */
static void test_angles(void **state) {
  (void)state;
  static const char *const vary[] = {"slope: [0, 30 deg]", "slope: [0, 30]",
                                     "slope: {from: 0, to: pi/6 rad, count: 2}"};
  for (int i = 0; i < 3; i++) {
    char text[200];
    snprintf(text, sizeof text, "model: fall.yaml\nvary: {%s}\nresponses: {half: first(ball.q3)}\n", vary[i]);
    Read read = read_study(text);
    SarJobRunner *runner = runner_of(&read);
    SarStudyColumn column;
    double value;
    SarJobResult result = make(runner, &read, 1, &value);
    assert_string_equal(result.row.message, "");
    CHECK_NEAR(result.row.responses[0], sin(3.14159265358979323846 / 12), 1e-12);
    assert_true(sar_study_parameter(read.study, 0, &column));
    assert_string_equal(column.unit, i == 1 ? "" : "rad");
    sar_job_runner_destroy(&runner);
    end_study(&read);
  }
}

/* Parameters may decide which columns there are. */
static void test_missing_column(void **state) {
  (void)state;
  Read read = read_study("model: fall.yaml\nset: {n: 2}\nvary: {v: [1]}\nresponses: {low: final(extra2.y)}\n");
  end_study(&read);
  read = read_study("model: fall.yaml\nvary: {n: [1, 0, 3]}\nresponses: {low: final(extra1.y)}\n");
  SarJobRunner *runner = runner_of(&read);
  double value;
  assert_int_equal(make(runner, &read, 0, &value).row.status, SAR_ROW_DONE);
  assert_int_equal(make(runner, &read, 2, &value).row.status, SAR_ROW_DONE);
  SarJobResult result = make(runner, &read, 1, &value);
  assert_int_equal(result.row.status, SAR_ROW_INPUT);
  assert_non_null(strstr(result.row.message, "extra1"));
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* Columns at the times of the data, exactly: a parabola, which every method follows but for rounding. */
static void test_curves(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nvary: {v: {from: 1, to: 3}, h: {from: 500, to: 2000}}\n"
      "fit: {data: fall.csv, match: {ball.y: height, ball.vy: speed}, sigma: {ball.vy: 0.1}}\n");
  static const double times[] = {0, 37.1, 200, 390};
  const double values[] = {2, 1200};
  SarJobRunner *runner = runner_of(&read);
  SarJobResult result;
  SarJob job = {.run = 5, .values = values, .curves = true};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_int_equal(result.row.status, SAR_ROW_DONE);
  assert_int_equal(result.ncurves, 8);
  for (int i = 0; i < 4; i++) {
    double t = times[i];
    CHECK_NEAR(result.curves[i], 1200 + 2 * t - 0.00981 * t * t / 2, 1e-8);
    CHECK_NEAR(result.curves[4 + i], 2 - 0.00981 * t, 1e-11);
  }
  assert_null(result.curves_by);
  job.values = (const double[]){2, -600}; /* it starts below the ground, and does not stop */
  job.curves = false;
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_int_equal(result.ncurves, 0);
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* A run that ends before the last measurement: what it did not come to is not known. */
static void test_short_curves(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nset: {h: 100}\nvary: {v: {from: -1, to: 3}}\n"
      "fit: {data: fall.csv, match: {ball.y: height}}\nresponses: {end: final(time)}\n");
  SarJobRunner *runner = runner_of(&read);
  SarJobResult result;
  SarJob job = {.values = (const double[]){0}, .curves = true};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_int_equal(result.row.status, SAR_ROW_STOPPED);
  double landed = sqrt(2 * 100 / 0.00981);
  CHECK_NEAR(result.row.responses[0], landed, 1e-6);
  assert_true(landed < 200 && isnan(result.curves[2]) && isnan(result.curves[3]));
  CHECK_NEAR(result.curves[1], 100 - 0.00981 * 37.1 * 37.1 / 2, 1e-8);
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* ---- derivatives ---- */

static void responses_at(SarJobRunner *runner, const double *values, bool gradient, double *out, double *by) {
  SarJobResult result;
  SarJob job = {.values = values, .gradient = gradient};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_string_equal(result.row.message, "");
  memcpy(out, result.row.responses, 4 * sizeof *out);
  assert_true((result.row.gradient != NULL) == gradient);
  if (gradient) memcpy(by, result.row.gradient, 8 * sizeof *by);
}

/* By sensitivities of one run, against central differences of tight ones. */
static void test_gradient(void **state) {
  (void)state;
  Read read = read_study(PENDULUM
                         "vary: {l: {from: 1, to: 2, count: 3}, w0: [0.5, 1]}\n"
                         "responses: {force: max(A.fy2), mean: rms(A.angle_rate), back: \"time_of(A.angle < 0)\",\n"
                         "            sum: final(bob.x)*w0 + l}\n");
  SarRunOptions options = sar_run_options_default();
  options.tolerance = 1e-11;
  SarJobRunner *runner = NULL;
  assert_int_equal(sar_job_runner_create(read.context, read.study, &options, &runner), SAR_OK);
  const double values[2] = {1.4, 0.9};
  double at[4], by[8], above[4], below[4];
  responses_at(runner, values, true, at, by);
  for (int j = 0; j < 2; j++) {
    double moved[2] = {values[0], values[1]}, h = 1e-5 * values[j];
    moved[j] = values[j] + h;
    responses_at(runner, moved, false, above, NULL);
    moved[j] = values[j] - h;
    responses_at(runner, moved, false, below, NULL);
    for (int i = 0; i < 4; i++) {
      double difference = (above[i] - below[i]) / (2 * h);
      /* the runs' errors over 2 h, and the step's own square */
      CHECK_NEAR(by[2 * i + j], difference, 2e-5 * (1 + fabs(difference)));
    }
  }
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* d y / d v = t, d vy / d h = 0, at the times of the data. */
static void test_curves_by(void **state) {
  (void)state;
  Read read = read_study(
      "model: fall.yaml\nvary: {v: {from: 1, to: 3}, h: {from: 500, to: 2000}}\n"
      "fit: {data: fall.csv, match: {ball.y: height, ball.vy: speed}}\n");
  static const double times[] = {0, 37.1, 200, 390};
  SarJobRunner *runner = runner_of(&read);
  SarJobResult result;
  SarJob job = {.values = (const double[]){2, 1200}, .curves = true, .gradient = true};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_string_equal(result.row.message, "");
  assert_non_null(result.curves_by);
  for (int i = 0; i < 4; i++) {
    CHECK_NEAR(result.curves_by[2 * i], times[i], 1e-6);
    CHECK_NEAR(result.curves_by[2 * i + 1], 1, 1e-8);
    CHECK_NEAR(result.curves_by[8 + 2 * i], 1, 1e-8);
    CHECK_NEAR(result.curves_by[8 + 2 * i + 1], 0, 1e-8);
  }
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

/* ---- kept results ---- */

static void check_kept(int64_t run, bool kept) {
  char path[64];
  snprintf(path, sizeof path, "runs/%d.h5", (int)run);
  assert_int_equal(access(path, R_OK) == 0, kept);
  if (!kept) return;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
  assert_int_equal(sar_results_rows(results), 201);
  assert_true(sar_results_find(results, "bob.z") >= 0); /* all that the model records, not what responses need */
  assert_non_null(strstr(sar_results_fact(results, "parameters"), run == 1 ? "\"w0\":1" : "\"w0\":2"));
  sar_results_close(&results);
  sar_context_destroy(&context);
  unlink(path);
}

static void test_keep(void **state) {
  (void)state;
  static const char *const keep[] = {"none", "all", "[2, 1]", "swing > 0.3", "w0 > 0.9 and swing > 0"};
  char folder[] = "study_job_XXXXXX";
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  double swings[5][3], values[1];
  for (int i = 0; i < 5; i++) {
    char text[300];
    snprintf(text, sizeof text, PENDULUM "vary: {w0: [0.2, 1, 2]}\nresponses: {swing: max(A.angle)}\nkeep: \"%s\"\n",
             keep[i]);
    if (keep[i][0] == '[') snprintf(strstr(text, "keep: "), 30, "keep: %s\n", keep[i]);
    Read read = read_study(text);
    SarJobRunner *runner = runner_of(&read);
    for (int64_t run = 0; run < 3; run++) {
      swings[i][run] = make(runner, &read, run, values).row.responses[0];
      if (i == 1 && run == 0) assert_int_equal(unlink("runs/0.h5"), 0);
      if (run > 0) check_kept(run, i > 0);
      if (run == 0) check_kept(run, false);
    }
    assert_memory_equal(swings[i], swings[0], sizeof swings[i]); /* files change nothing */
    sar_job_runner_destroy(&runner);
    end_study(&read);
  }
  Read read = read_study(PENDULUM "vary: {w0: [0.2, 1, 2]}\nresponses: {swing: max(A.angle)}\nkeep: all\n");
  SarJobRunner *runner = runner_of(&read); /* and with derivatives, which the file has not */
  SarJobResult result;
  SarJob job = {.run = 1, .values = (const double[]){1}, .gradient = true};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_true(isfinite(result.row.gradient[0]));
  check_kept(1, true);
  sar_job_runner_destroy(&runner);
  end_study(&read);
  assert_int_equal(rmdir("runs"), 0);
  assert_int_equal(chdir(".."), 0);
  assert_int_equal(rmdir(folder), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pendulum),       cmocka_unit_test(test_any_order), cmocka_unit_test(test_messages),
      cmocka_unit_test(test_limit),          cmocka_unit_test(test_stopped),   cmocka_unit_test(test_angles),
      cmocka_unit_test(test_missing_column), cmocka_unit_test(test_curves),    cmocka_unit_test(test_short_curves),
      cmocka_unit_test(test_keep),           cmocka_unit_test(test_gradient),  cmocka_unit_test(test_curves_by)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
