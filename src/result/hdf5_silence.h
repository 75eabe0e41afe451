/* HDF5 prints its errors by default; the library never prints. The types are HDF5's own, written out so that who
 * includes this header need not see hdf5.h. */
#ifndef SAR_RESULT_HDF5_SILENCE_H
#define SAR_RESULT_HDF5_SILENCE_H

#include <stdint.h>

typedef struct SarHdf5Silence {
  int (*function)(int64_t stack, void *data);
  void *data;
} SarHdf5Silence;

SarHdf5Silence sar_hdf5_silence(void); /* of this thread */
void sar_hdf5_speak_again(SarHdf5Silence before);

#endif
