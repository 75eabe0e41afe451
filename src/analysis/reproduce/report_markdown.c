/* Reproductions as Markdown: what docs/papers.md is made of. */
#define _POSIX_C_SOURCE 200809L /* mkdir */
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/reproduce/papers.h"
#include "result/text_file.h"

#define TEXT 160
#define COUNTED 32

/* "|" would end a cell of a table. */
static void put_cell(SarTextFile *file, const char *text) {
  if (*text) sar_text_file_put(file, " ");
  for (; *text; text++) {
    if (*text == '|') sar_text_file_put_char(file, '\\');
    sar_text_file_put_char(file, *text);
  }
  sar_text_file_put(file, " |");
}

/* "state: reason", or one of them. */
static void put_prefixed_cell(SarTextFile *file, const char *first, const char *second) {
  if (first[0]) {
    sar_text_file_put(file, " ");
    sar_text_file_put(file, first);
    if (second[0]) sar_text_file_put(file, ":");
  }
  put_cell(file, second);
}

/* The heading of an item, and the anchor that readers of Markdown make from it: small letters, "-" for blanks. */
static void put_heading(SarTextFile *file, const SarPaperItem *item) {
  sar_text_file_put(file, item->name);
  sar_text_file_put(file, ": ");
  sar_text_file_put(file, item->title);
}

static void put_anchor(SarTextFile *file, const char *text) {
  for (; *text; text++) {
    char c = *text >= 'A' && *text <= 'Z' ? (char)(*text - 'A' + 'a') : *text == ' ' ? '-' : *text;
    if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_') sar_text_file_put_char(file, c);
  }
}

static void put_name(SarTextFile *file, const SarPaperItem *item, bool linked) {
  sar_text_file_put(file, linked ? "| [" : "| ");
  sar_text_file_put(file, item->name);
  if (linked) {
    sar_text_file_put(file, "](#");
    put_anchor(file, item->name);
    sar_text_file_put(file, "-");
    put_anchor(file, item->title);
    sar_text_file_put(file, ")");
  }
  sar_text_file_put(file, " |");
}

static void put_overview(SarTextFile *file, const SarReproduction *list, int32_t count, int32_t paper) {
  sar_text_file_put(file,
                    "| item | what it shows | state | published values that agree | CPU, s |\n|---|---|---|---|---|\n");
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    const SarReproduction *r = sar_reproduction_find(list, count, item);
    char text[TEXT], counted[COUNTED];
    if (sar_paper_of(item) != paper) continue;
    put_name(file, item, r != NULL);
    put_cell(file, item->title);
    put_prefixed_cell(file, sar_item_state_text(item->state), item->reason);
    if (!r) {
      sar_text_file_put(file, item->run ? " not run | |\n" : " | |\n");
      continue;
    }
    sar_reproduction_count_text(r, counted, sizeof counted);
    snprintf(text, sizeof text, " %s | %.1f |\n", counted, r->seconds);
    sar_text_file_put(file, text);
  }
}

static void put_rows(SarTextFile *file, const SarReproduction *r) {
  sar_text_file_put(file, "| | published | measured | ratio | |\n|---|---|---|---|---|\n");
  for (int32_t i = 0; i < r->nrows; i++) {
    const SarPaperRow *row = &r->rows[i];
    char text[TEXT];
    sar_text_file_put(file, "|");
    put_cell(file, row->label);
    sar_paper_value_text(&row->published, r->digits, text, sizeof text);
    put_cell(file, text);
    sar_paper_value_text(&row->measured, r->digits, text, sizeof text);
    put_cell(file, text);
    sar_paper_ratio_text(row->ratio, text, sizeof text);
    put_cell(file, text);
    put_prefixed_cell(file, row->verdict == SAR_ROW_DEVIATES ? "**deviates**" : "", row->note);
    sar_text_file_put(file, "\n");
  }
}

