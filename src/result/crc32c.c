/* Slicing by eight (Kounavis and Berry 2005), the reflected polynomial of Castagnoli. */
#include "result/crc32c.h"

#define POLYNOMIAL 0x82f63b78u

void sar_crc32c_prepare(SarCrc32c *crc) {
  for (uint32_t i = 0; i < 256; i++) {
    uint32_t value = i;
    for (int bit = 0; bit < 8; bit++) value = value & 1 ? (value >> 1) ^ POLYNOMIAL : value >> 1;
    crc->table[0][i] = value;
  }
  for (uint32_t i = 0; i < 256; i++) {
    for (int k = 1; k < 8; k++) {
      uint32_t value = crc->table[k - 1][i];
      crc->table[k][i] = (value >> 8) ^ crc->table[0][value & 0xff];
    }
  }
}

uint32_t sar_crc32c(const SarCrc32c *crc, uint32_t before, const void *bytes, size_t count) {
  const uint8_t *p = bytes;
  uint32_t value = ~before;
  for (; count >= 8; count -= 8, p += 8) {
    uint32_t low = value ^ (p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24);
    value = crc->table[7][low & 0xff] ^ crc->table[6][low >> 8 & 0xff] ^ crc->table[5][low >> 16 & 0xff] ^
            crc->table[4][low >> 24] ^ crc->table[3][p[4]] ^ crc->table[2][p[5]] ^ crc->table[1][p[6]] ^
            crc->table[0][p[7]];
  }
  for (; count; count--, p++) value = (value >> 8) ^ crc->table[0][(value ^ *p) & 0xff];
  return ~value;
}
