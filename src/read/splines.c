/* `splines:` are tables for the spline functions of expressions: a curve {x: [..], y: [..]}, a family of curves with a
 * second argument {x: [..], z: [..], y: [[..], [..]]}, or the columns of a file. Their numbers are plain, in the units
 * of the expressions that use them. */
#include <string.h>

#include "base/text.h"
#include "expr/spline.h"
#include "read/csv.h"

static const char keys[] = "x y z file columns extrapolate end_slopes for";

/* A list of numbers and where each stands. */
typedef struct Numbers {
  double *values;
  SarSource *sources;
  int32_t count;
} Numbers;

static SarStatus read_list(SarFile *file, const SarNode *node, const char *what, Numbers *out) {
  SarArena *arena = file->reader->arena;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, what, "a list of numbers"));
  *out = (Numbers){SAR_NEW(arena, node->count, double), SAR_NEW(arena, node->count, SarSource), node->count};
  if (!out->values || !out->sources) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) out->sources[i] = node->items[i]->source;
  return sar_read_numbers(file, node, what, "", node->count, out->values);
}

static SarStatus check_increasing(SarFile *file, const Numbers *numbers, const char *what) {
  for (int32_t i = 1; i < numbers->count; i++) {
    if (numbers->values[i] > numbers->values[i - 1]) continue;
    return sar_report(file->reader->context, SAR_INPUT, numbers->sources[i], file->element,
                      "sort the points, and give each place once", "`%s` does not increase: %g follows %g", what,
                      numbers->values[i], numbers->values[i - 1]);
  }
  return SAR_OK;
}

static SarStatus wrong_number(SarFile *file, const SarNode *node, const char *what, const char *of, int32_t is,
                              int32_t wanted) {
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give one for each",
                    "`%s` has %d numbers, but `%s` has %d", what, (int)is, of, (int)wanted);
}

/* ---- tables in the model ---- */

static SarStatus missing(SarFile *file, const SarNode *key, const char *what) {
  return sar_report(file->reader->context, SAR_INPUT, key->source, file->element,
                    "write {x: [..], y: [..]} or {file: table.csv}", "`%s` is missing", what);
}

static SarStatus read_curves(SarFile *file, const SarNode *y, const Numbers *x, int32_t nz, double *out) {
  for (int32_t i = 0; i < nz; i++) {
    const SarNode *row = y->items[i];
    Numbers numbers;
    SAR_TRY(read_list(file, row, "y", &numbers));
    if (numbers.count != x->count) return wrong_number(file, row, "y", "x", numbers.count, x->count);
    memcpy(out + (size_t)i * (size_t)x->count, numbers.values, (size_t)x->count * sizeof *out);
  }
  return SAR_OK;
}

static SarStatus read_table(SarFile *file, const SarNode *key, const SarNode *item, Numbers *x, Numbers *z,
                            double **values) {
  const SarNode *x_node = sar_node_get(item, "x"), *y = sar_node_get(item, "y"), *z_node = sar_node_get(item, "z");
  const SarNode *columns = sar_node_get(item, "columns");
  if (columns) {
    return sar_report(file->reader->context, SAR_INPUT, columns->source, file->element, "add `file`, or remove it",
                      "`columns` are those of a file, but there is no `file`");
  }
  if (!x_node || !y) return missing(file, key, x_node ? "y" : "x");
  SAR_TRY(read_list(file, x_node, "x", x));
  SAR_TRY(check_increasing(file, x, "x"));
  if (!z_node) {
    Numbers numbers;
    SAR_TRY(read_list(file, y, "y", &numbers));
    if (numbers.count != x->count) return wrong_number(file, y, "y", "x", numbers.count, x->count);
    *values = numbers.values;
    return SAR_OK;
  }
  SAR_TRY(sar_read_expect(file, y, SAR_NODE_SEQUENCE, "y", "one list of numbers for each `z`"));
  if (y->count != z->count) {
    return sar_report(file->reader->context, SAR_INPUT, y->source, file->element, "give one curve for each `z`",
                      "`y` has %d curves, but `z` has %d numbers", (int)y->count, (int)z->count);
  }
  *values = sar_arena_grow(file->reader->arena, NULL, 0, (size_t)x->count * (size_t)z->count, sizeof **values);
  if (!*values) return sar_read_no_memory(file->reader);
  return read_curves(file, y, x, z->count, *values);
}

