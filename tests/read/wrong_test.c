/* Wrong models. Every file of tests/data/wrong says in its first lines which errors reading it must give, exactly and
 * in this order:
 *
 *   # expect: LINE:COLUMN: error: MESSAGE
 *
 * so that adding a case is adding a file. An error in an included file starts with that file's name.
 *
 * That place is not taken from the program alone: there must stand in the file what the message speaks of, a word that
 * it quotes or the value of a key that it quotes. Where it quotes neither, ` @ TEXT` behind the message says what
 * stands there (nothing: the line ends). */
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

/* The rest of a line of a file from a column on, both counted from 1; the bytes before it in `before`. */
static bool rest_of_line(const char *name, int line, int column, char rest[400], char before[400]) {
  char path[600], text[4000];
  snprintf(path, sizeof path, "%s%s", FOLDER, name);
  FILE *stream = fopen(path, "rb");
  snprintf(path, sizeof path, "%sparts/%s", FOLDER, name);
  if (!stream) stream = fopen(path, "rb");
  if (!stream) return false;
  text[0] = 0;
  for (int i = 0; i < line; i++) {
    if (!fgets(text, sizeof text, stream)) text[0] = 0;
  }
  fclose(stream);
  text[strcspn(text, "\n")] = 0;
  int at = 0; /* columns count letters, not bytes */
  for (int letters = 1; letters < column && text[at]; letters++) {
    do at++;
    while ((text[at] & 0xC0) == 0x80);
  }
  snprintf(rest, 400, "%.399s", text + at);
  text[at] = 0;
  snprintf(before, 400, "%.399s", at > 399 ? text + at - 399 : text);
  return true;
}

static bool begins_with(const char *text, const char *word, size_t length) {
  text += *text == '"' || *text == '\'';
  return length > 0 && strncmp(text, word, length) == 0;
}

/* Whether `before` ends in `word: `, with or without the quote that opens the value. */
static bool is_value_of(const char *before, const char *word, size_t length) {
  size_t end = strlen(before);
  if (end && before[end - 1] == '"') end--;
  if (end < length + 2 || strncmp(before + end - 2, ": ", 2) != 0) return false;
  return strncmp(before + end - 2 - length, word, length) == 0;
}

/* Whether what the message speaks of stands where it says; cuts off what is said of the place. */
static bool place_is_right(const char *name, char *expected) {
  char file[300], rest[400], before[400];
  int line, column;
  char *said = strstr(expected, " @ ");
  if (!said && strlen(expected) > 2 && strcmp(expected + strlen(expected) - 2, " @") == 0) {
    said = expected + strlen(expected) - 2;
  }
  if (sscanf(expected, "%d:%d:", &line, &column) == 2)
    snprintf(file, sizeof file, "%s", name);
  else if (sscanf(expected, "%299[^:]:%d:%d:", file, &line, &column) != 3)
    return false;
  if (said) *said = 0;
  if (!rest_of_line(file, line, column, rest, before)) return false;
  if (said) {
    const char *text = said[1] == '@' && said[2] ? said + 3 : "";
    if (strncmp(text, "0x", 2) == 0) return (unsigned char)rest[0] == strtol(text, NULL, 16); /* a byte */
    return *text ? strncmp(rest, text, strlen(text)) == 0 : !*rest;
  }
  for (const char *open = strchr(expected, '`'); open; open = strchr(open, '`')) {
    const char *word = open + 1, *close = strchr(word, '`');
    if (!close) return false;
    size_t length = (size_t)(close - word);
    if (begins_with(rest, word, length) || is_value_of(before, word, length)) return true;
    open = close + 1;
  }
  return false;
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
  int differences = expected.count != actual.count, misplaced = 0;
  for (int i = 0; i < expected.count; i++) {
    if (place_is_right(name, expected.text[i])) continue;
    print_message("%s: nothing of this stands there: %s\n", name, expected.text[i]);
    misplaced++;
  }
  for (int i = 0; i < expected.count && i < actual.count; i++) {
    differences += strcmp(expected.text[i], actual.text[i]) != 0;
  }
  if (!differences && expected.count) return misplaced;
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
