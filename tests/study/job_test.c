/* One run of a study in this process: rows, responses, failures, and the same bits in whatever order runs are made. */
#include "study/job.h"

#include <stdio.h>
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

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_pendulum)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
