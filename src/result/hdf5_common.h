/* What writing and reading HDF5 share.
 *
 * Every call of HDF5 stands between sar_hdf5_enter and sar_hdf5_leave: HDF5 is not made for threads, so only one of
 * them is inside at a time (docs/decisions/0013). The pair does not nest.
 *
 * HDF5 prints its errors by default; the library never prints. The types are HDF5's own, written out so that who
 * includes this header need not see hdf5.h. */
#ifndef SAR_RESULT_HDF5_COMMON_H
#define SAR_RESULT_HDF5_COMMON_H

#include <stdint.h>

typedef struct SarHdf5Silence {
  int (*function)(int64_t stack, void *data);
  void *data;
} SarHdf5Silence;

SarHdf5Silence sar_hdf5_enter(void); /* waits for other threads, then switches HDF5's own messages off */
void sar_hdf5_leave(SarHdf5Silence before);

/* "crank.pin.x" -> "/crank/pin/x". Freed by the caller; null when memory is exhausted. */
char *sar_hdf5_path(const char *column);

/* Hash and header of the run with a checksum; no element can have this name. */
#define SAR_HDF5_HEADER "sarrus-header"

/* Attribute of `/`: all that describes the numbers, and the header, lie before this byte. */
#define SAR_HDF5_NUMBERS "numbers_from"

/* Attribute of `/`: how the columns are stored. Without it: one dataset per column, as version 0.6 wrote them. */
#define SAR_HDF5_LAYOUT "layout"
#define SAR_HDF5_TABLES 2 /* its value: tables (layout.h) */

/* The types of tables; no element can have this name. */
#define SAR_HDF5_TYPES "/sarrus-types"

/* Line of the settings: tables are compressed. */
#define SAR_HDF5_PACK "compress=true\n"

/* The columns of the events that have happened. An element may be called `events`, but none `solver`. */
enum { SAR_EVENT_TIME, SAR_EVENT_INDEX, SAR_EVENT_DIRECTION, SAR_EVENT_COLUMNS };
extern const char *const sar_hdf5_event_columns[SAR_EVENT_COLUMNS]; /* "solver.events.time", ... */
#define SAR_HDF5_EVENTS "/solver/events"

#endif
