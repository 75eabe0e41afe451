/* Reproductions as one illustrated page. */
#include <stdio.h>

#include "analysis/reproduce/papers.h"
#include "result/report_page.h"

#define TEXT 160

static void put_overview(SarReportPage *page, const SarReproduction *list, int32_t count, int32_t paper) {
  static const SarReportColumn columns[] = {
      {.head = "item"}, {.head = "what it shows"},         {.head = "state"},
      {.head = "why"},  {.head = "agree", .number = true}, {.head = "CPU, s", .number = true}};
  sar_report_page_begin_table(page, NULL, columns, 6);
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    const SarReproduction *r = sar_reproduction_find(list, count, item);
    char counted[32];
    if (sar_paper_of(item) != paper) continue;
    sar_report_page_cell(page, "%s", item->name);
    sar_report_page_cell(page, "%s", item->title);
    sar_report_page_cell(page, "%s", sar_item_state_text(item->state));
    sar_report_page_cell(page, "%s", item->reason);
    if (!r) {
      sar_report_page_cell_rest(page, "%s", item->run ? "not run" : "");
      continue;
    }
    sar_reproduction_count_text(r, counted, sizeof counted);
    sar_report_page_cell(page, "%s", counted);
    sar_report_page_cell(page, "%.1f", r->seconds);
  }
  sar_report_page_end_table(page);
}

/* Words in a column: then it is not one of numbers. */
static bool has_words(const SarReproduction *r, bool published) {
  for (int32_t i = 0; i < r->nrows; i++) {
    if ((published ? r->rows[i].published : r->rows[i].measured).text) return true;
  }
  return false;
}

static void put_item(SarReportPage *page, const SarReproduction *r) {
  const SarReportColumn columns[] = {{.head = ""},
                                     {.head = "published", .number = !has_words(r, true)},
                                     {.head = "measured", .number = !has_words(r, false)},
                                     {.head = "ratio", .number = true},
                                     {.head = "note"}};
  char text[TEXT];
  int32_t compared, agree;
  snprintf(text, sizeof text, "%s: %s", r->item->name, r->item->title);
  sar_report_page_heading(page, 3, text);
  sar_report_page_paragraph(page, "Measured: %s.", r->definition);
  sar_reproduction_count(r, &compared, &agree);
  if (agree < compared && r->item->reason[0]) sar_report_page_note(page, "Deviations: %s.", r->item->reason);
  for (int32_t i = 0; i < r->nfigures; i++) sar_report_page_figure(page, &r->figures[i], NULL);
  sar_report_page_begin_table(page, NULL, columns, 5);
  for (int32_t i = 0; i < r->nrows; i++) {
    const SarPaperRow *row = &r->rows[i];
    bool deviates = row->verdict == SAR_ROW_DEVIATES;
    sar_report_page_cell(page, "%s", row->label);
    sar_paper_value_text(&row->published, r->digits, text, sizeof text);
    sar_report_page_cell(page, "%s", text);
    sar_paper_value_text(&row->measured, r->digits, text, sizeof text);
    sar_report_page_cell(page, "%s", text);
    sar_paper_ratio_text(row->ratio, text, sizeof text);
    sar_report_page_cell(page, "%s", text);
    sar_report_page_cell(page, "%s%s%s", deviates ? "deviates" : "", deviates && row->note[0] ? ": " : "", row->note);
  }
  sar_report_page_end_table(page);
}

static void put_papers(SarReportPage *page, const SarReproduction *list, int32_t count) {
  char headings[SAR_PAPERS][TEXT];
  const char *contents[SAR_PAPERS];
  for (int32_t i = 0; i < SAR_PAPERS; i++) {
    snprintf(headings[i], sizeof headings[i], "Paper %d. %s", (int)i + 1, sar_paper_title(i + 1));
    contents[i] = headings[i];
  }
  sar_report_page_contents(page, contents, SAR_PAPERS);
  for (int32_t paper = 1; paper <= SAR_PAPERS; paper++) {
    sar_report_page_heading(page, 2, headings[paper - 1]);
    put_overview(page, list, count, paper);
    for (int32_t i = 0; i < sar_paper_items(); i++) {
      const SarReproduction *r = sar_reproduction_find(list, count, sar_paper_item(i));
      if (r && sar_paper_of(r->item) == paper) put_item(page, r);
    }
  }
}

SarStatus sar_reproduce_write_page(SarContext *context, const char *path, const SarReproduction *list, int32_t count) {
  SarReportPage page;
  sar_report_page_open(context, path, "The papers, reproduced", &page);
  sar_report_page_paragraph(
      &page,
      "Every table and figure of the five papers behind the methods of Sarrus (version %s), run again "
      "and set beside what is published. The ratio is measured over published; a statement in words "
      "stands beside what was found. What cannot be run says why.",
      sar_version());
  put_papers(&page, list, count);
  return sar_report_page_close(&page);
}
