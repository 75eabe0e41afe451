/* Which quantities a text means, what a plot shows of them, and that many points become few without a peak being lost.
 */
#include "result/plot.h"

#include <stdio.h>
#include <string.h>

#include "file.h"

#define CSV "plot_test.csv"
#define OTHER "plot_test_other.csv"

static SarContext *context;
static SarArena *arena;
static SarResults *results, *other;
static const SarPlotOptions plain = {.from = NAN, .to = NAN};

static void open_results(const char *text) {
  file_write_text(CSV, text);
  sar_results_close(&results);
  assert_int_equal(sar_results_open(context, CSV, &results), SAR_OK);
}

static int setup(void **state) {
  (void)state;
  context = sar_context_create();
  arena = sar_arena_create();
  results = other = NULL;
  open_results(
      "time,b.x,b.y,b.vx,b.vy,b.vz,b.pin.x,b.pin.y,A.fx,A.fy,A.fz,A.fx2,A.fy2,A.fz2,A.angle\n"
      "# s,m,m,m/s,m/s,m/s,m,m,N,N,N,N,N,N,rad\n"
      "0,0,1,1,2,2,0,0,3,4,12,-6,-8,-24,0\n"
      "1,1,0,0,0,-1,0,0,0,0,0,0,0,0,1\n"
      "2,0,-1,nan,0,0,0,0,-6,0,8,6,0,-8,2\n");
  return 0;
}

static int teardown(void **state) {
  (void)state;
  sar_results_close(&results);
  sar_results_close(&other);
  sar_arena_destroy(&arena);
  sar_context_destroy(&context);
  remove(CSV);
  remove(OTHER);
  return 0;
}

/* The names of what a text means, separated by blanks; phase plots as y:x. */
static const char *selected(const char *text) {
  static char all[1024];
  SarPlotItems items = {0};
  size_t used = 0;
  all[0] = 0;
  assert_int_equal(sar_plot_select(context, arena, results, text, &items), SAR_OK);
  for (int32_t i = 0; i < items.count; i++) {
    const SarPlotItem *item = &items.list[i];
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s%s%s", i ? " " : "", item->y.name,
                             item->phase ? ":" : "", item->phase ? item->x.name : "");
  }
  return all;
}

static void quantities(void **state) {
  (void)state;
  assert_string_equal(selected("b.x"), "b.x");
  assert_string_equal(selected("b"), "b.x b.y b.vx b.vy b.vz"); /* not those of its frame */
  assert_string_equal(selected("b.pin"), "b.pin.x b.pin.y");
  assert_string_equal(selected("A.f*"), "A.fx A.fy A.fz A.fx2 A.fy2 A.fz2");
  assert_string_equal(selected("A.f?"), "A.fx A.fy A.fz");
  assert_string_equal(selected("*.x"), "b.x b.pin.x");
  assert_string_equal(selected("*"), "b.x b.y b.vx b.vy b.vz b.pin.x b.pin.y A.fx A.fy A.fz A.fx2 A.fy2 A.fz2 A.angle");
  assert_string_equal(selected("A.f"), "|A.f|");
  assert_string_equal(selected("A.f2"), "|A.f2|");
  assert_string_equal(selected("|b.v|"), "|b.v|");
  assert_string_equal(selected("b.y:b.x"), "b.y:b.x");
  assert_string_equal(selected("A.f:A.angle"), "|A.f|:A.angle");
  assert_string_equal(selected("b.v?:time"), "b.vx:time b.vy:time b.vz:time");
  const char *const none[] = {"c",           "b.q", "b.",    "",       "A.f3", "b.x:nothing",
                              "nothing:b.x", "||",  "|b.x|", "solver", "A.t*"};
  for (size_t i = 0; i < sizeof none / sizeof *none; i++) assert_string_equal(selected(none[i]), "");
  SarPlotItems items = {0};
  assert_int_equal(sar_plot_select(context, arena, results, "b.x:A.f?", &items), SAR_USAGE);
}

static const char *last_remedy(void) { return sar_context_get(context, sar_context_count(context) - 1)->remedy; }

static void unknown_names(void **state) {
  (void)state;
  assert_int_equal(sar_plot_report_unknown(context, results, CSV, "b.vw"), SAR_USAGE);
  assert_string_equal(last_remedy(), "did you mean b.vx, b.v or b.vy?");
  sar_plot_report_unknown(context, results, CSV, "A.angel");
  assert_string_equal(last_remedy(), "did you mean A.angle?");
  sar_plot_report_unknown(context, results, CSV, "b.x:A.angl");
  assert_string_equal(last_remedy(), "did you mean A.angle?");
  sar_plot_report_unknown(context, results, CSV, "something else");
  assert_non_null(strstr(last_remedy(), "lists the quantities"));
}

static SarPlot make(int32_t nfiles, const char *const *texts, int32_t count, const SarPlotOptions *options) {
  const SarPlotFile files[] = {{"one", results}, {"two", other}};
  SarPlot plot;
  assert_int_equal(sar_plot_make(context, arena, files, nfiles, texts, count, options, &plot), SAR_OK);
  return plot;
}

