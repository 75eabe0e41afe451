/* What writing and reading results as HDF5 share. */
#ifndef SAR_RESULT_HDF5_COMMON_H
#define SAR_RESULT_HDF5_COMMON_H

#include "store/hdf5_access.h"

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
