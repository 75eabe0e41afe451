/* Reports as HTML: well-formed, complete, free texts shown as texts, failures reported once. */
#include "result/report_page.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "result/markup_file.h"

const char markup_path[] = "report_page_test.html";
#define HOSTILE "</p><script>alert(1)</script> \"quoted\" 'single' & \x01\x1f\xff\xc3 \xed\xa0\x80 end"

static void has(const char *words) {
  if (!strstr(markup_text, words)) fail_msg("\"%s\" is missing in\n%s", words, strstr(markup_text, "<body>"));
}

static const SarReportColumn columns[] = {{.head = "method"}, {.head = "CPU, s", .number = true}, {.head = "note"}};

static void every_part(void **state) {
  (void)state;
  const double x[] = {0, 1, 2}, y[] = {3, 1, 2};
  const SarSvgCurve curve = {.name = "curve", .count = 3, .x = x, .y = y};
  const SarSvgPanel panel = {.title = "Panel", .curves = &curve, .ncurves = 1};
  const SarSvgFigure figure = {.panels = &panel, .npanels = 1};
  const char *const headings[] = {"First", "Second"};
  const char *const terms[][2] = {{"CPU", "processor time"}, {"note", "a remark"}};
  SarReportPage page;
  assert_int_equal(sar_report_page_open(markup_context, markup_path, "A report", &page), SAR_OK);
  sar_report_page_contents(&page, headings, 2);
  sar_report_page_heading(&page, 2, "First");
  sar_report_page_paragraph(&page, "%d methods", 3);
  sar_report_page_terms(&page, 2, terms);
  sar_report_page_begin_table(&page, "A caption", columns, 3);
  sar_report_page_cell(&page, "hht");
  sar_report_page_cell(&page, "%.3g", 0.125);
  sar_report_page_cell(&page, "fine");
  sar_report_page_cell(&page, "bdf");
  sar_report_page_cell_rest(&page, "failed: %s", "too stiff");
  sar_report_page_cell(&page, "left open");
  sar_report_page_end_table(&page);
  sar_report_page_heading(&page, 2, "Second");
  sar_report_page_heading(&page, 3, "Below it");
  sar_report_page_note(&page, "a note");
  sar_report_page_preformatted(&page, "line 1\r\n  line 2\n");
  sar_report_page_figure(&page, &figure, "A figure");
  assert_int_equal(sar_report_page_close(&page), SAR_OK);
  markup_read();
  has("<title>A report</title>");
  has("<h1>A report</h1>");
  has("<li><a href=\"#s2\">Second</a></li>");
  has("<h2 id=\"s1\">First</h2>");
  has("<h2 id=\"s2\">Second</h2>");
  has("<h3>Below it</h3>");
  has("<p>3 methods</p>");
  has("<dt>CPU</dt>\n<dd>processor time</dd>");
  has("<caption>A caption</caption>");
  has("<tr><th>method</th><th class=\"n\">CPU, s</th><th>note</th></tr>");
  has("<tr><td>hht</td><td class=\"n\">0.125</td><td>fine</td></tr>");
  has("<tr><td>bdf</td><td colspan=\"2\">failed: too stiff</td></tr>");
  has("<tr><td>left open</td><td class=\"n\"></td><td></td></tr>");
  has("<p class=\"note\">a note</p>");
  has("<figcaption>A figure</figcaption>");
  has("prefers-color-scheme:dark");
  assert_int_equal(markup_count("class=\"curve\""), 1);
  assert_int_equal(markup_count("</html>"), 1);
  /* self-contained: nothing to fetch, nothing to run */
  assert_int_equal(markup_count("<script"), 0);
  assert_int_equal(markup_count("src="), 0);
  assert_int_equal(markup_count("url("), 0);
  assert_int_equal(markup_count("http"), 2); /* http-equiv, and the name of SVG's namespace */
}

static void hostile_texts_are_shown(void **state) {
  (void)state;
  const double x[] = {0, 1};
  const SarSvgCurve curve = {.name = HOSTILE, .count = 2, .x = x, .y = x};
  const SarSvgPanel panel = {.title = HOSTILE, .x = {.label = HOSTILE}, .curves = &curve, .ncurves = 1};
  const SarSvgFigure figure = {.title = HOSTILE, .panels = &panel, .npanels = 1};
  const SarReportColumn hostile[] = {{.head = HOSTILE}, {.head = HOSTILE, .number = true}};
  const char *const headings[] = {HOSTILE}, *const terms[][2] = {{HOSTILE, HOSTILE}};
  SarReportPage page;
  assert_int_equal(sar_report_page_open(markup_context, markup_path, HOSTILE, &page), SAR_OK);
  sar_report_page_contents(&page, headings, 1);
  sar_report_page_heading(&page, 2, HOSTILE);
  sar_report_page_heading(&page, 3, HOSTILE);
  sar_report_page_paragraph(&page, "%s", HOSTILE);
  sar_report_page_note(&page, "%s", HOSTILE);
  sar_report_page_preformatted(&page, HOSTILE);
  sar_report_page_terms(&page, 1, terms);
  sar_report_page_begin_table(&page, HOSTILE, hostile, 2);
  sar_report_page_cell(&page, "%s", HOSTILE);
  sar_report_page_cell_rest(&page, "%s", HOSTILE);
  sar_report_page_end_table(&page);
  sar_report_page_figure(&page, &figure, HOSTILE);
  assert_int_equal(sar_report_page_close(&page), SAR_OK);
  markup_read();
  assert_int_equal(markup_count("<script"), 0);
  assert_int_equal(markup_count("&lt;script&gt;alert(1)&lt;/script&gt; &quot;quoted&quot; 'single' &amp; ???? ??? end"),
                   21); /* every text of the page */
}

/* Longer than any buffer on the way, with a letter of several bytes at every place. */
static void long_texts(void **state) {
  (void)state;
  enum { LENGTH = 200000 };
  char *longest = calloc(LENGTH + 1, 1);
  assert_non_null(longest);
  for (int i = 0; i + 5 <= LENGTH; i += 5) memcpy(longest + i, "a\xe2\x88\x92<", 5);
  SarReportPage page;
  assert_int_equal(sar_report_page_open(markup_context, markup_path, "long", &page), SAR_OK);
  sar_report_page_paragraph(&page, "%s", longest);
  assert_int_equal(sar_report_page_close(&page), SAR_OK);
  markup_read();
  assert_int_equal(markup_count("a\xe2\x88\x92&lt;"), LENGTH / 5);
  free(longest);
}

static void a_page_that_cannot_be_written(void **state) {
  (void)state;
  SarReportPage page;
  assert_int_equal(sar_report_page_open(markup_context, "no/such/folder/page.html", "title", &page), SAR_IO);
  sar_report_page_heading(&page, 2, "heading");
  sar_report_page_paragraph(&page, "text");
  sar_report_page_begin_table(&page, NULL, columns, 3);
  sar_report_page_cell(&page, "cell");
  sar_report_page_end_table(&page);
  sar_report_page_figure(&page, &(SarSvgFigure){.width = 0}, NULL);
  assert_int_equal(sar_report_page_close(&page), SAR_IO);
  assert_int_equal(sar_context_errors(markup_context), 1);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(every_part, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(hostile_texts_are_shown, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(long_texts, markup_setup, markup_teardown),
      cmocka_unit_test_setup_teardown(a_page_that_cannot_be_written, markup_setup, markup_teardown),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
