/* Wrong models. Every file of tests/data/wrong says in its first lines which errors reading it must give, exactly and
 * in this order:
 *
 *   # expect: LINE:COLUMN: error: MESSAGE
 *
 * so that adding a case is adding a file. An error in an included file starts with that file's name. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "model/model.h"

#define FOLDER SAR_TEST_DIR "/data/wrong/"
#define PREFIX "# expect: "
#define MOST 24

typedef struct Lines {
  char text[MOST][400];
  int count;
} Lines;

static Lines expected_lines(const char *path) {
  Lines lines = {0};
  FILE *stream = fopen(path, "rb");
  assert_non_null(stream);
  while (lines.count < MOST && fgets(lines.text[lines.count], sizeof lines.text[0], stream)) {
    char *line = lines.text[lines.count];
    if (strncmp(line, PREFIX, strlen(PREFIX)) != 0) break;
    line[strcspn(line, "\n")] = 0;
    memmove(line, line + strlen(PREFIX), strlen(line + strlen(PREFIX)) + 1);
    lines.count++;
  }
  fclose(stream);
  return lines;
}

static Lines actual_lines(const char *path) {
  Lines lines = {0};
  SarContext *context = sar_context_create();
  SarModel *model = (SarModel *)1;
  SarStatus status = sar_model_read(context, path, NULL, 0, &model);
  for (int32_t i = 0; i < sar_context_count(context) && lines.count < MOST; i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    bool own = d->source.file && strcmp(d->source.file, path) == 0;
    const char *slash = d->source.file ? strrchr(d->source.file, '/') : NULL;
    snprintf(lines.text[lines.count++], sizeof lines.text[0], "%s%s%d:%d: error: %s", own || !slash ? "" : slash + 1,
             own ? "" : ":", (int)d->source.line, (int)d->source.column, d->message);
    assert_non_null(d->remedy); /* what to do about it */
    assert_int_equal(d->severity, SAR_ERROR);
  }
  assert_int_equal(status, SAR_INPUT);
  assert_null(model);
  sar_context_destroy(&context);
  return lines;
}

static int compare_case(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s%s", FOLDER, name);
  Lines expected = expected_lines(path), actual = actual_lines(path);
  int differences = expected.count != actual.count;
  for (int i = 0; i < expected.count && i < actual.count; i++) {
    differences += strcmp(expected.text[i], actual.text[i]) != 0;
  }
  if (!differences && expected.count) return 0;
  print_message("%s\n", name);
  for (int i = 0; i < expected.count; i++) print_message("  expected  %s\n", expected.text[i]);
  for (int i = 0; i < actual.count; i++) print_message("  is        %s\n", actual.text[i]);
  return 1;
}

static void every_wrong_model_says_what_is_wrong(void **state) {
  (void)state;
  DIR *folder = opendir(FOLDER);
  assert_non_null(folder);
  int cases = 0, failed = 0;
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *dot = strrchr(entry->d_name, '.');
    if (!dot || strcmp(dot, ".yaml") != 0) continue;
    cases++;
    failed += compare_case(entry->d_name);
  }
  closedir(folder);
  assert_int_equal(failed, 0);
  assert_true(cases >= 60); /* a folder that was not found would pass otherwise */
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(every_wrong_model_says_what_is_wrong)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
