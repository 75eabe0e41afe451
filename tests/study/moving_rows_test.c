/* Rows that move with a parameter: gradients of responses over events, to a landing that ends the run, and to an end
 * that the model computes, against central differences of the same numbers. */
#include <stdio.h>
#include <string.h>

#include "study/job.h"
#include "study/studies.h"

enum { MOST = 8 };

static void responses_at(SarJobRunner *runner, int32_t count, double value, double *out, double *by) {
  SarJobResult result;
  SarJob job = {.values = &value, .gradient = by != NULL};
  assert_int_equal(sar_job_run(runner, &job, &result), SAR_OK);
  assert_string_equal(result.row.message, "");
  memcpy(out, result.row.responses, (size_t)count * sizeof *out);
  if (by) memcpy(by, result.row.gradient, (size_t)count * sizeof *by);
}

/* Of one parameter. Runs are exact to their tolerance, 1e-11, over the step of the differences. */
static void check(const char *text, double value, double bound) {
  Read read = read_study(text);
  SarRunOptions options = sar_run_options_default();
  SarJobRunner *runner = NULL;
  int32_t count = sar_study_responses(read.study);
  double at[MOST], by[MOST], above[MOST], below[MOST], h = 1e-5 * value;
  assert_true(count > 0 && count <= MOST);
  options.tolerance = 1e-11;
  assert_int_equal(sar_job_runner_create(read.context, read.study, &options, &runner), SAR_OK);
  responses_at(runner, count, value, at, by);
  responses_at(runner, count, value + h, above, NULL);
  responses_at(runner, count, value - h, below, NULL);
  for (int32_t i = 0; i < count; i++) {
    double difference = (above[i] - below[i]) / (2 * h);
    SarStudyColumn column;
    assert_true(sar_study_response(read.study, i, &column));
    if (!(fabs(by[i] - difference) <= bound * (fabs(difference) + fabs(at[i] / value)))) {
      fail_msg("%sd %s = %.10g, by differences %.10g", text, column.name, by[i], difference);
    }
  }
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

#define LANDING                                                                                                \
  "responses: {landed: final(time), speed: final(ball.vy), mean: mean(ball.y), rms: rms(ball.vy),\n"           \
  "            fast: max(abs(ball.vy)), when: \"time_of(ball.y < 1)\", there: \"first(ball.vy, ball.y < 1)\"," \
  "            still: \"settling(ball.vy, 0.01)\"}\n"

/* An event that ends the run; mm and ms. */
static void test_stop(void **state) {
  (void)state;
  check("model: fall.yaml\nset: {h: 100}\nvary: {v: [1]}\n" LANDING, 0.7, 2e-5);
  check("model: fall.yaml\nset: {v: 0.3}\nvary: {h: [1]}\n" LANDING, 123, 2e-5);
}

#define BOUNCE                                                                                             \
  "responses: {hard: max(abs(ball.vz)), mean: mean(ball.vz), rms: rms(ball.vz), high: mean(ball.z), end: " \
  "final(ball.z), lost: final(energy.dissipated), on_average: mean(energy.dissipated)}\n"

/* One that the run goes on behind: two rows of one time, both of which move. */
static void test_bounce(void **state) {
  (void)state;
  check("model: bounce.yaml\nvary: {h: [1]}\n" BOUNCE, 4.9, 2e-5);
  check("model: bounce.yaml\nvary: {e: [1]}\n" BOUNCE, 0.8, 2e-5);
  /* exactly where a row is anyway: at t = 1 s */
  check("model: bounce.yaml\nvary: {h: [1]}\nresponses: {hard: max(abs(ball.vz)), mean: mean(ball.z)}\n", 5, 2e-4);
}

/* The closed forms: v = sqrt(2 g h), and d mean(vz)/dh = d (z(end) - h)/dh / end. */
static void test_closed_forms(void **state) {
  (void)state;
  Read read = read_study("model: bounce.yaml\nvary: {h: [1]}\n" BOUNCE);
  SarRunOptions options = sar_run_options_default();
  SarJobRunner *runner = NULL;
  double at[MOST], by[MOST];
  options.tolerance = 1e-9;
  assert_int_equal(sar_job_runner_create(read.context, read.study, &options, &runner), SAR_OK);
  responses_at(runner, 7, 4.9, at, by);
  double speed = sqrt(2 * 10 * 4.9), fall = speed / 10, left = 1.5 - fall, up = 0.8 * speed, d_speed = 10 / speed;
  double end_by = 0.8 * d_speed * left - (up - 10 * left) * d_speed / 10;
  CHECK_NEAR(at[0], speed, 1e-6);
  CHECK_NEAR(by[0], d_speed, 1e-6);
  CHECK_NEAR(by[1], (end_by - 1) / 1.5, 1e-6); /* the trapezoidal rule is exact for straight lines */
  CHECK_NEAR(by[4], end_by, 1e-6);
  double share = 1 - 0.8 * 0.8; /* of m g h that the bounce takes, for as long as is left of the run */
  CHECK_NEAR(by[5], 10 * share, 1e-6);
  CHECK_NEAR(by[6], share * (10 * left - 10 * 4.9 * d_speed / 10) / 1.5, 1e-6);
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

#define LASTING                                                                                   \
  "responses: {end: final(block.x), last: final(time), mean: mean(block.x), rms: rms(block.vx), " \
  "lost: final(energy.dissipated), half: mean(energy.dissipated)}\n"

static void test_end(void **state) {
  (void)state;
  check("model: lasting.yaml\nvary: {T: [1]}\n" LASTING, 0.53, 2e-5); /* all rows move */
  check("model: lasting_rows.yaml\nvary: {T: [1]}\n" LASTING, 0.533, 2e-5);
  check("model: lasting.yaml\nvary: {k: [1]}\n" LASTING, 410, 2e-5); /* none does */
}

/* What the weights of a percentile do when rows move is not known, and nobody says that it is. */
static void test_percentile(void **state) {
  (void)state;
  Read read = read_study("model: bounce.yaml\nvary: {h: [1]}\nresponses: {p: \"percentile(ball.z, 30)\"}\n");
  SarRunOptions options = sar_run_options_default();
  SarJobRunner *runner = NULL;
  double at[1], by[1];
  assert_int_equal(sar_job_runner_create(read.context, read.study, &options, &runner), SAR_OK);
  responses_at(runner, 1, 4.9, at, by);
  assert_true(isfinite(at[0]) && isnan(by[0]));
  sar_job_runner_destroy(&runner);
  end_study(&read);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_stop), cmocka_unit_test(test_bounce),
                                     cmocka_unit_test(test_closed_forms), cmocka_unit_test(test_end),
                                     cmocka_unit_test(test_percentile)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
