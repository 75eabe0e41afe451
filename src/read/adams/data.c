/* ARRAY, MATRIX: data that statements and expressions look up. */
#include "read/adams/data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- arrays ---- */

typedef struct Use {
  int64_t array;
  SarDeckArray use;
} Use;

struct SarDeckArrays {
  Use *uses;
  int32_t count;
};

static int compare_uses(const void *a, const void *b) {
  const Use *x = a, *y = b;
  return (x->array > y->array) - (x->array < y->array);
}

static int64_t number_of(const SarStatement *statement, const char *argument) {
  const SarArgument *given = sar_statement_argument(statement, argument);
  return given && given->count ? strtoll(given->values[0].text, NULL, 10) : -1;
}

static int32_t rows_of(const SarDeck *deck, const SarStatement *statement, const char *argument) {
  const SarStatement *matrix = sar_deck_find(deck, "MATRIX", number_of(statement, argument));
  return matrix ? (int32_t)number_of(matrix, "ROWS") : 0;
}

static int32_t size_of(const SarDeck *deck, const SarStatement *owner, char letter) {
  if (strcmp(owner->class->name, "LSE") == 0) return rows_of(deck, owner, letter == 'X' ? "A" : "C");
  const SarArgument *denominator = sar_statement_argument(owner, "DENOMINATOR");
  if (letter == 'X') return denominator ? denominator->count - 1 : 0;
  return 1;
}

static bool owns_arrays(const SarStatement *statement) {
  const char *kind = statement->class->name;
  return strcmp(kind, "LSE") == 0 || strcmp(kind, "TFSISO") == 0 || strcmp(kind, "GSE") == 0;
}

static SarStatus collect(SarDeck *deck) {
  struct SarDeckArrays *arrays = SAR_NEW(deck->arena, 1, struct SarDeckArrays);
  int32_t owners = 0;
  for (int32_t i = 0; i < deck->statements.count; i++) owners += owns_arrays(&deck->statements.all[i]);
  Use *uses = SAR_NEW(deck->arena, 2 * owners, Use);
  if (!arrays || !uses) return sar_report_no_memory(deck->context);
  arrays->uses = uses;
  for (int32_t i = 0; i < deck->statements.count; i++) {
    const SarStatement *owner = &deck->statements.all[i];
    if (!owns_arrays(owner)) continue;
    for (const char *letter = "XY"; *letter; letter++) {
      int64_t array = number_of(owner, (const char[]){*letter, 0});
      if (array < 0) continue;
      uses[arrays->count++] = (Use){array, {owner, *letter, size_of(deck, owner, *letter)}};
    }
  }
  qsort(uses, (size_t)arrays->count, sizeof *uses, compare_uses);
  deck->arrays = arrays;
  return SAR_OK;
}

SarStatus sar_deck_array_use(SarDeck *deck, const SarStatement *array, SarDeckArray *out) {
  if (!deck->arrays) SAR_TRY(collect(deck));
  Use wanted = {.array = array->id};
  const Use *found = NULL;
  if (deck->arrays->count) {
    found = bsearch(&wanted, deck->arrays->uses, (size_t)deck->arrays->count, sizeof wanted, compare_uses);
  }
  *out = found ? found->use : (SarDeckArray){.owner = NULL};
  return SAR_OK;
}

/* ---- matrices ---- */

enum { LARGEST = 100000 };

static SarStatus read_size(SarDeck *deck, const SarStatement *matrix, const char *argument, int32_t *out) {
  double size;
  SAR_TRY(sar_statement_number(deck->context, matrix, argument, 0, 0, &size));
  *out = size >= 1 && size <= LARGEST ? (int32_t)size : 0;
  if (*out && *out == size) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, matrix->source, sar_deck_title(deck, matrix), "give ROWS and COLUMNS",
                    "the matrix has no %s of 1 to %d", argument, (int)LARGEST);
}

static SarStatus check_count(SarDeck *deck, const SarStatement *matrix, const SarArgument *values, int64_t wanted) {
  if (values && values->count == wanted) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, values ? values->source : matrix->source, sar_deck_title(deck, matrix),
                    "give one value for each entry", "the matrix has %d VALUES and needs %lld",
                    values ? (int)values->count : 0, (long long)wanted);
}