/* ---- tables in files ---- */

static SarStatus read_column(SarFile *file, const SarNode *node, SarCsvColumn *column) {
  const char *text;
  double number;
  SAR_TRY(sar_read_text(file, node, "columns", &text));
  *column = (SarCsvColumn){.source = node->source};
  size_t length = strlen(text);
  if (!length || sar_text_number(text, length, &number) != length) {
    column->name = sar_arena_copy_text(file->reader->arena, text);
    return column->name ? SAR_OK : sar_read_no_memory(file->reader);
  }
  if (!(number >= 1 && number <= 100000) || number != (double)(int32_t)number) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "the first column is 1",
                      "there is no column `%s`", text);
  }
  column->index = (int32_t)number - 1;
  return SAR_OK;
}

/* The columns that are asked for: x, and one for each curve. */
static SarStatus read_columns(SarFile *file, const SarNode *item, int32_t wanted, SarCsvColumn *columns) {
  const SarNode *node = sar_node_get(item, "columns");
  for (int32_t i = 0; i < wanted; i++) {
    columns[i] = (SarCsvColumn){.index = i, .source = sar_node_get(item, "file")->source};
  }
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, "columns", "a list of columns"));
  if (node->count != wanted) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                      "give the column of x, and one for each curve", "%d columns are wanted here, not %d", (int)wanted,
                      (int)node->count);
  }
  for (int32_t i = 0; i < wanted; i++) SAR_TRY(read_column(file, node->items[i], &columns[i]));
  return SAR_OK;
}

static SarStatus read_file(SarFile *file, const SarNode *item, Numbers *x, const Numbers *z, double **values) {
  SarReader *reader = file->reader;
  static const char *const both[] = {"x", "y"};
  const SarNode *node = sar_node_get(item, "file");
  SarCsvColumn columns[SAR_CSV_COLUMNS];
  SarCsv csv = {0};
  int32_t wanted = 1 + (z->count ? z->count : 1), index;
  for (int i = 0; i < 2; i++) {
    const SarNode *other = sar_node_get(item, both[i]);
    if (!other) continue;
    return sar_report(reader->context, SAR_INPUT, other->source, file->element, "keep one of them",
                      "`file` and `%s` exclude each other", both[i]);
  }
  if (wanted > SAR_CSV_COLUMNS) {
    return sar_report(reader->context, SAR_INPUT, node->source, file->element, "use fewer curves",
                      "a table has at most %d columns", SAR_CSV_COLUMNS);
  }
  SAR_TRY(read_columns(file, item, wanted, columns));
  SAR_TRY(sar_read_path(file, node, "name the file: {file: table.csv}", &csv.path));
  SAR_TRY(sar_read_named_file(reader, csv.path, node->source, &csv.name, &csv.text, &csv.length));
  SAR_TRY(sar_csv_read(file, &csv, columns, wanted));
  SAR_TRY(sar_read_keep_file(reader, csv.path, csv.text, &index));
  *x = (Numbers){csv.values, csv.sources, csv.nrows};
  *values = csv.values + csv.nrows;
  return check_increasing(file, x, "x");
}

/* ---- splines ---- */

static SarStatus read_extrapolation(SarFile *file, const SarNode *node, SarExtrapolation *out) {
  const char *text;
  if (!node) return SAR_OK;
  SAR_TRY(sar_read_text(file, node, "extrapolate", &text));
  int32_t choice = sar_field_choice(SAR_EXTRAPOLATIONS, text);
  *out = (SarExtrapolation)choice;
  if (choice >= 0) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "use one of: " SAR_EXTRAPOLATIONS,
                    "`extrapolate` cannot be `%s`", text);
}

/* [first, last]: `out` points to them; null: not given. */
static SarStatus read_end_slopes(SarFile *file, const SarNode *node, const double **out) {
  Numbers numbers;
  if (!node) return SAR_OK;
  SAR_TRY(read_list(file, node, "end_slopes", &numbers));
  *out = numbers.values;
  if (numbers.count == 2) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, node->source, file->element,
                    "give two: dy/dx at the first and at the last point", "`end_slopes` has %d numbers",
                    (int)numbers.count);
}

