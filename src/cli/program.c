/* Finds the verb, reads its options, lets it work, reports, and answers with the exit status. */
#include "cli/program.h"

#include <string.h>

#include "base/text.h"
#include "cli/cli.h"
#include "cli/help.h"
#include "cli/memory_limit.h"
#include "cli/report.h"

#define SAR_VERB(name) extern const SarVerb sar_verb_##name;
#include "cli/registry.def"
#undef SAR_VERB

static const SarVerb *const verbs[] = {
#define SAR_VERB(name) &sar_verb_##name,
#include "cli/registry.def"
#undef SAR_VERB
};

#define NVERBS ((int32_t)(sizeof verbs / sizeof *verbs))

static const SarVerb *find_verb(const char *name) {
  for (int32_t i = 0; i < NVERBS; i++) {
    if (strcmp(verbs[i]->name, name) == 0) return verbs[i];
  }
  return NULL;
}

static SarStatus unknown_verb(SarCli *cli, const char *name) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < NVERBS; i++) sar_suggestion_offer(&suggestion, verbs[i]->name);
  const char *best = sar_suggestion_best(&suggestion);
  char remedy[96] = "`sarrus --help` lists the verbs";
  if (best) snprintf(remedy, sizeof remedy, "did you mean `sarrus %s`?", best);
  bool option = name[0] == '-';
  return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "unknown %s %s", option ? "option" : "verb",
                    name);
}

static SarStatus check_operands(SarCli *cli) {
  const SarVerb *verb = cli->verb;
  int32_t count = cli->arguments.noperands;
  char remedy[96];
  snprintf(remedy, sizeof remedy, "usage: sarrus %s %s", verb->name, verb->operands);
  if (count < verb->least_operands) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s%s is missing",
                      verb->least_operands > 1 && count > 0 ? "one of " : "", verb->operands);
  }
  if (count > verb->most_operands) {
    return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s is one argument too many",
                      cli->arguments.operands[verb->most_operands]);
  }
  return SAR_OK;
}

static SarStatus run_verb(SarCli *cli, int argc, const char *const *argv) {
  if (argc == 1 && strcmp(argv[0], "-h") == 0) argv = (const char *const[]){"--help"};
  SarStatus parsed = sar_arguments_parse(cli->context, cli->verb->options, argc, argv, &cli->arguments);
  cli->json = sar_arguments_has(&cli->arguments, "--json");
  cli->quiet = sar_arguments_has(&cli->arguments, "--quiet");
  cli->verbose = sar_arguments_has(&cli->arguments, "--verbose");
  if (parsed != SAR_OK) return parsed;
  if (sar_arguments_has(&cli->arguments, "--help")) {
    sar_help_verb(cli->verb, stdout);
    return SAR_OK;
  }
  SAR_TRY(check_operands(cli));
  return cli->verb->run(cli);
}

static bool is_any(const char *word, const char *first, const char *second, const char *third) {
  return strcmp(word, first) == 0 || strcmp(word, second) == 0 || strcmp(word, third) == 0;
}

static SarStatus dispatch(SarCli *cli, int argc, const char *const *argv) {
  if (argc < 2) {
    sar_help_usage(stderr);
    return SAR_USAGE;
  }
  if (is_any(argv[1], "--version", "-V", "version")) {
    printf("sarrus %s\n", sar_version());
    return SAR_OK;
  }
  if (is_any(argv[1], "--help", "-h", "help")) {
    cli->verb = argc > 2 ? find_verb(argv[2]) : NULL;
    if (argc > 2 && !cli->verb) return unknown_verb(cli, argv[2]);
    if (cli->verb) sar_help_verb(cli->verb, stdout);
    if (!cli->verb) sar_help_program(verbs, NVERBS, stdout);
    return SAR_OK;
  }
  cli->verb = find_verb(argv[1]);
  return cli->verb ? run_verb(cli, argc - 2, argv + 2) : unknown_verb(cli, argv[1]);
}

/* What fails last: a full disk or a closed pipe behind standard output. */
static SarStatus flush_output(SarCli *cli, SarStatus status) {
  if (fflush(stdout) == 0 && !ferror(stdout)) return status;
  SarStatus failed = sar_report(cli->context, SAR_IO, sar_nowhere(), NULL, "free some space or write elsewhere",
                                "cannot write to standard output");
  return status == SAR_OK ? failed : status;
}

static int conclude(SarCli *cli, SarStatus status, bool usage_shown) {
  if (sar_context_out_of_memory(cli->context) && status != SAR_INTERRUPTED) status = SAR_NO_MEMORY;
  if (status == SAR_NO_MEMORY) sar_report_no_memory(cli->context);
  if (status != SAR_OK && status != SAR_INTERRUPTED && !usage_shown && sar_context_errors(cli->context) == 0) {
    sar_report(cli->context, status, sar_nowhere(), NULL, NULL, "%s", sar_status_text(status));
  }
  if (status != SAR_OK && cli->json && !cli->answered) {
    sar_report_json(cli->context, sar_status_exit_code(status), stdout);
  }
  status = flush_output(cli, status);
  sar_cli_report(cli);
  int32_t dropped = sar_report_dropped(cli->context);
  if (dropped > 0) fprintf(stderr, "sarrus: %d further errors are not shown\n", (int)dropped);
  return sar_status_exit_code(status);
}

int sar_program(int argc, char **argv, const struct SarCrewKind *crew) {
  SarCli cli = {.context = sar_context_create(),
                .arena = sar_arena_create(),
                .argc = argc,
                .argv = (const char *const *)argv,
                .crew = crew};
  int code = 3;
  if (cli.context && cli.arena) {
    SarStatus status = sar_cli_check_memory(cli.context);
    if (status == SAR_OK) status = dispatch(&cli, argc, cli.argv);
    code = conclude(&cli, status, argc < 2);
  } else {
    fputs("sarrus: error: out of memory; close other programs\n", stderr);
  }
  sar_arguments_destroy(&cli.arguments);
  sar_system_destroy(&cli.system);
  sar_model_destroy(&cli.model);
  sar_arena_destroy(&cli.arena);
  sar_context_destroy(&cli.context);
  return code;
}
