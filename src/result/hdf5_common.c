/* Errors of HDF5 switched off around our calls, and back to what the host program had; names of datasets. */
#include "result/hdf5_common.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

const char *const sar_hdf5_step_columns[SAR_STEP_COLUMNS] = {
    [SAR_STEP_TIME] = "solver.time",   [SAR_STEP_SIZE] = "solver.step",   [SAR_STEP_ITERATIONS] = "solver.iterations",
    [SAR_STEP_ORDER] = "solver.order", [SAR_STEP_ERROR] = "solver.error", [SAR_STEP_REJECTIONS] = "solver.rejections"};

SarHdf5Silence sar_hdf5_silence(void) {
  SarHdf5Silence before = {0};
  H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

void sar_hdf5_speak_again(SarHdf5Silence before) { H5Eset_auto2(H5E_DEFAULT, before.function, before.data); }

char *sar_hdf5_path(const char *column) {
  size_t length = strlen(column);
  char *path = malloc(length + 2);
  if (!path) return NULL;
  path[0] = '/';
  memcpy(path + 1, column, length + 1);
  for (char *c = path; *c; c++) {
    if (*c == '.') *c = '/';
  }
  return path;
}
