/* Two threads that write and read results files at the same time: the files are, byte for byte, those of a thread that
 * is alone. HDF5 keeps state of the whole process; the library lets one thread in at a time. */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "file.h"
#include "physics/trial.h"

enum { ROUNDS = 6, THREADS = 2, NAME = 64 };

static const char *const models[] = {"models/pendulum.yaml", "models/heavy_top.yaml", "models/driven_fourbar.yaml"};
#define MODELS ((int)(sizeof models / sizeof *models))

/* Threads go through the models in different orders, so that unlike files meet. */
typedef struct Job {
  int index;
  pthread_barrier_t *together; /* null: alone */
  char hashes[ROUNDS][NAME];   /* that the results files say of themselves */
} Job;

static void name_file(char name[NAME], const char *who, int round, const char *ending) {
  snprintf(name, NAME, "threads_%d_%s_%d.%s", (int)getpid(), who, round, ending);
}

static int model_of(const Job *job, int round) { return job->index ? MODELS - 1 - round % MODELS : round % MODELS; }

static void read_back(const char *path, char hash[NAME]) {
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  expect_ok(context, sar_results_open(context, path, &results), "open");
  int64_t rows = sar_results_rows(results);
  double *values = malloc((size_t)rows * sizeof *values);
  assert_non_null(values);
  for (int32_t i = 0; i < sar_results_columns(results); i++) {
    expect_ok(context, sar_results_column(results, i, values), "column");
  }
  snprintf(hash, NAME, "%s", sar_results_fact(results, "hash"));
  free(values);
  sar_results_close(&results);
  sar_context_destroy(&context);
}

static void write_and_read(Job *job, const char *who, int round) {
  Trial trial;
  char hdf5[NAME], csv[NAME];
  name_file(hdf5, who, round, "h5");
  name_file(csv, who, round, "csv");
  trial_read(&trial, models[model_of(job, round)]);
  trial_output(&trial, 1e-3);
  trial_compile(&trial);
  SarRunOptions options = fixed_steps(0.2, 1e-3);
  options.hdf5 = hdf5;
  options.csv = csv;
  trial_go(&trial, options);
  trial_close(&trial);
  read_back(hdf5, job->hashes[round]);
}

static void *work(void *self) {
  Job *job = self;
  const char *const names[] = {"first", "second"};
  for (int round = 0; round < ROUNDS; round++) {
    if (job->together) pthread_barrier_wait(job->together);
    write_and_read(job, job->together ? names[job->index] : job->index ? "alone1" : "alone0", round);
  }
  return NULL;
}

static void expect_same_files(const char *a, const char *b, int round, const char *ending) {
  char path[2][NAME];
  long size[2];
  name_file(path[0], a, round, ending);
  name_file(path[1], b, round, ending);
  char *bytes[2] = {file_bytes(path[0], &size[0]), file_bytes(path[1], &size[1])};
  assert_true(size[0] > 1000);
  assert_int_equal(size[0], size[1]);
  assert_memory_equal(bytes[0], bytes[1], (size_t)size[0]);
  for (int i = 0; i < 2; i++) {
    unlink(path[i]);
    free(bytes[i]);
  }
}

static void files_of_two_threads_are_as_alone(void **state) {
  (void)state;
  pthread_barrier_t together;
  pthread_t threads[THREADS];
  Job alone[THREADS] = {{.index = 0}, {.index = 1}}, jobs[THREADS];
  assert_int_equal(pthread_barrier_init(&together, NULL, THREADS), 0);
  for (int i = 0; i < THREADS; i++) {
    work(&alone[i]);
    jobs[i] = (Job){.index = i, .together = &together};
  }
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_create(&threads[i], NULL, work, &jobs[i]), 0);
  for (int i = 0; i < THREADS; i++) assert_int_equal(pthread_join(threads[i], NULL), 0);
  pthread_barrier_destroy(&together);
  for (int round = 0; round < ROUNDS; round++) {
    for (int i = 0; i < THREADS; i++) assert_string_equal(jobs[i].hashes[round], alone[i].hashes[round]);
    expect_same_files("first", "alone0", round, "h5");
    expect_same_files("first", "alone0", round, "csv");
    expect_same_files("second", "alone1", round, "h5");
    expect_same_files("second", "alone1", round, "csv");
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(files_of_two_threads_are_as_alone)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
