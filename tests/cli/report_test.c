/* Messages, summaries and the progress line, letter by letter. */
#include "cli/report.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli/progress.h"
#include "cli/summary.h"

/* All that was written to a temporary file, which is closed. */
static void take(FILE *stream, char *text, size_t size) {
  rewind(stream);
  text[fread(text, 1, size - 1, stream)] = 0;
  fclose(stream);
}

static SarContext *sample(void) {
  SarContext *context = sar_context_create();
  SarSource at = {sar_intern(context, "m.yaml"), 12, 5}, file = {sar_intern(context, "m.yaml"), 0, 0};
  sar_report(context, SAR_INPUT, at, "crank", "give a positive mass", "mass is %g", -1.0);
  sar_report(context, SAR_INPUT, at, "crank", NULL, "the body crank is not used");
  sar_report(context, SAR_IO, file, NULL, "choose another file", "cannot read");
  sar_warn(context, sar_nowhere(), "A", "use a planar joint", "A repeats an equation");
  sar_report(context, SAR_FAILED, sar_nowhere(), NULL, "use a smaller step", "no convergence at t = 1");
  return context;
}

static void lines_have_place_message_and_remedy(void **state) {
  (void)state;
  SarContext *context = sample();
  char text[2048];
  FILE *stream = tmpfile();
  sar_report_print(context, 0, false, false, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text,
                      "m.yaml:12:5: error: crank: mass is -1; give a positive mass\n"
                      "m.yaml:12:5: error: the body crank is not used\n"
                      "m.yaml: error: cannot read; choose another file\n"
                      "sarrus: warning: A repeats an equation; use a planar joint\n"
                      "sarrus: error: no convergence at t = 1; use a smaller step\n");
  stream = tmpfile();
  sar_report_print(context, 3, true, false, stream); /* quiet: no warning; from the fourth on */
  take(stream, text, sizeof text);
  assert_string_equal(text, "sarrus: error: no convergence at t = 1; use a smaller step\n");
  sar_context_destroy(&context);
}

/* Notes that explain an error stand after it, wherever they point; other notes are for the curious. */
static void notes_follow_their_error(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarSource at = {sar_intern(context, "m.yaml"), 12, 5};
  sar_report(context, SAR_FAILED, sar_nowhere(), NULL, NULL, "no convergence");
  sar_note(context, SAR_FAILED, at, "crank", "slow down", "the force `crank` jumps");
  sar_note(context, SAR_FAILED, sar_nowhere(), NULL, NULL, "a table:\n  1\n  2");
  sar_note(context, SAR_OK, sar_nowhere(), NULL, NULL, "by the way");
  sar_warn(context, at, NULL, NULL, "a warning");
  char text[512];
  FILE *stream = tmpfile();
  sar_report_print(context, 0, false, false, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text,
                      "m.yaml:12:5: warning: a warning\n"
                      "sarrus: error: no convergence\n"
                      "m.yaml:12:5: note: the force `crank` jumps; slow down\n"
                      "sarrus: note: a table:\n  1\n  2\n");
  stream = tmpfile();
  sar_report_print(context, 0, true, false, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text, "sarrus: error: no convergence\n");
  stream = tmpfile();
  sar_report_print(context, 3, false, true, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text, "m.yaml:12:5: warning: a warning\nsarrus: note: by the way\n");
  assert_int_equal(sar_context_errors(context), 1);
  sar_context_destroy(&context);
}

static void an_element_is_named_unless_the_message_does(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  sar_report(context, SAR_INPUT, sar_nowhere(), "A", NULL, "the Axis is zero"); /* Axis is not A */
  sar_report(context, SAR_INPUT, sar_nowhere(), "A", NULL, "`A` is zero");
  char text[256];
  FILE *stream = tmpfile();
  sar_report_print(context, 0, false, false, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text, "sarrus: error: A: the Axis is zero\nsarrus: error: `A` is zero\n");
  sar_context_destroy(&context);
}

