/* Reading the HDF5 files that sink hdf5.c writes. Foreign and damaged files are told from them, never trusted. */
#ifndef SAR_RESULT_HDF5_READ_H
#define SAR_RESULT_HDF5_READ_H

#include "base/arena.h"
#include "result/hdf5_cut.h"
#include "result/sink.h"

typedef struct SarHdf5File SarHdf5File;

/* Whether HDF5 files can be read and written: not in the engine of live pages (wasm/), where the journal of a run is
 * its result. */
bool sar_hdf5_is_built_in(void);

/* True if the file is HDF5 of any kind. */
bool sar_hdf5_is_one(const char *path);

/* SAR_INPUT for a file that is not one of ours. Close with sar_hdf5_close. */
SarStatus sar_hdf5_open(SarContext *context, const char *path, SarHdf5File **out);
/* The same; of a file that was cut short what is left. SAR_INPUT if that is nothing. */
SarStatus sar_hdf5_open_left(SarContext *context, const char *path, SarHdf5File **out);
void sar_hdf5_close(SarHdf5File **file);

const SarHdf5Left *sar_hdf5_left(const SarHdf5File *file); /* null: the file is whole */

const SarSinkHeader *sar_hdf5_header(const SarHdf5File *file); /* lives as long as the file is open */
const char *sar_hdf5_hash(const SarHdf5File *file);
int64_t sar_hdf5_rows(const SarHdf5File *file);
int64_t sar_hdf5_steps(const SarHdf5File *file);
int64_t sar_hdf5_events(const SarHdf5File *file);

/* Values first .. first + count - 1 of a column: 0 the time, then those of the header; in the units of the file.
 * Reading the columns of one element one after the other reads the file once. */
SarStatus sar_hdf5_read_column(SarHdf5File *file, int32_t column, int64_t first, int64_t count, double *values);

/* Whether the columns stand in tables; else each is a dataset, as version 0.6 wrote them. */
bool sar_hdf5_has_tables(const SarHdf5File *file);

/* The same of the time, the steps and the events by name ("time", "solver.step"). */
SarStatus sar_hdf5_read(SarHdf5File *file, const char *column, int64_t first, int64_t count, double *values);

/* Whether there is a column of that name: files of older programs lack some. */
SarStatus sar_hdf5_has(SarHdf5File *file, const char *column, bool *out);

/* The checkpoint in the file, in the arena; null if there is none. */
typedef struct SarHdf5Checkpoint {
  const void *bytes;
  size_t count;
  int64_t rows, steps; /* before it */
} SarHdf5Checkpoint;
SarStatus sar_hdf5_checkpoint(SarHdf5File *file, SarArena *arena, SarHdf5Checkpoint *out);

/* Feeds header, rows, steps and the checkpoint to a sink, up to the checkpoint, in the order in which a run gives them:
 * every step before the rows inside it. SI values are such that they convert into exactly what the file holds. */
SarStatus sar_hdf5_replay_to_checkpoint(SarContext *context, SarHdf5File *file, const SarHdf5Checkpoint *checkpoint,
                                        SarSink *into);

#endif
