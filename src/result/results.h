/* Reading results, whatever file they are in; the public part stands in sarrus/result.h. */
#ifndef SAR_RESULT_RESULTS_H
#define SAR_RESULT_RESULTS_H

#include "result/sink.h"

/* Whether there is a file of that name that holds the results of a run: HDF5, or a journal. */
bool sar_results_are_in(const char *path);

/* As sar_results_open, for those who show results and do not judge them: of an HDF5 file that was cut short what is
 * left, with a warning that says how much. Columns of which nothing is left are not there. SAR_INPUT if nothing is
 * left. */
SarStatus sar_results_open_left(SarContext *context, const char *path, SarResults **out);
bool sar_results_are_cut(const SarResults *results);

/* Whether they are a results file of Adams (xrf.h). */
bool sar_results_are_xrf(const SarResults *results);
/* The table of results that are read as a whole, null: they are not. It belongs to them. */
SarTable *sar_results_table(SarResults *results);
/* A table as results; it belongs to them from now on, also after a failure. */
SarStatus sar_results_of_table(SarContext *context, SarTable *table, SarResults **out);

/* Error bars: the column that holds those of a column, and whether a column holds some; -1, false: no. */
int32_t sar_results_find_error(const SarResults *results, int32_t column);
bool sar_results_is_error(const SarResults *results, int32_t column);

/* Columns first .. first + count - 1 in one pass over the file, one after the other: a journal holds rows, and reading
 * it once per column would take long. */
SarStatus sar_results_read(SarResults *results, int32_t first, int32_t count, double *values);

/* Rows first .. first + rows - 1 of some columns, one column after the other: for who goes through a long file piece by
 * piece. Pieces in their order read a journal once. */
SarStatus sar_results_read_rows(SarResults *results, const int32_t *columns, int32_t count, int64_t first, int64_t rows,
                                double *values);

/* Whether the steps have this column (steps.h), which files of older programs may lack; and its unit. */
bool sar_results_has_step(const SarResults *results, int32_t column);
const char *sar_results_step_unit(const SarResults *results, int32_t column);

/* Events that happened, and all of them in the order of the file, times in the unit of the file. */
int64_t sar_results_events(const SarResults *results);
SarStatus sar_results_read_events(SarResults *results, SarEventRecord *events);

/* The facts in the file; null: CSV has none. Lives as long as the results. */
const SarSinkHeader *sar_results_header(const SarResults *results);

/* Whether the file is the journal of a run that was cut off or still goes on. */
bool sar_results_is_journal(const SarResults *results);

#endif
