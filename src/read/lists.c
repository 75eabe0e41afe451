/* Values of fields that are lists or texts: expressions, matrices, new values of parameters, names, words. */
#include <math.h>
#include <string.h>

#include "base/text.h"
#include "read/values.h"

SarStatus sar_read_functions(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "a list of expressions"));
  const SarExpr **functions = SAR_NEW(file->reader->model->arena, node->count, const SarExpr *);
  if (!functions) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = sar_read_function(file, node->items[i], field, &functions[i]);
    if (one != SAR_OK) status = one;
  }
  value->functions = functions;
  value->nlist = node->count;
  return status;
}

/* ---- matrices ---- */

/* A number, or the word for infinity where the field has one. */
static SarStatus read_entry(SarFile *file, const SarNode *node, const SarField *field, const char *unit, double *out) {
  bool word = field->choices && node->kind == SAR_NODE_SCALAR && sar_field_choice(field->choices, node->text) >= 0;
  if (!word) return sar_read_number(file, node, field->name, unit, out);
  *out = INFINITY;
  return SAR_OK;
}

static SarStatus read_row(SarFile *file, const SarNode *node, const SarField *field, int32_t row, int32_t columns,
                          double *out) {
  char room[SAR_FIELD_UNIT];
  SarStatus status = SAR_OK;
  if (columns == 1 && node->kind == SAR_NODE_SCALAR) {
    return sar_read_number(file, node, field->name, sar_field_unit_at(field, row, 0, 1, room), out);
  }
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "rows of numbers"));
  if (node->count != columns) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "give all rows the same length",
                      "this row of `%s` has %d number%s, the first one %d", field->name, (int)node->count,
                      node->count == 1 ? "" : "s", (int)columns);
  }
  for (int32_t j = 0; j < columns; j++) {
    const char *unit = sar_field_unit_at(field, row, j, columns, room);
    SarStatus one = read_entry(file, node->items[j], field, unit, &out[j]);
    if (one != SAR_OK) status = one;
  }
  return status;
}

SarStatus sar_read_matrix(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  bool number = node->kind == SAR_NODE_SCALAR;
  if (!number) SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "rows of numbers"));
  int32_t rows = number ? 1 : node->count, columns = 1;
  if (!number && rows && node->items[0]->kind == SAR_NODE_SEQUENCE) columns = node->items[0]->count;
  if (!rows || !columns) {
    return sar_report(file->reader->context, SAR_INPUT, node->source, file->element, "write rows: [[1, 2], [3, 4]]",
                      "`%s` is empty", field->name);
  }
  double *list = sar_arena_grow(file->reader->model->arena, NULL, 0, (size_t)rows * (size_t)columns, sizeof *list);
  if (!list) return sar_read_no_memory(file->reader);
  char room[SAR_FIELD_UNIT];
  const char *unit = sar_field_unit_at(field, 0, 0, 1, room);
  SarStatus status = number ? sar_read_number(file, node, field->name, unit, list) : SAR_OK;
  for (int32_t i = 0; !number && i < rows; i++) {
    SarStatus one = read_row(file, node->items[i], field, i, columns, list + (size_t)i * (size_t)columns);
    if (one != SAR_OK) status = one;
  }
  value->list = list;
  value->nlist = rows;
  value->columns = columns;
  return status;
}

/* ---- new values of parameters ---- */

static SarStatus read_setting(SarFile *file, const SarNode *key, const SarNode *item, const SarField *field,
                              SarSetting *setting) {
  SarReader *reader = file->reader;
  const SarParameter *parameter = sar_parameter_find(file, key->text);
  if (!parameter) return sar_parameter_unknown(file, key->text, key->source);
  *setting = (SarSetting){.parameter = parameter->changed, .source = item->source};
  setting->name = sar_arena_printf(reader->model->arena, "%s%s", file->prefix, key->text);
  if (!setting->name) return sar_read_no_memory(reader);
  return sar_read_function(file, item, field, &setting->function);
}

SarStatus sar_read_settings(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, field->name, "parameters with expressions"));
  SarSetting *settings = SAR_NEW(file->reader->model->arena, node->count, SarSetting);
  if (!settings) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    SarStatus one = read_setting(file, node->keys[i], node->items[i], field, &settings[i]);
    if (one != SAR_OK) status = one;
  }
  value->settings = settings;
  value->nlist = node->count;
  return status;
}

