/* Tables in text files: rows of numbers separated by commas, semicolons, tabs or blanks. `#` starts a comment; the
 * first line may name the columns. */
#ifndef SAR_READ_CSV_H
#define SAR_READ_CSV_H

#include "read/reader.h"

/* A column that is wanted: by its number (0 is the first), or by its name in the first line. */
typedef struct SarCsvColumn {
  const char *name; /* null: by number */
  int32_t index;
  SarSource source; /* where the model asks for it */
} SarCsvColumn;

#define SAR_CSV_COLUMNS 256 /* most that can be wanted */

typedef struct SarCsv {
  const char *path; /* as messages call it */
  const char *name; /* as sources call it */
  const char *text;
  size_t length;
  int32_t nrows;
  int32_t ncolumns;   /* where the reader of a whole table says it */
  double *values;     /* nrows x ncolumns: column after column */
  SarSource *sources; /* of the first wanted column, by row */
} SarCsv;

/* Reads the wanted columns; names in them become numbers. */
SarStatus sar_csv_read(SarFile *file, SarCsv *csv, SarCsvColumn *columns, int32_t ncolumns);

/* How many fields the first line with numbers has. */
int32_t sar_csv_columns(const SarCsv *csv);

#endif
