/* Small pieces of an HDF5 file: attributes and datasets of bytes. False, or a negative handle: HDF5 has failed.
 * Handles are hid_t, written out as in hdf5_access.h. */
#ifndef SAR_STORE_HDF5_PUT_H
#define SAR_STORE_HDF5_PUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Strings of variable length, without a limit; an array of them may be empty. */
bool sar_hdf5_put_text(int64_t object, const char *name, const char *text);
bool sar_hdf5_put_texts(int64_t object, const char *name, const char *const *texts, int64_t count);

bool sar_hdf5_put_int(int64_t object, const char *name, int64_t value);

/* Short texts, all in the length of the longest: unlike the others they stand in the header of the object. */
typedef struct SarHdf5Words {
  int64_t type, space;
  char *bytes;
} SarHdf5Words;

/* count > 0; close also after a failure. */
bool sar_hdf5_words_create(const char *const *texts, int32_t count, SarHdf5Words *out);
bool sar_hdf5_put_words(int64_t object, const char *name, const SarHdf5Words *words);
void sar_hdf5_words_close(SarHdf5Words *words);

/* One short text, in the header of the object, too. */
bool sar_hdf5_put_word(int64_t object, const char *name, const char *text);

/* A dataset of bytes, open. */
int64_t sar_hdf5_put_bytes(int64_t file, const char *path, const void *bytes, size_t count);

#endif
