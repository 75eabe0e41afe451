#include "analysis/reproduce_check.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

Bench bench_create(void) {
  Bench bench = {sar_context_create(), sar_arena_create()};
  assert_non_null(bench.context);
  assert_non_null(bench.arena);
  return bench;
}

void bench_destroy(Bench *bench) {
  sar_arena_destroy(&bench->arena);
  sar_context_destroy(&bench->context);
}

const SarPaperItem *item_of(const char *name) {
  const char *near;
  const SarPaperItem *item = sar_paper_find(name, &near);
  if (!item) fail_msg("there is no %s", name);
  return item;
}

SarReproduction run_item(Bench *bench, const char *name) {
  SarReproduction r;
  SarStatus status = sar_reproduce(bench->context, bench->arena, item_of(name), NULL, &r);
  if (status != SAR_OK) fail_msg("%s: %s", name, sar_context_get(bench->context, 0)->message);
  return r;
}

const SarPaperRow *row_of(const SarReproduction *r, const char *label) {
  for (int32_t i = 0; i < r->nrows; i++) {
    if (strcmp(r->rows[i].label, label) == 0) return &r->rows[i];
  }
  fail_msg("%s has no row \"%s\"", r->item->name, label);
  return NULL;
}

void check_rows(const SarReproduction *r) {
  const char *name = r->item->name;
  int32_t compared, agree;
  assert_true(r->definition[0] && r->nrows > 0);
  for (int32_t i = 0; i < r->nrows; i++) {
    const SarPaperRow *row = &r->rows[i];
    double published = row->published.number, measured = row->measured.number;
    if (!isnan(row->ratio)) CHECK_NEAR(row->ratio * published, measured, 1e-12 * fabs(measured));
    if (row->verdict == SAR_ROW_DEVIATES && !row->note[0]) fail_msg("%s, %s: no note", name, row->label);
  }
  sar_reproduction_count(r, &compared, &agree);
  assert_int_equal(compared > 0, r->item->state != SAR_ITEM_INPUT);
  bool deviates = agree < compared;
  bool expected = r->item->state == SAR_ITEM_DEVIATES;
  if (deviates != expected) {
    for (int32_t i = 0; i < r->nrows; i++) {
      if (r->rows[i].verdict == SAR_ROW_DEVIATES) print_message("%s deviates: %s\n", name, r->rows[i].label);
    }
    fail_msg("%s: %d of %d agree", name, (int)agree, (int)compared);
  }
}

void check_item(const SarPaperItem *item) {
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, item->name);
  print_message("%s: %.1f s\n", item->name, r.seconds);
  check_rows(&r);
  bool figure = strstr(item->name, "figure") && strcmp(item->name, "4.figure13") && strcmp(item->name, "4.figure28");
  if (figure && r.nfigures == 0) fail_msg("%s has no figure", item->name);
  bench_destroy(&bench);
}
