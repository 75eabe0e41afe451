/* label: numbers. The tables and figures of the five papers: none is missing, what cannot be run says why, and what
 * runs fast is run, with every verdict as the registry has it. Numbers are compared with independent ones where there
 * are some. */
#include <stdio.h>
#include <string.h>

#include "analysis/reproduce_check.h"
#include "check.h"
#include "sanitized.h"

/* Counted in the papers: tables and figures of each. */
static const struct { int tables, figures; } papers[SAR_PAPERS] = {{1, 11}, {4, 5}, {2, 4}, {7, 28}, {3, 7}};

/* ---- the list ---- */

static void nothing_is_missing(void **state) {
  (void)state;
  int count = 0;
  for (int p = 0; p < SAR_PAPERS; p++) {
    char name[32];
    for (int i = 1; i <= papers[p].tables; i++, count++) {
      snprintf(name, sizeof name, "%d.table%d", p + 1, i);
      assert_int_equal(sar_paper_of(item_of(name)), p + 1);
    }
    for (int i = 1; i <= papers[p].figures; i++, count++) {
      snprintf(name, sizeof name, "%d.figure%d", p + 1, i);
      assert_int_equal(sar_paper_of(item_of(name)), p + 1);
    }
  }
  assert_int_equal(count, 72);
  assert_int_equal(sar_paper_items(), count); /* and none is there twice, or invented */
}

static void states_have_reasons(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    bool runs = item->state <= SAR_ITEM_INPUT;
    if (runs != (item->run != NULL)) fail_msg("%s: %s", item->name, sar_item_state_text(item->state));
    if (item->state != SAR_ITEM_REPRODUCED && !item->reason[0]) fail_msg("%s has no reason", item->name);
    bool curves = strstr(item->name, "figure") && runs;
    if (curves && !item->reason[0]) fail_msg("%s: curves that are not compared, and nothing says so", item->name);
    assert_true(strlen(item->title) > 3);
  }
}

static void near_names(void **state) {
  (void)state;
  const char *near;
  assert_null(sar_paper_find("5.tabel3", &near));
  assert_string_equal(near, "5.table3");
  assert_null(sar_paper_find("4.Fig12", &near));
  assert_string_equal(near, "4.figure12");
  assert_null(sar_paper_find("3.tab2", &near));
  assert_string_equal(near, "3.table2");
  assert_null(sar_paper_find("something else", &near));
  assert_null(near);
}

static void what_cannot_be_run(void **state) {
  (void)state;
  Bench bench = bench_create();
  SarReproduction r;
  assert_int_equal(sar_reproduce(bench.context, bench.arena, item_of("1.figure8"), NULL, &r), SAR_FAILED);
  assert_non_null(strstr(sar_context_get(bench.context, 0)->message, "no numbers in it"));
  bench_destroy(&bench);
}

/* ---- runs ---- */

/* All but the timings: those are nothing to be asserted. */
static void verdicts_are_those_of_the_list(void **state) {
  (void)state;
  for (int32_t i = 0; i < sar_paper_items(); i++) {
    const SarPaperItem *item = sar_paper_item(i);
    bool timing = strcmp(item->name, "2.table3") == 0 || strcmp(item->name, "2.table4") == 0;
    if (!item->run || item->slow || timing) continue;
    check_item(item);
  }
}

/* Against values from elsewhere (minimal coordinates in quadruple precision): 4.68e-6, 9.87e-7, 4.16e-9, 9.73e-11. */
static void constraint_errors_of_paper_5(void **state) {
  (void)state;
  static const struct {
    const char *label;
    double printed, expected;
  } rows[] = {{"AMPC_3, h = 0.01 s", 4.65e-6, 4.68e-6},
              {"MAMPC_3, h = 0.01 s", 9.8e-7, 9.87e-7},
              {"AMPC_3, h = 0.001 s", 4.14e-9, 4.16e-9},
              {"MAMPC_3, h = 0.001 s", 9.6e-11, 9.73e-11}};
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, "5.table3");
  assert_int_equal(r.nrows, 4);
  for (int i = 0; i < 4; i++) {
    const SarPaperRow *row = row_of(&r, rows[i].label);
    CHECK_NEAR(row->published.number, rows[i].printed, 0);
    CHECK_NEAR(row->measured.number / rows[i].expected, 1, 0.002);
    CHECK_NEAR(row->ratio, 1, 0.02);
  }
  bench_destroy(&bench);
}

