/* Stresses of a modal body over the rows of results: peaks, hot spots apart, all kinds of files; pictures for ParaView.
 */
#include "result/stress.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "file.h"
#include "result/sample.h"
#include "result/vtk.h"

#define ROWS 300 /* several pieces, the last one short */
#define NODES 6
#define MODES 2

/* Five nodes along a line, 0.1 m apart, and one far away; stresses that a test can do by hand. */
static const int64_t numbers[NODES] = {11, 12, 13, 14, 15, 90};
static const float at[3 * NODES] = {0, 0, 0, 0.1f, 0, 0, 0.2f, 0, 0, 0.3f, 0, 0, 0.4f, 0, 0, 0, 2, 0};
static const int32_t triangles[6] = {0, 1, 5, 1, 2, 5};
static float shapes[NODES][3][MODES], stress[NODES][6][MODES], stress0[NODES][6];

static SarReduced body(bool preload) {
  for (int i = 0; i < NODES; i++) {
    for (int c = 0; c < 6; c++) {
      stress0[i][c] = (float)(c == 3 ? 10 * i : 0);
      for (int m = 0; m < MODES; m++) stress[i][c][m] = (float)((i + 1) * (c + 1) % 7 - 3 * m + i);
    }
    shapes[i][0][0] = (float)i;
    shapes[i][2][1] = 1;
  }
  SarReducedMesh mesh = {.nnodes = NODES,
                         .ntriangles = 2,
                         .numbers = numbers,
                         .at = at,
                         .triangle = triangles,
                         .shapes = &shapes[0][0][0],
                         .stress = &stress[0][0][0],
                         .stress0 = preload ? &stress0[0][0] : NULL};
  return (SarReduced){.n = MODES, .mass = 1, .centre = {1, 0, 0}, .mesh = mesh};
}

static void amplitudes(int64_t row, double eta[MODES]) {
  eta[0] = sin(0.1 * (double)row);
  eta[1] = 1e-3 * (double)row - 0.2;
}

static SarSinkHeader header(const SarModel *model) {
  static const SarSinkColumn columns[] = {
      {"arm", "x", "m", false, SAR_TABLE_OWN, false},     {"arm", "y", "m", false, SAR_TABLE_OWN, false},
      {"arm", "z", "m", false, SAR_TABLE_OWN, false},     {"arm", "q0", "", false, SAR_TABLE_OWN, false},
      {"arm", "q1", "", false, SAR_TABLE_OWN, false},     {"arm", "q2", "", false, SAR_TABLE_OWN, false},
      {"arm", "q3", "", false, SAR_TABLE_OWN, false},     {"arm", "mode1", "", false, SAR_TABLE_OWN, false},
      {"arm", "mode2", "", false, SAR_TABLE_OWN, false},  {"hand", "mode1", "", false, SAR_TABLE_OWN, false},
      {"hand", "model", "m", false, SAR_TABLE_OWN, false}};
  SarSinkHeader h = sample_header(model);
  h.columns = columns;
  h.ncolumns = 11;
  return h;
}

/* Turned by a quarter about z, at (0, 3, 0) m. */
static void write_results(SarContext *context, SarStatus (*make)(SarContext *, const char *, SarSink *),
                          const char *path, bool finish) {
  SarSink sink;
  SarModel model = sample_model();
  SarSinkHeader h = header(&model);
  assert_int_equal(make(context, path, &sink), SAR_OK);
  assert_int_equal(sink.begin(sink.self, &h), SAR_OK);
  for (int64_t k = 0; k < ROWS; k++) {
    double values[11] = {0, 3, 0, sqrt(0.5), 0, 0, sqrt(0.5)};
    amplitudes(k, values + 7);
    assert_int_equal(sink.row(sink.self, (double)k / 100, values), SAR_OK);
  }
  if (finish) assert_int_equal(sink.finish(sink.self), SAR_OK);
  sink.destroy(sink.self);
}

static double von_mises(const SarReduced *b, int node, int64_t row) {
  double s[6], eta[MODES];
  amplitudes(row, eta);
  for (int c = 0; c < 6; c++) {
    s[c] = b->mesh.stress0 ? (double)stress0[node][c] : 0;
    for (int m = 0; m < MODES; m++) s[c] += (double)stress[node][c][m] * eta[m];
  }
  double mean = (s[0] + s[1] + s[2]) / 3, sum = 0;
  for (int c = 0; c < 3; c++) sum += (s[c] - mean) * (s[c] - mean) + 2 * s[3 + c] * s[3 + c];
  return sqrt(1.5 * sum);
}

