/* Arrays into HDF5. No times are kept, so that the same arrays give the same bytes; headers are those of HDF5 1.8,
 * which carry checksums. */
#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/replace.h"
#include "store/disk.h"
#include "store/hdf5_access.h"
#include "store/hdf5_driver.h"
#include "store/hdf5_put.h"
#include "store/hdf5_store.h"

#define DEFLATE 6
#define CHUNK_BYTES ((size_t)1 << 20) /* about: large enough to pack well, small enough to be held */

struct SarStoreWriter {
  SarContext *context;
  SarReplacement place;
  SarDisk disk;
  hid_t file, driver;
  bool failed;
};

int64_t sar_store_memory_type(SarStoreType type) {
  return type == SAR_STORE_REAL    ? H5T_NATIVE_DOUBLE
         : type == SAR_STORE_FLOAT ? H5T_NATIVE_FLOAT
         : type == SAR_STORE_INT32 ? H5T_NATIVE_INT32
         : type == SAR_STORE_BYTE  ? H5T_NATIVE_UINT8
                                   : H5T_NATIVE_INT64;
}

int64_t sar_store_file_type(SarStoreType type) {
  return type == SAR_STORE_REAL    ? H5T_IEEE_F64LE
         : type == SAR_STORE_FLOAT ? H5T_IEEE_F32LE
         : type == SAR_STORE_INT32 ? H5T_STD_I32LE
         : type == SAR_STORE_BYTE  ? H5T_STD_U8LE
                                   : H5T_STD_I64LE;
}

size_t sar_store_size(SarStoreType type) {
  return type == SAR_STORE_BYTE ? 1 : type == SAR_STORE_REAL || type == SAR_STORE_INT64 ? 8 : 4;
}

static bool create_file(SarStoreWriter *w) {
  SarDisk *disk = &w->disk;
  if (!sar_disk_open(disk, w->place.fresh)) return false;
  hid_t create = H5Pcreate(H5P_FILE_CREATE), access = H5Pcreate(H5P_FILE_ACCESS);
  w->driver = H5FDregister(&sar_hdf5_driver);
  bool ok = create >= 0 && access >= 0 && w->driver >= 0 && H5Pset_obj_track_times(create, false) >= 0 &&
            H5Pset_driver(access, w->driver, &disk) >= 0 &&
            H5Pset_libver_bounds(access, H5F_LIBVER_V18, H5F_LIBVER_V18) >= 0;
  if (ok) w->file = H5Fcreate(w->place.fresh, H5F_ACC_TRUNC, create, access);
  if (create >= 0) H5Pclose(create);
  if (access >= 0) H5Pclose(access);
  return w->file >= 0;
}

SarStatus sar_store_finish(SarStoreWriter **writer, SarStatus status) {
  SarStoreWriter *w = *writer;
  SarHdf5Silence before = sar_hdf5_enter();
  bool ok = w->file >= 0 && H5Fclose(w->file) >= 0 && !w->failed;
  if (w->driver >= 0) H5FDunregister(w->driver);
  sar_disk_close(&w->disk);
  sar_hdf5_leave(before);
  if ((!ok || w->disk.error) && status == SAR_OK) {
    status = sar_report_write(w->context, w->place.shown, w->disk.error, "HDF5 cannot write it");
  }
  status = sar_replace_end(&w->place, status);
  free(w);
  *writer = NULL;
  return status;
}

SarStatus sar_store_create(SarContext *context, const char *path, SarStoreWriter **out) {
  SarStoreWriter *w = *out = calloc(1, sizeof *w);
  if (!w) return sar_report_no_memory(context);
  w->context = context;
  w->file = w->driver = H5I_INVALID_HID;
  w->disk.descriptor = -1;
  SarStatus status = sar_replace_begin(context, path, &w->place);
  if (status != SAR_OK) return sar_store_finish(out, status);
  SarHdf5Silence before = sar_hdf5_enter();
  bool ok = create_file(w);
  sar_hdf5_leave(before);
  return ok ? SAR_OK : sar_store_finish(out, SAR_OK);
}

/* ---- attributes ---- */

void sar_store_put_text(SarStoreWriter *w, const char *name, const char *text) {
  SarHdf5Silence before = sar_hdf5_enter();
  w->failed = w->failed || !sar_hdf5_put_word(w->file, name, text);
  sar_hdf5_leave(before);
}

void sar_store_put_int(SarStoreWriter *w, const char *name, int64_t value) {
  SarHdf5Silence before = sar_hdf5_enter();
  w->failed = w->failed || !sar_hdf5_put_int(w->file, name, value);
  sar_hdf5_leave(before);
}

void sar_store_put_long_text(SarStoreWriter *w, const char *name, const char *text) {
  SarHdf5Silence before = sar_hdf5_enter();
  w->failed = w->failed || !sar_hdf5_put_text(w->file, name, text);
  sar_hdf5_leave(before);
}