static void panels_by_unit(void **state) {
  (void)state;
  const char *const texts[] = {"A", "b.vx", "A.f", "b.y:b.x", "A.fx"}; /* A.fx once only */
  SarPlot plot = make(1, texts, 5, &plain);
  assert_int_equal(plot.figure.npanels, 4);
  assert_int_equal(plot.ncurves, 10);
  const SarSvgPanel *p = plot.figure.panels;
  assert_int_equal(p[0].ncurves, 7);
  assert_string_equal(p[0].y.label, "N");
  assert_string_equal(p[0].x.label, "time, s");
  assert_string_equal(p[0].curves[6].name, "|A.f|");
  const double magnitude[] = {13, 0, 10};
  for (int i = 0; i < 3; i++) CHECK_NEAR(p[0].curves[6].y[i], magnitude[i], 1e-14);
  assert_string_equal(p[1].y.label, "A.angle, rad");
  assert_true(p[1].curves[0].alone);
  assert_string_equal(p[2].y.label, "b.vx, m/s");
  assert_string_equal(p[3].x.label, "b.x, m");
  assert_true(p[3].equal && !p[2].equal);
  for (int i = 0; i < 3; i++) CHECK_NEAR(p[i].x.most, 2, 0);
  assert_int_equal(plot.curves[8].absent, 1); /* b.vx */
  CHECK_NEAR(plot.curves[6].most, 13, 1e-14);
  const char *const second[] = {"A.f2"};
  CHECK_NEAR(make(1, second, 1, &plain).curves[0].most, 26, 1e-14);
  CHECK_NEAR(plot.curves[0].least, -6, 0);
  CHECK_NEAR(plot.curves[0].least_at, 2, 0);
}

static void ranges_and_logarithms(void **state) {
  (void)state;
  const char *const texts[] = {"A.fx", "A.angle"};
  SarPlot plot = make(1, texts, 2, &(SarPlotOptions){.from = 0.5, .to = NAN, .log = true});
  const SarSvgPanel *p = plot.figure.panels;
  assert_int_equal(p[0].curves[0].count, 2);
  CHECK_NEAR(p[0].curves[0].y[1], 6, 0); /* the absolute value of -6 */
  CHECK_NEAR(plot.curves[0].least, -6, 0);
  assert_string_equal(p[0].title, "absolute values");
  assert_null(p[1].title);
  assert_true(p[0].y.log && p[1].y.log);
  CHECK_NEAR(p[0].x.least, 0.5, 0);
}

static void several_files(void **state) {
  (void)state;
  file_write_text(OTHER, "time,b.x\n# ms,m\n0,5\n1000,6\n2500,7\n");
  assert_int_equal(sar_results_open(context, OTHER, &other), SAR_OK);
  const char *const texts[] = {"b.x", "A.angle"};
  SarPlot plot = make(2, texts, 2, &plain);
  const SarSvgPanel *p = plot.figure.panels;
  assert_int_equal(p[0].ncurves, 2);
  assert_string_equal(p[0].y.label, "b.x, m");
  assert_string_equal(p[0].curves[0].name, "one");
  assert_string_equal(p[0].curves[1].name, "two");
  CHECK_NEAR(p[0].curves[1].x[2], 2.5, 1e-15); /* ms in s */
  assert_int_equal(p[1].ncurves, 1);
  assert_int_equal(sar_context_count(context), 1); /* a warning: the second file has no A.angle */
  assert_int_equal(sar_context_errors(context), 0);
  assert_string_equal(sar_context_get(context, 0)->message, "two holds no quantity A.angle");
}

/* A long record keeps its least and greatest value, its ends and its gap. */
static void many_points(void **state) {
  (void)state;
  enum { ROWS = 200000 };
  FILE *file = fopen(CSV, "w");
  assert_non_null(file);
  fputs("time,a.x,a.y\n# s,m,m\n", file);
  for (int i = 0; i < ROWS; i++) {
    double x = sin(0.01 * i), y = cos(1e-4 * i);
    if (i == 77777) x = 9;
    if (i == 123456) x = -8;
    if (i == 150000)
      fprintf(file, "%d,nan,%.6f\n", i, y);
    else
      fprintf(file, "%d,%.6f,%.6f\n", i, x, y);
  }
  fclose(file);
  sar_results_close(&results);
  assert_int_equal(sar_results_open(context, CSV, &results), SAR_OK);
  const char *const texts[] = {"a.x", "a.y:a.y"};
  SarPlot plot = make(1, texts, 2, &plain);
  const SarSvgCurve *curve = &plot.figure.panels[0].curves[0];
  assert_in_range(curve->count, 3000, 10000);
  double least = INFINITY, most = -INFINITY;
  int gaps = 0;
  for (int32_t i = 0; i < curve->count; i++) {
    least = fmin(least, curve->y[i]), most = fmax(most, curve->y[i]);
    gaps += isnan(curve->y[i]);
    if (i > 0) assert_true(curve->x[i] > curve->x[i - 1]);
  }
  CHECK_NEAR(least, -8, 0);
  CHECK_NEAR(most, 9, 0);
  assert_int_equal(gaps, 1);
  CHECK_NEAR(curve->x[0], 0, 0);
  CHECK_NEAR(curve->x[curve->count - 1], ROWS - 1, 0);
  assert_int_equal(plot.curves[0].points, ROWS);
  CHECK_NEAR(plot.curves[0].most_at, 77777, 0);
  assert_true(plot.figure.panels[1].curves[0].count < ROWS);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(quantities, setup, teardown),
      cmocka_unit_test_setup_teardown(unknown_names, setup, teardown),
      cmocka_unit_test_setup_teardown(panels_by_unit, setup, teardown),
      cmocka_unit_test_setup_teardown(ranges_and_logarithms, setup, teardown),
      cmocka_unit_test_setup_teardown(several_files, setup, teardown),
      cmocka_unit_test_setup_teardown(many_points, setup, teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
