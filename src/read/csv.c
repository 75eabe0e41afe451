#include "read/csv.h"

#include <string.h>

#include "base/text.h"

/* One line without its comment. */
typedef struct Line {
  const char *text;
  size_t length;
  int32_t number;
} Line;

typedef struct Field {
  const char *text; /* without blanks and quotes around it; null: there is none */
  size_t length;
  int32_t column; /* of its first character */
} Field;

/* The next line that is not empty; false at the end. *at and *number advance. */
static bool next_line(const SarCsv *csv, size_t *at, int32_t *number, Line *line) {
  while (*at < csv->length) {
    const char *start = csv->text + *at;
    const char *end = memchr(start, '\n', csv->length - *at);
    size_t whole = end ? (size_t)(end - start) : csv->length - *at;
    *at += whole + 1;
    ++*number;
    const char *comment = memchr(start, '#', whole);
    if (comment) whole = (size_t)(comment - start);
    while (whole && strchr(" \t\r", start[whole - 1])) whole--;
    *line = (Line){start, whole, *number};
    if (whole) return true;
  }
  return false;
}

/* What separates the fields of the file: the first of these that its first line has. */
static char separator_of(const Line *line) {
  static const char candidates[] = ",;\t";
  for (const char *c = candidates; *c; c++) {
    if (memchr(line->text, *c, line->length)) return *c;
  }
  return ' ';
}

static size_t skip_blanks(const Line *line, size_t at) {
  while (at < line->length && (line->text[at] == ' ' || line->text[at] == '\t')) at++;
  return at;
}

/* The field that starts at *at, which then stands behind the separator, or beyond the line when there is no more. */
static Field next_field(const Line *line, char separator, size_t *at) {
  size_t start = separator == '\t' ? *at : skip_blanks(line, *at), end = start;
  if (*at > line->length) return (Field){NULL, 0, 0};
  while (end < line->length && line->text[end] != separator && !(separator == ' ' && line->text[end] == '\t')) end++;
  *at = separator == ' ' ? skip_blanks(line, end) : end + 1;
  if (separator == ' ' && *at >= line->length) *at = line->length + 1;
  while (end > start && strchr(" \t", line->text[end - 1])) end--;
  bool quoted = end - start >= 2 && line->text[start] == '"' && line->text[end - 1] == '"';
  int32_t column = 1;
  for (size_t i = 0; i < start + quoted; i++) column += ((unsigned char)line->text[i] & 0xc0) != 0x80;
  return (Field){line->text + start + quoted, end - start - 2 * (size_t)quoted, column};
}

static bool is_number(Field field, double *value) {
  return field.length && sar_text_number(field.text, field.length, value) == field.length;
}

static int quoted_length(Field field) { return field.length < 40 ? (int)field.length : 40; }

/* ---- names of columns ---- */

static SarStatus find_column(SarFile *file, const SarCsv *csv, const Line *header, char separator,
                             SarCsvColumn *wanted) {
  SarSuggestion suggestion = sar_suggestion(wanted->name);
  size_t at = 0;
  for (int32_t i = 0; at <= header->length; i++) {
    Field field = next_field(header, separator, &at);
    const char *name = sar_arena_copy_text_n(file->reader->scratch, field.text, field.length);
    if (!name) return sar_read_no_memory(file->reader);
    sar_suggestion_offer(&suggestion, name);
    if (strcmp(name, wanted->name) != 0) continue;
    wanted->index = i;
    return SAR_OK;
  }
  const char *best = sar_suggestion_best(&suggestion);
  return sar_report(file->reader->context, SAR_INPUT, wanted->source, file->element,
                    "give a name of its first line, or the number of the column", "`%s` has no column `%s`%s%s%s",
                    csv->path, wanted->name, best ? "; did you mean `" : "", best ? best : "", best ? "`?" : "");
}

/* ---- rows ---- */

