#include "result/hdf5_arrays.h"

#include <hdf5.h>
#include <stdio.h>

#include "result/hdf5_common.h"
#include "result/text_file.h"
#include "store/hdf5_put.h"

static bool put_names(hid_t data, const SarArray *array) {
  bool ok = true;
  for (int i = 0; i < 4 && array->names[i].attribute; i++) {
    const SarArrayNames *n = &array->names[i];
    ok = ok && sar_hdf5_put_texts(data, n->attribute, n->names, n->count);
  }
  return ok && (!array->unit || sar_hdf5_put_text(data, "unit", array->unit));
}

static bool put_array(hid_t file, const SarArray *array) {
  hsize_t sizes[3] = {(hsize_t)array->sizes[0], (hsize_t)array->sizes[1], (hsize_t)array->sizes[2]};
  bool empty = false;
  for (int32_t i = 0; i < array->rank; i++) empty = empty || array->sizes[i] == 0;
  hid_t space = H5Screate_simple(array->rank, sizes, NULL);
  hid_t links = H5Pcreate(H5P_LINK_CREATE); /* "state_space/A": the group is made, too */
  bool able = space >= 0 && links >= 0 && H5Pset_create_intermediate_group(links, 1) >= 0;
  hid_t data =
      able ? H5Dcreate2(file, array->name, H5T_IEEE_F64LE, space, links, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
  bool ok = data >= 0 &&
            (empty || H5Dwrite(data, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, array->values) >= 0) &&
            put_names(data, array);
  if (data >= 0) ok = H5Dclose(data) >= 0 && ok;
  if (space >= 0) H5Sclose(space);
  if (links >= 0) H5Pclose(links);
  return ok;
}

/* The same arrays give the same bytes: no times are kept. */
static hid_t create(const char *path) {
  hid_t plist = H5Pcreate(H5P_FILE_CREATE);
  if (plist < 0) return H5I_INVALID_HID;
  H5Pset_obj_track_times(plist, false);
  hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, plist, H5P_DEFAULT);
  H5Pclose(plist);
  return file;
}

SarStatus sar_hdf5_write_arrays(SarContext *context, const char *path, const SarArray *arrays, int32_t count) {
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t file = create(path);
  bool ok = file >= 0;
  for (int32_t i = 0; ok && i < count; i++) ok = put_array(file, &arrays[i]);
  if (file >= 0) ok = H5Fclose(file) >= 0 && ok;
  sar_hdf5_leave(before);
  if (!ok && file >= 0) remove(path); /* half a file is of no use */
  return ok ? SAR_OK : sar_report_write(context, path, 0, "HDF5 cannot write it");
}
