/* Numbers and texts as bytes, lowest byte first on every machine: what goes through pipes and into journals. */
#ifndef SAR_STUDY_BYTES_H
#define SAR_STUDY_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* A buffer that grows. Without memory it says so once, and takes nothing more. */
typedef struct SarBytes {
  uint8_t *at;
  size_t used, room;
  bool no_memory;
} SarBytes;

void sar_bytes_free(SarBytes *bytes);
void sar_bytes_clear(SarBytes *bytes);
/* Room for so many more; null: no memory. They count once they are written there and `used` is raised. */
uint8_t *sar_bytes_reserve(SarBytes *bytes, size_t count);
void sar_bytes_put(SarBytes *bytes, const void *data, size_t count);
void sar_bytes_put_int(SarBytes *bytes, int64_t value);
void sar_bytes_put_real(SarBytes *bytes, double value);
void sar_bytes_put_reals(SarBytes *bytes, const double *values, int64_t count);
void sar_bytes_put_text(SarBytes *bytes, const char *text); /* null is "" */
/* Throws the first ones away. */
void sar_bytes_drop(SarBytes *bytes, size_t count);

/* Reads without trust: after the first thing that does not fit everything is zero, and `wrong` is set. */
typedef struct SarByteReader {
  const uint8_t *at;
  size_t left;
  bool wrong;
} SarByteReader;

static inline SarByteReader sar_byte_reader(const uint8_t *at, size_t count) {
  return (SarByteReader){at, count, false};
}
int64_t sar_bytes_get_int(SarByteReader *reader);
/* Between least and most; otherwise wrong, and least. */
int64_t sar_bytes_get_count(SarByteReader *reader, int64_t least, int64_t most);
double sar_bytes_get_real(SarByteReader *reader);
void sar_bytes_get_reals(SarByteReader *reader, double *values, int64_t count);
/* Not ended by a zero, which it does not hold; it stands in the bytes that are read. */
const char *sar_bytes_get_text(SarByteReader *reader, size_t *length);
/* The same in the arena, with its end; null, and *ok false: no memory. */
const char *sar_bytes_copy_text(SarByteReader *reader, SarArena *arena, bool *ok);
/* Whether so many numbers can still follow. */
bool sar_bytes_has_reals(const SarByteReader *reader, int64_t count);

#endif
