/* Columns of numbers that grow together, each a dataset of one dimension: the time, the solver's steps, the events.
 *
 * Where it is known how many there will be, a dataset is one piece of the file and needs no index; else it grows in
 * chunks. Datasets are closed between writes: an open one costs HDF5 twenty kilobytes. */
#ifndef SAR_RESULT_HDF5_SERIES_H
#define SAR_RESULT_HDF5_SERIES_H

#include <stdbool.h>
#include <stdint.h>

#include "result/sink.h"
#include "store/disk.h"

/* How datasets are created and opened, for a whole file; handles are hid_t. */
typedef struct SarHdf5Place {
  int64_t file, access; /* the file; properties of datasets that are opened */
  SarDisk *disk;
  SarSinkWatch watch;
} SarHdf5Place;

/* How large a dataset is, and how it is stored. */
typedef struct SarHdf5Extent {
  int64_t size;  /* -1: not known */
  int32_t parts; /* above 1: a second dimension of that size */
  int32_t chunk; /* of the first dimension; 0: one piece; the size must be known then */
  bool packed;   /* chunks are compressed */
  bool early;    /* one piece that gets its place at once */
} SarHdf5Extent;

/* Properties and space of such datasets; negative if that fails. Close them. */
int64_t sar_hdf5_extent_properties(const SarHdf5Extent *extent);
int64_t sar_hdf5_extent_space(const SarHdf5Extent *extent);

/* Writes `count` records of a type in memory behind the `at` that the dataset has. */
bool sar_hdf5_append(const SarHdf5Place *place, const char *path, const SarHdf5Extent *extent, int64_t type, int64_t at,
                     int64_t count, const void *records);

/* The groups above the path that are not there yet; `links`: as many names as they may get, 0: not known. HDF5 would
 * make groups by itself, but with time stamps. The path is written to on the way. */
bool sar_hdf5_create_groups(int64_t file, char *path, unsigned links);

typedef struct SarHdf5Series {
  SarHdf5Extent extent;
  const char *const *names; /* of the columns, "solver.time" */
  int32_t count;            /* of the columns; 0: not created */
  double *buffer;           /* room values of each column, one after the other */
  int32_t room, buffered;
  int64_t rows; /* in the file */
} SarHdf5Series;

/* Its columns must be set; makes the buffer and the datasets with the attribute `unit`. Free the buffer. *no_memory:
 * that is why it failed. */
bool sar_hdf5_series_create(const SarHdf5Place *place, SarHdf5Series *series, const char *const *units, unsigned links,
                            bool *no_memory);
/* What is in the buffer goes to the file. */
bool sar_hdf5_series_drain(const SarHdf5Place *place, SarHdf5Series *series);

#endif