/* ---- arrays ---- */

/* Chunks go through whole dimensions from the last one on, as far as they are not too large. */
static bool set_packing(hid_t create, int32_t rank, const hsize_t *extent, size_t bytes) {
  hsize_t chunk[SAR_STORE_RANK], room = CHUNK_BYTES / bytes ? CHUNK_BYTES / bytes : 1, all = 1;
  for (int32_t i = rank; i-- > 0;) {
    chunk[i] = extent[i] < room ? extent[i] : room;
    room = chunk[i] ? room / chunk[i] : room;
    room = room ? room : 1;
    all *= extent[i];
  }
  if (!rank || !all) return true; /* nothing to pack */
  return H5Pset_chunk(create, rank, chunk) >= 0 && H5Pset_shuffle(create) >= 0 && H5Pset_deflate(create, DEFLATE) >= 0;
}

/* The group that the path is in: one below the root at most. HDF5 would make it by itself, with its time. */
static bool make_group(hid_t file, const char *path) {
  char name[64];
  size_t length = strcspn(path + 1, "/");
  if (!path[1 + length] || length >= sizeof name) return !path[1 + length];
  memcpy(name, path + 1, length);
  name[length] = 0;
  if (H5Lexists(file, name, H5P_DEFAULT) > 0) return true;
  hid_t create = H5Pcreate(H5P_GROUP_CREATE);
  bool ok = create >= 0 && H5Pset_obj_track_times(create, false) >= 0;
  hid_t group = ok ? H5Gcreate2(file, name, H5P_DEFAULT, create, H5P_DEFAULT) : H5I_INVALID_HID;
  if (create >= 0) H5Pclose(create);
  return group >= 0 && H5Gclose(group) >= 0;
}

static hid_t create_dataset(hid_t file, const char *path, hid_t type, int32_t rank, const hsize_t *extent) {
  hid_t space = rank ? H5Screate_simple(rank, extent, NULL) : H5Screate(H5S_SCALAR);
  hid_t create = H5Pcreate(H5P_DATASET_CREATE);
  bool ok = space >= 0 && create >= 0 && make_group(file, path) && H5Pset_obj_track_times(create, false) >= 0 &&
            set_packing(create, rank, extent, H5Tget_size(type));
  hid_t dataset = ok ? H5Dcreate2(file, path, type, space, H5P_DEFAULT, create, H5P_DEFAULT) : H5I_INVALID_HID;
  if (space >= 0) H5Sclose(space);
  if (create >= 0) H5Pclose(create);
  return dataset;
}

int64_t sar_store_create_dataset(const SarStoreWriter *w, const char *path, int64_t type, int32_t rank,
                                 const unsigned long long *extent) {
  return create_dataset(w->file, path, type, rank, extent);
}

bool sar_store_has_failed(const SarStoreWriter *w) { return w->failed; }
void sar_store_fail(SarStoreWriter *w) { w->failed = true; }

static bool is_empty(int32_t rank, const hsize_t *extent) {
  for (int32_t i = 0; i < rank; i++) {
    if (!extent[i]) return true;
  }
  return false;
}

void sar_store_put(SarStoreWriter *w, SarStored array, const void *values, const char *unit) {
  if (w->failed) return;
  hsize_t extent[SAR_STORE_RANK] = {0};
  for (int32_t i = 0; i < array.rank; i++) extent[i] = (hsize_t)array.extent[i];
  SarHdf5Silence before = sar_hdf5_enter();
  hid_t dataset = create_dataset(w->file, array.path, sar_store_file_type(array.type), array.rank, extent);
  bool ok = dataset >= 0 && (is_empty(array.rank, extent) || H5Dwrite(dataset, sar_store_memory_type(array.type),
                                                                      H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
  if (ok && unit) ok = sar_hdf5_put_word(dataset, "unit", unit);
  if (dataset >= 0) ok = H5Dclose(dataset) >= 0 && ok;
  sar_hdf5_leave(before);
  w->failed = !ok;
}

void sar_store_put_texts(SarStoreWriter *w, const char *path, const char *const *texts, int64_t count) {
  if (w->failed) return;
  hsize_t extent = (hsize_t)count;
  SarHdf5Words words;
  static const char *const none[] = {""};
  SarHdf5Silence before = sar_hdf5_enter();
  bool ok = sar_hdf5_words_create(count ? texts : none, count ? (int32_t)count : 1, &words);
  hid_t dataset = ok ? create_dataset(w->file, path, words.type, 1, &extent) : H5I_INVALID_HID;
  ok = dataset >= 0 && (!count || H5Dwrite(dataset, words.type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.bytes) >= 0);
  if (dataset >= 0) ok = H5Dclose(dataset) >= 0 && ok;
  sar_hdf5_words_close(&words);
  sar_hdf5_leave(before);
  w->failed = !ok;
}
