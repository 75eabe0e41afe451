/* Matrix Market: stiffness and mass as matrices of coordinates, symmetric or general, with a table of nodes, and one of
 * unknowns where these are not three or six per node in its order. */
#define _POSIX_C_SOURCE 200809L

#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <strings.h>

#include "fe/read/lines.h"
#include "fe/read/reading.h"

#define REMEDY "give a square matrix of real numbers in the coordinate format of Matrix Market"
/* Of two entries that should be equal, to what stands on the diagonal beside them: rounding of a sum of elements. */
#define SYMMETRY 1e-9

/* One matrix as its file says that it is. */
typedef struct Market {
  SarFeReading *reading;
  const char *path;
  SarFeText text;
  bool general;
  int32_t n;      /* rows */
  int32_t wanted; /* rows that it must have; 0: any number */
  int64_t count;
  int32_t head;              /* lines before the entries */
  SarFeEntries upper, lower; /* lower: of a general matrix, transposed */
} Market;

static SarStatus no_memory(const Market *m) { return sar_report_no_memory(m->reading->context); }

/* The next word is this one. */
static bool is_word(SarFeText *text, const char *word) {
  size_t length = strlen(word);
  if (!sar_fe_text_more(text) || (size_t)(text->line + text->length - text->cursor) < length) return false;
  if (strncasecmp(text->cursor, word, length) != 0) return false;
  const char *behind = text->cursor + length;
  if (behind < text->line + text->length && *behind != ' ' && *behind != '\t') return false;
  text->cursor = behind;
  return true;
}

static SarStatus read_banner(Market *m) {
  SarFeText *text = &m->text;
  if (!sar_fe_text_line(text)) {
    SAR_TRY(text->status);
    return sar_fe_file_wrong(text, REMEDY, "the file is empty");
  }
  if (!is_word(text, "%%MatrixMarket") || !is_word(text, "matrix") || !is_word(text, "coordinate") ||
      !(is_word(text, "real") || is_word(text, "double") || is_word(text, "integer"))) {
    return sar_fe_text_wrong(text, REMEDY,
                             "the first line must be `%%%%MatrixMarket matrix coordinate real symmetric`");
  }
  m->general = is_word(text, "general");
  if (m->general || is_word(text, "symmetric")) return SAR_OK;
  return sar_fe_text_wrong(text, REMEDY,
                           "`%.*s`: a matrix must be `symmetric`, or `general` and symmetric all the same",
                           sar_fe_text_shown(text), text->cursor);
}

/* The next line that is no comment. */
static bool next_line(SarFeText *text) {
  while (sar_fe_text_line(text)) {
    if (sar_fe_text_more(text) && *text->cursor != '%') return true;
  }
  return false;
}

static SarStatus read_size(Market *m) {
  SarFeText *text = &m->text;
  int64_t rows = 0, columns = 0;
  if (!next_line(text)) {
    SAR_TRY(text->status);
    return sar_fe_file_wrong(text, REMEDY, "the file ends before the size of its matrix");
  }
  bool ok = sar_fe_text_int(text, &rows) && sar_fe_text_int(text, &columns) && sar_fe_text_int(text, &m->count) &&
            !sar_fe_text_more(text);
  if (!ok || rows < 1 || rows > INT32_MAX / 8 || m->count < 0 || m->count > INT32_MAX / 2) {
    return sar_fe_text_wrong(text, REMEDY, "this is no size of a matrix: `rows columns entries`");
  }
  m->n = (int32_t)rows;
  m->head = text->number;
  if (rows != columns) {
    return sar_fe_text_wrong(text, REMEDY, "the matrix has %" PRId64 " rows and %" PRId64 " columns", rows, columns);
  }
  if (m->wanted && rows != m->wanted) {
    return sar_fe_text_wrong(text, "give both matrices of one model",
                             "the mass has %" PRId64 " rows, and the stiffness has %d", rows, (int)m->wanted);
  }
  if (m->wanted || m->count >= rows) return SAR_OK;
  return sar_fe_text_wrong(text, "give every unknown a stiffness",
                           "the stiffness has %" PRId64 " rows, but only %" PRId64 " entries", rows, m->count);
}