/* By rows, or by columns as FULL=CORDER says. */
static SarStatus read_full(SarDeck *deck, const SarStatement *matrix, SarDeckMatrix *out) {
  const SarArgument *values = sar_statement_argument(matrix, "VALUES");
  const SarArgument *full = sar_statement_argument(matrix, "FULL");
  bool by_columns = full->count && (full->values[0].text[0] == 'C' || full->values[0].text[0] == 'c');
  SAR_TRY(check_count(deck, matrix, values, (int64_t)out->rows * out->columns));
  for (int32_t i = 0; i < out->rows; i++) {
    for (int32_t j = 0; j < out->columns; j++) {
      int32_t from = by_columns ? j * out->rows + i : i * out->columns + j;
      out->text[i * out->columns + j] = values->values[from].text;
    }
  }
  return SAR_OK;
}

static SarStatus read_sparse(SarDeck *deck, const SarStatement *matrix, SarDeckMatrix *out) {
  const SarArgument *values = sar_statement_argument(matrix, "VALUES");
  const SarArgument *rows = sar_statement_argument(matrix, "I"), *columns = sar_statement_argument(matrix, "J");
  for (int32_t i = 0; i < out->rows * out->columns; i++) out->text[i] = "0";
  int32_t count = rows ? rows->count : 0;
  if (!columns || columns->count != count) {
    return sar_report(deck->context, SAR_INPUT, columns ? columns->source : matrix->source,
                      sar_deck_title(deck, matrix), "give I, J and VALUES of the same length",
                      "the lists of rows and columns differ in length");
  }
  SAR_TRY(check_count(deck, matrix, values, count));
  for (int32_t k = 0; k < count; k++) {
    long long i = strtoll(rows->values[k].text, NULL, 10), j = strtoll(columns->values[k].text, NULL, 10);
    if (i < 1 || i > out->rows || j < 1 || j > out->columns) {
      return sar_report(deck->context, SAR_INPUT, rows->values[k].source, sar_deck_title(deck, matrix),
                        "rows and columns count from 1", "the entry (%lld, %lld) is outside of %d x %d", i, j,
                        (int)out->rows, (int)out->columns);
    }
    out->text[(i - 1) * out->columns + j - 1] = values->values[k].text;
  }
  return SAR_OK;
}

static SarStatus read_matrix(SarDeck *deck, const SarStatement *matrix, SarDeckMatrix *out) {
  if (sar_statement_has(matrix, "FILE")) {
    return sar_report(
        deck->context, SAR_INPUT, sar_statement_argument(matrix, "FILE")->source, sar_deck_title(deck, matrix),
        "write the values into the deck: FULL=RORDER, ROWS=, COLUMNS=, VALUES=", "matrices in files are not read");
  }
  SAR_TRY(read_size(deck, matrix, "ROWS", &out->rows));
  SAR_TRY(read_size(deck, matrix, "COLUMNS", &out->columns));
  if ((int64_t)out->rows * out->columns > 10 * LARGEST) {
    return sar_report(deck->context, SAR_INPUT, matrix->source, sar_deck_title(deck, matrix), "use a smaller one",
                      "the matrix is too large");
  }
  out->text = SAR_NEW(deck->arena, out->rows * out->columns, const char *);
  if (!out->text) return sar_report_no_memory(deck->context);
  if (sar_statement_has(matrix, "FULL")) return read_full(deck, matrix, out);
  if (sar_statement_has(matrix, "SPARSE")) return read_sparse(deck, matrix, out);
  return sar_report(deck->context, SAR_INPUT, matrix->source, sar_deck_title(deck, matrix),
                    "write FULL=RORDER, FULL=CORDER or SPARSE", "how the matrix is written is not said");
}

SarStatus sar_deck_matrix(SarDeck *deck, const SarStatement *statement, const char *argument, SarDeckMatrix *out) {
  const SarStatement *matrix;
  *out = (SarDeckMatrix){0};
  if (!sar_statement_has(statement, argument)) return SAR_OK;
  SAR_TRY(sar_deck_refer(deck, statement, argument, 0, "MATRIX", &matrix));
  return read_matrix(deck, matrix, out);
}

SarStatus sar_deck_matrix_number(SarDeck *deck, const SarStatement *statement, const SarDeckMatrix *matrix, int32_t row,
                                 int32_t column, double *out) {
  const char *text = matrix->text[row * matrix->columns + column];
  if (sar_written_number(text, out)) return SAR_OK;
  return sar_report(deck->context, SAR_INPUT, statement->source, sar_deck_title(deck, statement),
                    "write it as 1, 0.5 or 1E-3", "an entry of its MATRIX is no number: `%.40s`", text);
}
