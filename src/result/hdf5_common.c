/* Names of datasets. */
#include "result/hdf5_common.h"

#include <stdlib.h>
#include <string.h>

const char *const sar_hdf5_event_columns[SAR_EVENT_COLUMNS] = {[SAR_EVENT_TIME] = "solver.events.time",
                                                               [SAR_EVENT_INDEX] = "solver.events.event",
                                                               [SAR_EVENT_DIRECTION] = "solver.events.direction"};

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
