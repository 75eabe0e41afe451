/* What is left of a file that was cut short: the tables, or columns of an older file, that lie before the cut, and
 * their rows. HDF5's own structures all lie before the first number (docs/decisions/0031), and it tells from there
 * where every table stands; so nothing of the numbers has to be read for this. */
#include <hdf5.h>
#include <stdlib.h>

#include "result/hdf5_common.h"
#include "result/hdf5_cut.h"
#include "result/hdf5_file.h"
#include "result/steps.h"
#include "store/hdf5_guard.h"

/* ---- rows that are left ---- */

/* The values of a column that are left, and how many there were (0: not known). */
static SarStatus values_left(SarHdf5File *f, const char *column, int64_t *left, int64_t *all) {
  *left = *all = 0;
  hid_t dataset = sar_hdf5_open_series(f, column, H5T_FLOAT, all);
  if (f->no_memory || f->refused) return sar_hdf5_report(f, "", column);
  if (dataset < 0) return SAR_OK;
  *left = sar_hdf5_values_left(dataset, *all, sizeof(double), f->disk.end);
  H5Dclose(dataset);
  return SAR_OK;
}

/* A table that is not right has no rows; what leads out of the file is an error here, too. */
static SarStatus rows_left(SarHdf5File *f, int32_t index, int64_t *left) {
  const SarLayoutTable *table = &f->layout.tables[index];
  SarContext *silent = sar_context_create(); /* why it is not right is no matter */
  SarContext *own = f->context;
  if (!silent) return sar_report_no_memory(own);
  f->context = silent;
  SarStatus status = sar_hdf5_find_table(f, index);
  f->context = own;
  sar_context_destroy(&silent);
  *left = 0;
  if (f->refused) return sar_hdf5_report(f, "", table->path);
  if (status == SAR_NO_MEMORY) return sar_report_no_memory(own);
  if (status != SAR_OK) return SAR_OK;
  hid_t dataset = sar_hdf5_open_table(f->file, table->group, table->name, &f->refused);
  if (dataset < 0) return SAR_OK;
  *left = sar_hdf5_values_left(dataset, f->all_rows, (int64_t)sizeof(double) * table->nfields, f->disk.end);
  H5Dclose(dataset);
  return SAR_OK;
}

/* Rows of which each column has the beginning. */
static SarStatus find_rows(SarHdf5File *f, int64_t *left) {
  int64_t all;
  for (int32_t i = 0; i < f->header.ncolumns && !f->has_tables; i++) {
    SAR_TRY(values_left(f, f->names.names[i + 1], &left[i], &all));
  }
  for (int32_t t = 0; t < f->layout.ntables; t++) {
    const SarLayoutTable *table = &f->layout.tables[t];
    int64_t rows = 0;
    SAR_TRY(rows_left(f, t, &rows));
    for (int32_t k = 0; k < table->nfields; k++) left[f->layout.columns[table->first + k]] = rows;
  }
  return SAR_OK;
}

/* ---- the best of them ---- */

static int descending(const void *a, const void *b) {
  int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
  return (x < y) - (x > y);
}

/* Many rows of few columns, or few rows of many: as many numbers as can be. */
static int64_t best_rows(const int64_t *left, int32_t count) {
  int64_t *sorted = malloc(((size_t)count + 1) * sizeof *sorted), rows = 0;
  double most = 0;
  if (!sorted) return -1;
  for (int32_t i = 0; i < count; i++) sorted[i] = left[i];
  qsort(sorted, (size_t)count, sizeof *sorted, descending);
  for (int32_t i = 0; i < count; i++) {
    double numbers = (double)sorted[i] * (i + 1);
    if (numbers > most) most = numbers, rows = sorted[i];
  }
  free(sorted);
  return rows;
}

static SarStatus choose(SarHdf5File *f, int64_t *left) {
  bool *kept = SAR_NEW(f->arena, f->header.ncolumns + 1, bool);
  if (!kept) return sar_report_no_memory(f->context);
  for (int32_t i = 0; i < f->header.ncolumns; i++) left[i] = left[i] > f->rows ? f->rows : left[i];
  int64_t rows = f->header.ncolumns ? best_rows(left, f->header.ncolumns) : 0;
  if (rows < 0) return sar_report_no_memory(f->context);
  if (!rows) return sar_hdf5_report(f, "", ""); /* the time alone is not worth showing */
  f->rows = rows;
  kept[0] = true;
  f->left.ncolumns = 1;
  for (int32_t i = 0; i < f->header.ncolumns; i++) {
    kept[i + 1] = left[i] >= rows;
    f->left.ncolumns += kept[i + 1];
  }
  f->left.kept = kept;
  return SAR_OK;
}

static SarStatus find_columns(SarHdf5File *f) {
  SAR_TRY(values_left(f, "time", &f->rows, &f->left.all_rows));
  f->all_rows = f->left.all_rows;
  if (!f->rows) return sar_hdf5_report(f, "", "");
  int64_t *left = calloc((size_t)f->header.ncolumns + 1, sizeof *left);
  if (!left) return sar_report_no_memory(f->context);
  SarStatus status = find_rows(f, left);
  if (status == SAR_OK) status = choose(f, left);
  free(left);
  return status;
}

/* Values that all of these columns have. */
static SarStatus find_common(SarHdf5File *f, const char *const *names, int32_t count, int64_t *out, int64_t *all) {
  for (int32_t i = 0; i < count; i++) {
    int64_t left = 0, its = 0;
    SAR_TRY(values_left(f, names[i], &left, &its));
    if (i == 0 || left < *out) *out = left;
    if (i == 0) *all = its;
  }
  return SAR_OK;
}

SarStatus sar_hdf5_find_left(SarHdf5File *f) {
  int64_t all_events = 0;
  SAR_TRY(find_columns(f));
  if (f->header.kinematic) return SAR_OK;
  SAR_TRY(find_common(f, sar_step_columns, SAR_STEP_COLUMNS, &f->steps, &f->left.all_steps));
  return f->header.nevents ? find_common(f, sar_hdf5_event_columns, SAR_EVENT_COLUMNS, &f->events, &all_events)
                           : SAR_OK;
}
