/* Wrong studies. Every file of tests/data/study/wrong says in its first lines which errors reading it must give,
 * exactly and in this order:
 *
 *   # expect: LINE:COLUMN: error: MESSAGE
 *
 * so that adding a case is adding a file. An error in another file starts with that file's name. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "sarrus/study.h"

#define FOLDER SAR_TEST_DIR "/data/study/wrong/"
#define PREFIX "# expect: "
#define MOST 24

typedef struct Lines {
  char text[MOST][700];
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
  static Lines lines;
  SarContext *context = sar_context_create();
  SarStudy *study = NULL;
  SarStatus status = sar_study_read(context, path, &study);
  lines.count = 0;
  for (int32_t i = 0; i < sar_context_count(context) && lines.count < MOST; i++) {
    const SarDiagnostic *d = sar_context_get(context, i);
    bool own = d->source.file && strcmp(d->source.file, path) == 0;
    const char *slash = d->source.file ? strrchr(d->source.file, '/') : NULL;
    snprintf(lines.text[lines.count++], sizeof lines.text[0], "%s%s%d:%d: error: %s", own || !slash ? "" : slash + 1,
             own ? "" : ":", (int)d->source.line, (int)d->source.column, d->message);
    assert_int_equal(d->severity, SAR_ERROR);
    assert_non_null(d->remedy);
  }
  if (status != SAR_INPUT || study) {
    snprintf(lines.text[lines.count++ % MOST], sizeof lines.text[0], "status %d, and %s study", (int)status,
             study ? "a" : "no");
  }
  sar_study_destroy(&study);
  sar_context_destroy(&context);
  return lines;
}

static bool check_file(const char *name) {
  char path[600];
  snprintf(path, sizeof path, "%s%s", FOLDER, name);
  static Lines expected, actual;
  expected = expected_lines(path);
  actual = actual_lines(path);
  bool same = expected.count == actual.count && expected.count > 0;
  for (int i = 0; same && i < expected.count; i++) same = strcmp(expected.text[i], actual.text[i]) == 0;
  if (same) return true;
  print_message("%s gives\n", name);
  for (int i = 0; i < actual.count; i++) print_message("%s%s\n", PREFIX, actual.text[i]);
  return false;
}

static void test_wrong_studies(void **state) {
  (void)state;
  int files = 0, wrong = 0;
  DIR *folder = opendir(FOLDER);
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    const char *end = strrchr(entry->d_name, '.');
    if (!end || strcmp(end, ".yaml") != 0) continue;
    files++;
    wrong += !check_file(entry->d_name);
  }
  closedir(folder);
  assert_true(files >= 40);
  assert_int_equal(wrong, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_wrong_studies)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
