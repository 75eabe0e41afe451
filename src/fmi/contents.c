#include "fmi/contents.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/number.h"
#include "base/text.h"

#define FIRST "sarrus-fmu 1"

static const char *const formats[] = {
    [SAR_FORMAT_YAML] = "yaml", [SAR_FORMAT_ADAMS] = "adams", [SAR_FORMAT_URDF] = "urdf"};
/* Of variables. The word is `angle` for a parameter in radians. */
static const char *const kinds[] = {[SAR_FMU_TIME] = "time",
                                    [SAR_FMU_PARAMETER] = "parameter",
                                    [SAR_FMU_CALCULATED] = "calculated",
                                    [SAR_FMU_INPUT] = "input",
                                    [SAR_FMU_OUTPUT] = "output"};

/* ---- writing ---- */

static void write_real(FILE *stream, const char *word, double value, const char *rest) {
  char number[SAR_NUMBER_SIZE];
  if (isnan(value)) return;
  sar_format_real(number, value);
  fprintf(stream, "%s %s%s%s\n", word, number, rest[0] ? " " : "", rest);
}

static void write_text(FILE *stream, const char *word, const char *text) {
  if (text) fprintf(stream, "%s %s\n", word, text);
}

void sar_fmu_contents_write(const SarFmuContents *c, FILE *stream) {
  fprintf(stream, FIRST "\n");
  write_text(stream, "token", c->token);
  write_text(stream, "model", c->model);
  write_text(stream, "format", formats[c->format]);
  write_text(stream, "commands", c->deck.commands);
  if (c->deck.skip_unsupported) write_text(stream, "deck", "skip_unsupported");
  if (c->deck.user_zero) write_text(stream, "deck", "user_zero");
  if (c->deck.fixed_base) write_text(stream, "deck", "fixed_base");
  for (int32_t i = 0; i < c->nfiles; i++) {
    write_text(stream, "file", c->files[i].stored);
    if (strcmp(c->files[i].stored, c->files[i].path) != 0) write_text(stream, "as", c->files[i].path);
  }
  for (int32_t i = 0; i < c->nset; i++) write_text(stream, "set", c->set[i]);
  write_text(stream, "method", c->method);
  write_real(stream, "tolerance", c->tolerance, "");
  write_real(stream, "step", c->step, "");
  write_real(stream, "end", c->end, "");
  for (int32_t i = 0; i < c->variables.count; i++) {
    const SarFmuVariable *v = &c->variables.list[i];
    write_real(stream, v->angle && v->kind == SAR_FMU_PARAMETER ? "angle" : kinds[v->kind], v->start, v->name);
  }
}

/* ---- reading ---- */

typedef struct Reading {
  SarContext *context;
  SarArena *arena;
  SarFmuContents *out;
  int32_t set_capacity, files_capacity, variables_capacity;
  bool good, full; /* full: memory is exhausted */
} Reading;

static void take_real(Reading *r, const char *text, double *out) {
  size_t length = strlen(text);
  if (sar_text_number(text, length, out) != length) r->good = false;
}

static int32_t index_of(const char *const *words, int32_t count, const char *word) {
  for (int32_t i = 0; i < count; i++) {
    if (strcmp(words[i], word) == 0) return i;
  }
  return -1;
}

static void take_variable(Reading *r, SarFmuKind kind, bool angle, char *rest) {
  SarFmuVariables *v = &r->out->variables;
  char *blank = strchr(rest, ' ');
  SarFmuVariable *one = sar_arena_append(r->arena, 32, &v->list, &v->count, &r->variables_capacity, sizeof *one);
  if (!one || !blank) {
    r->full = r->full || !one;
    r->good = false;
    return;
  }
  *blank = 0;
  bool parameter = kind == SAR_FMU_PARAMETER || kind == SAR_FMU_CALCULATED;
  int32_t index = parameter ? v->of[SAR_FMU_PARAMETER] + v->of[SAR_FMU_CALCULATED] : v->of[kind];
  *one = (SarFmuVariable){.kind = kind, .name = blank + 1, .unit = "", .index = index, .angle = angle};
  v->of[kind]++;
  take_real(r, rest, &one->start);
}

