/* Errors of HDF5 switched off around our calls, and back to what the host program had. */
#include "result/hdf5_silence.h"

#include <hdf5.h>
#include <stddef.h>

SarHdf5Silence sar_hdf5_silence(void) {
  SarHdf5Silence before = {0};
  H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

void sar_hdf5_speak_again(SarHdf5Silence before) { H5Eset_auto2(H5E_DEFAULT, before.function, before.data); }