/* images/paper_5_figure_6.svg, seen from the folder of the page. */
static void picture_name(const SarReproduction *r, int32_t index, char *name, size_t size) {
  const char *kind = r->item->name + 2, *number = kind + strcspn(kind, "0123456789");
  char more[16] = "";
  if (index > 0) snprintf(more, sizeof more, "_%d", (int)index + 1);
  snprintf(name, size, "images/paper_%d_%.*s_%s%s.svg", (int)sar_paper_of(r->item), (int)(number - kind), kind, number,
           more);
}

/* The folder of pictures beside the page. Where that is not possible, writing the first of them says so. */
static void make_folder(const char *path, int folder) {
  char place[4096];
  snprintf(place, sizeof place, "%.*simages", folder, path);
  mkdir(place, 0777);
}

static SarStatus put_pictures(SarTextFile *file, const char *path, const SarReproduction *r) {
  const char *slash = strrchr(path, '/');
  int folder = slash ? (int)(slash - path) + 1 : 0;
  if (r->nfigures > 0) make_folder(path, folder);
  for (int32_t i = 0; i < r->nfigures; i++) {
    char name[96], place[4096];
    picture_name(r, i, name, sizeof name);
    snprintf(place, sizeof place, "%.*s%s", folder, path, name);
    SAR_TRY(sar_svg_write(file->context, place, &r->figures[i]));
    sar_text_file_put(file, "\n![");
    sar_text_file_put(file, r->figures[i].title);
    sar_text_file_put(file, "](");
    sar_text_file_put(file, name);
    sar_text_file_put(file, ")\n");
  }
  return SAR_OK;
}

/* A definition begins in lower case, as the verb prints it. */
static void put_sentence(SarTextFile *file, const char *text) {
  char first = text[0];
  sar_text_file_put_char(file, first >= 'a' && first <= 'z' ? (char)(first - 'a' + 'A') : first);
  sar_text_file_put(file, text[0] ? text + 1 : "");
  sar_text_file_put(file, ".\n\n");
}

static SarStatus put_item(SarTextFile *file, const char *path, const SarReproduction *r) {
  sar_text_file_put(file, "\n### ");
  put_heading(file, r->item);
  sar_text_file_put(file, "\n\n");
  put_sentence(file, r->definition);
  put_rows(file, r);
  return put_pictures(file, path, r);
}

static SarStatus put_paper(SarTextFile *file, const char *path, const SarReproduction *list, int32_t count,
                           int32_t paper) {
  char text[TEXT];
  snprintf(text, sizeof text, "\n## Paper %d\n\n%s. [More about it](%s).\n\n", (int)paper, sar_paper_title(paper),
           sar_paper_page(paper));
  sar_text_file_put(file, text);
  put_overview(file, list, count, paper);
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarReproduction *r = sar_reproduction_find(list, count, sar_paper_item(i));
    if (r && sar_paper_of(r->item) == paper) SAR_TRY(put_item(file, path, r));
  }
  return SAR_OK;
}

static bool concerns(const SarReproduction *list, int32_t count, int32_t paper) {
  bool found = paper == 1 && count == 0;
  for (int32_t i = 0; i < count; i++) found = found || sar_paper_of(list[i].item) == paper;
  return found;
}

static SarStatus put_report(SarTextFile *file, const char *path, const SarReproduction *list, int32_t count) {
  int32_t papers = 0;
  for (int32_t paper = 1; paper <= SAR_PAPERS; paper++) papers += concerns(list, count, paper);
  sar_text_file_put(file, "# The papers, reproduced\n\nMade by `sarrus reproduce -o` (version ");
  sar_text_file_put(file, sar_version());
  sar_text_file_put(file,
                    "). Published numbers stand beside measured ones; *ratio* is measured over published. A statement "
                    "in words is set beside what was found. `sarrus reproduce ITEM` runs one of them.\n");
  for (int32_t paper = 1; paper <= SAR_PAPERS; paper++) { /* of several papers, also those that hold nothing to run */
    if (papers > 1 || concerns(list, count, paper)) SAR_TRY(put_paper(file, path, list, count, paper));
  }
  return SAR_OK;
}

SarStatus sar_reproduce_write_markdown(SarContext *context, const char *path, const SarReproduction *list,
                                       int32_t count) {
  SarTextFile file;
  SarStatus status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) status = put_report(&file, path, list, count);
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}