/* In each file from top to bottom, whatever was found first; places of one message each keep their order. */
static void messages_are_in_the_order_of_the_file(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  const char *a = sar_intern(context, "a.yaml"), *b = sar_intern(context, "b.yaml");
  const struct {
    SarSource at;
    const char *message;
  } reported[] = {{{NULL, 0, 0}, "nowhere"}, {{b, 7, 2}, "b7"},   {{a, 9, 1}, "a9"},          {{b, 0, 0}, "whole b"},
                  {{a, 3, 8}, "a3.8 first"}, {{a, 3, 5}, "a3.5"}, {{a, 3, 8}, "a3.8 second"}, {{b, 2, 4}, "b2"}};
  for (size_t i = 0; i < sizeof reported / sizeof *reported; i++) {
    sar_report(context, SAR_INPUT, reported[i].at, NULL, NULL, "%s", reported[i].message);
  }
  char text[2048];
  FILE *stream = tmpfile();
  sar_report_print(context, 0, false, false, stream);
  take(stream, text, sizeof text);
  assert_string_equal(text,
                      "b.yaml:2:4: error: b2\n"
                      "b.yaml:7:2: error: b7\n"
                      "b.yaml: error: whole b\n"
                      "a.yaml:3:5: error: a3.5\n"
                      "a.yaml:3:8: error: a3.8 first\n"
                      "a.yaml:3:8: error: a3.8 second\n"
                      "a.yaml:9:1: error: a9\n"
                      "sarrus: error: nowhere\n");
  stream = tmpfile();
  sar_report_json(context, 2, stream);
  take(stream, text, sizeof text);
  const char *at = text, *order[] = {"b2", "b7", "whole b", "a3.5", "a3.8 first", "a3.8 second", "a9", "nowhere"};
  for (size_t i = 0; i < sizeof order / sizeof *order; i++) {
    at = strstr(at, order[i]);
    if (!at) fail_msg("%s is not in its place: %s", order[i], text);
  }
  sar_context_destroy(&context);
}

static void json_has_all_errors(void **state) {
  (void)state;
  SarContext *context = sample();
  char text[2048];
  FILE *stream = tmpfile();
  sar_report_json(context, 2, stream);
  take(stream, text, sizeof text);
  const char *begin =
      "{\"status\":\"error\",\"code\":2,\"errors\":[{\"file\":\"m.yaml\",\"line\":12,\"column\":5,\"element\":"
      "\"crank\","
      "\"message\":\"mass is -1\",\"remedy\":\"give a positive mass\"},";
  const char *end =
      "{\"file\":null,\"line\":0,\"column\":0,\"element\":null,\"message\":\"no convergence at t = 1\","
      "\"remedy\":\"use a smaller step\"}]}\n";
  assert_memory_equal(text, begin, strlen(begin));
  assert_string_equal(text + strlen(text) - strlen(end), end);
  assert_null(strstr(text, "repeats")); /* a warning is no error */
  sar_context_destroy(&context);
}

static void counts_what_was_dropped(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  for (int i = 0; i < SAR_MAX_ERRORS + 3; i++) sar_report(context, SAR_INPUT, sar_nowhere(), NULL, NULL, "%d", i);
  assert_int_equal(sar_report_dropped(context), 3);
  sar_context_destroy(&context);
}

static SarRunSummary sample_summary(void) {
  return (SarRunSummary){.status = SAR_RUN_DONE,
                         .end_time = 2,
                         .method = "hht:alpha=-0.2",
                         .bodies = 3,
                         .degrees_of_freedom = 1,
                         .steps = 400,
                         .rejected = 2,
                         .iterations = 900,
                         .accepted_iterations = 850,
                         .residuals = 901,
                         .jacobians = 10,
                         .factorisations = 11,
                         .solves = 902,
                         .fallbacks = 4,
                         .floor_steps = 7,
                         .rounding_steps = 5,
                         .rounding_error = 2.5,
                         .matrix_fill = 120,
                         .matrix_operations = 640,
                         .crossing_values = 3,
                         .contact_searches = 4,
                         .contact_candidates = 50,
                         .contact_patterns = 2,
                         .crossing_numbers = 13,
                         .crossing_bounds = 1,
                         .restarts = 6,
                         .restart_factorisations = 14,
                         .rows = 101,
                         .cpu_seconds = 0.5,
                         .start_seconds = 0.0625,
                         .stepping_seconds = 0.25,
                         .rows_seconds = 0.125,
                         .hdf5_seconds = 0.03125,
                         .csv_seconds = 0.03125,
                         .peak_memory_bytes = 1 << 20,
                         .length_scale = {0.25, "joints and forces"},
                         .start = {.moved = "rod", .distance = 0.5, .angle = 0.125},
                         .singular_poses = 2,
                         .constraint_position_max = 1e-9,
                         .constraint_velocity_max = 2e-9,
                         .constraint_velocity_relative = 0.5,
                         .energy_balance_max = NAN,
                         .constraint_position_element = "B",
                         .constraint_position_equation = "translation along x",
                         .newton_euler_max = 0.25,
                         .newton_euler_body = "rod",
                         .newton_euler_rows = 11,
                         .momentum_balance_max = 0.125,
                         .smallest_step = 1e-4,
                         .largest_step = 1e-2,
                         .limits = {{.reason = "error",
                                     .element = "rod",
                                     .equation = "rotation about its z",
                                     .steps = 300,
                                     .rejected = 2,
                                     .share = 0.75},
                                    {.reason = "growth", .steps = 99, .share = 0.2475},
                                    {.reason = "end", .steps = 1, .share = 0.0025}},
                         .nlimits = 3};
}