static SarStatus take_field(SarFile *file, const SarCsv *csv, const Line *line, Field field, double *value) {
  SarSource source = {csv->name, line->number, field.column};
  if (!is_number(field, value)) {
    return sar_report(file->reader->context, SAR_INPUT, source, file->element,
                      "write numbers with a decimal point, and comments behind #", "`%.*s` is not a number",
                      quoted_length(field), field.text);
  }
  if (*value - *value == 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, source, file->element, "give a smaller number",
                    "the number `%.*s` is too large", quoted_length(field), field.text);
}

static SarStatus read_row(SarFile *file, SarCsv *csv, const Line *line, char separator, const SarCsvColumn *columns,
                          int32_t ncolumns, size_t stride) {
  int32_t count = 0;
  size_t at = 0;
  bool taken[SAR_CSV_COLUMNS] = {false};
  for (; at <= line->length; count++) {
    Field field = next_field(line, separator, &at);
    for (int32_t k = 0; k < ncolumns; k++) {
      if (columns[k].index != count) continue;
      if (k == 0) csv->sources[csv->nrows] = (SarSource){csv->name, line->number, field.column};
      SAR_TRY(take_field(file, csv, line, field, &csv->values[(size_t)k * stride + (size_t)csv->nrows]));
      taken[k] = true;
    }
  }
  for (int32_t k = 0; k < ncolumns; k++) {
    if (taken[k]) continue;
    return sar_report(file->reader->context, SAR_INPUT, (SarSource){csv->name, line->number, 1}, file->element,
                      "give all lines the same columns", "column %d is wanted, but this line has %d",
                      (int)columns[k].index + 1, (int)count);
  }
  csv->nrows++;
  return SAR_OK;
}

int32_t sar_csv_columns(const SarCsv *csv) {
  Line line = {"", 0, 0};
  size_t at = csv->length >= 3 && memcmp(csv->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
  int32_t number = 0, count = 0;
  while (next_line(csv, &at, &number, &line)) {
    char separator = separator_of(&line);
    size_t start = 0;
    double value;
    if (!is_number(next_field(&line, separator, &start), &value)) continue;
    for (start = 0; start <= line.length; count++) (void)next_field(&line, separator, &start);
    break;
  }
  return count;
}

SarStatus sar_csv_read(SarFile *file, SarCsv *csv, SarCsvColumn *columns, int32_t ncolumns) {
  SarReader *reader = file->reader;
  Line line = {"", 0, 0};
  size_t at = csv->length >= 3 && memcmp(csv->text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0, stride = 1;
  SAR_TRY(sar_read_check_text(reader->context, csv->name, csv->text + at, csv->length - at));
  for (size_t i = 0; i < csv->length; i++) stride += csv->text[i] == '\n';
  csv->nrows = 0;
  csv->values = sar_arena_grow(reader->arena, NULL, 0, stride * (size_t)ncolumns, sizeof *csv->values);
  csv->sources = sar_arena_grow(reader->arena, NULL, 0, stride, sizeof *csv->sources);
  if (!csv->values || !csv->sources) return sar_read_no_memory(reader);
  int32_t number = 0;
  double value;
  bool more = next_line(csv, &at, &number, &line);
  char separator = separator_of(&line);
  size_t start = 0;
  bool header = more && !is_number(next_field(&line, separator, &start), &value);
  SarStatus status = SAR_OK;
  for (int32_t k = 0; k < ncolumns; k++) {
    if (!columns[k].name) continue;
    SarStatus one = find_column(file, csv, header ? &line : &(Line){"", 0, 1}, separator, &columns[k]);
    if (one != SAR_OK) status = one;
  }
  SAR_TRY(status);
  if (header) more = next_line(csv, &at, &number, &line);
  for (; more; more = next_line(csv, &at, &number, &line)) {
    SAR_TRY(read_row(file, csv, &line, separator, columns, ncolumns, stride));
  }
  for (int32_t k = 1; k < ncolumns; k++) { /* columns close up */
    memmove(csv->values + (size_t)k * (size_t)csv->nrows, csv->values + (size_t)k * stride,
            (size_t)csv->nrows * sizeof *csv->values);
  }
  return SAR_OK;
}
