/* In the place of the files of result/ that know HDF5 where HDF5 is left out: no file is one, none is written, and the journal of a run is
 * its result. */
#include "result/hdf5_arrays.h"
#include "result/hdf5_read.h"

#define REMEDY "use the program `sarrus`, which has it"

static SarStatus refuse(SarContext *context, const char *path) {
  return sar_report(context, SAR_INPUT, sar_nowhere(), NULL, REMEDY, "%s: HDF5 is not built in", path);
}

bool sar_hdf5_is_built_in(void) { return false; }

/* ---- reading ---- */

bool sar_hdf5_is_one(const char *path) {
  (void)path;
  return false;
}

SarStatus sar_hdf5_open(SarContext *context, const char *path, SarHdf5File **out) {
  *out = NULL;
  return refuse(context, path);
}

SarStatus sar_hdf5_open_left(SarContext *context, const char *path, SarHdf5File **out) {
  return sar_hdf5_open(context, path, out);
}

/* None of the following can be called with a file: there is none. */
void sar_hdf5_close(SarHdf5File **file) { *file = NULL; }

const SarHdf5Left *sar_hdf5_left(const SarHdf5File *file) {
  (void)file;
  return NULL;
}

const SarSinkHeader *sar_hdf5_header(const SarHdf5File *file) {
  (void)file;
  return NULL;
}

const char *sar_hdf5_hash(const SarHdf5File *file) {
  (void)file;
  return "";
}

int64_t sar_hdf5_rows(const SarHdf5File *file) {
  (void)file;
  return 0;
}

int64_t sar_hdf5_steps(const SarHdf5File *file) {
  (void)file;
  return 0;
}

int64_t sar_hdf5_events(const SarHdf5File *file) {
  (void)file;
  return 0;
}

bool sar_hdf5_has_tables(const SarHdf5File *file) {
  (void)file;
  return false;
}

SarStatus sar_hdf5_read_column(SarHdf5File *file, int32_t column, int64_t first, int64_t count, double *values) {
  (void)file, (void)column, (void)first, (void)count, (void)values;
  return SAR_FAILED;
}

SarStatus sar_hdf5_read(SarHdf5File *file, const char *column, int64_t first, int64_t count, double *values) {
  (void)file, (void)column, (void)first, (void)count, (void)values;
  return SAR_FAILED;
}

SarStatus sar_hdf5_has(SarHdf5File *file, const char *column, bool *out) {
  (void)file, (void)column;
  *out = false;
  return SAR_FAILED;
}

SarStatus sar_hdf5_checkpoint(SarHdf5File *file, SarArena *arena, SarHdf5Checkpoint *out) {
  (void)file, (void)arena;
  *out = (SarHdf5Checkpoint){0};
  return SAR_FAILED;
}

/* ---- writing ---- */

SarStatus sar_sink_hdf5(SarContext *context, const char *path, SarSink *out) {
  *out = (SarSink){0};
  return refuse(context, path);
}

SarStatus sar_sink_hdf5_counted(SarContext *context, const char *path, const SarSinkCounts *counts, SarSinkWatch watch,
                                SarSink *out) {
  (void)counts, (void)watch;
  return sar_sink_hdf5(context, path, out);
}

SarStatus sar_hdf5_write_arrays(SarContext *context, const char *path, const SarArray *arrays, int32_t count) {
  (void)arrays, (void)count;
  return refuse(context, path);
}
