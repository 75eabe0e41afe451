#include "cli/outputs.h"

#include <string.h>

#include "base/file.h"
#include "result/results.h"

static bool is_stdout(const char *path) { return path && strcmp(path, "-") == 0; }

static SarStatus check_pair(SarCli *cli, const char *one, const char *other) {
  const char *a = sar_arguments_text(&cli->arguments, one), *b = sar_arguments_text(&cli->arguments, other);
  if (!a || !b || !(is_stdout(a) ? is_stdout(b) : sar_file_is_same(a, b))) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give two different names", "%s and %s both write %s",
                    one, other, is_stdout(b) ? "to standard output" : b);
}

/* ---- what must not be overwritten ---- */

static bool ends_with(const char *path, const char *ending) {
  size_t length = strlen(path), tail = strlen(ending);
  return length >= tail && strcmp(path + length - tail, ending) == 0;
}

SarStatus sar_cli_check_document(SarCli *cli, const char *path) {
  const char *remedy = "give it another name, such as NAME.html, NAME.svg or NAME.csv";
  if (!path || is_stdout(path)) return SAR_OK;
  if (sar_results_are_in(path)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy,
                      "%s holds results: a page, a picture or a table would take their place", path);
  }
  bool model = ends_with(path, ".yaml") || ends_with(path, ".yml");
  if (!model && !ends_with(path, ".h5") && !ends_with(path, ".part")) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy,
                    "%s has the name of %s: no page, picture or table is written there", path,
                    model ? "a model" : "results");
}

SarStatus sar_cli_check_outputs(SarCli *cli, const char *const *options, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    const char *path = sar_arguments_text(&cli->arguments, options[i]);
    if (cli->json && is_stdout(path)) {
      return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give the name of a file",
                        "%s - and --json both want standard output", options[i]);
    }
    SAR_TRY(sar_cli_check_document(cli, path));
    for (int32_t k = i + 1; k < count; k++) SAR_TRY(check_pair(cli, options[i], options[k]));
  }
  return SAR_OK;
}

bool sar_cli_writes_to_stdout(const SarCli *cli, const char *const *options, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    if (is_stdout(sar_arguments_text(&cli->arguments, options[i]))) return true;
  }
  return false;
}

static char *put(char *to, const char *text) {
  while (*text) *to++ = *text++;
  return to;
}

/* Words that a shell would not take as they are stand in single quotes. */
static char *quoted(char *to, const char *word) {
  const char *plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=:,./@%^";
  bool bare = *word && strspn(word, plain) == strlen(word);
  if (!bare) *to++ = '\'';
  for (; *word; word++) {
    if (*word == '\'') to = put(to, "'\\'"); /* ends the quote, a quote of its own, and the next begins below */
    *to++ = *word;
  }
  if (!bare) *to++ = '\'';
  return to;
}

const char *sar_cli_command(SarCli *cli) {
  size_t length = 16;
  for (int i = 1; i < cli->argc; i++) length += 4 * strlen(cli->argv[i]) + 3;
  char *text = SAR_NEW(cli->arena, length, char), *at = text;
  if (!text) return NULL;
  at = put(at, "sarrus");
  for (int i = 1; i < cli->argc; i++) {
    *at++ = ' ';
    at = quoted(at, cli->argv[i]);
  }
  return text; /* memory of an arena is zeroed: the text ends */
}

void sar_cli_page_origin(SarCli *cli, SarReportPage *page) {
  const char *command = sar_cli_command(cli);
  sar_report_page_heading(page, 2, "How this page was made");
  if (command) sar_report_page_preformatted(page, command);
  sar_report_page_paragraph(page, "Sarrus %s", sar_version());
}
