/* Which statements of datasets and which commands are known, from the tables themselves. */
#include <string.h>

#include "element/class.h"
#include "read/adams/adams.h"

typedef struct Line {
  const char *name, *support, *arguments, *remark;
} Line;

static const Line statements[] = {
#define SAR_STATEMENT(name, support, prefix, translate, arguments, remark) {#name, #support, arguments, remark},
#include "read/adams/statements.def"
#undef SAR_STATEMENT
};

static const Line commands[] = {
#define SAR_COMMAND(name, support, arguments, remark) {#name, #support, arguments, remark},
#include "read/adams/commands.def"
#undef SAR_COMMAND
};

#define INDENT 17
#define WIDTH 118

/* The names of arguments without their kinds, over as many lines as they need. */
static void put_arguments(const char *arguments, FILE *stream) {
  size_t column = INDENT;
  while (*arguments) {
    size_t length = strcspn(arguments, ": "), whole = strcspn(arguments, " ");
    bool wraps = column + length + 1 > WIDTH;
    if (wraps) fprintf(stream, "\n%*s", INDENT, "");
    fprintf(stream, "%s%.*s", wraps || column == INDENT ? "" : " ", (int)length, arguments);
    column = (wraps ? INDENT : column) + length + 1;
    arguments += whole + (arguments[whole] == ' ');
  }
}

static void put_line(const Line *line, FILE *stream) {
  fprintf(stream, "  %-*s", INDENT - 2, line->name);
  if (strcmp(line->support, "USED") != 0)
    fprintf(stream, "%s ", strcmp(line->support, "REFUSED") ? "ignored" : "refused:");
  if (strcmp(line->support, "USED") == 0) put_arguments(line->arguments, stream);
  if (*line->remark && strcmp(line->support, "USED") == 0) fprintf(stream, "\n%*s", INDENT, "");
  fprintf(stream, "%s\n", line->remark);
}

void sar_adams_describe(FILE *stream) {
  fprintf(stream, "Statements of Adams datasets (.adm), with the arguments that are known\n\n");
  for (int i = 0; i < SAR_COUNT(statements); i++) put_line(&statements[i], stream);
  fprintf(stream, "\nCommands of command files (.acf); statements stand there too, with the arguments that change\n\n");
  for (int i = 0; i < SAR_COUNT(commands); i++) put_line(&commands[i], stream);
  fprintf(
      stream,
      "\nNames may be cut short as long as they are clear. Functions: `sarrus describe functions` and `measures`.\n");
}
