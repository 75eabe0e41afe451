/* Files with one dataset per column, as version 0.6 wrote them: every number is read, and a run goes on from them. The
 * files stand in tests/data/layout. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "file.h"
#include "result/hdf5_read.h"
#include "result/journal.h"
#include "result/results.h"
#include "result/sample.h"

#define STORED SAR_TEST_DIR "/data/layout/checkpoint.h5"
#define ROWS 40
#define CHECKPOINT 30

static void reads_every_number(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  SarEventRecord events[4];
  double values[4 * ROWS], one[ROWS];
  assert_int_equal(sar_results_open(context, STORED, &results), SAR_OK);
  assert_int_equal(sar_results_rows(results), ROWS);
  assert_int_equal(sar_results_columns(results), 4);
  assert_int_equal(sar_results_read(results, 0, 4, values), SAR_OK);
  for (int k = 0; k < ROWS; k++) {
    assert_true(values[k] == k / 10.0);
    CHECK_NEAR(values[ROWS + k], k, 1e-11);
    if (k == 5) assert_true(isnan(values[2 * ROWS + k]));
    if (k != 5) CHECK_NEAR(values[2 * ROWS + k], 1000.0 * k, 1e-8);
    CHECK_NEAR(values[3 * ROWS + k], k, 1e-11);
  }
  assert_int_equal(sar_results_steps(results), ROWS - 1);
  assert_int_equal(sar_results_step_column(results, "constraint_velocity", one), SAR_OK);
  for (int k = 1; k < ROWS; k++) assert_true(one[k - 1] == k * 1e-4);
  assert_int_equal(sar_results_events(results), 4);
  assert_int_equal(sar_results_read_events(results, events), SAR_OK);
  for (int k = 0; k < 4; k++) {
    CHECK_NEAR(events[k].time, k + 0.65, 1e-12);
    assert_int_equal(events[k].event, k % 2);
    assert_int_equal(events[k].direction, k % 2 ? -1 : 1);
  }
  sar_results_close(&results);
  sar_context_destroy(&context);
}

/* A sink that counts and looks at what it gets. */
typedef struct Seen {
  int rows, steps, events;
  size_t checkpoint;
} Seen;

static SarStatus see_header(void *self, const SarSinkHeader *header) {
  (void)self;
  return header->ncolumns == 3 ? SAR_OK : SAR_FAILED;
}

static SarStatus see_row(void *self, double time, const double *values) {
  Seen *seen = self;
  double expected[3], at = sample_row(seen->rows++, expected);
  CHECK_NEAR(time, at, 1e-14);
  assert_true(values[0] == expected[0]);
  return SAR_OK;
}

static SarStatus see_step(void *self, const SarStepRecord *step) {
  Seen *seen = self;
  assert_true(step->constraint_position == ++seen->steps * 1e-9);
  return SAR_OK;
}

static SarStatus see_event(void *self, const SarEventRecord *event) {
  ((Seen *)self)->events += event->event >= 0;
  return SAR_OK;
}

static SarStatus see_checkpoint(void *self, const void *bytes, size_t count) {
  assert_memory_equal(bytes, "state", count);
  ((Seen *)self)->checkpoint = count;
  return SAR_OK;
}

/* What `resume` makes its journal of. */
static void gives_what_came_before_the_checkpoint(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarHdf5File *file = NULL;
  SarHdf5Checkpoint checkpoint;
  Seen seen = {0};
  SarSink into = {.self = &seen,
                  .begin = see_header,
                  .row = see_row,
                  .step = see_step,
                  .event = see_event,
                  .checkpoint = see_checkpoint};
  assert_int_equal(sar_hdf5_open(context, STORED, &file), SAR_OK);
  assert_false(sar_hdf5_has_tables(file));
  assert_int_equal(sar_hdf5_checkpoint(file, arena, &checkpoint), SAR_OK);
  assert_int_equal(sar_hdf5_replay_to_checkpoint(context, file, &checkpoint, &into), SAR_OK);
  assert_true(seen.rows == CHECKPOINT && seen.steps == CHECKPOINT && seen.events == 3 && seen.checkpoint == 5);
  sar_hdf5_close(&file);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* Cut short anywhere: what is shown is what was written. */
static void shows_what_is_left(void **state) {
  (void)state;
  size_t size = 0;
  char *bytes = read_all(STORED, &size);
  int shown = 0;
  for (size_t length = 8; length < size; length += 701) {
    SarContext *context = sar_context_create();
    SarResults *results = NULL;
    double values[ROWS];
    file_write("old_layout_cut.h5", bytes, length);
    SarStatus status = sar_results_open_left(context, "old_layout_cut.h5", &results);
    for (int32_t i = 0; status == SAR_OK && i < sar_results_columns(results); i++) {
      double scale = strcmp(sar_results_name(results, i), "time") == 0           ? 0.1
                     : strcmp(sar_results_name(results, i), "crank.pin.vx") == 0 ? 1000
                                                                                 : 1;
      assert_int_equal(sar_results_column(results, i, values), SAR_OK);
      for (int64_t k = 0; k < sar_results_rows(results); k++) {
        if (!isnan(values[k])) CHECK_NEAR(values[k], scale * (double)k, 1e-8);
      }
      shown += i == 1;
    }
    sar_results_close(&results);
    sar_context_destroy(&context);
  }
  assert_true(shown > 50);
  free(bytes);
  remove("old_layout_cut.h5");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reads_every_number),
      cmocka_unit_test(gives_what_came_before_the_checkpoint),
      cmocka_unit_test(shows_what_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
