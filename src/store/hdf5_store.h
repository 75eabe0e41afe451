/* What reading and writing files of arrays share: types of HDF5, and datasets. */
#ifndef SAR_STORE_HDF5_STORE_H
#define SAR_STORE_HDF5_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "store/arrays.h"

/* hid_t of a type in memory and as files have it (hdf5_access.h); bytes of a value in memory. */
int64_t sar_store_memory_type(SarStoreType type);
int64_t sar_store_file_type(SarStoreType type);
size_t sar_store_size(SarStoreType type);

/* ---- for other kinds of datasets ---- */

/* Opens what stands in the file itself; negative: *why, reported. */
int64_t sar_store_open_dataset(const SarStore *store, const char *path, SarStatus *why);
/* Whether the bytes of the file can hold so many of the dataset. */
bool sar_store_can_hold(const SarStore *store, int64_t dataset, uint64_t bytes);

/* A compressed dataset; negative: HDF5 has failed. extent: hsize_t */
int64_t sar_store_create_dataset(const SarStoreWriter *writer, const char *path, int64_t type, int32_t rank,
                                 const unsigned long long *extent);
bool sar_store_has_failed(const SarStoreWriter *writer);
void sar_store_fail(SarStoreWriter *writer);

#endif
