/* A results table from a CSV file: our own, or a reference solution from elsewhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "result/load.h"
#include "result/table.h"

typedef struct Reader {
  SarTable *table;
  const char *path;
  char *text;
  int32_t line;
  bool forgiving; /* a last line that was cut off is left out */
  bool has_units;
} Reader;

static SarSource source_of(const Reader *r, const char *begin, const char *at) {
  return (SarSource){sar_intern(r->table->context, r->path), r->line, (int32_t)(at - begin) + 1};
}

/* Cuts the next line off; carriage returns are dropped. *ended: a line feed ends it. */
static char *next_line(char **rest, bool *ended) {
  char *line = *rest;
  if (!*line) return NULL;
  size_t length = strcspn(line, "\n");
  *ended = line[length] == '\n';
  *rest = line[length] ? line + length + 1 : line + length;
  line[length] = 0;
  if (length && line[length - 1] == '\r') line[length - 1] = 0;
  return line;
}

/* Where a field of a line ends: at a comma that stands in no quotes, or with the line. A quote that is never closed is
 * part of the text. */
static size_t field_length(const char *line) {
  size_t blanks = strspn(line, " \t"), length = blanks;
  if (line[length] != '"') return strcspn(line, ",");
  for (length++; line[length]; length++) {
    if (line[length] != '"') continue;
    if (line[length + 1] != '"') return length + strcspn(line + length, ",");
    length++; /* two of them stand for one */
  }
  return strcspn(line, ",");
}

/* The text of a field, without its quotes. Null: no memory. */
static const char *copy_field(SarArena *arena, const char *field, size_t length) {
  char *copy = SAR_NEW(arena, length + 1, char);
  size_t first = 0, last = length, used = 0;
  while (first < length && strchr(" \t", field[first])) first++;
  while (last > first && strchr(" \t", field[last - 1])) last--;
  bool quoted = last - first >= 2 && field[first] == '"' && field[last - 1] == '"';
  if (!copy || !quoted) return copy ? memcpy(copy, field, length) : NULL;
  for (size_t i = first + 1; i < last - 1; i++) {
    copy[used++] = field[i];
    if (field[i] == '"' && field[i + 1] == '"' && i + 1 < last - 1) i++;
  }
  return copy;
}

static int32_t count_fields(const char *line) {
  int32_t count = 1;
  for (size_t length; line[length = field_length(line)]; count++) line += length + 1;
  return count;
}

static SarStatus read_names(Reader *r, const char *line) {
  SarColumns *columns = &r->table->columns;
  int32_t count = count_fields(line);
  *columns = (SarColumns){.arena = sar_arena_create(), .count = count};
  if (!columns->arena) return sar_report_no_memory(r->table->context);
  columns->names = SAR_NEW(columns->arena, count, const char *);
  columns->units = SAR_NEW(columns->arena, count, const char *);
  columns->factors = SAR_NEW(columns->arena, count, double);
  columns->indeterminate = SAR_NEW(columns->arena, count, bool);
  if (!columns->names || !columns->units || !columns->factors || !columns->indeterminate) {
    return sar_report_no_memory(r->table->context);
  }
  for (int32_t i = 0; i < count; i++) {
    size_t length = field_length(line);
    columns->names[i] = copy_field(columns->arena, line, length);
    columns->units[i] = "";
    columns->factors[i] = 1;
    if (!columns->names[i]) return sar_report_no_memory(r->table->context);
    line += length + (line[length] == ',');
  }
  return sar_table_index(r->table);
}

/* "# s,m,N": as many units as there are columns, else it is a comment. */
static SarStatus read_units(Reader *r, const char *line) {
  SarColumns *columns = &r->table->columns;
  line += strspn(line, "# ");
  if (count_fields(line) != columns->count) return SAR_OK;
  int32_t count = columns->count;
  r->has_units = true;
  for (int32_t i = 0; i < count; i++) {
    size_t length = field_length(line);
    columns->units[i] = copy_field(columns->arena, line, length);
    if (!columns->units[i]) return sar_report_no_memory(r->table->context);
    line += length + (line[length] == ',');
  }
  return SAR_OK;
}

