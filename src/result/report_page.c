#include "result/report_page.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "result/markup.h"

#define SHORT 512 /* texts up to this length need no memory */

static void put(SarReportPage *page, const char *text) { sar_text_file_put(&page->file, text); }

/* ---- style ---- */

static const char style[] =
    ":root{color-scheme:light dark;--ground:#ffffff;--ink:#22303c;--soft:#5b6975;--line:#d6dde3;--band:#f4f6f8;"
    "--accent:#1f6f9f;--note:#fdf4e3;--note-line:#b9770e}\n"
    "*{box-sizing:border-box}\n"
    "body{margin:0 auto;padding:1.5rem clamp(1rem,4vw,3rem) 4rem;max-width:76rem;background:var(--ground);"
    "color:var(--ink);font:16px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif;"
    "overflow-wrap:anywhere}\n"
    "h1{font-size:1.75rem;line-height:1.25;margin:.5rem 0 1rem}\n"
    "h2{font-size:1.3rem;line-height:1.3;margin:2.5rem 0 .75rem;padding-top:.75rem;border-top:1px solid var(--line)}\n"
    "h3{font-size:1.05rem;margin:1.75rem 0 .5rem}\n"
    "p,dl,nav{max-width:46rem}\n"
    "a{color:var(--accent)}\n"
    "nav ol{margin:0;padding-left:1.6rem}\n"
    "dt{font-weight:600;margin-top:.4rem}\n"
    "dd{margin:0 0 0 1.5rem}\n"
    "pre{background:var(--band);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;overflow-x:auto;"
    "font:13.5px/1.5 ui-monospace,SFMono-Regular,Consolas,'DejaVu Sans Mono',monospace;overflow-wrap:normal}\n"
    ".note{background:var(--note);border-left:4px solid var(--note-line);padding:.6rem .9rem;border-radius:0 6px 6px 0;"
    "white-space:pre-line}\n"
    ".scroll{overflow-x:auto;margin:1rem 0}\n"
    "table{border-collapse:collapse;font-size:.92rem;overflow-wrap:normal}\n"
    "caption{text-align:left;color:var(--soft);padding-bottom:.4rem;max-width:min(46rem,calc(100vw - 2.5rem))}\n"
    "th,td{padding:.3rem .75rem;text-align:left;vertical-align:top;border-bottom:1px solid var(--line)}\n"
    "th{border-bottom:2px solid var(--line);vertical-align:bottom;font-weight:600}\n"
    "td{overflow-wrap:break-word;max-width:40rem}\n"
    "tbody tr:nth-child(even){background:var(--band)}\n"
    ".n{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}\n"
    "figure{margin:1.25rem 0;padding:0}\n"
    "figure svg{display:block;width:100%;max-width:72rem;height:auto}\n"
    "figcaption{color:var(--soft);font-size:.92rem;margin-top:.4rem;max-width:46rem}\n"
    ":focus-visible{outline:2px solid var(--accent);outline-offset:2px}\n"
    "@media (max-width:40rem){figure{overflow-x:auto}figure svg{min-width:38rem}}\n"
    "@media print{body{max-width:none;padding:0;font-size:10pt}.scroll,pre{overflow:visible}pre{white-space:pre-wrap}"
    "table{font-size:8pt}th,td{padding:.15rem .4rem}thead{display:table-header-group}tr,figure{break-inside:avoid}"
    "h2,h3{break-after:avoid}figure{overflow:visible}figure svg{min-width:0}}\n";

/* On paper dark pages stay light. */
static const char dark_style[] =
    "@media screen and (prefers-color-scheme:dark){\n"
    ":root{--ground:" SAR_SVG_DARK_GROUND
    ";--ink:#dfe6ec;--soft:#a3b0bb;--line:#36414b;--band:#1e262d;--accent:#6bb8e8;--note:#33291a;--note-line:#d99a3c}"
    "\n";

/* ---- the page ---- */

SarStatus sar_report_page_open(SarContext *context, const char *path, const char *title, SarReportPage *out) {
  *out = (SarReportPage){.headings = 0};
  SAR_TRY(sar_text_file_open(context, path, &out->file));
  /* Nothing is fetched and no script runs, whatever the texts hold. */
  put(out,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
  sar_markup_text(&out->file, title);
  put(out, "</title>\n<style>\n");
  put(out, style);
  put(out, dark_style);
  sar_svg_put_dark_rules(&out->file, "figure ");
  put(out, "}\n</style>\n</head>\n<body>\n<h1>");
  sar_markup_text(&out->file, title);
  put(out, "</h1>\n");
  return out->file.status;
}

SarStatus sar_report_page_close(SarReportPage *page) {
  if (page->file.stream) put(page, "</body>\n</html>\n");
  return sar_text_file_close(&page->file);
}

/* Nothing is written after a failure: the file may not even be open. */
static bool is_open(const SarReportPage *page) { return page->file.stream && page->file.status == SAR_OK; }

/* ---- text ---- */

static void put_formatted(SarReportPage *page, const char *format, va_list arguments) {
  char text[SHORT], *longer = NULL;
  va_list again;
  va_copy(again, arguments);
  int length = vsnprintf(text, sizeof text, format, arguments);
  if (length >= (int)sizeof text) {
    longer = malloc((size_t)length + 1);
    if (longer)
      vsnprintf(longer, (size_t)length + 1, format, again);
    else
      page->file.status = sar_report_no_memory(page->file.context);
  }
  va_end(again);
  if (length > 0) sar_markup_text(&page->file, longer ? longer : text);
  free(longer);
}

static void put_element(SarReportPage *page, const char *tag, const char *text) {
  const char *const parts[] = {"<", tag, ">", NULL, "</", tag, ">\n"};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i])
      put(page, parts[i]);
    else
      sar_markup_text(&page->file, text);
  }
}