/* ---- coordinates at the start ---- */

SarStatus sar_read_starts(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_MAPPING, field->name, "coordinates with numbers"));
  SarStartValue *starts = SAR_NEW(file->reader->model->arena, node->count, SarStartValue);
  if (!starts) return sar_read_no_memory(file->reader);
  SarStatus status = SAR_OK;
  for (int32_t i = 0; i < node->count; i++) {
    const char *word = node->keys[i]->text;
    starts[i].index = sar_field_choice(field->choices, word);
    starts[i].source = node->keys[i]->source;
    SarStatus one = starts[i].index < 0
                        ? sar_read_unknown_key(file, node->keys[i], "the start of this joint", field->choices, NULL)
                        : sar_read_number(file, node->items[i], word, sar_start_unit(word), &starts[i].value);
    if (one != SAR_OK) status = one;
  }
  value->starts = starts;
  value->nlist = node->count;
  return status;
}

/* ---- texts, names, words ---- */

SarStatus sar_read_free_text(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  const char *text;
  SAR_TRY(sar_read_text(file, node, field->name, &text));
  value->text = sar_arena_copy_text(file->reader->model->arena, text);
  return value->text ? SAR_OK : sar_read_no_memory(file->reader);
}

/* The names of one node, or of a list of them. */
static SarStatus read_names(SarFile *file, const SarNode *node, const SarField *field, bool one, const char *takes,
                            SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, one ? SAR_NODE_SCALAR : SAR_NODE_SEQUENCE, field->name, takes));
  int32_t count = one ? 1 : node->count;
  const char **names = SAR_NEW(file->reader->model->arena, count, const char *);
  if (!names) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < count; i++) {
    SAR_TRY(sar_read_reference(file, one ? node : node->items[i], field->name, &names[i]));
  }
  value->names = names;
  value->nlist = count;
  return SAR_OK;
}

SarStatus sar_read_joints(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  bool one = field->kind == SAR_FIELD_JOINT;
  return read_names(file, node, field, one, one ? "the name of a joint" : "a list of joints", value);
}

SarStatus sar_read_elements(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  bool one = field->kind == SAR_FIELD_ELEMENT;
  return read_names(file, node, field, one, one ? "the name of an element" : "a list of elements", value);
}

SarStatus sar_read_name_list(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  return read_names(file, node, field, false, "a list of names", value);
}

SarStatus sar_read_pairs(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "a list of pairs of names"));
  const char **names = SAR_NEW(file->reader->model->arena, 2 * node->count, const char *);
  if (!names) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    const SarNode *pair = node->items[i];
    if (pair->kind != SAR_NODE_SEQUENCE || pair->count != 2) {
      return sar_report(file->reader->context, SAR_INPUT, pair->source, file->element,
                        "write a list of lists: [[a, b], [b, c]]", "`%s` takes pairs of names", field->name);
    }
    for (int k = 0; k < 2; k++) SAR_TRY(sar_read_reference(file, pair->items[k], field->name, &names[2 * i + k]));
  }
  value->names = names;
  value->nlist = node->count;
  return SAR_OK;
}

SarStatus sar_read_words(SarFile *file, const SarNode *node, const SarField *field, SarValue *value) {
  SAR_TRY(sar_read_expect(file, node, SAR_NODE_SEQUENCE, field->name, "a list of words"));
  SarModel *model = file->reader->model;
  const char **words = SAR_NEW(model->arena, node->count, const char *);
  if (!words) return sar_read_no_memory(file->reader);
  for (int32_t i = 0; i < node->count; i++) {
    const char *text;
    SAR_TRY(sar_read_text(file, node->items[i], field->name, &text));
    if (sar_field_choice(field->choices, text) < 0) {
      return sar_read_no_choice(file, node->items[i], field, text);
    }
    words[i] = sar_arena_copy_text(model->arena, text);
    if (!words[i]) return sar_read_no_memory(file->reader);
  }
  value->names = words;
  value->nlist = node->count;
  return SAR_OK;
}
