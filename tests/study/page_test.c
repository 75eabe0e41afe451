/* The page of a study: what stands in it, hostile texts, runs that are kept and the room for them. */
#define _POSIX_C_SOURCE 200809L

#include "study/page.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "file.h"
#include "study/page_text.h"
#include "study/rows.h"

#define ROWS 30
#define PATH "study_page_test.html"
#define HOSTILE "</script><script>hacked=1</script>"

static SarStudyTable *make_table(SarContext *context, SarStudyHead head) {
  SarStudyTable *table = NULL;
  assert_int_equal(sar_study_table_create(context, &head, &table), SAR_OK);
  for (int64_t run = 0; run < ROWS; run++) {
    RowsNumbers numbers;
    SarJobResult result = rows_result(run, &numbers);
    if (run == 4) result.row.host = HOSTILE;
    assert_int_equal(sar_study_table_add(context, table, &result.row), SAR_OK);
  }
  return table;
}

static int32_t count_of(const char *text, const char *part) {
  int32_t count = 0;
  for (const char *at = text; (at = strstr(at, part)) != NULL; at += strlen(part)) count++;
  return count;
}

/* The text of the last element of an id, up to its end. */
static char *element(const char *page, const char *id) {
  char open[80];
  snprintf(open, sizeof open, "<script type=\"application/json\" id=\"%s\">", id);
  const char *begin = NULL;
  for (const char *at = page; (at = strstr(at, open)) != NULL; at++) begin = at;
  if (!begin) return NULL;
  begin += strlen(open);
  return strndup(begin, (size_t)(strstr(begin, "</script>") - begin));
}

static SarStatus put_run(void *self, int64_t run, double bytes, const char *id, FILE *stream) {
  double *asked = self;
  *asked = bytes;
  if (run == 7) return SAR_INPUT;
  fprintf(stream, "<script type=\"application/json\" id=\"%s\">{}</script>", id);
  return SAR_OK;
}

static char *write_page(SarContext *context, const SarStudyPage *page, SarStudyPageSummary *summary) {
  long length;
  assert_int_equal(sar_study_page_write(context, PATH, page, summary), SAR_OK);
  char *text = file_bytes(PATH, &length);
  assert_int_equal(length, summary->bytes);
  return text;
}

static void a_page_holds_the_table(void **state) {
  SarContext *context = sar_context_create(), *messages = sar_context_create();
  SarStudyHead head = rows_head();
  head.text =
      "study: a title\nset: {v: 20, w: -1e3}\noptimize: {minimize: [peak], subject_to: {\"# rms\": \"<= 2\"}}\n";
  SarStudyTable *table = make_table(context, head);
  SarStudyPage page = {.path = "folder/study.h5", .table = table, .bytes = 30e6, .messages = messages};
  SarStudyPageSummary summary;
  (void)state;
  char *text = write_page(context, &page, &summary), *data = element(text, SAR_PAGE_DATA);
  assert_int_equal(summary.rows, ROWS);
  assert_non_null(data);
  assert_non_null(strstr(data, "\"kind\":\"study\""));
  assert_non_null(strstr(data, "\"file\":\"study.h5\""));
  assert_non_null(strstr(data, "\"planned\":100"));
  assert_non_null(strstr(data, "\"set\":[\"v=20\",\"w=-1e3\"]"));
  assert_non_null(strstr(data, "\"optimize\":{\"minimize\":[\"peak\"],\"subject_to\":{\"# rms\":\"\\u003c= 2\"}}"));
  assert_non_null(strstr(data, "\"vary\":null"));
  assert_non_null(strstr(data, "\"expression\":\"max(abs(rod.x))\""));
  assert_non_null(strstr(data, "\"found\":null"));
  /* every text once: no message, and one for each run that failed */
  assert_int_equal(count_of(data, "failed\""), 1 + ROWS / 3);
  assert_int_equal(count_of(data, "\"one\""), 1);
  /* nothing of a text ends the element */
  assert_null(strstr(data, "<"));
  assert_int_equal(count_of(data, "hacked=1"), 1);
  free(data);
  free(text);
  sar_study_table_destroy(&table);
  sar_context_destroy(&messages);
  sar_context_destroy(&context);
}

