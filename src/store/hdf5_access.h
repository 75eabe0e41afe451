/* Entering HDF5, and leaving it.
 *
 * Every call of HDF5 stands between sar_hdf5_enter and sar_hdf5_leave: HDF5 is not made for threads, so only one of
 * them is inside at a time (docs/decisions/0013). The pair does not nest.
 *
 * HDF5 prints its errors by default; the library never prints. The types are HDF5's own, written out so that who
 * includes this header need not see hdf5.h. */
#ifndef SAR_STORE_HDF5_ACCESS_H
#define SAR_STORE_HDF5_ACCESS_H

#include <stdint.h>

typedef struct SarHdf5Silence {
  int (*function)(int64_t stack, void *data);
  void *data;
} SarHdf5Silence;

SarHdf5Silence sar_hdf5_enter(void); /* waits for other threads, then switches HDF5's own messages off */
void sar_hdf5_leave(SarHdf5Silence before);

/* How many bytes a file says that it has, by its first ones; 0: it does not say. */
#define SAR_HDF5_HEAD 48
int64_t sar_hdf5_told(const uint8_t head[SAR_HDF5_HEAD]);

#endif
