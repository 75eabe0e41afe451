/* The table as CSV: names, `# units`, rows with 17 digits. Cells that hold what ends cells stand in quotes, quotes in
 * them twice; lines of a message become one. */
#include <string.h>

#include "result/text_file.h"
#include "study/table.h"

static bool needs_quotes(const char *text) { return text[strcspn(text, ",\"#\r\n")] || *text == ' '; }

static void put_cell(SarTextFile *file, const char *text) {
  bool quoted = needs_quotes(text);
  if (quoted) sar_text_file_put_char(file, '"');
  for (const char *c = text; *c; c++) {
    if (*c == '"') sar_text_file_put_char(file, '"');
    sar_text_file_put_char(file, *c == '\n' || *c == '\r' ? ' ' : *c);
  }
  if (quoted) sar_text_file_put_char(file, '"');
}

/* Of a cell behind others. */
static void put_next(SarTextFile *file, const char *text) {
  sar_text_file_put_char(file, ',');
  put_cell(file, text);
}

static void put_reals(SarTextFile *file, const double *values, int32_t count) {
  for (int32_t i = 0; i < count; i++) {
    sar_text_file_put_char(file, ',');
    sar_text_file_put_real(file, values[i]);
  }
}

static void put_heads(SarTextFile *file, const SarStudyHead *h) {
  static const char *const last[] = {"status", "message", "steps", "cpu_seconds", "host"};
  static const char *const units[] = {"", "", "", "s", ""};
  enum { LAST = sizeof last / sizeof *last };
  int32_t count = h->nparameters + h->nresponses;
  sar_text_file_put(file, "run");
  for (int32_t i = 0; i < count; i++) put_next(file, h->columns[i].name);
  for (int i = 0; i < LAST; i++) put_next(file, last[i]);
  sar_text_file_put(file, "\n# ");
  for (int32_t i = 0; i < count; i++) put_next(file, h->columns[i].unit);
  for (int i = 0; i < LAST; i++) put_next(file, units[i]);
  sar_text_file_put_char(file, '\n');
}

SarStatus sar_study_table_write_csv(SarContext *context, const SarStudyTable *table, const char *path) {
  const SarStudyHead *h = sar_study_table_head(table);
  SarTextFile file;
  SarStudyRow row;
  SarStatus status = sar_text_file_open(context, path, &file);
  if (status == SAR_OK) put_heads(&file, h);
  for (int64_t i = 0; status == SAR_OK && sar_study_table_row(table, i, &row); i++) {
    sar_text_file_put_int(&file, row.run);
    put_reals(&file, row.parameters, h->nparameters);
    put_reals(&file, row.responses, h->nresponses);
    put_next(&file, sar_row_status_name(row.status));
    put_next(&file, row.message);
    sar_text_file_put_char(&file, ',');
    sar_text_file_put_int(&file, row.steps);
    put_reals(&file, &row.cpu_seconds, 1);
    put_next(&file, row.host);
    sar_text_file_put_char(&file, '\n');
  }
  SarStatus closed = sar_text_file_close(&file);
  return status == SAR_OK ? closed : status;
}
