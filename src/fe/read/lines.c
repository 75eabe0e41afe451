#include "fe/read/lines.h"

#include <inttypes.h>

static SarStatus read_index(SarFeText *text, int32_t n, const char *remedy, const char *what, int32_t *out) {
  int64_t number = 0;
  const char *start = (sar_fe_text_more(text), text->cursor);
  if (!sar_fe_text_int(text, &number)) {
    return sar_fe_text_wrong(text, remedy, "`%.*s` is not a whole number", sar_fe_text_shown(text), text->cursor);
  }
  *out = (int32_t)(number - 1);
  if (number >= 1 && number <= n) return SAR_OK;
  text->cursor = start;
  return sar_fe_text_wrong(text, remedy, "%s %" PRId64 " where there are %d unknowns", what, number, (int)n);
}

SarStatus sar_fe_line_entry(SarFeText *text, int32_t n, const char *remedy, SarFeEntry *out) {
  SAR_TRY(read_index(text, n, remedy, "row", &out->row));
  SAR_TRY(read_index(text, n, remedy, "column", &out->column));
  if (sar_fe_text_real(text, &out->value) && !sar_fe_text_more(text)) return SAR_OK;
  return sar_fe_text_wrong(text, remedy, "`%.*s` is not a number", sar_fe_text_shown(text), text->cursor);
}

static bool is_wanted(const SarFeEntry *e, const int32_t wanted[2], bool both) {
  return (e->row == wanted[0] && e->column == wanted[1]) || (both && e->row == wanted[1] && e->column == wanted[0]);
}

SarStatus sar_fe_report_repeated(SarContext *context, const char *path, int32_t n, int32_t skipped, char comment,
                                 bool both, const char *remedy, const int32_t wanted[2]) {
  SarFeText text;
  SarFeEntry entry = {0};
  int32_t seen = 0;
  SarStatus status = sar_fe_text_open(context, path, sar_nowhere(), &text);
  while (status == SAR_OK && sar_fe_text_line(&text)) {
    if (text.number <= skipped || !sar_fe_text_more(&text) || (comment && *text.cursor == comment)) continue;
    status = sar_fe_line_entry(&text, n, remedy, &entry);
    seen += status == SAR_OK && is_wanted(&entry, wanted, both);
    if (seen < 2) continue;
    text.cursor = text.line;
    status = sar_fe_text_wrong(&text, remedy, "the entry in row %d and column %d stands twice", (int)entry.row + 1,
                               (int)entry.column + 1);
  }
  sar_fe_text_close(&text);
  return status == SAR_OK ? SAR_INPUT : status;
}
