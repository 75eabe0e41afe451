/* label: long. The corpus of small Adams decks, tests/data/decks/<statement>_<what>.adm. Adams reads nothing behind
 * END: there stands what each deck must give, numbers from closed forms, never from this program.
 *
 *   run: --end 1 --every 0.5          the verb, `run` or any other that writes CSV, and its options
 *   value part2.x 1 0.25 1e-8         column, time, number, tolerance
 *   error 12:5 part of the message    at line and column of the deck, or acf:3:1 of the command file, or other.acf:3:1;
 *                                     then no run
 *   exit 3                            the exit status of an error, 2 unless it is given
 *   warning part of the message       on standard error
 *   says part of the output           on standard output
 *   yaml part of the text             in the converted model
 *   acf:                              the rest is the command file
 *
 * Every deck that runs is converted as well, and the model that this gives runs to the same CSV, byte for byte.
 * `deck_corpus_test joint_` looks at decks with that in their names alone. */
#define _POSIX_C_SOURCE 200809L

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "file.h"
#include "sanitized.h"

#define FOLDER SAR_TEST_DIR "/data/decks"
#define MOST 4000 /* decks */
#define SHARE 3   /* with sanitizers, of the converted models one in so many is run */

static char place[] = "/tmp/sarrus_decks_XXXXXX"; /* where all is run */
static const char *wanted = "";

typedef struct Case {
  char name[200]; /* without .adm */
  char *text, *expectations;
  const char *commands; /* text of the command file, or null */
  char verb[32], options[400];
  int failures;
} Case;

static void complain(Case *c, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void complain(Case *c, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  char text[1200];
  vsnprintf(text, sizeof text, format, arguments);
  va_end(arguments);
  print_error("%s: %s\n", c->name, text);
  c->failures++;
}

/* ---- files ---- */

static char *read_output(const char *stem, const char *ending) {
  char path[400];
  long length;
  snprintf(path, sizeof path, "%s/%s%s", place, stem, ending);
  return access(path, R_OK) == 0 ? file_bytes(path, &length) : strdup("");
}

static void write_input(const char *stem, const char *ending, const char *text) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s%s", place, stem, ending);
  file_write_text(path, text);
}

