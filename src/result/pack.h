/* Numbers in a text file: bytes shuffled (all first bytes of the numbers, then all second ones, and so on, which brings
 * together what is alike), zlib (RFC 1950), base64. Lowest byte first on every machine; the same numbers give the same
 * text, and the text gives exactly the same numbers back. */
#ifndef SAR_RESULT_PACK_H
#define SAR_RESULT_PACK_H

#include "base/context.h"

/* Room that is used again from one array to the next. Start with zeros. */
typedef struct SarPack {
  char *text; /* base64, ends with a zero */
  size_t length;
  unsigned char *shuffled, *packed;
  size_t text_room, shuffled_room, packed_room;
  bool quick; /* nothing is made shorter: the text is read at once, and goes nowhere */
} SarPack;

SarStatus sar_pack_reals(SarContext *context, SarPack *pack, const double *values, size_t count);
SarStatus sar_pack_floats(SarContext *context, SarPack *pack, const float *values, size_t count);
SarStatus sar_pack_uint32(SarContext *context, SarPack *pack, const uint32_t *values, size_t count);
SarStatus sar_pack_int16(SarContext *context, SarPack *pack, const int16_t *values, size_t count);
/* Bytes without shuffling. */
SarStatus sar_pack_file(SarContext *context, SarPack *pack, const void *bytes, size_t count);
/* Bytes as they are, in base64 alone. */
SarStatus sar_pack_bytes(SarContext *context, SarPack *pack, const void *bytes, size_t count);
void sar_pack_free(SarPack *pack);

/* The longest text that `count` real numbers can give. */
double sar_pack_bound(double count);

#endif