static void take_file(Reading *r, const char *rest) {
  SarFmuContents *c = r->out;
  SarFmuFile *file = sar_arena_append(r->arena, 8, &c->files, &c->nfiles, &r->files_capacity, sizeof *file);
  if (file) *file = (SarFmuFile){rest, rest};
  r->full = r->full || !file;
}

static void take_set(Reading *r, const char *rest) {
  SarFmuContents *c = r->out;
  const char **set = sar_arena_append(r->arena, 8, &c->set, &c->nset, &r->set_capacity, sizeof *set);
  if (set) *set = rest;
  r->full = r->full || !set;
}

static void take_deck(Reading *r, const char *rest) {
  SarDeckOptions *deck = &r->out->deck;
  deck->skip_unsupported = deck->skip_unsupported || strcmp(rest, "skip_unsupported") == 0;
  deck->user_zero = deck->user_zero || strcmp(rest, "user_zero") == 0;
  deck->fixed_base = deck->fixed_base || strcmp(rest, "fixed_base") == 0;
}

static void take_format(Reading *r, const char *rest) {
  int32_t format = index_of(formats, SAR_COUNT(formats), rest);
  if (format < 0)
    r->good = false;
  else
    r->out->format = (SarModelFormat)format;
}

static void take_line(Reading *r, char *word, char *rest) {
  SarFmuContents *c = r->out;
  int32_t kind = index_of(kinds, SAR_COUNT(kinds), word);
  if (kind >= 0)
    take_variable(r, (SarFmuKind)kind, false, rest);
  else if (strcmp(word, "angle") == 0)
    take_variable(r, SAR_FMU_PARAMETER, true, rest);
  else if (strcmp(word, "token") == 0)
    c->token = rest;
  else if (strcmp(word, "model") == 0)
    c->model = rest;
  else if (strcmp(word, "format") == 0)
    take_format(r, rest);
  else if (strcmp(word, "commands") == 0)
    c->deck.commands = rest;
  else if (strcmp(word, "deck") == 0)
    take_deck(r, rest);
  else if (strcmp(word, "file") == 0)
    take_file(r, rest);
  else if (strcmp(word, "as") == 0 && c->nfiles)
    c->files[c->nfiles - 1].path = rest;
  else if (strcmp(word, "set") == 0)
    take_set(r, rest);
  else if (strcmp(word, "method") == 0)
    c->method = rest;
  else if (strcmp(word, "tolerance") == 0)
    take_real(r, rest, &c->tolerance);
  else if (strcmp(word, "step") == 0)
    take_real(r, rest, &c->step);
  else if (strcmp(word, "end") == 0)
    take_real(r, rest, &c->end);
  else
    r->good = false;
}

static void take_lines(Reading *r, char *text) {
  for (char *line = text, *next; *line && r->good && !r->full; line = next) {
    size_t length = strcspn(line, "\n");
    next = line + length + (line[length] == '\n');
    line[length] = 0;
    char *blank = strchr(line, ' ');
    if (!blank) {
      r->good = false;
      return;
    }
    *blank = 0;
    take_line(r, line, blank + 1);
  }
}

SarStatus sar_fmu_contents_read(SarContext *context, SarArena *arena, const char *path, const char *text,
                                SarFmuContents *out) {
  Reading r = {.context = context, .arena = arena, .out = out, .good = true};
  *out = (SarFmuContents){.tolerance = NAN, .step = NAN, .end = NAN};
  bool ours = strncmp(text, FIRST "\n", sizeof FIRST) == 0;
  char *copy = sar_arena_copy_text(arena, ours ? text + sizeof FIRST : "");
  if (!copy) return sar_report_no_memory(context);
  take_lines(&r, copy);
  if (r.full) return sar_report_no_memory(context);
  if (ours && r.good && out->token && out->model && out->variables.count) return SAR_OK;
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, "unpack the FMU again, or export the model again",
                    "%s is not the list of an FMU of this version of Sarrus", path);
}
