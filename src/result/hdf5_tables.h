/* The tables of an HDF5 file (layout.h), while it is written: records gather in blocks of rows, so memory is bounded
 * however long the run is. Types are created once per kind of element and stand in the group SAR_HDF5_TYPES. */
#ifndef SAR_RESULT_HDF5_TABLES_H
#define SAR_RESULT_HDF5_TABLES_H

#include "result/columns.h"
#include "result/hdf5_series.h"
#include "result/layout.h"

typedef struct SarHdf5Tables {
  SarLayout layout;
  SarHdf5Extent extent; /* of every table; small ones are not packed */
  int64_t *types;       /* in memory, by kind */
  int64_t *places;      /* of the first byte of every table in the file; 0: HDF5 writes it */
  double *buffer;       /* room records of each table, one table after the other */
  int32_t room, buffered;
  int64_t rows; /* in the file */
} SarHdf5Tables;

/* The layout, the extent and the room must be set. Close also after a failure. *no_memory: that is why it failed. */
bool sar_hdf5_tables_create(const SarHdf5Place *place, SarHdf5Tables *tables, const SarColumns *columns,
                            bool *no_memory);
/* Bytes that the description of the tables takes, rather more than less. */
int64_t sar_hdf5_tables_described(const SarLayout *layout, const SarColumns *columns);
/* One row, all columns but the time. The buffer must have room. */
void sar_hdf5_tables_row(SarHdf5Tables *tables, const double *values);
/* What is in the buffer goes to the file. */
bool sar_hdf5_tables_drain(const SarHdf5Place *place, SarHdf5Tables *tables);
void sar_hdf5_tables_close(SarHdf5Tables *tables);

/* The type of a table: a field of 64 bits per quantity, one after the other. The file's: lowest byte first. */
int64_t sar_hdf5_table_type(const SarLayout *layout, const SarLayoutTable *table, bool in_file);

#endif
