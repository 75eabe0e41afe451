/* sarrus convert: an Adams deck or a robot as a model file. */
#define _POSIX_C_SOURCE 200809L

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "base/json.h"
#include "base/replace.h"
#include "cli/cli.h"
#include "cli/report.h"
#include "read/adams/adams.h"
#include "read/read.h"
#include "read/urdf/urdf.h"
#include "result/results.h"

/* Whether it is there and is none that could be replaced by another one: /dev/null must stay what it is. */
static bool is_device(const char *path) { return access(path, F_OK) == 0 && !sar_file_is_regular(path); }

/* Whether a file is there that this verb has not written: somebody may have worked on it. */
static bool is_another(const char *path) {
  FILE *stream = fopen(path, "r");
  char line[sizeof SAR_CONVERTED] = "";
  if (!stream) return false;
  size_t length = fread(line, 1, sizeof line - 1, stream);
  fclose(stream);
  return length > 0 && strcmp(line, SAR_CONVERTED) != 0;
}

static SarStatus check_arguments(SarCli *cli, const char *output) {
  const char *deck = cli->arguments.operands[0];
  if (!sar_adams_is_deck(deck) && !sar_urdf_is_robot(deck)) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL,
                      "give a deck, NAME.adm, or a robot, NAME.urdf; model files need no converting",
                      "%s is neither an Adams deck nor a robot", deck);
  }
  if (!output || strcmp(output, "-") == 0) {
    if (!cli->json) return SAR_OK;
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give -o MODEL.yaml",
                      "the model and --json both want standard output");
  }
  const char *commands = sar_arguments_text(&cli->arguments, "--acf");
  SAR_TRY(sar_cli_check_output(cli, output));
  bool same = commands && sar_file_is_same(output, commands);
  if (!same && !sar_results_are_in(output) && (is_device(output) || !is_another(output))) return SAR_OK;
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "give it another name, or remove that file first",
                    "%s is there already, and was not written by `sarrus convert`", output);
}

/* The text, in memory first: a deck that cannot be converted leaves no file. */
static SarStatus convert(SarCli *cli, const char *deck, char **text, size_t *length) {
  SarDeckOptions options;
  SAR_TRY(sar_cli_deck_options(cli, cli->context, &options));
  FILE *stream = open_memstream(text, length);
  if (!stream) return sar_report_no_memory(cli->context);
  SarStatus status = sar_deck_convert(cli->context, deck, &options, stream);
  bool good = !ferror(stream);
  if (fclose(stream) != 0) good = false;
  if (status != SAR_OK) return status;
  return good && *text ? SAR_OK : sar_report_no_memory(cli->context);
}

static SarStatus write_straight(SarCli *cli, const char *path, const char *text, size_t length) {
  FILE *stream = fopen(path, "w");
  bool good = stream && fwrite(text, 1, length, stream) == length;
  int reason = good ? 0 : errno;
  if (stream && fclose(stream) != 0 && good) good = false, reason = errno;
  return good ? SAR_OK : sar_report_write(cli->context, path, reason, NULL);
}

static SarStatus write_file(SarCli *cli, const char *path, const char *text, size_t length) {
  SarReplacement replacement;
  if (is_device(path)) return write_straight(cli, path, text, length);
  SarStatus status = sar_replace_begin(cli->context, path, &replacement);
  if (status == SAR_OK) status = write_straight(cli, replacement.fresh, text, length);
  return sar_replace_end(&replacement, status);
}

static void print_json(SarCli *cli, const char *output) {
  SarJson json = sar_json(stdout);
  sar_json_begin_object(&json);
  sar_json_put_text(&json, "status", "done");
  sar_json_put_text(&json, "model", output);
  sar_report_put_warnings(cli->context, &json);
  sar_json_end_object(&json);
  putchar('\n');
  cli->answered = true;
}

static SarStatus run(SarCli *cli) {
  const char *output = sar_arguments_text(&cli->arguments, "-o");
  char *text = NULL;
  size_t length = 0;
  SAR_TRY(check_arguments(cli, output));
  SarStatus status = convert(cli, cli->arguments.operands[0], &text, &length);
  bool to_stdout = !output || strcmp(output, "-") == 0;
  if (status == SAR_OK && to_stdout) {
    fwrite(text, 1, length, stdout);
  } else if (status == SAR_OK) {
    status = write_file(cli, output, text, length);
    if (status == SAR_OK && cli->json) print_json(cli, output);
  }
  free(text);
  return status;
}

static const SarOption options[] = {
    {"-o", "MODEL.yaml", "where the model goes; - or nothing: standard output"},
    SAR_DECK_OPTIONS,
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_convert = {
    .name = "convert",
    .operands = "DECK.adm|ROBOT.urdf",
    .least_operands = 1,
    .most_operands = 1,
    .summary = "turn an Adams deck or a robot in URDF into a model file",
    .options = options,
    .details =
        "Names of decks come from the comments adams_view_name= where there are any, numbers stay as they are written, "
        "and\n"
        "what cannot be converted is a comment at the top. Running the original or the model gives the same numbers.\n"
        "A file that is there is replaced only if this verb has written it.\n",
    .examples =
        "  sarrus convert crane.adm -o crane.yaml\n"
        "  sarrus convert crane.adm --acf drop.acf --skip-unsupported\n"
        "  sarrus convert arm.urdf --base fixed -o arm.yaml\n",
    .run = run,
};
