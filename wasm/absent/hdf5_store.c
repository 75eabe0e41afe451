/* In the place of the files of store/ that know HDF5 where HDF5 is left out: files of reduced bodies cannot be read. */
#include "store/arrays.h"

#define REMEDY "use the program `sarrus`, which has it, or a rigid body in its place"

static SarStatus refuse(SarContext *context, SarSource source, const char *path, SarStore **out) {
  *out = NULL;
  return sar_report(context, SAR_INPUT, source, NULL, REMEDY,
                    "%s: files of reduced bodies are HDF5, which is not built in", path);
}

SarStatus sar_store_open(SarContext *context, SarSource source, const char *path, const char *remedy, SarStore **out) {
  (void)remedy;
  return refuse(context, source, path, out);
}

SarStatus sar_store_open_image(SarContext *context, SarSource source, const char *name, const void *bytes, size_t size,
                               const char *remedy, SarStore **out) {
  (void)bytes, (void)size, (void)remedy;
  return refuse(context, source, name, out);
}

/* None of the following can be called with a store: there is none. */
void sar_store_close(SarStore **store) { *store = NULL; }

SarStatus sar_store_wrong(const SarStore *store, const char *format, ...) {
  (void)store, (void)format;
  return SAR_INPUT;
}

bool sar_store_text(SarStore *store, const char *name, SarArena *arena, const char **text) {
  (void)store, (void)name, (void)arena, (void)text;
  return false;
}

bool sar_store_int(SarStore *store, const char *name, int64_t *value) {
  (void)store, (void)name, (void)value;
  return false;
}

bool sar_store_has(SarStore *store, const char *path) {
  (void)store, (void)path;
  return false;
}

SarStatus sar_store_look(SarStore *store, SarStored *array) {
  (void)store, (void)array;
  return SAR_INPUT;
}

SarStatus sar_store_read(SarStore *store, SarStored *array, SarArena *arena, const void **out) {
  (void)store, (void)array, (void)arena;
  *out = NULL;
  return SAR_INPUT;
}

SarStatus sar_store_read_gaps(SarStore *store, SarStored *array, SarArena *arena, const void **out) {
  (void)store, (void)array, (void)arena;
  *out = NULL;
  return SAR_INPUT;
}

SarStatus sar_store_texts(SarStore *store, const char *path, int64_t *count, SarArena *arena,
                          const char *const **texts) {
  (void)store, (void)path, (void)arena;
  *count = 0;
  *texts = NULL;
  return SAR_INPUT;
}
