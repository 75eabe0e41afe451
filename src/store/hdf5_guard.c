/* Paths are followed name by name: HDF5, given a whole one, follows every link on the way. */
#include "store/hdf5_guard.h"

#include <hdf5.h>
#include <string.h>

/* The object that a hard link of the group leads to; negative: there is none. */
static hid_t open_link(hid_t group, const char *name, const char **refused) {
  H5L_info_t info;
  if (H5Lget_info(group, name, &info, H5P_DEFAULT) < 0) return H5I_INVALID_HID;
  if (info.type == H5L_TYPE_HARD) return H5Oopen(group, name, H5P_DEFAULT);
  *refused = info.type == H5L_TYPE_SOFT       ? "is behind a soft link"
             : info.type == H5L_TYPE_EXTERNAL ? "is behind a link to another file"
                                              : "is behind a link of an unknown kind";
  return H5I_INVALID_HID;
}

static const char *foreign_layout(hid_t create) {
  H5D_layout_t layout = H5Pget_layout(create);
  if (H5Pget_external_count(create) != 0) return "is stored in another file";
  if (layout == H5D_VIRTUAL) return "is made of pieces of other files";
  if (layout != H5D_CHUNKED && layout != H5D_CONTIGUOUS && layout != H5D_COMPACT) return "is stored in an unknown way";
  return NULL;
}

/* The two filters that the program writes are parts of HDF5 itself; others it would look for among shared objects. */
static bool are_own_filters(hid_t create) {
  for (int i = 0; i < H5Pget_nfilters(create); i++) {
    unsigned flags = 0, config = 0;
    size_t none = 0;
    H5Z_filter_t filter = H5Pget_filter2(create, (unsigned)i, &flags, &none, NULL, 0, NULL, &config);
    if (filter != H5Z_FILTER_SHUFFLE && filter != H5Z_FILTER_DEFLATE) return false;
  }
  return true;
}

/* Why the dataset is none of ours; null: it may be read. Nothing of another file has been opened up to here. */
static const char *foreign_storage(hid_t dataset, bool packed) {
  hid_t create = H5Dget_create_plist(dataset);
  if (create < 0) return "is damaged";
  const char *layout = foreign_layout(create);
  bool own = packed ? are_own_filters(create) : H5Pget_nfilters(create) == 0;
  H5Pclose(create);
  if (layout) return layout;
  if (!own) return "goes through a filter";
  hid_t type = H5Dget_type(dataset);
  bool named = type >= 0 && H5Tcommitted(type) > 0;
  if (type >= 0) H5Tclose(type);
  return named ? "has a type that is kept elsewhere" : NULL;
}

/* The same of a table. Its type is kept in the group of types, which is of the same file: HDF5 has no other place for
 * it. One piece of this file, which has an offset, is never in another one and has no filters. */
static const char *foreign_table(hid_t dataset) {
  if (H5Dget_offset(dataset) != HADDR_UNDEF) return NULL;
  hid_t create = H5Dget_create_plist(dataset);
  if (create < 0) return "is damaged";
  const char *layout = foreign_layout(create);
  bool own = are_own_filters(create);
  H5Pclose(create);
  return layout ? layout : own ? NULL : "goes through a filter";
}

/* The object at the end of the path; negative: there is none. */
static hid_t follow(hid_t file, char *path, const char **refused) {
  hid_t at = H5Oopen(file, "/", H5P_DEFAULT);
  *refused = NULL;
  for (char *name = path + strspn(path, "/"); at >= 0 && *name;) {
    char *end = name + strcspn(name, "/"), separator = *end;
    *end = 0; /* HDF5 wants a zero behind the name */
    hid_t below = H5Iget_type(at) == H5I_GROUP ? open_link(at, name, refused) : H5I_INVALID_HID;
    *end = separator;
    H5Oclose(at);
    at = below;
    name = end + strspn(end, "/");
  }
  return at;
}

static int64_t open_stored(int64_t file, char *path, bool packed, const char **refused) {
  hid_t object = follow(file, path, refused);
  if (object < 0) return H5I_INVALID_HID;
  if (H5Iget_type(object) == H5I_DATASET && !(*refused = foreign_storage(object, packed))) return object;
  H5Oclose(object);
  return H5I_INVALID_HID;
}

int64_t sar_hdf5_open_own(int64_t file, char *path, const char **refused) {
  return open_stored(file, path, false, refused);
}

int64_t sar_hdf5_open_packed(int64_t file, char *path, const char **refused) {
  return open_stored(file, path, true, refused);
}

int64_t sar_hdf5_open_table(int64_t file, const char *group, const char *name, const char **refused) {
  *refused = NULL;
  hid_t above = group ? open_link(file, group, refused) : H5I_INVALID_HID;
  bool found = !group || (above >= 0 && H5Iget_type(above) == H5I_GROUP);
  hid_t object = found ? open_link(group ? above : file, name, refused) : H5I_INVALID_HID;
  if (above >= 0) H5Oclose(above);
  if (object < 0) return H5I_INVALID_HID;
  if (H5Iget_type(object) == H5I_DATASET && !(*refused = foreign_table(object))) return object;
  H5Oclose(object);
  return H5I_INVALID_HID;
}

bool sar_hdf5_has_own(int64_t file, char *path) {
  const char *refused;
  hid_t object = follow(file, path, &refused);
  if (object >= 0) H5Oclose(object);
  return object >= 0 || refused;
}
