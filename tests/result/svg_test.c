/* The plotter: well-formed, with the curves, ticks and gaps that were asked for. */
#include "result/svg.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "result/markup_file.h"
#include "result/svg_axis.h"

const char markup_path[] = "svg_test.svg";

/* Writes the figure, reads it into `markup_text`, and lets a parser see it. */
static void draw(const SarSvgFigure *figure) {
  assert_int_equal(sar_svg_write(markup_context, markup_path, figure), SAR_OK);
  markup_read();
  assert_null(strstr(markup_text, "nan"));
  assert_null(strstr(markup_text, "inf"));
}

static void has(const char *words) {
  if (!strstr(markup_text, words)) fail_msg("\"%s\" is missing", words);
}

/* The d attribute of the k-th curve. */
static const char *path_of(int k) {
  const char *at = markup_text;
  for (int i = 0; i <= k; i++) {
    at = strstr(at, "class=\"curve\"");
    assert_non_null(at);
    at++;
  }
  at = strstr(at, " d=\"") + 4;
  static char path[4096];
  snprintf(path, sizeof path, "%.*s", (int)strcspn(at, "\""), at);
  return path;
}

static void one_panel(void **state) {
  (void)state;
  const double x[] = {0, 1, 2, 3}, y[] = {0, 10, 5, 20}, z[] = {5, 5, 5, 5};
  const SarSvgCurve curves[] = {{.name = "first", .count = 4, .x = x, .y = y},
                                {.name = "second & <last>", .count = 4, .x = x, .y = z, .markers = true},
                                {.count = 4, .x = x, .y = z}};
  const SarSvgPanel panel = {
      .title = "Panel", .x = {.label = "time, s"}, .y = {.label = "\"force\", N"}, .curves = curves, .ncurves = 3};
  draw(&(SarSvgFigure){.title = "A \xc3\xa9 \xff \x01 figure", .panels = &panel, .npanels = 1});
  assert_int_equal(markup_count("class=\"curve\""), 3);
  assert_int_equal(markup_count("class=\"marks\""), 1);
  assert_int_equal(markup_count("class=\"legend\""), 2); /* guides are not named */
  has("second &amp; &lt;last&gt;");
  has("&quot;force&quot;, N");
  has("A \xc3\xa9 ? ? figure");
  has(">time, s<");
  has("width=\"900\" height=\"600\"");
  /* 0 ... 20 fill the axis: the last point is at its upper right corner */
  assert_non_null(strstr(path_of(0), "L812,0"));
  assert_true(strncmp(path_of(0), "M0,", 3) == 0);
}

static void names_keep_their_style(void **state) {
  (void)state;
  const double x[] = {1, 2}, y[] = {1, 2};
  const SarSvgCurve a = {.name = "a", .count = 2, .x = x, .y = y}, b = {.name = "b", .count = 2, .x = x, .y = y};
  const SarSvgCurve left[] = {a, b}, right[] = {b, a};
  const SarSvgPanel panels[] = {{.curves = left, .ncurves = 2}, {.curves = right, .ncurves = 2}};
  draw(&(SarSvgFigure){.width = 800, .height = 300, .panels = panels, .npanels = 2});
  assert_int_equal(markup_count("class=\"panel\""), 2);
  assert_int_equal(markup_count("class=\"legend\""), 2);
  assert_int_equal(markup_count("stroke=\"#1f6f9f\""), 3); /* a in both panels and in the legend */
  assert_int_equal(markup_count("stroke=\"#c8443f\""), 3);
}

static void gaps(void **state) {
  (void)state;
  const double x[] = {1, 2, 3, 4, 5, 6, 7}, y[] = {1, NAN, 3, NAN, 5, 6, -INFINITY};
  const SarSvgCurve curve = {.name = "gaps", .count = 7, .x = x, .y = y};
  SarSvgPanel panel = {.curves = &curve, .ncurves = 1};
  draw(&(SarSvgFigure){.panels = &panel, .npanels = 1});
  const char *path = path_of(0);
  int begins = 0, dots = 0, lines = 0;
  for (const char *c = path; *c; c++) begins += *c == 'M', dots += *c == 'h', lines += *c == 'L';
  assert_int_equal(begins, 3);
  assert_int_equal(dots, 2); /* 1 and 3 stand alone */
  assert_int_equal(lines, 1);
  /* what a logarithmic axis cannot show is a gap as well */
  const double negative[] = {1, 10, 0, 100, -3, 1000, 1e4};
  const SarSvgCurve other = {.name = "log", .count = 7, .x = x, .y = negative};
  panel = (SarSvgPanel){.y = {.log = true}, .curves = &other, .ncurves = 1};
  draw(&(SarSvgFigure){.panels = &panel, .npanels = 1});
  begins = 0;
  for (const char *c = path_of(0); *c; c++) begins += *c == 'M';
  assert_int_equal(begins, 3);
}

