/* Datasets of one dimension, or of rows by parts. */
#include "result/hdf5_series.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "result/hdf5_common.h"
#include "store/hdf5_put.h"

#define LINK_NAME 10 /* typical length */
#define DEFLATE 4    /* more takes much longer and gives little */

static int rank_of(const SarHdf5Extent *extent) { return extent->parts > 1 ? 2 : 1; }

int64_t sar_hdf5_extent_properties(const SarHdf5Extent *extent) {
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  hsize_t chunk[2] = {(hsize_t)extent->chunk, (hsize_t)extent->parts};
  bool ok = create >= 0 && H5Pset_obj_track_times(create, false) >= 0;
  if (ok && extent->chunk) ok = H5Pset_chunk(create, rank_of(extent), chunk) >= 0;
  if (ok && !extent->chunk) ok = H5Pset_fill_time(create, H5D_FILL_TIME_NEVER) >= 0; /* all of it is written */
  if (ok && extent->early) ok = H5Pset_alloc_time(create, H5D_ALLOC_TIME_EARLY) >= 0;
  if (ok && extent->packed) ok = H5Pset_shuffle(create) >= 0 && H5Pset_deflate(create, DEFLATE) >= 0;
  if (ok || create < 0) return create;
  H5Pclose(create);
  return H5I_INVALID_HID;
}

int64_t sar_hdf5_extent_space(const SarHdf5Extent *extent) {
  hsize_t parts = (hsize_t)extent->parts, unlimited[2] = {H5S_UNLIMITED, parts};
  hsize_t size[2] = {extent->size < 0 ? 0 : (hsize_t)extent->size, parts};
  return H5Screate_simple(rank_of(extent), size, extent->size < 0 ? unlimited : NULL);
}

/* Where in the dataset the records go, for H5Dwrite: all of it where that is so. */
static bool select_records(hid_t dataset, const SarHdf5Extent *extent, int64_t at, int64_t count, hid_t *memory,
                           hid_t *space) {
  hsize_t start[2] = {(hsize_t)at, 0}, number[2] = {(hsize_t)count, (hsize_t)extent->parts};
  *memory = H5Screate_simple(rank_of(extent), number, NULL);
  *space = H5Dget_space(dataset);
  return *memory >= 0 && *space >= 0 && H5Sselect_hyperslab(*space, H5S_SELECT_SET, start, NULL, number, NULL) >= 0;
}

bool sar_hdf5_append(const SarHdf5Place *place, const char *path, const SarHdf5Extent *extent, int64_t type, int64_t at,
                     int64_t count, const void *records) {
  hid_t dataset = H5Dopen2(place->file, path, place->access), memory = H5S_ALL, space = H5S_ALL;
  if (dataset < 0) return false;
  bool all = at == 0 && count == extent->size, ok = true;
  hsize_t size[2] = {(hsize_t)at + (hsize_t)count, (hsize_t)extent->parts};
  if (extent->size < 0) ok = H5Dset_extent(dataset, size) >= 0;
  if (ok && !all) ok = select_records(dataset, extent, at, count, &memory, &space);
  ok = ok && H5Dwrite(dataset, type, memory, space, H5P_DEFAULT, records) >= 0;
  if (memory > 0) H5Sclose(memory);
  if (space > 0) H5Sclose(space);
  return H5Dclose(dataset) >= 0 && ok;
}

bool sar_hdf5_create_groups(int64_t file, char *path, unsigned links) {
  hid_t create = H5Pcreate(H5P_GROUP_CREATE);
  bool ok = create >= 0 && H5Pset_obj_track_times(create, false) >= 0 &&
            (!links || H5Pset_est_link_info(create, links, LINK_NAME) >= 0);
  for (char *slash = strchr(path + 1, '/'); slash && ok; slash = strchr(slash + 1, '/')) {
    *slash = 0;
    if (H5Lexists(file, path, H5P_DEFAULT) <= 0) {
      hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, create, H5P_DEFAULT);
      ok = group >= 0 && H5Gclose(group) >= 0;
    }
    *slash = '/';
  }
  if (create >= 0) H5Pclose(create);
  return ok;
}

static bool create_column(const SarHdf5Place *place, const char *column, hid_t space, hid_t create, const char *unit,
                          unsigned links) {
  char *path = sar_hdf5_path(column);
  bool placed = path && sar_hdf5_create_groups(place->file, path, links);
  hid_t dataset = placed ? H5Dcreate2(place->file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, place->access)
                         : H5I_INVALID_HID;
  free(path);
  if (dataset < 0) return false;
  bool ok = sar_hdf5_put_text(dataset, "unit", unit);
  return H5Dclose(dataset) >= 0 && ok;
}

bool sar_hdf5_series_create(const SarHdf5Place *place, SarHdf5Series *series, const char *const *units, unsigned links,
                            bool *no_memory) {
  series->buffer = calloc((size_t)series->count * (size_t)series->room, sizeof *series->buffer);
  *no_memory = !series->buffer;
  if (!series->buffer) return false;
  hid_t create = sar_hdf5_extent_properties(&series->extent), space = sar_hdf5_extent_space(&series->extent);
  bool ok = create >= 0 && space >= 0;
  for (int32_t i = 0; i < series->count && ok; i++) {
    ok = create_column(place, series->names[i], space, create, units[i], links);
  }
  if (create >= 0) H5Pclose(create);
  if (space >= 0) H5Sclose(space);
  return ok;
}

bool sar_hdf5_series_drain(const SarHdf5Place *place, SarHdf5Series *series) {
  bool ok = true;
  for (int32_t i = 0; i < series->count && series->buffered && ok; i++) {
    char *path = sar_hdf5_path(series->names[i]);
    ok = path && sar_hdf5_append(place, path, &series->extent, H5T_NATIVE_DOUBLE, series->rows, series->buffered,
                                 series->buffer + (int64_t)i * series->room);
    free(path);
  }
  series->rows += series->buffered;
  series->buffered = 0;
  return ok;
}
