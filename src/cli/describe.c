/* sarrus describe: the elements of a model file, from the tables of their classes. */
#define _POSIX_C_SOURCE 200809L

#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "read/adams/adams.h"
#include "study/keys.h"

/* The JSON has no place for "there is no such class": the text is asked first, and thrown away. */
static SarStatus check_class(SarCli *cli, const char *name) {
  char *text = NULL;
  size_t size = 0;
  FILE *nowhere = open_memstream(&text, &size);
  if (!nowhere) return sar_report_no_memory(cli->context);
  SarStatus status = sar_model_describe(cli->context, name, nowhere);
  fclose(nowhere);
  free(text);
  return status;
}

static SarStatus run(SarCli *cli) {
  const char *name = cli->arguments.noperands ? cli->arguments.operands[0] : NULL;
  bool study = name && strcmp(name, "study") == 0;
  if (sar_arguments_has(&cli->arguments, "--schema")) {
    if (name && !study) {
      return sar_report(cli->context, SAR_USAGE, sar_nowhere(), NULL, "leave the class out",
                        "--schema is of the whole model file, or of a `study`");
    }
    if (study) sar_study_schema(stdout);
    if (!study) sar_model_schema(stdout);
    cli->answered = true;
    return SAR_OK;
  }
  if (study && cli->json) {
    sar_study_describe_json(stdout);
    cli->answered = true;
    return SAR_OK;
  }
  if (study) {
    sar_study_describe(stdout);
    return SAR_OK;
  }
  if (name && strcmp(name, "adams") == 0 && !cli->json) {
    sar_adams_describe(stdout);
    return SAR_OK;
  }
  if (!cli->json) return sar_model_describe(cli->context, name, stdout);
  SAR_TRY(check_class(cli, name));
  sar_model_describe_json(name, stdout);
  cli->answered = true;
  return SAR_OK;
}

static const SarOption options[] = {
    {"--schema", NULL, "print the JSON schema of the model file, or of a study"},
    SAR_COMMON_OPTIONS,
};

const SarVerb sar_verb_describe = {
    .name = "describe",
    .operands = "[CLASS]",
    .most_operands = 1,
    .summary = "explain the elements of a model file",
    .options = options,
    .examples =
        "  sarrus describe\n"
        "  sarrus describe spring-damper\n"
        "  sarrus describe adams\n"
        "  sarrus describe study\n"
        "  sarrus describe --schema > sarrus.schema.json\n",
    .run = run,
};