static void summary_has_the_names_of_the_contract(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  sar_warn(context, sar_nowhere(), "A", "do that", "take care");
  SarRunSummary summary = sample_summary();
  SarUnits units = sar_units_si();
  assert_int_equal(sar_units_choose(&units, "time", "ms"), SAR_OK);
  const char *const files[] = {"a.h5"};
  SarSummaryView view = {.summary = &summary,
                         .title = "m",
                         .units = &units,
                         .files = files,
                         .nfiles = 1,
                         .load_seconds = 0.0625,
                         .page_seconds = 0.5};
  char text[4096];
  FILE *stream = tmpfile();
  sar_summary_json(&view, context, 0, stream);
  take(stream, text, sizeof text);
  assert_string_equal(
      text,
      "{\"status\":\"done\",\"end_time\":2000,\"method\":\"hht:alpha=-0.2\",\"bodies\":3,\"nodes\":0,\"contacts\":0,"
      "\"degrees_of_"
      "freedom\":1,"
      "\"steps\":400,\"rejected\":2,\"iterations\":900,\"accepted_iterations\":850,\"residuals\":901,\"jacobians\":10,"
      "\"factorisations\":11,"
      "\"solves\":902,\"fallbacks\":4,\"floor_steps\":7,\"rounding_steps\":5,"
      "\"matrix_fill\":120,\"crossing_values\":3,\"crossing_numbers\":13,\"crossing_bounds\":1,\"contact_searches\":4,"
      "\"contact_candidates\":50,\"contact_patterns\":2,\"restarts\":6,"
      "\"restart_factorisations\":14,\"rows\":101,"
      "\"matrix_operations\":640,\"rounding_error_max\":2.5,"
      "\"length_scale\":{\"value\":0.25,\"unit\":\"m\",\"from\":\"joints and forces\"},"
      "\"start\":{\"moved\":\"rod\",\"distance\":0.5,\"angle\":0.125,\"accelerated\":null,\"velocity_change\":0,"
      "\"angular_velocity_change\":0},"
      "\"cpu_seconds\":0.5,\"cpu\":{\"start\":0.125,\"stepping\":0.25,\"rows\":0.125,\"search\":0,\"error_bars\":0,"
      "\"hdf5\":0.03125,\"csv\":0.03125,"
      "\"page\":0.5},\"peak_memory_bytes\":1048576,\"singular_poses\":2,"
      "\"constraint_position_max\":1e-09,"
      "\"constraint_position_worst\":{\"element\":\"B\",\"equation\":\"translation along x\"},"
      "\"constraint_velocity_max\":2e-09,\"constraint_velocity_relative\":0.5,"
      "\"energy_balance_max\":null,\"momentum_balance_max\":0.125,\"newton_euler_max\":0.25,"
      "\"newton_euler_body\":\"rod\",\"error_bars\":null,\"accuracy\":null,\"sensitivities\":null,"
      "\"limits\":[{\"reason\":\"error\","
      "\"element\":\"rod\",\"equation\":\"rotation "
      "about "
      "its z\",\"steps\":300,\"rejected\":2,\"share\":0.75},{\"reason\":\"growth\",\"element\":null,\"equation\":null,"
      "\"steps\":99,\"rejected\":0,\"share\":0.2475},{\"reason\":\"end\",\"element\":null,\"equation\":null,\"steps\":"
      "1,"
      "\"rejected\":0,\"share\":0.0025}],\"events\":[],\"files\":[\"a.h5\"],"
      "\"warnings\":[{\"element\":\"A\",\"message\":\"take care\",\"remedy\":\"do that\"}]}\n");
  summary.status = SAR_RUN_FAILED;
  stream = tmpfile();
  sar_summary_json(&view, context, 1, stream);
  take(stream, text, sizeof text);
  assert_non_null(strstr(text, "\"status\":\"failed\""));
  assert_non_null(strstr(text, "\"code\":1,\"errors\":[],\"notes\":[]}"));
  sar_context_destroy(&context);
}

