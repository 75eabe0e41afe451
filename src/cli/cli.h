/* What the verbs of the program share: a verb is one file with one constant and one line in registry.def. */
#ifndef SAR_CLI_CLI_H
#define SAR_CLI_CLI_H

#include <stdio.h>

#include "base/arena.h"
#include "cli/options.h"
#include "model/model.h"
#include "sarrus/sarrus.h"

typedef struct SarCli SarCli;

typedef struct SarVerb {
  const char *name;
  const char *operands; /* as the usage line shows them: "MODEL", "[NAME]", "" */
  int32_t least_operands, most_operands;
  const char *summary;      /* one line */
  const SarOption *options; /* ends with a null name */
  const char *details;      /* paragraphs for the verb's help, or null */
  const char *examples;     /* lines for the verb's help */
  SarStatus (*run)(SarCli *cli);
} SarVerb;

/* Options that all verbs have; the last entries of every table. */
#define SAR_COMMON_OPTIONS                                                              \
  {"--json", NULL, "print one JSON value on standard output, and nothing else there"},  \
      {"--quiet", NULL, "print nothing but errors"}, {"--verbose", NULL, "print more"}, \
      {"--help", NULL, "print this text"}, {                                            \
    NULL, NULL, NULL                                                                    \
  }
/* How Adams decks and robots are read. */
#define SAR_DECK_OPTIONS                                                                                         \
  {"--acf", "FILE", "command file of an Adams deck; without it the .acf of the same name beside it, if there"},  \
      {"--skip-unsupported", NULL, "leave out what cannot be translated in an Adams deck, and say so"},          \
      {"--user", "zero", "take USER(...) of an Adams deck as 0"},                                                \
      {"--package", "NAME=DIR", "folder of package://NAME/..., which meshes of robots name; may be repeated"}, { \
    "--base", "fixed", "hold the root of a robot in URDF, though it has mass"                                    \
  }
/* Options of verbs that take a model. */
#define SAR_MODEL_OPTIONS \
  {"--set", "NAME=VALUE", "replace the value of a parameter of the model; may be repeated"}, SAR_DECK_OPTIONS

/* One call of the program. */
struct SarCli {
  SarContext *context;
  SarArena *arena; /* for texts that live as long as the call */
  int argc;        /* the words of the call, the program first */
  const char *const *argv;
  const SarVerb *verb;
  SarArguments arguments;
  SarModel *model;                /* from sar_cli_load; destroyed by main */
  SarSystem *system;              /* from sar_cli_load; destroyed by main */
  const struct SarCrewKind *crew; /* who makes the runs of studies; null: worker processes of this machine */
  bool json, quiet, verbose;
  bool answered;    /* the JSON value is on standard output already */
  int32_t reported; /* messages of the context that are on standard error already */
};

/* Reads the model of the first operand with all `--set`, `more` if it is not null, and the options of decks. */
SarStatus sar_cli_read(SarCli *cli, SarContext *context, const char *more, SarModel **out);

/* The same into cli->model, and compiles it. */
SarStatus sar_cli_load(SarCli *cli);

/* Of a model with several phases: warns that the verb looks at the start of the first one alone. */
void sar_cli_first_phase(SarCli *cli);

/* What the options of decks say. */
SarStatus sar_cli_deck_options(const SarCli *cli, SarContext *context, SarDeckOptions *out);

/* Seconds from a positive option in the model's unit of time; NaN if not given. */
SarStatus sar_cli_time(SarCli *cli, const char *name, double *out);

/* SAR_USAGE if writing `path` (may be null) would destroy the model file or, once the model is loaded, a file that it
 * names. */
SarStatus sar_cli_check_output(SarCli *cli, const char *path);

/* The same for the files that a model names: sub-models, tables, meshes, plugins. */
SarStatus sar_cli_check_inputs(SarCli *cli, const SarModel *model, const char *path);

/* Loads the plugins of a recorded run where `--allow-plugins` says so, after it has said which files they are. Without
 * it nothing happens, and whoever needs them refuses. */
#define SAR_PLUGINS_OPTION \
  { "--allow-plugins", NULL, "load the plugins of the model, which are code: only if you trust the file" }
SarStatus sar_cli_allow_plugins(SarCli *cli, SarRecord *record);

/* Prints the messages that are not on standard error yet. */
void sar_cli_report(SarCli *cli);

#endif
