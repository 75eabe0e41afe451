/* Results files that were cut short: by a copy that did not come to its end, say. HDF5 refuses such files; what lies
 * before the cut is nevertheless right, and all of its own that HDF5 needs has checksums. */
#ifndef SAR_RESULT_HDF5_CUT_H
#define SAR_RESULT_HDF5_CUT_H

#include "store/disk.h"

/* What is left of a file that was cut short. Rows are those that every column kept has; the steps before the cut may
 * end earlier. */
typedef struct SarHdf5Left {
  int64_t bytes, told; /* that are there; that there should be */
  int64_t all_rows, all_steps;
  int32_t ncolumns; /* kept, time included */
  const bool *kept; /* by column, time first */
} SarHdf5Left;

/* Opens an HDF5 file to read and tells in `told` how many bytes its beginning says that it has; as many as are there if
 * it does not say. False: it cannot be opened. Close with sar_disk_close. */
bool sar_hdf5_disk(const char *path, SarDisk *out);

/* HDF5's handle of the file (hid_t), negative if HDF5 finds nothing in it; `driver` is to be unregistered after it is
 * closed. Reading anything beyond the cut fails. The disk must outlive it. */
int64_t sar_hdf5_open_disk(SarDisk *disk, int64_t *driver);

/* How many of the first `size` values of a dataset of one dimension, each of so many bytes, lie before the end. */
int64_t sar_hdf5_values_left(int64_t dataset, int64_t size, int64_t bytes, int64_t end);

#endif