static void runs_share_the_room(void **state) {
  SarContext *context = sar_context_create(), *messages = sar_context_create();
  SarStudyTable *table = make_table(context, rows_head());
  const int64_t kept[] = {3, 7, 12};
  double asked = 0;
  SarStudyPage page = {.path = "study.h5",
                       .table = table,
                       .found = "{\"method\":\"" HOSTILE "\"}",
                       .bytes = sar_page_template_bytes() + 9e6,
                       .kept = kept,
                       .nkept = 3,
                       .put = put_run,
                       .self = &asked,
                       .messages = messages};
  SarStudyPageSummary summary;
  (void)state;
  char *text = write_page(context, &page, &summary), *data = element(text, SAR_PAGE_DATA);
  assert_int_equal(summary.kept, 3);
  assert_int_equal(summary.shown, 2);         /* 7 cannot be read */
  assert_true(asked > 8.9e6 && asked <= 9e6); /* the last one may have all that is left */
  char *run = element(text, "sarrus-run-12");
  assert_string_equal(run, "{}");
  assert_null(element(text, "sarrus-run-7"));
  assert_non_null(strstr(data, "\"kept\":[{\"run\":3,"));
  assert_non_null(strstr(data, "2 of the 3 runs that were kept"));
  assert_null(strstr(data, "<"));
  free(run);
  free(data);
  free(text);

  /* without room there are none, and the page says so */
  page.bytes = 1;
  text = write_page(context, &page, &summary);
  data = element(text, SAR_PAGE_DATA);
  assert_int_equal(summary.shown, 0);
  assert_non_null(strstr(data, "\"kept\":[]"));
  assert_non_null(strstr(data, "0 of the 3 runs that were kept"));
  free(data);
  free(text);
  sar_study_table_destroy(&table);
  sar_context_destroy(&messages);
  sar_context_destroy(&context);
}

static void no_row_is_a_page(void **state) {
  SarContext *context = sar_context_create(), *messages = sar_context_create();
  SarStudyTable *table = NULL;
  SarStudyHead head = rows_head();
  (void)state;
  assert_int_equal(sar_study_table_create(context, &head, &table), SAR_OK);
  SarStudyPage page = {.path = "x.h5.part", .table = table, .running = true, .bytes = INFINITY, .messages = messages};
  SarStudyPageSummary summary;
  char *text = write_page(context, &page, &summary), *data = element(text, SAR_PAGE_DATA);
  assert_non_null(strstr(data, "\"running\":true"));
  assert_non_null(strstr(data, "\"rows\":0"));
  free(data);
  free(text);
  sar_study_table_destroy(&table);
  sar_context_destroy(&messages);
  sar_context_destroy(&context);
}

static void whether_runs_are_kept(void **state) {
  static const struct {
    const char *text;
    bool keeps;
  } studies[] = {{"model: m.yaml\n", false},
                 {"model: m.yaml\nkeep: none\n", false},
                 {"model: m.yaml\nkeep: [3]\n", true},
                 {"model: m.yaml\nkeep: p > 2\n", true},
                 {"{", true}};
  (void)state;
  for (size_t i = 0; i < sizeof studies / sizeof *studies; i++) {
    SarStudyHead head = rows_head();
    head.text = studies[i].text;
    assert_int_equal(sar_study_page_keeps(&head), studies[i].keeps);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_page_holds_the_table),
      cmocka_unit_test(runs_share_the_room),
      cmocka_unit_test(no_row_is_a_page),
      cmocka_unit_test(whether_runs_are_kept),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  remove(PATH);
  return failed;
}
