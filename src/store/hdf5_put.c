/* Attributes and bytes. */
#include "store/hdf5_put.h"

#include <hdf5.h>
#include <stdlib.h>
#include <string.h>

static bool put_attribute(hid_t object, const char *name, hid_t type, hid_t space, const void *value) {
  hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
  bool ok = attribute >= 0 && (!value || H5Awrite(attribute, type, value) >= 0);
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  return ok;
}

/* space: closed here */
static bool put_variable(hid_t object, const char *name, hid_t space, const void *value) {
  hid_t type = H5Tcopy(H5T_C_S1);
  bool ok = type >= 0 && space >= 0 && H5Tset_size(type, H5T_VARIABLE) >= 0 && H5Tset_cset(type, H5T_CSET_UTF8) >= 0 &&
            put_attribute(object, name, type, space, value);
  if (space >= 0) H5Sclose(space);
  if (type >= 0) H5Tclose(type);
  return ok;
}

bool sar_hdf5_put_text(int64_t object, const char *name, const char *text) {
  return put_variable(object, name, H5Screate(H5S_SCALAR), &text);
}

bool sar_hdf5_put_texts(int64_t object, const char *name, const char *const *texts, int64_t count) {
  hsize_t size = (hsize_t)count;
  return put_variable(object, name, H5Screate_simple(1, &size, NULL), count ? texts : NULL);
}

bool sar_hdf5_put_int(int64_t object, const char *name, int64_t value) {
  hid_t space = H5Screate(H5S_SCALAR);
  hid_t attribute =
      space >= 0 ? H5Acreate2(object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT) : H5I_INVALID_HID;
  bool ok = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &value) >= 0;
  if (attribute >= 0) ok = H5Aclose(attribute) >= 0 && ok;
  if (space >= 0) H5Sclose(space);
  return ok;
}

bool sar_hdf5_words_create(const char *const *texts, int32_t count, SarHdf5Words *out) {
  size_t longest = 1;
  hsize_t size = (hsize_t)count;
  for (int32_t i = 0; i < count; i++) longest = strlen(texts[i]) > longest ? strlen(texts[i]) : longest;
  *out = (SarHdf5Words){
      .type = H5Tcopy(H5T_C_S1), .space = H5Screate_simple(1, &size, NULL), .bytes = calloc((size_t)count, longest)};
  for (int32_t i = 0; out->bytes && i < count; i++) {
    memcpy(out->bytes + (size_t)i * longest, texts[i], strlen(texts[i]));
  }
  return out->bytes && out->type >= 0 && out->space >= 0 && H5Tset_size(out->type, longest) >= 0 &&
         H5Tset_strpad(out->type, H5T_STR_NULLPAD) >= 0 && H5Tset_cset(out->type, H5T_CSET_UTF8) >= 0;
}

bool sar_hdf5_put_words(int64_t object, const char *name, const SarHdf5Words *words) {
  return put_attribute(object, name, words->type, words->space, words->bytes);
}

void sar_hdf5_words_close(SarHdf5Words *words) {
  if (words->type > 0) H5Tclose(words->type);
  if (words->space > 0) H5Sclose(words->space);
  free(words->bytes);
  *words = (SarHdf5Words){0};
}

bool sar_hdf5_put_word(int64_t object, const char *name, const char *text) {
  hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
  bool ok = type >= 0 && space >= 0 && H5Tset_size(type, strlen(text) + 1) >= 0 &&
            H5Tset_cset(type, H5T_CSET_UTF8) >= 0 && put_attribute(object, name, type, space, text);
  if (type >= 0) H5Tclose(type);
  if (space >= 0) H5Sclose(space);
  return ok;
}

int64_t sar_hdf5_put_bytes(int64_t file, const char *path, const void *bytes, size_t count) {
  hsize_t size = count;
  hid_t create = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
  bool ok = create >= 0 && space >= 0 && H5Pset_obj_track_times(create, false) >= 0;
  hid_t dataset = ok ? H5Dcreate2(file, path, H5T_STD_U8LE, space, H5P_DEFAULT, create, H5P_DEFAULT) : H5I_INVALID_HID;
  ok = dataset >= 0 && (!size || H5Dwrite(dataset, H5T_NATIVE_UINT8, H5S_ALL, H5S_ALL, H5P_DEFAULT, bytes) >= 0);
  if (create >= 0) H5Pclose(create);
  if (space >= 0) H5Sclose(space);
  if (ok || dataset < 0) return dataset;
  H5Dclose(dataset);
  return H5I_INVALID_HID;
}
