/* A plain HDF5 file of named arrays: matrices and tables that are no results of a run. */
#ifndef SAR_RESULT_HDF5_ARRAYS_H
#define SAR_RESULT_HDF5_ARRAYS_H

#include "base/context.h"

/* Names along one dimension: an attribute of the array. */
typedef struct SarArrayNames {
  const char *attribute; /* null: none */
  const char *const *names;
  int32_t count;
} SarArrayNames;

typedef struct SarArray {
  const char *name;
  int32_t rank; /* 1 to 3 */
  int64_t sizes[3];
  const double *values; /* the last index runs fastest */
  const char *unit;     /* null: none */
  SarArrayNames names[4];
} SarArray;

/* Replaces the file. SAR_IO, reported. */
SarStatus sar_hdf5_write_arrays(SarContext *context, const char *path, const SarArray *arrays, int32_t count);

#endif
