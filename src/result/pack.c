#include "result/pack.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#define LEVEL 3 /* higher ones take up to 1.7 times as long for a page that is one percent smaller */

static SarStatus make_room(SarContext *context, void *field, size_t *room, size_t wanted) {
  void *bytes;
  if (*room >= wanted) return SAR_OK;
  memcpy(&bytes, field, sizeof bytes);
  void *larger = realloc(bytes, wanted);
  if (!larger) return sar_report_no_memory(context);
  memcpy(field, &larger, sizeof larger);
  *room = wanted;
  return SAR_OK;
}

static char *write_base64(char *text, const unsigned char *bytes, size_t count) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (size_t i = 0; i < count; i += 3) {
    size_t left = count - i;
    uint32_t three = (uint32_t)bytes[i] << 16;
    if (left > 1) three |= (uint32_t)bytes[i + 1] << 8;
    if (left > 2) three |= bytes[i + 2];
    *text++ = digits[three >> 18];
    *text++ = digits[three >> 12 & 63];
    *text++ = left > 1 ? digits[three >> 6 & 63] : '=';
    *text++ = left > 2 ? digits[three & 63] : '=';
  }
  *text = 0;
  return text;
}

/* Packs what has been shuffled. */
static SarStatus pack_shuffled(SarContext *context, SarPack *pack, size_t size, int level) {
  uLongf packed = compressBound((uLong)size);
  SAR_TRY(make_room(context, &pack->packed, &pack->packed_room, (size_t)packed));
  int status = compress2(pack->packed, &packed, pack->shuffled, (uLong)size, level);
  if (status != Z_OK) return sar_report_no_memory(context); /* the room suffices: nothing else can be wrong */
  SAR_TRY(make_room(context, &pack->text, &pack->text_room, ((size_t)packed + 2) / 3 * 4 + 1));
  pack->length = (size_t)(write_base64(pack->text, pack->packed, (size_t)packed) - pack->text);
  return SAR_OK;
}

/* Values of 2, 4 or 8 bytes: first the lowest byte of all of them, then the next one. */
static SarStatus pack_values(SarContext *context, SarPack *pack, const void *values, size_t count, size_t width) {
  if (count > SIZE_MAX / 2 / width) return sar_report_no_memory(context);
  SAR_TRY(make_room(context, &pack->shuffled, &pack->shuffled_room, count * width + 1));
  for (size_t i = 0; i < count; i++) {
    uint64_t bits;
    uint32_t half;
    uint16_t quarter;
    if (width == sizeof bits) {
      memcpy(&bits, (const char *)values + i * width, sizeof bits);
    } else if (width == sizeof half) {
      memcpy(&half, (const char *)values + i * width, sizeof half);
      bits = half;
    } else {
      memcpy(&quarter, (const char *)values + i * width, sizeof quarter);
      bits = quarter;
    }
    for (size_t k = 0; k < width; k++) pack->shuffled[k * count + i] = (unsigned char)(bits >> 8 * k);
  }
  return pack_shuffled(context, pack, width * count, pack->quick ? Z_NO_COMPRESSION : LEVEL);
}

SarStatus sar_pack_reals(SarContext *context, SarPack *pack, const double *values, size_t count) {
  return pack_values(context, pack, values, count, sizeof *values);
}

SarStatus sar_pack_uint32(SarContext *context, SarPack *pack, const uint32_t *values, size_t count) {
  return pack_values(context, pack, values, count, sizeof *values);
}

SarStatus sar_pack_floats(SarContext *context, SarPack *pack, const float *values, size_t count) {
  return pack_values(context, pack, values, count, sizeof *values);
}

SarStatus sar_pack_int16(SarContext *context, SarPack *pack, const int16_t *values, size_t count) {
  return pack_values(context, pack, values, count, sizeof *values);
}

SarStatus sar_pack_file(SarContext *context, SarPack *pack, const void *bytes, size_t count) {
  SAR_TRY(make_room(context, &pack->shuffled, &pack->shuffled_room, count + 1));
  memcpy(pack->shuffled, bytes, count);
  return pack_shuffled(context, pack, count, Z_BEST_COMPRESSION); /* once in a page */
}

SarStatus sar_pack_bytes(SarContext *context, SarPack *pack, const void *bytes, size_t count) {
  SAR_TRY(make_room(context, &pack->text, &pack->text_room, (count + 2) / 3 * 4 + 1));
  pack->length = (size_t)(write_base64(pack->text, bytes, count) - pack->text);
  return SAR_OK;
}

void sar_pack_free(SarPack *pack) {
  free(pack->text);
  free(pack->shuffled);
  free(pack->packed);
  *pack = (SarPack){0};
}

double sar_pack_bound(double count) { return (8.01 * count + 32) * 4 / 3 + 8; }
