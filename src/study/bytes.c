#include "study/bytes.h"

#include <stdlib.h>
#include <string.h>

#include "result/journal_code.h"

#define LEAST_ROOM 256

void sar_bytes_free(SarBytes *bytes) {
  free(bytes->at);
  *bytes = (SarBytes){0};
}

void sar_bytes_clear(SarBytes *bytes) { bytes->used = 0; }

uint8_t *sar_bytes_reserve(SarBytes *bytes, size_t count) {
  if (bytes->no_memory) return NULL;
  if (!bytes->at || count > bytes->room - bytes->used) {
    size_t room = bytes->room ? bytes->room : LEAST_ROOM;
    while (room - bytes->used < count && room <= SIZE_MAX / 4) room *= 2;
    uint8_t *larger = room - bytes->used >= count ? realloc(bytes->at, room) : NULL;
    bytes->no_memory = !larger;
    if (!larger) return NULL;
    bytes->at = larger;
    bytes->room = room;
  }
  return bytes->at + bytes->used;
}

void sar_bytes_put(SarBytes *bytes, const void *data, size_t count) {
  uint8_t *room = sar_bytes_reserve(bytes, count);
  if (!room) return;
  if (count) memcpy(room, data, count);
  bytes->used += count;
}

void sar_bytes_put_int(SarBytes *bytes, int64_t value) {
  uint8_t eight[8];
  sar_put_u64(eight, (uint64_t)value);
  sar_bytes_put(bytes, eight, sizeof eight);
}

void sar_bytes_put_real(SarBytes *bytes, double value) {
  uint8_t eight[8];
  sar_put_real(eight, value);
  sar_bytes_put(bytes, eight, sizeof eight);
}

void sar_bytes_put_reals(SarBytes *bytes, const double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++) sar_bytes_put_real(bytes, values[i]);
}

void sar_bytes_put_text(SarBytes *bytes, const char *text) {
  size_t length = text ? strlen(text) : 0;
  sar_bytes_put_int(bytes, (int64_t)length);
  sar_bytes_put(bytes, text, length);
}

void sar_bytes_drop(SarBytes *bytes, size_t count) {
  bytes->used -= count;
  if (bytes->used) memmove(bytes->at, bytes->at + count, bytes->used);
}

/* ---- reading ---- */

/* Null: there are not so many. */
static const uint8_t *take(SarByteReader *r, size_t count) {
  r->wrong = r->wrong || count > r->left;
  if (r->wrong) return NULL;
  const uint8_t *at = r->at;
  r->at += count;
  r->left -= count;
  return at;
}

int64_t sar_bytes_get_int(SarByteReader *r) {
  const uint8_t *at = take(r, 8);
  return at ? (int64_t)sar_get_u64(at) : 0;
}

int64_t sar_bytes_get_count(SarByteReader *r, int64_t least, int64_t most) {
  int64_t value = sar_bytes_get_int(r);
  r->wrong = r->wrong || value < least || value > most;
  return r->wrong ? least : value;
}

double sar_bytes_get_real(SarByteReader *r) {
  const uint8_t *at = take(r, 8);
  return at ? sar_get_real(at) : 0;
}

void sar_bytes_get_reals(SarByteReader *r, double *values, int64_t count) {
  for (int64_t i = 0; i < count; i++) values[i] = sar_bytes_get_real(r);
}

const char *sar_bytes_get_text(SarByteReader *r, size_t *length) {
  int64_t count = sar_bytes_get_count(r, 0, (int64_t)r->left);
  const uint8_t *at = take(r, (size_t)count);
  r->wrong = r->wrong || (count && memchr(at, 0, (size_t)count));
  *length = r->wrong ? 0 : (size_t)count;
  return r->wrong ? "" : (const char *)at;
}

const char *sar_bytes_copy_text(SarByteReader *r, SarArena *arena, bool *ok) {
  size_t length = 0;
  const char *text = sar_bytes_get_text(r, &length), *copy = sar_arena_copy_text_n(arena, text, length);
  *ok = *ok && copy;
  return copy;
}

bool sar_bytes_has_reals(const SarByteReader *r, int64_t count) {
  return !r->wrong && count >= 0 && (uint64_t)count <= r->left / 8;
}
