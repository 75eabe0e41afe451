/* Opens what is stored in a file itself, and nothing else.
 *
 * HDF5 can lead out of a file: external and soft links, datasets whose bytes or pieces are in other files, filters that
 * are loaded as plugins. A file from somebody else would so read any file of the user, who then passes a page or a
 * table of it on. The sink writes none of this, so everything but hard links to plain datasets is refused
 * (docs/security.md). Only what is asked for is looked at: what others have added to the file stays unread. */
#ifndef SAR_STORE_HDF5_GUARD_H
#define SAR_STORE_HDF5_GUARD_H

#include <stdbool.h>
#include <stdint.h>

/* `path` ("/crank/x"): written to on the way, and afterwards as before. Negative: there is no such
 * dataset, or it is not opened; *refused is the reason then ("is behind a soft link"), else null. The type is hid_t,
 * written out as in hdf5_access.h. */
int64_t sar_hdf5_open_own(int64_t file, char *path, const char **refused);

/* The same for a table, by its name in a group of the root (null: in the root itself): it may have a type that stands
 * elsewhere in the file, and be compressed by what HDF5 itself brings. Neither name has a slash. */
int64_t sar_hdf5_open_table(int64_t file, const char *group, const char *name, const char **refused);

/* The same for any path; it may be compressed by what HDF5 itself brings. */
int64_t sar_hdf5_open_packed(int64_t file, char *path, const char **refused);

/* Whether there is something of that name; true as well where it would be refused. */
bool sar_hdf5_has_own(int64_t file, char *path);

#endif
