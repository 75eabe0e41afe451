/* What reading and writing files of arrays share: types of HDF5. */
#ifndef SAR_STORE_HDF5_STORE_H
#define SAR_STORE_HDF5_STORE_H

#include <stddef.h>
#include <stdint.h>

#include "store/arrays.h"

/* hid_t of a type in memory and as files have it (hdf5_access.h); bytes of a value in memory. */
int64_t sar_store_memory_type(SarStoreType type);
int64_t sar_store_file_type(SarStoreType type);
size_t sar_store_size(SarStoreType type);

#endif
