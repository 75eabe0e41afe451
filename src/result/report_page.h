/* Reports as one HTML file that opens offline: headings, text, tables, figures. No script, no other file; dark or light
 * as the reader prefers, tables scroll on a narrow screen, and it prints.
 *
 *   SarReportPage page;
 *   sar_report_page_open(context, "report.html", "Title", &page);
 *   sar_report_page_heading(&page, 2, "Results");
 *   const SarReportColumn columns[] = {{.head = "method"}, {.head = "CPU, s", .number = true}};
 *   sar_report_page_begin_table(&page, "What the table shows.", columns, 2);
 *   sar_report_page_cell(&page, "hht");
 *   sar_report_page_cell(&page, "%.3g", 0.12);
 *   sar_report_page_end_table(&page);
 *   sar_report_page_figure(&page, &figure, "What the figure shows.");
 *   return sar_report_page_close(&page);
 *
 * All texts are plain: what has a meaning in HTML is escaped, what HTML does not allow is replaced. Failures are
 * reported once; every call after the first is without effect then, and close returns the status. The same calls give
 * the same bytes. */
#ifndef SAR_RESULT_REPORT_PAGE_H
#define SAR_RESULT_REPORT_PAGE_H

#include <stdbool.h>

#include "result/svg.h"

typedef struct SarReportColumn {
  const char *head;
  bool number; /* aligned at the right, in figures of one width */
} SarReportColumn;

typedef struct SarReportPage {
  SarTextFile file;
  int32_t headings; /* of level 2 so far */
  const SarReportColumn *columns;
  int32_t ncolumns, column; /* of the table that is open: how many, and the next one */
} SarReportPage;

/* path "-" is standard output. The title is also the first heading. Close also after a failure. */
SarStatus sar_report_page_open(SarContext *context, const char *path, const char *title, SarReportPage *out);
SarStatus sar_report_page_close(SarReportPage *page);

/* Links to the headings of level 2, which follow in this order. */
void sar_report_page_contents(SarReportPage *page, const char *const *headings, int32_t count);
void sar_report_page_heading(SarReportPage *page, int32_t level, const char *text); /* level 2 or 3 */
void sar_report_page_paragraph(SarReportPage *page, const char *format, ...) SAR_PRINTF(2, 3);
/* A paragraph that stands out: a limit, a deviation, a warning. */
void sar_report_page_note(SarReportPage *page, const char *format, ...) SAR_PRINTF(2, 3);
/* Lines as they are: commands, listings. */
void sar_report_page_preformatted(SarReportPage *page, const char *text);

/* The meaning of words, one pair after the other: terms[0], meanings[0], ... */
void sar_report_page_terms(SarReportPage *page, int32_t count, const char *const (*terms)[2]);

/* Cells follow row by row; a row is full after `count` cells. caption: may be null. The columns must outlive the table.
 */
void sar_report_page_begin_table(SarReportPage *page, const char *caption, const SarReportColumn *columns,
                                 int32_t count);
void sar_report_page_cell(SarReportPage *page, const char *format, ...) SAR_PRINTF(2, 3);
/* One text over all cells that the row still lacks. */
void sar_report_page_cell_rest(SarReportPage *page, const char *format, ...) SAR_PRINTF(2, 3);
void sar_report_page_end_table(SarReportPage *page); /* fills the last row up */

/* caption: may be null. */
void sar_report_page_figure(SarReportPage *page, const SarSvgFigure *figure, const char *caption);
/* The same with a drawing of one's own: put one svg element into page->file in between. */
void sar_report_page_begin_figure(SarReportPage *page);
void sar_report_page_end_figure(SarReportPage *page, const char *caption);

#endif
