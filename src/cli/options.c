/* The parser of the command line. It knows no option: tables do. */
#include "cli/options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define SHORTEST_STEM 5 /* characters, with the dashes */

/* The option whose name is the first `length` characters of `word`. */
static const SarOption *find(const SarOption *options, const char *word, size_t length) {
  for (; options->name; options++) {
    if (strlen(options->name) == length && memcmp(options->name, word, length) == 0) return options;
  }
  return NULL;
}

/* The option of which `word` is the long form: --tolerance for --tol. */
static const char *written_out(const SarOption *options, const char *word) {
  for (; options->name; options++) {
    size_t length = strlen(options->name);
    if (length >= SHORTEST_STEM && strncmp(word, options->name, length) == 0) return options->name;
  }
  return NULL;
}

static SarStatus unknown(SarContext *context, const SarOption *options, const char *word) {
  const SarOption *first = options;
  SarSuggestion suggestion = sar_suggestion(word);
  for (; options->name; options++) sar_suggestion_offer(&suggestion, options->name);
  const char *best = sar_suggestion_best(&suggestion);
  if (!best) best = written_out(first, word);
  char remedy[128] = "--help lists the options";
  if (best) snprintf(remedy, sizeof remedy, "did you mean %s?", best);
  return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "unknown option %s", word);
}

/* Reads the option at argv[*at] and moves *at to its last word. */
static SarStatus take_option(SarContext *context, const SarOption *options, int argc, const char *const *argv, int *at,
                             SarArguments *out) {
  const char *word = argv[*at];
  const char *equals = strncmp(word, "--", 2) == 0 ? strchr(word, '=') : NULL;
  const SarOption *option = find(options, word, equals ? (size_t)(equals - word) : strlen(word));
  if (!option) return unknown(context, options, word);
  const char *value = equals ? equals + 1 : NULL;
  if (!option->argument && value) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "leave the value out", "%s takes no value",
                      option->name);
  }
  if (option->argument && !value && *at + 1 < argc && strncmp(argv[*at + 1], "--", 2) != 0) value = argv[++*at];
  if (option->argument && (!value || !*value)) {
    char remedy[128];
    snprintf(remedy, sizeof remedy, "write %s %s", option->name, option->argument);
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s needs a value", option->name);
  }
  out->given[out->ngiven++] = (SarGiven){option, value};
  return SAR_OK;
}

SarStatus sar_arguments_parse(SarContext *context, const SarOption *options, int argc, const char *const *argv,
                              SarArguments *out) {
  size_t room = argc > 0 ? (size_t)argc : 1;
  *out = (SarArguments){.given = calloc(room, sizeof *out->given), .operands = calloc(room, sizeof *out->operands)};
  if (!out->given || !out->operands) return sar_report_no_memory(context);
  SarStatus status = SAR_OK;
  bool only_operands = false;
  for (int i = 0; i < argc; i++) {
    const char *word = argv[i];
    if (only_operands || word[0] != '-' || !word[1]) {
      out->operands[out->noperands++] = word;
    } else if (strcmp(word, "--") == 0) {
      only_operands = true;
    } else {
      SarStatus one = take_option(context, options, argc, argv, &i, out);
      if (one != SAR_OK) status = one;
    }
  }
  return status;
}

void sar_arguments_destroy(SarArguments *arguments) {
  free(arguments->given);
  free(arguments->operands);
  *arguments = (SarArguments){0};
}

static const SarGiven *last_given(const SarArguments *arguments, const char *name) {
  for (int32_t i = arguments->ngiven; i-- > 0;) {
    if (strcmp(arguments->given[i].option->name, name) == 0) return &arguments->given[i];
  }
  return NULL;
}

bool sar_arguments_has(const SarArguments *arguments, const char *name) { return last_given(arguments, name) != NULL; }

const char *sar_arguments_text(const SarArguments *arguments, const char *name) {
  const SarGiven *given = last_given(arguments, name);
  return given ? given->value : NULL;
}

/* The whole text as a number, NaN if it is not one. */
static double whole_number_of(const char *text) {
  double value = NAN;
  size_t length = strlen(text);
  return length && sar_text_number(text, length, &value) == length ? value : NAN;
}

SarStatus sar_arguments_positive(SarContext *context, const SarArguments *arguments, const char *name, double *out) {
  *out = NAN;
  const char *text = sar_arguments_text(arguments, name);
  if (!text) return SAR_OK;
  double value = whole_number_of(text);
  if (!(value > 0) || isinf(value)) {
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, "give a number greater than zero, such as 1e-3",
                      "%s %s is not a positive number", name, text);
  }
  *out = value;
  return SAR_OK;
}

SarStatus sar_arguments_count(SarContext *context, const SarArguments *arguments, const char *name, int32_t least,
                              int32_t most, int32_t *out) {
  const char *text = sar_arguments_text(arguments, name);
  if (!text) return SAR_OK;
  double value = whole_number_of(text);
  if (!(value >= least && value <= most) || value != floor(value)) {
    char remedy[64];
    snprintf(remedy, sizeof remedy, "give a whole number from %d to %d", (int)least, (int)most);
    return sar_report(context, SAR_USAGE, sar_nowhere(), NULL, remedy, "%s %s is out of range", name, text);
  }
  *out = (int32_t)value;
  return SAR_OK;
}

int32_t sar_arguments_all(const SarArguments *arguments, const char *name, const char **list) {
  int32_t count = 0;
  for (int32_t i = 0; i < arguments->ngiven; i++) {
    if (strcmp(arguments->given[i].option->name, name) == 0) list[count++] = arguments->given[i].value;
  }
  return count;
}
