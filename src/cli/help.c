/* Everything here is generated from the verbs' tables, so the help cannot fall behind the program. */
#include "cli/help.h"

#include <string.h>

#define OPTION_WIDTH 22
#define LINE_WIDTH 100

void sar_help_usage(FILE *stream) {
  fputs("usage: sarrus VERB ...\n", stream);
  fputs("`sarrus --help` lists the verbs, `sarrus VERB --help` explains one.\n", stream);
}

void sar_help_program(const SarVerb *const *verbs, int32_t nverbs, FILE *stream) {
  fprintf(stream, "Sarrus %s: how mechanisms move, and what forces they carry.\n\nusage: sarrus VERB ...\n\n",
          sar_version());
  for (int32_t i = 0; i < nverbs; i++) {
    char usage[64];
    snprintf(usage, sizeof usage, "%s %s", verbs[i]->name, verbs[i]->operands);
    fprintf(stream, "  %-20s %s\n", usage, verbs[i]->summary);
  }
  fputs(
      "\n  sarrus VERB --help   explains a verb and its options\n"
      "  sarrus --version     prints the version\n"
      "\nexamples:\n"
      "  sarrus run pendulum.yaml --csv pendulum.csv\n"
      "  sarrus check pendulum.yaml\n"
      "  sarrus describe revolute\n"
      "\nexit status: 0 done, 1 the analysis failed, 2 the input is wrong, 3 the environment failed, 130 interrupted\n",
      stream);
}

/* One word of the usage line, on a new line when the old one is full. */
static void print_usage_word(const char *word, size_t indent, size_t *column, FILE *stream) {
  size_t length = strlen(word);
  if (*column + 1 + length > LINE_WIDTH) {
    fprintf(stream, "\n%*s", (int)indent, "");
    *column = indent;
  }
  fprintf(stream, " %s", word);
  *column += 1 + length;
}

static void print_usage(const SarVerb *verb, FILE *stream) {
  int written = fprintf(stream, "usage: sarrus %s", verb->name);
  size_t indent = written > 0 ? (size_t)written : 0, column = indent;
  if (verb->operands[0]) print_usage_word(verb->operands, indent, &column, stream);
  for (const SarOption *option = verb->options; option->name; option++) {
    char word[96];
    bool repeated = strcmp(option->name, "--set") == 0;
    snprintf(word, sizeof word, "[%s%s%s]%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "", repeated ? "..." : "");
    print_usage_word(word, indent, &column, stream);
  }
  fputs("\n", stream);
}

void sar_help_verb(const SarVerb *verb, FILE *stream) {
  print_usage(verb, stream);
  fprintf(stream, "\n%s\n\n", verb->summary);
  for (const SarOption *option = verb->options; option->name; option++) {
    char head[96];
    snprintf(head, sizeof head, "%s%s%s", option->name, option->argument ? " " : "",
             option->argument ? option->argument : "");
    fprintf(stream, "  %-*s %s\n", OPTION_WIDTH, head, option->meaning);
  }
  if (verb->details) fprintf(stream, "\n%s", verb->details);
  fprintf(stream, "\nexamples:\n%s", verb->examples);
}
