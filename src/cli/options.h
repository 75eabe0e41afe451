/* Options of the command line, from tables: one table per verb says what may be given, and the parser, the messages and
 * `--help` all follow from it. */
#ifndef SAR_CLI_OPTIONS_H
#define SAR_CLI_OPTIONS_H

#include <stdbool.h>

#include "base/context.h"

typedef struct SarOption {
  const char *name;     /* "--csv", "-o" */
  const char *argument; /* what follows, "FILE"; null: nothing */
  const char *meaning;  /* one line for the help */
} SarOption;

typedef struct SarGiven {
  const SarOption *option;
  const char *value; /* null for an option without argument */
} SarGiven;

/* What was given, in its order. Texts belong to argv. */
typedef struct SarArguments {
  SarGiven *given;
  int32_t ngiven;
  const char **operands;
  int32_t noperands;
} SarArguments;

/* Reads argv[0 .. argc-1] against a table that ends with a null name. All mistakes are reported; what is right is kept.
 * Accepts `--name value`, `--name=value`, and `--` before operands that begin with `-`. Destroy also after a failure.
 */
SarStatus sar_arguments_parse(SarContext *context, const SarOption *options, int argc, const char *const *argv,
                              SarArguments *out);
void sar_arguments_destroy(SarArguments *arguments);

bool sar_arguments_has(const SarArguments *arguments, const char *name);

/* The value given last, or null. */
const char *sar_arguments_text(const SarArguments *arguments, const char *name);

/* A positive number; NaN if the option is not given. SAR_USAGE if it is no positive number. */
SarStatus sar_arguments_positive(SarContext *context, const SarArguments *arguments, const char *name, double *out);

/* A whole number between least and most; *out stays as it is if the option is not given. */
SarStatus sar_arguments_count(SarContext *context, const SarArguments *arguments, const char *name, int32_t least,
                              int32_t most, int32_t *out);

/* Copies the values of a repeated option into list (room for ngiven of them); returns how many there are. */
int32_t sar_arguments_all(const SarArguments *arguments, const char *name, const char **list);

#endif