static void stability_limits_of_paper_5(void **state) {
  (void)state;
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, "5.table2");
  CHECK_NEAR(row_of(&r, "ABP, k = 5")->measured.number, 0.16334, 5e-6);
  CHECK_NEAR(row_of(&r, "AMPC, k = 4")->measured.number, 1.28482, 5e-6);
  CHECK_NEAR(row_of(&r, "MAMPC, k = 3")->measured.number, 1.93461, 5e-6);
  bench_destroy(&bench);
}

/* Computed elsewhere with other initial values, on which the numbers without scaling hardly depend. */
static void condition_numbers_of_paper_3(void **state) {
  (void)state;
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, "3.table1");
  CHECK_NEAR(row_of(&r, "h = 0.01 s, no scaling")->measured.number / 3.215e8, 1, 0.01);
  CHECK_NEAR(row_of(&r, "h = 1e-5 s, no scaling")->measured.number / 3.211e20, 1, 0.01);
  SarReproduction masses = run_item(&bench, "3.table2");
  CHECK_NEAR(row_of(&masses, "m = 100 kg (printed: 10), no scaling")->measured.number / 3.214e12, 1, 0.01);
  CHECK_NEAR(row_of(&masses, "m = 100 kg (printed: 10), scaling 1")->measured.number / 3.259e4, 1, 0.01);
  bench_destroy(&bench);
}

/* Roots in 60 digits. */
static void parameters_of_paper_4(void **state) {
  (void)state;
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, "4.table7");
  const SarPaperRow *wrong = row_of(&r, "MSSTH(3), gamma, rho_inf = 0.0");
  CHECK_NEAR(wrong->measured.number, 0.4358665215084589994, 1e-15);
  assert_int_equal(wrong->verdict, SAR_ROW_DEVIATES);
  CHECK_NEAR(row_of(&r, "MSSTH(4), gamma, rho_inf = 1.0")->measured.number, 0.3943375672974064411, 1e-15);
  CHECK_NEAR(row_of(&r, "MSSTH(5), gamma, rho_inf = 0.6")->measured.number, 0.2574960298566752206, 1e-15);
  bench_destroy(&bench);
}

/* Copies of what is printed agree with it by construction: they must not be counted, here or anywhere else. */
static void copies_are_not_counted(void **state) {
  (void)state;
  Bench bench = bench_create();
  int32_t compared, agree;
  SarReproduction r = run_item(&bench, "4.table2");
  sar_reproduction_count(&r, &compared, &agree);
  assert_int_equal(compared, 0);
  for (int32_t i = 0; i < r.nrows; i++) CHECK_NEAR(r.rows[i].measured.number, r.rows[i].published.number, 1e-17);
  r = run_item(&bench, "4.table7");
  assert_int_equal(row_of(&r, "MSSTH(4), c3, rho_inf = 0.3")->verdict, SAR_ROW_OPEN);
  assert_int_equal(row_of(&r, "MSSTH(5), c4, rho_inf = 1.0")->verdict, SAR_ROW_OPEN);
  sar_reproduction_count(&r, &compared, &agree);
  assert_int_equal(agree, 22); /* gamma of MSSTH(4) and MSSTH(5) */
  bench_destroy(&bench);
}

