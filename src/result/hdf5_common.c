/* One thread in HDF5 at a time, its errors switched off around our calls and back to what the host program had; names
 * of datasets.
 *
 * The lock is the library's second mutable static (the first: linear/one_thread.c). It cannot belong to a context or a
 * file: HDF5, unless built for threads, keeps lists of its open objects and of its free memory for the whole process,
 * and two runs that share nothing else meet there. */
#define _POSIX_C_SOURCE 200809L

#include "result/hdf5_common.h"

#include <hdf5.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

const char *const sar_hdf5_event_columns[SAR_EVENT_COLUMNS] = {[SAR_EVENT_TIME] = "solver.events.time",
                                                               [SAR_EVENT_INDEX] = "solver.events.event",
                                                               [SAR_EVENT_DIRECTION] = "solver.events.direction"};

static pthread_mutex_t one_thread = PTHREAD_MUTEX_INITIALIZER;

SarHdf5Silence sar_hdf5_enter(void) {
  SarHdf5Silence before = {0};
  pthread_mutex_lock(&one_thread);
  H5Eget_auto2(H5E_DEFAULT, &before.function, &before.data);
  H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
  return before;
}

void sar_hdf5_leave(SarHdf5Silence before) {
  H5Eset_auto2(H5E_DEFAULT, before.function, before.data);
  pthread_mutex_unlock(&one_thread);
}

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