static void check_peaks(SarContext *context, const char *path, bool preload) {
  SarReduced b = body(preload);
  SarArena *arena = sar_arena_create();
  SarResults *results = NULL;
  SarStress s;
  SarHotSpot *peaks;
  assert_int_equal(sar_results_open(context, path, &results), SAR_OK);
  assert_int_equal(sar_stress_open(context, results, "arm", &b, arena, &s), SAR_OK);
  assert_true(s.posed);
  assert_int_equal(sar_stress_peaks(&s, (SarStressWatch){NULL, NULL}, arena, &peaks), SAR_OK);
  for (int i = 0; i < NODES; i++) {
    double largest = -1;
    int64_t row = 0;
    for (int64_t k = 0; k < ROWS; k++) {
      double value = von_mises(&b, i, k);
      if (value > largest) largest = value, row = k;
    }
    assert_int_equal(peaks[i].node, i);
    assert_int_equal(peaks[i].row, row);
    CHECK_NEAR(peaks[i].value, largest, 1e-13 * largest);
    CHECK_NEAR(peaks[i].time, (double)row / 100, 1e-15);
  }
  sar_results_close(&results);
  sar_arena_destroy(&arena);
}

static void peaks_in_all_kinds_of_files(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  write_results(context, sar_sink_hdf5, "stress.h5", true);
  write_results(context, sar_sink_csv, "stress.csv", true);
  write_results(context, sar_sink_journal, "stress_cut.h5", false); /* leaves its journal */
  for (int preload = 0; preload < 2; preload++) {
    check_peaks(context, "stress.h5", preload);
    check_peaks(context, "stress.csv", preload);
    check_peaks(context, "stress_cut.h5.part", preload);
  }
  remove("stress.h5");
  remove("stress.csv");
  remove("stress_cut.h5.part");
  sar_context_destroy(&context);
}

/* Pieces of a journal in any order are those of a whole read. */
static void rows_of_a_journal(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarResults *results = NULL;
  const int32_t columns[] = {8, 0};
  double part[2][10], whole[ROWS];
  write_results(context, sar_sink_journal, "stress_rows.h5", false);
  assert_int_equal(sar_results_open(context, "stress_rows.h5.part", &results), SAR_OK);
  assert_int_equal(sar_results_column(results, 8, whole), SAR_OK);
  const int64_t starts[] = {100, 110, 0, 290, 5, 5};
  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    assert_int_equal(sar_results_read_rows(results, columns, 2, starts[i], 10, &part[0][0]), SAR_OK);
    assert_memory_equal(part[0], whole + starts[i], sizeof part[0]);
    CHECK_NEAR(part[1][0], (double)starts[i] / 100, 1e-15);
  }
  sar_results_close(&results);
  remove("stress_rows.h5.part");
  sar_context_destroy(&context);
}

static void hot_spots_are_apart(void **state) {
  (void)state;
  SarReduced b = body(false);
  const double values[NODES] = {5, 9, 8, 7, NAN, 6};
  const struct {
    double apart;
    int32_t top, count, node[NODES];
  } cases[] = {{0, 3, 3, {1, 2, 3}}, {0, 9, 5, {1, 2, 3, 5, 0}}, {0.15, 9, 3, {1, 3, 5}}, {0.5, 9, 2, {1, 5}}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    SarHotSpot peaks[NODES], spots[NODES + 9];
    for (int i = 0; i < NODES; i++) peaks[i] = (SarHotSpot){i, values[i], 0, 0};
    assert_int_equal(sar_stress_hot_spots(&b, peaks, cases[k].top, cases[k].apart, spots), cases[k].count);
    for (int32_t i = 0; i < cases[k].count; i++) assert_int_equal(spots[i].node, cases[k].node[i]);
  }
}