/* What deviates, and by how much, although the deviation is small or has no number. */
static void deviations_are_named(void **state) {
  (void)state;
  if (SANITIZED) skip(); /* the same items have been run for their verdicts */
  Bench bench = bench_create();
  SarReproduction r = run_item(&bench, "5.figure7");
  const SarPaperRow *row = row_of(&r, "AMPC_3, first unstable alpha in 2 s");
  CHECK_NEAR(row->measured.number, 169, 0);
  assert_int_equal(row->verdict, SAR_ROW_DEVIATES);
  assert_non_null(strstr(row->note, "+1 of 168"));
  r = run_item(&bench, "4.figure18");
  row = row_of(&r, "mssth4:rho_inf=0");
  assert_int_equal(row->verdict, SAR_ROW_DEVIATES);
  assert_string_equal(row->published.text, "completes");
  assert_non_null(strstr(row->measured.text, "fails at t = 0.1"));
  r = run_item(&bench, "4.figure9");
  assert_non_null(strstr(r.definition, "after the differences were known"));
  bench_destroy(&bench);
}

static void same_numbers_again(void **state) {
  (void)state;
  Bench bench = bench_create();
  SarReproduction a = run_item(&bench, "2.figure5"), b = run_item(&bench, "2.figure5");
  assert_int_equal(a.nrows, b.nrows);
  for (int32_t i = 0; i < a.nrows; i++) {
    CHECK_NEAR(isnan(a.rows[i].measured.number) ? 0 : a.rows[i].measured.number,
               isnan(b.rows[i].measured.number) ? 0 : b.rows[i].measured.number, 0);
  }
  bench_destroy(&bench);
}

static int stop_at_once(void *self, const SarReproduceProgress *progress) {
  assert_string_equal(progress->item, "4.figure12");
  ++*(int *)self;
  return 1;
}

static void can_be_interrupted(void **state) {
  (void)state;
  Bench bench = bench_create();
  int calls = 0;
  SarReproduceOptions options = {.progress = stop_at_once, .progress_self = &calls};
  SarReproduction r;
  assert_int_equal(sar_reproduce(bench.context, bench.arena, item_of("4.figure12"), &options, &r), SAR_INTERRUPTED);
  assert_int_equal(calls, 1);
  bench_destroy(&bench);
}

/* ---- texts ---- */

static void texts_of_numbers(void **state) {
  (void)state;
  static const struct {
    double number;
    int digits;
    const char *text;
  } cases[] = {{4.65e-6, 2, "4.65e-6"},
               {14480, 3, "14480"},
               {4e4, 3, "4e4"},
               {36711.234, 3, "3.67e4"},
               {1.0 / 3, 3, "0.333"},
               {3e20, 3, "3e20"},
               {124.34567, 2, "124"},
               {0.545, 5, "0.545"},
               {NAN, 3, ""},
               {0, 3, "0"}};
  char text[32];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    sar_paper_value_text(&(SarPaperValue){.number = cases[i].number}, cases[i].digits, text, sizeof text);
    assert_string_equal(text, cases[i].text);
  }
  sar_paper_ratio_text(1.0064, text, sizeof text);
  assert_string_equal(text, "1.006");
  sar_paper_ratio_text(3.6e-4, text, sizeof text);
  assert_string_equal(text, "0.00036");
  sar_paper_ratio_text(NAN, text, sizeof text);
  assert_string_equal(text, "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(nothing_is_missing),
      cmocka_unit_test(states_have_reasons),
      cmocka_unit_test(near_names),
      cmocka_unit_test(what_cannot_be_run),
      cmocka_unit_test(verdicts_are_those_of_the_list),
      cmocka_unit_test(constraint_errors_of_paper_5),
      cmocka_unit_test(stability_limits_of_paper_5),
      cmocka_unit_test(condition_numbers_of_paper_3),
      cmocka_unit_test(parameters_of_paper_4),
      cmocka_unit_test(copies_are_not_counted),
      cmocka_unit_test(deviations_are_named),
      cmocka_unit_test(same_numbers_again),
      cmocka_unit_test(can_be_interrupted),
      cmocka_unit_test(texts_of_numbers),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