static void nothing_to_draw(void **state) {
  (void)state;
  draw(&(SarSvgFigure){.title = "empty"});
  SarSvgPanel panel = {.title = "no curves"};
  draw(&(SarSvgFigure){.panels = &panel, .npanels = 1});
  assert_int_equal(markup_count("class=\"curve\""), 0);
  const double x[] = {NAN, 1}, y[] = {1, INFINITY};
  const SarSvgCurve curves[] = {{.name = "no points"}, {.name = "nothing finite", .count = 2, .x = x, .y = y}};
  panel = (SarSvgPanel){.x = {.log = true}, .curves = curves, .ncurves = 2};
  draw(&(SarSvgFigure){.panels = &panel, .npanels = 1});
  assert_int_equal(markup_count("class=\"curve\""), 2);
  const double same[] = {3, 3}, huge[] = {-1e308, 1e299};
  const SarSvgCurve odd[] = {{.name = "one point", .count = 2, .x = same, .y = same},
                             {.name = "huge", .count = 2, .x = huge, .y = huge}};
  panel = (SarSvgPanel){.curves = odd, .ncurves = 2};
  draw(&(SarSvgFigure){.panels = &panel, .npanels = 1});
}

/* The texts of an axis's ticks, separated by blanks; powers as 10^k. */
static const char *ticks(SarSvgAxis axis, double low, double high, int32_t wanted) {
  static char all[1024];
  SarScale scale;
  sar_scale_make(&axis, low, high, wanted, &scale);
  size_t used = 0;
  all[0] = '\0';
  for (int32_t i = 0; i < scale.nticks; i++) {
    const SarTick *t = &scale.ticks[i];
    double at = sar_scale_place(&scale, t->value);
    assert_true(at > -1e-6 && at < 1 + 1e-6);
    if (t->minor) continue;
    used += (size_t)snprintf(all + used, sizeof all - used, "%s%s%s%s", used ? " " : "", t->text,
                             t->power[0] ? "^" : "", t->power);
  }
  return all;
}

#define MINUS "\xe2\x88\x92"

static void linear_ticks(void **state) {
  (void)state;
  const SarSvgAxis axis = {.label = NULL}, given = {.least = -0.07, .most = 0.13};
  assert_string_equal(ticks(axis, 0, 20, 5), "0 5 10 15 20");
  assert_string_equal(ticks(axis, 0, 0.3, 6), "0 0.05 0.1 0.15 0.2 0.25 0.3");
  assert_string_equal(ticks(axis, -1, 1, 4), MINUS "1 " MINUS "0.5 0 0.5 1");
  assert_string_equal(ticks(axis, 0.1, 4.7, 5), "0 1 2 3 4 5"); /* rounded out */
  assert_string_equal(ticks(given, 9, 10, 4), MINUS "0.05 0 0.05 0.1");
  assert_string_equal(ticks(axis, 0, 4e-7, 4), "0 1e" MINUS "7 2e" MINUS "7 3e" MINUS "7 4e" MINUS "7");
  assert_string_equal(ticks(axis, 0, 2.5e6, 5), "0 500000 1e6 1.5e6 2e6 2.5e6");
  assert_string_equal(ticks(axis, 1, 0, 5), "0 0.2 0.4 0.6 0.8 1"); /* nothing to show */
  assert_string_equal(ticks(axis, 2, 2, 4), "1 1.5 2 2.5 3");
}

static void log_ticks(void **state) {
  (void)state;
  const SarSvgAxis axis = {.log = true};
  assert_string_equal(ticks(axis, 1e-2, 1e2, 6), "10^" MINUS "2 10^" MINUS "1 10^0 10^1 10^2");
  assert_string_equal(ticks(axis, 3e-13, 2, 5), "10^" MINUS "12 10^" MINUS "9 10^" MINUS "6 10^" MINUS "3 10^0");
  assert_string_equal(ticks(axis, 0.2, 1, 5), "0.2 0.5 1");
  assert_string_equal(ticks(axis, 1, 0, 5), "1 2 5 10");
  assert_string_equal(ticks(axis, 7, 7, 5), "5 10");
  SarScale scale;
  sar_scale_make(&axis, 1, 100, 5, &scale);
  int32_t minor = 0;
  for (int32_t i = 0; i < scale.nticks; i++) minor += scale.ticks[i].minor;
  assert_int_equal(minor, 16); /* 2 ... 9 and 20 ... 90 */
  CHECK_NEAR(sar_scale_place(&scale, 10), 0.5, 1e-15);
  assert_true(!sar_scale_shows(true, 0) && !sar_scale_shows(true, -1) && !sar_scale_shows(false, NAN));
}

static void unwritable(void **state) {
  (void)state;
  assert_int_equal(sar_svg_write(markup_context, "no/such/folder/x.svg", &(SarSvgFigure){.title = "x"}), SAR_IO);
  assert_int_equal(sar_context_count(markup_context), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(one_panel, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(names_keep_their_style, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(gaps, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(nothing_to_draw, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(linear_ticks, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(log_ticks, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(unwritable, markup_setup, markup_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
