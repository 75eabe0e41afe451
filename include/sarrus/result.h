/* Results: a table of columns over output times, in memory or in files.
 *
 * Columns are named "element.quantity" (frames: "body.frame.quantity"), values and units are those of the model. */
#ifndef SARRUS_RESULT_H
#define SARRUS_RESULT_H

#include <stdbool.h>

#include "sarrus/base.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A results table in memory. */
typedef struct SarTable SarTable;

SAR_API SarStatus sar_table_create(SarContext *context, SarTable **out);
SAR_API void sar_table_destroy(SarTable **table);
/* Fills the table from a CSV file: names in the first line, units in a line that starts with `#` (may be absent),
 * numbers. The first column is the time, whatever its name. */
SAR_API SarStatus sar_table_read_csv(SarTable *table, const char *path);
SAR_API int32_t sar_table_columns(const SarTable *table); /* time is column 0, "time" */
SAR_API int64_t sar_table_rows(const SarTable *table);
SAR_API const char *sar_table_name(const SarTable *table, int32_t column);
SAR_API const char *sar_table_unit(const SarTable *table, int32_t column);
/* Index of the column of that name, -1 if there is none. */
SAR_API int32_t sar_table_find(const SarTable *table, const char *name);
/* The values of a column, sar_table_rows of them; owned by the table. Null if there is no such column. */
SAR_API const double *sar_table_values(const SarTable *table, int32_t column);
/* The table as a CSV file: names, `# ` and units, rows with all digits. Path "-" is standard output. */
SAR_API SarStatus sar_table_write_csv(SarContext *context, const SarTable *table, const char *path);

/* Results in a file: HDF5, the journal `OUT.h5.part` of a run that was cut off or still goes on, or CSV; the content
 * decides, not the name. Columns are read when they are asked for. */
typedef struct SarResults SarResults;

/* SAR_INPUT if the file cannot be read or is none of these. Close with sar_results_close. The context must outlive it.
 */
SAR_API SarStatus sar_results_open(SarContext *context, const char *path, SarResults **out);
SAR_API void sar_results_close(SarResults **results);
SAR_API int32_t sar_results_columns(const SarResults *results); /* time is column 0 */
SAR_API int64_t sar_results_rows(const SarResults *results);
SAR_API int64_t sar_results_steps(const SarResults *results); /* of the solver; 0: the file holds none */
/* Names and units of columns, owned by the results; null if there is no such column. Unit "": not known. */
SAR_API const char *sar_results_name(const SarResults *results, int32_t column);
SAR_API const char *sar_results_unit(const SarResults *results, int32_t column);
/* Index of the column of that name, -1 if there is none. */
SAR_API int32_t sar_results_find(const SarResults *results, const char *name);
/* The values of a column in its unit: sar_results_rows of them. */
SAR_API SarStatus sar_results_column(SarResults *results, int32_t column, double *values);
/* The same of the solver's steps: `time`, `step` (in the unit of the time), `iterations`, `order`, `error`,
 * `rejections`, and the largest violation of a constraint where the step ends, over the model's length:
 * `constraint_position` and `constraint_velocity` (per unit of the time); sar_results_steps of them. SAR_INPUT if an
 * older version of the program wrote the file and it has no such column. */
SAR_API SarStatus sar_results_step_column(SarResults *results, const char *name, double *values);
/* A fact about the run: `title`, `model` (the text), `parameters` and `units` (JSON), `method`, `settings` (lines
 * `key=value`), `version`, `hash`. Null if there is no such fact; CSV has none. Owned by the results. */
SAR_API const char *sar_results_fact(const SarResults *results, const char *name);
/* The files that the model included; false past the last one. */
SAR_API bool sar_results_file(const SarResults *results, int32_t index, const char **path, const char **text);

/* What was rescued from a journal. */
typedef struct SarRecovery {
  char *path; /* of the HDF5 file */
  int64_t rows, steps;
  double last_time;      /* of the last row, in the model's unit */
  char time_unit[8];     /* of it */
  bool ended;            /* the run came to its end; only the HDF5 file could not be made */
  int64_t damaged_bytes; /* at the end of the journal, which could not be used */
} SarRecovery;

/* Makes the HDF5 file of a journal and then deletes the journal. hdf5_path = null: the journal's name without `.part`.
 * SAR_USAGE if hdf5_path is a file that holds something else, or more rows of the same run: nothing is overwritten.
 * SAR_IO while a run writes the journal, or if the HDF5 file cannot be written (the journal stays). Free with
 * sar_recovery_free, also after a failure. */
SAR_API SarStatus sar_recover(SarContext *context, const char *part_path, const char *hdf5_path, SarRecovery *out);
SAR_API void sar_recovery_free(SarRecovery *recovery);

/* How one column differs between two files. Numbers in the column's unit; nan equals nan, and differs infinitely from
 * every number. */
typedef struct SarColumnDifference {
  const char *name, *unit; /* owned by the comparison */
  double maximum, rms;     /* of |A - B| over the rows compared */
  double at;               /* time of the maximum, in the unit of the time */
  double largest;          /* |A| over the rows compared */
  double relative;         /* maximum / largest; infinite if only the latter is 0 */
  double difference;       /* the smaller one of maximum and relative: small numbers are not judged by their noise */
  double range;            /* largest minus smallest value of A and B over the rows compared */
  double error;            /* the largest sum of the error bars of both files; NaN: neither has any */
  bool inside;             /* nowhere is the difference larger than that sum; false without error bars */
  double share; /* maximum over the largest range of all compared columns in this unit: what one would see in a
                   plot of them all; over their largest |A| where none of them changes by more than rounding, and where
                   the whole unit is rounding over what it could be: what it is the rate of, per interval of rows */
} SarColumnDifference;

typedef struct SarComparison {
  int32_t ncolumns; /* compared, largest share first */
  const SarColumnDifference *columns;
  int32_t nonly_a, nonly_b, nother_unit; /* columns in one file only; in both, but in different units (not compared) */
  const char *const *only_a, *const *only_b, *const *other_unit;
  int64_t rows_a, rows_b, rows; /* of the files; compared */
  bool interpolated;            /* the times differ: B was interpolated linearly at the times of A */
  const char *time_unit;
  double from, to; /* the range of time compared */
  double worst;    /* the largest `difference`; 0: no column differs */
  bool identical;  /* the same columns, times and values */
} SarComparison;

/* Compares two results files. Memory does not depend on the number of columns. SAR_INPUT if they have no column or no
 * time in common. Destroy with sar_comparison_destroy. */
SAR_API SarStatus sar_compare(SarContext *context, const char *path_a, const char *path_b, const SarComparison **out);
/* The same of the columns that one of the patterns selects: `crank.*`, `*.angle` (* any letters, ? one letter), or
 * `crank` for all that begin with `crank.`; all without patterns. SAR_INPUT if none does. */
SAR_API SarStatus sar_compare_columns(SarContext *context, const char *path_a, const char *path_b,
                                      const char *const *patterns, int32_t npatterns, const SarComparison **out);
SAR_API void sar_comparison_destroy(const SarComparison **comparison);

#ifdef __cplusplus
}
#endif
#endif