/* Runs the program in that folder; its output goes to STEM.out and STEM.err. Returns the exit status. */
static int run_program(const char *stem, const char *arguments) {
  char command[4000];
  snprintf(command, sizeof command, "cd %s && timeout 120 '%s' %s >%s.out 2>%s.err </dev/null", place, SAR_PROGRAM,
           arguments, stem, stem);
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* ---- expectations ---- */

/* The next line, cut off; null at the end. */
static char *next_line(char **rest) {
  char *line = *rest;
  if (!line || !*line) return NULL;
  size_t length = strcspn(line, "\n");
  *rest = line + length + (line[length] == '\n');
  if (length > 0 && line[length - 1] == '\r') line[length - 1] = 0;
  line[length] = 0;
  return line;
}

/* What stands behind a word at the beginning of a line, or null. */
static const char *after(const char *line, const char *word) {
  size_t length = strlen(word);
  if (strncmp(line, word, length) != 0 || (line[length] != ' ' && line[length] != 0)) return NULL;
  return line + length + strspn(line + length, " ");
}

/* Where the deck ends: the line END. */
static char *find_end(char *text) {
  for (char *line = text; line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    size_t length = strcspn(line, " \t\r\n!");
    if (length == 3 && strncasecmp(line, "END", 3) == 0) return line + strcspn(line, "\n");
  }
  return NULL;
}

static bool prepare(Case *c) {
  char path[400];
  long length;
  snprintf(path, sizeof path, "%s/%s.adm", FOLDER, c->name);
  c->text = file_bytes(path, &length);
  char *end = find_end(c->text);
  if (!end) {
    complain(c, "the line END is missing");
    return false;
  }
  c->expectations = strdup(end);
  char *acf = strstr(c->expectations, "\nacf:");
  if (acf) {
    acf[1] = 0; /* the expectations end here */
    char *begin = strchr(acf + 2, '\n');
    c->commands = begin ? begin + 1 : "";
    write_input(c->name, ".acf", c->commands);
  }
  write_input(c->name, ".adm", c->text);
  return true;
}

/* ---- values ---- */

/* Cell `index` of a line of CSV. */
static bool cell(const char *line, int index, double *out) {
  for (; index > 0; index--) {
    line = strpbrk(line, ",\n");
    if (!line || *line == '\n') return false;
    line++;
  }
  char *end;
  *out = strtod(line, &end);
  return end != line;
}

static int column_of(const char *csv, const char *name) {
  size_t length = strlen(name);
  for (int index = 0;; index++) {
    if (strncmp(csv, name, length) == 0 && strchr(",\r\n", csv[length])) return index;
    csv += strcspn(csv, ",\n");
    if (*csv != ',') return -1;
    csv++;
  }
}

/* The last row of a time: behind what happened then. */
static const char *row_of(const char *csv, double time) {
  const char *found = NULL;
  for (const char *line = csv; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : NULL) {
    double t;
    bool number = (*line >= '0' && *line <= '9') || *line == '-';
    if (number && cell(line, 0, &t) && fabs(t - time) <= 1e-9 * (1 + fabs(time))) found = line;
  }
  return found;
}

static void check_value(Case *c, const char *csv, const char *line) {
  char column[200];
  double time, expected, tolerance, value;
  if (sscanf(line, "%199s %lf %lf %lf", column, &time, &expected, &tolerance) != 4) {
    complain(c, "not a value: %s", line);
    return;
  }
  int index = column_of(csv, column);
  const char *row = row_of(csv, time);
  if (index < 0 || !row || !cell(row, index, &value)) {
    complain(c, "no column %s at %g; there are: %.600s", column, time, csv);
  } else if (!(fabs(value - expected) <= tolerance)) {
    complain(c, "%s at %g is %.15g, expected %.15g within %g: off by %.3g", column, time, value, expected, tolerance,
             value - expected);
  }
}

/* ---- errors ---- */

static void check_error(Case *c, const char *messages, const char *line) {
  const char *ending = ".adm";
  if (strncmp(line, "acf:", 4) == 0) line += 4, ending = ".acf";
  size_t length = strcspn(line, " ");
  char where[300];
  const char *other = strstr(line, ".acf:");
  if (other && other < line + length)
    snprintf(where, sizeof where, "%.*s: error: ", (int)length, line);
  else
    snprintf(where, sizeof where, "%s%s:%.*s: error: ", c->name, ending, (int)length, line);
  const char *found = messages, *text = line + length + strspn(line + length, " ");
  for (; (found = strstr(found, where)) != NULL; found++) {
    const char *there = strstr(found, text), *end = strchr(found, '\n');
    if (there && (!end || there < end)) return;
  }
  complain(c, "there is no message `%s%s`, but: %.800s", where, text, messages);
}

static bool has_errors(const Case *c) { return strstr(c->expectations, "\nerror ") != NULL; }

/* ---- cases ---- */

static void find_verb(Case *c) {
  static const char *const verbs[] = {"run", "static", "kinematics", "assemble", "check", "modes"};
  snprintf(c->verb, sizeof c->verb, "%s", "run");
  snprintf(c->options, sizeof c->options, "%s", has_errors(c) && !c->commands ? "--end 1" : "");
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++) {
    char word[40];
    snprintf(word, sizeof word, "\n%s:", verbs[i]);
    const char *line = strstr(c->expectations, word);
    if (!line) continue;
    line += strlen(word);
    snprintf(c->verb, sizeof c->verb, "%s", verbs[i]);
    snprintf(c->options, sizeof c->options, "%.*s", (int)strcspn(line, "\r\n"), line);
  }
}

static const char *outputs_of(const Case *c, char *text, size_t size, const char *stem) {
  bool table = strcmp(c->verb, "check") != 0 && strcmp(c->verb, "modes") != 0;
  bool results = table && strcmp(c->verb, "assemble") != 0;
  snprintf(text, size, "%s%s%s",
           results ? " -o none --csv "
           : table ? " --csv "
                   : "",
           table ? stem : "", table ? ".csv" : "");
  return text;
}

static void check_expectations(Case *c, const char *yaml) {
  char *messages = read_output(c->name, ".err"), *output = read_output(c->name, ".out");
  char *csv = read_output(c->name, ".csv"), *copy = strdup(c->expectations), *rest = copy;
  int count = 0;
  for (char *line; (line = next_line(&rest)) != NULL;) {
    const char *text;
    if ((text = after(line, "value"))) {
      check_value(c, csv, text);
    } else if ((text = after(line, "error"))) {
      check_error(c, messages, text);
    } else if ((text = after(line, "warning"))) {
      const char *found = strstr(messages, text);
      if (!found || !strstr(messages, "warning")) complain(c, "no warning `%s`, but: %.800s", text, messages);
    } else if ((text = after(line, "says"))) {
      if (!strstr(output, text)) complain(c, "does not say `%s`, but: %.800s", text, output);
    } else if ((text = after(line, "yaml"))) {
      if (yaml && !strstr(yaml, text)) complain(c, "the model has no `%s`: %.1000s", text, yaml);
    } else {
      continue;
    }
    count++;
  }
  if (!count) complain(c, "nothing is expected");
  free(copy);
  free(csv);
  free(output);
  free(messages);
}

/* Without what decks alone are asked: the model is what is left. */
static void remove_word(char *text, const char *word) {
  char *found = strstr(text, word);
  if (found) memset(found, ' ', strlen(word));
}