/* What `%.17g` writes for numbers that are none. Returns how many characters belong to it, 0: none. */
static size_t special_number(const char *text, double *value) {
  bool negative = *text == '-';
  if (strncmp(text + negative, "nan", 3) != 0 && strncmp(text + negative, "inf", 3) != 0) return 0;
  double size = text[negative] == 'n' ? (double)NAN : (double)INFINITY;
  *value = negative ? -size : size;
  return 3 + (size_t)negative;
}

/* Reads the numbers of a line into the next row. Returns how many are right, one more than there are columns if more
 * follows; *at: where the first wrong one begins. */
static int32_t parse_row(SarTable *table, const char *line, const char **at) {
  *at = line;
  for (int32_t i = 0; i < table->columns.count; i++) {
    *at += strspn(*at, " \t");
    double *place = &table->data[i * table->capacity + table->rows];
    size_t used = sar_text_number(*at, strlen(*at), place);
    if (!used) used = special_number(*at, place);
    const char *end = *at + used + strspn(*at + used, " \t");
    bool last = i + 1 == table->columns.count, known = used && (*end == ',' || !*end);
    if (!known) return i;
    *at = *end ? end + 1 : end;
    if (!last && !*end) return i + 1;
    if (last && *end) return i + 2;
  }
  return table->columns.count;
}

/* The last line of a file that was cut short: the disk was full, or the program was killed. Tables that a run writes
 * end with a line feed: without it even a number that can be read may have lost its last digits. */
static bool is_torn(const Reader *r, int32_t right, const char *at) {
  bool complete = right == r->table->columns.count;
  if (right > r->table->columns.count) return false;
  return r->forgiving && (complete ? r->has_units : !strchr(at, ','));
}

static SarStatus read_row(Reader *r, const char *line, bool ended) {
  SarTable *table = r->table;
  const char *at;
  if (table->rows == table->capacity) SAR_TRY(sar_table_grow(table));
  int32_t right = parse_row(table, line, &at);
  if (!ended && is_torn(r, right, at)) {
    sar_warn(table->context, source_of(r, line, at), NULL, "end it with a line feed if it is complete",
             "the file is cut off in its last line, which is left out");
    return SAR_OK;
  }
  if (right > table->columns.count) {
    return sar_report(table->context, SAR_INPUT, source_of(r, line, at), NULL,
                      "every line holds one number per column, separated by commas",
                      "the line goes on behind its %d numbers", table->columns.count);
  }
  if (right < table->columns.count) {
    return sar_report(table->context, SAR_INPUT, source_of(r, line, at), NULL,
                      "every line holds one number per column, separated by commas",
                      "number %d of %d is missing or wrong", right + 1, table->columns.count);
  }
  table->rows++;
  return SAR_OK;
}

static SarStatus read_lines(Reader *r) {
  bool ended = false;
  bool marked = strncmp(r->text, "\xEF\xBB\xBF", 3) == 0; /* before UTF-8, by spreadsheets */
  char *rest = r->text + (marked ? 3 : 0), *line = next_line(&rest, &ended);
  r->line = 1;
  if (!line || !*line) {
    return sar_report(r->table->context, SAR_INPUT, source_of(r, r->text, r->text), NULL,
                      "the first line names the columns", "the file has no columns");
  }
  SAR_TRY(read_names(r, line));
  SAR_TRY(sar_table_grow(r->table));
  while ((line = next_line(&rest, &ended))) {
    r->line++;
    if (r->line == 2 && *line == '#') SAR_TRY(read_units(r, line));
    if (*line && *line != '#') SAR_TRY(read_row(r, line, ended));
  }
  return SAR_OK;
}

static SarStatus read_table(SarTable *table, const char *path, bool forgiving) {
  sar_table_clear(table);
  Reader r = {.table = table, .path = path, .forgiving = forgiving};
  SAR_TRY(sar_load_text(table->context, path, "give the path of a CSV file", &r.text, NULL));
  SarStatus status = read_lines(&r);
  free(r.text);
  return status;
}

SarStatus sar_table_read_csv(SarTable *table, const char *path) {
  SAR_NEED(NULL, table && path);
  return read_table(table, path, false);
}

SarStatus sar_table_read_results(SarTable *table, const char *path) { return read_table(table, path, true); }
