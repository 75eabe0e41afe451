/* Values of a study file: texts, numbers, names, paths, tables. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/text.h"
#include "result/load.h"
#include "study/head.h"
#include "study/reading.h"

const SarNode *sar_study_get(const SarNode *mapping, const char *key) {
  return mapping && mapping->kind == SAR_NODE_MAPPING ? sar_node_get(mapping, key) : NULL;
}

SarStatus sar_study_text_of(SarStudyReader *r, const SarNode *node, const char *what, const char **out) {
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, what, "a text"));
  if (!node->text[0]) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "give it one, or leave the key out",
                      "`%s` has no value", what);
  }
  *out = sar_arena_copy_text(r->arena, node->text);
  return *out ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_study_number(SarStudyReader *r, const SarNode *node, const char *what, double *out, bool *angle) {
  SAR_TRY(sar_read_expect(&r->file, node, SAR_NODE_SCALAR, what, "a number"));
  if (!node->text[0]) {
    return sar_report(r->context, SAR_INPUT, node->source, NULL, "write a number", "`%s` has no value", what);
  }
  return sar_read_constant(&r->file, node->text, node->inside, out, angle);
}

double sar_study_for_columns(const SarStudyReader *r, double value, bool angle) {
  return angle && r->study->model ? value / r->study->model->units.angle : value;
}

SarStatus sar_study_positive(SarStudyReader *r, const SarNode *node, const char *what, double *out) {
  SAR_TRY(sar_study_number(r, node, what, out, NULL));
  if (*out > 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "give a number above zero",
                    "`%s` must be positive, but it is %g", what, *out);
}

SarStatus sar_study_whole(SarStudyReader *r, const SarNode *node, const char *what, int64_t least, int64_t greatest,
                          int64_t *out) {
  double value = 0;
  SAR_TRY(sar_study_number(r, node, what, &value, NULL));
  bool whole = value == floor(value);
  if (whole && value >= (double)least && value <= (double)greatest) {
    *out = (int64_t)value;
    return SAR_OK;
  }
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "give a whole number in this range",
                    "`%s` must be a whole number from %.0f to %.0f, but it is %.17g", what, (double)least,
                    (double)greatest, value);
}

SarStatus sar_study_add_column(SarStudyReader *r, const char *what, const char *name, SarSource at) {
  if (strlen(name) > SAR_TABLE_NAME) {
    return sar_report(r->context, SAR_INPUT, at, NULL, "give it a shorter name",
                      "the name of a %s has at most %d bytes, this one has %zu", what, SAR_TABLE_NAME, strlen(name));
  }
  bool full = r->ntable > SAR_TABLE_COLUMNS || r->table_bytes > SAR_TABLE_BYTES;
  r->ntable++;
  r->table_bytes += strlen(name) + SAR_TABLE_COLUMN_BYTES;
  if (full || (r->ntable <= SAR_TABLE_COLUMNS && r->table_bytes <= SAR_TABLE_BYTES)) return SAR_OK; /* said once */
  return sar_report(r->context, SAR_INPUT, at, NULL, "make several studies of it, or shorten the names",
                    "the table of runs has no room for more parameters and responses than the %d before this one",
                    (int)r->ntable - 1);
}

SarStatus sar_study_check_keys(SarStudyReader *r, const SarNode *mapping, const char *owner, const char *keys) {
  return sar_read_check_keys(&r->file, mapping, owner, keys);
}

SarStatus sar_study_no_such(SarStudyReader *r, SarSource at, const char *what, const char *name,
                            const char *const *names, int32_t count, const char *remedy) {
  SarSuggestion suggestion = sar_suggestion(name);
  for (int32_t i = 0; i < count; i++) sar_suggestion_offer(&suggestion, names[i]);
  SarHint hint = sar_hint(&suggestion);
  return sar_report(r->context, SAR_INPUT, at, NULL, remedy, "there is no %s `%s`%s%s%s", what, name, hint.open,
                    hint.word, hint.close);
}

/* ---- files ---- */

SarStatus sar_study_path(SarStudyReader *r, const SarNode *node, const char *what, const char **out) {
  const char *text;
  SAR_TRY(sar_study_text_of(r, node, what, &text));
  *out = text[0] == '/' ? text : sar_arena_printf(r->arena, "%s%s", r->folder, text);
  return *out ? SAR_OK : sar_report_no_memory(r->context);
}

static SarStatus keep_file(SarStudyReader *r, const char *path) {
  SarStudy *study = r->study;
  char *text = NULL;
  SarStudyFile *file =
      sar_arena_append(r->arena, 2, &study->files, &study->nfiles, &study->files_capacity, sizeof *file);
  if (!file) return sar_report_no_memory(r->context);
  *file = (SarStudyFile){path, ""};
  SAR_TRY(sar_load_text(r->context, path, "give the path of a CSV file", &text, NULL));
  file->text = sar_arena_copy_text(r->arena, text);
  free(text);
  return file->text ? SAR_OK : sar_report_no_memory(r->context);
}

SarStatus sar_study_table(SarStudyReader *r, const SarNode *node, const char *what, const char **path, SarTable **out) {
  *out = NULL;
  SAR_TRY(sar_study_path(r, node, what, path));
  SAR_TRY(sar_file_check_regular(r->context, *path, node->text, node->source, "give the path of a CSV file"));
  SAR_TRY(keep_file(r, *path));
  SAR_TRY(sar_table_create(r->context, out));
  SAR_TRY(sar_table_read_csv(*out, *path));
  if (sar_table_rows(*out) > 0) return SAR_OK;
  return sar_report(r->context, SAR_INPUT, node->source, NULL, "below the names, give a line of numbers for every row",
                    "`%s` has no rows", node->text);
}