void sar_report_page_contents(SarReportPage *page, const char *const *headings, int32_t count) {
  if (!is_open(page)) return;
  put(page, "<nav aria-label=\"Contents\"><ol>\n");
  for (int32_t i = 0; i < count; i++) {
    put(page, "<li><a href=\"#s");
    sar_text_file_put_int(&page->file, i + 1);
    put(page, "\">");
    sar_markup_text(&page->file, headings[i]);
    put(page, "</a></li>\n");
  }
  put(page, "</ol></nav>\n");
}

void sar_report_page_heading(SarReportPage *page, int32_t level, const char *text) {
  if (!is_open(page)) return;
  if (level != 2) {
    put_element(page, "h3", text);
    return;
  }
  put(page, "<h2 id=\"s");
  sar_text_file_put_int(&page->file, ++page->headings);
  put(page, "\">");
  sar_markup_text(&page->file, text);
  put(page, "</h2>\n");
}

void sar_report_page_paragraph(SarReportPage *page, const char *format, ...) {
  if (!is_open(page)) return;
  va_list arguments;
  va_start(arguments, format);
  put(page, "<p>");
  put_formatted(page, format, arguments);
  put(page, "</p>\n");
  va_end(arguments);
}

void sar_report_page_note(SarReportPage *page, const char *format, ...) {
  if (!is_open(page)) return;
  va_list arguments;
  va_start(arguments, format);
  put(page, "<p class=\"note\">");
  put_formatted(page, format, arguments);
  put(page, "</p>\n");
  va_end(arguments);
}

void sar_report_page_preformatted(SarReportPage *page, const char *text) {
  if (!is_open(page)) return;
  put(page, "<pre tabindex=\"0\">\n"); /* the line's end is not part of the text */
  sar_markup_text(&page->file, text);
  put(page, "</pre>\n");
}

void sar_report_page_terms(SarReportPage *page, int32_t count, const char *const (*terms)[2]) {
  if (!is_open(page)) return;
  put(page, "<dl>\n");
  for (int32_t i = 0; i < count; i++) {
    put_element(page, "dt", terms[i][0]);
    put_element(page, "dd", terms[i][1]);
  }
  put(page, "</dl>\n");
}

/* ---- tables ---- */

void sar_report_page_begin_table(SarReportPage *page, const char *caption, const SarReportColumn *columns,
                                 int32_t count) {
  page->columns = columns;
  page->ncolumns = count;
  page->column = 0;
  if (!is_open(page)) return;
  put(page, "<div class=\"scroll\" tabindex=\"0\"><table>\n");
  if (caption) put_element(page, "caption", caption);
  put(page, "<thead><tr>");
  for (int32_t i = 0; i < count; i++) {
    put(page, columns[i].number ? "<th class=\"n\">" : "<th>");
    sar_markup_text(&page->file, columns[i].head);
    put(page, "</th>");
  }
  put(page, "</tr></thead>\n<tbody>\n");
}

static void begin_cell(SarReportPage *page) {
  if (page->column == 0) put(page, "<tr>");
  put(page, "<td");
  if (page->columns[page->column].number) put(page, " class=\"n\"");
}

static void end_cell(SarReportPage *page, int32_t columns) {
  put(page, "</td>");
  page->column += columns;
  if (page->column < page->ncolumns) return;
  put(page, "</tr>\n");
  page->column = 0;
}

void sar_report_page_cell(SarReportPage *page, const char *format, ...) {
  if (!is_open(page)) return;
  va_list arguments;
  va_start(arguments, format);
  begin_cell(page);
  put(page, ">");
  put_formatted(page, format, arguments);
  end_cell(page, 1);
  va_end(arguments);
}

void sar_report_page_cell_rest(SarReportPage *page, const char *format, ...) {
  if (!is_open(page)) return;
  int32_t rest = page->ncolumns - page->column;
  va_list arguments;
  va_start(arguments, format);
  put(page, page->column == 0 ? "<tr><td colspan=\"" : "<td colspan=\"");
  sar_text_file_put_int(&page->file, rest);
  put(page, "\">");
  put_formatted(page, format, arguments);
  end_cell(page, rest);
  va_end(arguments);
}

void sar_report_page_end_table(SarReportPage *page) {
  if (!is_open(page)) return;
  while (page->column > 0) sar_report_page_cell(page, "%s", "");
  put(page, "</tbody></table></div>\n");
}

/* ---- figures ---- */

void sar_report_page_begin_figure(SarReportPage *page) {
  if (is_open(page)) put(page, "<figure>\n");
}

void sar_report_page_end_figure(SarReportPage *page, const char *caption) {
  if (!is_open(page)) return;
  if (caption) put_element(page, "figcaption", caption);
  put(page, "</figure>\n");
}

void sar_report_page_figure(SarReportPage *page, const SarSvgFigure *figure, const char *caption) {
  if (!is_open(page)) return;
  sar_report_page_begin_figure(page);
  sar_svg_put(&page->file, figure);
  sar_report_page_end_figure(page, caption);
}
