/* An HDF5 file that is read: what the files hdf5_read*.c share. Who only reads includes hdf5_read.h. */
#ifndef SAR_RESULT_HDF5_FILE_H
#define SAR_RESULT_HDF5_FILE_H

#include "result/columns.h"
#include "result/hash.h"
#include "result/hdf5_cut.h"
#include "result/layout.h"
#include "store/disk.h"

typedef struct SarHdf5File SarHdf5File;

#define SAR_HDF5_CUT_REMEDY                                               \
  "copy it again from where it is whole, or run the model again; what a " \
  "killed run left is in its `.part` file"

/* Where a table stands. */
typedef struct SarHdf5Found {
  bool looked, in_pieces; /* it has been found and is right; its rows are in chunks */
  int64_t offset;         /* of its first byte in the file, where it is one piece */
} SarHdf5Found;

typedef struct SarHdf5Window {
  int64_t row, rows;
  int32_t part, parts;
} SarHdf5Window;

struct SarHdf5File {
  SarContext *context;
  SarSource source;
  SarArena *arena;
  int64_t file; /* hid_t */
  SarSinkHeader header;
  char hash[SAR_HASH_TEXT_SIZE];
  int64_t rows, steps, events;
  int64_t all_rows;    /* that the file had, before it was cut short */
  bool no_memory;      /* why a dataset could not be opened */
  const char *refused; /* the same: it leads out of the file; null: not so */
  bool cut;            /* read with a driver of its own, and `left` */
  SarDisk disk;        /* its bytes; where it is not cut, through the descriptor of HDF5 */
  int64_t driver;      /* hid_t */
  SarHdf5Left left;
  SarColumns names; /* of columns that are datasets each */
  /* Tables; none where every column is a dataset, as in files of version 0.6. */
  bool has_tables;
  SarLayout layout;
  SarHdf5Found *found;
  int64_t *types; /* hid_t, in the file, by kind; 0: not made */
  /* Of the table that was read last: these rows of these parts. */
  int32_t held;
  SarHdf5Window window;
  uint8_t *bytes; /* of 64-bit numbers, lowest byte first */
  size_t room;
};

/* Reports why a dataset cannot be read: memory, a way out of the file, a cut, or what is said here. */
SarStatus sar_hdf5_report(const SarHdf5File *file, const char *what, const char *name);

/* Opens the dataset of a column that is none of a table, and tells its size; negative: there is none of that class
 * (H5T_class_t). */
int64_t sar_hdf5_open_series(SarHdf5File *file, const char *column, int wanted, int64_t *size);

/* ---- tables, hdf5_read_tables.c ---- */

/* After the header and the number of rows are known. */
SarStatus sar_hdf5_prepare_tables(SarHdf5File *file);
/* Finds a table, by its index in the layout, and compares it with what the layout says. SAR_INPUT is reported. */
SarStatus sar_hdf5_find_table(SarHdf5File *f, int32_t index);
/* One field, in the model's units. */
SarStatus sar_hdf5_read_field(SarHdf5File *f, int32_t index, int32_t field, int64_t first, int64_t count,
                              double *values);
void sar_hdf5_close_tables(SarHdf5File *file);

/* ---- what is left of a cut file, hdf5_read_left.c ---- */

SarStatus sar_hdf5_find_left(SarHdf5File *file);

#endif
