/* Files of named arrays, in HDF5: read without trust, written as a whole.
 *
 * A file that is read may come from anybody. Nothing in it is followed that leads out of it (hdf5_guard.h), no size is
 * believed that its bytes cannot hold, numbers are plain IEEE ones and finite, and texts have a fixed length: HDF5
 * crashes on damaged ones of variable length. */
#ifndef SAR_STORE_ARRAYS_H
#define SAR_STORE_ARRAYS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/context.h"

#define SAR_STORE_RANK 3 /* most dimensions */

typedef enum SarStoreType {
  SAR_STORE_REAL,  /* double */
  SAR_STORE_FLOAT, /* float */
  SAR_STORE_INT32,
  SAR_STORE_INT64,
  SAR_STORE_BYTE /* uint8_t */
} SarStoreType;

/* ---- reading ---- */

typedef struct SarStore SarStore;

/* Faults are SAR_INPUT, reported at `source` together with the path. remedy: what to give instead of a file that is
 * none of the wanted kind ("give a file that `sarrus reduce` wrote"). Both texts outlive the store. Close also after a
 * failure. */
SarStatus sar_store_open(SarContext *context, SarSource source, const char *path, const char *remedy, SarStore **out);
/* The same of a file that stands in memory, and is called `name`. The bytes outlive the store. */
SarStatus sar_store_open_image(SarContext *context, SarSource source, const char *name, const void *bytes, size_t size,
                               const char *remedy, SarStore **out);
void sar_store_close(SarStore **store);

/* Reports what is wrong with the contents. */
SarStatus sar_store_wrong(const SarStore *store, const char *format, ...) SAR_PRINTF(2, 3);

/* Attributes of `/`; false: there is none of that type. The text lives in the arena. */
bool sar_store_text(SarStore *store, const char *name, SarArena *arena, const char **text);
bool sar_store_int(SarStore *store, const char *name, int64_t *value);

/* Whether there is something at the path ("/mesh/at"). */
bool sar_store_has(SarStore *store, const char *path);

/* An array at a path: rank dimensions. Of the extents those that are negative are set, the others must be as given. The
 * last index runs fastest. */
typedef struct SarStored {
  const char *path;
  SarStoreType type;
  int32_t rank;
  int64_t extent[SAR_STORE_RANK];
} SarStored;

/* Looks at it, and sets its extents. */
SarStatus sar_store_look(SarStore *store, SarStored *array);
/* The same, and reads it into the arena; all numbers are finite. */
SarStatus sar_store_read(SarStore *store, SarStored *array, SarArena *arena, const void **out);
/* The same of numbers some of which are not known: NaN. */
SarStatus sar_store_read_gaps(SarStore *store, SarStored *array, SarArena *arena, const void **out);
/* Texts of one dimension, of at most 4096 bytes each; *count as an extent. */
SarStatus sar_store_texts(SarStore *store, const char *path, int64_t *count, SarArena *arena,
                          const char *const **texts);

/* ---- writing ---- */

typedef struct SarStoreWriter SarStoreWriter;

/* The file appears at its path when it is complete (base/replace.h). What fails between is remembered, and
 * sar_store_finish, which must be called, reports it; then, or with a status that is not SAR_OK, nothing has changed.
 * The same calls give the same bytes. */
SarStatus sar_store_create(SarContext *context, const char *path, SarStoreWriter **out);
SarStatus sar_store_finish(SarStoreWriter **writer, SarStatus status);

/* Attributes of `/`. */
void sar_store_put_text(SarStoreWriter *writer, const char *name, const char *text);
void sar_store_put_int(SarStoreWriter *writer, const char *name, int64_t value);
/* Of any length; for people and other programs: it is not read again here. */
void sar_store_put_long_text(SarStoreWriter *writer, const char *name, const char *text);

/* Compressed. Paths are "/name" or "/group/name". unit: an attribute; null: none. */
void sar_store_put(SarStoreWriter *writer, SarStored array, const void *values, const char *unit);
void sar_store_put_texts(SarStoreWriter *writer, const char *path, const char *const *texts, int64_t count);

#endif