static SarStatus read_entries(Market *m) {
  SarFeText *text = &m->text;
  SarFeEntry e = {0};
  int64_t count = 0;
  for (; next_line(text); count++) {
    SAR_TRY(sar_fe_line_entry(text, m->n, REMEDY, &e));
    SarFeEntries *to = m->general && e.row > e.column ? &m->lower : &m->upper;
    if (!sar_fe_entries_add(to, e.row, e.column, e.value)) return no_memory(m);
    if (count == m->count) {
      text->cursor = text->line;
      return sar_fe_text_wrong(text, "correct the number of entries in its second line",
                               "the file has more than the %" PRId64 " entries that it says", m->count);
    }
  }
  SAR_TRY(text->status);
  if (count == m->count) return SAR_OK;
  return sar_fe_file_wrong(text, "copy it again from where it is whole",
                           "the file is cut short: %" PRId64 " of %" PRId64 " entries are there", count, m->count);
}

static double entry_of(const SarFeMatrix *a, int32_t row, int32_t column) {
  int32_t at = sar_pattern_find(&a->pattern, row, column);
  return at >= 0 ? a->values[at] : 0;
}

/* Every entry of `a` beyond the diagonal against the same of `b`. */
static SarStatus compare(const Market *m, const SarFeMatrix *diagonal, const SarFeMatrix *a, const SarFeMatrix *b) {
  for (int32_t j = 0; j < m->n; j++) {
    for (int32_t k = a->pattern.column[j]; k < a->pattern.column[j + 1]; k++) {
      int32_t i = a->pattern.row[k];
      if (i == j) continue;
      double size = sqrt(fabs(entry_of(diagonal, i, i) * entry_of(diagonal, j, j)));
      double one = a->values[k], other = entry_of(b, i, j);
      if (fabs(one - other) <= SYMMETRY * size) continue;
      return sar_fe_file_wrong(&m->text, "give the matrix of an undamped structure without rotating or follower loads",
                               "the matrix is not symmetric: %g and %g in rows and columns %d and %d", one, other,
                               (int)i + 1, (int)j + 1);
    }
  }
  return SAR_OK;
}

static SarStatus pack(Market *m, SarFeMatrix *out) {
  SarFeReading *r = m->reading;
  SarFeMatrix lower = {0};
  int32_t repeated[2];
  if (sar_fe_entries_pack(&m->upper, m->n, false, r->arena, out, repeated) != SAR_OK) return no_memory(m);
  if (repeated[0] >= 0) {
    return sar_fe_report_repeated(r->context, m->path, m->n, m->head, '%', !m->general, "give every entry once",
                                  repeated);
  }
  if (!m->general) return SAR_OK;
  if (sar_fe_entries_pack(&m->lower, m->n, false, r->scratch, &lower, repeated) != SAR_OK) return no_memory(m);
  if (repeated[0] >= 0) {
    int32_t below[2] = {repeated[1], repeated[0]};
    return sar_fe_report_repeated(r->context, m->path, m->n, m->head, '%', false, "give every entry once", below);
  }
  SAR_TRY(compare(m, out, out, &lower));
  return compare(m, out, &lower, out);
}

static SarStatus read_matrix(SarFeReading *r, const char *path, int32_t wanted, SarFeMatrix *out) {
  Market m = {.reading = r, .path = path, .wanted = wanted};
  SarStatus status = sar_fe_text_open(r->context, path, sar_nowhere(), &m.text);
  if (status == SAR_OK) status = read_banner(&m);
  if (status == SAR_OK) status = read_size(&m);
  if (status == SAR_OK) status = read_entries(&m);
  if (status == SAR_OK) status = pack(&m, out);
  sar_fe_text_close(&m.text);
  sar_fe_entries_free(&m.upper);
  sar_fe_entries_free(&m.lower);
  return status;
}

SarStatus sar_fe_read_market(SarFeReading *r, const char *const paths[4]) {
  SarFeModel *out = r->out;
  SAR_TRY(read_matrix(r, paths[0], 0, &out->stiffness));
  int32_t n = out->stiffness.pattern.nrows;
  SAR_TRY(read_matrix(r, paths[1], n, &out->mass));
  return sar_fe_read_tables(r, paths[2], paths[3], n);
}