static void summary_reads_well(void **state) {
  (void)state;
  SarRunSummary summary = sample_summary();
  SarUnits units = sar_units_si();
  const char *const files[] = {"a.h5", "a.csv"};
  SarSummaryView view = {.summary = &summary, .title = "crank", .units = &units, .files = files, .nfiles = 2};
  char text[4096];
  FILE *stream = tmpfile();
  sar_summary_print(&view, stream);
  take(stream, text, sizeof text);
  const char *const lines[] = {
      "crank: done at t = 2 s\n",
      "  method                 hht:alpha=-0.2\n",
      "  length scale           0.25 m, from the places of joints and forces\n",
      "  start                  rod moved by 0.5 m and turned by 0.125 rad to close the joints\n",
      "  steps                  400 (2 rejected), 0.0001 to 0.01 s\n",
      "  factorisations         11\n",
      "  step limited by        error of rod (rotation about its z) 75 %, growth 25 %\n",
      "  at rounding            5 steps accepted with an error estimate of up to 2.5 tolerances, which is rounding\n",
      "  CPU                    0.5  s\n",
      "  constraint drift       1e-09  of the model's length (largest in B, translation along x)\n",
      "  energy balance         none: energies were not finite\n", /* nan is said, not left out */
      "  forces on bodies       balance to 0.2 (worst: rod)\n",
      "  written                a.h5\n                         a.csv\n"};
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) assert_non_null(strstr(text, lines[i]));
  assert_null(strstr(text, "nan"));
  summary.newton_euler_skipped = 3;
  summary.length_scale = (SarLengthScale){0};
  summary.start = (SarStartChange){0};
  summary.constraint_position_element[0] = 0;
  stream = tmpfile();
  sar_summary_print(&view, stream);
  take(stream, text, sizeof text);
  assert_non_null(strstr(text, "(worst: rod), rows not looked at: 3\n"));
  assert_non_null(strstr(text, "1e-09  of the model's length\n"));
  assert_null(strstr(text, "length scale")); /* not known: not printed */
  assert_null(strstr(text, "  start "));
}

static void progress_shows_what_is_left(void **state) {
  (void)state;
  SarProgressLine line = sar_progress_line(true, 1e-3, "ms");
  assert_false(line.shown);
  char text[160];
  sar_progress_text(&line, &(SarProgress){.time = 0.5, .end = 2, .step = 1e-3}, 25, text, sizeof text);
  assert_string_equal(text, "t = 500 ms  step 1.00e+00 ms   25 %  1.5e+03 steps to go  ETA 1:15");
  sar_progress_text(&line, &(SarProgress){.time = 1, .end = 2, .step = 1e-3}, 4000, text, sizeof text);
  assert_string_equal(text, "t = 1000 ms  step 1.00e+00 ms   50 %  1e+03 steps to go  ETA 1:06:40");
  sar_progress_text(&line, &(SarProgress){.time = 0, .end = 2, .step = 1e-3}, 1, text, sizeof text);
  assert_non_null(strstr(text, "ETA ?"));
  assert_int_equal(sar_progress_step(&line, &(SarProgress){.time = 0.5, .end = 2, .step = 1e-3}), 0);
  sar_progress_clear(&line);
  /* steps that become ever shorter: the pace is that of the last seconds, not the mean */
  double left = 0, begin = line.pace_clock;
  line.pace_time = 0;
  assert_false(sar_progress_pace(&line, &(SarProgress){.time = 0.1, .end = 2}, begin + 1, &left));
  assert_true(sar_progress_pace(&line, &(SarProgress){.time = 1, .end = 2}, begin + 4, &left));
  CHECK_NEAR(left, 4, 1e-6);
  assert_true(sar_progress_pace(&line, &(SarProgress){.time = 1.001, .end = 2}, begin + 8, &left));
  CHECK_NEAR(left, 3996, 1e-3);
  assert_true(sar_progress_steps_to_go(&(SarProgress){.time = 1, .end = 2, .step = 0.25}) == 4);
}

/* Nothing for files that are written in a moment; a line of its own after a second. */
static void progress_shows_that_a_file_is_written(void **state) {
  (void)state;
  SarProgressLine line = sar_progress_line(true, 1, "s");
  line.shown = true;
  line.last -= 1;
  assert_int_equal(sar_progress_step(&line, &(SarProgress){.time = 2, .end = 2, .written = 0.1}), 0);
  assert_false(line.on_screen);
  line.writing_since -= 2;
  assert_int_equal(sar_progress_step(&line, &(SarProgress){.time = 2, .end = 2, .written = 0.4}), 0);
  assert_true(line.on_screen);
  sar_progress_clear(&line);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lines_have_place_message_and_remedy),
      cmocka_unit_test(notes_follow_their_error),
      cmocka_unit_test(an_element_is_named_unless_the_message_does),
      cmocka_unit_test(messages_are_in_the_order_of_the_file),
      cmocka_unit_test(json_has_all_errors),
      cmocka_unit_test(counts_what_was_dropped),
      cmocka_unit_test(summary_has_the_names_of_the_contract),
      cmocka_unit_test(summary_reads_well),
      cmocka_unit_test(progress_shows_what_is_left),
      cmocka_unit_test(progress_shows_that_a_file_is_written),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