static void bodies_of_results(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarReduced b = body(false);
  SarResults *results = NULL;
  SarStress s;
  write_results(context, sar_sink_csv, "stress_bodies.csv", true);
  assert_int_equal(sar_results_open(context, "stress_bodies.csv", &results), SAR_OK);
  assert_string_equal(sar_stress_bodies(results, arena), "arm, hand");
  assert_int_equal(sar_stress_modes(results, "arm"), 2);
  assert_int_equal(sar_stress_modes(results, "hand"), 1);
  assert_int_equal(sar_stress_modes(results, "foot"), 0);
  assert_int_equal(sar_stress_open(context, results, "hand", &b, arena, &s), SAR_INPUT);
  assert_non_null(strstr(sar_context_get(context, 0)->message, "1 amplitudes of hand, and the reduced body has 2"));
  sar_results_close(&results);
  remove("stress_bodies.csv");
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* Tells, and says after a while that it is enough. */
static int enough(void *self, double part) {
  double *last = self;
  assert_true(part > *last && part <= 1);
  *last = part;
  return part > 0.5;
}

static void may_be_interrupted(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarReduced b = body(false);
  SarResults *results = NULL;
  SarHotSpot *peaks;
  SarStress s;
  double last = 0;
  write_results(context, sar_sink_hdf5, "stress_stop.h5", true);
  assert_int_equal(sar_results_open(context, "stress_stop.h5", &results), SAR_OK);
  assert_int_equal(sar_stress_open(context, results, "arm", &b, arena, &s), SAR_OK);
  assert_int_equal(sar_stress_peaks(&s, (SarStressWatch){enough, &last}, arena, &peaks), SAR_INTERRUPTED);
  sar_results_close(&results);
  remove("stress_stop.h5");
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

/* The numbers of an array of a picture. */
static void decode(const char *text, const char *name, void *out, size_t size) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const char *from = strstr(text, name);
  assert_non_null(from);
  from = strchr(from, '>') + 1 + 12; /* the size: eight bytes */
  unsigned char *to = out;
  uint32_t bits = 0;
  for (size_t i = 0, k = 0; k < size; i++) {
    const char *digit = strchr(digits, from[i]);
    assert_non_null(digit);
    bits = bits << 6 | (uint32_t)(digit - digits);
    if (i % 4 == 3) {
      for (int b = 16; b >= 0 && k < size; b -= 8) to[k++] = (unsigned char)(bits >> b);
    } else if (i % 4 > 0 && size - k <= i % 4) { /* the end, before which there is = */
      uint32_t whole = bits << 6 * (3 - i % 4);
      for (int b = 16; b >= 0 && k < size; b -= 8) to[k++] = (unsigned char)(whole >> b);
    }
  }
}

/* Row 250: a point at X + Phi eta, displacements ten times, turned by a quarter, moved by 3 m; all in mm. */
static void pictures(void **state) {
  (void)state;
  SarContext *context = sar_context_create();
  SarArena *arena = sar_arena_create();
  SarReduced b = body(false);
  SarResults *results = NULL;
  SarStress s;
  const int64_t rows[] = {0, 250};
  write_results(context, sar_sink_hdf5, "stress_vtk.h5", true);
  assert_int_equal(sar_results_open(context, "stress_vtk.h5", &results), SAR_OK);
  assert_int_equal(sar_stress_open(context, results, "arm", &b, arena, &s), SAR_OK);
  SarVtkOptions options = {"stress_pictures", 10, rows, 2, {NULL, NULL}};
  assert_int_equal(sar_vtk_write(&s, &options, arena), SAR_OK);
  long length;
  char *text = file_bytes("stress_pictures/arm_0001.vtu", &length);
  float points[NODES][3], moved[NODES][3], colour[NODES];
  int64_t found[NODES];
  decode(text, "Name=\"points\"", points, sizeof points);
  decode(text, "Name=\"displacement\"", moved, sizeof moved);
  decode(text, "Name=\"von_mises\"", colour, sizeof colour);
  decode(text, "Name=\"node\"", found, sizeof found);
  double eta[MODES];
  amplitudes(250, eta);
  for (int i = 0; i < NODES; i++) {
    double x = (double)at[3 * i], y = (double)at[3 * i + 1], u = i * eta[0], w = eta[1];
    CHECK_NEAR((double)points[i][0], -1000 * y, 1e-3);
    CHECK_NEAR((double)points[i][1], 3000 + 1000 * (x + 10 * u), 1e-2);
    CHECK_NEAR((double)points[i][2], 1000 * 10 * w, 1e-3);
    CHECK_NEAR((double)moved[i][1], 1000 * u, 1e-3);
    CHECK_NEAR((double)colour[i], von_mises(&b, i, 250) * 1e-6, 1e-9); /* N/mm^2 */
    assert_int_equal(found[i], numbers[i]);
  }
  free(text);
  text = file_bytes("stress_pictures/arm.pvd", &length);
  assert_non_null(strstr(text, "<DataSet timestep=\"2.5\" file=\"arm_0001.vtu\"/>"));
  free(text);
  sar_results_close(&results);
  remove("stress_vtk.h5");
  remove("stress_pictures/arm_0000.vtu");
  remove("stress_pictures/arm_0001.vtu");
  remove("stress_pictures/arm.pvd");
  remove("stress_pictures");
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(peaks_in_all_kinds_of_files), cmocka_unit_test(rows_of_a_journal),
      cmocka_unit_test(hot_spots_are_apart),         cmocka_unit_test(bodies_of_results),
      cmocka_unit_test(may_be_interrupted),          cmocka_unit_test(pictures),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