/* The model that the deck becomes; null: it did not become one. */
static char *convert(Case *c) {
  char arguments[900];
  const char *skip = strstr(c->options, "--skip-unsupported"), *user = strstr(c->options, "--user zero");
  snprintf(arguments, sizeof arguments, "convert %s.adm -o %s.yaml%s%s", c->name, c->name,
           skip ? " --skip-unsupported" : "", user ? " --user zero" : "");
  char stem[240];
  snprintf(stem, sizeof stem, "%s.conversion", c->name);
  if (run_program(stem, arguments) == 0) return read_output(c->name, ".yaml");
  char *messages = read_output(stem, ".err");
  complain(c, "cannot be converted: %.800s", messages);
  free(messages);
  return NULL;
}

/* Where two texts differ, for the message. */
static void check_same(Case *c, const char *deck, const char *model) {
  if (strcmp(deck, model) == 0) return;
  size_t same = 0;
  while (deck[same] && deck[same] == model[same]) same++;
  size_t from = same > 60 ? same - 60 : 0;
  complain(c, "the converted model gives other results, from byte %zu on: deck ..%.120s.., model ..%.120s..", same,
           deck + from, model + from);
}

static void check_converted(Case *c) {
  char arguments[1200], outputs[300], stem[240], options[400];
  snprintf(stem, sizeof stem, "%s.converted", c->name);
  snprintf(options, sizeof options, "%s", c->options);
  remove_word(options, "--skip-unsupported");
  remove_word(options, "--user zero");
  snprintf(arguments, sizeof arguments, "%s %s.yaml %s%s", c->verb, c->name, options,
           outputs_of(c, outputs, sizeof outputs, stem));
  if (run_program(stem, arguments) != 0) {
    char *messages = read_output(stem, ".err");
    complain(c, "the converted model does not run: %.800s", messages);
    free(messages);
    return;
  }
  char *deck = read_output(c->name, ".csv"), *model = read_output(stem, ".csv");
  check_same(c, deck, model);
  free(deck);
  free(model);
}

static int exit_of(const Case *c) {
  const char *line = strstr(c->expectations, "\nexit ");
  return line ? atoi(line + 6) : has_errors(c) ? 2 : 0;
}

static void check_case(Case *c) {
  char arguments[1200], outputs[300];
  if (!prepare(c)) return;
  find_verb(c);
  snprintf(arguments, sizeof arguments, "%s %s.adm %s%s", c->verb, c->name, c->options,
           outputs_of(c, outputs, sizeof outputs, c->name));
  int status = run_program(c->name, arguments), expected = exit_of(c);
  if (status != expected) {
    char *messages = read_output(c->name, ".err");
    complain(c, "`sarrus %s` has exit status %d, expected %d: %.800s", arguments, status, expected, messages);
    free(messages);
    return;
  }
  char *yaml = expected == 0 ? convert(c) : NULL;
  check_expectations(c, yaml);
  static int converted;
  bool judged = !SANITIZED || converted++ % SHARE == 0; /* the same code reads and runs all of them */
  if (yaml && judged) check_converted(c);
  free(yaml);
}

/* ---- all ---- */

static int by_name(const void *a, const void *b) { return strcmp(((const Case *)a)->name, ((const Case *)b)->name); }

/* Files beside the decks are copied for those that name them. */
static void copy_file(const char *name) {
  char from[600], to[600];
  long length;
  snprintf(from, sizeof from, "%s/%s", FOLDER, name);
  snprintf(to, sizeof to, "%s/%s", place, name);
  char *bytes = file_bytes(from, &length);
  file_write(to, bytes, (size_t)length);
  free(bytes);
}

static int list_cases(Case *cases) {
  DIR *folder = opendir(FOLDER);
  int count = 0;
  assert_non_null(folder);
  for (struct dirent *entry; (entry = readdir(folder));) {
    size_t length = strlen(entry->d_name);
    if (entry->d_name[0] == '.') continue;
    if (length < 5 || strcmp(entry->d_name + length - 4, ".adm") != 0) {
      copy_file(entry->d_name);
    } else if (strstr(entry->d_name, wanted)) {
      assert_true(count < MOST && length < sizeof cases->name);
      snprintf(cases[count++].name, sizeof cases->name, "%.*s", (int)length - 4, entry->d_name);
    }
  }
  closedir(folder);
  qsort(cases, (size_t)count, sizeof *cases, by_name);
  return count;
}

static void all_decks(void **state) {
  (void)state;
  Case *cases = calloc(MOST, sizeof *cases);
  assert_non_null(cases);
  assert_non_null(mkdtemp(place));
  int count = list_cases(cases), failed = 0;
  for (int i = 0; i < count; i++) {
    check_case(&cases[i]);
    failed += cases[i].failures > 0;
    free(cases[i].text);
    free(cases[i].expectations);
  }
  free(cases);
  print_message("%d decks, %d failed\n", count, failed);
  char command[100];
  snprintf(command, sizeof command, "rm -rf %s", place);
  if (!failed) assert_int_equal(system(command), 0); /* else they stay there to be looked at */
  if (failed) print_message("their files are in %s\n", place);
  assert_int_equal(failed, 0);
  assert_true(count > 0);
}

int main(int argc, char **argv) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(all_decks)};
  if (argc > 1) wanted = argv[1];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
