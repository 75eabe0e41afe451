/* What every part of the reader needs: to open a dataset, and to say why that is not possible. */
#include "result/hdf5_file.h"

#include <hdf5.h>
#include <inttypes.h>
#include <stdlib.h>

#include "result/hdf5_common.h"
#include "store/hdf5_guard.h"

/* Such a file was not written by the program, but by hand. */
static SarStatus report_refused(const SarHdf5File *f, const char *name) {
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "do not trust this file: `sarrus run` writes all into it, and nothing that leads to other files",
                    "`%s` is not read: it %s", name, f->refused);
}

SarStatus sar_hdf5_report(const SarHdf5File *f, const char *what, const char *name) {
  if (f->no_memory) return sar_report_no_memory(f->context);
  if (f->refused) return report_refused(f, name);
  if (f->cut) {
    return sar_report(f->context, SAR_INPUT, f->source, NULL, SAR_HDF5_CUT_REMEDY,
                      "the file is cut short, %" PRId64 " of %" PRId64 " bytes are there, and no row of it can be read",
                      f->disk.end, f->disk.told);
  }
  return sar_report(f->context, SAR_INPUT, f->source, NULL,
                    "give a results file that `sarrus run` of this version wrote", "%s `%s`", what, name);
}

/* An open dataset of one dimension and its size; negative if there is none of that class. Our chunks are all there: a
 * size that the file does not hold is a lie. In a file that was cut short that is found out in another way. */
int64_t sar_hdf5_open_series(SarHdf5File *f, const char *column, int wanted, int64_t *size) {
  char *path = sar_hdf5_path(column);
  hid_t dataset = path ? sar_hdf5_open_own(f->file, path, &f->refused) : H5I_INVALID_HID;
  f->no_memory = !path;
  free(path);
  if (dataset < 0) return dataset;
  hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
  hsize_t extent = 0;
  bool ok = space >= 0 && type >= 0 && (int)H5Tget_class(type) == wanted && H5Sget_simple_extent_ndims(space) == 1 &&
            H5Sget_simple_extent_dims(space, &extent, NULL) == 1 && extent <= INT64_MAX / 16 &&
            (f->cut || H5Dget_storage_size(dataset) / H5Tget_size(type) >= extent);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  *size = (int64_t)extent;
  if (ok) return dataset;
  H5Dclose(dataset);
  return H5I_INVALID_HID;
}