static SarStatus check_name(SarFile *file, const SarNode *key, const char *name, const char *whole) {
  if (!sar_text_is_name(name)) {
    return sar_report(file->reader->context, SAR_INPUT, key->source, NULL,
                      "use letters, digits and _, and do not start with a digit", "`%s` is not a valid name", name);
  }
  const SarModelSpline *same;
  SAR_TRY(sar_read_lookup_spline(file->reader, whole, &same));
  if (!same) return SAR_OK;
  return sar_report(file->reader->context, SAR_INPUT, key->source, NULL,
                    "put the counter of `for:` into the name, as in `\"road{i}\"`", "there are two splines `%s`", name);
}

static SarStatus read_numbers(SarFile *file, const SarNode *key, const SarNode *item, SarSplineTable *table) {
  SarReader *reader = file->reader;
  const SarNode *z_node = sar_node_get(item, "z");
  Numbers x = {0}, z = {0};
  double *y = NULL;
  if (z_node) {
    SAR_TRY(read_list(file, z_node, "z", &z));
    SAR_TRY(check_increasing(file, &z, "z"));
  }
  if (z_node && z.count < 2) {
    return sar_report(reader->context, SAR_INPUT, z_node->source, file->element, "leave `z` out for a single curve",
                      "a family needs 2 curves at least, not %d", (int)z.count);
  }
  SAR_TRY(sar_node_get(item, "file") ? read_file(file, item, &x, &z, &y) : read_table(file, key, item, &x, &z, &y));
  table->x = x.values;
  table->nx = x.count;
  table->z = z.count ? z.values : NULL;
  table->nz = z.count ? z.count : 1;
  table->y = y;
  if (x.count >= 2) return SAR_OK;
  return sar_report(reader->context, SAR_INPUT, key->source, file->element, "give more points",
                    "a spline needs 2 points at least, not %d", (int)x.count);
}

static SarStatus read_spline(SarFile *file, const SarNamed *entry, void *self) {
  (void)self;
  const SarNode *key = entry->key, *item = entry->node;
  SarReader *reader = file->reader;
  const char *name;
  SarSplineTable table = {.extrapolation = SAR_EXTRAPOLATE_PARABOLA};
  SAR_TRY(sar_read_text(file, key, "name", &name));
  table.name = sar_model_prefixed(reader->model, file->prefix, name);
  if (!table.name) return sar_read_no_memory(reader);
  SAR_TRY(check_name(file, key, name, table.name));
  SAR_TRY(sar_read_expect(file, item, SAR_NODE_MAPPING, name, "{x: [..], y: [..]} or {file: ..}"));
  SAR_TRY(sar_read_check_keys(file, item, "a spline", keys));
  SAR_TRY(read_extrapolation(file, sar_node_get(item, "extrapolate"), &table.extrapolation));
  SAR_TRY(read_end_slopes(file, sar_node_get(item, "end_slopes"), &table.end_slopes));
  SAR_TRY(read_numbers(file, key, item, &table));
  SarModelSpline spline = {.name = table.name, .source = key->source};
  SAR_TRY(sar_spline_create(reader->context, reader->model->arena, &table, key->source, &spline.spline));
  return sar_model_keep_spline(reader->model, &spline);
}

SarStatus sar_read_splines(SarFile *file, const SarNode *node) {
  SarStatus status = SAR_OK;
  if (!node || (node->kind == SAR_NODE_SCALAR && !node->text[0])) return SAR_OK;
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, "splines", "named tables"));
  file->splines = node;
  const char *outer = file->element;
  for (int32_t i = 0; i < node->count; i++) {
    file->element = node->keys[i]->text;
    SarStatus one = sar_read_named(file, node->keys[i], node->items[i], read_spline, NULL);
    bool repeated = node->items[i]->kind == SAR_NODE_MAPPING && sar_node_get(node->items[i], "for");
    if (one != SAR_OK && repeated) file->repeated_spline_failed = true;
    if (one != SAR_OK) status = one;
    if (one == SAR_NO_MEMORY) break;
  }
  file->element = outer;
  return status;
}
